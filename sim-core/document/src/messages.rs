//! Messages about names that a document does not define.

use sim_engine::params::{clipped, suggestion};

/// The first ten IDs, for a message.
pub fn first_ids<'a>(ids: impl Iterator<Item = &'a str>) -> String {
    let ids: Vec<&str> = ids.take(10).collect();
    if ids.is_empty() { "none".to_owned() } else { ids.join(", ") }
}

/// The message for an unknown ID of a node or link. `what` is "node" or "link".
pub fn unknown_id_message<'a>(what: &str, id: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    let hint = match suggestion(id, known.clone()) {
        Some(close) => format!("Did you mean `{close}`?"),
        None => format!("The {what}s are: {}.", first_ids(known)),
    };
    format!("No {what} has the ID `{}`. {hint}", clipped(id))
}

pub fn unknown_flow_message<'a>(id: &str, ids: impl Iterator<Item = &'a str> + Clone) -> String {
    let hint = match suggestion(id, ids.clone()) {
        Some(close) => format!("Did you mean `{close}`?"),
        None => format!("The flows are: {}.", first_ids(ids)),
    };
    format!("No flow has the ID `{}`. {hint}", clipped(id))
}
