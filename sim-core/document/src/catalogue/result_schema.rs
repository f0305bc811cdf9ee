//! The JSON Schemas of what commands print with `--json`, from the declarations of the output (`ground::json::shape`).

use serde_json::{Map, Value, json};
use sim_engine::boundary::summary::RunSummary;
use sim_engine::ground::json::shape::{Declaration, Shape, ToJson};

use super::RESULT_FORMAT;

/// The schema of a printed result of a run.
pub fn result_schema() -> Value {
    let mut schema = output_schema("Result of a Fairshare run", &RunSummary::shape());
    schema["properties"]["events"] =
        json!({ "type": "array", "description": "With --events: what happened, in order." });
    schema
}

/// The schema of an object that is printed with the number of its format.
pub fn output_schema(title: &str, shape: &Shape) -> Value {
    let mut definitions = Map::new();
    let mut schema = schema_of(shape, &mut definitions);
    if let Value::Object(reference) = &mut schema
        && let Some(Value::String(name)) = reference.remove("$ref")
        && let Some(result) = definitions.remove(name.trim_start_matches("#/$defs/"))
    {
        schema = result;
    }
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
    schema["title"] = title.into();
    schema["properties"]["format"] = json!({ "const": RESULT_FORMAT });
    if let Some(required) = schema["required"].as_array_mut()
        && !required.contains(&json!("format"))
    {
        required.insert(0, "format".into());
    }
    schema["$defs"] = definitions.into();
    schema
}

fn schema_of(shape: &Shape, definitions: &mut Map<String, Value>) -> Value {
    match shape {
        Shape::Boolean => json!({ "type": "boolean" }),
        Shape::Number => json!({ "type": "number" }),
        Shape::Text => json!({ "type": "string" }),
        Shape::OneOf(texts) => json!({ "enum": texts }),
        Shape::Named(_, shape) => schema_of(shape, definitions),
        Shape::OrNull(shape) => json!({ "anyOf": [schema_of(shape, definitions), { "type": "null" }] }),
        Shape::List(item) => json!({ "type": "array", "items": schema_of(item, definitions) }),
        Shape::Tuple(items) => {
            let items: Vec<Value> = items.iter().map(|item| schema_of(item, definitions)).collect();
            json!({ "type": "array", "minItems": items.len(), "prefixItems": items, "items": false })
        }
        Shape::Map(value) => {
            json!({ "type": "object", "additionalProperties": schema_of(value, definitions) })
        }
        Shape::Object(declaration) => {
            if !definitions.contains_key(declaration.name) {
                // A declaration can refer to itself.
                definitions.insert(declaration.name.to_owned(), Value::Null);
                let object = object_schema(declaration, definitions);
                definitions.insert(declaration.name.to_owned(), object);
            }
            json!({ "$ref": format!("#/$defs/{}", declaration.name) })
        }
        Shape::Any => json!({}),
    }
}

fn object_schema(declaration: &Declaration, definitions: &mut Map<String, Value>) -> Value {
    let members = (declaration.members)();
    let required: Vec<&str> =
        members.iter().filter(|member| !member.optional).map(|member| member.name).collect();
    let mut properties = Map::new();
    for member in &members {
        let mut schema = schema_of(&member.shape, definitions);
        if !member.doc.is_empty() {
            schema["description"] = member.doc.trim().into();
        }
        properties.insert(member.name.to_owned(), schema);
    }
    let mut schema = json!({ "type": "object", "properties": properties, "required": required });
    if !declaration.doc.is_empty() {
        schema["description"] = declaration.doc.trim().into();
    }
    schema
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The paths of a schema that name a definition which does not exist.
    fn dangling(schema: &Value, definitions: &Value) -> Vec<String> {
        match schema {
            Value::Object(members) => {
                let own = members
                    .get("$ref")
                    .and_then(Value::as_str)
                    .map(|name| name.trim_start_matches("#/$defs/"));
                let missing = own.filter(|name| !definitions[*name].is_object()).map(str::to_owned);
                missing
                    .into_iter()
                    .chain(members.values().flat_map(|inner| dangling(inner, definitions)))
                    .collect()
            }
            Value::Array(items) => items.iter().flat_map(|item| dangling(item, definitions)).collect(),
            _ => Vec::new(),
        }
    }

    #[test]
    fn every_member_of_a_result_has_a_schema() {
        let schema = result_schema();
        assert_eq!(schema["properties"]["format"], json!({ "const": RESULT_FORMAT }));
        assert_eq!(schema["properties"]["flows"]["items"]["$ref"], "#/$defs/FlowSummary");
        let flow = &schema["$defs"]["FlowSummary"];
        assert_eq!(flow["properties"]["goodput_bps"]["type"], "number");
        assert!(flow["required"].as_array().unwrap().contains(&json!("goodput_bps")));
        assert_eq!(dangling(&schema, &schema["$defs"]), Vec::<String>::new());
    }
}
