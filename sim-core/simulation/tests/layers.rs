//! The folders of `sim-core/engine/src` form layers, and a folder imports only from lower layers
//! (docs/architecture.md, "Layers"). Cargo keeps the order of the crates: the engine, the document, the
//! simulation.
//!
//! The test reads the import paths of every source file and fails on a path into a folder of the
//! same or a higher layer. Test modules (the files that `is_test_file` names, and `#[cfg(test)]`
//! modules) may use the whole crate, because they build simulations.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders and files of the engine's `src`, lowest layer first. Folders of the same layer must not import
/// each other.
const LAYERS: &[&[&str]] = &[
    &["ground"],
    &["params"],
    &["describe"],
    &["boundary"],
    &["analysis"],
    &["net"],
    &["transport"],
    &["protocols", "traffic"],
    &["record"],
    &["observer"],
    &["world"],
    &["registry"],
];

/// The folder of the engine's sources.
fn engine() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/src")
}

/// The index of a folder's layer, 0 for the lowest.
fn layer(folder: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&folder))
}

/// Adds all Rust files below a folder to `files`.
fn collect_rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the source folder can be read") {
        let path = entry.expect("the source folder can be read").path();
        if path.is_dir() {
            collect_rust_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// Returns whether a file contains only tests.
fn is_test_file(path: &Path) -> bool {
    let is_test_name =
        |name: &str| ["tests", "tests.rs", "testing.rs", "conformance.rs", "laws.rs"].contains(&name);
    path.components().any(|part| part.as_os_str().to_str().is_some_and(is_test_name))
}

/// The text of a file without comments and without the inline `#[cfg(test)]` module at its end.
fn production_code(text: &str) -> String {
    let code = match text.find("#[cfg(test)]\nmod tests {") {
        Some(tests) => &text[..tests],
        None => text,
    };
    let without_comment = |line: &str| line.split("//").next().unwrap_or_default().to_owned();
    code.lines().map(without_comment).collect::<Vec<_>>().join("\n")
}

/// The first word of each path that starts with `crate::`, including those in a list: `a` and `b` for
/// `use crate::{a, b::c}`. Most of them are folders.
fn imported_folders(code: &str) -> Vec<String> {
    let mut folders = Vec::new();
    for (start, prefix) in code.match_indices("crate::") {
        let after_crate = &code[start + prefix.len()..];
        let first_word = |text: &str| {
            text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>()
        };
        match after_crate.strip_prefix('{') {
            None => folders.push(first_word(after_crate)),
            Some(list) => {
                // Only names at depth 0 are folders; names in inner braces are within a folder.
                let mut depth = 0;
                let mut item = String::new();
                for c in list.chars() {
                    match c {
                        '}' if depth == 0 => break,
                        ',' if depth == 0 => folders.push(first_word(&std::mem::take(&mut item))),
                        _ => {
                            depth += i32::from(c == '{') - i32::from(c == '}');
                            item.push(c);
                        }
                    }
                }
                folders.push(first_word(&item));
            }
        }
    }
    folders
}

/// Returns whether code in the folder `from` may import from the folder `to`.
fn may_import(from: &str, to: &str) -> bool {
    match (layer(from), layer(to)) {
        // Names that are not folders are macros and re-exports, which the compiler checks.
        (_, None) => true,
        (Some(from_layer), Some(to_layer)) => from == to || to_layer < from_layer,
        (None, Some(_)) => false,
    }
}

#[test]
fn imports_come_from_lower_layers() {
    let source = engine();
    let mut files = Vec::new();
    collect_rust_files(&source, &mut files);
    assert!(files.len() > 100, "found only {} source files", files.len());
    let mut problems = String::new();
    for file in files {
        let path = file.strip_prefix(&source).expect("below src");
        let first = path.components().next().and_then(|part| part.as_os_str().to_str()).expect("a name");
        let folder = first.trim_end_matches(".rs");
        if folder == "lib" || is_test_file(path) {
            continue;
        }
        let text = fs::read_to_string(&file).expect("the file can be read");
        for imported in imported_folders(&production_code(&text)) {
            if !may_import(folder, &imported) {
                let path = path.display();
                let _ = writeln!(
                    problems,
                    "{path}: `{folder}` is not in a higher layer than `{imported}` and must not import it."
                );
            }
        }
    }
    assert!(problems.is_empty(), "Imports must come from lower layers:\n{problems}");
}

#[test]
fn every_folder_has_a_layer() {
    let source = engine();
    for entry in fs::read_dir(source).expect("the source folder can be read") {
        let name = entry.expect("the source folder can be read").file_name();
        let name = name.to_string_lossy().trim_end_matches(".rs").to_owned();
        assert!(name == "lib" || layer(&name).is_some(), "`{name}` is missing from LAYERS.");
    }
}

#[test]
fn imports_are_found_and_upward_imports_are_rejected() {
    let code = "use crate::{choice, net::{link, wire}, world};\nfn f() -> crate::params::Field {}";
    assert_eq!(imported_folders(code), ["choice", "net", "world", "params"]);
    assert_eq!(
        imported_folders(&production_code("// see crate::world\n#[cfg(test)]\nmod tests {\nuse crate::net;")),
        [""; 0]
    );
    assert!(may_import("world", "net") && may_import("net", "net") && may_import("net", "choice"));
    assert!(!may_import("net", "world") && !may_import("protocols", "traffic"));
}
