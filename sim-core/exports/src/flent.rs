//! flent's data files (`.flent.gz`): the goodput of each flow, and round-trip times, as results of flent's
//! test `tcp_nup`, so that all of flent's plots of this test apply.

use std::io::{self, Write};

use serde_json::{Map, Value, json};
use sim_core::analysis::fairness::jain;
use sim_core::ground::time::to_secs;
use sim_core::record::Recorder;
use sim_core::simulation::{Simulation, VERSION};

use crate::gzip::gzip;
use fairshare_runs::series::SeriesRun;

/// The beginning of simulated time as a date. Flent needs one.
const START: &str = "1970-01-01T00:00:00.000000Z";

/// The values of a flow in each bin.
struct FlowSeries {
    /// Goodput in Mbit/s.
    rates: Vec<f64>,
    /// Round-trip time in milliseconds.
    rtts: Vec<Option<f64>>,
    cwnds: Vec<Option<f64>>,
}

/// A gauge's last value in each bin.
fn gauge(recorder: &Recorder, entity: &str, signal: &str, bins: usize, factor: f64) -> Vec<Option<f64>> {
    let values = read(recorder, entity, signal);
    let last = values
        .get(4..)
        .unwrap_or(&[])
        .chunks_exact(3)
        .map(|bin| bin[2].is_finite().then_some(bin[2] * factor));
    let mut values: Vec<Option<f64>> = last.collect();
    values.resize(bins, None);
    values
}

fn read(recorder: &Recorder, entity: &str, signal: &str) -> Vec<f64> {
    let index =
        recorder.directory().iter().position(|entry| entry.entity == entity && entry.signal.id == signal);
    index.map_or_else(Vec::new, |index| recorder.read(index, 0))
}

fn flow_series(recorder: &Recorder, id: &str) -> (f64, FlowSeries) {
    let entity = format!("flow:{id}");
    let delivered = read(recorder, &entity, "delivered");
    let width = delivered.get(1).copied().unwrap_or(1.0);
    let totals = delivered.get(4..).unwrap_or(&[]);
    let mut previous = 0.0;
    let rates: Vec<f64> = totals
        .iter()
        .map(|&total| (total - std::mem::replace(&mut previous, total)) * 8.0 / width / 1e6)
        .collect();
    let rtts = gauge(recorder, &entity, "rtt", rates.len(), 1e3);
    let cwnds = gauge(recorder, &entity, "cwnd", rates.len(), 1.0);
    (width, FlowSeries { rates, rtts, cwnds })
}

/// The metadata that flent stores about a test. `width` is the length of a bin in seconds.
fn metadata(simulation: &Simulation, width: f64, streams: usize, series_meta: Map<String, Value>) -> Value {
    let duration = to_secs(simulation.end());
    let title = &simulation.scenario().title;
    let id = simulation.result_id_text();
    json!({
        "NAME": "tcp_nup",
        "TITLE": if title.is_empty() { "Fairshare" } else { title },
        "TIME": START,
        "T0": START,
        "LENGTH": duration,
        "TOTAL_LENGTH": duration,
        "STEP_SIZE": width,
        "HOST": "simulated",
        "HOSTS": ["simulated"],
        "LOCAL_HOST": "simulated",
        "IP_VERSION": 4,
        "FLENT_VERSION": format!("Fairshare {VERSION}"),
        "DATA_FILENAME": format!("{id}.flent.gz"),
        "TEST_PARAMETERS": { "upload_streams": streams.to_string() },
        "NOTE": format!("Simulated with Fairshare {VERSION}, seed {}, result ID {id}.", simulation.scenario().seed),
        "BATCH_NAME": null,
        "BATCH_TIME": null,
        "BATCH_TITLE": null,
        "BATCH_UUID": null,
        "SERIES_META": series_meta,
    })
}

pub fn write(run: &SeriesRun, out: &mut dyn Write) -> io::Result<()> {
    let simulation = &run.simulation;
    let flows =
        simulation.document_order().iter().filter_map(|&index| simulation.flows().get(index as usize));
    let flows: Vec<_> = flows.collect();
    let mut width = 1.0;
    let series: Vec<FlowSeries> = flows
        .iter()
        .map(|meta| {
            let (bin, series) = flow_series(&run.recorder, &meta.id);
            width = bin;
            series
        })
        .collect();
    let bins = series.iter().map(|flow| flow.rates.len()).max().unwrap_or(0);
    let at = |bin: usize| bin as f64 * width;
    let in_bin = |bin: usize| series.iter().map(|flow| flow.rates[bin]).collect::<Vec<_>>();
    let mut results = Map::new();
    let (mut raw, mut meta) = (Map::new(), Map::new());
    for (number, (flow, facts)) in (1..).zip(series.iter().zip(&flows)) {
        let name = format!("TCP upload::{number}");
        let samples = (0..bins).map(|bin| {
            json!({ "t": at(bin), "val": flow.rates[bin], "tcp_rtt": flow.rtts[bin], "tcp_cwnd": flow.cwnds[bin] })
        });
        raw.insert(name.clone(), samples.collect());
        let mean = flow.rates.iter().sum::<f64>() / bins.max(1) as f64;
        let facts = json!({ "UNITS": "Mbits/s", "MEAN_VALUE": mean, "FLOW": facts.id, "LABEL": facts.label,
                            "CONG_CONTROL": facts.algorithm });
        meta.insert(name.clone(), facts);
        results.insert(name, json!(flow.rates));
    }
    let sums: Vec<f64> = (0..bins).map(|bin| in_bin(bin).iter().sum()).collect();
    let means: Vec<f64> = sums.iter().map(|sum| sum / series.len().max(1) as f64).collect();
    let fairness: Vec<Option<f64>> = (0..bins).map(|bin| jain(&in_bin(bin))).collect();
    let first_rtt = |bin: usize| series.iter().find_map(|flow| flow.rtts[bin]);
    let pings: Vec<Option<f64>> = (0..bins).map(first_rtt).collect();
    let ping_samples = pings.iter().enumerate();
    let ping_samples =
        ping_samples.filter_map(|(bin, rtt)| rtt.map(|rtt| json!({ "t": at(bin), "val": rtt, "seq": bin })));
    raw.insert("Ping (ms) ICMP".to_owned(), ping_samples.collect());
    meta.insert("Ping (ms) ICMP".to_owned(), json!({ "UNITS": "ms" }));
    results.insert("TCP upload sum".to_owned(), json!(sums));
    results.insert("TCP upload avg".to_owned(), json!(means));
    results.insert("TCP upload fairness".to_owned(), json!(fairness));
    results.insert("Ping (ms) ICMP".to_owned(), json!(pings));
    let metadata = metadata(simulation, width, series.len(), meta);
    let times: Vec<f64> = (0..bins).map(at).collect();
    let file: Value = json!({ "version": 4, "metadata": metadata, "raw_values": raw, "results": results, "x_values": times });
    out.write_all(&gzip(file.to_string().as_bytes()))
}
