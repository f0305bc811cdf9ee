//! The tests of the language.

mod examples;
mod faults;
mod frozen;
mod hostile;
mod language;
mod reference;
mod speed;
mod support;
