//! The routes of flows: the link directions that data and feedback cross. A route is the shortest path by
//! propagation delay, or the path that the document lists. Routes are computed once, from the initial delays,
//! and do not change during a run.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use serde_json::Value;

use super::limits::MAX_HOPS;
use super::messages::unknown_id_message;
use super::network::NetworkSpec;
use super::read::{list_items, member, read_typed};
use super::schema::Role;
use sim_engine::ground::time::from_secs;
use sim_engine::params::clipped;

/// The routes of a flow's data and feedback, as indices into `NetworkSpec::links`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Route {
    pub data: Vec<usize>,
    pub feedback: Vec<usize>,
}

/// The reason why a flow has no route.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoRoute {
    /// The setting of the flow that has the problem, such as `path.to`.
    pub setting: String,
    pub code: &'static str,
    pub message: String,
}

fn no_route<T>(
    setting: impl Into<String>,
    code: &'static str,
    message: impl Into<String>,
) -> Result<T, NoRoute> {
    Err(NoRoute { setting: setting.into(), code, message: message.into() })
}

/// Length of a path: its delay in nanoseconds, and its number of links, which decides between paths of equal
/// delay.
type PathLength = (u64, u32);

/// Finds paths through a network, and caches the distances to each destination.
pub struct Router<'a> {
    network: &'a NetworkSpec,
    /// Link directions that leave each node, in the order of their IDs.
    leaving: Vec<Vec<usize>>,
    /// Link directions that enter each node, in the order of their IDs.
    entering: Vec<Vec<usize>>,
    /// The cached lengths by destination: for each node, the length of the shortest path from the node to the
    /// destination; `None` if there is no path.
    lengths_to: BTreeMap<usize, Vec<Option<PathLength>>>,
}

impl<'a> Router<'a> {
    pub fn new(network: &'a NetworkSpec) -> Self {
        let mut leaving = vec![Vec::new(); network.nodes.len()];
        let mut entering = leaving.clone();
        for (index, link) in network.links.iter().enumerate() {
            leaving[link.from].push(index);
            entering[link.to].push(index);
        }
        Router { network, leaving, entering, lengths_to: BTreeMap::new() }
    }

    /// The lengths of the shortest paths from all nodes to a destination. Dijkstra's algorithm starts at the
    /// destination and follows link directions backwards.
    fn path_lengths(&mut self, to: usize) -> &[Option<PathLength>] {
        let (network, entering) = (self.network, &self.entering);
        self.lengths_to.entry(to).or_insert_with(|| {
            let mut best: Vec<Option<PathLength>> = vec![None; network.nodes.len()];
            best[to] = Some((0, 0));
            let mut frontier = BinaryHeap::from([Reverse(((0, 0), to))]);
            while let Some(Reverse((length, node))) = frontier.pop() {
                if best[node] != Some(length) {
                    continue;
                }
                for &index in &entering[node] {
                    let link = &network.links[index];
                    let extended = (length.0.saturating_add(from_secs(link.delay)), length.1 + 1);
                    if best[link.from].is_none_or(|best| extended < best) {
                        best[link.from] = Some(extended);
                        frontier.push(Reverse((extended, link.from)));
                    }
                }
            }
            best
        })
    }

    /// The shortest path by delay. Ties are resolved by the number of links, and then by the links' IDs.
    pub fn shortest_path(&mut self, from: usize, to: usize) -> Option<Vec<usize>> {
        let network = self.network;
        let lengths = self.path_lengths(to);
        let mut remaining = lengths[from]?;
        let lengths = lengths.to_vec();
        let mut path = Vec::new();
        let mut node = from;
        while node != to {
            let is_on_shortest_path = |&&index: &&usize| {
                let link = &network.links[index];
                lengths[link.to].is_some_and(|length| {
                    (length.0.saturating_add(from_secs(link.delay)), length.1 + 1) == remaining
                })
            };
            let next = *self.leaving[node].iter().find(is_on_shortest_path)?;
            path.push(next);
            node = network.links[next].to;
            remaining = lengths[node]?;
        }
        Some(path)
    }

    /// The routes of a flow in an expanded document.
    pub fn route(&mut self, flow: &Value) -> Result<Route, NoRoute> {
        let path = member(flow, "path");
        let reverse = read_typed(flow, "role") == Some(Role::Reverse);
        if self.network.kind == "dumbbell" {
            return self.dumbbell_route(path, reverse);
        }
        let last = self.network.nodes.len().saturating_sub(1);
        let (first, last) = if reverse { (last, 0) } else { (0, last) };
        let from = self.endpoint(path, "from", first)?;
        let to = self.endpoint(path, "to", last)?;
        if from == to {
            let message =
                format!("The flow starts and ends at `{}`. Let it end at another node.", self.node_name(to));
            return no_route("path", "same_node", message);
        }
        let data = self.data_path(path, from, to)?;
        let feedback = self.feedback_path(path, &data, from, to)?;
        if data.len().max(feedback.len()) > MAX_HOPS {
            let message = format!(
                "The route from `{}` to `{}` has {} links; at most {MAX_HOPS} are accepted. Choose nodes that are closer to each other.",
                self.node_name(from),
                self.node_name(to),
                data.len().max(feedback.len())
            );
            return no_route("path", "too_long", message);
        }
        Ok(Route { data, feedback })
    }

    /// A node's name in messages.
    fn node_name(&self, node: usize) -> String {
        clipped(&self.network.nodes[node])
    }

    /// The routes of a flow in a dumbbell.
    fn dumbbell_route(&self, path: &Value, reverse: bool) -> Result<Route, NoRoute> {
        if !path.is_null() {
            return no_route(
                "path",
                "no_nodes",
                "A dumbbell has a single path: from left to right, or from right to left for flows with the role reverse. Remove `path`, or choose another kind of network.",
            );
        }
        let (forward, backward) = (self.network.link("forward"), self.network.link("reverse"));
        let (data, feedback) = if reverse { (backward, forward) } else { (forward, backward) };
        Ok(Route { data: data.into_iter().collect(), feedback: feedback.into_iter().collect() })
    }

    /// The links for data: the links that `path` lists, or the shortest path if it lists none.
    fn data_path(&mut self, path: &Value, from: usize, to: usize) -> Result<Vec<usize>, NoRoute> {
        let listed: Vec<&str> = list_items(path, "links").filter_map(Value::as_str).collect();
        if !listed.is_empty() {
            return self.listed_path("path.links", &listed, from, to);
        }
        match self.shortest_path(from, to) {
            Some(path) => Ok(path),
            None => {
                let message = format!(
                    "There is no route from `{}` to `{}`. Add a link that connects them, or let the flow end at another node.",
                    self.node_name(from),
                    self.node_name(to)
                );
                no_route("path", "no_route", message)
            }
        }
    }

    /// The links for feedback: the links that `path` lists for feedback. If it lists none: the links of
    /// `data` in reverse, if `path` lists them and each has an opposite direction. Otherwise the shortest
    /// path.
    fn feedback_path(
        &mut self,
        path: &Value,
        data: &[usize],
        from: usize,
        to: usize,
    ) -> Result<Vec<usize>, NoRoute> {
        let listed: Vec<&str> = list_items(path, "back").filter_map(Value::as_str).collect();
        if !listed.is_empty() {
            return self.listed_path("path.back", &listed, to, from);
        }
        let lists_data = list_items(path, "links").any(|link| link.is_string());
        let reversed = if lists_data { self.reversed(data) } else { None };
        match reversed.or_else(|| self.shortest_path(to, from)) {
            Some(path) => Ok(path),
            None => {
                let message = format!(
                    "There is no route back from `{}` to `{}`, so no acknowledgement could arrive. Add a link in that direction, or make a one-way link bidirectional.",
                    self.node_name(to),
                    self.node_name(from)
                );
                no_route("path", "no_way_back", message)
            }
        }
    }

    /// The node at which a flow's path starts (`end` is "from") or ends (`end` is "to").
    fn endpoint(&self, path: &Value, end: &str, default: usize) -> Result<usize, NoRoute> {
        let Some(id) = path.get(end).and_then(Value::as_str) else { return Ok(default) };
        match self.network.node(id) {
            Some(node) => Ok(node),
            None => {
                let nodes = self.network.nodes.iter().map(String::as_str);
                no_route(format!("path.{end}"), "unknown_node", unknown_id_message("node", id, nodes))
            }
        }
    }

    /// The links of a path in reverse, if all of them have an opposite direction.
    fn reversed(&self, path: &[usize]) -> Option<Vec<usize>> {
        path.iter().rev().map(|&index| self.network.link(&opposite(&self.network.links[index].id))).collect()
    }

    /// The path over the listed links, each in the direction that continues the path.
    fn listed_path(
        &self,
        setting: &str,
        ids: &[&str],
        from: usize,
        to: usize,
    ) -> Result<Vec<usize>, NoRoute> {
        let network = self.network;
        let name = |node: usize| clipped(&network.nodes[node]);
        let mut path = Vec::new();
        let mut visited = vec![from];
        let mut at = from;
        for (index, id) in ids.iter().enumerate() {
            let item = format!("{setting}[{index}]");
            let short_id = clipped(id);
            let Some(forward) = network.link(&format!("{id}.forward")) else {
                let ids = network
                    .document_order
                    .iter()
                    .filter_map(|&link| network.links[link].id.strip_suffix(".forward"));
                return no_route(item, "unknown_link", unknown_id_message("link", id, ids));
            };
            let link = &network.links[forward];
            let next = if link.from == at {
                forward
            } else if link.to != at {
                let message = format!(
                    "The link `{short_id}` connects `{}` and `{}`, but the path has reached `{}`. List the links in the order of the path.",
                    name(link.from),
                    name(link.to),
                    name(at)
                );
                return no_route(item, "broken_path", message);
            } else if let Some(reverse) = network.link(&format!("{id}.reverse")) {
                reverse
            } else {
                let message = format!(
                    "The link `{short_id}` is one-way, from `{}` to `{}`, but the path needs the other direction. Choose another link, or make it bidirectional.",
                    name(link.from),
                    name(link.to)
                );
                return no_route(item, "wrong_way", message);
            };
            at = network.links[next].to;
            if visited.contains(&at) {
                let message = format!(
                    "The path has a loop: with this link it reaches `{}` a second time. Remove the links of the loop.",
                    name(at)
                );
                return no_route(item, "loop", message);
            }
            visited.push(at);
            path.push(next);
        }
        if at == to {
            return Ok(path);
        }
        let message = format!(
            "The path leads from `{}` to `{}`, not to `{}`. Add the missing links, or change where the flow ends.",
            name(from),
            name(at),
            name(to)
        );
        no_route(setting, "wrong_end", message)
    }
}

/// The ID of the opposite link direction: `ab.reverse` for `ab.forward`, and `ab.forward` for `ab.reverse`.
fn opposite(id: &str) -> String {
    match id.strip_suffix(".forward") {
        Some(link) => format!("{link}.reverse"),
        None => format!("{}.forward", id.strip_suffix(".reverse").unwrap_or(id)),
    }
}
