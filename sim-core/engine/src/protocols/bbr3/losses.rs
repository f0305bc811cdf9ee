//! The bounds that losses set, and their restoration (draft-ietf-ccwg-bbr-06, sections 5.5.10 and 5.5.11).

use super::about::decision;
use super::{Bbr3Mode, Bbr3Rules, Undo};
use crate::protocols::prelude::*;
use crate::transport::delivery_rate::{LostPacket, RateSample};

impl Bbr3Rules {
    /// HandleLostPacket (section 5.5.10.2).
    pub(super) fn on_lost_packet(
        &mut self,
        packet: LostPacket,
        w: &CongestionWindow,
        now: Time,
        out: &mut dyn Reports,
    ) {
        if !self.loss_in_round {
            self.loss_round_end = packet.delivered;
            self.save_state(w);
        }
        self.loss_in_round = true;
        let sent_in_flight = f64::from(packet.sent_in_flight);
        if self.probe_samples && self.is_too_high(packet.lost_since, sent_in_flight) {
            // The number of packets in flight at which the losses exceeded the threshold.
            let before = sent_in_flight - 1.0;
            let lost_before = packet.lost_since as f64 - 1.0;
            let threshold = self.params.loss_threshold;
            let prefix = ((threshold * before - lost_before) / (1.0 - threshold)).max(0.0);
            self.on_too_high(before + prefix, packet, w, now, out);
        }
    }

    /// HandleInflightTooHigh.
    fn on_too_high(
        &mut self,
        in_flight: f64,
        packet: LostPacket,
        w: &CongestionWindow,
        now: Time,
        out: &mut dyn Reports,
    ) {
        self.prior_too_high = true;
        self.probe_samples = false;
        if !packet.app_limited {
            self.long_in_flight = in_flight.max(self.target_in_flight(w.cwnd) * self.params.beta);
            let share = packet.lost_since as f64 / f64::from(packet.sent_in_flight.max(1));
            out.decide(decision::TooHigh {
                loss: share,
                threshold: self.params.loss_threshold,
                limit: self.long_in_flight,
            });
        }
        if self.mode == Bbr3Mode::Up {
            self.undo.mode = Some(Bbr3Mode::Up);
            self.start_down(now, out);
        }
    }

    /// SaveStateUponLoss (section 5.5.11.1).
    pub(super) fn save_state(&mut self, w: &CongestionWindow) {
        self.save_window(w);
        self.undo = Undo {
            mode: None,
            short_bandwidth: self.short_bandwidth,
            short_in_flight: self.short_in_flight,
            long_in_flight: self.long_in_flight,
        };
    }

    /// HandleSpuriousLossDetection (section 5.5.11.2).
    pub(super) fn restore_state(&mut self, w: &mut CongestionWindow, out: &mut dyn Reports) {
        let (before, undo) = (w.cwnd, std::mem::take(&mut self.undo));
        w.cwnd = w.cwnd.max(self.prior_window);
        self.loss_in_round = false;
        self.reset_full();
        self.short_bandwidth = self.short_bandwidth.max(undo.short_bandwidth);
        self.short_in_flight = self.short_in_flight.max(undo.short_in_flight);
        self.long_in_flight = self.long_in_flight.max(undo.long_in_flight);
        out.decide(decision::Undone { from: before, to: w.cwnd });
        match undo.mode {
            Some(Bbr3Mode::Startup) if self.mode != Bbr3Mode::Startup => {
                self.is_full = false;
                if self.mode != Bbr3Mode::ProbeRtt {
                    self.start_startup();
                }
            }
            Some(Bbr3Mode::Up) if !matches!(self.mode, Bbr3Mode::Up | Bbr3Mode::ProbeRtt) => {
                self.start_refill(out);
            }
            _ => {}
        }
    }

    /// UpdateLatestDeliverySignals.
    pub(super) fn update_latest(&mut self, sample: &RateSample) {
        self.loss_round_start = false;
        self.latest_bandwidth = self.latest_bandwidth.max(sample.rate.unwrap_or(0.0));
        self.latest_in_flight = self.latest_in_flight.max(sample.delivered as f64);
        if sample.prior_delivered >= self.loss_round_end {
            self.loss_round_end = self.rate.delivered();
            self.loss_round_start = true;
        }
    }

    /// UpdateCongestionSignals, with UpdateRound and UpdateMaxBw.
    pub(super) fn update_congestion(
        &mut self,
        sample: &RateSample,
        w: &CongestionWindow,
        out: &mut dyn Reports,
    ) {
        self.round_start = sample.prior_delivered >= self.round_end;
        if self.round_start {
            self.start_round();
            self.round += 1;
            self.rounds_since_probe += 1;
        }
        if let Some(rate) = sample.rate
            && (rate >= self.max_bandwidth() || !sample.app_limited)
        {
            self.max_bandwidths[1] = self.max_bandwidths[1].max(rate);
        }
        if !self.loss_round_start {
            return;
        }
        // AdaptLowerBoundsFromCongestion: once per round trip with losses.
        if self.loss_in_round && !self.is_probing() {
            let beta = self.params.beta;
            let bound =
                if self.short_bandwidth.is_infinite() { self.max_bandwidth() } else { self.short_bandwidth };
            self.short_bandwidth = self.latest_bandwidth.max(beta * bound);
            let bound = if self.short_in_flight.is_infinite() { w.cwnd } else { self.short_in_flight };
            self.short_in_flight = self.latest_in_flight.max(beta * bound);
            out.decide(decision::SlowsDown {
                rate: self.short_bandwidth * self.bits,
                limit: self.short_in_flight,
            });
        }
        self.loss_in_round = false;
    }

    pub(super) fn reset_short_term(&mut self) {
        (self.short_bandwidth, self.short_in_flight) = (f64::INFINITY, f64::INFINITY);
    }
}
