//! The names of a program, and advice for those that do not exist.

use crate::builtins::{BUILTINS, builtin};
use crate::code::Register;
use crate::interface::ValueKind;
use crate::parser::KEYWORDS;
use crate::tree::Named;

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Meaning {
    /// By its position in the interface.
    Input(usize),
    /// By its position in the interface.
    Control(usize),
    Setting(Register),
    Constant(f64),
    Variable(Register),
    /// By its position among the arrays.
    Array(u16),
    /// A name within a function or handler. The number that counts in a loop cannot be assigned.
    Local {
        register: Register,
        counts: bool,
    },
    /// By its position among the functions.
    Routine(usize),
    /// By its position in the interface.
    Handler(usize),
    /// A name whose declaration has a fault.
    Unknown,
}

/// A name that is visible.
#[derive(Clone, Copy, Debug)]
pub(super) struct Visible<'s> {
    pub text: &'s str,
    pub meaning: Meaning,
    /// `None` if a fault was reported where the kind would have become known.
    pub kind: Option<ValueKind>,
}

/// The names that are visible at a place of a program.
#[derive(Default)]
pub(super) struct Names<'s> {
    list: Vec<Visible<'s>>,
}

impl<'s> Names<'s> {
    pub fn find(&self, text: &str) -> Option<Visible<'s>> {
        self.list.iter().find(|name| name.text == text).copied()
    }

    pub fn add(&mut self, name: Visible<'s>) {
        self.list.push(name);
    }

    /// What [`Names::close`] needs to end a block that begins here.
    pub fn open(&self) -> usize {
        self.list.len()
    }

    /// Ends a block: its names are not visible any more.
    pub fn close(&mut self, opened: usize) {
        self.list.truncate(opened);
    }

    /// Why a name cannot be declared, or `None` if it can.
    pub fn conflict(&self, name: Named<'_>) -> Option<String> {
        let text = name.text;
        if builtin(text).is_some() {
            return Some(format!("`{text}` is a function of the language. Choose another name."));
        }
        let found = self.find(text)?;
        Some(match found.meaning {
            Meaning::Input(_) => {
                format!("`{text}` is a value that the simulator gives. Choose another name.")
            }
            Meaning::Control(_) => {
                format!(
                    "`{text}` exists already and can be assigned: write `{text} = ...`, or choose another name."
                )
            }
            Meaning::Handler(_) => format!("`{text}` is a handler. Choose another name."),
            _ => {
                format!("`{text}` is declared already. Choose another name, or assign it by `{text} = ...`.")
            }
        })
    }

    /// The message for a name that does not exist.
    pub fn advice(&self, text: &str) -> String {
        let foreign = FOREIGN.iter().find(|(foreign, _)| *foreign == text);
        if let Some((_, advice)) = foreign {
            return format!("There is no `{text}` here. {advice}");
        }
        match self.similar(text) {
            Some(similar) => format!("There is no `{text}` here. Did you mean `{similar}`?"),
            None => format!("There is no `{text}` here. Declare it by `let`, `var`, `const` or `setting`."),
        }
    }

    /// The name that differs least from `text`, if it differs by few letters.
    fn similar(&self, text: &str) -> Option<&str> {
        let names = self.list.iter().map(|name| name.text);
        let candidates =
            names.chain(BUILTINS.iter().map(|builtin| builtin.name)).chain(KEYWORDS.iter().copied());
        let limit = 1 + text.len() / 4;
        candidates
            .map(|candidate| (distance(text, candidate), candidate))
            .filter(|&(distance, candidate)| distance <= limit && distance < candidate.len())
            .min_by_key(|&(distance, _)| distance)
            .map(|(_, candidate)| candidate)
    }
}

/// Names of other languages, with advice.
const FOREIGN: &[(&str, &str)] = &[
    ("True", "Write `true`."),
    ("False", "Write `false`."),
    ("None", "Every variable is a number or true or false from the start."),
    ("null", "Every variable is a number or true or false from the start."),
    ("undefined", "Every variable is a number or true or false from the start."),
    ("inf", "Write `infinity`."),
    ("Infinity", "Write `infinity`."),
    ("NaN", "There are no such values: an operation without a result ends the run."),
    ("nan", "There are no such values: an operation without a result ends the run."),
    ("math", "All functions are at hand without a prefix: write `sqrt(x)`."),
    ("Math", "All functions are at hand without a prefix: write `sqrt(x)`."),
    ("log", "Write `ln(x)` for the natural logarithm or `log2(x)`."),
    ("power", "Write `pow(x, y)`."),
    ("time", "Write `now` for the time in seconds."),
    ("window", "Write `cwnd` for the window."),
    ("inflight", "Write `in_flight`."),
    ("len", "The length of an array is the number in its declaration."),
];

/// The number of letters to insert, delete, replace or swap with their neighbours to make `b` from `a`.
fn distance(a: &str, b: &str) -> usize {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len().abs_diff(b.len()) > 4 || a.len() > 64 {
        return usize::MAX;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut next = vec![i];
        for j in 1..=b.len() {
            let replace = row[j - 1] + usize::from(!a[i - 1].eq_ignore_ascii_case(&b[j - 1]));
            let mut least = replace.min(row[j] + 1).min(next[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(before[j - 2] + 1);
            }
            next.push(least);
        }
        before = std::mem::replace(&mut row, next);
    }
    row[b.len()]
}
