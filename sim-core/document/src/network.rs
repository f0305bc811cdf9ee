//! The network of a scenario: nodes, and link directions between them. Networks of every kind are read into one list of link
//! directions, so most of the code does not distinguish the kinds.

use serde_json::{Map, Value};

use super::link::{LinkSpec, read_link};
use super::read::{list_items, member, read_typed};
use sim_engine::ground::order::{order_by, sorted};
use sim_engine::net::impairments::{self, ImpairmentProblem, ImpairmentSettings};
use sim_engine::net::schedule::ScheduleSettings;
use sim_engine::params::{TAG, number};

/// Names of the two nodes of a dumbbell.
const ENDS: [&str; 2] = ["left", "right"];

#[derive(Clone, Debug, PartialEq)]
pub struct NetworkSpec {
    /// `dumbbell`, `parking_lot` or `graph`.
    pub kind: String,
    /// Names of the nodes, in the order of the document. The nodes of a parking lot are in order from left to right.
    pub nodes: Vec<String>,
    /// All link directions, in the order of their IDs. The order in the document does not affect results.
    pub links: Vec<LinkSpec>,
    /// Indices into `links`, in the order of the document.
    pub document_order: Vec<usize>,
    /// Rate of the access links in bit/s, with the default resolved.
    pub access_rate: f64,
}

impl NetworkSpec {
    /// Reads the network of an expanded document, of which `directions` are the link directions. Omits links between unknown nodes.
    /// `None` if a link has problems.
    pub fn read(network: &Value, directions: &[Direction<'_>]) -> Option<Self> {
        let nodes: Vec<String> = match kind_of(network) {
            "graph" => ids(network, "nodes").map(str::to_owned).collect(),
            "parking_lot" => (0..=list_items(network, "links").count()).map(router_name).collect(),
            _ => ENDS.map(str::to_owned).into(),
        };
        let by_name = order_by(nodes.len(), &|a, b| nodes[a].cmp(&nodes[b]));
        let node_index =
            |name: &str| by_name.binary_search_by(|&i| nodes[i].as_str().cmp(name)).ok().map(|i| by_name[i]);
        let mut links: Vec<(usize, LinkSpec)> = Vec::new();
        for (document_index, direction) in directions.iter().enumerate() {
            let (Some(from), Some(to)) = (node_index(&direction.from), node_index(&direction.to)) else {
                continue;
            };
            links.push((document_index, LinkSpec { from, to, ..read_link(direction)? }));
        }
        let links = sorted(links, |a, b| a.1.id.cmp(&b.1.id));
        let document_order = order_by(links.len(), &|a, b| links[a].0.cmp(&links[b].0));
        let links: Vec<LinkSpec> = links.into_iter().map(|(_, link)| link).collect();
        let fastest = links.iter().map(|link| link.rate).fold(0.0, f64::max);
        let access_rate = read_typed(network, "access_rate").unwrap_or_else(|| (10.0 * fastest).max(100e6));
        Some(NetworkSpec { kind: kind_of(network).to_owned(), nodes, links, document_order, access_rate })
    }

    /// Index of the link direction with this ID.
    pub fn link(&self, id: &str) -> Option<usize> {
        self.links.binary_search_by(|link| link.id.as_str().cmp(id)).ok()
    }

    /// Index of the node with this name.
    pub fn node(&self, id: &str) -> Option<usize> {
        self.nodes.iter().position(|node| node == id)
    }
}

fn kind_of(network: &Value) -> &str {
    network.get(TAG).and_then(Value::as_str).unwrap_or_default()
}

/// Name of a router of a parking lot: `r1` for index 0.
fn router_name(index: usize) -> String {
    format!("r{}", index + 1)
}

fn ids<'a>(object: &'a Value, name: &str) -> impl Iterator<Item = &'a str> {
    list_items(object, name).filter_map(|item| item.get("id").and_then(Value::as_str))
}

/// A link direction in an expanded document.
#[derive(Clone, Debug)]
pub struct Direction<'a> {
    /// `forward` or `reverse` in a dumbbell; `ab.forward` or `ab.reverse` for the link `ab` of another network.
    pub id: String,
    pub from: String,
    pub to: String,
    /// Path of the direction's settings in the document; `None` for a reverse direction that uses the settings of the forward
    /// direction.
    pub path: Option<String>,
    /// The settings that the direction uses.
    pub settings: &'a Value,
    /// The schedule and the impairments in these settings; `None` if they have problems.
    pub schedule: Option<ScheduleSettings>,
    pub impairments: Option<ImpairmentSettings>,
    /// Problems of the impairments that were found while they were read.
    pub problems: Vec<ImpairmentProblem>,
}

impl<'a> Direction<'a> {
    fn read(id: String, [from, to]: [String; 2], path: Option<String>, settings: &'a Value) -> Self {
        let schedule = member(settings, "schedule");
        let kind = schedule.get(TAG).and_then(Value::as_str);
        let mut problems = Vec::new();
        let impairments = member(settings, "impairments");
        let impairments = Some(impairments).filter(|object| object.is_object());
        Direction {
            id,
            from,
            to,
            path,
            settings,
            schedule: kind.and_then(|kind| ScheduleSettings::read(kind, schedule)),
            impairments: impairments.and_then(|object| ImpairmentSettings::read(object, &mut problems)),
            problems,
        }
    }
}

/// The link directions of an expanded network, in the order of the document. A forward direction is omitted if its settings
/// are null, which is the expanded form of an invalid value.
pub fn directions(network: &Value) -> Vec<Direction<'_>> {
    let mut found = Vec::new();
    if kind_of(network) == "dumbbell" {
        let ends = ENDS.map(str::to_owned);
        push_directions(network, "network", "", ends, &mut found);
        return found;
    }
    for (index, link) in list_items(network, "links").enumerate() {
        let text = |name| link.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let ends = match kind_of(network) {
            "graph" => [text("from"), text("to")],
            _ => [router_name(index), router_name(index + 1)],
        };
        push_directions(
            link,
            &format!("network.links[{index}]"),
            &format!("{}.", text("id")),
            ends,
            &mut found,
        );
    }
    found
}

/// Appends the directions of one link.
fn push_directions<'a>(
    link: &'a Value,
    path: &str,
    id_prefix: &str,
    ends: [String; 2],
    found: &mut Vec<Direction<'a>>,
) {
    let (forward, reverse) = (member(link, "forward"), member(link, "reverse"));
    let id = |side: &str| format!("{id_prefix}{side}");
    if forward.is_object() {
        found.push(Direction::read(id("forward"), ends.clone(), Some(format!("{path}.forward")), forward));
    }
    if member(link, "one_way").as_bool() == Some(true) {
        return;
    }
    let [from, to] = ends;
    if reverse.is_object() {
        found.push(Direction::read(id("reverse"), [to, from], Some(format!("{path}.reverse")), reverse));
    } else if let Some(forward) = found.last().filter(|_| forward.is_object()) {
        found.push(Direction { id: id("reverse"), from: to, to: from, path: None, ..forward.clone() });
    }
}

/// The settings that a reverse direction without settings of its own has, where `forward` are the settings of the forward
/// direction in a document that need not be expanded: the initial rate, the delay and the queue. A delivery trace of the
/// forward direction determines the rate.
pub(super) fn reverse_of(forward: &Value) -> Value {
    let copied = |name: &str| Some((name.to_owned(), forward.get(name)?.clone()));
    let mut reverse: Map<String, Value> = ["rate", "delay", "queue"].into_iter().filter_map(copied).collect();
    if let Some(rate) = impairments::trace_rate(member(forward, "impairments")) {
        reverse.insert("rate".to_owned(), number(rate));
    }
    Value::Object(reverse)
}
