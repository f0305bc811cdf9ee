//! The output of `ss -ti`, repeated over time, with a line of the time before each: `date +%s.%N`, or flent's `Time: SECONDS`.

use std::collections::BTreeMap;

use crate::measurement::{MeasuredBy, MeasuredFlow, Measurement, STEP, quantile, sorted};
use crate::problem::{ReadProblem, problem};

/// Bytes of the headers of IPv4 and of TCP with timestamps.
const HEADERS: f64 = 52.0;
/// Bytes of a SYN and its answer, whose round trip is mostly the least.
const HANDSHAKE: f64 = 120.0;

/// What the kernel says of a socket at a time.
#[derive(Clone, Copy, Default)]
struct SocketState {
    /// Bytes.
    arrived: f64,
    /// Packets that were sent again.
    again: f64,
}

#[derive(Default)]
struct SocketSeries {
    flow: MeasuredFlow,
    before: Option<(f64, SocketState)>,
    controller: Option<&'static str>,
}

/// Whether a text is the output of `ss -ti`.
pub fn is_ss(text: &str) -> bool {
    text.lines().take(400).any(|line| line.contains(" rtt:") && line.contains(" cwnd:"))
}

/// The number after a name: of `rtt:12.5/3`, 12.5.
fn number(word: &str, name: &str) -> Option<f64> {
    let value = word.strip_prefix(name)?;
    value.split('/').next()?.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0)
}

/// The lists of times, and each line with a socket's state: its number, the time, the socket, the words.
pub fn read(text: &str) -> Result<Measurement, ReadProblem> {
    let mut sockets: BTreeMap<String, SocketSeries> = BTreeMap::new();
    let (mut first, mut times, mut name) = (None, Vec::new(), String::new());
    let mut step = STEP;
    // The length of an interval is known only after all times.
    for is_measuring in [true, false] {
        let mut now = None;
        for (index, line) in text.lines().enumerate() {
            if let Ok(seconds) = line.trim_start_matches("Time:").trim().parse::<f64>() {
                now = Some(seconds - *first.get_or_insert(seconds));
                times.extend(now.filter(|_| is_measuring));
                continue;
            }
            let words = || line.split_whitespace();
            if !line.starts_with([' ', '\t']) {
                name = words().filter(|word| word.contains(':')).take(2).collect::<Vec<_>>().join(" ");
            }
            if is_measuring || !words().any(|word| word.starts_with("rtt:")) {
                continue;
            }
            let Some(t) = now.filter(|t| t.is_finite() && *t >= 0.0) else {
                return Err(problem("noTimeOfSs").at_line(index + 1));
            };
            sockets.entry(name.clone()).or_default().add(t, &words().collect::<Vec<_>>(), step);
        }
        let gaps = sorted(times.windows(2).map(|pair| pair[1] - pair[0]));
        let gap = quantile(&gaps, 0.5).unwrap_or(STEP);
        step = (sim_core::ground::math::round(gap / STEP) * STEP).clamp(STEP, 10.0);
    }
    let controllers: Vec<_> =
        sockets.values().filter(|one| one.flow.total() > 0.0).map(|one| one.controller).collect();
    let flows = sockets.into_iter().map(|(name, series)| MeasuredFlow { name, ..series.flow }).collect();
    let mut read = Measurement::of(MeasuredBy::Ss, step, flows, true);
    read.controller = controllers
        .first()
        .copied()
        .flatten()
        .filter(|_| controllers.windows(2).all(|pair| pair[0] == pair[1]));
    read.assumed.push("headers");
    Ok(read)
}

impl SocketSeries {
    fn add(&mut self, t: f64, words: &[&str], step: f64) {
        let find = |name: &str| words.iter().find_map(|word| number(word, name));
        self.controller = words.iter().find_map(|word| match *word {
            "cubic" => Some("cubic"),
            "reno" => Some("sack"),
            "bbr" => Some("bbr"),
            _ => None,
        });
        let Some(rtt) = find("rtt:") else { return };
        let again =
            words.iter().find_map(|word| word.strip_prefix("retrans:")?.split('/').nth(1)?.parse().ok());
        let mss = find("mss:").unwrap_or(1448.0).max(1.0);
        // Packets that arrived after a lost one are delivered, but not acknowledged in order.
        let arrived = find("delivered:").map(|packets| packets * mss).or_else(|| find("bytes_acked:"));
        let state = SocketState { arrived: arrived.unwrap_or(0.0), again: again.unwrap_or(0.0) };
        if let Some((from, before)) = self.before {
            let bytes = (state.arrived - before.arrived).max(0.0) * (1.0 + HEADERS / mss);
            self.flow.add_bytes(from, t, bytes, step);
            self.flow.add_lost(t, (state.again - before.again).max(0.0), step);
        }
        self.flow.add_rtt(t, rtt / 1e3, step);
        if let Some(least) = find("minrtt:").filter(|least| *least > 0.0) {
            self.flow.least_rtt = Some(least / 1e3);
            (self.flow.first_rtt, self.flow.first_bytes) = (Some(least / 1e3), Some(HANDSHAKE));
        }
        self.before = Some((t, state));
    }
}
