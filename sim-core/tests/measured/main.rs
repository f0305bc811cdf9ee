//! Measurements over many runs: the response of algorithms to random loss, and the shares of TFRC and TFWC that
//! compete with TCP at several rates and numbers of flows (Choi and Handley 2007, figure 1).
//!
//! `npm run validate` computes all results and stores them in data/response.json and data/theta.json. The figures of
//! docs/validation.md are drawn from these files. `npm test` checks the stored results and recomputes a sample, to
//! detect results of another version or of other code.

mod response;
mod stored;
mod theta;
