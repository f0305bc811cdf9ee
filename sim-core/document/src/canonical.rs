//! Two forms of a document with the same meaning. The canonical form has its fields in schema order and omits
//! defaults. Share links contain it, and documents are compared by it. The expanded form contains every
//! default.

use serde_json::{Map, Value};

use super::schema;
use super::target::resolve_target;
use sim_engine::describe::Kinds;
use sim_engine::params::{
    Checker, Field, FieldKind, TAG, default_kind, sibling, variant_of, with_short_numbers,
};

/// The canonical form of a valid document.
pub fn canonical(document: &Value, kinds: &Kinds) -> Value {
    canonical_of(document, &expanded(document, kinds), kinds)
}

/// The canonical form of a valid document whose expanded form is `full`.
pub(super) fn canonical_of(document: &Value, full: &Value, kinds: &Kinds) -> Value {
    let root = schema::document(kinds);
    let walker = SchemaWalker { kinds };
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

/// The expanded form of a valid document.
pub fn expanded(document: &Value, kinds: &Kinds) -> Value {
    Checker::new(&|id| kinds.params_of(id)).value(schema::document(kinds), document, "")
}

/// Walks a document together with its schema.
struct SchemaWalker<'a> {
    kinds: &'a Kinds,
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
            if field.default_among(fields, object).map(shorten_member).as_ref() != Some(&value) {
                short.insert(field.name.to_owned(), value);
            }
        }
        short
    }
}

/// An object with the named members in this order.
fn members_in_order(object: &Map<String, Value>, names: &[&str]) -> Value {
    let pair = |name: &&str| Some(((*name).to_owned(), with_short_numbers(object.get(*name)?)));
    Value::Object(names.iter().filter_map(pair).collect())
}
