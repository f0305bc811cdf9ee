//! The facts about a run that the equations need: the settings of its document and the results of its
//! summary, or the means that a sweep has stored.

use fairshare_measures::numbers::value;
use serde_json::Value;
use sim_core::describe::Family;
use sim_core::scenario::{Derived, FlowSpec, Role, Scenario, bottleneck_candidates};
use sim_core::simulation::kinds;
use sim_core::traffic::SourceSettings;

/// The measured results of an entry of `flows`: means over its flows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measured {
    /// Rate through the last link, bit/s.
    pub rate: Option<f64>,
    /// Mean congestion window in packets.
    pub cwnd: Option<f64>,
    /// Mean round-trip time, s.
    pub rtt: Option<f64>,
    /// 95th percentile of the round-trip time, s.
    pub rtt_p95: Option<f64>,
    /// Window cuts per packet sent, which is the loss rate in TCP's laws.
    pub cut_rate: Option<f64>,
    /// Number of cuts of all flows of the entry.
    pub cuts: f64,
    /// The share of the cuts that were timeouts.
    pub timeouts: f64,
    /// Loss events per packet sent.
    pub event_rate: Option<f64>,
    /// Lost packets per packet sent.
    pub loss: Option<f64>,
}

/// The flows of an entry of the document.
#[derive(Clone, Debug)]
pub struct EntryFacts {
    pub id: String,
    pub algorithm: String,
    /// The name of the algorithm in texts for users.
    pub name: String,
    /// All settings of the algorithm.
    pub params: Value,
    pub count: f64,
    /// Size of a full packet, bytes.
    pub packet: f64,
    /// Base round-trip time, s.
    pub base_rtt: f64,
    /// Whether the source always has data.
    pub greedy: bool,
    pub source: String,
    pub source_params: Value,
    pub responsive: bool,
    pub role: Role,
    /// Whether the flows cross the bottleneck.
    pub crosses: bool,
    pub start: f64,
    pub stop: Option<f64>,
    pub measured: Measured,
}

impl EntryFacts {
    /// A number of the algorithm's settings.
    pub fn param(&self, name: &str) -> Option<f64> {
        self.params[name].as_f64()
    }

    /// Increase per round trip in packets, and the share of the window that a loss takes, if the algorithm is
    /// AIMD.
    pub fn aimd(&self) -> Option<(f64, f64)> {
        let setting = |name| self.param(name);
        match self.algorithm.as_str() {
            // With one acknowledgement for `b` packets and growth by acknowledgements, Reno adds 1/b per
            // round trip.
            "reno" | "newreno" | "sack" => Some((1.0 / self.growth_divisor(), 0.5)),
            "gaimd" => Some((setting("alpha")?, setting("beta")?)),
            "rap" => Some((setting("alpha")?, 1.0 - setting("beta")?)),
            "binomial" if is(setting("k"), 0.0) && is(setting("l"), 1.0) => {
                Some((setting("alpha")?, setting("beta")?))
            }
            _ => None,
        }
    }

    /// Whether the algorithm is Reno in one of its forms, to which the laws of Mathis and Padhye apply.
    pub fn is_reno(&self) -> bool {
        matches!(self.algorithm.as_str(), "reno" | "newreno" | "sack")
    }

    /// The `b` of the equations: packets per acknowledgement, if the window grows by acknowledgements.
    pub fn growth_divisor(&self) -> f64 {
        if self.params["growth"].as_str() == Some("acks") {
            self.param("ack_every").unwrap_or(1.0)
        } else {
            1.0
        }
    }

    /// Estimate of the first retransmission timeout, s: the 95th percentile of the round-trip time, but at
    /// least the smallest timeout. With the rule of Linux the smallest timeout is added to the round-trip
    /// time.
    pub fn timeout(&self) -> Option<f64> {
        let rtt = self.measured.rtt?;
        let least = self.param("min_rto").unwrap_or(0.2);
        let spread = (self.measured.rtt_p95.unwrap_or(rtt) - rtt).max(0.0);
        Some(if self.params["rto_rule"].as_str() == Some("linux") {
            rtt + spread.max(least)
        } else {
            (rtt + spread).max(least)
        })
    }
}

fn is(value: Option<f64>, wanted: f64) -> bool {
    value.is_some_and(|value| (value - wanted).abs() < 1e-9)
}

/// The bottleneck: the slowest link that the measured flows share.
#[derive(Clone, Debug)]
pub struct LinkFacts {
    pub id: String,
    /// bit/s
    pub rate: f64,
    /// Propagation delay, s.
    pub delay: f64,
    pub queue: String,
    pub queue_params: Value,
    /// Buffer in packets.
    pub limit: f64,
    /// Largest packet, bytes.
    pub packet: f64,
    /// Bandwidth-delay product in packets for the mean base round-trip time of the flows.
    pub bdp: f64,
    /// Mean base round-trip time of the flows, s.
    pub base_rtt: f64,
    /// Whether packets are lost on the line.
    pub has_loss: bool,
    /// Whether every flow that sends forward crosses this link, and no other link is as slow.
    pub shared: bool,
    pub utilisation: Option<f64>,
    pub queue_packets: Option<f64>,
    /// The highest number of waiting packets.
    pub queue_max: Option<f64>,
    /// Marked packets per packet that left.
    pub mark_rate: Option<f64>,
}

impl LinkFacts {
    /// Packets of the largest size that the link sends in a second.
    pub fn capacity(&self) -> f64 {
        self.rate / (8.0 * self.packet)
    }
}

/// The facts about a run that the models use.
#[derive(Clone, Debug)]
pub struct RunFacts {
    /// The entries of the document's `flows` that send data forward.
    pub entries: Vec<EntryFacts>,
    /// `None` if there is no flow.
    pub link: Option<LinkFacts>,
    pub duration: f64,
    pub warmup: f64,
    /// Whether the timeline changes the network or the flows.
    pub changes: bool,
}

impl RunFacts {
    /// The facts of a document, without results.
    pub fn of(scenario: &Scenario) -> Self {
        let derived = Derived::of(scenario);
        let network = &scenario.network;
        let candidates = bottleneck_candidates(scenario);
        let by_rate = |a: &&usize, b: &&usize| network.links[**a].rate.total_cmp(&network.links[**b].rate);
        let bottleneck = candidates.iter().min_by(by_rate).copied();
        let entries: Vec<EntryFacts> = scenario
            .flows
            .iter()
            .filter(|flow| flow.role != Role::Reverse)
            .map(|flow| entry(flow, &derived, bottleneck))
            .collect();
        let link = bottleneck.map(|index| {
            let spec = &network.links[index];
            let limit =
                derived.links.iter().find(|link| link.id == spec.id).map_or(0.0, |link| link.limit.packets);
            let crossing: Vec<&EntryFacts> = entries.iter().filter(|entry| entry.crosses).collect();
            let flows: f64 = crossing.iter().map(|entry| entry.count).sum();
            let base_rtt =
                crossing.iter().map(|entry| entry.count * entry.base_rtt).sum::<f64>() / flows.max(1.0);
            let packet = crossing.iter().map(|entry| entry.packet).fold(1.0, f64::max);
            let as_slow = candidates.iter().filter(|&&other| network.links[other].rate <= spec.rate).count();
            LinkFacts {
                id: spec.id.clone(),
                rate: spec.rate,
                delay: spec.delay,
                queue: spec.queue.id().to_owned(),
                queue_params: spec.queue.to_json(),
                limit,
                packet,
                bdp: spec.rate * base_rtt / (8.0 * packet),
                base_rtt,
                has_loss: !spec.loss.is_empty(),
                shared: as_slow == 1 && entries.iter().all(|entry| entry.crosses),
                utilisation: None,
                queue_packets: None,
                queue_max: None,
                mark_rate: None,
            }
        });
        Self {
            entries,
            link,
            duration: scenario.duration,
            warmup: scenario.warmup,
            changes: !scenario.timeline.is_empty(),
        }
    }

    /// The facts with the results of a summary (`RunSummary` as JSON).
    #[must_use]
    pub fn with_summary(self, summary: &Value) -> Self {
        let link = self.link.as_ref().map_or_else(String::new, |link| link.id.clone());
        self.with_metrics(&|name| match name.strip_prefix("forward.") {
            Some(id) => value(summary, &format!("{link}.{id}")),
            None => value(summary, name),
        })
    }

    /// The facts with the numbers of a run by their names (sim-core/measures/src/numbers.rs), or with their means
    /// over the seeds of a cell of a sweep.
    #[must_use]
    pub fn with_metrics(mut self, metric: &dyn Fn(&str) -> Option<f64>) -> Self {
        for entry in &mut self.entries {
            let of = |name: &str| metric(&format!("{}.{name}", entry.id));
            let (sent, cuts) = (of("sent"), of("window_cuts"));
            entry.measured = Measured {
                rate: of("throughput_bps"),
                cwnd: of("cwnd_packets"),
                rtt: of("rtt_ms").map(|ms| ms / 1e3),
                rtt_p95: of("rtt_p95_ms").map(|ms| ms / 1e3),
                cut_rate: ratio(cuts, sent),
                cuts: cuts.map_or(0.0, |cuts| cuts * entry.count),
                timeouts: ratio(of("timeouts"), cuts).unwrap_or(0.0),
                event_rate: ratio(of("loss_events"), sent),
                loss: ratio(of("lost"), sent),
            };
        }
        if let Some(link) = &mut self.link {
            link.utilisation = metric("forward.utilisation");
            link.queue_packets = metric("forward.queue_packets");
            link.queue_max = metric("forward.queue_max_packets");
            link.mark_rate = ratio(metric("forward.marks"), metric("forward.departures"));
        }
        self
    }

    /// The entries that cross the bottleneck.
    pub fn crossing(&self) -> impl Iterator<Item = &EntryFacts> {
        self.entries.iter().filter(|entry| entry.crosses)
    }
}

fn ratio(part: Option<f64>, whole: Option<f64>) -> Option<f64> {
    let ratio = part? / whole?;
    ratio.is_finite().then_some(ratio)
}

fn entry(flow: &FlowSpec, derived: &Derived, bottleneck: Option<usize>) -> EntryFacts {
    let first = flow.members().next().map(|member| member.id).unwrap_or_default();
    let facts = derived.flows.iter().find(|found| found.id == first);
    let info = kinds().algorithm(flow.algorithm.id());
    EntryFacts {
        id: flow.id.clone(),
        algorithm: flow.algorithm.id().to_owned(),
        name: info.map_or(flow.algorithm.id(), |info| info.name).to_owned(),
        params: flow.algorithm.to_json(),
        count: flow.count as f64,
        packet: flow.packet_size as f64,
        base_rtt: facts.map_or(0.0, |facts| facts.base_rtt),
        greedy: matches!(flow.source, SourceSettings::Greedy(_)) && flow.receiver_rate.is_none(),
        source: flow.source.id().to_owned(),
        source_params: flow.source.to_json(),
        responsive: info.is_some_and(|info| info.family != Family::None) && flow.responsive,
        role: flow.role,
        crosses: bottleneck.is_some_and(|link| flow.route.data.contains(&link)),
        start: facts.map_or(0.0, |facts| facts.start),
        stop: flow.stop,
        measured: Measured::default(),
    }
}
