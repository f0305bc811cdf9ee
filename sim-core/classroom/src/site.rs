//! The files of the page, from a folder or from the zip file in the program. They are stored compressed, as browsers read them.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::path::Path;

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec;
use rawzip::{CompressionMethod, ZipArchive};

/// The zip file of the page, or nothing (`build.rs`).
const IN_PROGRAM: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/page.zip"));

/// A file as raw DEFLATE data, with what gzip says about it.
pub struct SiteFile {
    pub kind: &'static str,
    /// Whether its name contains the hash of its content, so that it never changes.
    pub is_fixed: bool,
    deflated: Vec<u8>,
    crc: u32,
    size: u32,
}

impl SiteFile {
    fn new(path: &str, deflated: Vec<u8>, crc: u32, size: u32) -> Self {
        Self { kind: kind_of(path), is_fixed: path.starts_with("assets/"), deflated, crc, size }
    }

    /// The file for browsers that accept gzip: header, data, checksum and size (RFC 1952).
    pub fn gzipped(&self) -> Vec<u8> {
        let mut bytes = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
        bytes.extend(&self.deflated);
        bytes.extend(self.crc.to_le_bytes());
        bytes.extend(self.size.to_le_bytes());
        bytes
    }

    pub fn plain(&self) -> Vec<u8> {
        decompress_to_vec(&self.deflated).unwrap_or_default()
    }
}

/// The files by their paths, without a leading slash.
pub struct Site {
    files: BTreeMap<String, SiteFile>,
}

impl Site {
    /// The page in the program. `None` if the program was built without it.
    pub fn in_program() -> Option<Result<Self, String>> {
        (!IN_PROGRAM.is_empty()).then(|| Self::from_zip(IN_PROGRAM))
    }

    fn from_zip(bytes: &[u8]) -> Result<Self, String> {
        let damaged = |error: rawzip::Error| format!("The page in the program is damaged: {error}.");
        let archive = ZipArchive::from_slice(bytes).map_err(damaged)?;
        let mut files = BTreeMap::new();
        let mut entries = archive.entries();
        while let Some(entry) = entries.next_entry().map_err(damaged)? {
            let path = String::from_utf8_lossy(entry.file_path().as_ref()).into_owned();
            let data = archive.get_entry(entry.wayfinder()).map_err(damaged)?;
            let deflated = match entry.compression_method() {
                CompressionMethod::DEFLATE => data.data().to_vec(),
                _ => compress_to_vec(data.data(), 6),
            };
            let size = u32::try_from(entry.uncompressed_size_hint()).map_err(|_| too_large(&path))?;
            files.insert(path.clone(), SiteFile::new(&path, deflated, entry.crc32(), size));
        }
        Ok(Self { files })
    }

    /// The page in a folder, as `npm run build` makes it.
    pub fn from_folder(folder: &Path) -> Result<Self, String> {
        let mut site = Self { files: BTreeMap::new() };
        site.add(folder, "")?;
        if site.file("").is_none() {
            let folder = folder.display();
            return Err(format!("{folder} has no index.html. Build the page with `npm run build`."));
        }
        Ok(site)
    }

    fn add(&mut self, folder: &Path, prefix: &str) -> Result<(), String> {
        let unreadable = |error| format!("{} cannot be read: {error}.", folder.display());
        for entry in fs::read_dir(folder).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if path.is_dir() {
                self.add(&path, &format!("{prefix}{name}/"))?;
                continue;
            }
            let mut content = Vec::new();
            fs::File::open(&path)
                .and_then(|mut file| file.read_to_end(&mut content))
                .map_err(|error| format!("{} cannot be read: {error}.", path.display()))?;
            let name = format!("{prefix}{name}");
            let size = u32::try_from(content.len()).map_err(|_| too_large(&name))?;
            let file = SiteFile::new(&name, compress_to_vec(&content, 6), rawzip::crc32(&content), size);
            self.files.insert(name, file);
        }
        Ok(())
    }

    /// The file at the path of a request. A folder stands for its `index.html`.
    pub fn file(&self, path: &str) -> Option<&SiteFile> {
        let path = path.trim_start_matches('/');
        let index = || format!("{}index.html", if path.is_empty() { "" } else { path });
        if path.is_empty() || path.ends_with('/') { self.files.get(&index()) } else { self.files.get(path) }
    }
}

fn too_large(path: &str) -> String {
    format!("{path} is too large.")
}

fn kind_of(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    const FILES: [(&str, &str); 2] = [("index.html", "<h1>Fairshare</h1><h2>Lab</h2>"), ("assets/a.js", "1")];

    fn check(site: &Site) {
        for (path, content) in FILES {
            let file = site.file(path).unwrap();
            assert_eq!(file.plain(), content.as_bytes());
            assert_eq!(file.is_fixed, path.starts_with("assets/"));
            let gzipped = file.gzipped();
            let (deflated, end) = gzipped[10..].split_at(gzipped.len() - 18);
            assert_eq!(decompress_to_vec(deflated).unwrap(), content.as_bytes());
            assert_eq!(end[..4], rawzip::crc32(content.as_bytes()).to_le_bytes());
            assert_eq!(end[4..], u32::try_from(content.len()).unwrap().to_le_bytes());
        }
        assert_eq!(site.file("/").unwrap().kind, "text/html; charset=utf-8");
        assert!(site.file("/../Cargo.toml").is_none());
    }

    #[test]
    fn a_folder_has_the_files_of_the_page() {
        let folder = std::env::temp_dir().join(format!("fairshare-site-{}", std::process::id()));
        fs::create_dir_all(folder.join("assets")).unwrap();
        for (path, content) in FILES {
            fs::write(folder.join(path), content).unwrap();
        }
        let site = Site::from_folder(&folder);
        fs::remove_dir_all(&folder).unwrap();
        check(&site.unwrap());
    }

    #[test]
    fn a_zip_file_has_the_files_of_the_page() {
        let mut bytes = Vec::new();
        let mut archive = rawzip::ZipArchiveWriter::new(&mut bytes);
        for (path, content) in FILES {
            let (mut entry, config) = archive.new_file(path).start().unwrap();
            let mut writer = config.wrap(&mut entry);
            writer.write_all(content.as_bytes()).unwrap();
            let (_, descriptor) = writer.finish().unwrap();
            entry.finish(descriptor).unwrap();
        }
        archive.finish().unwrap();
        check(&Site::from_zip(&bytes).unwrap());
    }

    #[test]
    fn a_folder_without_the_page_is_refused() {
        let error = Site::from_folder(Path::new(env!("CARGO_MANIFEST_DIR"))).err().unwrap();
        assert!(error.contains("npm run build"), "{error}");
    }
}
