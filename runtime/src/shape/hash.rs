//! Hashes that are the same in all versions of the crate and the compiler, unlike those of the standard library.

const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// Returns a hash of bytes. It reads 8 bytes at a time, since it runs for the values of every recorded response.
pub(crate) fn hash(seed: u64, bytes: &[u8]) -> u64 {
    let mut chunks = bytes.chunks_exact(8);
    let mut state = mix(seed, bytes.len() as u64);
    for chunk in &mut chunks {
        state = mix(state, u64::from_le_bytes(chunk.try_into().unwrap_or_default()));
    }
    let mut last = [0; 8];
    last[..chunks.remainder().len()].copy_from_slice(chunks.remainder());
    mix(state, u64::from_le_bytes(last))
}

/// Adds a number to a hash.
pub(crate) fn mix(state: u64, number: u64) -> u64 {
    let product = u128::from(state ^ number ^ FACTOR) * u128::from(FACTOR.rotate_left(29) ^ number.rotate_left(32) | 1);
    (product as u64) ^ ((product >> 64) as u64) ^ state.rotate_left(23)
}

/// Returns the hash FNV-1a with 64 bits, which stored pagination states and cassettes contain.
#[cfg(feature = "http")]
pub(crate) fn fnv1a(bytes: impl IntoIterator<Item = u8>) -> u64 {
    let add = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, add)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn hashes_are_stable_and_spread() {
        // Recordings contain them, so they must never change.
        assert_eq!(format!("{:016x}", hash(7, b"nickname")), "fa83e2e3cf5a317a");
        assert_eq!(format!("{:016x}", hash(7, b"a longer text of 30 characters")), "74e8753ac9fa0dc6");
        let all: HashSet<u32> = (0..50_000_u32).map(|it| hash(7, it.to_string().as_bytes()) as u32).collect();
        assert!(all.len() > 49_990, "{}", all.len());
        assert_ne!(hash(1, b"ab"), hash(1, b"ab\0"));
        assert_ne!(hash(1, b"ab"), hash(2, b"ab"));
    }
}
