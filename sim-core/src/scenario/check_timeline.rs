//! Checks of the timeline: paths, values and times of its entries, and contradictory settings of algorithms at the start and
//! after each change.

use serde_json::Value;

use super::canonical::with_defaults;
use super::model::LinkSetting;
use super::target::{TimelineTarget, resolve_target};
use super::validate::{DocumentChecks, list, number};
use crate::ground::order::sorted;

/// A setting of a flow's algorithm that a timeline entry changes.
struct ParamChange {
    at: f64,
    entry: usize,
    flow: usize,
    name: String,
    to: Value,
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
                self.late(&format!("{path}.at"), at, duration);
            }
            let Some(set) = entry.get("set").and_then(Value::as_str) else { continue };
            if set.split('.').next().and_then(|part| self.document.get(part)).is_some_and(Value::is_null) {
                // That part of the document has been reported as a whole.
                continue;
            }
            match resolve_target(self.document, set, self.kinds) {
                Err(message) => self.checker.report(format!("{path}.set"), "unknown_setting", message),
                Ok((target, field)) => {
                    // A missing value has been reported.
                    let Some(to) = entry.get("to") else { continue };
                    let before = self.checker.issues.len();
                    let to_path = format!("{path}.to");
                    if !(to.is_null() && self.reported(&to_path)) {
                        self.checker.value(&field, to, &to_path);
                    }
                    let fits = self.checker.issues.len() == before;
                    if fits && matches!(target, TimelineTarget::Link { setting: LinkSetting::Loss, .. }) {
                        let to = with_defaults(&field, to, self.kinds);
                        self.rules(to.as_array().map_or(&[], Vec::as_slice), &to_path);
                    }
                }
            }
        }
    }

    /// Reports contradictory settings of an algorithm, at the start and after each change by the timeline.
    pub(super) fn settings(&mut self) {
        let changes = self.changes();
        // Changes at one time apply together. The sort is stable, so they stay in the order of the document.
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
            let before = self.checker.issues.len();
            for issue in (self.kinds.contradictions.0)(algorithm, &params) {
                self.checker.report(format!("{path}.{}", issue.path), issue.code, issue.message);
            }
            let mut own = changes.iter().filter(|change| change.flow == i).peekable();
            while let Some(change) = own.next() {
                params[&change.name] = change.to.clone();
                let more_at_this_time = own.peek().is_some_and(|next| next.at == change.at);
                if more_at_this_time || self.checker.is_full() || self.checker.issues.len() > before {
                    continue;
                }
                for issue in (self.kinds.contradictions.0)(algorithm, &params) {
                    self.checker.report(format!("timeline[{}].to", change.entry), issue.code, issue.message);
                }
            }
        }
    }

    /// The changes of algorithm settings in the timeline, except entries with reported problems.
    fn changes(&self) -> Vec<ParamChange> {
        let entries = list(self.document, "timeline").iter().enumerate();
        let read = |(entry, value): (usize, &Value)| {
            if self.checker.issues.iter().any(|issue| issue.path.starts_with(&format!("timeline[{entry}]"))) {
                return None;
            }
            let (at, to) = (number(value, "at")?, value.get("to")?.clone());
            match resolve_target(self.document, value.get("set")?.as_str()?, self.kinds).ok()?.0 {
                TimelineTarget::Param { flow, name } => Some(ParamChange { at, entry, flow, name, to }),
                _ => None,
            }
        };
        entries.filter_map(read).collect()
    }

    /// Whether a problem has been reported for this path.
    fn reported(&self, path: &str) -> bool {
        self.checker.issues.iter().any(|issue| issue.path == path)
    }
}
