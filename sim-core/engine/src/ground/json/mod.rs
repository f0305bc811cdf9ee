//! Reading and writing JSON, and descriptions of its shape.

mod decimal;
mod number;
pub mod read;
pub mod shape;
mod write;

pub use number::{MAX_SAFE, number};
pub use write::to_text;
