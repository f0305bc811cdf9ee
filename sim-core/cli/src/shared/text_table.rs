//! A plain-text table with aligned columns, and functions that format counts.

use std::fmt::Write as _;

use sim_core::ground::quantity::significant;

use crate::shared::output::HEADING;

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
        for (index, row) in self.rows.iter().enumerate() {
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
            let (start, end) = if index == 0 { HEADING } else { ("", "") };
            let _ = writeln!(text, "{start}{}{end}", line.trim_end());
        }
        text
    }
}

/// A number with four significant digits.
pub fn short(x: f64) -> String {
    significant(x, 4)
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
    fn columns_are_aligned() {
        let mut table = TextTable::new(1, &["a", "long"]);
        table.row(vec!["wide".to_owned(), "1".to_owned()]);
        assert_eq!(table.text(), "\x1b[1ma     long\x1b[0m\nwide     1\n");
    }

    #[test]
    fn digits_are_grouped() {
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(grouped(123), "123");
    }
}
