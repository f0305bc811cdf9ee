//! TPBA: the experiments of Tobe, Tamura, Nishino and Tokuda, "TCP-Rate-Probing-Based Adaptation for Continuous Media
//! Communications" (2000).
//!
//! `lda_beside_tcp` has LDA in competition with TCP, with which the paper motivates TPBA. `near` and `far` have one TPBA flow on
//! the local network and over the ocean. `many` has the fairness of TPBA and several TCP flows. `response` has response times.
//! `cases` has the 16 cases of table 4 and the figures about them. `text_claims` has statements that the paper makes without a
//! figure. `single_flow` has functions that these files share.

mod cases;
mod far;
mod lda_beside_tcp;
mod many;
mod near;
pub mod open;
mod response;
mod single_flow;
mod text_claims;

use serde_json::{Value, json};

use crate::document::{access, bottleneck_delay, drop_tail, with};
use crate::model::not_simulated;
use crate::model::{Assumption, Experiment, Paper};

/// The rate of the link in bit/s.
const RATE: f64 = 1.2e6;
/// The size of a UDP packet in bytes: 512 of payload and 40 of headers.
const UDP_PACKET: u32 = 552;
/// The size of a TCP packet in bytes.
const TCP_PACKET: u32 = 1500;
/// The payload of a TCP segment in bytes.
const SEGMENT: u32 = 1460;
/// TCP's receive window in segments: FreeBSD rounds a socket's buffer of 16 kB up to 12 whole segments.
const WINDOW: u32 = 12;
/// The limit of the queue in packets.
const BUFFER: f64 = 120.0;

/// The variants of the near network, named after TCP's receive window. The paper's claims are judged with 16 kB.
const WINDOW_16_KB: &str = "16 kB";
const WINDOW_8_KB: &str = "8 kB";

/// A network of two hosts and a link.
#[derive(Clone, Copy)]
struct HostPair {
    /// The rate of the link in bit/s.
    rate: f64,
    /// The base RTT in seconds.
    rtt: f64,
    /// TCP's receive window in segments.
    window: u32,
    /// The limit of the queue in packets.
    buffer: f64,
}

/// Two hosts with a base RTT of 12 ms.
const NEAR: HostPair = HostPair { rate: RATE, rtt: 0.012, window: WINDOW, buffer: BUFFER };
/// Two hosts with a base RTT of 12 ms, a receive window of 8 kB (6 segments) and a queue of 64 packets.
const NEAR_8K: HostPair = HostPair { window: 6, buffer: 64.0, ..NEAR };
/// The two hosts of section 3 of the paper.
const FIRST_NETWORK: HostPair = HostPair { rtt: 0.002, ..NEAR };

impl HostPair {
    fn document(self, duration: f64, flows: Vec<Value>) -> Value {
        json!({
            "v": 1, "duration": duration,
            "jitter": { "mode": "off" },
            "network": {
                "forward": { "rate": self.rate, "delay": bottleneck_delay(self.rtt), "queue": drop_tail(self.buffer) },
            },
            "flows": flows,
        })
    }

    /// The setting of TPBA for its TCP connection: a socket's buffer of the size of TCP's receive window.
    fn socket_params(self) -> Value {
        json!({ "socket_buffer": self.window * SEGMENT })
    }

    /// A TCP flow that starts within the first second.
    fn tcp(self, id: &str) -> Value {
        with(self.tcp_starting_at(id, 0.0, None), json!({ "start": within_a_second_after(0.0) }))
    }

    /// A TCP flow that starts at `start` seconds, and stops at `stop` seconds if `stop` is given.
    fn tcp_starting_at(self, id: &str, start: f64, stop: Option<f64>) -> Value {
        json!({
            "id": id, "algorithm": "reno", "params": with(freebsd(), json!({ "receive_window": self.window })),
            "packet": TCP_PACKET, "access": access(crate::document::ACCESS), "start": start, "stop": stop,
        })
    }
}

/// A random start time within the second after `start`.
fn within_a_second_after(start: f64) -> Value {
    json!({ "min": start, "max": start + 1.0 })
}

/// TCP Reno of FreeBSD 2.2.6: an initial window of one segment, delayed acknowledgements for every second segment, and a
/// timer granularity of half a second.
fn freebsd() -> Value {
    json!({ "initial_window": 1, "ack_every": 2, "ack_delay": 0.2, "limited_transmit": false, "growth": "acks",
            "grow_only_when_limited": false, "rto_rule": "rfc6298", "min_rto": 1, "initial_rto": 3, "tick": 0.5 })
}

/// A media flow that starts within a second after `start` and sends packets with 512 bytes of payload. TPBA's TCP
/// connection has the settings of the other TCP flows, and the window of `NEAR` unless `params` has another.
fn media(id: &str, algorithm: &str, params: Value, start: f64) -> Value {
    let params =
        if algorithm == "tpba" { with(with(freebsd(), NEAR.socket_params()), params) } else { params };
    json!({
        "id": id, "algorithm": algorithm, "params": params, "packet": UDP_PACKET,
        "access": access(crate::document::ACCESS), "start": within_a_second_after(start),
    })
}

fn assumptions() -> Vec<Assumption> {
    vec![
        Assumption {
            what: "TCP's receive window is 12 segments: a buffer of 16 kB, rounded up.",
            why: "Section 6.1 names FreeBSD 2.2.6, whose default buffer is 16 kB. FreeBSD rounds a buffer up to whole segments \
                  when a connection opens, so 16,384 bytes become 12 segments of 1460 bytes.",
        },
        Assumption {
            what: "The queue of the router holds 120 packets (drop-tail).",
            why: "The paper does not give its size. Section 6.1 uses the router of section 3, so both sections have the same queue. \
                  In figure 3 nothing is lost at 610 kb/s beside two TCP flows, which needs room for 103 packets.",
        },
        Assumption {
            what: "Media packets have 512 bytes of payload and 552 bytes on the wire. Rates are those on the wire.",
            why: "Section 3 gives the payload, and says that rates were measured at the receiver's interface.",
        },
        Assumption {
            what: "TCP, including TPBA's, is Reno with an initial window of one segment, an acknowledgement for every second segment or \
                   after 0.2 s, and timeouts of at least 1 s.",
            why: "These are the rules of FreeBSD 2.2.6. With an acknowledgement for each segment, the segments of a window stay \
                  together, and TCP's rate varies by a third from second to second.",
        },
        Assumption {
            what: "Senders add no random delay.",
            why: "The paper measured computers. The simulator's usual delay, up to the transmission time of a packet, would be 10 ms \
                  with a round trip of 12 ms.",
        },
        Assumption {
            what: "Flows that start at time 0 start at a random time within the first second.",
            why: "The paper does not say how its trials differ. With starts within a tenth of a second, all ten trials are alike.",
        },
    ]
}

/// Adds the assumption of experiments that also run with the receive window of 8 kB.
fn with_8_kb_variant(mut all: Vec<Assumption>) -> Vec<Assumption> {
    all.push(Assumption {
        what: "A variant has a window of 8 kB (6 segments) and a queue of 64 packets. It is reported, not judged.",
        why: "It shows how much the results depend on the window.",
    });
    all
}

/// The figures and tables that need no simulation.
fn not_simulated_experiments() -> Vec<Experiment> {
    let diagram = |id, place, title, shows, why| not_simulated(id, Paper::Tpba, place, title, shows, why);
    vec![
        diagram(
            "tpba-fig1",
            "Figure 1",
            "The first network",
            "Two hosts 2 ms apart, 1.2 Mb/s between them.",
            "A drawing of the network of figure 3.",
        ),
        diagram(
            "tpba-fig2",
            "Figure 2",
            "LDA in pseudo-code",
            "How LDA changes its rate.",
            "Pseudo-code. The description of LDA states the rules, and its tests compare them with values computed by hand.",
        ),
        diagram(
            "tpba-tab1",
            "Table 1",
            "Symbols of LDA",
            "What LDA's symbols mean.",
            "A list of symbols. They are settings and signals of LDA.",
        ),
        diagram(
            "tpba-fig4",
            "Figure 4",
            "Probing and running",
            "TPBA alternates between TCP, which measures a rate, and UDP, which sends at that rate.",
            "A diagram. The Lab shows the period of every TPBA flow.",
        ),
        diagram(
            "tpba-fig5",
            "Figure 5",
            "TPBA in pseudo-code",
            "What TPBA does in each period.",
            "Pseudo-code. The description of TPBA states the rules.",
        ),
        diagram(
            "tpba-tab2",
            "Table 2",
            "Symbols of TPBA",
            "What TPBA's symbols mean.",
            "A list of symbols. They are settings and signals of TPBA.",
        ),
        diagram(
            "tpba-fig6",
            "Figure 6",
            "The socket interface",
            "The functions with which an application uses both transports.",
            "A list of the C functions of the authors' library.",
        ),
        diagram(
            "tpba-fig7",
            "Figure 7",
            "The flow pair and its library",
            "An application, the library below it, and the UDP and TCP sockets that the library uses in turn.",
            "A diagram of the authors' software.",
        ),
        diagram(
            "tpba-fig8",
            "Figure 8",
            "The second network",
            "Two hosts 12 ms apart, 1.2 Mb/s between them.",
            "A drawing of the network of figures 10 to 12 and 20 to 32.",
        ),
        diagram(
            "tpba-fig9",
            "Figure 9",
            "The third network",
            "Two hosts in Japan and the United States.",
            "A drawing of the network of figures 14 to 18.",
        ),
        diagram(
            "tpba-fig13",
            "Figure 13",
            "Delays along the third network",
            "The round trip is 160 ms, most of it across the Pacific.",
            "A list of delays. The simulated network has their sum.",
        ),
        diagram(
            "tpba-fig21",
            "Figure 21",
            "What a sampling period shows",
            "The same rate averaged over short and long periods.",
            "A drawing. In the Lab, the averaging time of every chart can be changed.",
        ),
    ]
}

pub fn experiments() -> Vec<Experiment> {
    let mut all = not_simulated_experiments();
    all.push(lda_beside_tcp::fig3());
    all.extend(near::experiments());
    all.extend(far::experiments());
    all.push(many::fig19());
    all.push(response::tab3());
    all.extend(cases::experiments());
    all.extend(text_claims::experiments());
    all
}
