//! GCC's entry in the catalogue: description, signals and decisions.

use super::{Gcc, Params};
use crate::describe::{
    AlgorithmInfo, Decision, DecisionInput, Family, Picture, Reference, Signal, citations, decision_list,
    help_text, pictures,
};
use crate::params::ParamSet;
use crate::protocols::pictures::BESIDE_DOWNLOAD;
use crate::transport::Protocol;

pub(super) const TREND: usize = 0;
pub(super) const THRESHOLD: usize = 1;
pub(super) const USAGE: usize = 2;
pub(super) const STATE: usize = 3;
pub(super) const DELAY_RATE: usize = 4;
pub(super) const LOSS_RATE: usize = 5;
pub(super) const RECEIVED: usize = 6;
pub(super) const CAPACITY: usize = 7;
pub(super) const LOSS: usize = 8;

pub(super) const OVERUSE: u32 = 0;
pub(super) const MULTIPLIED: u32 = 1;
pub(super) const ADDED: u32 = 2;
pub(super) const DECREASED: u32 = 3;
pub(super) const HALVED: u32 = 4;
pub(super) const LOSS_DECREASE: u32 = 5;
pub(super) const LOSS_INCREASE: u32 = 6;
pub(super) const PROBE: u32 = 7;
pub(super) const PROBED: u32 = 8;
pub(super) const SILENCE: u32 = 9;

const FROM: DecisionInput = DecisionInput { id: "from", unit: "bit/s", doc: "Rate before." };
const TO: DecisionInput = DecisionInput { id: "to", unit: "bit/s", doc: "Rate after." };
const TREND_INPUT: DecisionInput =
    DecisionInput { id: "trend", unit: "s", doc: "The modified trend of the delay." };
const THRESHOLD_INPUT: DecisionInput =
    DecisionInput { id: "threshold", unit: "s", doc: "The detector's threshold." };
const RECEIVED_INPUT: DecisionInput =
    DecisionInput { id: "received", unit: "bit/s", doc: "Receive rate; 0 if it is not known yet." };
const LOSS_INPUT: DecisionInput = DecisionInput { id: "loss", unit: "", doc: "Fraction of packets lost." };

const PICTURE: Picture = Picture {
    charts: &["goodput", "trend threshold", "delay_rate loss_rate received", "queue"],
    ..BESIDE_DOWNLOAD
};

pub(super) fn info() -> AlgorithmInfo {
    AlgorithmInfo {
        id: Gcc::ID,
        name: "GCC",
        family: Family::Rate,
        summary: help_text(
            "The rate falls below the receive rate when the delay keeps growing, and losses above 10 % limit it.",
        ),
        doc: help_text(
            "The congestion control of WebRTC's video calls. The receiver reports when each packet arrived, and the sender computes two \
              rates; it sends at the smaller one.\n\n\
              **Trend of the delay.** Packets sent within 5 ms are a group. For successive groups, $d_i$ is the time between their \
              arrivals minus the time between their departures. The sum of all $d_i$ is smoothed with a weight of 0.9, and a \
              least-squares line through the newest 20 points gives the slope $k$. The *modified trend* is\n\n\
              $$m = 4 k \\min(n, 60)$$\n\n\
              after $n$ groups. Above a threshold $\\gamma$ for more than 10 ms, and not falling, it means *overuse*; below $-\\gamma$, \
              *underuse*: the queue drains.\n\n\
              **Adaptive threshold.** Beside a loss-based flow, the queue of that flow grows and shrinks, and a fixed threshold would find \
              overuse again and again. The threshold therefore follows the trend, unless $|m| > \\gamma + 15$ ms:\n\n\
              $$\\gamma' = \\gamma + K\\, (|m| - \\gamma)\\, \\Delta t, \\quad K = K_u \\text{ if } |m| > \\gamma, \\text{ else } K_d \\tag{1}$$\n\n\
              between 6 and 600 ms.\n\n\
              **Delay-based rate.** At overuse it becomes $A = 0.85 R$, with the receive rate $R$ over the last 0.5 s, and stays while the \
              queue drains. Otherwise it grows by 8 % per second, or, near the capacity that earlier decreases have shown (within three \
              standard deviations), by half a packet per response time, the round-trip time plus 100 ms. It grows to at most \
              $1.5 R + 10$ kb/s.\n\n\
              **Loss-based limit.** For a loss fraction $l$ above 10 %, the limit becomes $(1 - l/2)$ times the rate. Below 2 % it rises by \
              8 % per second until it does not limit the rate any more. Between the two it stays.\n\n\
              **Probes.** At the start, a burst of at least 5 packets and 15 ms is sent at three times the rate. If it arrives undistorted, \
              the rate becomes that of the burst, and the next burst has twice this rate. If it arrives more slowly, the rate becomes \
              95 % of the rate of its arrival.\n\n\
              **Deviations.** The draft describes a Kalman filter; this is the trendline filter that WebRTC uses since 2016, with \
              WebRTC's gains $K_u$ = 0.0087 and $K_d$ = 0.039 per ms instead of the draft's 0.01 and 0.00018. The receive rate is a mean over \
              a sliding window; WebRTC uses a Bayesian filter. A report contains at most 13 packets. A flow whose application has too \
              little data does not probe: WebRTC fills its probes with padding. WebRTC's newer loss-based controller is not included.",
        ),
        pictures: pictures(&[PICTURE]),
        references: citations(&[
            Reference {
                title: "S. Holmer, H. Lundin, G. Carlucci, L. De Cicco and S. Mascolo, A Google Congestion Control Algorithm for Real-Time Communication, draft-ietf-rmcat-gcc-02, 2016",
                url: "https://datatracker.ietf.org/doc/html/draft-ietf-rmcat-gcc-02",
            },
            Reference {
                title: "G. Carlucci, L. De Cicco, S. Holmer and S. Mascolo, Analysis and Design of the Google Congestion Control for Web Real-time Communication (WebRTC), MMSys 2016",
                url: "https://doi.org/10.1145/2910017.2910605",
            },
            Reference {
                title: "S. Holmer, M. Flodman and E. Sprang, RTP Extensions for Transport-wide Congestion Control, draft-holmer-rmcat-transport-wide-cc-extensions-01, 2015",
                url: "https://datatracker.ietf.org/doc/html/draft-holmer-rmcat-transport-wide-cc-extensions-01",
            },
            Reference {
                title: "WebRTC, modules/congestion_controller/goog_cc",
                url: "https://webrtc.googlesource.com/src",
            },
        ]),
        fields: Params::fields(),
        signals: vec![
            Signal::gauge("trend", "Trend of the delay", "s", "m, which is compared with the threshold."),
            Signal::gauge("threshold", "Threshold", "s", "The detector's threshold."),
            Signal::gauge("usage", "Overuse", "", "1 at overuse, -1 at underuse, 0 otherwise."),
            Signal::gauge(
                "increasing",
                "Increase",
                "",
                "1 while the delay-based rate may increase, 0 while it is held.",
            ),
            Signal::gauge(
                "delay_rate",
                "Delay-based rate",
                "bit/s",
                "A, which follows from the trend of the delay.",
            ),
            Signal::gauge(
                "loss_rate",
                "Loss-based rate",
                "bit/s",
                "The limit that follows from losses; the delay-based rate while losses do not limit it.",
            ),
            Signal::gauge("received", "Receive rate", "bit/s", "R, over the window of the receive rate."),
            Signal::gauge("capacity", "Estimated capacity", "bit/s", "Mean of the receive rate at overuse."),
            Signal::gauge(
                "loss",
                "Loss fraction",
                "",
                "Fraction of the last 20 packets or more that were lost.",
            ),
        ],
        decisions: decision_list(&[
            Decision {
                id: "overuse",
                label: "Overuse",
                template: "Overuse: the trend of {trend} exceeds the threshold of {threshold}. The rate stays at {from}, because the last change must \
                           take effect first.",
                inputs: &[FROM, TREND_INPUT, THRESHOLD_INPUT],
            },
            Decision {
                id: "multiply",
                label: "Multiplicative increase",
                template: "No overuse (trend {trend}, threshold {threshold}) and the capacity is unknown: delay-based rate {from} -> {to}.",
                inputs: &[FROM, TO, RECEIVED_INPUT, TREND_INPUT, THRESHOLD_INPUT],
            },
            Decision {
                id: "add",
                label: "Additive increase",
                template: "No overuse (trend {trend}, threshold {threshold}), near the capacity of {capacity}: delay-based rate {from} -> {to}.",
                inputs: &[
                    FROM,
                    TO,
                    DecisionInput { id: "capacity", unit: "bit/s", doc: "Estimated capacity." },
                    TREND_INPUT,
                    THRESHOLD_INPUT,
                ],
            },
            Decision {
                id: "decrease",
                label: "Decrease",
                template: "Overuse: the trend of {trend} exceeds the threshold of {threshold}. Packets arrive at {received}: delay-based rate {from} -> {to}.",
                inputs: &[FROM, TO, RECEIVED_INPUT, TREND_INPUT, THRESHOLD_INPUT],
            },
            Decision {
                id: "halve",
                label: "Halved",
                template: "Overuse: the trend of {trend} exceeds the threshold of {threshold}, before a receive rate is known: delay-based rate {from} -> {to}.",
                inputs: &[FROM, TO, TREND_INPUT, THRESHOLD_INPUT],
            },
            Decision {
                id: "loss_decrease",
                label: "High loss",
                template: "The loss is {loss}: loss-based limit {from} -> {to}.",
                inputs: &[FROM, TO, LOSS_INPUT],
            },
            Decision {
                id: "loss_increase",
                label: "Low loss",
                template: "The loss is {loss}: loss-based limit {from} -> {to}.",
                inputs: &[FROM, TO, LOSS_INPUT],
            },
            Decision {
                id: "probe",
                label: "Probe",
                template: "A burst at {probe} begins, while the rate is {from}.",
                inputs: &[FROM, DecisionInput { id: "probe", unit: "bit/s", doc: "Rate of the burst." }],
            },
            Decision {
                id: "probed",
                label: "Result of a probe",
                template: "The burst was sent at {probe} and arrived at {arrived}: delay-based rate {from} -> {to}.",
                inputs: &[
                    FROM,
                    TO,
                    DecisionInput { id: "probe", unit: "bit/s", doc: "Rate of the burst." },
                    DecisionInput { id: "arrived", unit: "bit/s", doc: "Rate at which the burst arrived." },
                ],
            },
            Decision {
                id: "silence",
                label: "No reports",
                template: "No reports arrive: rate {from} -> {to}.",
                inputs: &[FROM, TO],
            },
        ]),
    }
}
