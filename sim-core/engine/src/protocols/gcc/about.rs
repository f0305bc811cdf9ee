//! GCC's entry in the catalogue: description, signals and decisions.

use super::{Gcc, Params};
use crate::describe::{AlgorithmInfo, Family, Picture, Reference, citations, help_text, pictures};
use crate::params::ParamSet;
use crate::protocols::pictures::WITH_DOWNLOAD;
use crate::transport::Protocol;
use crate::{decisions, signals};

signals! {
    pub(super) const SIGNALS: GccSignals {
        /// m, which is compared with the threshold.
        trend: "Trend of the delay" in "s";
        /// The detector's threshold.
        threshold: "Threshold" in "s";
        /// 1 at overuse, -1 at underuse, 0 otherwise.
        usage: "Overuse";
        /// 1 while the delay-based rate may increase, 0 while it is held.
        increasing: "Increase";
        /// The rate A, which follows from the trend of the delay.
        delay_rate: "Delay-based rate" in "bit/s";
        /// The loss-based limit. While losses do not limit the rate, this is the delay-based rate.
        loss_rate: "Loss-based rate" in "bit/s";
        /// The receive rate R, measured over `rate_window`.
        received: "Receive rate" in "bit/s";
        /// Mean of the receive rate at overuse.
        capacity: "Estimated capacity" in "bit/s";
        /// Share of lost packets among the last 20 or more packets; by the rules of browsers, of lost bytes within
        /// some seconds.
        loss: "Loss fraction";
    }
}

decisions! {
    pub(super) mod decision {
        values {
            from: "Rate before." in "bit/s",
            trend: "The modified trend of the delay." in "s",
            threshold: "The detector's threshold." in "s",
            to: "Rate after." in "bit/s",
            received: "Receive rate; 0 if it is not known yet." in "bit/s",
            loss: "Fraction of packets lost.",
            probe: "Rate of the burst." in "bit/s",
        }
        /// Overuse: the trend of {trend} exceeds the threshold of {threshold}. The rate stays at {from},
        /// because the last change must take effect first.
        Overuse "overuse" "Overuse" { from, trend, threshold }
        /// No overuse (trend {trend}, threshold {threshold}) and the capacity is unknown: delay-based rate
        /// {from} -> {to}, at a receive rate of {received} (0: unknown).
        Multiplied "multiply" "Multiplicative increase" { from, to, received, trend, threshold }
        /// No overuse (trend {trend}, threshold {threshold}), near the capacity of {capacity}: delay-based
        /// rate {from} -> {to}.
        Added "add" "Additive increase" { from, to, capacity: "Estimated capacity." in "bit/s", trend, threshold }
        /// Overuse: the trend of {trend} exceeds the threshold of {threshold}. Packets arrive at {received}:
        /// delay-based rate {from} -> {to}.
        Decreased "decrease" "Decrease" { from, to, received, trend, threshold }
        /// Overuse: the trend of {trend} exceeds the threshold of {threshold}, before a receive rate is
        /// known: delay-based rate {from} -> {to}.
        Halved "halve" "Halved" { from, to, trend, threshold }
        /// The loss is {loss}: loss-based limit {from} -> {to}.
        LossDecrease "loss_decrease" "High loss" { from, to, loss }
        /// The loss is {loss}: loss-based limit {from} -> {to}.
        LossIncrease "loss_increase" "Low loss" { from, to, loss }
        /// A burst at {probe} begins, while the rate is {from}.
        Probe "probe" "Probe" { from, probe }
        /// The burst was sent at {probe} and arrived at {arrived}: delay-based rate {from} -> {to}.
        Probed "probed" "Result of a probe" {
            from, to, probe, arrived: "Rate at which the burst arrived." in "bit/s",
        }
        /// No reports arrive: rate {from} -> {to}.
        Silence "silence" "No reports" { from, to }
    }
}

const PICTURE: Picture = Picture {
    charts: &["goodput", "trend threshold", "delay_rate loss_rate received", "queue"],
    ..WITH_DOWNLOAD
};

const DOC: &str = "GCC controls the rate of WebRTC's video calls. The receiver reports when each packet arrived. From these reports, the sender \
    computes two rates, and it sends at the smaller one.\n\n\
    **Trend of the delay.** Packets sent within 5 ms are a group. For successive groups, $d_i$ is the time between their \
    arrivals minus the time between their departures. The sum of all $d_i$ is smoothed with a weight of 0.9, and a \
    least-squares line through the newest 20 points gives the slope $k$. The *modified trend* is\n\n\
    $$m = 4 k \\min(n, 60)$$\n\n\
    after $n$ groups. If $m$ stays above a threshold $\\gamma$ for more than 10 ms and is not falling, this is *overuse*. If $m$ is \
    below $-\\gamma$, it is *underuse*: the queue drains.\n\n\
    **Adaptive threshold.** When a loss-based flow competes, its queue grows and shrinks, and a fixed threshold finds \
    overuse again and again. The threshold therefore follows the trend, unless $|m| > \\gamma + 15$ ms:\n\n\
    $$\\gamma' = \\gamma + K\\, (|m| - \\gamma)\\, \\Delta t, \\quad K = K_u \\text{ if } |m| > \\gamma, \\text{ else } K_d \\tag{1}$$\n\n\
    between 6 and 600 ms.\n\n\
    **Delay-based rate.** At overuse it becomes $A = 0.85 R$, where $R$ is the receive rate over the last 0.5 s. It does not change \
    while the queue drains. Otherwise it grows, to at most $1.5 R + 10$ kb/s. Near the estimated capacity (within three standard \
    deviations of the receive rates at earlier decreases) it grows by half a packet per response time, which is the round-trip time \
    plus 100 ms. Elsewhere it grows by 8 % per second.\n\n\
    **Probes.** At the start, a burst at three times the rate begins with a packet of the encoder, and another one at six times \
    the rate follows. A burst has at least 5 packets and 15 ms; *padding*, packets without data, fills it. If the burst arrives \
    undistorted, the rate becomes that of the burst, and if the rate exceeds 70 % of the last burst, a burst at twice the rate \
    follows, up to 5 Mb/s if the rate has no limit. If it arrives more slowly, the rate becomes 95 % of the rate at which it \
    arrived. While the application sends less than about 65 % of the rate, a burst at twice the rate follows every 5 s. After a \
    drop of the rate by more than a third, such an application tests 85 % of the earlier rate. Nothing is probed during \
    overuse or underuse, or while losses limit the rate.\n\n\
    **Loss-based estimate.** A model has a *bandwidth* and an *inherent* loss: packets are lost with the inherent \
    probability, and in addition whatever is sent above the bandwidth. Every 250 ms or later, an observation adds bytes sent and bytes lost. Among a \
    few candidates, which are the present bandwidth and 2 % more or 5 % less, the throughput and the delay-based rate, the estimate \
    becomes the one under which the last 15 observations are most likely, with a preference for high bandwidths while less than \
    20 % is lost. Losses that do not depend on the rate thus do not lower it, up to 5 % and 100 kb/s over the bandwidth. The estimate is never \
    below the throughput, rises from it by at most half, and is held after a decrease, at first for 0.3 s. While it rises, padding \
    fills the rate.\n\n\
    **The draft's rules.** With the rules of the draft there is no such estimate: for a loss fraction $l$ above 10 %, a limit \
    becomes $(1 - l/2)$ times the rate, and below 2 % it rises by 8 % per second until it no longer limits the rate. The only \
    probes are one at three times the rate at the start and further ones at twice the result, and only a source that always has data fills them.\n\n\
    **Throughput.** The draft's receive rate is a mean over 0.5 s. Browsers take the last 20 or more packets within 1 to 5 s, \
    without the longest pause, and not more than was sent.\n\n\
    **Deviations.** The draft describes a Kalman filter; this is the trendline filter that WebRTC uses since 2016, with \
    WebRTC's gains $K_u$ = 0.0087 and $K_d$ = 0.039 per ms instead of the draft's 0.01 and 0.00018. The threshold then falls faster \
    than it rises: on 4 Mb/s with a buffer of 25 packets, a call next to CUBIC gets 0.17 of what both get, 0.75 with a fixed \
    threshold, and 0.83 with the draft's gains, as means of five seeds. A report contains at most 13 packets. The rules of browsers follow WebRTC's \
    sources of July 2026 with their default settings, except that WebRTC probes a camera that sends less than the rate only if \
    asked to (a shared screen always). Left out are the estimate of the link's state, the repeated probes before media is sent, the limit of \
    probes by the sum of the encoders' rates, and the reaction to round-trip times above 3 s; missing reports lower the rate \
    instead. Padding has the size of full packets, and packets of a burst leave one by one.";

pub(super) fn info() -> AlgorithmInfo {
    AlgorithmInfo {
        id: Gcc::ID,
        name: "GCC",
        family: Family::Rate,
        summary: help_text(
            "The rate falls below the receive rate when the delay keeps growing, and heavy losses limit it.",
        ),
        doc: help_text(DOC),
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
        signals: GccSignals::list(),
        decisions: decision::list(),
    }
}
