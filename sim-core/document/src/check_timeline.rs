//! Checks of the timeline: paths, values and times of its entries, and contradictory settings of algorithms at the start and
//! after each change.

use serde_json::Value;

use super::canonical::with_defaults;
use super::reading::ResolvedChange;
use super::target::{LinkSetting, TimelineTarget, resolve_target};
use super::validate::{DocumentChecks, list, number};
use sim_engine::ground::order::sorted;

/// A timeline entry that changes a setting of a flow's algorithm.
struct ParamChange {
    /// Time of the change, s.
    at: f64,
    /// Index in the timeline.
    entry: usize,
    /// Index in the document's list of flows.
    flow: usize,
    name: String,
    value: Value,
}

impl DocumentChecks<'_> {
    /// Checks the entries of the timeline.
    pub(super) fn timeline(&mut self) {
        for (i, entry) in list(self.document, "timeline").iter().enumerate() {
            if self.checker.is_full() {
                return;
            }
            let path = format!("timeline[{i}]");
            if let (Some(at), Some(duration)) = (number(entry, "at"), self.duration())
                && at > duration
            {
                self.report_late_time(&format!("{path}.at"), at, duration);
            }
            let Some(set) = entry.get("set").and_then(Value::as_str) else { continue };
            if set.split('.').next().and_then(|first| self.document.get(first)).is_some_and(Value::is_null) {
                // The part of the document that contains the setting is invalid and has been reported.
                continue;
            }
            match resolve_target(self.document, set, self.kinds) {
                Err(message) => self.checker.report(format!("{path}.set"), "unknown_setting", message),
                Ok((target, field)) => {
                    // A missing value has been reported.
                    let Some(value) = entry.get("to") else { continue };
                    let issues_before = self.checker.issues.len();
                    let to_path = format!("{path}.to");
                    if !(value.is_null() && self.is_reported(&to_path)) {
                        self.checker.value(&field, value, &to_path);
                    }
                    let is_valid = self.checker.issues.len() == issues_before;
                    if !is_valid {
                        continue;
                    }
                    let value = with_defaults(&field, value, self.document, self.kinds);
                    if matches!(target, TimelineTarget::Link { setting: LinkSetting::Loss, .. }) {
                        self.check_rules(value.as_array().map_or(&[], Vec::as_slice), &to_path);
                    }
                    self.changes.push((i, (target, value)));
                }
            }
        }
    }

    /// Reports contradictory settings of algorithms, at the start and after each change by the timeline.
    pub(super) fn algorithm_settings(&mut self) {
        let changes = self.param_changes();
        // Changes at the same time apply together. The sort is stable, so they stay in the order of the document.
        let changes = sorted(changes, |a, b| a.at.total_cmp(&b.at));
        for (i, flow) in list(self.document, "flows").iter().enumerate() {
            let path = format!("flows[{i}].params");
            let (Some(algorithm), Some(params)) =
                (flow.get("algorithm").and_then(Value::as_str), flow.get("params"))
            else {
                continue;
            };
            let mut params = params.clone();
            if self.checker.issues.iter().any(|issue| issue.path.starts_with(&path)) {
                continue;
            }
            let issues_before = self.checker.issues.len();
            for issue in (self.kinds.contradictions.0)(algorithm, &params) {
                self.checker.report(format!("{path}.{}", issue.path), issue.code, issue.message);
            }
            let mut flow_changes = changes.iter().filter(|change| change.flow == i).peekable();
            while let Some(change) = flow_changes.next() {
                params[&change.name] = change.value.clone();
                let more_at_this_time = flow_changes.peek().is_some_and(|next| next.at == change.at);
                if more_at_this_time || self.checker.is_full() || self.checker.issues.len() > issues_before {
                    continue;
                }
                for issue in (self.kinds.contradictions.0)(algorithm, &params) {
                    self.checker.report(format!("timeline[{}].to", change.entry), issue.code, issue.message);
                }
            }
        }
    }

    /// The changes of algorithm settings in the timeline, except entries with reported problems.
    fn param_changes(&self) -> Vec<ParamChange> {
        let entries = list(self.document, "timeline");
        let read = |(entry, change): &(usize, ResolvedChange)| {
            if self.checker.issues.iter().any(|issue| issue.path.starts_with(&format!("timeline[{entry}]"))) {
                return None;
            }
            let at = number(&entries[*entry], "at")?;
            match change {
                (TimelineTarget::Param { flow, name }, value) => {
                    let (name, value) = (name.clone(), value.clone());
                    Some(ParamChange { at, entry: *entry, flow: *flow, name, value })
                }
                _ => None,
            }
        };
        self.changes.iter().filter_map(read).collect()
    }

    /// Whether a problem has been reported for this path.
    fn is_reported(&self, path: &str) -> bool {
        self.checker.issues.iter().any(|issue| issue.path == path)
    }
}
