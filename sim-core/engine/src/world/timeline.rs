//! Changes of the scenario at given times: link settings, loss rules, activation of flows, settings of
//! algorithms.

use super::World;
use crate::ground::event_queue::{Class, Slot};
use crate::ground::order::sorted;
use crate::ground::time::{NEVER, Time};
use crate::net::link::retime::LinkChange;
use crate::net::loss::LossRule;
use crate::observer::{LinkLimit, Observer};
use crate::protocols::AlgorithmSettings;
use crate::transport::{FlowFacts, Receiver};

/// A change by the timeline, by a rate schedule, or by an outage. Links and flows are given by index.
#[derive(Clone, Debug)]
pub enum Change {
    Link {
        link: u32,
        change: LinkChange,
        /// The new limit for the observer, if `change` is a change of the limit.
        limit: Option<LinkLimit>,
    },
    Loss {
        link: u32,
        rules: Vec<LossRule>,
    },
    /// Flows are switched on or off.
    Active {
        flows: Vec<u32>,
        active: bool,
    },
    /// New values for all settings of the algorithm.
    Settings {
        flows: Vec<u32>,
        settings: AlgorithmSettings,
    },
}

/// This and all higher entry numbers belong to changes by rate schedules and outages. They are not recorded
/// as events.
pub const FIRST_SCHEDULED_ENTRY: u32 = 1 << 20;

/// A change and its time.
#[derive(Clone, Debug)]
pub struct TimedChange {
    pub at: Time,
    /// Index in the document's timeline, or a number of at least `FIRST_SCHEDULED_ENTRY`. Changes at the same
    /// time are applied in the order of their entries.
    pub entry: u32,
    pub change: Change,
}

/// All changes of a run in the order in which they are applied, and the index of the next change.
#[derive(Clone, Debug, Default)]
pub(super) struct Timeline {
    changes: Vec<TimedChange>,
    next: usize,
}

impl Timeline {
    /// The time of the next change; `NEVER` if there is none.
    pub(super) fn next_at(&self) -> Time {
        self.changes.get(self.next).map_or(NEVER, |change| change.at)
    }
}

impl World {
    /// Replaces the timeline. Changes that have been applied remain in effect.
    pub fn set_timeline(&mut self, timeline: Vec<TimedChange>) {
        let changes = sorted(timeline, |a, b| (a.at, a.entry).cmp(&(b.at, b.entry)));
        if self.timeline.next < self.timeline.changes.len() {
            self.net.unschedule(Slot::new(Class::Timeline, 0));
        }
        self.timeline = Timeline { changes, next: 0 };
        if let Some(first) = self.timeline.changes.first() {
            self.net.schedule(first.at, Slot::new(Class::Timeline, 0));
        }
    }

    /// The changes after `now`.
    pub fn timeline_after(&self, now: Time) -> Vec<TimedChange> {
        self.timeline.changes.iter().filter(|change| change.at > now).cloned().collect()
    }

    /// Applies all changes that are due and schedules the next one.
    pub(super) fn apply_due_changes(&mut self, obs: &mut Observer) {
        self.net.pop_event();
        let now = self.net.now();
        let changes = std::mem::take(&mut self.timeline.changes);
        while let Some(next) = changes.get(self.timeline.next).filter(|next| next.at <= now) {
            self.timeline.next += 1;
            if next.entry < FIRST_SCHEDULED_ENTRY {
                obs.changed(next.entry, now);
            }
            self.apply(&next.change, obs);
        }
        if let Some(next) = changes.get(self.timeline.next) {
            self.net.schedule(next.at, Slot::new(Class::Timeline, 0));
        }
        self.timeline.changes = changes;
    }

    fn apply(&mut self, change: &Change, obs: &mut Observer) {
        match change {
            Change::Link { link, change, limit } => {
                self.net.change_link(*link, *change, obs);
                if let Some(limit) = limit {
                    obs.limit_changed(*link, self.net.now(), *limit);
                }
            }
            Change::Loss { link, rules } => self.net.set_loss_rules(*link, rules),
            Change::Active { flows, active } => {
                for &flow in flows {
                    self.flows[flow as usize].is_switched_off = !active;
                    if *active { self.start(flow, obs) } else { self.stop(flow, obs) }
                }
            }
            Change::Settings { flows, settings } => {
                for &flow in flows {
                    self.set_params(flow, settings, obs);
                }
            }
        }
    }

    fn set_params(&mut self, flow: u32, settings: &AlgorithmSettings, obs: &mut Observer) {
        let state = &self.flows[flow as usize];
        let conn = self.net.conn(state.first_conn);
        let facts = FlowFacts { packet: conn.packet_size, base_rtt: conn.base_rtt };
        // The existing receivers adopt the settings of the receivers that new connections with these settings
        // would have.
        let (_, connections) = settings.build(&facts);
        for (receiver, new) in self.receivers[state.first_conn as usize..].iter_mut().zip(connections) {
            receiver.adopt(new.receiver);
        }
        self.with_sender(flow, obs, |sender, cx| sender.set_params(settings, cx));
    }
}
