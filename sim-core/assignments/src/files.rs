//! Reads files that may contain hand-ins: texts, and zip files of texts. Every size is limited before memory
//! is used for it.

use sim_core::ground::convert::narrow;
use std::io::Read as _;

use rawzip::{CompressionMethod, ZipArchive};

use crate::check::Finding;

/// Maximum size of a hand-in in bytes.
pub const MAX_HAND_IN: u64 = 1_000_000;
/// Maximum size of a zip file in bytes.
pub const MAX_ZIP: u64 = 64_000_000;
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

/// The hand-ins of a file.
pub fn unpack(file: &str, bytes: &[u8]) -> Vec<Found> {
    let zipped = is_zip(bytes);
    if let Some(refusal) = refusal_of_size(bytes.len() as u64, zipped) {
        return vec![Found { file: file.to_owned(), text: Err(refusal) }];
    }
    if zipped {
        return unpack_zip(file, bytes)
            .unwrap_or_else(|finding| vec![Found { file: file.to_owned(), text: Err(finding) }]);
    }
    vec![Found { file: file.to_owned(), text: text_of(bytes) }]
}

fn text_of(bytes: &[u8]) -> Result<String, Finding> {
    String::from_utf8(bytes.to_vec())
        .map_err(|_| Finding::new("unreadable", "The file is not text in UTF-8, so it is not a hand-in."))
}

fn zip_finding(text: impl Into<String>) -> Finding {
    Finding::new("zip", text)
}

fn unpack_zip(file: &str, bytes: &[u8]) -> Result<Vec<Found>, Finding> {
    let broken = || zip_finding("The zip file is damaged.");
    let archive = ZipArchive::from_slice(bytes).map_err(|_| broken())?;
    let (mut count, mut unpacked, mut found) = (0, 0, Vec::new());
    let mut entries = archive.entries();
    while let Some(entry) = entries.next_entry().map_err(|_| broken())? {
        let path = String::from_utf8_lossy(entry.file_path().as_ref()).into_owned();
        if entry.is_dir() || is_system_file(&path) {
            continue;
        }
        count += 1;
        if count > MAX_ENTRIES || unpacked > MAX_UNPACKED {
            found.push(Found {
                file: file.to_owned(),
                text: Err(zip_finding(format!(
                    "The zip file has more than {MAX_ENTRIES} files or {} MB. The rest was not read.",
                    megabytes(MAX_UNPACKED)
                ))),
            });
            break;
        }
        let text = match refusal_of_size(entry.uncompressed_size_hint(), false) {
            Some(refusal) => Err(refusal),
            None => match archive.get_entry(entry.wayfinder()) {
                Ok(data) => decompress(entry.compression_method(), data.data()).and_then(|content| {
                    unpacked += content.len() as u64;
                    let mut verified = Vec::with_capacity(content.len());
                    let mut reader = data.verifying_reader(content.as_slice());
                    reader.read_to_end(&mut verified).map_err(|_| broken())?;
                    if is_zip(&verified) {
                        return Err(zip_finding("A zip file inside a zip file is not opened."));
                    }
                    text_of(&verified)
                }),
                Err(_) => Err(broken()),
            },
        };
        found.push(Found { file: format!("{file}/{path}"), text });
    }
    Ok(found)
}

/// Whether a file was added by an operating system and not by a student.
fn is_system_file(path: &str) -> bool {
    path.split('/').any(|part| part == "__MACOSX" || part.starts_with('.') || part == "Thumbs.db")
}

/// The content of an entry. Decompression stops at the maximum size of a hand-in, whatever size the zip file
/// states.
fn decompress(method: CompressionMethod, data: &[u8]) -> Result<Vec<u8>, Finding> {
    let too_large = || {
        let text = format!(
            "The file expands to more than {} MB, the maximum of a hand-in, so it was not read.",
            megabytes(MAX_HAND_IN)
        );
        Finding::new("size", text)
    };
    match method {
        CompressionMethod::STORE if data.len() as u64 > MAX_HAND_IN => Err(too_large()),
        CompressionMethod::STORE => Ok(data.to_vec()),
        CompressionMethod::DEFLATE => {
            miniz_oxide::inflate::decompress_to_vec_with_limit(data, narrow::<usize>(MAX_HAND_IN)).map_err(
                |error| {
                    if error.status == miniz_oxide::inflate::TINFLStatus::HasMoreOutput {
                        too_large()
                    } else {
                        zip_finding("The file in the zip file is damaged.")
                    }
                },
            )
        }
        _ => Err(zip_finding("The file is compressed or encrypted in a way that is not read.")),
    }
}
