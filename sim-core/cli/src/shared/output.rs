//! Writes to standard output, and to files that are either complete or absent.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::shared::error::CommandError;

/// The codes of terminals for headings and the end of them, which [`print`] leaves out of files and pipes.
pub const HEADING: (&str, &str) = ("\x1b[1m", "\x1b[0m");

static QUIET: AtomicBool = AtomicBool::new(false);

/// Applies `--quiet`.
pub fn set_quiet(is_quiet: bool) {
    QUIET.store(is_quiet, Ordering::Relaxed);
}

/// Whether progress and notes are left out.
pub fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Prints a note to standard error, which does not belong to the result.
pub fn note(text: impl std::fmt::Display) {
    if !is_quiet() {
        let _ = writeln!(io::stderr(), "{text}");
    }
}

/// Prints a text to standard output.
pub fn print(text: &str) -> Result<(), CommandError> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|error| CommandError::of_output(&error))
}

/// The columns of the terminal; any number where the output goes into a file or a pipe.
pub fn terminal_width() -> usize {
    terminal_size::terminal_size_of(io::stdout()).map_or(usize::MAX, |(width, _)| usize::from(width.0))
}

/// Reads the width of time bins in seconds.
pub fn bin_width(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(x) if (1e-6..=86_400.0).contains(&x) => Ok(x),
        _ => Err("a width is a number of seconds from 0.000001 to 86400".to_owned()),
    }
}

/// A set of files that are all written before any of them gets its final name. Each file is written under a
/// temporary name in the target folder, and `finish` renames all files. If the program ends before `finish`,
/// no file has its final name. Dropping the set removes the temporary files.
pub struct FileSet {
    folder: PathBuf,
    /// The temporary and the final path of each file.
    written: Vec<(PathBuf, PathBuf)>,
}

impl FileSet {
    pub fn in_folder(folder: &Path) -> Result<Self, CommandError> {
        fs::create_dir_all(folder).map_err(|error| {
            CommandError::input(format!("{}: {}", folder.display(), describe_io_error(&error)))
        })?;
        Ok(FileSet { folder: folder.to_owned(), written: Vec::new() })
    }

    /// Writes a file with the contents that `fill` produces.
    pub fn write(
        &mut self,
        name: &str,
        fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), CommandError> {
        let temporary = self.folder.join(format!(".{name}.part"));
        let target = self.folder.join(name);
        let failed = |error: io::Error| {
            CommandError::Run(format!("{} could not be written: {error}.", target.display()))
        };
        let file = fs::File::create(&temporary).map_err(failed)?;
        self.written.push((temporary, target.clone()));
        let mut buffered = io::BufWriter::new(file);
        fill(&mut buffered).and_then(|()| buffered.flush()).map_err(failed)
    }

    /// Renames all files to their final names and returns their number.
    pub fn finish(mut self) -> Result<usize, CommandError> {
        let count = self.written.len();
        for (temporary, target) in std::mem::take(&mut self.written) {
            fs::rename(&temporary, &target).map_err(|error| {
                CommandError::Run(format!("{} could not be written: {error}.", target.display()))
            })?;
        }
        Ok(count)
    }
}

impl Drop for FileSet {
    fn drop(&mut self) {
        for (temporary, _) in &self.written {
            // A temporary file that cannot be removed does no harm.
            let _ = fs::remove_file(temporary);
        }
    }
}

/// Writes a file completely or not at all.
pub fn write_file(path: &Path, content: impl AsRef<[u8]>) -> Result<(), CommandError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let mut files = FileSet::in_folder(folder)?;
    files.write(&name, |out| out.write_all(content.as_ref()))?;
    files.finish().map(drop)
}

/// Describes a file system error in a sentence that suggests a remedy.
pub fn describe_io_error(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "There is no such file. Check the name and the folder.".to_owned(),
        ErrorKind::PermissionDenied => "You may not read it. Check its permissions.".to_owned(),
        ErrorKind::IsADirectory => "This is a folder. Name a scenario file in it.".to_owned(),
        ErrorKind::NotADirectory | ErrorKind::AlreadyExists => {
            "A part of this path is a file, not a folder. Check the path.".to_owned()
        }
        _ => format!("The file cannot be used: {error}."),
    }
}
