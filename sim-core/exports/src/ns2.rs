//! Traces in the format of ns-2: one line for each packet that arrives at a link (`+`), is sent (`-`),
//! reaches its far end (`r`) or is dropped (`d`). The ns Manual, section 26.4, describes the fields.

use std::io::{self, Write};

use sim_core::ground::packet::{CWR_OR_ECE, ECN_CAPABLE, ECT_1, MARKED, SYN};
use sim_core::ground::time::{SECOND, Time};
use sim_core::scenario::Scenario;
use sim_core::simulation::Simulation;
use sim_core::transport::Body;
use sim_core::world::World;

use fairshare_runs::packet_tracker::{PacketEvent, PacketStep};
use fairshare_runs::packets::{PacketWriter, build, document_positions, follow, is_tcp, link_index};
use fairshare_runs::{RunError, Stop};

/// Writes the lines of the trace.
struct TraceWriter<'a> {
    out: &'a mut dyn Write,
    /// The nodes of each link direction.
    ends: Vec<(usize, usize)>,
    /// The only link that is traced, if it is set.
    only: Option<u32>,
    /// The position of each flow in the document, by its index in the world.
    positions: Vec<u32>,
    /// Number of nodes of the network. Each flow has two further nodes, its sender and its receiver.
    nodes: usize,
}

/// The flags of a packet as ns-2 prints them.
fn flags(flags: u8, is_feedback: bool) -> [u8; 7] {
    let mut text = *b"-------";
    let mut set = |bit: u8, place: usize, letter: u8| {
        if flags & bit == bit {
            text[place] = letter;
        }
    };
    if is_feedback {
        set(CWR_OR_ECE, 0, b'C');
    } else {
        set(CWR_OR_ECE, 3, b'A');
    }
    set(MARKED, 4, b'E');
    set(ECN_CAPABLE, 6, b'N');
    set(ECT_1, 6, b'N');
    text
}

/// A time in seconds with nine decimals, exactly.
pub fn seconds(at: Time) -> String {
    format!("{}.{:09}", at / SECOND, at % SECOND)
}

impl PacketWriter for TraceWriter<'_> {
    fn step(&mut self, event: &PacketEvent<'_>, world: &World) -> io::Result<()> {
        let (letter, link) = match event.step {
            PacketStep::Arrived(link) => ('+', link),
            PacketStep::Started(link) => ('-', link),
            PacketStep::Landed(link) => ('r', link),
            PacketStep::Dropped(link) => ('d', link),
            PacketStep::Sent | PacketStep::Departed(_) | PacketStep::Marked(_) | PacketStep::Delivered => {
                return Ok(());
            }
        };
        if self.only.is_some_and(|only| only != link) {
            return Ok(());
        }
        let (from, to) = self.ends[link as usize];
        let packet = &event.tracked.packet;
        let (conn, is_feedback) = (&world.net().conns()[packet.conn as usize], packet.is_feedback());
        let (flow, port) = (self.positions[conn.flow as usize] as usize, conn.index_in_flow);
        let (sender, receiver) = (self.nodes + 2 * flow, self.nodes + 2 * flow + 1);
        let (source, target) = if is_feedback { (receiver, sender) } else { (sender, receiver) };
        let kind = match (is_tcp(world, packet.conn), is_feedback) {
            (true, false) => "tcp",
            (true, true) => "ack",
            (false, false) => "rtp",
            (false, true) => "rtcp",
        };
        // An acknowledgement has the number of the last packet that it acknowledges.
        let number = match Body::of(packet) {
            Body::Ack { next, .. } if packet.flags & SYN == 0 => i64::from(next) - 1,
            _ => i64::from(packet.seq),
        };
        let flags = flags(packet.flags, is_feedback);
        let flags = String::from_utf8_lossy(&flags);
        writeln!(
            self.out,
            "{letter} {} {from} {to} {kind} {} {flags} {flow} {source}.{port} {target}.{port} {number} {}",
            seconds(event.at),
            packet.size,
            // The tracker begins with the run, so every packet has a number.
            event.tracked.number.unwrap_or_default(),
        )
    }
}

/// The nodes of each link direction, in the simulation's order of links.
fn ends(simulation: &Simulation) -> Vec<(usize, usize)> {
    simulation.scenario().network.links.iter().map(|link| (link.from, link.to)).collect()
}

pub fn write(
    scenario: Scenario,
    link: Option<&str>,
    out: &mut dyn Write,
    stop: &Stop<'_>,
) -> Result<(), RunError> {
    let mut simulation = build(scenario)?;
    let only = link.map(|id| link_index(&simulation, Some(id))).transpose()?;
    let nodes = simulation.scenario().network.nodes.len();
    let mut writer =
        TraceWriter { out, ends: ends(&simulation), only, positions: document_positions(&simulation), nodes };
    follow(&mut simulation, &mut writer, stop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_exact_to_the_nanosecond() {
        assert_eq!(seconds(1_000_000_001), "1.000000001");
        assert_eq!(seconds(7), "0.000000007");
    }

    #[test]
    fn marks_have_the_letters_of_ns_2() {
        assert_eq!(&flags(MARKED, false), b"----E-N");
        assert_eq!(&flags(ECN_CAPABLE, false), b"------N");
        assert_eq!(&flags(ECT_1, false), b"------N");
        assert_eq!(&flags(CWR_OR_ECE, false), b"---A---");
        assert_eq!(&flags(CWR_OR_ECE, true), b"C------");
    }
}
