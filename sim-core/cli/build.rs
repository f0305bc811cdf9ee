//! Gives the command line a fingerprint of the simulator's source, so that it does not take results kept from another state of
//! the simulator for current ones. Code that only presents results (this command, the catalogue, the experiments' own
//! files) is left out.

use std::fs;
use std::path::{Path, PathBuf};

const SIMULATOR: &str = "../src";
/// Runs one cell of an experiment: the only file of the papers that a result depends on.
const CELL: &str = "../papers/src/cell.rs";
/// A folder of the simulator that no result depends on.
const WITHOUT: &str = "catalogue";

fn main() {
    println!("cargo:rerun-if-changed={SIMULATOR}");
    println!("cargo:rerun-if-changed={CELL}");
    println!("cargo:rerun-if-changed=../Cargo.toml");
    let mut files = vec![PathBuf::from("../Cargo.toml"), PathBuf::from(CELL)];
    collect(Path::new(SIMULATOR), &mut files);
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

/// Adds all files below `folder` that results depend on.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.strip_prefix(SIMULATOR).is_ok_and(|below| below == Path::new(WITHOUT)) {
            continue;
        }
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}
