//! A strict JSON parser (RFC 8259): an object must not contain a key twice, and every number must be finite.
//! Errors have a position in the text.
//!
//! This parser creates only one type, [`Value`]. In the WebAssembly module it takes a third of the size of
//! serde_json's.

use crate::ground::convert::narrow;
use serde_json::{Map, Value};

use super::decimal;

/// Maximum nesting depth of lists and objects.
const MAX_DEPTH: u32 = 127;

/// The reason why a text is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// The text ends before the value is complete.
    UnexpectedEnd,
    /// More text follows the value.
    TrailingText,
    /// A comma before a closing bracket.
    TrailingComma,
    /// Lists and objects are nested too deeply.
    TooDeep,
    /// An object's key without double quotes.
    UnquotedKey,
    /// A key that the object already contains.
    DuplicateKey(String),
    /// A number beyond the largest f64.
    NumberTooLarge,
    /// No value begins here.
    ValueExpected,
    /// Any other error, described in words.
    Other(&'static str),
}

/// A flaw, and the byte offset at which it was found.
pub type LocatedFlaw = (Flaw, usize);

/// Parses a text that consists of one JSON value.
pub fn read(text: &str) -> Result<Value, LocatedFlaw> {
    let mut reader = Reader { text, at: 0, depth: 0 };
    let value = reader.value()?;
    match reader.skip_whitespace() {
        None => Ok(value),
        Some(_) => reader.fail(Flaw::TrailingText),
    }
}

struct Reader<'a> {
    text: &'a str,
    /// Byte offset of the next character.
    at: usize,
    /// Number of lists and objects around the next character.
    depth: u32,
}

impl<'a> Reader<'a> {
    #[cold]
    fn fail<T>(&self, flaw: Flaw) -> Result<T, LocatedFlaw> {
        Err((flaw, self.at))
    }

    #[cold]
    fn fail_at<T>(flaw: Flaw, at: usize) -> Result<T, LocatedFlaw> {
        Err((flaw, at))
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Skips whitespace. Returns the byte after the whitespace, without consuming this byte.
    fn skip_whitespace(&mut self) -> Option<u8> {
        while matches!(self.peek(), Some(b' ' | b'\n' | b'\t' | b'\r')) {
            self.at += 1;
        }
        self.peek()
    }

    fn value(&mut self) -> Result<Value, LocatedFlaw> {
        match self.skip_whitespace() {
            None => self.fail(Flaw::UnexpectedEnd),
            Some(b'{') => self.nested(Self::object),
            Some(b'[') => self.nested(Self::list),
            Some(b'"') => self.string().map(Value::String),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(_) => {
                let words =
                    [("null", Value::Null), ("true", Value::Bool(true)), ("false", Value::Bool(false))];
                for (word, value) in words {
                    if self.text[self.at..].starts_with(word) {
                        self.at += word.len();
                        return Ok(value);
                    }
                }
                let rest = &self.text[self.at..];
                self.fail(if is_incomplete_word(rest) { Flaw::UnexpectedEnd } else { Flaw::ValueExpected })
            }
        }
    }

    fn nested(&mut self, read: fn(&mut Self) -> Result<Value, LocatedFlaw>) -> Result<Value, LocatedFlaw> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.fail(Flaw::TooDeep);
        }
        self.at += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    /// Consumes the comma or the closing bracket after a member. Returns whether another member follows.
    fn another_follows(&mut self, close: u8) -> Result<bool, LocatedFlaw> {
        match self.skip_whitespace() {
            None => self.fail(Flaw::UnexpectedEnd),
            Some(b',') => {
                self.at += 1;
                if self.skip_whitespace() == Some(close) { self.fail(Flaw::TrailingComma) } else { Ok(true) }
            }
            Some(byte) if byte == close => {
                self.at += 1;
                Ok(false)
            }
            Some(_) if close == b'}' => self.fail(Flaw::Other("expected `,` or `}`")),
            Some(_) => self.fail(Flaw::Other("expected `,` or `]`")),
        }
    }

    fn list(&mut self) -> Result<Value, LocatedFlaw> {
        let mut list = Vec::new();
        if self.skip_whitespace() == Some(b']') {
            self.at += 1;
            return Ok(Value::Array(list));
        }
        loop {
            list.push(self.value()?);
            if !self.another_follows(b']')? {
                return Ok(Value::Array(list));
            }
        }
    }

    fn object(&mut self) -> Result<Value, LocatedFlaw> {
        let mut object = Map::new();
        if self.skip_whitespace() == Some(b'}') {
            self.at += 1;
            return Ok(Value::Object(object));
        }
        loop {
            let key = match self.skip_whitespace() {
                None => return self.fail(Flaw::UnexpectedEnd),
                Some(b'"') => self.string()?,
                Some(_) => return self.fail(Flaw::UnquotedKey),
            };
            if object.contains_key(&key) {
                return Self::fail_at(Flaw::DuplicateKey(key), self.at.saturating_sub(1));
            }
            match self.skip_whitespace() {
                None => return self.fail(Flaw::UnexpectedEnd),
                Some(b':') => self.at += 1,
                Some(_) => return self.fail(Flaw::Other("expected `:`")),
            }
            let value = self.value()?;
            object.insert(key, value);
            if !self.another_follows(b'}')? {
                return Ok(Value::Object(object));
            }
        }
    }

    fn string(&mut self) -> Result<String, LocatedFlaw> {
        self.at += 1;
        let mut string = String::new();
        loop {
            let start = self.at;
            while self.peek().is_some_and(|byte| !matches!(byte, b'"' | b'\\' | 0..0x20)) {
                self.at += 1;
            }
            string.push_str(&self.text[start..self.at]);
            match self.peek() {
                None => return self.fail(Flaw::UnexpectedEnd),
                Some(b'"') => {
                    self.at += 1;
                    return Ok(string);
                }
                Some(b'\\') => {
                    self.at += 1;
                    string.push(self.escape()?);
                }
                Some(_) => return self.fail(Flaw::Other("control character within a string")),
            }
        }
    }

    /// Reads an escape sequence after its backslash.
    fn escape(&mut self) -> Result<char, LocatedFlaw> {
        let Some(byte) = self.peek() else { return self.fail(Flaw::UnexpectedEnd) };
        let character = match byte {
            b'"' | b'\\' | b'/' => char::from(byte),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                self.at += 1;
                return self.unicode_escape();
            }
            _ => return self.fail(Flaw::Other("invalid escape")),
        };
        self.at += 1;
        Ok(character)
    }

    /// Reads an escape sequence after its `\u`: four hexadecimal digits. A character above U+FFFF is a
    /// surrogate pair of two such sequences.
    fn unicode_escape(&mut self) -> Result<char, LocatedFlaw> {
        let mut code = self.four_hex_digits()?;
        if (0xd800..0xdc00).contains(&code) && self.text[self.at..].starts_with("\\u") {
            self.at += 2;
            let low = self.four_hex_digits()?;
            if (0xdc00..0xe000).contains(&low) {
                code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
            }
        }
        match char::from_u32(code) {
            Some(c) => Ok(c),
            None if self.peek().is_none() => self.fail(Flaw::UnexpectedEnd),
            None => self.fail(Flaw::Other("half of a surrogate pair")),
        }
    }

    fn four_hex_digits(&mut self) -> Result<u32, LocatedFlaw> {
        let mut code = 0;
        for _ in 0..4 {
            let Some(byte) = self.peek() else { return self.fail(Flaw::UnexpectedEnd) };
            let Some(digit) = char::from(byte).to_digit(16) else {
                return self.fail(Flaw::Other("invalid escape"));
            };
            code = (code << 4) | digit;
            self.at += 1;
        }
        Ok(code)
    }

    /// Reads one or more decimal digits.
    fn digits(&mut self) -> Result<&'a str, LocatedFlaw> {
        let from = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        match self.peek() {
            None if self.at == from => self.fail(Flaw::UnexpectedEnd),
            Some(_) if self.at == from => self.fail(Flaw::Other("invalid number")),
            _ => Ok(&self.text[from..self.at]),
        }
    }

    /// Reads a number: an integer if it is written without point and exponent and fits into 64 bits, else the
    /// nearest f64.
    fn number(&mut self) -> Result<Value, LocatedFlaw> {
        let from = self.at;
        let negative = self.peek() == Some(b'-');
        self.at += usize::from(negative);
        let mut digits = self.digits()?.as_bytes().to_vec();
        if digits.len() > 1 && digits[0] == b'0' {
            return Self::fail_at(Flaw::Other("invalid number"), self.at - digits.len() + 1);
        }
        let (mut is_integer, mut exponent) = (true, 0_i64);
        if self.peek() == Some(b'.') {
            self.at += 1;
            let fraction = self.digits()?.as_bytes();
            exponent = -narrow::<i64>(fraction.len());
            digits.extend_from_slice(fraction);
            is_integer = false;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            let exponent_is_negative = self.peek() == Some(b'-');
            self.at += usize::from(exponent_is_negative || self.peek() == Some(b'+'));
            let digits = self.digits()?.bytes();
            let size = digits.fold(0_i64, |n, d| (n * 10 + i64::from(d - b'0')).min(1 << 40));
            exponent += if exponent_is_negative { -size } else { size };
            is_integer = false;
        }
        if is_integer {
            let magnitude =
                digits.iter().try_fold(0_u64, |n, d| n.checked_mul(10)?.checked_add(u64::from(d - b'0')));
            match magnitude {
                Some(n) if !negative => return Ok(Value::from(n)),
                Some(n) if n > 0 && n <= 1 << 63 => return Ok(Value::from(n.cast_signed().wrapping_neg())),
                _ => {}
            }
        }
        match decimal::nearest(&digits, exponent) {
            Some(x) => Ok(Value::from(if negative { -x } else { x })),
            None => Self::fail_at(Flaw::NumberTooLarge, from),
        }
    }
}

/// Whether the rest of the text is the beginning of `null`, `true` or `false`.
fn is_incomplete_word(rest: &str) -> bool {
    !rest.is_empty() && ["null", "true", "false"].iter().any(|word| word.starts_with(rest))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    /// Asserts that serde_json gives the same value or also an error. It differs in that it accepts duplicate
    /// keys.
    #[track_caller]
    fn assert_matches_serde_json(text: &str) {
        let found = read(text);
        match serde_json::from_str::<Value>(text) {
            _ if matches!(found, Err((Flaw::DuplicateKey(_), _))) => {}
            Ok(expected) => {
                let found = found.map_err(|flaw| format!("{text:?}: {flaw:?}")).unwrap();
                // The texts also differ if one number is an integer and the other an f64, or if zeros have
                // different signs.
                assert_eq!(found.to_string(), expected.to_string(), "{text:?}");
                assert_eq!(found, expected);
            }
            Err(error) => {
                let (flaw, at) = found.expect_err(text);
                // If a quote ends a `\u` escape too early, serde_json reports the end of the text.
                let same_kind =
                    (flaw == Flaw::UnexpectedEnd) == error.is_eof() || flaw == Flaw::Other("invalid escape");
                assert!(at <= text.len() && same_kind, "{text:?}: {flaw:?}, {error}");
            }
        }
    }

    #[test]
    #[expect(clippy::too_many_lines, reason = "a list of texts")]
    fn handwritten_texts_are_read_as_by_serde_json() {
        for text in [
            "",
            " ",
            "null",
            "nul",
            "nulL",
            "tru",
            "true",
            "truex",
            "false ",
            "[]",
            "[ ]",
            "[1]",
            "[1,]",
            "[,1]",
            "[1 2]",
            "[1",
            "[1,",
            "{",
            "{}",
            "{ }",
            "{\"a\"",
            "{\"a\":",
            "{\"a\":1",
            "{\"a\":1,",
            "{\"a\":1,}",
            "{a:1}",
            "{\"a\" 1}",
            "{1:1}",
            "{\"a\":}",
            "{,}",
            "0",
            "-0",
            "-0.0",
            "00",
            "01",
            "-",
            "-a",
            "1.",
            "1.x",
            "1e",
            "1e+",
            "1e+x",
            ".5",
            "+1",
            "1E5",
            "1.5e-3",
            "-1",
            "18446744073709551615",
            "18446744073709551616",
            "-9223372036854775808",
            "-9223372036854775809",
            "1e999",
            "-1e999",
            "1e-999",
            "0e999",
            "123456789012345678901234567890",
            "0.1000000000000000055511151231257827",
            "\"",
            "\"a",
            "\"\\",
            "\"\\q\"",
            "\"\\n\\t\\b\\f\\r\\/\\\\\\\"\"",
            "\"\\u0041\"",
            "\"\\u00e9\"",
            "\"\\ud83d\\ude00\"",
            "\"\\ud83d\"",
            "\"\\ud83dx\"",
            "\"\\ude00\"",
            "\"\\u12\"",
            "\"\\u12",
            "\"\n\"",
            "\"\u{1f}\"",
            "\"\u{7f}\"",
            "\"h\u{e9}\"",
            "1 1",
            "[] x",
            "\u{a0}1",
            "NaN",
            "-Infinity",
            "/",
            "[1,/",
            "\t\r\n 1",
        ] {
            assert_matches_serde_json(text);
        }
        assert_matches_serde_json(&format!("{}{}", "[".repeat(127), "]".repeat(127)));
        assert_matches_serde_json(&format!("{}{}", "[".repeat(128), "]".repeat(128)));
        assert_eq!(
            read("{\"b\":1,\"a\":[true,null],\"c\":{\"b\":2.5}}"),
            Ok(json!({"b": 1, "a": [true, null], "c": {"b": 2.5}}))
        );
        assert_eq!(read("{\"a\":1,\"a\":1}"), Err((Flaw::DuplicateKey("a".to_owned()), 9)));
    }

    fn value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<u64>().prop_map(Value::from),
            any::<f64>().prop_map(Value::from),
            any::<String>().prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 40, 5, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
                proptest::collection::vec((any::<String>(), inner), 0..5)
                    .prop_map(|members| Value::Object(members.into_iter().collect())),
            ]
        })
    }

    proptest! {
        /// Texts that serde_json writes, complete and cut at any character, and texts of this crate's writer.
        #[test]
        fn written_values_and_their_prefixes_are_read_as_by_serde_json(value in value(), cut in any::<prop::sample::Index>()) {
            let text = value.to_string();
            assert_matches_serde_json(&text);
            assert_matches_serde_json(&format!("{value:#}"));
            let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            assert_matches_serde_json(&text[..*cut.get(&ends)]);
            let ours = crate::ground::json::to_text(&value);
            prop_assert_eq!(crate::ground::json::to_text(&read(&ours).unwrap()), ours);
        }

        #[test]
        fn random_texts_are_read_as_by_serde_json(text in "[\\[\\]{}\",:0-9eE.+\\-\\\\utrfalsn \\n]{0,20}") {
            assert_matches_serde_json(&text);
        }
    }
}
