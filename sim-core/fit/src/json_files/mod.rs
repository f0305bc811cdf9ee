//! Files whose content is JSON. A field that is missing or has another type is no error unless nothing can be read
//! without it.

pub mod flent;
pub mod iperf3;
pub mod qlog;
