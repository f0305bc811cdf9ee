//! `fairshare new-protocol`: writes a working congestion control algorithm to start from, and its line in the registry
//! (docs/adding-an-algorithm.md). What is written is `protocols/template.rs`, which the project's own tests run.

use std::fs;
use std::path::PathBuf;

use crate::failure::Failure;
use crate::r#gen::repository;
use crate::output;

const TEMPLATE: &str = include_str!("../../src/protocols/template.rs");

#[derive(clap::Args)]
pub struct Args {
    /// Its name in documents: small letters, digits and _, beginning with a letter
    name: String,
    /// The repository [default: the one that the current folder is in]
    #[arg(long, value_name = "FOLDER")]
    root: Option<PathBuf>,
}

/// Words that Rust keeps for itself, and modules that the folder has besides algorithms.
const TAKEN: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop",
    "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static",
    "struct", "super", "trait", "true", "try", "type", "typeof", "union", "unsafe", "unsized", "use",
    "virtual", "where", "while", "yield", "template",
];

pub fn main(args: &Args) -> Result<(), Failure> {
    let name = args.name.as_str();
    if let Some(problem) = bad_name(name) {
        return Err(Failure::input(format!("`{name}` cannot be an algorithm's name: {problem}.")));
    }
    let folder = repository(args.root.as_deref())?.join("sim-core/src/protocols");
    let (file, registry) = (folder.join(format!("{name}.rs")), folder.join("mod.rs"));
    if file.exists() {
        return Err(Failure::input(format!("There is a {} already.", file.display())));
    }
    let text = fs::read_to_string(&registry)
        .map_err(|error| Failure::input(format!("{}: {}", registry.display(), output::why(&error))))?;
    let registered = with_line(&text, name).ok_or_else(|| {
        Failure::input(format!("{} has no list `protocols! {{ ... }}` to add a line to.", registry.display()))
    })?;
    output::write_file(&file, &named(TEMPLATE, name))?;
    output::write_file(&registry, &registered)?;
    output::print(&format!(
        "Written: {}\nRegistered in: {}\n\nNext: `cargo test -p sim-core` tests it with all others, `npm run gen` puts it into the\n\
         catalogue, the types and the docs. docs/adding-an-algorithm.md goes through the file.\n",
        file.display(),
        registry.display()
    ))
}

fn bad_name(name: &str) -> Option<&'static str> {
    let letters = name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
    if !letters || !name.starts_with(|c: char| c.is_ascii_lowercase()) {
        Some("use small letters, digits and _, beginning with a letter")
    } else if name.len() > 40 || name.ends_with('_') || name.contains("__") {
        Some("use at most 40 characters, and single _ between words")
    } else if TAKEN.contains(&name) || name.ends_with("_rules") {
        Some("the name is taken")
    } else if sim_core::simulation::kinds().algorithm(name).is_some() {
        Some("there is an algorithm of that name")
    } else {
        None
    }
}

/// `slow_and_steady` becomes `SlowAndSteady`.
fn pascal(name: &str) -> String {
    let word = |word: &str| {
        let (first, rest) = word.split_at(1);
        first.to_ascii_uppercase() + rest
    };
    name.split('_').filter(|part| !part.is_empty()).map(word).collect()
}

/// The template under another name.
fn named(template: &str, name: &str) -> String {
    template.replace("\"template\"", &format!("\"{name}\"")).replace("Template", &pascal(name))
}

/// The registry's source with one more algorithm.
fn with_line(registry: &str, name: &str) -> Option<String> {
    let list = registry.rfind("\nprotocols! {\n")?;
    let end = list + registry[list..].find("\n}")?;
    let (before, after) = registry.split_at(end);
    Some(format!("{before}\n    {name}::{},{after}", pascal(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_checked() {
        for bad in [
            "",
            "Abc",
            "1st",
            "a-b",
            "a__b",
            "a_",
            "type",
            "reno",
            "template",
            "reno_rules",
            "../x",
            "\u{e9}",
        ] {
            assert!(bad_name(bad).is_some(), "{bad}");
        }
        assert!(bad_name(&"a".repeat(41)).is_some());
        for good in ["mine", "my_own2"] {
            assert_eq!(bad_name(good), None, "{good}");
        }
    }

    #[test]
    fn the_registry_gets_one_line_at_its_end() {
        let registry = "macro_rules! protocols { () => {\n} }\n\nprotocols! {\n    a::A,\n    b::B,\n}\n";
        let with = with_line(registry, "my_own").unwrap();
        assert_eq!(with, registry.replace("    b::B,\n", "    b::B,\n    my_own::MyOwn,\n"));
        assert_eq!(with_line("nothing", "x"), None);
    }

    #[test]
    fn every_mention_of_the_template_gets_the_name() {
        let text = named(TEMPLATE, "my_own");
        assert!(text.contains("= \"my_own\";") && text.contains("pub struct MyOwn"));
        assert!(!text.to_lowercase().contains("template"), "a mention is left");
    }
}
