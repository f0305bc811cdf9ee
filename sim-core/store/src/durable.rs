//! Writes a file such that no incomplete file ever has its final name, even if the program, the disk or the
//! power fails.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::StoreError;

/// Numbers the temporary files of this process.
static NEXT: AtomicU64 = AtomicU64::new(0);

/// A temporary file, which is removed unless it gets its final name.
struct Temporary(PathBuf);

impl Drop for Temporary {
    fn drop(&mut self) {
        // A temporary file that cannot be removed does no harm. After a rename there is none.
        let _ = fs::remove_file(&self.0);
    }
}

/// Makes a new file in a folder. A process on another machine, or an earlier process, may have made a file
/// with the same name; then the next name is used.
fn create(folder: &Path) -> io::Result<(File, Temporary)> {
    loop {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = folder.join(format!(".{}-{number}.part", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => return Ok((file, Temporary(path))),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn try_write(path: &Path, text: &str) -> io::Result<()> {
    let folder = folder_of(path);
    fs::create_dir_all(folder)?;
    let (mut file, temporary) = create(folder)?;
    file.write_all(text.as_bytes())?;
    // A file system may perform the rename before it writes the content, and some report a full disk only
    // here.
    file.sync_all()?;
    drop(file);
    fs::rename(&temporary.0, path)
}

/// Writes a file completely or not at all.
pub fn write(path: &Path, text: &str) -> Result<(), StoreError> {
    try_write(path, text).map_err(|cause| StoreError { path: path.to_owned(), cause })
}

/// Makes a folder and a file in it, and removes the file.
pub fn check_writable(folder: &Path) -> Result<(), StoreError> {
    let attempt = || {
        fs::create_dir_all(folder)?;
        let (mut file, _temporary) = create(folder)?;
        file.write_all(b"fairshare\n")?;
        file.sync_all()
    };
    attempt().map_err(|cause| StoreError { path: folder.to_owned(), cause })
}
