//! `fairshare catalog` and `fairshare schema`: the algorithms, sources, queue disciplines, loss rules and
//! settings that a document can name.

use fairshare_measures::compare::Comparison;
use std::fmt::Write as _;

use sim_core::catalogue::{catalogue, json_schema, output_schema, result_schema};
use sim_core::describe::KindInfo;
use sim_core::ground::json::shape::ToJson as _;
use sim_core::params::{Field, FieldKind, quantity, suggestion};
use sim_core::scenario::share_link::examples;
use sim_core::simulation::kinds;

use crate::commands::validate::Checks;
use crate::features::{FEATURES, Schema};
use crate::shared::command::Run;
use crate::shared::error::CommandError;
use crate::shared::output;

/// List the algorithms, sources, queue disciplines, loss rules and examples, or describe one of them
#[derive(clap::Parser)]
#[command(
    name = "catalog",
    after_help = "Examples:\n  fairshare catalog cubic\n  fairshare catalog near-far > mine.json"
)]
pub struct CatalogArgs {
    /// An algorithm, source, queue discipline or loss rule to describe with its settings, or an example whose document to print
    name: Option<String>,
    /// Print everything as JSON
    #[arg(long, conflicts_with = "name")]
    json: bool,
}

impl Run for CatalogArgs {
    fn run(&self) -> Result<(), CommandError> {
        let kinds = kinds();
        if self.json {
            return output::print(&format!("{:#}\n", catalogue(kinds)));
        }
        if let Some(name) = &self.name {
            return output::print(&describe(name)?);
        }
        let mut text = String::from("Algorithms\n");
        for info in &kinds.algorithms {
            write_entry(&mut text, info.id, info.summary);
        }
        for (heading, parts) in
            [("Sources", &kinds.sources), ("Queues", &kinds.queues), ("Losses", &kinds.losses)]
        {
            let _ = writeln!(text, "\n{heading}");
            for part in parts {
                write_entry(&mut text, part.id, first_sentence(part.doc));
            }
        }
        text.push_str("\nExamples, which `fairshare run NAME` runs\n");
        for (name, document) in examples() {
            write_entry(&mut text, &name, document["title"].as_str().unwrap_or_default());
        }
        text.push_str("\n`fairshare catalog NAME` lists the settings of an algorithm, a source, a queue or a loss rule, and prints the document of an example.\n");
        output::print(&text)
    }
}

fn describe(name: &str) -> Result<String, CommandError> {
    let kinds = kinds();
    let mut text = String::new();
    if let Some(info) = kinds.algorithm(name) {
        let _ = writeln!(text, "{} ({})\n{}\n\nSettings", info.name, info.id, info.summary);
        write_settings(&mut text, &info.fields);
        for reference in &info.references {
            let _ = writeln!(text, "\n{}\n  {}", reference.title, reference.url);
        }
        return Ok(text);
    }
    let examples = examples();
    if let Some((_, document)) = examples.iter().find(|(id, _)| id == name) {
        return Ok(format!("{document:#}\n"));
    }
    let parts = || kinds.sources.iter().chain(&kinds.queues).chain(&kinds.losses);
    let Some(part) = parts().find(|part: &&KindInfo| part.id == name) else {
        let ids = kinds.algorithms.iter().map(|info| info.id).chain(parts().map(|part| part.id));
        let ids = ids.chain(examples.iter().map(|(id, _)| id.as_str()));
        let hint = suggestion(name, ids).map_or_else(String::new, |near| format!(" Did you mean `{near}`?"));
        return Err(CommandError::input(format!(
            "Unknown name `{name}`.{hint} `fairshare catalog` lists all names."
        )));
    };
    let _ = writeln!(text, "{} ({})\n{}\n\nSettings", part.name, part.id, part.doc);
    write_settings(&mut text, &part.fields);
    Ok(text)
}

fn write_entry(text: &mut String, id: &str, description: &str) {
    let _ = writeln!(text, "  {id:<18} {description}");
}

fn first_sentence(doc: &str) -> &str {
    doc.split_inclusive(". ").next().unwrap_or(doc).trim_end()
}

fn write_settings(text: &mut String, fields: &[Field]) {
    if fields.is_empty() {
        text.push_str("  none\n");
    }
    for field in fields {
        let default = match &field.default {
            Some(value) => match value.as_f64() {
                Some(x) => quantity(x, field.unit),
                None => value.to_string(),
            },
            None => "required".to_owned(),
        };
        let _ = writeln!(text, "  {:<22} {default:<16} {}", field.name, first_sentence(&field.doc));
        for given in &field.given {
            let values = given.values.join(", ");
            let _ = writeln!(text, "  {:<22} {:<16} if {} is {values}", "", given.value.0, given.setting);
        }
        if let FieldKind::Choice(choices) = &field.kind {
            for choice in choices {
                let _ = writeln!(text, "  {:<22} {:<16}   {}: {}", "", "", choice.value, choice.doc);
            }
        }
    }
}

/// Print the JSON Schema of scenario documents, or of what a command prints
#[derive(clap::Parser)]
#[command(name = "schema")]
pub struct SchemaArgs {
    /// The schema of what this command prints with --json [default: run]
    #[arg(long, value_name = "COMMAND", num_args = 0..=1, default_missing_value = "run")]
    results: Option<String>,
}

impl Run for SchemaArgs {
    fn run(&self) -> Result<(), CommandError> {
        let own: [Schema; 3] = [
            ("run", result_schema),
            ("compare", || output_schema("Comparison of two Fairshare scenarios", &Comparison::shape())),
            ("validate", || output_schema("Checks of Fairshare scenarios", &Checks::shape())),
        ];
        let all = own.iter().chain(FEATURES.iter().flat_map(|feature| feature.schemas));
        let schema = match &self.results {
            None => json_schema(kinds()),
            Some(command) => match all.clone().find(|(name, _)| name == command) {
                Some((_, schema)) => schema(),
                None => {
                    let names = all.map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
                    return Err(CommandError::input(format!(
                        "`{command}` has no schema of what it prints. These commands have one: {names}."
                    )));
                }
            },
        };
        output::print(&format!("{schema:#}\n"))
    }
}
