//! What a controller must do in a network, and whether a run shows it.

use serde_json::Value;
use sim_core::ground::time::to_secs;

use crate::run::{Run, Second};

/// A requirement. Times are whole seconds of the run; shares are parts of 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Check {
    /// The flow delivers at least this share of the link's rate.
    Fills { least: f64 },
    /// All flows together deliver at least this share of the link's rate.
    IsShared { least: f64 },
    /// The queue that never empties delays packets by at most this number of round trips: the mean, over all seconds,
    /// of the smallest round-trip time within the second, without the round trip of the path.
    StandingQueue { most: f64 },
    /// At most this share of the flow's packets is lost.
    Loses { most: f64 },
    /// The flow has a share of what all flows deliver within these bounds.
    Shares { least: f64, most: f64 },
    /// From `from` to `to`, after a change of the link, the flow delivers at least this share of its rate in bit/s.
    Recovers { from: usize, to: usize, rate: f64, least: f64 },
}

/// A network, and what a controller must do there.
#[derive(Clone, Debug)]
pub struct Network {
    pub id: &'static str,
    /// The rate of the link in bit/s at the end.
    pub rate: f64,
    /// A scenario document with a flow `tested`, whose algorithm does not matter.
    pub document: Value,
    /// The seconds before the measurement begins.
    pub warmup: usize,
    pub checks: Vec<Check>,
}

/// What a run showed of a requirement.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    pub value: f64,
    pub holds: bool,
    /// What was required and what was measured.
    pub sentence: String,
    /// What was measured, in a few words.
    pub measured: String,
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn sum(seconds: &[Second], of: impl Fn(&Second) -> u64) -> f64 {
    seconds.iter().map(of).sum::<u64>() as f64
}

/// The mean rate in bit/s.
fn rate_of(seconds: &[Second], of: impl Fn(&Second) -> u64) -> f64 {
    sum(seconds, of) * 8.0 / seconds.len().max(1) as f64
}

/// The mean of the smallest delays by queues within each second, in round trips of the path.
fn standing_queue(seconds: &[Second], base_rtt: u64) -> f64 {
    let smallest: Vec<f64> = seconds.iter().filter_map(|second| second.smallest_rtt).map(to_secs).collect();
    let mean = smallest.iter().sum::<f64>() / smallest.len().max(1) as f64;
    (mean / to_secs(base_rtt) - 1.0).max(0.0)
}

impl Check {
    /// Whether a run on the network shows what is required.
    pub fn verdict(&self, run: &Run, network: &Network) -> Verdict {
        let value = self.measure(run, network);
        let used = percent(value);
        let (bounds, required, measured) = match *self {
            Check::Fills { least } => (
                (least, f64::MAX),
                format!("It must use {} of the link", percent(least)),
                format!("used {used}"),
            ),
            Check::IsShared { least } => {
                let required = format!("All flows together must use {} of the link", percent(least));
                ((least, f64::MAX), required, format!("they used {used}"))
            }
            Check::StandingQueue { most } => {
                let required = format!("Its standing queue may be {most} round trips");
                ((0.0, most), required, format!("the queue was {value:.2}"))
            }
            Check::Loses { most } => {
                ((0.0, most), format!("It may lose {} of its packets", percent(most)), format!("lost {used}"))
            }
            Check::Shares { least, most } => {
                let required = format!("It must deliver {} to {} of all data", percent(least), percent(most));
                ((least, most), required, format!("delivered {used}"))
            }
            Check::Recovers { from, to, least, .. } => {
                let required =
                    format!("From {from} to {to} s, it must use {} of the link again", percent(least));
                ((least, f64::MAX), required, format!("used {used} from {from} s on"))
            }
        };
        let holds = (bounds.0..=bounds.1).contains(&value);
        Verdict { value, holds, sentence: format!("{required}, and {measured}."), measured }
    }

    /// The number that is compared.
    fn measure(&self, run: &Run, network: &Network) -> f64 {
        let measured = run.seconds.get(network.warmup..).unwrap_or_default();
        let delivered = |second: &Second| second.delivered;
        let by_all = |second: &Second| second.delivered_by_all;
        match *self {
            Check::Fills { .. } => rate_of(measured, delivered) / network.rate,
            Check::IsShared { .. } => rate_of(measured, by_all) / network.rate,
            Check::StandingQueue { .. } => standing_queue(measured, run.base_rtt),
            Check::Loses { .. } => {
                sum(&run.seconds, |second| second.lost) / sum(&run.seconds, |second| second.sent).max(1.0)
            }
            Check::Shares { .. } => sum(measured, delivered) / sum(measured, by_all).max(1.0),
            Check::Recovers { from, to, rate, .. } => {
                rate_of(run.seconds.get(from..to).unwrap_or_default(), delivered) / rate
            }
        }
    }
}
