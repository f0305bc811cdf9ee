//! IP packets, and the TCP segments in them.

use std::collections::VecDeque;

use super::Bytes;

/// A host with a port, which is 0 without ports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Endpoint {
    /// An IPv4 address has four bytes, and zeros after them.
    pub address: [u8; 16],
    pub is_v6: bool,
    pub port: u16,
}

impl Endpoint {
    fn new(address: &[u8], port: u16) -> Self {
        let mut padded = [0; 16];
        padded[..address.len()].copy_from_slice(address);
        Self { address: padded, is_v6: address.len() > 4, port }
    }
}

/// A packet without its link's header.
pub struct IpPacket<'a> {
    pub from: Endpoint,
    pub to: Endpoint,
    pub protocol: u8,
    /// Bytes, beginning with the IP header.
    pub size: usize,
    pub has_ports: bool,
    /// Whether it is a fragment without ports.
    pub is_fragment: bool,
    /// What was captured after the IP headers, and where it begins.
    transport: Bytes<'a>,
    at: usize,
}

/// What the header of a TCP segment says.
pub struct TcpSegment {
    pub sequence: u32,
    pub acknowledged: Option<u32>,
    pub payload: u32,
    pub is_syn: bool,
    /// The bytes in its SACK blocks beyond the acknowledged number.
    pub sacked: u32,
}

impl<'a> IpPacket<'a> {
    /// Reads a packet that had `length` bytes on the wire. Nothing if it is not IP, or if too little was captured.
    pub fn read(data: &'a [u8], length: usize) -> Option<Self> {
        let header = Bytes::big(data);
        let (size, first_protocol, addresses, mut at) = match data.first()? >> 4 {
            4 => {
                (usize::from(header.u16(2)?), *data.get(9)?, data.get(12..20)?, usize::from(data[0] & 15) * 4)
            }
            6 => (usize::from(header.u16(4)?), *data.get(6)?, data.get(8..40)?, 40),
            _ => return None,
        };
        let is_v6 = addresses.len() > 8;
        if at < 20 {
            return None;
        }
        // A host that leaves segmentation to its network card captures packets above 64 KiB with length 0.
        let size = if size == 0 { length } else { size + if is_v6 { 40 } else { 0 } };
        let (mut protocol, mut is_fragment) = (first_protocol, !is_v6 && header.u16(6)? & 0x1fff > 0);
        // Hop-by-hop, routing, fragment, authentication and destination options, each with the type of the next header.
        while is_v6 && !is_fragment && matches!(protocol, 0 | 43 | 44 | 51 | 60) && at + 8 <= data.len() {
            let units = usize::from(data[at + 1]);
            let length = match protocol {
                44 => 8,
                51 => (units + 2) * 4,
                _ => (units + 1) * 8,
            };
            is_fragment = protocol == 44 && header.u16(at + 2)? & 0xfff8 > 0;
            protocol = data[at];
            at += length;
        }
        let transport = Bytes::big(data.get(at..).unwrap_or_default());
        let has_ports = !is_fragment && matches!(protocol, 6 | 17 | 132);
        let ports = transport.u16(0).zip(transport.u16(2)).filter(|_| has_ports);
        let (source, target) = ports.unwrap_or_default();
        let (from, to) = addresses.split_at(addresses.len() / 2);
        let (from, to) = (Endpoint::new(from, source), Endpoint::new(to, target));
        Some(Self { from, to, protocol, size, has_ports: ports.is_some(), is_fragment, transport, at })
    }

    pub fn tcp(&self) -> Option<TcpSegment> {
        let tcp = self.transport;
        if !self.has_ports || self.protocol != 6 {
            return None;
        }
        let (flags, length) = (*tcp.data.get(13)?, usize::from(tcp.data.get(12)? >> 4) * 4);
        let acknowledged = if flags & 16 != 0 { tcp.u32(8) } else { None };
        Some(TcpSegment {
            sequence: tcp.u32(4)?,
            acknowledged,
            is_syn: flags & 2 != 0,
            payload: u32::try_from(self.size.saturating_sub(self.at + length)).unwrap_or(0),
            sacked: acknowledged.map_or(0, |number| sacked(tcp, length, number)),
        })
    }
}

/// The bytes of SACK blocks (option 5, RFC 2018) above the acknowledged number. Option 0 ends the options, and option
/// 1 is a single byte of padding.
fn sacked(tcp: Bytes<'_>, length: usize, acknowledged: u32) -> u32 {
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
pub fn after(a: u32, b: u32) -> bool {
    a != b && a.wrapping_sub(b) < 1 << 31
}

/// Segments whose acknowledgement is awaited: the numbers after them, and the times at which they were sent, oldest first. From a
/// retransmission on, nothing before it is awaited, because it is not known which of the copies is acknowledged (Karn's algorithm).
#[derive(Default)]
pub struct Awaited(VecDeque<(u32, f64)>);

impl Awaited {
    /// Awaits the acknowledgement of another segment, unless there are too many.
    pub fn push(&mut self, end: u32, t: f64, most: usize) {
        if self.0.len() < most {
            self.0.push_back((end, t));
        }
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The round-trip time of the latest segment that an acknowledgement covers.
    pub fn acknowledge(&mut self, t: f64, number: u32) -> Option<f64> {
        let mut sample = None;
        while let Some(&(_, sent)) = self.0.front().filter(|(end, _)| !after(*end, number)) {
            sample = Some(t - sent);
            self.0.pop_front();
        }
        sample
    }
}
