//! A live encoder: produces frames at a constant frame rate, whose sizes vary around the size of the present bit rate. It chooses among
//! several bit rates: a lower one when frames accumulate unsent, the next higher one when none have for a while.

use std::collections::VecDeque;

use super::{Made, Ready, Source, SourceCx, SourceFacts};
use crate::describe::{KindInfo, words};
use crate::ground::time::{Time, from_secs, to_secs};
use crate::params;
use crate::params::{Bounds, FieldKind, ParamSet, ParamType, number};
use crate::ground::rng::digest_of;
use serde_json::Value;

/// A bit rate of the ladder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate(pub f64);

impl ParamType for Rate {
    fn kind() -> FieldKind {
        FieldKind::Number
    }
    fn bounds() -> Bounds {
        (1000.0..=1e10).into()
    }
    fn to_value(&self) -> Value {
        number(self.0)
    }
    fn from_value(value: &Value) -> Option<Self> {
        f64::from_value(value).map(Rate)
    }
}

params! {
    pub struct Params {
        /// Frames per second.
        frames: f64 = 30.0, unit "1/s", range 1.0..=240.0, label "Frame rate";
        /// Bit rates of the payload among which the encoder chooses, beginning with the lowest.
        rates: Vec<Rate> = [3e5, 7.5e5, 1.2e6, 1.85e6, 2.85e6, 4.3e6].map(Rate).to_vec(), unit "bit/s", label "Bit rates";
        /// Random variation of the frame sizes, as a share of the size at the present bit rate.
        variation: f64 = 0.15, range 0.0..=0.9, label "Variation of sizes";
        /// Time from a frame's creation until the player shows it; frames that arrive later are late.
        deadline: f64 = 0.2, unit "s", range 0.01..=60.0, scale log, label "Shown after";
        /// Time without accumulating frames after which the encoder tries the next higher bit rate.
        patience: f64 = 3.0, unit "s", range 0.1..=1000.0, scale log;
        /// Age at which frames of which nothing was sent are discarded in favour of newer ones.
        give_up: Option<f64> = Some(1.0), unit "s", range 0.01..=60.0, label "Give up after", null "never";
    }
}

/// Largest number of waiting frames, whatever `give_up` is.
const MOST_FRAMES: usize = 2000;
/// Time constant, in seconds, of the mean rate at which the sender takes data.
const AVERAGED: f64 = 1.0;

#[derive(Clone, Copy, Debug)]
struct Frame {
    made: Time,
    size: u32,
    left: u32,
}

#[derive(Clone, Debug)]
pub struct Media {
    params: Params,
    /// Ascending.
    rates: Vec<f64>,
    level: usize,
    origin: Time,
    /// Frames made since then.
    made: u64,
    waiting: VecDeque<Frame>,
    /// Bytes that the sender has taken since the last frame, and its mean rate in bit/s.
    taken: u64,
    taken_rate: f64,
    /// Since when no frames have accumulated.
    smooth_since: Time,
    /// Earliest time of the next change, so that the last one can take effect.
    settles_at: Time,
}

impl Media {
    fn rate(&self) -> f64 {
        self.rates.get(self.level).copied().unwrap_or(1e6)
    }

    /// When a frame is produced, computed without drift.
    fn at(&self, frame: u64) -> Time {
        self.origin.saturating_add(from_secs(frame as f64 / self.params.frames))
    }

    /// Chooses the bit rate of the next frame.
    fn adapt(&mut self, now: Time) {
        let interval = 1.0 / self.params.frames;
        let weight = (interval / AVERAGED).min(1.0);
        self.taken_rate += weight * (self.taken as f64 * 8.0 / interval - self.taken_rate);
        self.taken = 0;
        let behind = self.waiting.front().map_or(0.0, |frame| to_secs(now - frame.made));
        let allowed = 0.5 * self.params.deadline;
        if behind > interval {
            self.smooth_since = now;
        }
        if now < self.settles_at {
            return;
        }
        if behind > allowed && self.level > 0 {
            // The highest bit rate below 90 % of the sender's rate, which leaves room to catch up; at least one step down.
            let fits = self.rates.partition_point(|&rate| rate <= 0.9 * self.taken_rate);
            self.level = fits.saturating_sub(1).min(self.level - 1);
            self.settle(now);
        } else if to_secs(now - self.smooth_since) >= self.params.patience && self.level + 1 < self.rates.len() {
            self.level += 1;
            self.settle(now);
        }
    }

    fn settle(&mut self, now: Time) {
        self.settles_at = now + from_secs(AVERAGED);
        self.smooth_since = now;
    }

    /// Discards frames that have waited for too long and were not begun; returns their number.
    fn discard_old(&mut self, now: Time) -> u32 {
        let patience = self.params.give_up.map_or(Time::MAX, from_secs);
        let most = self.waiting.len().saturating_sub(MOST_FRAMES);
        let before = self.waiting.len();
        let mut index = 0;
        self.waiting.retain(|frame| {
            index += 1;
            frame.left < frame.size || (index > most && now - frame.made <= patience)
        });
        (before - self.waiting.len()) as u32
    }
}

impl Source for Media {
    type Params = Params;
    const ID: &'static str = "media";

    fn info() -> KindInfo {
        KindInfo {
            id: Self::ID,
            name: "Live media",
            doc: words("An encoder that produces frames at a constant frame rate, with sizes that follow from its bit rate. When frames wait \
                  unsent for longer than half of the player's delay, it switches to a bit rate below the sender's rate; when none \
                  have accumulated for a while, to the next higher one. No packet contains parts of two frames. The summary has \
                  the number of frames that arrived in time, late or never, and how long the picture of a player that waits for \
                  late frames would have frozen."),
            fields: Params::fields(),
            signals: Vec::new(),
        }
    }

    fn build(params: &Params, _: &SourceFacts) -> Self {
        let mut rates: Vec<f64> = params.rates.iter().map(|rate| rate.0).collect();
        rates.sort_by(f64::total_cmp);
        Media {
            params: params.clone(),
            rates,
            level: 0,
            origin: 0,
            made: 0,
            waiting: VecDeque::new(),
            taken: 0,
            taken_rate: 0.0,
            smooth_since: 0,
            settles_at: 0,
        }
    }

    fn start(&mut self, cx: &mut SourceCx) {
        (self.origin, self.made, self.level) = (cx.now, 0, 0);
        (self.taken, self.taken_rate) = (0, self.rate());
        (self.smooth_since, self.settles_at) = (cx.now, cx.now);
        self.waiting.clear();
        cx.wake = cx.now;
    }

    fn on_timer(&mut self, cx: &mut SourceCx) -> Ready {
        if self.made > 0 {
            self.adapt(cx.now);
        }
        let given_up = self.discard_old(cx.now);
        let varied = 1.0 + self.params.variation * (2.0 * cx.rng.uniform() - 1.0);
        let rate = self.rate();
        let bytes = crate::ground::math::round(rate / 8.0 / self.params.frames * varied).clamp(1.0, 4e9) as u32;
        self.waiting.push_back(Frame { made: cx.now, size: bytes, left: bytes });
        cx.made = Some(Made { bytes, given_up, rate });
        self.made += 1;
        cx.wake = self.at(self.made).max(cx.now + 1);
        Ready::More
    }

    fn pull(&mut self, max: u32) -> u32 {
        let Some(frame) = self.waiting.front_mut() else { return 0 };
        let bytes = max.min(frame.left);
        frame.left -= bytes;
        if frame.left == 0 {
            self.waiting.pop_front();
        }
        self.taken += u64::from(bytes);
        bytes
    }

    fn finished(&self) -> bool {
        false
    }

    fn digest(&self) -> Option<u64> {
        let left: u64 = self.waiting.iter().map(|frame| u64::from(frame.left)).sum();
        Some(digest_of(&[self.made, self.level as u64, left, self.taken, self.taken_rate.to_bits(), self.settles_at]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::rng::{Purpose, Rng};
    use crate::ground::time::SECOND;

    /// Runs an encoder whose sender takes up to `capacity` bit/s; returns the bit rate of each frame.
    fn watch(params: &Params, capacity: impl Fn(f64) -> f64, seconds: u64) -> Vec<f64> {
        let mut media = Media::build(params, &SourceFacts { payload: 1000, packet: 1040 });
        let mut rng = Rng::new(1, Purpose::Traffic, 0);
        let mut cx = SourceCx::new(0, &mut rng);
        media.start(&mut cx);
        let (mut wake, mut rates, mut budget) = (cx.wake, Vec::new(), 0.0);
        while wake < seconds * SECOND {
            let mut cx = SourceCx::new(wake, &mut rng);
            assert_eq!(media.on_timer(&mut cx), Ready::More);
            rates.push(cx.made.expect("a frame").rate);
            budget = f64::min(budget + capacity(to_secs(wake)) / 8.0 / params.frames, 4e4);
            while budget >= 1.0 {
                let pulled = media.pull((budget as u32).min(1000));
                budget -= f64::from(pulled);
                if pulled == 0 {
                    break;
                }
            }
            wake = cx.wake;
        }
        rates
    }

    #[test]
    fn climbs_to_what_the_transport_takes_and_no_further_for_long() {
        let params = Params::default();
        let rates = watch(&params, |_| 2.2e6, 120);
        assert_eq!((rates.len(), rates[0]), (3600, 3e5));
        // 1.85 Mb/s fits into 2.2, 2.85 does not: it is tried every few seconds and abandoned within a few tenths of a second.
        let late = &rates[1800..];
        let share = |rate: f64| late.iter().filter(|&&r| r == rate).count() as f64 / late.len() as f64;
        assert!(share(1.85e6) > 0.6 && share(2.85e6) < 0.3 && share(4.3e6) == 0.0, "{}", share(1.85e6));
    }

    #[test]
    fn falls_when_the_transport_does_and_recovers() {
        let rates = watch(&Params::default(), |t| if (40.0..60.0).contains(&t) { 4e5 } else { 1e7 }, 120);
        assert_eq!(rates[39 * 30], 4.3e6);
        assert!(rates[44 * 30..59 * 30].iter().all(|&rate| rate <= 7.5e5));
        assert_eq!(rates[119 * 30], 4.3e6);
    }

    /// 25 frames per second at 1 Mb/s: 5000 bytes in the mean, from 4250 to 5750.
    #[test]
    fn frames_have_their_size_and_no_packet_two_of_them() {
        let params = Params { frames: 25.0, rates: vec![Rate(1e6)], ..Params::default() };
        let mut media = Media::build(&params, &SourceFacts { payload: 1000, packet: 1040 });
        let mut rng = Rng::new(2, Purpose::Traffic, 0);
        let mut cx = SourceCx::new(0, &mut rng);
        media.start(&mut cx);
        let mut total = 0;
        for number in 0..5000u64 {
            assert_eq!(cx.wake, number * 40_000_000);
            cx.now = cx.wake;
            media.on_timer(&mut cx);
            let size = cx.made.take().expect("a frame").bytes;
            assert!((4250..=5750).contains(&size), "{size}");
            total += u64::from(size);
            let mut left = size;
            while left > 0 {
                let bytes = media.pull(1000);
                assert_eq!(bytes, left.min(1000));
                left -= bytes;
            }
        }
        // Uniform: a standard deviation of 433 bytes, 6 for the mean of 5000.
        assert!((total as f64 / 5000.0 - 5000.0).abs() < 20.0, "{total}");
    }

    #[test]
    fn old_frames_are_given_up_but_not_half_sent_ones() {
        let params = Params { frames: 10.0, rates: vec![Rate(8e5)], give_up: Some(0.35), ..Params::default() };
        let mut media = Media::build(&params, &SourceFacts { payload: 1000, packet: 1040 });
        let mut rng = Rng::new(3, Purpose::Traffic, 0);
        let mut cx = SourceCx::new(0, &mut rng);
        media.start(&mut cx);
        let mut given_up = Vec::new();
        for number in 0..7 {
            cx.now = cx.wake;
            media.on_timer(&mut cx);
            given_up.push(cx.made.expect("a frame").given_up);
            if number == 0 {
                assert_eq!(media.pull(1000), 1000);
            }
        }
        // At 0.5 s the frame of 0.1 s has waited for 0.4 s; that of 0 s is half sent.
        assert_eq!(given_up, [0, 0, 0, 0, 0, 1, 1]);
    }
}
