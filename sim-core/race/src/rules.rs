//! The rules: what is measured of a run, and the points for it. docs/race.md states each of them.

use sim_core::boundary::summary::{FlowSummary, RunSummary};

/// What gives points. Each rule gives from 0 to 100 points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// The racer's part of what the racer and its rival get.
    Share,
    /// How evenly the racer's flows share.
    Fairness,
    Utilisation,
    /// The time that packets wait.
    Delay,
    /// The share of packets that are dropped at the queue.
    Loss,
    /// The time until the rates of all flows are near their mean.
    Convergence,
    /// Throughput over delay, as in MIT's contest.
    Power,
}

/// The share of dropped packets that halves the points.
pub const HALF_LOSS: f64 = 0.01;
/// The time to converge that halves the points, s.
pub const HALF_CONVERGENCE: f64 = 10.0;
const MS: f64 = 1e-3;

/// The numbers of a run that the rules need.
#[derive(Clone, Debug)]
pub struct Measured {
    /// Goodput of the racer's flows, bit/s.
    goodput: f64,
    /// Goodput of all measured flows, bit/s, and the racer's part of them by number.
    total: f64,
    fair_part: f64,
    jain: Option<f64>,
    utilisation: f64,
    /// The 95th percentile of the time in the queue, s. `None` if no packet was sent.
    wait: Option<f64>,
    /// The mean base round-trip time of the racer's flows, s.
    base_rtt: f64,
    drop_rate: f64,
    convergence: Option<f64>,
    /// From the last start of a flow to the end of the run, s.
    time_to_converge: f64,
}

impl Measured {
    /// The numbers of a run. `is_racer` returns whether the flow with an id belongs to the racer.
    pub fn of(summary: &RunSummary, is_racer: &dyn Fn(&str) -> bool, last_start: f64) -> Self {
        let racer: Vec<&FlowSummary> = summary.flows.iter().filter(|flow| is_racer(&flow.id)).collect();
        let measured: Vec<&FlowSummary> =
            summary.flows.iter().filter(|flow| flow.role == "measured").collect();
        let goodput = |flows: &[&FlowSummary]| flows.iter().map(|flow| flow.goodput_bps).sum::<f64>();
        let count = |flows: &[&FlowSummary]| flows.len().max(1) as f64;
        let link = summary.links.first();
        Measured {
            goodput: goodput(&racer),
            total: goodput(&measured),
            fair_part: count(&racer) / count(&measured),
            jain: summary.fairness.jain,
            utilisation: link.and_then(|link| link.utilisation).unwrap_or(0.0),
            wait: link.and_then(|link| link.queue_delay_ms.as_ref()).map(|wait| wait.p95 * MS),
            base_rtt: racer.iter().map(|flow| flow.base_rtt_ms * MS).sum::<f64>() / count(&racer),
            drop_rate: link.map_or(0.0, |link| link.drop_rate),
            convergence: summary.fairness.convergence_s,
            time_to_converge: summary.duration - last_start,
        }
    }

    /// One-way base delay and waiting time, s.
    fn delay(&self) -> Option<f64> {
        self.wait.map(|wait| self.base_rtt / 2.0 + wait)
    }
}

impl Rule {
    pub const ALL: [Rule; 7] = [
        Rule::Share,
        Rule::Fairness,
        Rule::Utilisation,
        Rule::Delay,
        Rule::Loss,
        Rule::Convergence,
        Rule::Power,
    ];

    pub fn id(self) -> &'static str {
        match self {
            Rule::Share => "share",
            Rule::Fairness => "fairness",
            Rule::Utilisation => "utilisation",
            Rule::Delay => "delay",
            Rule::Loss => "loss",
            Rule::Convergence => "convergence",
            Rule::Power => "power",
        }
    }

    /// The unit of what is measured; empty for a number without a unit.
    pub fn unit(self) -> &'static str {
        match self {
            Rule::Share | Rule::Utilisation | Rule::Loss => "%",
            Rule::Delay => "ms",
            Rule::Convergence => "s",
            Rule::Power => "Mb/s per s",
            Rule::Fairness => "",
        }
    }

    /// What is measured, in the unit of the rule. `None` if the run has no such number.
    pub fn value(self, run: &Measured) -> Option<f64> {
        let value = match self {
            Rule::Share if run.total > 0.0 => 100.0 * run.goodput / run.total,
            Rule::Share => 0.0,
            Rule::Fairness => run.jain?,
            Rule::Utilisation => 100.0 * run.utilisation,
            Rule::Delay => run.wait? / MS,
            Rule::Loss => 100.0 * run.drop_rate,
            Rule::Convergence => run.convergence?,
            Rule::Power => run.goodput / 1e6 / run.delay()?,
        };
        value.is_finite().then_some(value)
    }

    /// The points, from 0 to 100. A number that the run does not have gives none.
    pub fn points(self, run: &Measured) -> f64 {
        let part = match self {
            Rule::Share if run.total > 0.0 => {
                let share = run.goodput / run.total;
                (share / run.fair_part).min((1.0 - share) / (1.0 - run.fair_part))
            }
            Rule::Share => 0.0,
            Rule::Fairness => run.jain.unwrap_or(0.0),
            Rule::Utilisation => run.utilisation,
            Rule::Delay => run.wait.map_or(0.0, |wait| run.base_rtt / (run.base_rtt + wait)),
            Rule::Loss => HALF_LOSS / (HALF_LOSS + run.drop_rate),
            Rule::Convergence => {
                let time = run.convergence.unwrap_or(run.time_to_converge);
                HALF_CONVERGENCE / (HALF_CONVERGENCE + time)
            }
            Rule::Power => run.delay().map_or(0.0, |delay| run.utilisation * (run.base_rtt / 2.0) / delay),
        };
        if part.is_finite() { 100.0 * part.clamp(0.0, 1.0) } else { 0.0 }
    }
}
