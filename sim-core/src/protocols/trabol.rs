//! TRABOL: radar data in rays of a fixed time; the loss of a ray sets the rate of the next ones (Bangolae, Jayasumana and
//! Chandrasekar 2002).
//!
//! A ray that must be thinner is sent as groups of packets at the spacing of the target rate, with gaps between the groups. The
//! receiver reports once per ray (`transport/ray_receiver.rs`).

mod about;
mod rule;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;

use crate::describe::AlgorithmInfo;
use crate::ground::packet::Packet;
use crate::transport::{Body, Note};
use crate::ground::time::{Time, from_secs, to_secs};
use crate::ground::math;
use crate::params::{Issue, quantity};
use crate::transport::ray_receiver::{RayReceiver, RaySettings};
use crate::transport::{
    AnyReceiver, ConnSpec, Context, FlowFacts, Outgoing, Protocol, Sender, SenderState, Timer, digest_of,
};
use crate::{choice, params};
use rule::{Outcome, Rule};

choice! {
    /// What the D-factor says.
    pub enum Decrease {
        /// The share that is kept: 0.45 of the rate.
        Multiply "multiply" "Share kept",
        /// The share that is given up: 0.55 of the rate is left.
        Subtract "subtract" "Share given up",
    }
}

choice! {
    /// Which loss ends the way back up.
    pub enum StopAt {
        /// Any beyond the loss that does not count.
        MinLoss "min_loss" "More than the least loss",
        /// Only one that causes a decrease.
        MaxLoss "max_loss" "More than the greatest loss",
    }
}

params! {
    pub struct Params {
        /// What the application wants to send at, and begins with.
        target_rate: f64 = 150e6, unit "bit/s", range 1e5..=6.5e8, scale log, label "Target rate R_t", cite "Bangolae and others 2002, section 5";
        /// Never slower than this, whatever is lost.
        min_rate: f64 = 45e6, unit "bit/s", range 1e4..=6.5e8, scale log, label "Smallest rate R_m", cite "Bangolae and others 2002, section 5";
        /// Time from ray to ray.
        ray: f64 = 0.12, unit "s", range 0.02..=1.0, label "Ray time", cite "Bangolae and others 2002, section 5";
        /// A ray may lose this share without consequence.
        min_loss: f64 = 0.05, range 0.0..=1.0, label "MIN_LOSS", cite "Bangolae and others 2002, section 5";
        /// A ray that loses more than this lowers the rate.
        max_loss: f64 = 0.10, range 0.0..=1.0, label "MAX_LOSS", cite "Bangolae and others 2002, section 5";
        /// What a decrease makes of the rate.
        d_factor: f64 = 0.45, range 0.1..=0.95, label "D-factor", cite "Bangolae and others 2002, section 4";
        /// Whether the D-factor is what is kept or what is given up.
        d_mode: Decrease = Decrease::Multiply, label "D-factor says";
        /// An increase is this times the share that was not lost.
        initial_increase: f64 = 20e6, unit "bit/s", range 1e4..=2e8, scale log, label "Initial increase IIR", cite "Bangolae and others 2002, eq. 3";
        /// An increase is at least this share of the initial one, even after a silence, which counts as the loss of all.
        least_share: f64 = 0.05, range 0.0..=1.0, label "Least increase", cite "this simulator";
        /// Rays at each rate on the way up.
        hold: Option<u32> = None, unit "rays", range 1..=100, label "Rays per step", null "the causing loss over MIN_LOSS, rounded up";
        /// Which loss ends the way back up.
        stop_at: StopAt = StopAt::MinLoss, label "Increase ends at";
        /// Ignore rays that were sent before the latest decrease took effect.
        guard: bool = true, label "One cut per decrease";
        /// Packets in a group, between two gaps.
        group: u32 = 10, unit "packets", range 1..=100_000, scale log, label "Packets per group";
        /// Size of a report on the wire.
        feedback_size: u32 = 64, unit "bytes", range 40..=1500;
    }
}

/// Rays without a report until all counts as lost.
const SILENT_RAYS: f64 = 3.0;
/// What is added to that before a round trip is known, in seconds.
const UNKNOWN_RTT: f64 = 1.0;
/// Rays that are remembered until their report comes.
const MOST_RAYS: usize = 4096;

/// A ray that was sent: its number and how many packets.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Ray {
    number: u32,
    packets: u32,
}

#[derive(Clone, Debug)]
pub struct Trabol {
    params: Params,
    size: f64,
    rule: Rule,
    /// Rays without a report, the oldest first; the last one is being sent.
    rays: VecDeque<Ray>,
    number: u32,
    /// Of the present ray: when it began, how many packets it should have, how many have gone.
    began: Time,
    planned: u32,
    gone: u32,
    /// Rays below this were sent before the latest decrease took effect.
    guarded: u32,
    next: u32,
    rtt: f64,
    /// Since the latest report, silence has counted as a loss once.
    silenced: bool,
    running: bool,
    starved: bool,
    completed: bool,
}

impl Trabol {
    fn new(params: &Params, packet: u16) -> Self {
        Trabol {
            size: f64::from(packet.max(1)),
            rule: Rule::new(params),
            rays: VecDeque::new(),
            number: 0,
            began: 0,
            planned: 0,
            gone: 0,
            guarded: 0,
            next: 0,
            rtt: 0.0,
            silenced: false,
            running: false,
            starved: false,
            completed: false,
            params: params.clone(),
        }
    }

    /// Packets of a ray at this rate, one at least.
    fn packets_at(&self, rate: f64) -> u32 {
        math::round(rate * self.params.ray / (8.0 * self.size)).max(1.0) as u32
    }

    /// From packet to packet within a group: the spacing of the target rate.
    fn spacing(&self) -> f64 {
        8.0 * self.size / self.params.target_rate
    }

    /// Between groups of a ray of so many packets: what the ray leaves idle, in equal parts.
    fn group_gap(&self, packets: u32) -> f64 {
        let idle = (self.params.ray - f64::from(packets) * self.spacing()).max(0.0);
        idle / f64::from(packets.div_ceil(self.params.group).max(1))
    }

    /// When packet `i` of the present ray goes.
    fn due(&self, i: u32) -> Time {
        let gaps = f64::from(i / self.params.group) * self.group_gap(self.planned);
        self.began + from_secs(f64::from(i) * self.spacing() + gaps)
    }

    fn begin_ray(&mut self, at: Time, cx: &mut impl Context) {
        if self.gone > 0 {
            self.number += 1;
        }
        self.began = at;
        self.planned = self.packets_at(self.rule.rate);
        self.gone = 0;
        if self.rays.len() >= MOST_RAYS {
            self.rays.pop_front();
        }
        self.report(cx);
    }

    /// Sends what is due and arms the clock for the next packet, one at a time.
    fn go_on(&mut self, cx: &mut impl Context) {
        if !self.running {
            return;
        }
        let ray = from_secs(self.params.ray);
        if self.gone >= self.planned || cx.now() >= self.began + ray {
            // A source that paused begins a ray when it has something again.
            let next = self.began + ray;
            let at = if cx.now() < next + ray { next.max(self.began) } else { cx.now() };
            if at > cx.now() {
                cx.arm(Timer::Send, at);
                return;
            }
            self.begin_ray(at, cx);
        }
        let header = Self::header_bytes();
        let payload = cx.pull(u32::from(cx.packet_size().saturating_sub(header).max(1)));
        self.starved = payload == 0;
        if self.starved {
            self.complete_if_done(cx);
            return;
        }
        let left = self.planned.saturating_sub(self.gone + 1);
        let body = Body::Data { unit: self.number, info: left, note: 0 };
        cx.send(Outgoing { seq: self.next, size: payload as u16 + header, flags: 0, payload: body.into() });
        self.next += 1;
        self.gone += 1;
        match self.rays.back_mut() {
            Some(ray) if ray.number == self.number => ray.packets += 1,
            _ => self.rays.push_back(Ray { number: self.number, packets: 1 }),
        }
        if self.rays.len() == 1 && self.gone == 1 {
            self.await_report(cx);
        }
        let next = if self.gone < self.planned { self.due(self.gone) } else { self.began + ray };
        // Late packets are not made up for by a burst.
        let earliest = cx.now() + from_secs(self.spacing()).max(1);
        cx.arm(Timer::Send, if self.gone < self.planned { next.max(earliest) } else { next.max(cx.now() + 1) });
    }

    /// The last ray was reported, or has been waited for long enough.
    fn complete_if_done(&mut self, cx: &mut impl Context) {
        if !self.completed && self.starved && self.rays.is_empty() && cx.app_finished() {
            self.completed = true;
            cx.cancel(Timer::Timeout);
            cx.completed();
        }
    }

    fn patience(&self) -> f64 {
        SILENT_RAYS * self.params.ray + if self.rtt > 0.0 { self.rtt } else { UNKNOWN_RTT }
    }

    fn await_report(&self, cx: &mut impl Context) {
        cx.arm(Timer::Timeout, cx.now() + from_secs(self.patience()));
    }

    /// One ray's loss, by the rule.
    fn take_loss(&mut self, loss: f64, cx: &mut impl Context) {
        let from = self.rule.rate;
        let outcome = self.rule.on_loss(loss, &self.params);
        let (to, trigger, hold) = (self.rule.rate, self.rule.trigger, f64::from(self.rule.hold));
        match outcome {
            Outcome::Decreased => {
                // The present ray goes on as it began.
                self.guarded = self.number + 1;
                cx.report_reduction(to * self.params.ray / (8.0 * self.size));
                cx.decide(about::DECREASED, &[from, to, loss, hold + 1.0, self.rule.increase(&self.params)]);
            }
            Outcome::Settled => cx.decide(about::SETTLED, &[to, loss]),
            Outcome::Held => cx.decide(about::HELD, &[to, loss, hold]),
            Outcome::Increased(by) => {
                cx.decide(about::INCREASED, &[from, to, by, trigger, f64::from(self.rule.steps)]);
            }
            Outcome::Kept => {}
        }
        if cx.records_own_signals() {
            cx.signal(about::LOSS, loss);
        }
    }

    fn report(&self, cx: &mut impl Context) {
        cx.report_rate(self.rule.rate);
        if !cx.records_own_signals() {
            return;
        }
        let packets = self.packets_at(self.rule.rate);
        cx.signal(about::PACKETS, f64::from(packets));
        cx.signal(about::GROUP_GAP, self.group_gap(packets));
        cx.signal(about::CONGESTED, f64::from(u8::from(self.rule.congested)));
        cx.signal(about::HOLD, f64::from(self.rule.hold));
        cx.signal(about::STEPS, f64::from(self.rule.steps));
        if self.rule.trigger > 0.0 {
            cx.signal(about::TRIGGER, self.rule.trigger);
            cx.signal(about::INCREASE, self.rule.increase(&self.params));
        }
    }
}

impl Protocol for Trabol {
    type Params = Params;
    const ID: &'static str = "trabol";

    fn info() -> AlgorithmInfo {
        about::info()
    }

    fn contradictions(params: &Params) -> Vec<Issue> {
        let mut found = Vec::new();
        if params.min_rate > params.target_rate {
            let (target, least) = (quantity(params.target_rate, "bit/s"), quantity(params.min_rate, "bit/s"));
            found.push(Issue::new(
                "target_rate",
                "contradiction",
                format!("The target rate of {target} is below the smallest rate of {least}. Raise the one or lower the other."),
            ));
        }
        if params.min_loss > params.max_loss {
            found.push(Issue::new(
                "min_loss",
                "contradiction",
                format!(
                    "MIN_LOSS is {} and MAX_LOSS is {}: what does not count must not be more than what causes a decrease.",
                    params.min_loss, params.max_loss
                ),
            ));
        }
        found
    }

    fn build(params: &Params, facts: &FlowFacts) -> (Self, Vec<ConnSpec>) {
        let settings =
            RaySettings { patience: from_secs(1.5 * params.ray), feedback_size: params.feedback_size as u16 };
        let receiver = AnyReceiver::RayReceiver(RayReceiver::new(settings));
        (Trabol::new(params, facts.packet), vec![ConnSpec { receiver }])
    }

    fn set_params(&mut self, params: &Params, cx: &mut impl Context) {
        let target = self.params.target_rate;
        self.params = params.clone();
        // One that sends what its application wants follows what that wants.
        let free = !self.rule.congested && self.rule.rate >= target;
        let least = params.min_rate.min(params.target_rate);
        self.rule.rate = if free { params.target_rate } else { self.rule.rate.clamp(least, params.target_rate) };
        self.report(cx);
    }

    /// IP and UDP.
    fn header_bytes() -> u16 {
        28
    }
}

impl Sender for Trabol {
    fn start(&mut self, cx: &mut impl Context) {
        self.running = true;
        self.begin_ray(cx.now(), cx);
        self.go_on(cx);
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
        *self = Trabol::new(&self.params, cx.packet_size());
        self.start(cx);
    }

    fn on_feedback(&mut self, packet: &Packet, cx: &mut impl Context) {
        let Some(Note::RayReport(report)) = cx.take_note(packet.note()) else { return };
        if !self.running {
            return;
        }
        while self.rays.front().is_some_and(|ray| ray.number < report.ray) {
            self.rays.pop_front();
        }
        if self.rays.front().is_none_or(|ray| ray.number != report.ray) {
            return;
        }
        let Some(ray) = self.rays.pop_front() else { return };
        let now = cx.now();
        let sample = now.saturating_sub(packet.stamp).saturating_sub(report.held);
        cx.report_rtt(sample);
        self.rtt = to_secs(sample);
        self.silenced = false;
        self.await_report(cx);
        if report.ray < self.guarded && self.params.guard {
            return;
        }
        let lost = ray.packets.saturating_sub(report.received);
        self.take_loss(f64::from(lost) / f64::from(ray.packets.max(1)), cx);
        self.report(cx);
        self.complete_if_done(cx);
    }

    fn on_timer(&mut self, timer: Timer, cx: &mut impl Context) {
        match timer {
            Timer::Send => self.go_on(cx),
            Timer::Timeout if self.running && !self.silenced && !self.rays.is_empty() => {
                self.silenced = true;
                cx.report_timeout(self.patience());
                cx.decide(about::SILENT, &[self.patience()]);
                self.take_loss(1.0, cx);
                self.report(cx);
                if self.starved && cx.app_finished() {
                    self.rays.clear();
                    self.complete_if_done(cx);
                }
            }
            Timer::Timeout | Timer::Round | Timer::Other => {}
        }
    }

    fn on_app(&mut self, cx: &mut impl Context) {
        if std::mem::take(&mut self.starved) {
            self.go_on(cx);
        }
    }

    fn state(&self) -> SenderState {
        let in_flight = self.rays.iter().map(|ray| ray.packets).sum();
        SenderState { window: None, rate: Some(self.rule.rate), in_flight }
    }

    fn digest(&self) -> u64 {
        digest_of(&[
            self.rule.rate.to_bits(),
            self.rule.trigger.to_bits(),
            u64::from(self.rule.hold),
            u64::from(self.rule.steps) << 1 | u64::from(self.rule.congested),
            u64::from(self.number) << 32 | u64::from(self.gone),
            self.rays.len() as u64,
            self.began,
            u64::from(self.next),
        ])
    }
}
