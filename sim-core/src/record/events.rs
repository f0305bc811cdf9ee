//! Moments worth a mark on a chart (drops, timeouts, window cuts, ...) in bounded memory. When the list is full, events
//! that say the same thing (kind, entity and, for losses, link) and fall into the same cell of a time grid become one
//! row with a count; the grid doubles each time. The rows are a pure function of all events and the grid's final width.

use std::collections::BTreeMap;

/// What happened; the number is the code that readers see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum EventKind {
    /// A queue refused a packet; value = link index.
    Drop = 1,
    /// A loss rule took a packet; value = link index.
    Loss = 2,
    /// A queue marked a packet; value = link index.
    Mark = 3,
    /// A retransmission or no-feedback timer expired; value = the timeout in s.
    Timeout = 4,
    /// The window or rate was cut; value = the new one.
    WindowCut = 5,
    /// Loss recovery ended.
    RecoveryLeft = 6,
    FlowStarted = 7,
    FlowStopped = 8,
    TransferComplete = 9,
    /// An entry of the timeline was applied; entity = its index.
    TimelineChange = 10,
    /// A receiver of limited rate could not take a packet.
    Overrun = 11,
}

impl EventKind {
    /// The number that stands for this kind in what readers get.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// Kinds whose value names a link: events of different links stay apart.
    fn names_link(self) -> bool {
        matches!(self, Self::Drop | Self::Loss | Self::Mark)
    }
}

/// One row: one event, or several of the same sort close to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// Time of the first, in ns.
    pub t: u64,
    pub kind: EventKind,
    /// Index of the flow (or of the timeline entry).
    pub entity: u32,
    /// Value of the latest.
    pub value: f64,
    /// How many events the row stands for.
    pub count: u32,
}

impl Event {
    /// Kind, entity and link in one number: what rows are told apart by. Links number less than 2^24.
    fn sort(&self) -> u64 {
        let link = if self.kind.names_link() { self.value as u64 & 0xff_ffff } else { 0 };
        u64::from(self.kind.code()) << 56 | u64::from(self.entity) << 24 | link
    }
}

/// Width of the first grid: 2^20 ns, about 1 ms.
const FIRST_SHIFT: u32 = 20;
const NO_ROW: usize = usize::MAX;

/// The bounded list.
#[derive(Clone, Debug)]
pub struct Events {
    rows: Vec<Event>,
    /// Latest row of each sort of event.
    latest: BTreeMap<u64, usize>,
    limit: usize,
    /// The grid's cells are 2^shift ns wide; 0 = nothing is merged yet.
    shift: u32,
    rev: u32,
}

impl Events {
    /// At most `limit` rows, plus one for every sort of event that occurs.
    pub fn new(limit: usize) -> Self {
        Self { rows: Vec::new(), latest: BTreeMap::new(), limit: limit.max(2), shift: 0, rev: 0 }
    }

    /// Records an event. Times must not decrease.
    pub fn push(&mut self, t: u64, kind: EventKind, entity: u32, value: f64) {
        self.insert(Event { t, kind, entity, value, count: 1 });
        if self.rows.len() > self.limit + self.latest.len() {
            self.thin();
        }
    }

    fn insert(&mut self, event: Event) {
        let slot = self.latest.entry(event.sort()).or_insert(NO_ROW);
        if self.shift > 0
            && let Some(row) = self.rows.get_mut(*slot)
            && row.t >> self.shift == event.t >> self.shift
        {
            row.value = event.value;
            row.count = row.count.saturating_add(event.count);
            return;
        }
        *slot = self.rows.len();
        if self.rows.capacity() < self.limit {
            self.rows.reserve_exact(self.limit + self.limit / 8);
        }
        self.rows.push(event);
    }

    /// Widens the grid until at most half of the limit is used (beyond the one row that each sort needs).
    fn thin(&mut self) {
        let goal = self.limit / 2 + self.latest.len();
        while self.rows.len() > goal && self.shift < 63 {
            self.shift = (self.shift + 1).max(FIRST_SHIFT);
            self.rev += 1;
            for slot in self.latest.values_mut() {
                *slot = NO_ROW;
            }
            // In place: a row never moves up, so what is still to be read is never overwritten.
            let mut kept = 0;
            for index in 0..self.rows.len() {
                let event = self.rows[index];
                let slot = self.latest.entry(event.sort()).or_insert(NO_ROW);
                if *slot != NO_ROW && self.rows[*slot].t >> self.shift == event.t >> self.shift {
                    let row = &mut self.rows[*slot];
                    row.value = event.value;
                    row.count = row.count.saturating_add(event.count);
                } else {
                    *slot = kept;
                    self.rows[kept] = event;
                    kept += 1;
                }
            }
            self.rows.truncate(kept);
        }
    }

    pub fn rows(&self) -> &[Event] {
        &self.rows
    }

    /// Index of the first row that may still change without a new `rev`: those of the grid cell that contains `now`.
    pub fn settled(&self, now: u64) -> usize {
        if self.shift == 0 {
            return self.rows.len();
        }
        self.rows.partition_point(|row| row.t >> self.shift < now >> self.shift)
    }

    /// How often rows were merged. A reader whose `rev` differs has to read again from row 0.
    pub fn rev(&self) -> u32 {
        self.rev
    }

    /// Events closer than this (in ns) may share a row; 0 = every event has its own.
    pub fn spacing(&self) -> u64 {
        if self.shift == 0 { 0 } else { 1 << self.shift }
    }

    /// Header [rev, number of rows], then rows of time in s, code, entity, value, count from row `from` on.
    pub fn read(&self, from: usize) -> Vec<f64> {
        let rows = self.rows.get(from..).unwrap_or(&[]);
        let mut out = Vec::with_capacity(2 + 5 * rows.len());
        out.extend([f64::from(self.rev), self.rows.len() as f64]);
        for row in rows {
            out.extend([
                row.t as f64 / 1e9,
                f64::from(row.kind.code()),
                f64::from(row.entity),
                row.value,
                f64::from(row.count),
            ]);
        }
        out
    }

    /// Bytes held on the heap (the index is estimated).
    pub fn bytes(&self) -> usize {
        self.rows.capacity() * size_of::<Event>() + self.latest.len() * 2 * size_of::<(u64, usize)>()
    }
}
