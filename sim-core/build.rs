//! Gives the command line a fingerprint of the simulator's source, so that kept results of runs are not taken for those of a
//! changed simulator. What only looks at results (the command line, the experiments' own files) is left out.

use std::fs;
use std::path::{Path, PathBuf};

/// Folders below `src` that no run depends on, and the one file in them that a run does depend on.
const WITHOUT: [&str; 3] = ["bin", "papers", "catalogue"];
const EXCEPT: &str = "papers/cell.rs";

fn main() {
    println!("cargo:rerun-if-changed=src");
    println!("cargo:rerun-if-changed=Cargo.toml");
    let mut files = vec![PathBuf::from("Cargo.toml"), Path::new("src").join(EXCEPT)];
    collect(Path::new("src"), &mut files);
    files.sort();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for file in &files {
        let name = file.to_string_lossy().replace('\\', "/");
        let text = fs::read(file).unwrap_or_default();
        for byte in name.bytes().chain([0]).chain(text) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    println!("cargo:rustc-env=FAIRSHARE_SOURCE={hash:016x}");
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        let below = path.strip_prefix("src").unwrap_or(&path);
        if WITHOUT.iter().any(|name| below == Path::new(name)) {
            continue;
        }
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}
