//! Checks of a network: links connect existing nodes, all flows have routes, and the settings of queues,
//! schedules, loss rules and impairments are consistent with the flows, the duration and the timeline.

use serde_json::Value;

use super::direction::Direction;
use super::limits::{MAX_BUCKETS, MAX_SCHEDULED_CHANGES};
use super::messages::{unknown_flow_message, unknown_id_message};
use super::network::NetworkSpec;
use super::read::{list_items, member};
use super::routes::Router;
use super::validate::{DocumentChecks, list, number, text_set};
use sim_engine::net::queues;
use sim_engine::net::schedule::{self, ScheduleSettings};
use sim_engine::params::{TAG, clipped};

impl DocumentChecks<'_> {
    /// Whether a problem with the network has been reported.
    fn network_has_issues(&self) -> bool {
        self.checker.issues.iter().any(|issue| issue.path.starts_with("network"))
    }

    /// Reports impairments that are inconsistent, and settings that cannot be combined with a delivery trace.
    pub(super) fn impairments(&mut self, directions: &[Direction<'_>]) {
        let packets = list(self.document, "flows").iter().filter_map(|flow| flow.get("packet")?.as_f64());
        let largest_packet = packets.fold(0.0, f64::max);
        for direction in directions {
            let (Some(path), Some(impairments)) = (&direction.path, &direction.impairments) else { continue };
            if self.checker.is_full() {
                return;
            }
            let contradictions = impairments.contradictions(largest_packet);
            for (name, code, message) in direction.problems.iter().cloned().chain(contradictions) {
                self.checker.report(format!("{path}.impairments.{name}"), code, message);
            }
            if let Some(duration) = self.duration() {
                for (i, outage) in impairments.outages.iter().enumerate() {
                    if outage.at > duration {
                        let path = format!("{path}.impairments.outages[{i}].at");
                        self.report_late_time(&path, outage.at, duration);
                    }
                }
            }
            if impairments.trace.is_some() {
                let message = "The delivery trace of this link determines when packets leave, so nothing else can change its rate. Remove the trace or this setting.";
                self.other_rates(path, direction, "beside_trace", message);
            }
            let queue = member(direction.settings, "queue");
            if queue.get(TAG).and_then(Value::as_str).is_some_and(queues::is_medium) {
                let message = "The queue discipline of this link determines how long packets take on the air, so no other setting can. Remove this setting, or choose another discipline.";
                for name in impairments.line_settings() {
                    self.checker.report(format!("{path}.impairments.{name}"), "beside_medium", message);
                }
                self.other_rates(path, direction, "beside_medium", message);
            }
        }
    }

    /// Reports settings that would change the rate of a link direction with a delivery trace or a medium.
    fn other_rates(&mut self, path: &str, direction: &Direction<'_>, code: &'static str, message: &str) {
        if !matches!(direction.schedule, None | Some(ScheduleSettings::Constant(_))) {
            self.checker.report(format!("{path}.schedule"), code, message);
        }
        let prefix = if direction.id.contains('.') { "links." } else { "" };
        let rate_path = format!("network.{prefix}{}.rate", direction.id);
        for (i, entry) in list(self.document, "timeline").iter().enumerate() {
            if entry.get("set").and_then(Value::as_str) == Some(rate_path.as_str()) {
                self.checker.report(format!("timeline[{i}].set"), code, message);
            }
        }
    }

    /// Reports duplicate and unknown IDs of nodes and links, and links whose settings contradict each other.
    pub(super) fn network(&mut self) {
        let Some(network) = self.document.get("network") else { return };
        let (nodes, links) = (list(network, "nodes"), list(network, "links"));
        if network.get("links").is_some_and(Value::is_array) && links.is_empty() {
            let message = "There are no links. Add one, for example {\"id\": \"a\"}.";
            let message = if network.get("nodes").is_some() {
                "There are no links. Add one, for example {\"id\": \"ab\", \"from\": \"a\", \"to\": \"b\"}."
            } else {
                message
            };
            self.checker.report("network.links", "no_links", message);
        }
        self.unique("network.nodes", nodes, "node");
        self.unique("network.links", links, "link");
        let node_ids = text_set(nodes.iter().filter_map(|node| node.get("id")?.as_str()));
        for (i, link) in links.iter().enumerate() {
            if self.checker.is_full() {
                return;
            }
            let text = |name| link.get(name).and_then(Value::as_str);
            for end in ["from", "to"] {
                if let Some(node) = text(end)
                    && !node_ids.contains(node)
                {
                    let message = unknown_id_message("node", node, node_ids.iter().copied());
                    self.checker.report(format!("network.links[{i}].{end}"), "unknown_node", message);
                }
            }
            if let (Some(from), Some(to)) = (text("from"), text("to"))
                && from == to
            {
                self.checker.report(
                    format!("network.links[{i}].to"),
                    "loop",
                    format!("This link starts and ends at `{}`. Let it end at another node.", clipped(from)),
                );
            }
            if link.get("one_way").and_then(Value::as_bool) == Some(true)
                && link.get("reverse").is_some_and(Value::is_object)
            {
                self.checker.report(
                    format!("network.links[{i}].reverse"),
                    "one_way",
                    "This link is one-way, so it has no reverse direction. Remove `reverse`, or set `one_way` to false.",
                );
            }
        }
    }

    /// Reports schedules with too many changes.
    pub(super) fn schedules(&mut self, directions: &[Direction<'_>]) {
        let Some(duration) = self.duration() else { return };
        let mut total = 0;
        for direction in directions {
            let (Some(path), Some(schedule)) = (&direction.path, &direction.schedule) else { continue };
            let path = format!("{path}.schedule");
            for (setting, more) in schedule.reversed_bounds() {
                let message = format!("This is above `{more}`. Make it smaller, or `{more}` larger.");
                self.checker.report(format!("{path}.{setting}"), "bad_order", message);
            }
            match schedule.changes(duration) {
                None => self.checker.report(
                    path,
                    "too_many",
                    format!(
                        "This schedule would change the rate more than {} times in {duration} s. Choose a longer period or longer steps.",
                        schedule::MAX_CHANGES
                    ),
                ),
                Some(changes) => {
                    total += changes.len();
                    if total > MAX_SCHEDULED_CHANGES {
                        self.checker.report(
                            path,
                            "too_many",
                            format!(
                                "This schedule and the schedules listed before it would change rates more than {MAX_SCHEDULED_CHANGES} times in {duration} s. Choose longer periods or longer steps."
                            ),
                        );
                        return;
                    }
                }
            }
        }
    }

    /// Reports unknown flows in the settings of queues.
    pub(super) fn queues(&mut self, directions: &[Direction<'_>]) {
        if !self.document.get("flows").is_some_and(Value::is_array) {
            return;
        }
        for direction in directions {
            let Some(path) = &direction.path else { continue };
            let queue = member(direction.settings, "queue");
            let flows = list_items(queue, "flows").enumerate().map(|(i, id)| (format!("flows[{i}]"), id));
            let stations = ["stations", "users"].into_iter().flat_map(|list| {
                let entries = list_items(queue, list).enumerate();
                entries.map(move |(i, entry)| (format!("{list}[{i}].flow"), member(entry, "flow")))
            });
            let probe = ("probe".to_owned(), member(queue, "probe"));
            for (setting, id) in flows.chain(stations).chain([probe]) {
                if self.checker.is_full() {
                    return;
                }
                if let Some(id) = id.as_str().filter(|id| !self.flow_ids.contains(id)) {
                    let message = unknown_flow_message(id, self.flow_ids.iter().copied());
                    self.checker.report(format!("{path}.queue.{setting}"), "unknown_flow", message);
                }
            }
            let rates = number(queue, "min_rate").zip(number(queue, "max_rate"));
            if rates.is_some_and(|(least, most)| least > most) {
                let message = "The lowest rate is above the highest one, `max_rate`. Swap them.";
                self.checker.report(format!("{path}.queue.min_rate"), "empty_range", message);
            }
        }
    }

    /// Checks the loss rules of all links.
    pub(super) fn loss_rules(&mut self, directions: &[Direction<'_>]) {
        for direction in directions {
            if let Some(path) = &direction.path {
                self.check_rules(list(direction.settings, "loss"), &format!("{path}.loss"));
            }
        }
    }

    /// Reports too many buckets, each of which takes memory.
    pub(super) fn buckets(&mut self, directions: &[Direction<'_>]) {
        let (mut total, mut path) = (0.0, "");
        for direction in directions {
            // A direction without a path uses the settings of the forward direction, which precedes it.
            path = direction.path.as_deref().unwrap_or(path);
            let buckets = member(member(direction.settings, "queue"), "buckets").as_f64().unwrap_or(0.0);
            total += buckets;
            if total > MAX_BUCKETS {
                self.checker.report(
                    format!("{path}.queue.buckets"),
                    "too_many",
                    format!(
                        "The queues of all links can have at most {MAX_BUCKETS} buckets in total; up to this queue there are {total}. Lower this number, or remove it."
                    ),
                );
                return;
            }
        }
    }

    /// Reports flows without a route for their data or feedback.
    pub(super) fn routes(&mut self, directions: &[Direction<'_>]) {
        let Some(flows) = self.document.get("flows").and_then(Value::as_array) else { return };
        if self.network_has_issues() {
            return;
        }
        let Some(network) = NetworkSpec::read(member(self.document, "network"), directions) else { return };
        let mut router = Router::new(&network);
        let mut routes = Vec::with_capacity(flows.len());
        for (i, flow) in flows.iter().enumerate() {
            let path = format!("flows[{i}].path");
            let is_reported = |issue: &sim_engine::params::Issue| issue.path.starts_with(&path);
            if self.checker.is_full() {
                return;
            }
            if self.checker.issues.iter().any(is_reported) {
                continue;
            }
            match router.route(flow) {
                Ok(route) => routes.push(route),
                Err(problem) => {
                    let path = format!("flows[{i}].{}", problem.setting);
                    self.checker.report(path, problem.code, problem.message);
                }
            }
        }
        self.routed = Some((network, routes));
    }
}
