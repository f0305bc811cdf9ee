//! The settings that a timeline entry can change: the paths that `set` accepts, and the type of the value at
//! each path.

use serde_json::Value;

use super::limits::MAX_RATE;
use super::messages::{first_ids, unknown_flow_message, unknown_id_message};
use super::schema;
use sim_engine::describe::Kinds;
use sim_engine::params::{ConditionalDefault, Field, FieldKind, clipped, suggestion};

/// A setting of a link that can change during a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkSetting {
    Rate,
    Delay,
    Limit,
    Loss,
}

/// A setting that can change during a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TimelineTarget {
    /// A setting of a link direction, by the direction's ID (`forward`, `ab.reverse`).
    Link { link: String, setting: LinkSetting },
    /// Whether a flow is active, by its index in the document's list.
    Active { flow: usize },
    /// A setting of a flow's algorithm, by the flow's index in the document's list. A setting that a program
    /// declares has a name such as `settings.gain`.
    Param { flow: usize, name: String },
}

/// The paths that `set` accepts, for a message.
const PATHS: &str = "network.forward.rate, .delay, .queue.limit and .loss; these settings of network.reverse, or in networks with several links of network.links.ID.forward and .reverse; flows.ID.active; flows.ID.params.NAME";

/// Finds the setting at a path of an expanded document. Returns the setting and the descriptor of its value.
pub fn resolve_target(
    document: &Value,
    path: &str,
    kinds: &Kinds,
) -> Result<(TimelineTarget, Field), String> {
    let parts: Vec<&str> = path.split('.').collect();
    match parts.as_slice() {
        ["network", side @ ("forward" | "reverse"), setting @ ..] => {
            let network = document.get("network").unwrap_or(&Value::Null);
            if network.get("links").is_some() {
                return Err(format!(
                    "This network has several links. Name one, as in network.links.ID.{side}. Its links are: {}.",
                    first_ids(link_ids(network))
                ));
            }
            link_setting(network, None, side, setting, path, kinds)
        }
        ["network", "links", id, side @ ("forward" | "reverse"), setting @ ..] => {
            let network = document.get("network").unwrap_or(&Value::Null);
            if network.get("links").is_none() {
                return Err("A dumbbell has one link. Its settings are network.forward and network.reverse."
                    .to_owned());
            }
            let links = network.get("links").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
            match links.iter().find(|link| link.get("id").and_then(Value::as_str) == Some(id)) {
                Some(link) => link_setting(link, Some(id), side, setting, path, kinds),
                None => Err(unknown_id_message("link", id, link_ids(network))),
            }
        }
        ["flows", id, "active"] => {
            let (flow, _) = find_flow(document, id)?;
            let field = Field::new("active", FieldKind::Boolean, "Whether the flow sends.");
            Ok((TimelineTarget::Active { flow }, field))
        }
        ["flows", id, "params", "settings", name] => {
            let (flow, entry) = find_flow(document, id)?;
            match entry.get("params").and_then(|params| params.get("settings")) {
                // Whether the program declares the setting is checked with its value.
                Some(_) => {
                    let field = Field::new("value", FieldKind::ValueOf { path: "set" }, "The new value.");
                    Ok((TimelineTarget::Param { flow, name: format!("settings.{name}") }, field))
                }
                None => Err(not_changeable_message(path)),
            }
        }
        ["flows", id, "params", name] => parameter(document, id, name, kinds),
        _ => Err(not_changeable_message(path)),
    }
}

/// Finds a parameter of a flow's algorithm.
fn parameter(
    document: &Value,
    id: &str,
    name: &str,
    kinds: &Kinds,
) -> Result<(TimelineTarget, Field), String> {
    let (flow, entry) = find_flow(document, id)?;
    let algorithm = entry.get("algorithm").and_then(Value::as_str).unwrap_or_default();
    let fields = kinds.params_of(algorithm).ok_or_else(|| {
        format!("The flow `{}` has an unknown algorithm, so its parameters are unknown.", clipped(id))
    })?;
    let determines_defaults = |given: &ConditionalDefault| given.setting == name;
    match fields.iter().find(|field| field.name == name) {
        Some(_) if fields.iter().flat_map(|field| &field.given).any(determines_defaults) => Err(format!(
            "`{name}` only determines the defaults of other parameters, so it cannot change during a run. Change those parameters instead."
        )),
        Some(_) if name == "quic" => {
            Err("`quic` determines how packets are numbered, so it cannot change during a run.".to_owned())
        }
        Some(field) if matches!(field.kind, FieldKind::Code { .. }) => {
            Err("A program cannot change during a run. Its settings can: flows.ID.params.settings.NAME."
                .to_owned())
        }
        Some(field) => Ok((TimelineTarget::Param { flow, name: name.to_owned() }, field.clone())),
        None => {
            let names = fields.iter().map(|field| field.name);
            let hint = suggestion(name, names.clone()).map_or_else(
                || format!("Its parameters are: {}.", names.collect::<Vec<_>>().join(", ")),
                |close| format!("Did you mean `{close}`?"),
            );
            Err(format!("The algorithm {algorithm} has no parameter `{}`. {hint}", clipped(name)))
        }
    }
}

/// The message for a path that `set` does not accept.
fn not_changeable_message(path: &str) -> String {
    format!(
        "`{}` is not a setting that can change during a run. These settings can change: {PATHS}.",
        clipped(path)
    )
}

fn link_ids(network: &Value) -> impl Iterator<Item = &str> + Clone {
    let links = network.get("links").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    links.iter().filter_map(|link| link.get("id").and_then(Value::as_str))
}

/// Finds a setting of one direction of a link. `side` is "forward" or "reverse", `setting` the rest of `path`
/// after it. `id` is the link's ID, or `None` in a dumbbell.
fn link_setting(
    link: &Value,
    id: Option<&str>,
    side: &str,
    setting: &[&str],
    path: &str,
    kinds: &Kinds,
) -> Result<(TimelineTarget, Field), String> {
    let link_path = id.map_or_else(|| "network".to_owned(), |id| format!("network.links.{id}"));
    if side == "reverse" && !link.get("reverse").is_some_and(Value::is_object) {
        return Err(match link.get("one_way").and_then(Value::as_bool) {
            Some(true) => {
                format!("The link `{}` is one-way: it has no reverse direction.", id.unwrap_or_default())
            }
            _ => format!(
                "The reverse direction has no settings of its own. To change it, define {link_path}.reverse as an object with its rate, delay and queue."
            ),
        });
    }
    let (name, setting) = match setting {
        ["rate"] => ("rate", LinkSetting::Rate),
        ["delay"] => ("delay", LinkSetting::Delay),
        ["queue", "limit"] => ("queue", LinkSetting::Limit),
        ["loss"] => ("loss", LinkSetting::Loss),
        _ => return Err(not_changeable_message(path)),
    };
    let fields = schema::link_fields(kinds, if side == "forward" { "Forward" } else { "Reverse" });
    let field =
        fields.into_iter().find(|field| field.name == name).ok_or_else(|| not_changeable_message(path))?;
    let field = match setting {
        // A rate of zero is an outage. Only the timeline can set it: a run cannot start with an outage.
        LinkSetting::Rate => field.range(0.0..=MAX_RATE),
        LinkSetting::Limit => {
            Field::new("limit", FieldKind::Limit, "Maximum size of the queue.").label("Queue limit")
        }
        LinkSetting::Delay | LinkSetting::Loss => field,
    };
    let link = id.map_or_else(|| side.to_owned(), |id| format!("{id}.{side}"));
    Ok((TimelineTarget::Link { link, setting }, field))
}

fn find_flow<'a>(document: &'a Value, id: &str) -> Result<(usize, &'a Value), String> {
    let flows = document.get("flows").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let ids = || flows.iter().filter_map(|flow| flow.get("id").and_then(Value::as_str));
    let found = flows.iter().enumerate().find(|(_, flow)| flow.get("id").and_then(Value::as_str) == Some(id));
    found.ok_or_else(|| unknown_flow_message(id, ids()))
}
