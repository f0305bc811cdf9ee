//! The search: runs of candidates, in rounds, of which each begins with the best of those before. The first round has
//! every kind of queue with every controller; the others refine the buffer, random losses, the round-trip time and the
//! rate; the last repeats the best with other seeds, which measures how far the series of equal networks differ. The number of
//! runs and their lengths are bounded, and nothing is random except the runs, whose seeds are fixed.

use fairshare_runs::{RunError, Stop};
use sim_core::ground::convert::whole;

use crate::candidate::{CONTROLLERS, Candidate, QUEUES};
use crate::direct::{Direct, FitRefusal, estimate};
use crate::distance::{Distance, distance};
use fairshare_measured::measurement::{FULL_PACKET, Measurement};

/// The rounds of a search.
pub const ROUNDS: usize = 4;
/// The longest run in seconds, and the most bits that its link can carry.
const LONGEST: f64 = 20.0;
const MOST_BITS: f64 = 1.5e9;
/// The shortest run under load in seconds.
const SHORTEST: f64 = 2.0;

pub struct Fit {
    pub measured: Measurement,
    pub direct: Direct,
    /// The length of the runs in seconds.
    pub seconds: f64,
}

/// A candidate with the distance of its run.
#[derive(Clone, Debug, PartialEq)]
pub struct Scored {
    pub candidate: Candidate,
    pub distance: Distance,
}

/// The best candidates with different queues or controllers, the best first.
pub fn leaders(scored: &[Scored]) -> Vec<&Scored> {
    let mut all: Vec<&Scored> = scored.iter().filter(|one| one.candidate.seed == 1).collect();
    all.sort_by(|a, b| a.distance.sum().total_cmp(&b.distance.sum()));
    let mut leaders: Vec<&Scored> = Vec::new();
    for one in all {
        let of = |other: &Candidate| (other.queue, other.controller);
        if !leaders.iter().any(|leader| of(&leader.candidate) == of(&one.candidate)) {
            leaders.push(one);
        }
    }
    leaders
}

/// The best candidates, and the best of each kind of queue.
fn favourites<'a>(best: &[&'a Scored]) -> Vec<&'a Scored> {
    let is_first = |index: usize| {
        let kind = best[index].candidate.kind();
        index < 4 || !best[..index].iter().any(|other| other.candidate.kind() == kind)
    };
    (0..best.len()).filter(|&index| is_first(index)).map(|index| best[index]).collect()
}

impl Fit {
    pub fn new(measured: Measurement) -> Result<Fit, FitRefusal> {
        let direct = estimate(&measured)?;
        let loaded = direct.loaded_from as f64 * measured.step;
        let whole_length = measured.steps() as f64 * measured.step;
        let bounded = LONGEST.min(MOST_BITS / direct.rate.value).max(SHORTEST);
        let seconds = whole_length.min(loaded + bounded);
        Ok(Fit { measured, direct, seconds })
    }

    pub fn score(&self, candidate: &Candidate, stop: &Stop<'_>) -> Result<Scored, RunError> {
        let run = candidate.run(&self.measured, &self.direct, self.seconds, stop)?;
        let to = whole::<usize>(self.seconds / self.measured.step + 1e-9);
        Ok(Scored {
            candidate: candidate.clone(),
            distance: distance(&self.measured, &run, &self.direct, to),
        })
    }

    /// The candidates of a round, counted from 0, after the rounds before. Empty after the last one.
    pub fn round(&self, round: usize, scored: &[Scored]) -> Vec<Candidate> {
        let best = leaders(scored);
        let mut next: Vec<Candidate> = match round {
            0 => self.first(),
            1 => favourites(&best).iter().flat_map(|one| self.buffers_and_losses(&one.candidate)).collect(),
            2 => best.iter().take(3).flat_map(|one| self.nearby(&one.candidate)).collect(),
            3 => best
                .iter()
                .take(1)
                .flat_map(|one| [2, 3].map(|seed| Candidate { seed, ..one.candidate.clone() }))
                .collect(),
            _ => Vec::new(),
        };
        next.retain(|candidate| !scored.iter().any(|one| one.candidate == *candidate));
        next
    }

    fn first(&self) -> Vec<Candidate> {
        let Direct { rate, base_rtt, held, peak, share, .. } = self.direct;
        let least = 8.0 * FULL_PACKET * 8.0 / rate.value;
        let transfers = self.measured.transfers.len() as f64;
        let others = if share < 0.93 {
            whole::<usize>((transfers / share - transfers + 0.5).clamp(1.0, 8.0))
        } else {
            0
        };
        let of = |queue, controller| Candidate {
            rate: rate.value,
            base_rtt: base_rtt.value,
            queue,
            buffer: held.max(least),
            controller,
            loss: 0.0,
            others,
            seed: 1,
        };
        // A file that names the controller leaves only the queue.
        let named = self.measured.controller.map(|one| vec![one]);
        let controllers = named.unwrap_or_else(|| CONTROLLERS.to_vec());
        let pairs = QUEUES.iter().flat_map(|queue| controllers.iter().map(move |one| (queue, one)));
        let mut all: Vec<Candidate> = pairs.map(|(queue, controller)| of(queue, controller)).collect();
        let buffer_of = |buffer: f64| {
            let one = move |controller: &&'static str| Candidate {
                buffer: buffer.max(least),
                ..of("drop_tail", controller)
            };
            controllers.iter().map(one).collect::<Vec<_>>()
        };
        // The longest round trips may be of losses, so the buffer may be smaller.
        all.extend(buffer_of(0.6 * held));
        // They may also be of a buffer that was full only once.
        if peak > 1.3 * held {
            all.extend(buffer_of(peak));
        }
        // BBR and GCC may never fill the buffer, so it may be larger than the greatest wait.
        for (controller, factor) in [("bbr", 3.0), ("gcc", 20.0)] {
            if controllers.contains(&controller) {
                all.push(Candidate { buffer: factor * held.max(least), ..of("drop_tail", controller) });
            }
        }
        all
    }

    fn buffers_and_losses(&self, from: &Candidate) -> Vec<Candidate> {
        let mut next = Vec::new();
        if from.queue == "drop_tail" {
            for factor in [0.7, 0.85, 1.18, 1.4] {
                next.push(Candidate { buffer: from.buffer * factor, ..from.clone() });
            }
        }
        let losses = match self.direct.loss {
            Some(loss) if loss > 5e-5 => vec![loss * 0.5, loss],
            Some(_) => Vec::new(),
            None => vec![3e-4, 1.5e-3],
        };
        next.extend(losses.into_iter().map(|loss| Candidate { loss, ..from.clone() }));
        next
    }

    fn nearby(&self, from: &Candidate) -> Vec<Candidate> {
        let mut next = Vec::new();
        // Without samples from before the load, the least round-trip time may contain a wait.
        if self.measured.source.is_late() && self.measured.pings.is_empty() {
            for factor in [0.5, 0.7, 0.85] {
                let base_rtt = from.base_rtt * factor;
                let buffer = from.buffer + from.base_rtt - base_rtt;
                next.push(Candidate { base_rtt, buffer, ..from.clone() });
            }
        }
        if from.queue == "drop_tail" {
            for factor in [0.92, 1.08] {
                next.push(Candidate { buffer: from.buffer * factor, ..from.clone() });
            }
        }
        if from.loss > 0.0 {
            for factor in [0.6, 1.7] {
                next.push(Candidate { loss: from.loss * factor, ..from.clone() });
            }
        }
        next
    }

    /// The candidates of finished rounds with their distances, and the candidates of the next round, from the distances of
    /// all candidates so far. The candidates follow from the distances, so nothing else has to be kept.
    pub fn resume(&self, distances: &[Distance]) -> (Vec<Scored>, Vec<Candidate>) {
        let mut scored: Vec<Scored> = Vec::new();
        for round in 0..ROUNDS {
            let candidates = self.round(round, &scored);
            let from = scored.len();
            let Some(known) = distances.get(from..from + candidates.len()) else {
                return (scored, candidates);
            };
            let pairs = candidates.into_iter().zip(known);
            scored.extend(pairs.map(|(candidate, &distance)| Scored { candidate, distance }));
        }
        (scored, Vec::new())
    }

    /// All rounds, one candidate after the other.
    pub fn run(&self, stop: &Stop<'_>) -> Result<Vec<Scored>, RunError> {
        let mut scored = Vec::new();
        for round in 0..ROUNDS {
            for candidate in self.round(round, &scored) {
                scored.push(self.score(&candidate, stop)?);
            }
        }
        Ok(scored)
    }
}
