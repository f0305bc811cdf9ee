//! Lines whose rate varies, as on radio links: the answer is a range.

use crate::cases::{Draw, probe};
use crate::{all, fit, number};
use fairshare_exports::Format;
use fairshare_measured::measurement::{quantile, sorted};
use serde_json::{Value, json};

const DURATION: f64 = 20.0;
const LOADED_FROM: f64 = 2.0;

/// A scenario, and the least, the median and the greatest of the rates, each over half a second and without a tenth on either side.
fn case(number: u64) -> (Value, [f64; 3]) {
    let mut draw = Draw::new(20_000 + number, 0);
    let (rate, rtt) = (draw.log_range(4e6, 40e6), draw.log_range(0.02, 0.08));
    let every = draw.pick(&[0.5, 1.0, 2.0]);
    let count = (0..).take_while(|step| f64::from(*step) * every < DURATION).count();
    let rates: Vec<f64> = (0..count).map(|_| rate * draw.log_range(0.25, 1.0)).collect();
    let points: Vec<Value> = rates
        .iter()
        .enumerate()
        .map(|(step, rate)| json!({"at": every * step as f64, "rate": rate}))
        .collect();
    let controller = draw.pick(&["cubic", "cubic", "sack", "bbr"]);
    let access = json!({"sender": 0, "receiver": 0});
    let mut flows = vec![probe()];
    flows.extend((0..1 + draw.below(3)).map(|index| {
        json!({"id": format!("t{}", index + 1), "algorithm": controller, "packet": 1500, "start": LOADED_FROM})
    }));
    for flow in &mut flows {
        flow["access"] = access.clone();
    }
    let limit = json!({"seconds": rtt * draw.log_range(1.0, 4.0)});
    let document = json!({"v": 1, "duration": DURATION, "seed": number, "network": {
        "forward": {"rate": rate, "delay": rtt / 2.0, "queue": {"kind": "drop_tail", "limit": limit},
            "schedule": {"kind": "points", "points": points}},
        "reverse": {"rate": rate, "delay": rtt / 2.0}}, "flows": flows});
    let halves = (0_u32..).map(|step| LOADED_FROM + 0.5 * f64::from(step)).take_while(|t| *t < DURATION);
    let at = |t: f64| (0..count).rfind(|step| *step as f64 * every <= t).map(|step| rates[step]);
    let all = sorted(halves.filter_map(at));
    (document, [0.1, 0.5, 0.9].map(|share| quantile(&all, share).expect("rates")))
}

fn row(number: u64, name: &str, format: Format) -> Value {
    let (document, [low, median, high]) = case(number);
    let got = match fit(&document, format) {
        Ok((_, answer)) => {
            json!({"low": answer.rate.low, "median": answer.rate.value, "high": answer.rate.high,
                "varies": answer.over_time.is_some()})
        }
        Err(refusal) => json!({"refused": refusal.id()}),
    };
    json!({"case": number, "format": name, "low": low, "median": median, "high": high, "got": got})
}

/// The rows of these cases.
pub fn rows(numbers: &[u64]) -> Vec<Value> {
    all(numbers, |number| vec![row(number, "flent", Format::Flent), row(number, "iperf3", Format::Iperf3)])
}

/// How many got a range, and in how many of these each value is within 15 %.
pub fn table(rows: &[Value]) -> Value {
    let varying: Vec<&Value> = rows.iter().filter(|row| row["got"]["varies"] == true).collect();
    let near = |name: &str| {
        let right = |row: &&&Value| (number(&row["got"][name]) / number(&row[name]) - 1.0).abs() < 0.15;
        varying.iter().filter(right).count()
    };
    let constant = rows.iter().filter(|row| row["got"]["varies"] == false).count();
    json!({"cases": rows.len(), "range": varying.len(), "constant": constant, "low": near("low"),
        "median": near("median"), "high": near("high")})
}

#[test]
fn a_rate_that_varies_gives_a_range_and_proposals_with_a_schedule() {
    let stored = crate::stored();
    let is_range = |row: &&Value| row["got"]["varies"] == true && row["format"] == "flent";
    let known = crate::list(&stored["varying"]).iter().find(is_range).expect("the study has a range");
    let (document, _) = case(known["case"].as_u64().expect("a number"));
    let (fit, answer) = fit(&document, Format::Flent).expect("an answer");
    let got = known["got"]["median"].as_f64().expect("a rate");
    assert!((answer.rate.value / got - 1.0).abs() < 0.01 && answer.over_time.is_some(), "{:?}", answer.rate);
    for proposal in fairshare_fit::proposals::proposals(&answer, &fit.measured) {
        let result = fairshare_fit::proposals::run(&proposal.document, 1, &|| false).expect("the run ends");
        assert!(result.rate > 0.3 * answer.rate.low, "{}: {result:?}", proposal.id);
        let text = proposal.document.to_string();
        assert!(text.contains("\"points\"") && text.contains("\"repeat\""), "{text}");
    }
}

#[test]
fn the_stored_table_counts_the_stored_ranges() {
    let stored = crate::stored();
    let rows = crate::list(&stored["varying"]);
    assert_eq!(table(rows), stored["varying_table"]);
}
