//! Which links a flow's packets take, there and back: the shortest way by propagation delay, or the one that the
//! document gives. Ways are found once, with the delays of the start; changes during the run do not move them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use serde_json::Value;

use super::model::{Role, items, part, typed};
use super::network::Network;
use crate::ground::time::from_secs;
use crate::params::{clipped, suggestion};

/// A packet counts its hops in a byte.
pub const MAX_HOPS: usize = 255;

/// Places in `Network::links`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Route {
    pub there: Vec<usize>,
    pub back: Vec<usize>,
}

/// Why a flow cannot go where it should.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoRoute {
    /// Where it is said in the flow, as `path.to`.
    pub part: String,
    pub code: &'static str,
    pub message: String,
}

fn refuse<T>(part: impl Into<String>, code: &'static str, message: impl Into<String>) -> Result<T, NoRoute> {
    Err(NoRoute { part: part.into(), code, message: message.into() })
}

/// Delay in nanoseconds, then links.
type Length = (u64, u32);

/// Finds ways through a network, and remembers them.
pub struct Router<'a> {
    network: &'a Network,
    /// Directions that leave and that enter each node, in the order of their ids.
    leaving: Vec<Vec<usize>>,
    entering: Vec<Vec<usize>>,
    /// How far each node is from a destination; none: it cannot be reached.
    known: BTreeMap<usize, Vec<Option<Length>>>,
}

impl<'a> Router<'a> {
    pub fn new(network: &'a Network) -> Self {
        let mut leaving = vec![Vec::new(); network.nodes.len()];
        let mut entering = leaving.clone();
        for (index, link) in network.links.iter().enumerate() {
            leaving[link.from].push(index);
            entering[link.to].push(index);
        }
        Router { network, leaving, entering, known: BTreeMap::new() }
    }

    /// Dijkstra's algorithm, backwards from the destination.
    fn lengths(&mut self, to: usize) -> &[Option<Length>] {
        let (network, entering) = (self.network, &self.entering);
        self.known.entry(to).or_insert_with(|| {
            let mut best: Vec<Option<Length>> = vec![None; network.nodes.len()];
            best[to] = Some((0, 0));
            let mut open = BinaryHeap::from([Reverse(((0, 0), to))]);
            while let Some(Reverse((length, node))) = open.pop() {
                if best[node] != Some(length) {
                    continue;
                }
                for &index in &entering[node] {
                    let link = &network.links[index];
                    let longer = (length.0.saturating_add(from_secs(link.delay)), length.1 + 1);
                    if best[link.from].is_none_or(|known| longer < known) {
                        best[link.from] = Some(longer);
                        open.push(Reverse((longer, link.from)));
                    }
                }
            }
            best
        })
    }

    /// The shortest way by delay; of several the one of fewest links, of those the one whose ids come first.
    pub fn shortest(&mut self, from: usize, to: usize) -> Option<Vec<usize>> {
        let network = self.network;
        let lengths = self.lengths(to);
        let mut left = lengths[from]?;
        let lengths = lengths.to_vec();
        let mut way = Vec::new();
        let mut node = from;
        while node != to {
            let on_a_shortest = |&&index: &&usize| {
                let link = &network.links[index];
                let rest = lengths[link.to];
                rest.is_some_and(|rest| (rest.0.saturating_add(from_secs(link.delay)), rest.1 + 1) == left)
            };
            let next = *self.leaving[node].iter().find(on_a_shortest)?;
            way.push(next);
            node = network.links[next].to;
            left = lengths[node]?;
        }
        Some(way)
    }

    /// The way that a flow of an expanded document takes.
    pub fn route(&mut self, flow: &Value) -> Result<Route, NoRoute> {
        let path = part(flow, "path");
        let reverse = typed(flow, "role") == Some(Role::Reverse);
        if self.network.kind == "dumbbell" {
            if !path.is_null() {
                return refuse(
                    "path",
                    "no_nodes",
                    "A dumbbell has one way only: flows go from left to right, those of the role reverse from right to left. Leave `path` out, or choose another kind of network.",
                );
            }
            let (forward, back) = (self.network.link("forward"), self.network.link("reverse"));
            let (there, back) = if reverse { (back, forward) } else { (forward, back) };
            return Ok(Route { there: there.into_iter().collect(), back: back.into_iter().collect() });
        }
        let last = self.network.nodes.len().saturating_sub(1);
        let (first, last) = if reverse { (last, 0) } else { (0, last) };
        let from = self.end(path, "from", first)?;
        let to = self.end(path, "to", last)?;
        let name = |node: usize| clipped(&self.network.nodes[node]);
        if from == to {
            let message =
                format!("The flow would go from `{}` to itself. Let it end at another node.", name(to));
            return refuse("path", "same_node", message);
        }
        let given: Vec<&str> = items(path, "links").filter_map(Value::as_str).collect();
        let there = if given.is_empty() {
            match self.shortest(from, to) {
                Some(way) => way,
                None => {
                    let message = format!(
                        "No way leads from `{}` to `{}`. Add a link between what is connected with either, or let the flow end at another node.",
                        name(from),
                        name(to)
                    );
                    return refuse("path", "no_route", message);
                }
            }
        } else {
            self.given("path.links", &given, from, to)?
        };
        let returning: Vec<&str> = items(path, "back").filter_map(Value::as_str).collect();
        let back = if !returning.is_empty() {
            self.given("path.back", &returning, to, from)?
        } else {
            let same = if given.is_empty() { None } else { self.turned(&there) };
            match same.or_else(|| self.shortest(to, from)) {
                Some(way) => way,
                None => {
                    let message = format!(
                        "No way leads back from `{}` to `{}`, so no acknowledgement could arrive. Add a link in that direction, or let one that is there go both ways.",
                        name(to),
                        name(from)
                    );
                    return refuse("path", "no_way_back", message);
                }
            }
        };
        if there.len().max(back.len()) > MAX_HOPS {
            let message = format!(
                "The way from `{}` to `{}` has {} links; at most {MAX_HOPS} are accepted. Choose nodes that are closer.",
                name(from),
                name(to),
                there.len().max(back.len())
            );
            return refuse("path", "too_long", message);
        }
        Ok(Route { there, back })
    }

    fn end(&self, path: &Value, side: &str, default: usize) -> Result<usize, NoRoute> {
        let Some(id) = path.get(side).and_then(Value::as_str) else { return Ok(default) };
        match self.network.node(id) {
            Some(node) => Ok(node),
            None => {
                let nodes = self.network.nodes.iter().map(String::as_str);
                refuse(format!("path.{side}"), "unknown_node", no_such("node", id, nodes))
            }
        }
    }

    /// The same links the other way, if all of them go both ways.
    fn turned(&self, way: &[usize]) -> Option<Vec<usize>> {
        way.iter().rev().map(|&index| self.network.link(&other_side(&self.network.links[index].id))).collect()
    }

    /// A way given by the ids of its links, each of which is passed in the direction that fits.
    fn given(&self, part: &str, ids: &[&str], from: usize, to: usize) -> Result<Vec<usize>, NoRoute> {
        let network = self.network;
        let name = |node: usize| clipped(&network.nodes[node]);
        let mut way = Vec::new();
        let mut visited = vec![from];
        let mut at = from;
        for (place, id) in ids.iter().enumerate() {
            let part = format!("{part}[{place}]");
            let shown = clipped(id);
            let Some(forward) = network.link(&format!("{id}.forward")) else {
                let ids =
                    network.listed.iter().filter_map(|&link| network.links[link].id.strip_suffix(".forward"));
                return refuse(part, "unknown_link", no_such("link", id, ids));
            };
            let link = &network.links[forward];
            let next = if link.from == at {
                forward
            } else if link.to != at {
                let message = format!(
                    "The link `{shown}` joins `{}` and `{}`, but here the path has come to `{}`. List the links in the order in which they are passed.",
                    name(link.from),
                    name(link.to),
                    name(at)
                );
                return refuse(part, "broken_path", message);
            } else if let Some(reverse) = network.link(&format!("{id}.reverse")) {
                reverse
            } else {
                let message = format!(
                    "The link `{shown}` goes one way, from `{}` to `{}`; the path would take it the other way. Choose another link, or let it go both ways.",
                    name(link.from),
                    name(link.to)
                );
                return refuse(part, "wrong_way", message);
            };
            at = network.links[next].to;
            if visited.contains(&at) {
                let message = format!(
                    "With this link the path comes to `{}` a second time: it has a loop. Leave out the links of the loop.",
                    name(at)
                );
                return refuse(part, "loop", message);
            }
            visited.push(at);
            way.push(next);
        }
        if at == to {
            return Ok(way);
        }
        let message = format!(
            "The path leads from `{}` to `{}`, not to `{}`. Add the links that are missing, or change where the flow ends.",
            name(from),
            name(at),
            name(to)
        );
        refuse(part, "wrong_end", message)
    }
}

/// `ab.reverse` for `ab.forward`, and the other way round.
fn other_side(id: &str) -> String {
    match id.strip_suffix(".forward") {
        Some(link) => format!("{link}.reverse"),
        None => format!("{}.forward", id.strip_suffix(".reverse").unwrap_or(id)),
    }
}

/// The sentence for an id that no node or link has.
pub fn no_such<'a>(what: &str, id: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    let hint = match suggestion(id, known.clone()) {
        Some(close) => format!("Did you mean `{close}`?"),
        None => {
            let some: Vec<&str> = known.take(10).collect();
            format!("There are: {}.", if some.is_empty() { "none".to_owned() } else { some.join(", ") })
        }
    };
    format!("No {what} has the ID `{}`. {hint}", clipped(id))
}
