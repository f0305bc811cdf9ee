//! Help texts, which are left out of the WebAssembly module.

/// A help text. It is empty in a build without the feature `tools`: the page reads help texts from the catalogue file, so
/// the WebAssembly module does not need them.
#[inline(always)]
pub const fn words(text: &str) -> &str {
    if cfg!(feature = "tools") { text } else { "" }
}
