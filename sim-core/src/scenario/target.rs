//! What a timeline entry can change: the paths that `set` may hold, and what value each takes.

use serde_json::Value;

use super::model::LinkSetting;
use super::routes::no_such;
use super::schema::{self, MAX_RATE};
use crate::describe::Kinds;
use crate::params::{Field, FieldKind, clipped, suggestion};

/// A setting that can change during a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A direction of a link, by its id (`forward`, `ab.reverse`).
    Link {
        link: String,
        setting: LinkSetting,
    },
    /// Whether a flow sends; the index is that of the document's list.
    Active {
        flow: usize,
    },
    Param {
        flow: usize,
        name: String,
    },
}

const PATHS: &str = "network.forward.rate, .delay, .queue.limit and .loss, the same of network.reverse, in networks of several links those of network.links.ID.forward and .reverse, flows.ID.active, flows.ID.params.NAME";

/// Finds the setting that a path names in an expanded document, and the field that its new value must fit.
pub fn target(document: &Value, path: &str, kinds: &Kinds) -> Result<(Target, Field), String> {
    let parts: Vec<&str> = path.split('.').collect();
    match parts.as_slice() {
        ["network", side @ ("forward" | "reverse"), setting @ ..] => {
            let network = document.get("network").unwrap_or(&Value::Null);
            if network.get("links").is_some() {
                return Err(format!(
                    "This network has several links: say which one, as network.links.ID.{side}. It has: {}.",
                    some(link_ids(network))
                ));
            }
            link(network, None, side, setting, path, kinds)
        }
        ["network", "links", id, side @ ("forward" | "reverse"), setting @ ..] => {
            let network = document.get("network").unwrap_or(&Value::Null);
            if network.get("links").is_none() {
                return Err(
                    "A dumbbell has one link, whose settings are network.forward and network.reverse."
                        .to_owned(),
                );
            }
            let links = network.get("links").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
            match links.iter().find(|link| link.get("id").and_then(Value::as_str) == Some(id)) {
                Some(found) => link(found, Some(id), side, setting, path, kinds),
                None => Err(no_such("link", id, link_ids(network))),
            }
        }
        ["flows", id, "active"] => {
            let (flow, _) = find_flow(document, id)?;
            let field = Field::new("active", FieldKind::Boolean, "Whether the flow sends.");
            Ok((Target::Active { flow }, field))
        }
        ["flows", id, "params", name] => {
            let (flow, entry) = find_flow(document, id)?;
            let algorithm = entry.get("algorithm").and_then(Value::as_str).unwrap_or_default();
            let fields = kinds.params_of(algorithm).ok_or_else(|| {
                format!("The parameters of `{}` are not known, as its algorithm is not.", clipped(id))
            })?;
            match fields.iter().find(|field| field.name == *name) {
                Some(field) => Ok((Target::Param { flow, name: (*name).to_owned() }, field.clone())),
                None => {
                    let names = fields.iter().map(|field| field.name);
                    let hint = suggestion(name, names.clone()).map_or_else(
                        || format!("It has: {}.", names.collect::<Vec<_>>().join(", ")),
                        |close| format!("Did you mean `{close}`?"),
                    );
                    Err(format!("The algorithm {algorithm} has no parameter `{}`. {hint}", clipped(name)))
                }
            }
        }
        _ => Err(unknown(path)),
    }
}

fn unknown(path: &str) -> String {
    format!("`{}` is not a setting that can change during a run. These can: {PATHS}.", clipped(path))
}

fn link_ids(network: &Value) -> impl Iterator<Item = &str> + Clone {
    let links = network.get("links").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    links.iter().filter_map(|link| link.get("id").and_then(Value::as_str))
}

fn some<'a>(ids: impl Iterator<Item = &'a str>) -> String {
    let ids: Vec<&str> = ids.take(10).collect();
    if ids.is_empty() { "none".to_owned() } else { ids.join(", ") }
}

/// A setting of one side of a link: the link's object, and its id where there are several.
fn link(
    link: &Value,
    id: Option<&str>,
    side: &str,
    setting: &[&str],
    path: &str,
    kinds: &Kinds,
) -> Result<(Target, Field), String> {
    let place = id.map_or_else(|| "network".to_owned(), |id| format!("network.links.{id}"));
    if side == "reverse" && !link.get("reverse").is_some_and(Value::is_object) {
        return Err(match link.get("one_way").and_then(Value::as_bool) {
            Some(true) => {
                format!("The link `{}` goes one way; it has no reverse direction.", id.unwrap_or_default())
            }
            _ => format!(
                "The reverse direction has no settings of its own here. Give {place}.reverse as an object, for example {{\"rate\": 1e7}}, to change it."
            ),
        });
    }
    let (name, setting) = match setting {
        ["rate"] => ("rate", LinkSetting::Rate),
        ["delay"] => ("delay", LinkSetting::Delay),
        ["queue", "limit"] => ("queue", LinkSetting::Limit),
        ["loss"] => ("loss", LinkSetting::Loss),
        _ => return Err(unknown(path)),
    };
    let fields = schema::link_fields(kinds, if side == "forward" { "Forward" } else { "Reverse" });
    let field = fields.into_iter().find(|field| field.name == name).ok_or_else(|| unknown(path))?;
    let field = match setting {
        // A rate of zero is an outage, which a run can have but not begin with.
        LinkSetting::Rate => field.range(0.0..=MAX_RATE),
        LinkSetting::Limit => {
            Field::new("limit", FieldKind::Limit, "How much may wait.").label("Queue limit")
        }
        LinkSetting::Delay | LinkSetting::Loss => field,
    };
    let link = id.map_or_else(|| side.to_owned(), |id| format!("{id}.{side}"));
    Ok((Target::Link { link, setting }, field))
}

fn find_flow<'a>(document: &'a Value, id: &str) -> Result<(usize, &'a Value), String> {
    let flows = document.get("flows").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let ids = || flows.iter().filter_map(|flow| flow.get("id").and_then(Value::as_str));
    let found = flows.iter().enumerate().find(|(_, flow)| flow.get("id").and_then(Value::as_str) == Some(id));
    found.ok_or_else(|| no_flow(id, ids()))
}

/// The sentence for an id that no flow has.
pub fn no_flow<'a>(id: &str, ids: impl Iterator<Item = &'a str> + Clone) -> String {
    let hint = match suggestion(id, ids.clone()) {
        Some(close) => format!("Did you mean `{close}`?"),
        None => {
            let some: Vec<&str> = ids.take(10).collect();
            format!("There are: {}.", if some.is_empty() { "none".to_owned() } else { some.join(", ") })
        }
    };
    format!("No flow has the ID `{}`. {hint}", clipped(id))
}
