//! TRABOL: sends radar data in rays of fixed duration. The loss of a ray determines the rate of the next rays
//! (Bangolae, Jayasumana and Chandrasekar 2002).
//!
//! A ray below the target rate is sent in groups of packets spaced as at the target rate, with gaps between
//! the groups. The receiver sends one report per ray (`transport/ray_receiver.rs`).

mod about;
mod rule;
#[cfg(test)]
mod tests;

use crate::params::quantity;
use crate::protocols::prelude::*;
use crate::transport::pacer::Pacer;
use crate::transport::ray_receiver::{RayReceiver, RaySettings};
use about::{SIGNALS, decision};
use rule::{RayOutcome, RayRule};

choice! {
    /// How the D-factor is applied.
    pub enum Decrease {
        /// The D-factor is the share of the rate that remains: 0.45 leaves 0.45.
        Multiply "multiply" "Share that remains",
        /// The D-factor is the share by which the rate is reduced: 0.45 leaves 0.55.
        Subtract "subtract" "Share of the reduction",
    }
}

choice! {
    /// Which loss ends the increase.
    pub enum StopAt {
        /// A loss above MIN_LOSS.
        MinLoss "min_loss" "More than the least loss",
        /// A loss above MAX_LOSS, which also causes a decrease.
        MaxLoss "max_loss" "More than the greatest loss",
    }
}

params! {
    pub struct Params {
        /// Rate at which the application wants to send. It is also the rate at the start, unless a start rate
        /// is set.
        target_rate: f64 = 150e6, unit "bit/s", range 1e5..=6.5e8, scale log, label "Target rate R_t", cite "Bangolae and others 2002, section 5";
        /// Rate at the start, if it is higher than the target rate: the sender does not control its rate
        /// until the first report arrives. The first report decreases the rate or sets it to the target rate.
        start_rate: Option<f64> = None, unit "bit/s", range 1e5..=6.5e8, scale log, label "Start rate", cite "Bangolae and others 2002, figure 5b", null "the target rate";
        /// Lower limit of the rate at any loss.
        min_rate: f64 = 45e6, unit "bit/s", range 1e4..=6.5e8, scale log, label "Smallest rate R_m", cite "Bangolae and others 2002, section 5";
        /// Duration of a ray.
        ray: f64 = 0.12, unit "s", range 0.02..=1.0, label "Ray time", cite "Bangolae and others 2002, section 5";
        /// A loss of a ray up to this share has no effect.
        min_loss: f64 = 0.05, range 0.0..=1.0, label "MIN_LOSS", cite "Bangolae and others 2002, section 5";
        /// Loss of a ray above which the rate is decreased.
        max_loss: f64 = 0.10, range 0.0..=1.0, label "MAX_LOSS", cite "Bangolae and others 2002, section 5";
        /// Factor by which a decrease multiplies the rate.
        d_factor: f64 = 0.45, range 0.1..=0.95, label "D-factor", cite "Bangolae and others 2002, section 4";
        /// Whether the D-factor is the share of the rate that remains or the share by which the rate is
        /// reduced.
        d_mode: Decrease = Decrease::Multiply, label "D-factor meaning";
        /// The increase is this value, multiplied by one minus the loss that caused the last decrease.
        initial_increase: f64 = 20e6, unit "bit/s", range 1e4..=2e8, scale log, label "Initial increase IIR", cite "Bangolae and others 2002, eq. 3";
        /// Minimum of an increase, as a share of the initial increase. It matters after missing reports,
        /// which count as a loss of 1.
        least_share: f64 = 0.05, range 0.0..=1.0, label "Least increase", cite "this simulator";
        /// Number of rays at each rate while it increases.
        hold: Option<u32> = None, unit "rays", range 1..=100, label "Rays per step", null "the causing loss over MIN_LOSS, rounded up";
        /// Which loss ends the increase.
        stop_at: StopAt = StopAt::MinLoss, label "Increase ends at";
        /// Ignore reports about rays that were sent before the last decrease took effect.
        guard: bool = true, label "One cut per decrease";
        /// Packets per group; there is a gap after each group.
        group: u32 = 10, unit "packets", range 1..=100_000, scale log, label "Packets per group";
        /// Size of a report on the wire.
        feedback_size: u32 = 64, unit "bytes", range 40..=1500;
    }
}

/// Number of ray times without a report after which a whole ray counts as lost.
const SILENT_RAYS: f64 = 3.0;
/// Assumed round-trip time before the first sample, in seconds.
const ASSUMED_RTT: f64 = 1.0;
/// Largest number of rays that wait for their reports.
const MAX_RAYS: usize = 4096;

/// A ray that was sent: its number and its packets.
#[derive(Clone, Copy, Debug, PartialEq, State)]
struct Ray {
    number: u32,
    packets: u32,
}

#[derive(Clone, Debug, State)]
#[state(not(size))]
pub struct TrabolRules {
    params: Params,
    /// Size of a full packet in bytes.
    size: f64,
    rule: RayRule,
    /// Rays without a report, the oldest first; the last one is being sent.
    rays: Deque<Ray>,
    /// Number of the present ray.
    number: u32,
    /// When the present ray began.
    ray_start: Time,
    /// Packets that the present ray will have in total.
    planned: u32,
    /// Packets of the present ray that have been sent.
    sent: u32,
    /// Rays below this were sent before the last decrease took effect.
    guarded_end: u32,
    /// The latest round-trip sample in seconds; 0 before the first sample.
    rtt: f64,
    /// Whether missing reports have counted as a loss since the last report.
    silence_counted: bool,
}

impl TrabolRules {
    fn new(params: &Params, packet: u16) -> Self {
        TrabolRules {
            size: f64::from(packet.max(1)),
            rule: RayRule::new(params),
            rays: Deque::new(),
            number: 0,
            ray_start: 0,
            planned: 0,
            sent: 0,
            guarded_end: 0,
            rtt: 0.0,
            silence_counted: false,
            params: params.clone(),
        }
    }

    /// Number of packets of a ray at a rate in bit/s, at least one.
    fn packets_at(&self, rate: f64) -> u32 {
        whole::<u32>(math::round(rate * self.params.ray / (8.0 * self.size)).max(1.0))
    }

    /// Seconds between packets within a group: the spacing at the target rate, or less if the start rate
    /// gives the ray more packets than a ray at the target rate has.
    fn spacing(&self) -> f64 {
        if self.params.start_rate.is_some() && self.planned > self.packets_at(self.params.target_rate) {
            return self.params.ray / f64::from(self.planned);
        }
        8.0 * self.size / self.params.target_rate
    }

    /// Seconds between the groups of a ray with `packets` packets: the idle time of the ray, divided evenly
    /// (figure 4, G_a).
    fn group_gap(&self, packets: u32) -> f64 {
        let idle = (self.params.ray - f64::from(packets) * self.spacing()).max(0.0);
        idle / f64::from(packets.div_ceil(self.params.group).max(1))
    }

    /// When packet `i` of the present ray is sent.
    fn send_time(&self, i: u32) -> Time {
        let gaps = f64::from(i / self.params.group) * self.group_gap(self.planned);
        self.ray_start + from_secs(f64::from(i) * self.spacing() + gaps)
    }

    fn ray_duration(&self) -> Time {
        from_secs(self.params.ray)
    }

    /// Begins the next ray at `at`.
    fn begin_ray(&mut self, at: Time, cx: &mut impl Context) {
        if self.sent > 0 {
            self.number += 1;
        }
        self.ray_start = at;
        self.planned = self.packets_at(self.rule.rate);
        self.sent = 0;
        if self.rays.len() >= MAX_RAYS {
            self.rays.pop_front();
        }
        self.report(cx);
    }

    /// Reports completion if no ray waits for its report and the application has finished.
    fn complete_if_done(&self, socket: &mut PacedSocket, cx: &mut impl Context) {
        if socket.is_starved() && self.rays.is_empty() && socket.complete(cx) {
            cx.cancel(Timer::Timeout);
        }
    }

    /// Time without a report, in seconds, after which a ray counts as lost.
    fn report_timeout(&self) -> f64 {
        SILENT_RAYS * self.params.ray + if self.rtt > 0.0 { self.rtt } else { ASSUMED_RTT }
    }

    fn arm_report_timeout(&self, cx: &mut impl Context) {
        cx.arm(Timer::Timeout, cx.now() + from_secs(self.report_timeout()));
    }

    /// Applies the rule to the loss of one ray.
    fn on_loss(&mut self, loss: f64, cx: &mut impl Context) {
        let from = self.rule.rate;
        let outcome = self.rule.on_loss(loss, &self.params);
        let (to, trigger_loss, hold) = (self.rule.rate, self.rule.trigger_loss, f64::from(self.rule.hold));
        match outcome {
            RayOutcome::Decreased => {
                // The present ray continues at the old rate.
                self.guarded_end = self.number + 1;
                cx.report_reduction(to * self.params.ray / (8.0 * self.size));
                cx.decide(decision::Decreased {
                    from,
                    to,
                    loss,
                    hold: hold + 1.0,
                    increase: self.rule.increase(&self.params),
                });
            }
            RayOutcome::Settled => cx.decide(decision::Settled { rate: to, loss }),
            RayOutcome::Waiting => cx.decide(decision::Waiting { rate: to, loss, hold }),
            RayOutcome::Increased(by) => {
                cx.decide(decision::Increased {
                    from,
                    to,
                    by,
                    trigger: trigger_loss,
                    step: f64::from(self.rule.steps),
                });
            }
            RayOutcome::Unchanged => {}
        }
        if cx.records_own_signals() {
            cx.signal(SIGNALS.ray_loss, loss);
        }
    }

    fn report(&self, cx: &mut impl Context) {
        cx.report_rate(self.rule.rate);
        if !cx.records_own_signals() {
            return;
        }
        let packets = self.packets_at(self.rule.rate);
        cx.signal(SIGNALS.ray_packets, f64::from(packets));
        cx.signal(SIGNALS.group_gap, self.group_gap(packets));
        cx.signal(SIGNALS.increasing, f64::from(u8::from(self.rule.is_increasing)));
        cx.signal(SIGNALS.hold, f64::from(self.rule.hold));
        cx.signal(SIGNALS.steps, f64::from(self.rule.steps));
        if self.rule.trigger_loss > 0.0 {
            cx.signal(SIGNALS.trigger_loss, self.rule.trigger_loss);
            cx.signal(SIGNALS.increase, self.rule.increase(&self.params));
        }
    }
}

impl RateAlgorithm for TrabolRules {
    /// The headers of IP and UDP.
    const HEADER: u16 = 28;

    fn restarted(&self, packet: u16) -> Self {
        TrabolRules::new(&self.params, packet)
    }

    fn gap(&mut self, _: &mut impl Context) -> f64 {
        self.spacing()
    }

    /// The next packet of the ray is sent as planned, but after a delay, packets are not sent in bursts.
    /// After the last packet, the next ray begins.
    fn next_send_time(&mut self, _: &mut Pacer, cx: &mut impl Context) -> Time {
        let now = cx.now();
        if self.sent < self.planned {
            let earliest = now + from_secs(self.gap(cx)).max(1);
            self.send_time(self.sent).max(earliest)
        } else {
            (self.ray_start + self.ray_duration()).max(now + 1)
        }
    }

    fn on_start(&mut self, socket: &mut PacedSocket, cx: &mut impl Context) {
        self.begin_ray(cx.now(), cx);
        socket.send_next(self, cx);
    }

    /// Begins the next ray if the present one is complete or its time is over. If the source has
    /// paused for longer than a ray, the next ray begins with its first packet.
    fn may_send(&mut self, _: &mut PacedSocket, cx: &mut impl Context) -> bool {
        let ray = self.ray_duration();
        if self.sent >= self.planned || cx.now() >= self.ray_start + ray {
            let next = self.ray_start + ray;
            let at = if cx.now() < next + ray { next.max(self.ray_start) } else { cx.now() };
            if at > cx.now() {
                cx.arm(Timer::Send, at);
                return false;
            }
            self.begin_ray(at, cx);
        }
        true
    }

    /// Each packet carries the number of its ray and how many packets of the ray follow.
    fn body(&mut self, _: &mut impl Context) -> Body {
        let left = self.planned.saturating_sub(self.sent + 1);
        Body::Data { unit: self.number, info: left, attachment: 0 }
    }

    fn on_sent(&mut self, _: &PacedSocket, cx: &mut impl Context) {
        self.sent += 1;
        match self.rays.back_mut() {
            Some(ray) if ray.number == self.number => ray.packets += 1,
            _ => self.rays.push_back(Ray { number: self.number, packets: 1 }),
        }
        if self.rays.len() == 1 && self.sent == 1 {
            self.arm_report_timeout(cx);
        }
    }

    fn on_starved(&mut self, socket: &mut PacedSocket, cx: &mut impl Context) {
        self.complete_if_done(socket, cx);
    }

    fn on_feedback(&mut self, packet: &Packet, socket: &mut PacedSocket, cx: &mut impl Context) {
        let Some(Attachment::RayReport(report)) = cx.take_attachment(packet.attachment()) else { return };
        if !socket.is_running() {
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
        let sample = now.saturating_sub(packet.timestamp).saturating_sub(report.delay);
        cx.report_rtt(sample);
        self.rtt = to_secs(sample);
        self.silence_counted = false;
        self.arm_report_timeout(cx);
        if report.ray < self.guarded_end && self.params.guard {
            return;
        }
        let lost = ray.packets.saturating_sub(report.received);
        self.on_loss(f64::from(lost) / f64::from(ray.packets.max(1)), cx);
        self.report(cx);
        self.complete_if_done(socket, cx);
    }

    /// No report for too long: a whole ray counts as lost, once until the next report.
    fn on_timer(&mut self, timer: Timer, socket: &mut PacedSocket, cx: &mut impl Context) {
        if timer != Timer::Timeout || self.silence_counted || self.rays.is_empty() {
            return;
        }
        self.silence_counted = true;
        cx.report_timeout(self.report_timeout());
        cx.decide(decision::NoReport { waited: self.report_timeout() });
        self.on_loss(1.0, cx);
        self.report(cx);
        if socket.is_starved() && cx.app_finished() {
            self.rays.clear();
            self.complete_if_done(socket, cx);
        }
    }

    fn on_app(&mut self, socket: &mut PacedSocket, cx: &mut impl Context) {
        if socket.resume() {
            socket.send_next(self, cx);
        }
    }

    fn state(&self, _: &PacedSocket) -> SenderState {
        let in_flight = self.rays.iter().map(|ray| ray.packets).sum();
        SenderState { window: None, rate: Some(self.rule.rate), in_flight }
    }
}

#[derive(Clone, Debug, State)]
pub struct Trabol(RateSender<TrabolRules>);

impl Protocol for Trabol {
    type Params = Params;
    const ID: &'static str = "trabol";
    const NAME: &'static str = "TRABOL";
    const FAMILY: Family = Family::Report;
    const SIGNALS: List<Signal> = about::TrabolSignals::list;
    const DECISIONS: List<Decision> = about::decision::list;

    fn fixed_rate(params: &Params) -> f64 {
        params.start_rate.unwrap_or(0.0).max(params.target_rate)
    }

    fn expectations() -> Expectations {
        Expectations {
            // TRABOL ignores a loss of up to 5 % of a ray and reduces its rate only above 10 %. It loses 11 %
            // of its packets here.
            lost_after_rate_drop: 0.13,
            // Three consecutive lost reports, which occur every few seconds, count as the loss of a whole
            // ray, after which the rate grows by a twentieth of the initial increase every twenty rays. It
            // does not fall below the minimum rate, which the tests set to 0.08 of the link.
            goodput_with_feedback_loss: 0.08,
            ..Expectations::of(Family::Report)
        }
    }

    fn contradictions(params: &Params) -> Vec<Issue> {
        let mut found = Vec::new();
        if params.min_rate > params.target_rate {
            let (target, least) = (quantity(params.target_rate, "bit/s"), quantity(params.min_rate, "bit/s"));
            found.push(Issue::new(
                "target_rate",
                "contradiction",
                format!("The target rate of {target} is below the smallest rate of {least}. Raise one or lower the other."),
            ));
        }
        if let Some(start) = params.start_rate.filter(|&start| start < params.target_rate) {
            let (start, target) = (quantity(start, "bit/s"), quantity(params.target_rate, "bit/s"));
            found.push(Issue::new(
                "start_rate",
                "contradiction",
                format!("The start rate of {start} is below the target rate of {target}. Raise one or lower the other."),
            ));
        }
        if params.min_loss > params.max_loss {
            found.push(Issue::new(
                "min_loss",
                "contradiction",
                format!(
                    "MIN_LOSS is {} and MAX_LOSS is {}: the loss without effect must not be larger than the loss that causes a decrease.",
                    params.min_loss, params.max_loss
                ),
            ));
        }
        found
    }

    fn build(params: &Params, facts: &FlowFacts) -> (Self, Vec<ConnSpec>) {
        let settings = RaySettings {
            patience: from_secs(1.5 * params.ray),
            feedback_size: narrow::<u16>(params.feedback_size),
        };
        let receiver = AnyReceiver::RayReceiver(RayReceiver::new(settings));
        (Trabol(RateSender::new(TrabolRules::new(params, facts.packet))), vec![ConnSpec { receiver }])
    }

    fn set_params(&mut self, params: &Params, cx: &mut impl Context) {
        let rules = &mut self.0.algorithm;
        let target = rules.params.target_rate;
        rules.params = params.clone();
        // A sender at its target rate moves to the new target rate.
        let at_target = !rules.rule.is_increasing && rules.rule.rate >= target;
        let min_rate = params.min_rate.min(params.target_rate);
        let rate = rules.rule.rate;
        // A start rate above the target rate ends at a report, not here.
        if rate <= target {
            rules.rule.rate =
                if at_target { params.target_rate } else { rate.clamp(min_rate, params.target_rate) };
        }
        rules.report(cx);
    }

    fn header_bytes() -> u16 {
        TrabolRules::HEADER
    }
}

delegate_sender!(Trabol);
