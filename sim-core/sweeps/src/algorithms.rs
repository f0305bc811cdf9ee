//! Sweeps over algorithms: an algorithm that does not have a setting of the scenario runs without it.

use std::fmt;

use serde_json::{Value, json};
use sim_core::describe::Kinds;
use sim_core::scenario::change::{covers, drop_foreign_params, read_path};

/// A setting of the scenario that the runs of an algorithm do not have.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DroppedSetting {
    /// The id of the flow.
    pub flow: String,
    pub algorithm: String,
    pub setting: String,
}

impl DroppedSetting {
    pub fn to_json(&self) -> Value {
        json!({ "flow": self.flow, "algorithm": self.algorithm, "setting": self.setting })
    }
}

impl fmt::Display for DroppedSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { flow, algorithm, setting } = self;
        write!(f, "`{algorithm}` has no setting `{setting}`: its runs leave out the value that `{flow}` has.")
    }
}

/// Removes the parameters that the algorithm of a flow does not have, if `path` is the path of this algorithm,
/// and returns them. Parameters that the sweep varies as well (`varied`) stay, so that the check of the cell
/// reports them.
pub fn drop_foreign_settings(
    document: &mut Value,
    path: &str,
    varied: &[&str],
    kinds: &Kinds,
) -> Vec<DroppedSetting> {
    let Some(entry) = path.strip_suffix(".algorithm") else { return Vec::new() };
    let is_varied = |setting: &str| {
        let param = format!("{entry}.params.{setting}");
        varied.iter().any(|path| covers(&param, path))
    };
    let dropped = drop_foreign_params(document, entry, is_varied, kinds);
    let flow = read_path(document, entry).unwrap_or(&Value::Null);
    let text = |name: &str| flow[name].as_str().unwrap_or_default().to_owned();
    let of_flow = |setting| DroppedSetting { flow: text("id"), algorithm: text("algorithm"), setting };
    dropped.into_iter().map(of_flow).collect()
}
