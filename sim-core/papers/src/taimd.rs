//! TAIMD: the experiments of Nishantha and Hayashida, "TAIMD: A TCP-friendly Rate Controlling Algorithm Using Two-Step AIMD" (2009).
//!
//! `sharing` has the experiments over the rate of the link, with and without TCP. `dynamics` has convergence, and the
//! competition with long and short TCP flows.

mod dynamics;
pub mod open;
mod sharing;

use serde_json::{Value, json};

use crate::document::{drop_tail, ns2_reno, ns2_sack, with};
use crate::model::not_simulated;
use crate::model::{Assumption, Experiment, Paper};

/// Packet size in bytes.
const PACKET: u32 = 1000;
/// The one-way delay of the narrow link in seconds. The paper calls it RTT.
const ONE_WAY: f64 = 0.05;
/// The round-trip delay of the narrow link in seconds.
const ROUND_TRIP: f64 = 2.0 * ONE_WAY;
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

/// An entry of `count` TCP Reno flows with the settings of ns-2, changed by `params`.
fn tcp(id: &str, params: Value, count: u32, start: f64) -> Value {
    flow(id, "reno", with(ns2_reno(), params), count, start)
}

/// As `tcp`, with SACK.
fn tcp_sack(id: &str, params: Value, count: u32, start: f64) -> Value {
    flow(id, "sack", with(ns2_sack(), params), count, start)
}

/// A TCP flow with a window of two packets on the reverse path, which varies the delay of the feedback.
fn reverse_tcp() -> Value {
    with(tcp("back", json!({ "receive_window": 2 }), 1, 0.0), json!({ "role": "reverse" }))
}

/// The assumptions of all experiments on the paper's network.
fn network_assumptions() -> [Assumption; 3] {
    [
        Assumption {
            what: "The narrow link has a delay of 50 ms one way and 100 ms both ways, and a buffer of its rate times 100 ms",
            why: "Section 4.1 calls 50 ms the one-way delay of the narrow link, and sets the queue to the product of its bandwidth \
                  and its round-trip delay. Bins of \"2RTT\" are 0.1 s, because the paper's RTT is 50 ms.",
        },
        Assumption {
            what: "Start times and round-trip times differ by up to 5 ms. One TCP flow with a window of two packets sends on the \
                   reverse path. Senders add no random delay.",
            why: "Section 4.1 names these three measures against phase effects. ns-2 adds no random delay.",
        },
        Assumption {
            what: "TCP is Reno with the clocks of ns-2",
            why: "The paper does not name its TCP. Its only reference for TCP is a model of Reno (13), and its text speaks of fast \
                  recovery, which Tahoe, the default of ns-2, does not have. Figure 6 also shows SACK.",
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
            "forward": { "rate": rate, "delay": ONE_WAY, "queue": drop_tail(rate * ROUND_TRIP / f64::from(8 * PACKET)) },
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

fn tfrc_assumption() -> Assumption {
    Assumption {
        what: "TFRC of ns-2, whose clock for the timeout in the equation ticks every 1 ms",
        why: "The paper does not state TFRC's settings. The default of ns-2, a tick of 100 ms, is as long as the round trip.",
    }
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
            "The figure is a diagram. The lab shows the mode as a signal of each TAIMD flow.",
        ),
        diagram(
            "taimd-tab1",
            "Table 1",
            "Timers and round-trip filters",
            "Three round-trip estimates and the pacing interval in each state.",
            "The table lists rules. The description of the algorithm has them, and its signals show the three estimates.",
        ),
        diagram(
            "taimd-fig2",
            "Figure 2",
            "The window between losses",
            "The deterministic model: between two losses the window grows with two slopes, which meet at the fair share.",
            "The figure is a model. Tests of the algorithm force losses at the model's window and compare period, mean and loss rate.",
        ),
        diagram(
            "taimd-fig3",
            "Figure 3",
            "The parameters alpha 1, alpha 2 and beta",
            "For a ripple of 0.1: alpha 1, alpha 2, beta are 0.15, 0.15, 0.05 at k = 1, 0.26, 0.087, 0.063 at 3, 0.335, 0.067, 0.069 at 5.",
            "The figure is a calculation. The settings delta and k determine the three parameters, and tests verify these numbers.",
        ),
        diagram(
            "taimd-fig4",
            "Figure 4",
            "The topology",
            "Senders and receivers of both protocols at the two ends of one bottleneck.",
            "The figure is a drawing. The experiments of figures 5 to 8 use this network.",
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
