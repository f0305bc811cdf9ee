//! Generates the functions with which Python programs build documents: one for each part of a document,
//! algorithm, source, queue discipline, network and loss rule, with the settings as keyword arguments.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::Value;

use crate::{FORMAT, schema};
use sim_engine::describe::{Kinds, Signal};
use sim_engine::params::{Field, FieldKind, Variant, join};

/// Paths in the document whose values are built by a function, and its name.
const FUNCTIONS: &[(&str, &str)] = &[
    ("", "scenario"),
    ("network.forward", "link"),
    ("network.reverse", "link"),
    ("network.links[].forward", "link"),
    ("network.links[].reverse", "link"),
    ("flows[]", "flow"),
    ("timeline[]", "change"),
    ("measure.windows[]", "window"),
];

/// Paths in the document whose values are built by one of several functions, and the name of the class that
/// contains them.
const CLASSES: &[(&str, &str)] = &[
    ("network", "networks"),
    ("network.forward.queue", "queues"),
    ("network.forward.loss[]", "losses"),
    ("network.forward.schedule", "schedules"),
    ("flows[].source", "sources"),
];

const HEAD: &str = r#""""Builds parts of scenario documents, with the settings as keyword arguments.

Generated from the simulator's declarations by `npm run gen`. Do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict

from fairshare._building import UNSET, Algorithm, Document, Limit, Span
from fairshare._building import document as _document
from fairshare._building import given as _given
from fairshare._building import with_arguments as _with_arguments

__all__ = [
"#;

/// The text of `sim-core/python/python/fairshare/build.py`. The text about an argument that several functions
/// have is stated once, in a table from which `with_arguments` completes the docstrings.
pub fn python(kinds: &Kinds) -> String {
    let mut counts = PythonWriter::default();
    write_module(&mut counts, kinds);
    let mut writer = PythonWriter { shared: shared_texts(counts.described), ..PythonWriter::default() };
    write_module(&mut writer, kinds)
}

/// The text about each argument that several functions describe in the same words. If an argument has several
/// such texts, the text of the most functions is shared, and the functions with other texts keep their own.
fn shared_texts(described: BTreeMap<(String, String), usize>) -> BTreeMap<String, String> {
    let mut most: BTreeMap<String, (usize, String)> = BTreeMap::new();
    for ((name, text), count) in described {
        if count > most.get(&name).map_or(1, |(known, _)| *known) {
            most.insert(name, (count, text));
        }
    }
    most.into_iter().map(|(name, (_, text))| (name, text)).collect()
}

fn write_module(writer: &mut PythonWriter, kinds: &Kinds) -> String {
    let document = schema::document(kinds);
    writer.type_of(document, "");
    let mut ids = String::new();
    let texts: [(&str, Vec<&str>); 6] = [
        ("AlgorithmId", kinds.algorithms.iter().map(|info| info.id).collect()),
        ("SourceKind", kinds.sources.iter().map(|info| info.id).collect()),
        ("QueueKind", kinds.queues.iter().map(|info| info.id).collect()),
        ("LossKind", kinds.losses.iter().map(|info| info.id).collect()),
        ("FlowSignal", flow_signals(kinds)),
        ("LinkSignal", link_signals(kinds)),
    ];
    for (name, texts) in texts {
        let _ = writeln!(ids, "\n{name} = {}", literal(&texts));
        writer.names.push(name.to_owned());
    }
    let mut algorithms =
        "\n\nclass algorithms:\n    \"\"\"The algorithms, each with its parameters.\"\"\"\n".to_owned();
    for info in &kinds.algorithms {
        let about = format!("{}: {}", info.name, info.summary);
        let signature =
            FunctionSignature { name: info.id, fields: &info.fields, path: "params", positional: &[] };
        let call = format!("Algorithm(\"{}\", _given(locals()))", info.id);
        let method = writer.function(&signature, &about, "Algorithm", &call, true);
        algorithms.push_str(&method);
    }
    writer.names.push("algorithms".to_owned());
    writer.names.sort();
    let mut text = HEAD.to_owned();
    for name in &writer.names {
        let _ = writeln!(text, "    \"{name}\",");
    }
    text.push_str("]\n");
    text.push_str(&ids);
    text.push_str("\n_ARGUMENTS = {\n");
    for (name, about) in &writer.shared {
        let _ = writeln!(text, "    \"{name}\": \"{}\",", about.replace('"', "\\\""));
    }
    text.push_str("}\n\n_described = _with_arguments(_ARGUMENTS)\n");
    for declaration in [&writer.types, &writer.definitions] {
        text.push_str(declaration);
    }
    text.push_str(&algorithms);
    text
}

/// The IDs of signals in the order of their first occurrence.
fn unique<'a>(signals: impl Iterator<Item = &'a Signal>) -> Vec<&'a str> {
    let mut ids = Vec::new();
    for signal in signals {
        if !ids.contains(&signal.id) {
            ids.push(signal.id);
        }
    }
    ids
}

fn flow_signals(kinds: &Kinds) -> Vec<&str> {
    let own = kinds.algorithms.iter().flat_map(|info| &info.signals);
    let sources = kinds.sources.iter().flat_map(|info| &info.signals);
    unique(kinds.flow_signals.iter().chain(own).chain(sources))
}

fn link_signals(kinds: &Kinds) -> Vec<&str> {
    unique(kinds.link_signals.iter().chain(kinds.queues.iter().flat_map(|info| &info.signals)))
}

fn literal(texts: &[&str]) -> String {
    let quoted: Vec<String> = texts.iter().map(|text| format!("\"{text}\"")).collect();
    format!("Literal[{}]", quoted.join(", "))
}

/// Converts a path to Pascal case, with the entries of lists in the singular: `flows[].access` becomes
/// `FlowAccess`.
fn pascal(path: &str) -> String {
    let words = path.split(['_', '-', '.']).map(|word| {
        let singular = word.strip_suffix("[]").map(|list| list.strip_suffix('s').unwrap_or(list));
        let mut letters = singular.unwrap_or(word).chars();
        let first = letters.next().map(|c| c.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    });
    words.collect()
}

/// The names that Python reserves and that settings have.
fn is_keyword(name: &str) -> bool {
    matches!(
        name,
        "from"
            | "lambda"
            | "in"
            | "is"
            | "not"
            | "or"
            | "and"
            | "with"
            | "class"
            | "def"
            | "for"
            | "if"
            | "pass"
    )
}

/// The name of an argument: a reserved name ends in an underscore, which `given` removes.
fn argument(name: &str) -> String {
    if is_keyword(name) { format!("{name}_") } else { name.to_owned() }
}

/// A value as Python writes it.
fn python_value(value: &Value) -> String {
    match value {
        Value::Null => "None".to_owned(),
        Value::Bool(true) => "True".to_owned(),
        Value::Bool(false) => "False".to_owned(),
        other => other.to_string(),
    }
}

/// Text within a docstring.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace("\"\"\"", "'''").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a field states the format of the document. The functions state it.
fn is_format(field: &Field) -> bool {
    field.name == "v"
}

/// The help text of an argument, with its unit and default.
fn about_argument(field: &Field) -> String {
    let mut facts = Vec::new();
    if !field.unit.is_empty() {
        facts.push(format!("in {}", field.unit));
    }
    if matches!(field.kind, FieldKind::Code { .. }) {
        facts.push("default: the example program for Reno".to_owned());
    } else if let Some(default) = &field.default {
        facts.push(format!("default {}", python_value(default)));
    }
    let facts = if facts.is_empty() { String::new() } else { format!(" ({})", facts.join("; ")) };
    format!("{}{facts}", escaped(&field.doc))
}

/// The name and the arguments of a function.
struct FunctionSignature<'a> {
    name: &'a str,
    fields: &'a [Field],
    /// The path of the fields' object.
    path: &'a str,
    /// Optional fields that can be given without their names.
    positional: &'a [&'a str],
}

#[derive(Default)]
struct PythonWriter {
    /// Typed dictionaries for objects that have no function.
    types: String,
    /// Functions, and classes of functions.
    definitions: String,
    /// The names of everything that the module defines.
    names: Vec<String>,
    /// The kind of network whose settings are written.
    network: &'static str,
    /// Number of functions that have an argument with this name and text.
    described: BTreeMap<(String, String), usize>,
    /// The text about each argument that several functions have.
    shared: BTreeMap<String, String>,
}

impl PythonWriter {
    fn add_name(&mut self, name: &str) -> bool {
        let is_new = self.names.iter().all(|known| known != name);
        if is_new {
            self.names.push(name.to_owned());
        }
        is_new
    }

    /// The type of a field. Adds the definitions that the type needs.
    fn type_of(&mut self, field: &Field, path: &str) -> String {
        let non_null = match &field.kind {
            FieldKind::Number => "float".to_owned(),
            FieldKind::Integer => "int".to_owned(),
            FieldKind::Boolean => "bool".to_owned(),
            FieldKind::Text { .. } | FieldKind::Code { .. } | FieldKind::Id => "str".to_owned(),
            FieldKind::Settings { .. } => "Mapping[str, float | bool]".to_owned(),
            FieldKind::Choice(_) if field.name == "algorithm" => "AlgorithmId | Algorithm".to_owned(),
            FieldKind::Choice(choices) => {
                literal(&choices.iter().map(|choice| choice.value).collect::<Vec<_>>())
            }
            FieldKind::Range => "Span".to_owned(),
            FieldKind::Limit => "Limit".to_owned(),
            FieldKind::List { item, .. } => format!("Sequence[{}]", self.type_of(item, &format!("{path}[]"))),
            FieldKind::Params { .. } => "Mapping[str, Any]".to_owned(),
            FieldKind::ValueOf { .. } => "Any".to_owned(),
            FieldKind::Object(fields) => self.object(field, fields, path),
            FieldKind::Variant(variants) => self.variants(field, variants, path),
        };
        if field.nullable { format!("{non_null} | None") } else { non_null }
    }

    /// The type of an object: the result of its function, or a typed dictionary.
    fn object(&mut self, field: &Field, fields: &[Field], path: &str) -> String {
        if let Some((_, name)) = FUNCTIONS.iter().find(|(known, _)| *known == path) {
            if self.add_name(name) {
                let positional: &[&str] = if *name == "flow" { &["algorithm"] } else { &[] };
                let signature = FunctionSignature { name, fields, path, positional };
                let call = match fields.iter().find(|field| is_format(field)) {
                    Some(format) => {
                        format!("_document({{\"{}\": {FORMAT}, **_given(locals())}})", format.name)
                    }
                    None => "_document(_given(locals()))".to_owned(),
                };
                let function = self.function(&signature, &field.doc, "Document", &call, false);
                self.definitions.push_str(&function);
            }
            return "Document".to_owned();
        }
        let name = match path.strip_prefix("network.forward.") {
            Some(within) => pascal(within),
            // Networks of different kinds have different links.
            None => pascal(&path.replace("network", self.network)),
        };
        if self.add_name(&name) {
            let members: Vec<(String, String)> = fields
                .iter()
                .map(|field| (field.name.to_owned(), self.type_of(field, &join(path, field.name))))
                .collect();
            let doc = escaped(&field.doc);
            let text = if fields.iter().any(|field| is_keyword(field.name)) {
                let members: String =
                    members.iter().map(|(name, kind)| format!("\n        \"{name}\": \"{kind}\",")).collect();
                format!(
                    "\n\n{name} = TypedDict(\n    \"{name}\",\n    {{{members}\n    }},\n    total=False,\n)\n"
                )
            } else {
                let members: String =
                    members.iter().map(|(name, kind)| format!("    {name}: {kind}\n")).collect();
                let doc = if doc.is_empty() { doc } else { format!("    \"\"\"{doc}\"\"\"\n\n") };
                format!("\n\nclass {name}(TypedDict, total=False):\n{doc}{members}")
            };
            self.types.push_str(&text);
        }
        name
    }

    /// The type of an object with variants, which a class with a function for each variant builds.
    fn variants(&mut self, field: &Field, variants: &[Variant], path: &str) -> String {
        let class = CLASSES.iter().find(|(known, _)| *known == path);
        let class = class.map_or_else(|| pascal(path), |(_, name)| (*name).to_owned());
        if self.add_name(&class) {
            let mut text = format!("\n\nclass {class}:\n    \"\"\"{}\"\"\"\n", escaped(&field.doc));
            for variant in variants {
                if path == "network" {
                    self.network = variant.value;
                }
                let signature =
                    FunctionSignature { name: variant.value, fields: &variant.fields, path, positional: &[] };
                let call = format!("_document({{\"kind\": \"{}\", **_given(locals())}})", variant.value);
                let method = self.function(&signature, &variant.doc, "Document", &call, true);
                text.push_str(&method);
            }
            self.definitions.push_str(&text);
        }
        "Document".to_owned()
    }

    /// A function, or a method of a class. Required fields come first and need no name.
    fn function(
        &mut self,
        signature: &FunctionSignature<'_>,
        about: &str,
        result: &str,
        call: &str,
        is_method: bool,
    ) -> String {
        let indent = if is_method { "    " } else { "" };
        let fields: Vec<&Field> = signature.fields.iter().filter(|field| !is_format(field)).collect();
        let is_named = |field: &Field| field.default.is_some() && !signature.positional.contains(&field.name);
        let mut arguments = String::new();
        for field in fields.iter().filter(|field| !is_named(field)) {
            arguments.push_str(&self.argument(field, signature.path, indent));
        }
        if fields.iter().any(|field| is_named(field)) {
            let _ = write!(arguments, "\n{indent}    *,");
        }
        for field in fields.iter().filter(|field| is_named(field)) {
            arguments.push_str(&self.argument(field, signature.path, indent));
        }
        if !arguments.is_empty() {
            let _ = write!(arguments, "\n{indent}");
        }
        let described: Vec<(String, String)> =
            fields.iter().map(|field| (argument(field.name), about_argument(field))).collect();
        let (shared, own): (Vec<_>, Vec<_>) =
            described.into_iter().partition(|(name, text)| self.shared.get(name) == Some(text));
        let mut text = if is_method { "\n    @staticmethod\n".to_owned() } else { "\n\n".to_owned() };
        if !shared.is_empty() {
            let _ = writeln!(text, "{indent}@_described");
        }
        let name = argument(signature.name);
        let _ = write!(
            text,
            "{indent}def {name}({arguments}) -> {result}:\n{indent}    \"\"\"{}",
            escaped(about)
        );
        if !own.is_empty() {
            let _ = write!(text, "\n\n{indent}    Args:");
            for (name, about) in &own {
                let _ = write!(text, "\n{indent}        {name}: {about}");
            }
            let _ = write!(text, "\n{indent}    ");
        }
        for described in own {
            *self.described.entry(described).or_default() += 1;
        }
        let _ = writeln!(text, "\"\"\"\n{indent}    return {call}");
        text
    }

    /// The declaration of an argument.
    fn argument(&mut self, field: &Field, path: &str, indent: &str) -> String {
        let kind = self.type_of(field, &join(path, field.name));
        let default = if field.default.is_some() { " = UNSET" } else { "" };
        format!("\n{indent}    {}: {kind}{default},", argument(field.name))
    }
}
