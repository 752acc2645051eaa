//! Files that processes share: locks, and access for their owner only.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// File whose lock lets one process at a time change another file.
#[derive(Debug)]
pub(crate) struct LockFile(File);

/// Lock, for as long as the value lives.
#[derive(Debug)]
pub(crate) struct Lock<'a>(&'a File);

impl LockFile {
    /// Opens the lock file of a file: its path with the suffix `.lock`.
    pub(crate) fn open(of: &Path) -> io::Result<Self> {
        options().open(with_suffix(of, ".lock")).map(Self)
    }

    /// Waits for the lock. Others hold it for less than a millisecond, unless they are stopped.
    pub(crate) fn lock(&self, longest_wait: Duration) -> io::Result<Lock<'_>> {
        let (mut start, mut pause) = (None, Duration::from_micros(50));
        loop {
            match fs4::FileExt::try_lock(&self.0) {
                Ok(()) => return Ok(Lock(&self.0)),
                Err(fs4::TryLockError::WouldBlock)
                    if start.get_or_insert_with(Instant::now).elapsed() < longest_wait =>
                {
                    std::thread::sleep(pause);
                }
                Err(fs4::TryLockError::WouldBlock) => {
                    return Err(io::Error::other("another process has locked it for too long"));
                }
                Err(fs4::TryLockError::Error(problem)) => return Err(problem),
            }
            pause = (pause * 2).min(Duration::from_millis(5));
        }
    }
}

impl Drop for Lock<'_> {
    fn drop(&mut self) {
        // If this fails, closing the file releases the lock.
        let _ = fs4::FileExt::unlock(self.0);
    }
}

/// Returns a random id of 128 bits.
pub(crate) fn new_id() -> String {
    format!("{:032x}", fastrand::u128(..))
}

/// Returns options to read and write a file that only this user can read.
pub(crate) fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

pub(crate) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Replaces a file by a new text. If the process is killed, the file has the old or the new text. With `sync`, the same holds if the
/// machine stops.
pub(crate) fn replace(path: &Path, text: &str, sync: bool) -> io::Result<()> {
    let new = with_suffix(path, ".new");
    let mut file = options().open(&new)?;
    file.set_len(0)?;
    io::Write::write_all(&mut file, text.as_bytes())?;
    if sync {
        file.sync_all()?;
    }
    std::fs::rename(&new, path)?;
    if sync { sync_folder(path) } else { Ok(()) }
}

/// Writes the name of a new file to the disk. Only Unix can do so for a folder.
pub(crate) fn sync_folder(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        let parent = path.parent().filter(|it| !it.as_os_str().is_empty());
        File::open(parent.unwrap_or(Path::new(".")))?.sync_all()?;
    }
    let _ = path;
    Ok(())
}
