//! A plain-text table with aligned columns, and functions that format counts.

use std::fmt::Write as _;

use sim_core::ground::quantity::significant;

use crate::shared::output::{HEADING, terminal_width};

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

    /// The table as lines of text. In a terminal that is too narrow, headings have several lines, and the columns that do not fit
    /// follow below, after the columns on the left.
    pub fn text(&self) -> String {
        self.within(terminal_width())
    }

    fn within(&self, limit: usize) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let cells = |i: usize| self.rows.iter().skip(1).filter_map(move |row| row.get(i));
        let heading = |i: usize| self.rows[0].get(i).map_or("", String::as_str);
        let body: Vec<usize> = (0..columns).map(|i| longest(cells(i).map(String::as_str))).collect();
        let whole = (0..columns).map(|i| body[i].max(longest([heading(i)])) + 2).sum::<usize>();
        let fits = whole <= limit.saturating_add(2);
        let headings: Vec<Vec<String>> =
            (0..columns).map(|i| broken(heading(i), if fits { usize::MAX } else { body[i] })).collect();
        let widths: Vec<usize> =
            (0..columns).map(|i| body[i].max(longest(headings[i].iter().map(String::as_str)))).collect();
        let mut groups: Vec<Vec<usize>> = vec![(0..columns.min(self.left_columns)).collect()];
        let mut used: usize = groups[0].iter().map(|&i| widths[i] + 2).sum();
        let left = (groups[0].clone(), used);
        for (i, width) in widths.iter().enumerate().skip(self.left_columns) {
            let group =
                groups.last_mut().filter(|group| used + width <= limit || group.len() == left.0.len());
            if let Some(group) = group {
                group.push(i);
            } else {
                groups.push([&left.0[..], &[i]].concat());
                used = left.1;
            }
            used += width + 2;
        }
        let texts = groups.iter().map(|group| self.group(group, &headings, &widths));
        texts.collect::<Vec<_>>().join("\n")
    }

    /// Some of the columns.
    fn group(&self, columns: &[usize], headings: &[Vec<String>], widths: &[usize]) -> String {
        let line = |cell: &dyn Fn(usize) -> String| {
            let mut line = String::new();
            for (n, &i) in columns.iter().enumerate() {
                let (gap, width, cell) = (if n == 0 { "" } else { "  " }, widths[i], cell(i));
                let _ = if i < self.left_columns {
                    write!(line, "{gap}{cell:<width$}")
                } else {
                    write!(line, "{gap}{cell:>width$}")
                };
            }
            line.trim_end().to_owned()
        };
        let mut text = String::new();
        let height = columns.iter().map(|&i| headings[i].len()).max().unwrap_or(0);
        for n in 0..height {
            // Headings of fewer lines stand at the bottom.
            let part = |i: usize| {
                (n + headings[i].len())
                    .checked_sub(height)
                    .map_or_else(String::new, |n| headings[i][n].clone())
            };
            let _ = writeln!(text, "{}{}{}", HEADING.0, line(&part), HEADING.1);
        }
        for row in self.rows.iter().skip(1) {
            let _ = writeln!(text, "{}", line(&|i| row.get(i).cloned().unwrap_or_default()));
        }
        text
    }
}

/// The number of characters of the longest text.
fn longest<'a>(texts: impl IntoIterator<Item = &'a str>) -> usize {
    texts.into_iter().map(|text| text.chars().count()).max().unwrap_or(0)
}

/// A text as lines that are broken between words, and are no longer than `width` or one word.
fn broken(text: &str, width: usize) -> Vec<String> {
    let width = width.max(longest(text.split(' ')));
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if longest([&line[..]]) + longest([word]) < width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
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
        assert_eq!(table.within(80), "\x1b[1ma     long\x1b[0m\nwide     1\n");
    }

    #[test]
    fn a_table_that_is_too_wide_continues_below_its_first_column() {
        let mut table = TextTable::new(1, &["", "Queue, mean (packets)", "Rate", "Drop rate"]);
        table.row(["forward", "17.6", "10 Mb/s", "0.5 %"].map(str::to_owned).to_vec());
        let plain = |width: usize| table.within(width).replace(HEADING.0, "").replace(HEADING.1, "");
        assert_eq!(
            plain(50),
            "         Queue, mean (packets)     Rate  Drop rate\nforward                   17.6  10 Mb/s      0.5 %\n"
        );
        assert_eq!(
            plain(34),
            "            Queue,\n              mean            Drop\n         (packets)     Rate   rate\nforward       17.6  10 Mb/s  0.5 %\n"
        );
        assert_eq!(
            plain(27),
            "            Queue,\n              mean\n         (packets)     Rate\nforward       17.6  10 Mb/s\n\n          Drop\n          rate\nforward  0.5 %\n"
        );
    }

    #[test]
    fn digits_are_grouped() {
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(grouped(123), "123");
    }
}
