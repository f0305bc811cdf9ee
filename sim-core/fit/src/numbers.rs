//! The answer of three numbers that people have read from a speed test: the rate, and the ping without and with load.

use crate::answer::LineAnswer;
use crate::candidate::{Candidate, QueueKind};
use crate::direct::LineEstimate;
use crate::distance::Distance;
use crate::search::Scored;
use fairshare_measured::SpeedTest;
use fairshare_measured::measurement::{MeasuredBy, MeasuredFlow, Measurement};
use fairshare_measured::problem::{ReadProblem, problem};

/// A speed test counts the payload, which is less than the rate of the line by the headers.
const HEADERS: f64 = 1.04;
/// With an AQM and with a fair queue, a ping hardly waits longer than this under load, in seconds.
const SHORT_WAIT: f64 = 0.04;

/// The measurement and the answer of a speed test.
pub fn answer(test: &SpeedTest) -> Result<(Measurement, LineAnswer), ReadProblem> {
    let SpeedTest { rate, ping, loaded, .. } = *test;
    if !(1e4..=1e11).contains(&rate) {
        return Err(problem("rateOutside"));
    }
    if !(1e-4..=10.0).contains(&ping) || !(1e-4..=60.0).contains(&loaded) {
        return Err(problem("pingOutside"));
    }
    if loaded < ping {
        return Err(problem("loadedLess"));
    }
    let (rate, wait) = (rate * HEADERS, loaded - ping);
    let is_short = wait < SHORT_WAIT;
    let candidate = Candidate {
        rate,
        base_rtt: ping,
        queue: "drop_tail",
        buffer: wait.max(8.0 * 12_000.0 / rate),
        controller: "cubic",
        loss: 0.0,
        others: 0,
        seed: 1,
    };
    let every = vec![QueueKind::DropTail, QueueKind::Aqm, QueueKind::Fair];
    let answer = LineAnswer {
        rate: LineEstimate::around(rate, 0.06, 0.1),
        over_time: None,
        base_rtt: LineEstimate::around(ping, 0.25, 0.02),
        // The ping under load may be a mean, so the buffer may hold more.
        buffer: Some(LineEstimate { value: candidate.buffer, low: 0.9 * wait, high: f64::INFINITY }),
        queue: if is_short { every } else { vec![QueueKind::DropTail] },
        controller: vec!["cubic", "sack", "bbr"],
        loss: 0.0,
        wait,
        share: 1.0,
        best: Scored { candidate, distance: Distance::default() },
    };
    let flow = MeasuredFlow::named("typed");
    let mut measured = Measurement::of(MeasuredBy::Numbers, 1.0, Vec::new(), false);
    measured.transfers.push(flow);
    measured.is_download = test.assumed.contains(&"download");
    measured.assumed.extend(["headers", "cubic", "one_flow"].iter().chain(&test.assumed));
    Ok((measured, answer))
}
