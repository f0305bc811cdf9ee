//! The recorder: all series, events and decisions of one run. It sits beside the world, which only pushes values into it
//! and never reads it, so that no recording setting can change a simulation.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::describe::{Signal, SignalKind};

use super::bank::GAUGES;
use super::banks::Banks;
use super::bins::{BASE_WIDTH, BIN_RANGE, DEFAULT_BINS};
use super::decisions::Decisions;
use super::events::{EventKind, Events};
use super::series::{Counter, Gauge};

/// Which signals are recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Watch {
    All,
    /// Only the signals with these ids.
    Only(Vec<String>),
}

/// What to record and how finely.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Most bins per series. Halved until all series fit into `series_budget`.
    pub bins: usize,
    /// Width of the first bins in ns; widths are this times a power of two.
    pub first_width: u64,
    /// Time of bin 0 in ns: later than 0 when a moment is looked at more closely by running it again.
    pub origin: u64,
    pub watch: Watch,
    pub events: bool,
    pub decisions: bool,
    /// Rows of events, and decisions, that are kept.
    pub event_limit: usize,
    pub decision_limit: usize,
    /// Bytes that the bins of all series together may take; the page's copy of them takes twice as many.
    pub series_budget: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            bins: DEFAULT_BINS,
            first_width: BASE_WIDTH,
            origin: 0,
            watch: Watch::All,
            events: true,
            decisions: false,
            event_limit: 4096,
            decision_limit: 4096,
            series_budget: 32 << 20,
        }
    }
}

impl Settings {
    /// Nothing at all: for the command line's summaries and for benchmarks.
    pub fn nothing() -> Self {
        Self { watch: Watch::Only(Vec::new()), events: false, decisions: false, ..Self::default() }
    }

    /// From `{ "bins": 2048, "decisions": false, "events": true, "signals": null | [ids] }`; all fields may be left out,
    /// unknown ones are refused. The error is a sentence.
    pub fn from_json(value: &Value) -> Result<Self, String> {
        let Some(object) = value.as_object() else {
            return Err("The recording settings must be an object.".into());
        };
        let mut settings = Self::default();
        for (name, value) in object {
            match name.as_str() {
                "bins" => {
                    let (least, most) = BIN_RANGE;
                    settings.bins = value
                        .as_u64()
                        .and_then(|n| usize::try_from(n).ok())
                        .filter(|n| (least..=most).contains(n) && n % 2 == 0)
                        .ok_or_else(|| {
                            format!("bins must be an even whole number from {least} to {most}.")
                        })?;
                }
                "decisions" => settings.decisions = flag(name, value)?,
                "events" => settings.events = flag(name, value)?,
                "signals" => settings.watch = watch(value)?,
                _ => return Err(format!("There is no recording setting \"{name}\".")),
            }
        }
        Ok(settings)
    }

    fn watches(&self, signal: &str) -> bool {
        match &self.watch {
            Watch::All => true,
            Watch::Only(ids) => ids.iter().any(|id| id == signal),
        }
    }
}

fn flag(name: &str, value: &Value) -> Result<bool, String> {
    value.as_bool().ok_or_else(|| format!("{name} must be true or false."))
}

fn watch(value: &Value) -> Result<Watch, String> {
    if value.is_null() {
        return Ok(Watch::All);
    }
    let ids = value.as_array().and_then(|ids| ids.iter().map(|id| id.as_str().map(String::from)).collect());
    ids.map(Watch::Only).ok_or_else(|| "signals must be null or a list of signal ids.".into())
}

/// Handle of a registered series. A series that is not recorded has `Key::NONE`, and pushing to it does nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key(u32);

/// Set in the keys of counters, so that the key of one kind is out of range for the other.
const COUNTER_BIT: u32 = 1 << 31;
/// Bits of a key that say which of a bank's series it is.
const PLACE_BITS: u32 = 3;

impl Key {
    pub const NONE: Self = Self(u32::MAX);

    fn new(bank: usize, place: usize) -> Self {
        Self((bank << PLACE_BITS | place) as u32)
    }

    /// Bank and place in it, where it is the key of a gauge.
    #[inline]
    fn gauge(self) -> (usize, usize) {
        ((self.0 >> PLACE_BITS) as usize, self.place())
    }

    /// Bank and place in it, where it is the key of a counter.
    #[inline]
    fn counter(self) -> (usize, usize) {
        (((self.0 ^ COUNTER_BIT) >> PLACE_BITS) as usize, self.place())
    }

    #[inline]
    fn place(self) -> usize {
        self.0 as usize & ((1 << PLACE_BITS) - 1)
    }
}

/// The first gauges of a bank in their order: what one entity tells at the same times.
#[derive(Clone, Copy, Debug)]
pub struct Group(u32);

impl Default for Group {
    /// None: of a bank that there is not.
    fn default() -> Self {
        Group(u32::MAX)
    }
}

impl Default for Key {
    fn default() -> Self {
        Self::NONE
    }
}

/// One line of the directory; its position is the number by which readers ask for the series.
#[derive(Clone, Debug)]
pub struct Entry {
    /// `flow:ID`, `link:forward`, `run`.
    pub entity: String,
    pub signal: Signal,
    pub key: Key,
}

/// Everything that is recorded of one run.
#[derive(Clone, Debug)]
pub struct Recorder {
    settings: Settings,
    /// A bank for each entity, or more if it has many series.
    banks: Banks,
    entries: Vec<Entry>,
    /// Positions in `entries` of each entity's series.
    by_entity: BTreeMap<String, Vec<usize>>,
    events: Events,
    decisions: Decisions,
    bins: usize,
    /// Bytes that one bin of all series takes.
    per_bin: usize,
}

impl Default for Recorder {
    fn default() -> Self {
        Self::new(Settings::default())
    }
}

impl Recorder {
    pub fn new(settings: Settings) -> Self {
        let bins = settings.bins.clamp(BIN_RANGE.0, BIN_RANGE.1) & !1;
        Self {
            events: Events::new(settings.event_limit),
            decisions: Decisions::new(settings.decision_limit),
            banks: Banks::new(settings.origin, settings.first_width, bins),
            settings,
            entries: Vec::new(),
            by_entity: BTreeMap::new(),
            bins,
            per_bin: 0,
        }
    }

    /// Records nothing. Keys that another recorder gave are ignored.
    pub fn off() -> Self {
        Self::new(Settings::nothing())
    }

    /// An empty recorder whose keys are those of this one, for running the same world again with other settings. What
    /// the new settings do not watch takes updates under its key all the same.
    pub fn fresh(&self, settings: Settings) -> Self {
        let mut next = Self::new(Settings { watch: Watch::All, ..settings.clone() });
        for entry in &self.entries {
            next.register(&entry.entity, &entry.signal);
        }
        next.settings.watch = settings.watch;
        next
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Registers a series at set-up. The same entity and signal twice give the same key.
    pub fn register(&mut self, entity: &str, signal: &Signal) -> Key {
        if !self.settings.watches(signal.id) {
            return Key::NONE;
        }
        // An entity registers its signals together, so a repetition is among the latest entries of that entity.
        let known =
            self.entries.iter().rev().take(64).find(|e| e.signal.id == signal.id && e.entity == entity);
        if let Some(entry) = known {
            return entry.key;
        }
        let key = self.place(entity, signal.kind);
        match self.by_entity.get_mut(entity) {
            Some(list) => list.push(self.entries.len()),
            None => drop(self.by_entity.insert(entity.into(), vec![self.entries.len()])),
        }
        self.entries.push(Entry { entity: entity.into(), signal: *signal, key });
        self.fit_budget(signal.kind);
        key
    }

    /// Makes the first bins as wide as a run that ends at `end` (in ns) will need, so that none are merged while it is computed:
    /// readers get each bin once, and lines drawn early do not change their grain. Call before anything is recorded.
    pub fn fit_run(&mut self, end: u64) {
        let duration = end.saturating_sub(self.settings.origin);
        let mut width = self.settings.first_width.max(1);
        while duration.div_ceil(width) > self.bins as u64 {
            width = width.saturating_mul(2);
        }
        self.banks.fit(width, end);
    }

    /// A place for another series of an entity: in its latest bank, or in a new one.
    fn place(&mut self, entity: &str, kind: SignalKind) -> Key {
        let known = self.by_entity.get(entity).and_then(|list| self.entries.get(*list.last()?));
        let bank = known.map(|entry| match entry.signal.kind {
            SignalKind::Gauge => entry.key.gauge().0,
            SignalKind::Counter => entry.key.counter().0,
        });
        let add = |banks: &mut Banks, bank| match kind {
            SignalKind::Gauge => banks.add_gauge(bank),
            SignalKind::Counter => banks.add_counter(bank),
        };
        let found = bank.and_then(|bank| Some((bank, add(&mut self.banks, bank)?)));
        let (bank, place) = found.unwrap_or_else(|| {
            let bank = self.banks.add();
            (bank, add(&mut self.banks, bank).unwrap_or(0))
        });
        match kind {
            SignalKind::Gauge => Key::new(bank, place),
            SignalKind::Counter => Key(Key::new(bank, place).0 ^ COUNTER_BIT),
        }
    }

    /// Halves the bins of all series (nothing is stored in them yet) until they fit.
    fn fit_budget(&mut self, added: SignalKind) {
        self.per_bin += match added {
            SignalKind::Gauge => 12,
            SignalKind::Counter => 8,
        };
        let before = self.bins;
        while self.per_bin.saturating_mul(self.bins) > self.settings.series_budget
            && self.bins / 2 >= BIN_RANGE.0
        {
            self.bins = (self.bins / 2) & !1;
        }
        if self.bins < before {
            self.banks.lower_limit(self.bins);
        }
    }

    /// Whether any series is recorded: where none is, nobody needs to look for keys.
    #[inline]
    pub fn records_series(&self) -> bool {
        !self.banks.is_empty()
    }

    /// The gauge is `value` from `now` on; a value that is not finite makes a gap.
    #[inline]
    pub fn gauge(&mut self, key: Key, now: u64, value: f64) {
        let (bank, place) = key.gauge();
        self.banks.set(bank, place, now, value);
    }

    /// The gauges of these keys as a group, if they are the first of one bank, in this order. `Key::NONE`: whichever there
    /// is at that place.
    pub fn gauge_group(keys: [Key; GAUGES]) -> Group {
        let Some(first) = keys.first().filter(|key| **key != Key::NONE) else { return Group::default() };
        let bank = first.gauge().0;
        let here = |(place, key): (usize, &Key)| *key == Key::NONE || *key == Key::new(bank, place);
        if keys.iter().enumerate().all(here) { Group(bank as u32) } else { Group::default() }
    }

    /// Tells those values of a group of gauges that there are, finite or NaN for none from now on. False, and nothing is
    /// told, where it is none or where a bin begins: each is to be told by itself then.
    #[inline]
    pub fn gauges(&mut self, group: Group, now: u64, values: [Option<f64>; GAUGES]) -> bool {
        self.banks.set_all(group.0 as usize, now, values)
    }

    /// When the bin that is being filled ends: everything before is to be told first, and then `turn` to be called. Never
    /// where no series are recorded.
    #[inline]
    pub fn end(&self) -> u64 {
        self.banks.end()
    }

    /// Everything before `now` has been told: the bin that contains it is opened.
    pub fn turn(&mut self, now: u64) {
        self.banks.turn(now);
    }

    /// The gauge has no value from `now` until it is set again.
    pub fn clear(&mut self, key: Key, now: u64) {
        self.gauge(key, now, f64::NAN);
    }

    /// So much has been counted from the start of the run up to `now`.
    #[inline]
    pub fn count(&mut self, key: Key, now: u64, total: u64) {
        let (bank, place) = key.counter();
        self.banks.count_is(bank, place, now, total);
    }

    /// So much was counted before anything was recorded: the series begins with nothing.
    pub fn count_from(&mut self, key: Key, before: u64) {
        let (bank, place) = key.counter();
        self.banks.count_from(bank, place, before);
    }

    /// Records an event.
    #[inline]
    pub fn event(&mut self, now: u64, kind: EventKind, entity: u32, value: f64) {
        if self.settings.events {
            self.events.push(now, kind, entity, value);
        }
    }

    /// Whether decisions are recorded: ask before working out values for one.
    #[inline]
    pub fn wants_decisions(&self) -> bool {
        self.settings.decisions
    }

    /// Records a decision of a flow; `kind` is its index among those that the flow's algorithm declares.
    #[inline]
    pub fn decision(&mut self, now: u64, flow: u32, kind: u16, values: &[f64]) {
        if self.settings.decisions {
            self.decisions.push(now, flow, kind, values);
        }
    }

    /// Brings every series up to `now`: call before reading. Recording may go on afterwards.
    pub fn finish(&mut self, now: u64) {
        self.banks.finish(now);
    }

    /// All series.
    pub fn directory(&self) -> &[Entry] {
        &self.entries
    }

    /// The directory as JSON; `key` is the number for `read`.
    pub fn directory_json(&self) -> Value {
        let line = |(key, entry): (usize, &Entry)| {
            json!({ "key": key, "entity": entry.entity, "signal": entry.signal.id, "kind": entry.signal.kind.as_str(),
                    "unit": entry.signal.unit, "label": entry.signal.label })
        };
        Value::Array(self.entries.iter().enumerate().map(line).collect())
    }

    /// A series by its position in the directory: header [rev, width in s, number of bins, first bin read], then minimum,
    /// maximum, last (gauge; NaN = no value) or the count at the end (counter) of every bin. Empty if there is no such series.
    pub fn read(&self, index: usize, from_bin: usize) -> Vec<f64> {
        let Some(entry) = self.entries.get(index) else { return Vec::new() };
        if let Some(gauge) = self.gauge_of(entry.key) {
            let first = from_bin.min(gauge.len());
            let mut out = Vec::with_capacity(4 + 3 * (gauge.len() - first));
            out.extend(header(gauge.rev(), gauge.width(), gauge.len(), first));
            gauge.read(first, &mut out);
            out
        } else if let Some(counter) = self.counter_of(entry.key) {
            let first = from_bin.min(counter.len());
            let mut out = Vec::with_capacity(4 + counter.len() - first);
            out.extend(header(counter.rev(), counter.width(), counter.len(), first));
            counter.read(first, &mut out);
            out
        } else {
            Vec::new()
        }
    }

    pub fn gauge_of(&self, key: Key) -> Option<Gauge<'_>> {
        let (bank, place) = key.gauge();
        self.banks.gauge(bank, place)
    }

    pub fn counter_of(&self, key: Key) -> Option<Counter<'_>> {
        let (bank, place) = key.counter();
        self.banks.counter(bank, place)
    }

    /// The key of an entity's signal; `Key::NONE` if it is not recorded.
    pub fn find(&self, entity: &str, signal: &str) -> Key {
        let list = self.by_entity.get(entity).map_or(&[][..], Vec::as_slice);
        let entry = list.iter().filter_map(|&i| self.entries.get(i)).find(|e| e.signal.id == signal);
        entry.map_or(Key::NONE, |e| e.key)
    }

    pub fn events(&self) -> &Events {
        &self.events
    }

    pub fn decisions(&self) -> &Decisions {
        &self.decisions
    }

    /// Bytes that everything recorded takes.
    pub fn bytes(&self) -> usize {
        let names: usize = self.entries.iter().map(|e| size_of::<Entry>() + e.entity.capacity()).sum();
        self.banks.bytes() + names + self.events.bytes() + self.decisions.bytes()
    }
}

fn header(rev: u32, width: u64, bins: usize, first: usize) -> [f64; 4] {
    [f64::from(rev), width as f64 / 1e9, bins as f64, first as f64]
}
