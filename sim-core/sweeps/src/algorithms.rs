//! Sweeps over algorithms: an algorithm that does not have a setting of the scenario runs without it.

use std::fmt;

use serde_json::{Value, json};
use sim_core::describe::Kinds;

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
    let Some(flow) = flow_at(document, entry) else { return Vec::new() };
    let text = |name: &str| flow[name].as_str().unwrap_or_default().to_owned();
    let (id, algorithm) = (text("id"), text("algorithm"));
    let Some(known) = kinds.params_of(&algorithm) else { return Vec::new() };
    let is_varied = |setting: &str| {
        varied.iter().any(|path| {
            path.strip_prefix(entry)
                .and_then(|rest| rest.strip_prefix(".params."))
                .is_some_and(|rest| rest.split('.').next() == Some(setting))
        })
    };
    let Some(params) = flow.get_mut("params").and_then(Value::as_object_mut) else { return Vec::new() };
    let is_foreign =
        |setting: &String| known.iter().all(|field| field.name != setting.as_str()) && !is_varied(setting);
    let foreign: Vec<String> = params.keys().filter(|setting| is_foreign(setting)).cloned().collect();
    let dropped = |setting: String| {
        params.remove(&setting);
        DroppedSetting { flow: id.clone(), algorithm: algorithm.clone(), setting }
    };
    foreign.into_iter().map(dropped).collect()
}

/// The entry of `flows` at a path such as `flows.far`, `flows.0` or `flows[0]`.
fn flow_at<'a>(document: &'a mut Value, path: &str) -> Option<&'a mut Value> {
    let dotted = path.replace('[', ".").replace(']', "");
    let key = dotted.strip_prefix("flows.")?;
    let flows = document.get_mut("flows")?.as_array_mut()?;
    let by_id = flows.iter().position(|flow| flow["id"].as_str() == Some(key));
    let index = by_id.or_else(|| key.parse().ok())?;
    flows.get_mut(index)
}
