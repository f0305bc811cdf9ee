//! `fairshare new-protocol`: creates a congestion control algorithm from `protocols/template.rs`, which the project's
//! tests cover, and adds it to the registry (docs/adding-an-algorithm.md).

use std::fs;
use std::path::PathBuf;

use crate::shared::error::CommandError;
use crate::shared::output;
use crate::shared::repository::find_repository;

const TEMPLATE: &str = include_str!("../../../engine/src/protocols/template.rs");

#[derive(clap::Args)]
pub struct NewProtocolArgs {
    /// The name in documents: lower-case letters, digits and _, starting with a letter
    name: String,
    /// The repository [default: the one that contains the current folder]
    #[arg(long, value_name = "FOLDER")]
    root: Option<PathBuf>,
}

/// Keywords of Rust, and the module of the template.
const RESERVED: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop",
    "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static",
    "struct", "super", "trait", "true", "try", "type", "typeof", "union", "unsafe", "unsized", "use",
    "virtual", "where", "while", "yield", "template",
];

pub fn main(args: &NewProtocolArgs) -> Result<(), CommandError> {
    let name = args.name.as_str();
    if let Some(problem) = problem_with_name(name) {
        return Err(CommandError::input(format!("`{name}` cannot be an algorithm's name: {problem}.")));
    }
    let folder = find_repository(args.root.as_deref())?.join("sim-core/engine/src/protocols");
    let (file, registry) = (folder.join(format!("{name}.rs")), folder.join("mod.rs"));
    if file.exists() {
        return Err(CommandError::input(format!("{} already exists.", file.display())));
    }
    let text = fs::read_to_string(&registry).map_err(|error| {
        CommandError::input(format!("{}: {}", registry.display(), output::describe_io_error(&error)))
    })?;
    let registered = with_algorithm(&text, name).ok_or_else(|| {
        CommandError::input(format!(
            "{} has no list `protocols! {{ ... }}` to which a line can be added.",
            registry.display()
        ))
    })?;
    output::write_file(&file, &renamed(TEMPLATE, name))?;
    output::write_file(&registry, &registered)?;
    output::print(&format!(
        "Written: {}\nRegistered in: {}\n\nNext: `cargo test -p sim-core` tests it like all other algorithms, and `npm run gen` adds it to\n\
         the catalogue, the types and the documentation. docs/adding-an-algorithm.md explains the file.\n",
        file.display(),
        registry.display()
    ))
}

/// Returns why a name is not allowed, or `None` if it is allowed.
fn problem_with_name(name: &str) -> Option<&'static str> {
    let allowed_characters = name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
    if !allowed_characters || !name.starts_with(|c: char| c.is_ascii_lowercase()) {
        Some("use lower-case letters, digits and _, starting with a letter")
    } else if name.len() > 40 || name.ends_with('_') || name.contains("__") {
        Some("use at most 40 characters, and a single _ between words")
    } else if RESERVED.contains(&name) || name.ends_with("_rules") {
        Some("the name is reserved")
    } else if sim_core::simulation::kinds().algorithm(name).is_some() {
        Some("an algorithm with that name exists")
    } else {
        None
    }
}

/// Converts a name to upper camel case: `slow_and_steady` becomes `SlowAndSteady`.
fn upper_camel_case(name: &str) -> String {
    let word = |word: &str| {
        let (first, rest) = word.split_at(1);
        first.to_ascii_uppercase() + rest
    };
    name.split('_').filter(|part| !part.is_empty()).map(word).collect()
}

/// The template with the name of the new algorithm.
fn renamed(template: &str, name: &str) -> String {
    template.replace("\"template\"", &format!("\"{name}\"")).replace("Template", &upper_camel_case(name))
}

/// The source of the registry with one more algorithm; `None` if its list is not found.
fn with_algorithm(registry: &str, name: &str) -> Option<String> {
    let list = registry.rfind("\nprotocols! {\n")?;
    let end = list + registry[list..].find("\n}")?;
    let (before, after) = registry.split_at(end);
    Some(format!("{before}\n    {name}::{},{after}", upper_camel_case(name)))
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
            assert!(problem_with_name(bad).is_some(), "{bad}");
        }
        assert!(problem_with_name(&"a".repeat(41)).is_some());
        for good in ["mine", "my_own2"] {
            assert_eq!(problem_with_name(good), None, "{good}");
        }
    }

    #[test]
    fn the_algorithm_is_added_at_the_end_of_the_registry() {
        let registry = "macro_rules! protocols { () => {\n} }\n\nprotocols! {\n    a::A,\n    b::B,\n}\n";
        let with_my_own = with_algorithm(registry, "my_own").unwrap();
        assert_eq!(with_my_own, registry.replace("    b::B,\n", "    b::B,\n    my_own::MyOwn,\n"));
        assert_eq!(with_algorithm("nothing", "x"), None);
    }

    #[test]
    fn every_mention_of_the_template_is_renamed() {
        let text = renamed(TEMPLATE, "my_own");
        assert!(text.contains("= \"my_own\";") && text.contains("pub struct MyOwn"));
        assert!(!text.to_lowercase().contains("template"), "a mention of the template remains");
    }
}
