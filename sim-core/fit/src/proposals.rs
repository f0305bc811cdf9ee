//! What would change the line: the network of an answer as it is, and with other queues, buffers and controllers, each as a
//! scenario that is run with several seeds, and the lines to paste where it is set.

use fairshare_runs::{RunError, Stop, advance};
use serde_json::{Value, json};
use sim_core::ground::convert::whole;
use sim_core::ground::math;
use sim_core::record::RecordingSettings;
use sim_core::scenario::Scenario;
use sim_core::simulation::{Simulation, kinds};

use crate::answer::LineAnswer;
use crate::candidate::{Candidate, QueueKind, schedule};
use fairshare_measured::measurement::{FULL_PACKET, Measurement, quantile, sorted};

/// The seeds with which each scenario is run.
pub const SEEDS: [u64; 10] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
/// The length of a run, and the time before it is measured, in seconds.
const DURATION: f64 = 20.0;
const WARMUP: f64 = 5.0;
/// The share of the rate at which a shaper sends, so that packets wait in it and not in the modem.
const SHAPED: f64 = 0.95;
/// The packets of a call: 100 kbit/s.
const CALL_PACKET: u32 = 200;

/// Lines for a system: `tc`, `openwrt` or `sysctl`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines {
    pub system: &'static str,
    pub text: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    /// `now`, `cake`, `fq_codel`, `buffer` or `controller`.
    pub id: &'static str,
    pub document: Value,
    /// What the proposal sets: the rate of a shaper in bit/s, a buffer in seconds, or a controller.
    pub sets: Value,
    pub lines: Vec<Lines>,
}

/// A run of a proposal: the wait that one of twenty packets of a call exceeds, in seconds, and the rate of the transfers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProposalRun {
    pub wait: f64,
    pub rate: f64,
}

/// The means over the seeds, with the least and the greatest wait.
#[derive(Clone, Debug, PartialEq)]
pub struct ProposalResult {
    pub wait: f64,
    pub least: f64,
    pub greatest: f64,
    pub rate: f64,
}

impl ProposalResult {
    /// The result of the runs of a proposal, of which there is at least one.
    pub fn of(runs: &[ProposalRun]) -> Self {
        let waits = sorted(runs.iter().map(|run| run.wait));
        let mean = |values: &mut dyn Iterator<Item = f64>| values.sum::<f64>() / runs.len().max(1) as f64;
        let at = |share| quantile(&waits, share).unwrap_or(0.0);
        Self {
            wait: mean(&mut runs.iter().map(|run| run.wait)),
            least: at(0.0),
            greatest: at(1.0),
            rate: mean(&mut runs.iter().map(|run| run.rate)),
        }
    }

    fn to_json(&self) -> Value {
        json!({"wait": self.wait, "least": self.least, "greatest": self.greatest, "rate": self.rate})
    }
}

impl Proposal {
    fn to_json(&self, result: Option<&ProposalResult>) -> Value {
        let line = |line: &Lines| json!({"system": line.system, "text": line.text});
        let lines: Vec<Value> = self.lines.iter().map(line).collect();
        json!({"id": self.id, "sets": self.sets, "result": result.map(ProposalResult::to_json), "lines": lines,
            "document": self.document})
    }
}

/// The answer with its proposals, of which those that were run have results.
pub fn report(
    answer: &LineAnswer,
    measured: &Measurement,
    all: &[(Proposal, Option<ProposalResult>)],
) -> Value {
    let mut json = answer.to_json(measured);
    json["proposals"] = all.iter().map(|(proposal, result)| proposal.to_json(result.as_ref())).collect();
    json
}

/// The proposals with their results, one run after the other.
pub fn all_run(
    answer: &LineAnswer,
    measured: &Measurement,
    stop: &Stop<'_>,
) -> Result<Vec<(Proposal, Option<ProposalResult>)>, RunError> {
    let each = proposals(answer, measured).into_iter().map(|proposal| {
        let runs: Result<Vec<ProposalRun>, RunError> =
            SEEDS.iter().map(|&seed| run(&proposal.document, seed, stop)).collect();
        Ok((proposal, Some(ProposalResult::of(&runs?))))
    });
    each.collect()
}

/// The scenario of a candidate with transfers that all begin within a second, and a call. A line whose rate varies keeps its
/// queue behind one that is shaped.
fn document(
    answer: &LineAnswer,
    candidate: &Candidate,
    queue: &Value,
    rate: f64,
    transfers: usize,
    title: &str,
) -> Value {
    let access = json!({"sender": 0, "receiver": 0});
    let mut flows: Vec<Value> = (0..transfers)
        .map(|index| {
            json!({"id": format!("transfer-{}", index + 1), "algorithm": candidate.controller, "packet": FULL_PACKET,
                "start": {"min": 0, "max": 1}, "access": access})
        })
        .collect();
    flows.push(json!({"id": "call", "algorithm": "udp", "packet": CALL_PACKET, "role": "background", "access": access,
        "source": {"kind": "cbr", "rate": 80000}}));
    let delay = candidate.base_rtt / 2.0;
    let loss: Value = (candidate.loss > 0.0)
        .then(|| json!({"kind": "random", "probability": candidate.loss, "what": "data"}))
        .into_iter()
        .collect();
    let reverse = json!({"rate": candidate.rate, "delay": delay});
    let varying = schedule(answer.over_time.as_deref(), 0.0, true);
    let own = answer.best.candidate.queue_json();
    let network = if answer.over_time.is_none() || *queue == own && rate == candidate.rate {
        json!({"forward": {"rate": rate, "delay": delay, "queue": queue, "loss": loss, "schedule": varying},
            "reverse": reverse})
    } else {
        json!({"kind": "parking_lot", "links": [
            {"id": "router", "forward": {"rate": rate, "delay": 0, "queue": queue}, "reverse": {"rate": candidate.rate, "delay": 0}},
            {"id": "line", "forward": {"rate": candidate.rate, "delay": delay, "queue": own, "loss": loss, "schedule": varying},
                "reverse": reverse}]})
    };
    json!({"v": 1, "title": title, "duration": DURATION, "warmup": WARMUP, "seed": SEEDS[0], "network": network,
        "flows": flows})
}

/// Three significant digits, as people write rates.
fn rounded(value: f64) -> f64 {
    let unit = math::pow(10.0, math::floor(math::log10(value.max(1.0))) - 2.0);
    math::round(value / unit) * unit
}

/// Packets that arrive are sent through a device of their own, whose queue can be set.
const ARRIVING: &str = "ip link add ifb0 type ifb\nip link set ifb0 up\ntc qdisc add dev eth0 handle ffff: ingress\ntc filter add dev eth0 parent ffff: matchall action mirred egress redirect dev ifb0\n";

/// The lines that shape one direction of a line: what a router sends to it, or what arrives from it.
struct Shaper {
    is_download: bool,
    kbit: u64,
}

impl Shaper {
    fn tc(&self, lines: impl Fn(&str) -> String) -> Lines {
        let text = if self.is_download { ARRIVING.to_owned() + &lines("ifb0") } else { lines("eth0") };
        Lines { system: "tc", text }
    }

    fn sqm(&self, qdisc: &str, script: &str) -> Lines {
        let (kbit, direction) = (self.kbit, if self.is_download { "download" } else { "upload" });
        let text = format!(
            "uci set sqm.@queue[0].{direction}='{kbit}'\nuci set sqm.@queue[0].qdisc='{qdisc}'\nuci set sqm.@queue[0].script='{script}'\nuci set sqm.@queue[0].enabled='1'\nuci commit sqm\n/etc/init.d/sqm restart"
        );
        Lines { system: "openwrt", text }
    }

    fn cake(&self) -> Vec<Lines> {
        let (kbit, ingress) = (self.kbit, if self.is_download { " ingress" } else { "" });
        let tc = self
            .tc(|device| format!("tc qdisc replace dev {device} root cake bandwidth {kbit}kbit{ingress}"));
        vec![tc, self.sqm("cake", "piece_of_cake.qos")]
    }

    fn fq_codel(&self) -> Vec<Lines> {
        let kbit = self.kbit;
        let tc = self.tc(|device| {
            format!(
                "tc qdisc replace dev {device} root handle 1: htb default 10\ntc class add dev {device} parent 1: classid 1:10 htb rate {kbit}kbit\ntc qdisc add dev {device} parent 1:10 fq_codel"
            )
        });
        vec![tc, self.sqm("fq_codel", "simple.qos")]
    }

    fn buffer(&self, bytes: u64) -> Vec<Lines> {
        let kbit = self.kbit;
        vec![self.tc(|device| {
            format!("tc qdisc replace dev {device} root tbf rate {kbit}kbit burst 10kb limit {bytes}")
        })]
    }
}

fn controller_lines(controller: &str) -> Vec<Lines> {
    vec![Lines { system: "sysctl", text: format!("sysctl -w net.ipv4.tcp_congestion_control={controller}") }]
}

/// The network as it is, then what would change it.
pub fn proposals(answer: &LineAnswer, measured: &Measurement) -> Vec<Proposal> {
    let now = &answer.best.candidate;
    let transfers = measured.transfers.len() + now.others;
    // A shaper that is faster than the line leaves the wait to the line.
    let slowest = if answer.over_time.is_some() { answer.rate.low } else { now.rate };
    let shaped = rounded(SHAPED * slowest);
    let shaper = Shaper { is_download: measured.is_download, kbit: whole::<u64>(shaped / 1e3) };
    let of = |id, candidate: &Candidate, queue, rate, sets, lines, title: &str| Proposal {
        id,
        document: document(answer, candidate, &queue, rate, transfers, title),
        sets,
        lines,
    };
    let same = now.queue_json();
    let cake = json!({"kind": "cake", "bandwidth": shaped});
    let mut all = vec![
        of("now", now, same.clone(), now.rate, Value::Null, Vec::new(), "Your line as measured"),
        of("cake", now, cake, now.rate, json!(shaped), shaper.cake(), "Your line with CAKE"),
    ];
    let fq_codel = json!({"kind": "fq_codel"});
    all.push(of(
        "fq_codel",
        now,
        fq_codel,
        shaped,
        json!(shaped),
        shaper.fq_codel(),
        "Your line with FQ-CoDel",
    ));
    let half = (now.base_rtt / 2.0).max(8.0 * FULL_PACKET * 8.0 / now.rate);
    if answer.queue.first() == Some(&QueueKind::DropTail) && now.buffer > 1.5 * half {
        let smaller = Candidate { buffer: half, ..now.clone() };
        let lines = shaper.buffer(whole::<u64>(half * shaped / 8.0));
        all.push(of(
            "buffer",
            &smaller,
            smaller.queue_json(),
            shaped,
            json!(half),
            lines,
            "Your line with a smaller buffer",
        ));
    }
    if now.controller == "gcc" {
        return all;
    }
    let controller = if now.controller == "bbr" { "cubic" } else { "bbr" };
    let other = Candidate { controller, ..now.clone() };
    let lines = controller_lines(controller);
    all.push(of(
        "controller",
        &other,
        same,
        now.rate,
        json!(controller),
        lines,
        "Your line with another controller",
    ));
    all
}

pub fn run(document: &Value, seed: u64, stop: &Stop<'_>) -> Result<ProposalRun, RunError> {
    let mut document = document.clone();
    document["seed"] = json!(seed);
    let scenario = Scenario::from_value(document, kinds()).map_err(RunError::Invalid)?;
    let mut simulation = Simulation::new(scenario, RecordingSettings::none()).map_err(RunError::Invalid)?;
    let end = simulation.end();
    advance(&mut simulation, end, stop)?;
    let summary = simulation.summary();
    let flows = summary["flows"].as_array().map_or(&[][..], Vec::as_slice);
    let wait = |flow: &Value| flow["queue_delay_ms"]["p95"].as_f64().unwrap_or(0.0) / 1e3;
    let is_call = |flow: &&Value| flow["id"] == "call";
    Ok(ProposalRun {
        wait: flows.iter().find(is_call).map_or(0.0, wait),
        rate: flows
            .iter()
            .filter(|flow| !is_call(flow))
            .filter_map(|flow| flow["goodput_bps"].as_f64())
            .sum(),
    })
}
