//! Tables (CSV): a column of times, and columns of rates and delays. The separator is a comma, a semicolon, a tab or spaces. The
//! first line may name the columns, with their units. Lines that begin with `#` are comments. A value applies until the time of
//! the next row. web/src/engine/imports/csv.ts reads the small tables of links by the same rules.

use serde_json::{Value, json};

use crate::measurement::{MeasuredBy, MeasuredFlow, Measurement, STEP};
use crate::problem::{ReadProblem, problem};
use crate::series::{ImportedFile, ImportedSeries, MAX_LISTED, MAX_ROWS};

/// Words in the titles of columns, in lower case.
const RATE_WORDS: &str = "rate|throughput|goodput|bandwidth|bps|b/s|bit/s|bits/s|b_per_s|bit_per_s|bits_per_s|mbit|kbit|gbit|debit|d\u{e9}bit|durchsatz";
const RTT_WORDS: &str = "rtt|ping|latency|roundtrip|round trip|round-trip|round_trip|latenz|umlauf";
const DELAY_WORDS: &str =
    "delay|wait|sojourn|owd|verz\u{f6}gerung|verzoegerung|warte|attente|delai|d\u{e9}lai";
/// First words of the titles of columns of times.
const TIME_WORDS: &str = "t|time|timestamp|sec|second|seconds|elapsed|date|datetime|zeit|temps|x";

fn has(title: &str, words: &str) -> bool {
    let lower = title.to_lowercase();
    words.split('|').any(|word| lower.contains(word))
}

fn is_time(title: &str) -> bool {
    let is_letter = |one: char| one.is_alphanumeric() || one == '_';
    let start = title.trim_start_matches(|one| !is_letter(one)).to_lowercase();
    let first = start.split(|one| !is_letter(one)).next();
    let is_named = start.contains("time") || TIME_WORDS.split('|').any(|word| first == Some(word));
    is_named && !has(title, RTT_WORDS) && !has(title, RATE_WORDS)
}

/// The factor of a unit of rates in a title. `b` are bits and `B` are bytes.
fn rate_factor(title: &str) -> Option<f64> {
    let is_start = |at: usize| !title[..at].ends_with(|before: char| before.is_ascii_alphabetic());
    let mut starts = title.char_indices().filter(|(at, _)| is_start(*at));
    starts.find_map(|(at, _)| rate_unit(&title[at..]))
}

/// The factor of the unit with which a text begins.
fn rate_unit(text: &str) -> Option<f64> {
    let lower = text.to_lowercase();
    for (power, prefix) in ["", "k", "m", "g", "t"].into_iter().enumerate() {
        for (base, binary) in [(1000.0, ""), (1024.0, "i")] {
            let Some(unit) = lower.strip_prefix(prefix).and_then(|rest| rest.strip_prefix(binary)) else {
                continue;
            };
            for name in ["bits", "bit", "bytes", "byte", "b"] {
                let Some(per) = unit.strip_prefix(name) else { continue };
                if ["ps", "/s", "_per_s", " per s"].iter().any(|end| per.starts_with(end)) {
                    let is_bytes = name.starts_with("byte")
                        || (name == "b" && text[prefix.len() + binary.len()..].starts_with('B'));
                    let thousands = std::iter::repeat_n(base, power).product::<f64>();
                    return Some(thousands * if is_bytes { 8.0 } else { 1.0 });
                }
            }
        }
    }
    None
}

/// The factor of a unit of times in a title.
fn time_factor(title: &str) -> Option<f64> {
    let lower = title.to_lowercase();
    let mut words = lower.split(|one: char| !one.is_alphanumeric());
    words.find_map(|word| match word {
        "ns" => Some(1e-9),
        "us" | "\u{b5}s" | "\u{3bc}s" => Some(1e-6),
        "ms" | "msec" | "millisecond" | "milliseconds" => Some(1e-3),
        "s" | "sec" | "second" | "seconds" => Some(1.0),
        "min" => Some(60.0),
        _ => None,
    })
}

/// A number, with a point or a comma as its decimal mark.
fn number(cell: &str) -> Option<f64> {
    let is_number = cell.bytes().all(|byte| byte.is_ascii_digit() || b"+-.,eE".contains(&byte));
    is_number
        .then(|| cell.replacen(',', ".", 1).parse().ok())
        .flatten()
        .filter(|number: &f64| number.is_finite())
}

/// A time in seconds: a number, or a date with a time.
fn time(cell: &str, factor: f64) -> Option<f64> {
    number(cell).map(|number| number * factor).or_else(|| date(cell))
}

/// The seconds from 1970 to a date (RFC 3339), which is in UTC unless it states an offset.
fn date(cell: &str) -> Option<f64> {
    let part = |from: usize, to: usize| cell.get(from..to)?.parse::<u32>().ok().map(f64::from);
    let (year, month, day) = (part(0, 4)?, part(5, 7)?, part(8, 10)?);
    if cell.get(4..5)? != "-" || cell.get(7..8)? != "-" || !(1.0..=12.0).contains(&month) {
        return None;
    }
    // Days from 1 March of year 0, so that a leap day is the last of its year.
    let (year, month) = if month < 3.0 { (year - 1.0, month + 9.0) } else { (year, month - 3.0) };
    let floor = sim_core::ground::math::floor;
    let leap_days = floor(year / 4.0) - floor(year / 100.0) + floor(year / 400.0);
    let days = 365.0 * year + leap_days + floor((153.0 * month + 2.0) / 5.0) + day - 719_469.0;
    let Some(clock) = cell.get(11..).filter(|clock| !clock.is_empty()) else { return Some(days * 86_400.0) };
    let hours = |text: &str| -> Option<f64> {
        let mut parts = text.split(':').map(|part| part.parse::<f64>().ok());
        let (hours, minutes, seconds) = (parts.next()??, parts.next()??, parts.next().unwrap_or(Some(0.0))?);
        Some(hours * 3600.0 + minutes * 60.0 + seconds)
    };
    let clock = clock.trim_end_matches('Z');
    let (clock, offset) = match clock.find(['+', '-']) {
        Some(at) => {
            (&clock[..at], hours(&clock[at + 1..])? * if clock[at..].starts_with('-') { -1.0 } else { 1.0 })
        }
        None => (clock, 0.0),
    };
    Some(days * 86_400.0 + hours(clock)? - offset)
}

/// Whether a cell states that there is no value.
fn is_missing(cell: &str) -> bool {
    matches!(cell.to_lowercase().as_str(), "" | "-" | "nan" | "na" | "n/a" | "null" | "none")
}

/// The cells of a line. A cell in quotation marks may contain separators.
fn cells(line: &str, separator: Option<char>) -> Vec<String> {
    let Some(mark) = separator else { return line.split_whitespace().map(str::to_owned).collect() };
    let (mut cells, mut is_quoted) = (vec![String::new()], false);
    for one in line.trim().chars() {
        match one {
            '"' => is_quoted = !is_quoted,
            one if one == mark && !is_quoted => cells.push(String::new()),
            one => cells.last_mut().map_or((), |cell| cell.push(one)),
        }
    }
    cells.into_iter().map(|cell| cell.trim().to_owned()).collect()
}

struct TableColumn {
    index: usize,
    title: String,
    quantity: &'static str,
    factor: f64,
}

enum TableCell {
    Gap,
    Number(f64),
    /// Neither a number nor empty.
    Text(String),
}

struct TableRow {
    line: usize,
    t: f64,
    /// A cell for each column of the table.
    cells: Vec<TableCell>,
}

pub struct MeasuredTable {
    columns: Vec<TableColumn>,
    rows: Vec<TableRow>,
    notes: Vec<Value>,
}

/// The column of times and its factor, and those of values, from the titles of the first line, or by their position if it contains
/// numbers only.
fn columns(first: &[String], line: usize) -> Result<(usize, f64, Vec<TableColumn>), ReadProblem> {
    let refused = |code| problem(code).at_line(line).found(first.join(", "));
    let is_value = |cell: &String| number(cell).is_some() || is_missing(cell);
    if first.first().is_some_and(|cell| time(cell, 1.0).is_some()) && first[1..].iter().all(is_value) {
        if first.len() < 2 {
            return Err(refused("noValueColumn"));
        }
        let second = TableColumn { index: 1, title: "2".to_owned(), quantity: "rate", factor: f64::NAN };
        return Ok((0, 1.0, vec![second]));
    }
    let Some(time) = first.iter().position(|title| is_time(title)) else {
        return Err(refused("noTimeColumn"));
    };
    let values = first.iter().enumerate().filter(|(index, _)| *index != time).filter_map(|(index, title)| {
        // Words of delays come first, because a rate has no unit such as ms.
        let (quantity, factor) = match [RTT_WORDS, DELAY_WORDS, RATE_WORDS].map(|words| has(title, words)) {
            [true, ..] => ("rtt", time_factor(title)),
            [_, true, _] => ("delay", time_factor(title)),
            [_, _, is_rate] => (is_rate.then_some("rate")?, rate_factor(title)),
        };
        Some(TableColumn { index, title: title.clone(), quantity, factor: factor.unwrap_or(f64::NAN) })
    });
    let values: Vec<TableColumn> = values.take(MAX_LISTED).collect();
    if values.is_empty() {
        return Err(refused("noValueColumn"));
    }
    Ok((time, time_factor(&first[time]).unwrap_or(1.0), values))
}

pub fn parse(text: &str) -> Result<MeasuredTable, ReadProblem> {
    let ends = text.replace("\r\n", "\n").replace('\r', "\n");
    let lines = ends.split('\n').enumerate().map(|(index, content)| (index + 1, content.trim()));
    let mut lines = lines.filter(|(_, content)| !content.is_empty() && !content.starts_with('#')).peekable();
    let Some(&(line, heading)) = lines.peek() else { return Err(problem("empty")) };
    let separator = ['\t', ';', ','].into_iter().find(|&mark| heading.contains(mark));
    let first = cells(heading, separator);
    let (of_time, factor, mut columns) = columns(&first, line)?;
    let has_titles = time(&first[of_time], factor).is_none();
    if has_titles {
        lines.next();
    }
    let mut notes = Vec::new();
    for column in columns.iter_mut().filter(|column| column.factor.is_nan()) {
        let (unit, factor) = if column.quantity == "rate" { ("bit/s", 1.0) } else { ("ms", 1e-3) };
        notes.push(json!({"code": "assumedUnit", "column": column.title, "unit": unit}));
        column.factor = factor;
    }
    let mut rows: Vec<TableRow> = Vec::new();
    for (line, content) in lines {
        if rows.len() >= MAX_ROWS {
            return Err(problem("tooManyRows").at_line(line));
        }
        let all = cells(content, separator);
        let cell = |index: usize| all.get(index).map_or("", String::as_str);
        let title = if has_titles { &first[of_time] } else { "1" };
        let refused = |code| problem(code).at_line(line).in_column(title).found(cell(of_time));
        let t = time(cell(of_time), factor).ok_or_else(|| refused("notANumber"))?;
        if rows.last().is_some_and(|before| t < before.t) {
            return Err(refused("timesDecrease"));
        }
        let cells = columns.iter().map(|column| match cell(column.index) {
            gap if is_missing(gap) => TableCell::Gap,
            text => number(text).map_or_else(
                || TableCell::Text(text.to_owned()),
                |value| TableCell::Number(value * column.factor),
            ),
        });
        rows.push(TableRow { line, t, cells: cells.collect() });
    }
    Ok(MeasuredTable { columns, rows, notes })
}

impl MeasuredTable {
    pub fn series(&self) -> Result<ImportedFile, ReadProblem> {
        let new = |column: &TableColumn| ImportedSeries::named(&column.title, column.quantity);
        let mut all: Vec<ImportedSeries> = self.columns.iter().map(new).collect();
        for (i, row) in self.rows.iter().enumerate() {
            let step = i.checked_sub(1).map_or(1.0, |before| row.t - self.rows[before].t);
            let next = self.rows.get(i + 1).map_or(row.t + step, |next| next.t);
            for ((cell, series), column) in row.cells.iter().zip(&mut all).zip(&self.columns) {
                match cell {
                    TableCell::Gap => {}
                    TableCell::Number(value) => series.add(row.t, next, *value)?,
                    TableCell::Text(text) => {
                        return Err(problem("notANumber")
                            .at_line(row.line)
                            .in_column(&column.title)
                            .found(text));
                    }
                }
            }
        }
        let file = ImportedFile::new("csv", all);
        Ok(ImportedFile { notes: self.notes.clone(), ..file })
    }

    /// The last column of rates and the last one of round-trip times. What is no number is a gap.
    pub fn measurement(&self) -> Measurement {
        let mut flow = MeasuredFlow::named("table");
        let last = |is: fn(&TableColumn) -> bool| self.columns.iter().rposition(is);
        let rates = last(|column| column.quantity == "rate");
        let rtts = last(|column| column.quantity == "rtt" || has(&column.title, "delay"));
        let value = |row: &TableRow, column: Option<usize>| match row.cells.get(column?)? {
            TableCell::Number(value) => Some(*value),
            _ => None,
        };
        for (i, row) in self.rows.iter().enumerate() {
            let t = |row: &TableRow| row.t - self.rows[0].t;
            if let (Some(next), Some(rate)) = (self.rows.get(i + 1), value(row, rates)) {
                flow.add_bytes(t(row), t(next), rate.max(0.0) / 8.0 * (t(next) - t(row)), STEP);
            }
            if let Some(rtt) = value(row, rtts) {
                flow.add_rtt(t(row), rtt, STEP);
            }
        }
        let mut read = Measurement::of(MeasuredBy::Table, STEP, vec![flow], false);
        read.assumed.push("one_flow");
        read
    }
}
