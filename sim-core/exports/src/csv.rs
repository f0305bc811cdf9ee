//! Tidy CSV: one row for each value of each signal in each time bin.

use std::io::{self, Write};

use crate::series::{SeriesRun, visit_rows};

pub fn write(run: &SeriesRun, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "t,width,of,id,signal,unit,value,min,max")?;
    visit_rows(&run.recorder, |row| {
        let (t, width, value) = (row.t, row.width, row.value);
        write!(out, "{t},{width},{},{},{},{},{value}", row.of, quoted(row.id), row.signal, quoted(row.unit))?;
        match row.extent {
            Some((min, max)) => writeln!(out, ",{min},{max}"),
            None => writeln!(out, ",,"),
        }
    })
}

/// Quotes a field if it contains a separator, a quote or a line break (RFC 4180, section 2).
pub fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
