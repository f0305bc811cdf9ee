//! Checks of the timeline: paths, values and times of its entries, and contradictory settings of algorithms
//! at the start and after each change.

use std::borrow::Cow;

use serde_json::Value;

use super::reading::ResolvedChange;
use super::target::{LinkSetting, TimelineTarget, resolve_target};
use super::validate::{DocumentChecks, list, number};
use sim_engine::ground::order::sorted;
use sim_engine::protocols::AlgorithmSettings;

/// A valid timeline entry that changes a setting of a flow's algorithm.
struct ParamChange {
    /// Time of the change, s.
    at: f64,
    /// Index in `DocumentChecks::changes`.
    change: usize,
    /// Index in the timeline.
    entry: usize,
    /// Index in the document's list of flows.
    flow: usize,
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
                    if value.is_null() && self.is_reported(&to_path) {
                        continue;
                    }
                    let value = self.checker.value(&field, value, &to_path);
                    if self.checker.issues.len() > issues_before {
                        continue;
                    }
                    if matches!(target, TimelineTarget::Link { setting: LinkSetting::Loss, .. }) {
                        self.check_rules(value.as_array().map_or(&[], Vec::as_slice), &to_path);
                    }
                    self.changes.push((i, ResolvedChange { target, value, settings: None }));
                }
            }
        }
    }

    /// Reads the settings of algorithms, at the start and after each change by the timeline, and reports
    /// contradictions among them.
    pub(super) fn algorithm_settings(&mut self) {
        // Changes at the same time apply together. The sort is stable, so they stay in the order of the
        // document.
        let changes = sorted(self.param_changes(), |a, b| a.at.total_cmp(&b.at));
        for (i, flow) in list(self.document, "flows").iter().enumerate() {
            let settings = self.settings_of_flow(i, flow, &changes);
            self.algorithms.push(settings);
        }
    }

    /// Reads the settings of the algorithm of the flow with this index, and the settings after each of
    /// `changes` that concerns this flow.
    fn settings_of_flow(
        &mut self,
        index: usize,
        flow: &Value,
        changes: &[ParamChange],
    ) -> Option<AlgorithmSettings> {
        let path = format!("flows[{index}].params");
        if self.checker.issues.iter().any(|issue| issue.path.starts_with(&path)) {
            return None;
        }
        let (algorithm, mut params) = (flow.get("algorithm")?.as_str()?, Cow::Borrowed(flow.get("params")?));
        let initial = AlgorithmSettings::read(algorithm, &params)?;
        let issues_before = self.checker.issues.len();
        for issue in initial.contradictions() {
            self.checker.report(format!("{path}.{}", issue.path), issue.code, issue.message);
        }
        let mut changes = changes.iter().filter(|change| change.flow == index).peekable();
        while let Some(ParamChange { at, change, entry, .. }) = changes.next() {
            let changed = &mut self.changes[*change].1;
            let TimelineTarget::Param { name, .. } = &changed.target else { continue };
            match name.split_once('.') {
                Some((group, name)) => params.to_mut()[group][name] = changed.value.clone(),
                None => params.to_mut()[name] = changed.value.clone(),
            }
            let settings = AlgorithmSettings::read(algorithm, &params)?;
            changed.settings = Some(settings.clone());
            let more_at_this_time = changes.peek().is_some_and(|next| next.at == *at);
            if more_at_this_time || self.checker.is_full() || self.checker.issues.len() > issues_before {
                continue;
            }
            for issue in settings.contradictions() {
                self.checker.report(format!("timeline[{entry}].to"), issue.code, issue.message);
            }
        }
        Some(initial)
    }

    /// The changes of algorithm settings in the timeline, except entries with reported problems.
    fn param_changes(&self) -> Vec<ParamChange> {
        let entries = list(self.document, "timeline");
        let read = |(change, (entry, resolved)): (usize, &(usize, ResolvedChange))| {
            let TimelineTarget::Param { flow, .. } = resolved.target else { return None };
            let path = format!("timeline[{entry}]");
            if self.checker.issues.iter().any(|issue| issue.path.starts_with(&path)) {
                return None;
            }
            Some(ParamChange { at: number(&entries[*entry], "at")?, change, entry: *entry, flow })
        };
        self.changes.iter().enumerate().filter_map(read).collect()
    }

    /// Whether a problem has been reported for this path.
    fn is_reported(&self, path: &str) -> bool {
        self.checker.issues.iter().any(|issue| issue.path == path)
    }
}
