//! SCReAMv2's network congestion control (draft-ietf-ccwg-rfc8298bis-screamv2-01 section 4.2): the reference
//! window. Windows are in bytes, times in seconds.

use super::Params;
use crate::protocols::prelude::*;

/// Smallest window, MIN_REF_WND.
pub const SMALLEST_WINDOW: f64 = 3000.0;
/// Weights of a larger and of a smaller share of marked packets, L4S_AVG_G_UP and L4S_AVG_G_DOWN.
const ALPHA_UP: f64 = 1.0 / 8.0;
const ALPHA_DOWN: f64 = 1.0 / 128.0;
/// Shortest time between updates of alpha.
const ALPHA_INTERVAL: f64 = 0.01;
/// Weight of a longer delay in its average, QDELAY_AVG_G.
const DELAY_UP: f64 = 1.0 / 4.0;
/// Steepness of the caution near the window of the last congestion, and the least share that it leaves.
const CAUTION_SLOPE: f64 = 8.0;
const LEAST_CAUTION: f64 = 0.1;
const LEAST_SHARE: f64 = 0.25;
/// Round trips after which the window returns to the bytes in flight at the first mark.
const LONG_AGO_ROUNDS: f64 = 100.0;
/// Delays below this share of the target do not count as large.
const SMALL_DELAY: f64 = 0.25;

/// Round trips after congestion until the multiplicative growth is back, POST_CONGESTION_DELAY_RTT.
const POST_CONGESTION_ROUNDS: f64 = 100.0;

/// A reaction to congestion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reaction {
    Loss,
    /// A mark of a queue. `alpha`: the average share of marked packets.
    Mark {
        alpha: f64,
    },
    /// The delay, which counts as a share of marked packets.
    Delay {
        alpha: f64,
    },
}

/// What a report says.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Acknowledged {
    /// Queueing delay of the newest packet.
    pub delay: f64,
    /// Bytes newly acknowledged, lost ones included; packets newly received, and marked ones among them.
    pub bytes: f64,
    pub packets: f64,
    pub marked: f64,
    /// Whether a packet that was sent after the last reaction is lost.
    pub has_loss: bool,
}

#[derive(Clone, Debug, State)]
pub struct RefWindow {
    window: f64,
    /// The window before the last reduction that followed a growth: the inflection point.
    inflection: f64,
    may_set_inflection: bool,
    /// Packets received and marked since the last update of alpha, and when it was.
    counted: (f64, f64),
    alpha: f64,
    alpha_at: Option<Time>,
    /// The average of the queueing delay, and when it was updated.
    delay: f64,
    delay_at: Option<Time>,
    /// Whether losses and marks have been seen since the last reaction.
    has_loss: bool,
    has_mark: bool,
    /// When losses or marks were last seen, and when the window last reacted.
    congested_at: Option<Time>,
    reacted_at: Option<Time>,
    /// The most bytes in flight in this round trip and in the last one, and when this round trip began.
    flights: (f64, f64),
    round_began: Time,
}

impl RefWindow {
    pub fn new() -> Self {
        RefWindow {
            window: SMALLEST_WINDOW,
            inflection: 1.0,
            may_set_inflection: true,
            counted: (0.0, 0.0),
            alpha: 0.0,
            alpha_at: None,
            delay: 0.0,
            delay_at: None,
            has_loss: false,
            has_mark: false,
            congested_at: None,
            reacted_at: None,
            flights: (0.0, 0.0),
            round_began: 0,
        }
    }

    pub fn window(&self) -> f64 {
        self.window
    }

    /// The average of the queueing delay.
    pub fn delay(&self) -> f64 {
        self.delay
    }

    /// The average share of marked packets.
    pub fn alpha(&self) -> f64 {
        self.alpha
    }

    /// Whether the window allows `bytes` bytes in flight (section 4.3.1).
    pub fn allows(&self, bytes: f64, params: &Params) -> bool {
        bytes <= params.overhead * self.window
    }

    /// Records the bytes in flight after a packet was sent.
    pub fn on_sent(&mut self, in_flight: f64) {
        self.flights.0 = self.flights.0.max(in_flight);
    }

    /// No reports arrive: everything in flight is lost.
    pub fn collapse(&mut self, now: Time) {
        self.window = SMALLEST_WINDOW;
        (self.congested_at, self.reacted_at) = (Some(now), Some(now));
    }

    /// Takes a report. `may_grow`: whether the target rate is below its largest value. `segment`: size of a packet.
    /// Returns the reaction, if the window reacts to congestion.
    pub fn on_report(
        &mut self,
        report: Acknowledged,
        rtt: f64,
        segment: f64,
        may_grow: bool,
        now: Time,
        params: &Params,
    ) -> Option<Reaction> {
        self.update_alpha(report, rtt, now);
        self.update_delay(report.delay, rtt, now, params);
        self.has_loss |= report.has_loss;
        self.has_mark |= report.marked > 0.0;
        if report.has_loss || report.marked > 0.0 {
            self.congested_at = Some(now);
        }
        let caution = self.caution();
        let reaction = self.reaction(rtt, now, params);
        if let Some(reaction) = reaction {
            if std::mem::take(&mut self.may_set_inflection) {
                self.inflection = self.window;
            }
            self.reduce(reaction, report.delay, caution, rtt, now, params);
            (self.reacted_at, self.has_loss, self.has_mark) = (Some(now), false, false);
        }
        if may_grow {
            self.grow(report, caution, rtt, segment, now, params);
        }
        if to_secs(now - self.round_began) >= rtt {
            (self.flights, self.round_began) = ((0.0, self.flights.0), now);
        }
        reaction
    }

    /// Updates the average share of marked packets, at least every 10 ms (section 4.2.1.3).
    fn update_alpha(&mut self, report: Acknowledged, rtt: f64, now: Time) {
        self.counted = (self.counted.0 + report.packets, self.counted.1 + report.marked);
        let is_due = self.alpha_at.is_none_or(|at| to_secs(now - at) >= ALPHA_INTERVAL.min(rtt));
        if !is_due || self.counted.0 <= 0.0 {
            return;
        }
        let share = (self.counted.1 / self.counted.0).min(1.0);
        self.alpha = if share >= self.alpha {
            ALPHA_UP * share + (1.0 - ALPHA_UP) * self.alpha
        } else {
            (1.0 - ALPHA_DOWN) * self.alpha
        };
        (self.counted, self.alpha_at) = ((0.0, 0.0), Some(now));
    }

    /// Updates the average delay, which falls at once and rises slowly (section 4.2.1.4).
    fn update_delay(&mut self, delay: f64, rtt: f64, now: Time, params: &Params) {
        if self.delay_at.is_some_and(|at| to_secs(now - at) < params.virtual_rtt.min(rtt)) {
            return;
        }
        self.delay =
            if delay < self.delay { delay } else { DELAY_UP * delay + (1.0 - DELAY_UP) * self.delay };
        self.delay_at = Some(now);
    }

    /// From 0.1 near the window of the last congestion to 1 far from it.
    fn caution(&self) -> f64 {
        let distance = CAUTION_SLOPE * (self.window - self.inflection) / self.inflection;
        math::limit(distance * distance, LEAST_CAUTION, 1.0)
    }

    /// The reaction that is due, at most one in the shorter of round trip and virtual round trip.
    fn reaction(&self, rtt: f64, now: Time, params: &Params) -> Option<Reaction> {
        if self.reacted_at.is_some_and(|at| to_secs(now - at) < params.virtual_rtt.min(rtt)) {
            return None;
        }
        let half = params.target / 2.0;
        if self.has_loss {
            Some(Reaction::Loss)
        } else if self.has_mark {
            Some(Reaction::Mark { alpha: self.alpha })
        } else if self.delay > half {
            Some(Reaction::Delay { alpha: math::limit((self.delay - half) / half, 0.0, 1.0) })
        } else {
            None
        }
    }

    /// Reduces the window (section 4.2.2.1).
    fn reduce(&mut self, reaction: Reaction, delay: f64, caution: f64, rtt: f64, now: Time, params: &Params) {
        // Several reactions fall into a long round trip.
        let per_round = (rtt / params.virtual_rtt).max(1.0);
        let share = match reaction {
            Reaction::Loss => params.beta_loss,
            Reaction::Mark { .. } if !params.l4s => params.beta_ecn,
            Reaction::Mark { alpha } => {
                let mut backoff = alpha / 2.0 / per_round;
                if delay < SMALL_DELAY * params.target {
                    backoff *= caution.max(LEAST_SHARE);
                }
                let long_ago = LONG_AGO_ROUNDS * params.virtual_rtt.max(rtt);
                if self.reacted_at.is_none_or(|at| to_secs(now - at) > long_ago) {
                    self.window = self.window.min(self.flights.1);
                }
                1.0 - backoff
            }
            Reaction::Delay { alpha } => 1.0 - alpha / 2.0 / per_round,
        };
        self.window = (share * self.window).max(SMALLEST_WINDOW);
    }

    /// Lets the window grow (section 4.2.2.2).
    fn grow(
        &mut self,
        report: Acknowledged,
        caution: f64,
        rtt: f64,
        segment: f64,
        now: Time,
        params: &Params,
    ) {
        let marked = if report.packets > 0.0 { report.marked / report.packets } else { 0.0 };
        let bytes = report.bytes * (1.0 - marked.min(1.0));
        let rounds = POST_CONGESTION_ROUNDS * params.virtual_rtt.max(rtt);
        let calm = self.congested_at.map_or(1.0, |at| (to_secs(now - at) / rounds).min(1.0));
        let multiplied = 1.0 + params.multiplicative * self.window / segment * calm * caution;
        let increment = bytes
            * (segment / self.window).min(1.0)
            * (rtt / params.virtual_rtt).min(1.0)
            * caution.max(LEAST_SHARE)
            * multiplied;
        let most = segment + params.headroom * self.flights.0.max(self.flights.1);
        if increment > 0.0 && self.window + increment <= most {
            self.window += increment;
            self.may_set_inflection = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::time::{MILLISECOND, SECOND};

    const SEGMENT: f64 = 1000.0;

    fn params(l4s: bool) -> Params {
        Params { l4s, ..Params::default() }
    }

    /// A window of 50 000 bytes that is used, far from the last congestion.
    fn used() -> RefWindow {
        RefWindow { window: 50e3, flights: (50e3, 50e3), ..RefWindow::new() }
    }

    /// A report that acknowledges 10 packets at a round-trip time of 50 ms.
    fn report(
        window: &mut RefWindow,
        marked: f64,
        delay: f64,
        at: Time,
        params: &Params,
    ) -> Option<Reaction> {
        let report = Acknowledged { delay, bytes: 10e3, packets: 10.0, marked, has_loss: false };
        window.on_report(report, 0.05, SEGMENT, true, at, params)
    }

    #[test]
    fn a_window_of_packets_adds_a_packet_and_two_percent_of_the_window() {
        let mut window = used();
        // 10 kB x 1000 / 50000 x (1 + 0.02 x 50) = 400 bytes for a fifth of the window: 2000 bytes per round trip.
        assert_eq!(report(&mut window, 0.0, 0.0, SECOND, &params(true)), None);
        assert!((window.window() - 50_400.0).abs() < 1e-9, "{}", window.window());
    }

    #[test]
    fn the_window_does_not_grow_above_one_and_a_half_times_the_bytes_in_flight_and_a_packet() {
        let mut window = RefWindow { flights: (32e3, 32e3), ..used() };
        // 1000 + 1.5 x 32000 = 49 000 bytes.
        report(&mut window, 0.0, 0.0, SECOND, &params(true));
        assert_eq!(window.window(), 50e3);
    }

    #[test]
    fn nothing_grows_at_the_largest_target_rate() {
        let mut window = used();
        let report = Acknowledged { bytes: 10e3, packets: 10.0, ..Acknowledged::default() };
        window.on_report(report, 0.05, SEGMENT, false, SECOND, &params(true));
        assert_eq!(window.window(), 50e3);
    }

    #[test]
    fn a_loss_leaves_70_percent_and_a_mark_80_percent_without_l4s() {
        let mut window = used();
        let lossy = Acknowledged { has_loss: true, ..Acknowledged::default() };
        assert_eq!(
            window.on_report(lossy, 0.05, SEGMENT, true, SECOND, &params(false)),
            Some(Reaction::Loss)
        );
        assert_eq!(window.window(), 35e3);
        let mut window = RefWindow { reacted_at: Some(0), ..used() };
        report(&mut window, 10.0, 0.0, SECOND, &params(false));
        assert_eq!(window.window(), 40e3);
    }

    #[test]
    fn alpha_rises_by_an_eighth_and_falls_by_a_128th() {
        let mut window = used();
        report(&mut window, 5.0, 0.0, SECOND, &params(true));
        assert!((window.alpha() - 0.5 / 8.0).abs() < 1e-12);
        report(&mut window, 0.0, 0.0, SECOND + 20 * MILLISECOND, &params(true));
        assert!((window.alpha() - 0.5 / 8.0 * 127.0 / 128.0).abs() < 1e-12);
    }

    #[test]
    fn a_mark_with_l4s_reduces_in_proportion_to_alpha_and_less_over_long_round_trips() {
        let mut window = RefWindow { alpha: 0.5, reacted_at: Some(0), ..used() };
        // All of 10 packets are marked: alpha = 1 / 8 + 7 / 8 x 0.5 = 0.5625. A round trip of two virtual ones halves
        // the backoff: 0.5625 / 2 / 2, and far from the inflection point nothing reduces it.
        assert_eq!(
            report(&mut window, 10.0, 0.0, SECOND, &params(true)),
            Some(Reaction::Mark { alpha: 0.5625 })
        );
        assert!((window.window() - 50e3 * (1.0 - 0.140625)).abs() < 1e-6, "{}", window.window());
        // Next to the inflection point, a quarter of the backoff is left.
        let near = RefWindow { alpha: 0.5, reacted_at: Some(0), inflection: 50e3, ..used() };
        let mut window = near.clone();
        report(&mut window, 10.0, 0.0, SECOND, &params(true));
        assert!((window.window() - 50e3 * (1.0 - 0.140625 / 4.0)).abs() < 1e-6, "{}", window.window());
        // Unless the delay is above a quarter of the target.
        let mut window = near;
        report(&mut window, 10.0, 0.016, SECOND, &params(true));
        assert!((window.window() - 50e3 * (1.0 - 0.140625)).abs() < 1e-6, "{}", window.window());
    }

    #[test]
    fn the_first_mark_for_a_long_time_returns_the_window_to_the_bytes_in_flight() {
        let mut window = RefWindow { flights: (20e3, 20e3), reacted_at: Some(0), ..used() };
        // More than 100 x 50 ms have passed. alpha = 1 / 8, and half of 1 / 16 is the backoff.
        report(&mut window, 10.0, 0.0, 6 * SECOND, &params(true));
        assert!((window.window() - 20e3 * (1.0 - 1.0 / 32.0)).abs() < 1e-6, "{}", window.window());
    }

    #[test]
    fn a_delay_between_half_of_the_target_and_the_target_counts_as_marks() {
        let mut window = RefWindow { delay: 0.045, delay_at: Some(0), ..used() };
        // The average stays at 45 ms: halfway from 30 to 60 ms, alpha 0.5, and a backoff of 0.5 / 2 / 2.
        let reaction = report(&mut window, 0.0, 0.045, SECOND, &params(true));
        let Some(Reaction::Delay { alpha }) = reaction else { panic!("{reaction:?}") };
        assert!((alpha - 0.5).abs() < 1e-9);
        // The same report lets the window grow: 10 kB x 1000 / 43750 x (1 + 0.02 x 43.75).
        let reduced = 50e3 * 0.875;
        let grown = reduced + 10e3 * SEGMENT / reduced * (1.0 + 0.02 * reduced / SEGMENT);
        assert!((window.window() - grown).abs() < 1e-6, "{} {grown}", window.window());
    }

    #[test]
    fn the_average_delay_falls_at_once_and_rises_by_a_quarter() {
        let mut window = used();
        report(&mut window, 0.0, 0.02, SECOND, &params(true));
        assert!((window.delay() - 0.005).abs() < 1e-12);
        report(&mut window, 0.0, 0.02, SECOND + 10 * MILLISECOND, &params(true));
        assert!((window.delay() - 0.005).abs() < 1e-12, "at most once per virtual round trip of 25 ms");
        report(&mut window, 0.0, 0.001, SECOND + 30 * MILLISECOND, &params(true));
        assert!((window.delay() - 0.001).abs() < 1e-12);
    }

    #[test]
    fn congestion_is_answered_once_per_virtual_round_trip() {
        let mut window = used();
        assert!(report(&mut window, 10.0, 0.0, SECOND, &params(true)).is_some());
        assert!(report(&mut window, 10.0, 0.0, SECOND + 24 * MILLISECOND, &params(true)).is_none());
        assert!(report(&mut window, 0.0, 0.0, SECOND + 25 * MILLISECOND, &params(true)).is_some());
    }

    #[test]
    fn multiplicative_growth_returns_over_100_round_trips_after_congestion() {
        let grows = |calm: Time| {
            let mut window = RefWindow { congested_at: Some(0), ..used() };
            report(&mut window, 0.0, 0.0, calm, &params(true));
            window.window() - 50e3
        };
        // After 2.5 s of 5 s: 1 + 0.02 x 50 x 0.5.
        assert!((grows(2500 * MILLISECOND) - 300.0).abs() < 1e-9);
        assert!((grows(10 * SECOND) - 400.0).abs() < 1e-9);
    }

    #[test]
    fn bytes_in_flight_may_exceed_the_window() {
        let window = used();
        assert!(window.allows(150e3, &params(true)) && !window.allows(150_001.0, &params(true)));
    }
}
