//! Help texts. The WebAssembly module does not contain them.

/// Returns a help text, or an empty text in a build without the feature `tools`. The page reads help texts from the catalogue
/// file, so the WebAssembly module does not need them.
#[inline]
pub const fn help_text(text: &str) -> &str {
    if cfg!(feature = "tools") { text } else { "" }
}
