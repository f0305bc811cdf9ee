//! The engine: time, randomness, the event queue, packets, and the world that runs on them.

pub mod heap;
pub mod link_books;
pub mod observer;
pub mod packet;
pub mod rng;
pub mod time;
pub mod world;
