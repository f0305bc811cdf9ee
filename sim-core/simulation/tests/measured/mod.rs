//! Measurements over many runs: the response of algorithms to random loss, and how TCP shares links of
//! several rates with TFRC or TFWC for several numbers of flows (Choi and Handley 2007, figure 1).
//!
//! `npm run validate` computes all results and stores them in data/response.json, data/theta.json and
//! data/ns2-paired-results.json. The figures of docs/validation.md are drawn from these files. `npm test`
//! checks the stored results and recomputes a sample, to detect stored results that are out of date.

mod linux;
mod ns3;
mod paired;
mod production;
mod response;
mod stored;
mod theta;
