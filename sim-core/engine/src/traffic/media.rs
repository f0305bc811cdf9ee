//! A live encoder: produces frames at a constant frame rate. The sizes of frames vary around a mean that
//! follows from the current bit rate. The encoder switches to a lower bit rate when frames wait unsent, and
//! to the next higher bit rate after a time without waiting frames.

use super::repair::Repair;
use super::{DataUnit, Ready, Source, SourceCx, SourceFacts};
use crate::ground::convert::{narrow, whole};
use crate::ground::deque::Deque;
use crate::ground::math;
use crate::ground::order::sorted;
use crate::ground::packet::{AGAIN, AUDIO, AUDIO_TICK, PARITY};
use crate::ground::rng::digest_of;
use crate::ground::time::{MILLISECOND, NEVER, Time, from_secs, to_secs};
use crate::params::{Bounds, FieldKind, ParamType, number};
use crate::transport::{Datagram, Waiting};
use crate::{choice, params};
use serde_json::Value;

/// A bit rate that the encoder can choose.
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

choice! {
    /// What determines the encoder's bit rate.
    pub enum Follows {
        /// Frames that wait unsent: a lower bit rate when they wait for long, the next higher one after a
        /// time without waiting frames.
        Queue "queue" "Waiting frames",
        /// The congestion control's recommended rate, in steps: the highest of the bit rates that fits. After
        /// a time without waiting frames, the encoder tries the next higher one for a second, because some
        /// controls rise only if more is sent.
        Ladder "ladder" "Recommended rate, in steps",
        /// The congestion control's recommended rate, exactly, between the lowest and the highest of the bit
        /// rates.
        Exact "exact" "Recommended rate, exactly",
    }
}

params! {
    pub struct Params {
        /// Frames per second.
        frames: f64 = 30.0, unit "1/s", range 1.0..=240.0, label "Frame rate";
        /// Bit rates of the payload among which the encoder chooses, beginning with the lowest.
        rates: Vec<Rate> = [3e5, 7.5e5, 1.2e6, 1.85e6, 2.85e6, 4.3e6].map(Rate).to_vec(), unit "bit/s", label "Bit rates";
        /// What determines the bit rate. A congestion control that recommends no rate leaves it to the
        /// waiting frames.
        follows: Follows = Follows::Exact, label "Follows";
        /// Random variation of the frame sizes, as a share of the mean size at the current bit rate.
        variation: f64 = 0.15, range 0.0..=0.9, label "Variation of sizes";
        /// Time from a frame's creation until the player shows it; frames that arrive later are late.
        deadline: f64 = 0.2, unit "s", range 0.01..=60.0, scale log, label "Shown after";
        /// Time without waiting frames after which the encoder tries the next higher bit rate.
        patience: f64 = 3.0, unit "s", range 0.1..=1000.0, scale log;
        /// Age at which a frame of which nothing has been sent yet is discarded in favour of newer frames.
        give_up: Option<f64> = Some(1.0), unit "s", range 0.01..=60.0, label "Give up after", null "never";
        /// Packets after which a packet of parity follows, from which the player restores one of them if it is lost. TCP and QUIC
        /// send none, because they retransmit.
        parity: Option<u32> = None, unit "packets", range 1..=255u32, label "Parity after", null "never", cite "RFC 8627";
        /// The receiver asks for missing packets, and the sender sends them again, until the player needs their frame. TCP and QUIC
        /// retransmit by themselves.
        resend: bool = false, label "Lost packets again", cite "RFC 4585; RFC 4588; libwebrtc's NackRequester";
        /// Bit rate of a voice next to the picture, in a packet each 20 ms. The sender sends them before those of the picture, at its
        /// pace, and never again. TCP and QUIC send none.
        audio: Option<Rate> = None, unit "bit/s", label "Audio", null "no audio", cite "RFC 7587";
    }
}

/// Time between two packets of audio.
pub const AUDIO_INTERVAL: Time = 20 * MILLISECOND;
/// Largest number of packets of audio that wait; older ones are discarded.
const MOST_AUDIO: u32 = 50;
/// Packets that are sent again take at most this share of the picture's rate.
const LARGEST_REPAIR: f64 = 0.5;
/// Largest number of waiting frames, independent of `give_up`.
const MAX_FRAMES: usize = 2000;
/// Time constant, in seconds, of the mean rate at which the sender pulls data. Also the shortest time between
/// two changes of the bit rate.
const AVERAGING_TIME: f64 = 1.0;

#[derive(Clone, Copy, Debug)]
struct Frame {
    created: Time,
    size: u32,
    /// Bytes that the sender has not pulled yet.
    left: u32,
}

#[derive(Clone, Debug)]
pub struct Media {
    params: Params,
    /// Bit rates in bit/s, ascending.
    rates: Vec<f64>,
    /// Share of a full packet that is payload.
    payload_share: f64,
    /// Index of the current bit rate in `rates`.
    level: usize,
    /// The bit rate of the payload that the sender recommends, in bit/s, if the encoder follows it and the
    /// sender recommends one.
    recommended: Option<f64>,
    /// When the flow started.
    origin: Time,
    /// Number of frames produced since the flow started.
    produced: u64,
    waiting: Deque<Frame>,
    /// Bytes that the sender has pulled since the last frame.
    pulled: u64,
    /// Mean rate in bit/s at which the sender pulls data.
    pull_rate: f64,
    /// Since when no frames have waited for longer than a frame interval.
    smooth_since: Time,
    /// Earliest time of the next change of the bit rate, so that the last change can take effect.
    next_change: Time,
    /// Packets that the sender has pulled since the last packet of parity.
    unprotected: u32,
    /// Whether and how lost packets are sent again.
    repair: Option<Box<Repair>>,
    audio: Option<Box<Audio>>,
}

/// The audio of a call.
#[derive(Clone, Debug)]
struct Audio {
    /// Payload of a packet.
    bytes: u32,
    /// Its rate on the wire in bit/s.
    rate: f64,
    /// When the next packet is produced.
    next: Time,
    /// Number of packets that wait.
    waiting: u32,
}

impl Media {
    /// What is due before more of the picture, as packet number `seq` with up to `max` bytes. Returns it once.
    pub fn takes_special(&mut self, max: u32, seq: u32, now: Time) -> Option<Datagram> {
        if let Some(audio) = self.audio.as_mut().filter(|audio| audio.waiting > 0) {
            let produced = audio.next - Time::from(audio.waiting) * AUDIO_INTERVAL;
            audio.waiting -= 1;
            let word = narrow::<u32>(produced / AUDIO_TICK);
            return Some(Datagram { flags: AUDIO, bytes: audio.bytes.min(max), word });
        }
        if let Some((word, bytes)) = self.repair.as_mut().and_then(|repair| repair.send_again(seq, now)) {
            return Some(Datagram { flags: AGAIN, bytes: bytes.min(max), word });
        }
        let is_due = self.params.parity.is_some_and(|packets| self.unprotected >= packets);
        if is_due {
            self.unprotected = 0;
        }
        is_due.then_some(Datagram { flags: PARITY, bytes: max, word: 0 })
    }

    /// How lost packets are sent again, if they are.
    pub fn repair(&mut self) -> Option<&mut Repair> {
        self.repair.as_deref_mut()
    }

    /// The current bit rate in bit/s.
    fn rate(&self) -> f64 {
        if let (Follows::Exact, Some(rate), &[lowest, .., highest] | &[lowest @ highest]) =
            (self.params.follows, self.recommended, self.rates.as_slice())
        {
            return math::limit(rate, lowest, highest);
        }
        self.rates.get(self.level).copied().unwrap_or(1e6)
    }

    /// The encoder's largest bit rate, as a rate of packets on the wire in bit/s.
    pub fn largest_rate(&self) -> f64 {
        self.rates.last().copied().unwrap_or(1e6) / self.payload_share
            + self.audio.as_ref().map_or(0.0, |audio| audio.rate)
    }

    /// When frame number `frame` is produced. Frame times are computed from the start of the flow, so they do
    /// not drift.
    fn frame_time(&self, frame: u64) -> Time {
        self.origin.saturating_add(from_secs(frame as f64 / self.params.frames))
    }

    /// Chooses the bit rate of the next frame.
    fn adapt(&mut self, now: Time) {
        let interval = 1.0 / self.params.frames;
        let weight = (interval / AVERAGING_TIME).min(1.0);
        self.pull_rate += weight * (self.pulled as f64 * 8.0 / interval - self.pull_rate);
        self.pulled = 0;
        if let Some(repair) = &mut self.repair {
            repair.average(weight, interval);
        }
        let oldest_age = self.waiting.front().map_or(0.0, |frame| to_secs(now - frame.created));
        let max_age = 0.5 * self.params.deadline;
        if oldest_age > interval {
            self.smooth_since = now;
        }
        if let Some(rate) = self.recommended {
            self.follow(rate, now);
            return;
        }
        if now < self.next_change {
            return;
        }
        if oldest_age > max_age && self.level > 0 {
            // At least one step down, to the highest bit rate that is at most 90 % of the sender's rate, so
            // that the sender can catch up.
            let fitting = self.rates.partition_point(|&rate| rate <= 0.9 * self.pull_rate);
            self.level = fitting.saturating_sub(1).min(self.level - 1);
            self.record_change(now);
        } else if to_secs(now - self.smooth_since) >= self.params.patience
            && self.level + 1 < self.rates.len()
        {
            self.level += 1;
            self.record_change(now);
        }
    }

    /// Chooses the highest bit rate that fits into the recommended rate. After `patience` seconds without
    /// waiting frames, it tries the next higher bit rate, and waits a second for the congestion control to
    /// raise its recommendation.
    fn follow(&mut self, rate: f64, now: Time) {
        let fitting = self.rates.partition_point(|&bits| bits <= rate).saturating_sub(1);
        let is_settled = now >= self.next_change;
        if fitting < self.level && (is_settled || fitting + 1 < self.level) {
            self.level = fitting;
            self.record_change(now);
        } else if is_settled
            && to_secs(now - self.smooth_since) >= self.params.patience
            && self.level + 1 < self.rates.len()
        {
            self.level += 1;
            self.record_change(now);
        }
    }

    /// Records a change of the bit rate at `now`.
    fn record_change(&mut self, now: Time) {
        self.next_change = now + from_secs(AVERAGING_TIME);
        self.smooth_since = now;
    }

    /// Number of bytes that the sender has not pulled yet.
    fn bytes_left(&self) -> u64 {
        self.waiting.iter().map(|frame| u64::from(frame.left)).sum()
    }

    /// Discards frames that have waited for too long and of which no byte has been pulled. Returns their
    /// number.
    fn discard_old(&mut self, now: Time) -> u32 {
        let max_age = self.params.give_up.map_or(Time::MAX, from_secs);
        let excess = self.waiting.len().saturating_sub(MAX_FRAMES);
        let before = self.waiting.len();
        let mut index = 0;
        self.waiting.retain(|frame| {
            index += 1;
            frame.left < frame.size || (index > excess && now - frame.created <= max_age)
        });
        narrow::<u32>(before - self.waiting.len())
    }
}

impl Source for Media {
    type Params = Params;
    const ID: &'static str = "media";
    const NAME: &'static str = "Live media";

    fn build(params: &Params, facts: &SourceFacts) -> Self {
        let rates = sorted(params.rates.iter().map(|rate| rate.0).collect(), f64::total_cmp);
        // A share of what is sent is parity.
        let media = params.parity.map_or(1.0, |packets| f64::from(packets) / f64::from(packets + 1));
        Media {
            params: params.clone(),
            rates,
            payload_share: media * f64::from(facts.payload) / f64::from(facts.packet.max(1)),
            level: 0,
            recommended: None,
            origin: 0,
            produced: 0,
            waiting: Deque::new(),
            pulled: 0,
            pull_rate: 0.0,
            smooth_since: 0,
            next_change: 0,
            unprotected: 0,
            repair: params.resend.then(Box::default),
            audio: params.audio.map(|rate| {
                let bytes = whole::<u32>((rate.0 / 8.0 * to_secs(AUDIO_INTERVAL)).clamp(1.0, 1400.0));
                let wire = f64::from(bytes + facts.packet.saturating_sub(facts.payload));
                let rate = wire * 8.0 / to_secs(AUDIO_INTERVAL);
                Box::new(Audio { bytes, rate, next: 0, waiting: 0 })
            }),
        }
    }

    fn units_per_second(params: &Params, flows: f64) -> f64 {
        let audio = params.audio.map_or(0.0, |_| 1.0 / to_secs(AUDIO_INTERVAL));
        flows * (params.frames + audio)
    }

    fn start(&mut self, cx: &mut SourceCx) {
        (self.origin, self.produced, self.level) = (cx.now, 0, 0);
        (self.pulled, self.pull_rate) = (0, self.rate());
        (self.smooth_since, self.next_change) = (cx.now, cx.now);
        self.waiting.clear();
        (self.recommended, self.unprotected) = (None, 0);
        self.repair = self.params.resend.then(Box::default);
        if let Some(audio) = &mut self.audio {
            audio.next = cx.now;
            audio.waiting = 0;
        }
        cx.wake = cx.now;
    }

    fn on_timer(&mut self, cx: &mut SourceCx) -> Ready {
        if let Some(audio) = &mut self.audio {
            if cx.now >= audio.next {
                audio.waiting = (audio.waiting + 1).min(MOST_AUDIO);
                audio.next = cx.now + AUDIO_INTERVAL;
            }
            let (audio, frame) = (audio.next, self.frame_time(self.produced));
            if cx.now < frame {
                cx.wake = audio.min(frame);
                return Ready::More;
            }
        }
        if self.produced > 0 {
            self.adapt(cx.now);
        }
        let given_up = self.discard_old(cx.now);
        let varied = 1.0 + self.params.variation * (2.0 * cx.rng.uniform() - 1.0);
        let rate = self.rate();
        let bytes = whole::<u32>(
            crate::ground::math::round(rate / 8.0 / self.params.frames * varied).clamp(1.0, 4e9),
        );
        self.waiting.push_back(Frame { created: cx.now, size: bytes, left: bytes });
        cx.produced = Some(DataUnit { bytes, given_up, rate });
        self.produced += 1;
        let audio = self.audio.as_ref().map_or(NEVER, |audio| audio.next);
        cx.wake = audio.min(self.frame_time(self.produced).max(cx.now + 1));
        Ready::More
    }

    fn pull(&mut self, max: u32) -> u32 {
        let Some(frame) = self.waiting.front_mut() else { return 0 };
        let shown = frame.created.saturating_add(from_secs(self.params.deadline));
        let bytes = max.min(frame.left);
        frame.left -= bytes;
        if frame.left == 0 {
            self.waiting.pop_front();
        }
        self.pulled += u64::from(bytes);
        self.unprotected += 1;
        if let Some(repair) = &mut self.repair {
            repair.store(bytes, shown);
        }
        bytes
    }

    fn unsent(&self) -> u64 {
        self.bytes_left()
    }

    fn waiting(&self) -> Waiting {
        Waiting { bytes: self.bytes_left(), since: self.waiting.front().map_or(0, |frame| frame.created) }
    }

    fn recommend_rate(&mut self, rate: f64) {
        if self.params.follows != Follows::Queue {
            let picture = rate - self.audio.as_ref().map_or(0.0, |audio| audio.rate);
            let picture = (picture * self.payload_share).max(0.0);
            let again = self.repair.as_ref().map_or(0.0, |repair| repair.rate());
            self.recommended = Some(picture - again.min(LARGEST_REPAIR * picture));
        }
    }

    fn digest(&self) -> Option<u64> {
        let state = [
            self.produced,
            self.level as u64,
            self.bytes_left(),
            self.pulled,
            self.pull_rate.to_bits(),
            self.next_change,
        ];
        let mut digest = digest_of(&state);
        if let Some(recommended) = self.recommended {
            digest = digest_of(&[digest, recommended.to_bits(), self.smooth_since]);
        }
        if self.params.parity.is_some() {
            digest = digest_of(&[digest, self.unprotected.into()]);
        }
        if let Some(repair) = &self.repair {
            digest = digest_of(&[digest, repair.digest()]);
        }
        if let Some(audio) = &self.audio {
            digest = digest_of(&[digest, audio.next, audio.waiting.into()]);
        }
        Some(digest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::rng::{Purpose, Rng};
    use crate::ground::time::SECOND;

    /// Runs an encoder whose sender pulls up to `capacity` bit/s. Returns the bit rate of each frame.
    fn run_encoder(params: &Params, capacity: impl Fn(f64) -> f64, seconds: u64) -> Vec<f64> {
        let mut media = Media::build(params, &SourceFacts { payload: 1000, packet: 1040 });
        let mut rng = Rng::new(1, Purpose::Traffic, 0);
        let mut cx = SourceCx::new(0, &mut rng);
        media.start(&mut cx);
        let (mut wake, mut rates, mut budget) = (cx.wake, Vec::new(), 0.0);
        while wake < seconds * SECOND {
            let mut cx = SourceCx::new(wake, &mut rng);
            assert_eq!(media.on_timer(&mut cx), Ready::More);
            rates.push(cx.produced.expect("a frame").rate);
            budget = f64::min(budget + capacity(to_secs(wake)) / 8.0 / params.frames, 4e4);
            while budget >= 1.0 {
                let pulled = media.pull(whole::<u32>(budget).min(1000));
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
    fn rises_to_the_rate_of_the_sender_and_exceeds_it_only_briefly() {
        let params = Params::default();
        let rates = run_encoder(&params, |_| 2.2e6, 120);
        assert_eq!((rates.len(), rates[0]), (3600, 3e5));
        // Of the bit rates, 1.85 Mb/s is below the sender's 2.2 Mb/s. The next one, 2.85 Mb/s, is tried every
        // few seconds and abandoned within a few tenths of a second.
        let late = &rates[1800..];
        let share = |rate: f64| late.iter().filter(|&&r| r == rate).count() as f64 / late.len() as f64;
        assert!(share(1.85e6) > 0.6 && share(2.85e6) < 0.3 && share(4.3e6) == 0.0, "{}", share(1.85e6));
    }

    #[test]
    fn follows_a_drop_of_the_senders_rate_and_recovers() {
        let rates =
            run_encoder(&Params::default(), |t| if (40.0..60.0).contains(&t) { 4e5 } else { 1e7 }, 120);
        assert_eq!(rates[39 * 30], 4.3e6);
        assert!(rates[44 * 30..59 * 30].iter().all(|&rate| rate <= 7.5e5));
        assert_eq!(rates[119 * 30], 4.3e6);
    }

    /// 25 frames per second at 1 Mb/s have a mean of 5000 bytes, and range from 4250 to 5750 bytes.
    #[test]
    fn frame_sizes_follow_the_bit_rate_and_no_pull_spans_two_frames() {
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
            let size = cx.produced.take().expect("a frame").bytes;
            assert!((4250..=5750).contains(&size), "{size}");
            total += u64::from(size);
            let mut left = size;
            while left > 0 {
                let bytes = media.pull(1000);
                assert_eq!(bytes, left.min(1000));
                left -= bytes;
            }
        }
        // The uniform distribution has a standard deviation of 433 bytes, and 6 bytes for the mean of 5000
        // frames.
        assert!((total as f64 / 5000.0 - 5000.0).abs() < 20.0, "{total}");
    }

    #[test]
    fn old_frames_are_discarded_unless_partly_sent() {
        let params =
            Params { frames: 10.0, rates: vec![Rate(8e5)], give_up: Some(0.35), ..Params::default() };
        let mut media = Media::build(&params, &SourceFacts { payload: 1000, packet: 1040 });
        let mut rng = Rng::new(3, Purpose::Traffic, 0);
        let mut cx = SourceCx::new(0, &mut rng);
        media.start(&mut cx);
        let mut given_up = Vec::new();
        for number in 0..7 {
            cx.now = cx.wake;
            media.on_timer(&mut cx);
            given_up.push(cx.produced.expect("a frame").given_up);
            if number == 0 {
                assert_eq!(media.pull(1000), 1000);
            }
        }
        // At 0.5 s, the frame created at 0.1 s has waited for 0.4 s and is discarded. The frame created at
        // 0 s is partly sent.
        assert_eq!(given_up, [0, 0, 0, 0, 0, 1, 1]);
    }
}
