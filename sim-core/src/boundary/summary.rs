//! The summary of a run as JSON: what happened within the measurement window, per flow, per link direction and for all.

use serde_json::{Value, json};

use crate::ground::json::shape::{Pairs, Shape, ToJson};
use crate::json_object;

json_object! {
    /// What happened in a run within the measurement window.
    #[derive(Clone, Debug)]
    pub struct RunSummary {
        pub version: &'static str,
        /// The result ID.
        pub digest: String,
        pub seed: u64,
        /// Simulated time that the summary covers, s.
        pub duration: f64,
        /// Start and end of the measurement window, s.
        pub window: [f64; 2],
        /// How many times a packet passed a link.
        pub packet_hops: u64,
        pub flows: Vec<FlowSummary>,
        pub links: Vec<LinkSummary>,
        /// The windows that the document declares, by their IDs.
        pub windows: Pairs<WindowSummary>,
        /// Transfers of each flow of the document that makes some, all its members together.
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
        /// Wire bytes of first deliveries, while the flow was active.
        pub goodput_bps: f64,
        /// The goodput without headers.
        pub goodput_payload_bps: f64,
        /// All wire bytes that left the last link of the path, retransmissions included.
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
        pub queue_delay_ms: Option<Distribution>,
        /// Coefficient of variation of the rate, by the width of the bins in seconds.
        pub cov: Pairs<Option<f64>>,
        pub jitter_ms: Option<f64>,
        /// From the first packet to the completion of everything that the source had to send.
        pub completion_s: Option<f64>,
        pub media: Option<MediaSummary>,
        pub transfers: Option<TransfersSummary>,
        pub data_units: Option<DataUnitsSummary>,
        /// Max-min fair share with all flows present, at the links' rates at the start.
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
    /// Frames of a media flow by their fate, and how long the picture stood still.
    #[derive(Clone, Debug)]
    pub struct MediaSummary {
        pub frames: u64,
        pub on_time: u64,
        pub late: u64,
        /// Frames of which some packet never arrived.
        pub missing: u64,
        /// Frames that the sender dropped in favour of newer ones.
        pub given_up: u64,
        /// Mean of the rates that the encoder chose.
        pub rate_bps: Option<f64>,
        /// How many times the encoder changed its rate.
        pub changes: u64,
        pub delay_ms: Option<DistributionAndMin>,
        pub gap_ms: Option<Distribution>,
        pub stalls: u64,
        pub stalled_s: f64,
    }
}

json_object! {
    /// Transfers of a flow: how many began and were completed, and how long those took.
    #[derive(Clone, Debug)]
    pub struct TransfersSummary {
        pub begun: u64,
        /// Arrivals that found every connection of the pool busy.
        pub refused: u64,
        /// Completed transfers.
        pub count: u64,
        pub payload_bytes: u64,
        pub completion_s: Option<DistributionAndMin>,
    }
}

json_object! {
    /// Transfers of all members of a flow of the document.
    #[derive(Clone, Debug)]
    pub struct FlowTransfers {
        pub begun: u64,
        pub refused: u64,
        pub count: u64,
        pub payload_bytes: u64,
        pub completion_s: Option<DistributionAndMin>,
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
    /// Gaps by what the flow was doing when they ended, and all of them.
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
        /// The rate at the start.
        pub rate_bps: f64,
        /// Bits sent as a share of what the link could have sent; null if it could have sent nothing.
        pub utilisation: Option<f64>,
        pub queue_packets: QueueLevels,
        pub queue_bytes_mean: Option<f64>,
        pub queue_delay_ms: Option<Distribution>,
        /// Shares of time by how full the queue was, from empty to full; null before any time has passed.
        pub occupancy: Option<TimeShares>,
        pub arrivals: u64,
        pub departures: u64,
        /// Packets that the queue refused.
        pub drops: u64,
        pub drop_rate: f64,
        /// Packets that loss rules took.
        pub losses: u64,
        /// Packets that the queue marked.
        pub marks: u64,
    }
}

/// Shares of time, each written with a decimal point.
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
    /// Packets in a queue over time.
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
        /// Throughput of TCP against that of all other measured flows; null unless there are both.
        pub theta: Option<f64>,
        /// Goodput of the others against that of TCP; null unless there are both.
        pub friendliness: Option<f64>,
        /// Always null: kept so that the keys of a summary stay the same.
        pub tfi: Option<f64>,
        /// Seconds from the last start of a measured flow until all stay near their mean.
        pub convergence_s: Option<f64>,
        /// That of the most used link that the measured flows' data passes.
        pub utilisation: Option<f64>,
    }
}
