//! `fairshare new-protocol` and `new-queue`: create a congestion control algorithm from
//! `protocols/template.rs`, or a queue discipline from `net/queues/template.rs`, and add it to its registry.
//! The project's tests cover both templates.

use std::fs;
use std::path::PathBuf;

use crate::shared::command::Run;
use crate::shared::error::CommandError;
use crate::shared::output;
use crate::shared::repository::find_repository;

/// The kinds of files that can be created from a template.
struct FromTemplate {
    /// The kind with an article, for sentences.
    what: &'static str,
    /// The Rust file, and the Markdown file with the texts.
    templates: [&'static str; 2],
    /// The type in the template that the registry names.
    template_type: &'static str,
    /// The folder of the registry, in the repository.
    folder: &'static str,
    /// The macro whose call lists the registered types.
    list: &'static str,
    guide: &'static str,
}

const PROTOCOL: FromTemplate = FromTemplate {
    what: "an algorithm",
    templates: [
        include_str!("../../../engine/src/protocols/template.rs"),
        include_str!("../../../engine/src/protocols/template.md"),
    ],
    template_type: "Template",
    folder: "sim-core/engine/src/protocols",
    list: "protocols!",
    guide: "docs/adding-an-algorithm.md",
};

const QUEUE: FromTemplate = FromTemplate {
    what: "a queue discipline",
    templates: [
        include_str!("../../../engine/src/net/queues/template.rs"),
        include_str!("../../../engine/src/net/queues/template.md"),
    ],
    template_type: "TemplateQueue",
    folder: "sim-core/engine/src/net/queues",
    list: "queues!",
    guide: "docs/adding-a-queue.md",
};

/// Create a new congestion control algorithm from a working template
#[derive(clap::Parser)]
#[command(name = "new-protocol", hide = true)]
pub struct ProtocolArgs {
    #[command(flatten)]
    new: FromTemplateArgs,
}

impl Run for ProtocolArgs {
    fn run(&self) -> Result<(), CommandError> {
        create(&PROTOCOL, &self.new)
    }
}

/// Create a new queue discipline from a working template
#[derive(clap::Parser)]
#[command(name = "new-queue", hide = true)]
pub struct QueueArgs {
    #[command(flatten)]
    new: FromTemplateArgs,
}

impl Run for QueueArgs {
    fn run(&self) -> Result<(), CommandError> {
        create(&QUEUE, &self.new)
    }
}

#[derive(clap::Args)]
struct FromTemplateArgs {
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

fn create(new: &FromTemplate, args: &FromTemplateArgs) -> Result<(), CommandError> {
    let name = args.name.as_str();
    if let Some(problem) = problem_with_name(name) {
        return Err(CommandError::input(format!("`{name}` cannot be the name of {}: {problem}.", new.what)));
    }
    let folder = find_repository(args.root.as_deref())?.join(new.folder);
    let (file, registry) = (folder.join(format!("{name}.rs")), folder.join("mod.rs"));
    // If the code of a module is in `NAME/mod.rs`, there is no file `NAME.rs`.
    if let Some(existing) = [&file, &folder.join(name)].into_iter().find(|path| path.exists()) {
        return Err(CommandError::input(format!(
            "{} already exists. Choose another name.",
            existing.display()
        )));
    }
    let text = fs::read_to_string(&registry).map_err(|error| {
        CommandError::input(format!("{}: {}", registry.display(), output::describe_io_error(&error)))
    })?;
    let registered = new.with_line(&text, name).ok_or_else(|| {
        CommandError::input(format!(
            "{} has no list `{} {{ ... }}` to which a line can be added.",
            registry.display(),
            new.list
        ))
    })?;
    let [made, texts] = new.renamed(name);
    output::write_file(&file, &made)?;
    output::write_file(&file.with_extension("md"), &texts)?;
    output::write_file(&registry, &registered)?;
    output::print(&format!(
        "Written: {}\nRegistered in: {}\n\n`npm run new` also writes its golden files and the generated files. {} explains the file.\n",
        file.display(),
        registry.display(),
        new.guide
    ))
}

/// Returns why a name is not allowed, or `None` if it is allowed.
fn problem_with_name(name: &str) -> Option<&'static str> {
    let kinds = sim_core::simulation::kinds();
    let mut others = kinds.queues.iter().chain(&kinds.sources).chain(&kinds.losses);
    let allowed_characters = name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
    if !allowed_characters || !name.starts_with(|c: char| c.is_ascii_lowercase()) {
        Some("use lower-case letters, digits and _, starting with a letter")
    } else if name.len() > 40 || name.ends_with('_') || name.contains("__") {
        Some("use at most 40 characters, and a single _ between words")
    } else if RESERVED.contains(&name) {
        Some("the name is reserved")
    } else if kinds.algorithm(name).is_some() {
        Some("an algorithm with that name exists")
    } else if others.any(|kind| kind.id == name) {
        Some("a queue discipline, source or loss rule with that name exists")
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

impl FromTemplate {
    /// The templates with another name.
    fn renamed(&self, name: &str) -> [String; 2] {
        let type_name = upper_camel_case(name);
        self.templates.map(|template| {
            template
                .replace("\"template\"", &format!("\"{name}\""))
                .replace("\"template_", &format!("\"{name}_"))
                .replace(self.template_type, &type_name)
                .replace("Template", &type_name)
        })
    }

    /// The source of the registry with one more line; `None` if its list is not found.
    fn with_line(&self, registry: &str, name: &str) -> Option<String> {
        let list = registry.rfind(&format!("\n{} {{\n", self.list))?;
        let end = list + registry[list..].find("\n}")?;
        let (before, after) = registry.split_at(end);
        Some(format!("{before}\n    {name}::{},{after}", upper_camel_case(name)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_taken_or_no_identifiers_are_refused() {
        for bad in [
            "", "Abc", "1st", "a-b", "a__b", "a_", "type", "reno", "codel", "web", "template", "../x",
            "\u{e9}",
        ] {
            assert!(problem_with_name(bad).is_some(), "{bad}");
        }
        assert!(problem_with_name(&"a".repeat(41)).is_some());
        for good in ["made_by_test", "made_by_test2"] {
            assert_eq!(problem_with_name(good), None, "{good}");
        }
    }

    #[test]
    fn the_algorithm_is_added_at_the_end_of_the_registry() {
        let registry = "macro_rules! protocols { () => {\n} }\n\nprotocols! {\n    a::A,\n    b::B,\n}\n";
        let with_my_own = PROTOCOL.with_line(registry, "my_own").unwrap();
        assert_eq!(with_my_own, registry.replace("    b::B,\n", "    b::B,\n    my_own::MyOwn,\n"));
        assert_eq!(QUEUE.with_line(registry, "my_own"), None);
    }

    #[test]
    fn every_mention_of_a_template_is_renamed() {
        for new in [PROTOCOL, QUEUE] {
            let [text, texts] = new.renamed("my_own");
            assert!(text.contains("\"my_own\"") && text.contains("pub struct MyOwn"));
            assert!(texts.starts_with("# MyOwn\n"));
            assert!(
                !(text + &texts).to_lowercase().contains("template"),
                "a mention of the template remains"
            );
        }
    }
}
