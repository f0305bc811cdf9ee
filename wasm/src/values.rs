//! Values for JavaScript: objects with named members. They cross the boundary as JSON text, which the browser reads and
//! writes itself: converting each member by a call takes 6 kB more of the first visit.

use js_sys::JSON;
use serde_json::Value;
use sim_core::ground::json::read::read;
use sim_core::ground::json::shape::ToJson;
use sim_core::ground::json::to_text;
use wasm_bindgen::JsValue;

/// A JSON value as JavaScript reads it.
pub fn js_value(value: &Value) -> JsValue {
    JSON::parse(&to_text(value)).unwrap_or(JsValue::NULL)
}

pub fn to_js(value: &impl ToJson) -> JsValue {
    js_value(&value.to_json())
}

/// A JavaScript value as JSON. Null if JSON cannot express it.
pub fn from_js(value: &JsValue) -> Value {
    let text = JSON::stringify(value).ok().and_then(|text| text.as_string());
    text.and_then(|text| read(&text).ok()).unwrap_or_default()
}
