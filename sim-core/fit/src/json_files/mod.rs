//! Files whose content is JSON. A field that is missing or has another type is no error unless nothing can be read
//! without it.

use serde_json::Value;

pub mod crusader;
pub mod flent;
pub mod iperf3;
pub mod qlog;
pub mod speed_test;
pub mod webrtc;

/// The values of a list; none if this is no list.
pub fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}
