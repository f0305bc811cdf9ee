//! Records a run: series, events and decisions in the recorder, and the exact tallies from which summaries
//! are computed.
//!
//! The world notifies the observer and never reads anything back, so recording cannot change a simulation.

mod counts;
mod endpoints;
mod flows;
mod link_record;
mod links;
mod signals;
mod tallies;
mod window_counts;

pub use counts::{FlowCounts, LinkCounts};
pub use links::decode_link_decision;
use signals::{
    FLOW_SIGNALS, LINK_SIGNALS, MEDIA_SIGNALS, MediaSignals, PageSignals, VIDEO_SIGNALS, VideoSignals,
};
pub use signals::{FlowSignals, LinkSignals};
pub use tallies::{FlowTally, LinkTally};

use crate::describe::{Signal, SignalIndex};
use crate::ground::time::{SECOND, Time};
use crate::record::tally::{MediaTally, QueueTime, RateBins, Rates, TimeWindow, VideoTally};
use crate::record::{GaugeGroup, Key, Recorder};
use crate::transport::window::{self, WindowSignals};
use window_counts::WindowCounts;

/// The keys of one flow's series. Counters are recorded at the end of each bin, gauges when they change.
#[derive(Clone, Debug, Default)]
pub(super) struct FlowKeys {
    cwnd: Key,
    in_flight: Key,
    rtt: Key,
    rate: Key,
    /// The signals of the flow's algorithm.
    algorithm: Box<[Key]>,
    /// In the order of `FlowTally::counters`.
    counters: [Key; 4],
    media: MediaKeys,
    /// The signals of the flow's source: `VIDEO_SIGNALS`, `PAGE_SIGNALS` or none.
    source: Box<[Key]>,
}

/// The keys of the series that only a flow with media has.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MediaKeys {
    encoder_rate: Key,
    frame_delay: Key,
    frame_shown: Key,
    frames_missed: Key,
}

/// The keys of one link direction's series.
#[derive(Clone, Debug, Default)]
pub(super) struct LinkKeys {
    pub(super) queue: Key,
    pub(super) queue_delay: Key,
    /// In the order of `LinkTally::counters`.
    counters: [Key; 3],
    /// The signals of the link's queue discipline.
    discipline: Box<[Key]>,
}

/// Everything that is recorded about a run.
#[derive(Clone, Debug)]
pub struct Observer {
    pub rec: Recorder,
    pub(super) flow_keys: Vec<FlowKeys>,
    /// The gauges that window-based senders update with every acknowledgement, by flow. They are not in
    /// `flow_keys`, so that the keys of a thousand flows fit into few cache lines.
    window_gauges: Vec<GaugeGroup>,
    pub(super) link_keys: Vec<LinkKeys>,
    pub flows: Vec<FlowTally>,
    pub links: Vec<LinkTally>,
    /// The measurement window.
    pub window: TimeWindow,
    /// Further windows that the scenario declares.
    pub windows: Vec<TimeWindow>,
    /// Whether the current time is within the measurement window.
    pub(super) measuring: bool,
    /// Time of the next start or end of a window.
    next_edge: Time,
    /// Whether the signals that algorithms and queue disciplines declare are recorded.
    records_declared_signals: bool,
}

/// The limit of a link's queue, in packets or in bytes.
#[derive(Clone, Copy, Debug)]
pub struct LinkLimit {
    pub limit: u64,
    pub in_bytes: bool,
}

/// The largest number of one-second bins whose bytes are stored for a flow: 5.5 hours. In longer
/// runs, all stored bytes are discarded.
const SECOND_BINS: usize = 20_000;

/// Registers the series of an entity. Returns their keys in the order of `signals`.
fn register_all(recorder: &mut Recorder, entity: &str, signals: &[Signal]) -> Box<[Key]> {
    signals.iter().map(|signal| recorder.register(entity, signal)).collect()
}

fn key_of(keys: &[Key], signal: SignalIndex) -> Option<Key> {
    keys.get(signal.get()).copied()
}

impl Observer {
    pub fn new(
        rec: Recorder,
        window: TimeWindow,
        windows: Vec<TimeWindow>,
        records_declared_signals: bool,
    ) -> Self {
        Observer {
            rec,
            flow_keys: Vec::new(),
            window_gauges: Vec::new(),
            link_keys: Vec::new(),
            flows: Vec::new(),
            links: Vec::new(),
            measuring: window.contains(0),
            next_edge: 0,
            window,
            windows,
            records_declared_signals,
        }
    }

    /// Registers the series of a flow and creates its tallies. `algorithm_signals` are the signals of the
    /// flow's algorithm, and `bins` are the widths of the bins that the scenario declares.
    pub fn add_flow(&mut self, entity: &str, algorithm_signals: &[Signal], bins: &[Time]) {
        let window = self.window;
        let common = register_all(&mut self.rec, entity, &FlowSignals::list());
        let common = |signal: SignalIndex| key_of(&common, signal).unwrap_or(Key::NONE);
        let FlowSignals { delivered, throughput, sent, lost, cwnd, in_flight, rtt, rate } = FLOW_SIGNALS;
        let counters = [delivered, throughput, sent, lost].map(common);
        let [cwnd, in_flight, rtt, rate] = [cwnd, in_flight, rtt, rate].map(common);
        self.rec.mark_as_samples(rtt);
        let algorithm = register_all(&mut self.rec, entity, algorithm_signals);
        let WindowSignals { ssthresh, srtt, rto } = window::SIGNALS;
        let window_gauges = match [ssthresh, srtt, rto].map(|signal| key_of(&algorithm, signal)) {
            [Some(ssthresh), Some(srtt), Some(rto)] => {
                Recorder::gauge_group([cwnd, in_flight, rtt, rate, ssthresh, srtt, rto, Key::NONE])
            }
            _ => GaugeGroup::default(),
        };
        let declared = bins.iter().map(|&width| RateBins::new(width, window));
        let seconds = RateBins::new(SECOND, TimeWindow::ALL).keeping_each_bin(SECOND_BINS);
        self.window_gauges.push(window_gauges);
        self.flow_keys.push(FlowKeys {
            cwnd,
            in_flight,
            rtt,
            rate,
            algorithm,
            counters,
            ..FlowKeys::default()
        });
        self.flows.push(FlowTally::new(
            window,
            Rates::new(declared.collect(), seconds),
            WindowCounts::new(self.all_windows()),
        ));
    }

    /// Registers the series of the frames of a flow, and tracks them.
    pub fn add_media(&mut self, flow: usize, entity: &str, tally: MediaTally) {
        let keys = register_all(&mut self.rec, entity, &MediaSignals::list());
        let MediaSignals { encoder_rate, frame_delay, frame_shown, frames_missed } = MEDIA_SIGNALS;
        let [encoder_rate, frame_delay, frame_shown, frames_missed] =
            [encoder_rate, frame_delay, frame_shown, frames_missed]
                .map(|signal| key_of(&keys, signal).unwrap_or(Key::NONE));
        self.rec.mark_as_samples(frame_delay);
        self.flow_keys[flow].media = MediaKeys { encoder_rate, frame_delay, frame_shown, frames_missed };
        self.flows[flow].media = Some(Box::new(tally));
    }

    /// Registers the series of a flow with adaptive video, and tracks its player.
    pub fn add_video(&mut self, flow: usize, entity: &str) {
        self.flow_keys[flow].source = register_all(&mut self.rec, entity, &VideoSignals::list());
        self.flows[flow].video = Some(Box::new(VideoTally::new(self.window)));
    }

    /// Registers the series of a flow that loads web pages.
    pub fn add_page(&mut self, flow: usize, entity: &str) {
        self.flow_keys[flow].source = register_all(&mut self.rec, entity, &PageSignals::list());
    }

    /// Registers the series of a link direction and creates its tallies. `discipline_signals` are the signals
    /// of its queue discipline.
    pub fn add_link(&mut self, entity: &str, limit: LinkLimit, discipline_signals: &[Signal]) {
        let window = self.window;
        let common = register_all(&mut self.rec, entity, &LinkSignals::list());
        let common = |signal: SignalIndex| key_of(&common, signal).unwrap_or(Key::NONE);
        let LinkSignals { queue, queue_delay, departed, drops, marks } = LINK_SIGNALS;
        let [queue, queue_delay] = [queue, queue_delay].map(common);
        self.rec.mark_as_samples(queue_delay);
        let counters = [departed, drops, marks].map(common);
        let discipline = register_all(&mut self.rec, entity, discipline_signals);
        self.link_keys.push(LinkKeys { queue, queue_delay, counters, discipline });
        self.rec.gauge(queue, 0, 0.0);
        let queue = QueueTime::new(window, limit.limit, limit.in_bytes);
        self.links.push(LinkTally::new(window, queue, WindowCounts::new(self.all_windows())));
    }

    /// The measurement window, followed by the windows that the scenario declares.
    fn all_windows(&self) -> impl Iterator<Item = TimeWindow> + '_ {
        std::iter::once(self.window).chain(self.windows.iter().copied())
    }

    /// Prepares for a run that continues at `now`. Everything before `now` must have been recorded.
    pub fn resume(&mut self, now: Time) {
        self.measuring = self.window.contains(now);
        self.find_next_edge(now);
        self.open_bin(now);
    }

    /// Sets `next_edge` to the first edge after `now`.
    fn find_next_edge(&mut self, now: Time) {
        let edges = self.all_windows().flat_map(|window| [window.from, window.to]);
        self.next_edge = edges.filter(|&edge| edge > now).min().unwrap_or(Time::MAX);
    }

    /// Time of the next start or end of a window or bin. The caller records everything before this time and
    /// then calls `cross_edge`.
    pub fn next_edge(&self) -> Time {
        self.next_edge.min(self.rec.bin_end())
    }

    /// Whether the measurement window starts or ends at `now`.
    pub fn is_edge_of_measurement(&self, now: Time) -> bool {
        now == self.window.from || now == self.window.to
    }

    /// Stores how many bytes of its packet in service a link has sent at `now`, an edge of the measurement
    /// window.
    pub fn store_bytes_in_service(&mut self, link: usize, now: Time, bytes: f64) {
        let window = self.window;
        if let Some(tally) = self.links.get_mut(link) {
            tally.store_bytes_in_service(window, now, bytes);
        }
    }

    /// Counts the loss events until `now`, up to which all links have reported.
    pub fn count_loss_events(&mut self, now: Time) {
        for flow in &mut self.flows {
            flow.loss_events.count_until(now);
        }
    }

    /// Crosses the edge at `now`. Everything before `now` must have been recorded, and nothing at `now` or
    /// later.
    pub fn cross_edge(&mut self, now: Time) {
        self.open_bin(now);
        self.cross_window_edge(now);
    }

    /// Crosses the edge of a window without opening a bin, for an edge at which no event happens. If such an
    /// edge is the end of the run, a new bin would be empty.
    pub fn cross_window_edge(&mut self, now: Time) {
        if now < self.next_edge {
            return;
        }
        self.measuring = self.window.contains(now);
        for (index, window) in self.all_windows().collect::<Vec<_>>().into_iter().enumerate() {
            self.flows
                .iter_mut()
                .for_each(|tally| tally.at_edges.store_at_edge(index, window, now, tally.total));
            self.links
                .iter_mut()
                .for_each(|tally| tally.at_edges.store_at_edge(index, window, now, tally.total));
        }
        self.find_next_edge(now);
    }

    /// Closes the bins that end by `now` and opens the bin that contains `now`.
    fn open_bin(&mut self, now: Time) {
        let end = self.rec.bin_end();
        if now >= end && end < Time::MAX {
            self.record_counters(|rec, key, total| rec.count(key, end - 1, total));
            self.record_players(end - 1);
            self.rec.open_bin(now);
        }
    }

    /// Records what the players of video have and have played, which changes without events.
    fn record_players(&mut self, now: Time) {
        for flow in 0..self.flows.len() {
            if let Some(video) = &self.flows[flow].video {
                let (buffer, played) = video.levels(now);
                let VideoSignals { video_buffer, video_played, .. } = VIDEO_SIGNALS;
                self.source_signals(flow, now, &[(video_buffer, buffer), (video_played, played)]);
            }
        }
    }

    /// Sets gauges of a flow's source.
    #[inline(never)]
    fn source_signals(&mut self, flow: usize, now: Time, values: &[(SignalIndex, f64)]) {
        for &(signal, value) in values {
            let key = key_of(&self.flow_keys[flow].source, signal).unwrap_or(Key::NONE);
            self.rec.gauge(key, now, value);
        }
    }

    /// Calls `record` for each counter with its key and total.
    fn record_counters(&mut self, record: impl Fn(&mut Recorder, Key, u64)) {
        for (keys, tally) in self.flow_keys.iter().zip(&self.flows) {
            for (&key, total) in keys.counters.iter().zip(tally.counters()) {
                record(&mut self.rec, key, total);
            }
        }
        for (keys, tally) in self.link_keys.iter().zip(&self.links) {
            for (&key, total) in keys.counters.iter().zip(tally.counters()) {
                record(&mut self.rec, key, total);
            }
        }
    }

    /// Begins new series at `now`. Counters start at 0 from their current totals, and queues start with their
    /// current lengths. Other gauges have no value until they are set.
    pub fn record_from(&mut self, now: Time) {
        self.record_counters(Recorder::set_initial_count);
        for (keys, tally) in self.link_keys.iter().zip(&self.links) {
            self.rec.gauge(keys.queue, now, f64::from(tally.queue.level()));
        }
    }

    /// A copy with the tallies and with a recorder that records nothing, for running a part of a run again.
    pub fn clone_without_recording(&self) -> Self {
        Observer {
            rec: Recorder::disabled(),
            flow_keys: self.flow_keys.clone(),
            window_gauges: self.window_gauges.clone(),
            link_keys: self.link_keys.clone(),
            flows: self.flows.clone(),
            links: self.links.clone(),
            window: self.window,
            windows: self.windows.clone(),
            measuring: self.measuring,
            next_edge: self.next_edge,
            records_declared_signals: false,
        }
    }

    /// Completes all series at `now`, the time up to which the simulation ran. If a bin ends at `now`, the
    /// counters belong to that bin: the next bin has not been opened, because no event happened at `now`.
    pub fn finish(&mut self, now: Time) {
        if self.rec.records_series() {
            let last = now.min(self.rec.bin_end().saturating_sub(1));
            self.record_counters(|rec, key, total| rec.count(key, last, total));
            self.record_players(last);
            self.rec.complete_bins_before(now);
        }
    }
}
