//! Writes JSON exactly as JavaScript's `JSON.stringify` does, so that the page and the command line write the
//! same bytes: no whitespace, and numbers in the form of ECMAScript's Number::toString.

use crate::ground::convert::narrow;
use serde_json::Value;

/// The text of a JSON value.
pub fn to_text(value: &Value) -> String {
    let mut text = String::new();
    write(value, &mut text);
    text
}

fn write(value: &Value, text: &mut String) {
    match value {
        Value::Null => text.push_str("null"),
        Value::Bool(true) => text.push_str("true"),
        Value::Bool(false) => text.push_str("false"),
        Value::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(n), _) => text.push_str(&n.to_string()),
            (None, Some(n)) => text.push_str(&n.to_string()),
            (None, None) => text.push_str(&number_text(number.as_f64().unwrap_or(0.0))),
        },
        Value::String(string) => quote(string, text),
        Value::Array(list) => {
            text.push('[');
            for (i, value) in list.iter().enumerate() {
                if i > 0 {
                    text.push(',');
                }
                write(value, text);
            }
            text.push(']');
        }
        Value::Object(object) => {
            text.push('{');
            for (i, (key, value)) in object.iter().enumerate() {
                if i > 0 {
                    text.push(',');
                }
                quote(key, text);
                text.push(':');
                write(value, text);
            }
            text.push('}');
        }
    }
}

fn quote(string: &str, text: &mut String) {
    text.push('"');
    for c in string.chars() {
        let escape = match c {
            '"' | '\\' => c,
            '\u{8}' => 'b',
            '\u{c}' => 'f',
            '\n' => 'n',
            '\r' => 'r',
            '\t' => 't',
            '\0'..='\u{1f}' => {
                let digit = |n: u32| char::from_digit(n, 16).unwrap_or('0');
                text.push_str("\\u00");
                text.push(digit(c as u32 / 16));
                text.push(digit(c as u32 % 16));
                continue;
            }
            _ => {
                text.push(c);
                continue;
            }
        };
        text.push('\\');
        text.push(escape);
    }
    text.push('"');
}

/// ECMAScript's Number::toString of a finite number (ECMA-262 section 6.1.6.1.20).
fn number_text(x: f64) -> String {
    if x == 0.0 {
        return "0".to_owned();
    }
    let sign = if x < 0.0 { "-" } else { "" };
    let scientific = format!("{:e}", x.abs());
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let digits = mantissa.replace('.', "");
    let exponent: i32 = exponent.parse().unwrap_or(0);
    // Number of digits before the decimal point; 0 or negative for numbers below 1.
    let point = exponent + 1;
    let count = narrow::<i32>(digits.len());
    let zeros = |n: i32| "0".repeat(narrow::<usize>(n.max(0)));
    if (count..=21).contains(&point) {
        format!("{sign}{digits}{}", zeros(point - count))
    } else if (1..=21).contains(&point) {
        let (whole, fraction) = digits.split_at(narrow::<usize>(point));
        format!("{sign}{whole}.{fraction}")
    } else if (-5..=0).contains(&point) {
        format!("{sign}0.{}{digits}", zeros(-point))
    } else {
        let (first, rest) = digits.split_at(1);
        let dot = if rest.is_empty() { "" } else { "." };
        let plus = if exponent < 0 { "-" } else { "+" };
        format!("{sign}{first}{dot}{rest}e{plus}{}", exponent.abs())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// The expected texts are those that a JavaScript engine prints.
    #[test]
    fn numbers_are_written_as_in_javascript() {
        for (x, expected) in [
            (0.1, "0.1"),
            (0.000001, "0.000001"),
            (1e-7, "1e-7"),
            (1.5e-9, "1.5e-9"),
            (123456.789, "123456.789"),
            (1e20, "100000000000000000000"),
            (1e21, "1e+21"),
            (1.25e300, "1.25e+300"),
            (-2.5, "-2.5"),
            (0.00001234, "0.00001234"),
            (5e-324, "5e-324"),
            (9007199254740993.0, "9007199254740992"),
        ] {
            assert_eq!(number_text(x), expected);
            assert_eq!(expected.parse::<f64>(), Ok(x));
        }
        assert_eq!(
            to_text(&json!({"a": [1, 2.5, -0.0, "x\u{1}\n"], "b": null})),
            "{\"a\":[1,2.5,0,\"x\\u0001\\n\"],\"b\":null}"
        );
    }
}
