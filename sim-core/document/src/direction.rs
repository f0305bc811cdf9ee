//! The link directions of a network of any kind, in an expanded document.

use serde_json::{Map, Value};

use super::read::{list_items, member};
use sim_engine::net::impairments::{self, ImpairmentProblem, ImpairmentSettings};
use sim_engine::net::schedule::ScheduleSettings;
use sim_engine::params::{TAG, number};

/// Names of the two nodes of a dumbbell.
pub(super) const ENDS: [&str; 2] = ["left", "right"];

pub(super) fn kind_of(network: &Value) -> &str {
    network.get(TAG).and_then(Value::as_str).unwrap_or_default()
}

/// Name of a router of a parking lot: `r1` for index 0.
pub(super) fn router_name(index: usize) -> String {
    format!("r{}", index + 1)
}

/// A link direction in an expanded document.
#[derive(Clone, Debug)]
pub struct Direction<'a> {
    /// `forward` or `reverse` in a dumbbell; `ab.forward` or `ab.reverse` for the link `ab` of another
    /// network.
    pub id: String,
    pub from: String,
    pub to: String,
    /// Path of the direction's settings in the document; `None` for a reverse direction that uses the
    /// settings of the forward direction.
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
            impairments: impairments.map(|object| ImpairmentSettings::read(object, &mut problems)),
            problems,
        }
    }
}

/// The link directions of an expanded network, in the order of the document. A forward direction is omitted
/// if its settings are null, which is the expanded form of an invalid value.
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

/// The settings of a reverse direction for which the document states none: the initial rate, the delay and
/// the queue of the forward direction. `forward` are the settings of the forward direction; their document
/// need not be expanded. A delivery trace of the forward direction determines the rate.
pub(super) fn reverse_of(forward: &Value) -> Value {
    let copied = |name: &str| Some((name.to_owned(), forward.get(name)?.clone()));
    let mut reverse: Map<String, Value> = ["rate", "delay", "queue"].into_iter().filter_map(copied).collect();
    if let Some(rate) = impairments::trace_rate(member(forward, "impairments")) {
        reverse.insert("rate".to_owned(), number(rate));
    }
    Value::Object(reverse)
}
