//! pcapng (draft-ietf-opsawg-pcapng): the packets that cross a link, as a capture at the node where the link
//! begins. Packets of the link's direction are captured when their last bit leaves, packets of the opposite
//! direction when they arrive. Time stamps count nanoseconds. With a flow, the capture is at the sender of this flow instead:
//! its packets when it sends them, and its feedback when it arrives.

use sim_core::ground::convert::{low_bits, narrow, whole};
use std::io::{self, Write};

use sim_core::ground::time::Time;
use sim_core::scenario::Scenario;
use sim_core::simulation::{Simulation, VERSION};
use sim_core::world::World;

use crate::ExportOptions;
use crate::wire_format::{Endpoints, Frame, Stream, frame};
use fairshare_runs::packet_tracker::{PacketEvent, PacketStep};
use fairshare_runs::packets::{
    PacketWriter, build, document_positions, flow_index, follow, is_tcp, link_index,
};
use fairshare_runs::{RunError, Stop};

/// Types of blocks.
const SECTION_HEADER: u32 = 0x0a0d_0d0a;
const INTERFACE_DESCRIPTION: u32 = 1;
const ENHANCED_PACKET: u32 = 6;
/// Packets begin with an IPv4 header (LINKTYPE_RAW).
const RAW_IP: u16 = 101;

/// Options of a block.
#[derive(Default)]
struct Options(Vec<u8>);

impl Options {
    fn add(mut self, code: u16, value: &[u8]) -> Self {
        self.0.extend(code.to_le_bytes());
        self.0.extend(narrow::<u16>(value.len()).to_le_bytes());
        self.0.extend(value);
        self.0.resize(self.0.len().next_multiple_of(4), 0);
        self
    }

    fn finish(self) -> Vec<u8> {
        self.add(0, &[]).0
    }
}

fn block(out: &mut dyn Write, kind: u32, body: &[u8]) -> io::Result<()> {
    let length = narrow::<u32>(12 + body.len().next_multiple_of(4));
    out.write_all(&kind.to_le_bytes())?;
    out.write_all(&length.to_le_bytes())?;
    out.write_all(body)?;
    out.write_all(&[0; 3][..body.len().next_multiple_of(4) - body.len()])?;
    out.write_all(&length.to_le_bytes())
}

fn section_header(out: &mut dyn Write, simulation: &Simulation) -> io::Result<()> {
    let mut body = 0x1a2b_3c4d_u32.to_le_bytes().to_vec();
    body.extend([1, 0, 0, 0]);
    body.extend([0xff; 8]);
    let scenario = simulation.scenario();
    let comment = format!("{} (seed {})", scenario.title, scenario.seed);
    let options =
        Options::default().add(1, comment.as_bytes()).add(4, format!("Fairshare {VERSION}").as_bytes());
    body.extend(options.finish());
    block(out, SECTION_HEADER, &body)
}

fn interface(out: &mut dyn Write, name: &str, rate: f64) -> io::Result<()> {
    let mut body = RAW_IP.to_le_bytes().to_vec();
    body.extend([0; 6]);
    // Option 9: the exponent of the resolution of time stamps, 10^-9 s. Option 8: the speed in bit/s.
    let options =
        Options::default().add(2, name.as_bytes()).add(8, &whole::<u64>(rate).to_le_bytes()).add(9, &[9]);
    body.extend(options.finish());
    block(out, INTERFACE_DESCRIPTION, &body)
}

struct CaptureWriter<'a> {
    out: &'a mut dyn Write,
    link: u32,
    opposite: Option<u32>,
    /// The flow at whose sender the packets are captured.
    flow: Option<u32>,
    /// The position of each flow in the document, by its index in the world.
    positions: Vec<u32>,
    streams: Vec<Stream>,
}

impl CaptureWriter<'_> {
    fn packet(&mut self, at: Time, frame: &Frame, is_outbound: bool) -> io::Result<()> {
        let mut body = Vec::with_capacity(128);
        body.extend(0_u32.to_le_bytes());
        body.extend(((at >> 32) as u32).to_le_bytes());
        body.extend(low_bits::<u32>(at).to_le_bytes());
        body.extend(narrow::<u32>(frame.headers.len()).to_le_bytes());
        body.extend(frame.length.to_le_bytes());
        body.extend(&frame.headers);
        body.resize(body.len().next_multiple_of(4), 0);
        // Option 2: flags. The two lowest bits are the direction.
        let direction = if is_outbound { 2_u32 } else { 1 };
        body.extend(Options::default().add(2, &direction.to_le_bytes()).finish());
        block(self.out, ENHANCED_PACKET, &body)
    }
}

impl PacketWriter for CaptureWriter<'_> {
    fn step(&mut self, event: &PacketEvent<'_>, world: &World) -> io::Result<()> {
        let packet = &event.tracked.packet;
        let conn = &world.net().conns()[packet.conn as usize];
        if event.step == PacketStep::Sent {
            self.streams[packet.conn as usize].add(packet);
        }
        let is_outbound = match (event.step, self.flow) {
            (PacketStep::Sent, Some(flow)) if flow == conn.flow && !packet.is_feedback() => true,
            (PacketStep::Delivered, Some(flow)) if flow == conn.flow && packet.is_feedback() => false,
            (PacketStep::Departed(link), None) if link == self.link => true,
            (PacketStep::Landed(link), None) if Some(link) == self.opposite => false,
            _ => return Ok(()),
        };
        let endpoints = Endpoints {
            flow: self.positions[conn.flow as usize],
            index_in_flow: conn.index_in_flow,
            conn: packet.conn,
            is_tcp: is_tcp(world, packet.conn),
        };
        let frame = frame(event.tracked, event.at, &self.streams[packet.conn as usize], endpoints);
        self.packet(event.at, &frame, is_outbound)
    }
}

/// The opposite direction of a link: the link direction whose ID differs in its last part only.
fn opposite(simulation: &Simulation, link: u32) -> Option<u32> {
    let id = simulation.links()[link as usize].id.as_str();
    let other = match id.strip_suffix("forward") {
        Some(start) => format!("{start}reverse"),
        None => format!("{}forward", id.strip_suffix("reverse")?),
    };
    simulation.links().iter().position(|meta| meta.id == other).map(narrow::<u32>)
}

pub fn write(
    scenario: Scenario,
    options: &ExportOptions,
    out: &mut dyn Write,
    stop: &Stop<'_>,
) -> Result<(), RunError> {
    let mut simulation = build(scenario)?;
    let link = link_index(&simulation, options.link.as_deref())?;
    let flow = options.flow.as_deref().map(|id| flow_index(&simulation, Some(id))).transpose()?;
    let meta = &simulation.links()[link as usize];
    section_header(out, &simulation)?;
    interface(out, &meta.id, meta.rate)?;
    let streams = vec![Stream::default(); simulation.world().net().conns().len()];
    let opposite = opposite(&simulation, link);
    let mut writer = CaptureWriter {
        out,
        link,
        opposite,
        flow: flow.map(narrow::<u32>),
        positions: document_positions(&simulation),
        streams,
    };
    follow(&mut simulation, &mut writer, stop)
}
