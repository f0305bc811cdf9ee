//! What is measured: scenarios with names, and their measurements.

use serde_json::{Value, json};
use sim_core::describe::{AlgorithmInfo, Family};
use sim_core::scenario::change::drop_foreign_params;
use sim_core::simulation::kinds;

use super::cachegrind::Counts;
use super::dumbbells::Dumbbell;
use super::graph;
use super::ns2::Ns2Runs;
use super::one::BenchRun;

/// A scenario that is measured.
pub struct Case {
    pub name: String,
    pub what: String,
    pub document: Value,
    /// The dumbbell, which ns-2 can simulate as well.
    pub dumbbell: Option<Dumbbell>,
    /// The largest accepted number of instructions per packet-hop, relative to the first case.
    pub limit: Option<f64>,
    /// Runs that record nothing, and runs that record the default signals of the page.
    pub bare: Vec<BenchRun>,
    pub recorded: Vec<BenchRun>,
    pub ns2: Option<Ns2Runs>,
    /// Instructions of a run that records nothing, and of one that records the default signals.
    pub counts: Option<[Counts; 2]>,
}

impl Case {
    fn new(name: impl Into<String>, what: impl Into<String>, document: Value) -> Self {
        Case {
            name: name.into(),
            what: what.into(),
            document,
            dumbbell: None,
            limit: None,
            bare: Vec::new(),
            recorded: Vec::new(),
            ns2: None,
            counts: None,
        }
    }

    fn of_dumbbell(dumbbell: Dumbbell) -> Self {
        let case = Case::new(dumbbell.name.clone(), dumbbell.description(), dumbbell.document());
        Case { dumbbell: Some(dumbbell), ..case }
    }

    /// The simulated time in seconds.
    pub fn duration(&self) -> f64 {
        self.document["duration"].as_f64().unwrap_or(0.0)
    }

    /// Leaves one of `parts` equal parts of the simulated time.
    pub fn shorten(&mut self, parts: usize) {
        self.document["duration"] = json!(self.duration() / parts as f64);
        if let Some(dumbbell) = &mut self.dumbbell {
            dumbbell.duration /= parts as f64;
        }
    }
}

/// The dumbbells a to e.
pub fn dumbbells() -> Vec<Case> {
    Dumbbell::all().into_iter().map(Case::of_dumbbell).collect()
}

/// Dumbbells of 1 Gb/s with more and more flows.
pub fn growth() -> Vec<Case> {
    let without_ns2 = |flows| Case { dumbbell: None, ..Case::of_dumbbell(Dumbbell::with_flows(flows)) };
    [10, 100, 1000].map(without_ns2).into()
}

/// A network of 300 links and 500 flows.
pub fn large_graph() -> Vec<Case> {
    vec![Case::new("graph", graph::DESCRIPTION, graph::document())]
}

/// Dumbbell b with each queue discipline at its bottleneck. The first case is drop-tail that drops its oldest packet, the
/// simplest discipline that decides at dequeue. Plain drop-tail is not comparable, because it computes departures on
/// arrival.
pub fn queues() -> Vec<Case> {
    let dumbbell = Dumbbell::all().swap_remove(1);
    let with = |name: &str, setting: &str, value: &str| {
        let mut document = dumbbell.document();
        document["network"]["forward"]["queue"][setting] = json!(value);
        Case::new(name, "", document)
    };
    let all = sim_core::net::queues::infos();
    let disciplines = all.iter().map(|info| with(info.id, "kind", info.id));
    std::iter::once(with("drop_tail, oldest first", "drop", "oldest")).chain(disciplines).collect()
}

/// The algorithm whose cost is the unit.
const BASELINE: &str = "sack";
/// Algorithms of calls. They send fewer packets than the others, and report on each of them.
const MEDIA: [&str; 4] = ["nada", "gcc", "scream", "scream2"];

/// Dumbbell a with ten flows of each algorithm that reacts to congestion, SACK first.
pub fn algorithms() -> Vec<Case> {
    let mut dumbbell = Dumbbell::all().swap_remove(0);
    // Counting takes a tenth of the duration.
    (dumbbell.duration, dumbbell.tcp_flows, dumbbell.tfrc_flows) = (350.0, 10, 0);
    let case = |name: &str| {
        let mut document = dumbbell.document();
        document["flows"][0]["algorithm"] = json!(name);
        drop_foreign_params(&mut document, "flows.0", |_| false, kinds());
        let limit = match name {
            // A program is interpreted.
            "own" => 5.0,
            _ if MEDIA.contains(&name) => 2.0,
            _ => 1.5,
        };
        Case { limit: Some(limit), ..Case::new(name, "", document) }
    };
    let reacts = |info: &&AlgorithmInfo| info.family != Family::None && info.id != BASELINE;
    let others = kinds().algorithms.iter().filter(reacts).map(|info| info.id);
    std::iter::once(BASELINE).chain(others).map(case).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_core::scenario::Scenario;

    #[test]
    fn every_case_has_a_valid_document() {
        let cases = [dumbbells(), growth(), large_graph(), queues(), algorithms()];
        for case in cases.into_iter().flatten() {
            let scenario = Scenario::from_value(case.document, kinds());
            assert!(scenario.is_ok(), "{}: {:?}", case.name, scenario.err());
        }
        let names: Vec<String> = algorithms().into_iter().map(|case| case.name).collect();
        assert!(names[0] == BASELINE && MEDIA.iter().all(|name| names.iter().any(|other| other == name)));
    }
}
