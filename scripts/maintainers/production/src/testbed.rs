//! Controllers of production code as controllers of a flow in the testbed.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use fairshare_testbed::{Battery, Controller, Packet, RoundTrip};
use quinn_controllers::congestion::{self, ControllerFactory};
use quinn_controllers::connection::RttEstimator;
use s2n_quic_core::recovery::{CongestionController, CubicCongestionController, bbr};
use serde_json::{Value, json};

use crate::controllers::{Kept, S2n};

const PACKET: u16 = 1500;

/// A controller of s2n-quic. It hears of an acknowledgement and of the losses that it shows as s2n-quic reports them: all
/// acknowledged bytes at once with the newest packet, then the lost packets.
struct FromS2n<C: CongestionController> {
    name: &'static str,
    inner: S2n<C>,
    /// Whether the controller has a pacing rate of its own.
    has_rate: bool,
    infos: BTreeMap<u64, C::PacketInfo>,
    app_limited: bool,
    newest: Option<Packet>,
    acknowledged: u64,
    lost: Vec<Packet>,
    is_persistent: bool,
    marks: u64,
}

impl<C: CongestionController<PacketInfo: Kept>> FromS2n<C> {
    fn new(name: &'static str, controller: C, has_rate: bool) -> Self {
        FromS2n {
            name,
            inner: S2n::new(controller),
            has_rate,
            infos: BTreeMap::new(),
            app_limited: false,
            newest: None,
            acknowledged: 0,
            lost: Vec::new(),
            is_persistent: false,
            marks: 0,
        }
    }

    fn end_acknowledged(&mut self, now: u64) {
        let Some(newest) = self.newest.take() else { return };
        let Some(info) = self.infos.remove(&newest.number) else { return };
        self.inner.on_ack(nanos(newest.sent_at), self.acknowledged as usize, info, nanos(now));
        self.acknowledged = 0;
    }

    /// Reports what this nanosecond has shown, before packets are sent in it.
    fn flush(&mut self, now: u64) {
        self.end_acknowledged(now);
        for packet in std::mem::take(&mut self.lost) {
            if let Some(info) = self.infos.remove(&packet.number) {
                self.inner.on_lost(nanos(now), packet.number, packet.bytes as u32, info, self.is_persistent);
            }
        }
        self.is_persistent = false;
        let marks = std::mem::take(&mut self.marks);
        if marks > 0 {
            self.inner.on_marks(nanos(now), marks);
        }
    }
}

fn nanos(at: u64) -> Duration {
    Duration::from_nanos(at)
}

impl<C: CongestionController<PacketInfo: Kept>> Controller for FromS2n<C> {
    fn name(&self) -> &str {
        self.name
    }

    fn window(&self) -> u64 {
        u64::from(self.inner.controller.congestion_window())
    }

    fn pacing_rate(&self) -> Option<u64> {
        self.inner.pacing_rate().filter(|_| self.has_rate)
    }

    fn reads_marks(&self) -> bool {
        true
    }

    fn on_sent(&mut self, now: u64, packet: &Packet, _: u64) {
        self.flush(now);
        let info = self.inner.on_sent(nanos(now), packet.bytes as usize, self.app_limited);
        self.app_limited = false;
        self.infos.insert(packet.number, info);
    }

    fn on_round_trip(&mut self, now: u64, rtt: &RoundTrip) {
        self.inner.on_rtt(nanos(now), nanos(rtt.latest), nanos(rtt.latest - rtt.adjusted));
    }

    fn on_acknowledged(&mut self, _: u64, packet: &Packet, _: u64) {
        self.acknowledged += packet.bytes;
        match self.newest {
            Some(newest) if newest.number > packet.number => {
                self.infos.remove(&packet.number);
            }
            before => {
                before.and_then(|before| self.infos.remove(&before.number));
                self.newest = Some(*packet);
            }
        }
    }

    fn on_lost(&mut self, _: u64, packet: &Packet, _: u64) {
        self.lost.push(*packet);
    }

    fn on_persistent_congestion(&mut self, _: u64) {
        self.is_persistent = true;
    }

    fn on_marked(&mut self, _: u64, _: &Packet, marks: u64) {
        self.marks += marks;
    }

    fn on_app_limited(&mut self, _: u64) {
        self.app_limited = true;
    }

    fn on_end(&mut self, now: u64, _: u64) {
        self.flush(now);
    }
}

/// A controller of quinn-proto. quinn paces by window and round-trip time, also with BBR, whose rate it only logs.
struct FromQuinn {
    name: &'static str,
    inner: Box<dyn congestion::Controller>,
    /// Whether packets leave at the rate that the controller logs, which they do not in quinn.
    has_rate: bool,
    start: Instant,
    rtt: RttEstimator,
    app_limited: bool,
    in_flight: u64,
    newest: Option<u64>,
    /// The newest lost packet of this nanosecond, and the number of lost bytes.
    lost: Option<(Packet, u64)>,
    is_persistent: bool,
    marked: Option<Packet>,
}

impl FromQuinn {
    fn new(name: &'static str, factory: Arc<dyn ControllerFactory + Send + Sync>, has_rate: bool) -> Self {
        let start = Instant::now();
        FromQuinn {
            name,
            inner: factory.build(start, PACKET),
            has_rate,
            start,
            rtt: RttEstimator::default(),
            app_limited: false,
            in_flight: 0,
            newest: None,
            lost: None,
            is_persistent: false,
            marked: None,
        }
    }

    fn at(&self, now: u64) -> Instant {
        self.start + nanos(now)
    }

    fn flush(&mut self, now: u64) {
        let at = self.at(now);
        if let Some(newest) = self.newest.take() {
            self.inner.on_end_acks(at, self.in_flight, self.app_limited, Some(newest));
        }
        if let Some((newest, bytes)) = self.lost.take() {
            self.inner.on_congestion_event(at, self.at(newest.sent_at), self.is_persistent, bytes);
        }
        if let Some(marked) = self.marked.take() {
            self.inner.on_congestion_event(at, self.at(marked.sent_at), false, 0);
        }
        self.is_persistent = false;
    }
}

impl Controller for FromQuinn {
    fn name(&self) -> &str {
        self.name
    }

    fn window(&self) -> u64 {
        self.inner.window()
    }

    fn pacing_rate(&self) -> Option<u64> {
        self.inner.metrics().pacing_rate.filter(|&rate| self.has_rate && rate > 0)
    }

    fn reads_marks(&self) -> bool {
        true
    }

    fn on_sent(&mut self, now: u64, packet: &Packet, _: u64) {
        self.flush(now);
        self.inner.on_sent(self.at(now), packet.bytes, packet.number);
        self.app_limited = false;
    }

    fn on_round_trip(&mut self, _: u64, rtt: &RoundTrip) {
        let [latest, smoothed, min] = [rtt.latest, rtt.smoothed, rtt.min].map(nanos);
        self.rtt = RttEstimator { latest, smoothed, min };
    }

    fn on_acknowledged(&mut self, now: u64, packet: &Packet, in_flight: u64) {
        let (at, sent) = (self.at(now), self.at(packet.sent_at));
        self.inner.on_ack(at, sent, packet.bytes, self.app_limited, &self.rtt);
        self.newest = self.newest.max(Some(packet.number));
        self.in_flight = in_flight;
    }

    fn on_lost(&mut self, _: u64, packet: &Packet, _: u64) {
        let bytes = self.lost.map_or(0, |(_, bytes)| bytes) + packet.bytes;
        self.lost = Some((*packet, bytes));
    }

    fn on_persistent_congestion(&mut self, _: u64) {
        self.is_persistent = true;
    }

    fn on_marked(&mut self, _: u64, newest: &Packet, _: u64) {
        self.marked = Some(*newest);
    }

    fn on_app_limited(&mut self, _: u64) {
        self.app_limited = true;
    }

    fn on_end(&mut self, now: u64, _: u64) {
        self.flush(now);
    }
}

/// What makes a controller for each run.
type Factory = Box<dyn Fn() -> Box<dyn Controller>>;

fn quinn(name: &'static str, factory: Arc<dyn ControllerFactory + Send + Sync>, has_rate: bool) -> Factory {
    Box::new(move || Box::new(FromQuinn::new(name, factory.clone(), has_rate)))
}

/// The controllers of production code.
fn foreign() -> Vec<Factory> {
    vec![
        Box::new(|| {
            let cubic = CubicCongestionController::new(PACKET, Default::default());
            Box::new(FromS2n::new("s2n-quic CUBIC", cubic, false))
        }),
        Box::new(|| {
            let bbr = bbr::BbrCongestionController::new(PACKET, Default::default());
            Box::new(FromS2n::new("s2n-quic BBR", bbr, true))
        }),
        quinn("quinn NewReno", Arc::new(congestion::NewRenoConfig::default()), false),
        quinn("quinn CUBIC", Arc::new(congestion::CubicConfig::default()), false),
        quinn("quinn BBR", Arc::new(congestion::BbrConfig::default()), false),
        quinn("quinn BBR, paced", Arc::new(congestion::BbrConfig::default()), true),
    ]
}

/// Fairshare's algorithms, on the same networks with the same stack.
const OURS: [(&str, bool); 4] = [("newreno", true), ("cubic", true), ("bbr", false), ("bbr3", false)];

fn json_of(battery: &Battery) -> Value {
    let results = battery.trials.iter().map(|trial| {
        let verdicts: Vec<Value> = trial
            .verdicts
            .iter()
            .map(|verdict| json!({ "holds": verdict.holds, "sentence": verdict.sentence, "measured": verdict.measured }))
            .collect();
        json!({ "network": trial.network, "verdicts": verdicts, "link": trial.link })
    });
    json!({ "controller": battery.name, "results": results.collect::<Value>() })
}

/// The battery with all controllers.
pub fn all() -> Value {
    let foreign = foreign().iter().map(|new| json_of(&Battery::run(new))).collect::<Vec<_>>();
    let ours = OURS.map(|(id, ecn)| {
        let ecn = if ecn { json!({ "ecn": true }) } else { json!({}) };
        json_of(&Battery::built_in(id, &ecn))
    });
    foreign.into_iter().chain(ours).collect()
}
