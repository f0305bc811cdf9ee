//! The registry of the numbers of a run. Every table, comparison, sweep, model, formula and text reads a number
//! by its entry here, so that it has one name, one unit and one value everywhere. `fairshare gen` writes the
//! entries for the page (`typescript`).
//!
//! Every number covers the measurement window, unless its text says otherwise.

use Basis::{Goodput, Sender, Wire};
use Better::{Less, More};
use serde_json::{Value, json};
use sim_core::describe::Family;
use sim_core::ground::quantity::quantity;
use sim_core::params::help_text;
use sim_core::simulation::kinds;

/// What a number describes, and so the part of a summary that states it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// The measured flows together.
    Run,
    /// One direction of a link.
    Link,
    Flow,
    /// The packets of a flow with media, or of one that sends each packet once.
    Packets,
    /// The frames of a flow with media.
    Media,
    /// The picture of a flow with adaptive video.
    Video,
    /// The transfers of an entry of the document's `flows`.
    Transfers,
    /// A group of flows, which the page forms.
    Group,
}

/// Which packets a rate or a count covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// Packets that the receiver gets for the first time, headers included.
    Goodput,
    /// All packets on a link, retransmissions and headers included.
    Wire,
    /// All packets that the sender sends.
    Sender,
    /// Neither of them: a time, a state or an index.
    None,
}

/// Which of two values is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Better {
    More,
    Less,
    Neither,
}

/// A number of a run.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    /// Unique among the numbers of a run, of a link, of a flow with its media, and so on.
    pub id: &'static str,
    pub of: Of,
    /// Where the summary of the run, link, flow and so on states the number.
    pub path: &'static str,
    /// The number is divided by the sum of the numbers at these paths.
    pub per: &'static [&'static str],
    /// A base unit, "ms", "share" for a share of 1, "index" for an index between 0 and 1, or "" for a count.
    pub unit: &'static str,
    pub label: &'static str,
    /// The statistic of a distribution; empty for other numbers.
    pub statistic: &'static str,
    /// What the label does not say.
    pub doc: &'static str,
    pub basis: Basis,
    pub better: Better,
    /// The significant digits of its text.
    pub digits: usize,
    /// Whether the tables of a run show it.
    pub shown: bool,
    /// Whether a sweep reports it without being asked.
    pub swept: bool,
    /// Whether the results of a run of a sweep contain it.
    pub stored: bool,
    /// Whether a comparison of two runs states it, and its weight among the effects of a change.
    pub compared: Option<f64>,
}

#[rustfmt::skip]
impl Number {
    const fn better(self, better: Better) -> Self { Self { better, ..self } }
    const fn basis(self, basis: Basis) -> Self { Self { basis, ..self } }
    const fn doc(self, doc: &'static str) -> Self { Self { doc: help_text(doc), ..self } }
    const fn at(self, path: &'static str) -> Self { Self { path, ..self } }
    const fn per(self, per: &'static [&'static str]) -> Self { Self { per, ..self } }
    const fn shown(self) -> Self { Self { shown: true, ..self } }
    const fn stored(self) -> Self { Self { stored: true, ..self } }
    const fn swept(self) -> Self { Self { swept: true, stored: true, ..self } }
    const fn compared(self, weight: f64) -> Self { Self { compared: Some(weight), ..self } }
}

impl Number {
    /// The value in the part of a summary that the number describes (`Of`). `None` if it has none.
    pub fn read(&self, part: &Value) -> Option<f64> {
        let at = |path: &str| path.split('.').fold(part, |value, name| &value[name]).as_f64();
        let value = at(self.path)?;
        if self.per.is_empty() {
            return Some(value);
        }
        let whole = self.per.iter().map(|path| at(path)).sum::<Option<f64>>()?;
        (whole > 0.0).then(|| value / whole)
    }

    /// The harm that others do to a flow (Ware and others, HotNets 2019, section 4): the share of what the flow has alone that it
    /// loses, or for a number of which less is better, the share of its value among others that they cause.
    pub fn harm(&self, alone: f64, among_others: f64) -> Option<f64> {
        let (better, worse) = match self.better {
            More => (alone, among_others),
            Less => (among_others, alone),
            Better::Neither => return None,
        };
        (better > 0.0).then(|| (better - worse) / better)
    }

    /// A value as text, with its unit. A number of packets has none: the heading of its column states it.
    pub fn text(&self, value: Option<f64>) -> String {
        value.map_or_else(|| "-".to_owned(), |value| quantity(value, self.unit, self.digits))
    }

    /// The label with the statistic, and with the unit that the text of a value lacks.
    pub fn heading(&self) -> String {
        let unit = if self.unit == "packets" { " (packets)" } else { "" };
        match self.statistic {
            "" => format!("{}{unit}", self.label),
            statistic => format!("{}, {statistic}{unit}", self.label),
        }
    }
}

const fn number(of: Of, id: &'static str, unit: &'static str, label: &'static str) -> Number {
    Number {
        id,
        of,
        path: id,
        per: &[],
        unit,
        label: help_text(label),
        statistic: "",
        doc: "",
        basis: Basis::None,
        better: Better::Neither,
        digits: 3,
        shown: false,
        swept: false,
        stored: false,
        compared: None,
    }
}

/// A number of media, whose path is that of its ID in `media`.
macro_rules! media {
    ($id:literal, $unit:literal, $label:literal) => {
        number(Of::Media, $id, $unit, $label).at(concat!("media.", $id))
    };
}

/// A number of adaptive video, with its path in `video`.
macro_rules! video {
    ($id:literal, $path:literal, $unit:literal, $label:literal) => {
        number(Of::Video, $id, $unit, $label).at(concat!("video.", $path))
    };
}

/// A statistic of a distribution. The mean has the ID `NAME_UNIT`, others such as the 95th percentile have
/// `NAME_p95_UNIT`.
macro_rules! statistic {
    ($number:ident, $name:literal, $unit:literal, $path:literal, "mean") => {
        Number { id: concat!($name, "_", $unit), path: concat!($path, ".mean"), statistic: "mean", ..$number }
    };
    ($number:ident, $name:literal, $unit:literal, $path:literal, $statistic:literal) => {
        Number {
            id: concat!($name, "_", $statistic, "_", $unit),
            path: concat!($path, ".", $statistic),
            statistic: $statistic,
            ..$number
        }
    };
}

const UTILISATION: &str =
    "The bits that left the link, divided by those that its rate allowed during the measured time";

/// The frames whose outcome is known.
const OUTCOMES: &[&str] = &["media.on_time", "media.late", "media.missing", "media.given_up"];

/// The packets of audio whose outcome is known.
const AUDIO: &[&str] = &["media.audio.in_time", "media.audio.late", "media.audio.lost"];

const fn run(id: &'static str, unit: &'static str, label: &'static str) -> Number {
    number(Of::Run, id, unit, label)
}
const fn link(id: &'static str, unit: &'static str, label: &'static str) -> Number {
    number(Of::Link, id, unit, label)
}
const fn flow(id: &'static str, unit: &'static str, label: &'static str) -> Number {
    number(Of::Flow, id, unit, label)
}
const fn transfers(id: &'static str, unit: &'static str, label: &'static str) -> Number {
    number(Of::Transfers, id, unit, label)
}
const fn group(id: &'static str, unit: &'static str, label: &'static str) -> Number {
    number(Of::Group, id, unit, label).basis(Goodput)
}

// The distributions: what their statistics share.
const QUEUE: Number = link("", "packets", "Queue").better(Less);
const LINK_WAIT: Number = link("", "ms", "Queueing delay").better(Less);
const WINDOW: Number = flow("", "packets", "Window");
const RTT: Number = flow("", "ms", "RTT").better(Less);
const FLOW_WAIT: Number = flow("", "ms", "Queueing delay").better(Less);
const ONE_WAY: Number =
    number(Of::Packets, "", "ms", "One-way delay").better(Less).doc("From sending a packet until it arrives");
const DELAY: Number = number(Of::Media, "", "ms", "Delay")
    .better(Less)
    .doc("From generating a frame until all of it has arrived");
const AUDIO_DELAY: Number = number(Of::Media, "", "ms", "Delay of audio")
    .better(Less)
    .doc("From producing a packet of audio until it arrives");
const GAP: Number = number(Of::Media, "", "ms", "Gap");
const TRANSFER: Number = transfers("", "s", "Completion time")
    .better(Less)
    .doc("From opening the connection, or from the arrival, until the receiver has all of it");
const ACKNOWLEDGED: Number = transfers("", "s", "Time until acknowledged")
    .better(Less)
    .doc("From opening the connection, or from the arrival, until the sender knows that all has arrived");

const SLOWDOWN: Number = transfers("", "", "Slowdown").better(Less).doc(
    "Completion time divided by the time on an empty path: the base RTT, and the data at the lowest rate",
);

/// The compiler computes the entries: code that builds them takes 5 kB of the first visit.
#[rustfmt::skip]
static NUMBERS: &[Number] = &[
    run("jain", "index", "Jain's index").basis(Goodput).better(More).swept().compared(1.1)
        .doc("Of the goodputs of the measured flows; 1 if all are equal"),
    run("theta", "share", "TCP share (theta)").basis(Wire).swept()
        .doc("The share of the TCP flows in the throughput of the measured flows"),
    run("friendliness", "", "Friendliness").basis(Goodput).swept()
        .doc("Mean goodput of the other measured flows divided by that of the TCP flows"),
    run("convergence_s", "s", "Time to converge").better(Less).swept()
        .doc("From the last start of a measured flow until all rates are close to their mean"),
    run("utilisation", "share", "Utilisation of the bottleneck").basis(Wire).better(More).swept()
        .doc(UTILISATION),

    link("rate_bps", "bit/s", "Rate").doc("At the start of the run"),
    link("utilisation", "share", "Utilisation").basis(Wire).better(More).shown().swept().compared(1.0)
        .doc(UTILISATION),
    statistic!(QUEUE, "queue", "packets", "queue_packets", "mean").shown().swept(),
    statistic!(QUEUE, "queue", "packets", "queue_packets", "p50"),
    statistic!(QUEUE, "queue", "packets", "queue_packets", "p95").shown(),
    statistic!(QUEUE, "queue", "packets", "queue_packets", "max").stored(),
    statistic!(LINK_WAIT, "queue_delay", "ms", "queue_delay_ms", "mean").shown().swept().compared(0.7),
    statistic!(LINK_WAIT, "queue_delay", "ms", "queue_delay_ms", "p50"),
    statistic!(LINK_WAIT, "queue_delay", "ms", "queue_delay_ms", "p95"),
    statistic!(LINK_WAIT, "queue_delay", "ms", "queue_delay_ms", "p99"),
    statistic!(LINK_WAIT, "queue_delay", "ms", "queue_delay_ms", "max"),
    link("arrivals", "packets", "Arrivals"),
    link("departures", "packets", "Departures").basis(Wire).stored(),
    link("drops", "packets", "Drops").better(Less).shown(),
    link("drop_rate", "share", "Drop rate").better(Less).shown().swept().compared(0.0),
    link("losses", "packets", "Lost by loss rules"),
    link("marks", "packets", "Marked packets").swept(),

    flow("base_rtt_ms", "ms", "Base RTT").shown(),
    flow("goodput_bps", "bit/s", "Goodput").basis(Goodput).better(More).shown().swept().compared(1.2)
        .doc("Data delivered to the application for the first time, headers included"),
    flow("throughput_bps", "bit/s", "Throughput").basis(Wire).better(More).shown().swept()
        .doc("Everything that left the bottleneck, retransmissions included"),
    flow("fair_share_bps", "bit/s", "Fair share").basis(Wire),
    flow("sent", "packets", "Sent").basis(Sender).stored(),
    flow("lost", "packets", "Lost packets").basis(Sender).better(Less).stored(),
    flow("retransmitted", "packets", "Retransmitted").basis(Sender),
    flow("loss_fraction", "share", "Lost").basis(Sender).better(Less).shown().swept(),
    flow("loss_events", "", "Loss events").better(Less).stored(),
    flow("loss_event_rate", "share", "Loss event rate").basis(Sender).better(Less).swept(),
    flow("window_cuts", "", "Window cuts").shown().stored().doc("Timeouts included"),
    flow("timeouts", "", "Timeouts").better(Less).shown().swept(),
    statistic!(WINDOW, "cwnd", "packets", "cwnd", "mean").shown().stored(),
    statistic!(WINDOW, "cwnd", "packets", "cwnd", "min"),
    statistic!(WINDOW, "cwnd", "packets", "cwnd", "max"),
    statistic!(RTT, "rtt", "ms", "rtt_ms", "mean").shown().swept(),
    statistic!(RTT, "rtt", "ms", "rtt_ms", "min"),
    statistic!(RTT, "rtt", "ms", "rtt_ms", "p50"),
    statistic!(RTT, "rtt", "ms", "rtt_ms", "p95").shown().stored(),
    statistic!(RTT, "rtt", "ms", "rtt_ms", "p99"),
    statistic!(RTT, "rtt", "ms", "rtt_ms", "max"),
    flow("rpm", "", "Round trips per minute").better(More).stored()
        .doc("A minute divided by the mean of the 95 % shortest round trips (RPM, draft-ietf-ippm-responsiveness)"),
    statistic!(FLOW_WAIT, "queue_delay", "ms", "queue_delay_ms", "mean"),
    statistic!(FLOW_WAIT, "queue_delay", "ms", "queue_delay_ms", "p50"),
    statistic!(FLOW_WAIT, "queue_delay", "ms", "queue_delay_ms", "p95"),
    statistic!(FLOW_WAIT, "queue_delay", "ms", "queue_delay_ms", "p99"),
    statistic!(FLOW_WAIT, "queue_delay", "ms", "queue_delay_ms", "max"),
    flow("jitter_ms", "ms", "Jitter of arrivals").better(Less).swept()
        .doc("Mean difference between successive gaps of arrivals"),
    flow("completion_s", "s", "Completion time").better(Less).swept()
        .doc("From the first packet until the receiver has all data of the source"),
    flow("acknowledged_s", "s", "Time until acknowledged").better(Less)
        .doc("From the first packet until the sender knows that the receiver has all data"),
    flow("variation", "share", "Variation of the rate").at("cov.1").basis(Wire).better(Less)
        .doc("Coefficient of variation over intervals of 1 s"),

    statistic!(ONE_WAY, "one_way_delay", "ms", "one_way_delay_ms", "mean").shown().swept(),
    statistic!(ONE_WAY, "one_way_delay", "ms", "one_way_delay_ms", "p50"),
    statistic!(ONE_WAY, "one_way_delay", "ms", "one_way_delay_ms", "p95").shown().swept().compared(0.7),
    statistic!(ONE_WAY, "one_way_delay", "ms", "one_way_delay_ms", "p99"),
    statistic!(ONE_WAY, "one_way_delay", "ms", "one_way_delay_ms", "max"),
    number(Of::Packets, "delay_jitter_ms", "ms", "Jitter").better(Less).shown().swept()
        .doc("Mean difference between the one-way delays of successive packets"),

    media!("frames", "", "Frames").shown(),
    number(Of::Media, "on_time_share", "share", "Frames on time").at("media.on_time").per(OUTCOMES).better(More)
        .shown().swept().compared(1.5).doc("Share of the frames whose outcome is known"),
    media!("on_time", "", "Number of frames on time").better(More),
    media!("late", "", "Late").better(Less).shown(),
    media!("missing", "", "Missing").better(Less).shown(),
    media!("given_up", "", "Skipped").better(Less).shown()
        .doc("Frames that the sender skipped in favour of newer ones"),
    media!("stalls", "", "Stalls").better(Less).shown()
        .doc("How often playback stalls if the player waits for late frames"),
    media!("stalled_s", "s", "Time stalled").better(Less).shown().swept().compared(0.0),
    media!("freezes", "", "Freezes").better(Less).shown()
        .doc("How often the picture freezes if the player shows only frames on time: gaps between them of 150 ms and an interval, and at least three intervals, as browsers count them"),
    media!("frozen_s", "s", "Time frozen").better(Less).shown().swept().compared(0.0)
        .doc("Total time of the freezes"),
    statistic!(DELAY, "delay", "ms", "media.delay_ms", "mean"),
    statistic!(DELAY, "delay", "ms", "media.delay_ms", "min"),
    statistic!(DELAY, "delay", "ms", "media.delay_ms", "p50").shown(),
    statistic!(DELAY, "delay", "ms", "media.delay_ms", "p95").shown().swept(),
    statistic!(DELAY, "delay", "ms", "media.delay_ms", "p99"),
    statistic!(DELAY, "delay", "ms", "media.delay_ms", "max"),
    statistic!(GAP, "gap", "ms", "media.gap_ms", "mean"),
    statistic!(GAP, "gap", "ms", "media.gap_ms", "p50"),
    statistic!(GAP, "gap", "ms", "media.gap_ms", "p95"),
    statistic!(GAP, "gap", "ms", "media.gap_ms", "p99"),
    statistic!(GAP, "gap", "ms", "media.gap_ms", "max"),
    media!("rate_bps", "bit/s", "Bit rate").better(More).shown()
        .doc("Mean of the rates that the encoder chose"),
    media!("changes", "", "Rate changes").better(Less).shown(),

    number(Of::Media, "audio_lost", "share", "Audio lost").at("media.audio.lost").per(AUDIO).better(Less).shown().stored()
        .doc("Share of the packets of audio that do not arrive"),
    number(Of::Media, "audio_late", "share", "Audio late").at("media.audio.late").per(AUDIO).better(Less).shown().stored()
        .doc("Share of the packets of audio that arrive after the time at which the player needs them"),
    statistic!(AUDIO_DELAY, "audio_delay", "ms", "media.audio.delay_ms", "p95").shown().stored(),

    video!("startup_s", "startup_s", "s", "Time until the picture").better(Less).shown().swept()
        .doc("From pressing play until the picture starts"),
    video!("video_stalls", "stalls", "", "Stalls").better(Less).shown().swept().doc("How often the buffer was empty"),
    video!("video_stalled_s", "stalled_s", "s", "Time stalled").better(Less).shown().swept().compared(0.0),
    video!("video_rate_bps", "rate_bps", "bit/s", "Bit rate").better(More).shown().swept().compared(1.0)
        .doc("Mean over the segments that arrived"),
    video!("switches", "switches", "", "Rate changes").better(Less).shown().swept()
        .doc("How often the bit rate changed from one segment to the next"),
    video!("segments", "segments", "", "Segments").shown(),

    transfers("count", "", "Finished").better(More).shown()
        .doc("Transfers whose last packet was acknowledged"),
    transfers("begun", "", "Started").shown(),
    transfers("refused", "", "Refused").better(Less).shown()
        .doc("Arrivals that found every connection of the pool busy"),
    statistic!(TRANSFER, "transfer", "s", "completion_s", "mean").shown(),
    statistic!(TRANSFER, "transfer", "s", "completion_s", "min"),
    statistic!(TRANSFER, "transfer", "s", "completion_s", "p50").shown().swept().compared(1.2),
    statistic!(TRANSFER, "transfer", "s", "completion_s", "p95").shown().swept().compared(0.0),
    statistic!(TRANSFER, "transfer", "s", "completion_s", "p99").shown(),
    statistic!(TRANSFER, "transfer", "s", "completion_s", "max").shown(),
    statistic!(ACKNOWLEDGED, "transfer_acknowledged", "s", "acknowledged_s", "mean"),
    statistic!(ACKNOWLEDGED, "transfer_acknowledged", "s", "acknowledged_s", "min"),
    statistic!(ACKNOWLEDGED, "transfer_acknowledged", "s", "acknowledged_s", "p50"),
    statistic!(ACKNOWLEDGED, "transfer_acknowledged", "s", "acknowledged_s", "p95"),
    statistic!(ACKNOWLEDGED, "transfer_acknowledged", "s", "acknowledged_s", "p99"),
    statistic!(ACKNOWLEDGED, "transfer_acknowledged", "s", "acknowledged_s", "max"),
    statistic!(SLOWDOWN, "slowdown", "times", "slowdown", "mean"),
    statistic!(SLOWDOWN, "slowdown", "times", "slowdown", "p50").shown().swept(),
    statistic!(SLOWDOWN, "slowdown", "times", "slowdown", "p99").shown().swept(),
    transfers("payload_bytes", "bytes", "Data").basis(Goodput).better(More).shown(),

    group("flows", "", "Flows").at("flows.length").shown(),
    group("total", "bit/s", "Total goodput").better(More).shown().compared(1.25),
    group("mean", "bit/s", "Goodput per flow").better(More).shown().compared(1.3),
    group("low", "bit/s", "Lowest goodput"),
    group("high", "bit/s", "Highest goodput"),
    group("jain", "index", "Jain's index within the group").better(More).shown().compared(1.2),
    group("ratio", "", "Goodput per flow, ratio").at("ratio.value").compared(0.0),
    group("between", "index", "Jain's index between groups").better(More).compared(0.0),
];

/// What an entry of the document's `flows` can have numbers of.
const OF_ENTRIES: [Of; 5] = [Of::Flow, Of::Packets, Of::Media, Of::Video, Of::Transfers];

/// All numbers, in the order of tables.
pub fn numbers() -> &'static [Number] {
    NUMBERS
}

/// The number of something with an ID.
pub fn find(of: Of, id: &str) -> Option<&'static Number> {
    NUMBERS.iter().find(|number| number.of == of && number.id == id)
}

/// Returns whether a flow belongs to an entry of the document's `flows`.
pub fn is_member(flow: &Value, entry: &str) -> bool {
    let suffix = flow["id"].as_str().and_then(|id| id.strip_prefix(entry));
    suffix.is_some_and(|suffix| suffix.is_empty() || suffix.starts_with('.'))
}

fn list<'a>(summary: &'a Value, name: &str) -> &'a [Value] {
    summary[name].as_array().map_or(&[], Vec::as_slice)
}

/// The number that a name such as `jain`, `forward.utilisation` or `near.goodput_bps` means: its entry, and
/// the link or the entry of `flows`. Without another link of this name, `forward` is the first link.
pub fn named(name: &str, is_link: impl Fn(&str) -> bool) -> Option<(&'static Number, &str)> {
    let Some((owner, id)) = name.rsplit_once('.') else { return Some((find(Of::Run, name)?, "")) };
    let kinds: &[Of] = if is_link(owner) { &[Of::Link] } else { &OF_ENTRIES };
    Some((kinds.iter().find_map(|&of| find(of, id))?, owner))
}

/// The value of a number of a run by its name: for an entry of `flows`, the mean over its flows. `None` if one
/// of them has no value.
pub fn value(summary: &Value, name: &str) -> Option<f64> {
    let links = list(summary, "links");
    let (number, owner) = named(name, |id| id == "forward" || links.iter().any(|link| link["id"] == id))?;
    match number.of {
        Of::Run | Of::Group => number.read(&summary["fairness"]),
        Of::Link => number.read(links.iter().find(|link| link["id"] == owner).or(links.first())?),
        Of::Transfers => number.read(list(summary, "transfers").iter().find(|entry| entry["id"] == owner)?),
        Of::Flow | Of::Packets | Of::Media | Of::Video => {
            let flows = list(summary, "flows").iter().filter(|flow| is_member(flow, owner));
            let values: Vec<f64> = flows.map(|flow| number.read(flow)).collect::<Option<_>>()?;
            (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
        }
    }
}

/// An entry of the document's `flows`, and what it has numbers of.
#[derive(Clone, Debug)]
pub struct Entry {
    pub id: String,
    pub kinds: Vec<Of>,
}

impl Entry {
    /// Reads an entry of a document.
    pub fn of(flow: &Value) -> Option<Self> {
        let source = flow["source"]["kind"].as_str().unwrap_or_default();
        let algorithm = flow["algorithm"].as_str().and_then(|id| kinds().algorithm(id));
        let is_media = source == "media";
        let sends_once = algorithm.is_some_and(|info| info.family != Family::Window);
        let has = |of: &Of| match of {
            Of::Packets => is_media || sends_once,
            Of::Media => is_media,
            Of::Video => source == "video",
            Of::Transfers => matches!(source, "web" | "mice" | "arrivals" | "page" | "rpc"),
            _ => true,
        };
        Some(Entry {
            id: flow["id"].as_str()?.to_owned(),
            kinds: OF_ENTRIES.into_iter().filter(has).collect(),
        })
    }
}

/// The names of the numbers of a run whose `flows` have these entries.
pub fn names(entries: &[Entry], is_wanted: impl Fn(&Number) -> bool) -> Vec<String> {
    let of = |kinds: &[Of], owner: &str| -> Vec<String> {
        let wanted = NUMBERS.iter().filter(|number| kinds.contains(&number.of) && is_wanted(number));
        wanted.map(|n| if owner.is_empty() { n.id.to_owned() } else { format!("{owner}.{}", n.id) }).collect()
    };
    let entries = entries.iter().flat_map(|entry| of(&entry.kinds, &entry.id));
    of(&[Of::Run], "").into_iter().chain(of(&[Of::Link], "forward")).chain(entries).collect()
}

/// The declaration of the page's entries.
const TYPES: &str = r#"// Generated from sim-core/measures/src/numbers.rs by `npm run gen`, which also says what the members mean. Do not edit.
export interface RunNumber {
  readonly id: string;
  readonly of: "run" | "link" | "flow" | "packets" | "media" | "video" | "transfers" | "group";
  readonly path: string;
  readonly per?: readonly string[];
  readonly unit: string;
  readonly label: string;
  readonly statistic: string;
  readonly doc?: string;
  readonly basis: "goodput" | "wire" | "sender" | "none";
  readonly better: "more" | "less" | "neither";
  readonly digits: number;
  readonly shown?: boolean;
  readonly swept?: boolean;
  readonly stored?: boolean;
  readonly compared?: number;
}

export const NUMBERS: readonly RunNumber[] = "#;

/// The entries for the page, as a TypeScript module.
pub fn typescript() -> String {
    let name = |text: String| text.to_lowercase();
    let entry = |n: &Number| {
        let mut entry = json!({
            "id": n.id, "of": name(format!("{:?}", n.of)), "path": n.path, "unit": n.unit, "label": n.label,
            "statistic": n.statistic, "basis": name(format!("{:?}", n.basis)),
            "better": name(format!("{:?}", n.better)), "digits": n.digits, "per": n.per, "doc": n.doc,
            "shown": n.shown, "swept": n.swept, "stored": n.stored, "compared": n.compared,
        });
        if let Some(members) = entry.as_object_mut() {
            let usual = [json!([]), json!(""), json!(false), Value::Null];
            members.retain(|key, value| key == "unit" || key == "statistic" || !usual.contains(value));
        }
        entry
    };
    format!("{TYPES}{:#};\n", NUMBERS.iter().map(entry).collect::<Value>())
}
