//! Edits of documents by path. The page edits with the same rules before the WebAssembly is loaded
//! (web/src/scenario/path.ts); both follow `vectors.json`.

use serde_json::{Map, Value};

/// Maximum number of names in a path, which limits the depth of recursion.
const MAX_DEPTH: usize = 20;

/// A document with a value at a path, such as `network.forward.rate` or `flows.near.params.beta`. An entry of
/// a list is named by its id, or by its index. `None` removes the value. If a path names an entry that its
/// list does not have, the document does not change.
pub fn write_path(document: &Value, path: &str, value: Option<&Value>) -> Value {
    let names: Vec<&str> = path.split('.').take(MAX_DEPTH + 1).collect();
    if names.len() > MAX_DEPTH {
        return document.clone();
    }
    written(Some(document), &names, value).unwrap_or(Value::Null)
}

/// The value at a path. `None` if the document has none.
pub fn read_path<'a>(document: &'a Value, path: &str) -> Option<&'a Value> {
    path.split('.').try_fold(document, |node, name| match node {
        Value::Array(list) => index_of(list, name).and_then(|index| list.get(index)),
        other => other.get(name),
    })
}

/// Whether the lists of a document have all entries that a path names.
pub fn has_entries(document: &Value, path: &str) -> bool {
    let mut node = Some(document);
    path.split('.').all(|name| {
        let (has_entry, next) = match node {
            Some(Value::Array(list)) => {
                let index = index_of(list, name);
                (index.is_some(), index.and_then(|index| list.get(index)))
            }
            other => (true, other.and_then(|object| object.get(name))),
        };
        node = next;
        has_entry
    })
}

fn index_of(list: &[Value], name: &str) -> Option<usize> {
    let by_id = list.iter().position(|entry| entry.get("id").and_then(Value::as_str) == Some(name));
    let is_number = !name.is_empty() && name.bytes().all(|b| b.is_ascii_digit());
    by_id.or_else(|| name.parse().ok().filter(|index| is_number && *index < list.len()))
}

fn written(node: Option<&Value>, names: &[&str], value: Option<&Value>) -> Option<Value> {
    let Some((first, rest)) = names.split_first() else { return value.cloned() };
    if let Some(Value::Array(list)) = node {
        let Some(index) = index_of(list, first) else { return node.cloned() };
        let mut list = list.clone();
        match written(list.get(index), rest, value) {
            Some(next) => list[index] = next,
            None => drop(list.remove(index)),
        }
        return Some(Value::Array(list));
    }
    let mut object = node.and_then(Value::as_object).cloned().unwrap_or_else(Map::new);
    match written(object.get(*first), rest, value) {
        Some(next) => drop(object.insert((*first).to_owned(), next)),
        None => drop(object.shift_remove(*first)),
    }
    Some(Value::Object(object))
}
