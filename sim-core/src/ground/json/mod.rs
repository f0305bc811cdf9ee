//! JSON text to values and back.

mod decimal;
pub mod read;
mod write;

pub use write::to_text;
