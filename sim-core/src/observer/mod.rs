//! What the engine tells of a run: it feeds the recorder (series, events, decisions) and the exact tallies behind
//! summaries. The world never reads any of it, so nothing that is watched can change a simulation.

mod counts;
mod endpoints;
mod link_record;
mod links;
mod marked;

pub use counts::{FlowCounts, LinkCounts};

use crate::analysis::loss::LossEvents;
use crate::analysis::percentiles::Histogram;
use crate::describe::Signal;
use crate::ground::time::{Time, to_secs};
use crate::record::tally::{
    Capacity, Intervals, MediaTally, QueueTime, RateBins, Rates, TimeMean, TimeWindow, Transfers, UnitTally,
};
use crate::record::{EventKind, GaugeGroup, Key, Recorder};
use crate::traffic::{Made, Transfer};
use marked::Marked;

/// Signals that every flow has.
pub fn flow_signals() -> Vec<Signal> {
    vec![
        Signal::counter(
            "delivered",
            "Delivered",
            "bytes",
            "Wire bytes of packets that reached the receiver for the first time: goodput.",
        ),
        Signal::counter(
            "throughput",
            "Through the bottleneck",
            "bytes",
            "Wire bytes that left the last link of the path, retransmissions included.",
        ),
        Signal::counter("sent", "Sent", "packets", "Packets sent, retransmissions included."),
        Signal::counter("lost", "Lost", "packets", "Data packets dropped by queues and loss rules."),
        Signal::gauge("cwnd", "Window", "packets", "Congestion window."),
        Signal::gauge(
            "in_flight",
            "In flight",
            "packets",
            "Packets that the sender takes to be in the network.",
        ),
        Signal::gauge("rtt", "RTT", "s", "Round-trip time samples."),
        Signal::gauge("rate", "Sending rate", "bit/s", "The rate that the sender allows itself."),
    ]
}

/// Signals that every link direction has.
pub fn link_signals() -> Vec<Signal> {
    vec![
        Signal::gauge("queue", "Queue", "packets", "Packets waiting, without the one being sent."),
        Signal::gauge("queue_delay", "Queue delay", "s", "Time that packets waited before being sent."),
        Signal::counter("departed", "Sent", "bytes", "Bytes sent by the link."),
        Signal::counter("drops", "Drops", "packets", "Packets dropped by the queue or taken by loss rules."),
        Signal::counter("marks", "Marks", "packets", "Packets marked by the queue."),
    ]
}

#[derive(Clone, Debug)]
#[repr(C, align(64))] // In the order in which one event touches it.
pub struct FlowTally {
    /// Counts of the whole run so far.
    pub total: FlowCounts,
    /// Of a media source.
    pub media: Option<Box<MediaTally>>,
    /// What a packet waited at all links of its way together.
    pub queue_delay: Histogram,
    /// In bins of each declared width, and of one second over the whole run, for convergence.
    pub rates: Rates,
    pub intervals: Intervals,
    pub rtt: Histogram,
    pub cwnd: TimeMean,
    pub loss_events: LossEvents,
    pub started: Option<Time>,
    pub completed: Option<Time>,
    /// Of a source that makes transfers.
    pub transfers: Option<Box<Transfers>>,
    /// Gaps between data units, for flows that have them, and the place of their signal among the algorithm's own.
    pub units: Option<Box<(UnitTally, usize)>>,
    /// `total` at the edges of the windows.
    marked: Marked<FlowCounts>,
}

impl FlowTally {
    /// Counts in the measurement window.
    pub fn counts(&self) -> FlowCounts {
        self.marked.within(MEASURED, self.total)
    }

    /// What the series of the counters show, in their order.
    fn counters(&self) -> [u64; 4] {
        let FlowCounts { delivered_bytes, throughput_bytes, sent, lost, .. } = self.total;
        [delivered_bytes, throughput_bytes, sent, lost]
    }

    /// Counts in a declared window.
    pub fn counts_in(&self, window: usize) -> FlowCounts {
        self.marked.within(MEASURED + 1 + window, self.total)
    }

    /// About how many bytes it takes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.marked.heap_bytes()
            + self.rtt.bytes()
            + self.queue_delay.bytes()
            + self.rates.heap_bytes()
            + self.transfers.as_ref().map_or(0, |transfers| transfers.bytes())
            + self.media.as_ref().map_or(0, |media| media.bytes())
            + self.units.as_ref().map_or(0, |units| units.0.bytes())
    }
}

#[derive(Clone, Debug)]
pub struct LinkTally {
    pub capacity: Capacity,
    pub queue: QueueTime,
    /// What each packet that was sent had waited.
    pub delay: Histogram,
    /// Counts of the whole run so far.
    pub total: LinkCounts,
    /// `total` at the edges of the windows.
    marked: Marked<LinkCounts>,
}

impl LinkTally {
    /// Counts in the measurement window.
    pub fn counts(&self) -> LinkCounts {
        self.marked.within(MEASURED, self.total)
    }

    /// What the series of the counters show, in their order.
    fn counters(&self) -> [u64; 3] {
        let LinkCounts { departed_bytes, drops, losses, marks } = self.total;
        [departed_bytes, drops + losses, marks]
    }

    /// About how many bytes it takes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + self.marked.heap_bytes() + self.queue.heap_bytes() + self.delay.bytes()
    }
}

/// Of one flow's series. Counters are told at the end of each bin, gauges when they change.
#[derive(Clone, Debug, Default)]
pub(super) struct FlowKeys {
    cwnd: Key,
    in_flight: Key,
    rtt: Key,
    rate: Key,
    own: Box<[Key]>,
    /// Delivered, through the bottleneck, sent, lost.
    counters: [Key; 4],
}

#[derive(Clone, Debug, Default)]
pub(super) struct LinkKeys {
    pub(super) queue: Key,
    pub(super) queue_delay: Key,
    /// Departed, drops, marks.
    counters: [Key; 3],
    own: Vec<Key>,
}

#[derive(Clone, Debug)]
pub struct Observer {
    pub rec: Recorder,
    pub(super) flow_keys: Vec<FlowKeys>,
    /// What window-based senders tell with every acknowledgement, by flow; see `Observer::window_shown`. Apart from the other
    /// keys, so that a thousand of them stay close by.
    shown: Vec<GaugeGroup>,
    pub(super) link_keys: Vec<LinkKeys>,
    pub flows: Vec<FlowTally>,
    pub links: Vec<LinkTally>,
    /// The measurement window.
    pub window: TimeWindow,
    /// Windows that the scenario declares besides.
    pub windows: Vec<TimeWindow>,
    /// Whether the present lies in the measurement window.
    pub(super) measuring: bool,
    /// When the next window begins or ends.
    next_edge: Time,
    own_signals: bool,
}

/// Place of the measurement window among all; those that the scenario declares follow.
const MEASURED: usize = 0;

/// A queue's decisions are told apart from an algorithm's by their number: the highest bit, the link, the place.
const OF_LINK: u16 = 0x8000;
const KINDS_PER_LINK: u16 = 8;

fn link_decision(link: u32, kind: u32) -> Option<u16> {
    let link = u16::try_from(link).ok().filter(|link| *link < OF_LINK / KINDS_PER_LINK)?;
    let kind = u16::try_from(kind).ok().filter(|kind| *kind < KINDS_PER_LINK)?;
    Some(OF_LINK | (link * KINDS_PER_LINK) | kind)
}

/// The link and the place among its discipline's decisions, if a queue made the decision.
pub fn decision_of_link(kind: u16) -> Option<(usize, usize)> {
    let rest = kind.checked_sub(OF_LINK)?;
    Some((usize::from(rest / KINDS_PER_LINK), usize::from(rest % KINDS_PER_LINK)))
}

/// How a link's occupancy is counted.
#[derive(Clone, Copy, Debug)]
pub struct LinkLimit {
    pub limit: u64,
    pub in_bytes: bool,
}

/// A flow's packets are counted in at most this many bins of one second.
const SECOND_BINS: usize = 20_000;

impl Observer {
    pub fn new(rec: Recorder, window: TimeWindow, windows: Vec<TimeWindow>, own_signals: bool) -> Self {
        Observer {
            rec,
            flow_keys: Vec::new(),
            shown: Vec::new(),
            link_keys: Vec::new(),
            flows: Vec::new(),
            links: Vec::new(),
            measuring: window.contains(0),
            next_edge: 0,
            window,
            windows,
            own_signals,
        }
    }

    pub fn add_flow(&mut self, entity: &str, own: &[Signal], bins: &[Time]) {
        let window = self.window;
        let common = flow_signals();
        let rec = &mut self.rec;
        let mut keys =
            common.iter().map(|signal| rec.register(entity, signal)).collect::<Vec<_>>().into_iter();
        let mut next = || keys.next().unwrap_or(Key::NONE);
        let counters = [next(), next(), next(), next()];
        let (cwnd, in_flight, rtt, rate) = (next(), next(), next(), next());
        let own: Box<[Key]> = own.iter().map(|signal| rec.register(entity, signal)).collect();
        let shown = match own.first_chunk::<3>() {
            Some(&[ssthresh, srtt, rto]) => {
                Recorder::gauge_group([cwnd, in_flight, rtt, rate, ssthresh, srtt, rto, Key::NONE])
            }
            None => GaugeGroup::default(),
        };
        let declared = bins.iter().map(|&width| RateBins::new(width, window));
        let seconds =
            RateBins::new(crate::ground::time::SECOND, TimeWindow::ALL).keeping_each_bin(SECOND_BINS);
        self.shown.push(shown);
        self.flow_keys.push(FlowKeys { cwnd, in_flight, rtt, rate, own, counters });
        self.flows.push(FlowTally {
            total: FlowCounts::default(),
            media: None,
            rtt: Histogram::default(),
            queue_delay: Histogram::default(),
            cwnd: TimeMean::new(window),
            rates: Rates::new(declared.collect(), seconds),
            intervals: Intervals::default(),
            loss_events: LossEvents::default(),
            started: None,
            completed: None,
            transfers: None,
            units: None,
            marked: Marked::new(self.all_windows()),
        });
    }

    pub fn add_link(&mut self, entity: &str, limit: LinkLimit, own: &[Signal]) {
        let window = self.window;
        let common = link_signals();
        let rec = &mut self.rec;
        let mut keys =
            common.iter().map(|signal| rec.register(entity, signal)).collect::<Vec<_>>().into_iter();
        let mut next = || keys.next().unwrap_or(Key::NONE);
        let (queue, queue_delay) = (next(), next());
        let counters = [next(), next(), next()];
        let own = own.iter().map(|signal| rec.register(entity, signal)).collect();
        self.link_keys.push(LinkKeys { queue, queue_delay, counters, own });
        rec.gauge(queue, 0, 0.0);
        self.links.push(LinkTally {
            capacity: Capacity::new(window),
            queue: QueueTime::new(window, limit.limit, limit.in_bytes),
            delay: Histogram::default(),
            total: LinkCounts::default(),
            marked: Marked::new(self.all_windows()),
        });
    }

    // ---- windows and bins ----

    /// The measurement window first.
    fn all_windows(&self) -> impl Iterator<Item = TimeWindow> + '_ {
        std::iter::once(self.window).chain(self.windows.iter().copied())
    }

    /// The run goes on from `now`, up to which everything has been told.
    pub fn resume(&mut self, now: Time) {
        self.measuring = self.window.contains(now);
        self.find_edge(now);
        self.turn_bin(now);
    }

    fn find_edge(&mut self, now: Time) {
        let edges = self.all_windows().flat_map(|window| [window.from, window.to]);
        self.next_edge = edges.filter(|&edge| edge > now).min().unwrap_or(Time::MAX);
    }

    /// When a window or a bin of series begins or ends next: everything before is to be told first, and then `turn` to be called.
    pub fn edge(&self) -> Time {
        self.next_edge.min(self.rec.bin_end())
    }

    /// Everything before `now` has been told, and nothing after.
    pub fn turn(&mut self, now: Time) {
        self.turn_bin(now);
        self.turn_windows(now);
    }

    /// The same, where nothing happens at `now` and it may be the end of the run: a bin is not opened for nothing.
    pub fn turn_windows(&mut self, now: Time) {
        if now < self.next_edge {
            return;
        }
        self.measuring = self.window.contains(now);
        for (place, window) in self.all_windows().collect::<Vec<_>>().into_iter().enumerate() {
            self.flows.iter_mut().for_each(|tally| tally.marked.mark(place, window, now, tally.total));
            self.links.iter_mut().for_each(|tally| tally.marked.mark(place, window, now, tally.total));
        }
        self.find_edge(now);
    }

    fn turn_bin(&mut self, now: Time) {
        let end = self.rec.bin_end();
        if now >= end && end < Time::MAX {
            self.tell_counts(end - 1);
            self.rec.open_bin(now);
        }
    }

    /// Tells what was counted up to `now`.
    fn tell_counts(&mut self, now: Time) {
        for (keys, tally) in self.flow_keys.iter().zip(&self.flows) {
            keys.counters
                .iter()
                .zip(tally.counters())
                .for_each(|(&key, total)| self.rec.count(key, now, total));
        }
        for (keys, tally) in self.link_keys.iter().zip(&self.links) {
            keys.counters
                .iter()
                .zip(tally.counters())
                .for_each(|(&key, total)| self.rec.count(key, now, total));
        }
    }

    /// Series begin at `now`: what is counted with nothing, whatever was counted before, and queues with what waits. Other gauges
    /// have no value until they are told.
    pub fn record_from(&mut self, now: Time) {
        for (keys, tally) in self.flow_keys.iter().zip(&self.flows) {
            keys.counters
                .iter()
                .zip(tally.counters())
                .for_each(|(&key, total)| self.rec.set_initial_count(key, total));
        }
        for (keys, tally) in self.link_keys.iter().zip(&self.links) {
            keys.counters
                .iter()
                .zip(tally.counters())
                .for_each(|(&key, total)| self.rec.set_initial_count(key, total));
            self.rec.gauge(keys.queue, now, f64::from(tally.queue.level()));
        }
    }

    // ---- flows ----

    #[inline]
    pub fn own_signal(&mut self, flow: u32, index: usize, now: Time, value: f64) {
        if let Some(&key) = self.flow_keys[flow as usize].own.get(index) {
            self.rec.gauge(key, now, value);
        }
    }

    pub fn timeout(&mut self, flow: u32, now: Time, rto: f64) {
        self.rec.event(now, EventKind::Timeout, flow, rto);
        self.flows[flow as usize].total.timeouts += 1;
    }

    pub fn cut(&mut self, flow: u32, now: Time, cwnd: f64) {
        self.rec.event(now, EventKind::WindowCut, flow, cwnd);
        self.flows[flow as usize].total.cuts += 1;
    }

    pub fn recovered(&mut self, flow: u32, now: Time) {
        self.rec.event(now, EventKind::RecoveryLeft, flow, 0.0);
    }

    pub fn started(&mut self, flow: u32, now: Time) {
        self.rec.event(now, EventKind::FlowStarted, flow, 0.0);
        self.flows[flow as usize].started.get_or_insert(now);
        if let Some(media) = &mut self.flows[flow as usize].media {
            media.restart();
        }
    }

    pub fn stopped(&mut self, flow: u32, now: Time) {
        self.rec.event(now, EventKind::FlowStopped, flow, 0.0);
        self.flows[flow as usize].intervals.pause();
    }

    /// A transfer begins, over a connection of its own.
    pub fn transfer_began(&mut self, flow: u32) {
        if let Some(transfers) = &mut self.flows[flow as usize].transfers
            && self.measuring
        {
            transfers.begun += 1;
        }
    }

    /// Nobody was free for a transfer; counted at the first member of its pool.
    pub fn refused(&mut self, flow: u32) {
        if let Some(transfers) = &mut self.flows[flow as usize].transfers
            && self.measuring
        {
            transfers.refused += 1;
        }
    }

    /// A media source has made a frame.
    pub fn made(&mut self, flow: u32, now: Time, made: Made) {
        if let Some(media) = &mut self.flows[flow as usize].media {
            media.on_made(now, made);
        }
    }

    /// All of a transfer was acknowledged.
    pub fn completed(&mut self, flow: u32, now: Time, transfer: Transfer) {
        let tally = &mut self.flows[flow as usize];
        self.rec.event(now, EventKind::TransferComplete, flow, to_secs(transfer.took));
        tally.completed.get_or_insert(now);
        if let Some(transfers) = &mut tally.transfers
            && self.measuring
        {
            transfers.complete(transfer);
        }
    }

    pub fn changed(&mut self, entry: u32, now: Time) {
        self.rec.event(now, EventKind::TimelineChange, entry, 0.0);
    }

    pub fn limit_changed(&mut self, link: u32, now: Time, limit: LinkLimit) {
        self.links[link as usize].queue.set_limit(now, limit.limit, limit.in_bytes);
    }

    pub fn decided(&mut self, flow: u32, now: Time, kind: u32, inputs: &[f64]) {
        self.rec.decision(now, flow, kind as u16, inputs);
    }

    /// The tallies, with nothing recorded: for running a part again.
    pub fn clone_without_recording(&self) -> Self {
        Observer {
            rec: Recorder::disabled(),
            flow_keys: self.flow_keys.clone(),
            shown: self.shown.clone(),
            link_keys: self.link_keys.clone(),
            flows: self.flows.clone(),
            links: self.links.clone(),
            window: self.window,
            windows: self.windows.clone(),
            measuring: self.measuring,
            next_edge: self.next_edge,
            own_signals: false,
        }
    }

    /// Series go up to `now`. Where a bin ends there, it is that bin whose counts are told: the next has not been opened, since
    /// nothing happened at `now`.
    pub fn finish(&mut self, now: Time) {
        if self.rec.records_series() {
            self.tell_counts(now.min(self.rec.bin_end().saturating_sub(1)));
            self.rec.finish(now);
        }
    }
}
