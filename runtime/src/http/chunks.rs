//! A body that arrives in chunks.

use bytes::Bytes;

/// Smallest and largest block that chunks are copied into.
const BLOCK: (usize, usize) = (1 << 10, 256 << 10);

/// Chunks of a body. A single chunk is kept as it is. Several are copied into blocks, since each chunk, however small,
/// can keep a whole read buffer in memory.
#[derive(Debug, Default)]
pub(crate) struct Chunks {
    first: Bytes,
    blocks: Vec<Vec<u8>>,
    length: usize,
}

impl Chunks {
    pub(crate) fn len(&self) -> usize {
        self.length
    }

    pub(crate) fn push(&mut self, chunk: Bytes) {
        self.length += chunk.len();
        if self.length == chunk.len() {
            self.first = chunk;
            return;
        }
        let first = std::mem::take(&mut self.first);
        self.copy(&first);
        self.copy(&chunk);
    }

    fn copy(&mut self, bytes: &[u8]) {
        let room = self.blocks.last().map_or(0, |it| it.capacity() - it.len());
        let (now, later) = bytes.split_at(bytes.len().min(room));
        if let Some(block) = self.blocks.last_mut() {
            block.extend_from_slice(now);
        }
        if !later.is_empty() {
            let mut block = Vec::with_capacity(later.len().max(self.length.clamp(BLOCK.0, BLOCK.1)));
            block.extend_from_slice(later);
            self.blocks.push(block);
        }
    }

    /// Copies at most `most` bytes from the start.
    pub(crate) fn start(&self, most: usize) -> Bytes {
        self.first.iter().chain(self.blocks.iter().flatten()).copied().take(most).collect()
    }

    /// Returns the whole body. Blocks are freed as they are copied.
    pub(crate) fn into_bytes(self) -> Bytes {
        if self.blocks.is_empty() {
            return self.first;
        }
        let mut blocks = self.blocks.into_iter();
        let mut all = blocks.next().unwrap_or_default();
        all.reserve_exact(self.length - all.len());
        for block in blocks {
            all.extend_from_slice(&block);
        }
        all.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_of_any_size_make_the_same_body() {
        let body: Vec<u8> = (0..100_000_u32).map(|it| it as u8).collect();
        for size in [1, 7, 1000, 4096, 100_000, 200_000] {
            let mut chunks = Chunks::default();
            body.chunks(size).for_each(|it| chunks.push(Bytes::copy_from_slice(it)));
            assert_eq!((chunks.len(), chunks.start(5).as_ref()), (body.len(), &body[..5]), "{size}");
            assert_eq!(chunks.into_bytes(), body, "{size}");
        }
        assert!(Chunks::default().into_bytes().is_empty());
    }
}
