//! qlog: one JSON object with traces, or JSON text sequences (RFC 7464). The sender's trace is read: sent packets by
//! their numbers, what acknowledgements acknowledge, losses, and round-trip times.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::measurement::{MeasuredBy, MeasuredFlow, Measurement, ReadError, STEP, error};
use crate::pairs::PacketPairs;

/// Bytes of IP and UDP headers, which qlog does not count.
const HEADERS: f64 = 28.0;
/// Bytes of an answer.
const ACK: f64 = 40.0;
/// The most events.
const MAX_EVENTS: usize = 4_000_000;

#[derive(Default)]
struct TraceReader {
    flow: MeasuredFlow,
    pairs: PacketPairs,
    /// The sizes of packets that are not acknowledged.
    sent: BTreeMap<u64, f64>,
    first: Option<f64>,
    events: usize,
    headers: f64,
}

impl TraceReader {
    fn event(&mut self, event: &Value) -> Result<(), ReadError> {
        self.events += 1;
        if self.events > MAX_EVENTS {
            return error("The qlog has more than 4 million events. Measure for a shorter time.");
        }
        let Some(milliseconds) = event["time"].as_f64() else { return Ok(()) };
        let t = ((milliseconds - *self.first.get_or_insert(milliseconds)) / 1e3).max(0.0);
        let (name, data) = (event["name"].as_str().unwrap_or_default(), &event["data"]);
        match name.rsplit(':').next().unwrap_or_default() {
            "packet_sent" => {
                let size = data["raw"]["length"].as_f64().or_else(|| data["header"]["packet_size"].as_f64());
                if let (Some(number), Some(size)) = (data["header"]["packet_number"].as_u64(), size) {
                    let both = size + self.headers + ACK;
                    self.flow.first_bytes = self.flow.first_bytes.or(Some(both));
                    self.sent.insert(number, size + self.headers);
                }
            }
            "packet_received" => self.received(t, data),
            "packet_lost" => {
                self.flow.add_lost(t, 1.0, STEP);
            }
            "metrics_updated" | "recovery_metrics_updated" => {
                if let Some(rtt) = data["latest_rtt"].as_f64().or_else(|| data["smoothed_rtt"].as_f64()) {
                    self.flow.add_rtt(t, rtt / 1e3, STEP);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn received(&mut self, t: f64, data: &Value) {
        let mut bytes = 0.0;
        for frame in data["frames"].as_array().into_iter().flatten() {
            for range in frame["acked_ranges"].as_array().into_iter().flatten() {
                let first = range[0].as_u64().or_else(|| range.as_u64());
                let Some(first) = first else { continue };
                let last = range[1].as_u64().unwrap_or(first).max(first);
                let known: Vec<u64> = self.sent.range(first..=last).map(|(&number, _)| number).collect();
                bytes += known.iter().filter_map(|number| self.sent.remove(number)).sum::<f64>();
            }
        }
        if bytes > 0.0 {
            self.flow.add_bytes(t, t, bytes, STEP);
            self.pairs.add(t, bytes);
        }
    }

    fn finish(self) -> Result<Measurement, ReadError> {
        if self.flow.total() <= 0.0 {
            return error(
                "The qlog has no acknowledgement of a sent packet. Record it at the sender, with packet_sent and packet_received.",
            );
        }
        let mut read = Measurement::of(MeasuredBy::Qlog, STEP, vec![self.flow], true);
        read.pair_rate = self.pairs.rate();
        Ok(read)
    }
}

/// qlogs of Fairshare count whole packets.
fn headers_of(header: &Value) -> f64 {
    let is_ours = header["description"].as_str().is_some_and(|text| text.starts_with("Fairshare"));
    if is_ours { 0.0 } else { HEADERS }
}

pub fn read(root: &Value) -> Result<Measurement, ReadError> {
    let traces = root["traces"].as_array().into_iter().flatten();
    let events = |trace: &Value| trace["events"].as_array().map_or(0, Vec::len);
    let Some(trace) = traces.max_by_key(|trace| events(trace)).filter(|trace| events(trace) > 0) else {
        return error("traces: there is no trace with events.");
    };
    if trace["events"][0].is_array() {
        return error("traces[0].events: events are lists, as in qlog 0.2. Write qlog 0.3 or newer.");
    }
    let mut reader = TraceReader { headers: headers_of(root), ..TraceReader::default() };
    for event in trace["events"].as_array().into_iter().flatten() {
        reader.event(event)?;
    }
    reader.finish()
}

/// The first record is the header. A record that is not JSON is skipped, as RFC 7464 demands.
pub fn read_sequence(text: &str) -> Result<Measurement, ReadError> {
    let mut records = text.split('\u{1e}').filter(|record| !record.trim().is_empty());
    let header = records.next().and_then(|record| serde_json::from_str::<Value>(record).ok());
    let Some(header) = header else { return error("Line 1: the header of the qlog is not JSON.") };
    let mut reader = TraceReader { headers: headers_of(&header), ..TraceReader::default() };
    for record in records {
        if let Ok(event) = serde_json::from_str(record) {
            reader.event(&event)?;
        }
    }
    reader.finish()
}
