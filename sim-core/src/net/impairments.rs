//! Impairments of a link (docs/scenario.md, "Impairments"): a varying extra delay, a detour on which packets are overtaken, a
//! token bucket in front of the line, segmentation into cells, a delivery trace. A link with impairments uses the event path.

use serde_json::Value;

use super::loss::TokenBucket;
use super::serializer::Serializer;
use super::trace::{self, Trace};
use super::wire::Wire;
use crate::ground::math;
use crate::ground::packet::Packet;
use crate::ground::rng::digest_of;
use crate::ground::rng::{Purpose, mix, stream_key, unit};
use crate::ground::time::{Time, from_secs};
use crate::params::{Field, FieldKind, ParamSet};
use crate::{choice, params};

choice! {
    pub enum JitterShape {
        /// Anything up to the largest, all equally likely.
        Uniform "uniform",
        /// Exponentially distributed, at most ten times the mean: usually small, sometimes large.
        Exponential "exponential",
    }
}

params! {
    pub struct JitterParams {
        /// Uniform: the largest extra delay. Exponential: its mean.
        delay: f64 = 0.005, unit "s", range 0.0..=10.0, label "Extra delay";
        /// How it varies.
        shape: JitterShape = JitterShape::Uniform;
    }
}

params! {
    pub struct ReorderParams {
        /// Share of the packets that take the detour.
        probability: f64 = 0.01, range 0.0..=1.0;
        /// Additional delay of the detour. Packets sent within this time overtake.
        delay: f64 = 0.01, unit "s", range 0.0..=10.0, label "Detour";
    }
}

params! {
    pub struct ShaperParams {
        /// Rate at which the bucket fills.
        rate: f64 = 1e6, unit "bit/s", range 100.0..=1e12, scale log;
        /// Depth of the bucket: bytes that leave at the link's own rate after an idle period.
        burst: u64 = 15_000, unit "bytes", range 48..=1_000_000_000_000u64, scale log, label "Bucket";
    }
}

params! {
    pub struct FramingParams {
        /// Bytes of a cell on the line.
        cell: u32 = 53, unit "bytes", range 2..=10_000;
        /// Bytes of the packet that a cell carries.
        carries: u32 = 48, unit "bytes", range 1..=10_000, label "Payload of a cell";
        /// Added to each packet before it is cut, such as the trailer of AAL5.
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

/// The descriptors, in the order of the document.
pub fn fields() -> Vec<Field> {
    let part = |name, fields, doc, none| {
        Field::new(name, FieldKind::Object(fields), doc).default(Value::Null).null(none)
    };
    let outage = Field::new("", FieldKind::Object(OutageParams::fields()), "An interval without sending.")
        .label("Outage");
    vec![
        part(
            "jitter",
            JitterParams::fields(),
            "An extra delay that varies from packet to packet. The order is kept: a packet with a long delay delays the packets behind it.",
            "none",
        ),
        part(
            "reorder",
            ReorderParams::fields(),
            "Some packets take a detour, on which later packets overtake them.",
            "no packet",
        ),
        part(
            "shaper",
            ShaperParams::fields(),
            "A token bucket before the line: packets wait for tokens of their size.",
            "none",
        ),
        part(
            "framing",
            FramingParams::fields(),
            "Packets are cut into cells, and the last cell is padded, as in ATM and DSL.",
            "packets as they are",
        ),
        Field::new(
            "outages",
            FieldKind::List { item: Box::new(outage), max_items: 1000 },
            "Intervals in which nothing is sent. Waiting packets are kept and sent afterwards.",
        )
        .default(serde_json::json!([])),
        Field::new(
            "trace",
            FieldKind::Text { max_length: trace::MOST_TEXT },
            "When packets may leave, instead of at a rate: one time in milliseconds on each line, at which 1500 bytes may leave; after the last line it begins again. The format of Mahimahi. The rate of the link is then the trace's mean.",
        )
        .default(""),
    ]
}

/// One of the impairments, if the document has it.
fn part<P: ParamSet>(settings: &Value, name: &str) -> Option<P> {
    settings.get(name).filter(|part| part.is_object()).map(P::read)
}

fn text_of(settings: &Value) -> &str {
    settings.get("trace").and_then(Value::as_str).unwrap_or_default()
}

/// The mean rate of the trace, if there is a valid one.
pub fn trace_rate(settings: &Value) -> Option<f64> {
    let text = text_of(settings);
    if text.is_empty() { None } else { trace::parse(text).ok().map(|times| trace::mean_rate(&times)) }
}

/// Beginnings and ends of outages, in seconds.
pub fn outages(settings: &Value) -> Vec<(f64, f64)> {
    let list = settings.get("outages").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let outage = |entry: &Value| {
        let params = OutageParams::read(entry);
        (params.at, params.at + params.lasts)
    };
    list.iter().map(outage).collect()
}

/// Problems of the settings beyond their ranges: path, code and sentence. `packet`: the largest packet size on the link.
pub fn problems(settings: &Value, packet: f64) -> Vec<(&'static str, &'static str, String)> {
    let mut found = Vec::new();
    if let Some(shaper) = part::<ShaperParams>(settings, "shaper")
        && (shaper.burst as f64) < packet
    {
        let message = format!(
            "A bucket of {} bytes never holds enough for a packet of {packet} bytes. Make it at least as large as the packet.",
            shaper.burst
        );
        found.push(("shaper.burst", "too_small", message));
    }
    if let Some(framing) = part::<FramingParams>(settings, "framing")
        && framing.carries > framing.cell
    {
        let message = format!(
            "A cell of {} bytes cannot carry {} bytes. Choose a smaller payload or a larger cell.",
            framing.cell, framing.carries
        );
        found.push(("framing.carries", "bad_order", message));
    }
    let text = text_of(settings);
    if text.is_empty() {
        return found;
    }
    if let Err((line, why)) = trace::parse(text) {
        found.push(("trace", "bad_trace", format!("Line {line} of the trace: {why}.")));
    }
    let also = [("shaper", settings["shaper"].is_object()), ("framing", settings["framing"].is_object())];
    let outages = ("outages", !outages(settings).is_empty());
    for (name, there) in also.into_iter().chain([outages]) {
        if there {
            let message = format!(
                "A trace determines when packets leave, so `{name}` cannot be combined with it. Remove one of the two."
            );
            found.push((name, "beside_trace", message));
        }
    }
    found
}

/// The impairments of one link direction.
#[derive(Clone, Debug)]
pub struct Impairments {
    jitter: Option<JitterParams>,
    reorder: Option<ReorderParams>,
    shaper: Option<TokenBucket>,
    framing: Option<FramingParams>,
    trace: Option<Trace>,
    key: u64,
    /// Packets on the detour, in the order of their arrival.
    pub detour: Wire,
    last_detour: Time,
}

impl Impairments {
    /// `None` if there are no impairments except outages, which are changes of the rate. `link`: the stable key of the link direction.
    pub fn build(settings: &Value, seed: u64, link: u64) -> Option<Box<Self>> {
        let shaper: Option<ShaperParams> = part(settings, "shaper");
        let text = text_of(settings);
        let times = if text.is_empty() { None } else { trace::parse(text).ok() };
        let built = Impairments {
            jitter: part(settings, "jitter"),
            reorder: part(settings, "reorder"),
            shaper: shaper.map(|shaper| TokenBucket::new(shaper.rate, shaper.burst)),
            framing: part(settings, "framing"),
            trace: times.map(Trace::new),
            key: stream_key(seed, Purpose::Impairment, link),
            detour: Wire::default(),
            last_detour: 0,
        };
        let plain = built.jitter.is_none()
            && built.reorder.is_none()
            && built.shaper.is_none()
            && built.framing.is_none()
            && built.trace.is_none();
        (!plain).then(|| Box::new(built))
    }

    /// Whether departures follow a trace instead of a rate.
    pub fn is_traced(&self) -> bool {
        self.trace.is_some()
    }

    /// Whether packets can overtake each other.
    pub fn reorders(&self) -> bool {
        self.reorder.is_some()
    }

    /// Bytes that a packet occupies on the line.
    pub fn bytes_on_line(&self, size: u16) -> u32 {
        let size = u32::from(size);
        self.framing
            .as_ref()
            .map_or(size, |framing| (size + framing.overhead).div_ceil(framing.carries.max(1)) * framing.cell)
    }

    /// Serves a packet that reaches the line at `now`. Returns when its first bit leaves, and when its last bit has left.
    pub fn serve(&mut self, now: Time, size: u16, line: &mut Serializer) -> (Time, Time) {
        if let Some(trace) = &mut self.trace {
            return (now, trace.send(now, size));
        }
        let mut left = self.bytes_on_line(size);
        let begins = self.shaper.as_mut().map_or(now, |bucket| bucket.wait_for(now, left));
        let mut ends = begins;
        // The line takes at most 65535 bytes at a time; cells can make a packet larger.
        while left > 0 {
            let some = left.min(u32::from(u16::MAX));
            ends = line.send(begins, some as u16);
            left -= some;
        }
        (begins, ends)
    }

    /// A number in [0, 1) that depends on the packet alone, so that runs that are compared use the same numbers.
    fn draw(&self, packet: &Packet, conn: u64, what: u64) -> f64 {
        let ordinal = u64::from(packet.tx) << 1 | u64::from(packet.is_feedback());
        unit(mix(mix(self.key ^ conn ^ what) ^ ordinal))
    }

    /// The extra delay of a packet that has left the line.
    pub fn jitter_of(&self, packet: &Packet, conn: u64) -> Time {
        let Some(jitter) = &self.jitter else { return 0 };
        let u = self.draw(packet, conn, 1);
        from_secs(match jitter.shape {
            JitterShape::Uniform => jitter.delay * u,
            JitterShape::Exponential => jitter.delay * (-math::ln(1.0 - u)).min(10.0),
        })
    }

    /// If a packet that would arrive at `at` takes the detour, returns when it arrives instead.
    pub fn detour_arrival(&mut self, packet: &Packet, conn: u64, at: Time) -> Option<Time> {
        let reorder = self.reorder.as_ref()?;
        if self.draw(packet, conn, 2) >= reorder.probability {
            return None;
        }
        self.last_detour = at.saturating_add(from_secs(reorder.delay)).max(self.last_detour);
        Some(self.last_detour)
    }

    pub fn digest(&self) -> u64 {
        let bucket = self.shaper.as_ref().map_or(0, TokenBucket::digest);
        let trace = self.trace.as_ref().map_or(0, Trace::digest);
        digest_of(&[bucket, trace, self.last_detour])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::packet::Payload;
    use serde_json::json;

    fn packet(tx: u32) -> Packet {
        Packet {
            stamp: 0,
            payload: Payload::default(),
            conn: 0,
            seq: tx,
            tx,
            size: 1500,
            ..Packet::default()
        }
    }

    fn built(settings: &Value) -> Box<Impairments> {
        Impairments::build(settings, 1, 2).expect("something")
    }

    /// 1500 bytes: 32 cells, 1696 bytes; with a trailer of 8 bytes 1508 fit the 32 cells, too. An acknowledgement of 40 bytes: one cell, or
    /// just one with 8 more; 41 need two.
    #[test]
    fn packets_fill_whole_cells() {
        let size =
            |overhead: u32, size| built(&json!({"framing": {"overhead": overhead}})).bytes_on_line(size);
        assert_eq!(
            [size(0, 1500), size(8, 1500), size(0, 40), size(8, 40), size(8, 41)],
            [1696, 1696, 53, 53, 106]
        );
        // 1 Mb/s: 1696 bytes take 13.568 ms.
        let mut line = Serializer::new(1e6);
        assert_eq!(built(&json!({"framing": {}})).serve(5, 1500, &mut line), (5, 13_568_005));
        // 65535 bytes in cells of 106 for 48 are 144 796 bytes: 1.158368 s.
        let wide = json!({"framing": {"cell": 106}});
        assert_eq!(built(&wide).serve(0, 65_535, &mut Serializer::new(1e6)).1, 1_158_368_000);
    }

    /// 4 packets of 1500 bytes at once, then one each 10 ms at 1.2 Mb/s; the line itself takes 1.2 ms for each.
    #[test]
    fn a_shaper_gives_burst_and_rate_to_the_byte() {
        let mut shaped = built(&json!({"shaper": {"rate": 1.2e6, "burst": 6000}}));
        let mut line = Serializer::new(1e7);
        let mut now = 0;
        let mut begins = Vec::new();
        for _ in 0..7 {
            let (begun, done) = shaped.serve(now, 1500, &mut line);
            begins.push(begun / 100_000);
            now = done;
        }
        // The bucket fills from the beginning: empty at 3.6 ms but for what came since 0, a whole packet's worth at 10 ms.
        assert_eq!(begins, [0, 12, 24, 36, 100, 200, 300]);
        // A second of silence fills it, no further than to its depth.
        let mut count = 0;
        now = 1_300_000_000;
        while shaped.serve(now, 1500, &mut line).1 <= 1_305_000_000 {
            now = line.free_at();
            count += 1;
        }
        assert_eq!(count, 4);
    }

    #[test]
    fn jitter_has_its_shape() {
        let mean = |settings: Value| {
            let jitter = built(&settings);
            let all: Vec<Time> = (0..50_000).map(|tx| jitter.jitter_of(&packet(tx), 9)).collect();
            (all.iter().sum::<Time>() as f64 / 5e4 / 1e6, all.iter().copied().max().unwrap_or(0) / 1_000_000)
        };
        let (uniform, most) = mean(json!({"jitter": {"delay": 0.02}}));
        assert!((uniform - 10.0).abs() < 0.1 && most == 19, "{uniform} {most}");
        let (exponential, most) = mean(json!({"jitter": {"delay": 0.02, "shape": "exponential"}}));
        assert!((exponential - 20.0).abs() < 0.4 && most > 150 && most <= 200, "{exponential} {most}");
    }

    #[test]
    fn detours_are_as_frequent_as_they_should_be_and_in_order() {
        let mut reorder = built(&json!({"reorder": {"probability": 0.1, "delay": 0.003}}));
        let mut last = 0;
        let mut count = 0;
        for tx in 0..20_000 {
            if let Some(at) = reorder.detour_arrival(&packet(tx), 5, Time::from(tx) * 1000) {
                assert!(at >= last && at == Time::from(tx) * 1000 + 3_000_000);
                (last, count) = (at, count + 1);
            }
        }
        // Binomial: a standard deviation of 42.
        assert!((f64::from(count) - 2000.0).abs() < 130.0, "{count}");
    }

    #[test]
    fn contradictions_are_reported() {
        let places = |settings: Value| {
            problems(&settings, 1500.0).into_iter().map(|found| found.0).collect::<Vec<_>>()
        };
        assert_eq!(places(json!({"shaper": {"rate": 1e6, "burst": 1000}})), ["shaper.burst"]);
        assert_eq!(places(json!({"framing": {"cell": 40}})), ["framing.carries"]);
        assert_eq!(places(json!({"trace": "5\n4\n"})), ["trace"]);
        let beside = json!({"trace": "5\n", "shaper": {}, "outages": [{"at": 1, "lasts": 2}]});
        assert_eq!(places(beside), ["shaper", "outages"]);
        assert_eq!(places(json!({"jitter": {}, "reorder": {}, "trace": "5\n7\n"})), Vec::<&str>::new());
        assert!(
            problems(&json!({"trace": "1\nzwei\n"}), 1500.0)[0].2.starts_with("Line 2 of the trace: `zwei`")
        );
        assert_eq!(trace_rate(&json!({"trace": "5\n10\n"})), Some(2.4e6));
        assert_eq!(outages(&json!({"outages": [{"at": 3}]})), [(3.0, 4.0)]);
        assert!(Impairments::build(&json!({"outages": [{"at": 3}]}), 1, 2).is_none());
    }
}
