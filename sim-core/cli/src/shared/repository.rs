//! The repository that the commands `gen`, `new-protocol`, `new-queue` and `papers --write` write to.

use std::path::{Path, PathBuf};

use sim_core::catalogue::GeneratedFile;

use crate::shared::error::CommandError;

/// A file of the repository that `fairshare gen` writes.
pub struct File {
    pub path: String,
    pub content: Vec<u8>,
    /// Whether git has the file. Only these can be out of date, because the others can be missing.
    pub is_tracked: bool,
}

impl File {
    pub fn tracked(file: GeneratedFile) -> Self {
        Self { path: file.path, content: file.text.into_bytes(), is_tracked: true }
    }

    pub fn untracked(file: GeneratedFile) -> Self {
        Self { is_tracked: false, ..Self::tracked(file) }
    }
}

/// Returns the root of the repository: `given`, or otherwise the closest repository among the current folder
/// and the folders that contain it.
pub fn find_repository(given: Option<&Path>) -> Result<PathBuf, CommandError> {
    let is_root = |folder: &Path| folder.join("sim-core/engine/src/protocols/mod.rs").is_file();
    let found = match given {
        Some(folder) => is_root(folder).then(|| folder.to_owned()),
        None => std::env::current_dir()
            .ok()
            .and_then(|current| current.ancestors().find(|folder| is_root(folder)).map(Path::to_owned)),
    };
    let location =
        given.map_or_else(|| "The current folder".to_owned(), |folder| folder.display().to_string());
    found.ok_or_else(|| {
        CommandError::input(format!(
            "{location} is not Fairshare's repository. Change to the repository, or name it with --root."
        ))
    })
}
