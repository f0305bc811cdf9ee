//! The controllers of production code, behind one interface.

use std::fmt::Debug;
use std::time::Duration;

use s2n_quic_core::event::builder::{BbrState, SlowStartExitCause};
use s2n_quic_core::packet::number::PacketNumberSpace;
use s2n_quic_core::random::Generator;
use s2n_quic_core::recovery::bandwidth::{Bandwidth, PacketInfo, RateSample};
use s2n_quic_core::recovery::congestion_controller::Publisher;
use s2n_quic_core::recovery::{CongestionController, CubicCongestionController, RttEstimator, bbr};
use s2n_quic_core::time::{Clock as _, Timestamp, clock::NoopClock};

/// A packet that was sent, as the sender remembers it.
#[derive(Clone, Copy, Debug)]
pub struct Sent {
    pub at: Duration,
    pub number: u64,
    pub bytes: usize,
    /// What BBR keeps of each packet.
    info: Option<PacketInfo>,
}

/// A congestion controller, to which sent, acknowledged and lost packets are reported.
pub trait Production {
    fn sent(&mut self, at: Duration, number: u64, bytes: usize) -> Sent;
    /// An acknowledgement of the packet has arrived; its losses and the packet itself are reported next.
    fn rtt(&mut self, at: Duration, sent: &Sent);
    fn acknowledged(&mut self, at: Duration, sent: &Sent);
    fn lost(&mut self, at: Duration, sent: &Sent);
    /// The window in bytes.
    fn window(&self) -> f64;
}

pub const NAMES: [&str; 2] = ["s2n-cubic", "s2n-bbr"];

/// The controller of a name, for packets of a size in bytes.
pub fn build(name: &str, packet: u16) -> Option<Box<dyn Production>> {
    match name {
        "s2n-cubic" => Some(Box::new(S2n::new(CubicCongestionController::new(packet, Default::default())))),
        "s2n-bbr" => Some(Box::new(S2n::new(bbr::BbrCongestionController::new(packet, Default::default())))),
        _ => None,
    }
}

/// What a controller of s2n-quic keeps of a packet.
pub trait Kept: Copy {
    fn keep(self) -> Option<PacketInfo>;
    fn of(sent: &Sent) -> Self;
}

impl Kept for () {
    fn keep(self) -> Option<PacketInfo> {
        None
    }

    fn of(_: &Sent) -> Self {}
}

impl Kept for PacketInfo {
    fn keep(self) -> Option<PacketInfo> {
        Some(self)
    }

    fn of(sent: &Sent) -> Self {
        sent.info.expect("BBR keeps the state of each packet")
    }
}

/// A controller of s2n-quic with the state around it.
pub struct S2n<C> {
    pub controller: C,
    rtt: RttEstimator,
    random: Lcg,
    /// The number of the packet that was lost last.
    last_lost: Option<u64>,
    listener: Listener,
}

impl<C> S2n<C> {
    pub fn new(controller: C) -> Self {
        S2n {
            controller,
            rtt: RttEstimator::default(),
            random: Lcg(1),
            last_lost: None,
            listener: Listener { rate: None },
        }
    }
}

/// The library's times count from an instant of its clock.
fn timestamp(at: Duration) -> Timestamp {
    NoopClock.get_time() + at
}

impl<C: CongestionController<PacketInfo: Kept>> S2n<C> {
    pub fn on_sent(&mut self, at: Duration, bytes: usize, app_limited: bool) -> C::PacketInfo {
        let app_limited = Some(app_limited);
        self.controller.on_packet_sent(timestamp(at), bytes, app_limited, &self.rtt, &mut self.listener)
    }

    /// A sample of the round-trip time of the newest packet, of which the receiver has waited for `delay`.
    pub fn on_rtt(&mut self, at: Duration, sample: Duration, delay: Duration) {
        let space = PacketNumberSpace::ApplicationData;
        self.rtt.update_rtt(delay, sample, timestamp(at), true, space);
        self.controller.on_rtt_update(timestamp(at - sample), timestamp(at), &self.rtt, &mut self.listener);
    }

    /// Packets of `bytes` bytes are acknowledged, the newest of which was sent at `sent_at`.
    pub fn on_ack(&mut self, sent_at: Duration, bytes: usize, info: C::PacketInfo, at: Duration) {
        let (sent_at, now) = (timestamp(sent_at), timestamp(at));
        let S2n { rtt, random, listener, .. } = self;
        self.controller.on_ack(sent_at, bytes, info, rtt, random, now, listener);
    }

    pub fn on_lost(
        &mut self,
        at: Duration,
        number: u64,
        bytes: u32,
        info: C::PacketInfo,
        is_persistent: bool,
    ) {
        let is_new_burst = self.last_lost.is_none_or(|last| last + 1 != number);
        self.last_lost = Some(number);
        let S2n { random, listener, .. } = self;
        self.controller.on_packet_lost(
            bytes,
            info,
            is_persistent,
            is_new_burst,
            random,
            timestamp(at),
            listener,
        );
    }

    pub fn on_marks(&mut self, at: Duration, marks: u64) {
        self.controller.on_explicit_congestion(marks, timestamp(at), &mut self.listener);
    }

    /// The pacing rate that the controller has reported last, in bit/s.
    pub fn pacing_rate(&self) -> Option<u64> {
        self.listener.rate
    }
}

impl<C: CongestionController<PacketInfo: Kept>> Production for S2n<C> {
    fn sent(&mut self, at: Duration, number: u64, bytes: usize) -> Sent {
        // The application always has data to send.
        let info = self.on_sent(at, bytes, false);
        Sent { at, number, bytes, info: info.keep() }
    }

    fn rtt(&mut self, at: Duration, sent: &Sent) {
        self.on_rtt(at, at - sent.at, Duration::ZERO);
    }

    fn acknowledged(&mut self, at: Duration, sent: &Sent) {
        self.on_ack(sent.at, sent.bytes, C::PacketInfo::of(sent), at);
    }

    fn lost(&mut self, at: Duration, sent: &Sent) {
        self.on_lost(at, sent.number, sent.bytes as u32, C::PacketInfo::of(sent), false);
    }

    fn window(&self) -> f64 {
        f64::from(self.controller.congestion_window())
    }
}

/// Keeps the pacing rate of the library's events.
#[derive(Debug)]
struct Listener {
    /// In bit/s.
    rate: Option<u64>,
}

impl Publisher for Listener {
    fn on_slow_start_exited(&mut self, _: SlowStartExitCause, _: u32) {}
    fn on_delivery_rate_sampled(&mut self, _: RateSample) {}
    fn on_pacing_rate_updated(&mut self, rate: Bandwidth, _: u32, _: num_rational::Ratio<u64>) {
        self.rate = Some(rate.as_bytes_per_second() * 8);
    }
    fn on_bbr_state_changed(&mut self, _: BbrState) {}
}

/// A small generator of random numbers, for runs that repeat exactly (Knuth's linear congruence).
struct Lcg(u64);

impl Generator for Lcg {
    fn public_random_fill(&mut self, to: &mut [u8]) {
        for byte in to {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            *byte = (self.0 >> 56) as u8;
        }
    }

    fn private_random_fill(&mut self, to: &mut [u8]) {
        self.public_random_fill(to);
    }
}
