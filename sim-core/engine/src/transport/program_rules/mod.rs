//! Senders whose rules are a program (docs/write-your-own.md): the algorithm `own`.

/// Their receiver is part of the module for programs only.
#[cfg(feature = "script")]
pub mod rate;
pub mod window;
