//! A change of a document: a list of paths, each with a new value. `--set`, sweeps, the questions of papers,
//! assignments, links, and the page's edits are such lists.
//!
//! A path names members and entries, such as `network.forward.rate`, `flows.near.params.beta` or
//! `timeline[2].to`. An entry of a list is named by its id, or by its index. A value is JSON, or a text with
//! units that the setting's type determines.

mod text;

use std::fmt;

use serde_json::{Map, Value, json};

use sim_engine::describe::Kinds;
pub use text::{read_quantity, set, set_text, split_quantity};

/// Maximum number of names in a path, which limits the depth of recursion.
const MAX_DEPTH: usize = 20;

/// A path, and the new value. `None` removes the value, so that the default applies.
pub type Setting = (String, Option<Value>);

/// Reads a setting from `[path, value]`. Without a value, or with null, the setting removes its value.
pub fn read_setting(json: &Value) -> Option<Setting> {
    let path = json.get(0)?.as_str()?;
    Some((path.to_owned(), json.get(1).filter(|value| !value.is_null()).cloned()))
}

/// The names of a path. `timeline[2].to` and `timeline.2.to` are the same path.
pub(crate) fn names(path: &str) -> impl Iterator<Item = &str> {
    path.split(['.', '[']).map(|name| name.strip_suffix(']').unwrap_or(name))
}

/// A document with settings, applied in order. A new algorithm of a flow removes the parameters of the flow,
/// also from the timeline.
pub fn apply(document: &Value, settings: &[Setting]) -> Value {
    settings.iter().fold(document.clone(), |next, (path, value)| applied(&next, path, value.as_ref()))
}

fn applied(document: &Value, path: &str, value: Option<&Value>) -> Value {
    let entry = path.strip_suffix(".algorithm").filter(|entry| names(entry).count() == 2);
    let (Some(entry), Some(Value::String(_)), true) = (entry, value, path.starts_with("flows.")) else {
        return write_path(document, path, value);
    };
    let params = format!("{entry}.params");
    let mut next = write_path(&write_path(document, &params, None), path, value);
    if let Some(timeline) = next.get_mut("timeline").and_then(Value::as_array_mut) {
        let prefix = format!("{params}.");
        let is_foreign = |set: &str| set.starts_with(&prefix);
        timeline.retain(|entry| !entry.get("set").and_then(Value::as_str).is_some_and(is_foreign));
    }
    next
}

/// A document with a value at a path. `None` removes the value. If a path names an entry that its list does
/// not have, the document does not change.
pub fn write_path(document: &Value, path: &str, value: Option<&Value>) -> Value {
    let names: Vec<&str> = names(path).take(MAX_DEPTH + 1).collect();
    if names.len() > MAX_DEPTH {
        return document.clone();
    }
    written(Some(document), &names, value).unwrap_or(Value::Null)
}

/// The value at a path. `None` if the document has none.
pub fn read_path<'a>(document: &'a Value, path: &str) -> Option<&'a Value> {
    names(path).try_fold(document, |node, name| match node {
        Value::Array(list) => index_of(list, name).and_then(|index| list.get(index)),
        other => other.get(name),
    })
}

/// Whether the lists of a document have all entries that a path names.
pub fn has_entries(document: &Value, path: &str) -> bool {
    let mut node = Some(document);
    names(path).all(|name| {
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
        (Value::Array(x), Value::Array(y)) if x.len() == y.len() && entry_names(x) == entry_names(y) => {
            for ((name, x), y) in entry_names(x).iter().zip(x).zip(y) {
                collect(x, y, &inner(name), paths);
            }
        }
        _ => paths.push(path.to_owned()),
    }
}

/// The names of the entries of a list: their ids, or their indices.
fn entry_names(list: &[Value]) -> Vec<String> {
    let name = |(i, entry): (usize, &Value)| {
        entry.get("id").and_then(Value::as_str).map_or_else(|| i.to_string(), str::to_owned)
    };
    list.iter().enumerate().map(name).collect()
}

/// Removes the parameters that the algorithm of a flow does not have, except those that `keeps` accepts. The
/// path is the path of the flow. Returns the names of the removed parameters.
pub fn drop_foreign_params(
    document: &mut Value,
    flow: &str,
    keeps: impl Fn(&str) -> bool,
    kinds: &Kinds,
) -> Vec<String> {
    let Some(entry) = read_path(document, flow) else { return Vec::new() };
    let algorithm = entry.get("algorithm").and_then(Value::as_str).unwrap_or_default();
    let (Some(known), Some(params)) =
        (kinds.params_of(algorithm), entry.get("params").and_then(Value::as_object))
    else {
        return Vec::new();
    };
    let is_foreign = |name: &&String| known.iter().all(|field| field.name != name.as_str()) && !keeps(name);
    let foreign: Vec<String> = params.keys().filter(is_foreign).cloned().collect();
    for name in &foreign {
        *document = write_path(document, &format!("{flow}.params.{name}"), None);
    }
    foreign
}

/// The paths that a path stands for: one for each flow if it begins with `flows.*`.
pub fn of_each_flow(document: &Value, path: &str) -> Vec<String> {
    let Some(rest) = path.strip_prefix("flows.*.") else { return vec![path.to_owned()] };
    let flows = document["flows"].as_array().map_or(0, Vec::len);
    (0..flows).map(|flow| format!("flows.{flow}.{rest}")).collect()
}

/// A setting of the scenario that the runs of an algorithm do not have.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DroppedSetting {
    /// The id of the flow.
    pub flow: String,
    pub algorithm: String,
    pub setting: String,
}

impl DroppedSetting {
    pub fn to_json(&self) -> Value {
        json!({ "flow": self.flow, "algorithm": self.algorithm, "setting": self.setting })
    }
}

impl fmt::Display for DroppedSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { flow, algorithm, setting } = self;
        write!(f, "`{algorithm}` has no setting `{setting}`: its runs leave out the value that `{flow}` has.")
    }
}

/// Removes the parameters that the algorithm of a flow does not have, if `path` is the path of this algorithm,
/// and returns them. Parameters that the sweep varies as well (`varied`) stay, so that the check of the cell
/// reports them.
pub fn drop_foreign_settings(
    document: &mut Value,
    path: &str,
    varied: &[&str],
    kinds: &Kinds,
) -> Vec<DroppedSetting> {
    let paths = of_each_flow(document, path);
    let of_flow = |path: String| {
        let Some(entry) = path.strip_suffix(".algorithm") else { return Vec::new() };
        let is_varied = |setting: &str| {
            let param = format!("{entry}.params.{setting}");
            varied.iter().any(|path| covers(&param, path))
        };
        let dropped = drop_foreign_params(document, entry, is_varied, kinds);
        let flow = read_path(document, entry).unwrap_or(&Value::Null);
        let text = |name: &str| flow[name].as_str().unwrap_or_default().to_owned();
        let setting = |setting| DroppedSetting { flow: text("id"), algorithm: text("algorithm"), setting };
        dropped.into_iter().map(setting).collect()
    };
    paths.into_iter().flat_map(of_flow).collect()
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
