//! Writes generated JSON files: a part that occurs more than once is stated once, and each entry has a line.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde_json::{Map, Value, json};

/// Shorter parts are repeated, because a reference would not be shorter.
const MIN_LENGTH: usize = 60;
/// A list or object that is not longer is written on one line.
const LINE_LENGTH: usize = 100;

/// The keys that identify objects of the catalogue and of the JSON Schema, for [`share`].
pub const CATALOGUE_NAMES: &[&str] = &["id", "name", "value", "title", "caption"];
pub const SCHEMA_NAMES: &[&str] = &["description"];

/// Moves the objects that occur more than once into `$defs`, and replaces them by `{"$ref": "#/$defs/NAME"}`.
/// `names` are the keys whose text identifies an object. Objects that have none of these keys stay where they
/// are. A definition is named by that text, if it can be part of a reference, or by the key of the object.
pub fn share(mut value: Value, names: &[&str]) -> Value {
    let mut sharing = Sharing { names, ..Sharing::default() };
    sharing.count(&value);
    // Definitions that the value already has keep their names.
    let own = value.as_object_mut().and_then(|object| object.remove("$defs")).unwrap_or_else(|| json!({}));
    sharing.definitions = own.as_object().cloned().unwrap_or_default();
    for (name, definition) in own.as_object().into_iter().flatten() {
        let shared = sharing.shared_members(definition, name);
        sharing.definitions.insert(name.clone(), shared);
    }
    let mut shared = sharing.shared_members(&value, "");
    if let Some(object) = shared.as_object_mut() {
        object.insert("$defs".to_owned(), Value::Object(sharing.definitions));
    }
    shared
}

#[derive(Default)]
struct Sharing<'a> {
    names: &'a [&'a str],
    /// The texts of all objects, and the texts that occur more than once.
    seen: BTreeSet<String>,
    repeated: BTreeSet<String>,
    /// The name of the definition of each text.
    defined: BTreeMap<String, String>,
    definitions: Map<String, Value>,
}

impl Sharing<'_> {
    fn identity<'v>(&self, value: &'v Value) -> Option<&'v str> {
        self.names.iter().find_map(|name| value.get(*name)?.as_str())
    }

    fn count(&mut self, value: &Value) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| self.count(item)),
            Value::Object(members) => {
                if self.identity(value).is_some() {
                    let text = value.to_string();
                    if text.len() >= MIN_LENGTH && !self.seen.insert(text.clone()) {
                        self.repeated.insert(text);
                        return;
                    }
                }
                members.values().for_each(|member| self.count(member));
            }
            _ => {}
        }
    }

    /// The value, or a reference to its definition. `key` is the key of the value, or the key of the list
    /// that contains it.
    fn shared(&mut self, value: &Value, key: &str) -> Value {
        let Some(identity) = self.identity(value) else { return self.shared_members(value, key) };
        let text = value.to_string();
        if !self.repeated.contains(&text) {
            return self.shared_members(value, key);
        }
        if let Some(name) = self.defined.get(&text) {
            return reference(name);
        }
        let definition = self.shared_members(value, key);
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let base = if identity.chars().all(is_word) { identity } else { key };
        let mut name = base.to_owned();
        let mut number = 1;
        while self.definitions.contains_key(&name) {
            number += 1;
            name = format!("{base}_{number}");
        }
        self.definitions.insert(name.clone(), definition);
        self.defined.insert(text, name.clone());
        reference(&name)
    }

    fn shared_members(&mut self, value: &Value, key: &str) -> Value {
        match value {
            Value::Array(items) => items.iter().map(|item| self.shared(item, key)).collect(),
            Value::Object(members) => Value::Object(
                members.iter().map(|(key, member)| (key.clone(), self.shared(member, key))).collect(),
            ),
            other => other.clone(),
        }
    }
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}") })
}

/// The text of a JSON file. An object or list is on one line if it is short, or if it contains no further
/// objects and lists except references.
pub fn lines(value: &Value) -> String {
    let mut text = String::new();
    write_lines(value, 0, &mut text);
    text.push('\n');
    text
}

fn write_lines(value: &Value, indent: usize, text: &mut String) {
    let is_nested = |value: &Value| {
        value.is_array() || value.as_object().is_some_and(|members| !members.contains_key("$ref"))
    };
    let compact = value.to_string();
    let (brackets, has_nested) = match value {
        Value::Array(items) => ("[]", items.iter().any(is_nested)),
        Value::Object(members) => ("{}", members.values().any(is_nested)),
        _ => ("", false),
    };
    if !has_nested || compact.len() + indent <= LINE_LENGTH {
        text.push_str(&compact);
        return;
    }
    text.push_str(&brackets[..1]);
    let mut separator = "";
    let mut begin_entry = |text: &mut String| {
        let _ = write!(text, "{separator}\n{:indent$} ", "");
        separator = ",";
    };
    match value {
        Value::Array(items) => {
            for item in items {
                begin_entry(text);
                write_lines(item, indent + 1, text);
            }
        }
        Value::Object(members) => {
            for (key, member) in members {
                begin_entry(text);
                let _ = write!(text, "{}:", json!(key));
                write_lines(member, indent + 1, text);
            }
        }
        _ => {}
    }
    let _ = write!(text, "\n{:indent$}{}", "", &brackets[1..]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::{catalogue, json_schema, kinds};

    /// The value with every reference replaced by its definition.
    fn expanded(value: &Value, definitions: &Value) -> Value {
        match value {
            Value::Array(items) => items.iter().map(|item| expanded(item, definitions)).collect(),
            Value::Object(members) => match value["$ref"].as_str() {
                Some(path) => expanded(&definitions[path.trim_start_matches("#/$defs/")], definitions),
                None => {
                    members.iter().map(|(key, member)| (key.clone(), expanded(member, definitions))).collect()
                }
            },
            other => other.clone(),
        }
    }

    #[test]
    fn a_repeated_object_is_stated_once() {
        let long = "A text that is long enough to be worth a reference to it.";
        let setting = json!({ "name": "a", "doc": long });
        let other = json!({ "name": "a", "doc": format!("Another: {long}") });
        let owner = |id: &str| json!({ "id": id, "fields": [setting, other] });
        let value =
            json!({ "list": [owner("x"), owner("y")], "unnamed": [{ "doc": long }, { "doc": long }] });
        let shared = share(value.clone(), &["name"]);
        assert_eq!(shared["$defs"], json!({ "a": setting, "a_2": other }));
        assert_eq!(shared["list"][1]["fields"], json!([{ "$ref": "#/$defs/a" }, { "$ref": "#/$defs/a_2" }]));
        assert_eq!(shared["unnamed"], value["unnamed"]);
    }

    #[test]
    fn the_files_contain_the_whole_catalogue_and_schema() {
        for (whole, names) in [(catalogue(kinds()), CATALOGUE_NAMES), (json_schema(kinds()), SCHEMA_NAMES)] {
            let text = lines(&share(whole.clone(), names));
            assert!(text.len() * 2 < format!("{whole:#}").len(), "{} bytes", text.len());
            let mut read: Value = serde_json::from_str(&text).unwrap();
            let definitions = read.as_object_mut().unwrap().remove("$defs").unwrap();
            let mut expected = whole;
            if let Some(own) = expected.as_object_mut().unwrap().remove("$defs") {
                assert_eq!(expanded(&definitions["link"], &definitions), own["link"]);
            }
            assert_eq!(expanded(&read, &definitions), expanded(&expected, &definitions));
        }
    }
}
