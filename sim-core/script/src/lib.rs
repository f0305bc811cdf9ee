//! A small, safe, deterministic language in which people write their own congestion control.
//!
//! A program reacts to events by handlers. It reads values of the host, changes the controls of the host, and keeps
//! variables of its own; nothing else is in its reach. [`compile`] turns a text into a [`Program`] or into a list of
//! [`Fault`]s, and a [`Machine`] runs it for one sender. Everything that a host offers is data: an [`Interface`].
//!
//! A run depends only on the program, its settings, its inputs and the key of its random numbers: all arithmetic has the same bits on
//! every platform, no value is ever NaN, and limits count operations and not time.
//! [The language on one page](../../../docs/write-your-own.md), [why it is built so](../../../docs/decisions/0031-a-language-of-our-own.md).
#![deny(missing_docs)]

mod builtins;
mod code;
mod compiler;
mod convert;
pub mod examples;
mod faults;
mod interface;
mod levels;
mod lexer;
pub mod limits;
mod machine;
mod math;
mod parser;
mod random;
mod run;
mod span;
mod tree;
mod trouble;

pub use builtins::{BUILTINS, Builtin, BuiltinRule, OneNumber};
pub use code::{
    CodeSetting, CodeSignal, Instruction, JumpTarget, Program, Register, Sentence, Symbol, SymbolRole, show,
};
pub use compiler::{compile, compile_for};
pub use faults::{Fault, MAX_FAULTS};
pub use interface::{Control, Handler, Input, Interface, ValueKind};
pub use levels::{LEVELS, RATE, WINDOW};
pub use limits::Budget;
pub use machine::{Machine, Nobody, SavedState};
pub use parser::KEYWORDS;
pub use run::Listener;
pub use span::{Location, Span};
