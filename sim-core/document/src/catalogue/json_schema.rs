//! Generates a JSON Schema (draft 2020-12) of the document from the field tree, for editors that complete and
//! check JSON. The schema covers the structure of a document but not the consistency of its parts, which
//! validation checks.

use serde_json::{Map, Value, json};

use crate::schema;
use sim_engine::describe::Kinds;
use sim_engine::params::{Field, FieldKind, TAG, default_kind, limit_fields, number};

/// The schema of the whole document.
pub fn json_schema(kinds: &Kinds) -> Value {
    let mut root = schema_of(schema::document(kinds), kinds);
    if let Some(object) = root.as_object_mut() {
        object.shift_insert(0, "$schema".to_owned(), "https://json-schema.org/draft/2020-12/schema".into());
        object.shift_insert(1, "title".to_owned(), "Fairshare scenario".into());
        let link = object_schema(&schema::link_fields(kinds, "Link"), kinds);
        object.insert("$defs".to_owned(), json!({ "link": link }));
    }
    root
}

fn schema_of(field: &Field, kinds: &Kinds) -> Value {
    let non_null = match &field.kind {
        FieldKind::Number => bounded("number", field),
        FieldKind::Integer => bounded("integer", field),
        FieldKind::Boolean => json!({ "type": "boolean" }),
        FieldKind::Text { max_length } => json!({ "type": "string", "maxLength": max_length }),
        FieldKind::Choice(choices) => {
            json!({ "enum": choices.iter().map(|choice| choice.value).collect::<Vec<_>>() })
        }
        FieldKind::Id => json!({ "type": "string", "pattern": "^[A-Za-z0-9_-]{1,40}$" }),
        FieldKind::Range => {
            let end = bounded("number", field);
            let range = object(json!({ "min": end, "max": end }), &["min", "max"]);
            json!({ "anyOf": [end, range] })
        }
        FieldKind::Limit => {
            let in_unit =
                |limit: &Field| object(json!({ limit.name: schema_of(limit, kinds) }), &[limit.name]);
            json!({ "oneOf": limit_fields().iter().map(in_unit).collect::<Value>() })
        }
        // All link directions have the same settings, which are defined once.
        FieldKind::Object(_) if ["forward", "reverse"].contains(&field.name) => {
            json!({ "$ref": "#/$defs/link" })
        }
        FieldKind::Object(fields) => object_schema(fields, kinds),
        FieldKind::List { item, max_items } => {
            json!({ "type": "array", "items": schema_of(item, kinds), "maxItems": max_items })
        }
        FieldKind::Variant(variants) => {
            let default = default_kind(field).and_then(Value::as_str);
            let variant_schema = |variant: &sim_engine::params::Variant| {
                let mut schema = object_schema(&variant.fields, kinds);
                schema["properties"][TAG] = json!({ "const": variant.value });
                if default != Some(variant.value) {
                    schema["required"] = required(&variant.fields, &[TAG]);
                }
                schema
            };
            json!({ "oneOf": variants.iter().map(variant_schema).collect::<Value>() })
        }
        FieldKind::Params { .. } => json!({ "type": "object" }),
        FieldKind::Code { max_length } => json!({ "type": "string", "maxLength": max_length }),
        FieldKind::Settings { .. } => {
            json!({ "type": "object", "additionalProperties": { "type": ["number", "boolean"] } })
        }
        FieldKind::ValueOf { .. } => json!({}),
    };
    let mut schema =
        if field.nullable { json!({ "anyOf": [non_null, { "type": "null" }] }) } else { non_null };
    if !field.doc.is_empty() {
        schema["description"] = description(field).into();
    }
    if let Some(default) = &field.default {
        schema["default"] = default.clone();
    }
    schema
}

/// The help text of a field, with its unit and the meaning of null.
fn description(field: &Field) -> String {
    let mut text = field.doc.clone();
    if !field.unit.is_empty() {
        text.push_str(&format!(" Unit: {}.", field.unit));
    }
    if !field.null_means.is_empty() {
        text.push_str(&format!(" null: {}.", field.null_means));
    }
    for given in &field.given {
        let values = given.values.join(", ");
        text.push_str(&format!(" Default if {} is {values}: {}.", given.setting, given.value.0));
    }
    text
}

/// The schema of a number within the field's bounds. `kind` is `number` or `integer`.
fn bounded(kind: &str, field: &Field) -> Value {
    let mut schema = json!({ "type": kind });
    if let Some(min) = field.bounds.min {
        schema[if field.bounds.above { "exclusiveMinimum" } else { "minimum" }] = number(min);
    }
    if let Some(max) = field.bounds.max {
        schema["maximum"] = number(max);
    }
    schema
}

/// The schema of an object that has only these properties.
fn object(properties: Value, required: &[&str]) -> Value {
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

/// The names of the required fields, after the names in `more`.
fn required(fields: &[Field], more: &[&str]) -> Value {
    let names = fields.iter().filter(|field| field.default.is_none()).map(|field| field.name);
    more.iter().copied().chain(names).collect()
}

fn object_schema(fields: &[Field], kinds: &Kinds) -> Value {
    let properties: Map<String, Value> =
        fields.iter().map(|field| (field.name.to_owned(), schema_of(field, kinds))).collect();
    let mut schema = json!({ "type": "object", "properties": properties, "additionalProperties": false });
    let names = required(fields, &[]);
    if names.as_array().is_some_and(|names| !names.is_empty()) {
        schema["required"] = names;
    }
    for field in fields {
        if let FieldKind::Params { of } = &field.kind {
            let default =
                fields.iter().find(|field| field.name == *of).and_then(|field| field.default.clone());
            schema["allOf"] = params_by_algorithm(field.name, of, default.as_ref(), kinds);
        }
    }
    schema
}

/// For each algorithm, a condition that selects the schema of its parameters. Without a stated algorithm, the
/// default algorithm applies. `name` is the field with the parameters, `of` the field with the algorithm's
/// ID.
fn params_by_algorithm(name: &str, of: &str, default: Option<&Value>, kinds: &Kinds) -> Value {
    let rule = |info: &super::AlgorithmInfo| {
        let mut condition = json!({ "properties": { of: { "const": info.id } } });
        if default.and_then(Value::as_str) != Some(info.id) {
            condition["required"] = json!([of]);
        }
        json!({ "if": condition, "then": { "properties": { name: object_schema(&info.fields, kinds) } } })
    };
    kinds.algorithms.iter().map(rule).collect()
}
