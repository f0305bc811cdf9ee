//! Edits of documents by path. They give the same documents as those of the page (web/src/scenario/path.ts and edit.ts), so that a log
//! can be repeated.

use serde_json::{Map, Value};

use crate::assignment::Setting;

/// Maximum number of names in a path, which limits the depth of recursion.
const MAX_DEPTH: usize = 20;

/// A document with a value at a path, such as `network.forward.rate` or `flows.near.params.beta`. An entry of a list is named by its id, or
/// by its index. `None` removes the value.
pub fn write_path(document: &Value, path: &str, value: Option<&Value>) -> Value {
    let names: Vec<&str> = path.split('.').take(MAX_DEPTH + 1).collect();
    if names.len() > MAX_DEPTH {
        return document.clone();
    }
    written(Some(document), &names, value).unwrap_or(Value::Null)
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

/// A document with a setting. A new algorithm of a flow removes the parameters of the old one.
pub fn applied(document: &Value, path: &str, value: Option<&Value>) -> Value {
    let flow = path.strip_prefix("flows.").and_then(|rest| rest.strip_suffix(".algorithm"));
    let (Some(flow), Some(Value::String(_))) = (flow.filter(|flow| !flow.contains('.')), value) else {
        return write_path(document, path, value);
    };
    let params = format!("flows.{flow}.params");
    let mut next = write_path(&write_path(document, &params, None), path, value);
    if let Some(timeline) = next.get_mut("timeline").and_then(Value::as_array_mut) {
        let prefix = format!("{params}.");
        timeline.retain(|entry| {
            !entry.get("set").and_then(Value::as_str).is_some_and(|set| set.starts_with(&prefix))
        });
    }
    next
}

/// A document with settings, applied in order.
pub fn applied_all(document: &Value, settings: &[Setting]) -> Value {
    settings.iter().fold(document.clone(), |next, (path, value)| applied(&next, path, value.as_ref()))
}

/// Whether a setting includes the value at a path: it is this value, or contains it. The algorithm of a flow includes its parameters, which
/// change with it.
pub fn covers(setting: &str, path: &str) -> bool {
    let is_inside =
        |outer: &str| path.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    is_inside(setting)
        || setting.strip_suffix(".algorithm").is_some_and(|flow| is_inside(&format!("{flow}.params")))
}

/// The paths of the values in which two expanded documents differ, at most `max`.
pub fn differences(a: &Value, b: &Value, max: usize) -> Vec<String> {
    let mut paths = Vec::new();
    collect(a, b, "", &mut paths);
    paths.truncate(max);
    paths
}

fn collect(a: &Value, b: &Value, path: &str, paths: &mut Vec<String>) {
    let inner = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    match (a, b) {
        _ if a == b => {}
        (Value::Object(x), Value::Object(y)) => {
            let added = y.keys().filter(|name| !x.contains_key(*name));
            for name in x.keys().chain(added) {
                let side = |object: &Map<String, Value>| object.get(name).cloned().unwrap_or(Value::Null);
                collect(&side(x), &side(y), &inner(name), paths);
            }
        }
        (Value::Array(x), Value::Array(y)) if x.len() == y.len() && names(x) == names(y) => {
            for ((name, x), y) in names(x).iter().zip(x).zip(y) {
                collect(x, y, &inner(name), paths);
            }
        }
        _ => paths.push(path.to_owned()),
    }
}

/// The names of the entries of a list: their ids, or their indices.
fn names(list: &[Value]) -> Vec<String> {
    let name = |(i, entry): (usize, &Value)| {
        entry.get("id").and_then(Value::as_str).map_or_else(|| i.to_string(), str::to_owned)
    };
    list.iter().enumerate().map(name).collect()
}
