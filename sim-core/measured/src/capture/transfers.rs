//! The flows of a capture as a measurement. Only TCP is read: what acknowledgements acknowledge, the time from a segment to its
//! acknowledgement, and retransmissions.

use std::collections::BTreeMap;

use super::packet::{Awaited, Endpoint, IpPacket, TcpSegment, after};
use super::{PacketReader, read_packets};
use crate::measurement::{FULL_PACKET, MeasuredBy, MeasuredFlow, Measurement, STEP};
use crate::pairs::PacketPairs;
use crate::problem::{ReadProblem, problem};

/// Segments of a flow whose acknowledgement is awaited.
const MAX_AWAITED: usize = 65_536;
/// Bytes of the headers of IPv4 and TCP.
const HEADERS: f64 = 40.0;
const MAX_FLOWS: usize = 10_000;

#[derive(Default)]
struct TcpFlow {
    measured: MeasuredFlow,
    pairs: PacketPairs,
    /// The number after the highest that was sent.
    highest: Option<u32>,
    awaited: Awaited,
    acknowledged: Option<u32>,
    /// The bytes that have arrived since the first acknowledgement: those in order, and the most with those of SACK blocks,
    /// because one acknowledgement has only a few blocks.
    in_order: f64,
    arrived: f64,
    /// Bytes on the wire for each byte of payload.
    packets: f64,
    payload: f64,
}

impl TcpFlow {
    fn send(&mut self, t: f64, segment: &TcpSegment) {
        if self.packets == 0.0 {
            self.measured.first_bytes = Some(f64::from(segment.payload) + 2.0 * HEADERS);
        }
        self.packets += 1.0;
        self.payload += f64::from(segment.payload);
        // A SYN takes one number.
        let end = segment.sequence.wrapping_add(segment.payload).wrapping_add(u32::from(segment.is_syn));
        if self.highest.is_some_and(|highest| after(highest, segment.sequence)) {
            self.awaited.clear();
            self.measured.add_lost(t, 1.0, STEP);
        } else {
            self.awaited.push(end, t, MAX_AWAITED);
        }
        if self.highest.is_none_or(|highest| after(end, highest)) {
            self.highest = Some(end);
        }
    }

    fn acknowledge(&mut self, t: f64, number: u32, sacked: u32) {
        if let Some(rtt) = self.awaited.acknowledge(t, number) {
            self.measured.add_rtt(t, rtt, STEP);
        }
        let before = *self.acknowledged.get_or_insert(number);
        if after(before, number) {
            return;
        }
        self.acknowledged = Some(number);
        self.in_order += f64::from(number.wrapping_sub(before));
        let moved = self.in_order + f64::from(sacked) - self.arrived;
        self.arrived = self.arrived.max(self.in_order + f64::from(sacked));
        if moved > 0.0 {
            let headers = self.packets / self.payload.max(1.0) * HEADERS;
            let bytes = moved * (1.0 + headers.min(1.0));
            self.measured.add_bytes(t, t, bytes, STEP);
            if sacked == 0 && moved < 20.0 * FULL_PACKET {
                self.pairs.add(t, bytes);
            }
        }
    }
}

#[derive(Default)]
struct TcpFlows(BTreeMap<(Endpoint, Endpoint), TcpFlow>);

impl PacketReader for TcpFlows {
    fn packet(&mut self, t: f64, packet: &IpPacket<'_>) {
        let (Some(segment), t) = (packet.tcp(), t.max(0.0)) else { return };
        if let Some(number) = segment.acknowledged
            && let Some(flow) = self.0.get_mut(&(packet.to, packet.from))
        {
            flow.acknowledge(t, number, segment.sacked);
        }
        let key = (packet.from, packet.to);
        if (segment.payload > 0 || segment.is_syn) && (self.0.len() < MAX_FLOWS || self.0.contains_key(&key))
        {
            self.0.entry(key).or_default().send(t, &segment);
        }
    }

    fn skip(&mut self) {}
}

pub fn measurement(data: &[u8]) -> Result<Measurement, ReadProblem> {
    let mut flows = TcpFlows::default();
    read_packets(data, &mut flows)?;
    let mut flows = flows.0;
    flows.retain(|_, flow| flow.payload > 0.0);
    let largest = flows.values().max_by(|a, b| a.payload.total_cmp(&b.payload));
    let Some(largest) = largest else { return Err(problem("noTcp")) };
    let pair_rate = largest.pairs.rate();
    let flows = flows.into_values().enumerate().map(|(index, mut flow)| {
        flow.measured.name = format!("flow {}", index + 1);
        flow.measured
    });
    let mut read = Measurement::of(MeasuredBy::Capture, STEP, flows.collect(), true);
    read.pair_rate = pair_rate;
    read.assumed.push("at_sender");
    Ok(read)
}
