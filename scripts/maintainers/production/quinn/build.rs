//! Copies the congestion controllers of quinn-proto from the sources that Cargo has downloaded.

use std::path::Path;
use std::process::Command;
use std::{env, fs, io};

/// Copies a folder with the folders in it.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy(&path, &target)?;
        } else {
            fs::copy(&path, &target)?;
        }
    }
    Ok(())
}

fn main() -> io::Result<()> {
    let variable = |name| env::var(name).map_err(io::Error::other);
    let metadata =
        Command::new(variable("CARGO")?).args(["metadata", "--format-version", "1", "--offline"]).output()?;
    let text = String::from_utf8(metadata.stdout).map_err(io::Error::other)?;
    let mut manifests = text.split("\"manifest_path\":\"").skip(1).filter_map(|rest| rest.split('"').next());
    let manifest = manifests.find(|path| path.contains("quinn-proto-"));
    let sources = Path::new(manifest.ok_or(io::ErrorKind::NotFound)?).with_file_name("src");
    let out = Path::new(&variable("OUT_DIR")?).join("congestion");
    copy(&sources.join("congestion"), &out)?;
    fs::copy(sources.join("congestion.rs"), out.join("mod.rs"))?;
    let line = format!("#[path = {:?}]\npub mod congestion;\n", out.join("mod.rs"));
    fs::write(out.with_file_name("congestion.rs"), line)?;
    println!("cargo::rerun-if-changed=Cargo.toml");
    Ok(())
}
