//! The shortest form of a document - fields in schema order, defaults left out - and the longest, with every default
//! written out. Both mean the same run. The shortest is what links carry and what two documents are compared by.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::schema;
use super::target::target;
use crate::describe::Kinds;
use crate::params::{Field, FieldKind, TAG, default_kind, join, number, sibling, variant_of};

/// The canonical form of a valid document.
pub fn canonical(document: &Value, kinds: &Kinds) -> Value {
    let root = schema::document(kinds);
    let mut short = Walk { kinds }.shortest(&root, document);
    let full = expanded(document, kinds);
    if let Some(timeline) = short.get_mut("timeline").and_then(Value::as_array_mut) {
        for entry in timeline {
            let field =
                entry.get("set").and_then(Value::as_str).and_then(|path| target(&full, path, kinds).ok());
            if let (Some((_, field)), Some(to)) = (field, entry.get_mut("to")) {
                *to = Walk { kinds }.shortest(&field, to);
            }
        }
    }
    short
}

/// The document with every default written out.
pub fn expanded(document: &Value, kinds: &Kinds) -> Value {
    draft(document, kinds, &BTreeSet::new())
}

/// The same for a document that has problems: null stands at the paths that are `bad`, and for what is missing.
pub fn draft(document: &Value, kinds: &Kinds, bad: &BTreeSet<&str>) -> Value {
    Walk { kinds }.full(&schema::document(kinds), document, "", bad)
}

/// One value with its defaults written out.
pub fn full(field: &Field, value: &Value, kinds: &Kinds) -> Value {
    Walk { kinds }.full(field, value, "", &BTreeSet::new())
}

struct Walk<'a> {
    kinds: &'a Kinds,
}

impl Walk<'_> {
    fn shortest(&self, field: &Field, value: &Value) -> Value {
        match (&field.kind, value) {
            (FieldKind::Object(fields), Value::Object(object)) => {
                Value::Object(self.shortest_members(fields, object))
            }
            (FieldKind::List { item, .. }, Value::Array(list)) => {
                list.iter().map(|one| self.shortest(item, one)).collect()
            }
            (FieldKind::Variant(variants), Value::Object(object)) => {
                let kind = object.get(TAG).or_else(|| default_kind(field));
                let Some(variant) = kind.and_then(|kind| variant_of(variants, kind)) else {
                    return value.clone();
                };
                let mut short = Map::new();
                short.insert(TAG.to_owned(), Value::from(variant.value));
                short.extend(self.shortest_members(&variant.fields, object));
                Value::Object(short)
            }
            (FieldKind::Range, Value::Object(object)) if object.get("min") == object.get("max") => {
                object.get("min").map_or_else(|| value.clone(), plain)
            }
            (FieldKind::Range, Value::Object(object)) => in_order(object, &["min", "max"]),
            _ => plain(value),
        }
    }

    fn shortest_members(&self, fields: &[Field], object: &Map<String, Value>) -> Map<String, Value> {
        let mut short = Map::new();
        for field in fields {
            let Some(value) = object.get(field.name) else { continue };
            let member = |value: &Value| match (&field.kind, value) {
                (FieldKind::Params { of }, Value::Object(given)) => {
                    let params = sibling(object, fields, of).and_then(|id| self.kinds.params_of(id));
                    Value::Object(self.shortest_members(params.unwrap_or_default(), given))
                }
                _ => self.shortest(field, value),
            };
            let value = member(value);
            if field.default.as_ref().map(member).as_ref() != Some(&value) {
                short.insert(field.name.to_owned(), value);
            }
        }
        short
    }

    fn full(&self, field: &Field, value: &Value, path: &str, bad: &BTreeSet<&str>) -> Value {
        if bad.contains(path) {
            return Value::Null;
        }
        match (&field.kind, value) {
            (FieldKind::Object(fields), Value::Object(object)) => {
                Value::Object(self.full_members(fields, object, path, bad))
            }
            (FieldKind::List { item, .. }, Value::Array(list)) => {
                let entry = |(i, one)| self.full(item, one, &format!("{path}[{i}]"), bad);
                list.iter().enumerate().map(entry).collect()
            }
            (FieldKind::Variant(variants), Value::Object(object)) => {
                let kind = object.get(TAG).or_else(|| default_kind(field));
                let Some(variant) = kind.and_then(|kind| variant_of(variants, kind)) else {
                    return Value::Null;
                };
                let mut full = Map::new();
                full.insert(TAG.to_owned(), Value::from(variant.value));
                full.extend(self.full_members(&variant.fields, object, path, bad));
                Value::Object(full)
            }
            _ => plain(value),
        }
    }

    fn full_members(
        &self,
        fields: &[Field],
        object: &Map<String, Value>,
        path: &str,
        bad: &BTreeSet<&str>,
    ) -> Map<String, Value> {
        let mut full = Map::new();
        for field in fields {
            let below = join(path, field.name);
            let given = object.get(field.name).or(field.default.as_ref()).unwrap_or(&Value::Null);
            let value = match (&field.kind, given) {
                (FieldKind::Params { of }, Value::Object(given)) => {
                    let params = sibling(object, fields, of).and_then(|id| self.kinds.params_of(id));
                    Value::Object(self.full_members(params.unwrap_or_default(), given, &below, bad))
                }
                _ => self.full(field, given, &below, bad),
            };
            full.insert(field.name.to_owned(), value);
        }
        full
    }
}

fn in_order(object: &Map<String, Value>, names: &[&str]) -> Value {
    let pair = |name: &&str| Some(((*name).to_owned(), plain(object.get(*name)?)));
    Value::Object(names.iter().filter_map(pair).collect())
}

/// Numbers in their shortest form, everything else as it is.
fn plain(value: &Value) -> Value {
    match value {
        Value::Number(n) => n.as_f64().map_or_else(|| value.clone(), number),
        Value::Array(list) => list.iter().map(plain).collect(),
        Value::Object(object) => Value::Object(object.iter().map(|(k, v)| (k.clone(), plain(v))).collect()),
        _ => value.clone(),
    }
}
