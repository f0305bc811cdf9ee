//! Forks: a simulation continues from its current time under a changed document. It reaches the result that the changed
//! document has when it is run from the start. Only tests use forks so far; "change from here" on the page is to use them.

use super::Simulation;
use crate::ground::order::sorted;
use crate::ground::time::{Time, from_secs, to_secs};
use crate::params::Issue;
use crate::scenario::{FlowSpec, Scenario, TimelineEntry};
use crate::simulation::build::BuildOptions;
use crate::world::World;

impl Simulation {
    /// A simulation that continues from the current time under another scenario.
    ///
    /// The past must be the same in both scenarios. They may differ in names, measurements, duration, and in timeline entries
    /// after the current time. All events at the current time have been processed, so a new entry at `t` requires a
    /// simulation whose current time is at most `t - 1` ns.
    pub fn fork(&self, scenario: Scenario) -> Result<Self, Vec<Issue>> {
        let now = self.now();
        let options = BuildOptions { lazy: true, fuse: self.world.net().fuse };
        let recording = self.obs.rec.settings().clone();
        if now == 0 && self.world.events() == 0 {
            return Self::with_options(scenario, recording, options);
        }
        check_past(&self.scenario, &scenario, now)?;
        let same_windows = self.scenario.duration == scenario.duration
            && self.scenario.warmup == scenario.warmup
            && self.scenario.measure == scenario.measure;
        let mut fork = Self::with_options(scenario, recording, options)?;
        // Future loss rules can make a link lazy or not. This does not affect the result, but the order of records.
        let lazy = |world: &World| world.net().links.iter().map(|link| link.lazy).collect::<Vec<_>>();
        if same_windows && lazy(&fork.world) == lazy(&self.world) {
            let timeline = fork.world.timeline_after(now);
            fork.world = self.world.clone();
            fork.world.set_timeline(timeline);
            (fork.obs.flows, fork.obs.links) = (self.obs.flows.clone(), self.obs.links.clone());
            fork.restart_recording(0);
        } else {
            // The tallies would differ, so the past is run again.
            fork.step(now, u64::MAX)
                .map_err(|failure| vec![Issue::new("", "failed", failure.to_string())])?;
        }
        Ok(fork)
    }
}

/// Checks that two scenarios are the same up to now. The error names the first difference.
fn check_past(old: &Scenario, new: &Scenario, now: Time) -> Result<(), Vec<Issue>> {
    let differs = |path: String| {
        let message = format!(
            "This differs from the past of the run, which is at {} s. Start a new run with the changed document.",
            to_secs(now)
        );
        Err(vec![Issue::new(path, "past_differs", message)])
    };
    let without_label = |flow: &FlowSpec| FlowSpec { label: String::new(), ..flow.clone() };
    if old.seed != new.seed {
        return differs("seed".to_owned());
    }
    if from_secs(new.duration) < now {
        return differs("duration".to_owned());
    }
    if old.network != new.network {
        return differs("network".to_owned());
    }
    if old.jitter != new.jitter {
        return differs("jitter".to_owned());
    }
    for index in 0..old.flows.len().max(new.flows.len()) {
        if old.flows.get(index).map(without_label) != new.flows.get(index).map(without_label) {
            return differs(format!("flows[{index}]"));
        }
    }
    let (old, new) = (past_of(old, now), past_of(new, now));
    for position in 0..old.len().max(new.len()) {
        let (was, is) = (old.get(position), new.get(position));
        if was.map(|(_, change)| *change) != is.map(|(_, change)| *change) {
            let index = is.or(was).map_or(0, |(index, _)| *index);
            return differs(format!("timeline[{index}]"));
        }
    }
    Ok(())
}

/// The timeline entries that have been applied, in the order of their application, with their indices in the timeline.
fn past_of(scenario: &Scenario, now: Time) -> Vec<(usize, &TimelineEntry)> {
    let due = |(_, change): &(usize, &TimelineEntry)| from_secs(change.at) <= now;
    let past: Vec<_> = scenario.timeline.iter().enumerate().filter(due).collect();
    sorted(past, |a, b| from_secs(a.1.at).cmp(&from_secs(b.1.at)))
}
