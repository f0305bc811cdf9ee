//! Drives by hand on a network of the race: the windows that a person chose, as data.

use serde_json::{Value, json};
use sim_core::params::number;

use super::{Special, SpecialKind};
use crate::networks::{NETWORKS, RaceNetwork};

pub const KIND: SpecialKind = SpecialKind { name: "drive", title: "A drive by hand", read };

/// The most moves of a drive, and the shortest time between two of them in seconds, as the page records them.
const MOST_MOVES: usize = 2000;
const SHORTEST: f64 = 0.05;
/// Times have three decimals, so a difference of 50 ms may be a little less.
const ROUNDING: f64 = 1e-6;

/// Reads `{"network": "cubic", "window": 10, "moves": [[1.5, 20]]}`: the network, the window at the start in packets, and the
/// moves, each with its time in seconds and its window.
fn read(drive: &Value) -> Result<Special, String> {
    let id = drive["network"].as_str().unwrap_or_default();
    let driven = |network: &'static RaceNetwork| Some((network, network.only_flow()?));
    let found = RaceNetwork::find(id).and_then(driven);
    let (network, flow) = found.ok_or_else(|| {
        let ids: Vec<&str> = NETWORKS.iter().filter_map(driven).map(|(network, _)| network.id).collect();
        format!("The drive names no network on which one flow can be driven. These are {}.", ids.join(", "))
    })?;
    let window = drive["window"].as_f64().ok_or("The drive has no window at its start.")?;
    let list = drive["moves"].as_array().ok_or("The drive has no list of moves.")?;
    if list.len() > MOST_MOVES {
        return Err(format!("The drive has {} moves; at most {MOST_MOVES} are allowed.", list.len()));
    }
    let pair = |pair: &Value| Some((pair[0].as_f64()?, pair[1].as_f64()?));
    let moves: Vec<(f64, f64)> = list
        .iter()
        .map(|one| pair(one).ok_or("A move of the drive is no pair of a time and a window."))
        .collect::<Result<_, _>>()?;
    if moves.windows(2).any(|pair| pair[1].0 - pair[0].0 < SHORTEST - ROUNDING) {
        return Err("Two moves of the drive are less than 50 ms apart.".to_owned());
    }
    let set = format!("flows.{flow}.params.window");
    let entries = moves.iter().map(|(at, to)| json!({ "at": number(*at), "set": set, "to": number(*to) }));
    let pairs = moves.iter().map(|(at, to)| json!([number(*at), number(*to)]));
    Ok(Special {
        kind: &KIND,
        network,
        file: json!({ "network": id, "window": number(window), "moves": pairs.collect::<Value>() }),
        algorithm: "hand",
        params: json!({ "window": number(window) }),
        timeline: entries.collect(),
    })
}
