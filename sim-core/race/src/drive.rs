//! A drive by hand on a network of the race: the windows that a person chose, as data.

use serde_json::{Map, Value, json};
use sim_core::params::{Issue, number};

use crate::networks::{NETWORKS, RaceNetwork};

/// The most moves of a drive, and the shortest time between two of them in seconds, as the page records them.
pub const MOST_MOVES: usize = 2000;
const SHORTEST: f64 = 0.05;
/// Times have three decimals, so a difference of 50 ms may be a little less.
const ROUNDING: f64 = 1e-6;

/// A drive: the network, the window at the start in packets, and the moves.
#[derive(Clone, Debug, PartialEq)]
pub struct HandDrive {
    pub network: &'static RaceNetwork,
    pub window: f64,
    /// Times in seconds and windows in packets.
    pub moves: Vec<(f64, f64)>,
}

impl HandDrive {
    /// Reads `{"network": "cubic", "window": 10, "moves": [[1.5, 20]]}`. The error is a sentence.
    pub fn read(value: &Value) -> Result<Self, String> {
        let id = value["network"].as_str().unwrap_or_default();
        let network =
            RaceNetwork::find(id).filter(|network| network.driven().is_some()).ok_or_else(|| {
                let ids: Vec<&str> = NETWORKS
                    .iter()
                    .filter(|network| network.driven().is_some())
                    .map(|network| network.id)
                    .collect();
                format!(
                    "The drive names no network on which one flow can be driven. These are {}.",
                    ids.join(", ")
                )
            })?;
        let window = value["window"].as_f64().ok_or("The drive has no window at its start.")?;
        let list = value["moves"].as_array().ok_or("The drive has no list of moves.")?;
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
        Ok(HandDrive { network, window, moves })
    }

    pub fn to_json(&self) -> Value {
        let moves = self.moves.iter().map(|(at, to)| json!([number(*at), number(*to)]));
        json!({
            "network": self.network.id,
            "window": number(self.window),
            "moves": moves.collect::<Value>(),
        })
    }

    /// Puts the drive into the document of its network.
    pub(crate) fn enter(&self, document: &mut Value) {
        let Some(flow) = self.network.driven() else { return };
        for entry in document["flows"].as_array_mut().into_iter().flatten() {
            if entry["id"] == flow {
                entry["algorithm"] = Value::from("hand");
                entry["params"] = json!({ "window": number(self.window) });
            }
        }
        let set = format!("flows.{flow}.params.window");
        let moves =
            self.moves.iter().map(|(at, to)| json!({ "at": number(*at), "set": set, "to": number(*to) }));
        if let Some(object) = document.as_object_mut()
            && !self.moves.is_empty()
        {
            let before =
                object.remove("timeline").and_then(|list| list.as_array().cloned()).unwrap_or_default();
            object.insert("timeline".to_owned(), before.into_iter().chain(moves).collect());
        }
    }
}

/// The racer in a text: a drive or its hand-in, or a program with its settings.
pub fn in_json(text: &str) -> Option<Result<HandDrive, Vec<Issue>>> {
    let file: Map<String, Value> = serde_json::from_str(text).ok()?;
    let drive = file.get("drive").cloned().unwrap_or(Value::Object(file));
    drive.get("network")?;
    let issue = |message: String| vec![Issue::new("drive", "drive", message)];
    Some(HandDrive::read(&drive).map_err(issue))
}
