//! Parts of a paper's file that several experiments share. An object with the field `use` has the fields of
//! the named parts. Its own fields replace fields of the parts with the same name. Fields that are objects
//! are merged in the same way.

use serde_json::{Map, Value};

use super::fields::{Read, issue, within};

/// The largest number of values in a file after its parts have been inserted.
const MAX_VALUES: usize = 500_000;
/// The largest depth of parts that use parts.
const MAX_DEPTH: usize = 20;

const USE: &str = "use";

/// Inserts the parts into the value at `path`.
pub fn insert(value: &Value, path: &str, parts: &Map<String, Value>) -> Read<Value> {
    Inserter { parts, values: 0 }.insert(value, path, 0)
}

struct Inserter<'a> {
    parts: &'a Map<String, Value>,
    values: usize,
}

impl Inserter<'_> {
    fn insert(&mut self, value: &Value, path: &str, depth: usize) -> Read<Value> {
        self.values += 1;
        if self.values > MAX_VALUES {
            return Err(issue(path, format!("With its parts, the file has more than {MAX_VALUES} values.")));
        }
        match value {
            Value::Array(list) => {
                let entries = list.iter().enumerate();
                entries.map(|(i, entry)| self.insert(entry, &format!("{path}[{i}]"), depth)).collect()
            }
            Value::Object(object) => {
                let mut all = Map::new();
                for name in names(object.get(USE), path)? {
                    let part = self.parts.get(name).filter(|_| depth < MAX_DEPTH);
                    let part = part.ok_or_else(|| {
                        issue(&within(path, USE), format!("There is no part `{name}`, or it uses itself."))
                    })?;
                    if let Value::Object(part) = self.insert(part, path, depth + 1)? {
                        merge(&mut all, part);
                    }
                }
                let mut own = Map::new();
                for (name, value) in object.iter().filter(|(name, _)| *name != USE) {
                    own.insert(name.clone(), self.insert(value, &within(path, name), depth)?);
                }
                merge(&mut all, own);
                Ok(Value::Object(all))
            }
            other => Ok(other.clone()),
        }
    }
}

fn names<'a>(used: Option<&'a Value>, path: &str) -> Read<Vec<&'a str>> {
    let names = match used {
        None => Some(Vec::new()),
        Some(Value::String(name)) => Some(vec![name.as_str()]),
        Some(Value::Array(list)) => list.iter().map(Value::as_str).collect(),
        Some(_) => None,
    };
    names.ok_or_else(|| issue(&within(path, USE), "This is the name of a part, or a list of names."))
}

fn merge(all: &mut Map<String, Value>, fields: Map<String, Value>) {
    for (name, value) in fields {
        match (all.get_mut(&name), value) {
            (Some(Value::Object(known)), Value::Object(fields)) => merge(known, fields),
            (_, value) => {
                all.insert(name, value);
            }
        }
    }
}
