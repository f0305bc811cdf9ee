//! A flow whose window is set from outside while the run is computed, packet by packet.

use super::Simulation;
use crate::ground::convert::narrow;
use crate::ground::time::{Time, to_secs};
use crate::protocols::AlgorithmSettings;
use crate::scenario::{TimelineChange, TimelineEntry};
use crate::transport::Sender;
use crate::transport::journal::{Journal, Note};
use crate::world::{Change, TimedChange};

impl Simulation {
    fn journal(&mut self, flow: u32) -> Option<&mut Journal> {
        self.world.sender_mut(flow).journal()
    }

    /// Notes from now on what happens to the packets of a flow. Returns whether the flow can: it must have QUIC's loss
    /// recovery.
    pub fn note_packets(&mut self, flow: u32) -> bool {
        self.journal(flow).map(Journal::switch_on).is_some()
    }

    /// Moves what happened to the packets of a flow since the last call to the end of `to`.
    pub fn take_notes(&mut self, flow: u32, to: &mut Vec<Note>) {
        if let Some(journal) = self.journal(flow) {
            journal.take(to);
        }
    }

    /// Changes the settings of a flow's algorithm at a later time, after the entries of the timeline with the same time.
    /// The result equals that of a document with such an entry, if its timeline changes no other setting of the flow.
    pub fn change_settings(&mut self, flow: u32, at: Time, settings: AlgorithmSettings) {
        debug_assert!(at > self.now(), "the change must be later than the present");
        let entry = self.flows[flow as usize].entry;
        let change = Change::Settings { flows: vec![flow], settings: settings.clone() };
        let mut changes = self.world.timeline_after(self.now());
        let position = self.scenario.explicit_changes;
        changes.push(TimedChange { at, entry: narrow::<u32>(position), change });
        self.world.set_timeline(changes);
        let change = TimelineChange::Settings { flow: entry, settings };
        self.scenario.timeline.insert(position, TimelineEntry { at: to_secs(at), change });
        self.scenario.explicit_changes += 1;
        // Earlier checkpoints do not contain the change.
        self.checkpoints.clear();
    }
}
