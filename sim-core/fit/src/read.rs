//! Reads a file of a measurement. Its content decides about the format, not its name.

use miniz_oxide::inflate::decompress_to_vec_with_limit;
use serde_json::Value;

use crate::capture;
use crate::json_files::{crusader, flent, iperf3, qlog, speed_test, webrtc};
use crate::measurement::{Measurement, ReadError, error};
use crate::numbers::SpeedTest;
use crate::{ss, table};

/// The largest file, and the largest content after unpacking, in bytes.
pub const MAX_FILE: usize = 64 << 20;
const MAX_CONTENT: usize = 128 << 20;
/// The largest JSON text in bytes. It takes many times its size in memory.
const MAX_JSON: usize = 32 << 20;

/// What a file has.
#[derive(Clone, Debug, PartialEq)]
pub enum MeasuredFile {
    Series(Measurement),
    SpeedTest(SpeedTest),
}

/// Reads a file that must have series.
pub fn read_series(bytes: &[u8]) -> Result<Measurement, ReadError> {
    match read(bytes)? {
        MeasuredFile::Series(measured) => Ok(measured),
        MeasuredFile::SpeedTest(_) => {
            error("The file of a speed test has three numbers, and no values over time.")
        }
    }
}

pub fn read(bytes: &[u8]) -> Result<MeasuredFile, ReadError> {
    if bytes.len() > MAX_FILE {
        return error(
            "The file has more than 64 MB. Measure for a shorter time, or capture headers only (tcpdump -s 96).",
        );
    }
    let unpacked;
    let content = if bytes.starts_with(&[0x1f, 0x8b]) {
        unpacked = gunzip(bytes)?;
        &unpacked
    } else {
        bytes
    };
    if content.is_empty() {
        return error("The file is empty.");
    }
    let measurement = if capture::is_capture(content) {
        capture::read(content)?
    } else if crusader::is_crusader(content) {
        crusader::read_packed(content, MAX_JSON / 2)?
    } else {
        match text(content)? {
            MeasuredFile::Series(measured) => measured,
            test @ MeasuredFile::SpeedTest(_) => return Ok(test),
        }
    };
    if measurement.transfers.is_empty() {
        return error("The file has no flow with data. Record a transfer, not only pings.");
    }
    let mut flows = measurement.transfers.iter().chain(&measurement.pings);
    let is_count = |&number: &f64| number.is_finite() && number >= 0.0;
    match flows.find(|flow| !flow.bytes.iter().chain(&flow.lost).all(is_count)) {
        Some(flow) => error(format!(
            "The flow {} has a number of bytes or lost packets below zero or without an end. Measure again, or correct the file.",
            flow.name
        )),
        None => Ok(MeasuredFile::Series(measurement)),
    }
}

fn text(content: &[u8]) -> Result<MeasuredFile, ReadError> {
    if content.len() > MAX_JSON {
        return error("The text has more than 32 MB. Measure for a shorter time.");
    }
    let Ok(text) = std::str::from_utf8(content) else {
        return error(
            "This is neither a text nor a capture. docs/your-line.md lists the files that can be read: flent, iperf3 --json, captures and others.",
        );
    };
    if text.starts_with('\u{1e}') {
        return qlog::read_sequence(text).map(MeasuredFile::Series);
    }
    if !text.trim_start().starts_with(['{', '[']) {
        let read = if ss::is_ss(text) { ss::read(text) } else { table::read(text) };
        return read.map(MeasuredFile::Series);
    }
    let parsed: Result<Value, _> = serde_json::from_str(text);
    let root = match parsed {
        Ok(root) => root,
        Err(_) if text.lines().next().is_some_and(|line| line.contains("\"event\"")) => {
            iperf3::of_stream(text)?
        }
        Err(problem) => {
            let (line, column) = (problem.line(), problem.column());
            return error(format!(
                "Line {line}, column {column}: this is not JSON. Was the file saved completely?"
            ));
        }
    };
    if let Some(test) = speed_test::read(&root) {
        return test.map(MeasuredFile::SpeedTest);
    }
    let has = |name: &str| root.get(name).is_some();
    let read = if has("x_values") && has("results") {
        flent::read(&root)
    } else if has("traces") {
        qlog::read(&root)
    } else if has("stream_groups") {
        crusader::read(&root)
    } else if has("PeerConnections") {
        webrtc::read(&root)
    } else if has("intervals") || has("error") {
        iperf3::read(&root)
    } else {
        error(
            "This JSON is not of flent, iperf3, qlog, Crusader, webrtc-internals or a speed test: it has none of the fields x_values, intervals, traces, stream_groups, PeerConnections and download.",
        )
    };
    read.map(MeasuredFile::Series)
}

/// The content of a file in the gzip format (RFC 1952).
fn gunzip(bytes: &[u8]) -> Result<Vec<u8>, ReadError> {
    let damaged = || ReadError("The gzip file is damaged. Copy it again.".to_owned());
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
    decompress_to_vec_with_limit(data, MAX_CONTENT).map_err(|problem| {
        if problem.output.len() >= MAX_CONTENT {
            ReadError("The file has more than 128 MB after unpacking. Measure for a shorter time.".to_owned())
        } else {
            damaged()
        }
    })
}
