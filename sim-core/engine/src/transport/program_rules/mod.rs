//! Senders whose rules are a program (docs/write-your-own.md): the algorithm `own`.

pub mod rate;
pub mod window;
