//! "Change from here": a run that goes on under another document from its present moment, and comes to the result that
//! this document has from the start.

use super::Simulation;
use crate::ground::order::sorted;
use crate::ground::time::{Time, from_secs, to_secs};
use crate::params::Issue;
use crate::scenario::{FlowSpec, Scenario, TimelineEntry};
use crate::simulation::build::BuildOptions;
use crate::world::World;

impl Simulation {
    /// A simulation that goes on from here under another scenario. What has happened must be the same in both: they may
    /// differ in names, in what is measured, in the duration, and in what the timeline says after the present moment.
    /// Everything due at the present has happened, so an entry at `t` needs a run that stands before: at `t - 1` ns.
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
        // What is to come may decide how a link works already, which makes no difference but to what is told when.
        let lazy = |world: &World| world.net().links.iter().map(|link| link.lazy).collect::<Vec<_>>();
        if same_windows && lazy(&fork.world) == lazy(&self.world) {
            let timeline = fork.world.timeline_after(now);
            fork.world = self.world.clone();
            fork.world.set_timeline(timeline);
            (fork.obs.flows, fork.obs.links) = (self.obs.flows.clone(), self.obs.links.clone());
            fork.record_anew(0);
        } else {
            // Other things are counted over other times, or in another order: the past is run again.
            fork.step(now, u64::MAX)
                .map_err(|failure| vec![Issue::new("", "failed", failure.to_string())])?;
        }
        Ok(fork)
    }
}

/// Whether two scenarios are the same up to now; otherwise where they first differ.
fn check_past(old: &Scenario, new: &Scenario, now: Time) -> Result<(), Vec<Issue>> {
    let differs = |path: String| {
        let message = format!(
            "This is different from the run that has got to {} s already. Start it anew with the changed document.",
            to_secs(now)
        );
        Err(vec![Issue::new(path, "past_differs", message)])
    };
    let unnamed = |flow: &FlowSpec| FlowSpec { label: String::new(), ..flow.clone() };
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
        if old.flows.get(index).map(unnamed) != new.flows.get(index).map(unnamed) {
            return differs(format!("flows[{index}]"));
        }
    }
    let (old, new) = (past_of(old, now), past_of(new, now));
    for place in 0..old.len().max(new.len()) {
        let (was, is) = (old.get(place), new.get(place));
        if was.map(|(_, change)| *change) != is.map(|(_, change)| *change) {
            let index = is.or(was).map_or(0, |(index, _)| *index);
            return differs(format!("timeline[{index}]"));
        }
    }
    Ok(())
}

/// The entries of the timeline that have been applied, in the order in which they were, with their places.
fn past_of(scenario: &Scenario, now: Time) -> Vec<(usize, &TimelineEntry)> {
    let due = |(_, change): &(usize, &TimelineEntry)| from_secs(change.at) <= now;
    let past: Vec<_> = scenario.timeline.iter().enumerate().filter(due).collect();
    sorted(past, |a, b| from_secs(a.1.at).cmp(&from_secs(b.1.at)))
}
