//! Errors for JavaScript: an `Error` whose message is JSON.

use sim_core::boundary::{IssueReport, Panic, PanicReport};
use sim_core::ground::json::to_text;
use sim_core::params::Issue;
use wasm_bindgen::{JsError, throw_str};

/// An error that contains the issues of a document or an argument.
pub fn issues_error(issues: &[Issue]) -> JsError {
    JsError::new(&to_text(&IssueReport { issues: issues.to_vec() }.to_json()))
}

/// An error that contains one issue without a path in a document.
pub fn issue_error(code: &'static str, message: impl Into<String>) -> JsError {
    issues_error(&[Issue::new("", code, message)])
}

/// Installs a panic hook that throws the panic's message as a `PanicReport`. Without the hook, a panic is a
/// trap without a message. In both cases the WebAssembly instance cannot be used afterwards.
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
