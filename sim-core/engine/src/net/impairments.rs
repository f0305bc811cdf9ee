//! Impairments of a link (docs/scenario.md, "Impairments"): a varying extra delay, a detour on which later
//! packets overtake a packet, a token bucket before the line, segmentation into cells, a delivery trace, and
//! outages. A link with impairments other than outages uses the event path.

use crate::ground::convert::narrow;
use std::sync::Arc;

use serde_json::Value;

use super::loss::TokenBucket;
use super::serializer::Serializer;
use super::trace::{self, Trace};
use super::types::MAX_RATE;
use super::wire::Wire;
use crate::ground::digest::mix;
use crate::ground::math;
use crate::ground::packet::Packet;
use crate::ground::rng::digest_of;
use crate::ground::rng::{Purpose, stream_key, unit};
use crate::ground::time::{Time, from_secs};
use crate::params::{Field, FieldKind, ParamSet};
use crate::{choice, params};

choice! {
    pub enum JitterShape {
        /// Uniformly distributed between 0 and the extra delay.
        Uniform "uniform",
        /// Exponentially distributed, at most ten times the mean: usually small, sometimes large.
        Exponential "exponential",
    }
}

params! {
    pub struct JitterParams {
        /// The largest extra delay of the uniform shape, and the mean of the exponential shape.
        delay: f64 = 0.005, unit "s", range 0.0..=10.0, label "Extra delay";
        /// How the extra delay is distributed.
        shape: JitterShape = JitterShape::Uniform;
    }
}

params! {
    pub struct ReorderParams {
        /// Share of the packets that take the detour.
        probability: f64 = 0.01, range 0.0..=1.0;
        /// Additional delay of the detour. Packets that leave the link within this time overtake.
        delay: f64 = 0.01, unit "s", range 0.0..=10.0, label "Detour";
    }
}

params! {
    pub struct ShaperParams {
        /// Rate at which the bucket fills.
        rate: f64 = 1e6, unit "bit/s", range 100.0..=MAX_RATE, scale log;
        /// Depth of the bucket: bytes that leave at the link's rate after an idle period.
        burst: u64 = 15_000, unit "bytes", range 48..=1_000_000_000_000u64, scale log, label "Bucket";
    }
}

params! {
    pub struct FramingParams {
        /// Size of a cell on the line.
        cell: u32 = 53, unit "bytes", range 2..=10_000;
        /// Number of bytes of a packet in one cell.
        carries: u32 = 48, unit "bytes", range 1..=10_000, label "Payload of a cell";
        /// Bytes added to each packet before it is cut into cells, such as the trailer of AAL5.
        overhead: u32 = 8, unit "bytes", range 0..=1000;
    }
}

params! {
    pub struct OutageParams {
        /// When the link stops sending.
        at: f64 = 0.0, unit "s", range 0.0..=86400.0, label "Time";
        /// How long the link does not send.
        lasts: f64 = 1.0, unit "s", range 0.000001..=86400.0, label "Length";
    }
}

/// The fields of the object `impairments`, in the order of a document.
pub fn fields() -> Vec<Field> {
    let nullable_object = |name, fields, doc, null_label| {
        Field::new(name, FieldKind::Object(fields), doc).default(Value::Null).null(null_label)
    };
    let outage = Field::new("", FieldKind::Object(OutageParams::fields()), "An interval without sending.")
        .label("Outage");
    vec![
        nullable_object(
            "jitter",
            JitterParams::fields(),
            "An extra delay that varies from packet to packet. Packets stay in order: a long delay of one packet also delays the packets behind it, so at high packet rates nearly all of them get the largest delay.",
            "none",
        ),
        nullable_object(
            "reorder",
            ReorderParams::fields(),
            "Some packets take a detour, on which later packets overtake them.",
            "no packet",
        ),
        nullable_object(
            "shaper",
            ShaperParams::fields(),
            "A token bucket before the line: packets wait for tokens of their size.",
            "none",
        ),
        nullable_object(
            "framing",
            FramingParams::fields(),
            "Packets are cut into cells, and the last cell is padded, as in ATM and DSL.",
            "no cells",
        ),
        Field::new(
            "outages",
            FieldKind::List { item: Box::new(outage), max_items: 1000 },
            "Intervals in which nothing is sent. Waiting packets are kept and sent afterwards.",
        )
        .default(serde_json::json!([])),
        Field::new(
            "trace",
            FieldKind::Text { max_length: trace::MAX_CHARACTERS },
            "Times at which packets may leave, instead of a rate, in the format of Mahimahi: each line has a time in milliseconds at which 1500 bytes may leave. After the last line the trace is repeated. The mean rate of the trace replaces the rate of the link.",
        )
        .default(""),
    ]
}

/// A problem of settings that are within their ranges: the setting, a code, and a message.
pub type ImpairmentProblem = (&'static str, &'static str, String);

/// The settings of the impairments of one link direction.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ImpairmentSettings {
    pub jitter: Option<JitterParams>,
    pub reorder: Option<ReorderParams>,
    pub shaper: Option<ShaperParams>,
    pub framing: Option<FramingParams>,
    pub outages: Vec<OutageParams>,
    /// The times of the delivery trace in ms, if there is one.
    pub trace: Option<Arc<[u32]>>,
}

impl ImpairmentSettings {
    /// Reads the settings. Omits those that cannot be read, which the checks of the schema report, so that the
    /// others are checked for contradictions. A trace that cannot be read is added to `problems`.
    pub fn read(settings: &Value, problems: &mut Vec<ImpairmentProblem>) -> Self {
        let outages = settings.get("outages").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let text = settings.get("trace").and_then(Value::as_str).unwrap_or_default();
        let trace = if text.is_empty() { None } else { Some(trace::parse(text)) };
        if let Some(Err((line, why))) = &trace {
            problems.push(("trace", "bad_trace", format!("Line {line} of the trace: {why}.")));
        }
        Self {
            jitter: read_optional(settings, "jitter"),
            reorder: read_optional(settings, "reorder"),
            shaper: read_optional(settings, "shaper"),
            framing: read_optional(settings, "framing"),
            outages: outages.iter().map(OutageParams::read).collect::<Option<_>>().unwrap_or_default(),
            trace: trace.and_then(Result::ok).map(Arc::from),
        }
    }

    /// The mean rate of the trace in bit/s, if there is one.
    pub fn trace_rate(&self) -> Option<f64> {
        self.trace.as_deref().map(trace::mean_rate)
    }

    /// The bits that the trace lets through between two times, if there is a trace.
    pub fn trace_bits(&self, from: Time, to: Time) -> Option<f64> {
        self.trace.as_ref().map(|times| trace::bits_between(times, from, to))
    }

    /// The beginning and the end of each outage, in seconds.
    pub fn outage_times(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.outages.iter().map(|outage| (outage.at, outage.at + outage.lasts))
    }

    /// Settings that contradict each other, or that do not fit the packets on the link. The largest packet
    /// has `max_packet` bytes.
    pub fn contradictions(&self, max_packet: f64) -> Vec<ImpairmentProblem> {
        let mut found = Vec::new();
        if let Some(shaper) = self.shaper.as_ref().filter(|shaper| (shaper.burst as f64) < max_packet) {
            let message = format!(
                "A bucket of {} bytes never has enough tokens for a packet of {max_packet} bytes. Make the bucket at least as large as the packet.",
                shaper.burst
            );
            found.push(("shaper.burst", "too_small", message));
        }
        if let Some(framing) = self.framing.as_ref().filter(|framing| framing.carries > framing.cell) {
            let message = format!(
                "A cell of {} bytes cannot carry {} bytes. Choose a smaller payload or a larger cell.",
                framing.cell, framing.carries
            );
            found.push(("framing.carries", "bad_order", message));
        }
        for name in self.line_settings().filter(|name| self.trace.is_some() && *name != "trace") {
            let message = format!(
                "A trace determines when packets leave, so `{name}` cannot be combined with it. Remove one of the two."
            );
            found.push((name, "beside_trace", message));
        }
        found
    }

    /// The settings that determine when the line sends packets.
    pub fn line_settings(&self) -> impl Iterator<Item = &'static str> {
        let set = [
            ("shaper", self.shaper.is_some()),
            ("framing", self.framing.is_some()),
            ("outages", !self.outages.is_empty()),
            ("trace", self.trace.is_some()),
        ];
        set.into_iter().filter_map(|(name, is_set)| is_set.then_some(name))
    }
}

/// Reads an impairment, which is null or absent if there is none.
fn read_optional<P: ParamSet>(settings: &Value, name: &str) -> Option<P> {
    settings.get(name).filter(|value| !value.is_null()).and_then(P::read)
}

/// The mean rate in bit/s of the trace in a document's settings; `None` if there is no valid trace.
pub fn trace_rate(settings: &Value) -> Option<f64> {
    let text = settings.get("trace")?.as_str()?;
    trace::parse(text).ok().map(|times| trace::mean_rate(&times))
}

/// The impairments of one link direction, except for outages, which are changes of its rate.
#[derive(Clone, Debug)]
pub struct Impairments {
    jitter: Option<JitterParams>,
    reorder: Option<ReorderParams>,
    shaper: Option<TokenBucket>,
    framing: Option<FramingParams>,
    trace: Option<Trace>,
    /// Whether the queue discipline is also the medium, and states how long each packet takes.
    pub(super) is_medium: bool,
    key: u64,
    /// Packets on the detour, in the order of their arrival.
    pub detour: Wire,
    /// When the last packet on the detour arrives.
    last_detour_arrival: Time,
}

impl Impairments {
    /// Returns `None` if there are no impairments other than outages. `link` is the stable key of the link
    /// direction, and `is_medium` states whether its queue discipline is also its medium.
    pub fn build(settings: &ImpairmentSettings, seed: u64, link: u64, is_medium: bool) -> Option<Box<Self>> {
        let built = Impairments {
            jitter: settings.jitter.clone(),
            reorder: settings.reorder.clone(),
            shaper: settings.shaper.as_ref().map(|shaper| TokenBucket::new(shaper.rate, shaper.burst)),
            framing: settings.framing.clone(),
            trace: settings.trace.clone().map(Trace::new),
            is_medium,
            key: stream_key(seed, Purpose::Impairment, link),
            detour: Wire::default(),
            last_detour_arrival: 0,
        };
        let is_unimpaired = built.jitter.is_none()
            && built.reorder.is_none()
            && built.shaper.is_none()
            && built.framing.is_none()
            && built.trace.is_none()
            && !built.is_medium;
        (!is_unimpaired).then(|| Box::new(built))
    }

    /// Whether departures follow a trace or a medium instead of a rate.
    pub fn has_own_times(&self) -> bool {
        self.trace.is_some() || self.is_medium
    }

    /// Whether packets can overtake each other.
    pub fn reorders(&self) -> bool {
        self.reorder.is_some()
    }

    /// Number of bytes that the line sends for a packet of `size` bytes.
    pub fn bytes_on_line(&self, size: u16) -> u32 {
        let size = u32::from(size);
        self.framing
            .as_ref()
            .map_or(size, |framing| (size + framing.overhead).div_ceil(framing.carries.max(1)) * framing.cell)
    }

    /// Serves a packet that reaches the line at `now`. Returns when its first bit and when its last bit
    /// leaves.
    pub fn serve(&mut self, now: Time, size: u16, line: &mut Serializer) -> (Time, Time) {
        if let Some(trace) = &mut self.trace {
            return (now, trace.send(now, size));
        }
        let mut left = self.bytes_on_line(size);
        let begins = self.shaper.as_mut().map_or(now, |bucket| bucket.take_when_filled(now, left));
        let mut ends = begins;
        // The line sends at most 65535 bytes at a time, but the cells of a packet can have more.
        while left > 0 {
            let chunk = left.min(u32::from(u16::MAX));
            ends = line.send(begins, narrow::<u16>(chunk));
            left -= chunk;
        }
        (begins, ends)
    }

    /// A random number in [0, 1) that depends only on the seed, the link, the packet's connection and
    /// ordinal, and `purpose`. In two scenarios that are compared, a packet therefore has the same number.
    /// `conn` is the stable key of the connection.
    fn draw(&self, packet: &Packet, conn: u64, purpose: u64) -> f64 {
        let ordinal = u64::from(packet.tx) << 1 | u64::from(packet.is_feedback());
        unit(mix(mix(self.key ^ conn ^ purpose) ^ ordinal))
    }

    /// The extra delay of a packet that has left the line. `conn` is the stable key of its connection.
    pub fn jitter_of(&self, packet: &Packet, conn: u64) -> Time {
        let Some(jitter) = &self.jitter else { return 0 };
        let u = self.draw(packet, conn, 1);
        from_secs(match jitter.shape {
            JitterShape::Uniform => jitter.delay * u,
            JitterShape::Exponential => jitter.delay * (-math::ln(1.0 - u)).min(10.0),
        })
    }

    /// If a packet that would arrive at `at` takes the detour, returns when it arrives; otherwise `None`.
    pub fn detour_arrival(&mut self, packet: &Packet, conn: u64, at: Time) -> Option<Time> {
        let reorder = self.reorder.as_ref()?;
        if self.draw(packet, conn, 2) >= reorder.probability {
            return None;
        }
        self.last_detour_arrival = at.saturating_add(from_secs(reorder.delay)).max(self.last_detour_arrival);
        Some(self.last_detour_arrival)
    }

    pub fn digest(&self) -> u64 {
        let bucket = self.shaper.as_ref().map_or(0, TokenBucket::digest);
        let trace = self.trace.as_ref().map_or(0, Trace::digest);
        digest_of(&[bucket, trace, self.last_detour_arrival])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::packet::Payload;
    use serde_json::json;

    fn packet(tx: u32) -> Packet {
        Packet {
            timestamp: 0,
            payload: Payload::default(),
            conn: 0,
            seq: tx,
            tx,
            size: 1500,
            ..Packet::default()
        }
    }

    /// The settings, and their problems.
    fn read(object: &Value) -> (ImpairmentSettings, Vec<ImpairmentProblem>) {
        let mut problems = Vec::new();
        let settings = ImpairmentSettings::read(object, &mut problems);
        problems.extend(settings.contradictions(1500.0));
        (settings, problems)
    }

    fn build(object: &Value) -> Box<Impairments> {
        Impairments::build(&read(object).0, 1, 2, false).expect("the settings have an impairment")
    }

    /// Cells of 53 bytes carry 48 bytes each. 1500 bytes, or 1508 with an overhead of 8, need 32 cells, which
    /// have 1696 bytes. 40 or 48 bytes need one cell, and 49 bytes need two.
    #[test]
    fn packets_fill_whole_cells() {
        let bytes_on_line =
            |overhead: u32, size| build(&json!({"framing": {"overhead": overhead}})).bytes_on_line(size);
        assert_eq!(
            [(0, 1500), (8, 1500), (0, 40), (8, 40), (8, 41)]
                .map(|(overhead, size)| bytes_on_line(overhead, size)),
            [1696, 1696, 53, 53, 106]
        );
        // At 1 Mb/s, 1696 bytes take 13.568 ms.
        let mut line = Serializer::new(1e6);
        assert_eq!(build(&json!({"framing": {}})).serve(5, 1500, &mut line), (5, 13_568_005));
        // A packet of 65535 bytes needs 1366 cells of 106 bytes, which are 144 796 bytes and take 1.158368 s.
        let large_cells = json!({"framing": {"cell": 106}});
        assert_eq!(build(&large_cells).serve(0, 65_535, &mut Serializer::new(1e6)).1, 1_158_368_000);
    }

    /// The bucket has tokens for 4 packets of 1500 bytes, and tokens for one packet arrive every 10 ms. The
    /// line sends a packet in 1.2 ms.
    #[test]
    fn a_shaper_has_exactly_the_configured_burst_and_rate() {
        let mut shaped = build(&json!({"shaper": {"rate": 1.2e6, "burst": 6000}}));
        let mut line = Serializer::new(1e7);
        let mut now = 0;
        let mut begins = Vec::new();
        for _ in 0..7 {
            let (first_bit, last_bit) = shaped.serve(now, 1500, &mut line);
            begins.push(first_bit / 100_000);
            now = last_bit;
        }
        // The times are in tenths of a millisecond. The fourth packet uses the last of the initial tokens.
        // The tokens that have arrived since time 0 suffice for a packet at 10 ms.
        assert_eq!(begins, [0, 12, 24, 36, 100, 200, 300]);
        // A second without packets fills the bucket, but not beyond its depth.
        let mut count = 0;
        now = 1_300_000_000;
        while shaped.serve(now, 1500, &mut line).1 <= 1_305_000_000 {
            now = line.free_at();
            count += 1;
        }
        assert_eq!(count, 4);
    }

    #[test]
    fn jitter_has_the_mean_and_maximum_of_its_distribution() {
        let mean_and_max_ms = |settings: Value| {
            let jitter = build(&settings);
            let all: Vec<Time> = (0..50_000).map(|tx| jitter.jitter_of(&packet(tx), 9)).collect();
            (all.iter().sum::<Time>() as f64 / 5e4 / 1e6, all.iter().copied().max().unwrap_or(0) / 1_000_000)
        };
        let (mean, max) = mean_and_max_ms(json!({"jitter": {"delay": 0.02}}));
        assert!((mean - 10.0).abs() < 0.1 && max == 19, "{mean} {max}");
        let (mean, max) = mean_and_max_ms(json!({"jitter": {"delay": 0.02, "shape": "exponential"}}));
        assert!((mean - 20.0).abs() < 0.4 && max > 150 && max <= 200, "{mean} {max}");
    }

    #[test]
    fn detours_have_the_configured_probability_and_preserve_order() {
        let mut reorder = build(&json!({"reorder": {"probability": 0.1, "delay": 0.003}}));
        let mut last = 0;
        let mut count = 0;
        for tx in 0..20_000 {
            if let Some(at) = reorder.detour_arrival(&packet(tx), 5, Time::from(tx) * 1000) {
                assert!(at >= last && at == Time::from(tx) * 1000 + 3_000_000);
                (last, count) = (at, count + 1);
            }
        }
        // The number of detours is binomial with mean 2000 and standard deviation 42.
        assert!((f64::from(count) - 2000.0).abs() < 130.0, "{count}");
    }

    #[test]
    fn settings_that_contradict_each_other_are_reported() {
        let paths = |object: Value| read(&object).1.into_iter().map(|problem| problem.0).collect::<Vec<_>>();
        assert_eq!(paths(json!({"shaper": {"rate": 1e6, "burst": 1000}})), ["shaper.burst"]);
        assert_eq!(paths(json!({"framing": {"cell": 40}})), ["framing.carries"]);
        assert_eq!(paths(json!({"trace": "5\n4\n"})), ["trace"]);
        let trace_with_others = json!({"trace": "5\n", "shaper": {}, "outages": [{"at": 1, "lasts": 2}]});
        assert_eq!(paths(trace_with_others), ["shaper", "outages"]);
        assert_eq!(paths(json!({"jitter": {}, "reorder": {}, "trace": "5\n7\n"})), Vec::<&str>::new());
        let flawed = read(&json!({"trace": "1\nzwei\n"})).1;
        assert!(flawed[0].2.starts_with("Line 2 of the trace: `zwei`"), "{flawed:?}");
        assert_eq!(trace_rate(&json!({"trace": "5\n10\n"})), Some(2.4e6));
        assert_eq!(read(&json!({"trace": "5\n10\n"})).0.trace_rate(), Some(2.4e6));
        let outage = read(&json!({"outages": [{"at": 3}]})).0;
        assert_eq!(outage.outage_times().collect::<Vec<_>>(), [(3.0, 4.0)]);
        assert!(Impairments::build(&outage, 1, 2, false).is_none());
    }
}
