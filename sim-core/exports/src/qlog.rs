//! qlog as JSON text sequences (draft-ietf-quic-qlog-main-schema, draft-ietf-quic-qlog-quic-events): the
//! packets of one flow and the state of its congestion control, from the sender's point of view. Packet
//! numbers are ordinals of transmissions, as in QUIC. A packet counts as lost at the moment when the sender
//! sends its data again. What an acknowledgement acknowledges follows from the packets that had arrived when it
//! was sent, and from what it says about them.

use sim_core::ground::convert::{narrow, whole};
use std::collections::VecDeque;
use std::io::{self, Write};

use serde_json::{Map, Value, json};
use sim_core::ground::packet::{Packet, SYN};
use sim_core::ground::time::{Time, to_secs};
use sim_core::scenario::Scenario;
use sim_core::simulation::{Simulation, VERSION};
use sim_core::transport::{Attachment, Body, SenderState};
use sim_core::world::World;

use fairshare_runs::packet_tracker::{PacketEvent, PacketStep, TrackedPacket};
use fairshare_runs::packets::{PacketWriter, build, flow_index, follow};
use fairshare_runs::{RunError, Stop};

/// The character before each record (RFC 7464 section 2.2).
const SEPARATOR: &[u8] = b"\x1e";
const SCHEMA: &str = "urn:ietf:params:qlog:events:quic-12";
/// Stands for a packet that has not been sent.
const UNSENT: u32 = u32::MAX;

fn record(out: &mut dyn Write, value: &Value) -> io::Result<()> {
    out.write_all(SEPARATOR)?;
    writeln!(out, "{value}")
}

/// A time in milliseconds, the unit of qlog.
fn milliseconds(at: Time) -> f64 {
    to_secs(at) * 1e3
}

/// A data packet or a SYN that has arrived and is not acknowledged.
#[derive(Clone, Copy)]
struct Arrival {
    at: Time,
    seq: u32,
    tx: u32,
    /// QUIC's packet number.
    number: u32,
    is_syn: bool,
}

impl Arrival {
    /// Whether an acknowledgement acknowledges the packet, if it was sent after the arrival.
    fn is_covered_by(&self, ack: &TrackedPacket, next: u32) -> bool {
        let within = |value: u32, (from, to): (u32, u32)| from <= value && value < to;
        if self.is_syn || ack.packet.flags & SYN != 0 {
            return self.is_syn && ack.packet.flags & SYN != 0;
        }
        match ack.attachment {
            Some(Attachment::Quic(ranges)) => ranges.ranges().any(|range| within(self.number, range)),
            Some(Attachment::Sack(blocks)) => {
                self.seq < next || blocks.iter().any(|block| within(self.seq, block))
            }
            _ => self.seq < next,
        }
    }
}

/// What is known about a connection of the flow.
#[derive(Clone, Default)]
struct Connection {
    epoch: u16,
    /// The latest transmission of each packet.
    transmissions: Vec<u32>,
    arrivals: Vec<Arrival>,
    /// The acknowledgements on their way: their numbers, and when they were sent.
    acks: VecDeque<(u32, Time)>,
    /// The highest transmission that is acknowledged.
    highest: u32,
}

impl Connection {
    /// The transmissions that an acknowledgement acknowledges for the first time, in ascending order.
    fn acknowledge(&mut self, ack: &TrackedPacket, next: u32) -> Vec<u32> {
        // A lost acknowledgement does not arrive, and one that another has overtaken says nothing new.
        while self.acks.front().is_some_and(|&(tx, _)| tx < ack.packet.tx) {
            self.acks.pop_front();
        }
        let Some(&(_, sent_at)) = self.acks.front().filter(|&&(tx, _)| tx == ack.packet.tx) else {
            return Vec::new();
        };
        self.acks.pop_front();
        let mut acknowledged = Vec::new();
        self.arrivals.retain(|arrival| {
            let is_new = arrival.at <= sent_at && arrival.is_covered_by(ack, next);
            if is_new {
                acknowledged.push(arrival.tx);
            }
            !is_new
        });
        acknowledged.sort_unstable();
        acknowledged
    }
}

/// Ascending numbers as ranges with their first and last number.
fn ranges(numbers: &[u32]) -> Vec<[u32; 2]> {
    let mut ranges: Vec<[u32; 2]> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some([_, last]) if *last + 1 == number => *last = number,
            _ => ranges.push([number, number]),
        }
    }
    ranges
}

struct QlogWriter<'a> {
    out: &'a mut dyn Write,
    flow: u32,
    /// Size of a full packet in bytes.
    packet: f64,
    connections: Vec<Connection>,
    min_rtt: Option<Time>,
    latest_rtt: Option<Time>,
    /// The metrics that were written last.
    metrics: Map<String, Value>,
}

impl QlogWriter<'_> {
    fn event(&mut self, at: Time, name: &str, data: Value, group: Option<u32>) -> io::Result<()> {
        let mut event = json!({ "time": milliseconds(at), "name": format!("quic:{name}"), "data": data });
        if let (Some(group), Some(object)) = (group, event.as_object_mut()) {
            object.insert("group_id".to_owned(), json!(group.to_string()));
        }
        record(self.out, &event)
    }

    fn sent(&mut self, at: Time, tracked: &TrackedPacket, index: u32, group: Option<u32>) -> io::Result<()> {
        let packet = &tracked.packet;
        let connection = &mut self.connections[index as usize];
        if connection.epoch != packet.epoch {
            *connection = Connection { epoch: packet.epoch, ..Connection::default() };
        }
        let known = &mut connection.transmissions;
        if packet.flags & SYN == 0 && matches!(Body::of(packet), Body::Data { .. }) {
            let seq = packet.seq as usize;
            if known.len() <= seq {
                known.resize(seq + 1, UNSENT);
            }
            let earlier = std::mem::replace(&mut known[seq], packet.tx);
            if earlier != UNSENT {
                self.event(at, "packet_lost", json!({ "header": header(earlier) }), group)?;
            }
        }
        let data = json!({ "header": header(packet.tx), "raw": { "length": packet.size } });
        self.event(at, "packet_sent", data, group)
    }

    /// Notes that a data packet has arrived, or that the receiver has sent an acknowledgement.
    fn note_at_receiver(&mut self, at: Time, packet: &Packet, index: u32) {
        let connection = &mut self.connections[index as usize];
        if connection.epoch != packet.epoch {
            return;
        }
        match Body::of(packet) {
            Body::Data { info: number, .. } => {
                let is_syn = packet.flags & SYN != 0;
                connection.arrivals.push(Arrival { at, seq: packet.seq, tx: packet.tx, number, is_syn });
            }
            Body::Ack { .. } => connection.acks.push_back((packet.tx, at)),
            Body::Report { .. } => {}
        }
    }

    fn received(
        &mut self,
        at: Time,
        tracked: &TrackedPacket,
        index: u32,
        group: Option<u32>,
    ) -> io::Result<()> {
        let packet = &tracked.packet;
        let mut data = json!({ "header": header(packet.tx), "raw": { "length": packet.size } });
        if let (Body::Ack { next, .. }, Some(object)) = (Body::of(packet), data.as_object_mut()) {
            let connection = &mut self.connections[index as usize];
            let mut acknowledged = connection.acknowledge(tracked, next);
            if let Some(&highest) = acknowledged.last() {
                connection.highest = connection.highest.max(highest);
            } else {
                acknowledged.push(connection.highest);
            }
            let rtt = at.saturating_sub(packet.timestamp);
            self.latest_rtt = Some(rtt);
            self.min_rtt = Some(self.min_rtt.map_or(rtt, |min| min.min(rtt)));
            let frames = json!([{ "frame_type": "ack", "acked_ranges": ranges(&acknowledged) }]);
            object.insert("frames".to_owned(), frames);
        }
        self.event(at, "packet_received", data, group)
    }

    /// The sender's metrics in the units of qlog: bytes, milliseconds, bit/s.
    fn current_metrics(&self, state: &SenderState) -> Map<String, Value> {
        let bytes = |packets: f64| json!(whole::<u64>(packets * self.packet));
        let mut metrics = Map::new();
        let mut set = |name: &str, value: Option<Value>| {
            if let Some(value) = value {
                metrics.insert(name.to_owned(), value);
            }
        };
        set("min_rtt", self.min_rtt.map(|rtt| json!(milliseconds(rtt))));
        set("latest_rtt", self.latest_rtt.map(|rtt| json!(milliseconds(rtt))));
        set("congestion_window", state.window.filter(|window| window.is_finite()).map(bytes));
        set("bytes_in_flight", Some(bytes(f64::from(state.in_flight))));
        set("packets_in_flight", Some(json!(state.in_flight)));
        set("pacing_rate", state.rate.filter(|rate| rate.is_finite()).map(|rate| json!(whole::<u64>(rate))));
        metrics
    }
}

/// The header of a packet.
fn header(number: u32) -> Value {
    json!({ "packet_type": "1RTT", "packet_number": number })
}

impl PacketWriter for QlogWriter<'_> {
    fn step(&mut self, event: &PacketEvent<'_>, world: &World) -> io::Result<()> {
        let packet = &event.tracked.packet;
        let conn = &world.net().conns()[packet.conn as usize];
        if conn.flow != self.flow {
            return Ok(());
        }
        let index = conn.index_in_flow;
        let group = (self.connections.len() > 1).then_some(index);
        match (event.step, packet.is_feedback()) {
            (PacketStep::Sent, false) => self.sent(event.at, event.tracked, index, group),
            (PacketStep::Delivered, true) => self.received(event.at, event.tracked, index, group),
            (PacketStep::Delivered, false) | (PacketStep::Sent, true) => {
                self.note_at_receiver(event.at, packet, index);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Writes the metrics that have changed.
    fn end_of_event(&mut self, world: &World) -> io::Result<()> {
        let metrics = self.current_metrics(&world.sender_state(self.flow));
        let changed = metrics.iter().filter(|(name, value)| self.metrics.get(*name) != Some(value));
        let changed: Map<String, Value> =
            changed.map(|(name, value)| (name.clone(), value.clone())).collect();
        if changed.is_empty() {
            return Ok(());
        }
        self.metrics = metrics;
        self.event(world.now(), "recovery_metrics_updated", Value::Object(changed), None)
    }
}

fn file_header(simulation: &Simulation, flow: usize) -> Value {
    let (scenario, meta) = (simulation.scenario(), &simulation.flows()[flow]);
    json!({
        "file_schema": "urn:ietf:params:qlog:file:sequential",
        "serialization_format": "application/qlog+json-seq",
        "title": scenario.title,
        "description": format!("Fairshare {VERSION}, seed {}, flow {} ({})", scenario.seed, meta.id, meta.algorithm),
        "trace": {
            "title": meta.label,
            "common_fields": {
                "time_format": "relative_to_epoch",
                "reference_time": { "clock_type": "monotonic", "epoch": "unknown" },
            },
            "vantage_point": { "name": meta.id, "type": "client" },
            "event_schemas": [SCHEMA],
        },
    })
}

pub fn write(
    scenario: Scenario,
    flow: Option<&str>,
    out: &mut dyn Write,
    stop: &Stop<'_>,
) -> Result<(), RunError> {
    let mut simulation = build(scenario)?;
    let flow = flow_index(&simulation, flow)?;
    record(out, &file_header(&simulation, flow))?;
    let conns = simulation.world().flows()[flow].conns as usize;
    let mut writer = QlogWriter {
        out,
        flow: narrow::<u32>(flow),
        packet: f64::from(simulation.flows()[flow].packet),
        connections: vec![Connection::default(); conns],
        min_rtt: None,
        latest_rtt: None,
        metrics: Map::new(),
    };
    follow(&mut simulation, &mut writer, stop)
}
