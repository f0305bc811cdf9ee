//! Events for charts, such as drops, timeouts and window cuts, in bounded memory.
//!
//! Events of one *class* have the same kind and entity and, for drops, losses and marks, the same link. When
//! the list is full, events of one class that fall into the same cell of a time grid are merged into one row
//! with a count. Whenever the list is full again, the cells become wider by a power of two. The rows depend
//! only on the events and the final width of the cells.

use crate::ground::convert::{narrow, whole};

/// The kind of an event. Its number is the code that readers receive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum EventKind {
    /// A queue dropped a packet; value = link index.
    Drop = 1,
    /// A loss rule dropped a packet; value = link index.
    Loss = 2,
    /// A queue marked a packet; value = link index.
    Mark = 3,
    /// A retransmission or no-feedback timer expired; value = the timeout in s.
    Timeout = 4,
    /// The window or rate was reduced; value = the new window in packets, to which rate-based
    /// senders convert their new rate.
    WindowCut = 5,
    /// Loss recovery ended.
    RecoveryEnded = 6,
    FlowStarted = 7,
    FlowStopped = 8,
    /// A transfer was completed; value = its completion time in s.
    TransferComplete = 9,
    /// An entry of the timeline was applied; entity = index of the entry.
    TimelineChange = 10,
    /// A receiver of limited rate dropped a packet because its buffer was full.
    ReceiverDrop = 11,
}

impl EventKind {
    /// Every kind, in the order of their codes.
    pub const ALL: [Self; 11] = [
        Self::Drop,
        Self::Loss,
        Self::Mark,
        Self::Timeout,
        Self::WindowCut,
        Self::RecoveryEnded,
        Self::FlowStarted,
        Self::FlowStopped,
        Self::TransferComplete,
        Self::TimelineChange,
        Self::ReceiverDrop,
    ];

    /// The number of this kind in the rows that readers receive.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// The name of this kind in JSON, CSV and Python.
    pub fn name(self) -> &'static str {
        match self {
            Self::Drop => "drop",
            Self::Loss => "loss",
            Self::Mark => "mark",
            Self::Timeout => "timeout",
            Self::WindowCut => "window_cut",
            Self::RecoveryEnded => "recovery_left",
            Self::FlowStarted => "flow_started",
            Self::FlowStopped => "flow_stopped",
            Self::TransferComplete => "transfer_complete",
            Self::TimelineChange => "timeline_change",
            Self::ReceiverDrop => "overrun",
        }
    }

    /// Whether the value of an event of this kind is a link index. Events of different links are not merged.
    fn has_link(self) -> bool {
        matches!(self, Self::Drop | Self::Loss | Self::Mark)
    }
}

/// One row: an event, or several events of one class that are close in time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RecordedEvent {
    /// Time of the first event, in ns.
    pub t: u64,
    pub kind: EventKind,
    /// Index of the flow (or of the timeline entry).
    pub entity: u32,
    /// Value of the latest event.
    pub value: f64,
    /// Number of events in the row.
    pub count: u32,
}

impl RecordedEvent {
    /// Index of the link, or 0 if the event has none.
    #[inline]
    fn link(&self) -> u32 {
        if self.kind.has_link() { whole::<u32>(self.value) } else { 0 }
    }

    /// Merges a later event of the same class into this row.
    #[inline]
    fn merge(&mut self, later: RecordedEvent) {
        self.value = later.value;
        self.count = self.count.saturating_add(later.count);
    }
}

/// Length of arrays that are indexed by the number of a kind. Kinds are numbered from 1.
const KINDS: usize = EventKind::ReceiverDrop as usize + 1;
/// An index of a row or class that represents none.
const NONE: u32 = u32::MAX;

/// A class: the events of one kind, entity and link.
#[derive(Clone, Copy, Debug)]
struct EventClass {
    link: u32,
    /// Index of the next class of the same kind and entity, or `NONE`.
    next: u32,
    /// Index of the latest row of the class, or `NONE`.
    latest_row: u32,
}

/// All classes that have occurred. The classes of one kind and entity form a linked list, with one class for
/// each link.
#[derive(Clone, Debug, Default)]
struct EventClasses {
    all: Vec<EventClass>,
    /// For each kind and entity, the index of its first class.
    first: [Vec<u32>; KINDS],
}

impl EventClasses {
    /// The field `latest_row` of an event's class. Adds the class if it is new.
    #[inline]
    fn latest_row(&mut self, event: &RecordedEvent) -> &mut u32 {
        let link = event.link();
        let mut index = *self.first[event.kind as usize].get(event.entity as usize).unwrap_or(&NONE);
        while let Some(class) = self.all.get(index as usize)
            && class.link != link
        {
            index = class.next;
        }
        if index == NONE {
            index = self.add(event);
        }
        &mut self.all[index as usize].latest_row
    }

    #[cold]
    fn add(&mut self, event: &RecordedEvent) -> u32 {
        let (first, entity) = (&mut self.first[event.kind as usize], event.entity as usize);
        if first.len() <= entity {
            first.resize(entity + 1, NONE);
        }
        let index = narrow::<u32>(self.all.len());
        let next = std::mem::replace(&mut first[entity], index);
        self.all.push(EventClass { link: event.link(), next, latest_row: NONE });
        index
    }

    /// Sets the latest row of every class to `NONE`.
    fn clear_latest_rows(&mut self) {
        for class in &mut self.all {
            class.latest_row = NONE;
        }
    }

    fn bytes(&self) -> usize {
        let first: usize = self.first.iter().map(Vec::capacity).sum();
        self.all.capacity() * size_of::<EventClass>() + first * size_of::<u32>()
    }
}

/// Binary logarithm of the width in ns of the narrowest cells: 2^20 ns are about 1 ms.
const FIRST_SHIFT: u32 = 20;
/// Binary logarithm of the width in ns of the widest cells: the first 292 years are one cell.
const LAST_SHIFT: u32 = 63;

/// The bounded list of events.
#[derive(Clone, Debug)]
pub struct Events {
    rows: Vec<RecordedEvent>,
    classes: EventClasses,
    /// Maximum number of rows, in addition to one row for each class.
    limit: usize,
    /// The cells of the grid are `2^shift` ns wide. 0 means that no events have been merged.
    shift: u32,
    revision: u32,
}

impl Events {
    /// A list of at most `limit` rows, plus one row for every class that occurs.
    pub fn new(limit: usize) -> Self {
        let limit = limit.clamp(2, 1 << 30);
        Self { rows: Vec::new(), classes: EventClasses::default(), limit, shift: 0, revision: 0 }
    }

    /// Records an event. The times of the events of one class must not decrease.
    pub fn push(&mut self, t: u64, kind: EventKind, entity: u32, value: f64) {
        let event = RecordedEvent { t, kind, entity, value, count: 1 };
        let shift = self.shift;
        let latest = self.classes.latest_row(&event);
        if shift > 0
            && let Some(row) = self.rows.get_mut(*latest as usize)
            && row.t >> shift == t >> shift
        {
            row.merge(event);
            return;
        }
        *latest = narrow::<u32>(self.rows.len());
        self.append(event);
    }

    fn append(&mut self, event: RecordedEvent) {
        if self.rows.capacity() < self.limit {
            self.rows.reserve_exact(self.limit + self.limit / 8);
        }
        self.rows.push(event);
        if self.rows.len() > self.limit + self.classes.all.len() && self.shift < LAST_SHIFT {
            self.merge_rows();
        }
    }

    /// Widens the cells and merges rows, until at most half of the limit and one row for each class remain.
    fn merge_rows(&mut self) {
        self.shift = self.shift_for(self.limit / 2 + self.classes.all.len());
        self.revision += 1;
        self.classes.clear_latest_rows();
        // Works in place: a row moves only towards the front, so unread rows are not overwritten.
        let mut count = 0;
        for index in 0..self.rows.len() {
            let event = self.rows[index];
            let latest = self.classes.latest_row(&event);
            match self.rows.get_mut(*latest as usize) {
                Some(row) if row.t >> self.shift == event.t >> self.shift => row.merge(event),
                _ => {
                    *latest = narrow::<u32>(count);
                    self.rows[count] = event;
                    count += 1;
                }
            }
        }
        self.rows.truncate(count);
    }

    /// The smallest new `shift` with which at most `goal` rows remain, or `LAST_SHIFT` if there is none.
    fn shift_for(&mut self, goal: usize) -> u32 {
        // `joining[i]` is the number of rows that merge with the previous row of their class if the cells are
        // 2^i ns wide, but not if they are narrower.
        let mut joining = [0; 65];
        self.classes.clear_latest_rows();
        for (index, event) in self.rows.iter().enumerate() {
            let latest = self.classes.latest_row(event);
            if let Some(previous) = self.rows.get(*latest as usize) {
                joining[64 - (previous.t ^ event.t).leading_zeros() as usize] += 1;
            }
            *latest = narrow::<u32>(index);
        }
        let mut shift = (self.shift + 1).max(FIRST_SHIFT);
        let mut remaining = self.rows.len() - joining[..=shift as usize].iter().sum::<usize>();
        while remaining > goal && shift < LAST_SHIFT {
            shift += 1;
            remaining -= joining[shift as usize];
        }
        shift
    }

    /// The rows. The rows of one class are in the order of their first events.
    pub fn rows(&self) -> &[RecordedEvent] {
        &self.rows
    }

    /// Number of rows at the front that stay the same until the next revision. The row after them is in the
    /// cell that contains `now`, so further events can be merged into it. Rows after it can belong to earlier
    /// cells, because links report with a delay.
    pub fn final_count(&self, now: u64) -> usize {
        if self.shift == 0 {
            return self.rows.len();
        }
        let can_change = |row: &RecordedEvent| row.t >> self.shift >= now >> self.shift;
        self.rows.iter().position(can_change).unwrap_or(self.rows.len())
    }

    /// Revision: the number of times that rows were merged. When it changes, a reader must read all rows
    /// again.
    pub fn revision(&self) -> u32 {
        self.revision
    }

    /// Width of the grid's cells in ns; 0 if no events have been merged.
    pub fn cell_width(&self) -> u64 {
        if self.shift == 0 { 0 } else { 1 << self.shift }
    }

    /// Returns a header (revision, number of rows), followed by five numbers for the row `from` and each
    /// later row: time in s, code, entity, value, count.
    pub fn read(&self, from: usize) -> Vec<f64> {
        let rows = self.rows.get(from..).unwrap_or(&[]);
        let mut out = Vec::with_capacity(2 + 5 * rows.len());
        out.extend([f64::from(self.revision), self.rows.len() as f64]);
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

    /// Heap memory used, in bytes.
    pub fn bytes(&self) -> usize {
        self.rows.capacity() * size_of::<RecordedEvent>() + self.classes.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn same_class(a: &RecordedEvent, b: &RecordedEvent) -> bool {
        let same_link =
            !matches!(a.kind, EventKind::Drop | EventKind::Loss | EventKind::Mark) || a.value == b.value;
        a.kind == b.kind && a.entity == b.entity && same_link
    }

    /// The rows of all events for one `shift`, computed with a search through all rows for each event.
    fn naive_rows(all: &[RecordedEvent], shift: u32) -> Vec<RecordedEvent> {
        let mut rows: Vec<RecordedEvent> = Vec::new();
        for event in all {
            let same_cell = |row: &&mut RecordedEvent| shift > 0 && row.t >> shift == event.t >> shift;
            match rows.iter_mut().filter(same_cell).find(|row| same_class(row, event)) {
                Some(row) => (row.value, row.count) = (event.value, row.count + 1),
                None => rows.push(*event),
            }
        }
        rows
    }

    #[test]
    fn a_row_is_final_only_if_no_row_before_it_can_change() {
        let mut events = Events::new(2);
        let second = 1_000_000_000;
        for t in 0..100 {
            events.push(t * second, EventKind::Timeout, 0, 0.0);
        }
        let now = events.rows().last().map_or(0, |row| row.t) + 2 * events.cell_width();
        assert_eq!(events.final_count(now), events.rows().len());
        let final_rows = events.rows().len();
        // A loss at the present time is reported first, then losses of other links within the previous cell.
        for (at, link) in [(now, 0.0), (now - events.cell_width(), 1.0), (now - events.cell_width(), 2.0)] {
            events.push(at, EventKind::Loss, 0, link);
        }
        assert_eq!((events.rows().len(), events.final_count(now)), (final_rows + 3, final_rows));
    }

    proptest! {
        /// After every event, rows and cell width equal those of a direct implementation of the module's
        /// documentation.
        #[test]
        fn rows_and_cell_width_match_a_direct_implementation(
            limit in 1usize..24,
            steps in prop::collection::vec((0u32..34, 0usize..11, 0u32..5, 0u32..3), 1..150),
        ) {
            let mut events = Events::new(limit);
            let (mut all, mut classes, mut t, mut shift) = (Vec::new(), Vec::<RecordedEvent>::new(), 0u64, 0);
            for (gap, kind, entity, link) in steps {
                t += (1 << gap) - 1;
                let event = RecordedEvent { t, kind: EventKind::ALL[kind], entity: entity * entity, value: f64::from(link), count: 1 };
                events.push(event.t, event.kind, event.entity, event.value);
                all.push(event);
                if !classes.iter().any(|class| same_class(class, &event)) {
                    classes.push(event);
                }
                let limit = limit.max(2);
                if naive_rows(&all, shift).len() > limit + classes.len() {
                    while naive_rows(&all, shift).len() > limit / 2 + classes.len() {
                        shift = (shift + 1).max(FIRST_SHIFT);
                    }
                }
                prop_assert_eq!(events.shift, shift);
                prop_assert_eq!(events.rows(), naive_rows(&all, shift));
            }
        }
    }
}
