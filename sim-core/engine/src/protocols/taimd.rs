//! TAIMD (Nishantha and Hayashida 2009): a window that grows faster below its estimated fair share than above
//! it. A loss reduces the window to just below the estimate.
//!
//! A timer paces the packets. Packets are not retransmitted. The receiver reports losses by trains of negative
//! acknowledgements (`transport/nack_receiver.rs`).

mod about;
mod law;
mod rules;
#[cfg(test)]
mod tests;

use crate::ground::packet::NEGATIVE_ACK;
use crate::protocols::prelude::*;
use crate::transport::nack_receiver::{NackReceiver, NackSettings};
use about::{SIGNALS, decision};
use rules::{TaimdMode, TaimdRules};

choice! {
    /// Which parameters determine the steps and the decrease.
    pub enum Parametrization {
        /// Delta and k, which keep the flow exactly as fast as TCP.
        Ripple "delta_k" "Delta and k",
        /// Alpha 1, alpha 2 and beta directly.
        Steps "steps" "Alpha 1, alpha 2 and beta",
    }
}

choice! {
    /// How the loss intervals determine a fair share. Equation 3.13 of the paper contradicts the paper's
    /// text.
    pub enum FairShareRule {
        /// The square root of 1.5 N, where N is the mean loss interval in packets (TCP's square-root law).
        Packets "packets" "Root of 1.5 N",
        /// 1.5 L, where L is the mean loss interval in rounds. In a steady state this is the same fair share.
        Rounds "rounds" "1.5 L",
        /// The square root of 1.5 L, as printed in the paper. It is always below the fair share, so it has no
        /// effect.
        Printed "printed" "As printed: root of 1.5 L",
    }
}

choice! {
    /// When the long-term round-trip time takes a sample of the short-term one.
    pub enum LongRtt {
        /// Once per round. With one sample per acknowledgement, the long-term round-trip time would follow
        /// the short-term round-trip time with a lag of only about five acknowledgements.
        Round "round" "Once per round",
        /// With each acknowledgement, as the assignment in table 1 of the paper can be read.
        Ack "ack" "With each acknowledgement",
    }
}

choice! {
    /// How many packets a window that is not a whole number allows in flight.
    pub enum WindowRounding {
        /// The next larger number: evenly spaced, that many are in flight at times.
        Up "up" "Up",
        /// The next smaller number, but at least one, as with the whole windows of ns-2.
        Down "down" "Down",
    }
}

params! {
    pub struct Params {
        /// Which parameters determine the steps and the decrease.
        given: Parametrization = Parametrization::Ripple, label "Steps and decrease set by", cite "Nishantha and Hayashida 2009, section 3.5";
        /// Difference between the largest and the smallest window, as a share of the mean window.
        delta: f64 = 0.1, range 0.01..=0.9, label "Delta: ripple", cite "Nishantha and Hayashida 2009, eq. 3.15";
        /// Ratio of the increase below the fair share to the increase above it.
        k: f64 = 3.0, range 1.0..=10.0, label "k: ratio of steps", cite "Nishantha and Hayashida 2009, section 3.5";
        /// Increase per round at and below the fair share, if set directly.
        alpha1: f64 = 0.259808, unit "packets", range 0.001..=10.0, scale log, label "Alpha 1", cite "Nishantha and Hayashida 2009, eq. 2.1";
        /// Increase per round above the fair share, if set directly; at most alpha 1.
        alpha2: f64 = 0.086603, unit "packets", range 0.001..=10.0, scale log, label "Alpha 2", cite "Nishantha and Hayashida 2009, eq. 2.1";
        /// Share by which the window after a loss is below the fair share, if set directly.
        beta: f64 = 0.063397, above 0.0, max 0.99, label "Beta", cite "Nishantha and Hayashida 2009, eq. 2.2";
        /// Raise the fair share faster while the loss intervals indicate a larger fair share.
        fast_convergence: bool = true, cite "Nishantha and Hayashida 2009, section 3.4";
        /// How the loss intervals determine a fair share.
        ws_mode: FairShareRule = FairShareRule::Packets, label "Fair share of the intervals", cite "Nishantha and Hayashida 2009, eq. 3.13";
        /// When the long-term round-trip time takes a sample.
        rtt_long: LongRtt = LongRtt::Round, label "Long-term RTT", cite "Nishantha and Hayashida 2009, table 1";
        /// How many packets a window that is not a whole number allows in flight.
        rounding: WindowRounding = WindowRounding::Up, label "Window rounded", cite "Nishantha and Hayashida 2009, section 3.1";
        /// Number of epochs that are averaged, with TFRC's weights.
        history: u32 = 8, unit "epochs", range 2..=32, label "Epochs averaged", cite "RFC 5348 section 5.4";
        /// Number of packets after a gap that the receiver acknowledges as if no packet were missing.
        ooo: u32 = 2, unit "packets", range 0..=10, label "Reordering tolerated", cite "Nishantha and Hayashida 2009, section 2.2";
        /// Upper limit of the rate.
        rate_limit: Option<f64> = None, unit "bit/s", range 1000.0..=1e11, scale log, null "no limit", cite "Nishantha and Hayashida 2009, section 4.4";
        /// Window at the start.
        initial_window: f64 = 1.0, unit "packets", range 1.0..=10.0;
        /// Minimum of the timeout, which is otherwise four long-term round-trip times.
        min_rto: f64 = 1.0, unit "s", range 0.05..=10.0, scale log, label "Smallest timeout";
        /// Size of an acknowledgement on the wire.
        ack_size: u32 = 40, unit "bytes", range 20..=1500, label "ACK size";
    }
}

impl RateAlgorithm for TaimdRules {
    fn restarted(&self, packet: u16) -> Self {
        TaimdRules::new(&self.params, packet)
    }

    fn gap(&mut self, _: &mut impl Context) -> f64 {
        self.pacing_gap()
    }

    fn on_start(&mut self, socket: &mut PacedSocket, cx: &mut impl Context) {
        self.explain_law(cx);
        socket.send_next(self, cx);
        self.report(socket, cx);
    }

    /// If the window does not allow the packet, the next acknowledgement sends it. In loss mode, a timer
    /// sends it in the next round trip.
    fn may_send(&mut self, socket: &mut PacedSocket, cx: &mut impl Context) -> bool {
        self.blocked = !self.window_allows_packet(socket, cx.now());
        if self.blocked && self.mode == TaimdMode::Loss {
            cx.arm(Timer::Send, self.loss_round_start + from_secs(self.short_rtt.get()).max(1));
        }
        !self.blocked
    }

    /// Each packet carries the short-term round-trip time in microseconds, which determines the length of the
    /// receiver's trains.
    fn body(&mut self, _: &mut impl Context) -> Body {
        let micros = whole::<u32>((self.short_rtt.get() * 1e6).min(f64::from(u32::MAX)));
        Body::Data { unit: 0, info: micros, attachment: 0 }
    }

    fn on_sent(&mut self, _: &PacedSocket, cx: &mut impl Context) {
        self.sent_in_loss_round += 1.0;
        if cx.due(Timer::Timeout) == NEVER {
            cx.arm(Timer::Timeout, cx.now() + from_secs(self.rto()));
        }
    }

    fn on_starved(&mut self, socket: &mut PacedSocket, cx: &mut impl Context) {
        self.not_window_limited = true;
        self.complete_if_done(socket, cx);
    }

    fn after_send_timer(&mut self, socket: &PacedSocket, cx: &mut impl Context) {
        self.report(socket, cx);
    }

    #[inline]
    fn on_feedback(&mut self, packet: &Packet, socket: &mut PacedSocket, cx: &mut impl Context) {
        let Body::Ack { attachment: 0, next: missing, .. } = Body::of(packet) else {
            cx.take_attachment(packet.attachment());
            return;
        };
        if packet.seq >= socket.next() || !socket.is_running() {
            return;
        }
        self.timeouts = 0;
        cx.arm(Timer::Timeout, cx.now() + from_secs(self.rto()));
        let in_loss_mode = self.mode == TaimdMode::Loss;
        // `missing` is the first missing packet. It is equal in all negative acknowledgements of a train and
        // larger in those of later trains. In an acknowledgement sent before the end of the train, it is at
        // most the same. Acknowledgements can be reordered, so only `missing` shows to which train an
        // acknowledgement belongs.
        let is_handled = missing < self.handled_below;
        if packet.flags & NEGATIVE_ACK != 0 && !is_handled {
            if in_loss_mode {
                self.leave_loss(socket, cx);
            }
            self.on_loss(missing, socket, cx);
        } else if !in_loss_mode || !is_handled {
            self.on_acknowledgement(packet, socket, cx);
        }
        if self.blocked {
            socket.send_next(self, cx);
        }
        if socket.is_starved() {
            self.complete_if_done(socket, cx);
        }
        self.report(socket, cx);
    }

    fn on_timer(&mut self, timer: Timer, socket: &mut PacedSocket, cx: &mut impl Context) {
        if timer == Timer::Timeout {
            self.on_timeout(socket, cx);
        }
        self.report(socket, cx);
    }

    fn on_app(&mut self, socket: &mut PacedSocket, cx: &mut impl Context) {
        if socket.is_starved() {
            socket.send_next(self, cx);
            self.report(socket, cx);
        }
    }

    fn state(&self, socket: &PacedSocket) -> SenderState {
        SenderState { window: Some(self.window), rate: None, in_flight: self.outstanding(socket) }
    }
}

impl TaimdRules {
    /// Handles an acknowledgement. In loss mode it shows that the train has ended, so the loss mode ends. In the
    /// other modes it gives a round-trip sample.
    fn on_acknowledgement(&mut self, packet: &Packet, socket: &PacedSocket, cx: &mut impl Context) {
        self.outstanding_from = self.outstanding_from.max(packet.seq + 1);
        if self.mode == TaimdMode::Loss {
            // A timer of the receiver may have sent this acknowledgement, so it is no round-trip sample.
            self.leave_loss(socket, cx);
        } else {
            let sample = cx.now().saturating_sub(packet.timestamp);
            cx.report_rtt(sample);
            self.sample_rtt(to_secs(sample));
        }
        let sent = f64::from(socket.next()) >= self.round_start + self.window.trunc();
        if sent && f64::from(self.outstanding_from) > self.round_start {
            self.end_round(socket, cx);
        }
    }

    fn on_timeout(&mut self, socket: &mut PacedSocket, cx: &mut impl Context) {
        if socket.is_starved() && self.outstanding(socket) == 0 {
            return;
        }
        self.restart_slow_start(socket, cx);
        cx.arm(Timer::Timeout, cx.now() + from_secs(self.rto()));
        socket.send_next(self, cx);
        self.complete_if_done(socket, cx);
    }

    fn complete_if_done(&mut self, socket: &mut PacedSocket, cx: &mut impl Context) {
        if socket.is_starved() && self.outstanding(socket) == 0 {
            cx.cancel(Timer::Timeout);
            socket.complete(cx);
        }
    }

    /// Whether another packet may be sent: within the window, or in loss mode within w_0 packets per round
    /// trip.
    fn window_allows_packet(&mut self, socket: &PacedSocket, now: Time) -> bool {
        if self.mode != TaimdMode::Loss {
            return self.params.rounding.has_room(self.outstanding(socket), self.window);
        }
        if now >= self.loss_round_start + from_secs(self.short_rtt.get()) {
            self.loss_round_start = now;
            self.sent_in_loss_round = 0.0;
        }
        self.sent_in_loss_round < self.least_window.trunc()
    }

    fn explain_law(&self, cx: &mut impl Context) {
        let law = &self.law;
        cx.decide(decision::Law {
            delta: law.delta(),
            k: law.k(),
            alpha1: law.alpha1,
            alpha2: law.alpha2,
            beta: law.beta,
            friendly: law.friendly_beta(),
        });
    }

    #[inline]
    fn report(&self, socket: &PacedSocket, cx: &mut impl Context) {
        cx.report_window(self.window, || self.outstanding(socket));
        if self.long_rtt.has_value() {
            cx.report_rate(self.bits() / self.pacing_gap());
        }
        if cx.records_own_signals() {
            self.emit(cx);
        }
    }

    fn emit(&self, cx: &mut impl Context) {
        cx.signal(SIGNALS.mode, f64::from(self.mode as u8));
        if self.fair_share > 0.0 {
            cx.signal(SIGNALS.w_f, self.fair_share);
            cx.signal(SIGNALS.w_0, self.least_window);
        }
        if let Some((share, rounds)) = self.fair_share_of_intervals() {
            cx.signal(SIGNALS.w_s, share);
            cx.signal(SIGNALS.l, rounds);
            cx.signal(SIGNALS.n, self.lengths_in_packets.mean().unwrap_or(0.0));
        }
        if self.epoch_start.is_some() {
            cx.signal(SIGNALS.rounds, self.epoch_rounds);
        }
        if self.long_rtt.has_value() {
            cx.signal(SIGNALS.rtt_cur, self.latest_rtt);
            cx.signal(SIGNALS.rtt_short, self.short_rtt.get());
            cx.signal(SIGNALS.rtt_long, self.long_rtt.get());
            cx.signal(SIGNALS.gap, self.pacing_gap());
        }
        let law = &self.law;
        cx.signal(SIGNALS.alpha1, law.alpha1);
        cx.signal(SIGNALS.alpha2, law.alpha2);
        cx.signal(SIGNALS.beta, law.beta);
        cx.signal(SIGNALS.delta, law.delta());
        cx.signal(SIGNALS.k, law.k());
    }
}

#[derive(Clone, Debug, State)]
pub struct Taimd(RateSender<TaimdRules>);

impl Protocol for Taimd {
    type Params = Params;
    const ID: &'static str = "taimd";
    const NAME: &'static str = "TAIMD";
    const SIGNALS: List<Signal> = about::TaimdSignals::list;
    const DECISIONS: List<Decision> = about::decision::list;

    fn contradictions(params: &Params) -> Vec<Issue> {
        if params.given != Parametrization::Steps || params.alpha1 >= params.alpha2 {
            return Vec::new();
        }
        vec![Issue::new(
            "alpha1",
            "contradiction",
            format!(
                "Alpha 1 is {} and alpha 2 is {}: the increase below the fair share must not be smaller than the one above it. \
                 Raise alpha 1 or lower alpha 2.",
                params.alpha1, params.alpha2
            ),
        )]
    }

    fn build(params: &Params, facts: &FlowFacts) -> (Self, Vec<ConnSpec>) {
        let settings = NackSettings { tolerated: params.ooo, ack_size: narrow::<u16>(params.ack_size) };
        let receiver = AnyReceiver::NackReceiver(NackReceiver::new(settings));
        (Taimd(RateSender::new(TaimdRules::new(params, facts.packet))), vec![ConnSpec { receiver }])
    }

    fn set_params(&mut self, params: &Params, cx: &mut impl Context) {
        let RateSender { algorithm, socket } = &mut self.0;
        algorithm.set_params(params);
        algorithm.explain_law(cx);
        algorithm.report(socket, cx);
    }
}

delegate_sender!(Taimd);
