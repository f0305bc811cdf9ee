//! Parses a document's text as JSON: checks size, encoding, syntax, numbers and duplicate keys. Errors name
//! line and column.

use std::io::{self, Read};

use serde_json::Value;

use sim_engine::ground::json::read::{self, Flaw, LocatedFlaw};
use sim_engine::params::{Issue, clipped};

/// Maximum size of a document in bytes.
pub const MAX_TEXT_BYTES: usize = 2_000_000;

/// Reads a source of at most `MAX_TEXT_BYTES` bytes. A longer source is an error and is not read to its end.
pub fn read_capped(source: impl Read) -> io::Result<Result<Vec<u8>, Issue>> {
    let mut bytes = Vec::new();
    source.take(MAX_TEXT_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(if bytes.len() > MAX_TEXT_BYTES { Err(too_long()) } else { Ok(bytes) })
}

/// Parses the bytes of a document's file.
pub fn parse_bytes(bytes: &[u8]) -> Result<Value, Vec<Issue>> {
    if bytes.len() > MAX_TEXT_BYTES {
        return Err(vec![too_long()]);
    }
    let not_text = |message: &str| Err(vec![Issue::new("", "not_text", message)]);
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return not_text("The file is text in UTF-16. Save it as UTF-8.");
    }
    match std::str::from_utf8(bytes) {
        Ok(text) if text.contains('\0') => {
            not_text("This is a binary file, not a scenario. A scenario is JSON text.")
        }
        Ok(text) => parse(text),
        Err(_) => not_text("This is not a text file. A scenario is JSON text in UTF-8."),
    }
}

/// Parses the text of a document.
pub fn parse(text: &str) -> Result<Value, Vec<Issue>> {
    if text.len() > MAX_TEXT_BYTES {
        return Err(vec![too_long()]);
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        let message = "The document is empty. A scenario begins with { \"v\": 1, ... }.";
        return Err(vec![Issue::new("", "empty", message)]);
    }
    read::read(text).map_err(|flaw| vec![explain(text, &flaw)])
}

fn too_long() -> Issue {
    let message = format!(
        "The document is longer than {} MB, the maximum. Use `count` for similar flows, and fewer timeline entries.",
        MAX_TEXT_BYTES / 1_000_000
    );
    Issue::new("", "too_long", message)
}

/// Explains a syntax error in terms that a student understands.
fn explain(text: &str, (flaw, at): &LocatedFlaw) -> Issue {
    let before = &text[..char_start(text, *at)];
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let line = before.matches('\n').count() + 1;
    let place = format!("line {line}, column {}", before[start..].chars().count() + 1);
    let word = word_at(text, *at);
    let (code, message) = match flaw {
        Flaw::DuplicateKey(key) => (
            "duplicate_key",
            format!("`{}` is given twice in the same object ({place}). Remove one of them.", clipped(key)),
        ),
        Flaw::UnexpectedEnd => (
            "syntax",
            format!(
                "The text ends before the document is complete ({place}). A bracket, a brace or a quote is not closed."
            ),
        ),
        _ if ["NaN", "nan", "Infinity", "inf", "-Infinity", "-inf", "-NaN"].contains(&word) => (
            "not_a_number",
            format!(
                "`{word}` is not a number in JSON ({place}). Write a finite number, or leave the setting out."
            ),
        ),
        Flaw::NumberTooLarge => {
            ("not_a_number", format!("The number at {place} is too large. The maximum is about 1.8e308."))
        }
        Flaw::TrailingText => (
            "syntax",
            format!("There is text after the end of the document ({place}): `{}`. Remove it.", clipped(word)),
        ),
        Flaw::TrailingComma => ("syntax", format!("There is an extra comma before {place}. Remove it.")),
        Flaw::TooDeep => (
            "syntax",
            format!("Brackets are nested too deeply ({place}). A scenario has about ten levels at most."),
        ),
        Flaw::UnquotedKey => ("syntax", format!("A name must be in double quotes ({place}).")),
        Flaw::ValueExpected if word.starts_with('/') => {
            ("syntax", format!("JSON has no comments ({place}). Use the setting `note` for remarks."))
        }
        Flaw::ValueExpected => ("syntax", format!("This is not JSON: a value is expected here ({place}).")),
        Flaw::Other(problem) => ("syntax", format!("This is not JSON: {problem} ({place}).")),
    };
    Issue::new("", code, message)
}

/// The word that contains a byte offset, or the character at the offset if there is no word.
fn word_at(text: &str, at: usize) -> &str {
    let is_word_byte = |b: &u8| b.is_ascii_alphanumeric() || *b == b'-';
    let bytes = text.as_bytes();
    let before = bytes[..at].iter().rev().take(20).take_while(|b| is_word_byte(b)).count();
    let after = bytes[at..].iter().take(20).take_while(|b| is_word_byte(b)).count();
    let from = at - before;
    let end = if before + after == 0 {
        text[char_start(text, at)..].chars().next().map_or(at, |c| char_start(text, at) + c.len_utf8())
    } else {
        at + after
    };
    text.get(from..end).unwrap_or("")
}

/// The byte offset at which the character that contains the byte `at` starts.
fn char_start(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(0)
}
