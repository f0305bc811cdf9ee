//! A simulation: the world of a scenario, its observer, checkpoints and explanations. The command line and the page run
//! simulations through this module.

pub mod build;
mod fork;
pub mod summary;

pub use crate::catalogue::kinds;

use self::build::{BuildOptions, BuiltWorld, FlowMeta, LinkMeta};
use crate::boundary::ExplainedDecision;
use crate::describe::Decision;
use crate::ground::json::shape::Pairs;
use crate::ground::time::{Time, from_secs, to_secs};
use crate::net::queues;
use crate::observer::{FlowTally, LinkTally, Observer, decision_of_link};
use crate::params::Issue;
use crate::record::{Recorder, RecordingSettings};
use crate::scenario::Scenario;
use crate::world::{Failure, World};
use serde_json::{Value, json};

/// The version of the simulator. Results are reproducible within a version.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A copy of the world and its tallies. The recording of series is not part of it.
#[derive(Clone, Debug)]
struct Checkpoint {
    at: Time,
    world: World,
    tallies: (Vec<FlowTally>, Vec<LinkTally>),
    bytes: usize,
}

/// The result of a call to `Simulation::step`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepResult {
    pub now: Time,
    /// Number of events that the call processed.
    pub events: u64,
    pub finished: bool,
}

#[derive(Clone, Debug)]
pub struct Simulation {
    scenario: Scenario,
    world: World,
    obs: Observer,
    flows: Vec<FlowMeta>,
    order: Vec<u32>,
    links: Vec<LinkMeta>,
    end: Time,
    /// Periodic checkpoints in ascending order of time, the first at 0.
    checkpoints: Vec<Checkpoint>,
    checkpoint_every: Time,
    next_checkpoint: Time,
    /// Checkpoints for `restore`, with their handles.
    saved: Vec<(u32, Checkpoint)>,
    next_handle: u32,
}

/// Maximum number of periodic checkpoints. When it is exceeded, every second one is removed and the interval doubles.
const MOST_CHECKPOINTS: usize = 32;

/// Maximum memory of the periodic checkpoints in bytes. They are thinned in the same way when it is exceeded.
const CHECKPOINT_BUDGET: usize = 48 << 20;

/// Copying this many bytes takes about 5 % of the time of an event. A periodic checkpoint is taken only after enough events,
/// so checkpoints slow a run down by at most 5 %.
const CHECKPOINT_BYTES_PER_EVENT: u64 = 6;

impl Simulation {
    pub fn new(scenario: Scenario, settings: RecordingSettings) -> Result<Self, Vec<Issue>> {
        Self::with_options(scenario, settings, BuildOptions::default())
    }

    pub fn with_options(
        scenario: Scenario,
        settings: RecordingSettings,
        options: BuildOptions,
    ) -> Result<Self, Vec<Issue>> {
        let built = build::build(&scenario, options)?;
        let mut obs = build::observe(&scenario, &built, Recorder::new(settings));
        let BuiltWorld { world, flows, order, links } = built;
        let end = from_secs(scenario.duration);
        obs.rec.fit_run(end);
        Ok(Simulation {
            scenario,
            world,
            obs,
            flows,
            order,
            links,
            end,
            checkpoints: Vec::new(),
            checkpoint_every: 0,
            next_checkpoint: Time::MAX,
            saved: Vec::new(),
            next_handle: 0,
        })
    }

    /// Takes periodic checkpoints from now on, at first about every `seconds` of simulated time. `explain` and `near` start
    /// from them.
    pub fn keep_checkpoints(&mut self, seconds: f64) {
        self.checkpoint_every = from_secs(seconds).max(1);
        self.next_checkpoint = self.world.now();
    }

    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    pub fn world(&self) -> &World {
        &self.world
    }

    /// What was observed so far: tallies and the recording.
    pub fn observer(&self) -> &Observer {
        &self.obs
    }

    /// Discards the recording and records nothing from now on. The tallies of the summary continue.
    pub fn stop_recording(&mut self) {
        self.obs.rec = Recorder::disabled();
    }

    pub fn now(&self) -> Time {
        self.world.now()
    }

    pub fn end(&self) -> Time {
        self.end
    }

    /// The flows, by their indices in the world.
    pub fn flows(&self) -> &[FlowMeta] {
        &self.flows
    }

    /// The flows' indices in the world, in the order of the document.
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    pub fn links(&self) -> &[LinkMeta] {
        &self.links
    }

    pub fn packet_hops(&self) -> u64 {
        self.world.net().hops()
    }

    pub fn events(&self) -> u64 {
        self.world.events()
    }

    /// Runs until `until`, at most to the end of the scenario, or until `max_events` events have been processed.
    pub fn step(&mut self, until: Time, max_events: u64) -> Result<StepResult, Failure> {
        let until = until.min(self.end);
        let before = self.world.events();
        loop {
            if self.world.now() >= self.next_checkpoint {
                self.take_periodic_checkpoint();
            }
            let target = until.min(self.next_checkpoint);
            let left = max_events.saturating_sub(self.world.events() - before);
            let done = self.world.step(target, left, &mut self.obs)?;
            if !done || self.world.now() >= until {
                let finished = done && self.world.now() >= self.end;
                return Ok(StepResult {
                    now: self.world.now(),
                    events: self.world.events() - before,
                    finished,
                });
            }
        }
    }

    /// Runs to the end of the scenario.
    pub fn run(&mut self) -> Result<(), Failure> {
        self.step(self.end, u64::MAX).map(drop)
    }

    /// Approximate size of a checkpoint in bytes.
    fn bytes(&self) -> usize {
        let of_flows: usize = self.obs.flows.iter().map(FlowTally::bytes).sum();
        let of_links: usize = self.obs.links.iter().map(LinkTally::bytes).sum();
        self.world.bytes() + of_flows + of_links
    }

    fn snapshot(&self) -> Checkpoint {
        let tallies = (self.obs.flows.clone(), self.obs.links.clone());
        Checkpoint { at: self.world.now(), world: self.world.clone(), tallies, bytes: self.bytes() }
    }

    fn take_periodic_checkpoint(&mut self) {
        let now = self.world.now();
        let min_events = self.bytes() as u64 / CHECKPOINT_BYTES_PER_EVENT;
        let due =
            |last: &Checkpoint| last.at < now && self.world.events() - last.world.events() >= min_events;
        if self.checkpoints.last().is_none_or(due) {
            self.checkpoints.push(self.snapshot());
        }
        let bytes: usize = self.checkpoints.iter().map(|checkpoint| checkpoint.bytes).sum();
        if self.checkpoints.len() > MOST_CHECKPOINTS
            || (bytes > CHECKPOINT_BUDGET && self.checkpoints.len() > 1)
        {
            self.checkpoint_every = self.checkpoint_every.saturating_mul(2);
            let mut index = 0;
            self.checkpoints.retain(|_| {
                index += 1;
                index % 2 == 1
            });
        }
        self.next_checkpoint = self.world.now().saturating_add(self.checkpoint_every);
    }

    /// Saves the current state for `restore` and returns its handle.
    pub fn checkpoint(&mut self) -> u32 {
        self.next_handle += 1;
        self.saved.push((self.next_handle, self.snapshot()));
        self.next_handle
    }

    /// Returns to a saved checkpoint and restarts the recording there. Returns false if there is no such handle.
    pub fn restore(&mut self, handle: u32) -> bool {
        let Some((_, saved)) = self.saved.iter().find(|(h, _)| *h == handle) else { return false };
        let saved = saved.clone();
        self.checkpoints.retain(|checkpoint| checkpoint.at < saved.at);
        if self.checkpoint_every > 0 {
            self.next_checkpoint = saved.at;
        }
        self.world = saved.world;
        (self.obs.flows, self.obs.links) = saved.tallies;
        self.restart_recording(saved.at);
        true
    }

    /// Discards the recording and records from now on. Bin 0 starts at `origin`.
    fn restart_recording(&mut self, origin: Time) {
        let settings = RecordingSettings { origin, ..self.obs.rec.settings().clone() };
        self.obs.rec = self.obs.rec.empty_with_same_keys(settings);
        self.obs.rec.fit_run(self.end);
        self.obs.record_from(self.world.now());
    }

    /// Removes a saved checkpoint.
    pub fn release(&mut self, handle: u32) {
        self.saved.retain(|(h, _)| *h != handle);
    }

    pub fn result_id(&self) -> u64 {
        self.world.result_id()
    }

    /// The result ID as 16 hexadecimal digits.
    pub fn result_id_text(&self) -> String {
        format!("{:016x}", self.result_id())
    }

    /// A copy that records nothing and can be run to time `t` again. It starts from the current state if that is not after
    /// `t`, otherwise from the latest periodic checkpoint at or before `t`, otherwise from the start.
    pub fn near(&self, t: Time) -> Result<Self, Vec<Issue>> {
        let before = self.checkpoints.iter().rev().find(|checkpoint| checkpoint.at <= t);
        let mut obs = self.obs.clone_without_recording();
        let world = if self.world.now() <= t {
            self.world.clone()
        } else if let Some(checkpoint) = before {
            (obs.flows, obs.links) = checkpoint.tallies.clone();
            checkpoint.world.clone()
        } else {
            return Simulation::new(self.scenario.clone(), RecordingSettings::none());
        };
        Ok(Simulation {
            scenario: self.scenario.clone(),
            world,
            obs,
            flows: self.flows.clone(),
            order: self.order.clone(),
            links: self.links.clone(),
            end: self.end,
            checkpoints: Vec::new(),
            checkpoint_every: 0,
            next_checkpoint: Time::MAX,
            saved: Vec::new(),
            next_handle: 0,
        })
    }

    /// Records only the decisions of all flows, from now on.
    pub fn record_decisions(&mut self) {
        let settings =
            RecordingSettings { decisions: true, decision_limit: 1 << 16, ..RecordingSettings::none() };
        self.obs.rec = Recorder::new(settings);
    }

    /// The recorded decisions of a flow, as a list of `ExplainedDecision`.
    pub fn decisions(&self, flow: &str) -> Result<Value, String> {
        let Some(index) = self.flows.iter().position(|meta| meta.id == flow) else {
            return Err(format!("There is no flow \"{flow}\"."));
        };
        let Some(info) = kinds().algorithm(&self.flows[index].algorithm) else {
            return Ok(json!([]));
        };
        let records = self.obs.rec.decisions().iter().filter(|record| record.flow == index as u32);
        let links = self.scenario.network.links.iter();
        let of_links: Vec<Vec<Decision>> = links.map(|link| queues::decisions_of(&link.queue.kind)).collect();
        Ok(records
            .filter_map(|record| {
                let kind = match decision_of_link(record.kind) {
                    Some((link, kind)) => of_links.get(link)?.get(kind)?,
                    None => info.decisions.get(usize::from(record.kind))?,
                };
                let inputs = kind.inputs.iter().zip(record.values());
                let values =
                    inputs.map(|(input, &value)| (input.id.to_owned(), value.is_finite().then_some(value)));
                let decision = ExplainedDecision {
                    t: to_secs(record.t),
                    flow: flow.to_owned(),
                    kind: kind.id,
                    label: kind.label,
                    text: record.text(kind),
                    values: Pairs(values.collect()),
                };
                Some(decision.to_json())
            })
            .collect())
    }

    /// The decisions of a flow between two times, found by repeating the run from the checkpoint before. Times after the
    /// current time are not reached.
    pub fn explain(&self, flow: &str, from: f64, to: f64) -> Result<Value, String> {
        let now = self.world.now();
        let (from, to) = (from_secs(from).min(now), from_secs(to).min(now));
        let before = from.saturating_sub(1);
        let mut again = self.near(before).map_err(|_| "The scenario cannot be built again.".to_owned())?;
        if before > 0 {
            again.step(before, u64::MAX).map_err(|failure| failure.to_string())?;
        }
        again.record_decisions();
        again.step(to, u64::MAX).map_err(|failure| failure.to_string())?;
        again.decisions(flow)
    }

    /// Brings all series up to the current time. Call this before reading them.
    pub fn finish_series(&mut self) {
        let now = self.world.now();
        self.obs.finish(now);
    }
}
