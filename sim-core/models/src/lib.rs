//! Models with which a simulation is compared: the results of equations of the literature for a run, whether
//! their assumptions hold, and the fluid model of Misra, Gong and Towsley, integrated for the same network.
//! The command line (`fairshare models`) and the page use this crate, so both show the same numbers.
//! docs/models.md states each equation, its source and its range.
//!
//! `facts` reads the facts from a run and its document, `laws` applies the equations to these facts, `fluid`
//! integrates the fluid model, and `report` writes both as JSON. The equations are in `sim_core::analysis`;
//! `bbr` and `queueing` contain two further equations, which only this crate uses. No function depends on how
//! the simulator works.

pub mod bbr;
pub mod facts;
pub mod fluid;
pub mod laws;
pub mod model;
pub mod queueing;
pub mod report;

#[cfg(test)]
mod tests;
