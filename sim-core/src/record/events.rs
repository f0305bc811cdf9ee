//! Moments worth a mark on a chart (drops, timeouts, window cuts, ...) in bounded memory. When the list is full, events
//! that say the same thing (kind, entity and, for losses, link) and fall into the same cell of a time grid become one
//! row with a count; the grid doubles each time. The rows are a pure function of all events and the grid's final width.

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
    /// The link that it names; 0 where it names none.
    #[inline]
    fn link(&self) -> u32 {
        if self.kind.names_link() { self.value as u32 } else { 0 }
    }

    /// Takes in a later one of the same sort.
    #[inline]
    fn absorb(&mut self, later: Event) {
        self.value = later.value;
        self.count = self.count.saturating_add(later.count);
    }
}

/// Kinds are numbered from 1.
const KINDS: usize = EventKind::Overrun as usize + 1;
/// Stands for no row, and for no sort.
const NONE: u32 = u32::MAX;

/// Events of one kind, entity and link.
#[derive(Clone, Copy, Debug)]
struct Sort {
    link: u32,
    /// The next sort of the same kind and entity.
    next: u32,
    /// Its latest row.
    latest: u32,
}

/// All sorts that have occurred. Entities are few and numbered from 0, so that a sort is found without a search: what
/// a kind and an entity have are one or two links.
#[derive(Clone, Debug, Default)]
struct Sorts {
    all: Vec<Sort>,
    /// For each kind, and in it for each entity, the first sort.
    first: [Vec<u32>; KINDS],
}

impl Sorts {
    /// The latest row of an event's sort, or `NONE`.
    #[inline]
    fn latest(&mut self, event: &Event) -> &mut u32 {
        let link = event.link();
        let mut at = *self.first[event.kind as usize].get(event.entity as usize).unwrap_or(&NONE);
        while let Some(sort) = self.all.get(at as usize)
            && sort.link != link
        {
            at = sort.next;
        }
        if at == NONE {
            at = self.add(event);
        }
        &mut self.all[at as usize].latest
    }

    #[cold]
    fn add(&mut self, event: &Event) -> u32 {
        let (first, entity) = (&mut self.first[event.kind as usize], event.entity as usize);
        if first.len() <= entity {
            first.resize(entity + 1, NONE);
        }
        let at = self.all.len() as u32;
        let next = std::mem::replace(&mut first[entity], at);
        self.all.push(Sort { link: event.link(), next, latest: NONE });
        at
    }

    fn forget_rows(&mut self) {
        for sort in &mut self.all {
            sort.latest = NONE;
        }
    }

    fn bytes(&self) -> usize {
        let first: usize = self.first.iter().map(Vec::capacity).sum();
        self.all.capacity() * size_of::<Sort>() + first * size_of::<u32>()
    }
}

/// Width of the first grid: 2^20 ns, about 1 ms.
const FIRST_SHIFT: u32 = 20;
/// A grid so wide that all time is one cell.
const LAST_SHIFT: u32 = 63;

/// The bounded list.
#[derive(Clone, Debug)]
pub struct Events {
    rows: Vec<Event>,
    sorts: Sorts,
    limit: usize,
    /// The grid's cells are 2^shift ns wide; 0 = nothing is merged yet.
    shift: u32,
    rev: u32,
}

impl Events {
    /// At most `limit` rows, plus one for every sort of event that occurs.
    pub fn new(limit: usize) -> Self {
        let limit = limit.clamp(2, 1 << 30);
        Self { rows: Vec::new(), sorts: Sorts::default(), limit, shift: 0, rev: 0 }
    }

    /// Records an event. Times must not decrease.
    pub fn push(&mut self, t: u64, kind: EventKind, entity: u32, value: f64) {
        let event = Event { t, kind, entity, value, count: 1 };
        let shift = self.shift;
        let latest = self.sorts.latest(&event);
        if shift > 0
            && let Some(row) = self.rows.get_mut(*latest as usize)
            && row.t >> shift == t >> shift
        {
            row.absorb(event);
            return;
        }
        *latest = self.rows.len() as u32;
        self.append(event);
    }

    #[inline(never)]
    fn append(&mut self, event: Event) {
        if self.rows.capacity() < self.limit {
            self.rows.reserve_exact(self.limit + self.limit / 8);
        }
        self.rows.push(event);
        if self.rows.len() > self.limit + self.sorts.all.len() && self.shift < LAST_SHIFT {
            self.thin();
        }
    }

    /// Widens the grid until at most half of the limit is used (beyond the one row that each sort needs).
    fn thin(&mut self) {
        self.shift = self.wide_enough(self.limit / 2 + self.sorts.all.len());
        self.rev += 1;
        self.sorts.forget_rows();
        // In place: a row never moves up, so what is still to be read is never overwritten.
        let mut kept = 0;
        for index in 0..self.rows.len() {
            let event = self.rows[index];
            let latest = self.sorts.latest(&event);
            match self.rows.get_mut(*latest as usize) {
                Some(row) if row.t >> self.shift == event.t >> self.shift => row.absorb(event),
                _ => {
                    *latest = kept as u32;
                    self.rows[kept] = event;
                    kept += 1;
                }
            }
        }
        self.rows.truncate(kept);
    }

    /// The narrowest of the wider grids that leaves `goal` rows at most.
    fn wide_enough(&mut self, goal: usize) -> u32 {
        // How many rows join the one before of their sort in a grid of 2^i ns, but not in narrower ones.
        let mut joining = [0; 65];
        self.sorts.forget_rows();
        for (index, event) in self.rows.iter().enumerate() {
            let latest = self.sorts.latest(event);
            if let Some(before) = self.rows.get(*latest as usize) {
                joining[64 - (before.t ^ event.t).leading_zeros() as usize] += 1;
            }
            *latest = index as u32;
        }
        let mut shift = (self.shift + 1).max(FIRST_SHIFT);
        let mut left = self.rows.len() - joining[..=shift as usize].iter().sum::<usize>();
        while left > goal && shift < LAST_SHIFT {
            shift += 1;
            left -= joining[shift as usize];
        }
        shift
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

    /// Bytes held on the heap.
    pub fn bytes(&self) -> usize {
        self.rows.capacity() * size_of::<Event>() + self.sorts.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ALL: [EventKind; 11] = [
        EventKind::Drop,
        EventKind::Loss,
        EventKind::Mark,
        EventKind::Timeout,
        EventKind::WindowCut,
        EventKind::RecoveryLeft,
        EventKind::FlowStarted,
        EventKind::FlowStopped,
        EventKind::TransferComplete,
        EventKind::TimelineChange,
        EventKind::Overrun,
    ];

    fn alike(a: &Event, b: &Event) -> bool {
        let link =
            !matches!(a.kind, EventKind::Drop | EventKind::Loss | EventKind::Mark) || a.value == b.value;
        a.kind == b.kind && a.entity == b.entity && link
    }

    /// The rows of all events in a grid, each looked for among all rows.
    fn rows_of(all: &[Event], shift: u32) -> Vec<Event> {
        let mut rows: Vec<Event> = Vec::new();
        for event in all {
            let same_cell = |row: &&mut Event| shift > 0 && row.t >> shift == event.t >> shift;
            match rows.iter_mut().filter(same_cell).find(|row| alike(row, event)) {
                Some(row) => (row.value, row.count) = (event.value, row.count + 1),
                None => rows.push(*event),
            }
        }
        rows
    }

    proptest! {
        /// Rows and grid are what the first lines of this file say, after every event.
        #[test]
        fn rows_and_grid_are_those_of_the_plain_rule(
            limit in 1usize..24,
            steps in prop::collection::vec((0u32..34, 0usize..11, 0u32..5, 0u32..3), 1..150),
        ) {
            let mut events = Events::new(limit);
            let (mut all, mut sorts, mut t, mut shift) = (Vec::new(), Vec::<Event>::new(), 0u64, 0);
            for (gap, kind, entity, link) in steps {
                t += (1 << gap) - 1;
                let event = Event { t, kind: ALL[kind], entity: entity * entity, value: f64::from(link), count: 1 };
                events.push(event.t, event.kind, event.entity, event.value);
                all.push(event);
                if !sorts.iter().any(|sort| alike(sort, &event)) {
                    sorts.push(event);
                }
                let limit = limit.max(2);
                if rows_of(&all, shift).len() > limit + sorts.len() {
                    while rows_of(&all, shift).len() > limit / 2 + sorts.len() {
                        shift = (shift + 1).max(FIRST_SHIFT);
                    }
                }
                prop_assert_eq!(events.shift, shift);
                prop_assert_eq!(events.rows(), rows_of(&all, shift));
            }
        }
    }
}
