//! Forks: a copy of a simulation that continues from the current time under a changed document. Its result
//! equals that of a run of the changed document from the start. Runs of a sweep that are equal up to some
//! time are forks of one run.

use super::Simulation;
use crate::ground::order::sorted;
use crate::ground::time::{Time, from_secs, to_secs};
use crate::net::link::Link;
use crate::params::Issue;
use crate::scenario::{FlowSpec, Scenario, TimelineEntry};
use crate::simulation::build::BuildOptions;
use crate::world::World;

impl Simulation {
    /// Returns a simulation that continues from the current time under another scenario.
    ///
    /// Both scenarios must have the same past. They may differ in names, measurements, duration, and in
    /// timeline entries after the current time. All events at the current time have been processed, so a new
    /// timeline entry at time `t` requires that the current time is at most `t - 1` ns.
    pub fn fork(&self, scenario: Scenario) -> Result<Self, Vec<Issue>> {
        let now = self.now();
        let options = BuildOptions { lazy: true, fuse: self.world.net().fuses() };
        let recording = self.obs.rec.settings().clone();
        if now == 0 && self.world.events() == 0 {
            return Self::with_options(scenario, recording, options);
        }
        check_past(&self.scenario, &scenario, now)?;
        let same_measurements = measure_the_same(&self.scenario, &scenario);
        let mut fork = Self::with_options(scenario, recording, options)?;
        // Loss rules of future timeline entries determine whether a link is lazy. This affects the order of
        // recorded events but not the result.
        let lazy_links = |world: &World| world.net().links().iter().map(Link::is_lazy).collect::<Vec<_>>();
        if same_measurements && lazy_links(&fork.world) == lazy_links(&self.world) {
            let timeline = fork.world.timeline_after(now);
            fork.world = self.world.clone();
            fork.world.set_timeline(timeline);
            (fork.obs.flows, fork.obs.links) = (self.obs.flows.clone(), self.obs.links.clone());
            fork.restart_recording();
        } else {
            // The tallies or the order of records would differ, so the past is simulated again.
            fork.step(now, u64::MAX)
                .map_err(|failure| vec![Issue::new("", "failed", failure.to_string())])?;
        }
        Ok(fork)
    }

    /// Whether a run of `scenario` has the state of this simulation at the current time, with the same
    /// measurements. A fork then does not simulate the past again.
    pub fn is_past_of(&self, scenario: &Scenario) -> bool {
        self.now() > 0
            && measure_the_same(&self.scenario, scenario)
            && check_past(&self.scenario, scenario, self.now()).is_ok()
    }
}

/// Whether the measurements of two scenarios cover the same times.
fn measure_the_same(a: &Scenario, b: &Scenario) -> bool {
    a.duration == b.duration && a.warmup == b.warmup && a.measure == b.measure
}

fn past_differs(path: String, now: Time) -> Result<(), Vec<Issue>> {
    let message = format!(
        "This setting differs from the past of the run, which is at {} s. Start a new run with the changed document.",
        to_secs(now)
    );
    Err(vec![Issue::new(path, "past_differs", message)])
}

/// Checks that two scenarios are equal up to `now`, apart from their timelines. The error names the first
/// difference.
pub(super) fn check_settings(old: &Scenario, new: &Scenario, now: Time) -> Result<(), Vec<Issue>> {
    let past_differs = |path: String| past_differs(path, now);
    let without_label = |flow: &FlowSpec| FlowSpec { label: String::new(), ..flow.clone() };
    if old.seed != new.seed {
        return past_differs("seed".to_owned());
    }
    if from_secs(new.duration) < now {
        return past_differs("duration".to_owned());
    }
    if old.network != new.network {
        return past_differs("network".to_owned());
    }
    if old.jitter != new.jitter {
        return past_differs("jitter".to_owned());
    }
    for index in 0..old.flows.len().max(new.flows.len()) {
        if old.flows.get(index).map(without_label) != new.flows.get(index).map(without_label) {
            return past_differs(format!("flows[{index}]"));
        }
    }
    Ok(())
}

/// Checks that two scenarios have the same past up to `now`. The error names the first difference.
fn check_past(old: &Scenario, new: &Scenario, now: Time) -> Result<(), Vec<Issue>> {
    check_settings(old, new, now)?;
    let (old, new) = (past_of(old, now), past_of(new, now));
    for position in 0..old.len().max(new.len()) {
        let (old, new) = (old.get(position), new.get(position));
        if old.map(|(_, change)| *change) != new.map(|(_, change)| *change) {
            let index = new.or(old).map_or(0, |(index, _)| *index);
            return past_differs(format!("timeline[{index}]"), now);
        }
    }
    Ok(())
}

/// The timeline entries up to `now`, in the order in which they are applied, each with its index in the
/// timeline.
fn past_of(scenario: &Scenario, now: Time) -> Vec<(usize, &TimelineEntry)> {
    let is_past = |(_, change): &(usize, &TimelineEntry)| from_secs(change.at) <= now;
    let past: Vec<_> = scenario.timeline.iter().enumerate().filter(is_past).collect();
    sorted(past, |a, b| from_secs(a.1.at).cmp(&from_secs(b.1.at)))
}
