//! TFRC's receiver: loss events, the history of loss intervals, and reports once per round trip.
//!
//! Follows RFC 5348 sections 5 and 6, RFC 3448 where a setting says so, and ns-2's TFRC sink under its own setting.

use std::collections::VecDeque;

use super::loss_history::{Averaging, LossHistory};
use super::{Context, Receiver, digest_of};
use crate::analysis::equation::{ThroughputEquation, Timeout};
use crate::describe::Signal;
use crate::ground::packet::Packet;
use crate::ground::time::{Time, from_secs, to_secs};
use crate::transport::tfrc_notes::{TfrcData, TfrcReport};
use crate::transport::{Body, Note};

const REPORT: u32 = 0;

/// Packets that can lie above the first gap before it counts as lost.
const MOST_PENDING: usize = 12;

/// What nobody says in brief.
const NOTHING: (u32, u32) = (0, 0);
const NO_PACKET: u32 = u32::MAX;

/// What a TFRC receiver is told when the flow is built.
#[derive(Clone, Debug)]
pub struct TfrcReceiverSettings {
    pub averaging: Averaging,
    /// Packets above a missing one that make it count as lost.
    pub ndupack: u32,
    pub reports_per_rtt: u32,
    pub report_size: u16,
    /// The equation that turns the first loss into an interval; its timeout is replaced by the sender's.
    pub equation: ThroughputEquation,
    pub rules: ReceiverRules,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReceiverRules {
    Rfc5348,
    Rfc3448,
    Ns2,
}

/// A data packet that arrived: its number, and the time by which loss events are told apart.
#[derive(Clone, Copy, Debug, Default)]
struct Arrival {
    seq: u32,
    time: Time,
}

#[derive(Clone, Copy, Debug)]
struct Event {
    first: u32,
    time: Time,
    round: u32,
}

/// Bytes received between two reports.
#[derive(Clone, Copy, Debug, Default)]
struct Span {
    from: Time,
    bytes: u64,
}

#[derive(Clone, Debug)]
pub struct TfrcReceiver {
    settings: TfrcReceiverSettings,
    history: LossHistory,
    /// Everything up to this packet has arrived or is lost.
    settled: Option<Arrival>,
    /// Packets above the first gap, ascending.
    pending: [Arrival; MOST_PENDING],
    pending_len: usize,
    event: Option<Event>,
    /// A loss that was found before the sender knew its round-trip time.
    early_loss: Option<Arrival>,
    /// The newest data packet: its number, its stamp, when it came, and what it said.
    newest: Arrival,
    newest_stamp: Time,
    newest_at: Time,
    /// Its bytes on the wire.
    size: u16,
    said: TfrcData,
    /// The same in brief, where it was said so; otherwise `NOTHING`.
    brief: (u32, u32),
    /// The round-trip time that it told; 0: not known yet.
    rtt: Time,
    /// The packet whose arrival in brief changes nothing but counts: nothing is missing, no report is due with it. `NO_PACKET`
    /// where there is none.
    plain: u32,
    now: Span,
    before: Span,
    /// Arrivals within the last round trip, for ns-2's way of measuring.
    recent: VecDeque<Time>,
    packets_since: u32,
    losses_since: u32,
    new_event: bool,
    largest_x_recv: f64,
    /// The report timer has expired without data: report with the next packet.
    overdue: bool,
    reported: bool,
    received: u64,
}

/// Places of the receiver's signals among the flow's own ones.
pub const OPEN_INTERVAL: usize = 0;
/// Intervals that are shown besides the open one.
pub const SHOWN: usize = 8;
pub const SIGNALS: usize = SHOWN + 1;

/// Signals of the loss history; a protocol's own ones come after them.
pub fn signals() -> Vec<Signal> {
    const IDS: [(&str, &str); SHOWN] = [
        ("interval_1", "Newest loss interval"),
        ("interval_2", "Loss interval 2"),
        ("interval_3", "Loss interval 3"),
        ("interval_4", "Loss interval 4"),
        ("interval_5", "Loss interval 5"),
        ("interval_6", "Loss interval 6"),
        ("interval_7", "Loss interval 7"),
        ("interval_8", "Loss interval 8"),
    ];
    let open = Signal::gauge(
        "interval_0",
        "Open loss interval",
        "packets",
        "Packets since the latest loss event began.",
    );
    let closed = IDS.into_iter().map(|(id, label)| {
        Signal::gauge(id, label, "packets", "Packets from one loss event to the next, the newest first.")
    });
    std::iter::once(open).chain(closed).collect()
}

impl TfrcReceiver {
    pub fn new(settings: TfrcReceiverSettings) -> Self {
        let nothing = TfrcData { rtt: 0.0, timeout: 0.0, round: 0, urgent: false };
        TfrcReceiver {
            history: LossHistory::new(settings.averaging),
            settings,
            settled: None,
            pending: [Arrival::default(); MOST_PENDING],
            pending_len: 0,
            event: None,
            early_loss: None,
            newest: Arrival::default(),
            newest_stamp: 0,
            newest_at: 0,
            size: 1,
            said: nothing,
            brief: NOTHING,
            rtt: 0,
            plain: NO_PACKET,
            now: Span::default(),
            before: Span::default(),
            recent: VecDeque::new(),
            packets_since: 0,
            losses_since: 0,
            new_event: false,
            largest_x_recv: 0.0,
            overdue: false,
            reported: false,
            received: 0,
        }
    }

    fn is_ns2(&self) -> bool {
        self.settings.rules == ReceiverRules::Ns2
    }

    /// What the newest data packet says of its sender.
    fn hear(&mut self, packet: &Packet, cx: &mut impl Context) {
        if let Body::Data { unit, info, note: 0 } = Body::of(packet) {
            if (unit, info) == self.brief {
                return;
            }
            self.brief = (unit, info);
            self.said.read_brief(unit, info);
        } else if let Some(Note::TfrcData(said)) = cx.take_note(packet.note()) {
            self.brief = NOTHING;
            self.said = said;
        }
        self.rtt = from_secs(self.said.rtt);
    }

    /// The next packet that is plain.
    fn next_plain(&self) -> u32 {
        match (self.settled, self.event) {
            (Some(settled), Some(_))
                if self.pending_len == 0 && !self.overdue && self.rtt > 0 && !self.is_ns2() =>
            {
                settled.seq + 1
            }
            _ => NO_PACKET,
        }
    }

    // ---- losses ----

    /// Takes an arrival into account; true if it began a loss event.
    fn settle(&mut self, arrival: Arrival) -> bool {
        let Some(settled) = self.settled else {
            // What was lost before anything arrived is as old as the first arrival.
            self.settled = Some(arrival);
            return arrival.seq > 0 && !self.is_ns2() && self.lose(0, arrival.seq, arrival, arrival);
        };
        if arrival.seq <= settled.seq {
            return false;
        }
        if arrival.seq == settled.seq + 1 && self.pending_len == 0 {
            self.settled = Some(arrival);
            return false;
        }
        let place = self.pending[..self.pending_len].partition_point(|p| p.seq < arrival.seq);
        if self.pending_len < MOST_PENDING {
            self.pending[place..=self.pending_len].rotate_right(1);
            self.pending[place] = arrival;
            self.pending_len += 1;
        }
        self.settle_pending()
    }

    fn settle_pending(&mut self) -> bool {
        let mut began = false;
        while let (Some(settled), true) = (self.settled, self.pending_len > 0) {
            let first = self.pending[0];
            if first.seq > settled.seq + 1 {
                // RFC 5348 section 5.1: lost when so many later packets have arrived.
                if self.pending_len < self.settings.ndupack as usize {
                    break;
                }
                began |= self.lose(settled.seq + 1, first.seq, settled, first);
            }
            self.settled = Some(first);
            self.pending[..self.pending_len].rotate_left(1);
            self.pending_len -= 1;
        }
        began
    }

    /// Packets `from..to` are lost, between two that arrived. Their times are interpolated (RFC 5348 section 5.2).
    fn lose(&mut self, from: u32, to: u32, before: Arrival, after: Arrival) -> bool {
        self.losses_since += to - from;
        let distance = f64::from(after.seq.saturating_sub(before.seq).max(1));
        // A packet that was overtaken may have arrived after later ones.
        let step = after.time.saturating_sub(before.time) as f64 / distance;
        let mut began = false;
        for seq in from..to {
            let ahead = f64::from(seq.saturating_sub(before.seq));
            began |= self.lose_one(Arrival { seq, time: before.time + (ahead * step) as Time });
        }
        began
    }

    fn lose_one(&mut self, lost: Arrival) -> bool {
        let Some(event) = self.event else {
            if self.early_loss.is_none() {
                self.early_loss = Some(lost);
            }
            return false;
        };
        // Section 5.2: a new event if it lies more than one round trip after the start of the last one. ns-2 also wants
        // the sender to have had a report since.
        let apart = lost.time > event.time + self.rtt;
        if !apart || (self.is_ns2() && self.said.round <= event.round) {
            return false;
        }
        // ns-2 counts the packet that ends an interval, the RFC the one that begins it: the same length.
        self.history.close(f64::from(lost.seq.saturating_sub(event.first)));
        self.event = Some(Event { first: lost.seq, time: lost.time, round: self.said.round });
        self.new_event = true;
        true
    }

    /// Section 6.3.1: the first loss. The history begins with the interval at which the equation would have allowed what
    /// was received. Needs the round-trip time.
    fn begin_history(&mut self, now: Time) -> bool {
        let (Some(first), true) = (self.early_loss, self.said.rtt > 0.0) else { return false };
        let size = f64::from(self.size);
        let current = self.x_recv(now);
        let mut target = match self.settings.rules {
            ReceiverRules::Rfc5348 => current.max(self.largest_x_recv),
            ReceiverRules::Rfc3448 | ReceiverRules::Ns2 => current,
        };
        if target <= 0.0 {
            target = size / (2.0 * self.said.rtt);
        }
        let timeout = Timeout::Seconds(self.said.timeout);
        let equation = ThroughputEquation { timeout, ..self.settings.equation };
        let interval = 1.0 / equation.loss_for_rate(size, self.said.rtt, target);
        let (interval, event) = if self.is_ns2() {
            // Whole packets, and the event begins with the packet that showed the loss.
            let event = Event { first: self.newest.seq, time: self.newest.time, round: self.said.round };
            ((interval as u64) as f64, event)
        } else {
            (interval, Event { first: first.seq, time: first.time, round: self.said.round })
        };
        self.history.begin(interval);
        self.event = Some(event);
        self.new_event = true;
        true
    }

    // ---- rates and reports ----

    /// Bytes per second received (section 6.2).
    fn x_recv(&self, now: Time) -> f64 {
        let elapsed = now - self.now.from;
        let rtt = self.rtt;
        if self.is_ns2() {
            let per_second = if rtt > 0 && elapsed >= rtt {
                f64::from(self.packets_since) / to_secs(elapsed)
            } else if rtt > 0 {
                // `recent` holds what came less than one round trip before the newest packet.
                self.recent.len() as f64 / to_secs(rtt)
            } else {
                1.0
            };
            let per_second = if per_second > 0.0 { per_second } else { 1.0 };
            return per_second * f64::from(self.size);
        }
        let (mut bytes, mut span) = (self.now.bytes, elapsed);
        if span < rtt && self.before.bytes > 0 {
            // An early report: over the interval before as well, so that it spans a round trip.
            bytes += self.before.bytes;
            span = now - self.before.from;
        }
        let span = span.max(rtt);
        if span == 0 { 0.0 } else { bytes as f64 / to_secs(span) }
    }

    fn count_open(&mut self) {
        if let Some(event) = self.event {
            let since = f64::from(self.newest.seq.saturating_sub(event.first));
            self.history.set_open(if self.is_ns2() { since } else { since + 1.0 });
        }
    }

    fn report(&mut self, cx: &mut impl Context) {
        let now = cx.now();
        self.count_open();
        // The first report says nothing of the rate: there is no interval yet (section 6.3).
        let x_recv = if self.reported || self.is_ns2() { self.x_recv(now) } else { 0.0 };
        self.largest_x_recv = self.largest_x_recv.max(x_recv);
        let report = TfrcReport {
            held: now - self.newest_at,
            x_recv,
            p: self.history.rate(),
            losses: self.losses_since,
            new_event: self.new_event,
        };
        let note = cx.put_note(Note::TfrcReport(report));
        cx.reply(self.newest.seq, self.newest_stamp, self.settings.report_size, 0, Body::Report { note });
        self.before = self.now;
        self.now = Span { from: now, bytes: 0 };
        let new_event = std::mem::take(&mut self.new_event);
        (self.packets_since, self.losses_since) = (0, 0);
        self.overdue = false;
        self.reported = true;
        self.arm(cx);
        if cx.records_own_signals() && !self.history.is_empty() {
            cx.signal(OPEN_INTERVAL, self.history.open());
            // The closed ones hold until there is another.
            let closed = if new_event { SHOWN } else { 0 };
            for (i, length) in self.history.closed().take(closed).enumerate() {
                cx.signal(OPEN_INTERVAL + 1 + i, length);
            }
        }
    }

    fn arm(&self, cx: &mut impl Context) {
        let rtt = self.rtt;
        if rtt > 0 {
            let per_rtt = u64::from(self.settings.reports_per_rtt.max(1));
            // ns-2's timer runs half as long again; arrivals trigger its reports before that.
            let after = if self.is_ns2() { (rtt + rtt / 2) / per_rtt } else { rtt / per_rtt };
            cx.arm_receiver(REPORT, cx.now() + after.max(1));
        }
    }

    /// Whether this arrival calls for a report at once.
    fn calls_for_report(&mut self, first_ever: bool, began: bool, now: Time) -> bool {
        if self.is_ns2() {
            let per_rtt = u64::from(self.settings.reports_per_rtt.max(1));
            return first_ever
                || began
                || self.said.urgent
                || (self.rtt > 0 && now - self.now.from >= self.rtt / per_rtt);
        }
        // While the sender knows no round-trip time every packet is answered (section 6.1).
        first_ever || began || self.rtt == 0 || self.overdue
    }
    /// A packet that is the first, or late, or says something new, or is answered at once.
    #[inline(never)]
    fn on_data_of_note(&mut self, packet: &Packet, cx: &mut impl Context) {
        cx.delivered(packet);
        let now = cx.now();
        let first_ever = self.received == 0;
        self.received += 1;
        self.size = packet.size.max(1);
        if first_ever {
            self.now.from = now;
        }
        let knew_rtt = self.said.rtt > 0.0;
        self.hear(packet, cx);
        self.now.bytes += u64::from(packet.size);
        self.packets_since += 1;
        let time = if self.is_ns2() { packet.stamp } else { now };
        if first_ever || packet.seq > self.newest.seq {
            self.newest = Arrival { seq: packet.seq, time };
            self.newest_stamp = packet.stamp;
            self.newest_at = now;
        }
        if self.is_ns2() {
            self.recent.push_back(now);
            let rtt = self.rtt;
            while self.recent.front().is_some_and(|&at| at + rtt <= now) && self.recent.len() > 1 {
                self.recent.pop_front();
            }
        }
        let mut began = self.settle(Arrival { seq: packet.seq, time });
        if self.event.is_none() {
            began |= self.begin_history(now);
        }
        if self.calls_for_report(first_ever, began, now) {
            self.report(cx);
        } else if !knew_rtt && self.said.rtt > 0.0 {
            self.arm(cx);
        }
        self.plain = self.next_plain();
    }
}

impl Receiver for TfrcReceiver {
    #[inline]
    fn on_data(&mut self, packet: &Packet, cx: &mut impl Context) {
        match Body::of(packet) {
            Body::Data { unit, info, note: 0 } if packet.seq == self.plain && (unit, info) == self.brief => {}
            _ => return self.on_data_of_note(packet, cx),
        }
        let now = cx.now();
        let arrival = Arrival { seq: packet.seq, time: now };
        (self.newest, self.settled) = (arrival, Some(arrival));
        (self.newest_stamp, self.newest_at) = (packet.stamp, now);
        self.plain += 1;
        self.received += 1;
        self.packets_since += 1;
        self.now.bytes += u64::from(packet.size);
        self.size = packet.size.max(1);
        cx.delivered(packet);
    }

    fn on_timer(&mut self, _: u32, cx: &mut impl Context) {
        // ns-2's timer also answers once more what was answered as it arrived: that report says one packet per second.
        let again = self.is_ns2() && self.received > 0 && self.newest_at >= self.now.from;
        if self.packets_since > 0 || again {
            self.report(cx);
        } else {
            // The next packet is answered at once, which sets the timer again.
            self.overdue = true;
            self.plain = NO_PACKET;
        }
    }

    fn adopt(&mut self, settings: Self) {
        self.settings = settings.settings;
        self.history.adopt(self.settings.averaging);
        self.plain = self.next_plain();
    }

    fn restart(&mut self) {
        *self = TfrcReceiver::new(self.settings.clone());
    }

    fn digest(&self) -> u64 {
        let settled = self.settled.map_or(u64::MAX, |a| u64::from(a.seq));
        digest_of(&[self.received, settled, self.history.digest(), self.now.from])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observer::Observer;
    use crate::record::tally::TimeWindow;
    use crate::record::{Recorder, RecordingSettings};
    use crate::scenario::Scenario;
    use crate::simulation::{Simulation, kinds};
    use crate::world::World;

    struct Bench {
        receiver: TfrcReceiver,
        world: World,
        obs: Observer,
        /// Every packet takes the long way.
        long: bool,
        /// Packets that took the short one.
        short: u32,
    }

    impl Bench {
        fn new(rules: ReceiverRules, long: bool) -> Self {
            let scenario = Scenario::from_text(r#"{"v":1,"flows":[{"id":"a","algorithm":"tfrc"}]}"#, kinds());
            let simulation =
                Simulation::new(scenario.expect("valid"), RecordingSettings::none()).expect("builds");
            let mut obs = Observer::new(Recorder::disabled(), TimeWindow::ALL, Vec::new(), false);
            obs.add_flow("flow:a", &[], &[]);
            let settings = TfrcReceiverSettings {
                averaging: Averaging { intervals: 8, discount: Some(0.25), open_besides: false },
                ndupack: 3,
                reports_per_rtt: 1,
                report_size: 40,
                equation: ThroughputEquation::TFRC,
                rules,
            };
            let world = simulation.world().clone();
            Bench { receiver: TfrcReceiver::new(settings), world, obs, long, short: 0 }
        }

        fn arrive(&mut self, now: Time, seq: u32, said: TfrcData, in_brief: bool) {
            self.world.net_mut().now = now;
            let body = said.in_brief().filter(|_| in_brief).unwrap_or_else(|| {
                let note = self.world.net_mut().notes.put(Note::TfrcData(said));
                Body::Data { unit: 0, info: 0, note }
            });
            if self.long {
                self.receiver.plain = NO_PACKET;
            }
            self.short += u32::from(self.receiver.plain == seq);
            let packet =
                Packet { stamp: now - 1000, payload: body.into(), seq, size: 1000, ..Packet::default() };
            self.receiver.on_data(&packet, &mut self.world.context(0, &mut self.obs));
        }

        fn expire(&mut self, now: Time) {
            self.world.net_mut().now = now;
            self.receiver.on_timer(REPORT, &mut self.world.context(0, &mut self.obs));
        }

        fn state(&self) -> String {
            let receiver = TfrcReceiver { plain: NO_PACKET, ..self.receiver.clone() };
            let reports = self.world.net().conns[0].paths[1].ingress.packets;
            format!("{receiver:?} {reports} {:?}", self.obs.flows[0].counts())
        }
    }

    #[test]
    fn the_short_way_of_an_arrival_ends_where_the_long_one_does() {
        for rules in [ReceiverRules::Rfc5348, ReceiverRules::Rfc3448, ReceiverRules::Ns2] {
            let mut benches = [Bench::new(rules, false), Bench::new(rules, true)];
            let mut said = TfrcData { rtt: 0.0, timeout: 0.4, round: 0, urgent: true };
            let (mut state, mut seq) = (1u64, 0);
            for step in 0..3000u64 {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let draw = state >> 33;
                if step > 30 && draw % 12 == 0 {
                    said.rtt = 0.1 + (draw % 1000) as f64 * 1e-5;
                    said.round += 1;
                    said.urgent = draw % 5 == 0;
                }
                let now = (step + 1) * 5_000_000;
                // Seldom one is lost, or arrives late, or again.
                seq += match draw % 97 {
                    0 => 2,
                    1 => 7,
                    _ => 1,
                };
                let late = if draw % 53 == 0 { 4 } else { 0 };
                for bench in &mut benches {
                    bench.arrive(now, u32::saturating_sub(seq, late), said, step > 300);
                    for _ in 0..if step % 20 == 0 { 1 + step % 3 } else { 0 } {
                        bench.expire(now + 1);
                    }
                }
                let [short, long] = &benches;
                assert_eq!(short.state(), long.state(), "{rules:?} at step {step}");
            }
            let [short, _] = benches;
            assert_eq!(short.short > 1500, rules != ReceiverRules::Ns2, "{}", short.short);
            assert!(short.receiver.history.closed().len() > 4, "there were losses");
        }
    }
}
