//! Validates a document and reports all of its problems. The first step checks types, ranges and names
//! against the schema. The second step checks whether the parts of the document are consistent: times,
//! references, and the length of the run.

use sim_engine::ground::convert::whole;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::direction::directions;
use super::limits::{MAX_FLOWS, MAX_PACKETS};
use super::messages::unknown_flow_message;
use super::model::{Scenario, WorkEstimate, WorkPart};
use super::network::NetworkSpec;
use super::reading::{ResolvedChange, Workload};
use super::routes::Route;
use super::schema;
use sim_engine::describe::{AlgorithmInfo, Family, Kinds};
use sim_engine::ground::math::{floor, log10, powi, round};
use sim_engine::params::{Checker, Issue, ParamType, ValueRange, clipped};
use sim_engine::protocols::AlgorithmSettings;

/// The set of the given texts. `collect` would sort them first, and an instance of that sort takes 2 kB of
/// the WebAssembly.
pub(super) fn text_set<'a>(texts: impl Iterator<Item = &'a str>) -> BTreeSet<&'a str> {
    let mut set = BTreeSet::new();
    set.extend(texts);
    set
}

/// Validates a document: returns its expanded form and the typed scenario, or all problems of the document.
pub fn validate(document: &Value, kinds: &Kinds) -> Result<(Value, Scenario), Vec<Issue>> {
    let params_of = |id: &str| kinds.params_of(id);
    let mut checker = Checker::new(&params_of);
    let draft = checker.value(schema::document(kinds), document, "");
    let flow_ids = text_set(list(&draft, "flows").iter().filter_map(|flow| flow.get("id")?.as_str()));
    let (algorithms, changes) = (Vec::new(), Vec::new());
    let mut checks =
        DocumentChecks { document: &draft, kinds, flow_ids, checker, algorithms, changes, routed: None };
    let directions = directions(draft.get("network").unwrap_or(&Value::Null));
    checks.warmup();
    checks.flows();
    checks.network();
    checks.queues(&directions);
    checks.buckets(&directions);
    checks.schedules(&directions);
    checks.loss_rules(&directions);
    checks.routes(&directions);
    checks.impairments(&directions);
    checks.timeline();
    checks.algorithm_settings();
    checks.measure();
    let DocumentChecks { mut checker, algorithms, changes, routed, .. } = checks;
    // The parts of a document from which the work of the run is estimated.
    let work_parts = ["network", "flows", "duration", "timeline"];
    let can_estimate =
        !checker.issues.iter().any(|issue| work_parts.iter().any(|part| issue.path.starts_with(part)));
    let read_workload = |routed| {
        let changes = changes.into_iter().map(|(_, change)| change).collect();
        Workload::read(&draft, routed, algorithms, changes, kinds)
    };
    let workload = routed.filter(|_| can_estimate).and_then(read_workload);
    if let Some(workload) = &workload {
        check_work(workload, &mut checker);
    }
    if !checker.issues.is_empty() {
        return Err(checker.issues);
    }
    match workload.and_then(|workload| Scenario::read(&draft, workload)) {
        Some(scenario) => Ok((draft, scenario)),
        None => {
            let message =
                "This version of Fairshare cannot read the document, although it finds no problem in it.";
            Err(vec![Issue::new("", "unreadable", message)])
        }
    }
}

/// Reports a run with more work than is accepted, which would take too long in a browser.
fn check_work(workload: &Workload, checker: &mut Checker<'_>) {
    let WorkEstimate { packets, one_link_equivalent: work, largest } = workload.work;
    // The tolerance accepts the duration that the message recommends: the estimate is rounded up to whole packets, and
    // timers are added to them.
    let max = MAX_PACKETS * (1.0 + 1e-3);
    let (much, what) = if packets > max {
        (packets, "would send")
    } else if work > max {
        (work, "would take as long as sending")
    } else {
        return;
    };
    let over = if packets > max { "" } else { " over one link" };
    let duration = two_digits_down(workload.duration * max / much);
    let cause = largest.map_or(String::new(), |(_, part)| workload.describe(part));
    checker.report(
        "duration",
        "too_much_work",
        format!(
            "This run {what} about {:.0} million packets{over}; at most {:.0} million are accepted. {cause} Shorten it to {duration} s, or {}.",
            much / 1e6,
            MAX_PACKETS / 1e6,
            largest.map_or("lower the rates", |(_, part)| part.remedy()),
        ),
    );
}

impl Workload {
    /// A sentence that names the part that costs most.
    fn describe(&self, part: WorkPart) -> String {
        let flow = |index: usize| &self.flows[index].id;
        match part {
            WorkPart::Packets(index) => {
                format!("Most of the work is sending the packets of “{}”.", flow(index))
            }
            WorkPart::Source(index) => format!("Most of the work is making the data of “{}”.", flow(index)),
            WorkPart::Reports(index) => format!("Most of the work is the reports of “{}”.", flow(index)),
            WorkPart::Updates(index) => {
                format!("Most of the work is updating the queue of “{}”.", self.network.links[index].id)
            }
        }
    }
}

impl WorkPart {
    /// How to lower the work of the part.
    fn remedy(self) -> &'static str {
        match self {
            WorkPart::Packets(_) => "lower the rates",
            WorkPart::Source(_) => "let its source produce less",
            WorkPart::Reports(_) => "lengthen the interval of its reports",
            WorkPart::Updates(_) => "lengthen the update interval of the queue",
        }
    }
}

/// Rounds a positive number down to two significant digits.
fn two_digits_down(x: f64) -> f64 {
    let digits = 1 - whole::<i32>(floor(log10(x)));
    if digits >= 0 {
        floor(x * powi(10.0, digits)) / powi(10.0, digits)
    } else {
        floor(x / powi(10.0, -digits)) * powi(10.0, -digits)
    }
}

/// The sources whose data a client requests.
const CLIENTS: &[&str] = &["page", "video", "rpc"];

/// Checks whether the parts of a document are consistent. Invalid and missing values are null and have been
/// reported, and checks that need such a value are skipped.
pub(super) struct DocumentChecks<'a> {
    /// The expanded document.
    pub(super) document: &'a Value,
    pub(super) kinds: &'a Kinds,
    pub(super) flow_ids: BTreeSet<&'a str>,
    pub(super) checker: Checker<'a>,
    /// The settings of each flow's algorithm; `None` if they have problems.
    pub(super) algorithms: Vec<Option<AlgorithmSettings>>,
    /// The changes by valid entries of the timeline, with the index of each entry.
    pub(super) changes: Vec<(usize, ResolvedChange)>,
    /// The network and the routes of the flows, if the network has no problem.
    pub(super) routed: Option<(NetworkSpec, Vec<Route>)>,
}

pub(super) fn number(object: &Value, name: &str) -> Option<f64> {
    object.get(name)?.as_f64()
}

pub(super) fn list<'a>(object: &'a Value, name: &str) -> &'a [Value] {
    object.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

impl<'a> DocumentChecks<'a> {
    pub(super) fn duration(&self) -> Option<f64> {
        number(self.document, "duration").filter(|duration| *duration > 0.0)
    }

    /// Reports a warm-up that is not shorter than the run.
    fn warmup(&mut self) {
        let (Some(duration), Some(warmup)) = (self.duration(), number(self.document, "warmup")) else {
            return;
        };
        if warmup >= duration {
            self.checker.report(
                "warmup",
                "bad_order",
                format!("The warm-up of {warmup} s is not shorter than the run of {duration} s, so nothing would be measured. Make it shorter than `duration`."),
            );
        }
    }

    fn flows(&mut self) {
        let flows = self.document.get("flows").and_then(Value::as_array);
        let Some(flows) = flows else { return };
        if flows.is_empty() {
            self.checker.report(
                "flows",
                "no_flows",
                "There are no flows. Add one, for example {\"id\": \"near\"}.",
            );
            return;
        }
        self.unique("flows", flows, "flow");
        let mut total = 0.0;
        for (i, flow) in flows.iter().enumerate() {
            total += number(flow, "count").unwrap_or(1.0);
            self.flow_times(&format!("flows[{i}]"), flow);
            self.receiver(&format!("flows[{i}]"), flow);
            self.source(&format!("flows[{i}].source"), flow);
        }
        if total > MAX_FLOWS as f64 {
            self.checker.report(
                "flows",
                "too_many",
                format!("The document has {total} flows, including `count`; at most {MAX_FLOWS} are accepted. Lower the counts."),
            );
        }
    }

    fn flow_times(&mut self, path: &str, flow: &Value) {
        let Some(start) = flow.get("start").and_then(ValueRange::from_value) else { return };
        if let Some(stop) = number(flow, "stop")
            && start.max >= stop
        {
            self.checker.report(
                format!("{path}.stop"),
                "bad_order",
                format!(
                    "The flow would stop at {stop} s but start at {} s. Let it stop later or start earlier.",
                    start.max
                ),
            );
        }
        if let Some(duration) = self.duration()
            && start.max >= duration
        {
            self.checker.report(
                format!("{path}.start"),
                "outside_run",
                format!(
                    "The flow would start at {} s, after the end of the run at {duration} s. Start it earlier, or make `duration` longer.",
                    start.max
                ),
            );
        }
    }

    /// Reports a receiver with a limited rate whose buffer is smaller than a packet.
    fn receiver(&mut self, path: &str, flow: &Value) {
        let Some(access) = flow.get("access") else { return };
        if let (Some(_), Some(buffer), Some(packet)) =
            (number(access, "receiver_rate"), number(access, "receiver_buffer"), number(flow, "packet"))
            && buffer < packet
        {
            self.checker.report(
                format!("{path}.access.receiver_buffer"),
                "too_small",
                format!(
                    "A receiver with a buffer of {buffer} bytes can never accept a packet of {packet} bytes. Make the buffer at least as large as a packet."
                ),
            );
        }
    }

    /// Reports a source that the flow cannot have.
    fn source(&mut self, path: &str, flow: &'a Value) {
        self.client(path, flow);
        let rates = flow.get("source").and_then(|source| source.get("rates")).and_then(Value::as_array);
        if rates.is_some_and(Vec::is_empty) {
            self.checker.report(
                format!("{path}.rates"),
                "empty",
                "A media source needs at least one bit rate, for example [1e6].",
            );
        }
    }

    /// Reports a client whose data can be lost for ever, and a browser with more connections than it uses.
    fn client(&mut self, path: &str, flow: &'a Value) {
        let text = |object: &'a Value, name: &str| object.get(name).and_then(Value::as_str);
        let Some(source) = flow.get("source") else { return };
        let kind = text(source, "kind").unwrap_or_default();
        if !CLIENTS.contains(&kind) {
            return;
        }
        let algorithm = text(flow, "algorithm").and_then(|id| self.kinds.algorithm(id));
        // The senders that can imitate a stack are those that repeat lost data.
        let repeats = |info: &AlgorithmInfo| {
            info.family == Family::Window && info.fields.iter().any(|field| field.name == "stack")
        };
        if let Some(info) = algorithm.filter(|info| !repeats(info)) {
            self.checker.report(
                format!("{path}.kind"),
                "needs_retransmission",
                format!("{} does not repeat lost data, so what a client requests may never be complete. Choose a TCP, for example cubic.", info.name),
            );
        }
        let count = number(flow, "count").unwrap_or(1.0);
        if count > 1.0 && kind == "page" && text(source, "http") != Some("1.1") {
            self.checker.report(
                format!("{path}.http"),
                "one_connection",
                format!("A browser uses one connection with HTTP/2 and HTTP/3, but the flow's `count` is {count}. Set `count` to 1, or `http` to \"1.1\"; for several browsers, add a flow for each."),
            );
        }
    }

    /// Reports IDs that occur more than once.
    pub(super) fn unique(&mut self, path: &str, items: &[Value], what: &str) {
        let mut seen = BTreeMap::new();
        for (i, item) in items.iter().enumerate() {
            let Some(id) = item.get("id").and_then(Value::as_str) else { continue };
            if let Some(first) = seen.insert(id, i) {
                self.checker.report(
                    format!("{path}[{i}].id"),
                    "duplicate_id",
                    format!(
                        "The ID `{}` is already used by {path}[{first}]. Give every {what} a different ID.",
                        clipped(id)
                    ),
                );
            }
        }
    }

    /// Checks the flow IDs and times in loss rules.
    pub(super) fn check_rules(&mut self, rules: &[Value], path: &str) {
        for (i, rule) in rules.iter().enumerate() {
            // The search for a similar ID takes time. The limit on issues bounds the number of searches.
            if self.checker.is_full() {
                return;
            }
            if let Some(flow) = rule.get("flow").and_then(Value::as_str)
                && self.document.get("flows").is_some_and(Value::is_array)
                && !self.flow_ids.contains(flow)
            {
                let message = unknown_flow_message(flow, self.flow_ids.iter().copied());
                self.checker.report(format!("{path}[{i}].flow"), "unknown_flow", message);
            }
            if let (Some(at), Some(duration)) = (number(rule, "at"), self.duration())
                && at > duration
            {
                self.report_late_time(&format!("{path}[{i}].at"), at, duration);
            }
        }
    }

    /// Reports that the time `at` is after the end of the run.
    pub(super) fn report_late_time(&mut self, path: &str, at: f64, duration: f64) {
        self.checker.report(
            path,
            "outside_run",
            format!("{at} s is after the end of the run at {duration} s. Choose an earlier time, or make `duration` longer."),
        );
    }

    fn measure(&mut self) {
        let Some(measure) = self.document.get("measure") else { return };
        let duration = self.duration();
        let mut seen: Vec<f64> = Vec::new();
        let has_default_bins = measure.get("bins").is_some_and(|bins| *bins == schema::default_bins());
        for (i, bin) in list(measure, "bins").iter().enumerate() {
            let path = format!("measure.bins[{i}]");
            let Some(width) = bin.as_f64().filter(|width| *width > 0.0) else { continue };
            if round(width * 1e9) / 1e9 != width {
                self.checker.report(
                    &path,
                    "not_exact",
                    format!("A bin of {width} s is not a whole number of nanoseconds, so it would not be exact. Use at most nine decimals."),
                );
            }
            // The default widths are accepted even if the run is shorter.
            if let Some(duration) = duration.filter(|_| !has_default_bins)
                && width > duration
            {
                self.checker.report(
                    &path,
                    "outside_run",
                    format!("A bin of {width} s is longer than the run of {duration} s. Make it shorter."),
                );
            }
            if seen.contains(&width) {
                self.checker.report(
                    &path,
                    "duplicate",
                    format!("The bin width {width} s is listed twice. Remove one."),
                );
            }
            seen.push(width);
        }
        let windows = list(measure, "windows");
        self.unique("measure.windows", windows, "window");
        for (i, window) in windows.iter().enumerate() {
            let path = format!("measure.windows[{i}]");
            let (from, to) = (number(window, "from"), number(window, "to"));
            if let (Some(from), Some(to)) = (from, to)
                && from >= to
            {
                self.checker.report(
                    format!("{path}.to"),
                    "bad_order",
                    format!("The window ends at {to} s, which is not after its start at {from} s. Let it end later."),
                );
            }
            if let (Some(to), Some(duration)) = (to, duration)
                && to > duration
            {
                self.report_late_time(&format!("{path}.to"), to, duration);
            }
        }
    }
}
