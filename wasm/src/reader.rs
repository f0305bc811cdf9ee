//! Incremental reading of a recording: each call returns only the values that are new or have
//! changed since the last call.

use sim_core::boundary::SERIES_HEADER;
use sim_core::ground::time::{Time, to_secs};
use sim_core::record::Recorder;

/// Reads recordings incrementally. Stores the position up to which series and events have been read.
#[derive(Debug, Default)]
pub struct Reader {
    /// Revision and number of completed bins of each series, by its index in the directory.
    series: Vec<(u32, usize)>,
    /// Revision of the events at the last call.
    events_rev: u32,
    /// Number of event rows that have been read and cannot change any more.
    final_events: usize,
}

impl Reader {
    /// New and changed bins of all series, as blocks. A block starts with key, revision, bin width
    /// in s, number of bins and first bin. Then follow the values of the bins from the first bin
    /// on: three per bin for a gauge, one for a counter. Gauges that never had a value are left
    /// out.
    pub fn series(&mut self, rec: &Recorder) -> Vec<f64> {
        let directory = rec.directory();
        self.series.resize(directory.len(), (0, 0));
        let mut out = Vec::with_capacity(directory.len() * 16);
        for (index, (entry, read)) in directory.iter().zip(&mut self.series).enumerate() {
            let (gauge, counter) = (rec.gauge_of(entry.key), rec.counter_of(entry.key));
            let (rev, width, bins) = match (gauge, counter) {
                (Some(gauge), _) if !gauge.is_blank() => (gauge.revision(), gauge.width(), gauge.len()),
                (None, Some(counter)) => (counter.revision(), counter.width(), counter.len()),
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
            // The last bin may be incomplete.
            read.1 = bins.saturating_sub(1);
        }
        out
    }

    /// New and changed events: a header (revision, number of rows, first row), then rows of time in s, code,
    /// entity, value and count. Rows before the first row have not changed since the last call.
    pub fn events(&mut self, rec: &Recorder, now: Time) -> Vec<f64> {
        let events = rec.events();
        if self.events_rev != events.revision() {
            (self.events_rev, self.final_events) = (events.revision(), 0);
        }
        let first = self.final_events;
        let mut out = events.read(first);
        out.insert(2.min(out.len()), first as f64);
        self.final_events = events.final_count(now);
        out
    }
}
