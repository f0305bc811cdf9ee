//! Programs of senders for the editor.

use crate::values::to_js;
use sim_core::protocols::own::editor;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Compiles the text of a program. Returns a `ProgramReport`.
#[wasm_bindgen(js_name = compileProgram)]
pub fn compile_program(text: &str) -> JsValue {
    to_js(&editor::report(text))
}
