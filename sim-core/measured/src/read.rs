//! Determines the format of a file by its content, not by its name.

use std::borrow::Cow;

use miniz_oxide::inflate::decompress_to_vec_with_limit;
use serde_json::Value;

use crate::json_files::{crusader, flent, iperf3, qlog, speed_test, webrtc};
use crate::measurement::Measurement;
use crate::problem::{ReadProblem, problem};
use crate::series::ImportedFile;
use crate::{SpeedTest, capture, ss, table};

/// The largest file, and the largest content after unpacking, in bytes.
const MAX_FILE: usize = 64_000_000;
const MAX_CONTENT: usize = 128_000_000;
/// The largest text in bytes, and the largest JSON, which takes many times its size in memory.
const MAX_TEXT: usize = 64_000_000;
const MAX_JSON: usize = 32 << 20;

/// What a file has for a fit.
#[derive(Clone, Debug, PartialEq)]
pub enum MeasuredFile {
    Series(Measurement),
    SpeedTest(SpeedTest),
}

/// A file by its format.
enum Content<'a> {
    Capture(&'a [u8]),
    Flent(Value),
    Iperf3(Vec<iperf3::TestInterval>),
    Qlog(qlog::Qlog<'a>),
    Table(table::MeasuredTable),
    /// A format without times that are finer than the intervals of a measurement.
    InIntervals(Measurement),
    SpeedTest(SpeedTest),
}

/// Reads a file for a fit.
pub fn read(bytes: &[u8]) -> Result<MeasuredFile, ReadProblem> {
    let measurement = with_content(bytes, |content| match content {
        Content::Capture(data) => capture::measurement(data).map(MeasuredFile::Series),
        Content::Flent(root) => flent::measurement(&root).map(MeasuredFile::Series),
        Content::Iperf3(intervals) => iperf3::measurement(&intervals).map(MeasuredFile::Series),
        Content::Qlog(qlog) => qlog.measurement().map(MeasuredFile::Series),
        Content::Table(table) => Ok(MeasuredFile::Series(table.measurement())),
        Content::InIntervals(measured) => Ok(MeasuredFile::Series(measured)),
        Content::SpeedTest(test) => Ok(MeasuredFile::SpeedTest(test)),
    })?;
    if let MeasuredFile::Series(measured) = &measurement {
        if measured.transfers.is_empty() {
            return Err(problem("noTransfer"));
        }
        let mut flows = measured.transfers.iter().chain(&measured.pings);
        let is_count = |&number: &f64| number.is_finite() && number >= 0.0;
        if let Some(flow) = flows.find(|flow| !flow.bytes.iter().chain(&flow.lost).all(is_count)) {
            return Err(problem("badCount").found(&flow.name));
        }
    }
    Ok(measurement)
}

/// Reads a file that must have series.
pub fn read_series(bytes: &[u8]) -> Result<Measurement, ReadProblem> {
    match read(bytes)? {
        MeasuredFile::Series(measured) => Ok(measured),
        MeasuredFile::SpeedTest(_) => Err(problem("speedTest")),
    }
}

/// Reads the series of a file for charts.
pub fn read_for_charts(bytes: &[u8]) -> Result<ImportedFile, ReadProblem> {
    let file = with_content(bytes, |content| match content {
        Content::Capture(data) => capture::series(data),
        Content::Flent(root) => flent::series(&root),
        Content::Iperf3(intervals) => iperf3::series(&intervals),
        Content::Qlog(qlog) => qlog.series(),
        Content::Table(table) => table.series(),
        Content::InIntervals(measured) => ImportedFile::of_measurement(&measured),
        Content::SpeedTest(_) => Err(problem("speedTest")),
    })?;
    if file.series.is_empty() {
        return Err(problem("noSeries"));
    }
    Ok(file.from_first_sample())
}

/// Passes on the content of a file.
fn with_content<T>(
    bytes: &[u8],
    read: impl FnOnce(Content<'_>) -> Result<T, ReadProblem>,
) -> Result<T, ReadProblem> {
    if bytes.len() > MAX_FILE {
        return Err(problem("tooLarge"));
    }
    let content = if bytes.starts_with(&[0x1f, 0x8b]) { gunzip(bytes)?.into() } else { Cow::Borrowed(bytes) };
    if content.is_empty() {
        return Err(problem("empty"));
    }
    if capture::is_capture(&content) {
        return read(Content::Capture(&content));
    }
    if crusader::is_crusader(&content) {
        return read(Content::InIntervals(crusader::read_packed(&content, MAX_JSON / 2)?));
    }
    if content.len() > MAX_TEXT {
        return Err(problem("tooLarge"));
    }
    let text = String::from_utf8_lossy(&content);
    read(of_text(text.trim_start_matches('\u{feff}'))?)
}

fn of_text(text: &str) -> Result<Content<'_>, ReadProblem> {
    if text.starts_with(qlog::RECORD) {
        return qlog::of_sequence(text).map(Content::Qlog);
    }
    if text.trim().is_empty() {
        return Err(problem("empty"));
    }
    if iperf3::is_stream(text) {
        return iperf3::of_stream(text).map(Content::Iperf3);
    }
    if !text.trim_start().starts_with(['{', '[']) {
        if ss::is_ss(text) {
            return ss::read(text).map(Content::InIntervals);
        }
        // A binary file has such characters, a table has none.
        let is_binary = |one: char| matches!(one, '\0'..='\u{8}' | '\u{e}'..='\u{1f}' | '\u{fffd}');
        if text.chars().take(2000).any(is_binary) {
            return Err(problem("unknownFormat").at_byte(0));
        }
        if text
            .lines()
            .any(|line| line.starts_with("Connecting to host") || line.starts_with("[ ID] Interval"))
        {
            return Err(problem("iperf3Text"));
        }
        return table::parse(text).map(Content::Table);
    }
    if text.len() > MAX_JSON {
        return Err(problem("jsonTooLarge"));
    }
    let root = parse_json(text)?;
    let has = |name: &str| !root[name].is_null();
    if has("x_values") && has("results") {
        Ok(Content::Flent(root))
    } else if has("traces") || has("qlog_version") || has("qlog_format") {
        Ok(Content::Qlog(qlog::Qlog::Document(root)))
    } else if has("stream_groups") {
        crusader::read(&root).map(Content::InIntervals)
    } else if has("PeerConnections") {
        webrtc::read(&root).map(Content::InIntervals)
    } else if has("intervals") || (has("start") && has("end")) || has("error") {
        iperf3::of_document(root).map(Content::Iperf3)
    } else {
        let test = speed_test::read(&root).unwrap_or_else(|| Err(problem("unknownFormat").at_byte(0)));
        test.map(Content::SpeedTest)
    }
}

/// Parses JSON. A problem has the place and the beginning of what cannot be there.
pub fn parse_json(text: &str) -> Result<Value, ReadProblem> {
    serde_json::from_str(text).map_err(|error| {
        let before: usize = text.split_inclusive('\n').take(error.line() - 1).map(str::len).sum();
        let byte = if error.is_eof() { text.len() } else { before + error.column().saturating_sub(1) };
        let rest = String::from_utf8_lossy(text.as_bytes().get(byte..).unwrap_or_default());
        let found: String = rest.chars().take(20).collect();
        problem("damagedJson").at_line(error.line().max(1)).at_byte(byte).found(found)
    })
}

/// The content of a file in the gzip format (RFC 1952).
fn gunzip(bytes: &[u8]) -> Result<Vec<u8>, ReadProblem> {
    let damaged = || problem("damagedGzip").at_byte(0);
    let flags = *bytes.get(3).ok_or_else(damaged)?;
    let mut at = 10;
    if flags & 4 != 0 {
        let length = bytes.get(at..at + 2).ok_or_else(damaged)?;
        at += 2 + usize::from(u16::from_le_bytes([length[0], length[1]]));
    }
    for _ in 0..(flags >> 3 & 1) + (flags >> 4 & 1) {
        let end = bytes.get(at..).and_then(|rest| rest.iter().position(|&byte| byte == 0));
        at += 1 + end.ok_or_else(damaged)?;
    }
    at += if flags & 2 != 0 { 2 } else { 0 };
    let data = bytes.get(at..).ok_or_else(damaged)?;
    decompress_to_vec_with_limit(data, MAX_CONTENT).map_err(|error| match error.output.len() {
        MAX_CONTENT.. => problem("unpacksTooLarge"),
        unpacked => problem("damagedGzip").at_byte(unpacked),
    })
}
