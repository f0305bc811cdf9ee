//! Tidy CSV: one row for each value of each signal in each time bin.

use std::io::{self, Write};

use fairshare_runs::series::{SeriesRun, quoted, visit_rows};

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
