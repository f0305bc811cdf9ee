//! The settings of a direction of a network's link (share links are in `share_link.rs`): rate, delay, queue, loss rules, schedule and impairments.

use serde_json::Value;

use super::direction::Direction;
use super::read::{list_items, member, read_number, read_text, read_typed};
use sim_engine::net::impairments::ImpairmentSettings;
use sim_engine::net::loss::{LossPlace, LossSettings, PacketClass};
use sim_engine::net::queues::QueueSettings;
use sim_engine::net::schedule::ScheduleSettings;
use sim_engine::params::{Limit, NoParams, TAG};

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
    pub queue: QueueSettings,
    pub limit: Limit,
    pub loss: Vec<LossRuleSpec>,
    pub schedule: ScheduleSettings,
    pub impairments: ImpairmentSettings,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LossRuleSpec {
    /// The settings that belong to the kind of the rule.
    pub settings: LossSettings,
    /// ID of the flow entry whose packets the rule counts; `None` for all flows.
    pub flow: Option<String>,
    pub place: LossPlace,
    pub class: PacketClass,
}

/// Reads a link direction of an expanded document. The caller sets the nodes.
pub fn read_link(direction: &Direction<'_>) -> Option<LinkSpec> {
    let settings = direction.settings;
    let queue = member(settings, "queue");
    let impairments = direction.impairments.clone()?;
    let link = LinkSpec {
        id: direction.id.clone(),
        from: 0,
        to: 0,
        rate: impairments.trace_rate().or_else(|| read_number(settings, "rate"))?,
        delay: read_number(settings, "delay")?,
        queue: QueueSettings::read(queue.get(TAG)?.as_str()?, queue)?,
        limit: read_typed(queue, "limit")?,
        loss: list_items(settings, "loss").map(read_loss).collect::<Option<_>>()?,
        schedule: direction.schedule.clone()?,
        impairments,
    };
    if direction.path.is_some() {
        return Some(link);
    }
    // A reverse direction without settings has the settings that `reverse_of` returns.
    let schedule = ScheduleSettings::Constant(NoParams.into());
    Some(LinkSpec { loss: Vec::new(), schedule, impairments: ImpairmentSettings::default(), ..link })
}

/// Reads a loss rule of an expanded document.
pub fn read_loss(rule: &Value) -> Option<LossRuleSpec> {
    Some(LossRuleSpec {
        settings: LossSettings::read(rule.get(TAG)?.as_str()?, rule)?,
        flow: read_text(rule, "flow"),
        place: read_typed(rule, "where")?,
        class: read_typed(rule, "what")?,
    })
}
