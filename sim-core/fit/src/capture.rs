//! Packet captures: pcap and pcapng in either byte order. Only TCP is read: what acknowledgements acknowledge, the time
//! from a segment to its acknowledgement (Karn's algorithm), and retransmissions.

use std::collections::{BTreeMap, VecDeque};

use crate::measurement::{FULL_PACKET, MeasuredBy, MeasuredFlow, Measurement, ReadError, STEP, error};
use crate::pairs::PacketPairs;

/// The type of the block that begins a pcapng file and each further section of it.
const SECTION: u32 = 0x0a0d_0d0a;
/// Types of other blocks.
const INTERFACE: u32 = 1;
const PACKET: u32 = 2;
const ENHANCED_PACKET: u32 = 6;
/// The largest block or packet in bytes.
const MAX_BLOCK: usize = 1 << 24;
/// Segments of a flow whose acknowledgement is awaited.
const MAX_AWAITED: usize = 65_536;
/// Bytes of the headers of IPv4 and TCP.
const HEADERS: f64 = 40.0;
const MAX_FLOWS: usize = 10_000;

/// A part of a file, with its byte order.
struct Bytes<'a> {
    data: &'a [u8],
    little: bool,
}

impl Bytes<'_> {
    fn u16(&self, at: usize) -> Option<u16> {
        let bytes: [u8; 2] = self.data.get(at..at + 2)?.try_into().ok()?;
        Some(if self.little { u16::from_le_bytes(bytes) } else { u16::from_be_bytes(bytes) })
    }

    fn u32(&self, at: usize) -> Option<u32> {
        let bytes: [u8; 4] = self.data.get(at..at + 4)?.try_into().ok()?;
        Some(if self.little { u32::from_le_bytes(bytes) } else { u32::from_be_bytes(bytes) })
    }

    fn size(&self, at: usize) -> Option<usize> {
        self.u32(at).and_then(|value| usize::try_from(value).ok())
    }
}

/// The units per second in which a pcap file writes fractions of seconds, by its magic number.
fn pcap_units(magic: Option<u32>) -> Option<f64> {
    match magic? {
        0xa1b2_c3d4 => Some(1e6),
        0xa1b2_3c4d => Some(1e9),
        _ => None,
    }
}

/// Whether a pcap file is little-endian; `None` if the data are no pcap file.
fn pcap_is_little(data: &[u8]) -> Option<bool> {
    [true, false].into_iter().find(|&little| pcap_units(Bytes { data, little }.u32(0)).is_some())
}

pub fn is_capture(data: &[u8]) -> bool {
    pcap_is_little(data).is_some() || Bytes { data, little: true }.u32(0) == Some(SECTION)
}

pub fn read(data: &[u8]) -> Result<Measurement, ReadError> {
    let mut flows = Flows::default();
    match pcap_is_little(data) {
        Some(little) => read_pcap(&Bytes { data, little }, &mut flows)?,
        None => read_pcapng(data, &mut flows)?,
    }
    flows.finish()
}

fn damaged<T>(at: usize) -> Result<T, ReadError> {
    error(format!("Byte {at}: the capture is damaged here. Capture again, or copy the file again."))
}

fn read_pcap(file: &Bytes<'_>, flows: &mut Flows) -> Result<(), ReadError> {
    let (Some(units), Some(link)) = (pcap_units(file.u32(0)), file.u32(20)) else { return damaged(0) };
    let link = link_of(link & 0xffff, 20)?;
    let mut at = 24;
    while let (Some(seconds), Some(part), Some(captured)) =
        (file.u32(at), file.u32(at + 4), file.size(at + 8))
    {
        if captured > MAX_BLOCK {
            return damaged(at + 8);
        }
        // A capture may end within a packet, because tcpdump was killed.
        let Some(packet) = file.data.get(at + 16..at + 16 + captured) else { break };
        flows.packet(f64::from(seconds), f64::from(part) / units, link, packet);
        at += 16 + captured;
    }
    Ok(())
}

/// The units per second of an interface's times, and its link type.
type CaptureInterface = (f64, LinkType);

fn read_pcapng(data: &[u8], flows: &mut Flows) -> Result<(), ReadError> {
    let (mut at, mut little) = (0, true);
    let mut interfaces: Vec<CaptureInterface> = Vec::new();
    loop {
        // The type of a section's block reads the same in both orders. The number after its length states the order.
        if (Bytes { data, little }).u32(at) == Some(SECTION) {
            little = Bytes { data, little: true }.u32(at + 8) == Some(0x1a2b_3c4d);
            interfaces.clear();
        }
        let file = Bytes { data, little };
        let (Some(kind), Some(length)) = (file.u32(at), file.size(at + 4)) else { return Ok(()) };
        if length < 12 || length % 4 != 0 || length > MAX_BLOCK {
            return damaged(at + 4);
        }
        let Some(body) = data.get(at + 8..at + length - 4) else { return Ok(()) };
        let block = Bytes { data: body, little };
        match kind {
            INTERFACE => interfaces.push(interface(&block, at)?),
            PACKET | ENHANCED_PACKET => {
                let index = if kind == PACKET { block.u16(0).map(usize::from) } else { block.size(0) };
                let source = index.and_then(|index| interfaces.get(index));
                let (Some(&(units, link)), Some(high), Some(low), Some(captured)) =
                    (source, block.u32(4), block.u32(8), block.size(12))
                else {
                    return damaged(at + 8);
                };
                let Some(packet) = body.get(20..20_usize.saturating_add(captured)) else {
                    return damaged(at + 20);
                };
                let ticks = u64::from(high) << 32 | u64::from(low);
                let seconds = ticks as f64 / units;
                flows.packet(0.0, seconds, link, packet);
            }
            _ => {}
        }
        at += length;
    }
}

/// The block of an interface. Its option 9, of one byte, has the unit of times: a power of ten, or of two above 127.
fn interface(block: &Bytes<'_>, byte: usize) -> Result<CaptureInterface, ReadError> {
    let Some(link) = block.u16(0) else { return damaged(byte) };
    let link = link_of(u32::from(link), byte + 8)?;
    let (mut units, mut at) = (1e6, 8);
    while let (Some(code), Some(length)) = (block.u16(at), block.u16(at + 2)) {
        if code == 0 {
            break;
        }
        if let (9, 1, Some(&value)) = (code, length, block.data.get(at + 4)) {
            let exponent = i32::from(value & 127).min(60);
            units = sim_core::ground::math::powi(if value > 127 { 2.0 } else { 10.0 }, exponent);
        }
        at += 4 + usize::from(length).next_multiple_of(4);
    }
    Ok((units, link))
}

/// Where the IP packet begins: after a fixed number of bytes, or after an Ethernet header.
#[derive(Clone, Copy)]
enum LinkType {
    Fixed(usize),
    Ethernet,
}

/// The link types that are read, by their numbers (tcpdump.org/linktypes.html).
fn link_of(number: u32, byte: usize) -> Result<LinkType, ReadError> {
    match number {
        0 | 108 => Ok(LinkType::Fixed(4)),
        1 => Ok(LinkType::Ethernet),
        12 | 14 | 101 | 228 | 229 => Ok(LinkType::Fixed(0)),
        113 => Ok(LinkType::Fixed(16)),
        276 => Ok(LinkType::Fixed(20)),
        _ => error(format!(
            "Byte {byte}: captures of link type {number} cannot be read. Capture on an Ethernet device, or on any."
        )),
    }
}

fn ip_packet(link: LinkType, packet: &[u8]) -> Option<&[u8]> {
    let mut at = match link {
        LinkType::Fixed(length) => return packet.get(length..),
        LinkType::Ethernet => 12,
    };
    let frame = Bytes { data: packet, little: false };
    while matches!(frame.u16(at)?, 0x8100 | 0x88a8) {
        at += 4;
    }
    matches!(frame.u16(at)?, 0x0800 | 0x86dd).then(|| packet.get(at + 2..)).flatten()
}

/// A TCP packet: addresses with ports, and what its header says.
struct TcpSegment {
    from: Vec<u8>,
    to: Vec<u8>,
    sequence: u32,
    acknowledged: Option<u32>,
    payload: u32,
    is_syn: bool,
    /// The bytes in its SACK blocks beyond the acknowledged number.
    sacked: u32,
}

fn segment(ip: &[u8]) -> Option<TcpSegment> {
    let header = Bytes { data: ip, little: false };
    let (at, addresses, protocol, size) = match ip.first()? >> 4 {
        4 => (usize::from(ip[0] & 15) * 4, ip.get(12..20)?, *ip.get(9)?, usize::from(header.u16(2)?)),
        6 => (40, ip.get(8..40)?, *ip.get(6)?, 40 + usize::from(header.u16(4)?)),
        _ => return None,
    };
    let tcp = Bytes { data: ip.get(at..)?, little: false };
    if protocol != 6 || at < 20 {
        return None;
    }
    let (flags, length) = (*tcp.data.get(13)?, usize::from(tcp.data.get(12)? >> 4) * 4);
    let half = addresses.len() / 2;
    let endpoint =
        |address: &[u8], port: usize| [address, tcp.data.get(port..port + 2).unwrap_or(&[])].concat();
    let acknowledged = if flags & 16 != 0 { tcp.u32(8) } else { None };
    Some(TcpSegment {
        from: endpoint(&addresses[..half], 0),
        to: endpoint(&addresses[half..], 2),
        sequence: tcp.u32(4)?,
        acknowledged,
        is_syn: flags & 2 != 0,
        payload: u32::try_from(size.saturating_sub(at + length)).unwrap_or(0),
        sacked: acknowledged.map_or(0, |number| sacked(&tcp, length, number)),
    })
}

/// The bytes of SACK blocks (option 5, RFC 2018) above the acknowledged number. Option 0 ends the options, and option
/// 1 is a single byte of padding.
fn sacked(tcp: &Bytes<'_>, length: usize, acknowledged: u32) -> u32 {
    let (mut at, mut sum) = (20, 0_u32);
    while at < length {
        let (Some(&kind), Some(&size)) = (tcp.data.get(at), tcp.data.get(at + 1)) else { break };
        if kind == 1 {
            at += 1;
            continue;
        }
        if kind == 0 || size < 2 {
            break;
        }
        if kind == 5 {
            for block in (at + 2..(at + usize::from(size)).saturating_sub(7)).step_by(8) {
                if let (Some(left), Some(right)) = (tcp.u32(block), tcp.u32(block + 4))
                    && after(left, acknowledged)
                    && after(right, left)
                {
                    sum = sum.saturating_add(right.wrapping_sub(left));
                }
            }
        }
        at += usize::from(size);
    }
    sum
}

/// Whether sequence number `a` comes after `b` (RFC 9293 section 3.4).
fn after(a: u32, b: u32) -> bool {
    a != b && a.wrapping_sub(b) < 1 << 31
}

#[derive(Default)]
struct TcpFlow {
    measured: MeasuredFlow,
    pairs: PacketPairs,
    /// The number after the highest that was sent.
    highest: Option<u32>,
    awaited: VecDeque<(u32, f64)>,
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
            // Which of the copies is acknowledged is not known, so nothing up to here is a sample.
            self.awaited.clear();
            self.measured.add_lost(t, 1.0, STEP);
        } else if self.awaited.len() < MAX_AWAITED {
            self.awaited.push_back((end, t));
        }
        if self.highest.is_none_or(|highest| after(end, highest)) {
            self.highest = Some(end);
        }
    }

    fn acknowledge(&mut self, t: f64, number: u32, sacked: u32) {
        let mut sample = None;
        while let Some(&(end, sent)) = self.awaited.front() {
            if after(end, number) {
                break;
            }
            sample = Some(t - sent);
            self.awaited.pop_front();
        }
        if let Some(rtt) = sample {
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
struct Flows {
    first: Option<f64>,
    flows: BTreeMap<(Vec<u8>, Vec<u8>), TcpFlow>,
}

impl Flows {
    fn packet(&mut self, seconds: f64, part: f64, link: LinkType, packet: &[u8]) {
        let first = *self.first.get_or_insert(seconds + part);
        let t = ((seconds - first) + part).max(0.0);
        let Some(segment) = ip_packet(link, packet).and_then(segment) else { return };
        if let Some(number) = segment.acknowledged
            && let Some(flow) = self.flows.get_mut(&(segment.to.clone(), segment.from.clone()))
        {
            flow.acknowledge(t, number, segment.sacked);
        }
        let key = (segment.from.clone(), segment.to.clone());
        if (segment.payload > 0 || segment.is_syn)
            && (self.flows.len() < MAX_FLOWS || self.flows.contains_key(&key))
        {
            self.flows.entry(key).or_default().send(t, &segment);
        }
    }

    fn finish(mut self) -> Result<Measurement, ReadError> {
        self.flows.retain(|_, flow| flow.payload > 0.0);
        if self.flows.is_empty() {
            return error("The capture has no TCP segment with data. Capture at the sender of a transfer.");
        }
        let largest = self.flows.iter().max_by(|(_, a), (_, b)| a.payload.total_cmp(&b.payload));
        let pair_rate = largest.and_then(|(_, flow)| flow.pairs.rate());
        let flows = std::mem::take(&mut self.flows).into_values().enumerate().map(|(index, mut flow)| {
            flow.measured.name = format!("flow {}", index + 1);
            flow.measured
        });
        let mut read = Measurement::of(MeasuredBy::Capture, STEP, flows.collect(), true);
        read.pair_rate = pair_rate;
        read.assumed.push("at_sender");
        Ok(read)
    }
}
