//! What the page has been given of a recording, so that each time it gets only what is new.

use sim_core::boundary::SERIES_HEADER;
use sim_core::ground::time::{Time, to_secs};
use sim_core::record::Recorder;

/// How far series and events were read.
#[derive(Debug, Default)]
pub struct Reader {
    /// Revision and completed bins of each series, by its position in the directory.
    series: Vec<(u32, usize)>,
    events_rev: u32,
    /// Rows that cannot change any more.
    events_settled: usize,
}

impl Reader {
    /// Blocks of [key, rev, width in s, number of bins, first bin], then the values of the bins from the first on: three
    /// each for a gauge, one for a counter. A gauge that never had a value is left out.
    pub fn series(&mut self, rec: &Recorder) -> Vec<f64> {
        let directory = rec.directory();
        self.series.resize(directory.len(), (0, 0));
        let mut out = Vec::with_capacity(directory.len() * 16);
        for (index, (entry, read)) in directory.iter().zip(&mut self.series).enumerate() {
            let (gauge, counter) = (rec.gauge_of(entry.key), rec.counter_of(entry.key));
            let (rev, width, bins) = match (gauge, counter) {
                (Some(gauge), _) if !gauge.is_blank() => (gauge.rev(), gauge.width(), gauge.len()),
                (None, Some(counter)) => (counter.rev(), counter.width(), counter.len()),
                _ => continue,
            };
            if read.0 != rev {
                *read = (rev, 0);
            }
            let first = read.1.min(bins);
            let header: [f64; SERIES_HEADER] =
                [index as f64, f64::from(rev), to_secs(width), bins as f64, first as f64];
            out.extend(header);
            if let Some(gauge) = gauge {
                gauge.read(first, &mut out);
            } else if let Some(counter) = counter {
                counter.read(first, &mut out);
            }
            // The last bin may still be filling.
            read.1 = bins.saturating_sub(1);
        }
        out
    }

    /// Header [rev, number of rows, first row], then rows of time in s, code, entity, value, count. Rows before the first
    /// are as they were when last read.
    pub fn events(&mut self, rec: &Recorder, now: Time) -> Vec<f64> {
        let events = rec.events();
        if self.events_rev != events.rev() {
            (self.events_rev, self.events_settled) = (events.rev(), 0);
        }
        let first = self.events_settled;
        let mut out = events.read(first);
        out.insert(2.min(out.len()), first as f64);
        self.events_settled = events.settled(now);
        out
    }
}
