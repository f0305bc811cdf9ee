//! What a program can read, change and react to. An [`Interface`] is data: the compiler checks programs
//! against it, completion and reference documentation are made from it, and the host feeds a machine by its
//! order.

use std::fmt::Write as _;

/// A help text, or an empty text in a build without the feature `tools`.
pub const fn help_text(text: &str) -> &str {
    if cfg!(feature = "tools") { text } else { "" }
}

/// What kind of value a name has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// A 64-bit floating point number. It can be infinite, but never NaN.
    Number,
    /// `true` or `false`.
    Truth,
}

/// A block of code that the host calls.
#[derive(Debug, PartialEq)]
pub struct Handler {
    /// Its name in programs.
    pub name: &'static str,
    /// When the host calls it, in a sentence.
    pub help: &'static str,
    /// What happens if a program does not have it, in a sentence.
    pub absent: &'static str,
}

/// A value that a program can read.
#[derive(Debug, PartialEq)]
pub struct Input {
    /// Its name in programs.
    pub name: &'static str,
    /// Whether it is a number.
    pub kind: ValueKind,
    /// Its unit, or an empty text.
    pub unit: &'static str,
    /// What it is, in a sentence.
    pub help: &'static str,
    /// The handlers in which it exists; none stands for all of them.
    pub handlers: &'static [&'static str],
}

/// A value that a program can read and change. What is negative, or more than a thousand times the largest
/// value, is refused with a fault, and other values are limited to the range.
#[derive(Debug, PartialEq)]
pub struct Control {
    /// Its name in programs.
    pub name: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// What it does, in a sentence.
    pub help: &'static str,
    /// The smallest value; what is assigned below it becomes this value.
    pub low: f64,
    /// The largest value.
    pub high: f64,
}

impl Control {
    /// The smallest and the largest value, for a reader.
    pub fn range(&self) -> String {
        let Self { low, high, .. } = self;
        match self.unit {
            "bit/s" => format!("{} kbit/s to {} Tbit/s", low / 1e3, high / 1e12),
            _ => format!("{low} to {high}"),
        }
    }
}

/// What the programs of one level can read, change and react to.
#[derive(Debug, PartialEq)]
pub struct Interface {
    /// The word after `sender` in a program.
    pub level: &'static str,
    /// What the level is for, in a sentence.
    pub help: &'static str,
    /// The handlers, in the order of [`crate::Machine::call`].
    pub handlers: &'static [Handler],
    /// The inputs, in the order of [`crate::Machine::set_input`].
    pub inputs: &'static [Input],
    /// The controls, in the order of [`crate::Machine::control`].
    pub controls: &'static [Control],
}

impl Interface {
    /// The index of a handler.
    pub fn handler(&self, name: &str) -> Option<usize> {
        self.handlers.iter().position(|handler| handler.name == name)
    }

    /// The index of an input.
    pub fn input(&self, name: &str) -> Option<usize> {
        self.inputs.iter().position(|input| input.name == name)
    }

    /// The index of a control.
    pub fn control(&self, name: &str) -> Option<usize> {
        self.controls.iter().position(|control| control.name == name)
    }

    /// The reference as tables in Markdown, for `docs/write-your-own.md`.
    pub fn reference(&self) -> String {
        let mut text = String::from("| handler | when it runs | without it |\n| --- | --- | --- |\n");
        for Handler { name, help, absent } in self.handlers {
            let _ = writeln!(text, "| `{name}` | {help} | {absent} |");
        }
        text.push_str("\n| to read | unit | what it is |\n| --- | --- | --- |\n");
        for Input { name, kind, unit, help, handlers } in self.inputs {
            let unit = if *kind == ValueKind::Truth { "true or false" } else { unit };
            let _ = write!(text, "| `{name}` | {unit} | {help}");
            let names: Vec<String> = handlers.iter().map(|name| format!("`{name}`")).collect();
            if !names.is_empty() {
                let _ = write!(text, " Only in {}.", names.join(" and "));
            }
            text.push_str(" |\n");
        }
        text.push_str("\n| to change | unit | what it does | range |\n| --- | --- | --- | --- |\n");
        for control @ Control { name, unit, help, .. } in self.controls {
            let _ = writeln!(text, "| `{name}` | {unit} | {help} | {} |", control.range());
        }
        text
    }
}
