//! CAKE, common applications kept enhanced (Høiland-Jørgensen, Täht and Morton 2018, tc-cake, and Linux's `sch_cake.c`): a
//! shaper, whose rate can adapt to the line, a queue for each flow with turns that share the link between hosts first, COBALT in
//! each queue, and a filter of acknowledgements. All packets are in one class of service (`besteffort`).
//!
//! A flow of the document is a host, and each of its connections is one of CAKE's flows. Every connection has a queue of
//! its own, as CAKE's hash with eight places for each value nearly guarantees.

mod acks;
mod autorate;
mod cobalt;

#[cfg(test)]
mod tests;

#[cfg(test)]
use super::DropWhenFull;
use super::flow_queues::{ShareSignals, assign_buckets, report_shares};
use crate::net::queues::prelude::*;
use crate::net::types::MAX_RATE;
use crate::params::FlowId;
use autorate::{Autorate, ShaperRates};
use cobalt::{CobaltDrop, CobaltSettings, CobaltState, decision};

choice! {
    /// Between what CAKE shares the link.
    pub enum Isolation {
        /// First between hosts, then between the flows of each host.
        Triple "triple_isolate" "Hosts, then flows",
        /// Only between flows, so that a host with many flows gets more.
        Flows "flows",
        /// Only between hosts: all flows of a host share a queue.
        Hosts "hosts",
        /// One queue for all.
        None "flowblind" "Neither",
    }
}

choice! {
    /// Which flows of the document belong to the same host.
    pub enum HostNames {
        /// Each flow of the document is a host, and its connections are the host's flows.
        Flow "flow" "Each flow",
        /// Flows whose ids are equal up to the first `-`: `anna-video` and `anna-upload` are of the host `anna`.
        Prefix "prefix" "Flows with the same beginning of the id",
    }
}

choice! {
    /// Which acknowledgements are dropped.
    pub enum AckFilter {
        /// None.
        Off "off",
        /// Each that two later ones make superfluous, so that at least two wait.
        On "on",
        /// Each that one later one makes superfluous.
        Aggressive "aggressive",
    }
}

choice! {
    /// How the line cuts packets into frames.
    pub enum CakeFraming {
        /// Not at all.
        None "none",
        /// Cells of 53 bytes, which carry 48 (ADSL).
        Atm "atm" "ATM",
        /// 65 bytes for each 64 (VDSL2).
        Ptm "ptm" "PTM",
    }
}

params! {
    pub struct Params {
        /// Rate of the shaper. A little below the rate of the line, it moves the queue from the modem to CAKE. Without it, the target of the
        /// delay does not grow on slow lines, and many packets are dropped: below 5 Mb/s, set it.
        bandwidth: Option<f64> = None, unit "bit/s", range 1000.0..=MAX_RATE, scale log, null "unlimited", cite "tc-cake, bandwidth";
        /// A flow of small packets over this link and the line behind it, such as UDP with 84 bytes 20 times a second. From their delays,
        /// cake-autorate's rule sets the rate of the shaper, which is that above while the line is little used.
        probe: Option<FlowId> = None, null "fixed rate", label "Rate follows", cite "cake-autorate";
        /// Lowest rate that cake-autorate sets.
        min_rate: f64 = 5e6, unit "bit/s", range 1000.0..=MAX_RATE, scale log, label "Lowest rate", cite "cake-autorate, min_dl_shaper_rate_kbps";
        /// Highest rate that cake-autorate sets.
        max_rate: f64 = 80e6, unit "bit/s", range 1000.0..=MAX_RATE, scale log, label "Highest rate", cite "cake-autorate, max_dl_shaper_rate_kbps";
        /// Typical round-trip time, for COBALT: its interval. Its target is a twentieth.
        rtt: f64 = 0.1, unit "s", range 0.0001..=3600.0, scale log, label "Round-trip time", cite "tc-cake, rtt";
        /// Between what the link is shared.
        isolation: Isolation = Isolation::Triple, label "Share between", cite "tc-cake, triple-isolate";
        /// Which flows belong to the same host.
        hosts: HostNames = HostNames::Flow;
        /// Drop acknowledgements that later ones in the queue make superfluous.
        ack_filter: AckFilter = AckFilter::Off, label "Filter of acknowledgements", cite "tc-cake, ack-filter";
        /// The packets have already passed the slow line: dropped packets count for the shaper as well.
        ingress: bool = false, label "After the slow line", cite "tc-cake, ingress";
        /// Bytes that the line adds to each packet, for the shaper.
        overhead: f64 = 0.0, unit "bytes", range -64.0..=256.0, cite "tc-cake, overhead";
        /// Smallest size of a packet on the line, with the overhead.
        mpu: f64 = 0.0, unit "bytes", range 0.0..=256.0, label "Smallest size", cite "tc-cake, mpu";
        /// How the line cuts packets into frames, for the shaper.
        framing: CakeFraming = CakeFraming::None, cite "tc-cake, atm and ptm";
    }
}

signals! {
    const SIGNALS: CakeSignals {
        ..shares: ShareSignals;
        /// Time for which the packet that leaves the queue has waited.
        sojourn: "Actual wait" in "s";
        /// COBALT's count in the queue of this packet: the gap to the next drop is the interval divided by its square root.
        drop_count: "Drop count" in "packets";
        /// BLUE's drop probability in the queue of this packet.
        blue: "BLUE's probability";
        /// Rate of the shaper.
        shaper: "Shaper's rate" in "bit/s";
    }
}

/// The state of a queue in the rotation (`sch_cake.c`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, State)]
enum CakeSet {
    /// At rest.
    None,
    /// New: served before the bulk queues.
    Sparse,
    /// Empty when its first turn ended: counts as sparse until its next packet.
    SparseWait,
    /// Takes turns with the other bulk queues.
    Bulk,
    /// Empty, but COBALT is not at rest.
    Decaying,
}

/// The base of cake-autorate's rate if no bandwidth is set, in bit/s (`base_dl_shaper_rate_kbps`).
const BASE_RATE: f64 = 20e6;

/// Indices of the lists of queues.
const NEW: usize = 0;
const OLD: usize = 1;
const DECAYING: usize = 2;

/// A queue of CAKE.
#[derive(Clone, Debug, State)]
struct CakeFlow {
    packets: Ring<Queued>,
    bytes: u64,
    /// Bytes that the queue may still send in this turn.
    deficit: f64,
    set: CakeSet,
    cobalt: CobaltState,
}

#[derive(Clone, Debug, State)]
// `next_report` changes only while signals are recorded.
#[state(not(
    cobalt,
    time_per_byte,
    quantum,
    isolates_hosts,
    turns,
    ack_filter,
    ingress,
    overhead,
    mpu,
    framing,
    flow_of,
    host_of,
    rtt,
    max_packet,
    next_report
))]
pub struct Cake {
    limit: QueueLimit,
    rng: Rng,
    /// What sets the shaper's rate, and with it the settings of COBALT, the time per byte, the quantum and the turns.
    #[state(if self.autorate.is_some())]
    autorate: Option<Box<Autorate>>,
    rtt: f64,
    max_packet: u64,
    cobalt: CobaltSettings,
    /// Nanoseconds per byte at the shaper's rate; 0 without a shaper.
    time_per_byte: f64,
    quantum: f64,
    isolates_hosts: bool,
    /// Bytes of a turn of the queues of each host, which follow from `bulk_of_host`.
    turns: Vec<f64>,
    ack_filter: AckFilter,
    ingress: bool,
    overhead: f64,
    mpu: f64,
    framing: CakeFraming,
    /// Index of the queue of each stream, by `Packet::stream`.
    flow_of: Vec<u32>,
    /// Index of the host of each queue.
    host_of: Vec<u32>,
    flows: Vec<CakeFlow>,
    /// The queues in rotation: new, old and decaying.
    lists: [Ring<u32>; 3],
    /// Number of bulk queues of each host.
    bulk_of_host: Vec<u32>,
    bulk_flows: u32,
    /// When the shaper hands out the next packet.
    next_packet: Time,
    /// The same without dropped packets, at two thirds of the rate: drops cannot stop the link.
    failsafe: Time,
    next_report: Time,
}

/// The queue of each stream, the number of queues, the host of each queue, and the number of hosts.
fn assign(facts: &QueueFacts, isolation: Isolation, names: HostNames) -> (Vec<u32>, Vec<u32>, usize) {
    let mut hosts: Vec<&str> = Vec::new();
    let host_of_conn: Vec<u32> = (facts.conns.iter())
        .map(|conn| {
            let name = match names {
                HostNames::Flow => conn.flow.as_str(),
                HostNames::Prefix => conn.flow.split('-').next().unwrap_or_default(),
            };
            let known = hosts.iter().position(|host| *host == name);
            narrow::<u32>(known.unwrap_or_else(|| {
                hosts.push(name);
                hosts.len() - 1
            }))
        })
        .collect();
    let count = hosts.len().max(1);
    let streams = facts.conns.len() * 2;
    match isolation {
        Isolation::None => (vec![0; streams], vec![0], count),
        Isolation::Hosts => {
            let flow_of = (0..streams).map(|stream| host_of_conn[stream / 2]).collect();
            (flow_of, (0..narrow::<u32>(count)).collect(), count)
        }
        Isolation::Flows | Isolation::Triple => {
            let (flow_of, queues) = assign_buckets(facts, None, 0);
            let mut host_of = vec![0; queues];
            for &stream in facts.streams {
                host_of[flow_of[stream as usize] as usize] = host_of_conn[stream as usize / 2];
            }
            (flow_of, host_of, count)
        }
    }
}

impl Cake {
    /// Sets the rate of the shaper in bit/s (`cake_set_rate`), or removes it.
    fn set_shaper(&mut self, rate: Option<f64>) {
        self.cobalt = CobaltSettings::new(self.rtt, rate, self.max_packet);
        self.time_per_byte = rate.map_or(0.0, |rate| 8e9 / rate);
        // A 4096th of the shaper's bytes per second, between 300 bytes and an Ethernet frame.
        self.quantum = rate.map_or(1514.0, |rate| (rate / 8.0 / 4096.0).clamp(300.0, 1514.0));
        for (turn, bulk) in self.turns.iter_mut().zip(&self.bulk_of_host) {
            *turn = self.quantum / if self.isolates_hosts { f64::from((*bulk).max(1)) } else { 1.0 };
        }
    }

    /// Bytes of a packet on the line, for the shaper (`tc-cake`, overhead compensation).
    fn bytes_on_line(&self, size: u16) -> f64 {
        let bytes = (f64::from(size) + self.overhead).max(self.mpu).max(0.0);
        match self.framing {
            CakeFraming::None => bytes,
            CakeFraming::Atm => (bytes / 48.0).ceil() * 53.0,
            CakeFraming::Ptm => bytes + (bytes / 64.0).ceil(),
        }
    }

    /// Charges a packet to the shaper.
    fn advance_shaper(&mut self, bytes: f64, is_dropped: bool) {
        let time = bytes * self.time_per_byte;
        self.next_packet += whole::<Time>(time);
        if !is_dropped {
            self.failsafe += whole::<Time>(time * 1.5);
        }
    }

    /// Changes the number of bulk queues of a queue's host.
    fn count_bulk(&mut self, index: u32, change: i32) {
        let host = self.host_of[index as usize] as usize;
        self.bulk_of_host[host] = self.bulk_of_host[host].saturating_add_signed(change);
        self.bulk_flows = self.bulk_flows.saturating_add_signed(change);
        if self.isolates_hosts {
            self.turns[host] = self.quantum / f64::from(self.bulk_of_host[host].max(1));
        }
    }

    /// The bytes of a turn: the quantum, divided by the number of bulk queues of the host (`host_load`), so that all
    /// queues of a host together get as much as one queue of a host without others.
    fn turn(&self, index: u32) -> f64 {
        self.turns[self.host_of[index as usize] as usize]
    }

    /// Puts a queue that has just received a packet into the rotation.
    fn activate(&mut self, index: u32) {
        match self.flows[index as usize].set {
            set @ (CakeSet::None | CakeSet::Decaying) => {
                // A queue at rest is in no list.
                let searched: &[usize] = if set == CakeSet::Decaying { &[DECAYING, OLD] } else { &[] };
                for &list in searched {
                    let place = self.lists[list].iter().position(|&other| other == index);
                    if let Some(place) = place {
                        self.lists[list].remove(place);
                    }
                }
                self.lists[NEW].push(index);
                self.flows[index as usize].set = CakeSet::Sparse;
                self.flows[index as usize].deficit = self.turn(index);
            }
            CakeSet::SparseWait => {
                self.flows[index as usize].set = CakeSet::Bulk;
                self.count_bulk(index, 1);
            }
            CakeSet::Sparse | CakeSet::Bulk => {}
        }
    }

    /// Begins the next turn of a queue whose turn has ended, at the end of the old queues.
    fn rotate(&mut self, list: usize, index: u32) {
        self.lists[list].pop();
        self.lists[OLD].push(index);
        let flow = &mut self.flows[index as usize];
        if flow.set == CakeSet::Sparse {
            let is_empty = flow.packets.is_empty();
            flow.set = if is_empty { CakeSet::SparseWait } else { CakeSet::Bulk };
            if !is_empty {
                self.count_bulk(index, 1);
            }
        }
        let turn = self.turn(index);
        self.flows[index as usize].deficit += turn;
    }

    /// Begins the next turns of the old queues, in their order, until one of them may send: [`rotate`](Self::rotate) for
    /// many queues at once. With many bulk queues of one host, a packet takes many turns.
    fn rotate_old(&mut self) {
        let old = &self.lists[OLD];
        let mut ended = 0;
        'turns: for part in old.slices(0, old.len()) {
            for &index in part {
                let flow = &mut self.flows[index as usize];
                if flow.deficit > 0.0 {
                    break 'turns;
                }
                flow.deficit += self.turns[self.host_of[index as usize] as usize];
                ended += 1;
            }
        }
        self.lists[OLD].rotate(ended);
    }

    /// Takes an empty queue out of the rotation, or keeps it until COBALT is at rest.
    fn retire(&mut self, list: usize, index: u32, now: Time) {
        self.lists[list].pop();
        let flow = &mut self.flows[index as usize];
        let was_bulk = flow.set == CakeSet::Bulk;
        if flow.cobalt.note_empty(&self.cobalt, now) {
            flow.set = CakeSet::None;
        } else {
            flow.set = CakeSet::Decaying;
            self.lists[DECAYING].push(index);
        }
        if was_bulk {
            self.count_bulk(index, -1);
        }
    }

    /// Removes the packet at the head of a queue.
    fn pop(&mut self, index: u32) -> Option<Queued> {
        let flow = &mut self.flows[index as usize];
        let queued = flow.packets.pop()?;
        flow.bytes -= u64::from(queued.packet.size);
        self.limit.remove(&queued.packet);
        Some(queued)
    }

    /// Takes a packet from the queue whose turn it is, after drops by COBALT. The last packet of a queue is never dropped.
    /// Returns `None` if the queue is empty, or its turn may have ended with a drop.
    fn serve(&mut self, list: usize, index: u32, now: Time, effects: &mut Effects) -> Option<Queued> {
        loop {
            let Some(mut queued) = self.pop(index) else {
                self.retire(list, index, now);
                return None;
            };
            let cost = self.bytes_on_line(queued.packet.size);
            let bulk_flows = if self.ingress { self.bulk_flows } else { 0 };
            let flow = &mut self.flows[index as usize];
            let dropped =
                flow.cobalt.decide(&mut queued, &self.cobalt, bulk_flows, now, &mut self.rng, effects);
            let Some(reason) = dropped.filter(|_| !flow.packets.is_empty()) else {
                flow.deficit -= cost;
                self.advance_shaper(cost, false);
                if let Some(autorate) = &mut self.autorate {
                    autorate.sent += u64::from(queued.packet.size);
                }
                return Some(queued);
            };
            match reason {
                CobaltDrop::Late(decision) => effects.decide(&queued.packet, decision),
                CobaltDrop::AtRandom(decision) => effects.decide(&queued.packet, decision),
            }
            effects.drop(queued.packet, Cause::QueueEarly);
            if self.ingress {
                flow.deficit -= cost;
                self.advance_shaper(cost, true);
                return None;
            }
        }
    }

    /// Drops packets at the heads of the longest queues until the limit is no longer exceeded, or as many bytes as have
    /// arrived are freed (`cake_drop`).
    fn push_out(&mut self, size: u16, now: Time, effects: &mut Effects) {
        let mut freed = 0;
        while self.limit.is_exceeded() && self.limit.stored_packets > 1 && freed < u64::from(size) {
            let longest = (0..self.flows.len()).max_by_key(|&b| (self.flows[b].bytes, usize::MAX - b));
            let Some(index) = longest.map(narrow::<u32>) else { return };
            let Some(Queued { packet, arrived, .. }) = self.pop(index) else { return };
            let flow = &mut self.flows[index as usize];
            flow.cobalt.note_overflow(&self.cobalt, now);
            freed += u64::from(packet.size);
            let (sojourn, left) = (to_secs(now - arrived), flow.bytes as f64);
            effects.decide(&packet, decision::PushedOut { sojourn, left });
            effects.drop(packet, Cause::QueueFull);
            if self.ingress {
                self.advance_shaper(self.bytes_on_line(packet.size), true);
            }
        }
    }

    /// Reports the signals of a packet that leaves a queue.
    fn report(&mut self, index: u32, waited: Time, now: Time, effects: &mut Effects) {
        if !effects.records_signals {
            return;
        }
        let cobalt = &self.flows[index as usize].cobalt;
        effects.signal(SIGNALS.sojourn, now, to_secs(waited));
        effects.signal(SIGNALS.drop_count, now, f64::from(cobalt.count));
        effects.signal(SIGNALS.blue, now, cobalt.blue);
        if self.time_per_byte > 0.0 {
            effects.signal(SIGNALS.shaper, now, 8e9 / self.time_per_byte);
        }
        let bytes = self.flows.iter().map(|flow| flow.bytes);
        report_shares(SIGNALS.shares, bytes, &mut self.next_report, now, effects);
    }
}

impl Queue for Cake {
    type Params = Params;
    const ID: &'static str = "cake";
    const NAME: &'static str = "CAKE";
    const LIMIT: Option<u64> = Some(10_240);
    const SIGNALS: List<Signal> = CakeSignals::list;
    const DECISIONS: List<Decision> = decision::list;

    fn build(params: &Params, facts: &QueueFacts) -> Self {
        let (flow_of, host_of, hosts) = assign(facts, params.isolation, params.hosts);
        let flow = CakeFlow {
            packets: Ring::default(),
            bytes: 0,
            deficit: 0.0,
            set: CakeSet::None,
            cobalt: CobaltState::default(),
        };
        let is_probe = |&conn: &u32| {
            params.probe.as_ref().is_some_and(|FlowId(id)| facts.conns[conn as usize].flow == *id)
        };
        let data = facts.streams.iter().filter(|stream| *stream % 2 == 0);
        let conn = data.map(|stream| stream / 2).find(is_probe);
        let bandwidth = params.bandwidth.or(conn.map(|_| BASE_RATE));
        let autorate = conn.zip(bandwidth).map(|(conn, base)| {
            let rates = ShaperRates { least: params.min_rate, base, most: params.max_rate };
            Box::new(Autorate::new(conn, rates, facts.max_packet))
        });
        let mut cake = Cake {
            limit: QueueLimit::new(facts),
            rng: Rng::new(facts.seed, Purpose::Queue, facts.link),
            autorate,
            rtt: params.rtt,
            max_packet: facts.max_packet,
            cobalt: CobaltSettings::new(params.rtt, None, facts.max_packet),
            time_per_byte: 0.0,
            quantum: 0.0,
            isolates_hosts: params.isolation == Isolation::Triple,
            ack_filter: params.ack_filter,
            ingress: params.ingress,
            overhead: params.overhead,
            mpu: params.mpu,
            framing: params.framing,
            flows: vec![flow; host_of.len()],
            flow_of,
            host_of,
            lists: [Ring::default(), Ring::default(), Ring::default()],
            bulk_of_host: vec![0; hosts],
            turns: vec![0.0; hosts],
            bulk_flows: 0,
            next_packet: 0,
            failsafe: 0,
            next_report: 0,
        };
        cake.set_shaper(bandwidth);
        cake
    }

    fn probe(&self) -> Option<u32> {
        self.autorate.as_ref().map(|autorate| autorate.conn)
    }

    fn on_probe(&mut self, packet: &Packet, now: Time) {
        if let Some(autorate) = self.autorate.as_mut().filter(|autorate| autorate.conn == packet.conn) {
            let before = autorate.rate;
            autorate.on_delay(to_secs(now - packet.timestamp), now);
            let rate = autorate.rate;
            if rate != before {
                self.set_shaper(Some(rate));
            }
        }
    }

    fn shapes(&self) -> bool {
        self.time_per_byte > 0.0
    }

    fn ready_at(&self) -> Time {
        self.next_packet.min(self.failsafe)
    }

    fn admit(&mut self, packet: &mut Packet, state: &ArrivalState, _: &mut Effects) -> Verdict {
        // An overflow drops packets of the longest queue, so only a packet larger than the limit is refused.
        if (state.busy || self.ready_at() > state.now) && self.limit.can_never_fit(packet.size) {
            Verdict::Drop(Cause::QueueFull)
        } else {
            Verdict::Accept
        }
    }

    fn enqueue(&mut self, queued: Queued, effects: &mut Effects) {
        let Queued { packet, arrived: now, .. } = queued;
        // An idle shaper saves up no time, so it has no burst (`cake_enqueue`).
        if self.limit.stored_packets == 0 && self.next_packet < now {
            (self.next_packet, self.failsafe) = (now, now);
        }
        let index = self.flow_of[packet.stream()];
        let flow = &mut self.flows[index as usize];
        flow.packets.push(queued);
        flow.bytes += u64::from(packet.size);
        self.limit.add(&packet);
        if self.ack_filter != AckFilter::Off {
            self.filter_acks(index, effects);
        }
        self.activate(index);
        self.push_out(packet.size, now, effects);
    }

    fn dequeue(&mut self, now: Time, effects: &mut Effects) -> Option<Queued> {
        let mut looks_at_decaying = true;
        while self.limit.stored_packets > 0 {
            // One decaying queue is looked at for each packet that leaves.
            let order = if looks_at_decaying { [DECAYING, NEW, OLD] } else { [NEW, OLD, DECAYING] };
            looks_at_decaying = false;
            let first = order.into_iter().find_map(|list| Some((list, *self.lists[list].front()?)));
            let (list, index) = first?;
            if self.flows[index as usize].deficit <= 0.0 {
                if list == OLD {
                    self.rotate_old();
                } else {
                    self.rotate(list, index);
                }
            } else if let Some(queued) = self.serve(list, index, now, effects) {
                self.report(index, now - queued.arrived, now, effects);
                return Some(queued);
            }
        }
        None
    }

    fn waiting(&self) -> (u32, u64) {
        (self.limit.stored_packets, self.limit.stored_bytes)
    }

    fn set_limit(&mut self, packets: u64, bytes: u64) {
        self.limit.set_limit(packets, bytes);
    }

    #[cfg(test)]
    fn overflow(&self) -> DropWhenFull {
        DropWhenFull::Waiting
    }

    fn count(&self, matches: &dyn Fn(&Packet) -> bool) -> u64 {
        let count_in =
            |flow: &CakeFlow| flow.packets.iter().filter(|queued| matches(&queued.packet)).count() as u64;
        self.flows.iter().map(count_in).sum()
    }
}
