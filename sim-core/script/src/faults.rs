//! What is wrong with a program: found when it is compiled, or while it runs.

use crate::span::{Location, Span};
use std::fmt;

/// The largest number of faults that a compilation reports.
pub const MAX_FAULTS: usize = 20;

/// Something that is wrong in a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The kind of the fault, for programs. For example `unknown_name`.
    pub code: &'static str,
    /// Where it is.
    pub at: Location,
    /// What is wrong and what to do, in sentences.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.at.line, self.at.column, self.message)
    }
}

impl std::error::Error for Fault {}

/// Says that a fault has been reported, so that the caller gives up its part of the program.
#[derive(Debug)]
pub(crate) struct Reported;

/// The result of a stage of the compiler that reports its own faults.
pub(crate) type OrReported<T> = Result<T, Reported>;

/// The faults of a compilation.
pub(crate) struct Faults<'s> {
    source: &'s str,
    list: Vec<Fault>,
}

impl<'s> Faults<'s> {
    pub fn new(source: &'s str) -> Self {
        Faults { source, list: Vec::new() }
    }

    /// Reports a fault at `span`, unless one was reported at the same place or there are too many.
    pub fn report(&mut self, span: Span, code: &'static str, message: impl Into<String>) -> Reported {
        if self.list.len() >= MAX_FAULTS {
            return Reported;
        }
        let at = Location::of(span, self.source);
        let is_new = !self.list.iter().any(|fault| (fault.at.line, fault.at.column) == (at.line, at.column));
        if is_new {
            self.list.push(Fault { code, at, message: message.into() });
        }
        Reported
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The faults in the order of the text.
    pub fn into_sorted(mut self) -> Vec<Fault> {
        self.list.sort_by_key(|fault| (fault.at.line, fault.at.column));
        self.list
    }
}
