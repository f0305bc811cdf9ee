//! The server of `fairshare serve` and `fairshare class`: it serves the page to a room and collects what a class predicts.
//!
//! [`Site`] has the files of the page, [`Room`] the question that is open and the answers to it, and [`listen`] connects both
//! with HTTP. Everything is in memory, every size is limited, and nothing is kept: when the server stops, the answers are gone.

mod answers;
mod http;
mod room;
mod site;

pub use answers::AnswerError;
pub use http::{Server, listen};
pub use room::{Codes, Room};
pub use site::Site;
