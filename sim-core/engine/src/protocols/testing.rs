//! Helpers for the tests of single algorithms: a scenario with one flow and given losses, and functions to
//! run and measure it.

#[path = "../../../simulation/tests/support/plain.rs"]
mod plain;

pub use plain::plain;

use crate::ground::rng::{Purpose, Rng};
use crate::ground::time::{MILLISECOND, Time};
use crate::net::access::{Jitter, Path};
use crate::net::link::Link;
use crate::net::queues::{QueueFacts, QueueSettings};
use crate::net::{Conn, Net};
use crate::protocols::AlgorithmSettings;
use crate::traffic::{App, SourceFacts, SourceSettings};
use crate::transport::FlowFacts;
use crate::world::{Applications, Flow, World};
use serde_json::{Value, json};
use sim_core::record::RecordingSettings;
use sim_core::scenario::Scenario;
use sim_core::simulation::{Simulation, kinds};

/// A document with one flow of 1000-byte packets and a base RTT of 100 ms. The link is so fast that
/// transmission times are negligible. The warm-up is half of `duration`, in seconds.
pub fn single_flow(algorithm: &str, params: Value, loss: Value, duration: f64) -> Value {
    json!({"v": 1, "duration": duration, "warmup": duration / 2.0, "jitter": {"mode": "off"},
        "network": {"kind": "dumbbell", "access_rate": 1e9,
            "forward": {"rate": 1e8, "delay": 0.05, "loss": loss,
                        "queue": {"kind": "drop_tail", "limit": {"packets": 10000}}}},
        "flows": [{"id": "a", "algorithm": algorithm, "packet": 1000, "params": params,
                   "access": {"sender": 0, "receiver": 0}}]})
}

/// A world with one flow of 1000-byte packets on a link of 100 Mb/s, for tests that call a receiver directly.
pub fn world_of_one_flow(algorithm: &str) -> World {
    let facts = QueueFacts {
        limit_packets: 10_000,
        limit_bytes: u64::MAX,
        rate: 1e8,
        delay: 0.05,
        max_packet: 1000,
        seed: 1,
        link: 1,
        conns: &[],
        streams: &[],
    };
    let link = |index: u32| {
        let queue = QueueSettings::DropTail(Default::default()).build(&facts);
        Link::new(index, 1 + u64::from(index), (facts.rate, 50 * MILLISECOND), queue, Vec::new(), true)
    };
    let rng = |purpose| Rng::new(1, purpose, 1);
    let path = |route| Path::new(1e9, (0, 0), Jitter::Off, route, rng(Purpose::SenderJitter));
    let flow_facts = FlowFacts { packet: 1000, base_rtt: 100 * MILLISECOND };
    let settings = AlgorithmSettings::read(algorithm, &json!({})).expect("the algorithm is registered");
    let (sender, mut conns) = settings.build(&flow_facts);
    let conn = Conn {
        flow: 0,
        index_in_flow: 0,
        key: 1,
        epoch: 0,
        packet_size: 1000,
        base_rtt: 100 * MILLISECOND,
        paths: [path(0), path(1)],
        receiver_limit: None,
        rngs: [rng(Purpose::Algorithm), rng(Purpose::Receiver)],
    };
    let source = SourceSettings::Greedy(Default::default());
    let app = App::new(source.build(&SourceFacts { payload: 960, packet: 1000 }), rng(Purpose::Traffic));
    let net = Net::new(vec![link(0), link(1)], vec![vec![0], vec![1]], vec![conn], 1, true);
    let receiver = conns.remove(0).receiver;
    let applications = Applications { apps: vec![app], ..Applications::default() };
    World::new(net, applications, vec![Flow::new(sender, 0, 1)], vec![receiver], &[(0, None)], Vec::new())
}

pub fn simulation(document: &Value) -> Simulation {
    let scenario =
        Scenario::from_text(&document.to_string(), kinds()).unwrap_or_else(|issues| panic!("{issues:#?}"));
    Simulation::new(scenario, RecordingSettings::none()).unwrap_or_else(|issues| panic!("{issues:#?}"))
}

/// The sender's rate in bytes per second.
pub fn bytes_per_second(simulation: &Simulation) -> f64 {
    simulation.world().sender_state(0).rate.unwrap_or(0.0) / 8.0
}

/// Runs the simulation until the simulated time `at`.
pub fn run_to(simulation: &mut Simulation, at: Time) {
    simulation.step(at, u64::MAX).unwrap_or_else(|failure| panic!("{failure}"));
}

/// Asserts that `actual` differs from `expected` by at most the fraction `tolerance` of `expected`.
pub fn assert_close(actual: f64, expected: f64, tolerance: f64) {
    assert!((actual / expected - 1.0).abs() <= tolerance, "{actual} is not {expected}");
}

/// Loss rules that drop every n-th data packet.
pub fn lose_every(n: u64) -> Value {
    json!([{"kind": "every", "n": n, "first": n - 1, "what": "data"}])
}

/// Runs the document to its end. Returns the packets per second that the flow sends after the warm-up.
pub fn packets_per_second(document: &Value) -> f64 {
    let mut simulation = simulation(document);
    let end = simulation.end();
    run_to(&mut simulation, end);
    let seconds = document["duration"].as_f64().unwrap_or(0.0) - document["warmup"].as_f64().unwrap_or(0.0);
    simulation.summary()["flows"][0]["sent"].as_f64().unwrap_or(0.0) / seconds
}

/// The number `name` in the summary of the first flow.
pub fn summary_number(simulation: &Simulation, name: &str) -> f64 {
    simulation.summary()["flows"][0][name].as_f64().unwrap_or(f64::NAN)
}
