//! Files of a real kernel on known networks: what TCP_INFO said every 100 ms, as `ss -ti` prints it.

use crate::cases::Truth;
use crate::{all, answer_json, list, number, table};
use fairshare_fit::search::Fit;
use fairshare_measured::read::read_series;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// Bytes of a packet on the kernel's wire, of which 14 are Ethernet's.
const WIRE: f64 = 1514.0;

fn cases() -> Value {
    serde_json::from_str(include_str!("../data/kernel.json")).expect("valid JSON")
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

/// The output of `ss -ti` of a case.
fn output(case: &Value) -> String {
    let mut out = String::new();
    for (index, time) in list(&case["times"]).iter().enumerate() {
        writeln!(out, "{time}").expect("memory");
        for (port, (flow, sender)) in
            list(&case["flows"]).iter().zip(list(&case["network"]["flows"])).enumerate()
        {
            let from = usize::try_from(flow["from"].as_u64().expect("an index")).expect("small");
            let at = |name: &str| list(&flow[name]).get(index.checked_sub(from)?);
            let (Some(rtt), Some(delivered), Some(again)) = (at("rtt"), at("delivered"), at("again")) else {
                continue;
            };
            let (cc, least) = (text(&sender["cc"]), &flow["least"]);
            writeln!(out, "ESTAB 0 0 10.0.0.1:{port} 10.1.0.2:5001").expect("memory");
            writeln!(
                out,
                "\t {cc} rtt:{rtt}/0 mss:1448 cwnd:10 delivered:{delivered} retrans:0/{again} minrtt:{least}"
            )
            .expect("memory");
        }
    }
    out
}

fn truth(case: &Value) -> Truth {
    let network = &case["network"];
    let wire = number(&network["rate_mbit"]) * 1e6;
    let queue = match text(&network["queue"]["kind"]) {
        "netem" => "drop_tail",
        "codel" | "pie" => "aqm",
        _ => "fair",
    };
    let limit = network["queue"]["limit"].as_f64();
    let controller = match text(&network["flows"][0]["cc"]) {
        "reno" => "sack",
        "bbr" => "bbr",
        _ => "cubic",
    };
    Truth {
        rate: wire * 1500.0 / WIRE,
        base_rtt: number(&network["rtts"][0]) / 1e3,
        buffer: limit.filter(|_| queue == "drop_tail").map(|packets| packets * WIRE * 8.0 / wire),
        queue,
        controller,
    }
}

/// How many cases there are.
pub fn count() -> u64 {
    list(&cases()["cases"]).len() as u64
}

/// The rows of these cases.
pub fn rows(numbers: &[u64]) -> Vec<Value> {
    let cases = cases();
    let cases = list(&cases["cases"]);
    all(numbers, |index| {
        let case = &cases[usize::try_from(index).expect("small")];
        let Truth { rate, base_rtt, buffer, queue, controller } = truth(case);
        let measured = read_series(output(case).as_bytes()).unwrap_or_else(|problem| panic!("{problem}"));
        let (rate_seen, least, wait) = crate::baseline(&measured);
        let answer = Fit::new(measured).and_then(|fit| {
            let scored = fit.run(&|| false).expect("the runs end");
            fit.answer(&scored).map(|answer| (fit, answer))
        });
        vec![json!({"case": case["id"], "rate": rate, "base_rtt": base_rtt, "buffer": buffer, "queue": queue,
            "controller": controller, "baseline": {"rate": rate_seen, "base_rtt": least, "buffer": wait},
            "fit": answer_json(answer)})]
    })
}

#[test]
fn the_stored_table_counts_the_stored_kernels() {
    let stored = crate::stored();
    let rows: Vec<&Value> = list(&stored["kernel"]).iter().collect();
    assert_eq!(Value::Object(table(&rows)), stored["kernel_table"]);
    let ids: Vec<&Value> = rows.iter().map(|row| &row["case"]).collect();
    assert_eq!(ids, list(&cases()["cases"]).iter().map(|case| &case["id"]).collect::<Vec<_>>());
}

#[test]
fn outputs_of_kernels_are_read() {
    for case in list(&cases()["cases"]) {
        let read = read_series(output(case).as_bytes()).unwrap_or_else(|problem| panic!("{problem}"));
        let Truth { rate, base_rtt, controller, .. } = truth(case);
        assert_eq!(read.controller, Some(controller), "{}", case["id"]);
        assert_eq!(read.transfers.len(), list(&case["flows"]).len(), "{}", case["id"]);
        assert!(read.least_rtt().is_some_and(|least| (base_rtt..1.3 * base_rtt + 0.01).contains(&least)));
        let seconds = read.steps() as f64 * read.step;
        let total: f64 = read.transfers.iter().map(|flow| flow.total()).sum();
        assert!((0.6..1.01).contains(&(total * 8.0 / seconds / rate)), "{}: {total}", case["id"]);
    }
}
