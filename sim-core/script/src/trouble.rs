//! Why a running program cannot continue, and what to do.

use crate::code::{Program, show};
use crate::limits::{Budget, MAX_SAID};
use crate::span::Span;

/// Why a program cannot continue. The instruction and its registers, which are unchanged, have the details.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    NoNumber,
    DivisionByZero,
    Index,
    Control,
    TooManyOperations,
    TooManyInAll,
    TooManySentences,
    /// The code is damaged, which the compiler excludes.
    Damaged,
}

impl Trouble {
    /// The code of the fault.
    pub fn code(self) -> &'static str {
        match self {
            Trouble::NoNumber => "no_number",
            Trouble::DivisionByZero => "division_by_zero",
            Trouble::Index => "index",
            Trouble::Control => "control",
            Trouble::TooManyOperations => "budget",
            Trouble::TooManyInAll => "budget_in_all",
            Trouble::TooManySentences => "sentences",
            Trouble::Damaged => "damaged",
        }
    }

    /// What is wrong at `span` of a program and what to do. `value` is what the array or control `subject` could
    /// not take.
    pub fn message(
        self,
        program: &Program,
        span: Span,
        budget: Budget,
        (subject, value): (usize, f64),
    ) -> String {
        let text = span.text(&program.source).split('\n').next().unwrap_or("").trim_end();
        let value = show(value);
        match self {
            Trouble::NoNumber => format!(
                "`{text}` has no value here: roots and logarithms of negative numbers do not exist, and neither does \
                 infinity - infinity. Test the numbers before."
            ),
            Trouble::DivisionByZero => {
                format!("`{text}` is 0 here, and nothing can be divided by 0. Test it before.")
            }
            Trouble::Index => {
                let last = program.arrays.get(subject).map_or(0, |array| array.1.saturating_sub(1));
                format!(
                    "`{text}` is {value} here, but the array has the elements 0 to {last}, and positions are whole \
                     numbers."
                )
            }
            Trouble::Control => {
                let control = program.interface.controls.get(subject);
                let (name, unit) = control.map_or(("", ""), |control| (control.name, control.unit));
                format!(
                    "`{name}` would become {value} {unit}. It must be at most {} and not negative.",
                    show(control.map_or(0.0, |control| control.high))
                )
            }
            Trouble::TooManyOperations => format!(
                "One call used more than {} operations here. Is there a loop that does not end?",
                budget.call
            ),
            Trouble::TooManyInAll => {
                format!("All calls together used {} operations, which is the limit.", budget.total)
            }
            Trouble::TooManySentences => format!(
                "One call said more than {MAX_SAID} sentences here. Say less, or only when something changes."
            ),
            Trouble::Damaged => "The compiled program is damaged. This is an error of Fairshare.".to_owned(),
        }
    }
}
