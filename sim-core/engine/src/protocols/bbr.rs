//! BBR version 1 (Cardwell and others 2016; Linux's tcp_bbr): a model of the path, its bandwidth and its
//! round-trip time without queue, determines rate and window. Losses hardly matter.

use crate::protocols::prelude::*;
use crate::transport::delivery_rate::{DeliveryRate, RateSample};
use crate::transport::stack::LINUX;
use crate::transport::tcp_params::TcpParams;
use crate::transport::windowed::WindowedMax;

params! {
    pub struct Params {
        /// Gain of rate and window in start-up: the smallest that doubles the rate in each round trip,
        /// $2/\\ln 2$.
        startup_gain: f64 = 2.885, range 1.1..=10.0, label "Start-up gain", cite "draft-cardwell-iccrg-bbr-congestion-control-00 section 4.1.1";
        /// Gain of the rate while the flow probes for more bandwidth. The next phase uses as much less, to
        /// drain the queue.
        probe_gain: f64 = 1.25, range 1.01..=2.0, label "Probing gain", cite "draft-cardwell-iccrg-bbr-congestion-control-00 section 4.3.4.2";
        /// Gain of the window: the largest number of packets in flight, in BDPs.
        cwnd_gain: f64 = 2.0, range 1.0..=10.0, label "Window gain", cite "draft-cardwell-iccrg-bbr-congestion-control-00 section 4.2.3.2";
        /// Length of the window whose largest rate sample is the bandwidth.
        bandwidth_rounds: u32 = 10, unit "round trips", range 1..=1000, scale log, cite "draft-cardwell-iccrg-bbr-congestion-control-00 section 4.1.1.3";
        /// Time after which the smallest round-trip time is measured anew.
        probe_rtt_interval: f64 = 10.0, unit "s", range 0.1..=1000.0, scale log, label "Interval of RTT probes", cite "draft-cardwell-iccrg-bbr-congestion-control-00 section 4.1.2";
        /// Shortest duration of a measurement of the smallest round-trip time.
        probe_rtt_duration: f64 = 0.2, unit "s", range 0.0..=10.0, label "Duration of RTT probes", cite "draft-cardwell-iccrg-bbr-congestion-control-00 section 4.3.5";
        /// Send ECN-capable packets, and ignore marks, as in Linux.
        ecn: bool = false, label "ECN";
        /// Pace as Linux: send the first window at once, and let a packet that is sent late shorten the next gap, by at most
        /// half.
        makes_up_delays: bool = false, given ("stack", LINUX, true), label "Make up for delays", cite "Linux, tcp_update_skb_after_send";
        /// Let the window exceed the BDP by three bursts of the size that Linux may give to a network card: what the rate sends
        /// in a millisecond, and at least two packets above 1.2 Mb/s. Otherwise by three packets.
        burst_allowance: bool = false, given ("stack", LINUX, true), label "Allowance for bursts", cite "Linux, bbr_quantization_budget";
        ..paced: PacedParams;
    }
}

/// Smallest window in packets, which is also the window while the flow measures the smallest round-trip time.
const MIN_WINDOW: f64 = 4.0;
/// Share of the bandwidth that is left free, so that queues do not grow from rounding.
const PACING_MARGIN: f64 = 0.01;
/// Growth per round trip below which the pipe counts as full after three rounds.
const FULL_GROWTH: f64 = 1.25;
const FULL_ROUNDS: u32 = 3;
const PHASES: u32 = 8;
/// The allowance for aggregated acknowledgements is at most what the bandwidth delivers in this time, in
/// seconds, and is measured over this number of rounds.
const MAX_AGGREGATION: f64 = 0.1;
const AGGREGATION_ROUNDS: u64 = 10;
/// The rate in bytes per second from which Linux sends bursts of at least two packets.
const BURST_RATE: f64 = 150_000.0;

/// The states of the algorithm, numbered as in the signal `state`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, State)]
enum BbrMode {
    Startup,
    Drain,
    ProbeBandwidth,
    ProbeRtt,
}

signals! {
    const SIGNALS: BbrSignals {
        ..window: window::WindowSignals;
        /// The largest delivery rate of the last round trips.
        bandwidth: "Bandwidth" in "bit/s";
        /// The smallest round-trip time of the last seconds.
        min_rtt: "Smallest RTT" in "s";
        /// Bandwidth times smallest round-trip time.
        bdp: "BDP" in "packets";
        /// The window's gain times the BDP.
        limit: "Limit in flight" in "packets";
        /// The rate at which packets are paced.
        pacing_rate: "Pacing rate" in "bit/s";
        /// Pacing rate relative to the bandwidth.
        pacing_gain: "Pacing gain";
        /// Window relative to the BDP.
        window_gain: "Window gain";
        /// 0: start-up, 1: drain, 2: bandwidth probing, 3: RTT probing.
        state: "State";
        /// The phase of bandwidth probing from 0 to 7; -1 in other states.
        phase: "Phase";
    }
}

decisions! {
    mod decision after window::decision {
        values {
            bdp: "Bandwidth times smallest round-trip time." in "packets",
            gain: "Gain of the pacing rate.",
            rate: "Pacing rate." in "bit/s",
        }
        /// Three round trips raised the bandwidth by less than a quarter: it is {bandwidth}, the BDP {bdp}
        /// packets. Drain begins.
        Full "bbr_full" "Pipe full" { bandwidth: "Bandwidth." in "bit/s", bdp }
        /// {flight} packets are in flight, no more than the BDP of {bdp}: bandwidth probing begins.
        Drained "bbr_drained" "Queue drained" { flight: "Packets in flight." in "packets", bdp }
        /// Paces at {gain} times the bandwidth, {rate}, to see whether more is free. The BDP is {bdp}
        /// packets.
        Probes "bbr_probes" "Probes for bandwidth" { gain, rate, bdp }
        /// Paces at {gain} times the bandwidth, {rate}, until no more than the BDP of {bdp} packets is in
        /// flight.
        Drains "bbr_drains" "Drains its queue" { gain, rate, bdp }
        /// Paces at {gain} times the bandwidth, {rate}, for six round trips. The BDP is {bdp} packets.
        Cruises "bbr_cruises" "Cruises" { gain, rate, bdp }
        /// No smaller round-trip time for {interval}: window {from} -> {to} packets, so that the queue
        /// drains.
        MeasuresRtt "bbr_measures_rtt" "Measures the RTT" { from, to, interval: "Interval of RTT probes." in "s" }
        /// The smallest round-trip time is {rtt}: window {from} -> {to} packets.
        RttMeasured "bbr_rtt_measured" "RTT measured" { from, to, rtt: "Smallest round-trip time." in "s" }
    }
}

#[derive(Clone, Debug, State)]
#[state(not(bits))]
pub struct BbrRules {
    params: Params,
    /// Bits of a packet, for signals.
    bits: f64,
    rate: DeliveryRate,
    mode: BbrMode,
    /// Bandwidth in packets per second.
    bandwidth: WindowedMax,
    min_rtt: Time,
    min_rtt_at: Time,
    round: u64,
    /// The round ends when a packet is delivered that was sent after this number of packets had been
    /// delivered.
    round_end: u64,
    round_start: bool,
    /// The bandwidth that a round must exceed by a quarter.
    full_bandwidth: f64,
    /// The rounds without such growth.
    full_rounds: u32,
    /// Whether the pipe is full.
    is_full: bool,
    /// The phase of bandwidth probing.
    phase: u32,
    /// When the phase began.
    phase_at: Time,
    pacing_gain: f64,
    /// Pacing rate in packets per second; 0 before the first acknowledgement.
    pacing_rate: f64,
    /// End of the present measurement of the smallest round-trip time.
    probe_rtt_end: Option<Time>,
    /// Whether a round has passed since the measurement began.
    probe_rtt_round_done: bool,
    idle_restart: bool,
    /// The window before recovery or a measurement of the smallest round-trip time.
    prior_window: f64,
    /// Whether the sender was in recovery, or retransmitted after a timeout, at the last acknowledgement.
    was_in_recovery: bool,
    /// In the first round of recovery, one packet is sent for each delivered one.
    conserves_packets: bool,
    /// The interval of the aggregation of acknowledgements: start and packets; and the largest excesses.
    aggregation_start: Time,
    aggregation_acked: f64,
    excess: WindowedMax,
}

impl BbrRules {
    fn new(params: Params, bits: f64) -> Self {
        let pacing_gain = params.startup_gain;
        BbrRules {
            params,
            bits,
            rate: DeliveryRate::default(),
            mode: BbrMode::Startup,
            bandwidth: WindowedMax::default(),
            min_rtt: NEVER,
            min_rtt_at: 0,
            round: 0,
            round_end: 0,
            round_start: false,
            full_bandwidth: 0.0,
            full_rounds: 0,
            is_full: false,
            phase: 0,
            phase_at: 0,
            pacing_gain,
            pacing_rate: 0.0,
            probe_rtt_end: None,
            probe_rtt_round_done: false,
            idle_restart: false,
            prior_window: 0.0,
            was_in_recovery: false,
            conserves_packets: false,
            aggregation_start: 0,
            aggregation_acked: 0.0,
            excess: WindowedMax::default(),
        }
    }

    /// Bandwidth times smallest round-trip time times `gain`, in packets. Before the first sample, the
    /// initial window.
    fn bdp(&self, gain: f64) -> f64 {
        if self.min_rtt == NEVER {
            return self.params.paced.initial_window;
        }
        gain * self.bandwidth.get() * to_secs(self.min_rtt)
    }

    /// The packets of a burst (Linux's bbr_tso_segs_goal).
    fn burst(&self) -> f64 {
        if !self.params.burst_allowance {
            return 1.0;
        }
        let fewest = if self.pacing_rate * self.bits / 8.0 < BURST_RATE { 1.0 } else { 2.0 };
        // Linux shifts the rate by 10 bits, which gives the packets of about a millisecond.
        math::floor(self.pacing_rate / 1024.0).clamp(fewest, 127.0)
    }

    /// The target of packets in flight for a gain: the BDP, and what aggregation and bursts need (Linux's
    /// bbr_quantization_budget).
    fn target(&self, gain: f64, allowance: f64) -> f64 {
        let packets = math::ceil(self.bdp(gain) + allowance) + 3.0 * self.burst();
        let even = 2.0 * math::ceil(packets / 2.0);
        if self.mode == BbrMode::ProbeBandwidth && self.phase == 0 { even + 2.0 } else { even }
    }

    fn window_gain(&self) -> f64 {
        match self.mode {
            BbrMode::Startup | BbrMode::Drain => self.params.startup_gain,
            BbrMode::ProbeBandwidth => self.params.cwnd_gain,
            BbrMode::ProbeRtt => 1.0,
        }
    }

    fn update_bandwidth(&mut self, sample: &RateSample) {
        self.round_start = sample.prior_delivered >= self.round_end;
        if self.round_start {
            self.round_end = self.rate.delivered();
            self.round += 1;
            self.conserves_packets = false;
        }
        if let Some(rate) = sample.rate
            && (!sample.app_limited || rate >= self.bandwidth.get())
        {
            // A window of ten rounds contains the present one and the ten before.
            self.bandwidth.add(self.round, rate, u64::from(self.params.bandwidth_rounds));
        }
    }

    /// Measures by how much acknowledgements come in bursts: packets acknowledged beyond those that the
    /// bandwidth delivers.
    fn update_aggregation(&mut self, acked: f64, window: f64, now: Time) {
        if acked == 0.0 {
            return;
        }
        let mut expected = self.bandwidth.get() * to_secs(now.saturating_sub(self.aggregation_start));
        if self.aggregation_acked <= expected {
            (self.aggregation_start, self.aggregation_acked) = (now, 0.0);
            expected = 0.0;
        }
        self.aggregation_acked += acked;
        let excess = (self.aggregation_acked - expected).clamp(0.0, window);
        self.excess.add(self.round, excess, AGGREGATION_ROUNDS);
    }

    fn aggregation_allowance(&self) -> f64 {
        if self.is_full { self.excess.get().min(MAX_AGGREGATION * self.bandwidth.get()) } else { 0.0 }
    }

    /// Begins a phase of bandwidth probing.
    fn begin_phase(&mut self, phase: u32, now: Time, out: &mut dyn Reports) {
        self.phase = phase;
        self.phase_at = now;
        self.pacing_gain = match phase {
            0 => self.params.probe_gain,
            1 => 2.0 - self.params.probe_gain,
            _ => 1.0,
        };
        let (gain, bdp) = (self.pacing_gain, self.bdp(1.0));
        let rate = gain * self.bandwidth.get() * self.bits;
        match phase {
            0 => out.decide(decision::Probes { gain, rate, bdp }),
            1 => out.decide(decision::Drains { gain, rate, bdp }),
            2 => out.decide(decision::Cruises { gain, rate, bdp }),
            _ => {}
        }
    }

    fn update_phase(&mut self, feedback: &Feedback, sample: &RateSample, out: &mut dyn Reports) {
        if self.mode != BbrMode::ProbeBandwidth {
            return;
        }
        let is_full_length = feedback.now.saturating_sub(self.phase_at) > self.min_rtt;
        // The next burst counts while the packets in flight grow (Linux's bbr_packets_in_net_at_edt).
        let next = if self.params.burst_allowance && self.phase == 0 { self.burst() } else { 0.0 };
        let in_flight = f64::from(sample.in_flight_before) + next;
        let is_over = match self.phase {
            // The queue that probing builds must exist before the phase ends.
            0 => is_full_length && (sample.newly_lost > 0 || in_flight >= self.target(self.pacing_gain, 0.0)),
            1 => is_full_length || in_flight <= self.target(1.0, 0.0),
            _ => is_full_length,
        };
        if is_over {
            self.begin_phase((self.phase + 1) % PHASES, feedback.now, out);
        }
    }

    fn check_full(&mut self, sample: &RateSample, out: &mut dyn Reports) {
        if self.is_full || !self.round_start || sample.app_limited {
            return;
        }
        if self.bandwidth.get() >= self.full_bandwidth * FULL_GROWTH {
            self.full_bandwidth = self.bandwidth.get();
            self.full_rounds = 0;
            return;
        }
        self.full_rounds += 1;
        self.is_full = self.full_rounds >= FULL_ROUNDS;
        if self.is_full && self.mode == BbrMode::Startup {
            self.mode = BbrMode::Drain;
            self.pacing_gain = 1.0 / self.params.startup_gain;
            out.decide(decision::Full { bandwidth: self.bandwidth.get() * self.bits, bdp: self.bdp(1.0) });
        }
    }

    /// Begins bandwidth probing in a random phase other than the draining phase.
    fn probe_bandwidth(&mut self, now: Time, out: &mut dyn Reports) {
        self.mode = BbrMode::ProbeBandwidth;
        let draw = whole::<u32>(out.uniform() * f64::from(PHASES - 1)).min(PHASES - 2);
        // The phases 2 to 7, and 0.
        self.begin_phase((draw + 2) % PHASES, now, out);
    }

    fn check_drained(&mut self, feedback: &Feedback, out: &mut dyn Reports) {
        if self.mode == BbrMode::Drain && f64::from(feedback.in_flight) <= self.target(1.0, 0.0) {
            out.decide(decision::Drained { flight: f64::from(feedback.in_flight), bdp: self.bdp(1.0) });
            self.probe_bandwidth(feedback.now, out);
        }
    }

    fn update_min_rtt(&mut self, w: &mut CongestionWindow, feedback: &Feedback, out: &mut dyn Reports) {
        let now = feedback.now;
        let is_expired = now > self.min_rtt_at.saturating_add(from_secs(self.params.probe_rtt_interval));
        if let Some(rtt) = feedback.rtt.filter(|&rtt| rtt < self.min_rtt || is_expired) {
            self.min_rtt = rtt.max(1);
            self.min_rtt_at = now;
        }
        if is_expired && !self.idle_restart && self.mode != BbrMode::ProbeRtt {
            self.mode = BbrMode::ProbeRtt;
            self.pacing_gain = 1.0;
            self.save_window(w);
            self.probe_rtt_end = None;
            out.decide(decision::MeasuresRtt {
                from: w.cwnd,
                to: MIN_WINDOW,
                interval: self.params.probe_rtt_interval,
            });
        }
        if self.mode == BbrMode::ProbeRtt {
            // The samples of this time are below the bandwidth of the path.
            self.rate.limited_by_application(feedback.in_flight);
            match self.probe_rtt_end {
                None if f64::from(feedback.in_flight) <= MIN_WINDOW => {
                    self.probe_rtt_end = Some(now + from_secs(self.params.probe_rtt_duration));
                    self.probe_rtt_round_done = false;
                    self.round_end = self.rate.delivered();
                }
                None => {}
                Some(_) => {
                    self.probe_rtt_round_done |= self.round_start;
                    if self.probe_rtt_round_done {
                        self.check_rtt_measured(w, now, out);
                    }
                }
            }
        }
    }

    fn check_rtt_measured(&mut self, w: &mut CongestionWindow, now: Time, out: &mut dyn Reports) {
        if self.probe_rtt_end.is_none_or(|end| now <= end) {
            return;
        }
        self.min_rtt_at = now;
        let before = w.cwnd;
        w.cwnd = w.cwnd.max(self.prior_window);
        out.decide(decision::RttMeasured { from: before, to: w.cwnd, rtt: to_secs(self.min_rtt) });
        if self.is_full {
            self.probe_bandwidth(now, out);
        } else {
            self.mode = BbrMode::Startup;
            self.pacing_gain = self.params.startup_gain;
        }
    }

    fn save_window(&mut self, w: &CongestionWindow) {
        self.prior_window =
            if self.was_in_recovery || self.mode == BbrMode::ProbeRtt && self.probe_rtt_end.is_some() {
                self.prior_window.max(w.cwnd)
            } else {
                w.cwnd
            };
    }

    fn set_pacing_rate(&mut self, gain: f64) {
        let rate = gain * self.bandwidth.get() * (1.0 - PACING_MARGIN);
        if rate > 0.0 && (self.is_full || rate > self.pacing_rate) {
            self.pacing_rate = rate;
        }
    }

    fn set_window(&mut self, w: &mut CongestionWindow, feedback: &Feedback, newly_lost: u32) {
        let acked = f64::from(feedback.delivered);
        if acked > 0.0 && !self.adjust_for_recovery(w, feedback, newly_lost, acked) {
            let target = self.target(self.window_gain(), self.aggregation_allowance());
            if self.is_full {
                w.cwnd = (w.cwnd + acked).min(target);
            } else if w.cwnd < target || (self.rate.delivered() as f64) < self.params.paced.initial_window {
                w.cwnd += acked;
            }
            w.cwnd = w.cwnd.max(MIN_WINDOW);
        }
        if self.mode == BbrMode::ProbeRtt {
            w.cwnd = w.cwnd.min(MIN_WINDOW);
        }
    }

    /// The window at the start and the end of recovery. Returns whether the window is final.
    fn adjust_for_recovery(
        &mut self,
        w: &mut CongestionWindow,
        feedback: &Feedback,
        newly_lost: u32,
        acked: f64,
    ) -> bool {
        if newly_lost > 0 {
            w.cwnd = (w.cwnd - f64::from(newly_lost)).max(1.0);
        }
        let in_flight = f64::from(feedback.in_flight);
        let is_in_recovery = feedback.in_recovery || feedback.after_timeout;
        if feedback.in_recovery && !self.was_in_recovery {
            self.conserves_packets = true;
            self.round_end = self.rate.delivered();
            w.cwnd = in_flight + acked;
        } else if self.was_in_recovery && !is_in_recovery {
            w.cwnd = w.cwnd.max(self.prior_window);
            self.conserves_packets = false;
        }
        self.was_in_recovery = is_in_recovery;
        if self.conserves_packets {
            w.cwnd = w.cwnd.max(in_flight + acked);
        }
        self.conserves_packets
    }
}

impl WindowAlgorithm for BbrRules {
    fn on_congestion(&mut self, w: &mut CongestionWindow, _: f64, kind: Congestion, _: Time) {
        match kind {
            Congestion::Loss => self.save_window(w),
            Congestion::Timeout => {
                self.save_window(w);
                self.was_in_recovery = true;
                self.full_bandwidth = 0.0;
                self.conserves_packets = false;
            }
            // BBR does not react to marks.
            Congestion::Mark => {}
        }
    }

    fn observe(&mut self, w: &mut CongestionWindow, feedback: &Feedback, out: &mut dyn Reports) {
        let now = feedback.now;
        if let Some(sample) = &feedback.sample {
            self.update_bandwidth(sample);
            self.update_aggregation(f64::from(feedback.delivered), w.cwnd, now);
            self.update_phase(feedback, sample, out);
            self.check_full(sample, out);
            self.check_drained(feedback, out);
        }
        self.update_min_rtt(w, feedback, out);
        if feedback.delivered > 0 {
            self.idle_restart = false;
        }
        self.set_pacing_rate(self.pacing_gain);
        self.set_window(w, feedback, self.rate.newly_lost());
    }

    fn sampler(&mut self) -> Option<&mut DeliveryRate> {
        Some(&mut self.rate)
    }

    fn paces(&self) -> bool {
        true
    }

    fn gap(&self, w: &CongestionWindow, srtt: f64) -> f64 {
        if self.params.makes_up_delays && self.rate.delivered() == 0 {
            return 0.0;
        }
        if self.pacing_rate > 0.0 {
            return 1.0 / self.pacing_rate;
        }
        // Before the first sample: the initial window per round trip, which counts as 1 ms if it is not
        // known.
        let rtt = if srtt > 0.0 { srtt } else { to_secs(MILLISECOND) };
        rtt / (self.params.startup_gain * w.cwnd)
    }

    fn makes_up_delays(&self) -> bool {
        self.params.makes_up_delays
    }

    fn owns_window(&self) -> bool {
        true
    }

    fn ignores_mark(&self, _: Time) -> bool {
        true
    }

    fn on_idle_end(&mut self, w: &mut CongestionWindow, now: Time) {
        if !self.rate.is_app_limited() {
            return;
        }
        self.idle_restart = true;
        (self.aggregation_start, self.aggregation_acked) = (now, 0.0);
        if self.mode == BbrMode::ProbeBandwidth {
            self.set_pacing_rate(1.0);
        } else if self.mode == BbrMode::ProbeRtt && self.probe_rtt_end.is_some_and(|end| now > end) {
            // The idle time was the measurement.
            self.min_rtt_at = now;
            w.cwnd = w.cwnd.max(self.prior_window);
            self.mode = if self.is_full { BbrMode::ProbeBandwidth } else { BbrMode::Startup };
            (self.phase, self.phase_at) = (2, now);
            self.pacing_gain = if self.is_full { 1.0 } else { self.params.startup_gain };
        }
    }

    fn emit(&self, out: &mut dyn Reports) {
        let bdp = if self.min_rtt == NEVER { 0.0 } else { self.bdp(1.0) };
        out.signal(SIGNALS.bandwidth, self.bandwidth.get() * self.bits);
        if self.min_rtt < NEVER {
            out.signal(SIGNALS.min_rtt, to_secs(self.min_rtt));
            out.signal(SIGNALS.bdp, bdp);
            out.signal(SIGNALS.limit, self.params.cwnd_gain * bdp);
        }
        out.signal(SIGNALS.pacing_rate, self.pacing_rate * self.bits);
        out.signal(SIGNALS.pacing_gain, self.pacing_gain);
        out.signal(SIGNALS.window_gain, self.window_gain());
        out.signal(SIGNALS.state, f64::from(self.mode as u8));
        out.signal(
            SIGNALS.phase,
            if self.mode == BbrMode::ProbeBandwidth { f64::from(self.phase) } else { -1.0 },
        );
    }

    fn restart(&mut self) {
        *self = BbrRules::new(self.params.clone(), self.bits);
    }
}

controlled_tcp!(
    Bbr,
    BbrRules,
    "bbr",
    "BBR v1",
    |params| TcpParams { ecn: params.ecn, ..params.paced.tcp() },
    |params, facts| BbrRules::new(params.clone(), 8.0 * f64::from(facts.packet)),
    {
        const SIGNALS: List<Signal> = BbrSignals::list;
        const DECISIONS: List<Decision> = decision::list;
    }
);

#[cfg(test)]
mod tests;
