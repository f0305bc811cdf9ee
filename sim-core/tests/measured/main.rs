//! What many runs together show: the response of protocols to random loss, and how TFRC and TFWC share a link with TCP over
//! rates and numbers of flows (Choi and Handley 2007, figure 1).
//!
//! `npm run validate` computes everything and keeps it in data/response.json and data/theta.json, from which the pictures of
//! docs/validation.md are drawn; `npm test` holds what is kept to its bands, computes a sample of it again, and refuses what
//! another version, or another state of the code, gave.

mod kept;
mod response;
mod theta;
