//! Texts that only readers of forms and help need.

/// A text that only readers of forms and help need: nothing where those are not built in, as in the WebAssembly, whose
/// page has the catalogue as a file.
#[inline(always)]
pub const fn words(text: &str) -> &str {
    if cfg!(feature = "tools") { text } else { "" }
}
