//! Delivery traces in the format of Mahimahi (Netravali and others 2015). Each line has a time in
//! milliseconds at which 1500 bytes may leave. After its last line, the trace is repeated.

use crate::ground::convert::narrow;
use std::sync::Arc;

use crate::ground::time::{MILLISECOND, NEVER, Time};

/// Number of bytes that may leave at the time of each line.
pub const BYTES_PER_LINE: u32 = 1500;
/// Largest number of lines of a trace.
pub const MAX_LINES: usize = 200_000;
/// Largest number of characters of a trace.
pub const MAX_CHARACTERS: usize = 1_500_000;

/// Parses a trace. Returns its times in milliseconds. They do not decrease, and the last one is not 0. An
/// error consists of the line number, from 1, and the reason.
pub fn parse(text: &str) -> Result<Vec<u32>, (usize, String)> {
    let mut times: Vec<u32> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let (number, line) = (index + 1, line.trim());
        if line.is_empty() {
            continue;
        }
        let excerpt: String = line.chars().take(20).collect();
        let Some(time) = line.parse::<u32>().ok().filter(|time| *time <= 86_400_000) else {
            return Err((
                number,
                format!("`{excerpt}` is not a whole number of milliseconds from 0 to 86400000 (one day)"),
            ));
        };
        if let Some(&previous) = times.last().filter(|previous| **previous > time) {
            return Err((number, format!("{time} comes after {previous}; times must not decrease")));
        }
        if times.len() == MAX_LINES {
            return Err((number, format!("there are more than {MAX_LINES} lines")));
        }
        times.push(time);
    }
    match times.last() {
        None => Err((1, "the trace contains no time".to_owned())),
        Some(0) => Err((
            times.len(),
            "all times are 0, but the last time is the length of the trace and must be positive".to_owned(),
        )),
        Some(_) => Ok(times),
    }
}

/// The mean rate of a trace in bit/s.
pub fn mean_rate(times: &[u32]) -> f64 {
    let milliseconds = times.last().copied().unwrap_or(0).max(1);
    times.len() as f64 * f64::from(BYTES_PER_LINE) * 8.0 * 1000.0 / f64::from(milliseconds)
}

/// The bits that may leave from `from` to `to`.
pub fn bits_between(times: &Arc<[u32]>, from: Time, to: Time) -> f64 {
    let trace = Trace::new(Arc::clone(times));
    let lines = trace.line_at(to + 1).saturating_sub(trace.line_at(from));
    lines as f64 * f64::from(BYTES_PER_LINE) * 8.0
}

/// A trace, and the position in it that a link has reached.
#[derive(Clone, Debug)]
pub struct Trace {
    /// Times in milliseconds. Copies of the world share this memory.
    times: Arc<[u32]>,
    /// Number of the current line, counted from 0 across all repetitions of the trace.
    line: u64,
    /// Bytes of the current line that have not been used.
    left: u32,
}

impl Trace {
    pub fn new(times: Arc<[u32]>) -> Self {
        Trace { times, line: 0, left: BYTES_PER_LINE }
    }

    /// Length of the trace in milliseconds.
    fn period(&self) -> u64 {
        u64::from(self.times.last().copied().unwrap_or(1).max(1))
    }

    /// When the bytes of line number `line` may leave.
    fn time(&self, line: u64) -> Time {
        let lines = self.times.len().max(1) as u64;
        let within = self.times.get(narrow::<usize>(line % lines)).copied().unwrap_or(0);
        let milliseconds = (line / lines).saturating_mul(self.period()).saturating_add(u64::from(within));
        milliseconds.saturating_mul(MILLISECOND)
    }

    /// Number of the first line whose time is `now` or later.
    fn line_at(&self, now: Time) -> u64 {
        let (lines, period) = (self.times.len() as u64, self.period());
        let milliseconds = now.div_ceil(MILLISECOND);
        // The last line of a repetition coincides with the beginning of the next repetition.
        let repetition = milliseconds.saturating_sub(1) / period;
        let within = milliseconds - repetition * period;
        let index = self.times.partition_point(|&time| u64::from(time) < within) as u64;
        repetition * lines + index
    }

    /// Sends a packet that is at the head of the queue at `now`, and returns when its last byte leaves. The
    /// packet uses the bytes that are left of the current line, then the bytes of the following lines. Bytes
    /// of a line for which no packet waits at the time of the line are wasted.
    pub fn send(&mut self, now: Time, size: u16) -> Time {
        if self.times.is_empty() {
            return NEVER;
        }
        if self.time(self.line) < now {
            self.line = self.line_at(now).max(self.line);
            self.left = BYTES_PER_LINE;
        }
        let mut unsent = u32::from(size);
        loop {
            if self.left == 0 {
                self.line += 1;
                self.left = BYTES_PER_LINE;
            }
            let sent = unsent.min(self.left);
            self.left -= sent;
            unsent -= sent;
            if unsent == 0 {
                return self.time(self.line);
            }
        }
    }

    pub fn digest(&self) -> u64 {
        self.line << 16 ^ u64::from(self.left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Time = MILLISECOND;

    /// Lines at 10 ms and 30 ms, again and again: 10, 30, 40, 60, 70 and 90 ms.
    #[test]
    fn the_bits_of_an_interval_are_its_lines() {
        let times: Arc<[u32]> = Arc::from([10, 30]);
        for (from, to, lines) in [(0, 30, 2.0), (10, 30, 2.0), (11, 29, 0.0), (30, 70, 4.0), (0, 90, 6.0)] {
            assert_eq!(bits_between(&times, from * MS, to * MS), lines * 12_000.0, "{from} to {to} ms");
        }
    }

    #[test]
    fn errors_in_a_trace_name_the_line() {
        assert_eq!(parse("0\n5\r\n5\n 12 \n\n"), Ok(vec![0, 5, 5, 12]));
        for (text, line, message_part) in [
            ("1\n2\nx3\n", 3, "`x3`"),
            ("1\n-2\n", 2, "`-2`"),
            ("1\n2.5\n", 2, "`2.5`"),
            ("7\n\n6\n", 3, "6 comes after 7"),
            ("", 1, "no time"),
            ("0\n0\n", 2, "all times are 0"),
            ("1\n99999999999\n", 2, "not a whole number"),
        ] {
            let (number, why) = parse(text).expect_err(text);
            assert_eq!(number, line, "{text:?}");
            assert!(why.contains(message_part), "{why}");
        }
        let too_long = "1\n".repeat(MAX_LINES + 1);
        assert_eq!(parse(&too_long).expect_err("too many lines").0, MAX_LINES + 1);
    }

    /// The trace has lines at 10, 10, 20 and 30 ms, each of 1500 bytes.
    #[test]
    fn delivers_exactly_the_allowed_bytes() {
        let mut trace = Trace::new([10, 10, 20, 30].into());
        // The first two lines, both at 10 ms, carry three packets of 1000 bytes. A packet of 1500 bytes then
        // leaves at 20 ms.
        assert_eq!([trace.send(0, 1000), trace.send(10 * MS, 1000), trace.send(10 * MS, 1000)], [10 * MS; 3]);
        assert_eq!(trace.send(10 * MS, 1500), 20 * MS);
        // At 20 ms no bytes are left. A packet of 4000 bytes uses 1500 bytes of the line at 30 ms, and 1500 +
        // 1000 bytes of the two lines at 40 ms (the first repetition).
        assert_eq!(trace.send(20 * MS, 4000), 40 * MS);
        // A packet can use the remaining 500 bytes at 40 ms, but not later.
        let mut copy = trace.clone();
        assert_eq!(trace.send(40 * MS, 400), 40 * MS);
        assert_eq!(copy.send(40 * MS + 1, 400), 50 * MS);
        assert_eq!(copy.send(59 * MS, 400), 60 * MS);
        assert_eq!(copy.send(69 * MS + 1, 1), 70 * MS);
    }

    /// A busy link uses all 1500 bytes of each line, whatever the packet size. The trace has 7 lines in 50 ms
    /// and is repeated 100 times.
    #[test]
    fn a_busy_link_uses_every_byte_of_the_trace() {
        let times = vec![3, 3, 9, 17, 30, 31, 50];
        assert_eq!(mean_rate(&times), 7.0 * 12_000.0 / 0.05);
        for size in [40u16, 577, 1500, 9000] {
            let mut trace = Trace::new(times.as_slice().into());
            let (mut now, mut bytes) = (0, 0u64);
            loop {
                now = trace.send(now, size);
                if now > 5000 * MS {
                    break;
                }
                bytes += u64::from(size);
            }
            let capacity = 700 * u64::from(BYTES_PER_LINE);
            assert!(bytes <= capacity && bytes + u64::from(size) > capacity, "{size}: {bytes}");
        }
    }

    #[test]
    fn a_repetition_begins_at_the_time_of_the_last_line() {
        let trace = Trace::new([0, 4, 10].into());
        // The fourth line, at 10 ms, is the line at 0 ms of the first repetition.
        let times: Vec<u64> = (0..7).map(|line| trace.time(line) / MS).collect();
        assert_eq!(times, [0, 4, 10, 10, 14, 20, 20]);
        for (now, line) in [(0, 0), (1, 1), (4, 1), (5, 2), (10, 2), (11, 4), (15, 5), (20, 5), (21, 7)] {
            assert_eq!(trace.line_at(now * MS), line, "{now}");
        }
    }
}
