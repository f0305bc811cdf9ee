//! Why a file cannot be read: what is wrong, where in the file, and what was found there. A code names each sentence. The page
//! has the sentences in each language, and `Display` writes the English one.

use std::fmt;

use serde_json::{Map, Value, json};

/// The English texts of the page about files.
const TEXTS: &str = include_str!("../../../web/src/engine/imports/texts/en.json");
/// The most characters of what was found.
const MAX_FOUND: usize = 60;

#[derive(Clone, Debug, PartialEq)]
pub struct ReadProblem {
    pub code: &'static str,
    /// The `line`, counted from 1; the title of the `column` of a table; the `byte`, counted from the start of the file or of
    /// its unpacked content; and the path of the `field` of JSON, such as `intervals[3].sum.start`.
    pub place: Map<String, Value>,
    /// What was found there.
    pub found: String,
}

pub fn problem(code: &'static str) -> ReadProblem {
    ReadProblem { code, place: Map::new(), found: String::new() }
}

impl ReadProblem {
    fn at(mut self, kind: &str, place: impl Into<Value>) -> Self {
        self.place.insert(kind.to_owned(), place.into());
        self
    }

    pub fn at_line(self, line: usize) -> Self {
        self.at("line", line)
    }

    pub fn at_byte(self, byte: usize) -> Self {
        self.at("byte", byte)
    }

    pub fn in_column(self, title: &str) -> Self {
        self.at("column", title)
    }

    /// Puts a path before that of the field.
    pub fn within(self, path: impl fmt::Display) -> Self {
        let field = match self.place.get("field").and_then(Value::as_str) {
            Some(inner) => format!("{path}{}{inner}", if inner.starts_with('[') { "" } else { "." }),
            None => path.to_string(),
        };
        self.at("field", field)
    }

    /// With the beginning of what was found, without characters that control a terminal.
    pub fn found(self, found: impl fmt::Display) -> Self {
        let found = found.to_string();
        let shown = found.chars().map(|one| if one.is_control() { '\u{fffd}' } else { one });
        let end = if found.chars().nth(MAX_FOUND).is_some() { "\u{2026}" } else { "" };
        Self { found: shown.take(MAX_FOUND).chain(end.chars()).collect(), ..self }
    }

    /// For the page, which writes the sentence.
    pub fn to_json(&self) -> Value {
        json!({"code": self.code, "place": self.place, "detail": self.found})
    }
}

impl fmt::Display for ReadProblem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Value = serde_json::from_str(TEXTS).unwrap_or_default();
        // A text with its only argument.
        let with = |path: &str, argument: &str| {
            let text = texts.pointer(path).and_then(Value::as_str).unwrap_or_default();
            let (before, rest) = text.split_once('{').unwrap_or((text, "}"));
            format!("{before}{argument}{}", rest.split_once('}').unwrap_or_default().1)
        };
        out.write_str(&with(&format!("/problems/{}", self.code), ""))?;
        let places = ["line", "column", "field", "byte"].into_iter().filter_map(|kind| {
            let place = self.place.get(kind)?;
            Some(with(
                &format!("/place/{kind}"),
                &place.as_str().map_or_else(|| place.to_string(), str::to_owned),
            ))
        });
        let places = places.collect::<Vec<_>>().join(", ");
        if !places.is_empty() {
            out.write_str(&with("/atPlaces", &places))?;
        }
        if !self.found.is_empty() {
            out.write_str(&with("/foundText", &self.found))?;
        }
        Ok(())
    }
}
