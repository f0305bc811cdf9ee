//! iperf3's results (`iperf3 --json`): the bytes, the retransmissions, the window and the round-trip time of each stream
//! in intervals. Bytes are those of the payload, and round-trip times are smoothed, as in iperf3.

use std::io::{self, Write};

use fairshare_runs::series::{SeriesRun, visit_rows};
use serde_json::{Map, Value, json};
use sim_core::ground::convert::whole;
use sim_core::simulation::VERSION;

/// Bytes of headers in a packet.
const HEADERS: f64 = 40.0;

#[derive(Clone, Default)]
struct StreamInterval {
    bytes: f64,
    retransmits: f64,
    rtt: f64,
    window: f64,
}

fn summed(start: f64, end: f64, bytes: f64, retransmits: f64) -> Map<String, Value> {
    let rate = bytes * 8.0 / (end - start);
    let value = json!({"start": start, "end": end, "seconds": end - start, "bytes": whole::<u64>(bytes),
        "bits_per_second": rate, "retransmits": whole::<u64>(retransmits), "omitted": false, "sender": true});
    value.as_object().cloned().unwrap_or_default()
}

fn stream_json(socket: usize, start: f64, end: f64, of: &StreamInterval, packet: f64) -> Value {
    let mut stream = summed(start, end, of.bytes, of.retransmits);
    stream.insert("socket".to_owned(), json!(socket));
    stream.insert("snd_cwnd".to_owned(), json!(whole::<u64>(of.window * (packet - HEADERS))));
    stream.insert("rtt".to_owned(), json!(whole::<u64>(of.rtt * 1e6)));
    Value::Object(stream)
}

/// The number of iperf3's first socket.
const FIRST_SOCKET: usize = 5;

pub fn write(run: &SeriesRun, out: &mut dyn Write) -> io::Result<()> {
    let simulation = &run.simulation;
    let order = simulation.document_order().iter();
    let flows: Vec<_> = order.filter_map(|&index| simulation.flows().get(index as usize)).collect();
    let mut streams: Vec<Vec<StreamInterval>> = vec![Vec::new(); flows.len()];
    let mut width = 1.0;
    let visited: Result<(), std::convert::Infallible> = visit_rows(&run.recorder, |row| {
        let Some(place) = flows.iter().position(|flow| row.of == "flow" && flow.id == row.id) else {
            return Ok(());
        };
        width = row.width;
        let at = whole::<usize>(row.t / row.width + 0.5);
        let last = streams[place].last().cloned().unwrap_or_default();
        if streams[place].len() <= at {
            // Gauges keep their values.
            streams[place].resize(at + 1, StreamInterval { bytes: 0.0, retransmits: 0.0, ..last });
        }
        let packet = f64::from(flows[place].packet);
        let interval = &mut streams[place][at];
        match row.signal {
            "delivered" => interval.bytes += row.value * (1.0 - HEADERS / packet).max(0.0),
            "lost" => interval.retransmits += row.value,
            "srtt" => interval.rtt = row.value,
            "cwnd" => interval.window = row.value,
            _ => {}
        }
        Ok(())
    });
    visited.unwrap_or_else(|never| match never {});
    let bins = streams.iter().map(Vec::len).max().unwrap_or(0);
    let end = bins as f64 * width;
    let packets: Vec<f64> = flows.iter().map(|flow| f64::from(flow.packet)).collect();
    let intervals = (0..bins).map(|bin| {
        let (start, end) = (bin as f64 * width, (bin + 1) as f64 * width);
        let present =
            || streams.iter().zip(&packets).enumerate().filter_map(|(i, (s, p))| Some((i, s.get(bin)?, *p)));
        let each = present()
            .map(|(index, of, packet)| stream_json(FIRST_SOCKET + 2 * index, start, end, of, packet));
        let each: Vec<Value> = each.collect();
        let sum = |get: fn(&StreamInterval) -> f64| present().map(|(_, of, _)| get(of)).sum::<f64>();
        json!({"streams": each, "sum": summed(start, end, sum(|of| of.bytes), sum(|of| of.retransmits))})
    });
    let intervals: Vec<Value> = intervals.collect();
    let total = |get: fn(&StreamInterval) -> f64| streams.iter().flatten().map(get).sum::<f64>();
    let sent = summed(0.0, end.max(width), total(|of| of.bytes), total(|of| of.retransmits));
    let algorithm = flows.first().map(|flow| flow.algorithm.clone());
    let file = json!({
        "start": {"version": format!("Fairshare {VERSION}"), "system_info": "simulated",
            "test_start": {"protocol": "TCP", "num_streams": flows.len(), "duration": end, "interval": width, "reverse": 0},
            "extra_data": format!("seed {}, result ID {}", simulation.scenario().seed, simulation.result_id_text())},
        "intervals": intervals,
        "end": {"sum_sent": sent.clone(), "sum_received": sent, "sender_tcp_congestion": algorithm},
    });
    writeln!(out, "{file}")
}
