//! The foundation of all other modules: time, arithmetic, random numbers, sorting, JSON, the event queue,
//! packets and quantities as text.

pub mod convert;
pub mod deque;
pub mod digest;
pub mod event_queue;
pub mod intern;
pub mod json;
pub mod math;
pub mod order;
pub mod packet;
pub mod quantity;
pub mod ring;
pub mod rng;
pub mod slab;
pub mod time;
