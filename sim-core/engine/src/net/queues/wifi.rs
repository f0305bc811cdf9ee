//! A Wi-Fi network (IEEE 802.11): the queues of its sender and its air. Every flow of the document is a station. A packet
//! takes the time of its bits at the rate of its station, and the first packet of a transmission also takes the time to win
//! the channel and the fixed parts of the transmission. The packets that follow it to the same station are its aggregate.

#[cfg(test)]
use super::DropWhenFull;
use super::cake::HostNames;
use super::codel::{self, CodelSettings, CodelState};
use super::flow_queues::FlowQueues;
use crate::net::queues::prelude::*;
use crate::params::{FieldKind, FlowId, ParamType, Scale, number};
use serde_json::{Value, json};

#[cfg(test)]
mod tests;

choice! {
    /// Who sends next.
    pub enum WifiScheduler {
        /// One queue for all stations, as in access points until 2016. The driver looks at the first packets of the queue
        /// to form aggregates.
        Fifo "fifo" "One queue for all",
        /// A queue for each station. Stations take turns with one transmission each.
        RoundRobin "round_robin" "Turns of one transmission",
        /// A queue for each station. Stations take turns with equal air, as in Linux since 2016.
        Airtime "airtime" "Turns of equal air",
        /// Each station has packets of its own and contends for the channel, as in uploads.
        Contention "contention" "Each station contends",
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct StationRate {
    flow: String,
    rate: f64,
}

impl ParamType for StationRate {
    fn kind() -> FieldKind {
        let flow = Field::new("flow", FieldKind::Id, "A flow of the station.");
        let rate = Field::new(
            "rate",
            FieldKind::Number,
            "Rate at which the bits of packets for this station are sent.",
        )
        .unit("bit/s")
        .range(100_000.0..=1e11)
        .scale(Scale::Log);
        FieldKind::Object(vec![flow.default(""), rate.default(7_200_000)])
    }
    fn to_value(&self) -> Value {
        json!({"flow": self.flow, "rate": number(self.rate)})
    }
    fn from_value(value: &Value) -> Option<Self> {
        let FlowId(flow) = FlowId::from_value(value.get("flow")?)?;
        Some(StationRate { flow, rate: value.get("rate").map_or(Some(7.2e6), f64::from_value)? })
    }
}

params! {
    pub struct Params {
        /// Who sends next.
        scheduler: WifiScheduler = WifiScheduler::Airtime, label "Who sends next", cite "Høiland-Jørgensen and others 2017";
        /// The rates of slow stations. All other stations have the link's rate.
        stations: Vec<StationRate> = Vec::new(), label "Slow stations";
        /// Which flows belong to the same station.
        names: HostNames = HostNames::Flow, label "Flows of a station";
        /// In the queue of each station, a queue with CoDel for each flow. The queue for all stations has none.
        fq_codel: bool = true, label "FQ-CoDel in each station", cite "Høiland-Jørgensen and others 2017";
        /// Queueing delay that CoDel tolerates.
        target: f64 = 0.02, unit "s", range 0.00001..=10.0, scale log, cite "Linux, mac80211 (sta_info.c)";
        /// Time for which the delay must stay above the target before CoDel drops a packet.
        interval: f64 = 0.1, unit "s", range 0.0001..=100.0, scale log, cite "Linux, mac80211 (sta_info.c)";
        /// Largest number of packets in a transmission; 1 without aggregation.
        max_packets: u32 = 32, range 1..=256u32, label "Largest aggregate", cite "Linux, ath9k.h";
        /// Longest time of the packets of a transmission. The first packet is always sent.
        max_air: f64 = 0.004, unit "s", range 0.0001..=0.1, label "Longest aggregate", cite "Linux, ath9k";
        /// Bytes that the air adds to each packet: delimiter, header, security and checksum.
        header: u32 = 42, unit "bytes", range 0..=1000u32;
        /// Time of a transmission in addition to its packets and the backoff: pauses, preamble and the answer of the receiver.
        overhead: f64 = 0.00013, unit "s", range 0.0..=0.01, label "Fixed time";
        /// Largest backoff before a first attempt. The backoff is a random number of slots.
        contention_window: u32 = 15, unit "slots", range 0..=1023u32;
        /// Length of a slot of the backoff.
        slot: f64 = 0.000009, unit "s", range 0.0..=0.001;
        /// Other networks and devices on the channel that always have something to send.
        neighbours: u32 = 0, range 0..=20u32;
        /// How long each transmission of a neighbour takes.
        neighbour_air: f64 = 0.002, unit "s", range 0.0001..=0.1, label "Air of a neighbour";
    }
}

signals! {
    const SIGNALS: WifiSignals {
        ..codel: codel::CodelSignals;
        /// Number of stations for which packets wait.
        stations: "Stations waiting";
        /// Packets in the last transmission.
        aggregate: "Aggregate" in "packets";
    }
}

/// Packets of the queue for all stations that the driver holds, among which it looks for an aggregate (ath9k.h, ATH_MAX_QDEPTH).
const DRIVER_PACKETS: usize = 123;
/// Air that a station gets in its turn (ath9k.h, ATH_AIRTIME_QUANTUM).
const AIR_QUANTUM: i64 = 300_000;
/// Bytes that a flow of a station may send in a turn (Linux, `fq_init` in net/fq_impl.h).
const FLOW_QUANTUM: u32 = 300;
/// The largest number of packets that an overflow drops at once.
const BATCH: usize = 64;
/// The largest contention window.
const LARGEST_WINDOW: u64 = 1023;

#[derive(Clone, Copy, Debug, PartialEq, Eq, State)]
enum StationList {
    None,
    New,
    Old,
}

/// A station and its queue.
#[derive(Clone, Debug, State)]
#[state(not(rate))]
struct Station {
    queue: FlowQueues<CodelState>,
    /// Rate of its packets in bit/s.
    rate: f64,
    /// Air that the station may still use in this turn, in nanoseconds; negative if its last transmission exceeded it.
    deficit: i64,
    list: StationList,
}

#[derive(Clone, Debug, State)]
#[state(not(params, codel, station_of, max_packet, overhead, slot, max_air, neighbour_air))]
pub struct Wifi {
    limit: QueueLimit,
    params: Params,
    codel: CodelSettings,
    /// Index of the station of each stream.
    station_of: Vec<u32>,
    max_packet: u64,
    overhead: Time,
    slot: Time,
    max_air: Time,
    neighbour_air: Time,
    /// The queue for all stations.
    fifo: Ring<Queued>,
    stations: Vec<Station>,
    new: Ring<u32>,
    old: Ring<u32>,
    rng: Rng,
    /// The station of the transmission that is on the air or was last.
    sending: u32,
    /// Packets that the transmission may still contain, and their air.
    packets_left: u32,
    air_left: Time,
    /// Packets of the transmission so far.
    sent: u32,
    /// Air of the packet that was taken last.
    air: Time,
}

impl Params {
    fn station_of<'a>(&self, flow: &'a str) -> &'a str {
        match self.names {
            HostNames::Flow => flow,
            HostNames::Prefix => flow.split('-').next().unwrap_or(flow),
        }
    }
}

impl Wifi {
    /// The air of a packet without the parts that belong to its transmission.
    fn air_of(&self, bytes: u64, station: u32) -> Time {
        let bits = (bytes + u64::from(self.params.header)) * 8;
        whole::<Time>(math::ceil(bits as f64 * 1e9 / self.stations[station as usize].rate))
    }

    /// Time from the end of the last transmission until a station of this network, of which `contenders` have packets, has
    /// won the channel, and the number of the winner among them. Every transmitter draws a backoff, and the smallest wins. If
    /// several have the smallest, they collide for as long as their longest packet, and the window doubles (IEEE 802.11, section
    /// 10.3.3). Remaining backoffs are drawn anew for each transmission, which has the same mean.
    #[inline(never)]
    fn win_channel(&mut self, contenders: u64, packet_air: Time) -> (Time, u64) {
        let first_window = u64::from(self.params.contention_window);
        let (mut waited, mut window) = (0, first_window);
        loop {
            let (mut least, mut winner, mut ties) = (u64::MAX, 0, 0);
            for contender in 0..contenders + u64::from(self.params.neighbours) {
                let backoff = self.rng.below(window + 1);
                if backoff < least {
                    (least, winner, ties) = (backoff, contender, 1);
                } else if backoff == least {
                    ties += 1;
                }
            }
            waited += least * self.slot;
            let is_neighbour = winner >= contenders;
            if ties == 1 && !is_neighbour {
                return (waited, winner);
            }
            let longest = if self.params.neighbours > 0 { self.neighbour_air } else { 0 };
            waited += self.overhead + if ties == 1 { self.neighbour_air } else { longest.max(packet_air) };
            window = if ties == 1 || window >= LARGEST_WINDOW { first_window } else { 2 * window + 1 };
        }
    }

    /// The stations for which packets wait.
    fn waiting_stations(&self) -> impl Iterator<Item = u32> + '_ {
        let stations = self.stations.iter().enumerate();
        let waiting = stations.filter(|(_, station)| station.queue.limit.stored_packets > 0);
        waiting.map(|(index, _)| narrow::<u32>(index))
    }

    /// The station whose turn it is; `None` if no packet waits.
    fn next_in_turn(&mut self) -> Option<u32> {
        loop {
            let (list, index) = match self.new.front() {
                Some(&index) => (StationList::New, index),
                None => (StationList::Old, *self.old.front()?),
            };
            let station = &mut self.stations[index as usize];
            let is_empty = station.queue.limit.stored_packets == 0;
            if !is_empty && station.deficit > 0 {
                return Some(index);
            }
            if list == StationList::New {
                self.new.pop()
            } else {
                self.old.pop()
            };
            if !is_empty {
                station.deficit += AIR_QUANTUM;
            }
            // As a queue of FQ-CoDel, an empty new station becomes the last of the old ones.
            if is_empty && (list == StationList::Old || self.old.is_empty()) {
                station.list = StationList::None;
            } else {
                station.list = StationList::Old;
                self.old.push(index);
            }
        }
    }

    /// Begins a transmission. Returns the time before its first packet; `None` if no packet waits.
    #[inline(never)]
    fn begin_transmission(&mut self) -> Option<Time> {
        let contenders: Vec<u32> = match self.params.scheduler {
            WifiScheduler::Fifo => Vec::from([self.station_of[self.fifo.front()?.packet.stream()]]),
            WifiScheduler::RoundRobin | WifiScheduler::Airtime => Vec::from([self.next_in_turn()?]),
            WifiScheduler::Contention => self.waiting_stations().collect(),
        };
        let longest = contenders.iter().map(|&station| self.air_of(self.max_packet, station)).max()?;
        let (backoff, winner) = self.win_channel(contenders.len() as u64, longest);
        let station = *contenders.get(narrow::<usize>(winner))?;
        self.sending = station;
        self.sent = 0;
        self.packets_left = self.params.max_packets.min(self.waiting_for(station));
        self.air_left = self.max_air;
        Some(self.overhead + backoff)
    }

    /// Packets that can be sent to a station now.
    fn waiting_for(&self, station: u32) -> u32 {
        if self.params.scheduler != WifiScheduler::Fifo {
            return self.stations[station as usize].queue.limit.stored_packets;
        }
        let held = self.fifo.iter().take(DRIVER_PACKETS);
        narrow::<u32>(held.filter(|queued| self.station_of[queued.packet.stream()] == station).count())
    }

    /// Takes the next packet for a station.
    fn take(&mut self, station: u32, now: Time, effects: &mut Effects) -> Option<Queued> {
        if self.params.scheduler == WifiScheduler::Fifo {
            let held = self.fifo.iter().take(DRIVER_PACKETS);
            let stations = held.map(|queued| self.station_of[queued.packet.stream()]);
            let index = stations.into_iter().position(|of| of == station)?;
            let queued = self.fifo.remove(index)?;
            self.limit.remove(&queued.packet);
            return Some(queued);
        }
        let queue = &mut self.stations[station as usize].queue;
        let before = queue.limit;
        let queued = queue.take(&self.codel, self.params.fq_codel, now, effects);
        let after = queue.limit;
        self.count_removed(before, after);
        queued
    }

    /// Counts the packets that have left the queue of a station.
    fn count_removed(&mut self, before: QueueLimit, after: QueueLimit) {
        self.limit.stored_packets -= before.stored_packets - after.stored_packets;
        self.limit.stored_bytes -= before.stored_bytes - after.stored_bytes;
    }

    /// Whether the transmission contains no further packet.
    fn is_transmission_over(&self) -> bool {
        self.packets_left == 0 || self.sent > 0 && self.air_left < self.air_of(self.max_packet, self.sending)
    }
}

// The functions are not copied into those of links, because the page loads their code at the first visit.
impl Queue for Wifi {
    type Params = Params;
    const ID: &'static str = "wifi";
    const NAME: &'static str = "Wi-Fi";
    const LIMIT: Option<u64> = Some(8192);
    const IS_MEDIUM: bool = true;
    const SIGNALS: List<Signal> = WifiSignals::list;
    const DECISIONS: List<Decision> = codel::decision::list;

    fn build(params: &Params, facts: &QueueFacts) -> Self {
        let name = |flow: &str| params.station_of(flow).to_owned();
        let mut names: Vec<String> = Vec::new();
        // The station of each stream, and the queue of each stream in its station.
        let (mut station_of, mut queue_of) = (vec![0; facts.conns.len() * 2], vec![0; facts.conns.len() * 2]);
        let mut queues: Vec<usize> = Vec::new();
        for &stream in facts.streams {
            let own = name(&facts.conns[stream as usize / 2].flow);
            let station = names.iter().position(|known| *known == own).unwrap_or_else(|| {
                names.push(own);
                queues.push(0);
                names.len() - 1
            });
            station_of[stream as usize] = narrow::<u32>(station);
            if params.fq_codel {
                queue_of[stream as usize] = narrow::<u32>(queues[station]);
            }
            queues[station] += 1;
        }
        let stations = names.iter().zip(&queues).map(|(station, &queues)| {
            let listed = params.stations.iter().find(|listed| name(&listed.flow) == *station);
            let queues = if params.fq_codel { queues } else { 1 };
            let assigned = (queue_of.clone(), queues);
            Station {
                queue: FlowQueues::new(facts, assigned, FLOW_QUANTUM, CodelState::default()),
                rate: listed.map_or(facts.rate, |listed| listed.rate),
                deficit: 0,
                list: StationList::None,
            }
        });
        Wifi {
            limit: QueueLimit::new(facts),
            codel: CodelSettings::new(params.target, params.interval, true, facts.max_packet),
            max_packet: facts.max_packet,
            overhead: from_secs(params.overhead),
            slot: from_secs(params.slot),
            max_air: from_secs(params.max_air),
            neighbour_air: from_secs(params.neighbour_air),
            fifo: Ring::default(),
            stations: stations.collect(),
            station_of,
            new: Ring::default(),
            old: Ring::default(),
            rng: Rng::new(facts.seed, Purpose::Queue, facts.link),
            sending: 0,
            packets_left: 0,
            air_left: 0,
            sent: 0,
            air: 0,
            params: params.clone(),
        }
    }

    /// If each station contends, every transmission draws a number for each of them, which takes a fiftieth of a packet.
    fn updates_per_second(params: &Params) -> f64 {
        let is_contention = params.scheduler == WifiScheduler::Contention;
        if is_contention { 0.2 / (params.overhead + params.slot).max(0.00005) } else { 0.0 }
    }

    fn station_rate(params: &Params, flow: &str, _link: f64) -> Option<f64> {
        let is_own = |listed: &&StationRate| params.station_of(&listed.flow) == params.station_of(flow);
        params.stations.iter().find(is_own).map(|listed| listed.rate)
    }

    fn air(&self) -> Time {
        self.air
    }

    #[inline(never)]
    fn admit(&mut self, packet: &mut Packet, state: &ArrivalState, _: &mut Effects) -> Verdict {
        let is_refused = if self.params.scheduler == WifiScheduler::Fifo {
            self.limit.is_full(state.waiting, state.waiting_bytes, packet.size)
        } else {
            // An overflow drops packets of the longest queue, so only a packet larger than the limit is refused.
            self.limit.can_never_fit(packet.size)
        };
        if state.busy && is_refused { Verdict::Drop(Cause::QueueFull) } else { Verdict::Accept }
    }

    #[inline(never)]
    fn enqueue(&mut self, queued: Queued, effects: &mut Effects) {
        self.limit.add(&queued.packet);
        if self.params.scheduler == WifiScheduler::Fifo {
            self.fifo.push(queued);
            return;
        }
        let index = self.station_of[queued.packet.stream()];
        let station = &mut self.stations[index as usize];
        station.queue.push(queued);
        if station.list == StationList::None {
            station.list = StationList::New;
            station.deficit = AIR_QUANTUM;
            self.new.push(index);
        }
        while self.limit.is_exceeded() && self.limit.stored_packets > 1 {
            let longest = (0..self.stations.len())
                .max_by_key(|&s| (self.stations[s].queue.limit.stored_bytes, usize::MAX - s));
            let Some(station) = longest.and_then(|longest| self.stations.get_mut(longest)) else { return };
            let before = station.queue.limit;
            station.queue.push_out(BATCH, effects, |_, _, codel, _| codel.count_overflow_drop());
            let after = station.queue.limit;
            self.count_removed(before, after);
        }
    }

    #[inline(never)]
    fn dequeue(&mut self, now: Time, effects: &mut Effects) -> Option<Queued> {
        let mut before = 0;
        loop {
            if self.is_transmission_over() {
                if self.sent > 0 {
                    effects.signal(SIGNALS.aggregate, now, f64::from(self.sent));
                }
                before = self.begin_transmission()?;
            }
            let station = self.sending;
            let Some(queued) = self.take(station, now, effects) else {
                self.packets_left = 0;
                continue;
            };
            let air = self.air_of(u64::from(queued.packet.size), station);
            self.air = before + air;
            self.sent += 1;
            self.packets_left -= 1;
            self.air_left = self.air_left.saturating_sub(air);
            // In turns of one transmission, the first packet uses up the whole turn.
            let turn = i64::from(self.sent == 1) * AIR_QUANTUM;
            let is_air = self.params.scheduler == WifiScheduler::Airtime;
            self.stations[station as usize].deficit -= if is_air { self.air.cast_signed() } else { turn };
            if effects.records_signals {
                effects.signal(SIGNALS.stations, now, self.waiting_stations().count() as f64);
            }
            return Some(queued);
        }
    }

    fn waiting(&self) -> (u32, u64) {
        (self.limit.stored_packets, self.limit.stored_bytes)
    }

    fn set_limit(&mut self, packets: u64, bytes: u64) {
        self.limit.set_limit(packets, bytes);
    }

    #[cfg(test)]
    fn overflow(&self) -> DropWhenFull {
        if self.params.scheduler == WifiScheduler::Fifo {
            DropWhenFull::Arriving
        } else {
            DropWhenFull::Batch
        }
    }

    fn count(&self, matches: &dyn Fn(&Packet) -> bool) -> u64 {
        let in_fifo = self.fifo.iter().filter(|queued| matches(&queued.packet)).count() as u64;
        in_fifo + self.stations.iter().map(|station| station.queue.count(matches)).sum::<u64>()
    }
}
