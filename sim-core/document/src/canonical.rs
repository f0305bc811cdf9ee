//! Two forms of a document with the same meaning. The canonical form has its fields in schema order and omits defaults. Share
//! links contain it, and documents are compared by it. The expanded form contains every default.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::formats::format_of;
use super::schema;
use super::target::resolve_target;
use sim_engine::describe::Kinds;
use sim_engine::params::{Field, FieldKind, TAG, default_kind, join, number, sibling, variant_of};

/// The canonical form of a valid document.
pub fn canonical(document: &Value, kinds: &Kinds) -> Value {
    canonical_of(document, &expanded(document, kinds), kinds)
}

/// The canonical form of a valid document whose expanded form is `full`.
pub(super) fn canonical_of(document: &Value, full: &Value, kinds: &Kinds) -> Value {
    let root = schema::document(kinds);
    let walker = SchemaWalker { kinds, format: format_of(document) };
    let mut short = walker.shorten(root, document);
    if let Some(timeline) = short.get_mut("timeline").and_then(Value::as_array_mut) {
        for entry in timeline {
            let field = entry
                .get("set")
                .and_then(Value::as_str)
                .and_then(|path| resolve_target(full, path, kinds).ok());
            if let (Some((_, field)), Some(to)) = (field, entry.get_mut("to")) {
                *to = walker.shorten(&field, to);
            }
        }
    }
    short
}

/// Writes a valid document in another format, with the same result. Settings whose defaults differ between the formats are stated.
pub fn convert(document: &Value, format: u64, kinds: &Kinds) -> Value {
    let mut full = expanded(document, kinds);
    full["v"] = Value::from(format);
    canonical(&full, kinds)
}

/// The expanded form of a valid document.
pub fn expanded(document: &Value, kinds: &Kinds) -> Value {
    expanded_draft(document, kinds, &BTreeSet::new())
}

/// The expanded form of a document with problems. Values at the paths in `invalid_paths` and missing required values are null.
pub fn expanded_draft(document: &Value, kinds: &Kinds, invalid_paths: &BTreeSet<&str>) -> Value {
    let walker = SchemaWalker { kinds, format: format_of(document) };
    walker.with_defaults(schema::document(kinds), document, "", invalid_paths)
}

/// The expanded form of one value in a document.
pub fn with_defaults(field: &Field, value: &Value, document: &Value, kinds: &Kinds) -> Value {
    let walker = SchemaWalker { kinds, format: format_of(document) };
    walker.with_defaults(field, value, "", &BTreeSet::new())
}

/// Walks a document together with its schema.
struct SchemaWalker<'a> {
    kinds: &'a Kinds,
    /// The format of the document, which determines the defaults.
    format: u64,
}

impl SchemaWalker<'_> {
    fn shorten(&self, field: &Field, value: &Value) -> Value {
        match (&field.kind, value) {
            (FieldKind::Object(fields), Value::Object(object)) => {
                Value::Object(self.shorten_members(fields, object))
            }
            (FieldKind::List { item, .. }, Value::Array(list)) => {
                list.iter().map(|entry| self.shorten(item, entry)).collect()
            }
            (FieldKind::Variant(variants), Value::Object(object)) => {
                let kind = object.get(TAG).or_else(|| default_kind(field));
                let Some(variant) = kind.and_then(|kind| variant_of(variants, kind)) else {
                    return value.clone();
                };
                let mut short = Map::new();
                short.insert(TAG.to_owned(), Value::from(variant.value));
                short.extend(self.shorten_members(&variant.fields, object));
                Value::Object(short)
            }
            (FieldKind::Range, Value::Object(object)) => {
                // Shortened first, because `0` and `0.0` are equal numbers but not equal JSON values.
                let [min, max] = ["min", "max"].map(|end| object.get(end).map(with_short_numbers));
                match min {
                    Some(value) if max.as_ref() == Some(&value) => value,
                    _ => members_in_order(object, &["min", "max"]),
                }
            }
            _ => with_short_numbers(value),
        }
    }

    fn shorten_members(&self, fields: &[Field], object: &Map<String, Value>) -> Map<String, Value> {
        let mut short = Map::new();
        for field in fields {
            let Some(value) = object.get(field.name) else { continue };
            let shorten_member = |value: &Value| match (&field.kind, value) {
                (FieldKind::Params { of }, Value::Object(given)) => {
                    let params = sibling(object, fields, of).and_then(|id| self.kinds.params_of(id));
                    Value::Object(self.shorten_members(params.unwrap_or_default(), given))
                }
                _ => self.shorten(field, value),
            };
            let value = shorten_member(value);
            if field.default_in(self.format).map(shorten_member).as_ref() != Some(&value) {
                short.insert(field.name.to_owned(), value);
            }
        }
        short
    }

    fn with_defaults(
        &self,
        field: &Field,
        value: &Value,
        path: &str,
        invalid_paths: &BTreeSet<&str>,
    ) -> Value {
        if invalid_paths.contains(path) {
            return Value::Null;
        }
        match (&field.kind, value) {
            (FieldKind::Object(fields), Value::Object(object)) => {
                Value::Object(self.members_with_defaults(fields, object, path, invalid_paths))
            }
            (FieldKind::List { item, .. }, Value::Array(list)) => {
                let expand =
                    |(i, entry)| self.with_defaults(item, entry, &format!("{path}[{i}]"), invalid_paths);
                list.iter().enumerate().map(expand).collect()
            }
            (FieldKind::Variant(variants), Value::Object(object)) => {
                let kind = object.get(TAG).or_else(|| default_kind(field));
                let Some(variant) = kind.and_then(|kind| variant_of(variants, kind)) else {
                    return Value::Null;
                };
                let mut full = Map::new();
                full.insert(TAG.to_owned(), Value::from(variant.value));
                full.extend(self.members_with_defaults(&variant.fields, object, path, invalid_paths));
                Value::Object(full)
            }
            _ => with_short_numbers(value),
        }
    }

    fn members_with_defaults(
        &self,
        fields: &[Field],
        object: &Map<String, Value>,
        path: &str,
        invalid_paths: &BTreeSet<&str>,
    ) -> Map<String, Value> {
        let mut full = Map::new();
        for field in fields {
            let member_path = join(path, field.name);
            let given =
                object.get(field.name).or_else(|| field.default_in(self.format)).unwrap_or(&Value::Null);
            let value = match (&field.kind, given) {
                (FieldKind::Params { of }, Value::Object(given)) => {
                    let params = sibling(object, fields, of).and_then(|id| self.kinds.params_of(id));
                    Value::Object(self.members_with_defaults(
                        params.unwrap_or_default(),
                        given,
                        &member_path,
                        invalid_paths,
                    ))
                }
                _ => self.with_defaults(field, given, &member_path, invalid_paths),
            };
            full.insert(field.name.to_owned(), value);
        }
        full
    }
}

/// An object with the named members in this order.
fn members_in_order(object: &Map<String, Value>, names: &[&str]) -> Value {
    let pair = |name: &&str| Some(((*name).to_owned(), with_short_numbers(object.get(*name)?)));
    Value::Object(names.iter().filter_map(pair).collect())
}

/// Converts numbers to their shortest form.
fn with_short_numbers(value: &Value) -> Value {
    match value {
        Value::Number(n) => n.as_f64().map_or_else(|| value.clone(), number),
        Value::Array(list) => list.iter().map(with_short_numbers).collect(),
        Value::Object(object) => {
            Value::Object(object.iter().map(|(k, v)| (k.clone(), with_short_numbers(v))).collect())
        }
        _ => value.clone(),
    }
}
