//! Values for JavaScript: objects with named members, instead of JSON text.

use serde::Serialize;
use serde_json::Value;
use serde_wasm_bindgen::Serializer;
use sim_core::ground::json::shape::ToJson;
use wasm_bindgen::JsValue;

/// A JSON value as JavaScript reads it.
pub fn js_value(value: &Value) -> JsValue {
    // A JSON value has no members that JavaScript cannot hold, except for integers above 2^53.
    value.serialize(&Serializer::json_compatible()).unwrap_or(JsValue::NULL)
}

pub fn to_js(value: &impl ToJson) -> JsValue {
    js_value(&value.to_json())
}

/// A JavaScript value as JSON. Null if JSON cannot express it.
pub fn from_js(value: JsValue) -> Value {
    serde_wasm_bindgen::from_value(value).unwrap_or_default()
}
