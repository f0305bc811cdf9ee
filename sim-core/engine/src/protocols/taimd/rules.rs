//! TAIMD's window: rounds, epochs between losses, the estimate of the fair share, round-trip times and the
//! pacing gap.

use super::about::decision;
use super::law::TaimdLaw;
use super::{FairShareRule, LongRtt, Params, WindowRounding};
use crate::protocols::prelude::*;
use crate::transport::datagrams::DatagramSocket;
use crate::transport::loss_history::{Averaging, LossHistory};
use crate::transport::smoothed::Smoothed;

/// Timeout before the first sample, and the longest timeout, in seconds.
const INITIAL_RTO: f64 = 1.0;
const MAX_RTO: f64 = 60.0;
/// A timeout with fewer packets outstanding does not change the fair share, because only their
/// acknowledgements may have been lost.
const MIN_OUTSTANDING: u32 = 4;
/// Share of the previous value in the short-term and long-term round-trip times (Nishantha and Hayashida
/// 2009, table 1).
const MEMORY: f64 = 0.8;
/// Largest rate that the settings allow, in bit/s.
const MAX_RATE: f64 = 1e11;

#[derive(Clone, Copy, Debug, PartialEq, Eq, State)]
pub(super) enum TaimdMode {
    SlowStart,
    Normal,
    /// From the first negative acknowledgement of a train to the end of the train.
    Loss,
}

#[derive(Clone, Debug, State)]
#[state(not(law, size))]
pub struct TaimdRules {
    pub(super) params: Params,
    pub(super) law: TaimdLaw,
    /// Size of a full packet in bytes.
    size: f64,
    pub(super) mode: TaimdMode,
    /// In packets.
    pub(super) window: f64,
    /// Window at which slow start ends.
    threshold: f64,
    /// The estimated fair share W_F in packets; 0 before the first loss.
    pub(super) fair_share: f64,
    /// The window w_0 after a loss, in packets; 0 before the first loss.
    pub(super) least_window: f64,
    /// Packets below this are no longer outstanding.
    pub(super) outstanding_from: u32,
    /// The packet with which the present round began. Not a whole number, because a round is one window long.
    pub(super) round_start: f64,
    /// Whether the application or the rate limit, not the window, limited this round.
    pub(super) not_window_limited: bool,
    /// Number of rounds in the present epoch.
    pub(super) epoch_rounds: f64,
    /// The first packet of the present epoch; `None` before the first loss.
    pub(super) epoch_start: Option<u32>,
    /// Lengths of epochs in packets.
    pub(super) lengths_in_packets: LossHistory,
    /// Lengths of epochs in rounds.
    lengths_in_rounds: LossHistory,
    /// The latest round-trip sample, in seconds.
    pub(super) latest_rtt: f64,
    pub(super) short_rtt: Smoothed,
    pub(super) long_rtt: Smoothed,
    /// Start of the present round trip in loss mode, and packets sent since then.
    pub(super) loss_round_start: Time,
    pub(super) sent_in_loss_round: f64,
    /// Losses of packets below this have been handled, by a reduction or by a timeout.
    pub(super) handled_below: u32,
    /// Timeouts since the last acknowledgement.
    pub(super) timeouts: u32,
    /// Whether a packet was due that the window did not allow. The next acknowledgement sends it.
    pub(super) blocked: bool,
}

impl WindowRounding {
    /// The number of packets in flight that a window allows.
    fn packets(self, window: f64) -> f64 {
        match self {
            Self::Up => window.ceil(),
            Self::Down => window.floor().max(1.0),
        }
    }

    /// Whether a window of `window` packets allows another packet.
    pub(super) fn has_room(self, outstanding: u32, window: f64) -> bool {
        f64::from(outstanding) < self.packets(window)
    }

    /// Number of packets that count as outstanding after a train (section 2.2): one packet less than a window of
    /// `least_window` packets allows.
    pub(super) fn outstanding_after_train(self, least_window: f64) -> u32 {
        whole::<u32>(self.packets(least_window)).saturating_sub(1)
    }
}

fn averaging(params: &Params) -> Averaging {
    Averaging { intervals: params.history as usize, discount: None, open_is_additional: false }
}

impl TaimdRules {
    pub fn new(params: &Params, packet: u16) -> Self {
        TaimdRules {
            law: TaimdLaw::new(params),
            size: f64::from(packet.max(1)),
            mode: TaimdMode::SlowStart,
            window: params.initial_window,
            threshold: f64::MAX,
            fair_share: 0.0,
            least_window: 0.0,
            outstanding_from: 0,
            round_start: 0.0,
            not_window_limited: false,
            epoch_rounds: 0.0,
            epoch_start: None,
            lengths_in_packets: LossHistory::new(averaging(params)),
            lengths_in_rounds: LossHistory::new(averaging(params)),
            latest_rtt: 0.0,
            short_rtt: Smoothed::default(),
            long_rtt: Smoothed::default(),
            loss_round_start: 0,
            sent_in_loss_round: 0.0,
            handled_below: 0,
            timeouts: 0,
            blocked: false,
            params: params.clone(),
        }
    }

    pub fn set_params(&mut self, params: &Params) {
        self.params = params.clone();
        self.law = TaimdLaw::new(params);
        self.lengths_in_packets.adopt(averaging(params));
        self.lengths_in_rounds.adopt(averaging(params));
        if self.fair_share > 0.0 {
            self.least_window = self.law.least_window(self.fair_share);
        }
    }

    pub(super) fn outstanding(&self, socket: &DatagramSocket) -> u32 {
        socket.next().saturating_sub(self.outstanding_from)
    }

    /// Size of a full packet in bits.
    pub(super) fn bits(&self) -> f64 {
        self.size * 8.0
    }

    /// Seconds between packets (table 1): the mode's round-trip time over its window.
    pub(super) fn pacing_gap(&self) -> f64 {
        let gap = match self.mode {
            TaimdMode::SlowStart => self.latest_rtt / self.window,
            TaimdMode::Loss => self.short_rtt.get() / self.least_window.max(1.0),
            TaimdMode::Normal => self.long_rtt.get() / self.window,
        };
        gap.max(self.bits() / self.params.rate_limit.unwrap_or(MAX_RATE))
    }

    /// The largest window that the rate limit needs (section 4.4).
    fn largest_window(&self) -> f64 {
        match self.params.rate_limit {
            Some(rate) if self.long_rtt.has_value() => (rate * self.long_rtt.get() / self.bits()).max(2.0),
            _ => f64::MAX,
        }
    }

    /// The timeout in seconds, doubled for each expiry in a row.
    pub(super) fn rto(&self) -> f64 {
        let base = if self.long_rtt.has_value() { 4.0 * self.long_rtt.get() } else { INITIAL_RTO };
        let backed_off = base.max(self.params.min_rto) * f64::from(1u32 << self.timeouts.min(16));
        backed_off.min(MAX_RTO)
    }

    /// Updates the round-trip times with a sample in seconds.
    pub(super) fn sample_rtt(&mut self, sample: f64) {
        self.latest_rtt = sample;
        self.short_rtt.update(sample, MEMORY);
        if !self.long_rtt.has_value() || self.params.rtt_long == LongRtt::Ack {
            self.long_rtt.update(self.short_rtt.get(), MEMORY);
        }
    }

    /// Ends a round, because a window of packets has been sent and the first of them has been acknowledged.
    /// Increases the window by one step (equation 2.1), or doubles it in slow start, unless something other
    /// than the window limited the round.
    pub(super) fn end_round(&mut self, socket: &DatagramSocket, cx: &mut impl Context) {
        self.round_start += self.window;
        self.epoch_rounds += 1.0;
        if self.params.rtt_long == LongRtt::Round {
            self.long_rtt.update(self.short_rtt.get(), MEMORY);
        }
        let not_window_limited = std::mem::replace(&mut self.not_window_limited, false);
        let (from, largest) = (self.window, self.largest_window());
        if self.mode == TaimdMode::SlowStart {
            if !not_window_limited {
                self.window = (2.0 * from).min(self.threshold).min(largest);
            }
            if self.window >= self.threshold {
                self.mode = TaimdMode::Normal;
            }
            cx.decide(decision::Doubled { from, to: self.window });
            return;
        }
        if let Some(first) = self.epoch_start {
            self.lengths_in_packets.set_open(f64::from(socket.next() - first));
            self.lengths_in_rounds.set_open(self.epoch_rounds);
        }
        if not_window_limited || from >= largest {
            self.window = from.min(largest);
            cx.decide(decision::NoIncrease { window: self.window });
            return;
        }
        let step = self.law.step(from, self.fair_share);
        self.window = (from + step).min(largest);
        cx.decide(decision::Step { from, to: self.window, step, fair: self.fair_share });
        if self.params.fast_convergence {
            self.converge(cx);
        }
    }

    /// The fair share W_S that the mean epoch gives (equation 3.13), and the mean epoch in rounds; `None`
    /// before the first epoch has ended.
    pub(super) fn fair_share_of_intervals(&self) -> Option<(f64, f64)> {
        let (packets, rounds) = (self.lengths_in_packets.mean()?, self.lengths_in_rounds.mean()?);
        let share = match self.params.ws_mode {
            FairShareRule::Packets => (1.5 * packets).sqrt(),
            FairShareRule::Rounds => 1.5 * rounds,
            FairShareRule::Printed => (1.5 * rounds).sqrt(),
        };
        Some((share, rounds))
    }

    /// Fast convergence (equation 3.14): raises the fair share if the window would not reach W_S within a
    /// mean epoch.
    fn converge(&mut self, cx: &mut impl Context) {
        let Some((target, rounds)) = self.fair_share_of_intervals() else { return };
        let needed = self.law.rounds(self.window, self.fair_share, target);
        if target >= self.fair_share && needed > rounds && rounds > 1.0 {
            let from = self.fair_share;
            self.fair_share += self.law.alpha1;
            self.least_window += self.law.alpha1;
            cx.decide(decision::Converged { before: from, fair: self.fair_share, target, needed, rounds });
        }
    }

    /// Ends the present epoch, if there is one, and begins the next.
    fn begin_epoch(&mut self, socket: &DatagramSocket) {
        if let Some(first) = self.epoch_start.replace(socket.next()) {
            let (packets, rounds) = (f64::from(socket.next() - first), self.epoch_rounds);
            if self.lengths_in_packets.is_empty() {
                self.lengths_in_packets.begin(packets);
                self.lengths_in_rounds.begin(rounds);
            } else {
                self.lengths_in_packets.close(packets);
                self.lengths_in_rounds.close(rounds);
            }
        }
        self.epoch_rounds = 0.0;
        self.round_start = f64::from(socket.next());
    }

    /// Handles the first negative acknowledgement of a train that reports the loss of packet `missing`:
    /// estimates the fair share from the epoch's largest and smallest window (equation 3.12) and sets the
    /// window to just below it (equation 2.2). In slow start, half of the window is the fair share.
    pub(super) fn on_loss(&mut self, missing: u32, socket: &DatagramSocket, cx: &mut impl Context) {
        self.handled_below = missing.saturating_add(1);
        let (top, before) = (self.window, self.fair_share);
        let rounds = self.epoch_rounds;
        let packets = self.epoch_start.map_or(0, |first| socket.next() - first);
        let first = self.mode == TaimdMode::SlowStart;
        self.fair_share =
            if first { (top / 2.0).max(1.0) } else { self.law.fair_share(self.least_window, top).max(1.0) };
        self.least_window = self.law.least_window(self.fair_share);
        self.window = self.least_window;
        self.mode = TaimdMode::Loss;
        self.loss_round_start = cx.now();
        self.sent_in_loss_round = 0.0;
        if first {
            // The history of epochs does not include slow start.
            self.epoch_start = None;
        }
        self.begin_epoch(socket);
        cx.report_reduction(self.window);
        if first {
            cx.decide(decision::FirstLoss { from: top, to: self.window, fair: self.fair_share });
        } else {
            cx.decide(decision::Loss {
                from: top,
                to: self.window,
                before,
                fair: self.fair_share,
                rounds,
                packets: f64::from(packets),
            });
        }
    }

    /// Ends the loss mode, because the train of negative acknowledgements is over (section 2.2). From now on
    /// w_0 - 1 packets count as outstanding, so one packet can be sent at once.
    pub(super) fn leave_loss(&mut self, socket: &DatagramSocket, cx: &mut impl Context) {
        self.mode = TaimdMode::Normal;
        if !socket.is_starved() {
            self.outstanding_from =
                socket.next().saturating_sub(self.params.rounding.outstanding_after_train(self.least_window));
        }
        cx.report_recovered();
        cx.decide(decision::TrainOver {
            window: self.least_window,
            out: f64::from(self.outstanding(socket)),
        });
    }

    /// Handles a timeout: all outstanding packets count as lost, and slow start begins again from one packet,
    /// up to half of the window before. The paper has no timeout; this rule is TCP Reno's.
    pub(super) fn restart_slow_start(&mut self, socket: &DatagramSocket, cx: &mut impl Context) {
        let (from, expired) = (self.window, self.rto());
        if self.timeouts == 0 && self.outstanding(socket) >= MIN_OUTSTANDING {
            self.fair_share = from / 2.0;
            self.least_window = self.law.least_window(self.fair_share);
        }
        self.threshold = if self.fair_share > 0.0 { self.fair_share } else { f64::MAX };
        (self.window, self.mode) = (1.0, TaimdMode::SlowStart);
        (self.outstanding_from, self.handled_below) = (socket.next(), socket.next());
        self.epoch_start = None;
        self.begin_epoch(socket);
        self.epoch_start = None;
        self.timeouts += 1;
        cx.report_timeout(expired);
        cx.decide(decision::Timeout { from, fair: self.fair_share, rto: expired });
    }
}
