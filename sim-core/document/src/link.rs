//! The settings of a link direction: rate, delay, queue, loss rules and impairments.

use serde_json::{Map, Value};

use super::read::{list_items, member, read_number, read_text, read_typed};
use super::schema::{LOSS_SHARED, QUEUE_SHARED};
use sim_engine::net::impairments;
use sim_engine::net::loss::{LossPlace, PacketClass};
use sim_engine::params::{Limit, TAG};

/// A registered kind of source, queue or loss rule, with the settings that belong to this kind, including defaults.
#[derive(Clone, Debug, PartialEq)]
pub struct ConfiguredKind {
    pub kind: String,
    pub params: Value,
}

/// One direction of a link.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkSpec {
    /// `forward` or `reverse` in a dumbbell; for example `ab.forward` in other networks.
    pub id: String,
    /// Indices into `NetworkSpec::nodes`.
    pub from: usize,
    pub to: usize,
    /// Initial rate, bit/s.
    pub rate: f64,
    /// Initial one-way propagation delay, s.
    pub delay: f64,
    pub queue: ConfiguredKind,
    pub limit: Limit,
    pub loss: Vec<LossRuleSpec>,
    /// The value in the expanded document, which `net::impairments` reads.
    pub impairments: Value,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LossRuleSpec {
    pub rule: ConfiguredKind,
    /// ID of the flow entry whose packets the rule counts; `None` for all flows.
    pub flow: Option<String>,
    pub place: LossPlace,
    pub class: PacketClass,
}

/// Reads the settings of a link direction in an expanded document. The caller sets the ID and the nodes.
pub fn read_link(link: &Value) -> Option<LinkSpec> {
    let queue = member(link, "queue");
    let impairments = member(link, "impairments");
    Some(LinkSpec {
        id: String::new(),
        from: 0,
        to: 0,
        rate: impairments::trace_rate(impairments).or_else(|| read_number(link, "rate"))?,
        delay: read_number(link, "delay")?,
        queue: read_kind(queue, &QUEUE_SHARED)?,
        limit: read_typed(queue, "limit")?,
        loss: list_items(link, "loss").map(read_loss).collect::<Option<_>>()?,
        impairments: impairments.clone(),
    })
}

/// Reads a loss rule of an expanded document.
pub fn read_loss(rule: &Value) -> Option<LossRuleSpec> {
    Some(LossRuleSpec {
        rule: read_kind(rule, &LOSS_SHARED)?,
        flow: read_text(rule, "flow"),
        place: read_typed(rule, "where")?,
        class: read_typed(rule, "what")?,
    })
}

/// Reads a kind and its settings, without the settings named in `shared`, which all kinds of its sort have.
pub fn read_kind(value: &Value, shared: &[&str]) -> Option<ConfiguredKind> {
    let mut params: Map<String, Value> = value.as_object()?.clone();
    params.retain(|name, _| name != TAG && !shared.contains(&name.as_str()));
    Some(ConfiguredKind { kind: read_text(value, TAG)?, params: Value::Object(params) })
}
