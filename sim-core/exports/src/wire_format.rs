//! The headers that the simulator's packets would have in a real network: IPv4 with TCP, or with UDP and RTP
//! or RTCP.
//!
//! Sequence numbers of the simulator count packets. Those of TCP count bytes, so the bytes of each connection
//! are added up as its packets are first sent.

use sim_core::ground::convert::{low_bits, narrow, whole};
use sim_core::ground::packet::{CWR_OR_ECE, ECN_CAPABLE, ECT_1, MARKED, Packet, SYN};
use sim_core::ground::time::{SECOND, Time};
use sim_core::transport::{Attachment, Body};

use fairshare_runs::packet_tracker::TrackedPacket;

const IP: usize = 20;
const TCP: usize = 20;
const UDP: usize = 8;
/// Headers of a data packet: IPv4 and TCP, or IPv4, UDP and RTP.
const HEADERS: u16 = 40;
const TCP_PROTOCOL: u8 = 6;
const UDP_PROTOCOL: u8 = 17;
/// The ports of receivers.
const TCP_PORT: u16 = 5001;
const RTP_PORT: u16 = 5004;
const RTCP_PORT: u16 = 5005;
/// The first port of senders. The connections of a flow have consecutive ports.
const FIRST_PORT: u16 = 20_000;
/// The clock rate of RTP timestamps, in Hz.
const RTP_CLOCK: u64 = 90_000;
/// A dynamic payload type (RFC 3551 section 6).
const PAYLOAD_TYPE: u8 = 96;
/// Seconds from the epoch of NTP to the epoch of the capture.
const NTP_EPOCH: u64 = 2_208_988_800;
/// The window that is announced, and the exponent by which it is scaled: 4 MB.
const WINDOW: u16 = 0xffff;
const WINDOW_SCALE: u8 = 6;

/// The first bytes of a packet, and the length of the whole packet.
pub struct Frame {
    pub headers: Vec<u8>,
    pub length: u32,
}

/// The stream of one connection.
#[derive(Clone, Debug, Default)]
pub struct Stream {
    epoch: u16,
    /// The bytes before each packet, and after the last one.
    offsets: Vec<u32>,
    packets: u32,
    octets: u32,
    largest_payload: u16,
}

impl Stream {
    /// Counts a packet that the sender sends.
    pub fn add(&mut self, packet: &Packet) {
        if packet.is_feedback() {
            return;
        }
        if packet.epoch != self.epoch {
            *self = Stream { epoch: packet.epoch, ..Stream::default() };
        }
        if packet.flags & SYN != 0 {
            return;
        }
        let payload = packet.size.saturating_sub(HEADERS);
        self.packets = self.packets.wrapping_add(1);
        self.octets = self.octets.wrapping_add(u32::from(payload));
        self.largest_payload = self.largest_payload.max(payload);
        // Packets are sent in order for the first time. Retransmissions have lower numbers.
        if self.offsets.is_empty() {
            self.offsets.push(0);
        }
        if packet.seq as usize + 1 >= self.offsets.len() {
            let end = self.offset(packet.seq).wrapping_add(u32::from(payload));
            self.offsets.resize(packet.seq as usize + 2, end);
        }
    }

    /// The number of bytes before packet `seq`.
    fn offset(&self, seq: u32) -> u32 {
        self.offsets.get(seq as usize).or(self.offsets.last()).copied().unwrap_or(0)
    }

    /// The TCP sequence number of packet `seq`. The SYN has the sequence number 0.
    fn number(&self, seq: u32) -> u32 {
        self.offset(seq).wrapping_add(1)
    }
}

/// The endpoints of a packet.
#[derive(Clone, Copy, Debug)]
pub struct Endpoints {
    pub flow: u32,
    pub index_in_flow: u32,
    pub conn: u32,
    pub is_tcp: bool,
}

impl Endpoints {
    /// Address and port of the sending and of the receiving endpoint of a packet.
    fn addresses(&self, packet: &Packet, receiver_port: u16) -> [([u8; 4], u16); 2] {
        let [_, _, high, low] = (self.flow + 1).to_be_bytes();
        // A fresh connection has another port than the previous one, so that tools do not mistake it for a
        // continuation.
        let port = FIRST_PORT
            .wrapping_add(low_bits::<u16>(self.index_in_flow).wrapping_add(packet.epoch.wrapping_mul(16)));
        let sender = ([10, 1, high, low], port.max(1024));
        let receiver = ([10, 2, high, low], receiver_port);
        if packet.is_feedback() { [receiver, sender] } else { [sender, receiver] }
    }
}

/// The Internet checksum (RFC 1071).
fn checksum(parts: &[&[u8]]) -> u16 {
    let mut sum = 0_u32;
    for part in parts {
        for pair in part.chunks(2) {
            sum += u32::from(u16::from_be_bytes([pair[0], pair.get(1).copied().unwrap_or(0)]));
        }
    }
    while sum > 0xffff {
        sum = (sum & 0xffff) + (sum >> 16);
    }
    !low_bits::<u16>(sum)
}

/// Puts an IPv4 header before a transport header, and writes the checksums. The payload consists of zeros,
/// which do not change the checksum of the transport.
fn with_ip(
    packet: &Packet,
    [(source, _), (target, _)]: [([u8; 4], u16); 2],
    protocol: u8,
    mut transport: Vec<u8>,
    length: u16,
) -> Frame {
    let segment = length - narrow::<u16>(IP);
    let [high, low] = segment.to_be_bytes();
    let pseudo = [&source[..], &target[..], &[0, protocol, high, low]].concat();
    let place = if protocol == TCP_PROTOCOL { 16 } else { 6 };
    let sum = checksum(&[&pseudo, &transport]).to_be_bytes();
    transport[place..place + 2].copy_from_slice(&sum);
    // The ECN field of RFC 3168 section 5: 0 not capable, 1 ECT(1), 2 ECT(0), 3 congestion experienced.
    let ecn = match packet.flags & MARKED {
        MARKED => 3,
        ECN_CAPABLE => 2,
        ECT_1 => 1,
        _ => 0,
    };
    let [high, low] = length.to_be_bytes();
    let [id_high, id_low] = low_bits::<u16>(packet.tx).to_be_bytes();
    let mut headers = vec![0x45, ecn, high, low, id_high, id_low, 0x40, 0, 64, protocol, 0, 0];
    headers.extend(source);
    headers.extend(target);
    let sum = checksum(&[&headers]).to_be_bytes();
    headers[10..12].copy_from_slice(&sum);
    headers.extend(transport);
    Frame { headers, length: u32::from(length) }
}

/// A TCP packet. Options of a SYN and SACK blocks make it longer than the simulator's packet, which has a
/// fixed size.
fn tcp(tracked: &TrackedPacket, stream: &Stream, endpoints: Endpoints) -> Frame {
    let packet = &tracked.packet;
    let is_syn = packet.flags & SYN != 0;
    let addresses = endpoints.addresses(packet, TCP_PORT);
    let mut options = Vec::new();
    let (mut flags, sequence, acknowledged);
    if packet.is_feedback() {
        let next = match Body::of(packet) {
            Body::Ack { next, .. } => next,
            _ => 0,
        };
        flags = 0x10 | if packet.flags & CWR_OR_ECE != 0 { 0x40 } else { 0 };
        (sequence, acknowledged) = (u32::from(!is_syn), stream.number(next));
        if let Some(Attachment::Sack(blocks)) = tracked.attachment
            && blocks.len > 0
        {
            options.extend([1, 1, 5, 2 + 8 * blocks.len]);
            for (from, to) in blocks.iter() {
                options.extend(stream.number(from).to_be_bytes());
                options.extend(stream.number(to).to_be_bytes());
            }
        }
    } else {
        flags = if is_syn { 0 } else { 0x10 } | if packet.flags & CWR_OR_ECE != 0 { 0x80 } else { 0 };
        (sequence, acknowledged) = if is_syn { (0, 0) } else { (stream.number(packet.seq), 1) };
        if packet.size > HEADERS {
            flags |= 0x08;
        }
    }
    if is_syn {
        flags |= 0x02;
        let [high, low] = 1460_u16.to_be_bytes();
        options.extend([2, 4, high, low, 1, 3, 3, WINDOW_SCALE, 1, 1, 4, 2]);
    }
    let header = TCP + options.len();
    let mut bytes = Vec::with_capacity(header);
    bytes.extend(addresses[0].1.to_be_bytes());
    bytes.extend(addresses[1].1.to_be_bytes());
    bytes.extend(sequence.to_be_bytes());
    bytes.extend(acknowledged.to_be_bytes());
    bytes.extend([(narrow::<u8>(header) / 4) << 4, flags]);
    bytes.extend(WINDOW.to_be_bytes());
    bytes.extend([0; 4]);
    bytes.extend(&options);
    let payload = if is_syn || packet.is_feedback() { 0 } else { packet.size.saturating_sub(HEADERS) };
    with_ip(packet, addresses, TCP_PROTOCOL, bytes, narrow::<u16>(IP + header) + payload)
}

/// The header of an RTCP packet with `words` words of 32 bits after it (RFC 3550 section 6.4).
fn rtcp_header(count: u8, kind: u8, words: u16) -> [u8; 4] {
    let [high, low] = words.to_be_bytes();
    [0x80 | count, kind, high, low]
}

/// The RTCP packets that a report consists of.
fn rtcp(tracked: &TrackedPacket, at: Time, stream: &Stream, conn: u32, room: usize) -> Vec<u8> {
    let packet = &tracked.packet;
    let mut bytes = Vec::new();
    let (sender, receiver) = (source_id(conn), source_id(conn) | 1);
    match tracked.attachment {
        Some(Attachment::Rtcp(report)) if packet.is_feedback() => {
            bytes.extend(rtcp_header(1, 201, 7));
            bytes.extend(receiver.to_be_bytes());
            bytes.extend(sender.to_be_bytes());
            let fraction = whole::<u8>(report.fraction * 256.0);
            bytes.extend((u32::from(fraction) << 24 | report.lost.min(0x7f_ffff)).to_be_bytes());
            bytes.extend(report.expected.wrapping_sub(1).to_be_bytes());
            bytes.extend([0; 12]);
        }
        _ if !packet.is_feedback() => {
            bytes.extend(rtcp_header(0, 200, 6));
            bytes.extend(sender.to_be_bytes());
            bytes.extend(low_bits::<u32>(at / SECOND + NTP_EPOCH).to_be_bytes());
            bytes.extend((((at % SECOND) << 32) / SECOND).to_be_bytes()[4..].iter());
            bytes.extend(rtp_time(at).to_be_bytes());
            bytes.extend(stream.packets.to_be_bytes());
            bytes.extend(stream.octets.to_be_bytes());
        }
        _ => {}
    }
    // An application-defined packet stands for the contents of the simulator's report that RFC 3550 does not
    // define, so that the packets together have the size of the report.
    let words = room.saturating_sub(bytes.len()) / 4;
    if words >= 3 {
        bytes.extend(rtcp_header(0, 204, narrow::<u16>(words) - 1));
        bytes.extend(if packet.is_feedback() { receiver } else { sender }.to_be_bytes());
        bytes.extend(b"FAIR");
        bytes.resize(bytes.len() + 4 * (words - 3), 0);
    }
    bytes
}

/// The synchronization source of a connection's sender. The receiver's number is larger by one.
fn source_id(conn: u32) -> u32 {
    0x4653_0000 | (conn << 1)
}

fn rtp_time(at: Time) -> u32 {
    low_bits::<u32>(u128::from(at) * u128::from(RTP_CLOCK) / u128::from(SECOND))
}

/// A UDP packet with RTP data or an RTCP report.
fn udp(tracked: &TrackedPacket, at: Time, stream: &Stream, endpoints: Endpoints) -> Frame {
    let packet = &tracked.packet;
    let is_report = packet.is_feedback() || matches!(Body::of(packet), Body::Report { .. });
    let addresses = endpoints.addresses(packet, if is_report { RTCP_PORT } else { RTP_PORT });
    let length = packet.size.max(narrow::<u16>(IP + UDP));
    let room = usize::from(length) - IP - UDP;
    let content = if is_report {
        rtcp(tracked, at, stream, endpoints.conn, room)
    } else {
        let mut bytes = vec![0x80, PAYLOAD_TYPE];
        bytes.extend(low_bits::<u16>(packet.seq).to_be_bytes());
        bytes.extend(rtp_time(packet.timestamp).to_be_bytes());
        bytes.extend(source_id(endpoints.conn).to_be_bytes());
        bytes
    };
    let mut bytes = Vec::new();
    bytes.extend(addresses[0].1.to_be_bytes());
    bytes.extend(addresses[1].1.to_be_bytes());
    bytes.extend((length - narrow::<u16>(IP)).to_be_bytes());
    bytes.extend([0; 2]);
    bytes.extend(&content[..content.len().min(room)]);
    with_ip(packet, addresses, UDP_PROTOCOL, bytes, length)
}

/// The headers of a packet that a link carries at `at`.
pub fn frame(tracked: &TrackedPacket, at: Time, stream: &Stream, endpoints: Endpoints) -> Frame {
    if endpoints.is_tcp { tcp(tracked, stream, endpoints) } else { udp(tracked, at, stream, endpoints) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_follows_rfc_1071() {
        // The example of RFC 1071 section 3: the sum of these words is ddf2.
        assert_eq!(checksum(&[&[0x00, 0x01, 0xf2, 0x03, 0xf4, 0xf5, 0xf6, 0xf7]]), !0xddf2);
    }

    #[test]
    fn sequence_numbers_count_bytes() {
        let mut stream = Stream::default();
        let packet = |seq, size| Packet { seq, size, ..Packet::default() };
        stream.add(&packet(0, 1040));
        stream.add(&packet(1, 540));
        // A retransmission adds nothing.
        stream.add(&packet(0, 1040));
        stream.add(&packet(2, 1040));
        assert_eq!([0, 1, 2, 3].map(|seq| stream.number(seq)), [1, 1001, 1501, 2501]);
    }
}
