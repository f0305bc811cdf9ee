//! The rate of each link direction over a run, as steps. The page uses it for reference lines and shaded
//! times in charts, and for fair shares over time. A slope of a schedule has fewer steps here than in the
//! simulation.

use super::link::LinkSpec;
use super::model::{Scenario, TimelineChange};
use sim_engine::ground::order::sorted;
use sim_engine::ground::time::from_secs;
use sim_engine::json_object;

/// Maximum number of steps of a slope that lasts for the whole run.
const MAX_SLOPE_STEPS: f64 = 400.0;
/// Maximum number of rate changes of a schedule.
const MAX_CHANGES: usize = 20_000;

json_object! {
    /// The rate of a link direction over a run.
    #[derive(Clone, Debug, PartialEq)]
    pub struct LinkRates {
        /// The ID of the direction, as in `DerivedLink`.
        pub link: String,
        /// Pairs of a time in s and the rate in bit/s from this time on, in the order of time. The rate is 0
        /// during an outage.
        pub steps: Vec<[f64; 2]>,
    }
}

/// The rates of all link directions, in the order of the document.
pub fn rate_steps(scenario: &Scenario) -> Vec<LinkRates> {
    let network = &scenario.network;
    let steps_of = |&index: &usize| {
        let link = &network.links[index];
        LinkRates { link: link.id.clone(), steps: steps(index, link, scenario) }
    };
    network.document_order.iter().map(steps_of).collect()
}

fn steps(index: usize, link: &LinkSpec, scenario: &Scenario) -> Vec<[f64; 2]> {
    let listed = &scenario.timeline[..scenario.explicit_changes];
    let timeline_steps = listed.iter().filter_map(|entry| match entry.change {
        TimelineChange::Rate { link, rate } if link == index => Some([entry.at, rate]),
        _ => None,
    });
    let duration = scenario.duration;
    if let Some(steps) = trace_steps(link, duration) {
        return with_outages(&steps, &merged(link.impairments.outage_times().collect()));
    }
    let scheduled = link.schedule.coarse_changes(duration, duration / MAX_SLOPE_STEPS, MAX_CHANGES);
    // If changes have the same time, those of the timeline come before those of the schedule, as in the
    // simulation.
    let mut steps = vec![[0.0, link.rate]];
    steps.extend(timeline_steps);
    steps.extend(scheduled.into_iter().map(|(at, rate)| [at, rate]));
    let steps = sorted(steps, |a, b| a[0].total_cmp(&b[0]));
    with_outages(&steps, &merged(link.impairments.outage_times().collect()))
}

/// The mean rates of a delivery trace in intervals of at least a tenth of a second.
fn trace_steps(link: &LinkSpec, duration: f64) -> Option<Vec<[f64; 2]>> {
    let width = (duration / MAX_SLOPE_STEPS).max(0.1);
    let steps = (0..).map(|step| f64::from(step) * width).take_while(|from| *from < duration);
    steps
        .map(|from| {
            let bits = link.impairments.trace_bits(from_secs(from) + 1, from_secs(from + width))?;
            Some([from, bits / width])
        })
        .collect()
}

/// The outages as pairs of start and end, in the order of time. Outages that overlap or touch are merged.
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

/// Sets the rate to 0 during outages. After an outage, the rate is the rate of the last step before the end
/// of the outage.
fn with_outages(steps: &[[f64; 2]], outages: &[(f64, f64)]) -> Vec<[f64; 2]> {
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
    use serde_json::{Value, json};

    use super::*;
    use crate::Document;
    use crate::catalogue::kinds;

    fn steps_of(document: &Value) -> Vec<LinkRates> {
        Document::read(document, kinds()).unwrap().rate_steps()
    }

    /// The steps of the forward direction of a dumbbell.
    fn forward_steps(settings: Value, duration: f64, timeline: Value) -> Vec<[f64; 2]> {
        let document = json!({"v": 1, "duration": duration, "network": {"kind": "dumbbell", "forward": settings},
                              "flows": [{"id": "near"}], "timeline": timeline});
        let all = steps_of(&document);
        assert_eq!((all[0].link.as_str(), all[1].link.as_str()), ("forward", "reverse"));
        assert_eq!(all[1].steps, [[0.0, 1e7]], "the reverse direction has no schedule");
        all[0].steps.clone()
    }

    fn steps_with_schedule(schedule: Value, duration: f64) -> Vec<[f64; 2]> {
        forward_steps(json!({"rate": 1e7, "schedule": schedule}), duration, json!([]))
    }

    #[test]
    fn without_a_schedule_only_the_timeline_changes_the_rate() {
        let timeline = json!([{"at": 10, "set": "network.forward.rate", "to": 5e6},
                              {"at": 5, "set": "network.forward.delay", "to": 0.1}]);
        assert_eq!(forward_steps(json!({"rate": 1e7}), 20.0, json!([])), [[0.0, 1e7]]);
        assert_eq!(forward_steps(json!({"rate": 1e7}), 20.0, timeline), [[0.0, 1e7], [10.0, 5e6]]);
    }

    #[test]
    fn points_ramps_and_periods_become_steps() {
        let points = json!([{"at": 4, "rate": 2e6}, {"at": 1, "rate": 4e6}]);
        let repeated = json!({"kind": "points", "points": points, "repeat": 8});
        assert_eq!(steps_with_schedule(repeated, 10.0), [[0.0, 1e7], [1.0, 4e6], [4.0, 2e6], [9.0, 4e6]]);
        let ramp = json!({"kind": "points", "between": "ramps", "every": 1,
                          "points": [{"at": 2, "rate": 0}, {"at": 4, "rate": 4e6}]});
        assert_eq!(steps_with_schedule(ramp, 20.0), [[0.0, 1e7], [2.0, 1e6], [3.0, 3e6], [4.0, 4e6]]);
        let square = json!({"kind": "periodic", "low": 1e6, "high": 9e6, "period": 10, "share": 0.25});
        let expected = [[0.0, 1e7], [0.0, 9e6], [2.5, 1e6], [10.0, 9e6], [12.5, 1e6]];
        assert_eq!(steps_with_schedule(square, 20.0), expected);
    }

    #[test]
    fn slopes_are_coarser_than_in_the_simulation() {
        let slope = json!({"kind": "periodic", "shape": "sawtooth", "low": 0, "high": 4e6, "period": 400, "every": 0.05});
        assert_eq!(steps_with_schedule(slope, 400.0).len(), 401);
        let busy = json!({"kind": "periodic", "low": 0, "high": 4e6, "period": 0.001});
        assert_eq!(steps_with_schedule(busy, 40.0).len(), MAX_CHANGES + 1);
    }

    #[test]
    fn the_rate_is_zero_during_outages() {
        let outages = json!([{"at": 12, "lasts": 4}, {"at": 2, "lasts": 1}, {"at": 3, "lasts": 2}]);
        let settings = json!({"rate": 1e7, "impairments": {"outages": outages}});
        let timeline = json!([{"at": 14, "set": "network.forward.rate", "to": 5e6}]);
        let expected = [[0.0, 1e7], [2.0, 0.0], [5.0, 1e7], [12.0, 0.0], [16.0, 5e6]];
        assert_eq!(forward_steps(settings, 20.0, timeline), expected);
    }

    #[test]
    fn links_of_a_parking_lot_are_named_by_their_ids() {
        let document = json!({"v": 1, "network": {"kind": "parking_lot", "links": [{"id": "x"}, {"id": "y"}]},
                              "flows": [{"id": "near"}],
                              "timeline": [{"at": 5, "set": "network.links.y.forward.rate", "to": 1e6}]});
        let all = steps_of(&document);
        let steps_of = |id: &str| all.iter().find(|rates| rates.link == id).map(|rates| rates.steps.clone());
        assert_eq!(steps_of("y.forward"), Some(vec![[0.0, 1e7], [5.0, 1e6]]));
        assert_eq!(steps_of("x.forward"), Some(vec![[0.0, 1e7]]));
    }
}
