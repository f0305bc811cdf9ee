//! The recorded events of a run, with the IDs of flows and links.

use serde_json::{Value, json};
use sim_core::ground::convert::whole;
use sim_core::ground::time::{Time, to_secs};
use sim_core::record::EventKind;
use sim_core::simulation::Simulation;

/// A recorded event with the IDs of its flow and its link.
pub struct NamedEvent<'a> {
    pub t: Time,
    pub kind: &'static str,
    pub flow: Option<&'a str>,
    pub link: Option<&'a str>,
    /// Timeout: its duration in seconds. Window cut: the new window in packets. Completed transfer:
    /// its completion time in seconds. Timeline change: the index of the entry.
    pub value: Option<f64>,
    pub count: u32,
}

/// All recorded events, in the order in which they were recorded.
pub fn named_events(simulation: &Simulation) -> impl Iterator<Item = NamedEvent<'_>> {
    simulation.observer().rec.events().rows().iter().map(|event| {
        let flow = simulation.flows().get(event.entity as usize).map(|meta| meta.id.as_str());
        let link = simulation.links().get(whole::<usize>(event.value)).map(|meta| meta.id.as_str());
        let mut named = NamedEvent {
            t: event.t,
            kind: event.kind.name(),
            flow,
            link: None,
            value: None,
            count: event.count,
        };
        match event.kind {
            EventKind::Drop | EventKind::Loss | EventKind::Mark => named.link = link,
            EventKind::TimelineChange => {
                named.flow = None;
                named.value = Some(f64::from(event.entity));
            }
            EventKind::Timeout | EventKind::WindowCut | EventKind::TransferComplete => {
                named.value = Some(event.value);
            }
            EventKind::RecoveryEnded
            | EventKind::FlowStarted
            | EventKind::FlowStopped
            | EventKind::ReceiverDrop => {}
        }
        named
    })
}

/// All recorded events as JSON.
pub fn events_json(simulation: &Simulation) -> Value {
    named_events(simulation)
        .map(|event| {
            json!({ "t": to_secs(event.t), "kind": event.kind, "flow": event.flow, "link": event.link,
                    "value": event.value, "count": event.count })
        })
        .collect()
}
