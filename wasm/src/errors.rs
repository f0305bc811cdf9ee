//! How errors reach JavaScript: as an `Error` whose message is JSON.

use serde_json::{Value, json};
use sim_core::ground::json::to_text;
use sim_core::params::Issue;
use wasm_bindgen::{JsError, throw_str};

/// What is wrong with a document or with an argument.
pub fn issues(issues: &[Issue]) -> JsError {
    let list: Value = issues.iter().map(Issue::to_json).collect();
    JsError::new(&to_text(&json!({ "issues": list })))
}

/// The same for one problem that has no place in a document.
pub fn issue(code: &'static str, message: impl Into<String>) -> JsError {
    issues(&[Issue::new("", code, message)])
}

/// A panic would end in a trap that says nothing. This throws what it says instead; the instance is of no use afterwards
/// in either case.
pub fn throw_panics() {
    std::panic::set_hook(Box::new(|info| {
        let payload = info.payload();
        let said = payload.downcast_ref::<&str>().copied();
        let said =
            said.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message");
        let place = info.location().map(|place| format!("{}:{}", place.file(), place.line()));
        throw_str(&to_text(&json!({ "panic": { "message": said, "place": place } })));
    }));
}
