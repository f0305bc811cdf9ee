//! Exact figures of one flow and of one link direction, for the summary.

use super::window_counts::WindowCounts;
use super::{FlowCounts, LinkCounts};
use crate::analysis::loss::LossEvents;
use crate::analysis::percentiles::Histogram;
use crate::describe::SignalIndex;
use crate::ground::time::Time;
use crate::record::tally::{
    Capacity, Intervals, MediaTally, OneWay, QueueTime, Rates, TimeMean, TimeWindow, Transfers, UnitTally,
    VideoTally,
};

/// Index of the measurement window among all windows. The windows that the scenario declares follow it.
const MEASURED: usize = 0;

#[derive(Clone, Debug)]
#[repr(C, align(64))] // Fields that one event uses are in the same cache lines.
pub struct FlowTally {
    /// Counts of the whole run so far.
    pub total: FlowCounts,
    /// Only for media sources.
    pub media: Option<Box<MediaTally>>,
    /// Only for adaptive video.
    pub video: Option<Box<VideoTally>>,
    /// Total waiting time of each data packet at all links of its route.
    pub queue_delay: Histogram,
    /// Delivered bytes in bins of each declared width, and in bins of one second over the whole run, from
    /// which convergence is computed.
    pub rates: Rates,
    /// Intervals between deliveries.
    pub intervals: Intervals,
    pub rtt: Histogram,
    pub cwnd: TimeMean,
    pub loss_events: LossEvents,
    pub started: Option<Time>,
    /// When the last packet arrived for the first time.
    pub last_delivery: Time,
    /// The first transfer: when the receiver had all of it, and when the sender knew it.
    pub completed: Option<(Time, Time)>,
    /// Only for sources whose transfers are recorded.
    pub transfers: Option<Box<Transfers>>,
    /// Times between completions of the application's data units (`record/tally/units.rs`), for flows whose
    /// algorithm tracks such units, and the index of the signal of these times among the algorithm's signals.
    pub units: Option<Box<(UnitTally, SignalIndex)>>,
    /// Only for flows with media and flows whose sender does not retransmit, which include all flows with data units.
    pub one_way: Option<Box<OneWay>>,
    /// The values of `total` at the edges of the windows.
    pub(super) at_edges: WindowCounts<FlowCounts>,
}

impl FlowTally {
    pub(super) fn new(window: TimeWindow, rates: Rates, at_edges: WindowCounts<FlowCounts>) -> Self {
        FlowTally {
            total: FlowCounts::default(),
            media: None,
            video: None,
            rtt: Histogram::default(),
            queue_delay: Histogram::default(),
            cwnd: TimeMean::new(window),
            rates,
            intervals: Intervals::default(),
            loss_events: LossEvents::default(),
            started: None,
            last_delivery: 0,
            completed: None,
            transfers: None,
            units: None,
            one_way: None,
            at_edges,
        }
    }

    /// Counts within the measurement window.
    pub fn counts(&self) -> FlowCounts {
        self.at_edges.within(MEASURED, self.total)
    }

    /// The totals of the counters that are recorded as series, in the order of their signals.
    pub(super) fn counters(&self) -> [u64; 4] {
        let FlowCounts { delivered_bytes, throughput_bytes, sent, lost, .. } = self.total;
        [delivered_bytes, throughput_bytes, sent, lost]
    }

    /// Counts within the window with this index among the windows that the scenario declares.
    pub fn counts_in(&self, window: usize) -> FlowCounts {
        self.at_edges.within(MEASURED + 1 + window, self.total)
    }

    /// Approximate size in bytes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.at_edges.heap_bytes()
            + self.rtt.bytes()
            + self.queue_delay.bytes()
            + self.rates.heap_bytes()
            + self.transfers.as_ref().map_or(0, |transfers| transfers.bytes())
            + self.media.as_ref().map_or(0, |media| media.bytes())
            + self.units.as_ref().map_or(0, |units| units.0.bytes())
            + self.one_way.as_ref().map_or(0, |one_way| one_way.delays.bytes())
    }
}

/// The tallies of one link direction.
#[derive(Clone, Debug)]
pub struct LinkTally {
    pub capacity: Capacity,
    pub queue: QueueTime,
    /// Waiting time of each packet that was sent.
    pub delay: Histogram,
    /// Counts of the whole run so far.
    pub total: LinkCounts,
    /// The values of `total` at the edges of the windows.
    pub(super) at_edges: WindowCounts<LinkCounts>,
    /// Bytes of the packet in service that the line had sent at the start and at the end of the measurement
    /// window; each is `None` before its time.
    sent_in_service: (Option<f64>, Option<f64>),
}

impl LinkTally {
    pub(super) fn new(window: TimeWindow, queue: QueueTime, at_edges: WindowCounts<LinkCounts>) -> Self {
        LinkTally {
            capacity: Capacity::new(window),
            queue,
            delay: Histogram::default(),
            total: LinkCounts::default(),
            at_edges,
            sent_in_service: (None, None),
        }
    }

    /// Stores how many bytes of the packet in service the line has sent, if `now` is an edge of the
    /// measurement window.
    pub(super) fn store_bytes_in_service(&mut self, window: TimeWindow, now: Time, bytes: f64) {
        if now == window.from {
            self.sent_in_service.0 = Some(bytes);
        }
        if now == window.to {
            self.sent_in_service.1 = Some(bytes);
        }
    }

    /// Bytes that the line has sent within the measurement window. Of packets whose service is partly outside
    /// the window, only the part inside it counts. `in_service`: the bytes of the packet in service that the
    /// line has sent by now.
    pub fn carried_bytes(&self, in_service: f64) -> f64 {
        let (from, to) = self.sent_in_service;
        let carried = self.counts().departed_bytes as f64 + to.unwrap_or(in_service) - from.unwrap_or(0.0);
        carried.max(0.0)
    }

    /// Counts within the measurement window.
    pub fn counts(&self) -> LinkCounts {
        self.at_edges.within(MEASURED, self.total)
    }

    /// The totals of the counters that are recorded as series, in the order of their signals.
    pub(super) fn counters(&self) -> [u64; 3] {
        let LinkCounts { departed_bytes, drops, losses, marks } = self.total;
        [departed_bytes, drops + losses, marks]
    }

    /// Approximate size in bytes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + self.at_edges.heap_bytes() + self.queue.heap_bytes() + self.delay.bytes()
    }
}
