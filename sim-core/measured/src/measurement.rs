//! What was measured: for each flow, the bytes that arrived, the round-trip times and the losses in intervals of equal
//! length. Files are read into this form, and simulated runs as well, so that both can be compared.

use sim_core::ground::convert::whole;

/// Bytes of a full packet with its IP header, if a file does not state them.
pub const FULL_PACKET: f64 = 1500.0;
/// The length of intervals, in seconds, of files that have packets.
pub const STEP: f64 = 0.1;
/// The longest measurement in intervals: an hour at `STEP`.
pub const MAX_STEPS: usize = 36_000;

/// The tool or the format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeasuredBy {
    Flent,
    Iperf3,
    Qlog,
    Capture,
    Table,
    Crusader,
    WebRtc,
    Ss,
    /// Three numbers, typed or of a speed test.
    Numbers,
}

impl MeasuredBy {
    pub fn id(self) -> &'static str {
        match self {
            MeasuredBy::Flent => "flent",
            MeasuredBy::Iperf3 => "iperf3",
            MeasuredBy::Qlog => "qlog",
            MeasuredBy::Capture => "capture",
            MeasuredBy::Table => "table",
            MeasuredBy::Crusader => "crusader",
            MeasuredBy::WebRtc => "webrtc",
            MeasuredBy::Ss => "ss",
            MeasuredBy::Numbers => "numbers",
        }
    }

    /// Whether round-trip times are smoothed, as TCP does for its timeout.
    pub fn is_smoothed(self) -> bool {
        matches!(self, MeasuredBy::Iperf3 | MeasuredBy::Ss)
    }

    /// Whether packets may have waited from the first sample on.
    pub fn is_late(self) -> bool {
        matches!(self, MeasuredBy::Iperf3 | MeasuredBy::Table)
    }
}

/// A flow in intervals of the measurement's `step`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeasuredFlow {
    pub name: String,
    /// Bytes with IP headers that arrived, as far as the sender knows.
    pub bytes: Vec<f64>,
    /// The last round-trip time in seconds.
    pub rtt: Vec<Option<f64>>,
    /// Lost packets. Empty if the file does not state them.
    pub lost: Vec<f64>,
    /// The extremes of all round-trip times, which may be of samples that are not the last of an interval.
    pub least_rtt: Option<f64>,
    pub greatest_rtt: Option<f64>,
    /// The first round-trip time, and the bytes of its packet and of the answer, if the file states them.
    pub first_rtt: Option<f64>,
    pub first_bytes: Option<f64>,
}

impl MeasuredFlow {
    pub fn named(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// Makes the lists long enough for an interval. False if the measurement is too long.
    fn reserve(&mut self, at: usize) -> bool {
        if at >= MAX_STEPS {
            return false;
        }
        if self.bytes.len() <= at {
            self.bytes.resize(at + 1, 0.0);
            self.rtt.resize(at + 1, None);
        }
        true
    }

    /// Adds bytes that arrived between two times, spread evenly.
    pub fn add_bytes(&mut self, from: f64, to: f64, bytes: f64, step: f64) {
        let (first, last) = (whole::<usize>(from / step + 1e-9), whole::<usize>(to / step - 1e-9));
        if last <= first || to <= from {
            if self.reserve(first) {
                self.bytes[first] += bytes;
            }
            return;
        }
        for at in first..=last {
            let overlap = (to.min((at + 1) as f64 * step) - from.max(at as f64 * step)).max(0.0);
            if !self.reserve(at) {
                return;
            }
            self.bytes[at] += bytes * overlap / (to - from);
        }
    }

    pub fn add_rtt(&mut self, t: f64, rtt: f64, step: f64) {
        let at = whole::<usize>(t / step + 1e-9);
        if rtt > 0.0 && rtt.is_finite() && self.reserve(at) {
            self.rtt[at] = Some(rtt);
            self.first_rtt = self.first_rtt.or(Some(rtt));
            self.least_rtt = Some(self.least_rtt.map_or(rtt, |least| least.min(rtt)));
            self.greatest_rtt = Some(self.greatest_rtt.map_or(rtt, |greatest| greatest.max(rtt)));
        }
    }

    pub fn add_lost(&mut self, t: f64, packets: f64, step: f64) {
        let at = whole::<usize>(t / step + 1e-9);
        if at < MAX_STEPS {
            if self.lost.len() <= at {
                self.lost.resize(at + 1, 0.0);
            }
            self.lost[at] += packets;
        }
    }

    pub fn total(&self) -> f64 {
        self.bytes.iter().sum()
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Measurement {
    pub source: MeasuredBy,
    /// The length of an interval in seconds.
    pub step: f64,
    /// Flows with much data, those with the most first.
    pub transfers: Vec<MeasuredFlow>,
    /// Round trips of flows with little data, such as pings.
    pub pings: Vec<MeasuredFlow>,
    /// The rate at which packets followed each other, in bit/s, in files of one transfer.
    pub pair_rate: Option<f64>,
    /// Whether the file reports losses.
    pub has_losses: bool,
    /// The controller of the senders, if the file names it.
    pub controller: Option<&'static str>,
    /// Whether the file says that the data arrived over the line. Otherwise this host sent them, or it is not known.
    pub is_download: bool,
    /// What was assumed in reading, as IDs of sentences.
    pub assumed: Vec<&'static str>,
}

/// A flow with less than this share of the bytes of the largest flow is a ping.
const PING_SHARE: f64 = 0.02;
/// Transfers that are modelled one by one.
const MAX_TRANSFERS: usize = 16;

impl Measurement {
    /// Sorts flows into transfers and pings.
    pub fn of(source: MeasuredBy, step: f64, flows: Vec<MeasuredFlow>, has_losses: bool) -> Self {
        let largest = flows.iter().map(MeasuredFlow::total).fold(0.0, f64::max);
        let (mut transfers, pings): (Vec<_>, Vec<_>) =
            flows.into_iter().partition(|flow| flow.total() > PING_SHARE * largest && largest > 0.0);
        transfers.sort_by(|a, b| b.total().total_cmp(&a.total()));
        transfers.truncate(MAX_TRANSFERS);
        let steps = transfers.iter().chain(&pings).map(|flow| flow.bytes.len().max(flow.rtt.len())).max();
        let pad = |mut flow: MeasuredFlow| {
            flow.bytes.resize(steps.unwrap_or(0), 0.0);
            flow.rtt.resize(steps.unwrap_or(0), None);
            flow.lost.resize(steps.unwrap_or(0), 0.0);
            flow
        };
        let pings = pings.into_iter().filter(|flow| flow.least_rtt.is_some()).map(pad).collect();
        let transfers = transfers.into_iter().map(pad).collect();
        Self {
            source,
            step,
            transfers,
            pings,
            pair_rate: None,
            has_losses,
            controller: None,
            is_download: false,
            assumed: Vec::new(),
        }
    }

    pub fn steps(&self) -> usize {
        self.transfers.iter().chain(&self.pings).map(|flow| flow.bytes.len()).max().unwrap_or(0)
    }

    /// The rate of all transfers together in each interval, in bit/s.
    pub fn total_rate(&self) -> Vec<f64> {
        let at = |step: usize| self.transfers.iter().map(|flow| flow.bytes[step]).sum::<f64>();
        (0..self.steps()).map(|step| at(step) * 8.0 / self.step).collect()
    }

    /// The flows whose round-trip times show the queue: the transfers, or the pings if the file has no times of transfers.
    pub fn timed(&self) -> &[MeasuredFlow] {
        let has_times = self.transfers.iter().any(|flow| flow.least_rtt.is_some());
        if has_times { &self.transfers } else { &self.pings }
    }

    pub fn least_rtt(&self) -> Option<f64> {
        let all = self.transfers.iter().chain(&self.pings).filter_map(|flow| flow.least_rtt);
        all.min_by(f64::total_cmp)
    }
}

/// The value below which this share of sorted values is.
pub fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    sorted.get(whole::<usize>(share * last as f64 + 0.5).min(last)).copied()
}

pub fn sorted(values: impl IntoIterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.into_iter().filter(|value| value.is_finite()).collect();
    values.sort_by(f64::total_cmp);
    values
}
