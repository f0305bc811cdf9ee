//! A simulation: a scenario's world, what is observed of it, checkpoints, and explanations. What the command line and
//! the page drive.

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
use crate::protocols;
use crate::record::{Recorder, RecordingSettings};
use crate::scenario::Scenario;
use crate::world::{Failure, World};
use serde_json::{Value, json};

/// The simulator's version: part of what makes a result.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A world and the tallies of its past; the recording of series is not part of it.
#[derive(Clone, Debug)]
struct Checkpoint {
    at: Time,
    world: World,
    tallies: (Vec<FlowTally>, Vec<LinkTally>),
    bytes: usize,
}

/// What a call to `step` did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepResult {
    pub now: Time,
    /// Events done by the call.
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
    /// Ascending in time, the first at 0.
    checkpoints: Vec<Checkpoint>,
    checkpoint_every: Time,
    next_checkpoint: Time,
    kept: Vec<(u32, Checkpoint)>,
    next_handle: u32,
}

/// Checkpoints made on the way are thinned to this many, at twice the distance each time.
const MOST_CHECKPOINTS: usize = 32;

/// So are they as soon as they take more bytes than this.
const CHECKPOINT_BUDGET: usize = 48 << 20;

/// Copying so many bytes costs about a twentieth of an event: checkpoints slow a run down by no more than that.
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
            kept: Vec::new(),
            next_handle: 0,
        })
    }

    /// Keeps checkpoints on the way, about every `seconds` at first: for `explain` and for looking closer.
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

    /// Flows by the world's index.
    pub fn flows(&self) -> &[FlowMeta] {
        &self.flows
    }

    /// World indices in the order of the document.
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

    /// Runs until `until` (at most the scenario's end) or until `max_events` are done.
    pub fn step(&mut self, until: Time, max_events: u64) -> Result<StepResult, Failure> {
        let until = until.min(self.end);
        let before = self.world.events();
        loop {
            if self.world.now() >= self.next_checkpoint {
                self.checkpoint_on_the_way();
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

    /// Runs to the end.
    pub fn run(&mut self) -> Result<(), Failure> {
        self.step(self.end, u64::MAX).map(drop)
    }

    /// About how many bytes a checkpoint takes.
    fn bytes(&self) -> usize {
        let of_flows: usize = self.obs.flows.iter().map(FlowTally::bytes).sum();
        let of_links: usize = self.obs.links.iter().map(LinkTally::bytes).sum();
        self.world.bytes() + of_flows + of_links
    }

    fn snapshot(&self) -> Checkpoint {
        let tallies = (self.obs.flows.clone(), self.obs.links.clone());
        Checkpoint { at: self.world.now(), world: self.world.clone(), tallies, bytes: self.bytes() }
    }

    fn checkpoint_on_the_way(&mut self) {
        let now = self.world.now();
        let worth = self.bytes() as u64 / CHECKPOINT_BYTES_PER_EVENT;
        let due = |last: &Checkpoint| last.at < now && self.world.events() - last.world.events() >= worth;
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

    /// Keeps the present for `restore`; returns its handle.
    pub fn checkpoint(&mut self) -> u32 {
        self.next_handle += 1;
        self.kept.push((self.next_handle, self.snapshot()));
        self.next_handle
    }

    /// Goes back to a kept checkpoint. The recording begins anew there. False: no such handle.
    pub fn restore(&mut self, handle: u32) -> bool {
        let Some((_, kept)) = self.kept.iter().find(|(h, _)| *h == handle) else { return false };
        let kept = kept.clone();
        self.checkpoints.retain(|checkpoint| checkpoint.at < kept.at);
        if self.checkpoint_every > 0 {
            self.next_checkpoint = kept.at;
        }
        self.world = kept.world;
        (self.obs.flows, self.obs.links) = kept.tallies;
        self.record_anew(kept.at);
        true
    }

    /// Forgets what was recorded and records from the present on, in bins from `origin` on.
    fn record_anew(&mut self, origin: Time) {
        let settings = RecordingSettings { origin, ..self.obs.rec.settings().clone() };
        self.obs.rec = self.obs.rec.empty_with_same_keys(settings);
        self.obs.rec.fit_run(self.end);
        self.obs.record_from(self.world.now());
    }

    pub fn release(&mut self, handle: u32) {
        self.kept.retain(|(h, _)| *h != handle);
    }

    pub fn result_id(&self) -> u64 {
        self.world.result_id()
    }

    /// 16 hexadecimal digits.
    pub fn result_id_text(&self) -> String {
        format!("{:016x}", self.result_id())
    }

    /// A copy that records nothing, from the latest checkpoint at or before `t` (from the present if that is not later,
    /// from the start if there is none): for looking at a moment of the past again.
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
            kept: Vec::new(),
            next_handle: 0,
        })
    }

    /// Records the decisions of all flows from now on, and nothing else.
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
        let infos = protocols::infos();
        let Some(info) = infos.iter().find(|info| info.id == self.flows[index].algorithm) else {
            return Ok(json!([]));
        };
        let told = self.obs.rec.decisions().iter().filter(|record| record.flow == index as u32);
        let links = self.scenario.network.links.iter();
        let of_links: Vec<Vec<Decision>> = links.map(|link| queues::decisions_of(&link.queue.kind)).collect();
        Ok(told
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

    /// Why a flow did what it did between two moments: its decisions, found by running again from the checkpoint
    /// before. Moments after the present are not reached.
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

    /// Series up to the present are ready to be read.
    pub fn finish_series(&mut self) {
        let now = self.world.now();
        self.obs.finish(now);
    }
}
