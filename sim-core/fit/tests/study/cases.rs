//! The scenarios of the recovery study: networks whose truth is known, which `fit` estimates from exported files. The
//! draws were fixed before the estimator existed. Each case depends on its number only.

use fairshare_runs::series;
use serde_json::{Value, json};
use sim_core::ground::convert::whole;
use sim_core::ground::math;
use sim_core::ground::rng::{split_mix, unit};
use sim_core::scenario::Scenario;
use sim_core::simulation::kinds;

/// The seconds of a run, and the start of the first transfer. Before it, only the probe sends.
pub const DURATION: f64 = 20.0;
pub const LOADED_FROM: f64 = 2.0;
/// The transfers are in the first of these seconds after `LOADED_FROM`.
const STARTS: f64 = 1.0;
/// Bytes of a full packet.
const PACKET: f64 = 1500.0;
/// The bottleneck is full for at least this share of the time.
const FULL: f64 = 0.1;

/// What a fit should find.
#[derive(Clone, Debug, PartialEq)]
pub struct Truth {
    /// bit/s.
    pub rate: f64,
    /// The propagation delays, in seconds.
    pub base_rtt: f64,
    /// The buffer of a drop-tail queue in seconds.
    pub buffer: Option<f64>,
    /// `drop_tail`, `aqm` or `fair`.
    pub queue: &'static str,
    pub controller: &'static str,
}

pub struct Case {
    pub number: u64,
    pub document: Value,
    pub truth: Truth,
}

pub struct Draw(u64);

impl Draw {
    pub fn new(case: u64, attempt: u64) -> Self {
        let mut state = 0x55_0000_0000 + case;
        let mixed = split_mix(&mut state) ^ attempt;
        Self(mixed)
    }

    pub fn range(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * unit(split_mix(&mut self.0))
    }

    /// A number whose logarithm is uniform.
    pub fn log_range(&mut self, low: f64, high: f64) -> f64 {
        math::exp(self.range(math::ln(low), math::ln(high)))
    }

    pub fn below(&mut self, bound: usize) -> usize {
        whole::<usize>(self.range(0.0, 1.0) * bound as f64).min(bound - 1)
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    pub fn chance(&mut self, share: f64) -> bool {
        self.range(0.0, 1.0) < share
    }
}

/// A flow that sends 100-byte packets from the beginning, as the ping of a test does.
pub fn probe() -> Value {
    json!({"id": "probe", "algorithm": "sack", "packet": 100, "source": {"kind": "cbr", "rate": 8000}})
}

/// A case as it is drawn. Its bottleneck may never be full.
fn draw(number: u64, attempt: u64) -> Case {
    let mut draw = Draw::new(number, attempt);
    let rate = draw.log_range(2e6, 60e6);
    let base_rtt = draw.log_range(0.01, 0.15);
    let kind = draw.pick(&["drop_tail", "drop_tail", "aqm", "fair"]);
    let bdp = rate * base_rtt / 8.0 / PACKET;
    let packets = math::round(bdp * draw.log_range(0.25, 6.0)).max(8.0);
    let (queue, buffer) = match kind {
        "drop_tail" => {
            (json!({"kind": "drop_tail", "limit": {"packets": packets}}), Some(packets * PACKET * 8.0 / rate))
        }
        "aqm" => (json!({"kind": draw.pick(&["codel", "pie"])}), None),
        _ => match draw.pick(&["fq_codel", "fq_codel", "cake"]) {
            "cake" => (json!({"kind": "cake", "bandwidth": rate}), None),
            other => (json!({"kind": other}), None),
        },
    };
    // Only the shares of several transfers distinguish fair queues from others, so they have at least two transfers.
    let transfers = if kind == "fair" { 2 + draw.below(3) } else { 1 + draw.below(4) };
    let controller = draw.pick(&["cubic", "cubic", "sack", "bbr"]);
    let loss = draw.chance(0.2).then(|| draw.log_range(1e-4, 5e-3));
    let mut flows = vec![probe()];
    for index in 0..transfers {
        let start = if index == 0 { LOADED_FROM } else { LOADED_FROM + draw.range(0.0, STARTS) };
        flows.push(json!({"id": format!("t{}", index + 1), "algorithm": controller, "packet": PACKET, "start": start}));
    }
    let loss: Value = loss.map(|p| json!({"kind": "random", "probability": p})).into_iter().collect();
    let document = json!({"v": 1, "title": format!("Case {number}"), "duration": DURATION, "seed": number,
        "network": {"forward": {"rate": rate, "delay": base_rtt / 2.0, "queue": queue, "loss": loss},
            "reverse": {"rate": rate, "delay": base_rtt / 2.0}},
        "flows": flows.into_iter().map(|mut flow| {
            flow["access"] = json!({"sender": 0, "receiver": 0});
            flow
        }).collect::<Value>()});
    Case { number, document, truth: Truth { rate, base_rtt, buffer, queue: kind, controller } }
}

pub fn scenario(document: &Value) -> Scenario {
    Scenario::from_value(document.clone(), kinds()).unwrap_or_else(|issues| panic!("{issues:?}"))
}

/// The share of the time in which the bottleneck is full.
fn full_share(case: &Case) -> f64 {
    let run = series::run(scenario(&case.document), Some(0.1), &|| false).expect("runs to the end");
    let (mut bins, mut full) = (0.0, 0.0);
    series::visit_rows(&run.recorder, |row| {
        if row.of == "link" && row.id == "forward" && row.signal == "departed" {
            bins += 1.0;
            full += f64::from(u8::from(row.value * 8.0 >= 0.97 * case.truth.rate * row.width));
        }
        Ok::<(), ()>(())
    })
    .expect("no error");
    full / bins
}

/// The case with this number: the first draw whose bottleneck is full for long enough.
pub fn case(number: u64) -> Case {
    (0..)
        .map(|attempt| draw(number, attempt))
        .find(|case| full_share(case) >= FULL)
        .expect("a full bottleneck")
}

/// A scenario that should not get a confident answer, and why.
pub fn hopeless(number: u64) -> (Value, &'static str) {
    let mut draw = Draw::new(10_000 + number, 0);
    let rate = draw.log_range(4e6, 60e6);
    let rtt = draw.log_range(0.02, 0.1);
    let link = |rate: f64| json!({"rate": rate, "delay": rtt / 4.0});
    let access = json!({"sender": 0, "receiver": rtt / 4.0});
    let why =
        ["too short", "application-limited", "several bottlenecks", "varying rate"][(number % 4) as usize];
    let cubic = |id: &str, more: Value| {
        let mut flow = json!({"id": id, "algorithm": "cubic", "packet": PACKET, "access": access});
        for (name, value) in more.as_object().expect("an object") {
            flow[name] = value.clone();
        }
        flow
    };
    let document = match why {
        "too short" => json!({"v": 1, "duration": draw.range(0.3, 0.9), "seed": number,
            "network": {"forward": link(rate)}, "flows": [cubic("t1", json!({}))]}),
        "application-limited" => {
            json!({"v": 1, "duration": 15, "seed": number, "network": {"forward": link(rate)},
            "flows": [cubic("t1", json!({"source": {"kind": "cbr", "rate": rate * draw.range(0.1, 0.8)}}))]})
        }
        "several bottlenecks" => {
            json!({"v": 1, "duration": 20, "seed": number, "network": {"kind": "parking_lot",
            "links": [{"id": "a", "forward": link(rate)}, {"id": "b", "forward": link(rate * draw.range(0.6, 0.95))}]},
            "flows": [cubic("t1", json!({})),
                cubic("t2", json!({"path": {"from": "r1", "to": "r2"}})),
                cubic("t3", json!({"path": {"from": "r2", "to": "r3"}}))]})
        }
        _ => {
            // A Wi-Fi whose rate changes several times a second.
            let points: Vec<Value> = (0..75)
                .map(|step| json!({"at": 0.2 * f64::from(step), "rate": rate * draw.log_range(0.15, 1.0)}))
                .collect();
            let mut forward = link(rate);
            forward["schedule"] = json!({"kind": "points", "points": points});
            json!({"v": 1, "duration": 15, "seed": number, "network": {"forward": forward}, "flows": [cubic("t1", json!({}))]})
        }
    };
    (document, why)
}
