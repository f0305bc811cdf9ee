//! A simulation: the world of a scenario, its observer, checkpoints and explanations. The command line and
//! the page run simulations through this module.

pub mod build;
mod driven;
mod fork;
mod later;
pub mod summary;

pub use crate::catalogue::kinds;

use self::build::{BuildOptions, BuiltWorld, FlowMeta, LinkMeta};
use crate::boundary::program::ProgramState;
use crate::boundary::{ExplainedDecision, RecordedDecision};
use crate::describe::Decision;
use crate::ground::convert::narrow;
use crate::ground::json::shape::Pairs;
use crate::ground::time::{Time, from_secs, to_secs};
use crate::observer::{FlowTally, LinkTally, Observer, decode_link_decision};
use crate::params::Issue;
use crate::protocols::AlgorithmSettings;
use crate::protocols::own::Own;
use crate::record::{DecisionRecord, Recorder, RecordingSettings};
use crate::scenario::Scenario;
use crate::world::{Failure, World};
use serde_json::{Value, json};

/// The version of the simulator. Results are reproducible within a version.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The year of the version, for citations. `npm run set-version` sets it.
pub const YEAR: u32 = 2026;

/// A copy of the world and of the tallies, without the recorded series.
#[derive(Clone, Debug)]
struct Checkpoint {
    at: Time,
    world: World,
    tallies: (Vec<FlowTally>, Vec<LinkTally>),
    /// Approximate size of the checkpoint in bytes.
    bytes: usize,
}

/// The result of a call to `Simulation::step`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepResult {
    pub now: Time,
    /// Number of events that the call processed.
    pub events: u64,
    /// Whether the end of the scenario has been reached.
    pub finished: bool,
}

#[derive(Clone, Debug)]
pub struct Simulation {
    scenario: Scenario,
    world: World,
    obs: Observer,
    flows: Vec<FlowMeta>,
    document_order: Vec<u32>,
    links: Vec<LinkMeta>,
    end: Time,
    /// Periodic checkpoints in ascending order of time.
    checkpoints: Vec<Checkpoint>,
    /// Interval between periodic checkpoints in ns; 0 if none are taken.
    checkpoint_interval: Time,
    next_checkpoint: Time,
}

/// Maximum number of periodic checkpoints. When it is exceeded, every second checkpoint is removed and the
/// interval doubles.
const MAX_CHECKPOINTS: usize = 32;

/// Maximum memory of all periodic checkpoints in bytes. When it is exceeded, every second checkpoint is
/// removed and the interval doubles.
const MAX_CHECKPOINT_BYTES: usize = 48 << 20;

/// Copying this number of bytes takes about 5 % of the computing time of one event. A periodic checkpoint of
/// n bytes is taken at least n / 6 events after the previous one, so checkpoints slow a run down by at most
/// about 5 %.
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
        let BuiltWorld { world, flows, document_order, links } = built;
        let end = from_secs(scenario.duration);
        obs.rec.fit_run(end);
        Ok(Simulation {
            scenario,
            world,
            obs,
            flows,
            document_order,
            links,
            end,
            checkpoints: Vec::new(),
            checkpoint_interval: 0,
            next_checkpoint: Time::MAX,
        })
    }

    /// Starts taking periodic checkpoints. Their interval is at first about `seconds` of simulated time.
    /// `explain` and `copy_at_or_before` start from these checkpoints.
    pub fn keep_checkpoints(&mut self, seconds: f64) {
        self.checkpoint_interval = from_secs(seconds).max(1);
        self.next_checkpoint = self.world.now();
    }

    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    pub fn world(&self) -> &World {
        &self.world
    }

    /// The observer, which contains the tallies and the recording.
    pub fn observer(&self) -> &Observer {
        &self.obs
    }

    /// Discards the recording and stops recording. The tallies for the summary are still kept up to date.
    pub fn stop_recording(&mut self) {
        self.obs.rec = Recorder::disabled();
    }

    pub fn now(&self) -> Time {
        self.world.now()
    }

    pub fn end(&self) -> Time {
        self.end
    }

    /// Properties of the flows, by index in the world.
    pub fn flows(&self) -> &[FlowMeta] {
        &self.flows
    }

    /// The world's index of each flow, in the order of the document.
    pub fn document_order(&self) -> &[u32] {
        &self.document_order
    }

    pub fn links(&self) -> &[LinkMeta] {
        &self.links
    }

    /// Number of packet-hops so far: how often a packet has crossed a link.
    pub fn packet_hops(&self) -> u64 {
        self.world.net().hops()
    }

    /// Number of events processed so far.
    pub fn events(&self) -> u64 {
        self.world.events()
    }

    /// Runs to the time `until` or to the end of the scenario, whichever is earlier. Stops before that after
    /// `max_events` events.
    pub fn step(&mut self, until: Time, max_events: u64) -> Result<StepResult, Failure> {
        let until = until.min(self.end);
        let events_before = self.world.events();
        loop {
            if self.world.now() >= self.next_checkpoint {
                self.take_periodic_checkpoint();
            }
            let target = until.min(self.next_checkpoint);
            let events_left = max_events.saturating_sub(self.world.events() - events_before);
            let done = self.world.step(target, events_left, &mut self.obs);
            let done = done.map_err(|failure| self.with_name(failure))?;
            if !done || self.world.now() >= until {
                let finished = done && self.world.now() >= self.end;
                return Ok(StepResult {
                    now: self.world.now(),
                    events: self.world.events() - events_before,
                    finished,
                });
            }
        }
    }

    /// A failure with the ID of its flow.
    fn with_name(&self, mut failure: Failure) -> Failure {
        if let Failure::Program { flow, name, .. } = &mut failure
            && let Some(meta) = self.flows.get(*flow as usize)
        {
            name.clone_from(&meta.id);
        }
        failure
    }

    /// The settings of the flow with this index.
    fn settings_of(&self, flow: usize) -> &AlgorithmSettings {
        &self.scenario.flows[self.flows[flow].entry].algorithm
    }

    /// Runs to the end of the scenario.
    pub fn run(&mut self) -> Result<(), Failure> {
        self.step(self.end, u64::MAX).map(drop)
    }

    /// Approximate size of a checkpoint in bytes.
    fn checkpoint_bytes(&self) -> usize {
        let flow_tallies: usize = self.obs.flows.iter().map(FlowTally::bytes).sum();
        let link_tallies: usize = self.obs.links.iter().map(LinkTally::bytes).sum();
        self.world.bytes() + flow_tallies + link_tallies
    }

    fn snapshot(&self) -> Checkpoint {
        let tallies = (self.obs.flows.clone(), self.obs.links.clone());
        Checkpoint {
            at: self.world.now(),
            world: self.world.clone(),
            tallies,
            bytes: self.checkpoint_bytes(),
        }
    }

    /// Takes a periodic checkpoint unless too few events have been processed since the previous one, and sets
    /// the time of the next attempt.
    fn take_periodic_checkpoint(&mut self) {
        let now = self.world.now();
        let min_events = self.checkpoint_bytes() as u64 / CHECKPOINT_BYTES_PER_EVENT;
        let is_due =
            |last: &Checkpoint| last.at < now && self.world.events() - last.world.events() >= min_events;
        if self.checkpoints.last().is_none_or(is_due) {
            self.checkpoints.push(self.snapshot());
        }
        let bytes: usize = self.checkpoints.iter().map(|checkpoint| checkpoint.bytes).sum();
        if self.checkpoints.len() > MAX_CHECKPOINTS
            || (bytes > MAX_CHECKPOINT_BYTES && self.checkpoints.len() > 1)
        {
            self.checkpoint_interval = self.checkpoint_interval.saturating_mul(2);
            let mut index = 0;
            self.checkpoints.retain(|_| {
                index += 1;
                index % 2 == 1
            });
        }
        self.next_checkpoint = self.world.now().saturating_add(self.checkpoint_interval);
    }

    /// Discards the recording and starts a new one at the current time. Bin 0 starts at time 0.
    fn restart_recording(&mut self) {
        let settings = RecordingSettings { origin: 0, ..self.obs.rec.settings().clone() };
        self.obs.rec = self.obs.rec.empty_with_same_keys(settings);
        self.obs.rec.fit_run(self.end);
        self.obs.record_from(self.world.now());
    }

    pub fn result_id(&self) -> u64 {
        self.world.result_id()
    }

    /// The result ID as 16 hexadecimal digits.
    pub fn result_id_text(&self) -> String {
        format!("{:016x}", self.result_id())
    }

    /// Returns a simulation of the same run at time `t` or earlier, which records nothing. It has
    /// the current state if the current time is not later than `t`, otherwise the state of the
    /// latest periodic checkpoint at or before `t`. If there is no such checkpoint, it starts at
    /// time 0.
    pub fn copy_at_or_before(&self, t: Time) -> Result<Self, Vec<Issue>> {
        let checkpoint = self.checkpoints.iter().rev().find(|checkpoint| checkpoint.at <= t);
        let mut obs = self.obs.clone_without_recording();
        let world = if self.world.now() <= t {
            self.world.clone()
        } else if let Some(checkpoint) = checkpoint {
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
            document_order: self.document_order.clone(),
            links: self.links.clone(),
            end: self.end,
            checkpoints: Vec::new(),
            checkpoint_interval: 0,
            next_checkpoint: Time::MAX,
        })
    }

    /// Discards the recording. From the present time, records only the decisions of all flows.
    pub fn record_decisions(&mut self) {
        let settings =
            RecordingSettings { decisions: true, decision_limit: 1 << 16, ..RecordingSettings::none() };
        self.obs.rec = Recorder::new(settings);
    }

    /// The recorded decisions of a flow as numbers.
    pub fn recorded_decisions(&self, flow: &str) -> Result<Vec<RecordedDecision>, String> {
        let Some(index) = self.flows.iter().position(|meta| meta.id == flow) else {
            return Err(format!("There is no flow \"{flow}\"."));
        };
        let (algorithm, settings) = (&self.flows[index].algorithm, self.settings_of(index));
        let links = &self.scenario.network.links;
        let records = self.obs.rec.decisions().iter().filter(|record| record.flow == narrow::<u32>(index));
        Ok(records
            .filter_map(|record| {
                let kind = usize::from(record.kind);
                let (by, kind, said) = match decode_link_decision(record.kind) {
                    Some((link, kind)) => (links.get(link)?.queue.id(), kind, None),
                    None => (algorithm.as_str(), kind, settings.said(kind, record.values())),
                };
                let values = record.values().iter().map(|&value| value.is_finite().then_some(value));
                let (t, kind) = (to_secs(record.t), kind as u64);
                Some(RecordedDecision { t, by: by.to_owned(), kind, values: values.collect(), said })
            })
            .collect())
    }

    /// The recorded decisions of a flow, as a list of `ExplainedDecision`.
    pub fn decisions(&self, flow: &str) -> Result<Value, String> {
        let Some(index) = self.flows.iter().position(|meta| meta.id == flow) else {
            return Err(format!("There is no flow \"{flow}\"."));
        };
        let Some(info) = kinds().algorithm(&self.flows[index].algorithm) else {
            return Ok(json!([]));
        };
        let records = self.obs.rec.decisions().iter().filter(|record| record.flow == narrow::<u32>(index));
        let links = self.scenario.network.links.iter();
        let queue_decisions: Vec<Vec<Decision>> = links.map(|link| link.queue.decisions()).collect();
        Ok(records
            .filter_map(|record| {
                let kind = match decode_link_decision(record.kind) {
                    Some((link, kind)) => queue_decisions.get(link)?.get(kind)?,
                    None => match info.decisions.get(usize::from(record.kind)) {
                        Some(kind) => kind,
                        None => return self.said(flow, index, record).map(|decision| decision.to_json()),
                    },
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

    /// A recorded decision as the text of a `say` statement in the program of a flow.
    fn said(&self, flow: &str, index: usize, record: &DecisionRecord) -> Option<ExplainedDecision> {
        let text = self.settings_of(index).said(usize::from(record.kind), record.values())?;
        let (t, flow) = (to_secs(record.t), flow.to_owned());
        Some(ExplainedDecision { t, flow, kind: "said", label: "Said", text, values: Pairs(Vec::new()) })
    }

    /// The sender with a program of a flow, if it has one.
    fn own(&mut self, flow: &str) -> Option<&mut Own> {
        let index = self.flows.iter().position(|meta| meta.id == flow)?;
        self.world.sender_mut(narrow::<u32>(index)).own()
    }

    /// Records from now on which lines of the program of a flow run.
    pub fn record_lines(&mut self, flow: &str) {
        if let Some(sender) = self.own(flow) {
            sender.record_lines();
        }
    }

    /// What the program of a flow did last. None if the flow has no program.
    pub fn program_state(&mut self, flow: &str) -> Option<ProgramState> {
        self.own(flow)?.program_state()
    }

    /// The decisions of a flow between two times in seconds. They are found by repeating the run from the
    /// latest checkpoint before `from`. Times after the current time count as the current time.
    pub fn explain(&self, flow: &str, from: f64, to: f64) -> Result<Value, String> {
        let now = self.world.now();
        let (from, to) = (from_secs(from).min(now), from_secs(to).min(now));
        let just_before = from.saturating_sub(1);
        let mut replay = self
            .copy_at_or_before(just_before)
            .map_err(|_| "The scenario cannot be built again.".to_owned())?;
        if just_before > 0 {
            replay.step(just_before, u64::MAX).map_err(|failure| failure.to_string())?;
        }
        replay.record_decisions();
        match replay.step(to, u64::MAX) {
            // The decisions before the code failed are known.
            Ok(_) | Err(Failure::Program { .. }) => replay.decisions(flow),
            Err(failure) => Err(failure.to_string()),
        }
    }

    /// Extends all series to the current time. Call this before reading series.
    pub fn update_series(&mut self) {
        let now = self.world.now();
        self.obs.finish(now);
    }
}
