//! Computes a fingerprint of the source code on which results depend. The store keeps the fingerprint with
//! the results of runs, so that it does not use results of different code.
//!
//! Results depend on the simulator (its three crates without the catalogue, and the language of programs), on
//! their manifests, which pin the version of `libm`, on the code that records a run, and on the registry of
//! numbers.

use std::fs;
use std::path::{Path, PathBuf};

const SIMULATOR: [&str; 5] =
    ["../simulation/src", "../document/src", "../engine/src", "../script/src", "../script/examples"];
const MANIFESTS: [&str; 4] =
    ["../simulation/Cargo.toml", "../document/Cargo.toml", "../engine/Cargo.toml", "../script/Cargo.toml"];
const RUN: &str = "../runs/src/run.rs";
/// The numbers of a run, which the Python package stores instead of the summary.
const NUMBERS: &str = "../measures/src/numbers.rs";
/// The folder of the simulator on which no result depends.
const EXCLUDED: &str = "../document/src/catalogue";

fn main() {
    for path in SIMULATOR.iter().chain(&MANIFESTS).chain(&[RUN, NUMBERS]) {
        println!("cargo:rerun-if-changed={path}");
    }
    let mut files: Vec<PathBuf> = MANIFESTS.iter().chain(&[RUN, NUMBERS]).map(PathBuf::from).collect();
    for folder in SIMULATOR {
        collect(Path::new(folder), &mut files);
    }
    files.sort();
    // FNV-1a over the names and the contents of all files.
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for file in &files {
        let name = file.to_string_lossy().replace('\\', "/");
        let text = fs::read(file).unwrap_or_else(|error| panic!("{name}: {error}"));
        for byte in name.bytes().chain([0]).chain(text) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    println!("cargo:rustc-env=FAIRSHARE_SOURCE={hash:016x}");
}

/// Adds all files below a folder, except the files of the excluded folder.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for path in entries.flatten().map(|entry| entry.path()) {
        if path == Path::new(EXCLUDED) {
            continue;
        }
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}
