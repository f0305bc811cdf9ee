//! Errors for JavaScript: an `Error` whose message is JSON.

use sim_core::boundary::{IssueReport, Panic, PanicReport};
use sim_core::ground::json::to_text;
use sim_core::params::Issue;
use wasm_bindgen::{JsError, throw_str};

/// An error with the problems of a document or an argument.
pub fn issues(issues: &[Issue]) -> JsError {
    JsError::new(&to_text(&IssueReport { issues: issues.to_vec() }.to_json()))
}

/// An error with one problem that has no path in a document.
pub fn issue(code: &'static str, message: impl Into<String>) -> JsError {
    issues(&[Issue::new("", code, message)])
}

/// Makes a panic throw a `PanicReport` with its message. Without this, a panic is a trap without a message. The instance cannot be
/// used afterwards in either case.
pub fn throw_panics() {
    std::panic::set_hook(Box::new(|info| {
        let payload = info.payload();
        let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
        let message = text.unwrap_or_else(|| "no message".to_owned());
        let place = info.location().map(|place| format!("{}:{}", place.file(), place.line()));
        throw_str(&to_text(&PanicReport { panic: Panic { message, place } }.to_json()));
    }));
}
