//! JSON text to a value (RFC 8259), strictly: no object has the same key twice, every number is finite. What is wrong is
//! told by its place. serde_json would do as well; a reader that builds one type only is a third of its size in the WebAssembly.

use serde_json::{Map, Value};

use super::decimal;

/// Brackets within brackets.
const MOST_LEVELS: u32 = 127;

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// The text ends before the value does.
    Ends,
    /// There is more after the value.
    More,
    /// A comma before a closing bracket.
    Comma,
    /// Brackets within brackets without end.
    Depth,
    /// A name without double quotes.
    Name,
    /// A name that the object has already.
    Twice(String),
    /// A number beyond the largest f64.
    Range,
    /// No value begins here.
    NoValue,
    /// Anything else that JSON does not know, in words.
    Other(&'static str),
}

/// A flaw, and the byte where it shows.
pub type Found = (Flaw, usize);

/// The value that the text holds.
pub fn read(text: &str) -> Result<Value, Found> {
    let mut reader = Reader { text, at: 0, levels: 0 };
    let value = reader.value()?;
    match reader.next() {
        None => Ok(value),
        Some(_) => reader.fail(Flaw::More),
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    levels: u32,
}

impl<'a> Reader<'a> {
    #[inline(never)]
    fn fail<T>(&self, flaw: Flaw) -> Result<T, Found> {
        Err((flaw, self.at))
    }

    #[inline(never)]
    fn fail_at<T>(flaw: Flaw, at: usize) -> Result<T, Found> {
        Err((flaw, at))
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// The next byte that is no space.
    #[inline(never)]
    fn next(&mut self) -> Option<u8> {
        while matches!(self.peek(), Some(b' ' | b'\n' | b'\t' | b'\r')) {
            self.at += 1;
        }
        self.peek()
    }

    fn value(&mut self) -> Result<Value, Found> {
        match self.next() {
            None => self.fail(Flaw::Ends),
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
                self.fail(if words_begin(rest) { Flaw::Ends } else { Flaw::NoValue })
            }
        }
    }

    fn nested(&mut self, read: fn(&mut Self) -> Result<Value, Found>) -> Result<Value, Found> {
        self.levels += 1;
        if self.levels > MOST_LEVELS {
            return self.fail(Flaw::Depth);
        }
        self.at += 1;
        let value = read(self);
        self.levels -= 1;
        value
    }

    /// After a member: whether another one follows.
    fn goes_on(&mut self, close: u8) -> Result<bool, Found> {
        match self.next() {
            None => self.fail(Flaw::Ends),
            Some(b',') => {
                self.at += 1;
                if self.next() == Some(close) { self.fail(Flaw::Comma) } else { Ok(true) }
            }
            Some(byte) if byte == close => {
                self.at += 1;
                Ok(false)
            }
            Some(_) if close == b'}' => self.fail(Flaw::Other("expected `,` or `}`")),
            Some(_) => self.fail(Flaw::Other("expected `,` or `]`")),
        }
    }

    fn list(&mut self) -> Result<Value, Found> {
        let mut list = Vec::new();
        if self.next() == Some(b']') {
            self.at += 1;
            return Ok(Value::Array(list));
        }
        loop {
            list.push(self.value()?);
            if !self.goes_on(b']')? {
                return Ok(Value::Array(list));
            }
        }
    }

    fn object(&mut self) -> Result<Value, Found> {
        let mut object = Map::new();
        if self.next() == Some(b'}') {
            self.at += 1;
            return Ok(Value::Object(object));
        }
        loop {
            let key = match self.next() {
                None => return self.fail(Flaw::Ends),
                Some(b'"') => self.string()?,
                Some(_) => return self.fail(Flaw::Name),
            };
            if object.contains_key(&key) {
                return Self::fail_at(Flaw::Twice(key), self.at.saturating_sub(1));
            }
            match self.next() {
                None => return self.fail(Flaw::Ends),
                Some(b':') => self.at += 1,
                Some(_) => return self.fail(Flaw::Other("expected `:`")),
            }
            let value = self.value()?;
            object.insert(key, value);
            if !self.goes_on(b'}')? {
                return Ok(Value::Object(object));
            }
        }
    }

    fn string(&mut self) -> Result<String, Found> {
        self.at += 1;
        let mut string = String::new();
        loop {
            let plain = self.at;
            while self.peek().is_some_and(|byte| !matches!(byte, b'"' | b'\\' | 0..0x20)) {
                self.at += 1;
            }
            string.push_str(&self.text[plain..self.at]);
            match self.peek() {
                None => return self.fail(Flaw::Ends),
                Some(b'"') => {
                    self.at += 1;
                    return Ok(string);
                }
                Some(b'\\') => {
                    self.at += 1;
                    string.push(self.escaped()?);
                }
                Some(_) => return self.fail(Flaw::Other("control character within a string")),
            }
        }
    }

    fn escaped(&mut self) -> Result<char, Found> {
        let Some(byte) = self.peek() else { return self.fail(Flaw::Ends) };
        let meant = match byte {
            b'"' | b'\\' | b'/' => char::from(byte),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                self.at += 1;
                return self.by_number();
            }
            _ => return self.fail(Flaw::Other("invalid escape")),
        };
        self.at += 1;
        Ok(meant)
    }

    /// `\u` and four digits, or two of those for a character beyond the first 65536.
    fn by_number(&mut self) -> Result<char, Found> {
        let mut code = self.four_digits()?;
        if (0xd800..0xdc00).contains(&code) && self.text[self.at..].starts_with("\\u") {
            self.at += 2;
            let low = self.four_digits()?;
            if (0xdc00..0xe000).contains(&low) {
                code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
            }
        }
        match char::from_u32(code) {
            Some(c) => Ok(c),
            None if self.peek().is_none() => self.fail(Flaw::Ends),
            None => self.fail(Flaw::Other("half of a surrogate pair")),
        }
    }

    fn four_digits(&mut self) -> Result<u32, Found> {
        let mut code = 0;
        for _ in 0..4 {
            let Some(byte) = self.peek() else { return self.fail(Flaw::Ends) };
            let Some(digit) = char::from(byte).to_digit(16) else {
                return self.fail(Flaw::Other("invalid escape"));
            };
            code = (code << 4) | digit;
            self.at += 1;
        }
        Ok(code)
    }

    fn digits(&mut self) -> Result<&'a str, Found> {
        let from = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        match self.peek() {
            None if self.at == from => self.fail(Flaw::Ends),
            Some(_) if self.at == from => self.fail(Flaw::Other("invalid number")),
            _ => Ok(&self.text[from..self.at]),
        }
    }

    /// A whole number where 64 bits hold it, else the nearest f64.
    fn number(&mut self) -> Result<Value, Found> {
        let from = self.at;
        let negative = self.peek() == Some(b'-');
        self.at += usize::from(negative);
        let mut digits = self.digits()?.as_bytes().to_vec();
        if digits.len() > 1 && digits[0] == b'0' {
            return Self::fail_at(Flaw::Other("invalid number"), self.at - digits.len() + 1);
        }
        let (mut real, mut exponent) = (false, 0_i64);
        if self.peek() == Some(b'.') {
            self.at += 1;
            let fraction = self.digits()?.as_bytes();
            exponent = -(fraction.len() as i64);
            digits.extend_from_slice(fraction);
            real = true;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            let down = self.peek() == Some(b'-');
            self.at += usize::from(down || self.peek() == Some(b'+'));
            let by = self.digits()?.bytes();
            let by = by.fold(0_i64, |n, d| (n * 10 + i64::from(d - b'0')).min(1 << 40));
            exponent += if down { -by } else { by };
            real = true;
        }
        if !real {
            let whole =
                digits.iter().try_fold(0_u64, |n, d| n.checked_mul(10)?.checked_add(u64::from(d - b'0')));
            match whole {
                Some(n) if !negative => return Ok(Value::from(n)),
                Some(n) if n > 0 && n <= 1 << 63 => return Ok(Value::from((n as i64).wrapping_neg())),
                _ => {}
            }
        }
        match decimal::nearest(&digits, exponent) {
            Some(x) => Ok(Value::from(if negative { -x } else { x })),
            None => Self::fail_at(Flaw::Range, from),
        }
    }
}

/// Whether the text ends within one of the words that are values.
fn words_begin(rest: &str) -> bool {
    !rest.is_empty() && ["null", "true", "false"].iter().any(|word| word.starts_with(rest))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    /// serde_json reads the same, but lets a key be given twice.
    fn agrees(text: &str) {
        let found = read(text);
        match serde_json::from_str::<Value>(text) {
            _ if matches!(found, Err((Flaw::Twice(_), _))) => {}
            Ok(expected) => {
                let found = found.map_err(|flaw| format!("{text:?}: {flaw:?}")).unwrap();
                // Equal numbers are of the same sort, and zeros of the same sign.
                assert_eq!(found.to_string(), expected.to_string(), "{text:?}");
                assert_eq!(found, expected);
            }
            Err(error) => {
                let (flaw, at) = found.expect_err(text);
                // Of four digits that a quote cuts short serde_json says that the text ends.
                let same = (flaw == Flaw::Ends) == error.is_eof() || flaw == Flaw::Other("invalid escape");
                assert!(at <= text.len() && same, "{text:?}: {flaw:?}, {error}");
            }
        }
    }

    #[test]
    fn texts_by_hand() {
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
            agrees(text);
        }
        agrees(&format!("{}{}", "[".repeat(127), "]".repeat(127)));
        agrees(&format!("{}{}", "[".repeat(128), "]".repeat(128)));
        assert_eq!(
            read("{\"b\":1,\"a\":[true,null],\"c\":{\"b\":2.5}}"),
            Ok(json!({"b": 1, "a": [true, null], "c": {"b": 2.5}}))
        );
        assert_eq!(read("{\"a\":1,\"a\":1}"), Err((Flaw::Twice("a".to_owned()), 9)));
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
        /// What serde_json writes, whole and cut anywhere, and what is written here.
        #[test]
        fn values(value in value(), cut in any::<prop::sample::Index>()) {
            let text = value.to_string();
            agrees(&text);
            agrees(&format!("{value:#}"));
            let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            agrees(&text[..*cut.get(&ends)]);
            let ours = crate::ground::json::to_text(&value);
            prop_assert_eq!(crate::ground::json::to_text(&read(&ours).unwrap()), ours);
        }

        #[test]
        fn any_text(text in "[\\[\\]{}\",:0-9eE.+\\-\\\\utrfalsn \\n]{0,20}") {
            agrees(&text);
        }
    }
}
