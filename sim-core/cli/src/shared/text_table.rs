//! A plain-text table with aligned columns, and functions that format numbers.

use std::fmt::Write as _;

/// A table of text with a header row. The first `left_columns` columns are aligned to the left, all others to
/// the right.
pub struct TextTable {
    rows: Vec<Vec<String>>,
    left_columns: usize,
}

impl TextTable {
    /// Creates a table. `left_columns` is the number of columns that are aligned to the left.
    pub fn new(left_columns: usize, headings: &[&str]) -> Self {
        TextTable { rows: vec![headings.iter().map(|&text| text.to_owned()).collect()], left_columns }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// The table as lines of text.
    pub fn text(&self) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |i: usize| {
            self.rows.iter().filter_map(|row| row.get(i)).map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let mut text = String::new();
        for row in &self.rows {
            let mut line = String::new();
            for (i, cell) in row.iter().enumerate() {
                let gap = if i == 0 { "" } else { "  " };
                let width = widths[i];
                let _ = if i < self.left_columns {
                    write!(line, "{gap}{cell:<width$}")
                } else {
                    write!(line, "{gap}{cell:>width$}")
                };
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

/// A number with about four significant digits.
pub fn short(x: f64) -> String {
    if x == 0.0 {
        return "0".to_owned();
    }
    let size = x.abs();
    let digits = if size >= 1000.0 {
        0
    } else if size >= 100.0 {
        1
    } else if size >= 10.0 {
        2
    } else if size >= 0.1 {
        3
    } else {
        return if size >= 1e-3 { format!("{x:.5}") } else { format!("{x:.3e}") };
    };
    format!("{x:.digits$}")
}

/// A rate in bit/s as text, with three significant digits and a unit.
pub fn rate(bits_per_second: f64) -> String {
    let (x, unit) = match bits_per_second {
        x if x >= 1e9 => (x / 1e9, "Gb/s"),
        x if x >= 1e6 => (x / 1e6, "Mb/s"),
        x if x >= 1e3 => (x / 1e3, "kb/s"),
        x => (x, "b/s"),
    };
    let digits = if x >= 100.0 { 0 } else { usize::from(x < 10.0) + 1 };
    format!("{x:.digits$} {unit}")
}

/// A number with commas between groups of three digits: 1,234,567.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_have_three_significant_digits() {
        for (bps, text) in [
            (9.876e6, "9.88 Mb/s"),
            (98.76e6, "98.8 Mb/s"),
            (987.6e6, "988 Mb/s"),
            (1.5e9, "1.50 Gb/s"),
            (12.0, "12.0 b/s"),
        ] {
            assert_eq!(rate(bps), text);
        }
    }

    #[test]
    fn columns_are_aligned() {
        let mut table = TextTable::new(1, &["a", "long"]);
        table.row(vec!["wide".to_owned(), "1".to_owned()]);
        assert_eq!(table.text(), "a     long\nwide     1\n");
    }

    #[test]
    fn digits_are_grouped() {
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(grouped(123), "123");
    }
}
