//! Mice: consecutive short-lived greedy connections, like the flash traffic in the comparison of TAIMD and
//! TFRC by Nishantha and Hayashida 2009.

use super::{Ready, Source, SourceCx, SourceFacts};
use crate::ground::rng::digest_of;
use crate::ground::time::{NEVER, Time, from_secs};
use crate::params;

params! {
    pub struct Params {
        /// Time for which each connection has data.
        lifetime: f64 = 5.0, unit "s", range 0.001..=10000.0, scale log;
        /// Time between the starts of connections. A connection that still has data ends when the next
        /// connection starts.
        every: f64 = 6.0, unit "s", range 0.001..=10000.0, scale log;
        /// Largest random shift of each start, earlier or later.
        spread: f64 = 0.0, unit "s", range 0.0..=5000.0;
        /// Number of connections.
        times: Option<u32> = None, range 1..=1_000_000u32, label "Connections", null "until the flow stops";
    }
}

#[derive(Clone, Debug)]
pub struct Mice {
    params: Params,
    /// When the flow started. Starts of connections are computed from here, so that their random shifts do
    /// not add up.
    origin: Time,
    /// Number of connections begun since the flow started.
    begun: u32,
    /// Whether the current connection has data.
    is_alive: bool,
    /// When the next connection begins; `NEVER` if there is no next connection.
    next: Time,
}

impl Mice {
    /// Draws the start of the next connection, if there is one.
    fn plan_next(&mut self, cx: &mut SourceCx) {
        if self.params.times.is_some_and(|times| self.begun >= times) {
            self.next = NEVER;
            return;
        }
        let nominal = f64::from(self.begun) * self.params.every;
        let at = nominal + self.params.spread * (2.0 * cx.rng.uniform() - 1.0);
        self.next = self.origin.saturating_add(from_secs(at.clamp(0.0, 1e6))).max(cx.now + 1);
    }
}

impl Source for Mice {
    type Params = Params;
    const ID: &'static str = "mice";
    const NAME: &'static str = "Mice";
    const USES_FRESH_CONNECTIONS: bool = true;

    fn build(params: &Params, _: &SourceFacts) -> Self {
        Mice { params: params.clone(), origin: 0, begun: 0, is_alive: false, next: NEVER }
    }

    fn units_per_second(params: &Params, flows: f64) -> f64 {
        flows / params.every
    }

    fn start(&mut self, cx: &mut SourceCx) {
        (self.origin, self.begun, self.is_alive) = (cx.now, 0, false);
        self.plan_next(cx);
        cx.wake = self.next;
    }

    fn on_timer(&mut self, cx: &mut SourceCx) -> Ready {
        if cx.now < self.next {
            self.is_alive = false;
            cx.wake = self.next;
            return Ready::Nothing;
        }
        self.is_alive = true;
        self.begun += 1;
        let ends = cx.now.saturating_add(from_secs(self.params.lifetime).max(1));
        self.plan_next(cx);
        cx.wake = self.next.min(ends);
        Ready::Fresh
    }

    fn pull(&mut self, max: u32) -> u32 {
        if self.is_alive { max } else { 0 }
    }

    fn digest(&self) -> Option<u64> {
        Some(digest_of(&[u64::from(self.begun), self.next, u64::from(self.is_alive)]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::rng::{Purpose, Rng};
    use crate::ground::time::SECOND;

    /// When connections begin (true) and when they have no more data (false), in tenths of a second.
    fn lifetimes(params: Params, until: Time) -> Vec<(u64, bool)> {
        let mut mice = Mice::build(&params, &SourceFacts { payload: 1000, packet: 1040 });
        let mut rng = Rng::new(1, Purpose::Traffic, 0);
        let mut cx = SourceCx::new(100 * SECOND, &mut rng);
        mice.start(&mut cx);
        let (mut next, mut events) = (cx.wake, Vec::new());
        while next < until {
            let mut cx = SourceCx::new(next, &mut rng);
            let fresh = mice.on_timer(&mut cx) == Ready::Fresh;
            assert_eq!(mice.pull(7), if fresh { 7 } else { 0 });
            events.push((next / (SECOND / 10), fresh));
            next = cx.wake;
        }
        events
    }

    #[test]
    fn connections_have_data_for_their_lifetime_or_until_the_next_connection_starts() {
        let params = Params { lifetime: 0.5, every: 2.0, spread: 0.0, times: Some(2) };
        assert_eq!(
            lifetimes(params, 200 * SECOND),
            [(1000, true), (1005, false), (1020, true), (1025, false)]
        );
        // A connection with a longer lifetime ends when the next connection starts.
        let params = Params { lifetime: 9.0, every: 2.0, spread: 0.0, times: Some(3) };
        assert_eq!(
            lifetimes(params, 200 * SECOND),
            [(1000, true), (1020, true), (1040, true), (1130, false)]
        );
    }

    /// 30 starts in 200 s, each shifted by at most a second. The shifts do not add up.
    #[test]
    fn random_shifts_of_starts_do_not_add_up() {
        let params = Params { lifetime: 5.0, every: 200.0 / 30.0, spread: 1.0, times: Some(30) };
        let starts: Vec<u64> = lifetimes(params, 400 * SECOND)
            .into_iter()
            .filter(|(_, fresh)| *fresh)
            .map(|(at, _)| at)
            .collect();
        assert_eq!(starts.len(), 30);
        let shift = |i: usize| starts[i] as f64 / 10.0 - 100.0 - i as f64 * 200.0 / 30.0;
        assert!((0..30).all(|i| shift(i).abs() <= 1.1));
        assert!((1..30).any(|i| shift(i) > 0.5) && (1..30).any(|i| shift(i) < -0.5));
    }
}
