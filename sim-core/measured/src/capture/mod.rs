//! Packet captures: pcap with times in microseconds or nanoseconds (draft-ietf-opsawg-pcap) and pcapng
//! (draft-ietf-opsawg-pcapng), in either byte order. A capture that ends within a packet, for example because tcpdump was
//! killed, is read up to there.

mod flows;
mod packet;
mod transfers;

use crate::problem::{ReadProblem, problem};
pub use flows::series;
use packet::IpPacket;
pub use transfers::measurement;

/// The type of the block that begins a pcapng file and each further section of it.
const SECTION: u32 = 0x0a0d_0d0a;
/// Types of other blocks.
const INTERFACE: u32 = 1;
const OLD_PACKET: u32 = 2;
const SIMPLE_PACKET: u32 = 3;
const ENHANCED_PACKET: u32 = 6;
/// The largest block or packet in bytes. tcpdump's limit is 256 KiB.
const MAX_BLOCK: usize = 1 << 24;

/// A part of a file, with its byte order.
#[derive(Clone, Copy)]
struct Bytes<'a> {
    data: &'a [u8],
    little: bool,
}

impl<'a> Bytes<'a> {
    fn big(data: &'a [u8]) -> Self {
        Self { data, little: false }
    }

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
fn pcap_units(magic: Option<u32>) -> Option<u64> {
    match magic? {
        0xa1b2_c3d4 => Some(1_000_000),
        0xa1b2_3c4d => Some(1_000_000_000),
        _ => None,
    }
}

/// The content of a pcap file in its byte order; `None` if the data are no pcap file.
fn pcap(data: &[u8]) -> Option<Bytes<'_>> {
    [true, false]
        .map(|little| Bytes { data, little })
        .into_iter()
        .find(|file| pcap_units(file.u32(0)).is_some())
}

pub fn is_capture(data: &[u8]) -> bool {
    pcap(data).is_some() || Bytes::big(data).u32(0) == Some(SECTION)
}

/// What gets the packets of a capture.
trait PacketReader {
    /// A packet, `t` seconds after the first one.
    fn packet(&mut self, t: f64, packet: &IpPacket<'_>);
    /// A packet that has no time, or is not of IP.
    fn skip(&mut self);
}

/// Reads all packets. The result is the byte in whose packet the file ends early.
fn read_packets(data: &[u8], reader: &mut dyn PacketReader) -> Result<Option<usize>, ReadProblem> {
    let mut capture = Capture { reader, first: None };
    let end = match pcap(data) {
        Some(file) => capture.read_pcap(file)?,
        None => capture.read_pcapng(data)?,
    };
    Ok((end < data.len()).then_some(end))
}

fn damaged(byte: usize) -> ReadProblem {
    problem("damagedCapture").at_byte(byte)
}

/// An interface: the units per second of its times, and its link type.
type CaptureInterface = (u64, LinkType);

struct Capture<'r> {
    reader: &'r mut dyn PacketReader,
    /// The time of the first packet in ns.
    first: Option<u128>,
}

impl Capture<'_> {
    /// Hands over a packet that had `length` bytes on the wire, of which `data` was captured. Times are since 1970. They become
    /// numbers when their difference is known, which is exact.
    fn packet(&mut self, ticks: u64, (units, link): CaptureInterface, data: &[u8], length: usize) {
        let time = u128::from(ticks) * 1_000_000_000 / u128::from(units);
        let first = *self.first.get_or_insert(time);
        let t = if time < first { -((first - time) as f64) } else { (time - first) as f64 };
        let ip =
            ip_start(link, data).and_then(|at| IpPacket::read(data.get(at..)?, length.saturating_sub(at)));
        match ip {
            Some(packet) => self.reader.packet(t / 1e9, &packet),
            None => self.reader.skip(),
        }
    }

    fn read_pcap(&mut self, file: Bytes<'_>) -> Result<usize, ReadProblem> {
        let (Some(units), Some(link)) = (pcap_units(file.u32(0)), file.u32(20)) else {
            return Err(damaged(file.data.len()));
        };
        // The upper bits describe frame check sequences.
        let link = link_of(link & 0xffff, 20)?;
        let mut at = 24;
        while let (Some(seconds), Some(part), Some(captured), Some(length)) =
            (file.u32(at), file.u32(at + 4), file.size(at + 8), file.size(at + 12))
        {
            if captured > MAX_BLOCK {
                return Err(damaged(at + 8).found(captured));
            }
            let Some(packet) = file.data.get(at + 16..at + 16 + captured) else { break };
            self.packet(u64::from(seconds) * units + u64::from(part), (units, link), packet, length);
            at += 16 + captured;
        }
        Ok(at)
    }

    fn read_pcapng(&mut self, data: &[u8]) -> Result<usize, ReadProblem> {
        let (mut at, mut little) = (0, true);
        let mut interfaces: Vec<CaptureInterface> = Vec::new();
        while at + 12 <= data.len() {
            // The type of a section's block reads the same in both orders. The number after its length states the order.
            let is_section = Bytes::big(data).u32(at) == Some(SECTION);
            if is_section {
                little = Bytes { data, little: true }.u32(at + 8) == Some(0x1a2b_3c4d);
                if !little && Bytes::big(data).u32(at + 8) != Some(0x1a2b_3c4d) {
                    return Err(damaged(at + 8));
                }
                interfaces.clear();
            }
            let file = Bytes { data, little };
            let length = file.size(at + 4).unwrap_or(0);
            if length < 12 || !length.is_multiple_of(4) || length > MAX_BLOCK {
                return Err(damaged(at + 4).found(length));
            }
            let Some(body) = data.get(at..at + length) else { break };
            let block = Bytes { data: &body[8..length - 4], little };
            match file.u32(at).filter(|_| !is_section) {
                Some(INTERFACE) => interfaces.push(interface(block, at)?),
                Some(SIMPLE_PACKET) => self.reader.skip(),
                Some(kind @ (OLD_PACKET | ENHANCED_PACKET)) => {
                    let index =
                        if kind == OLD_PACKET { block.u16(0).map(usize::from) } else { block.size(0) };
                    self.block(block, at, index.and_then(|index| interfaces.get(index)))?;
                }
                _ => {}
            }
            at += length;
        }
        Ok(at)
    }

    /// The packet of a block that begins at a byte.
    fn block(
        &mut self,
        block: Bytes<'_>,
        byte: usize,
        source: Option<&CaptureInterface>,
    ) -> Result<(), ReadProblem> {
        let (Some(&source), Some(high), Some(low), Some(captured), Some(length)) =
            (source, block.u32(4), block.u32(8), block.size(12), block.size(16))
        else {
            return Err(damaged(byte + 8));
        };
        let packet = block.data.get(20..20_usize.saturating_add(captured));
        let packet = packet.ok_or_else(|| damaged(byte + 20).found(captured))?;
        self.packet(u64::from(high) << 32 | u64::from(low), source, packet, length);
        Ok(())
    }
}

/// The block of an interface. Its option 9, of one byte, has the unit of times: a power of ten, or of two above 127.
fn interface(block: Bytes<'_>, byte: usize) -> Result<CaptureInterface, ReadProblem> {
    let Some(link) = block.u16(0).filter(|_| block.data.len() >= 8) else { return Err(damaged(byte)) };
    let link = link_of(u32::from(link), byte + 8)?;
    let (mut units, mut at) = (1_000_000, 8);
    while let (Some(code), Some(length)) = (block.u16(at), block.u16(at + 2)) {
        if code == 0 {
            break;
        }
        if let (9, 1, Some(&value)) = (code, length, block.data.get(at + 4)) {
            let (base, most) = if value > 127 { (2_u64, 40) } else { (10, 12) };
            let exponent = u32::from(value & 127);
            units = if exponent <= most {
                base.pow(exponent)
            } else {
                return Err(damaged(byte + 8 + at).found(value));
            };
        }
        at += 4 + usize::from(length).next_multiple_of(4);
    }
    Ok((units, link))
}

/// The header of a link before the IP packet.
#[derive(Clone, Copy)]
enum LinkType {
    /// None: the capture begins with the IP packet.
    Raw,
    Ethernet,
    /// The family of addresses in four bytes, in the byte order of the host or of the network.
    Loopback,
    /// A cooked capture, which Linux writes for the device `any`: its length, and where the type of the protocol is.
    Cooked(usize, usize),
}

/// The link types that are read, by their numbers (tcpdump.org/linktypes.html).
fn link_of(number: u32, byte: usize) -> Result<LinkType, ReadProblem> {
    match number {
        0 | 108 => Ok(LinkType::Loopback),
        1 => Ok(LinkType::Ethernet),
        12 | 14 | 101 | 228 | 229 => Ok(LinkType::Raw),
        113 => Ok(LinkType::Cooked(16, 14)),
        276 => Ok(LinkType::Cooked(20, 0)),
        _ => Err(problem("linkType").at_byte(byte).found(number)),
    }
}

/// Where the IP packet begins; `None` if none follows.
fn ip_start(link: LinkType, packet: &[u8]) -> Option<usize> {
    let frame = Bytes::big(packet);
    let is_ip = |kind: u16| matches!(kind, 0x0800 | 0x86dd);
    match link {
        LinkType::Raw => Some(0),
        LinkType::Ethernet => {
            let mut at = 12;
            // VLAN tags.
            while matches!(frame.u16(at)?, 0x8100 | 0x88a8) {
                at += 4;
            }
            is_ip(frame.u16(at)?).then_some(at + 2)
        }
        LinkType::Loopback => {
            let families = [frame.u32(0)?, frame.u32(0)?.swap_bytes()];
            families.iter().any(|family| matches!(family, 2 | 10 | 24 | 28 | 30)).then_some(4)
        }
        LinkType::Cooked(length, at) => is_ip(frame.u16(at)?).then_some(length),
    }
}
