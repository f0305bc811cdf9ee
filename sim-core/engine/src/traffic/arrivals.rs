//! Transfers that arrive at random (a Poisson process) at a pool of flows. Each transfer uses a fresh
//! connection of a free flow. Transfers that find all flows busy are refused or wait.

use super::{Ready, Source, SourceCx, SourceFacts};
use crate::ground::convert::{narrow, whole};
use crate::ground::deque::Deque;
use crate::ground::digest::mix;
use crate::ground::rng::Rng;
use crate::ground::rng::digest_of;
use crate::ground::time::{Time, from_secs};
use crate::{choice, params};

choice! {
    pub enum Sizes {
        /// Every transfer has the mean size.
        Fixed "fixed",
        /// Exponentially distributed sizes.
        Exponential "exponential",
        /// Pareto distributed sizes: a few are very large.
        Pareto "pareto",
    }
}

choice! {
    pub enum Overflow {
        /// A transfer that finds every member busy is discarded, and is counted as refused.
        Refuse "refuse",
        /// The transfer waits for a free member, in order of arrival. Its completion time counts from its
        /// arrival. At most 100,000 transfers wait.
        Queue "queue",
    }
}

params! {
    pub struct Params {
        /// Mean number of transfers per second that arrive at all flows of the pool together.
        per_second: f64 = 5.0, unit "1/s", range 0.001..=100_000.0, scale log, label "Arrivals per second";
        /// Mean size of a transfer, without headers.
        size: f64 = 30_000.0, unit "bytes", range 1.0..=1e9, scale log, label "Mean size";
        /// How the sizes vary.
        sizes: Sizes = Sizes::Exponential, label "Sizes";
        /// Shape of the Pareto distribution.
        shape: f64 = 1.2, range 1.01..=10.0;
        /// Upper limit of the sizes.
        largest: Option<f64> = None, unit "bytes", range 1.0..=1e12, scale log, label "Largest size", null "no limit";
        /// What happens to a transfer that finds every member of the pool busy. The pool is as large as the
        /// flow's `count`.
        overflow: Overflow = Overflow::Refuse;
    }
}

/// Largest number of waiting transfers.
const MAX_WAITING: usize = 100_000;

/// The source of a member of a pool, which sends the transfers that the pool assigns to it.
#[derive(Clone, Debug)]
pub struct Arrivals {
    /// Bytes of the current transfer that the sender has not pulled yet.
    pub(super) left: u64,
}

impl Source for Arrivals {
    type Params = Params;
    const ID: &'static str = "arrivals";
    const NAME: &'static str = "Arrivals";
    const USES_FRESH_CONNECTIONS: bool = true;
    const RECORDS_TRANSFERS: bool = true;

    fn build(_: &Params, _: &SourceFacts) -> Self {
        Arrivals { left: 0 }
    }

    fn units_per_second(params: &Params, _: f64) -> f64 {
        params.per_second
    }

    fn start(&mut self, _: &mut SourceCx) {
        self.left = 0;
    }

    fn on_timer(&mut self, _: &mut SourceCx) -> Ready {
        Ready::Nothing
    }

    fn pull(&mut self, max: u32) -> u32 {
        let bytes = u64::from(max).min(self.left);
        self.left -= bytes;
        narrow::<u32>(bytes)
    }

    fn finished(&self) -> bool {
        self.left == 0
    }

    fn unsent(&self) -> u64 {
        self.left
    }

    fn digest(&self) -> Option<u64> {
        Some(self.left)
    }
}

/// Draws the size of a transfer in bytes.
pub fn draw_size(sizes: Sizes, shape: f64, mean: f64, largest: Option<f64>, rng: &mut Rng) -> u64 {
    let drawn = match sizes {
        Sizes::Fixed => mean,
        Sizes::Exponential => rng.exponential(mean),
        Sizes::Pareto => rng.pareto(shape, mean),
    };
    whole::<u64>(crate::ground::math::ceil(drawn.min(largest.unwrap_or(1e12))).clamp(1.0, 1e12))
}

/// The fate of a transfer that has arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// The transfer begins on a free flow.
    Assigned { flow: u32, bytes: u64 },
    /// The transfer waits for a free flow.
    Queued,
    /// The transfer is discarded.
    Refused,
}

/// The effect of a member's start or stop on its pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoolChange {
    /// The first member has started: arrivals begin.
    Opens,
    /// The last member has stopped: arrivals end.
    Closes,
    /// Another member is already or still running, so arrivals continue.
    Unchanged,
}

/// The flows that serve arrivals together, and the transfers that wait for them.
#[derive(Clone, Debug)]
pub struct Pool {
    /// Index of the pool's entry in the scenario's list of flows.
    entry: usize,
    params: Params,
    rng: Rng,
    members: Vec<u32>,
    /// Number of running flows of the pool.
    running: u32,
    /// Arrival times and sizes of waiting transfers.
    waiting: Deque<(Time, u64)>,
    /// Number of transfers that have arrived.
    arrived: u64,
}

impl Pool {
    pub fn new(entry: usize, params: Params, rng: Rng) -> Self {
        Pool { entry, params, rng, members: Vec::new(), running: 0, waiting: Deque::new(), arrived: 0 }
    }

    /// Index of the pool's entry in the scenario's list of flows.
    pub fn entry(&self) -> usize {
        self.entry
    }

    /// Adds a flow to the pool.
    pub fn join(&mut self, flow: u32) {
        self.members.push(flow);
    }

    /// The flow of the pool whose timer triggers arrivals.
    pub fn first(&self) -> u32 {
        self.members.first().copied().unwrap_or(0)
    }

    /// Draws the time until the next arrival.
    pub fn gap(&mut self) -> Time {
        from_secs(self.rng.exponential(1.0 / self.params.per_second)).max(1)
    }

    /// Draws the size of a transfer in bytes.
    fn size(&mut self) -> u64 {
        let Params { sizes, shape, size, largest, .. } = self.params;
        draw_size(sizes, shape, size, largest, &mut self.rng)
    }

    /// Handles the arrival of a transfer. `is_free` returns whether a flow can take it.
    pub fn arrive(&mut self, now: Time, is_free: impl Fn(u32) -> bool) -> Arrival {
        self.arrived += 1;
        let bytes = self.size();
        if self.waiting.is_empty()
            && let Some(&flow) = self.members.iter().find(|&&flow| is_free(flow))
        {
            return Arrival::Assigned { flow, bytes };
        }
        if self.params.overflow == Overflow::Queue && self.waiting.len() < MAX_WAITING {
            self.waiting.push_back((now, bytes));
            return Arrival::Queued;
        }
        Arrival::Refused
    }

    /// Whether transfers are waiting.
    pub fn has_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Removes the transfer that has waited longest. Returns its arrival time and size.
    pub fn pop_waiting(&mut self) -> Option<(Time, u64)> {
        self.waiting.pop_front()
    }

    /// Records that a member has started (`starts`) or stopped.
    pub fn update_running(&mut self, starts: bool) -> PoolChange {
        if starts {
            self.running += 1;
            return if self.running == 1 { PoolChange::Opens } else { PoolChange::Unchanged };
        }
        self.running = self.running.saturating_sub(1);
        if self.running > 0 {
            return PoolChange::Unchanged;
        }
        self.waiting.clear();
        PoolChange::Closes
    }

    pub fn digest(&self) -> u64 {
        let waiting = self.waiting.iter().fold(0, |h, &(since, bytes)| mix(h ^ since ^ bytes << 32));
        digest_of(&[self.arrived, self.waiting.len() as u64, waiting, u64::from(self.running)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::rng::Purpose;
    use crate::params::ParamSet;
    use serde_json::{Value, json};

    fn pool(settings: &Value) -> Pool {
        let mut pool = Pool::new(0, Params::read(settings).unwrap(), Rng::new(1, Purpose::Traffic, 7));
        (3..6).for_each(|flow| pool.join(flow));
        pool
    }

    /// The gaps of a Poisson process have mean 1/rate and a coefficient of variation of 1. Both hold within 2
    /// % for 100 000 gaps.
    #[test]
    fn arrivals_are_a_poisson_process() {
        let mut pool = pool(&json!({"per_second": 20}));
        let gaps: Vec<f64> = (0..100_000).map(|_| pool.gap() as f64 / 1e9).collect();
        let mean = gaps.iter().sum::<f64>() / 1e5;
        let variance = gaps.iter().map(|gap| (gap - mean) * (gap - mean)).sum::<f64>() / 1e5;
        assert!((mean / 0.05 - 1.0).abs() < 0.02, "{mean}");
        assert!((variance.sqrt() / mean - 1.0).abs() < 0.02, "{variance}");
    }

    /// Exponential: half of the sizes are below 30 000 ln 2 = 20 794. Pareto with shape 1.2: x_m = 30 000 x
    /// 0.2/1.2 = 5000; half of the sizes are below 5000 x 2^(1/1.2) = 8909, 99 % below 5000 x 100^(1/1.2) =
    /// 232 079. A share of one half has a standard deviation of 0.0025.
    #[test]
    fn sizes_have_the_quantiles_of_their_distribution() {
        let share_up_to = |settings: &Value, x: u64| {
            let mut pool = pool(settings);
            (0..40_000).filter(|_| pool.size() <= x).count() as f64 / 40_000.0
        };
        assert!((share_up_to(&json!({}), 20_794) - 0.5).abs() < 0.008);
        let pareto = json!({"sizes": "pareto"});
        assert_eq!(share_up_to(&pareto, 4999), 0.0);
        assert!((share_up_to(&pareto, 8909) - 0.5).abs() < 0.008);
        assert!((share_up_to(&pareto, 232_079) - 0.99).abs() < 0.002);
        assert_eq!(share_up_to(&json!({"sizes": "pareto", "largest": 9000}), 9000), 1.0);
        assert_eq!(
            (
                share_up_to(&json!({"sizes": "fixed"}), 29_999),
                share_up_to(&json!({"sizes": "fixed"}), 30_000)
            ),
            (0.0, 1.0)
        );
    }

    #[test]
    fn transfers_that_find_all_members_busy_are_refused_or_wait_in_order() {
        let settings = json!({"sizes": "fixed", "size": 10});
        let mut refusing = pool(&settings);
        assert_eq!(refusing.arrive(1, |flow| flow > 3), Arrival::Assigned { flow: 4, bytes: 10 });
        assert_eq!(refusing.arrive(2, |_| false), Arrival::Refused);
        let mut queueing = pool(&json!({"sizes": "fixed", "size": 10, "overflow": "queue"}));
        assert_eq!(queueing.arrive(1, |_| false), Arrival::Queued);
        // A member is free, but another transfer is already waiting.
        assert_eq!(queueing.arrive(2, |_| true), Arrival::Queued);
        assert_eq!([queueing.pop_waiting(), queueing.pop_waiting()], [Some((1, 10)), Some((2, 10))]);
        assert_eq!(queueing.pop_waiting(), None);
    }

    #[test]
    fn a_pool_is_open_while_a_member_runs() {
        let mut pool = pool(&json!({"overflow": "queue"}));
        assert_eq!(
            [pool.update_running(true), pool.update_running(true)],
            [PoolChange::Opens, PoolChange::Unchanged]
        );
        pool.arrive(1, |_| false);
        assert_eq!(pool.update_running(false), PoolChange::Unchanged);
        assert!(pool.has_waiting());
        assert_eq!(pool.update_running(false), PoolChange::Closes);
        assert!(!pool.has_waiting());
    }
}
