//! Tests of formulas.

use serde_json::json;

use super::functions::names;
use super::{Data, Definition, Definitions, Formula, Scope, Value};
use crate::axes::AxisValue;
use crate::quantity::{Quantity, SeedAverage};
use crate::run_result::{Measurements, RunResult};
use crate::table::ResultTable;

fn without_data(text: &str) -> Value {
    Scope::new(&Definitions::new(), &[], &[], Data::None).value(&Formula::read(text).unwrap())
}

fn number(text: &str) -> f64 {
    without_data(text).number()
}

fn numbers(text: &str) -> Vec<f64> {
    without_data(text).list().numbers
}

#[test]
fn operators_have_the_precedence_of_mathematics() {
    assert_eq!(number("1 + 2 * 3 - -4 / 2"), 9.0);
    assert_eq!(number("(1 + 2) * 3"), 9.0);
    assert_eq!(number("8 / 4 / 2"), 1.0);
    assert_eq!(number("1 < 2 and 2 <= 1 or 3 != 4"), 1.0);
    assert_eq!(number("'it''s' = 'it''s'"), 1.0);
    assert_eq!(number("if(1 > 2, 10, 20)"), 20.0);
}

#[test]
fn an_undefined_number_makes_the_result_undefined() {
    for text in [
        "undefined + 1",
        "mean(list(1, undefined))",
        "max(1, undefined)",
        "value(list(1, 2), 5)",
        "mean(known(list(0 / 0)))",
    ] {
        assert!(number(text).is_nan(), "{text}");
    }
    assert_eq!(number("default(undefined, 7)"), 7.0);
    assert_eq!(number("undefined < 1"), 0.0);
}

#[test]
fn functions_of_lists_have_the_expected_results() {
    assert_eq!(number("mean(list(1, 2, 6))"), 3.0);
    assert_eq!(number("median(list(1, 2, 6))"), 2.0);
    assert_eq!(number("max(list(1, 6, 2)) - min(list(1, 6, 2))"), 5.0);
    assert_eq!(numbers("list(1, 2, 3) * 2 + list(1, 0, 1)"), [3.0, 4.0, 7.0]);
    assert_eq!(numbers("differences(list(1, 4, 2))"), [3.0, -2.0]);
    assert_eq!(numbers("indices(list(0, 5, 0, 2) > 1)"), [1.0, 3.0]);
    assert_eq!(numbers("falls(list(5, 4, 1, 3, 2), 1)"), [2.0]);
    assert_eq!(numbers("part(list(1, 2, 3, 4), 1, 3)"), [2.0, 3.0]);
    assert_eq!(numbers("distinct(list(1, 1.1, 2, 2, 1), 0.5)"), [1.0, 2.0, 1.0]);
    assert_eq!(numbers("means_between(list(1, 3, 5, 7), list(0, 2, 4))"), [2.0, 6.0]);
    assert_eq!(numbers("widen(list(1, 3, 5, 7, 9), 2)"), [2.0, 6.0]);
    assert_eq!(numbers("mean(group(list(1, 3), list(2, 6)))"), [2.0, 4.0]);
    assert_eq!(numbers("total(group(list(1, 3), list(2, 6)))"), [3.0, 9.0]);
    // A flow alone has an index of 1, two flows of which one gets nothing have 1/2.
    assert_eq!(numbers("jain_by_bin(group(during(list(6, 6), 0, 2), during(list(0, 0), 1, 2)))"), [1.0, 0.5]);
}

#[test]
fn periods_and_runs_are_found() {
    assert_eq!(numbers("starts(list(0, 1, 1, 0, 0, 1))"), [1.0, 5.0]);
    assert_eq!(numbers("ends(list(0, 1, 1, 0, 0, 1))"), [3.0, f64::INFINITY]);
    // 340 is within 15 % of 300, 350 is not. Second 2 is near the share, but second 3 is not. Seconds 4 to 6
    // are near the share.
    let near = "abs(list(600, 600, 300, 350, 340, 260, 300, 100) - 300) <= 0.15 * 300";
    assert_eq!(number(&format!("first_run({near}, 3, 0)")), 4.0);
    assert!(number(&format!("first_run({near}, 3, 5)")).is_nan());
}

#[test]
fn runs_are_measured() {
    let result = json!({ "width": 0.5, "summary": { "window": [20, 100], "links": [{ "id": "forward", "occupancy": [0.25, 0.75] }],
        "flows": [{ "id": "tcp1", "sent": 3, "cov": { "0.1": 2 } }, { "id": "tcp2", "sent": 5 }, { "id": "media" }] },
        "series": { "flow:tcp1": { "throughput": [100, 200, 300, 400] }, "flow:tcp2": { "throughput": [0, 100, 0, 0] },
                    "flow:media": { "probing": [null, 1, 1, 0] } } });
    let run = RunResult { at: &[("n", AxisValue::Number(2.0))], result: &result };
    let mut definitions = Definitions::new();
    definitions.insert("twice".to_owned(), Definition::Is(Formula::read("2 * n").unwrap()));
    let scope = Scope::new(&definitions, run.at, &[], Data::Run(&run));
    let list = |text: &str| scope.value(&Formula::read(text).unwrap()).list().numbers;
    assert_eq!(list("tcp#.sent"), [3.0, 5.0]);
    assert_eq!(list("tcp1.cov.'0.1'"), [2.0]);
    assert_eq!(list("link.forward.occupancy"), [0.25, 0.75]);
    assert_eq!(list("last(run.window) - value(run.window, 0)"), [80.0]);
    assert_eq!(list("rates(tcp1.throughput, 1)"), [2400.0, 5600.0]);
    assert_eq!(list("rates(tcp#.throughput, 1)"), [3200.0, 5600.0]);
    assert_eq!(list("mean(each_rate(tcp#.throughput, 1))"), [4000.0, 400.0]);
    assert_eq!(list("counts(tcp1.throughput, 1)"), [300.0, 700.0]);
    assert_eq!(list("between(rates(tcp1.throughput, 0.5), 1, 2)"), [4800.0, 6400.0]);
    assert_eq!(list("starts(series(media.probing))"), [0.5]);
    assert_eq!(list("mean(known(series(media.probing)))"), [2.0 / 3.0]);
    assert_eq!(list("twice + n"), [6.0]);
    assert!(list("nobody.sent").is_empty());
    // Four packets in bins 0, 3, 20 and 36 have gaps of 3, 17 and 16, one of which is below half of the mean
    // spacing of 10.
    let gaps = "differences(list(0, 3, 20, 36))";
    assert_eq!(list(&format!("sum({gaps} < 40 / 4 / 2) / length({gaps})")), [1.0 / 3.0]);
}

#[test]
fn values_of_results_are_selected() {
    let quantity = Quantity { id: "x", label: "", unit: "", averaging: SeedAverage::Mean, fair: None };
    let mut table = ResultTable::new(&[quantity]);
    for (name, n, values) in
        [("RAP", 1.0, [2.0, 4.0]), ("RAP", 2.0, [5.0, 5.0]), ("RAP, Reno", 1.0, [9.0, 9.0])]
    {
        let measured = |value: f64| {
            let mut measurements = Measurements::default();
            measurements.number("x", value);
            measurements
        };
        table.add_cell(
            &vec![("with", AxisValue::Text(name)), ("n", AxisValue::Number(n))],
            values.map(measured).into(),
        );
    }
    let definitions = Definitions::new();
    let at = [("with", AxisValue::Text("RAP"))];
    let value = |text: &str| {
        let scope = Scope::new(&definitions, &at, &[], Data::Table(&table));
        scope.value_of_existing(&Formula::read(text).unwrap()).map(|value| value.list().numbers)
    };
    assert_eq!(value("x"), Some(vec![3.0, 5.0]));
    assert_eq!(value("x[n=2..]"), Some(vec![5.0]));
    assert_eq!(value("x[with='RAP, Reno'] - x[n=1]"), Some(vec![6.0]));
    assert_eq!(value("max(x[with='RAP*'])"), Some(vec![9.0]));
    assert_eq!(value("mean(x[with=.., n=1])"), Some(vec![6.0]));
    assert_eq!(value("seeds(x[n=1])"), Some(vec![2.0, 4.0]));
    assert_eq!(value("coordinates(x, n)"), Some(vec![1.0, 2.0]));
    assert_eq!(value("x[n=7]"), None);
}

#[test]
fn errors_describe_the_problem() {
    for (text, part) in [
        ("mena(x)", "Did you mean `mean`?"),
        ("mean(x", "`)` must follow"),
        ("mean(1, 2)", "takes 1 arguments, not 2"),
        ("1 +", "ends where a value must follow"),
        ("1 2", "ends before `2`"),
        ("'open", "no closing quotation mark"),
        ("a $ b", "`$` has no meaning"),
        ("rates(1, 2)", "such as `tcp.throughput`"),
        ("x[n>2]", "`=` must come before `>`"),
    ] {
        let error = Formula::read(text).unwrap_err();
        assert!(error.contains(part), "{text}: {error}");
    }
    assert!(Formula::read(&"(".repeat(500)).unwrap_err().contains("levels"));
    assert!(Formula::read(&"-".repeat(500)).unwrap_err().contains("levels"));
    assert!(Formula::read(&"1+".repeat(5000)).unwrap_err().contains("characters"));
}

#[test]
fn definitions_that_refer_to_each_other_are_undefined() {
    let mut definitions = Definitions::new();
    for (name, text) in [("a", "b + 1"), ("b", "a + 1")] {
        definitions.insert(name.to_owned(), Definition::Is(Formula::read(text).unwrap()));
    }
    let scope = Scope::new(&definitions, &[], &[], Data::None);
    assert!(scope.number(&Formula::read("a").unwrap()).is_nan());
}

#[test]
fn the_documentation_describes_every_function() {
    let text = include_str!("../../../../docs/papers-as-files.md");
    for name in names() {
        assert!(text.contains(&format!("`{name}(")), "{name}");
    }
}
