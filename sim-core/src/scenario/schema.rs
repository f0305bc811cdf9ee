//! The document described once, as a tree of fields. Checking, the canonical form, the catalogue, the JSON Schema, the
//! TypeScript types and docs/scenario.md all follow from this tree. Defaults are frozen per version: changing one here
//! means a new version and a migration that writes the old value.

use serde_json::json;

use super::migrate::CURRENT;
use super::model::{JitterMode, LossPlace, PacketClass, Role};
use crate::describe::{KindInfo, Kinds};
use crate::params::{Field, FieldKind, Limit, MAX_SAFE, ValueRange, Variant};

pub const MAX_DURATION: f64 = 86_400.0;
pub const MAX_FLOWS: usize = 2000;
pub const MAX_TIMELINE: usize = 1000;
pub const MAX_RATE: f64 = 1e12;
pub const MAX_HOPS: usize = 100;
pub const MAX_NODES: usize = 1000;
pub const MAX_LINKS: usize = 1000;

/// The whole document.
pub fn document(kinds: &Kinds) -> Field {
    let fields = vec![
        Field::new("v", FieldKind::Integer, "Version of the document format.")
            .label("Version")
            .range(1..=CURRENT),
        text("title", 200, "What the scenario is called."),
        text("note", 10_000, "What it shows, or what to try. Plain text."),
        Field::new("seed", FieldKind::Integer, "Picks the random numbers: the same seed gives the same run.")
            .range(0..=MAX_SAFE)
            .default(1),
        Field::new("duration", FieldKind::Number, "Simulated time.")
            .unit("s")
            .above(0.0)
            .max(MAX_DURATION)
            .default(60),
        Field::new("warmup", FieldKind::Number, "Time at the start that summaries leave out.")
            .unit("s")
            .label("Warm-up")
            .range(0.0..=MAX_DURATION)
            .default(0),
        network(kinds),
        jitter(),
        list("flows", flow(kinds), MAX_FLOWS, "Who sends, with which algorithm, and when."),
        list(
            "timeline",
            change(),
            MAX_TIMELINE,
            "Changes of settings while the run goes on, applied before anything else at their time; those of the same time in document order.",
        ),
        measure(),
    ];
    Field::new("", FieldKind::Object(fields), "A scenario: everything about one run.").label("Scenario")
}

fn text(name: &'static str, max_length: usize, doc: &str) -> Field {
    Field::new(name, FieldKind::Text { max_length }, doc).default("")
}

fn list(name: &'static str, item: Field, max_items: usize, doc: &str) -> Field {
    Field::new(name, FieldKind::List { item: Box::new(item), max_items }, doc).default(json!([]))
}

fn object(name: &'static str, fields: Vec<Field>, doc: &str) -> Field {
    Field::new(name, FieldKind::Object(fields), doc).default(json!({}))
}

const FASTEST: &str = "100 Mbit/s, or ten times the fastest direction of any link if that is more";

fn network(kinds: &Kinds) -> Field {
    let dumbbell = Variant::new(
        "dumbbell",
        "Senders and receivers on access links of their own, joined by one bottleneck. Both directions are real.",
        [
            both_sides(kinds, "bottleneck", ["left", "right"]),
            vec![access_rate(
                "100 Mbit/s, or ten times the faster direction of the bottleneck if that is more",
            )],
        ]
        .concat(),
    );
    let id = |doc| Field::new("id", FieldKind::Id, doc).label("ID");
    let hop = Field::new(
        "",
        FieldKind::Object(
            [
                vec![id("The link's name in results, and in the timeline.")],
                both_sides(kinds, "link", ["left", "right"]),
            ]
            .concat(),
        ),
        "A link of the parking lot.",
    )
    .label("Link");
    let hops = list("links", hop, MAX_HOPS, "The links between the routers r1, r2, ..., from left to right.")
        .default(json!([{"id": "a"}, {"id": "b"}, {"id": "c"}]));
    let parking_lot = Variant::new(
        "parking_lot",
        "Routers in a row, joined by one link after the other: flows over all of them meet flows over one or a few.",
        vec![hops, access_rate(FASTEST)],
    );
    let node = vec![
        id("The node's name in the paths of flows."),
        text("label", 80, "What drawings call the node. Left out: the ID."),
    ];
    let node = Field::new("", FieldKind::Object(node), "A node.").label("Node");
    let nodes = list("nodes", node, MAX_NODES, "Where links and flows begin and end.")
        .default(json!([{"id": "a"}, {"id": "b"}, {"id": "c"}]));
    let mut link = vec![
        id("The link's name in results, in paths and in the timeline."),
        Field::new("from", FieldKind::Id, "The node where its forward direction begins."),
        Field::new("to", FieldKind::Id, "The node where its forward direction ends."),
        Field::of("one_way", false, "It has no reverse direction."),
    ];
    link.extend(both_sides(kinds, "link", ["`from`", "`to`"]));
    let link = Field::new("", FieldKind::Object(link), "A link between two nodes.").label("Link");
    let links = list("links", link, MAX_LINKS, "The links between the nodes.")
        .default(json!([{"id": "ab", "from": "a", "to": "b"}, {"id": "bc", "from": "b", "to": "c"}]));
    let graph = Variant::new(
        "graph",
        "Any nodes and links. Flows go from node to node, along the shortest way or a given one.",
        vec![nodes, links, access_rate(FASTEST)],
    );
    let kinds = FieldKind::Variant(vec![dumbbell, parking_lot, graph]);
    Field::new("network", kinds, "The links and queues that the flows share.")
        .default(json!({"kind": "dumbbell"}))
}

fn access_rate(null_means: &'static str) -> Field {
    Field::new("access_rate", FieldKind::Number, "Rate of every access link.")
        .unit("bit/s")
        .range(1.0..=10.0 * MAX_RATE)
        .scale(crate::params::Scale::Log)
        .default(serde_json::Value::Null)
        .null(null_means)
}

/// The two directions of a link: what it is called, and between what.
fn both_sides(kinds: &Kinds, what: &str, [left, right]: [&str; 2]) -> Vec<Field> {
    let forward =
        object("forward", link_fields(kinds, "Forward"), &format!("The {what} from {left} to {right}."));
    let reverse = object(
        "reverse",
        link_fields(kinds, "Reverse"),
        &format!("The {what} from {right} to {left}."),
    )
    .default(serde_json::Value::Null)
    .null("rate, delay and queue of the forward direction as they are at the start, without its loss rules");
    vec![forward, reverse]
}

/// One direction of a link.
pub fn link_fields(kinds: &Kinds, side: &str) -> Vec<Field> {
    let mut fields = vec![
        Field::new("rate", FieldKind::Number, "Bits per second on the wire.")
            .unit("bit/s")
            .range(1.0..=MAX_RATE)
            .scale(crate::params::Scale::Log)
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
    let doc = "What happens to packets that must wait.";
    Field::new("queue", FieldKind::Variant(queue_variants(kinds)), doc).default(json!({"kind": "drop_tail"}))
}

fn schedule() -> Field {
    let plans = variants(&crate::net::schedule::infos(), <[Field]>::to_vec);
    let doc = "How the rate changes during the run, beside what the timeline says.";
    Field::new("schedule", FieldKind::Variant(plans), doc)
        .label("Rate schedule")
        .default(json!({"kind": "constant"}))
}

fn impairments() -> Field {
    let doc =
        "What else happens to packets here: jitter, reordering, shaping, cells, outages, a delivery trace.";
    object("impairments", crate::net::impairments::fields(), doc)
}

/// The queue disciplines, each with the limit that all have.
pub fn queue_variants(kinds: &Kinds) -> Vec<Variant> {
    let doc = "How much may wait, the packet in service not counted: exactly one of packets, bytes, seconds or bdp.";
    let limit = Field::of("limit", Limit::Packets(50), doc).changeable();
    variants(&kinds.queues, |own| std::iter::once(&limit).chain(own).cloned().collect())
}

fn loss(kinds: &Kinds) -> Field {
    let doc = "A rule that loses packets without a full queue.";
    let rule = Field::new("", FieldKind::Variant(loss_variants(kinds)), doc).label("Loss rule");
    list("loss", rule, 50, "Rules that lose packets for reasons other than a full queue.").label("Loss rules")
}

/// The kinds of loss rule, each with the fields that all have.
pub fn loss_variants(kinds: &Kinds) -> Vec<Variant> {
    let flow =
        Field::new("flow", FieldKind::Id, "The flow whose packets can be lost, all its members included.")
            .default(serde_json::Value::Null)
            .null("any flow");
    let shared = [
        flow,
        Field::of("where", LossPlace::Arrival, "Before the queue or after service."),
        Field::of("what", PacketClass::All, "Which packets can be lost."),
    ];
    variants(&kinds.losses, |own| own.iter().chain(&shared).cloned().collect())
}

/// Fields that every loss rule has beside its own.
pub const LOSS_SHARED: [&str; 3] = ["flow", "where", "what"];
/// Fields that every queue has beside its own.
pub const QUEUE_SHARED: [&str; 1] = ["limit"];

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
    let max = Field::new("max", FieldKind::Number, "Largest extra delay.")
        .unit("s")
        .label("Largest jitter")
        .range(0.0..=10.0)
        .default(serde_json::Value::Null)
        .null("one service time of the slowest link on the path at the start");
    let mode = Field::of("mode", JitterMode::Delay, "How it is added.").label("Jitter mode");
    let doc = "A small random delay before each packet that a sender sends. It keeps order, and keeps a flow from always meeting a full queue because its packets arrive at the wrong moment.";
    object("jitter", vec![mode, max], doc).label("Sender jitter")
}

fn flow(kinds: &Kinds) -> Field {
    let algorithms = kinds.algorithms.iter().map(|info| {
        let choice = crate::params::Choice::new(info.id, info.summary);
        choice.label(info.name)
    });
    let side = |name, label: &str, doc| {
        Field::of(name, ValueRange::exactly(0.005), doc).unit("s").range(0.0..=100.0).label(label)
    };
    let access = vec![
        side(
            "sender",
            "Access delay at the sender",
            "One-way propagation of the sender's access link: a number, or a range from which every member draws.",
        ),
        side("receiver", "Access delay at the receiver", "The same at the receiver."),
        Field::new("receiver_rate", FieldKind::Number, "What the receiver itself can take, apart from all links: data that come faster are lost there when its buffer is full.")
            .unit("bit/s")
            .range(100.0..=MAX_RATE)
            .scale(crate::params::Scale::Log)
            .label("Rate of the receiver")
            .default(serde_json::Value::Null)
            .null("whatever comes"),
        Field::new("receiver_buffer", FieldKind::Integer, "So much the receiver takes at once after a silence, if its rate is limited.")
            .unit("bytes")
            .range(48..=1_000_000_000)
            .scale(crate::params::Scale::Log)
            .label("Buffer of the receiver")
            .default(15_000),
    ];
    let fields = vec![
        Field::new("id", FieldKind::Id, "The flow's name in results, and in the timeline. It also picks the flow's random numbers, so it should stay the same when other things change.").label("ID"),
        text("label", 80, "What legends call the flow. Left out: the ID."),
        Field::of("role", Role::Measured, "What the flow is there for."),
        Field::new("algorithm", FieldKind::Choice(algorithms.collect()), "How the sender finds its rate.").default("newreno"),
        Field::new("params", FieldKind::Params { of: "algorithm" }, "Settings of the algorithm that differ from their defaults.").label("Parameters").default(json!({})).changeable(),
        Field::new("source", FieldKind::Variant(variants(&kinds.sources, <[Field]>::to_vec)), "What the application gives the sender to send.").default(json!({"kind": "greedy"})),
        Field::new("packet", FieldKind::Integer, "Size of a full packet on the wire, headers included.").label("Packet size").unit("bytes").range(48..=65_535).default(1500),
        object("access", access, "The flow's own links at both ends."),
        path(),
        Field::of("start", ValueRange::exactly(0.0), "When it starts: a number, or a range from which every member draws.").unit("s").range(0.0..=MAX_DURATION),
        Field::new("stop", FieldKind::Number, "When it stops.").unit("s").above(0.0).max(MAX_DURATION).default(serde_json::Value::Null).null("it does not stop"),
        Field::new("count", FieldKind::Integer, "So many flows of this sort; they are called id.0, id.1, ...").range(1..=MAX_FLOWS as u64).default(1),
    ];
    Field::new("", FieldKind::Object(fields), "A flow, or several of the same sort.").label("Flow")
}

fn path() -> Field {
    let end = |name, doc, null_means| {
        Field::new(name, FieldKind::Id, doc).default(serde_json::Value::Null).null(null_means)
    };
    let links = |name, doc| {
        let link = Field::new("", FieldKind::Id, "The ID of a link.").label("Link");
        list(name, link, super::routes::MAX_HOPS, doc)
    };
    let fields = vec![
        end(
            "from",
            "The node where the flow's packets enter the network.",
            "the first node, or with the role reverse the last",
        ),
        end("to", "The node where they leave it.", "the last node, or with the role reverse the first"),
        links(
            "links",
            "The links to take, in their order, each in the direction that fits. None: the shortest way by delay; of several the one of fewest links, of those the one whose link IDs come first.",
        ),
        links(
            "back",
            "The links for what comes back. None: those of `links` backwards if they all go both ways, else the shortest way.",
        ),
    ];
    let doc = "Which way the flow takes. In a dumbbell there is only one.";
    object("path", fields, doc).default(serde_json::Value::Null).null(
        "from left to right in a dumbbell, else the shortest way from the first node to the last; with the role reverse the other way round",
    )
}

fn change() -> Field {
    let fields = vec![
        Field::new("at", FieldKind::Number, "When the change happens.")
            .unit("s")
            .label("Time")
            .range(0.0..=MAX_DURATION),
        Field::new("set", FieldKind::Text { max_length: 200 }, "The setting that changes, as a path.")
            .label("Setting"),
        Field::new("to", FieldKind::ValueOf { path: "set" }, "The new value.").label("Value"),
    ];
    Field::new("", FieldKind::Object(fields), "A change of one setting.").label("Change")
}

/// Bin widths of a document that names none.
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
        "Bin widths at which the smoothness of rates is measured exactly.",
    )
    .unit("s")
    .default(default_bins());
    let window = vec![
        Field::new("id", FieldKind::Id, "The window's name in results.").label("ID"),
        Field::new("from", FieldKind::Number, "Its beginning.").unit("s").range(0.0..=MAX_DURATION),
        Field::new("to", FieldKind::Number, "Its end.").unit("s").above(0.0).max(MAX_DURATION),
    ];
    let window = Field::new("", FieldKind::Object(window), "A part of the run that is summarised by itself.")
        .label("Window");
    let windows = list("windows", window, 20, "Parts of the run that are summarised by themselves.");
    object("measure", vec![bins, windows], "What is measured exactly while the run goes on.")
}
