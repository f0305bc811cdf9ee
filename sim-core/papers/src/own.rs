//! Experiments of this project with the algorithms that no figure of the papers shows: IFP and GAIMD. The results are
//! reported but not judged.

use serde_json::{Value, json};

use crate::claims::reported;
use crate::document::{bottleneck_delay, drop_tail, flow};
use crate::model::{
    Assumption, Axis, AxisValue, Cell, Drawing, Experiment, Filter, Paper, Procedure, Recording, RunPlan,
    quantity,
};
use sim_core::analysis::fairness::theta;

/// Packet size in bytes.
const PACKET: u32 = 1000;

/// A document with one flow on an uncongested path with random loss.
fn lossy(algorithm: &str, loss: f64) -> Value {
    json!({
        "v": 1, "duration": 300, "warmup": 20,
        "network": { "forward": { "rate": 200e6, "delay": bottleneck_delay(0.1), "queue": drop_tail(1000.0),
                                  "loss": [{ "kind": "random", "probability": loss, "what": "data" }] } },
        "flows": [flow("one", algorithm, json!({}), PACKET, 1)],
    })
}

/// A document in which five flows compete with five SACK flows on a link of 10 Mb/s with a base RTT of 50 ms.
fn beside_sack(algorithm: &str) -> Value {
    let mut flows =
        vec![flow("five", algorithm, json!({}), PACKET, 5), flow("tcp", "sack", json!({}), PACKET, 5)];
    for flow in &mut flows {
        flow["start"] = json!({ "min": 0, "max": 0.005 });
    }
    json!({
        "v": 1, "duration": 300, "warmup": 100,
        "network": { "forward": { "rate": 10e6, "delay": bottleneck_delay(0.05), "queue": drop_tail(62.5) }, "access_rate": 100e6 },
        "flows": flows, "measure": { "bins": [0.1] },
    })
}

/// Loss probabilities.
const LOSSES: [f64; 5] = [0.001, 0.003, 0.01, 0.03, 0.1];

fn experiment(
    id: &'static str,
    name: &'static str,
    algorithm: &'static str,
    shows: &'static str,
) -> Experiment {
    let mut cells = Vec::new();
    for (label, algorithm_id) in [(name, algorithm), ("Reno", "reno")] {
        for loss in LOSSES {
            let at = vec![("who", AxisValue::Text(label)), ("p", (100.0 * loss).into())];
            cells.push(Cell { at, document: lossy(algorithm_id, loss) });
        }
    }
    cells.push(Cell { at: vec![("who", AxisValue::Text("beside SACK"))], document: beside_sack(algorithm) });
    Experiment {
        id,
        paper: Paper::Own,
        place: name,
        title: "Response to loss, and five flows beside five SACK flows",
        shows,
        statements: Vec::new(),
        claims: vec![reported(
            "response function beside Reno's, and five flows against five SACK flows on N-TAI at 10 Mb/s (theta, CoV), reported",
        )],
        assumptions: vec![Assumption {
            what: "Random loss on a path of 100 ms; the network of TAIMD's experiments at 10 Mb/s",
            why: "No paper's figure runs this algorithm here.",
        }],
        procedure: Procedure::Simulate(Box::new(RunPlan {
            axes: vec![
                Axis { id: "who", label: "Algorithm", unit: "", log: false },
                Axis { id: "p", label: "Random loss", unit: "%", log: true },
            ],
            cells,
            seeds: 3,
            recording: Recording::SUMMARY_ONLY,
            quantities: vec![
                quantity("window", "Packets per round trip", "packets"),
                quantity("theta", "TCP's share", ""),
                quantity("cov", "CoV in bins of 0.1 s", ""),
                quantity("tcp_cov", "CoV of TCP", ""),
            ],
            measure: |run, out| {
                if run.is("who", "beside SACK") {
                    let of = |entry| run.each(entry, "throughput_bps");
                    out.number("theta", theta(&of("tcp"), &of("five")));
                    out.number("cov", run.mean_cov("five", "0.1"));
                    out.number("tcp_cov", run.mean_cov("tcp", "0.1"));
                } else {
                    let rate = run.mean("one", "goodput_bps").zip(run.mean("one", "base_rtt_ms"));
                    out.number("window", rate.map(|(bps, ms)| bps * ms / 1e3 / f64::from(8 * PACKET)));
                }
            },
            derive: |_| {},
            drawings: vec![
                Drawing::Curves {
                    title: "Response to loss",
                    quantities: &["window"],
                    x: "p",
                    by: "who",
                    only: Filter::default(),
                },
                Drawing::Table { title: "Beside SACK", quantities: &["theta", "cov", "tcp_cov"] },
            ],
        })),
    }
}

pub fn experiments() -> Vec<Experiment> {
    vec![
        experiment("own-ifp", "IFP", "ifp", "TCP's window without retransmissions."),
        experiment("own-gaimd", "GAIMD", "gaimd", "A gentler increase and decrease with the same mean."),
    ]
}
