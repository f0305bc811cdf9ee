//! Finds the file `congestion.rs` of quinn-proto among the sources that Cargo has downloaded.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

fn main() {
    let cargo = env::var("CARGO").expect("Cargo sets CARGO");
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--offline"])
        .output()
        .expect("cargo metadata runs");
    let text = String::from_utf8(output.stdout).expect("cargo metadata prints UTF-8");
    let mut manifests = text.split("\"manifest_path\":\"").skip(1).filter_map(|rest| rest.split('"').next());
    let manifest =
        manifests.find(|path| path.contains("quinn-proto-")).expect("quinn-proto is among the packages");
    let file = Path::new(manifest).with_file_name("src").join("congestion.rs");
    let out = Path::new(&env::var("OUT_DIR").expect("Cargo sets OUT_DIR")).join("congestion.rs");
    fs::write(out, format!("#[path = {file:?}]\npub mod congestion;\n")).expect("OUT_DIR can be written");
    println!("cargo::rerun-if-changed=Cargo.toml");
}
