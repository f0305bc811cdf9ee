//! The network of a scenario: nodes, and directions of links between them. Every kind of topology comes to the same
//! list of directions, so that whatever follows need not know the kinds apart.

use serde_json::Value;

use super::model::{LinkSpec, items, part, read_link, typed};
use crate::ground::order::{order_by, sorted};
use crate::net::schedule;
use crate::params::TAG;

/// All links' schedules together may come to so many changes of a rate.
pub const MAX_SCHEDULED: usize = 2 * schedule::MAX_CHANGES;

/// Names of a dumbbell's two ends.
const ENDS: [&str; 2] = ["left", "right"];

#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// `dumbbell`, `parking_lot` or `graph`.
    pub kind: String,
    /// In the order of the document; those of a parking lot from left to right.
    pub nodes: Vec<String>,
    /// Every direction of every link, in the order of their ids: how the document lists links decides nothing.
    pub links: Vec<LinkSpec>,
    /// Places in `links` in the order of the document.
    pub listed: Vec<usize>,
    /// Resolved, bit/s.
    pub access_rate: f64,
}

impl Network {
    /// Reads the network of an expanded document. What cannot be read is left out.
    pub fn read(full: &Value) -> Self {
        let network = part(full, "network");
        let directions = directions(network);
        let nodes: Vec<String> = match kind_of(network) {
            "graph" => ids(network, "nodes").map(str::to_owned).collect(),
            "parking_lot" => (0..=items(network, "links").count()).map(router).collect(),
            _ => ENDS.map(str::to_owned).into(),
        };
        let by_name = order_by(nodes.len(), &|a, b| nodes[a].cmp(&nodes[b]));
        let place =
            |name: &str| by_name.binary_search_by(|&i| nodes[i].as_str().cmp(name)).ok().map(|i| by_name[i]);
        let mut links: Vec<(usize, LinkSpec)> = Vec::new();
        for (listed, direction) in directions.into_iter().enumerate() {
            let (Some(from), Some(to)) = (place(&direction.from), place(&direction.to)) else { continue };
            let mut link = read_link(direction.settings);
            if direction.path.is_none() {
                (link.loss, link.impairments) = (Vec::new(), Value::Null);
            }
            links.push((listed, LinkSpec { id: direction.id, from, to, ..link }));
        }
        let links = sorted(links, |a, b| a.1.id.cmp(&b.1.id));
        let listed = order_by(links.len(), &|a, b| links[a].0.cmp(&links[b].0));
        let links: Vec<LinkSpec> = links.into_iter().map(|(_, link)| link).collect();
        let fastest = links.iter().map(|link| link.rate).fold(0.0, f64::max);
        let access_rate = typed(network, "access_rate").unwrap_or_else(|| (10.0 * fastest).max(100e6));
        Network { kind: kind_of(network).to_owned(), nodes, links, listed, access_rate }
    }

    /// The direction of this id.
    pub fn link(&self, id: &str) -> Option<usize> {
        self.links.binary_search_by(|link| link.id.as_str().cmp(id)).ok()
    }

    pub fn node(&self, id: &str) -> Option<usize> {
        self.nodes.iter().position(|node| node == id)
    }
}

fn kind_of(network: &Value) -> &str {
    network.get(TAG).and_then(Value::as_str).unwrap_or_default()
}

/// The routers of a parking lot: r1, r2, ...
fn router(index: usize) -> String {
    format!("r{}", index + 1)
}

fn ids<'a>(object: &'a Value, name: &str) -> impl Iterator<Item = &'a str> {
    items(object, name).filter_map(|item| item.get("id").and_then(Value::as_str))
}

/// A direction of a link, as a document has it.
#[derive(Clone, Debug)]
pub struct Direction<'a> {
    /// `forward` and `reverse` in a dumbbell; elsewhere with the link's id before it, as `ab.forward`.
    pub id: String,
    pub from: String,
    pub to: String,
    /// Where its own settings are in the document; none: it is like the forward direction.
    pub path: Option<String>,
    /// Its settings, or those of the forward direction.
    pub settings: &'a Value,
}

/// The directions of an expanded network's links, in the order of the document. What is null is passed over.
pub fn directions(network: &Value) -> Vec<Direction<'_>> {
    let mut found = Vec::new();
    if kind_of(network) == "dumbbell" {
        let ends = ENDS.map(str::to_owned);
        both(network, "network", "", ends, &mut found);
        return found;
    }
    for (index, link) in items(network, "links").enumerate() {
        let text = |name| link.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let ends = match kind_of(network) {
            "graph" => [text("from"), text("to")],
            _ => [router(index), router(index + 1)],
        };
        both(link, &format!("network.links[{index}]"), &format!("{}.", text("id")), ends, &mut found);
    }
    found
}

fn both<'a>(link: &'a Value, path: &str, id: &str, ends: [String; 2], found: &mut Vec<Direction<'a>>) {
    let [from, to] = ends;
    let (forward, reverse) = (part(link, "forward"), part(link, "reverse"));
    let mut add = |side: &str, from: &str, to: &str, settings, own: bool| {
        let path = own.then(|| format!("{path}.{side}"));
        let (from, to) = (from.to_owned(), to.to_owned());
        found.push(Direction { id: format!("{id}{side}"), from, to, path, settings });
    };
    if forward.is_object() {
        add("forward", &from, &to, forward, true);
    }
    if part(link, "one_way").as_bool() == Some(true) {
        return;
    }
    if reverse.is_object() {
        add("reverse", &to, &from, reverse, true);
    } else if forward.is_object() {
        add("reverse", &to, &from, forward, false);
    }
}

/// The changes that the links' rate schedules come to, link by link: times and rates. A direction that is like the
/// forward one has none of its own.
pub fn scheduled(full: &Value, duration: f64) -> impl Iterator<Item = (String, Vec<(f64, f64)>)> + '_ {
    directions(part(full, "network")).into_iter().filter(|direction| direction.path.is_some()).map(
        move |direction| {
            let plan = part(direction.settings, "schedule");
            (direction.id, schedule::changes(plan, duration).unwrap_or_default())
        },
    )
}
