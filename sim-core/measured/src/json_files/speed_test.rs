//! Results of speed tests in JSON: Ookla's (`speedtest -f json`), Cloudflare's (`getSummary()` of @cloudflare/speedtest) and Apple's
//! (`networkQuality -c`). Of two directions, the one whose ping under load is longer is read.

use serde_json::Value;

use crate::json_files::list;
use crate::measurement::{quantile, sorted};
use crate::problem::{ReadProblem, problem};

/// What a speed test says: a rate in bit/s, and the pings without and with load in seconds.
#[derive(Clone, Debug, PartialEq)]
pub struct SpeedTest {
    pub rate: f64,
    pub ping: f64,
    pub loaded: f64,
    /// What was assumed in reading, as IDs of sentences.
    pub assumed: Vec<&'static str>,
}

/// A direction of a test: its name, its rate in bit/s, and the ping under load in ms.
type Direction = (&'static str, Option<f64>, Option<f64>);

/// The ping without load in ms, and both directions; nothing if this is no speed test.
fn numbers(root: &Value) -> Option<(&'static str, Option<f64>, [Direction; 2])> {
    let number = |path: &str| root.pointer(path).and_then(Value::as_f64);
    if root["download"]["bandwidth"].is_number() {
        let direction = |name: &'static str| {
            let rate = number(&format!("/{name}/bandwidth")).map(|bytes| bytes * 8.0);
            (name, rate, number(&format!("/{name}/latency/iqm")))
        };
        return Some(("speedtest", number("/ping/latency"), [direction("download"), direction("upload")]));
    }
    if root["dl_throughput"].is_number() {
        // Handshakes to other servers wait in the line only; the responsiveness has round trips of servers as well.
        let handshakes =
            sorted(list(&root["lud_foreign_tcp_handshake_443"]).iter().filter_map(Value::as_f64));
        let rounds = |name: &str| number(name).filter(|rounds| *rounds > 0.0).map(|rounds| 60_000.0 / rounds);
        let both = quantile(&handshakes, 0.5).or_else(|| rounds("/responsiveness"));
        let (down, up) = (number("/dl_throughput"), number("/ul_throughput"));
        let (is_down, is_up) = (down < up, down >= up);
        // Both directions are loaded at once unless -s is given. The slower one is then taken for the one that waits.
        let loaded = |name: &str, is_slower: bool| rounds(name).or(both.filter(|_| is_slower));
        let down = ("download", down, loaded("/dl_responsiveness", is_down));
        let up = ("upload", up, loaded("/ul_responsiveness", is_up));
        return Some(("networkQuality", number("/base_rtt"), [down, up]));
    }
    root["download"].is_number().then(|| {
        // Those of librespeed-cli have Mbit/s and the word jitter, those of speedtest-cli bit/s.
        let is_mega = root["ping"].is_number() && root["jitter"].is_number();
        let rate = |name: &str| number(name).map(|rate| if is_mega { rate * 1e6 } else { rate });
        let down = ("download", rate("/download"), number("/downLoadedLatency"));
        let up = ("upload", rate("/upload"), number("/upLoadedLatency"));
        ("speed test", number("/latency").or_else(|| number("/ping")), [down, up])
    })
}

/// The numbers of a speed test, or nothing if this is none. librespeed-cli writes a list of tests, of which the last is read.
pub fn read(root: &Value) -> Option<Result<SpeedTest, ReadProblem>> {
    let root = list(root).last().unwrap_or(root);
    let (tool, ping, directions) = numbers(root)?;
    let Some(ping) = ping else { return Some(Err(problem("noPing"))) };
    let known = directions.iter().filter_map(|&(name, rate, loaded)| Some((name, rate?, loaded?)));
    let Some((name, rate, loaded)) = known.max_by(|a, b| a.2.total_cmp(&b.2)) else {
        let rates = directions.map(|(_, rate, _)| format!("{:.1}", rate.unwrap_or(0.0) / 1e6)).join(", ");
        return Some(Err(problem("noLoadedPing").found(format_args!("{rates} Mbit/s, {ping:.1} ms"))));
    };
    let mut assumed = vec![name];
    if tool == "networkQuality" && root["dl_responsiveness"].is_null() {
        assumed.push("both_directions");
    }
    // A mean under load may be less than the ping before by chance.
    Some(Ok(SpeedTest { rate, ping: ping / 1e3, loaded: (loaded / 1e3).max(ping / 1e3), assumed }))
}
