//! TFRCP: at the end of each interval of fixed length, the full throughput model determines the rate from the
//! losses in the interval.
//!
//! Follows Padhye, Kurose, Towsley and Koodli 1999. It is not the later TFRC: its `p` is the fraction of
//! packets lost, and it doubles its rate after an interval without loss.

mod about;
#[cfg(test)]
mod tests;

use crate::analysis::equation::{ThroughputEquation, Timeout};
use crate::protocols::prelude::*;
use crate::transport::flight::Flight;
use crate::transport::rto::{RtoRule, RttEstimator};
use crate::transport::smoothed::TimeoutRule;
use crate::transport::vector_receiver::{VectorReceiver, VectorSettings};
use about::{SIGNALS, decision};

params! {
    pub struct Params {
        /// Length of an interval. The rate is set at the end of each interval.
        interval: f64 = 2.0, unit "s", range 0.1..=10.0, label "Interval M", cite "Padhye and others 1999";
        /// Packets per acknowledgement of the TCP that the model describes.
        acked_per_ack: u32 = 1, unit "packets", range 1..=2, label "Packets per ACK", cite "Padhye and others 1998";
        /// Receiver window of the TCP that the model describes.
        max_window: f64 = 10_000.0, unit "packets", range 4.0..=1e5, scale log, label "Largest window", cite "Padhye and others 1998";
        /// How the retransmission timeout in the model is determined.
        t_rto: TimeoutRule = TimeoutRule::Tcp, label "Timeout in the model";
        /// Minimum of the measured timeout, and of 4 R if the timeout in the model is 4 R with a minimum.
        min_rto: f64 = 0.2, unit "s", range 0.0..=3.0, label "Smallest timeout";
        /// Factor by which an interval without loss multiplies the rate.
        increase: f64 = 2.0, range 1.1..=2.0, label "Increase factor", cite "Padhye and others 1999";
        /// Number of later packets received after which a packet counts as lost.
        reordering: u32 = 3, unit "packets", range 1..=10, label "Reordering threshold";
        /// Upper limit of the rate.
        max_rate: Option<f64> = None, unit "bit/s", range 100.0..=1e11, scale log, label "Largest rate", null "no limit";
        /// Number of earlier packets that each acknowledgement also reports.
        redundancy: u32 = 8, unit "packets", range 0..=255, label "ACK redundancy", cite "Padhye and others 1999";
        /// Size of an acknowledgement on the wire.
        ack_size: u32 = 40, unit "bytes", range 20..=1500, label "ACK size";
    }
}

/// Longest time between packets, in seconds.
const MAX_GAP: f64 = 64.0;
/// Smallest round-trip time in the model, in seconds.
const MIN_RTT: f64 = 1e-4;
/// The rate increases only if at least this share of the packets that it allowed is known to have been
/// received or lost.
const MIN_USED_SHARE: f64 = 0.5;

#[derive(Clone, Debug, State)]
#[state(not(size))]
pub struct TfrcpRules {
    params: Params,
    /// Size of a full packet in bytes.
    size: f64,
    /// In bytes per second.
    rate: f64,
    rtt: RttEstimator,
    flight: Flight,
    /// Numbers of packets acknowledged, found lost and sent in the present interval.
    acked: u32,
    lost: u32,
    sent: u32,
    /// Loss fraction of the last interval.
    p: f64,
    /// The model's rate for the last interval with loss, in bytes per second.
    model_rate: f64,
    interval_start: Time,
}

/// An estimator of the round-trip time whose clock has a tick of 1 ms. The timeout is initially 1 s and at
/// most 60 s.
fn estimator(params: &Params) -> RttEstimator {
    RttEstimator::new(RtoRule::Rfc6298, params.min_rto, 0.001, 1.0, 60.0)
}

impl TfrcpRules {
    fn new(params: &Params, packet: u16) -> Self {
        let size = f64::from(packet.max(1));
        TfrcpRules {
            params: params.clone(),
            size,
            // One packet per second until the round-trip time is known.
            rate: size,
            rtt: estimator(params),
            flight: Flight::new(params.reordering),
            acked: 0,
            lost: 0,
            sent: 0,
            p: 0.0,
            model_rate: 0.0,
            interval_start: 0,
        }
    }

    /// The retransmission timeout in the model, in seconds.
    fn timeout(&self) -> f64 {
        let four_rtt = 4.0 * self.rtt.srtt();
        match self.params.t_rto {
            TimeoutRule::FourRtt => four_rtt,
            TimeoutRule::Tcp => to_secs(self.rtt.timeout()),
            TimeoutRule::Least => four_rtt.max(self.params.min_rto),
        }
    }

    /// Sets the rate within its limits. At least one packet is sent in each interval, because without
    /// feedback the rate could never increase again.
    fn set_rate(&mut self, rate: f64) {
        let largest = self.params.max_rate.map_or(1e11, |bits| bits / 8.0);
        self.rate = rate.min(largest).max(self.size / self.params.interval.min(MAX_GAP));
    }

    /// Recomputes the send time of the next packet after a change of the rate, and reports the rate.
    fn reschedule(&mut self, socket: &mut PacedSocket, cx: &mut impl Context) {
        socket.reschedule(self, cx);
        cx.report_rate(self.rate * 8.0);
    }

    /// Sets the rate at the end of an interval (Padhye and others 1999): to the model's rate after losses, to
    /// a multiple of the present rate after an interval without loss, or to half of the present rate if no
    /// packet was acknowledged.
    fn end_interval(&mut self, socket: &mut PacedSocket, cx: &mut impl Context) {
        if let Some(at) = cx.now().checked_sub(self.rtt.timeout()) {
            let lost = &mut self.lost;
            self.flight.mark_older_lost(at, |_, _| *lost += 1);
        }
        let before = self.rate;
        // Packets of which the sender knows whether they were received or lost.
        let known_packets = self.acked + self.lost;
        let allowed_packets = self.rate * to_secs(cx.now() - self.interval_start) / self.size;
        if !self.rtt.has_sample() || known_packets == 0 {
            if self.sent > 0 {
                self.set_rate(self.rate / 2.0);
                cx.decide(decision::Halved { from: before * 8.0, to: self.rate * 8.0 });
            }
        } else if self.lost > 0 {
            self.p = f64::from(self.lost) / f64::from(known_packets);
            self.model_rate = self.model_rate();
            self.set_rate(self.model_rate);
            cx.report_reduction(self.rate * self.rtt.srtt() / self.size);
            cx.decide(decision::SetByModel {
                from: before * 8.0,
                to: self.rate * 8.0,
                lost: f64::from(self.lost),
                packets: f64::from(known_packets),
                p: self.p,
            });
        } else {
            self.p = 0.0;
            if f64::from(known_packets) >= MIN_USED_SHARE * allowed_packets {
                self.set_rate(self.rate * self.params.increase);
                cx.decide(decision::Doubled {
                    from: before * 8.0,
                    to: self.rate * 8.0,
                    packets: f64::from(known_packets),
                });
            } else {
                cx.decide(decision::NoIncrease {
                    from: before * 8.0,
                    packets: f64::from(known_packets),
                    could: allowed_packets,
                });
            }
        }
        self.emit(known_packets, cx);
        if socket.is_starved() && self.flight.in_flight() == 0 {
            socket.complete(cx);
        }
        (self.acked, self.lost, self.sent) = (0, 0, 0);
        self.begin_interval(socket, cx);
        self.reschedule(socket, cx);
    }

    /// The rate of the throughput model (Padhye and others 1998) at the interval's loss fraction.
    fn model_rate(&self) -> f64 {
        let equation = ThroughputEquation {
            acked_per_ack: f64::from(self.params.acked_per_ack),
            timeout: Timeout::Seconds(self.timeout()),
            clamp: true,
        };
        equation.rate_within(self.size, self.rtt.srtt().max(MIN_RTT), self.p, self.params.max_window)
    }

    fn begin_interval(&mut self, socket: &PacedSocket, cx: &mut impl Context) {
        self.interval_start = cx.now();
        if !socket.is_completed() {
            cx.arm(Timer::Round, cx.now() + from_secs(self.params.interval));
        }
    }

    fn emit(&self, known_packets: u32, cx: &mut impl Context) {
        if !cx.records_own_signals() {
            return;
        }
        cx.signal(SIGNALS.loss_fraction, self.p);
        cx.signal(SIGNALS.interval_packets, f64::from(known_packets));
        if self.p > 0.0 {
            cx.signal(SIGNALS.model_rate, self.model_rate * 8.0);
        }
        if self.rtt.has_sample() {
            cx.signal(SIGNALS.srtt, self.rtt.srtt());
            cx.signal(SIGNALS.t_rto, self.timeout());
        }
    }
}

impl RateAlgorithm for TfrcpRules {
    fn restarted(&self, packet: u16) -> Self {
        TfrcpRules::new(&self.params, packet)
    }

    fn gap(&mut self, cx: &mut impl Context) -> f64 {
        cx.report_rate(self.rate * 8.0);
        self.size / self.rate
    }

    fn on_start(&mut self, socket: &mut PacedSocket, cx: &mut impl Context) {
        self.begin_interval(socket, cx);
        socket.send_next(self, cx);
    }

    fn on_sent(&mut self, _: &PacedSocket, cx: &mut impl Context) {
        self.flight.record_sent(cx.now());
        self.sent += 1;
    }

    /// Counts the packets that the acknowledgement reports. The first acknowledgement sets the rate to one
    /// packet per round trip. After that, the rate changes only at the end of an interval.
    fn on_feedback(&mut self, packet: &Packet, socket: &mut PacedSocket, cx: &mut impl Context) {
        let Some(Attachment::AckVector(vector)) = cx.take_attachment(packet.attachment()) else { return };
        let now = cx.now();
        if self.flight.acknowledge(packet.seq).is_some() {
            self.acked += 1;
        }
        // Also samples packets that already count as lost: otherwise a timeout below the round-trip time
        // would never grow.
        let first = !self.rtt.has_sample();
        self.rtt.sample(packet.timestamp.min(now), now);
        cx.report_rtt(now.saturating_sub(packet.timestamp));
        if first && socket.is_running() {
            let before = self.rate;
            self.set_rate(self.size / self.rtt.srtt().max(MIN_RTT));
            cx.decide(decision::FirstAck { from: before * 8.0, to: self.rate * 8.0, srtt: self.rtt.srtt() });
            self.reschedule(socket, cx);
        }
        for back in 1..=self.params.redundancy.min(vector.head) {
            let seq = vector.head - back;
            if vector.has(seq) == Some(true) && self.flight.acknowledge(seq).is_some() {
                self.acked += 1;
            }
        }
        let lost = &mut self.lost;
        self.flight.mark_overtaken_lost(|_, _| *lost += 1);
    }

    fn on_timer(&mut self, timer: Timer, socket: &mut PacedSocket, cx: &mut impl Context) {
        if timer == Timer::Round {
            self.end_interval(socket, cx);
        }
    }

    fn state(&self, _: &PacedSocket) -> SenderState {
        SenderState { window: None, rate: Some(self.rate * 8.0), in_flight: self.flight.in_flight() }
    }
}

#[derive(Clone, Debug, State)]
pub struct Tfrcp(RateSender<TfrcpRules>);

impl Protocol for Tfrcp {
    type Params = Params;
    const ID: &'static str = "tfrcp";
    const NAME: &'static str = "TFRCP";
    const FAMILY: Family = Family::Report;
    const SIGNALS: List<Signal> = about::TfrcpSignals::list;
    const DECISIONS: List<Decision> = about::decision::list;

    fn expectations() -> Expectations {
        Expectations {
            // TFRCP doubles its rate in each interval without loss until the rate exceeds the link's. Then
            // the rate falls by up to three orders of magnitude. A cycle of n doublings delivers 2 / n of the
            // link's rate: a quarter with the usual 8, 0.15 with 13.
            goodput_alone: 0.15,
            goodput_with_feedback_loss: 0.15,
            goodput_after_outage: 0.15,
            // The last interval of a cycle sends at up to twice the link's rate and loses up to half of its
            // packets. The earlier intervals send about as many packets as the last one delivers, without
            // loss: a third of all packets is lost.
            lost_after_rate_drop: 0.4,
            // A fifth of the new rate: a cycle of 10 doublings.
            goodput_after_rate_drop: 0.02,
            ..Expectations::of(Family::Report)
        }
    }

    fn build(params: &Params, facts: &FlowFacts) -> (Self, Vec<ConnSpec>) {
        let settings = VectorSettings {
            span: params.redundancy,
            ack_size: narrow::<u16>(params.ack_size),
            // The bits for the earlier packets fit into the acknowledgement's header.
            bytes_per_16: 0,
        };
        let receiver = AnyReceiver::VectorReceiver(VectorReceiver::new(settings));
        (Tfrcp(RateSender::new(TfrcpRules::new(params, facts.packet))), vec![ConnSpec { receiver }])
    }

    fn set_params(&mut self, params: &Params, cx: &mut impl Context) {
        let RateSender { algorithm, socket } = &mut self.0;
        algorithm.params = params.clone();
        algorithm.flight.set_reordering_threshold(params.reordering);
        algorithm.rtt.configure(RtoRule::Rfc6298, params.min_rto, 0.001, 1.0, 60.0);
        algorithm.set_rate(algorithm.rate);
        algorithm.reschedule(socket, cx);
    }
}

delegate_sender!(Tfrcp);
