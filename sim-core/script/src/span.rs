//! Parts of a source text, and their lines and columns.

use crate::convert::position32;

/// A part of a source text, as byte offsets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

impl Span {
    /// The bytes from `start` to below `end`. Sources are at most 64 kB, so offsets fit into 32 bits.
    pub fn new(start: usize, end: usize) -> Self {
        Span { start: position32(start), end: position32(end) }
    }

    /// The part from the start of `self` to the end of `last`.
    #[must_use]
    pub fn to(self, last: Span) -> Span {
        Span { start: self.start, end: last.end }
    }

    /// The text of this part. Empty if the span belongs to another text.
    pub fn text(self, source: &str) -> &str {
        source.get(self.start as usize..self.end as usize).unwrap_or("")
    }
}

/// Where a part of a source text is, as an editor shows it. Lines and columns count from 1, columns and
/// lengths in characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Location {
    /// The line.
    pub line: u32,
    /// The column of the first character.
    pub column: u32,
    /// Number of characters, at least 1. A part of several lines ends here with its first line.
    pub length: u32,
}

impl Location {
    /// Where `span` is in `source`.
    pub fn of(span: Span, source: &str) -> Self {
        let start = (span.start as usize).min(source.len());
        let before = source.get(..start).unwrap_or("");
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let first_line = span.text(source).split('\n').next().unwrap_or("");
        Location {
            line: position32(before.matches('\n').count()) + 1,
            column: position32(before[line_start..].chars().count()) + 1,
            length: position32(first_line.trim_end().chars().count().max(1)),
        }
    }
}
