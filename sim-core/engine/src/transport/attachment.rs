//! Attachments: content that is too large for a packet and is stored separately.

use super::reports::{
    AckVector, ArrivalReport, CountedReport, LastHole, NadaReport, QuicAck, RayReport, RepairRequest,
    RtcpReport, SackBlocks, ScreamReport,
};
use super::tfrc_attachments::{TfrcData, TfrcReport};
use crate::ground::time::Time;

/// Content that does not fit into a packet. It is stored until the packet arrives or is lost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Attachment {
    Sack(SackBlocks),
    Quic(QuicAck),
    TfrcData(TfrcData),
    TfrcReport(TfrcReport),
    LastHole(LastHole),
    AckVector(AckVector),
    RayReport(RayReport),
    Rtcp(RtcpReport),
    Counted(CountedReport),
    Nada(NadaReport),
    Arrivals(ArrivalReport),
    Scream(ScreamReport),
    Request(RepairRequest),
    /// The round-trip time that a sender states.
    Rtt(Time),
}
