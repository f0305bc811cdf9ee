//! TAIMD: the experiments of Nishantha and Hayashida, "TAIMD: A TCP-friendly Rate Controlling Algorithm Using Two-Step AIMD" (2009).
//!
//! `sharing` has the experiments over the rate of the link, with and without TCP. `dynamics` has convergence, and the
//! competition with long and short TCP flows.

mod dynamics;
pub mod open;
mod sharing;

use serde_json::{Value, json};

use crate::document::{drop_tail, ns2_sack, with};
use crate::model::not_simulated;
use crate::model::{Assumption, Experiment, Paper};

/// Packet size in bytes.
const PACKET: u32 = 1000;
/// The base RTT in seconds.
const RTT: f64 = 0.05;
/// The largest random offset of start times and of round-trip times, in seconds. The offsets prevent synchronization.
const MAX_OFFSET: f64 = 0.005;

/// An entry of `count` flows on the paper's network that start at `start` seconds, with random offsets.
fn flow(id: &str, algorithm: &str, params: Value, count: u32, start: f64) -> Value {
    json!({
        "id": id, "algorithm": algorithm, "params": params, "packet": PACKET, "count": count,
        "access": { "sender": { "min": 0, "max": MAX_OFFSET / 2.0 }, "receiver": 0 },
        "start": { "min": start, "max": start + MAX_OFFSET },
    })
}

/// An entry of `count` TCP flows with the settings of ns-2, changed by `params`.
fn tcp(id: &str, params: Value, count: u32, start: f64) -> Value {
    flow(id, "sack", with(ns2_sack(), params), count, start)
}

/// A TCP flow with a window of two packets on the reverse path, which varies the delay of the feedback.
fn reverse_tcp() -> Value {
    with(tcp("back", json!({ "receive_window": 2 }), 1, 0.0), json!({ "role": "reverse" }))
}

/// The assumptions of all experiments on the paper's network.
fn network_assumptions() -> [Assumption; 2] {
    [
        Assumption {
            what: "Starts and round trips shifted by up to 5 ms, a TCP of two packets on the way back, no random delay at the senders",
            why: "What the paper lists against phase effects; ns-2 adds no delay of its own.",
        },
        Assumption {
            what: "TCP with SACK and ns-2's clocks",
            why: "The paper does not name its TCP, but ran in ns-2. There SACK beside TFRC gives the fairness at low loss that the \
                  paper shows; each Reno flow times out every second or third second at 10 Mb/s.",
        },
    ]
}

/// A document with the paper's network and a link of `rate` bit/s. `times` are the duration and the warm-up in seconds.
fn document(rate: f64, times: (f64, f64), bins: &[f64], mut flows: Vec<Value>) -> Value {
    flows.push(reverse_tcp());
    json!({
        "v": 1, "duration": times.0, "warmup": times.1,
        "jitter": { "mode": "off" },
        "network": {
            "forward": { "rate": rate, "delay": RTT / 2.0, "queue": drop_tail(rate * RTT / f64::from(8 * PACKET)) },
            "access_rate": 100e6,
        },
        "flows": flows,
        "measure": { "bins": bins },
    })
}

/// The settings of TFRC as in ns-2, except for a timer granularity of 1 ms, which is fine enough for the RTT.
fn tfrc() -> Value {
    json!({ "flavour": "ns2", "t_rto_tick": 0.001 })
}

/// The figures and tables that need no simulation.
fn not_simulated_experiments() -> Vec<Experiment> {
    let diagram = |id, place, title, shows, why| not_simulated(id, Paper::Taimd, place, title, shows, why);
    vec![
        diagram(
            "taimd-fig1",
            "Figure 1",
            "States of source and sink",
            "Normal and loss mode of source and sink, and what leads from one to the other.",
            "A diagram: the Lab shows the mode as a signal of every TAIMD flow.",
        ),
        diagram(
            "taimd-tab1",
            "Table 1",
            "Timers and round-trip filters",
            "Three round-trip estimates and the pacing interval in each state.",
            "A list of rules: they are in the algorithm's description, and its signals.",
        ),
        diagram(
            "taimd-fig2",
            "Figure 2",
            "The window between losses",
            "The deterministic model: two slopes between two losses, the fair share where they meet.",
            "Arithmetic: the algorithm's own tests force losses at the model's window and find its period, mean and loss rate.",
        ),
        diagram(
            "taimd-fig3",
            "Figure 3",
            "Which alphas and beta go together",
            "For a ripple of 0.1: alpha 1, alpha 2, beta are 0.15, 0.15, 0.05 at k = 1, 0.26, 0.087, 0.063 at 3, 0.335, 0.067, 0.069 at 5.",
            "Arithmetic: the settings delta and k give the three, and tests hold them to these numbers.",
        ),
        diagram(
            "taimd-fig4",
            "Figure 4",
            "The topology",
            "Senders and receivers of either kind at the two ends of one bottleneck.",
            "A drawing: the network of figures 5 to 8.",
        ),
    ]
}

pub fn experiments() -> Vec<Experiment> {
    let mut all = not_simulated_experiments();
    all.extend(dynamics::convergence());
    all.extend(sharing::experiments());
    all.extend(dynamics::disturbance());
    all.push(dynamics::sens());
    all
}
