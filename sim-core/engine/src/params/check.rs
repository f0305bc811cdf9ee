//! Checks a JSON value against its descriptor, and reports each problem with its path, in terms that a
//! student understands. The same pass computes the expanded form of the value, which states every default.

use serde_json::{Map, Value};

use super::field::{Field, FieldKind, TAG, Variant, sibling};
use super::types::{ParamType, ValueRange, number};
use super::{Issue, MAX_SAFE};

/// Maximum number of problems that are reported at once.
pub const MAX_ISSUES: usize = 100;

/// Checks values, collects their problems, and returns their expanded forms. A value with a problem becomes
/// null.
pub struct Checker<'a> {
    pub issues: Vec<Issue>,
    /// Returns the parameters of an algorithm, or `None` if there is no such algorithm.
    params_of: &'a dyn Fn(&str) -> Option<&'a [Field]>,
}

/// The fields of an object, and its members.
type Siblings<'a> = (&'a [Field], &'a Map<String, Value>);

/// The kind of an object without a tag, which is the kind of the field's default.
pub fn default_kind(field: &Field) -> Option<&Value> {
    field.default.as_ref()?.get(TAG)
}

/// The variant with this tag.
pub fn variant_of<'v>(variants: &'v [Variant], kind: &Value) -> Option<&'v Variant> {
    variants.iter().find(|variant| Some(variant.value) == kind.as_str())
}

/// Appends a name to a path.
pub fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

/// Whether the text is a valid ID: 1 to 40 characters of `[A-Za-z0-9_-]`.
pub fn is_id(text: &str) -> bool {
    (1..=40).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-')
}

impl<'a> Checker<'a> {
    pub fn new(params_of: &'a dyn Fn(&str) -> Option<&'a [Field]>) -> Self {
        Self { issues: Vec::new(), params_of }
    }

    /// Whether the maximum number of problems has been reported.
    pub fn is_full(&self) -> bool {
        self.issues.len() >= MAX_ISSUES
    }

    /// Reports a problem.
    pub fn report(&mut self, path: impl Into<String>, code: &'static str, message: impl Into<String>) {
        if !self.is_full() {
            self.issues.push(Issue::new(path, code, message));
        }
    }

    /// Checks that a value is an object with these fields.
    fn object(&mut self, fields: &[Field], value: &Value, path: &str) -> Value {
        let Some(object) = value.as_object() else {
            let subject = if path.is_empty() { "The document".to_owned() } else { format!("`{path}`") };
            self.report(
                path,
                "wrong_type",
                format!("{subject} must be an object {{ ... }}; {} was given.", describe_value(value)),
            );
            return Value::Null;
        };
        Value::Object(self.members(fields, object, path, None))
    }

    /// Checks the members of an object. `tag` is the name of a member that is not in `fields` because the
    /// caller checks it.
    fn members(
        &mut self,
        fields: &[Field],
        object: &Map<String, Value>,
        path: &str,
        tag: Option<&str>,
    ) -> Map<String, Value> {
        self.unknown_members(fields, object, path, tag);
        let mut full = Map::new();
        for field in fields {
            let field_path = join(path, field.name);
            let value = match object.get(field.name).or_else(|| field.default_among(fields, object)) {
                Some(value) => self.field(field, value, &field_path, (fields, object)),
                None => self.missing(field, field_path),
            };
            full.insert(field.name.to_owned(), value);
        }
        full
    }

    /// Checks the members that an object has. Its absent members have no defaults.
    fn present_members(&mut self, fields: &[Field], object: &Map<String, Value>, path: &str) {
        self.unknown_members(fields, object, path, None);
        for field in fields {
            let field_path = join(path, field.name);
            match object.get(field.name) {
                Some(value) => drop(self.value(field, value, &field_path)),
                None if field.default.is_none() => drop(self.missing(field, field_path)),
                None => {}
            }
        }
    }

    fn missing(&mut self, field: &Field, path: String) -> Value {
        self.report(path, "missing", format!("`{}` is missing. {}", field.name, field.doc));
        Value::Null
    }

    /// Reports members that are not among the fields of an object.
    fn unknown_members(
        &mut self,
        fields: &[Field],
        object: &Map<String, Value>,
        path: &str,
        tag: Option<&str>,
    ) {
        for key in object.keys() {
            if self.is_full() {
                return;
            }
            if fields.iter().any(|field| field.name == key) || tag == Some(key) {
                continue;
            }
            let names: Vec<&str> = tag.into_iter().chain(fields.iter().map(|field| field.name)).collect();
            let short_key = clipped(key);
            let advice = match (self.group_with(fields, object, key), suggestion(key, names.iter().copied()))
            {
                (Some(group), _) => {
                    format!("It belongs in `{group}`: {{\"{group}\": {{\"{short_key}\": ...}}}}.")
                }
                (None, Some(close)) => format!("Did you mean `{close}`?"),
                (None, None) if names.is_empty() => "There are no settings here.".to_owned(),
                (None, None) => format!("The settings are: {}.", names.join(", ")),
            };
            let key_path = if is_id(key) { join(path, key) } else { format!("{path}[\"{short_key}\"]") };
            self.report(
                key_path,
                "unknown_field",
                format!("There is no setting called `{short_key}`. {advice}"),
            );
        }
    }

    /// The name of the field whose object has a setting `name`. Settings are often written in the object that
    /// contains theirs.
    fn group_with(&self, fields: &[Field], object: &Map<String, Value>, name: &str) -> Option<&'static str> {
        let contain_name = |fields: &[Field]| fields.iter().any(|field| field.name == name);
        let group = fields.iter().find(|field| match &field.kind {
            FieldKind::Object(members) => contain_name(members),
            FieldKind::Params { of } => {
                sibling(object, fields, of).and_then(self.params_of).is_some_and(contain_name)
            }
            _ => false,
        });
        Some(group?.name)
    }

    /// Checks the value of a field, which may depend on a sibling of the field.
    fn field(&mut self, field: &Field, value: &Value, path: &str, siblings: Siblings<'_>) -> Value {
        let (fields, siblings) = siblings;
        match &field.kind {
            FieldKind::Params { of } => {
                // An unknown algorithm is reported at the sibling that names it.
                match sibling(siblings, fields, of).and_then(self.params_of) {
                    Some(params) => self.object(params, value, path),
                    None if !value.is_object() => self.object(&[], value, path),
                    None => Value::Object(Map::new()),
                }
            }
            _ => self.value(field, value, path),
        }
    }

    /// Checks one value. The caller checks values that depend on a sibling (`Params`, `ValueOf`).
    pub fn value(&mut self, field: &Field, value: &Value, path: &str) -> Value {
        if value.is_null() && field.nullable {
            return Value::Null;
        }
        match &field.kind {
            FieldKind::Object(fields) => self.object(fields, value, path),
            FieldKind::List { item, max_items } => self.list(field, item, *max_items, value, path),
            FieldKind::Variant(variants) => self.variant(field, variants, value, path),
            _ => {
                let issues_before = self.issues.len();
                if !self.is_full() {
                    self.single(field, value, path);
                }
                let is_invalid = self.issues[issues_before..].iter().any(|issue| issue.path == path);
                if is_invalid { Value::Null } else { with_short_numbers(value) }
            }
        }
    }

    /// Checks a value without fields, items or variants.
    fn single(&mut self, field: &Field, value: &Value, path: &str) {
        match &field.kind {
            FieldKind::Number => match value.as_f64() {
                Some(x) => self.bounds(field, x, path),
                None => self.wrong_type(field, value, path, "a number"),
            },
            FieldKind::Integer => match value.as_f64() {
                Some(x) if x.trunc() != x => self.wrong_type(field, value, path, "a whole number"),
                Some(x) if x.abs() > MAX_SAFE as f64 => {
                    self.report(
                        path,
                        "out_of_range",
                        format!(
                            "{} must be at most 2^53 - 1; larger whole numbers are not exact.",
                            field.label
                        ),
                    );
                }
                Some(x) => self.bounds(field, x, path),
                None => self.wrong_type(field, value, path, "a whole number"),
            },
            FieldKind::Boolean if !value.is_boolean() => self.wrong_type(field, value, path, "true or false"),
            FieldKind::Text { .. } | FieldKind::Code { .. } | FieldKind::Id => match value.as_str() {
                None => self.wrong_type(field, value, path, "text in quotes"),
                Some(text) => self.text(field, text, path),
            },
            FieldKind::Settings { .. } => {
                let is_setting = |value: &Value| value.is_number() || value.is_boolean();
                if !value.as_object().is_some_and(|object| object.values().all(is_setting)) {
                    self.wrong_type(field, value, path, "an object of numbers, true and false");
                }
            }
            FieldKind::Choice(choices) => {
                let values: Vec<&str> = choices.iter().map(|choice| choice.value).collect();
                if !value.as_str().is_some_and(|text| values.contains(&text)) {
                    self.choice(&field.label, &values, value, path);
                }
            }
            FieldKind::Range => self.range(field, value, path),
            FieldKind::Limit => self.limit(value, path),
            _ => {}
        }
    }

    /// Checks the length of a text or a program, or the characters of an ID.
    fn text(&mut self, field: &Field, text: &str, path: &str) {
        let label = &field.label;
        let (code, message) = match &field.kind {
            FieldKind::Text { max_length } if text.chars().count() > *max_length => {
                ("too_long", format!("{label} can have at most {max_length} characters; shorten it."))
            }
            FieldKind::Code { max_length } if text.len() > *max_length => {
                let length = text.len();
                ("too_long", format!("{label} can have at most {max_length} bytes; {length} were given."))
            }
            FieldKind::Id if !is_id(text) => {
                let text = clipped(text);
                (
                    "bad_id",
                    format!("{label} must be 1 to 40 letters, digits, `_` or `-`; \"{text}\" was given."),
                )
            }
            _ => return,
        };
        self.report(path, code, message);
    }

    fn list(&mut self, field: &Field, item: &Field, max_items: usize, value: &Value, path: &str) -> Value {
        let Some(list) = value.as_array() else {
            self.wrong_type(field, value, path, "a list [ ... ]");
            return Value::Null;
        };
        if list.len() > max_items {
            let (label, given) = (&field.label, list.len());
            self.report(
                path,
                "too_many",
                format!("{label} can have at most {max_items} entries; {given} were given."),
            );
            return Value::Null;
        }
        let check = |(i, entry)| self.value(item, entry, &format!("{path}[{i}]"));
        list.iter().enumerate().map(check).collect()
    }

    fn variant(&mut self, field: &Field, variants: &[Variant], value: &Value, path: &str) -> Value {
        let Some(object) = value.as_object() else {
            self.wrong_type(field, value, path, "an object { \"kind\": ... }");
            return Value::Null;
        };
        let kinds = || variants.iter().map(|variant| variant.value).collect::<Vec<_>>();
        let Some(kind) = object.get(TAG).or_else(|| default_kind(field)) else {
            let message = format!("`{TAG}` is missing; it is one of: {}.", kinds().join(", "));
            self.report(join(path, TAG), "missing", message);
            return Value::Null;
        };
        let Some(variant) = variant_of(variants, kind) else {
            self.choice(&format!("{} kind", field.label), &kinds(), kind, &join(path, TAG));
            return Value::Null;
        };
        let mut full = Map::new();
        full.insert(TAG.to_owned(), Value::from(variant.value));
        full.extend(self.members(&variant.fields, object, path, Some(TAG)));
        Value::Object(full)
    }

    fn choice(&mut self, label: &str, values: &[&str], value: &Value, path: &str) {
        let similar = value.as_str().and_then(|text| suggestion(text, values.iter().copied()));
        let hint = similar.map(|close| format!(" Did you mean `{close}`?")).unwrap_or_default();
        let message = format!(
            "{label} must be one of: {}; {} was given.{hint}",
            values.join(", "),
            describe_value(value)
        );
        self.report(path, "unknown_choice", message);
    }

    fn range(&mut self, field: &Field, value: &Value, path: &str) {
        if let Some(x) = value.as_f64() {
            return self.bounds(field, x, path);
        }
        let Some(object) = value.as_object() else {
            return self.wrong_type(field, value, path, "a number, or a range {\"min\": a, \"max\": b}");
        };
        let end = |name, label: &str| {
            let mut end = Field::new(name, FieldKind::Number, "One end of the range.").unit(field.unit);
            end.label = format!("The {label} of {}", field.label);
            end.bounds = field.bounds;
            end
        };
        let issues_before = self.issues.len();
        self.present_members(&[end("min", "minimum"), end("max", "maximum")], object, path);
        if self.issues.len() == issues_before
            && ValueRange::from_value(value).is_some_and(|range| range.min > range.max)
        {
            self.report(
                path,
                "empty_range",
                "The range is empty: `min` must not be larger than `max`. Swap them.",
            );
        }
    }

    fn limit(&mut self, value: &Value, path: &str) {
        const FORM: &str = "exactly one of {\"packets\": n}, {\"bytes\": n}, {\"seconds\": s}, {\"bdp\": x}";
        let Some(object) = value.as_object() else {
            return self.report(
                path,
                "wrong_type",
                format!("A limit is {FORM}; {} was given.", describe_value(value)),
            );
        };
        let fields = limit_fields();
        let issues_before = self.issues.len();
        self.present_members(&fields, object, path);
        if self.issues.len() == issues_before && object.len() != 1 {
            self.report(path, "wrong_type", format!("A limit is {FORM}; {} were given.", object.len()));
        }
    }

    fn bounds(&mut self, field: &Field, x: f64, path: &str) {
        if !x.is_finite() {
            return self.report(path, "out_of_range", format!("{} must be a finite number.", field.label));
        }
        if field.bounds.contains(x) {
            return;
        }
        let quantity = |x: f64| quantity(x, field.unit);
        let whole = field.kind == FieldKind::Integer;
        let expected = match (field.bounds.min, field.bounds.max) {
            (Some(min), Some(max)) if field.bounds.above => {
                format!("more than {min} and at most {}", quantity(max))
            }
            (Some(min), Some(max)) if min == 0.0 || whole => format!("between {min} and {}", quantity(max)),
            (Some(min), Some(max)) => format!("between {} and {}", quantity(min), quantity(max)),
            (Some(min), None) if field.bounds.above => format!("more than {min}"),
            (Some(min), None) if min == 0.0 || whole => format!("{min} or more"),
            (Some(min), None) => format!("{} or more", quantity(min)),
            (None, Some(max)) => format!("at most {}", quantity(max)),
            (None, None) => "a number".to_owned(),
        };
        self.report(
            path,
            "out_of_range",
            format!("{} must be {expected}; {} was given.", field.label, quantity(x)),
        );
    }

    fn wrong_type(&mut self, field: &Field, value: &Value, path: &str, expected: &str) {
        let mut message = format!("{} must be {expected}; {} was given.", field.label, describe_value(value));
        let quoted_number = value.as_str().is_some_and(|text| is_number(text.trim()));
        if quoted_number && matches!(field.kind, FieldKind::Number | FieldKind::Integer | FieldKind::Range) {
            message.push_str(" Write the number without quotes.");
        } else if value.is_null() && field.default.is_some() {
            message.push_str(" Leave the setting out to use its default.");
        }
        self.report(path, "wrong_type", message);
    }
}

/// Whether a text looks like a number.
fn is_number(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_digit())
        && text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte))
}

/// The fields of a queue limit, one for each unit. A limit has exactly one of them.
pub fn limit_fields() -> Vec<Field> {
    let packets = Field::new("packets", FieldKind::Integer, "Packets in the queue.")
        .unit("packets")
        .range(1..=10_000_000);
    let bytes = Field::new("bytes", FieldKind::Integer, "Bytes in the queue.").unit("bytes");
    let seconds = Field::new("seconds", FieldKind::Number, "Transmission time at the link's rate.").unit("s");
    let bdp = Field::new("bdp", FieldKind::Number, "Multiple of the bandwidth-delay product.").unit("BDP");
    let mut fields = vec![
        packets.label("Queue limit"),
        bytes.label("Queue limit").range(1..=1_000_000_000_000u64),
        seconds.label("Queue limit").above(0.0).max(3600.0),
        bdp.label("Queue limit").above(0.0).max(1000.0),
    ];
    for field in &mut fields {
        field.default = Some(Value::Null);
    }
    fields
}

/// The known name that is closest to a misspelt name, if it is close enough.
pub fn suggestion<'a>(written: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    if written.len() > 60 {
        return None;
    }
    let normalized = written.to_ascii_lowercase().replace(['-', ' '], "_");
    let (edits, name) = known
        .map(|name| (edit_distance(&normalized, &name.to_ascii_lowercase()), name))
        .min_by_key(|(edits, _)| *edits)?;
    let is_similar = edits <= 2 && edits < name.len().min(normalized.len()).max(2);
    let is_beginning = normalized.len() > 2 && name.starts_with(&normalized);
    (is_similar || is_beginning).then_some(name)
}

/// The edit distance of two short texts: the number of insertions, deletions, replacements and swaps of
/// neighbours.
fn edit_distance(a: &str, b: &str) -> usize {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    // The rows `i - 2` and `i - 1` of the distance matrix.
    let mut row_before_last = vec![0; b.len() + 1];
    let mut last_row: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replacement = usize::from(a[i - 1] != b[j - 1]);
            let mut best = (last_row[j] + 1).min(row[j - 1] + 1).min(last_row[j - 1] + replacement);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(row_before_last[j - 2] + 1);
            }
            row.push(best);
        }
        row_before_last = std::mem::replace(&mut last_row, row);
    }
    last_row[b.len()]
}

/// A short description of a value for a message.
pub fn describe_value(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(b) => b.to_string(),
        Value::Number(_) => crate::ground::json::to_text(value),
        Value::String(text) => format!("\"{}\"", clipped(text)),
        Value::Array(list) if list.is_empty() => "an empty list".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}

/// Formats a number with its unit. A rate is written with the largest prefix that gives a whole number:
/// 5000000 bit/s is written as 5 Mbit/s.
pub fn quantity(x: f64, unit: &str) -> String {
    if unit.is_empty() {
        return format!("{x}");
    }
    let scales = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    let scaled = scales.into_iter().find(|(scale, _)| x.abs() >= *scale && (x / scale).fract() == 0.0);
    match scaled {
        Some((scale, letter)) if unit == "bit/s" => format!("{} {letter}{unit}", x / scale),
        _ => format!("{x} {unit}"),
    }
}

/// A text for a message: its first 40 characters, with spaces instead of control characters, and "..." if it
/// is longer.
pub fn clipped(text: &str) -> String {
    let mut short: String = text.chars().take(40).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(40).is_some() {
        short.push_str("...");
    }
    short
}

/// Converts numbers to their shortest form.
pub fn with_short_numbers(value: &Value) -> Value {
    match value {
        Value::Number(n) => n.as_f64().map_or_else(|| value.clone(), number),
        Value::Array(list) => list.iter().map(with_short_numbers).collect(),
        Value::Object(object) => {
            Value::Object(object.iter().map(|(k, v)| (k.clone(), with_short_numbers(v))).collect())
        }
        _ => value.clone(),
    }
}
