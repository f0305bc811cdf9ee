//! Type names in the simulator are unambiguous: no two structs, enums, traits, unions or type aliases have
//! the same name.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Names that several types may have, each with the reason.
const EXCEPTIONS: &[(&str, &str)] =
    &[("Params", "the settings of a protocol, source or queue discipline, one group in each file")];

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

/// The name that a line declares, if it declares a type. Aliases count only without indentation: an indented
/// alias is an associated type, whose name comes from its trait.
fn declared_type(line: &str) -> Option<&str> {
    let mut declaration = line.trim_start();
    if let Some(public) = declaration.strip_prefix("pub") {
        let public = public.trim_start();
        let scoped = public.strip_prefix('(').and_then(|scope| scope.split_once(')'));
        declaration = scoped.map_or(public, |(_, after)| after.trim_start());
    }
    let (keyword, name) = declaration.split_once(' ')?;
    let is_alias = keyword == "type" && !line.starts_with(' ');
    if !is_alias && !["struct", "enum", "trait", "union"].contains(&keyword) {
        return None;
    }
    let name = name.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
    name.starts_with(|c: char| c.is_ascii_uppercase()).then_some(name)
}

#[test]
fn every_type_name_is_declared_once() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("is in a folder");
    let mut files = Vec::new();
    for folder in ["simulation/src", "document/src", "engine/src"] {
        collect_rust_files(&source.join(folder), &mut files);
    }
    files.sort();
    let mut files_by_name: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in &files {
        let text = fs::read_to_string(file).expect("a source file can be read");
        let file_name = file.strip_prefix(source).expect("a file below the folder").display().to_string();
        for name in text.lines().filter_map(declared_type) {
            files_by_name.entry(name.to_owned()).or_default().push(file_name.clone());
        }
    }
    assert!(files_by_name.len() > 200, "only {} types were found", files_by_name.len());
    let is_exception = |name: &str| EXCEPTIONS.iter().any(|(exception, _)| *exception == name);
    let repeated: Vec<_> =
        files_by_name.iter().filter(|(name, files)| files.len() > 1 && !is_exception(name)).collect();
    assert!(repeated.is_empty(), "these type names are declared more than once: {repeated:#?}");
    for (name, reason) in EXCEPTIONS {
        assert!(
            files_by_name.get(*name).is_some_and(|files| files.len() > 1),
            "{name} ({reason}) is not declared more than once and needs no exception"
        );
    }
}

#[test]
fn declarations_are_recognized() {
    assert_eq!(declared_type("pub struct Link {"), Some("Link"));
    assert_eq!(declared_type("    pub(super) enum Fate<'a> {"), Some("Fate"));
    assert_eq!(declared_type("type Around<'a> = (&'a str,);"), Some("Around"));
    assert_eq!(declared_type("    type Link<'a> = Other<'a>;"), None);
    assert_eq!(declared_type("/// A struct Link"), None);
    assert_eq!(declared_type("export type Limit ="), None);
}
