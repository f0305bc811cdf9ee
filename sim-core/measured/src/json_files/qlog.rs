//! qlog: traces of QUIC endpoints, as one JSON object or as JSON text sequences (RFC 7464) with one event in each record. The
//! events of versions 0.2 to 0.4 and of the current drafts have different names and store sizes at different places.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::json_files::{items, list, number_if_any, wrong};
use crate::measurement::{MeasuredBy, MeasuredFlow, Measurement, STEP};
use crate::pairs::PacketPairs;
use crate::problem::{ReadProblem, problem};
use crate::read::parse_json;
use crate::series::{ImportedFile, ImportedSeries, MAX_ROWS};

/// The beginning of a record of a sequence.
pub const RECORD: char = '\u{1e}';
/// Bytes of IP and UDP headers, which qlog does not count.
const HEADERS: f64 = 28.0;
/// Bytes of an answer.
const ACK: f64 = 40.0;
/// The most events of a measurement.
const MAX_EVENTS: usize = 4_000_000;

pub enum Qlog<'a> {
    Document(Value),
    /// The header, and the records after it with their lines.
    Sequence(Value, Vec<(usize, &'a str)>),
}

/// What follows the header of a sequence is read when it is needed.
pub fn of_sequence(text: &str) -> Result<Qlog<'_>, ReadProblem> {
    let mut line = 1;
    let all = text.split(RECORD).skip(1).map(|record| {
        let at = line;
        line += record.matches('\n').count();
        (at, record)
    });
    let mut records = all.filter(|(_, record)| !record.trim().is_empty());
    let (at, header) = records.next().ok_or_else(|| problem("noSeries"))?;
    let header = parse_json(header).map_err(|damaged| damaged.at_line(at))?;
    Ok(Qlog::Sequence(header, records.collect()))
}

/// An event: its time in ms, its name without the prefix of its schema, and its data.
struct QlogEvent<'a> {
    time: f64,
    name: String,
    data: &'a Value,
}

impl QlogEvent<'_> {
    /// The bytes of a packet.
    fn size(&self) -> &Value {
        let places = [&self.data["raw"]["length"], &self.data["header"]["packet_size"]];
        places.into_iter().find(|size| !size.is_null()).unwrap_or(&self.data["packet_size"])
    }

    fn is_metrics(&self) -> bool {
        matches!(self.name.as_str(), "metrics_updated" | "recovery_metrics_updated" | "metric_update")
    }

    fn rtt(&self) -> &Value {
        let latest = &self.data["latest_rtt"];
        if latest.is_null() { &self.data["smoothed_rtt"] } else { latest }
    }
}

/// Reads the events of a trace.
struct EventReader<'a> {
    is_relative_to_previous: bool,
    /// The names of columns of events that are lists, as in version 0.2.
    columns: Vec<&'a str>,
    previous: f64,
}

impl<'a> EventReader<'a> {
    fn new(trace: &'a Value) -> Self {
        let format = trace["common_fields"]["time_format"].as_str();
        let columns = list(&trace["event_fields"]).iter().map(|name| name.as_str().unwrap_or_default());
        Self {
            is_relative_to_previous: matches!(format, Some("delta" | "relative_to_previous_event")),
            columns: columns.collect(),
            previous: 0.0,
        }
    }

    fn read<'e>(&mut self, event: &'e Value) -> Result<QlogEvent<'e>, ReadProblem> {
        let column = |names: &[&str]| match event {
            Value::Array(cells) => {
                let place = self.columns.iter().position(|name| names.contains(name));
                place.and_then(|place| cells.get(place)).unwrap_or(&Value::Null)
            }
            named => &named[names[0]],
        };
        let time = column(&["time", "relative_time", "delta_time", "timestamp"]);
        let time = time.as_f64().ok_or_else(|| wrong(time).within("time"))?;
        self.previous = time + if self.is_relative_to_previous { self.previous } else { 0.0 };
        let name = column(&["name", "event", "event_type", "EVENT_TYPE"]).as_str().unwrap_or_default();
        let name = name.rsplit(':').next().unwrap_or_default().to_ascii_lowercase();
        Ok(QlogEvent { time: self.previous, name, data: column(&["data", "DATA"]) })
    }
}

impl Qlog<'_> {
    /// The rates of sent and received packets and the round-trip times of each trace.
    pub fn series(&self) -> Result<ImportedFile, ReadProblem> {
        let mut first = None;
        match self {
            Qlog::Document(root) => {
                let mut all = Vec::new();
                for (index, trace) in items(root, "traces")?.iter().enumerate() {
                    if !trace["error_description"].is_null() {
                        continue;
                    }
                    let mut reader = TraceSeries::new(trace);
                    let of_trace = |wrong: ReadProblem| wrong.within(format_args!("traces[{index}]"));
                    for (at, event) in items(trace, "events").map_err(of_trace)?.iter().enumerate() {
                        let read = reader.read(event, &mut first);
                        read.map_err(|wrong| of_trace(wrong.within(format_args!("events[{at}]"))))?;
                    }
                    all.extend(reader.finish()?);
                }
                Ok(ImportedFile::new("qlog", all).listed())
            }
            // A record that is not JSON is skipped, as RFC 7464 demands.
            Qlog::Sequence(header, records) => {
                let mut reader = TraceSeries::new(&header["trace"]);
                let mut skipped = Vec::new();
                for &(line, record) in records {
                    match parse_json(record) {
                        Ok(event) => reader.read(&event, &mut first).map_err(|wrong| wrong.at_line(line))?,
                        Err(_) => skipped.push(line),
                    }
                }
                let mut file = ImportedFile::new("qlog", reader.finish()?.into());
                if let Some(first) = skipped.first() {
                    file.notes.push(json!({"code": "skippedLines", "lines": skipped.len(), "first": first}));
                }
                Ok(file)
            }
        }
    }

    /// The trace with the most events, if it is of a sender.
    pub fn measurement(&self) -> Result<Measurement, ReadProblem> {
        let mut flow = TraceFlow::default();
        match self {
            Qlog::Document(root) => {
                let traces = items(root, "traces")?.iter();
                let Some(trace) = traces.max_by_key(|trace| list(&trace["events"]).len()) else {
                    return Err(problem("missingField").within("traces[0]"));
                };
                flow.headers = headers_of(root);
                let mut reader = EventReader::new(trace);
                for event in items(trace, "events").map_err(|wrong| wrong.within("traces[0]"))? {
                    flow.event(&mut reader, event)?;
                }
            }
            Qlog::Sequence(header, records) => {
                flow.headers = headers_of(header);
                let mut reader = EventReader::new(&header["trace"]);
                for event in records.iter().filter_map(|(_, record)| serde_json::from_str(record).ok()) {
                    flow.event(&mut reader, &event)?;
                }
            }
        }
        flow.finish()
    }
}

/// The samples of a trace for charts.
struct TraceSeries<'a> {
    reader: EventReader<'a>,
    vantage: &'a str,
    sent: Vec<(f64, f64)>,
    received: Vec<(f64, f64)>,
    rtt: ImportedSeries,
}

impl<'a> TraceSeries<'a> {
    fn new(trace: &'a Value) -> Self {
        let vantage = trace["vantage_point"]["type"].as_str().unwrap_or_default();
        let rtt = ImportedSeries::new(json!({"kind": "sent", "vantage": vantage}), "rtt");
        Self { reader: EventReader::new(trace), vantage, sent: Vec::new(), received: Vec::new(), rtt }
    }

    /// Times of absolute clocks are large, so bins need differences from the first event of the file.
    fn read(&mut self, event: &Value, first: &mut Option<f64>) -> Result<(), ReadProblem> {
        let event = self.reader.read(event)?;
        let t = (event.time - *first.get_or_insert(event.time)) / 1e3;
        if self.sent.len() + self.received.len() + self.rtt.values.len() > MAX_ROWS {
            return Err(problem("tooManyRows"));
        }
        let packets = match event.name.as_str() {
            "packet_sent" => &mut self.sent,
            "packet_received" => &mut self.received,
            _ if event.is_metrics() => {
                let rtt = number_if_any(event.rtt()).map_err(|wrong| wrong.within("data.latest_rtt"))?;
                return if rtt >= 0.0 { self.rtt.add(t, t, rtt / 1e3) } else { Ok(()) };
            }
            _ => return Ok(()),
        };
        let size = number_if_any(event.size()).map_err(|wrong| wrong.within("data.raw.length"))?;
        if !size.is_nan() {
            packets.push((t, size));
        }
        Ok(())
    }

    fn finish(self) -> Result<[ImportedSeries; 3], ReadProblem> {
        let rates = |kind: &str, packets: &[(f64, f64)]| {
            ImportedSeries::of_bytes(json!({"kind": kind, "vantage": self.vantage}), packets)
        };
        Ok([rates("sent", &self.sent)?, rates("received", &self.received)?, self.rtt])
    }
}

/// The flow of a trace: sent packets by their numbers, what acknowledgements acknowledge, losses, and round-trip times.
#[derive(Default)]
struct TraceFlow {
    flow: MeasuredFlow,
    pairs: PacketPairs,
    /// The sizes of packets that are not acknowledged.
    sent: BTreeMap<u64, f64>,
    first: Option<f64>,
    events: usize,
    headers: f64,
}

impl TraceFlow {
    fn event(&mut self, reader: &mut EventReader<'_>, event: &Value) -> Result<(), ReadProblem> {
        self.events += 1;
        if self.events > MAX_EVENTS {
            return Err(problem("tooManyRows"));
        }
        let Ok(event) = reader.read(event) else { return Ok(()) };
        let t = ((event.time - *self.first.get_or_insert(event.time)) / 1e3).max(0.0);
        let data = event.data;
        match event.name.as_str() {
            "packet_sent" => {
                let number = data["header"]["packet_number"].as_u64();
                if let (Some(number), Some(size)) = (number, event.size().as_f64()) {
                    let both = size + self.headers + ACK;
                    self.flow.first_bytes = self.flow.first_bytes.or(Some(both));
                    self.sent.insert(number, size + self.headers);
                }
            }
            "packet_received" => self.received(t, data),
            "packet_lost" => {
                self.flow.add_lost(t, 1.0, STEP);
            }
            _ if event.is_metrics() => {
                if let Some(rtt) = event.rtt().as_f64() {
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

    fn finish(self) -> Result<Measurement, ReadProblem> {
        if self.flow.total() <= 0.0 {
            return Err(problem("noAcknowledgement"));
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
