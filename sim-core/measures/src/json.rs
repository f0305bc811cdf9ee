//! Reads parts of a JSON file whose author is not trusted. Each error names the part that is missing or has
//! another type.

use serde_json::{Map, Value};

/// An object of a file, with its path in the file for messages.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    pub path: &'a str,
    pub object: &'a Map<String, Value>,
}

impl<'a> Part<'a> {
    pub fn of(value: &'a Value, path: &'a str) -> Result<Self, String> {
        let object = value.as_object().ok_or_else(|| format!("{path} is not an object."))?;
        Ok(Part { path, object })
    }

    fn wrong(&self, name: &str, what: &str) -> String {
        format!("{}: `{name}` is not {what}.", self.path)
    }

    pub fn get(&self, name: &str) -> Option<&'a Value> {
        self.object.get(name).filter(|value| !value.is_null())
    }

    /// A text of at most `max` characters.
    pub fn text(&self, name: &str, max: usize) -> Result<&'a str, String> {
        let text = self.object.get(name).and_then(Value::as_str);
        text.filter(|text| text.chars().count() <= max)
            .ok_or_else(|| self.wrong(name, &format!("a text of at most {max} characters")))
    }

    pub fn text_or(&self, name: &str, max: usize, default: &'a str) -> Result<&'a str, String> {
        if self.get(name).is_none() { Ok(default) } else { self.text(name, max) }
    }

    pub fn number(&self, name: &str) -> Result<f64, String> {
        self.object.get(name).and_then(Value::as_f64).ok_or_else(|| self.wrong(name, "a number"))
    }

    /// A list of at most `max` entries. Empty if it is absent.
    pub fn list(&self, name: &str, max: usize) -> Result<&'a [Value], String> {
        match self.get(name) {
            None => Ok(&[]),
            Some(Value::Array(list)) if list.len() <= max => Ok(list),
            Some(_) => Err(self.wrong(name, &format!("a list of at most {max} entries"))),
        }
    }
}
