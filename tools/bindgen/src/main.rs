//! `fairshare-bindgen FILE FOLDER`: writes the JavaScript module and the types of a compiled WebAssembly package.
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, output] = arguments.as_slice() else {
        eprintln!("usage: fairshare-bindgen FILE FOLDER");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    let written = bindgen
        .input_path(input)
        .typescript(true)
        .omit_default_module_path(false)
        .web(true)
        .and_then(|bindgen| bindgen.generate(output));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:?}");
            ExitCode::FAILURE
        }
    }
}
