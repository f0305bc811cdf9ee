//! Adaptive video: a player requests a video segment by segment, each at one of several bit rates, and plays what it has.
//! It chooses the bit rate by its throughput, or by its buffer (BOLA: Spiteri, Urgaonkar and Sitaraman 2016, with
//! the start-up, the cap and the parameters of the reference player dash.js; BBA-0: Huang and others 2014, section 4).

use super::client::{ClientCx, ClientRules, NewRequest};
use super::media::Rate;
use super::responses::{Responses, WantedResponse, sends_responses};
use super::{Offer, Ready, Source, SourceCx, SourceFacts};
use crate::ground::convert::whole;
use crate::ground::deque::Deque;
use crate::ground::math;
use crate::ground::order::sorted;
use crate::ground::rng::digest_of;
use crate::ground::time::{NEVER, Time, from_secs, to_secs};
use crate::{choice, params};

choice! {
    /// How the player chooses the bit rate of the next segment.
    pub enum AdaptationRule {
        /// The highest bit rate below nine tenths of the throughput, the harmonic mean of the last three segments.
        Throughput "throughput" "Throughput",
        /// BOLA: the bit rate whose utility, a logarithm, is the largest per bit at the present level of the buffer. A
        /// fuller buffer gives a higher bit rate. At the start, and where it would rise, the throughput limits it.
        Bola "bola" "Buffer (BOLA)",
        /// BBA-0: a line from the lowest bit rate at three eighths of the buffer to the highest one at nine tenths. The bit rate
        /// changes when the line has passed the next one.
        Bba "bba" "Buffer (BBA)",
    }
}

params! {
    pub struct Params {
        /// How the player chooses the bit rate of the next segment.
        rule: AdaptationRule = AdaptationRule::Bola, label "Rule", cite "Spiteri and others 2016";
        /// Bit rates of the video from which the player chooses.
        rates: Vec<Rate> = [3e5, 7.5e5, 1.2e6, 1.85e6, 2.85e6, 4.3e6].map(Rate).to_vec(), unit "bit/s", label "Bit rates";
        /// Length of a segment.
        segment: f64 = 4.0, unit "s", range 0.5..=30.0, label "Segment";
        /// The player requests no segment while more of the video waits in its buffer.
        buffer: f64 = 30.0, unit "s", range 2.0..=600.0, scale log, label "Buffer";
        /// Length of video that must wait before the player starts, and before it goes on after a stall.
        resume: f64 = 4.0, unit "s", range 0.1..=60.0, label "Starts with";
    }
}

/// The level of the buffer at which BOLA leaves the lowest bit rate, as a share of the whole buffer (10 of 30 s in dash.js).
const LOW_SHARE: f64 = 1.0 / 3.0;
/// The share of the throughput that a player trusts (dash.js).
const SAFETY: f64 = 0.9;
/// Number of segments over which the throughput is averaged (dash.js).
const SAMPLES: usize = 3;
/// BOLA does not choose a segment that would take longer than this share of the buffer (dash.js).
const STALL_SAFETY: f64 = 0.5;
/// The levels of the buffer, as shares of it, between which BBA's bit rate rises (90 and 216 of 240 s).
const BBA_LEVELS: (f64, f64) = (0.375, 0.9);

#[derive(Clone, Debug)]
pub struct Video {
    responses: Responses,
}

impl Source for Video {
    type Params = Params;
    const ID: &'static str = "video";
    const NAME: &'static str = "Adaptive video";
    const USES_FRESH_CONNECTIONS: bool = true;

    fn build(_: &Params, _: &SourceFacts) -> Self {
        Video { responses: Responses::new(true) }
    }

    fn offers(params: &Params) -> Offer {
        Offer::Rate(params.rates.iter().map(|rate| rate.0).fold(0.0, f64::max))
    }

    fn units_per_second(params: &Params, flows: f64) -> f64 {
        flows / params.segment
    }

    sends_responses!();
}

/// What happens in a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlayerEvent {
    /// The user presses play.
    Begins,
    /// A segment with this bit rate has arrived, of this length in seconds.
    Arrives { rate: f64, seconds: f64 },
    /// The picture starts, or goes on.
    Plays,
    /// The buffer is empty.
    Stalls,
}

/// The player of a video.
#[derive(Clone, Debug)]
pub struct Player {
    params: Params,
    /// Bit rates, ascending, and their utilities.
    rates: Vec<f64>,
    utilities: Vec<f64>,
    /// BOLA's parameters: the weight of the utilities in seconds, and what is added to each utility.
    weight: f64,
    offset: f64,
    is_playing: bool,
    /// Seconds of video in the buffer at `counted_at`.
    buffer: f64,
    counted_at: Time,
    /// When the segment on its way was requested, and its bits; `None` if none is.
    requested: Option<(Time, f64)>,
    /// When the player requests the next segment; `NEVER` while one is on its way.
    requests_at: Time,
    /// The last throughputs in bit/s.
    throughputs: Deque<f64>,
    /// Index of the last bit rate.
    level: usize,
    /// BOLA has chosen bit rates by the throughput so far.
    is_starting: bool,
    /// Seconds that BOLA adds to the buffer, because the player has waited or started.
    placeholder: f64,
    segments: u64,
}

impl Player {
    pub fn new(params: &Params) -> Self {
        let rates = sorted(params.rates.iter().map(|rate| rate.0).collect(), f64::total_cmp);
        let utilities: Vec<f64> = rates.iter().map(|&rate| math::ln(rate / rates[0])).collect();
        // The lowest bit rate has the highest score up to the low level, the highest one at the full buffer.
        let highest = utilities.last().copied().unwrap_or(0.0);
        let low = params.buffer * LOW_SHARE;
        let offset = 1.0 + highest / (params.buffer / low - 1.0);
        Player {
            weight: if highest > 0.0 { low / (offset - 1.0) } else { low },
            offset,
            rates,
            utilities,
            params: params.clone(),
            is_playing: false,
            buffer: 0.0,
            counted_at: 0,
            requested: None,
            requests_at: NEVER,
            throughputs: Deque::new(),
            level: 0,
            is_starting: true,
            placeholder: 0.0,
            segments: 0,
        }
    }

    /// Plays until `now`.
    fn play(&mut self, now: Time) {
        if self.is_playing {
            self.buffer = (self.buffer - to_secs(now - self.counted_at)).max(0.0);
        }
        self.counted_at = now;
    }

    /// The throughput in bit/s: the harmonic mean over the last segments. `None` before the first.
    fn throughput(&self) -> Option<f64> {
        let count = self.throughputs.len();
        let inverse: f64 = self.throughputs.iter().map(|throughput| 1.0 / throughput).sum();
        (count > 0).then(|| count as f64 / inverse)
    }

    /// The index of the highest bit rate of at most `limit`, or of the lowest one.
    fn highest_below(&self, limit: f64) -> usize {
        self.rates.partition_point(|&rate| rate <= limit).saturating_sub(1)
    }

    /// The level of the buffer up to which the utility of bit rate `index` is worth its bits.
    fn wanted_buffer(&self, index: usize) -> f64 {
        self.weight * (self.utilities[index] + self.offset)
    }

    /// BOLA's choice at a level of the buffer.
    fn best_at(&self, buffer: f64) -> usize {
        let score = |index: usize| (self.wanted_buffer(index) - buffer) / self.rates[index];
        (1..self.rates.len()).fold(0, |best, index| if score(index) >= score(best) { index } else { best })
    }

    /// The lowest level of the buffer at which BOLA prefers bit rate `index` to all lower ones.
    fn level_for(&self, index: usize) -> f64 {
        let (rate, utility) = (self.rates[index], self.utilities[index]);
        let equal = |lower: usize| {
            let (low_rate, low_utility) = (self.rates[lower], self.utilities[lower]);
            self.weight * (self.offset + (rate * low_utility - low_rate * utility) / (rate - low_rate))
        };
        (0..index).map(equal).fold(0.0, f64::max)
    }

    /// BBA's choice (Huang and others 2014, algorithm 1).
    fn by_line(&self) -> usize {
        let (from, to) = (BBA_LEVELS.0 * self.params.buffer, BBA_LEVELS.1 * self.params.buffer);
        let last = self.rates.len() - 1;
        let height = math::limit((self.buffer - from) / (to - from), 0.0, 1.0);
        let line = self.rates[0] + height * (self.rates[last] - self.rates[0]);
        if height == 0.0 {
            0
        } else if height == 1.0 {
            last
        } else if line >= self.rates[(self.level + 1).min(last)] {
            self.rates.partition_point(|&rate| rate < line).saturating_sub(1)
        } else if line <= self.rates[self.level.saturating_sub(1)] {
            self.rates.partition_point(|&rate| rate <= line)
        } else {
            self.level
        }
    }

    /// Chooses the bit rate of the next segment. Returns it, and how long the player waits before it requests it.
    fn choose(&mut self) -> (usize, f64) {
        let Some(throughput) = self.throughput() else { return (0, 0.0) };
        let by_throughput = self.highest_below(SAFETY * throughput);
        let full = (self.buffer - self.params.buffer).max(0.0);
        match self.params.rule {
            AdaptationRule::Throughput => return (by_throughput, full),
            AdaptationRule::Bba => return (self.by_line(), full),
            AdaptationRule::Bola => {}
        }
        if self.is_starting {
            if self.buffer > self.params.segment / STALL_SAFETY {
                self.is_starting = false;
                self.placeholder = (self.level_for(by_throughput) - self.buffer).max(0.0);
            }
            return (by_throughput, full);
        }
        let effective = self.buffer + self.placeholder;
        let mut chosen = self.best_at(effective);
        if chosen > self.level {
            // Between two bit rates, the lower one, so that the player does not alternate (BOLA-O).
            chosen = chosen.min(self.highest_below(throughput).max(self.level));
        }
        let safe = STALL_SAFETY * throughput * self.buffer / self.params.segment;
        chosen = chosen.min(self.highest_below(safe));
        let excess = (effective - self.wanted_buffer(chosen)).max(0.0);
        let waits = (excess - self.placeholder).max(0.0);
        self.placeholder = (self.placeholder - excess).max(0.0);
        let is_highest = chosen + 1 == self.rates.len();
        (chosen, if is_highest { full } else { waits.max(full) })
    }

    /// Requests the next segment, now or after a pause.
    fn request(&mut self, cx: &mut ClientCx) {
        if self.requests_at > cx.now {
            return;
        }
        let rate = self.rates.get(self.level).copied().unwrap_or(1e6);
        let bytes = whole::<u64>(math::ceil(rate * self.params.segment / 8.0)).max(1);
        self.requested = Some((cx.now, bytes as f64 * 8.0));
        self.requests_at = NEVER;
        let response = WantedResponse { id: 0, bytes, urgency: 0, incremental: false };
        cx.requests.push(NewRequest { connection: 0, opens: self.segments == 0, response });
    }

    /// Sets the timer to the next request or to the time at which the buffer is empty.
    fn set_timer(&self, cx: &mut ClientCx) {
        let empty = if self.is_playing { cx.now + from_secs(self.buffer).max(1) } else { NEVER };
        let next = empty.min(self.requests_at);
        if next < NEVER {
            cx.wake = Some(next);
        }
    }
}

impl ClientRules for Player {
    fn start(&mut self, _: &[bool], cx: &mut ClientCx) {
        *self = Player::new(&self.params);
        (self.counted_at, self.requests_at) = (cx.now, cx.now);
        cx.player.push(PlayerEvent::Begins);
        self.request(cx);
    }

    fn on_change(&mut self, _: &[bool], _: &mut ClientCx) {}

    fn on_response(&mut self, _: usize, _: u32, cx: &mut ClientCx) {
        let Some((since, bits)) = self.requested.take() else { return };
        self.play(cx.now);
        self.buffer += self.params.segment;
        self.segments += 1;
        self.throughputs.push_back(bits / to_secs((cx.now - since).max(1)));
        if self.throughputs.len() > SAMPLES {
            self.throughputs.pop_front();
        }
        let (rate, seconds) = (self.rates[self.level], self.params.segment);
        cx.player.push(PlayerEvent::Arrives { rate, seconds });
        if !self.is_playing && self.buffer >= self.params.resume.min(self.params.buffer) {
            self.is_playing = true;
            cx.player.push(PlayerEvent::Plays);
        }
        let (level, pause) = self.choose();
        self.level = level;
        // A pause for which the buffer is too full ends when it has been played.
        self.requests_at = cx.now + if self.is_playing { from_secs(pause) } else { 0 };
        self.request(cx);
        self.set_timer(cx);
    }

    fn on_timer(&mut self, cx: &mut ClientCx) {
        self.play(cx.now);
        // The buffer is empty up to the rounding of times to nanoseconds.
        if self.is_playing && self.buffer < 1e-8 {
            (self.is_playing, self.buffer, self.placeholder) = (false, 0.0, 0.0);
            cx.player.push(PlayerEvent::Stalls);
        }
        if self.requests_at <= cx.now && self.requested.is_none() {
            self.request(cx);
        }
        self.set_timer(cx);
    }

    fn digest(&self) -> u64 {
        let flags = u64::from(self.is_playing) | u64::from(self.is_starting) << 1;
        digest_of(&[
            self.segments,
            self.level as u64,
            self.buffer.to_bits(),
            self.placeholder.to_bits(),
            flags,
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parameters are such that the lowest bit rate is best up to a third of the buffer, the highest at a full one.
    #[test]
    fn bola_rises_with_the_buffer_from_the_lowest_bit_rate_to_the_highest() {
        let player = Player::new(&Params::default());
        assert_eq!(player.best_at(9.0), 0);
        assert_eq!(player.best_at(29.9), player.rates.len() - 1);
        for index in 1..player.rates.len() {
            let level = player.level_for(index);
            assert!((9.0..30.0).contains(&level), "{index}: {level}");
            assert!(player.best_at(level + 1e-6) >= index && player.best_at(level - 1e-6) < index);
        }
        // dash.js: (weight * (utility + offset - 1)) is the low level at the lowest bit rate, the full one at the highest.
        let at = |index: usize| player.wanted_buffer(index) - player.weight;
        assert!((at(0) - 10.0).abs() < 1e-9 && (at(player.rates.len() - 1) - 30.0).abs() < 1e-9);
    }

    /// With 30 s of buffer, the line rises from 0.3 Mb/s at 11.25 s to 4.3 Mb/s at 27 s, by 0.254 Mb/s per second: it passes
    /// 0.75 Mb/s at 13.02 s and 1.2 Mb/s at 14.79 s.
    #[test]
    fn bba_changes_when_its_line_has_passed_the_next_bit_rate() {
        let mut player = Player::new(&Params { rule: AdaptationRule::Bba, ..Params::default() });
        let mut at = |level: usize, buffer: f64| {
            (player.level, player.buffer) = (level, buffer);
            player.by_line()
        };
        assert_eq!([at(0, 11.0), at(5, 11.25), at(0, 13.0), at(0, 13.1), at(0, 14.8)], [0, 0, 0, 1, 2]);
        assert_eq!([at(0, 27.0), at(5, 22.0), at(5, 21.2), at(2, 14.0), at(2, 13.0)], [5, 5, 4, 2, 1]);
    }

    #[test]
    fn the_throughput_is_the_harmonic_mean_of_the_last_segments() {
        let mut player = Player::new(&Params { rule: AdaptationRule::Throughput, ..Params::default() });
        assert_eq!((player.throughput(), player.choose()), (None, (0, 0.0)));
        player.throughputs = [1e6, 2e6, 2e6].into_iter().collect();
        assert_eq!(player.throughput(), Some(1.5e6));
        player.buffer = 33.0;
        // 0.9 * 1.5 Mb/s carries 1.2 Mb/s.
        assert_eq!(player.choose(), (2, 3.0));
    }
}
