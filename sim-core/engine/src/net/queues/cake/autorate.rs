//! The rule of cake-autorate 3.3 (`cake-autorate.sh` and `defaults.sh`): sets the rate of CAKE's shaper from the delays of
//! small packets that cross the line. The rate falls when delays rise, rises while it is used, and returns to
//! its base when it is not.

use crate::net::queues::prelude::*;

#[cfg(test)]
mod tests;

/// Number of paths that are measured in turns (`no_pingers`), each with its own baseline.
const PATHS: usize = 6;
/// A baseline before the first delay, in seconds.
const FIRST_BASELINE: f64 = 0.1;
/// How fast a baseline follows higher and lower delays (`alpha_baseline_increase`, `alpha_baseline_decrease`).
const RISE: f64 = 0.001;
const FALL: f64 = 0.9;
/// Number of delays that are looked at (`bufferbloat_detection_window`), and how many of them have to be late.
const WINDOW: usize = 6;
const LATE: usize = 3;
/// Delays above the baseline, in seconds, up to which the rate rises most, above which a delay is late, and from which
/// the rate falls most (`owd_delta_delay_thr_ms` and its neighbours).
const CALM: f64 = 0.01;
const TOLERATED: f64 = 0.03;
const GRAVE: f64 = 0.06;
/// Factors of the rate: the least and the most decrease, and the most increase.
const FALL_LEAST: f64 = 0.99;
const FALL_MOST: f64 = 0.75;
const RISE_MOST: f64 = 1.04;
/// Factor of the rate towards its base.
const DECAY: f64 = 0.01;
/// The share of the rate above which it is used (`high_load_thr`).
const HIGH_LOAD: f64 = 0.75;
/// Shortest time over which the use is measured, and shortest times from a decrease and towards the base, in nanoseconds.
const USE_INTERVAL: Time = 200_000_000;
const PAUSE: Time = 300_000_000;
const DECAY_PAUSE: Time = 1_000_000_000;

/// The rates between which the shaper is set, and its rate without load, in bit/s.
#[derive(Clone, Copy, Debug, Default)]
pub struct ShaperRates {
    pub least: f64,
    pub base: f64,
    pub most: f64,
}

#[derive(Clone, Debug, Default, State)]
#[state(not(conn, rates, packet_bits))]
pub struct Autorate {
    /// The connection whose packets measure the delay.
    pub conn: u32,
    rates: ShaperRates,
    /// Size of the largest packet, in bits. The time that it takes at the shaper's rate is added to all limits of the delay.
    packet_bits: f64,
    /// The shaper's rate in bit/s.
    pub rate: f64,
    /// The delay of each path without load, in seconds.
    baselines: [f64; PATHS],
    /// The latest delays above the baseline, in seconds, and whether each is late.
    deltas: [(f64, bool); WINDOW],
    /// Number of delays so far.
    count: u64,
    /// Bytes that the shaper has sent since the use was measured last.
    pub sent: u64,
    measured_at: Time,
    /// The rate that was used then, in bit/s, and whether it has not yet raised the shaper's rate.
    used: f64,
    is_new: bool,
    /// When the rate fell last, and when it changed last or was found to be the base.
    fell_at: Time,
    decayed_at: Time,
}

impl Autorate {
    pub fn new(conn: u32, rates: ShaperRates, max_packet: u64) -> Self {
        Autorate {
            conn,
            rates,
            packet_bits: 8.0 * max_packet as f64,
            rate: rates.base,
            baselines: [FIRST_BASELINE; PATHS],
            ..Autorate::default()
        }
    }

    /// Updates the use of the shaper's rate.
    fn measure_use(&mut self, now: Time) {
        // Ten times the time that a packet takes in each direction.
        let interval = USE_INTERVAL.max(whole::<Time>(20e9 * self.packet_bits / self.rate));
        let passed = now.saturating_sub(self.measured_at);
        if passed >= interval {
            self.used = 8e9 * self.sent as f64 / passed as f64;
            (self.sent, self.measured_at, self.is_new) = (0, now, true);
        }
    }

    /// Adds a delay in seconds to the window. Returns the mean of the window above the baselines, and whether the line is bloated.
    fn add(&mut self, delay: f64, tolerated: f64) -> (f64, bool) {
        let baseline = &mut self.baselines[narrow::<usize>(self.count % PATHS as u64)];
        let follows = if delay >= *baseline { RISE } else { FALL };
        *baseline += follows * (delay - *baseline);
        let delta = delay - *baseline;
        self.deltas[narrow::<usize>(self.count % WINDOW as u64)] = (delta, delta > tolerated);
        self.count += 1;
        let late = self.deltas.iter().filter(|(_, is_late)| *is_late).count();
        (self.deltas.iter().map(|(delta, _)| delta).sum::<f64>() / WINDOW as f64, late >= LATE)
    }

    /// Handles a packet that has arrived after `delay`, in seconds, and sets the rate.
    pub fn on_delay(&mut self, delay: f64, now: Time) {
        self.measure_use(now);
        let packet = self.packet_bits / self.rate;
        let [calm, tolerated, grave] = [CALM, TOLERATED, GRAVE].map(|limit| limit + packet);
        let (mean, is_bloated) = self.add(delay, tolerated);
        let may_change = now > self.fell_at + PAUSE;
        if is_bloated {
            if may_change {
                let excess = ((mean - tolerated) / (grave - tolerated)).clamp(0.0, 1.0);
                self.rate *= FALL_LEAST - excess * (FALL_LEAST - FALL_MOST);
                (self.fell_at, self.decayed_at) = (now, now);
            }
        } else if self.used > HIGH_LOAD * self.rate {
            if self.is_new && may_change {
                let room = ((tolerated - mean) / (tolerated - calm)).clamp(0.0, 1.0);
                self.rate *= 1.0 + room * (RISE_MOST - 1.0);
                (self.is_new, self.decayed_at) = (false, now);
            }
        } else if now > self.decayed_at + DECAY_PAUSE {
            let (base, rate) = (self.rates.base, self.rate);
            self.rate =
                if rate > base { (rate * (1.0 - DECAY)).max(base) } else { (rate * (1.0 + DECAY)).min(base) };
            self.decayed_at = now;
        }
        self.rate = self.rate.max(self.rates.least).min(self.rates.most);
    }
}
