//! The JSON form of a run's summary: the results within the measurement window for each flow, each link
//! direction, and the whole run.

use serde_json::{Value, json};

use crate::ground::json::shape::{Pairs, Shape, ToJson};
use crate::json_object;

json_object! {
    /// The results of a run within the measurement window.
    #[derive(Clone, Debug)]
    pub struct RunSummary {
        pub version: &'static str,
        /// The result ID.
        pub result_id: String,
        pub seed: u64,
        /// Simulated time that the summary covers, s.
        pub duration: f64,
        /// Start and end of the measurement window, s.
        pub window: [f64; 2],
        /// The number of packet-hops in the whole run: how often a packet crossed a link.
        pub packet_hops: u64,
        pub flows: Vec<FlowSummary>,
        pub links: Vec<LinkSummary>,
        /// The results within the windows that the document declares, by the windows' IDs.
        pub windows: Pairs<WindowSummary>,
        /// For each flow entry with transfers, the transfers of all its flows.
        pub transfers: Vec<FlowTransfers>,
        pub fairness: FairnessSummary,
    }
}

json_object! {
    #[derive(Clone, Debug)]
    pub struct FlowSummary {
        pub id: String,
        pub label: String,
        pub algorithm: String as "AlgorithmId",
        pub role: &'static str,
        pub base_rtt_ms: f64,
        /// The rate of first deliveries including headers, over the time during which the flow was active.
        pub goodput_bps: f64,
        /// The goodput without headers.
        pub goodput_payload_bps: f64,
        /// The rate of all packets that left the last link of the route, including headers and
        /// retransmissions.
        pub throughput_bps: f64,
        pub sent: u64,
        pub delivered: u64,
        pub delivered_bytes: u64,
        pub lost: u64,
        pub retransmitted: u64,
        pub loss_fraction: f64,
        pub loss_events: u64,
        pub loss_event_rate: f64,
        pub timeouts: u64,
        pub window_cuts: u64,
        /// Null if the flow has no window.
        pub cwnd: Option<MeanAndRange>,
        pub rtt_ms: Option<DistributionAndMin>,
        /// Round trips per minute: a minute divided by the mean of the 95 % shortest round trips.
        pub rpm: Option<f64>,
        pub queue_delay_ms: Option<Distribution>,
        /// Coefficient of variation of the rate, by the width of the bins in seconds.
        pub cov: Pairs<Option<f64>>,
        pub jitter_ms: Option<f64>,
        /// The time from sending a packet to its delivery. Null if the sender retransmits, unless it sends media.
        pub one_way_delay_ms: Option<Distribution>,
        /// Mean absolute difference between the one-way delays of successive packets.
        pub delay_jitter_ms: Option<f64>,
        /// Seconds from the first packet until the receiver has all data of the source; null if the source has
        /// not completed.
        pub completion_s: Option<f64>,
        /// Seconds from the first packet until the sender knows that the receiver has all data.
        pub acknowledged_s: Option<f64>,
        pub media: Option<MediaSummary>,
        pub video: Option<VideoSummary>,
        pub transfers: Option<TransfersSummary>,
        pub data_units: Option<DataUnitsSummary>,
        /// Max-min fair share with all flows active and the links' initial rates.
        pub fair_share_bps: f64,
    }
}

json_object! {
    #[derive(Clone, Debug)]
    pub struct MeanAndRange {
        pub mean: f64,
        pub min: f64,
        pub max: f64,
    }
}

json_object! {
    /// Mean, percentiles and maximum.
    #[derive(Clone, Debug)]
    pub struct Distribution {
        pub mean: f64,
        pub p50: f64,
        pub p95: f64,
        pub p99: f64,
        pub max: f64,
    }
}

json_object! {
    /// Minimum, mean, percentiles and maximum.
    #[derive(Clone, Debug)]
    pub struct DistributionAndMin {
        pub min: f64,
        pub mean: f64,
        pub p50: f64,
        pub p95: f64,
        pub p99: f64,
        pub max: f64,
    }
}

json_object! {
    /// The frames of a media flow, and the stalls of its playback.
    #[derive(Clone, Debug)]
    pub struct MediaSummary {
        pub frames: u64,
        pub on_time: u64,
        pub late: u64,
        /// Frames with a packet that never arrived.
        pub missing: u64,
        /// Frames that the sender dropped in favour of newer ones.
        pub given_up: u64,
        /// Mean encoder rate.
        pub rate_bps: Option<f64>,
        /// How many times the encoder changed its rate.
        pub changes: u64,
        pub delay_ms: Option<DistributionAndMin>,
        pub gap_ms: Option<Distribution>,
        pub stalls: u64,
        pub stalled_s: f64,
        pub freezes: u64,
        pub frozen_s: f64,
        /// Null without audio.
        pub audio: Option<AudioSummary>,
    }
}

json_object! {
    /// The packets of a call's audio.
    #[derive(Clone, Debug)]
    pub struct AudioSummary {
        /// Packets that arrived by their playback time.
        pub in_time: u64,
        pub late: u64,
        /// Packets that did not arrive.
        pub lost: u64,
        pub delay_ms: Option<DistributionAndMin>,
    }
}

json_object! {
    /// What the player of adaptive video has shown.
    #[derive(Clone, Debug)]
    pub struct VideoSummary {
        /// Seconds until the picture started; null if it has not.
        pub startup_s: Option<f64>,
        /// How often the picture stalled.
        pub stalls: u64,
        pub stalled_s: f64,
        /// Mean bit rate of the segments that arrived.
        pub rate_bps: Option<f64>,
        /// How many times the bit rate changed from one segment to the next.
        pub switches: u64,
        /// Segments that arrived.
        pub segments: u64,
    }
}

json_object! {
    /// Numbers and completion times of a flow's transfers.
    #[derive(Clone, Debug)]
    pub struct TransfersSummary {
        pub begun: u64,
        /// Arrivals that found every connection of the pool busy.
        pub refused: u64,
        /// Completed transfers.
        pub count: u64,
        pub payload_bytes: u64,
        pub completion_s: Option<DistributionAndMin>,
        pub acknowledged_s: Option<DistributionAndMin>,
        /// The completion time divided by the time on an empty path: the base RTT, and the data at the lowest rate.
        pub slowdown: Option<DistributionAndMin>,
    }
}

json_object! {
    /// Transfers of all flows of an entry of the document.
    #[derive(Clone, Debug)]
    pub struct FlowTransfers {
        pub begun: u64,
        pub refused: u64,
        pub count: u64,
        pub payload_bytes: u64,
        pub completion_s: Option<DistributionAndMin>,
        pub acknowledged_s: Option<DistributionAndMin>,
        pub slowdown: Option<DistributionAndMin>,
        /// The flow's ID in the document.
        pub id: String,
    }
}

json_object! {
    /// Gaps between complete data units.
    #[derive(Clone, Debug)]
    pub struct DataUnitsSummary {
        pub complete: u64,
        pub gap_ms: DataUnitGaps,
    }
}

json_object! {
    /// Gaps by the phase of the flow at the end of the gap, and all gaps.
    #[derive(Clone, Debug)]
    pub struct DataUnitGaps {
        pub probing: GapStatistics,
        pub running: GapStatistics,
        pub switching: GapStatistics,
        pub all: Option<DistributionAndMin>,
    }
}

json_object! {
    #[derive(Clone, Debug)]
    pub struct GapStatistics {
        pub count: u64,
        pub mean: Option<f64>,
        /// Standard deviation.
        pub sd: Option<f64>,
        pub min: Option<f64>,
        pub max: Option<f64>,
    }
}

json_object! {
    /// One direction of a link.
    #[derive(Clone, Debug)]
    pub struct LinkSummary {
        pub id: String,
        /// Initial rate.
        pub rate_bps: f64,
        /// The bits sent as a fraction of the bits that the link could send; null if it could send none.
        pub utilisation: Option<f64>,
        pub queue_packets: QueueLevels,
        pub queue_delay_ms: Option<Distribution>,
        /// Fractions of time by the occupancy of the queue, from empty to full; null if no time has passed.
        pub occupancy: Option<TimeShares>,
        pub arrivals: u64,
        pub departures: u64,
        /// Packets that the queue discipline dropped.
        pub drops: u64,
        pub drop_rate: f64,
        /// Packets that loss rules dropped.
        pub losses: u64,
        /// Packets that the queue marked.
        pub marks: u64,
    }
}

/// Fractions of time. JSON writes each with a decimal point.
#[derive(Clone, Debug)]
pub struct TimeShares(pub [f64; 10]);

impl ToJson for TimeShares {
    fn to_json(&self) -> Value {
        json!(self.0)
    }
    fn shape() -> Shape {
        Shape::Number.list_of()
    }
}

json_object! {
    /// Statistics over time of the number of packets in a queue.
    #[derive(Clone, Debug)]
    pub struct QueueLevels {
        pub mean: Option<f64>,
        pub p50: Option<u32>,
        pub p95: Option<u32>,
        pub max: Option<u32>,
    }
}

json_object! {
    /// Rates and losses within a window that the document declares.
    #[derive(Clone, Debug)]
    pub struct WindowSummary {
        pub from: f64,
        pub to: f64,
        pub flows: Vec<WindowFlowSummary>,
    }
}

json_object! {
    #[derive(Clone, Debug)]
    pub struct WindowFlowSummary {
        pub id: String,
        pub goodput_bps: f64,
        pub throughput_bps: f64,
        pub sent: u64,
        pub lost: u64,
    }
}

json_object! {
    #[derive(Clone, Debug)]
    pub struct FairnessSummary {
        /// Jain's index of the measured flows' goodput.
        pub jain: Option<f64>,
        /// The share of TCP flows in the total throughput of the measured flows; null unless TCP and other
        /// flows are measured.
        pub theta: Option<f64>,
        /// Mean goodput of the other measured flows divided by the mean goodput of the TCP flows; null unless
        /// both are measured.
        pub friendliness: Option<f64>,
        /// Seconds from the last start of a measured flow until the rates of all measured flows are close to
        /// their mean.
        pub convergence_s: Option<f64>,
        /// The largest utilisation of the links that the measured flows' data crosses.
        pub utilisation: Option<f64>,
    }
}
