//! What a fit says: the network with intervals, what the data do not show, and what was assumed.

use serde_json::{Value, json};

use crate::candidate::{Candidate, QueueKind};
use crate::direct::{FitRefusal, LineEstimate};
use crate::search::{Fit, Scored, leaders};
use fairshare_measured::measurement::Measurement;

#[derive(Clone, Debug, PartialEq)]
pub struct LineAnswer {
    /// Constant, or the median of the rates over time with the range of four fifths of them.
    pub rate: LineEstimate,
    /// The rates in half seconds if they vary.
    pub over_time: Option<Vec<f64>>,
    pub base_rtt: LineEstimate,
    /// The buffer of a drop-tail queue in seconds. Its interval has no end if the transfers never filled it.
    pub buffer: Option<LineEstimate>,
    /// The chosen one first, then those that are as near to the measurement within the noise.
    pub queue: Vec<QueueKind>,
    pub controller: Vec<&'static str>,
    /// The probability of random losses.
    pub loss: f64,
    /// The greatest wait in seconds.
    pub wait: f64,
    /// The share of the rate that the measured transfers have.
    pub share: f64,
    pub best: Scored,
}

/// A measurement from which the best scenario is further than this resembles none.
pub const FURTHEST: f64 = 0.75;
/// Candidates whose distance is larger by this share of the best one's are as good as it, whatever the noise is.
const EQUAL: f64 = 0.08;

impl Fit {
    /// The answer of a finished search.
    pub fn answer(&self, scored: &[Scored]) -> Result<LineAnswer, FitRefusal> {
        let leaders = leaders(scored);
        let Some(&best) = leaders.first() else { return Err(FitRefusal::NothingSimilar(f64::MAX)) };
        let least = best.distance.sum();
        if least > FURTHEST {
            return Err(FitRefusal::NothingSimilar(least));
        }
        let repeats = scored.iter().filter(|one| one.candidate.seed != 1);
        let noise = repeats.map(|one| (one.distance.sum() - least).abs()).fold(EQUAL * least, f64::max);
        let equal: Vec<&Scored> = scored
            .iter()
            .filter(|one| one.candidate.seed == 1 && one.distance.sum() <= least + noise)
            .collect();
        let queue = choice(best, &leaders, least + noise, Candidate::kind);
        let controller = choice(best, &leaders, least + noise, |candidate| candidate.controller);
        let of_equal = |get: fn(&Candidate) -> f64| {
            let values = equal.iter().filter(|one| one.candidate.queue == best.candidate.queue);
            values.fold((f64::MAX, 0.0_f64), |(low, high), one| {
                let value = get(&one.candidate);
                (low.min(value), high.max(value))
            })
        };
        let base = best.candidate.base_rtt;
        let (base_low, base_high) = of_equal(|candidate| candidate.base_rtt);
        let base_rtt = LineEstimate {
            value: base,
            low: self.direct.base_rtt.low.min(base_low * 0.97),
            high: self.direct.base_rtt.high.max(base_high),
        };
        let rate = LineEstimate { value: best.candidate.rate, ..self.direct.rate };
        let buffer = (best.candidate.kind() == QueueKind::DropTail).then(|| {
            let (low, high) = of_equal(|candidate| candidate.buffer);
            let value = best.candidate.buffer;
            let is_filled = !["bbr", "gcc"].contains(&best.candidate.controller) && self.fills_it();
            // What is taken for distance may have been a wait, and the other way round.
            let late = self.measured.source.is_late() && self.measured.pings.is_empty();
            let [more, less] = if late { [base - base_rtt.low, base_rtt.high - base] } else { [0.0; 2] };
            // Of other traffic only the sum is known, not how it shared the buffer.
            let shared = if best.candidate.others > 0 { self.direct.held } else { value };
            LineEstimate {
                value,
                low: (low.min(0.9 * value.min(shared)) - less).max(0.0),
                high: if is_filled { high.max(1.12 * value) + more } else { f64::INFINITY },
            }
        });
        let (wait, share) = (self.direct.wait, self.direct.share);
        Ok(LineAnswer {
            rate,
            over_time: self.direct.over_time.clone(),
            base_rtt,
            buffer,
            queue,
            controller,
            loss: best.candidate.loss,
            wait,
            share,
            best: best.clone(),
        })
    }

    /// Whether packets waited for so long that a buffer must have been full at some time.
    fn fills_it(&self) -> bool {
        !self.measured.has_losses || self.direct.loss.is_some_and(|loss| loss > 0.0)
    }
}

fn choice<T: PartialEq + Copy>(
    best: &Scored,
    leaders: &[&Scored],
    furthest: f64,
    of: impl Fn(&Candidate) -> T,
) -> Vec<T> {
    let mut choice = vec![of(&best.candidate)];
    for one in leaders.iter().filter(|one| one.distance.sum() <= furthest) {
        let other = of(&one.candidate);
        if !choice.contains(&other) {
            choice.push(other);
        }
    }
    choice
}

fn estimate_json(estimate: &LineEstimate) -> Value {
    let high = estimate.high.is_finite().then_some(estimate.high);
    json!({"value": estimate.value, "low": estimate.low, "high": high})
}

impl LineAnswer {
    pub fn to_json(&self, measured: &Measurement) -> Value {
        json!({
            "source": measured.source.id(),
            "rate": estimate_json(&self.rate),
            "over_time": self.over_time,
            "base_rtt": estimate_json(&self.base_rtt),
            "buffer": self.buffer.as_ref().map(estimate_json),
            "queue": self.queue.iter().map(|kind| kind.id()).collect::<Vec<_>>(),
            "controller": self.controller,
            "loss": self.loss,
            "wait": self.wait,
            "share": self.share,
            "transfers": measured.transfers.len(),
            "distance": {"sum": self.best.distance.sum(), "parts": self.best.distance.to_json()},
            "assumed": measured.assumed,
        })
    }
}
