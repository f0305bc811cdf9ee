//! Reads files that may contain hand-ins: texts, and zip files of texts or of zip files. Every file is listed:
//! with its text, or with the reason why it is not read. Every size is limited before memory is used for it.

use sim_core::ground::convert::narrow;
use std::io::Read as _;

use rawzip::{CompressionMethod, ZipArchive};

use crate::report::{Finding, SKIPPED};
use crate::visible::visible;

/// Maximum size of a hand-in in bytes.
pub const MAX_HAND_IN: u64 = 1_000_000;
/// Maximum size of a zip file in bytes.
pub const MAX_ZIP: u64 = 64_000_000;
/// Maximum size of a zip file inside a zip file in bytes.
const MAX_INNER_ZIP: u64 = 16_000_000;
/// Maximum number of zip files around a file, without the outermost one.
const MAX_DEPTH: usize = 2;
/// Maximum number of entries of a zip file.
const MAX_ENTRIES: u64 = 5_000;
/// Maximum size of all entries of a zip file together, in bytes.
const MAX_UNPACKED: u64 = 200_000_000;

/// A file that may be a hand-in: its text, or the reason why it is not read.
#[derive(Clone, Debug)]
pub struct Found {
    pub file: String,
    pub text: Result<String, Finding>,
}

fn megabytes(bytes: u64) -> u64 {
    bytes / 1_000_000
}

/// The reason why a file of this size is not read, or `None`. Call this before reading a file.
pub fn refusal_of_size(bytes: u64, is_zip: bool) -> Option<Finding> {
    let (max, what) = if is_zip { (MAX_ZIP, "zip file") } else { (MAX_HAND_IN, "hand-in") };
    (bytes > max).then(|| {
        let text = format!(
            "The file has {} MB. A {what} has at most {} MB, so it was not read.",
            megabytes(bytes).max(megabytes(max)),
            megabytes(max)
        );
        Finding::new("size", text)
    })
}

/// Whether a file is a zip file, from its first bytes.
pub fn is_zip(first_bytes: &[u8]) -> bool {
    first_bytes.starts_with(b"PK\x03\x04") || first_bytes.starts_with(b"PK\x05\x06")
}

/// The reason why a file in a folder or a zip file is not read, from its path in there: an operating system
/// or a program wrote it. Other paths are only names, so they are read however they look.
pub fn skip_reason(path: &str) -> Option<Finding> {
    let reason = path.split(['/', '\\']).find_map(|part| match part {
        "." | ".." => None,
        _ if part.eq_ignore_ascii_case("__MACOSX") => {
            Some("Not read: macOS adds the files in `__MACOSX` to zip files.".to_owned())
        }
        _ if part.eq_ignore_ascii_case("Thumbs.db") || part.eq_ignore_ascii_case("desktop.ini") => {
            Some(format!("Not read: Windows adds `{part}` to folders."))
        }
        _ if part.starts_with('.') => {
            Some(format!("Not read: the name `{}` begins with a dot, so it is hidden.", visible(part)))
        }
        _ => None,
    })?;
    Some(Finding::new(SKIPPED, reason))
}

/// Everything that a file contains: itself, or each file of a zip file.
pub fn unpack(file: &str, bytes: &[u8]) -> Vec<Found> {
    let zipped = is_zip(bytes);
    let mut unpacker = Unpacker { found: Vec::new(), count: 0, unpacked: 0 };
    if let Some(refusal) = refusal_of_size(bytes.len() as u64, zipped) {
        unpacker.add(file, Err(refusal));
    } else if zipped {
        unpacker.zip(file, bytes, 0);
    } else {
        unpacker.add(file, text_of(bytes));
    }
    unpacker.found
}

fn text_of(bytes: &[u8]) -> Result<String, Finding> {
    String::from_utf8(bytes.to_vec())
        .map_err(|_| Finding::new("unreadable", "The file is not text in UTF-8, so it is not a hand-in."))
}

fn zip_finding(text: impl Into<String>) -> Finding {
    Finding::new("zip", text)
}

fn damaged() -> Finding {
    zip_finding("The zip file is damaged here.")
}

struct Unpacker {
    found: Vec<Found>,
    /// The number of files in zip files, and their size in bytes.
    count: u64,
    unpacked: u64,
}

impl Unpacker {
    /// Adds a file. The second file of the same name gets another one, so that a name stands for one file.
    fn add(&mut self, file: &str, text: Result<String, Finding>) {
        let file = visible(file);
        let is_taken = |name: &str| self.found.iter().any(|found| found.file == name);
        let numbered = |n: usize| if n == 1 { file.clone() } else { format!("{file} ({n})") };
        let name = (1..).map(numbered).find(|name| !is_taken(name)).unwrap_or_default();
        self.found.push(Found { file: name, text });
    }

    fn zip(&mut self, file: &str, bytes: &[u8], depth: usize) {
        let before = self.found.len();
        let read = self.entries(file, bytes, depth);
        if let Err(finding) = read {
            self.add(file, Err(finding));
        } else if self.found.len() == before {
            self.add(file, Err(zip_finding("The zip file contains no file.")));
        }
    }

    /// Adds the entries of a zip file. An error concerns the rest of it.
    fn entries(&mut self, file: &str, bytes: &[u8], depth: usize) -> Result<(), Finding> {
        let whole = || zip_finding("The zip file is damaged. Entries that are not listed could not be read.");
        let archive = ZipArchive::from_slice(bytes).map_err(|_| whole())?;
        let mut folders: Vec<String> = Vec::new();
        let mut entries = archive.entries();
        while let Some(entry) = entries.next_entry().map_err(|_| whole())? {
            let path = String::from_utf8_lossy(entry.file_path().as_ref()).into_owned();
            let name = format!("{file}/{path}");
            if entry.is_dir() && entry.uncompressed_size_hint() == 0 {
                folders.push(visible(&name));
                continue;
            }
            self.count += 1;
            if self.count > MAX_ENTRIES || self.unpacked > MAX_UNPACKED {
                return Err(zip_finding(format!(
                    "The zip file has more than {MAX_ENTRIES} files or {} MB. The rest was not read, from {} on.",
                    megabytes(MAX_UNPACKED),
                    visible(&path)
                )));
            }
            if let Some(reason) = skip_reason(&path) {
                self.add(&name, Err(reason));
                continue;
            }
            let may_be_zip = path.to_ascii_lowercase().ends_with(".zip");
            let content = archive.get_entry(entry.wayfinder()).map_err(|_| damaged()).and_then(|data| {
                let content = decompress(entry.compression_method(), data.data(), may_be_zip)?;
                let mut verified = Vec::with_capacity(content.len());
                let mut reader = data.verifying_reader(content.as_slice());
                reader.read_to_end(&mut verified).map_err(|_| damaged())?;
                Ok(verified)
            });
            match content {
                Err(finding) => self.add(&name, Err(finding)),
                Ok(content) => self.content(&name, &content, depth),
            }
        }
        for folder in folders {
            if !self.found.iter().any(|found| found.file.starts_with(&folder)) {
                self.add(&folder, Err(Finding::new(SKIPPED, "Not read: an empty folder.")));
            }
        }
        Ok(())
    }

    /// Adds the content of an entry: a text, or another zip file.
    fn content(&mut self, name: &str, content: &[u8], depth: usize) {
        self.unpacked += content.len() as u64;
        if !is_zip(content) {
            let refusal = refusal_of_size(content.len() as u64, false);
            self.add(name, refusal.map_or_else(|| text_of(content), Err));
        } else if depth < MAX_DEPTH {
            self.zip(name, content, depth + 1);
        } else {
            self.add(name, Err(zip_finding("Zip files are nested too deeply, so this one was not opened.")));
        }
    }
}

/// The content of an entry. Decompression stops at the maximum size, whatever size the zip file states.
fn decompress(method: CompressionMethod, data: &[u8], may_be_zip: bool) -> Result<Vec<u8>, Finding> {
    let (max, what) =
        if may_be_zip { (MAX_INNER_ZIP, "zip file in a zip file") } else { (MAX_HAND_IN, "hand-in") };
    let too_large = || {
        let text = format!(
            "The file has more than {} MB, the maximum of a {what}, so it was not read.",
            megabytes(max)
        );
        Finding::new("size", text)
    };
    match method {
        CompressionMethod::STORE if data.len() as u64 > max => Err(too_large()),
        CompressionMethod::STORE => Ok(data.to_vec()),
        CompressionMethod::DEFLATE => {
            miniz_oxide::inflate::decompress_to_vec_with_limit(data, narrow::<usize>(max)).map_err(|error| {
                if error.status == miniz_oxide::inflate::TINFLStatus::HasMoreOutput {
                    too_large()
                } else {
                    zip_finding("The file in the zip file is damaged.")
                }
            })
        }
        _ => Err(zip_finding("The file is compressed or encrypted in a way that is not read.")),
    }
}
