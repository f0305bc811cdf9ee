//! The settings of TPBA's TCP connection. They are those of every TCP, but by default the connection keeps
//! its window while it is idle.

use crate::params::read_setting;
use crate::protocols::prelude::*;
use serde_json::{Value, json};

/// The field whose default differs from that of other TCP flows.
const IDLE_RESTART: &str = "idle_restart";

/// TCP's settings, with `idle_restart` off by default: the authors switched off the reset of the window after
/// idle times, because TPBA sets the window when probing begins (Tobe, Tamura, Nishino and Tokuda 2000,
/// section 4).
#[derive(Clone, Debug, PartialEq)]
pub struct ConnectionParams(pub TcpParams);

impl Default for ConnectionParams {
    fn default() -> Self {
        Self(TcpParams { idle_restart: false, ..TcpParams::default() })
    }
}

impl ParamSet for ConnectionParams {
    fn fields() -> Vec<Field> {
        let mut fields = TcpParams::fields();
        for field in fields.iter_mut().filter(|field| field.name == IDLE_RESTART) {
            field.default = Some(json!(false));
            field.doc = "Restart with the initial window when probing begins after a running period that was longer than the \
                         retransmission timeout, instead of with the window of equation (2)."
                .to_owned();
            field.cite = "Tobe and others 2000, section 4";
        }
        fields
    }

    fn read(object: &Value) -> Option<Self> {
        // A setting that is not stated has the default of this group, not the default of other TCP flows.
        let idle_restart = read_setting(object, IDLE_RESTART, false)?;
        Some(Self(TcpParams { idle_restart, ..TcpParams::read(object)? }))
    }

    fn to_json(&self) -> Value {
        self.0.to_json()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_is_kept_while_idle_unless_the_setting_is_on() {
        assert!(!ConnectionParams::default().0.idle_restart);
        let read = |stated| ConnectionParams::read(&stated).unwrap();
        assert_eq!(read(json!({})), ConnectionParams::default());
        assert!(read(json!({ "idle_restart": true })).0.idle_restart);
        // The listed default is the default that applies.
        let fields = ConnectionParams::fields();
        let listed =
            fields.iter().find(|field| field.name == IDLE_RESTART).and_then(|field| field.default.clone());
        assert_eq!(listed, Some(json!(false)));
        assert_eq!(ConnectionParams::default().to_json()[IDLE_RESTART], json!(false));
    }
}
