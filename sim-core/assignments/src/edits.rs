//! Edits of documents. They give the same documents as those of the page (web/src/scenario/edit.ts), so that
//! a log can be repeated.

use serde_json::{Map, Value};
use sim_core::scenario::write_path;

use crate::assignment::Setting;

/// A document with a setting. A new algorithm of a flow removes the parameters of the old algorithm.
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

/// Whether a setting includes the value at a path: it is this value, or contains it. The algorithm of a flow
/// includes its parameters, which change with it.
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
