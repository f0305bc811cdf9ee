//! The network of a scenario: nodes, and link directions between them. Networks of every kind are read into
//! one list of link directions, so most of the code does not distinguish the kinds.

use serde_json::Value;

use super::direction::{Direction, ENDS, kind_of, router_name};
use super::link::{LinkSpec, read_link};
use super::read::{list_items, read_typed};
use sim_engine::ground::order::{order_by, sorted};

#[derive(Clone, Debug, PartialEq)]
pub struct NetworkSpec {
    /// `dumbbell`, `parking_lot` or `graph`.
    pub kind: String,
    /// Names of the nodes, in the order of the document. The nodes of a parking lot are in order from left to
    /// right.
    pub nodes: Vec<String>,
    /// All link directions, in the order of their IDs. The order in the document does not affect results.
    pub links: Vec<LinkSpec>,
    /// Indices into `links`, in the order of the document.
    pub document_order: Vec<usize>,
    /// Rate of the access links in bit/s, with the default resolved.
    pub access_rate: f64,
}

impl NetworkSpec {
    /// Reads the network of an expanded document, of which `directions` are the link directions. Omits links
    /// between unknown nodes. `None` if a link has problems.
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

fn ids<'a>(object: &'a Value, name: &str) -> impl Iterator<Item = &'a str> {
    list_items(object, name).filter_map(|item| item.get("id").and_then(Value::as_str))
}
