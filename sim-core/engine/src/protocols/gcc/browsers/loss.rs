//! The loss-based estimator of browsers (WebRTC's `loss_based_bwe_v2`): a model in which packets are lost with
//! an *inherent* probability, and in addition whatever is sent above the *bandwidth*. It chooses the bandwidth,
//! among a few candidates, under which the losses of the last observations are most likely, with a preference
//! for high bandwidths.

use crate::protocols::prelude::*;

/// Shortest time of an observation, the number of observations, and how many are needed for an estimate.
const OBSERVATION: Time = 250 * MILLISECOND;
const OBSERVATIONS: usize = 15;
const NEEDED: u64 = 3;
/// Weight of an observation relative to the next newer one.
const AGE_WEIGHT: f64 = 0.9;
/// The candidates are these multiples of the present bandwidth, the throughput and the delay-based rate.
const CANDIDATES: [f64; 3] = [1.02, 1.0, 0.95];
/// Step of Newton's method.
const NEWTON_STEP: f64 = 0.75;
/// The inherent loss is at least this, and at most 5 % plus 100 kb/s over the bandwidth.
const LEAST_INHERENT: f64 = 1e-3;
const INITIAL_INHERENT: f64 = 0.01;
const INHERENT_OFFSET: f64 = 0.05;
const INHERENT_BALANCE: f64 = 100e3;
/// Preference for a high bandwidth: per kb/s and per unit of its logarithm, and the loss from which it turns into
/// a preference for a low one, with the width of this turn.
const LINEAR_BIAS: f64 = 0.0002;
const LOG_BIAS: f64 = 0.02;
const BIAS_TURNS_AT: f64 = 0.2;
const BIAS_WIDTH: f64 = 0.002;
/// At a loss above this offset, the rate is at most 100 kb/s over the excess.
const UPPER_OFFSET: f64 = 0.05;
const UPPER_BALANCE: f64 = 100e3;
/// If the observation with the most losses was sent at this multiple of the median rate, its losses count.
const SPIKE_FACTOR: f64 = 2.0;
/// While losses limit the rate, it rises to at most this multiple of the throughput; to the second one while the
/// throughput is below this multiple of the rate that was held.
const RISE: f64 = 1.5;
const RISE_AFTER_HOLD: f64 = 1.2;
const HOLD_THRESHOLD: f64 = 1.3;
/// Within this time it rises by at most this factor.
const RISE_WINDOW: Time = 300 * MILLISECOND;
const RISE_IN_WINDOW: f64 = 1.3;
/// A decrease holds the rate for this time, which doubles with every further one, up to the longest.
const FIRST_HOLD: Time = 300 * MILLISECOND;
const LONGEST_HOLD: Time = 60 * SECOND;
/// For how long a rising rate is filled with padding.
const PADDING: Time = 2 * SECOND;
/// Largest rate in bit/s.
const MOST: f64 = 1e9;
/// Smallest rate in bit/s to which the bandwidth within a window is limited.
const LEAST: f64 = 5e3;

/// What limits the rate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, State)]
pub enum LossState {
    /// The delay: losses do not limit it.
    #[default]
    DelayBased,
    /// Losses, and it rises. The flow is padded, so that its losses say something about the rate.
    Rising,
    /// Losses.
    Falling,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, State)]
struct Observation {
    bytes: u64,
    lost: u64,
    /// In bit/s.
    rate: f64,
}

impl Observation {
    fn share(&self) -> f64 {
        if self.bytes > 0 { self.lost as f64 / self.bytes as f64 } else { 0.0 }
    }
}

/// A bandwidth in bit/s and the probability with which packets below it are lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, State)]
struct Channel {
    bandwidth: f64,
    inherent: f64,
}

impl Channel {
    /// The probability with which a packet is lost while `rate` bit/s are sent.
    fn loss_at(&self, rate: f64) -> f64 {
        let excess = if rate > self.bandwidth { (rate - self.bandwidth) / rate } else { 0.0 };
        math::limit(self.inherent + (1.0 - self.inherent) * excess, 1e-6, 1.0 - 1e-6)
    }

    /// The channel with an inherent loss that its bandwidth allows.
    fn feasible(self) -> Channel {
        let most = (INHERENT_OFFSET + INHERENT_BALANCE / self.bandwidth.max(1.0)).min(1.0);
        Channel { inherent: self.inherent.max(LEAST_INHERENT).min(most), ..self }
    }
}

#[derive(Clone, Debug, Default, State)]
pub struct LossModel {
    channel: Option<Channel>,
    /// The newest observations, the newest last, and the number of all.
    observations: Deque<Observation>,
    count: u64,
    /// The observation that is being made, when its last packet was sent, and when the last packet of the
    /// observation before it was sent.
    partial: Observation,
    partial_sent: Time,
    observed_at: Option<Time>,
    /// Weighted share of lost bytes, without the observations with the least and the most losses.
    loss: f64,
    state: LossState,
    /// The estimate in bit/s.
    rate: f64,
    /// When the present window of a limited rise began, and the most that it allows.
    window: Option<(Time, f64)>,
    /// Until when the rate is held, the duration of the next hold, and the rate that is held.
    held_until: Time,
    hold: Time,
    held_rate: Option<f64>,
    /// The rate from which padding began, and when it began.
    padding: Option<(f64, Time)>,
}

/// What an update needs to know: rates in bit/s, whether the application limits the rate, and the limits of the
/// rate.
#[derive(Clone, Copy, Debug)]
pub struct LossInput {
    pub delay_based: f64,
    pub throughput: Option<f64>,
    pub is_app_limited: bool,
    pub least: f64,
}

impl LossModel {
    /// The estimate in bit/s, once there are enough observations.
    pub fn rate(&self) -> Option<f64> {
        (self.channel.is_some() && self.count >= NEEDED).then_some(self.rate)
    }

    /// What limits the rate.
    pub fn state(&self) -> LossState {
        if self.rate().is_some() { self.state } else { LossState::DelayBased }
    }

    /// The share of lost bytes.
    pub fn loss(&self) -> f64 {
        self.loss
    }

    /// A report says whether a packet sent at `sent` arrived.
    pub fn add(&mut self, sent: Time, size: u16, has_arrived: bool) {
        self.observed_at.get_or_insert(sent);
        self.partial_sent = self.partial_sent.max(sent);
        self.partial.bytes += u64::from(size);
        self.partial.lost += if has_arrived { 0 } else { u64::from(size) };
    }

    /// Updates the estimate after a report. Returns whether there was a new observation.
    pub fn update(&mut self, input: LossInput) -> bool {
        if !self.complete_observation() {
            return false;
        }
        let now = self.partial_sent;
        let delay_based = input.delay_based;
        let present =
            *self.channel.get_or_insert(Channel { bandwidth: delay_based, inherent: INITIAL_INHERENT });
        if self.rate == 0.0 {
            self.rate = delay_based;
        }
        let mut best = self.best_candidate(present, input, now);
        // While more is lost than the channel explains, the bandwidth does not rise.
        if self.loss > best.inherent && present.bandwidth < best.bandwidth {
            best.bandwidth = present.bandwidth;
        }
        if self.state != LossState::DelayBased {
            best.bandwidth = self.limited_rise(present.bandwidth, best.bandwidth, input, now);
        }
        let least = input.least.max(input.throughput.unwrap_or(0.0));
        let bounded = best.bandwidth.min(self.instant_limit()).min(delay_based).max(least);
        self.channel = Some(if bounded < best.bandwidth {
            Channel { bandwidth: bounded, inherent: 0.0 }
        } else {
            Channel { bandwidth: best.bandwidth.max(least), ..best }
        });
        self.set_rate(bounded, least, delay_based, now);
        true
    }

    /// Ends the observation that is being made, if it is long enough.
    fn complete_observation(&mut self) -> bool {
        let Some(before) = self.observed_at else { return false };
        let duration = self.partial_sent.saturating_sub(before);
        if duration < OBSERVATION {
            return false;
        }
        self.observed_at = Some(self.partial_sent);
        self.partial.rate = self.partial.bytes as f64 * 8.0 / to_secs(duration);
        self.observations.push_back(std::mem::take(&mut self.partial));
        if self.observations.len() > OBSERVATIONS {
            self.observations.pop_front();
        }
        self.count += 1;
        self.loss = self.mean_loss();
        true
    }

    /// The observations with their weights, the newest first.
    fn weighted(&self) -> impl Iterator<Item = (f64, &Observation)> {
        let mut weight = 1.0 / AGE_WEIGHT;
        self.observations.iter().rev().map(move |observation| {
            weight *= AGE_WEIGHT;
            (weight, observation)
        })
    }

    /// The weighted share of lost bytes. From four observations on, those with the least and the most losses do not
    /// count, unless the latter was sent far above the median rate.
    fn mean_loss(&self) -> f64 {
        let (mut bytes, mut lost) = (0.0, 0.0);
        let (mut least, mut most) = ((1.0, 0.0, 0.0), (0.0, 0.0, 0.0));
        let mut rate_of_most = 0.0;
        for (weight, observation) in self.weighted() {
            let (all, missing) = (weight * observation.bytes as f64, weight * observation.lost as f64);
            (bytes, lost) = (bytes + all, lost + missing);
            if self.count > 3 && observation.share() > most.0 {
                most = (observation.share(), all, missing);
                rate_of_most = observation.rate;
            }
            if self.count > 3 && observation.share() < least.0 {
                least = (observation.share(), all, missing);
            }
        }
        let others = bytes - least.1 - most.1;
        if bytes <= 0.0 {
            0.0
        } else if SPIKE_FACTOR * self.median_rate() <= rate_of_most || others <= 0.0 {
            lost / bytes
        } else {
            ((lost - least.2 - most.2) / others).max(0.0)
        }
    }

    fn median_rate(&self) -> f64 {
        let rates: Vec<f64> =
            self.observations.iter().map(|seen| seen.rate).filter(|&rate| rate > 0.0).collect();
        let sorted = crate::ground::order::sorted(rates, f64::total_cmp);
        match (sorted.len(), sorted.len() / 2) {
            (0, _) => 0.0,
            (count, half) if count % 2 == 0 => (sorted[half - 1] + sorted[half]) / 2.0,
            (_, half) => sorted[half],
        }
    }

    /// The candidate under which the observations are most likely; of equal ones that with the higher bandwidth.
    fn best_candidate(&self, present: Channel, input: LossInput, now: Time) -> Channel {
        let is_limited = self.state != LossState::DelayBased;
        let most = self.window.filter(|_| is_limited).map_or(MOST, |window| window.1);
        let is_padded = self.padding.is_some_and(|(_, since)| since + PADDING >= now);
        let throughput = input.throughput.filter(|_| !input.is_app_limited || is_padded);
        let delay_based = Some(input.delay_based).filter(|&rate| rate > present.bandwidth);
        let bandwidths = CANDIDATES.iter().map(|factor| factor * present.bandwidth);
        let (mut best, mut highest) = (present, f64::NEG_INFINITY);
        for bandwidth in bandwidths.chain(throughput).chain(delay_based) {
            let bandwidth = bandwidth.min(present.bandwidth.max(most));
            let candidate = self.with_likely_loss(Channel { bandwidth, ..present }.feasible());
            let objective = self.objective(candidate);
            if objective > highest || (objective == highest && candidate.bandwidth > best.bandwidth) {
                (best, highest) = (candidate, objective);
            }
        }
        best
    }

    /// The channel after one step of Newton's method towards the most likely inherent loss.
    fn with_likely_loss(&self, channel: Channel) -> Channel {
        let (mut first, mut second) = (0.0, 0.0);
        for (weight, observation) in self.weighted() {
            let p = channel.loss_at(observation.rate);
            let lost = observation.lost as f64 / 1e3;
            let arrived = observation.bytes.saturating_sub(observation.lost) as f64 / 1e3;
            first += weight * (lost / p - arrived / (1.0 - p));
            second -= weight * (lost / (p * p) + arrived / ((1.0 - p) * (1.0 - p)));
        }
        let second = if second >= 0.0 { -1e-6 } else { second };
        Channel { inherent: channel.inherent - NEWTON_STEP * first / second, ..channel }.feasible()
    }

    /// The weighted logarithm of the likelihood of the observations, with the preference for high bandwidths.
    fn objective(&self, channel: Channel) -> f64 {
        let turn = (BIAS_TURNS_AT - self.loss) / (BIAS_WIDTH + (BIAS_TURNS_AT - self.loss).abs());
        let kbps = channel.bandwidth / 1e3;
        let bias = turn * (LINEAR_BIAS * kbps + LOG_BIAS * math::ln(1.0 + kbps));
        let terms = self.weighted().map(|(weight, observation)| {
            let p = channel.loss_at(observation.rate);
            let (all, lost) = (observation.bytes as f64 / 1e3, observation.lost as f64 / 1e3);
            weight * (lost * math::ln(p) + (all - lost) * math::ln(1.0 - p) + bias * all)
        });
        terms.sum()
    }

    /// The new bandwidth while losses limit the rate, limited by time and throughput.
    fn limited_rise(&self, present: f64, best: f64, input: LossInput, now: Time) -> f64 {
        let mut best = best;
        if let Some((since, most)) = self.window
            && since + RISE_WINDOW > now
        {
            best = best.min(most);
        }
        let rises = best > present || (best == present && self.state == LossState::Rising);
        let Some(throughput) = input.throughput.filter(|_| rises) else { return best };
        let is_after_hold = self.held_rate.is_some_and(|held| throughput < HOLD_THRESHOLD * held);
        let factor = if is_after_hold { RISE_AFTER_HOLD } else { RISE };
        let limited = best.min(factor * throughput).max(present);
        // One bit per second more ends the fall, so that padding can begin.
        if self.state == LossState::Falling && limited == present { present + 1.0 } else { limited }
    }

    /// The most that the present loss allows, in bit/s.
    fn instant_limit(&self) -> f64 {
        if self.loss > UPPER_OFFSET { UPPER_BALANCE / (self.loss - UPPER_OFFSET) } else { MOST }
    }

    /// Sets estimate and state.
    fn set_rate(&mut self, bounded: f64, least: f64, delay_based: f64, now: Time) {
        let is_limited = self.state != LossState::DelayBased;
        if self.state == LossState::Falling && self.held_until > now && bounded < delay_based {
            let held = self.held_rate.map_or(bounded, |held| held.max(least));
            self.held_rate = Some(held);
            self.rate = held.min(bounded);
            return;
        }
        let is_padded = self.padding.is_some_and(|(from, since)| since + PADDING >= now || from < bounded);
        let rises = is_limited
            && (self.rate < bounded || (self.rate == bounded && self.state == LossState::Rising))
            && (self.state != LossState::Rising || is_padded);
        if bounded >= delay_based || bounded >= MOST {
            (self.held_until, self.hold, self.held_rate, self.padding) = (0, FIRST_HOLD, None, None);
            self.state = LossState::DelayBased;
        } else if rises {
            if self.padding.is_none_or(|(from, _)| bounded > from) {
                self.padding = Some((bounded, now));
            }
            self.state = LossState::Rising;
        } else {
            if self.state != LossState::Falling {
                let hold = self.hold.max(FIRST_HOLD);
                (self.held_until, self.held_rate) = (now + hold, Some(bounded));
                self.hold = (2 * hold).min(LONGEST_HOLD);
            }
            self.padding = None;
            self.state = LossState::Falling;
        }
        self.rate = bounded;
        let has_passed = self.window.is_none_or(|(since, _)| since + RISE_WINDOW < now);
        if let Some(channel) = self.channel.filter(|_| self.state != LossState::DelayBased && has_passed) {
            self.window = Some((now, (RISE_IN_WINDOW * channel.bandwidth).max(LEAST)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reports packets of 1000 bytes at `rate` bit/s, of which every `n`-th is lost, one report per 250 ms, until
    /// `to`. Returns the time. The throughput is what arrives.
    fn report(
        model: &mut LossModel,
        from: Time,
        to: Time,
        rate: f64,
        lost_every: u32,
        delay_based: f64,
    ) -> Time {
        let gap = crate::ground::time::from_secs(8000.0 / rate);
        let (mut at, mut number, mut reported) = (from, 0u32, from);
        while at < to {
            number += 1;
            at += gap;
            model.add(at, 1000, lost_every == 0 || number % lost_every != 0);
            if at - reported >= OBSERVATION {
                reported = at;
                let arrives = if lost_every == 0 { 1.0 } else { 1.0 - 1.0 / f64::from(lost_every) };
                model.update(LossInput {
                    delay_based,
                    throughput: Some(arrives * rate.min(model.rate().unwrap_or(rate))),
                    is_app_limited: false,
                    least: LEAST,
                });
            }
        }
        at
    }

    #[test]
    fn the_estimate_needs_three_observations_and_equals_the_delay_based_rate_without_losses() {
        let mut model = LossModel::default();
        let at = report(&mut model, 0, 600 * MILLISECOND, 1e6, 0, 1.2e6);
        assert_eq!((model.rate(), model.state()), (None, LossState::DelayBased));
        report(&mut model, at, 2 * SECOND, 1e6, 0, 1.2e6);
        assert_eq!((model.rate(), model.state()), (Some(1.2e6), LossState::DelayBased));
    }

    #[test]
    fn a_loss_of_two_percent_is_inherent_and_does_not_limit_the_rate() {
        let mut model = LossModel::default();
        report(&mut model, 0, 10 * SECOND, 1e6, 50, 1.2e6);
        assert_eq!((model.rate(), model.state()), (Some(1.2e6), LossState::DelayBased));
        assert!((model.loss() - 0.02).abs() < 0.01, "{}", model.loss());
    }

    #[test]
    fn a_quarter_of_losses_limits_the_rate_to_what_arrives_and_no_losses_free_it_again() {
        let mut model = LossModel::default();
        let at = report(&mut model, 0, 2 * SECOND, 1e6, 0, 1.2e6);
        let at = report(&mut model, at, 6 * SECOND, 1e6, 4, 1.2e6);
        let low = model.rate().expect("a rate");
        assert_eq!(model.state(), LossState::Falling);
        assert!((500e3..=760e3).contains(&low), "{low}");
        // The rate rises again once the losses have left the window, with padding, and the hold ends.
        report(&mut model, at, 30 * SECOND, 1.2e6, 0, 1.2e6);
        assert_eq!((model.rate(), model.state()), (Some(1.2e6), LossState::DelayBased));
    }

    #[test]
    fn the_loss_probability_is_the_inherent_loss_and_what_exceeds_the_bandwidth() {
        let channel = Channel { bandwidth: 1e6, inherent: 0.1 };
        assert_eq!(channel.loss_at(0.5e6), 0.1);
        // Of 2 Mb/s, half is too much: 0.1 + 0.9 / 2.
        assert!((channel.loss_at(2e6) - 0.55).abs() < 1e-12);
        // At most 5 % and 100 kb/s over 1 Mb/s = 15 %.
        assert!((Channel { inherent: 0.5, ..channel }.feasible().inherent - 0.15).abs() < 1e-12);
    }

    #[test]
    fn the_observation_with_the_most_losses_does_not_count_unless_it_was_a_burst() {
        let mut model = LossModel::default();
        let mut observe = |bytes, lost, rate| {
            model.observations.push_back(Observation { bytes, lost, rate });
            model.count += 1;
            model.mean_loss()
        };
        (0..4).for_each(|_| assert_eq!(observe(10_000, 0, 1e6), 0.0));
        assert_eq!(observe(10_000, 5000, 1e6), 0.0, "a spike of losses");
        // Sent at twice the median rate: 5000 of these, and 0.9 times 5000 of the observation before.
        let loss = observe(10_000, 6000, 2e6);
        let bytes = 10_000.0 * (1.0 + 0.9 + 0.81 + 0.729 + 0.6561 + 0.59049);
        assert!((loss - (6000.0 + 0.9 * 5000.0) / bytes).abs() < 1e-12, "{loss}");
    }

    #[test]
    fn a_loss_of_half_limits_the_rate_at_once() {
        let model = LossModel { loss: 0.5, ..LossModel::default() };
        // 100 kb/s over 0.5 - 0.05.
        assert!((model.instant_limit() - 222_222.2).abs() < 0.1);
    }
}
