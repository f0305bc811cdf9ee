//! The schema of the document, as a tree of fields. Validation, the canonical form, the catalogue, the JSON
//! Schema, the TypeScript types and docs/settings.md follow from this tree. Defaults do not change within a
//! format: a new default requires a new format (`formats.rs`).

use serde_json::json;

use super::limits::{
    MAX_DURATION, MAX_FLOWS, MAX_HOPS, MAX_LINKS, MAX_NODES, MAX_PARKING_LOT_LINKS, MAX_RATE,
    MAX_TIMELINE_ENTRIES,
};
use sim_engine::choice;
use sim_engine::describe::{KindInfo, Kinds};
use sim_engine::net::loss::{LossPlace, PacketClass};
use sim_engine::net::queues::limit_field;
use sim_engine::params::{Choice, Field, FieldKind, MAX_SAFE, ValueRange, Variant, help_text};

choice! {
    /// The direction of a flow, and its role in the fairness metrics.
    pub enum Role {
        /// The fairness metrics compare this flow.
        Measured "measured",
        /// The flow shares the links, but the fairness metrics do not include it.
        Background "background",
        /// The flow sends back, as an upload does: from right to left, unless it has a `path`. The fairness
        /// metrics do not include it.
        Reverse "reverse" "Back (upload)",
    }
}

choice! {
    /// How senders add small random delays.
    pub enum JitterMode {
        /// Each packet is delayed by its own random time, in order.
        Delay "delay",
        /// Each packet takes a random processing time. Packets are processed one at a time.
        Serial "serial",
        /// A packet waits for a random time and is then sent with all packets that the window allows at that
        /// time, like the parameter `overhead_` of ns-2's TCP agents. Paced senders have no jitter.
        Batch "batch",
        /// No jitter.
        Off "off",
    }
}

/// The format of documents, which each states in `v`.
pub const FORMAT: u64 = 1;

/// The schema of the whole document. It is built once and kept in `kinds`, because every check of a document
/// needs it.
pub fn document(kinds: &Kinds) -> &Field {
    kinds.document.get_or_init(|| build_document(kinds))
}

fn build_document(kinds: &Kinds) -> Field {
    let fields = vec![
        Field::new("v", FieldKind::Integer, "Format of the document.").label("Format").range(FORMAT..=FORMAT),
        text("title", 200, "The name of the scenario."),
        text("note", 10_000, "A description of the scenario. Plain text."),
        Field::new(
            "seed",
            FieldKind::Integer,
            "Determines the random numbers. The same seed gives the same run.",
        )
        .range(0..=MAX_SAFE)
        .default(1),
        Field::new("duration", FieldKind::Number, "Simulated duration of the run.")
            .unit("s")
            .above(0.0)
            .max(MAX_DURATION)
            .default(60),
        Field::new("warmup", FieldKind::Number, "Time at the start that is excluded from the summary.")
            .unit("s")
            .label("Warm-up")
            .range(0.0..=MAX_DURATION)
            .default(0),
        network(kinds),
        jitter(),
        list("flows", flow(kinds), MAX_FLOWS, "The flows."),
        list(
            "timeline",
            change(),
            MAX_TIMELINE_ENTRIES,
            "Changes of settings during the run. A change is applied before any other event at its time. Changes at the same time are applied in document order.",
        ),
        measure(),
    ];
    Field::new("", FieldKind::Object(fields), "A scenario, which determines one run.").label("Scenario")
}

#[inline(always)]
fn text(name: &'static str, max_length: usize, doc: &str) -> Field {
    Field::new(name, FieldKind::Text { max_length }, doc).default("")
}

fn list(name: &'static str, item: Field, max_items: usize, doc: &str) -> Field {
    Field::new(name, FieldKind::List { item: Box::new(item), max_items }, doc).default(json!([]))
}

fn object(name: &'static str, fields: Vec<Field>, doc: &str) -> Field {
    Field::new(name, FieldKind::Object(fields), doc).default(json!({}))
}

const DEFAULT_ACCESS_RATE: &str =
    "100 Mbit/s, or ten times the rate of the fastest direction of any link if that is more";

fn network(kinds: &Kinds) -> Field {
    let topology = FieldKind::Variant(vec![dumbbell(kinds), parking_lot(kinds), graph(kinds)]);
    Field::new("network", topology, "The links and queues that the flows share.")
        .default(json!({"kind": "dumbbell"}))
}

fn dumbbell(kinds: &Kinds) -> Variant {
    Variant::new(
        "dumbbell",
        "Senders and receivers with private access links, connected by one bottleneck. Both directions are simulated.",
        [
            both_directions(kinds, "bottleneck", ["left", "right"]),
            vec![access_rate(
                "100 Mbit/s, or ten times the rate of the faster direction of the bottleneck if that is more",
            )],
        ]
        .concat(),
    )
}

/// The ID of a link or a node.
fn part_id(doc: &str) -> Field {
    Field::new("id", FieldKind::Id, doc).label("ID")
}

fn parking_lot(kinds: &Kinds) -> Variant {
    let mut hop = vec![part_id("The link's name in results and in the timeline.")];
    hop.extend(both_directions(kinds, "link", ["left", "right"]));
    let hop = Field::new("", FieldKind::Object(hop), "A link of the parking lot.").label("Link");
    let hops = list(
        "links",
        hop,
        MAX_PARKING_LOT_LINKS,
        "The links between the routers r1, r2, ..., from left to right.",
    )
    .default(json!([{"id": "a"}, {"id": "b"}, {"id": "c"}]));
    Variant::new(
        "parking_lot",
        "A row of routers with a link between neighbours. Flows over all links compete with flows over some of the links.",
        vec![hops, access_rate(DEFAULT_ACCESS_RATE)],
    )
}

fn graph(kinds: &Kinds) -> Variant {
    let nodes = list("nodes", graph_node(), MAX_NODES, "The endpoints of links and flows.")
        .default(json!([{"id": "a"}, {"id": "b"}, {"id": "c"}]));
    let links = list("links", graph_link(kinds), MAX_LINKS, "The links between the nodes.")
        .default(json!([{"id": "ab", "from": "a", "to": "b"}, {"id": "bc", "from": "b", "to": "c"}]));
    Variant::new(
        "graph",
        "Any nodes and links. A flow takes the shortest path between two nodes, or the path in its settings.",
        vec![nodes, links, access_rate(DEFAULT_ACCESS_RATE)],
    )
}

fn graph_node() -> Field {
    let place = |name, doc| {
        Field::new(name, FieldKind::Number, doc)
            .range(0.0..=1.0)
            .default(serde_json::Value::Null)
            .null("placed automatically")
    };
    let fields = vec![
        part_id("The node's name in the paths of flows."),
        text("label", 80, "The node's name in drawings. If omitted, the ID."),
        place("x", "The node's place in drawings, from the left edge (0) to the right edge (1)."),
        place("y", "The node's place in drawings, from the top edge (0) to the bottom edge (1)."),
    ];
    Field::new("", FieldKind::Object(fields), "A node.").label("Node")
}

fn graph_link(kinds: &Kinds) -> Field {
    let mut fields = vec![
        part_id("The link's name in results, in paths and in the timeline."),
        Field::new("from", FieldKind::Id, "The node at which the forward direction starts."),
        Field::new("to", FieldKind::Id, "The node at which the forward direction ends."),
        Field::of("one_way", false, "The link has no reverse direction."),
    ];
    fields.extend(both_directions(kinds, "link", ["`from`", "`to`"]));
    Field::new("", FieldKind::Object(fields), "A link between two nodes.").label("Link")
}

fn access_rate(null_means: &'static str) -> Field {
    Field::new("access_rate", FieldKind::Number, "Rate of every access link.")
        .unit("bit/s")
        .range(1.0..=10.0 * MAX_RATE)
        .scale(sim_engine::params::Scale::Log)
        .default(serde_json::Value::Null)
        .null(null_means)
}

/// The fields for the two directions of a link. In the help texts, `what` is the name of the link, and `left`
/// and `right` are the names of its ends.
fn both_directions(kinds: &Kinds, what: &str, [left, right]: [&str; 2]) -> Vec<Field> {
    let forward =
        object("forward", link_fields(kinds, "Forward"), &format!("The {what} from {left} to {right}."));
    let reverse =
        object("reverse", link_fields(kinds, "Reverse"), &format!("The {what} from {right} to {left}."))
            .default(serde_json::Value::Null)
            .null("the initial rate, delay and queue of the forward direction, without its loss rules");
    vec![forward, reverse]
}

/// The fields of a link direction. Their labels begin with `side`: "Forward", "Reverse" or "Link".
pub fn link_fields(kinds: &Kinds, side: &str) -> Vec<Field> {
    let mut fields = vec![
        Field::new("rate", FieldKind::Number, "Bits per second on the wire.")
            .unit("bit/s")
            .range(1.0..=MAX_RATE)
            .scale(sim_engine::params::Scale::Log)
            .default(10_000_000)
            .changeable(),
        Field::new("delay", FieldKind::Number, "One-way propagation time.")
            .unit("s")
            .range(0.0..=100.0)
            .default(json!(0.01))
            .changeable(),
        queue(kinds),
        loss(kinds).changeable(),
        schedule(),
        impairments(),
    ];
    for field in &mut fields {
        field.label = format!("{side} {}", field.label.to_ascii_lowercase());
    }
    fields
}

fn queue(kinds: &Kinds) -> Field {
    let doc = "The queue for packets that wait for transmission.";
    Field::new("queue", FieldKind::Variant(queue_variants(kinds)), doc).default(json!({"kind": "drop_tail"}))
}

fn schedule() -> Field {
    let schedules = variants(&sim_engine::net::schedule::infos(), <[Field]>::to_vec);
    let doc = "Changes of the rate during the run, in addition to the timeline. The schedule of a satellite also changes the delay.";
    Field::new("schedule", FieldKind::Variant(schedules), doc)
        .label("Rate schedule")
        .default(json!({"kind": "constant"}))
}

fn impairments() -> Field {
    let doc = "Effects other than the queue and loss rules: jitter, reordering, shaping, framing, outages, a delivery trace.";
    object("impairments", sim_engine::net::impairments::fields(), doc)
}

/// The queue disciplines, each with its fields and the limit, which all disciplines have.
pub fn queue_variants(kinds: &Kinds) -> Vec<Variant> {
    let limit = limit_field();
    let shared = |own: &[Field]| own.iter().all(|field| field.name != limit.name).then(|| limit.clone());
    variants(&kinds.queues, |own| shared(own).iter().chain(own).cloned().collect())
}

fn loss(kinds: &Kinds) -> Field {
    let doc = "A rule that drops packets independently of the queue.";
    let rule = Field::new("", FieldKind::Variant(loss_variants(kinds)), doc).label("Loss rule");
    list("loss", rule, 50, "Rules that drop packets independently of the queue.").label("Loss rules")
}

/// The kinds of loss rule, each with its fields and the fields that all kinds have.
pub fn loss_variants(kinds: &Kinds) -> Vec<Variant> {
    let flow = Field::new(
        "flow",
        FieldKind::Id,
        "The flow whose packets can be lost. The ID of an entry with a `count` means all of its flows.",
    )
    .default(serde_json::Value::Null)
    .null("any flow");
    let shared = [
        flow,
        Field::of(
            "where",
            LossPlace::Arrival,
            "Whether the rule drops packets before the queue or after transmission.",
        ),
        Field::of("what", PacketClass::All, "The packets that can be lost."),
    ];
    variants(&kinds.losses, |own| own.iter().chain(&shared).cloned().collect())
}

/// The kinds as variants. `fields` completes the list of a kind's own fields.
fn variants(kinds: &[KindInfo], fields: impl Fn(&[Field]) -> Vec<Field>) -> Vec<Variant> {
    let variant = |kind: &KindInfo| Variant {
        value: kind.id,
        label: kind.name.to_owned(),
        doc: kind.doc.to_owned(),
        fields: fields(&kind.fields),
    };
    kinds.iter().map(variant).collect()
}

fn jitter() -> Field {
    let max = Field::new("max", FieldKind::Number, "Maximum additional delay.")
        .unit("s")
        .label("Maximum jitter")
        .range(0.0..=10.0)
        .default(serde_json::Value::Null)
        .null("the transmission time of a packet at the initial rate of the path's slowest link");
    let mode = Field::of("mode", JitterMode::Delay, "How the delay is added.").label("Jitter mode");
    let doc = "A small random delay of each packet at its sender. Packets stay in order. Without the delay, the arrivals of a flow could stay in step with the queue, so that its packets find the queue full in every round trip.";
    object("jitter", vec![mode, max], doc).label("Sender jitter")
}

/// The groups of a flow's settings in forms.
const WHEN: &str = "When, and how many";
const PATH: &str = "Path and packets";
const SHOWN: &str = "Place in results";

fn flow(kinds: &Kinds) -> Field {
    let names: Vec<_> = kinds.algorithms.iter().map(|info| info.id).collect();
    let texts: Vec<_> = kinds.algorithms.iter().map(|info| (help_text(info.name), info.summary)).collect();
    let algorithms = Choice::list(&names, &texts);
    let side = |name, label: &str, doc| {
        Field::of(name, ValueRange::exactly(0.005), doc).unit("s").range(0.0..=100.0).label(label).group(PATH)
    };
    let access = vec![
        side(
            "sender",
            "Access delay at the sender",
            "One-way propagation delay of the sender's access link. If it is a range, each of the `count` flows draws its own value from it.",
        ),
        side("receiver", "Access delay at the receiver", "One-way propagation delay of the receiver's access link. If it is a range, each of the `count` flows draws its own value from it."),
        Field::new("receiver_rate", FieldKind::Number, "Rate at which the receiver accepts data, independently of the rates of links. Data that arrives while the receiver's buffer is full is lost.")
            .unit("bit/s")
            .range(100.0..=MAX_RATE)
            .scale(sim_engine::params::Scale::Log)
            .label("Rate of the receiver")
            .group(PATH)
            .default(serde_json::Value::Null)
            .null("no limit"),
        Field::new("receiver_buffer", FieldKind::Integer, "Size of the receiver's buffer, if the receiver's rate is limited. After an idle period the receiver accepts this amount of data at once.")
            .unit("bytes")
            .range(48..=1_000_000_000)
            .scale(sim_engine::params::Scale::Log)
            .label("Buffer of the receiver")
            .group(PATH)
            .default(15_000),
    ];
    let fields = vec![
        Field::new("id", FieldKind::Id, "The flow's name in results and in the timeline. It also determines the flow's random numbers, so it should not change when other settings change.").label("ID"),
        text("label", 80, "The flow's name in legends. If omitted, the ID."),
        text("group", 80, "The name of the group in which charts and tables show the flow. It does not affect results. If omitted, the flows of an entry whose `count` is above 1 form a group, and a single flow belongs to no group.").group(SHOWN),
        Field::of("role", Role::Measured, "The direction of the flow, and whether the fairness metrics compare it.").group(SHOWN),
        Field::new("algorithm", FieldKind::Choice(algorithms), "The congestion control algorithm of the sender.").default("cubic"),
        Field::new("params", FieldKind::Params { of: "algorithm" }, "Settings of the algorithm that differ from their defaults.").label("Parameters").default(json!({})).changeable(),
        Field::new("source", FieldKind::Variant(variants(&kinds.sources, <[Field]>::to_vec)), "The application, which produces the data to send.").default(json!({"kind": "greedy"})),
        Field::new("packet", FieldKind::Integer, "Size of a full packet, including headers.").label("Packet size").unit("bytes").range(48..=65_535).default(1500).group(PATH),
        object("access", access, "The flow's access links at both ends."),
        path(),
        Field::of("start", ValueRange::exactly(0.0), "Start time. If it is a range, each of the `count` flows draws its own value from it.").unit("s").range(0.0..=MAX_DURATION).group(WHEN),
        Field::new("stop", FieldKind::Number, "Stop time.").unit("s").above(0.0).max(MAX_DURATION).default(serde_json::Value::Null).null("the flow does not stop").group(WHEN),
        Field::new("count", FieldKind::Integer, "Number of flows with these settings. If it is above 1, their IDs are id.0, id.1 and so on.").range(1..=MAX_FLOWS as u64).default(1).group(WHEN),
    ];
    Field::new("", FieldKind::Object(fields), "A flow, or several flows with the same settings.")
        .label("Flow")
}

fn path() -> Field {
    let end = |name, doc, null_means| {
        Field::new(name, FieldKind::Id, doc).default(serde_json::Value::Null).null(null_means)
    };
    let links = |name, doc| {
        let link = Field::new("", FieldKind::Id, "The ID of a link.").label("Link");
        list(name, link, MAX_HOPS, doc)
    };
    let fields = vec![
        end(
            "from",
            "The node at which the flow's data enters the network.",
            "the first node; with the role reverse, the last node",
        ),
        end(
            "to",
            "The node at which the flow's data leaves the network.",
            "the last node; with the role reverse, the first node",
        ),
        links(
            "links",
            "The links of the data route, in order. Each is used in the direction that continues the path. If empty, the flow takes the path with the shortest delay. If several paths have this delay, it takes one with the fewest links, and of these the first in the order of the links' IDs.",
        ),
        links(
            "back",
            "The links of the feedback route, in order. If empty, feedback takes the links of `links` in reverse order, provided that `links` is not empty and all of them have both directions. Otherwise it takes the shortest path.",
        ),
    ];
    let doc = "The path of the flow. It must be null in a dumbbell, which has a single path.";
    object("path", fields, doc).default(serde_json::Value::Null).null(
        "in a dumbbell from left to right, otherwise the shortest path from the first node to the last; with the role reverse, the opposite direction",
    )
    .group(PATH)
}

fn change() -> Field {
    let fields = vec![
        Field::new("at", FieldKind::Number, "Time of the change.")
            .unit("s")
            .label("Time")
            .range(0.0..=MAX_DURATION),
        Field::new("set", FieldKind::Text { max_length: 200 }, "Path of the setting that changes.")
            .label("Setting"),
        Field::new("to", FieldKind::ValueOf { path: "set" }, "The new value.").label("Value"),
    ];
    Field::new("", FieldKind::Object(fields), "A change of one setting.").label("Change")
}

/// The default bin widths.
pub fn default_bins() -> serde_json::Value {
    json!([0.1, 1])
}

fn measure() -> Field {
    let bin = Field::new("", FieldKind::Number, "A bin width.")
        .label("Bin width")
        .unit("s")
        .above(0.0)
        .max(MAX_DURATION);
    let bins = Field::new(
        "bins",
        FieldKind::List { item: Box::new(bin), max_items: 8 },
        "Bin widths for which the smoothness of rates is computed during the run, from every packet instead of from the recorded series.",
    )
    .unit("s")
    .default(default_bins());
    let window = vec![
        Field::new("id", FieldKind::Id, "The window's name in results.").label("ID"),
        Field::new("from", FieldKind::Number, "Start of the window.").unit("s").range(0.0..=MAX_DURATION),
        Field::new("to", FieldKind::Number, "End of the window.").unit("s").above(0.0).max(MAX_DURATION),
    ];
    let window = Field::new("", FieldKind::Object(window), "A part of the run with a separate summary.")
        .label("Window");
    let windows = list("windows", window, 20, "Parts of the run with separate summaries.");
    object("measure", vec![bins, windows], "Measurements for the summary.")
}
