//! Programs of senders for the editor.

use sim_core::ground::json::to_text;
use sim_core::protocols::own::editor;
use wasm_bindgen::prelude::wasm_bindgen;

/// Compiles the text of a program: `ProgramReport` as JSON.
#[wasm_bindgen(js_name = compileProgram)]
pub fn compile_program(text: &str) -> String {
    to_text(&editor::report(text).to_json())
}
