//! Plain UDP: sends what the application gives, or at a constant rate, and listens to nothing.

use crate::describe::{AlgorithmInfo, Family, Reference, sources, words};
use crate::ground::packet::Packet;
use crate::transport::Body;
use crate::ground::time::Time;
use crate::params;
use crate::params::ParamSet;
use crate::transport::sink::Sink;
use crate::transport::{
    AnyReceiver, ConnSpec, Context, FlowFacts, Outgoing, Protocol, Sender, SenderState, Timer, digest_of,
};

params! {
    pub struct Params {
        /// Rate of its packets on the wire.
        rate: Option<f64> = None, unit "bit/s", range 100.0..=1e11, scale log, null "as the source gives; 1 Mb/s with a greedy source";
    }
}

/// What a greedy source gets when no rate is set: it would otherwise send without end at once.
const DEFAULT_RATE: f64 = 1e6;

#[derive(Clone, Debug)]
pub struct Udp {
    rate: Option<f64>,
    next: u32,
    running: bool,
    /// Fraction of a nanosecond that the next gap owes, so that the rate is kept exactly.
    owed: f64,
    next_send: Time,
}

impl Udp {
    fn paced_at(&self, cx: &impl Context) -> Option<f64> {
        self.rate.or(if cx.app_is_greedy() { Some(DEFAULT_RATE) } else { None })
    }

    fn send_one(&mut self, cx: &mut impl Context) -> Option<u16> {
        let header = Self::header_bytes();
        let payload = cx.pull(u32::from(cx.packet_size().saturating_sub(header).max(1)));
        if payload == 0 {
            if cx.app_finished() {
                cx.sent_all();
            }
            return None;
        }
        let size = payload as u16 + header;
        cx.send(Outgoing {
            seq: self.next,
            size,
            flags: 0,
            payload: Body::Data { unit: 0, info: 0, note: 0 }.into(),
        });
        self.next += 1;
        Some(size)
    }

    /// What no access link could carry stays with the application: goes on when the host has room again.
    fn host_is_full(&mut self, cx: &mut impl Context) -> bool {
        let room = cx.room_at();
        let full = room > cx.now();
        if full {
            cx.arm(Timer::Send, room);
        }
        full
    }

    fn go_on(&mut self, cx: &mut impl Context) {
        if !self.running {
            return;
        }
        let Some(rate) = self.paced_at(cx) else {
            while !self.host_is_full(cx) && self.send_one(cx).is_some() {}
            return;
        };
        cx.report_rate(rate);
        while cx.now() >= self.next_send {
            if self.host_is_full(cx) {
                return;
            }
            let Some(size) = self.send_one(cx) else { return };
            let gap = f64::from(size) * 8e9 / rate + self.owed;
            let whole = gap as Time;
            self.owed = gap - whole as f64;
            self.next_send = self.next_send.max(cx.now()) + whole;
        }
        cx.arm(Timer::Send, self.next_send);
    }
}

impl Protocol for Udp {
    type Params = Params;
    const ID: &'static str = "udp";

    fn info() -> AlgorithmInfo {
        AlgorithmInfo {
            id: Self::ID,
            name: "Plain UDP",
            family: Family::None,
            summary: words("Does not react to congestion at all: what fair sharing has to be defended against."),
            doc: words("Sends packets at a constant rate, or as its source gives them, whatever happens to them. Beside flows \
                  that do react it takes what it wants, and they share the rest."),
            references: sources(&[Reference {
                title: "RFC 768: User Datagram Protocol",
                url: "https://www.rfc-editor.org/rfc/rfc768",
            }]),
            fields: Params::fields(),
            signals: Vec::new(),
            decisions: Vec::new(),
        }
    }

    fn build(params: &Params, _: &FlowFacts) -> (Self, Vec<ConnSpec>) {
        let udp = Udp { rate: params.rate, next: 0, running: false, owed: 0.0, next_send: 0 };
        (udp, vec![ConnSpec { receiver: AnyReceiver::Sink(Sink::default()) }])
    }

    fn set_params(&mut self, params: &Params, cx: &mut impl Context) {
        self.rate = params.rate;
        self.next_send = cx.now();
        self.go_on(cx);
    }

    /// IP and UDP.
    fn header_bytes() -> u16 {
        28
    }
}

impl Sender for Udp {
    fn start(&mut self, cx: &mut impl Context) {
        self.running = true;
        self.next_send = cx.now();
        self.go_on(cx);
    }

    fn stop(&mut self, cx: &mut impl Context) {
        self.running = false;
        cx.cancel(Timer::Send);
    }

    fn restart(&mut self, cx: &mut impl Context) {
        self.next = 0;
        self.start(cx);
    }

    fn on_feedback(&mut self, _: &Packet, _: &mut impl Context) {}

    fn on_timer(&mut self, _: Timer, cx: &mut impl Context) {
        self.go_on(cx);
    }

    fn on_app(&mut self, cx: &mut impl Context) {
        self.go_on(cx);
    }

    fn state(&self) -> SenderState {
        SenderState { window: None, rate: self.rate, in_flight: 0 }
    }

    fn digest(&self) -> u64 {
        digest_of(&[u64::from(self.next), self.next_send])
    }
}
