//! Delivery traces in the format of Mahimahi (Netravali and others 2015): one time in milliseconds on each line, at which 1500
//! bytes may leave. After its last line the trace is repeated.

use std::sync::Arc;

use crate::ground::time::{MILLISECOND, NEVER, Time};

/// Bytes that may leave at each line.
pub const BYTES: u32 = 1500;
/// The largest number of lines of a trace.
pub const MOST_LINES: usize = 200_000;
/// The largest number of characters.
pub const MOST_TEXT: usize = 1_500_000;

/// Parses a trace into its times in milliseconds, which do not decrease and end above 0. An error is the number of the line and the
/// reason.
pub fn parse(text: &str) -> Result<Vec<u32>, (usize, String)> {
    let mut times: Vec<u32> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let (number, line) = (index + 1, line.trim());
        if line.is_empty() {
            continue;
        }
        let shown: String = line.chars().take(20).collect();
        let Some(time) = line.parse::<u32>().ok().filter(|time| *time <= 86_400_000) else {
            return Err((
                number,
                format!("`{shown}` is not a whole number of milliseconds, of a day at most"),
            ));
        };
        if let Some(&before) = times.last().filter(|before| **before > time) {
            return Err((number, format!("{time} comes after {before}; times must not decrease")));
        }
        if times.len() == MOST_LINES {
            return Err((number, format!("there are more than {MOST_LINES} lines")));
        }
        times.push(time);
    }
    match times.last() {
        None => Err((1, "there is no time".to_owned())),
        Some(0) => Err((times.len(), "all times are 0; the last one is the length of the trace".to_owned())),
        Some(_) => Ok(times),
    }
}

/// The mean rate of a trace in bit/s.
pub fn mean_rate(times: &[u32]) -> f64 {
    let milliseconds = times.last().copied().unwrap_or(0).max(1);
    times.len() as f64 * f64::from(BYTES) * 8.0 * 1000.0 / f64::from(milliseconds)
}

/// A trace and the position of a link in it.
#[derive(Clone, Debug)]
pub struct Trace {
    /// Shared between copies of the world.
    times: Arc<[u32]>,
    /// The present line, counted through all repetitions.
    line: u64,
    /// Bytes of the present line that are left.
    left: u32,
}

impl Trace {
    pub fn new(times: Vec<u32>) -> Self {
        Trace { times: times.into(), line: 0, left: BYTES }
    }

    fn period(&self) -> u64 {
        u64::from(self.times.last().copied().unwrap_or(1).max(1))
    }

    /// When the bytes of a line may leave.
    fn time(&self, line: u64) -> Time {
        let lines = self.times.len().max(1) as u64;
        let within = self.times.get((line % lines) as usize).copied().unwrap_or(0);
        let milliseconds = (line / lines).saturating_mul(self.period()).saturating_add(u64::from(within));
        milliseconds.saturating_mul(MILLISECOND)
    }

    /// The first line at or after a time.
    fn line_at(&self, now: Time) -> u64 {
        let (lines, period) = (self.times.len() as u64, self.period());
        let milliseconds = now.div_ceil(MILLISECOND);
        // The last line of a repetition coincides with the beginning of the next one.
        let round = milliseconds.saturating_sub(1) / period;
        let within = milliseconds - round * period;
        let place = self.times.partition_point(|&time| u64::from(time) < within) as u64;
        round * lines + place
    }

    /// Sends a packet that is at the head of the queue at `now`, and returns when its last byte has left. A packet uses the bytes that
    /// earlier packets have left of a line, and as many lines as it needs. Bytes for which no packet waits are lost.
    pub fn send(&mut self, now: Time, size: u16) -> Time {
        if self.times.is_empty() {
            return NEVER;
        }
        if self.time(self.line) < now {
            self.line = self.line_at(now).max(self.line);
            self.left = BYTES;
        }
        let mut missing = u32::from(size);
        loop {
            if self.left == 0 {
                self.line += 1;
                self.left = BYTES;
            }
            let taken = missing.min(self.left);
            self.left -= taken;
            missing -= taken;
            if missing == 0 {
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

    #[test]
    fn errors_in_a_trace_name_the_line() {
        assert_eq!(parse("0\n5\r\n5\n 12 \n\n"), Ok(vec![0, 5, 5, 12]));
        for (text, line, part) in [
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
            assert!(why.contains(part), "{why}");
        }
        let long = "1\n".repeat(MOST_LINES + 1);
        assert_eq!(parse(&long).expect_err("too long").0, MOST_LINES + 1);
    }

    /// Lines at 10, 10, 20 and 30 ms; 1500 bytes each.
    #[test]
    fn delivers_exactly_the_allowed_bytes() {
        let mut trace = Trace::new(vec![10, 10, 20, 30]);
        // Three packets of 1000 bytes wait at once: the first two lines carry all three, then one of 1500 has to wait.
        assert_eq!([trace.send(0, 1000), trace.send(10 * MS, 1000), trace.send(10 * MS, 1000)], [10 * MS; 3]);
        assert_eq!(trace.send(10 * MS, 1500), 20 * MS);
        // One of 4000 takes what is left of none, the lines at 30, 40 and (40) ms: 1500 + 1500 + 1000.
        assert_eq!(trace.send(20 * MS, 4000), 40 * MS);
        // The remaining 500 are for who is there at that moment, and wasted after it.
        let mut later = trace.clone();
        assert_eq!(trace.send(40 * MS, 400), 40 * MS);
        assert_eq!(later.send(40 * MS + 1, 400), 50 * MS);
        assert_eq!(later.send(59 * MS, 400), 60 * MS);
        assert_eq!(later.send(69 * MS + 1, 1), 70 * MS);
    }

    /// Whatever waits, a busy link carries lines times 1500 bytes in each round: 7 lines in 50 ms for 100 rounds.
    #[test]
    fn a_busy_link_carries_the_trace_to_the_byte() {
        let times = vec![3, 3, 9, 17, 30, 31, 50];
        assert_eq!(mean_rate(&times), 7.0 * 12_000.0 / 0.05);
        for size in [40u16, 577, 1500, 9000] {
            let mut trace = Trace::new(times.clone());
            let (mut now, mut bytes) = (0, 0u64);
            loop {
                now = trace.send(now, size);
                if now > 5000 * MS {
                    break;
                }
                bytes += u64::from(size);
            }
            let all = 700 * u64::from(BYTES);
            assert!(bytes <= all && bytes + u64::from(size) > all, "{size}: {bytes}");
        }
    }

    #[test]
    fn rounds_join_where_the_last_line_is() {
        let trace = Trace::new(vec![0, 4, 10]);
        // 0, 4, 10, 10 (0 of the second round), 14, 20, 20, ...
        let times: Vec<u64> = (0..7).map(|line| trace.time(line) / MS).collect();
        assert_eq!(times, [0, 4, 10, 10, 14, 20, 20]);
        for (now, line) in [(0, 0), (1, 1), (4, 1), (5, 2), (10, 2), (11, 4), (15, 5), (20, 5), (21, 7)] {
            assert_eq!(trace.line_at(now * MS), line, "{now}");
        }
    }
}
