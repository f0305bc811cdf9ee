//! Text to JSON, and nothing else: size, encoding, syntax, numbers that are none, keys given twice. Whatever is wrong
//! is said with its line and column.

use std::fmt;
use std::io::{self, Read};

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use crate::params::{Issue, clipped};

/// The most bytes that a document can have.
pub const MAX_TEXT: usize = 2_000_000;

/// Reads at most `MAX_TEXT` bytes; what is longer is refused without reading on.
pub fn read_capped(source: impl Read) -> io::Result<Result<Vec<u8>, Issue>> {
    let mut bytes = Vec::new();
    source.take(MAX_TEXT as u64 + 1).read_to_end(&mut bytes)?;
    Ok(if bytes.len() > MAX_TEXT { Err(too_long()) } else { Ok(bytes) })
}

/// A document from the bytes of a file.
pub fn parse_bytes(bytes: &[u8]) -> Result<Value, Vec<Issue>> {
    if bytes.len() > MAX_TEXT {
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

/// A document from text.
pub fn parse(text: &str) -> Result<Value, Vec<Issue>> {
    if text.len() > MAX_TEXT {
        return Err(vec![too_long()]);
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        let message = "The document is empty. A scenario begins with { \"v\": 1, ... }.";
        return Err(vec![Issue::new("", "empty", message)]);
    }
    let mut reader = serde_json::Deserializer::from_str(text);
    let parsed = Strict::deserialize(&mut reader).and_then(|value| reader.end().map(|()| value.0));
    parsed.map_err(|error| vec![explain(text, &error)])
}

fn too_long() -> Issue {
    let message = format!(
        "The document is longer than {} MB, the most that is accepted. Use `count` for flows of the same sort, and fewer timeline entries.",
        MAX_TEXT / 1_000_000
    );
    Issue::new("", "too_long", message)
}

/// Says in a student's words what the parser found.
fn explain(text: &str, error: &serde_json::Error) -> Issue {
    let (line, column) = (error.line(), error.column());
    let place = format!("line {line}, column {column}");
    let start = text.split('\n').take(line.saturating_sub(1)).map(|line| line.len() + 1).sum::<usize>();
    let at = (start + column.saturating_sub(1)).min(text.len());
    let word = word_at(text, at);
    let full = error.to_string();
    let said = full.rsplit_once(" at line ").map_or(full.as_str(), |(said, _)| said);
    let (code, message) = if let Some(key) = said.strip_prefix(TWICE) {
        ("duplicate_key", format!("`{key}` is given twice in the same object ({place}). Remove one of them."))
    } else if error.is_eof() {
        (
            "syntax",
            format!(
                "The text ends before the document does ({place}). A bracket, a brace or a quote is not closed."
            ),
        )
    } else if ["NaN", "nan", "Infinity", "inf", "-Infinity", "-inf", "-NaN"].contains(&word) {
        (
            "not_a_number",
            format!(
                "`{word}` is not a number that JSON knows ({place}). Write a finite number, or leave the setting out."
            ),
        )
    } else {
        match said {
            "number out of range" => (
                "not_a_number",
                format!("The number at {place} is too large. Numbers go up to about 1.8e308."),
            ),
            "trailing characters" => (
                "syntax",
                format!(
                    "There is more text after the end of the document ({place}): `{}`. Remove it.",
                    clipped(word)
                ),
            ),
            "trailing comma" => ("syntax", format!("There is a comma too many before {place}. Remove it.")),
            "recursion limit exceeded" => (
                "syntax",
                format!(
                    "Brackets are nested too deeply ({place}). No scenario needs more than about ten levels."
                ),
            ),
            "key must be a string" => ("syntax", format!("A name must stand in double quotes ({place}).")),
            "expected value" if word.starts_with('/') => {
                ("syntax", format!("JSON has no comments ({place}). Put remarks into `note`."))
            }
            _ => ("syntax", format!("This is not JSON: {} ({place}).", clipped(said))),
        }
    };
    Issue::new("", code, message)
}

/// The word around a byte offset, or the character there.
fn word_at(text: &str, at: usize) -> &str {
    let joins = |b: &u8| b.is_ascii_alphanumeric() || *b == b'-';
    let bytes = text.as_bytes();
    let before = bytes[..at].iter().rev().take(20).take_while(|b| joins(b)).count();
    let after = bytes[at..].iter().take(20).take_while(|b| joins(b)).count();
    let from = at - before;
    let end = if before + after == 0 {
        text[floor(text, at)..].chars().next().map_or(at, |c| floor(text, at) + c.len_utf8())
    } else {
        at + after
    };
    text.get(from..end).unwrap_or("")
}

/// The beginning of the character that the byte belongs to.
fn floor(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(0)
}

const TWICE: &str = "key given twice: ";

/// A JSON value in which no object has the same key twice.
struct Strict(Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(StrictVisitor).map(Self)
    }
}

struct StrictVisitor;

impl<'de> Visitor<'de> for StrictVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }
    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::from(value))
    }
    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::from(value))
    }
    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::from(value))
    }
    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Value::from(value))
    }
    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::from(value))
    }
    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::from(value))
    }
    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(Strict(value)) = seq.next_element()? {
            list.push(value);
        }
        Ok(Value::Array(list))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = map.next_key::<String>()? {
            if object.contains_key(&key) {
                return Err(A::Error::custom(format_args!("{TWICE}{}", clipped(&key))));
            }
            let Strict(value) = map.next_value()?;
            object.insert(key, value);
        }
        Ok(Value::Object(object))
    }
}
