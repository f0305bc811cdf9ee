//! The rate of each direction of a link over a run, as steps: for reference lines and shaded times in charts, and for fair
//! shares over time. Slopes are coarser here than in the simulation, which sets the rate as often as the schedule says.

use serde_json::Value;

use super::model::{Scenario, list_items, member};
use super::network::directions;
use crate::ground::order::sorted;
use crate::json_object;
use crate::net::{impairments, schedule};

/// A slope has at most this many steps over the run.
const SLOPE_STEPS: f64 = 400.0;
/// The most changes that a schedule contributes.
const MAX_CHANGES: usize = 20_000;

json_object! {
    /// The rate of a direction of a link over a run.
    #[derive(Clone, Debug, PartialEq)]
    pub struct LinkRates {
        /// The direction, as in the derived facts.
        pub link: String,
        /// Times in s and the rates in bit/s that hold from then on, in the order of time. The rate is 0 during an outage.
        pub steps: Vec<[f64; 2]>,
    }
}

/// The rates of all directions that the derived facts list. `full` is the expanded document of the scenario.
pub fn rate_steps(full: &Value, scenario: &Scenario) -> Vec<LinkRates> {
    let network = &scenario.network;
    let all = directions(member(full, "network"));
    let steps_of = |&index: &usize| {
        let link = &network.links[index];
        // A direction without settings of its own keeps its rate.
        let own = all.iter().find(|direction| direction.id == link.id && direction.path.is_some());
        let steps = match own {
            Some(direction) => steps(direction.settings, &link.id, link.rate, full, scenario.duration),
            None => vec![[0.0, link.rate]],
        };
        LinkRates { link: link.id.clone(), steps }
    };
    network.document_order.iter().map(steps_of).collect()
}

fn steps(settings: &Value, link: &str, rate: f64, full: &Value, duration: f64) -> Vec<[f64; 2]> {
    let path = match link.rsplit_once('.') {
        Some((id, side)) => format!("network.links.{id}.{side}.rate"),
        None => format!("network.{link}.rate"),
    };
    let number = |entry: &Value, name| entry.get(name).and_then(Value::as_f64);
    let set =
        list_items(full, "timeline").filter(|entry| entry.get("set").and_then(Value::as_str) == Some(&path));
    let set = set.filter_map(|entry| Some([number(entry, "at")?, number(entry, "to")?]));
    let planned =
        schedule::coarse_changes(member(settings, "schedule"), duration, duration / SLOPE_STEPS, MAX_CHANGES);
    // The timeline comes first at equal times, as in the simulation.
    let mut steps = vec![[0.0, rate]];
    steps.extend(set);
    steps.extend(planned.into_iter().map(|(at, rate)| [at, rate]));
    let steps = sorted(steps, |a, b| a[0].total_cmp(&b[0]));
    interrupted(&steps, &merged(impairments::outages(member(settings, "impairments"))))
}

/// Outages in the order of time; those that touch are one.
fn merged(outages: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    let mut merged: Vec<(f64, f64)> = Vec::new();
    let outages = outages.into_iter().filter(|(from, to)| to > from).collect();
    for (from, to) in sorted(outages, |a, b| a.0.total_cmp(&b.0)) {
        match merged.last_mut() {
            Some(last) if from <= last.1 => last.1 = last.1.max(to),
            _ => merged.push((from, to)),
        }
    }
    merged
}

/// Steps that are 0 during outages. After each, the rate is the one that holds by then.
fn interrupted(steps: &[[f64; 2]], outages: &[(f64, f64)]) -> Vec<[f64; 2]> {
    let mut result = Vec::with_capacity(steps.len() + 2 * outages.len());
    let mut steps = steps.iter().copied().peekable();
    let mut rate = steps.peek().map_or(0.0, |first| first[1]);
    for &(from, to) in outages {
        while let Some(step) = steps.next_if(|step| step[0] < from) {
            rate = step[1];
            result.push(step);
        }
        result.push([from, 0.0]);
        while let Some(step) = steps.next_if(|step| step[0] <= to) {
            rate = step[1];
        }
        result.push([to, rate]);
    }
    result.extend(steps);
    result
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::catalogue::kinds;
    use crate::scenario::{check_value, expanded};

    fn steps_of(document: &Value) -> Vec<LinkRates> {
        let kinds = kinds();
        let checked = check_value(document.clone(), kinds);
        let scenario = checked.scenario.unwrap_or_else(|| panic!("{:?}", checked.issues));
        rate_steps(&expanded(document, kinds), &scenario)
    }

    fn forward(settings: Value, duration: f64, timeline: Value) -> Vec<[f64; 2]> {
        let document = json!({"v": 1, "duration": duration, "network": {"kind": "dumbbell", "forward": settings},
                              "flows": [{"id": "near"}], "timeline": timeline});
        let all = steps_of(&document);
        assert_eq!((all[0].link.as_str(), all[1].link.as_str()), ("forward", "reverse"));
        assert_eq!(all[1].steps, [[0.0, 1e7]], "the reverse direction has no schedule of its own");
        all[0].steps.clone()
    }

    fn scheduled(schedule: Value, duration: f64) -> Vec<[f64; 2]> {
        forward(json!({"rate": 1e7, "schedule": schedule}), duration, json!([]))
    }

    #[test]
    fn without_a_schedule_only_the_timeline_changes_the_rate() {
        let timeline = json!([{"at": 10, "set": "network.forward.rate", "to": 5e6},
                              {"at": 5, "set": "network.forward.delay", "to": 0.1}]);
        assert_eq!(forward(json!({"rate": 1e7}), 20.0, json!([])), [[0.0, 1e7]]);
        assert_eq!(forward(json!({"rate": 1e7}), 20.0, timeline), [[0.0, 1e7], [10.0, 5e6]]);
    }

    #[test]
    fn points_ramps_and_periods_become_steps() {
        let points = json!([{"at": 4, "rate": 2e6}, {"at": 1, "rate": 4e6}]);
        let repeated = json!({"kind": "points", "points": points, "repeat": 8});
        assert_eq!(scheduled(repeated, 10.0), [[0.0, 1e7], [1.0, 4e6], [4.0, 2e6], [9.0, 4e6]]);
        let ramp = json!({"kind": "points", "between": "ramps", "every": 1,
                          "points": [{"at": 2, "rate": 0}, {"at": 4, "rate": 4e6}]});
        assert_eq!(scheduled(ramp, 20.0), [[0.0, 1e7], [2.0, 1e6], [3.0, 3e6], [4.0, 4e6]]);
        let square = json!({"kind": "periodic", "low": 1e6, "high": 9e6, "period": 10, "share": 0.25});
        let expected = [[0.0, 1e7], [0.0, 9e6], [2.5, 1e6], [10.0, 9e6], [12.5, 1e6]];
        assert_eq!(scheduled(square, 20.0), expected);
    }

    #[test]
    fn slopes_are_coarser_than_in_the_simulation() {
        let slope = json!({"kind": "periodic", "shape": "sawtooth", "low": 0, "high": 4e6, "period": 400, "every": 0.05});
        assert_eq!(scheduled(slope, 400.0).len(), 401);
        let busy = json!({"kind": "periodic", "low": 0, "high": 4e6, "period": 0.001});
        assert_eq!(scheduled(busy, 40.0).len(), MAX_CHANGES + 1);
    }

    #[test]
    fn the_rate_is_zero_during_outages() {
        let outages = json!([{"at": 12, "lasts": 4}, {"at": 2, "lasts": 1}, {"at": 3, "lasts": 2}]);
        let settings = json!({"rate": 1e7, "impairments": {"outages": outages}});
        let timeline = json!([{"at": 14, "set": "network.forward.rate", "to": 5e6}]);
        let expected = [[0.0, 1e7], [2.0, 0.0], [5.0, 1e7], [12.0, 0.0], [16.0, 5e6]];
        assert_eq!(forward(settings, 20.0, timeline), expected);
    }

    #[test]
    fn links_of_a_row_are_named_by_their_ids() {
        let document = json!({"v": 1, "network": {"kind": "parking_lot", "links": [{"id": "x"}, {"id": "y"}]},
                              "flows": [{"id": "near"}],
                              "timeline": [{"at": 5, "set": "network.links.y.forward.rate", "to": 1e6}]});
        let all = steps_of(&document);
        let of = |id: &str| all.iter().find(|rates| rates.link == id).map(|rates| rates.steps.clone());
        assert_eq!(of("y.forward"), Some(vec![[0.0, 1e7], [5.0, 1e6]]));
        assert_eq!(of("x.forward"), Some(vec![[0.0, 1e7]]));
    }
}
