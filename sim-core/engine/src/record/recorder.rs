//! The recorder: all series, events and decisions of one run. The observer pushes values into it. The world
//! never reads the recorder, so recording settings cannot change a result.

use crate::ground::convert::narrow;
use std::collections::BTreeMap;

use serde_json::Value;

use crate::boundary::SeriesInfo;
use crate::describe::{Signal, SignalKind};

use super::bins::BIN_RANGE;
use super::block::GAUGES;
use super::decisions::Decisions;
use super::events::{EventKind, Events};
use super::series::{Counter, Gauge};
use super::series_table::SeriesTable;
use super::settings::{RecordingSettings, Watch};

/// Handle of a registered series. A series that is not recorded has the key `Key::NONE`; updates with this
/// key have no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key(u32);

/// Set in the keys of counters, so that the key of a gauge is out of range for counters and vice versa.
const COUNTER_BIT: u32 = 1 << 31;
/// Number of low bits of a key that hold the position, the index of the series within its block.
const POSITION_BITS: u32 = 3;

impl Key {
    /// The key of a series that is not recorded.
    pub const NONE: Self = Self(u32::MAX);

    fn new(block: usize, position: usize) -> Self {
        Self(narrow::<u32>(block << POSITION_BITS | position))
    }

    /// Block and position of a gauge. For other keys, a block that does not exist.
    #[inline]
    fn gauge(self) -> (usize, usize) {
        ((self.0 >> POSITION_BITS) as usize, self.position())
    }

    /// Block and position of a counter. For other keys, a block that does not exist.
    #[inline]
    fn counter(self) -> (usize, usize) {
        (((self.0 ^ COUNTER_BIT) >> POSITION_BITS) as usize, self.position())
    }

    #[inline]
    fn position(self) -> usize {
        self.0 as usize & ((1 << POSITION_BITS) - 1)
    }
}

/// Handle of the first gauges of a block: gauges of one entity that are always updated together.
#[derive(Clone, Copy, Debug)]
pub struct GaugeGroup(u32);

impl Default for GaugeGroup {
    /// The handle that means no group: the index of a block that does not exist.
    fn default() -> Self {
        GaugeGroup(u32::MAX)
    }
}

impl Default for Key {
    fn default() -> Self {
        Self::NONE
    }
}

/// One entry of the directory of series. Readers refer to a series by its index in the directory.
#[derive(Clone, Debug)]
pub struct SeriesEntry {
    /// `flow:ID`, `link:ID` or `run`.
    pub entity: String,
    pub signal: Signal,
    pub key: Key,
    /// Whether the gauge has no value in bins without a sample.
    pub of_samples: bool,
}

/// Everything that is recorded of one run.
#[derive(Clone, Debug)]
pub struct Recorder {
    settings: RecordingSettings,
    /// One block for each entity, or several if it has many series.
    table: SeriesTable,
    /// The directory of series.
    entries: Vec<SeriesEntry>,
    /// Indices in `entries` of each entity's series.
    by_entity: BTreeMap<String, Vec<usize>>,
    events: Events,
    decisions: Decisions,
    /// Maximum number of bins per series.
    bins: usize,
    /// Size of one bin of all series together, in bytes.
    bytes_per_bin: usize,
}

impl Default for Recorder {
    fn default() -> Self {
        Self::new(RecordingSettings::default())
    }
}

impl Recorder {
    pub fn new(settings: RecordingSettings) -> Self {
        let bins = settings.bins.clamp(BIN_RANGE.0, BIN_RANGE.1) & !1;
        Self {
            events: Events::new(settings.event_limit),
            decisions: Decisions::new(settings.decision_limit),
            table: SeriesTable::new(settings.origin, settings.first_width, bins),
            settings,
            entries: Vec::new(),
            by_entity: BTreeMap::new(),
            bins,
            bytes_per_bin: 0,
        }
    }

    /// A recorder that records nothing. It ignores the keys of other recorders.
    pub fn disabled() -> Self {
        Self::new(RecordingSettings::none())
    }

    /// An empty recorder with other settings in which all series have the same keys as in this recorder, for
    /// running the same world again. It also records the series that the new settings do not watch.
    pub fn empty_with_same_keys(&self, settings: RecordingSettings) -> Self {
        let mut next = Self::new(RecordingSettings { watch: Watch::All, ..settings.clone() });
        for entry in &self.entries {
            let key = next.register(&entry.entity, &entry.signal);
            if entry.of_samples {
                next.mark_as_samples(key);
            }
        }
        next.settings.watch = settings.watch;
        next
    }

    pub fn settings(&self) -> &RecordingSettings {
        &self.settings
    }

    /// Registers the series of an entity's signal and returns the key of the series. Registering the same
    /// signal again returns the same key.
    pub fn register(&mut self, entity: &str, signal: &Signal) -> Key {
        if !self.settings.watches(signal.id) {
            return Key::NONE;
        }
        // The signals of an entity are registered together, so a signal that is already registered is among
        // the latest entries.
        let registered =
            self.entries.iter().rev().take(64).find(|e| e.signal.id == signal.id && e.entity == entity);
        if let Some(entry) = registered {
            return entry.key;
        }
        let key = self.allocate(entity, signal.kind);
        match self.by_entity.get_mut(entity) {
            Some(list) => list.push(self.entries.len()),
            None => drop(self.by_entity.insert(entity.into(), vec![self.entries.len()])),
        }
        self.entries.push(SeriesEntry { entity: entity.into(), signal: *signal, key, of_samples: false });
        self.fit_budget(signal.kind);
        key
    }

    /// Makes a gauge one of samples: it has no value in bins without a sample. Call this before anything is recorded.
    pub fn mark_as_samples(&mut self, key: Key) {
        let (block, position) = key.gauge();
        self.table.mark_as_samples(block, position);
        if let Some(entry) = self.entries.iter_mut().rev().find(|entry| entry.key == key) {
            entry.of_samples = true;
        }
    }

    /// Makes the first bins wide enough for a run that ends at `end` (in ns), so that no bins are merged
    /// during the run. Readers then receive each bin once, and the resolution of a chart does not change
    /// while it is drawn. Call this before anything is recorded.
    pub fn fit_run(&mut self, end: u64) {
        let duration = end.saturating_sub(self.settings.origin);
        let mut width = self.settings.first_width.max(1);
        while duration.div_ceil(width) > self.bins as u64 {
            width = width.saturating_mul(2);
        }
        self.table.fit(width, end);
    }

    /// Allocates a position for another series of an entity: in the entity's latest block, or in a new block
    /// if the latest is full.
    fn allocate(&mut self, entity: &str, kind: SignalKind) -> Key {
        let latest = self.by_entity.get(entity).and_then(|list| self.entries.get(*list.last()?));
        let block = latest.map(|entry| match entry.signal.kind {
            SignalKind::Gauge => entry.key.gauge().0,
            SignalKind::Counter => entry.key.counter().0,
        });
        let add = |table: &mut SeriesTable, block| match kind {
            SignalKind::Gauge => table.add_gauge(block),
            SignalKind::Counter => table.add_counter(block),
        };
        let in_latest_block = block.and_then(|block| Some((block, add(&mut self.table, block)?)));
        let (block, position) = in_latest_block.unwrap_or_else(|| {
            let block = self.table.add_block();
            (block, add(&mut self.table, block).unwrap_or(0))
        });
        match kind {
            SignalKind::Gauge => Key::new(block, position),
            SignalKind::Counter => Key(Key::new(block, position).0 ^ COUNTER_BIT),
        }
    }

    /// Accounts for a new series of the kind `added`: halves the maximum number of bins until all
    /// series fit into the budget or another half would be below the minimum of `BIN_RANGE`. Call
    /// this before anything is recorded.
    fn fit_budget(&mut self, added: SignalKind) {
        // The sizes of a `GaugeBin` and of a total.
        self.bytes_per_bin += match added {
            SignalKind::Gauge => 12,
            SignalKind::Counter => 8,
        };
        let bins_before = self.bins;
        while self.bytes_per_bin.saturating_mul(self.bins) > self.settings.series_budget
            && self.bins / 2 >= BIN_RANGE.0
        {
            self.bins = (self.bins / 2) & !1;
        }
        if self.bins < bins_before {
            self.table.lower_limit(self.bins);
        }
    }

    /// Whether any series is recorded. If not, callers can skip looking up keys.
    #[inline]
    pub fn records_series(&self) -> bool {
        !self.table.is_empty()
    }

    /// At `now`, sets a gauge to `value`. NaN or infinity means that the gauge has no value.
    #[inline]
    pub fn gauge(&mut self, key: Key, now: u64, value: f64) {
        let (block, position) = key.gauge();
        self.table.set(block, position, now, value);
    }

    /// The group of these gauges, if they are the first gauges of one block in this order. Any key except the
    /// first may be `Key::NONE`. Returns the handle that means no group otherwise.
    pub fn gauge_group(keys: [Key; GAUGES]) -> GaugeGroup {
        let Some(first) = keys.first().filter(|key| **key != Key::NONE) else { return GaugeGroup::default() };
        let block = first.gauge().0;
        let is_in_position =
            |(position, key): (usize, &Key)| *key == Key::NONE || *key == Key::new(block, position);
        if keys.iter().enumerate().all(is_in_position) {
            GaugeGroup(narrow::<u32>(block))
        } else {
            GaugeGroup::default()
        }
    }

    /// Sets the gauges of a group at once. `None` leaves a gauge as it is; NaN means that the gauge has no
    /// value after `now`.
    ///
    /// Returns false and sets nothing if there is no such group, or if a bin starts at `now`. The caller then
    /// sets the gauges one by one.
    #[inline]
    pub fn set_gauge_group(&mut self, group: GaugeGroup, now: u64, values: [Option<f64>; GAUGES]) -> bool {
        self.table.set_all(group.0 as usize, now, values)
    }

    /// End of the current bin, or `u64::MAX` if no series are recorded. The caller records everything that
    /// happens before this time and then calls `open_bin`.
    #[inline]
    pub fn bin_end(&self) -> u64 {
        self.table.bin_end()
    }

    /// Closes all bins that end by `now` and opens the bin that contains `now`. Everything before `now` must
    /// have been recorded.
    pub fn open_bin(&mut self, now: u64) {
        self.table.open_bin(now);
    }

    /// Sets a counter to `total`, its count from the start of the run up to `now`.
    #[inline]
    pub fn count(&mut self, key: Key, now: u64, total: u64) {
        let (block, position) = key.counter();
        self.table.set_count(block, position, now, total);
    }

    /// Sets the count that a counter had when recording began. It is subtracted from all later counts, so the
    /// series starts at 0.
    pub fn set_initial_count(&mut self, key: Key, before: u64) {
        let (block, position) = key.counter();
        self.table.set_initial_count(block, position, before);
    }

    /// Records an event.
    #[inline]
    pub fn event(&mut self, now: u64, kind: EventKind, entity: u32, value: f64) {
        if self.settings.events {
            self.events.push(now, kind, entity, value);
        }
    }

    /// Whether decisions are recorded. Check this before computing the values of a decision.
    #[inline]
    pub fn records_decisions(&self) -> bool {
        self.settings.decisions
    }

    /// Records a decision about a flow. [`DecisionRecord::kind`](super::DecisionRecord::kind)
    /// defines `kind`.
    #[inline]
    pub fn decision(&mut self, now: u64, flow: u32, kind: u16, values: &[f64]) {
        if self.settings.decisions {
            self.decisions.push(now, flow, kind, values);
        }
    }

    /// Completes the bins that end before `now`. Call this before reading. Recording can continue afterwards.
    pub fn complete_bins_before(&mut self, now: u64) {
        self.table.complete_bins_before(now);
    }

    /// All recorded series, in the order of registration.
    pub fn directory(&self) -> &[SeriesEntry] {
        &self.entries
    }

    /// The directory as a list of `SeriesInfo`; `key` is the index to pass to `read`.
    pub fn directory_json(&self) -> Value {
        let info = |(key, entry): (usize, &SeriesEntry)| {
            let Signal { id, kind, unit, label, .. } = entry.signal;
            SeriesInfo { key, entity: entry.entity.clone(), signal: id, kind, unit, label }.to_json()
        };
        self.entries.iter().enumerate().map(info).collect()
    }

    /// Reads the bin `from_bin` and all later bins of a series. `index` is the index of the series in the
    /// directory.
    ///
    /// The result starts with a header: revision, bin width in seconds, number of bins, first bin read. Then
    /// follow minimum, maximum and last value of each bin for a gauge (NaN: no value), or the count at the
    /// end of each bin for a counter. The result is empty if there is no such series.
    pub fn read(&self, index: usize, from_bin: usize) -> Vec<f64> {
        let Some(entry) = self.entries.get(index) else { return Vec::new() };
        if let Some(gauge) = self.gauge_of(entry.key) {
            let first = from_bin.min(gauge.len());
            let mut out = Vec::with_capacity(4 + 3 * (gauge.len() - first));
            out.extend(header(gauge.revision(), gauge.width(), gauge.len(), first));
            gauge.read(first, &mut out);
            out
        } else if let Some(counter) = self.counter_of(entry.key) {
            let first = from_bin.min(counter.len());
            let mut out = Vec::with_capacity(4 + counter.len() - first);
            out.extend(header(counter.revision(), counter.width(), counter.len(), first));
            counter.read(first, &mut out);
            out
        } else {
            Vec::new()
        }
    }

    /// The gauge with this key, if it is recorded.
    pub fn gauge_of(&self, key: Key) -> Option<Gauge<'_>> {
        let (block, position) = key.gauge();
        self.table.gauge(block, position)
    }

    /// The counter with this key, if it is recorded.
    pub fn counter_of(&self, key: Key) -> Option<Counter<'_>> {
        let (block, position) = key.counter();
        self.table.counter(block, position)
    }

    /// The key of an entity's signal, or `Key::NONE` if the signal is not recorded.
    pub fn key_of(&self, entity: &str, signal: &str) -> Key {
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

    /// Memory used by the recording, in bytes.
    pub fn bytes(&self) -> usize {
        let names: usize = self.entries.iter().map(|e| size_of::<SeriesEntry>() + e.entity.capacity()).sum();
        self.table.bytes() + names + self.events.bytes() + self.decisions.bytes()
    }
}

/// The header of a series: see `Recorder::read`. `width` is in ns.
fn header(revision: u32, width: u64, bins: usize, first: usize) -> [f64; 4] {
    [f64::from(revision), width as f64 / 1e9, bins as f64, first as f64]
}
