//! Writing: to standard output, whose reader may go away; and to files, which are whole or not there.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Prints a text as it is.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe => Failure::OutputClosed,
        _ => Failure::Run(format!("The output could not be written: {error}.")),
    })
}

/// Files that appear together: each is written beside its place under another name, and all take their names at the
/// end. Whatever ends the program before leaves no file that looks finished, and dropping this removes what was begun.
pub struct Files {
    folder: PathBuf,
    written: Vec<(PathBuf, PathBuf)>,
}

impl Files {
    pub fn in_folder(folder: &Path) -> Result<Self, Failure> {
        fs::create_dir_all(folder)
            .map_err(|error| Failure::input(format!("{}: {}", folder.display(), why(&error))))?;
        Ok(Files { folder: folder.to_owned(), written: Vec::new() })
    }

    /// Writes one file through `fill`.
    pub fn write(
        &mut self,
        name: &str,
        fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let part = self.folder.join(format!(".{name}.part"));
        let place = self.folder.join(name);
        let failed =
            |error: io::Error| Failure::Run(format!("{} could not be written: {error}.", place.display()));
        let file = fs::File::create(&part).map_err(failed)?;
        self.written.push((part, place.clone()));
        let mut buffered = io::BufWriter::new(file);
        fill(&mut buffered).and_then(|()| buffered.flush()).map_err(failed)
    }

    /// Gives every file its name; returns how many there are.
    pub fn finish(mut self) -> Result<usize, Failure> {
        let count = self.written.len();
        for (part, place) in std::mem::take(&mut self.written) {
            fs::rename(&part, &place).map_err(|error| {
                Failure::Run(format!("{} could not be written: {error}.", place.display()))
            })?;
        }
        Ok(count)
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        for (part, _) in &self.written {
            // Nothing more can be done about a file that cannot be removed.
            let _ = fs::remove_file(part);
        }
    }
}

/// Writes one file, whole or not at all.
pub fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let mut files = Files::in_folder(folder)?;
    files.write(&name, |out| out.write_all(text.as_bytes()))?;
    files.finish().map(drop)
}

/// An error of the file system, in a sentence that says what to do.
pub fn why(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "There is no such file. Check the name and the folder.".to_owned(),
        ErrorKind::PermissionDenied => "You may not read it. Check its permissions.".to_owned(),
        ErrorKind::IsADirectory => "This is a folder. Name a scenario file in it.".to_owned(),
        ErrorKind::NotADirectory | ErrorKind::AlreadyExists => {
            "A part of this path is a file, not a folder. Check the path.".to_owned()
        }
        _ => format!("It cannot be used: {error}."),
    }
}
