//! The settings of most tests, which examine one mechanism: flows imitate no operating system, and queues are short.
#![allow(dead_code, reason = "the unit tests of the engine use only some of the functions")]

use serde_json::{Map, Value, json};
use sim_core::simulation::kinds;

/// A document of which `plain` changes nothing.
pub fn as_stated(mut document: Value) -> Value {
    document["as_stated"] = true.into();
    document
}

/// A document that states for each flow and each queue what most tests assume, unless it states something else or
/// comes from `as_stated`: no stack, no HyStart++, NewReno, and queues of 50 packets.
pub fn plain(document: &Value) -> Value {
    let mut document = document.clone();
    let Some(object) = document.as_object_mut() else { return document };
    if object.remove("as_stated").is_some() {
        return document;
    }
    if let Some(network) = object.get_mut("network") {
        limit_queues(network);
    }
    let flows = object.get_mut("flows").and_then(Value::as_array_mut);
    flows.into_iter().flatten().filter_map(Value::as_object_mut).for_each(plain_flow);
    document
}

fn plain_flow(flow: &mut Map<String, Value>) {
    let algorithm =
        flow.entry("algorithm").or_insert("newreno".into()).as_str().unwrap_or_default().to_owned();
    let known = kinds().params_of(&algorithm).unwrap_or_default().iter().map(|field| field.name);
    let known: Vec<_> =
        known.filter(|name| ["stack", "hystart", "below_two", "rules"].contains(name)).collect();
    if let (false, Some(params)) =
        (known.is_empty(), flow.entry("params").or_insert(json!({})).as_object_mut())
    {
        let has_stack = params.get("stack").is_some_and(Value::is_string);
        for name in known.into_iter().filter(|name| *name != "hystart" || !has_stack) {
            let value = match name {
                "stack" => Value::Null,
                "rules" => "draft".into(),
                _ => false.into(),
            };
            params.entry(name).or_insert(value);
        }
    }
    if let Some(source) = flow.get_mut("source").and_then(Value::as_object_mut)
        && source.get("kind").is_some_and(|kind| kind == "media")
    {
        source.entry("follows").or_insert("queue".into());
    }
}

fn limit_queues(value: &mut Value) {
    match value {
        Value::Object(object) => {
            let is_queue =
                kinds().queues.iter().any(|info| object.get("kind").is_some_and(|kind| kind == info.id));
            if is_queue {
                object.entry("limit").or_insert(json!({"packets": 50}));
            }
            object.values_mut().for_each(limit_queues);
        }
        Value::Array(list) => list.iter_mut().for_each(limit_queues),
        _ => {}
    }
}
