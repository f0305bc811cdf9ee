//! The flows of a capture for charts: packets with equal addresses, ports and protocol, in one direction. Hosts get letters in
//! the order in which they occur. For TCP, the time from a segment to the acknowledgement that covers it is a round trip
//! beyond the point of capture.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::packet::{Awaited, Endpoint, IpPacket, after};
use super::{PacketReader, damaged, pcap, read_packets};
use crate::problem::{ReadProblem, problem};
use crate::series::{ImportedFile, ImportedSeries, MAX_LISTED, MAX_ROWS};

/// Flows that are followed. Packets of further flows are counted only.
const MAX_FLOWS: usize = 20_000;
/// Segments of a flow whose acknowledgement is awaited.
const MAX_AWAITED: usize = 4096;

/// Protocol, addresses and ports, and whether it is a flow of fragments.
type FiveTuple = (u8, Endpoint, Endpoint, bool);

struct PacketFlow {
    name: Value,
    /// The times and sizes of packets.
    packets: Vec<(f64, f64)>,
    bytes: usize,
    rtts: ImportedSeries,
    /// The number after the highest that was sent.
    highest: Option<u32>,
    awaited: Awaited,
}

#[derive(Default)]
struct PacketFlows {
    flows: Vec<PacketFlow>,
    places: BTreeMap<FiveTuple, usize>,
    hosts: BTreeMap<([u8; 16], bool), String>,
    packets: usize,
    skipped: usize,
    problem: Option<ReadProblem>,
}

pub fn series(data: &[u8]) -> Result<ImportedFile, ReadProblem> {
    let mut flows = PacketFlows::default();
    let ends_at = read_packets(data, &mut flows)?;
    if let Some(problem) = flows.problem {
        return Err(problem);
    }
    let PacketFlows { mut flows, packets, skipped, .. } = flows;
    if packets == 0 {
        return Err(ends_at.map_or_else(|| problem("noPackets").at_byte(data.len()), damaged));
    }
    flows.sort_by_key(|flow| std::cmp::Reverse(flow.bytes));
    let all = flows.len();
    let mut listed = Vec::new();
    for flow in flows.into_iter().take(MAX_LISTED) {
        listed.extend([ImportedSeries::of_bytes(flow.name, &flow.packets)?, flow.rtts]);
    }
    let mut file = ImportedFile::new(if pcap(data).is_some() { "pcap" } else { "pcapng" }, listed);
    file.notes.extend(ends_at.map(|byte| json!({"code": "endsEarly", "byte": byte, "packets": packets})));
    if skipped > 0 {
        file.notes.push(json!({"code": "skipped", "packets": skipped}));
    }
    if all > MAX_LISTED {
        file.notes.push(json!({"code": "moreFlows", "shown": MAX_LISTED, "all": all}));
    }
    Ok(file)
}

/// A, B, ..., Z, AA, AB, ...
fn letter(index: usize) -> String {
    let last = char::from(b'A' + u8::try_from(index % 26).unwrap_or(0));
    if index < 26 { last.to_string() } else { format!("{}{last}", letter(index / 26 - 1)) }
}

impl PacketFlows {
    fn host(&mut self, host: Endpoint, has_ports: bool) -> String {
        let next = self.hosts.len();
        let letter = self.hosts.entry((host.address, host.is_v6)).or_insert_with(|| letter(next));
        if has_ports { format!("{letter}:{}", host.port) } else { letter.clone() }
    }

    fn name(&mut self, packet: &IpPacket<'_>) -> Value {
        let protocol = match packet.protocol {
            1 => "ICMP".to_owned(),
            6 => "TCP".to_owned(),
            17 => "UDP".to_owned(),
            58 => "ICMPv6".to_owned(),
            132 => "SCTP".to_owned(),
            number => format!("IP {number}"),
        };
        let [from, to] = [packet.from, packet.to].map(|host| self.host(host, packet.has_ports));
        let mut name = json!({"kind": "flow", "protocol": protocol, "from": from, "to": to});
        if packet.is_fragment {
            name["fragments"] = json!(true);
        }
        name
    }

    /// The place of a packet's flow, which may be a new one; nothing if there are too many flows.
    fn place(&mut self, packet: &IpPacket<'_>) -> Option<usize> {
        let key = (packet.protocol, packet.from, packet.to, packet.is_fragment);
        if let Some(&known) = self.places.get(&key) {
            return Some(known);
        }
        if self.flows.len() >= MAX_FLOWS || self.packets >= 8 * MAX_ROWS {
            return None;
        }
        let name = self.name(packet);
        let rtts = ImportedSeries::new(name.clone(), "rtt");
        let (packets, awaited) = (Vec::new(), Awaited::default());
        self.flows.push(PacketFlow { name, packets, bytes: 0, rtts, highest: None, awaited });
        self.places.insert(key, self.flows.len() - 1);
        Some(self.flows.len() - 1)
    }
}

impl PacketReader for PacketFlows {
    fn packet(&mut self, t: f64, packet: &IpPacket<'_>) {
        let Some(place) = self.place(packet).filter(|_| self.packets < 8 * MAX_ROWS) else {
            self.skipped += 1;
            return;
        };
        self.packets += 1;
        let flow = &mut self.flows[place];
        flow.bytes += packet.size;
        flow.packets.push((t, packet.size as f64));
        let Some(segment) = packet.tcp() else { return };
        if segment.payload > 0 {
            flow.send(t, segment.sequence, segment.sequence.wrapping_add(segment.payload));
        }
        let answered = (packet.protocol, packet.to, packet.from, false);
        if let (Some(number), Some(&place)) = (segment.acknowledged, self.places.get(&answered)) {
            let flow = &mut self.flows[place];
            let sample = flow.awaited.acknowledge(t, number).filter(|rtt| *rtt >= 0.0);
            if let Some(Err(problem)) = sample.map(|rtt| flow.rtts.add(t, t, rtt)) {
                self.problem = Some(problem);
            }
        }
    }

    fn skip(&mut self) {
        self.skipped += 1;
    }
}

impl PacketFlow {
    /// A segment with the sequence numbers from `start` to before `end`.
    fn send(&mut self, t: f64, start: u32, end: u32) {
        if let Some(highest) = self.highest.filter(|highest| after(*highest, start)) {
            self.awaited.clear();
            if !after(end, highest) {
                return;
            }
        }
        self.highest = Some(end);
        self.awaited.push(end, t, MAX_AWAITED);
    }
}
