//! Changes that are added to a run while it is computed, such as the moves of a person who sets a window. The
//! result equals that of a run of the document with these entries in its timeline from the start.

use super::Simulation;
use super::fork::check_settings;
use crate::ground::convert::narrow;
use crate::ground::time::{from_secs, to_secs};
use crate::params::Issue;
use crate::scenario::{Scenario, TimelineChange};
use crate::simulation::build::{self, BuildOptions};
use crate::world::{FIRST_SCHEDULED_ENTRY, TimedChange};

impl Simulation {
    /// Adds the timeline entries of `later` to the end of the timeline. Apart from its timeline, `later` is the
    /// scenario of the run. The entries are after the current time, and each change one and the same setting
    /// of a flow, of which the timeline changes no other setting.
    pub fn add_changes(&mut self, later: &Scenario) -> Result<(), Vec<Issue>> {
        check_settings(&self.scenario, later, self.now())?;
        let entries = &later.timeline[..later.explicit_changes];
        for (index, entry) in entries.iter().enumerate() {
            let refuse =
                |message: String| Err(vec![Issue::new(format!("timeline[{index}]"), "not_later", message)]);
            if from_secs(entry.at) <= self.now() {
                return refuse(format!("The run is already at {} s.", to_secs(self.now())));
            }
            if !matches!(entry.change, TimelineChange::Settings { .. }) {
                return refuse(
                    "Only settings of a flow's algorithm can be changed while a run is computed.".to_owned(),
                );
            }
        }
        let options = BuildOptions { lazy: true, fuse: self.world.net().fuses() };
        let first = narrow::<u32>(self.scenario.explicit_changes);
        let mut changes = self.world.timeline_after(self.now());
        let added = build::build(later, options)?.world.timeline_after(self.now());
        changes.extend(added.into_iter().filter(|change| change.entry < FIRST_SCHEDULED_ENTRY).map(
            |change| {
                let entry = first + change.entry;
                TimedChange { entry, ..change }
            },
        ));
        self.world.set_timeline(changes);
        let position = self.scenario.explicit_changes;
        self.scenario.timeline.splice(position..position, entries.iter().cloned());
        self.scenario.explicit_changes += entries.len();
        // Earlier checkpoints do not contain the changes.
        self.checkpoints.clear();
        Ok(())
    }
}
