//! A stretch of a run with every packet, for views that show single packets. The run is computed once without
//! a tracker, with checkpoints. A stretch is simulated again from the latest checkpoint before it, with a
//! tracker. Its steps are the same as in the exports, at the same nanoseconds.

use sim_core::ground::convert::narrow;
use std::io;

use sim_core::ground::packet::SYN;
use sim_core::ground::time::Time;
use sim_core::scenario::Scenario;
use sim_core::simulation::Simulation;
use sim_core::transport::{Attachment, Body};
use sim_core::world::World;

use crate::RunError;
use crate::packet_tracker::{PacketEvent, PacketStep, PacketTracker, TrackedPacket};
use crate::packets::{PacketWriter, build, document_positions, flow_index, follow_event, link_index};

/// Seconds of simulated time between the first checkpoints.
const CHECKPOINT_INTERVAL: f64 = 0.25;

/// The kinds of rows. The page receives their names from `ROW_KINDS`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum RowKind {
    /// An endpoint sends the packet.
    Sent,
    /// The packet arrives at a link.
    Arrived,
    /// The link begins to send it.
    Started,
    /// The link has sent its last bit.
    Departed,
    /// It has crossed the link.
    Landed,
    /// A queue or a loss rule drops it.
    Dropped,
    /// A queue marks it.
    Marked,
    /// It reaches its endpoint.
    Delivered,
    /// At the start of the stretch, the packet waits at a link.
    Waiting,
    /// At the start of the stretch, a link sends the packet.
    InService,
    /// The acknowledgement of the previous row reports these sequence numbers as received. The last number is
    /// not included.
    Sack,
    /// The sender may now send packets below this sequence number, which is the first unacknowledged packet
    /// plus the window.
    Window,
}

pub const ROW_KINDS: [(&str, RowKind); 12] = [
    ("sent", RowKind::Sent),
    ("arrived", RowKind::Arrived),
    ("started", RowKind::Started),
    ("departed", RowKind::Departed),
    ("landed", RowKind::Landed),
    ("dropped", RowKind::Dropped),
    ("marked", RowKind::Marked),
    ("delivered", RowKind::Delivered),
    ("waiting", RowKind::Waiting),
    ("inService", RowKind::InService),
    ("sack", RowKind::Sack),
    ("window", RowKind::Window),
];

/// The columns of a row, in order. Missing values are NaN.
pub const COLUMNS: [&str; 13] = [
    // Nanoseconds since the start of the run.
    "at",
    "kind",
    // Index of the link direction.
    "link",
    // Position of the flow in the document, and of the connection in the flow.
    "flow",
    "connection",
    // 1 if the packet carries feedback.
    "feedback",
    // The sequence number. For an acknowledgement: the sequence number of the data that caused it.
    "seq",
    // Ordinal of the packet among the packets that this end of the connection has sent.
    "ordinal",
    // Bytes on the wire.
    "size",
    // The bits of sim_core::ground::packet.
    "flags",
    // Number of the packet among all packets of the run, as in ns-2 traces; NaN if it was sent before the
    // stretch.
    "number",
    // For an acknowledgement: the next sequence number expected. For a SACK block: its first sequence number.
    // For a window: its edge.
    "first",
    // For a SACK block: the sequence number after its last packet. For a window: its size in packets.
    "second",
];

/// A step of a packet, a SACK block, or the edge of a window.
pub type Row = [f64; COLUMNS.len()];

/// The packets that a stretch contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The packets that the sender of a flow sends and receives, and the drops and marks of the flow's
    /// packets.
    Flow(u32),
    /// All packets at one link direction.
    Link(u32),
    /// All packets of all flows, everywhere.
    Network,
}

/// A run whose stretches can be recorded.
#[derive(Debug)]
pub struct PacketRun {
    simulation: Simulation,
    /// The position of each flow in the document, by its index in the world.
    positions: Vec<u32>,
}

impl PacketRun {
    pub fn new(scenario: Scenario) -> Result<Self, RunError> {
        let mut simulation = build(scenario)?;
        simulation.keep_checkpoints(CHECKPOINT_INTERVAL);
        let positions = document_positions(&simulation);
        Ok(PacketRun { simulation, positions })
    }

    /// The IDs of the flows, by position in the document.
    pub fn flow_ids(&self) -> impl Iterator<Item = &str> {
        let flows = self.simulation.flows();
        self.simulation.document_order().iter().map(|&flow| flows[flow as usize].id.as_str())
    }

    /// The IDs of the link directions, by index.
    pub fn link_ids(&self) -> impl Iterator<Item = &str> {
        self.simulation.links().iter().map(|meta| meta.id.as_str())
    }

    pub(crate) fn simulation(&self) -> &Simulation {
        &self.simulation
    }

    /// The time up to which the run is computed.
    pub fn now(&self) -> Time {
        self.simulation.now()
    }

    pub fn end(&self) -> Time {
        self.simulation.end()
    }

    /// Computes the run up to `until`, but no more than `max_events` events. Returns whether it is computed
    /// up to `until`.
    pub fn advance(&mut self, until: Time, max_events: u64) -> Result<bool, RunError> {
        let until = until.min(self.end());
        if self.now() >= until {
            return Ok(true);
        }
        Ok(self.simulation.step(until, max_events)?.now >= until)
    }

    /// The packets of a flow, by its ID. Without an ID, those of the document's first flow.
    pub fn flow(&self, id: Option<&str>) -> Result<Subject, RunError> {
        flow_index(&self.simulation, id).map(|flow| Subject::Flow(narrow::<u32>(flow)))
    }

    /// The packets at a link direction, by its ID. Without an ID, the direction that the data of the first
    /// flow passes first.
    pub fn link(&self, id: Option<&str>) -> Result<Subject, RunError> {
        link_index(&self.simulation, id).map(Subject::Link)
    }

    /// The run at the latest checkpoint before `from`.
    pub(crate) fn copy_before(&self, from: Time) -> Result<Simulation, RunError> {
        self.simulation.copy_at_or_before(from.saturating_sub(1)).map_err(RunError::Invalid)
    }

    /// Begins to record the steps from `from` to `to`, both included.
    pub fn record(&self, subject: Subject, from: Time, to: Time) -> Result<Stretch, RunError> {
        let simulation = self.copy_before(from)?;
        let rows = Rows {
            subject,
            positions: self.positions.clone(),
            rows: Vec::new(),
            acknowledged: 0,
            epoch: None,
            window: None,
            has_step: false,
        };
        Ok(Stretch { simulation, tracker: None, rows, from, to: to.min(self.end()) })
    }
}

/// The record of a stretch, complete or in progress.
#[derive(Debug)]
pub struct Stretch {
    simulation: Simulation,
    /// `None` until the simulation has reached the start of the stretch.
    tracker: Option<PacketTracker>,
    rows: Rows,
    from: Time,
    to: Time,
}

impl Stretch {
    /// Records the next events, at most `max_events`. Returns whether the record is complete. It is also
    /// complete when it has `max_rows` rows.
    pub fn advance(&mut self, max_events: u64, max_rows: usize) -> Result<bool, RunError> {
        let mut left = max_events;
        if self.tracker.is_none() {
            // The events of time 0 belong to a stretch that begins at time 0.
            if self.from > 0 {
                let events = self.simulation.step(self.from - 1, left)?.events;
                if events >= left {
                    return Ok(false);
                }
                left -= events;
            }
            let tracker = self.tracker.insert(PacketTracker::new(self.simulation.world()));
            let world = self.simulation.world();
            match self.rows.subject {
                Subject::Link(link) => self.rows.add_present(link, tracker, world),
                Subject::Network => {
                    (0..world.net().links().len())
                        .for_each(|link| self.rows.add_present(narrow::<u32>(link), tracker, world));
                }
                Subject::Flow(_) => {}
            }
        }
        let Some(tracker) = &mut self.tracker else { return Ok(false) };
        while left > 0 {
            if self.rows.rows.len() >= max_rows
                || !follow_event(&mut self.simulation, tracker, self.to, &mut self.rows)?
            {
                return Ok(true);
            }
            left -= 1;
        }
        Ok(false)
    }

    /// The time before which the record contains every step. If the record has fewer than `max_rows` rows, it
    /// contains the steps at this time as well.
    pub fn reached(&self) -> Time {
        self.simulation.now()
    }

    pub fn rows(&self) -> &[Row] {
        &self.rows.rows
    }
}

/// Collects the rows of a stretch.
#[derive(Debug)]
struct Rows {
    subject: Subject,
    positions: Vec<u32>,
    rows: Vec<Row>,
    /// The next sequence number that the receiver expects, according to the acknowledgements that the sender
    /// has received.
    acknowledged: u32,
    /// The epoch to which the acknowledged sequence number belongs; `None` before the first acknowledgement
    /// of the stretch.
    epoch: Option<u16>,
    /// The edge of the window that was recorded last.
    window: Option<(u32, f64)>,
    /// Whether the current event has a step of the flow.
    has_step: bool,
}

impl Rows {
    fn row(&self, at: Time, kind: RowKind, link: Option<u32>, tracked: &TrackedPacket, world: &World) -> Row {
        let packet = &tracked.packet;
        let conn = &world.net().conns()[packet.conn as usize];
        let first = match Body::of(packet) {
            Body::Ack { next, .. } if packet.flags & SYN == 0 => f64::from(next),
            _ => f64::NAN,
        };
        [
            at as f64,
            f64::from(kind as u8),
            link.map_or(f64::NAN, f64::from),
            f64::from(self.positions[conn.flow as usize]),
            f64::from(conn.index_in_flow),
            f64::from(u8::from(packet.is_feedback())),
            f64::from(packet.seq),
            f64::from(packet.tx),
            f64::from(packet.size),
            f64::from(packet.flags),
            tracked.number.map_or(f64::NAN, |number| number as f64),
            first,
            f64::NAN,
        ]
    }

    /// The packets that are at the link when the stretch begins.
    fn add_present(&mut self, link: u32, tracker: &PacketTracker, world: &World) {
        let is_busy = world.net().links()[link as usize].in_service().is_some();
        for (place, tracked) in tracker.at_link(link).enumerate() {
            let kind = if place == 0 && is_busy { RowKind::InService } else { RowKind::Waiting };
            let row = self.row(world.now(), kind, Some(link), tracked, world);
            self.rows.push(row);
        }
    }

    /// Whether the stretch contains a step.
    fn contains(&self, event: &PacketEvent<'_>, flow: u32) -> bool {
        let is_feedback = event.tracked.packet.is_feedback();
        match (self.subject, event.step) {
            (Subject::Network, _) => true,
            (Subject::Flow(subject), PacketStep::Dropped(_) | PacketStep::Marked(_)) => subject == flow,
            (Subject::Flow(subject), PacketStep::Sent) => subject == flow && !is_feedback,
            (Subject::Flow(subject), PacketStep::Delivered) => subject == flow && is_feedback,
            (
                Subject::Link(subject),
                PacketStep::Arrived(link)
                | PacketStep::Started(link)
                | PacketStep::Departed(link)
                | PacketStep::Landed(link)
                | PacketStep::Dropped(link)
                | PacketStep::Marked(link),
            ) => subject == link,
            _ => false,
        }
    }

    /// Adds the contents of an acknowledgement that arrives at the sender.
    fn add_acknowledgement(&mut self, tracked: &TrackedPacket, row: Row) {
        let packet = &tracked.packet;
        if let Body::Ack { next, .. } = Body::of(packet)
            && packet.flags & SYN == 0
        {
            let is_same = self.epoch == Some(packet.epoch);
            self.acknowledged = if is_same { self.acknowledged.max(next) } else { next };
            self.epoch = Some(packet.epoch);
        }
        if let Some(Attachment::Sack(sack)) = &tracked.attachment {
            for &(first, after) in &sack.blocks[..usize::from(sack.len)] {
                let mut block = row;
                block[1] = f64::from(RowKind::Sack as u8);
                block[11..].copy_from_slice(&[f64::from(first), f64::from(after)]);
                self.rows.push(block);
            }
        }
    }
}

impl PacketWriter for Rows {
    fn step(&mut self, event: &PacketEvent<'_>, world: &World) -> io::Result<()> {
        let packet = &event.tracked.packet;
        if !self.contains(event, world.net().conns()[packet.conn as usize].flow) {
            return Ok(());
        }
        let (kind, link) = match event.step {
            PacketStep::Sent => (RowKind::Sent, None),
            PacketStep::Arrived(link) => (RowKind::Arrived, Some(link)),
            PacketStep::Started(link) => (RowKind::Started, Some(link)),
            PacketStep::Departed(link) => (RowKind::Departed, Some(link)),
            PacketStep::Landed(link) => (RowKind::Landed, Some(link)),
            PacketStep::Dropped(link) => (RowKind::Dropped, Some(link)),
            PacketStep::Marked(link) => (RowKind::Marked, Some(link)),
            PacketStep::Delivered => (RowKind::Delivered, None),
        };
        let row = self.row(event.at, kind, link, event.tracked, world);
        self.rows.push(row);
        self.has_step = true;
        if matches!(self.subject, Subject::Flow(_)) && kind == RowKind::Delivered && packet.is_feedback() {
            self.add_acknowledgement(event.tracked, row);
        }
        Ok(())
    }

    /// Adds the edge of the window if it has changed. Only a step of the flow changes it.
    fn end_of_event(&mut self, world: &World) -> io::Result<()> {
        let Subject::Flow(flow) = self.subject else { return Ok(()) };
        // The connections of a flow share its window, so there is no edge for one of them.
        if !std::mem::take(&mut self.has_step)
            || world.flows()[flow as usize].conns > 1
            || self.epoch.is_none()
        {
            return Ok(());
        }
        let Some(size) = world.sender_state(flow).window.filter(|size| size.is_finite()) else {
            return Ok(());
        };
        let window = (self.acknowledged, size);
        if self.window.replace(window) != Some(window) {
            let mut row = [f64::NAN; COLUMNS.len()];
            row[..2].copy_from_slice(&[world.now() as f64, f64::from(RowKind::Window as u8)]);
            row[3..5].copy_from_slice(&[f64::from(self.positions[flow as usize]), 0.0]);
            row[11..].copy_from_slice(&[f64::from(self.acknowledged) + size.floor(), size]);
            self.rows.push(row);
        }
        Ok(())
    }
}
