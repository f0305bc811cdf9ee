//! `fairshare catalog` and `fairshare schema`: what a document may say.

use std::fmt::Write as _;

use sim_core::catalogue::{catalogue, json_schema};
use sim_core::describe::KindInfo;
use sim_core::params::{Field, FieldKind, quantity};
use sim_core::simulation::kinds;

use crate::failure::Failure;
use crate::output;

#[derive(clap::Args)]
pub struct Args {
    /// Show one algorithm, source, queue or loss with its settings
    name: Option<String>,
    /// Print everything as JSON
    #[arg(long, conflicts_with = "name")]
    json: bool,
}

pub fn main(args: &Args) -> Result<(), Failure> {
    let kinds = kinds();
    if args.json {
        return output::print(&format!("{:#}\n", catalogue(&kinds)));
    }
    if let Some(name) = &args.name {
        return output::print(&details(name)?);
    }
    let mut text = String::from("Algorithms\n");
    for info in &kinds.algorithms {
        line(&mut text, info.id, info.summary);
    }
    for (heading, parts) in
        [("Sources", &kinds.sources), ("Queues", &kinds.queues), ("Losses", &kinds.losses)]
    {
        let _ = writeln!(text, "\n{heading}");
        for part in parts {
            line(&mut text, part.id, first_sentence(part.doc));
        }
    }
    text.push_str("\n`fairshare catalog NAME` lists the settings of one of them.\n");
    output::print(&text)
}

fn details(name: &str) -> Result<String, Failure> {
    let kinds = kinds();
    let mut text = String::new();
    if let Some(info) = kinds.algorithm(name) {
        let _ = writeln!(text, "{} ({})\n{}\n\nSettings", info.name, info.id, info.summary);
        settings(&mut text, &info.fields);
        for reference in info.references {
            let _ = writeln!(text, "\n{}\n  {}", reference.title, reference.url);
        }
        return Ok(text);
    }
    let mut parts = kinds.sources.iter().chain(&kinds.queues).chain(&kinds.losses);
    let Some(part) = parts.find(|part: &&KindInfo| part.id == name) else {
        return Err(Failure::input(format!(
            "There is nothing called `{name}`. `fairshare catalog` lists what there is."
        )));
    };
    let _ = writeln!(text, "{} ({})\n{}\n\nSettings", part.name, part.id, part.doc);
    settings(&mut text, &part.fields);
    Ok(text)
}

fn line(text: &mut String, id: &str, what: &str) {
    let _ = writeln!(text, "  {id:<12} {what}");
}

fn first_sentence(doc: &str) -> &str {
    doc.split_inclusive(". ").next().unwrap_or(doc).trim_end()
}

fn settings(text: &mut String, fields: &[Field]) {
    if fields.is_empty() {
        text.push_str("  none of its own\n");
    }
    for field in fields {
        let default = match &field.default {
            Some(value) => match value.as_f64() {
                Some(x) => quantity(x, field.unit),
                None => value.to_string(),
            },
            None => "must be given".to_owned(),
        };
        let _ = writeln!(text, "  {:<22} {default:<16} {}", field.name, first_sentence(&field.doc));
        if let FieldKind::Choice(choices) = &field.kind {
            for choice in choices {
                let _ = writeln!(text, "  {:<22} {:<16}   {}: {}", "", "", choice.value, choice.doc);
            }
        }
    }
}

pub fn schema() -> Result<(), Failure> {
    output::print(&format!("{:#}\n", json_schema(&kinds())))
}
