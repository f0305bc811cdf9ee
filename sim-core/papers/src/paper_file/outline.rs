//! The notation of papers' files: a part of YAML. Lines have the form `name: value`, or `- value` for the
//! entries of a list, and the lines that belong to a line follow it with a larger indentation. A value is a
//! text up to the end of the line, or JSON: a number, `true`, a text in quotation marks, a list in brackets
//! or an object in braces. A line that begins with `#` is a comment.

use serde_json::{Map, Value};

/// The largest depth of indented lines.
const MAX_DEPTH: usize = 30;

/// A line without its indentation.
#[derive(Clone, Copy)]
struct Line<'a> {
    number: usize,
    indent: usize,
    text: &'a str,
}

/// Reads a text in this notation. The error names the line.
pub fn read(text: &str) -> Result<Value, String> {
    let mut lines = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let text = line.trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let indent = line.len() - line.trim_start().len();
        if line[..indent].bytes().any(|byte| byte != b' ') {
            return Err(format!("Line {} is indented by other characters than spaces.", i + 1));
        }
        lines.push(Line { number: i + 1, indent, text });
    }
    let mut reader = Reader { lines, next: 0 };
    let value = reader.block(0, 0)?;
    match reader.lines.get(reader.next) {
        None => Ok(value),
        Some(line) => Err(format!("Line {} is indented differently from those before it.", line.number)),
    }
}

struct Reader<'a> {
    lines: Vec<Line<'a>>,
    next: usize,
}

impl Reader<'_> {
    /// Reads the lines that are indented by at least `indent`.
    fn block(&mut self, indent: usize, depth: usize) -> Result<Value, String> {
        let Some(line) = self.lines.get(self.next).filter(|line| line.indent >= indent).copied() else {
            return Ok(Value::Null);
        };
        if depth > MAX_DEPTH {
            return Err(format!("Line {} is more than {MAX_DEPTH} levels deep.", line.number));
        }
        if is_entry(line.text) { self.list(line.indent, depth) } else { self.object(line.indent, depth) }
    }

    /// The next line if it is indented by `indent`.
    fn line(&self, indent: usize) -> Option<Line<'_>> {
        self.lines.get(self.next).filter(|line| line.indent == indent).copied()
    }

    fn list(&mut self, indent: usize, depth: usize) -> Result<Value, String> {
        let mut list = Vec::new();
        while let Some(Line { number, text, .. }) = self.line(indent).filter(|line| is_entry(line.text)) {
            let rest = text[1..].trim_start();
            let inner = indent + text.len() - rest.len();
            if rest.is_empty() {
                self.next += 1;
                list.push(self.block(indent + 1, depth + 1)?);
            } else if name_of(rest).is_some() {
                // The entry is an object, and this is its first line.
                let line = &mut self.lines[self.next];
                line.indent = inner;
                line.text = line.text[1..].trim_start();
                list.push(self.object(inner, depth + 1)?);
            } else {
                list.push(scalar(rest, number)?);
                self.next += 1;
            }
        }
        Ok(Value::Array(list))
    }

    fn object(&mut self, indent: usize, depth: usize) -> Result<Value, String> {
        let mut object = Map::new();
        while let Some(Line { number, text, .. }) = self.line(indent) {
            let (name, rest) =
                name_of(text).ok_or_else(|| format!("Line {number} has no name and colon."))?;
            let value = if rest.is_empty() { None } else { Some(scalar(rest, number)?) };
            self.next += 1;
            let value = match value {
                Some(value) => value,
                None => self.block(indent + 1, depth + 1)?,
            };
            if object.insert(name.clone(), value).is_some() {
                return Err(format!("Line {number} repeats the name `{name}`."));
            }
        }
        Ok(Value::Object(object))
    }
}

fn is_entry(text: &str) -> bool {
    text == "-" || text.starts_with("- ")
}

/// The name with which a line begins, and the text after its colon.
fn name_of(text: &str) -> Option<(String, &str)> {
    if text.starts_with(['{', '[']) {
        return None;
    }
    if text.starts_with('"') {
        let mut values = serde_json::Deserializer::from_str(text).into_iter::<String>();
        let name = values.next()?.ok()?;
        let rest = text[values.byte_offset()..].strip_prefix(':')?;
        return (rest.is_empty() || rest.starts_with(' ')).then(|| (name, rest.trim_start()));
    }
    let (name, rest) = text.split_once(": ").or_else(|| Some((text.strip_suffix(':')?, "")))?;
    Some((name.to_owned(), rest.trim_start()))
}

/// A value on a line: JSON, or a text.
fn scalar(text: &str, number: usize) -> Result<Value, String> {
    let is_json = text.starts_with(['{', '[', '"']);
    match serde_json::from_str(text) {
        Ok(value) => Ok(value),
        Err(error) if is_json => Err(format!("Line {number}: {error}.")),
        Err(_)
            if text.starts_with(['\'', '&', '*', '!', '|', '>', '%', '@', '`'])
                || text.contains(": ")
                || text.contains(" #") =>
        {
            Err(format!("The text in line {number} needs quotation marks (\")."))
        }
        Err(_) => Ok(Value::from(text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn objects_lists_texts_and_json_are_read() {
        let text = "# A comment\na: some text, and more\nb:\n  - 1\n  - x: 1.5\n    y: [\"p\", null]\n  -\n    - deep\n\"c: d\": true\ne:\n  f: \"2007\"\n";
        let expected = json!({ "a": "some text, and more", "b": [1, { "x": 1.5, "y": ["p", null] }, ["deep"]], "c: d": true, "e": { "f": "2007" } });
        assert_eq!(read(text), Ok(expected));
    }

    #[test]
    fn errors_name_the_line() {
        for (text, line) in [
            ("a: 1\na: 2", "Line 2 repeats"),
            ("a: 1\n  b: 2", "Line 2 is indented"),
            ("a:\n\tb: 2", "Line 2 is indented"),
            ("a: [1, ", "Line 1:"),
            ("a: x: y", "line 1 needs quotation marks"),
            ("a:\n  - b: 1\n   c: 2", "Line 3 is indented"),
            ("just text", "Line 1 has no name"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(line), "{text:?}: {error}");
        }
        let deep: String = (0..100).map(|i| format!("{}a:\n", " ".repeat(i))).collect();
        assert!(read(&deep).unwrap_err().contains("levels deep"));
    }
}
