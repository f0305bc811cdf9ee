//! The names of a program in Rust.

use crate::interface::ValueKind;

/// What can be done with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KnownRole {
    /// A value that is only read.
    Read,
    /// A value of the host that is changed within the limits of this name.
    Control(&'static str),
    /// A variable or a name within a block.
    Place,
    Array,
    Function,
}

/// A name of the program, and what stands for it in Rust.
#[derive(Clone, Debug)]
pub(super) struct Known<'s> {
    pub text: &'s str,
    pub code: String,
    pub kind: ValueKind,
    pub role: KnownRole,
}

/// Keywords of Rust that are no words of the language.
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "crate", "do", "dyn", "enum", "extern", "final",
    "gen", "impl", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "self",
    "static", "struct", "super", "trait", "try", "type", "typeof", "union", "unsafe", "unsized", "use",
    "virtual", "where", "yield",
];

/// Names that the file uses itself: arguments, fields, methods and functions.
const USED: &[&str] = &[
    "w",
    "c",
    "x",
    "p",
    "pacing_rate",
    "needs",
    "restart",
    "emit",
    "new",
    "handles",
    "on",
    "clone",
    "info",
    "tcp",
    "reports",
    "shown",
    "note_signals",
    "within",
    "count",
    "element",
    "store",
    "modulo",
    "math",
    "a0",
];

/// The name of a variable, a function or a constant.
pub(super) fn lower(text: &str) -> String {
    let name = text.to_ascii_lowercase();
    if KEYWORDS.contains(&name.as_str()) || USED.contains(&name.as_str()) { name + "_" } else { name }
}

/// The name of a constant.
pub(super) fn upper(text: &str) -> String {
    let name = text.to_ascii_uppercase();
    let used = ["WINDOW", "PACING", "RATE", "TIMER", "SIGNALS"].contains(&name.as_str());
    if used { name + "_" } else { name }
}

/// The name of a setting or a signal, which must not be one of those that are taken.
pub(super) fn free(text: &str, taken: &[&str]) -> String {
    let mut name = text.to_ascii_lowercase();
    if KEYWORDS.contains(&name.as_str()) {
        name.push('_');
    }
    if taken.contains(&name.as_str()) { format!("own_{name}") } else { name }
}

/// The name of a type: `slow_start` becomes `SlowStart`.
pub(super) fn type_name(name: &str) -> String {
    let word = |word: &str| {
        word.get(..1).unwrap_or_default().to_ascii_uppercase() + word.get(1..).unwrap_or_default()
    };
    name.split('_').map(word).collect()
}

/// A name as the words of a label: `slow_start` becomes `Slow start`.
pub(super) fn label(name: &str) -> String {
    let words = name.replace('_', " ");
    words.get(..1).unwrap_or_default().to_ascii_uppercase() + words.get(1..).unwrap_or_default()
}
