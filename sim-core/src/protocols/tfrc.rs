//! TFRC: a rate from TCP's throughput equation, smooth by averaging over loss intervals.
//!
//! Floyd, Handley, Padhye and Widmer 2000; RFC 5348, RFC 3448, and ns-2's agent as flavours. What the flavours do with a
//! report stands in `tfrc/rfc.rs` and `tfrc/ns2.rs`; the receiver in `transport/tfrc_receiver.rs`.

mod about;
mod ns2;
mod rfc;
mod settings;
mod telling;
#[cfg(test)]
mod tests;

use crate::analysis::equation::{ThroughputEquation, Timeout};
use crate::describe::AlgorithmInfo;
use crate::ground::packet::Packet;
use crate::transport::{Body, Note};
use crate::transport::tfrc_notes::TfrcData;
use crate::ground::time::{Time, from_secs, to_secs};
use crate::transport::loss_history::Averaging;
use crate::transport::pacer::Pacer;
use crate::transport::smoothed::{Smoothed, TickTimeout, TimeoutRule};
use crate::transport::tfrc_receiver::{self, ReceiverRules, TfrcReceiver, TfrcReceiverSettings};
use crate::transport::{
    AnyReceiver, ConnSpec, Context, FlowFacts, Outgoing, Protocol, Sender, SenderState, Timer, digest_of,
};
pub use settings::{Flavour, Params};
use settings::Settings;

/// What a flavour's rules may know when they set the rate. Rates in bytes per second, times in seconds.
#[derive(Clone, Copy, Debug)]
struct Known {
    now: Time,
    size: f64,
    /// Smoothed round trip; 0 before the first sample.
    rtt: f64,
    sample: f64,
    /// Mean of the roots of the samples.
    sqrt_rtt: f64,
    x_eq: f64,
    t_mbi: f64,
    damping: bool,
    /// How much faster than received a sender in conservative mode may be.
    conservative: Option<f64>,
    slow_start_factor: f64,
}

impl Known {
    /// The least rate: one packet in the longest gap.
    fn least(&self) -> f64 {
        self.size / self.t_mbi
    }

    /// RFC 3390 in bytes: four packets of up to 1095 bytes, three of 1460, two of 2190 and more.
    fn initial_window(&self) -> f64 {
        (4.0 * self.size).min((2.0 * self.size).max(4380.0))
    }
}

/// What a report says, and whether the application held the sender back in what it covers.
struct Report {
    x_recv: f64,
    p: f64,
    losses: u32,
    new_event: bool,
    data_limited: bool,
}

/// Why the rate is what it is now: the place of the decision that explains it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
enum Reason {
    FirstReport = 0,
    SlowStart = 1,
    Equation = 2,
    Received = 3,
    NoFeedback = 4,
    IdleKept = 5,
    Unchanged = 6,
}

#[derive(Clone, Debug)]
enum Rules {
    Rfc(rfc::RfcRules),
    Ns2(ns2::Ns2Rules),
}

const X: usize = tfrc_receiver::SIGNALS;
const X_EQ: usize = X + 1;
const X_RECV: usize = X + 2;
const LIMIT: usize = X + 3;
const P: usize = X + 4;
const MEAN: usize = X + 5;
const RTT: usize = X + 6;
const T_RTO: usize = X + 7;

/// Marks of moments at which pacing, not the application, held the sender back.
const MARKS: usize = 24;

#[derive(Clone, Debug)]
pub struct Tfrc {
    params: Params,
    settings: Settings,
    rules: Rules,
    rtt: Smoothed,
    sqrt_rtt: Smoothed,
    sample: f64,
    ticks: TickTimeout,
    size: f64,
    p: f64,
    x_eq: f64,
    /// Seconds between packets at the present rate, before dithering.
    gap: f64,
    /// The timeout at present, which packets tell.
    t_rto: f64,
    /// What packets say, where they can do without a note.
    brief: Option<Body>,
    /// The gap is that of each packet, and the rate that it stands for is in the series.
    told: bool,
    pacer: Pacer,
    next: u32,
    /// Highest sequence number that a report has told of, and one more.
    reported: u32,
    rounds: u32,
    urgent: bool,
    running: bool,
    /// Its application never runs dry.
    greedy: bool,
    /// It was time to send and the application had nothing.
    starved: bool,
    silence_since: Time,
    marks: [Time; MARKS],
    next_mark: usize,
    completed: bool,
}

impl Tfrc {
    fn new(params: &Params, packet: u16) -> Self {
        let settings = Settings::new(params);
        let size = f64::from(packet.max(1));
        let mut sender = Tfrc {
            rules: match settings.flavour {
                Flavour::Ns2 => Rules::Ns2(ns2::Ns2Rules::new()),
                Flavour::Rfc5348 => Rules::Rfc(rfc::RfcRules::new(size, false)),
                Flavour::Rfc3448 => Rules::Rfc(rfc::RfcRules::new(size, true)),
            },
            ticks: TickTimeout::new(settings.tick),
            settings,
            params: params.clone(),
            rtt: Smoothed::default(),
            sqrt_rtt: Smoothed::default(),
            sample: 0.0,
            size,
            p: 0.0,
            x_eq: 0.0,
            gap: 0.0,
            t_rto: 0.0,
            brief: None,
            told: false,
            greedy: false,
            pacer: Pacer::default(),
            next: 0,
            reported: 0,
            rounds: 0,
            urgent: true,
            running: false,
            starved: false,
            silence_since: 0,
            marks: [0; MARKS],
            next_mark: 0,
            completed: false,
        };
        sender.changed();
        sender
    }

    fn known(&self, now: Time) -> Known {
        Known {
            now,
            size: self.size,
            rtt: self.rtt.get(),
            sample: self.sample,
            sqrt_rtt: self.sqrt_rtt.get(),
            x_eq: self.x_eq,
            t_mbi: self.settings.t_mbi,
            damping: self.settings.damping,
            conservative: self.settings.conservative,
            slow_start_factor: self.settings.slow_start_factor,
        }
    }

    /// The allowed rate, in bytes per second.
    fn x(&self) -> f64 {
        match &self.rules {
            Rules::Rfc(rules) => rules.x,
            Rules::Ns2(rules) => rules.rate,
        }
    }

    /// The timeout that stands in the equation, in seconds.
    fn timeout(&self) -> f64 {
        let four = 4.0 * self.rtt.get();
        match self.settings.rule {
            TimeoutRule::FourRtt => four,
            TimeoutRule::Tcp => self.ticks.seconds().max(self.settings.floor),
            TimeoutRule::Least => four.max(self.settings.least),
        }
    }

    /// The equation's rate at the present loss event rate (RFC 5348 section 3.1).
    fn equation_rate(&self) -> f64 {
        if self.p <= 0.0 {
            return if self.settings.flavour == Flavour::Ns2 { ns2::CEILING } else { f64::INFINITY };
        }
        let equation =
            ThroughputEquation { timeout: Timeout::Seconds(self.timeout()), ..self.settings.equation };
        let rate = equation.rate(self.size, self.rtt.get(), self.p);
        if self.settings.flavour == Flavour::Ns2 { rate.min(ns2::CEILING) } else { rate }
    }

    /// The rate that the next gap follows, the allowed rate damped by the latest round trip.
    fn x_inst(&self) -> f64 {
        let known = self.known(0);
        match &self.rules {
            Rules::Rfc(rules) => rules.x_inst(&known),
            Rules::Ns2(rules) => rules.x_inst(&known),
        }
    }

    /// The rate or the round trip has changed, or how either is used: works out what packets need of them.
    fn changed(&mut self) {
        self.gap = (self.size / self.x_inst()).clamp(1e-9, self.settings.t_mbi);
        self.t_rto = self.timeout();
        self.told = false;
        // The receiver has seen a loss: it needs the timeout no longer.
        self.brief = if self.p > 0.0 { self.says().in_brief() } else { None };
    }

    /// What packets say of their sender.
    fn says(&self) -> TfrcData {
        let (rtt, timeout) = (self.rtt.get(), self.t_rto);
        TfrcData { rtt, timeout, round: self.rounds, urgent: self.urgent }
    }

    #[cold]
    #[inline(never)]
    fn in_full(&self, cx: &mut impl Context) -> Body {
        let note = cx.put_note(Note::TfrcData(self.says()));
        Body::Data { unit: 0, info: 0, note }
    }

    /// The gap after the present packet.
    fn next_gap(&self, cx: &mut impl Context) -> f64 {
        let o = self.settings.dither;
        if o > 0.0 { self.gap * (1.0 + cx.rng().range(-o, o)) } else { self.gap }
    }

    #[inline(always)]
    fn send_one(&mut self, cx: &mut impl Context) -> bool {
        let header = Self::header_bytes();
        let payload = cx.pull(u32::from(cx.packet_size().saturating_sub(header).max(1)));
        if payload == 0 {
            self.starved = true;
            return false;
        }
        let body = match self.brief {
            Some(body) => body,
            None => self.in_full(cx),
        };
        cx.send(Outgoing { seq: self.next, size: payload as u16 + header, flags: 0, payload: body.into() });
        self.next += 1;
        self.starved = false;
        self.pacer.sent(cx.now());
        true
    }

    /// Sends the next packet if there is one, and sets the clock for the one after.
    #[inline(always)] // The whole of a packet's path is one function where the clock calls for it.
    fn go_on(&mut self, cx: &mut impl Context) {
        if !self.running || !self.send_one(cx) {
            return;
        }
        if let Rules::Ns2(rules) = &mut self.rules
            && rules.after_packet()
        {
            self.changed();
        }
        self.set_clock(cx);
    }

    /// The same at moments that are not the clock's.
    #[inline(never)]
    fn send_now(&mut self, cx: &mut impl Context) {
        self.go_on(cx);
    }

    #[inline(always)]
    fn set_clock(&mut self, cx: &mut impl Context) {
        if self.running && !self.starved {
            let gap = if self.told { self.gap } else { self.tell_gap(cx) };
            let due = self.pacer.due(gap);
            cx.arm(Timer::Send, due);
        }
    }

    /// The gap after the present packet and the rate that it stands for, which holds until another is told.
    #[cold]
    #[inline(never)]
    fn tell_gap(&mut self, cx: &mut impl Context) -> f64 {
        // Dithered gaps are each their own.
        self.told = self.settings.dither <= 0.0;
        let gap = self.next_gap(cx);
        cx.report_rate(self.size * 8.0 / gap);
        gap
    }

    fn set_silence_timer(&mut self, cx: &mut impl Context) {
        let rtts = if self.settings.flavour == Flavour::Ns2 { 2.0 } else { 4.0 };
        // RFC 5348 section 4.3 step 3; before the first sample section 4.2: 2 s.
        let wait = if self.rtt.has_value() || self.settings.flavour == Flavour::Ns2 {
            (rtts * self.rtt.get()).max(2.0 * self.size / self.x())
        } else {
            2.0
        };
        self.silence_since = cx.now();
        cx.arm(Timer::Timeout, cx.now() + from_secs(wait));
    }

    /// Remembers that pacing held the sender back now; marks lie an eighth of a round trip apart at least.
    fn mark_not_limited(&mut self, now: Time) {
        let last = self.marks[(self.next_mark + MARKS - 1) % MARKS];
        if now >= last + from_secs(self.rtt.get() / 8.0) {
            self.marks[self.next_mark] = now;
            self.next_mark = (self.next_mark + 1) % MARKS;
        }
    }

    /// Whether the application alone limited what a report covers (after RFC 5348 section 8.2.1): no packet waited for
    /// its turn in the round trip before the newest packet reported was sent.
    fn was_data_limited(&self, sent: Time, cx: &impl Context) -> bool {
        if cx.app_is_greedy() {
            return false;
        }
        let rtt = from_secs(self.rtt.get());
        let from = sent.saturating_sub(rtt + rtt / 8);
        !self.marks.iter().any(|&mark| mark > from && mark <= sent)
    }

    fn complete_if_done(&mut self, cx: &mut impl Context) {
        if !self.completed && cx.app_finished() && self.starved {
            self.completed = true;
            cx.cancel(Timer::Timeout);
            cx.cancel(Timer::Send);
            cx.completed();
        }
    }
}

impl Protocol for Tfrc {
    type Params = Params;
    const ID: &'static str = "tfrc";

    fn info() -> AlgorithmInfo {
        about::info()
    }

    fn build(params: &Params, facts: &FlowFacts) -> (Self, Vec<ConnSpec>) {
        let settings = Settings::new(params);
        let ns2 = params.flavour == Flavour::Ns2;
        let floor = params.discount_floor.unwrap_or(if ns2 { 0.5 } else { 0.25 });
        let receiver = TfrcReceiver::new(TfrcReceiverSettings {
            averaging: Averaging {
                intervals: params.intervals as usize,
                discount: params.discounting.then_some(floor),
                open_besides: ns2,
            },
            ndupack: params.ndupack.unwrap_or(if ns2 { 1 } else { 3 }),
            reports_per_rtt: params.reports_per_rtt,
            report_size: params.report_size as u16,
            equation: settings.equation,
            rules: match params.flavour {
                Flavour::Rfc5348 => ReceiverRules::Rfc5348,
                Flavour::Rfc3448 => ReceiverRules::Rfc3448,
                Flavour::Ns2 => ReceiverRules::Ns2,
            },
        });
        (Tfrc::new(params, facts.packet), vec![ConnSpec { receiver: AnyReceiver::TfrcReceiver(receiver) }])
    }

    fn set_params(&mut self, params: &Params, cx: &mut impl Context) {
        let flavour = self.settings.flavour;
        self.params = params.clone();
        self.settings = Settings::new(params);
        if self.settings.flavour != flavour {
            let (x, known) = (self.x(), self.known(cx.now()));
            self.rules = match self.settings.flavour {
                Flavour::Ns2 => Rules::Ns2(ns2::Ns2Rules::from_now_on(x, self.p, &known)),
                Flavour::Rfc5348 => Rules::Rfc(rfc::RfcRules::from_now_on(x, self.p, false, &known)),
                Flavour::Rfc3448 => Rules::Rfc(rfc::RfcRules::from_now_on(x, self.p, true, &known)),
            };
        }
        self.ticks.set_tick(self.settings.tick);
        self.changed();
        self.set_clock(cx);
    }
}

impl Sender for Tfrc {
    fn start(&mut self, cx: &mut impl Context) {
        self.running = true;
        self.greedy = cx.app_is_greedy();
        if let Rules::Ns2(rules) = &mut self.rules {
            rules.start();
            self.changed();
        }
        self.send_now(cx);
        self.set_silence_timer(cx);
        self.emit(cx, None);
        self.emit_loss(cx);
    }

    fn stop(&mut self, cx: &mut impl Context) {
        self.running = false;
        cx.cancel(Timer::Send);
        cx.cancel(Timer::Timeout);
    }

    fn restart(&mut self, cx: &mut impl Context) {
        for timer in Timer::ALL {
            cx.cancel(timer);
        }
        *self = Tfrc::new(&self.params, cx.packet_size());
        self.start(cx);
    }

    fn on_feedback(&mut self, packet: &Packet, cx: &mut impl Context) {
        let Some(Note::TfrcReport(said)) = cx.take_note(packet.note()) else { return };
        let now = cx.now();
        let taken = now.saturating_sub(packet.stamp).saturating_sub(said.held);
        if taken == 0 || !self.running {
            return;
        }
        // RFC 5348 section 4.3 steps 1 and 2.
        cx.report_rtt(taken);
        self.sample = to_secs(taken);
        self.rtt.update(self.sample, self.settings.memory);
        self.sqrt_rtt.update(self.sample.sqrt(), self.settings.memory);
        self.ticks.sample(self.sample);
        self.reported = self.reported.max(packet.seq + 1);
        self.rounds += 1;
        self.urgent = false;
        let p = std::mem::replace(&mut self.p, said.p);
        self.x_eq = self.equation_rate();
        let report = Report {
            x_recv: said.x_recv,
            p: said.p,
            losses: said.losses,
            new_event: said.new_event,
            data_limited: self.was_data_limited(packet.stamp, cx),
        };
        let before = self.x();
        let reason = self.follow(&report, now);
        self.changed();
        if said.new_event {
            cx.report_reduction(self.x() * self.rtt.get() / self.size);
        }
        self.set_silence_timer(cx);
        if self.settings.flavour == Flavour::Ns2 {
            if matches!(reason, Reason::FirstReport | Reason::SlowStart | Reason::Unchanged) {
                // Its slow start sends a packet with each report.
                self.send_now(cx);
            }
        } else {
            self.set_clock(cx);
        }
        self.explain(reason, before, said.x_recv, cx);
        self.emit(cx, Some(said.x_recv));
        if self.p != p {
            self.emit_loss(cx);
        }
        if self.reported == self.next {
            self.complete_if_done(cx);
        }
    }

    fn on_timer(&mut self, timer: Timer, cx: &mut impl Context) {
        if timer == Timer::Send {
            self.go_on(cx);
            if !self.greedy && !self.starved {
                self.mark_not_limited(cx.now());
            }
        } else if timer == Timer::Timeout {
            self.on_silence(cx);
        }
    }

    fn on_app(&mut self, cx: &mut impl Context) {
        if !self.starved || !self.running {
            return;
        }
        self.starved = false;
        if let Rules::Ns2(rules) = &mut self.rules {
            rules.data_again(cx.now());
        }
        let gap = self.next_gap(cx);
        if self.pacer.due(gap) <= cx.now() {
            self.send_now(cx);
        } else {
            self.set_clock(cx);
        }
    }

    fn state(&self) -> SenderState {
        SenderState {
            window: None,
            rate: Some(self.x() * 8.0),
            in_flight: self.next.saturating_sub(self.reported),
        }
    }

    fn digest(&self) -> u64 {
        digest_of(&[
            self.x().to_bits(),
            self.p.to_bits(),
            self.rtt.get().to_bits(),
            u64::from(self.next),
            self.ticks.digest(),
            self.pacer.digest(),
        ])
    }
}

impl Tfrc {
    fn follow(&mut self, report: &Report, now: Time) -> Reason {
        let starved = self.starved;
        let known = self.known(now);
        match &mut self.rules {
            Rules::Rfc(rules) => rules.on_report(report, &known),
            Rules::Ns2(rules) => rules.on_report(report, starved, &known),
        }
    }

    /// No report has come for the no-feedback interval (RFC 5348 section 4.4).
    #[cold]
    fn on_silence(&mut self, cx: &mut impl Context) {
        if !self.running {
            return;
        }
        if cx.app_finished() && self.starved {
            self.complete_if_done(cx);
            return;
        }
        let now = cx.now();
        let before = self.x();
        let idle = self.pacer.last().is_none_or(|last| last < self.silence_since);
        let starved = self.starved;
        let known = self.known(now);
        let reason = match &mut self.rules {
            Rules::Rfc(rules) => rules.on_silence(idle, self.p, &known),
            Rules::Ns2(rules) => rules.on_silence(starved, &known),
        };
        self.rounds += 1;
        self.urgent = true;
        self.changed();
        if reason == Reason::NoFeedback {
            cx.report_timeout(to_secs(now - self.silence_since));
        }
        self.explain(reason, before, 0.0, cx);
        self.set_silence_timer(cx);
        if self.settings.flavour == Flavour::Ns2 {
            self.send_now(cx);
        } else {
            self.set_clock(cx);
        }
        self.emit(cx, None);
    }
}
