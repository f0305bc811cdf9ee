//! Help texts. The WebAssembly module does not contain them. A function that receives a help text is always
//! inlined and passes `help_text(text)` on, so that the compiler detects that the text is not used. For
//! functions that are not inlined, in particular those of another crate, the compiler keeps the arguments.

/// Returns a help text, or an empty text in a build without the feature `tools`. The page reads help texts
/// from the catalogue file, so the WebAssembly module does not need them.
#[inline(always)]
pub const fn help_text(text: &str) -> &str {
    if cfg!(feature = "tools") { text } else { "" }
}
