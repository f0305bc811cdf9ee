//! What every algorithm must keep at every queue without competition: no queue above ten round trips for ten seconds, whatever the source, and a
//! greedy flow uses at least half of the link. Each exception is listed with its reason.
//!
//! `cargo test` computes a sample; with FAIRSHARE_ALL_CASES, as in `npm run validate`, all cases are computed, and each exception must be needed.

use crate::support::{algorithms_under_test, as_f64, params_for_10_mbps};
use serde_json::{Value, json};
use sim_core::ground::time::{MILLISECOND, SECOND, Time, from_secs};
use sim_core::net::queues;
use sim_core::record::RecordingSettings;
use sim_core::scenario::Scenario;
use sim_core::simulation::{Simulation, kinds};

const RTT: f64 = 0.04;
const RATES: [f64; 2] = [2e6, 2e7];
const SOURCES: [&str; 2] = ["greedy", "media"];
/// The link is measured from 10 s on.
const DURATION: f64 = 40.0;
const WARMUP: Time = 10 * SECOND;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// A queue above ten round trips for ten seconds.
    LongQueue,
    /// Less than half of the link used by a greedy flow.
    IdleLink,
}

use Fault::{IdleLink, LongQueue};

/// A fault that is right: algorithm, queue, source, rate in Mb/s, fault and reason. `*` and 0 stand for any.
type Exception = (&'static str, &'static str, &'static str, u32, Fault, &'static str);

const EXCEPTIONS: &[Exception] = &[
    ("udp", "*", "greedy", 20, IdleLink, "1 Mb/s is its rate for a source that always has data"),
    ("trabol", "*", "greedy", 20, IdleLink, "its target rate is 9.8 Mb/s here"),
    (
        "tpba",
        "*",
        "greedy",
        20,
        IdleLink,
        "its TCP measures with a socket buffer of 16 kB: 11 segments in 40 ms are 3.2 Mb/s",
    ),
    (
        "tfrcp",
        "*",
        "greedy",
        0,
        IdleLink,
        "it doubles its rate up to losses, and returns from them in ten doublings of seconds",
    ),
    ("lda", "*", "greedy", 0, IdleLink, "it adds at most 10 kb/s every 3 s"),
    ("ldaf", "*", "greedy", 0, IdleLink, "it adds 10 kb/s every 3 s"),
    (
        "lda_plus",
        "*",
        "greedy",
        0,
        IdleLink,
        "it starts at 10 packets per second and grows with reports of RTCP, every 5 s",
    ),
    (
        "vegas",
        "cellular",
        "greedy",
        20,
        IdleLink,
        "it takes the delay of blocks that are sent again for a queue",
    ),
    (
        "rap",
        "cellular",
        "greedy",
        20,
        IdleLink,
        "its timeout has no minimum, and expires while blocks are sent again",
    ),
    (
        "nada",
        "cellular",
        "greedy",
        20,
        IdleLink,
        "its largest rate is 10 Mb/s, which it reduces when blocks that are sent again delay packets",
    ),
];

#[derive(Clone, Debug)]
struct Case {
    algorithm: &'static str,
    queue: &'static str,
    source: &'static str,
    rate: f64,
}

impl Case {
    fn document(&self) -> Value {
        let mut queue = json!({"kind": self.queue});
        // The queue of a cell's user is deep by default, as that of a tail drop, and a cell has the link's rate at its best signal only.
        if ["drop_tail", "cellular"].contains(&self.queue) {
            queue["limit"] = json!({"bdp": 2});
        }
        if self.queue == "cellular" {
            (queue["signal"], queue["variation"]) = (json!(15), json!(0));
        }
        json!({"v": 1, "duration": DURATION, "warmup": 10,
            "network": {"kind": "dumbbell", "forward": {"rate": self.rate, "delay": RTT / 2.0, "queue": queue}},
            "flows": [{"id": "a", "algorithm": self.algorithm, "params": params_for_10_mbps(self.algorithm),
                "source": {"kind": self.source}, "access": {"sender": 0, "receiver": 0}}]})
    }

    /// The fault of the case. `None` also if the algorithm does not take the source.
    fn fault(&self) -> Option<Fault> {
        let scenario = Scenario::from_value(self.document(), kinds()).ok()?;
        let mut run = Simulation::new(scenario, RecordingSettings::none()).ok()?;
        let longest = from_secs(10.0 * RTT);
        let mut long_since = None;
        while run.now() < run.end() {
            run.step((run.now() + 100 * MILLISECOND).min(run.end()), u64::MAX).expect("the run continues");
            let (_, bytes) = run.world().net().links()[0].waiting();
            let is_long = bytes as f64 * 8.0 / self.rate > longest as f64 / 1e9;
            long_since = is_long.then(|| long_since.unwrap_or(run.now()));
            if long_since.is_some_and(|since| run.now() - since >= WARMUP) {
                return Some(LongQueue);
            }
        }
        let used = as_f64(&run.summary()["links"][0]["utilisation"]);
        (self.source == "greedy" && used < 0.5).then_some(IdleLink)
    }

    fn is_excepted(&self, fault: Fault, &(algorithm, queue, source, mbps, which, _): &Exception) -> bool {
        let fits = |pattern: &str, value: &str| pattern == "*" || pattern == value;
        fits(algorithm, self.algorithm)
            && fits(queue, self.queue)
            && fits(source, self.source)
            && (mbps == 0 || f64::from(mbps) * 1e6 == self.rate)
            && which == fault
    }
}

fn all_cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for info in algorithms_under_test() {
        // The one does what a person does, the other what its program says.
        if ["hand", "own"].contains(&info.id) {
            continue;
        }
        for queue in queues::infos() {
            for source in SOURCES {
                cases.extend(RATES.map(|rate| Case { algorithm: info.id, queue: queue.id, source, rate }));
            }
        }
    }
    cases
}

#[test]
fn no_flow_alone_keeps_a_long_queue_or_leaves_most_of_a_link_idle() {
    let computes_all = std::env::var_os("FAIRSHARE_ALL_CASES").is_some();
    let all = all_cases();
    // 13 is coprime to the numbers of queues, sources and rates, so the sample contains each of them with many algorithms.
    let cases = all.into_iter().enumerate().filter(|(index, case)| {
        computes_all
            || index % 13 == 0
            || case.algorithm == "c4" && ["fq_codel", "dual_pi2"].contains(&case.queue)
    });
    let (mut faults, mut needed) = (Vec::new(), vec![false; EXCEPTIONS.len()]);
    for (_, case) in cases {
        let Some(fault) = case.fault() else { continue };
        match EXCEPTIONS.iter().position(|exception| case.is_excepted(fault, exception)) {
            Some(index) => needed[index] = true,
            None => faults.push(format!(
                "{} {} {} {} Mb/s: {fault:?}",
                case.algorithm,
                case.queue,
                case.source,
                case.rate / 1e6
            )),
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    for (exception, needed) in EXCEPTIONS.iter().zip(needed) {
        assert!(needed || !computes_all, "this exception is not needed: {exception:?}");
    }
}
