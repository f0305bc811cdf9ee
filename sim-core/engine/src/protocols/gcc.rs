//! GCC, Google Congestion Control: lowers the rate when the one-way delay keeps growing, and limits it when
//! many packets are lost.
//!
//! Follows draft-ietf-rmcat-gcc-02 at the sender, with the trendline filter, the constants and the probes of
//! the open implementations (WebRTC's `goog_cc`). `browsers.rs` has the rules that browsers added later.
//! `arrival_receiver.rs` reports when each packet arrived.

mod about;
mod browsers;
mod probe;
mod rate_control;
mod trendline;

use crate::protocols::prelude::*;
use crate::transport::arrival_receiver::{ArrivalReceiver, ArrivalSettings};
use crate::transport::reports::{ARRIVAL_TICK, ArrivalReport};
use about::{SIGNALS, decision};
use browsers::Browser;
use probe::{Probe, Probes};
use rate_control::{Action, DelayBased, LossBased, RateState};
use trendline::{Groups, Trendline, Usage, to_ms};

choice! {
    /// Whether the threshold of the detector adapts.
    pub enum Thresholds {
        /// The threshold follows the trend, against competing loss-based flows. With WebRTC's gains it falls faster than
        /// it rises, which costs the flow more than it gains.
        Adaptive "adaptive",
        /// The threshold stays at its initial value.
        Fixed "fixed",
    }
}

choice! {
    /// Which rules apply.
    pub enum CallRules {
        /// The loss-based limit of the draft, and probes at the start if the source always has data.
        Draft "draft" "The draft's",
        /// As browsers do: probes filled with padding at the start, while the application limits the rate and after
        /// large drops, and an estimator that separates losses of the path from losses of congestion.
        Browsers "browsers" "Those of browsers",
    }
}

params! {
    pub struct Params {
        /// Which rules for probes and losses apply.
        rules: CallRules = CallRules::Browsers, cite "WebRTC; draft-ietf-rmcat-gcc-02";
        /// Rate at the start.
        initial_rate: f64 = 300e3, unit "bit/s", range 1000.0..=1e9, scale log, cite "WebRTC";
        /// Lower limit of the rate.
        min_rate: f64 = 30e3, unit "bit/s", range 1000.0..=1e9, scale log, label "Smallest rate", cite "WebRTC";
        /// Upper limit of the rate.
        max_rate: Option<f64> = None, unit "bit/s", range 1000.0..=1e11, scale log, label "Largest rate", null "no limit";
        /// Send short bursts at a multiple of the rate, to find the available rate. By the rules of the draft, this
        /// happens at the start only, and only if the source always has data. Browsers fill bursts with padding.
        probing: bool = true, label "Probes", cite "WebRTC";
        /// By the rules of browsers: while the application sends much less than the rate, send a burst every
        /// 5 s. WebRTC does so for shared screens, and for cameras if asked to.
        alr_probes: bool = true, label "Probes while the application limits the rate", cite "WebRTC";
        /// Number of groups to which the line is fitted.
        trend_window: u32 = 20, unit "groups", range 2..=200, label "Groups in the trend", cite "WebRTC";
        /// Weight of the previous value in the smoothed delay.
        smoothing: f64 = 0.9, range 0.0..=0.99, label "Smoothing", cite "WebRTC";
        /// The slope is multiplied by this factor before it is compared with the threshold.
        trend_gain: f64 = 4.0, range 0.1..=100.0, scale log, label "Gain of the trend", cite "WebRTC";
        /// The detector's threshold at the start.
        threshold: f64 = 0.0125, unit "s", range 0.001..=0.6, scale log, label "Initial threshold", cite "draft-ietf-rmcat-gcc-02 section 5.4, del_var_th(0)";
        /// Whether the threshold adapts.
        thresholds: Thresholds = Thresholds::Adaptive, label "Rule of the threshold", cite "draft-ietf-rmcat-gcc-02 section 5.4";
        /// Gain, per millisecond, of the threshold towards a trend above it. The draft has 0.01.
        k_up: f64 = 0.0087, range 0.0..=0.1, label "Gain upwards", cite "WebRTC; draft-ietf-rmcat-gcc-02 section 5.4, K_u";
        /// Gain, per millisecond, of the threshold towards a trend below it. The draft has 0.00018.
        k_down: f64 = 0.039, range 0.0..=0.1, label "Gain downwards", cite "WebRTC; draft-ietf-rmcat-gcc-02 section 5.4, K_d";
        /// Time for which the trend must exceed the threshold.
        overuse_time: f64 = 0.01, unit "s", range 0.0..=1.0, label "Time to detect overuse", cite "draft-ietf-rmcat-gcc-02 section 5.4, overuse_time_th";
        /// Share of the receive rate to which overuse lowers the rate.
        decrease: f64 = 0.85, range 0.3..=0.99, label "Decrease factor", cite "draft-ietf-rmcat-gcc-02 section 5.5, beta";
        /// Factor per second by which the rate grows while the capacity is unknown.
        increase: f64 = 1.08, range 1.001..=2.0, label "Increase factor", cite "draft-ietf-rmcat-gcc-02 section 5.5, eta";
        /// By the rules of the draft: time over which the receive rate is measured.
        rate_window: f64 = 0.5, unit "s", range 0.1..=5.0, label "Window of the receive rate", cite "draft-ietf-rmcat-gcc-02 section 5.5, T";
        /// By the rules of the draft: loss fraction above which the rate is reduced.
        loss_high: f64 = 0.1, range 0.0..=1.0, label "High loss", cite "draft-ietf-rmcat-gcc-02 section 6";
        /// By the rules of the draft: loss fraction below which the loss-based limit rises.
        loss_low: f64 = 0.02, range 0.0..=1.0, label "Low loss", cite "draft-ietf-rmcat-gcc-02 section 6";
        /// The packets of a video frame are sent at this multiple of the rate.
        pacing_factor: f64 = 2.5, range 1.0..=10.0, given ("rules", &["browsers"], 1.1), cite "WebRTC";
        /// Longest time between the arrival of a packet and its report.
        report_interval: f64 = 0.1, unit "s", range 0.01..=1.0, scale log, cite "WebRTC";
        /// Time without a report after which the rate is lowered to 80 %, and again after each further
        /// second.
        feedback_timeout: f64 = 1.5, unit "s", range 0.5..=30.0, label "Silence", cite "WebRTC";
        /// Size of a report on the wire, without its 2 bytes per packet.
        report_size: u32 = 50, unit "bytes", range 40..=1400;
    }
}

/// Largest rate in bit/s.
const MAX_RATE: f64 = 1e11;
/// Number of packets whose size and time the sender stores: half of the range of 16-bit sequence numbers.
const HISTORY: usize = 32_768;
/// Factor of the rate when reports are missing.
const SILENCE_FACTOR: f64 = 0.8;

#[derive(Clone, Copy, Debug, Default, PartialEq, State)]
struct SentPacket {
    at: Time,
    size: u16,
}

#[derive(Clone, Debug, State)]
#[state(not(size, is_greedy))]
pub struct GccRules {
    params: Params,
    /// Size of a full packet in bytes.
    size: f64,
    /// The rate in use, in bit/s.
    rate: f64,
    /// The sent packets that no report has covered. The first of them has the number `first`.
    first: u32,
    /// Size of the packet that was sent last, in bytes.
    last_size: u16,
    sent: Deque<SentPacket>,
    /// The packets that arrived within the window of the receive rate: arrival time and size.
    arrived: Deque<(Time, u16)>,
    first_arrival: Option<Time>,
    /// Number of packets received according to the last report.
    received_packets: u32,
    groups: Groups,
    trendline: Trendline,
    delay_based: DelayBased,
    loss_based: LossBased,
    probes: Probes,
    /// Round-trip time of the last report in seconds.
    rtt: f64,
    is_greedy: bool,
    /// The state of the rules of browsers, if they apply.
    #[state(if self.params.rules == CallRules::Browsers)]
    browser: Option<Box<Browser>>,
}

impl GccRules {
    fn new(params: &Params, packet: u16) -> Self {
        let rate = math::limit(
            params.initial_rate,
            params.min_rate,
            params.max_rate.unwrap_or(MAX_RATE).max(params.min_rate),
        );
        let mut new = GccRules {
            params: params.clone(),
            size: f64::from(packet.max(1)),
            rate,
            first: 0,
            sent: Deque::new(),
            last_size: packet,
            arrived: Deque::new(),
            first_arrival: None,
            received_packets: 0,
            groups: Groups::default(),
            trendline: Trendline::new(params),
            delay_based: DelayBased::new(rate, 0),
            loss_based: LossBased::default(),
            probes: Probes::default(),
            rtt: 0.0,
            is_greedy: false,
            browser: None,
        };
        new.follow_rules();
        new
    }

    /// Creates or removes the state that the rules of browsers need.
    fn follow_rules(&mut self) {
        match self.params.rules {
            CallRules::Draft => self.browser = None,
            CallRules::Browsers => {
                self.browser.get_or_insert_default();
            }
        }
    }

    fn limited(&self, rate: f64) -> f64 {
        math::limit(
            rate,
            self.params.min_rate,
            self.params.max_rate.unwrap_or(MAX_RATE).max(self.params.min_rate),
        )
    }

    /// The receive rate in bit/s, once packets have arrived for a whole window.
    fn received(&self) -> Option<f64> {
        if let Some(browser) = &self.browser {
            return browser.received;
        }
        let (newest, window) = (self.arrived.back()?.0, from_secs(self.params.rate_window));
        if newest.saturating_sub(self.first_arrival?) < window {
            return None;
        }
        let bytes: u64 = self.arrived.iter().map(|&(_, size)| u64::from(size)).sum();
        Some(bytes as f64 * 8.0 / self.params.rate_window)
    }

    /// Removes the packets that earlier reports covered, if these reports were lost. Those that arrived,
    /// according to the total in this report, count for the receive rate.
    fn skip_to(&mut self, report: &ArrivalReport, cx: &mut impl Context) {
        let skipped = (report.first.saturating_sub(self.first) as usize).min(self.sent.len());
        let arrivals = narrow::<u32>(report.packets().filter(|packet| packet.1.is_some()).count());
        let unreported = report.received.saturating_sub(self.received_packets).saturating_sub(arrivals);
        self.received_packets = report.received;
        let at = report.packets().find_map(|packet| packet.1).unwrap_or_else(|| cx.now());
        for (index, packet) in self.sent.drain(..skipped).enumerate() {
            if index < unreported as usize {
                self.arrived.push_back((at, packet.size));
            }
        }
        self.first = self.first.max(report.first);
    }

    /// Records the packets of a report and updates the detector. Returns the result of a probe that is
    /// complete.
    fn read(&mut self, report: &ArrivalReport, cx: &mut impl Context) -> Option<Probe> {
        let mut probed = None;
        self.skip_to(report, cx);
        for (seq, arrival) in report.packets() {
            if seq < self.first {
                continue;
            }
            self.first = seq + 1;
            let Some(packet) = self.sent.pop_front() else { continue };
            probed = self.probes.on_report(seq, packet.at, arrival, packet.size).or(probed);
            if let Some(browser) = &mut self.browser {
                browser.on_reported(seq, packet.at, arrival, packet.size);
            }
            let Some(at) = arrival else { continue };
            self.first_arrival.get_or_insert(at);
            self.arrived.push_back((at, packet.size));
            if let Some(delta) = self.groups.add(to_ms(packet.at), to_ms(at)) {
                let before = self.trendline.usage();
                self.trendline.add(delta, &self.params);
                if let Some(browser) = &mut self.browser {
                    browser.on_usage(before, self.trendline.usage());
                }
                if cx.records_own_signals() {
                    cx.signal(SIGNALS.trend, self.trendline.trend(&self.params) / 1e3);
                    cx.signal(SIGNALS.threshold, self.trendline.threshold() / 1e3);
                }
            }
        }
        let newest = self.arrived.iter().map(|&(at, _)| at).max().unwrap_or(0);
        let from = newest.saturating_sub(from_secs(self.params.rate_window));
        while self.arrived.front().is_some_and(|&(at, _)| at <= from && newest > from) {
            self.arrived.pop_front();
        }
        if let Some(browser) = &mut self.browser {
            browser.end_report();
        }
        probed
    }

    /// Adapts the delay-based rate to the detector's hypothesis.
    fn adapt_to_delay(&mut self, was_over: bool, cx: &mut impl Context) {
        let (from, received, usage) = (self.delay_based.rate, self.received(), self.trendline.usage());
        let action = self.delay_based.adapt(usage, received, self.rtt, cx.now(), &self.params);
        self.delay_based.rate = self.limited(self.delay_based.rate);
        let to = self.delay_based.rate;
        let (trend, threshold) = (self.trendline.trend(&self.params) / 1e3, self.trendline.threshold() / 1e3);
        let received = received.unwrap_or(0.0);
        match action {
            Action::Held if usage == Usage::Over && !was_over => {
                cx.decide(decision::Overuse { from, trend, threshold })
            }
            Action::Held => {}
            Action::Multiplied => cx.decide(decision::Multiplied { from, to, received, trend, threshold }),
            Action::Added => {
                let capacity = self.delay_based.capacity.estimate().unwrap_or(0.0);
                cx.decide(decision::Added { from, to, capacity, trend, threshold });
            }
            Action::Decreased => cx.decide(decision::Decreased { from, to, received, trend, threshold }),
            Action::Halved => cx.decide(decision::Halved { from, to, trend, threshold }),
        }
    }

    /// By the rules of browsers: adapts the delay-based rate to what a burst found, or to the detector's
    /// hypothesis, and then the loss-based estimate.
    fn adapt_as_browsers_do(&mut self, was_over: bool, cx: &mut impl Context) {
        let (from, usage) = (self.delay_based.rate, self.trendline.usage());
        let found = self.browser.as_mut().and_then(|browser| browser.take_found(from));
        match found.filter(|_| usage != Usage::Over) {
            Some(found) => {
                let to = self.limited(found.rate);
                self.delay_based.set(to, cx.now());
                cx.decide(decision::Probed { from, to, probe: found.probe, arrived: found.arrived });
            }
            None => self.adapt_to_delay(was_over, cx),
        }
        let (delay_based, least) = (self.delay_based.rate, self.params.min_rate);
        let Some(browser) = &mut self.browser else { return };
        let before = browser.loss_rate();
        if browser.observe_losses(delay_based, least)
            && let (Some(from), Some(to)) = (before, browser.loss_rate())
            && from.max(to) < delay_based
        {
            let loss = browser.losses();
            if to < from {
                cx.decide(decision::LossDecrease { from, to, loss });
            } else if to > from {
                cx.decide(decision::LossIncrease { from, to, loss });
            }
        }
    }

    /// The rate that losses allow, if they limit the rate.
    fn loss_limit(&self) -> Option<f64> {
        match &self.browser {
            Some(browser) => browser.loss_rate(),
            None => self.loss_based.limit,
        }
    }

    /// Adapts the loss-based limit.
    fn adapt_to_loss(&mut self, report: &ArrivalReport, cx: &mut impl Context) {
        let before = self.loss_based.limit;
        let counts = (report.end(), report.received);
        if self.loss_based.on_report(
            counts,
            self.rate,
            self.delay_based.rate,
            self.rtt,
            cx.now(),
            &self.params,
        ) {
            let limit = self.limited(self.loss_based.limit.unwrap_or(self.rate));
            self.loss_based.limit = Some(limit);
            let (from, loss) = (before.unwrap_or(self.rate), self.loss_based.loss);
            if limit < from {
                cx.decide(decision::LossDecrease { from, to: limit, loss });
            } else {
                cx.decide(decision::LossIncrease { from, to: limit, loss });
            }
        }
    }

    /// By the rules of the draft: adapts the loss-based limit, and the delay-based rate to a burst or to the
    /// detector's hypothesis.
    fn adapt_as_the_draft_does(
        &mut self,
        report: &ArrivalReport,
        probed: Option<Probe>,
        was_over: bool,
        cx: &mut impl Context,
    ) {
        self.adapt_to_loss(report, cx);
        match probed.filter(|_| self.trendline.usage() != Usage::Over) {
            Some(probe) => {
                let from = self.delay_based.rate;
                let result = self.limited(probe.result());
                if result > from {
                    self.delay_based.set(result, cx.now());
                    cx.decide(decision::Probed {
                        from,
                        to: result,
                        probe: probe.rate,
                        arrived: probe.received_rate(),
                    });
                }
                if result > probe::CONTINUES_ABOVE * probe.rate {
                    self.probes.plan(self.limited(probe::NEXT_FACTOR * result), result);
                }
            }
            None => self.adapt_to_delay(was_over, cx),
        }
    }

    /// Takes the smaller of the two rates, and passes it to encoder and pacer.
    fn apply(&mut self, socket: &mut PacedSocket, cx: &mut impl Context) {
        let from = self.rate;
        self.rate = self.limited(self.delay_based.rate.min(self.loss_limit().unwrap_or(f64::INFINITY)));
        if let Some(browser) = &mut self.browser {
            browser.on_rate(self.rate, self.trendline.usage(), &self.params, cx.now());
        }
        if self.rate < from {
            cx.report_reduction(self.rate * self.rtt / (8.0 * self.size));
        }
        cx.recommend_rate(self.rate);
        cx.report_rate(self.rate);
        socket.reschedule(self, cx);
        if socket.is_starved() {
            self.schedule_padding(cx);
        }
    }

    /// Sets the send timer for padding, if the rules need some while the application has no data. Returns whether
    /// it is due now.
    fn schedule_padding(&self, cx: &mut impl Context) -> bool {
        let now = cx.now();
        let due =
            self.browser.as_ref().filter(|_| !cx.app_finished()).and_then(|browser| browser.padding_due(now));
        let Some(due) = due else { return false };
        if cx.due(Timer::Send) == NEVER {
            cx.arm(Timer::Send, due.max(now + 1));
        }
        due <= now
    }

    fn emit(&self, cx: &mut impl Context) {
        if !cx.records_own_signals() {
            return;
        }
        cx.signal(SIGNALS.delay_rate, self.delay_based.rate);
        cx.signal(SIGNALS.loss_rate, self.loss_limit().unwrap_or(self.delay_based.rate));
        if let Some(received) = self.received() {
            cx.signal(SIGNALS.received, received);
        }
        let usage = match self.trendline.usage() {
            Usage::Over => 1.0,
            Usage::Normal => 0.0,
            Usage::Under => -1.0,
        };
        cx.signal(SIGNALS.usage, usage);
        cx.signal(SIGNALS.increasing, if self.delay_based.state == RateState::Increase { 1.0 } else { 0.0 });
        let loss = self.browser.as_ref().map_or(self.loss_based.loss, |browser| browser.losses());
        cx.signal(SIGNALS.loss, loss);
        if let Some(capacity) = self.delay_based.capacity.estimate() {
            cx.signal(SIGNALS.capacity, capacity);
        }
    }

    fn arm_silence(&self, seconds: f64, cx: &mut impl Context) {
        cx.arm(Timer::Timeout, cx.now() + from_secs(seconds));
    }
}

impl RateAlgorithm for GccRules {
    fn restarted(&self, packet: u16) -> Self {
        GccRules::new(&self.params, packet)
    }

    fn gap(&mut self, cx: &mut impl Context) -> f64 {
        cx.report_rate(self.rate);
        // A source that always has data represents an encoder whose output rate is constant.
        let factor = if self.is_greedy { 1.0 } else { self.params.pacing_factor };
        let burst =
            self.browser.as_ref().map_or_else(|| self.probes.sending_rate(), |browser| browser.burst_rate());
        let rate = burst.unwrap_or(self.rate * factor);
        f64::from(self.last_size) * 8.0 / rate
    }

    fn on_start(&mut self, socket: &mut PacedSocket, cx: &mut impl Context) {
        self.is_greedy = cx.app_is_greedy();
        self.delay_based = DelayBased::new(self.rate, cx.now());
        if let Some(browser) = &mut self.browser {
            browser.start(self.rate, &self.params, cx.now());
        } else if self.params.probing && self.is_greedy {
            self.probes.plan(self.limited(probe::FIRST_FACTOR * self.rate), self.rate);
        }
        cx.recommend_rate(self.rate);
        self.arm_silence(self.params.feedback_timeout, cx);
        socket.send_next(self, cx);
    }

    fn on_sent(&mut self, socket: &PacedSocket, cx: &mut impl Context) {
        self.last_size = socket.last_size;
        self.sent.push_back(SentPacket { at: cx.now(), size: socket.last_size });
        if self.sent.len() > HISTORY {
            self.sent.pop_front();
            self.first += 1;
        }
        let (seq, now) = (socket.next() - 1, cx.now());
        let burst = match &mut self.browser {
            Some(browser) => browser.on_sent(seq, socket.last_size, self.rate, &self.params, now),
            None => self.probes.on_sent(seq, now),
        };
        if let Some(rate) = burst {
            cx.decide(decision::Probe { from: self.rate, probe: rate });
        }
    }

    /// By the rules of browsers, padding continues a burst.
    fn on_starved(&mut self, socket: &mut PacedSocket, cx: &mut impl Context) {
        if self.browser.is_some() && self.schedule_padding(cx) {
            socket.send_padding(self, cx);
        }
    }

    fn on_feedback(&mut self, packet: &Packet, socket: &mut PacedSocket, cx: &mut impl Context) {
        let Some(Attachment::Arrivals(report)) = cx.take_attachment(packet.attachment()) else { return };
        let now = cx.now();
        let was_over = self.trendline.usage() == Usage::Over;
        let probed = self.read(&report, cx);
        let rtt =
            now.saturating_sub(packet.timestamp).saturating_sub(Time::from(report.delay) * ARRIVAL_TICK);
        self.rtt = to_secs(rtt);
        cx.report_rtt(rtt);
        if !socket.is_running() {
            return;
        }
        if socket.is_starved() && self.sent.is_empty() && socket.complete(cx) {
            cx.cancel(Timer::Timeout);
            return;
        }
        if self.browser.is_some() {
            self.adapt_as_browsers_do(was_over, cx);
        } else {
            self.adapt_as_the_draft_does(&report, probed, was_over, cx);
        }
        self.apply(socket, cx);
        self.emit(cx);
        self.arm_silence(self.params.feedback_timeout, cx);
    }

    /// No report has arrived for a long time.
    fn on_timer(&mut self, timer: Timer, socket: &mut PacedSocket, cx: &mut impl Context) {
        if timer != Timer::Timeout || (socket.is_starved() && socket.complete(cx)) {
            return;
        }
        if !self.sent.is_empty() {
            let from = self.rate;
            self.delay_based.rate = self.limited(from * SILENCE_FACTOR);
            self.probes = Probes::default();
            if let Some(browser) = &mut self.browser {
                browser.on_silence();
            }
            self.apply(socket, cx);
            cx.report_timeout(self.params.feedback_timeout);
            cx.decide(decision::Silence { from, to: self.rate });
        }
        self.arm_silence(1.0, cx);
    }

    fn state(&self, _: &PacedSocket) -> SenderState {
        SenderState { window: None, rate: Some(self.rate), in_flight: narrow::<u32>(self.sent.len()) }
    }
}

#[derive(Clone, Debug, State)]
pub struct Gcc(RateSender<GccRules>);

impl Protocol for Gcc {
    type Params = Params;
    const ID: &'static str = "gcc";
    const NAME: &'static str = "GCC";
    const FAMILY: Family = Family::Rate;
    const SIGNALS: List<Signal> = about::GccSignals::list;
    const DECISIONS: List<Decision> = about::decision::list;

    fn fixed_rate(params: &Params) -> f64 {
        params.min_rate
    }

    fn reports_per_second(params: &Params) -> f64 {
        1.0 / params.report_interval
    }

    fn build(params: &Params, facts: &FlowFacts) -> (Self, Vec<ConnSpec>) {
        let settings = ArrivalSettings {
            interval: from_secs(params.report_interval),
            report_size: narrow::<u16>(params.report_size),
        };
        let receiver = AnyReceiver::ArrivalReceiver(ArrivalReceiver::new(settings));
        (Gcc(RateSender::new(GccRules::new(params, facts.packet))), vec![ConnSpec { receiver }])
    }

    fn set_params(&mut self, params: &Params, cx: &mut impl Context) {
        let RateSender { algorithm, socket } = &mut self.0;
        algorithm.params = params.clone();
        algorithm.follow_rules();
        algorithm.rate = algorithm.limited(algorithm.rate);
        algorithm.delay_based.rate = algorithm.limited(algorithm.delay_based.rate);
        socket.reschedule(algorithm, cx);
    }
}

delegate_sender!(Gcc);
