//! Reads members of JSON objects.

use serde_json::Value;

use sim_engine::params::ParamType;

/// A member of an object, or null.
pub fn member<'a>(object: &'a Value, name: &str) -> &'a Value {
    object.get(name).unwrap_or(&Value::Null)
}

/// A member of an object as a value of this type; `None` if it is missing or of another type.
pub fn read_typed<T: ParamType>(object: &Value, name: &str) -> Option<T> {
    object.get(name).and_then(T::from_value)
}

pub fn read_number(object: &Value, name: &str) -> Option<f64> {
    object.get(name)?.as_f64()
}

pub fn read_text(object: &Value, name: &str) -> Option<String> {
    Some(object.get(name)?.as_str()?.to_owned())
}

/// The items of the list `name` of an object; none if the object has no such list.
pub fn list_items<'a>(object: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    object.get(name).and_then(Value::as_array).map_or(&[][..], Vec::as_slice).iter()
}
