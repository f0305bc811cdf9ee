//! The life of one packet of a run: when it was sent, where it waited, was marked or dropped, how the sender noticed the
//! loss, when the sender sent the data again, and when they were acknowledged.
//!
//! The part of the run around the packet is simulated again with a tracker. What the sender knows is read from its state
//! and its decisions after each event, so there are no rules of loss detection here.

use serde_json::{Value, json};
use sim_core::describe::Decided;
use sim_core::ground::convert::{narrow, whole};
use sim_core::ground::event_queue::Class;
use sim_core::ground::packet::{CWR_OR_ECE, MARKED, Packet, RETRANSMITTED, SYN};
use sim_core::ground::time::{SECOND, Time, to_secs};
use sim_core::observer::decode_link_decision;
use sim_core::record::DecisionRecord;
use sim_core::simulation::Simulation;
use sim_core::transport::window::decision::{Loss, Overdue, Probe, Timeout};
use sim_core::transport::{Body, Receipt};
use sim_core::world::World;
use std::io;

use crate::RunError;
use crate::packet_tracker::{PacketEvent, PacketStep, PacketTracker};
use crate::packets::{PacketWriter, flow_index, follow_event};
use crate::stretch::PacketRun;

/// At first, the search for the first transmission begins this long before the time of the question, and `GROWTH` times
/// as long before it whenever the packet was sent earlier. Repeated SYNs, up to 60 s apart, look like the first one.
const FIRST_MARGIN: Time = SECOND / 2;
const SYN_MARGIN: Time = 180 * SECOND;
const GROWTH: Time = 8;
/// A life ends after this number of events, even if it is not complete.
const MAX_EVENTS: u64 = 1_500_000;

/// The packet in question: one transmission of feedback, or all transmissions of data.
#[derive(Clone, Copy, Debug)]
struct Asked {
    flow: u32,
    /// The index of the connection in its flow, and in the world.
    connection: u32,
    conn: u32,
    is_feedback: bool,
    is_syn: bool,
    seq: u32,
    ordinal: u32,
    /// The connection of this time is meant.
    at: Time,
}

impl Asked {
    fn is(&self, packet: &Packet, epoch: u16) -> bool {
        packet.epoch == epoch
            && packet.is_feedback() == self.is_feedback
            && (packet.flags & SYN != 0) == self.is_syn
            && if self.is_feedback { packet.tx == self.ordinal } else { packet.seq == self.seq }
    }
}

/// An event, with the steps of the connection's packets and the decisions of the flow.
#[derive(Debug, Default)]
struct Event {
    conn: u32,
    class: Option<Class>,
    steps: Vec<(PacketStep, Packet)>,
    decisions: Vec<DecisionRecord>,
    /// Whether the receiver had no space for a packet that arrived.
    is_overrun: bool,
}

impl PacketWriter for Event {
    fn step(&mut self, event: &PacketEvent<'_>, _: &World) -> io::Result<()> {
        if event.tracked.packet.conn == self.conn {
            self.steps.push((event.step, event.tracked.packet));
        }
        Ok(())
    }
}

impl Event {
    fn values<D: Decided>(&self) -> Option<&[f64]> {
        self.decisions.iter().find(|record| u32::from(record.kind) == D::KIND).map(DecisionRecord::values)
    }

    /// Why the sender sends data again, or counts them as lost, with the durations of the reason. `usual` is the sign by
    /// which it finds losses before a timeout.
    fn sign(&self, usual: &'static str, is_missed: bool) -> (&'static str, Vec<f64>) {
        if let Some(&[_, _, _, rto, ..]) = self.values::<Timeout>() {
            return ("timeout", vec![rto]);
        }
        if let (Some(&[waited, ..]), false) = (self.values::<Probe>(), is_missed) {
            return ("probe", vec![waited]);
        }
        if let Some(&[_, _, rtt, window, ..]) = self.values::<Overdue>() {
            return ("age", vec![rtt, window]);
        }
        let sign = match usual {
            "duplicates" if self.values::<Loss>().is_none() => "partial",
            "numbers" if self.class == Some(Class::Sender) => "time",
            sign => sign,
        };
        (sign, Vec::new())
    }
}

#[derive(Clone, Debug)]
struct Entry {
    at: Time,
    kind: &'static str,
    link: Option<u32>,
    seconds: Vec<f64>,
    /// Whether the sender has explained what it did at this time.
    is_explained: bool,
}

/// What has happened to the packet since its first transmission.
#[derive(Debug, Default)]
struct Life {
    /// The epoch of the connection.
    epoch: u16,
    entries: Vec<Entry>,
    /// The ordinals of the transmissions that are in the network, with the link at which they wait since a time.
    in_network: Vec<(u32, Option<(u32, Time)>)>,
    is_missed: bool,
    has_marked_arrival: bool,
    is_acknowledged: bool,
    repeats: bool,
    is_complete: bool,
}

impl Life {
    fn add(&mut self, at: Time, kind: &'static str, link: Option<u32>, seconds: Vec<f64>) {
        self.entries.push(Entry { at, kind, link, seconds, is_explained: false });
    }

    /// Adds a step of one of the packet's transmissions.
    fn step(&mut self, now: Time, step: PacketStep, packet: &Packet, is_overrun: bool) {
        if step == PacketStep::Sent {
            self.add(now, if self.entries.is_empty() { "sent" } else { "sentAgain" }, None, Vec::new());
            self.in_network.push((packet.tx, None));
        }
        let Some(index) = self.in_network.iter().position(|(ordinal, _)| *ordinal == packet.tx) else {
            return;
        };
        if let (PacketStep::Started(_) | PacketStep::Dropped(_), Some((link, since))) =
            (step, self.in_network[index].1)
            && now > since
        {
            self.add(since, "waited", Some(link), vec![to_secs(now - since)]);
        }
        match step {
            PacketStep::Arrived(link) => self.in_network[index].1 = Some((link, now)),
            PacketStep::Started(_) => self.in_network[index].1 = None,
            PacketStep::Marked(link) => self.add(now, "marked", Some(link), Vec::new()),
            PacketStep::Dropped(link) => self.add(now, "dropped", Some(link), Vec::new()),
            PacketStep::Delivered if is_overrun => self.add(now, "overrun", None, Vec::new()),
            PacketStep::Delivered => {
                self.add(now, "delivered", None, Vec::new());
                self.has_marked_arrival |= packet.flags & MARKED == MARKED;
            }
            _ => {}
        }
        if matches!(step, PacketStep::Dropped(_) | PacketStep::Delivered) {
            self.in_network.swap_remove(index);
        }
    }

    /// Follows an event. Returns false if the packet was sent before the search began.
    fn observe(&mut self, asked: &Asked, event: &Event, world: &World) -> bool {
        let epoch = world.net().conns()[asked.conn as usize].epoch;
        if epoch != self.epoch && world.now() <= asked.at {
            // A later connection has a packet with the same number.
            *self = Life { epoch, ..Life::default() };
        }
        if self.entries.is_empty() {
            let first = event.steps.iter().find(|(_, packet)| asked.is(packet, self.epoch));
            let Some((step, packet)) = first else { return true };
            if *step != PacketStep::Sent || (!packet.is_feedback() && packet.flags & RETRANSMITTED != 0) {
                return false;
            }
        }
        self.follow(asked, event, world, epoch == self.epoch);
        true
    }

    /// Adds what an event did: what the sender noticed, because it sends the data again for this reason, then the steps of
    /// the transmissions, and then the acknowledgement.
    fn follow(&mut self, asked: &Asked, event: &Event, world: &World, is_open: bool) {
        let (now, before, epoch) = (world.now(), self.entries.len(), self.epoch);
        let is_data = is_open && !asked.is_feedback && !asked.is_syn;
        let standing = if is_data { world.standing(asked.flow, asked.connection, asked.seq) } else { None };
        self.repeats |= asked.is_syn || standing.is_some();
        let own = || event.steps.iter().filter(|(_, packet)| asked.is(packet, epoch));
        let is_missed = standing.is_some_and(|standing| standing.is_missed);
        let is_noticed = is_missed || own().any(|(step, _)| *step == PacketStep::Sent);
        if is_noticed && before > 0 && !self.is_missed && !self.is_acknowledged {
            let (sign, seconds) = event.sign(standing.map_or("timer", |standing| standing.sign), is_missed);
            self.add(now, sign, None, seconds);
        }
        self.is_missed = is_missed;
        own().for_each(|(step, packet)| self.step(now, *step, packet, event.is_overrun));
        let is_ack = |(step, packet): &&(PacketStep, Packet)| {
            *step == PacketStep::Delivered && packet.is_feedback() && packet.epoch == epoch
        };
        let ack = event.steps.iter().find(is_ack).map(|(_, packet)| packet);
        let receipt = match (standing, ack) {
            (Some(standing), _) => standing.receipt,
            (None, Some(ack)) if asked.is_syn && ack.flags & SYN != 0 => Receipt::InOrder,
            // The last acknowledgement of a transfer ends its connection.
            (None, Some(ack))
                if self.repeats && matches!(Body::of(ack), Body::Ack { next, .. } if next > asked.seq) =>
            {
                Receipt::InOrder
            }
            _ => Receipt::None,
        };
        if receipt != Receipt::None && !self.is_acknowledged {
            self.is_acknowledged = true;
            let counts_marks = standing.is_some_and(|standing| standing.counts_marks);
            let echoes = counts_marks || ack.is_some_and(|ack| ack.flags & CWR_OR_ECE != 0);
            let kind = if echoes && self.has_marked_arrival { "echoed" } else { "acknowledged" };
            self.add(now, kind, None, Vec::new());
        }
        if let Some(first) = self.entries.get_mut(before) {
            first.is_explained = !event.decisions.is_empty();
        }
        let is_over = receipt == Receipt::InOrder || !is_open || !self.repeats;
        self.is_complete = is_over && self.in_network.is_empty() && !self.entries.is_empty();
    }
}

/// The life of a packet, complete or in progress.
#[derive(Debug)]
pub struct Biography {
    asked: Asked,
    /// How long before the time of the question the search begins.
    margin: Time,
    /// The run, with a tracker from the time at which the search begins.
    replay: Option<(Simulation, Option<PacketTracker>)>,
    life: Life,
    events: u64,
}

impl Biography {
    /// `question` is a `PacketQuestion` of web/src/engine/packets/types.ts.
    pub fn new(run: &PacketRun, question: &Value) -> Result<Self, RunError> {
        let flow = flow_index(run.simulation(), question["flow"].as_str())?;
        let number = |name: &str| whole::<u64>(question[name].as_f64().unwrap_or(0.0));
        let connection = narrow::<u32>(number("connection"));
        let place = &run.simulation().world().flows()[flow];
        if connection >= place.conns {
            return Err(RunError::Option("The flow has no such connection.".to_owned()));
        }
        let asked = Asked {
            flow: narrow::<u32>(flow),
            connection,
            conn: place.first_conn + connection,
            is_feedback: question["isFeedback"] == true,
            is_syn: question["isSyn"] == true,
            seq: narrow::<u32>(number("seq")),
            ordinal: narrow::<u32>(number("ordinal")),
            at: number("at"),
        };
        let margin = if asked.is_syn { SYN_MARGIN } else { FIRST_MARGIN };
        Ok(Biography { asked, margin, replay: None, life: Life::default(), events: 0 })
    }

    /// Simulates the next events, at most `max_events`. Returns whether the life is complete, or cannot be followed
    /// further.
    pub fn advance(&mut self, run: &PacketRun, max_events: u64) -> Result<bool, RunError> {
        let mut left = max_events;
        while left > 0 {
            let from = self.asked.at.saturating_sub(self.margin);
            let (simulation, tracker) = match &mut self.replay {
                Some(replay) => replay,
                None => self.replay.insert((run.copy_before(from)?, None)),
            };
            let Some(tracker) = tracker else {
                // The events of time 0 belong to a search that begins at time 0.
                if from > 0 {
                    left = left.saturating_sub(simulation.step(from - 1, left)?.events);
                }
                if left > 0 {
                    simulation.record_decisions();
                    *tracker = Some(PacketTracker::new(simulation.world()));
                }
                continue;
            };
            let (event, goes_on) = next_event(simulation, tracker, &self.asked)?;
            (left, self.events) = (left - 1, self.events + 1);
            let world = simulation.world();
            let is_found = self.life.observe(&self.asked, &event, world);
            let is_past = self.life.entries.is_empty() && (!goes_on || world.now() > self.asked.at);
            if !is_found || is_past {
                if from == 0 {
                    return Err(RunError::Option("The run has no such packet.".to_owned()));
                }
                self.margin = self.margin.saturating_mul(GROWTH);
                (self.replay, self.life) = (None, Life::default());
                continue;
            }
            // Until the time of the question, a later connection may have a packet with the same number.
            let is_told = self.life.is_complete && world.now() >= self.asked.at;
            if is_told || !goes_on || self.events >= MAX_EVENTS {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The life as JSON, which `Biography` in web/src/engine/packets/types.ts describes.
    pub fn to_json(&self, run: &PacketRun) -> Value {
        let links: Vec<&str> = run.link_ids().collect();
        let mut entries: Vec<&Entry> = self.life.entries.iter().collect();
        // A wait is known when it ends.
        entries.sort_by_key(|entry| entry.at);
        let entries = entries.iter().map(|Entry { at, kind, link, seconds, is_explained }| {
            let link = link.map(|link| links[link as usize]);
            json!({ "at": at, "kind": kind, "link": link, "seconds": seconds, "isExplained": is_explained })
        });
        json!({
            "isFeedback": self.asked.is_feedback,
            "repeats": self.life.repeats,
            "isComplete": self.life.is_complete,
            "reached": self.replay.as_ref().map(|(simulation, _)| simulation.now()),
            "entries": entries.collect::<Vec<Value>>(),
        })
    }
}

/// Simulates an event. Returns false as well at the end of the run.
fn next_event(
    simulation: &mut Simulation,
    tracker: &mut PacketTracker,
    asked: &Asked,
) -> Result<(Event, bool), RunError> {
    let class = simulation.world().net().next_event().map(|(_, slot)| slot.class());
    let lost = |simulation: &Simulation| simulation.observer().flows[asked.flow as usize].total.lost;
    let decided = |simulation: &Simulation| {
        let decisions = simulation.observer().rec.decisions();
        decisions.len() as u64 + decisions.dropped()
    };
    let before = (lost(simulation), decided(simulation));
    let mut event = Event { conn: asked.conn, class, ..Event::default() };
    let goes_on = follow_event(simulation, tracker, simulation.end(), &mut event)?;
    event.is_overrun = lost(simulation) > before.0;
    let new = narrow::<usize>(decided(simulation) - before.1);
    let is_own =
        |record: &&DecisionRecord| record.flow == asked.flow && decode_link_decision(record.kind).is_none();
    let recorded = simulation.observer().rec.decisions();
    let last = recorded.iter().skip(recorded.len().saturating_sub(new));
    event.decisions = last.filter(is_own).copied().collect();
    Ok((event, goes_on))
}
