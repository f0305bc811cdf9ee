//! Each fault is named, at its place, with advice.

use crate::support::{call, machine, program, stops};
use std::sync::Arc;

use fairshare_script::{Budget, Fault, Machine, compile, limits};

/// Checks the first fault of a program: its code, its place, and words of its message.
#[track_caller]
fn refused(source: &str, code: &str, (line, column, length): (u32, u32, u32), words: &str) {
    let faults = compile(source).expect_err("the program must be refused");
    let fault = &faults[0];
    let at = (fault.at.line, fault.at.column, fault.at.length);
    assert_eq!((fault.code, at), (code, (line, column, length)), "{source}\n{faults:#?}");
    assert!(fault.message.contains(words), "{source}\n{faults:#?}");
}

#[test]
fn names_that_do_not_exist_are_refused_with_the_nearest_one() {
    refused("on_ack {\n  cwmd = 1\n}", "unknown_name", (2, 3, 4), "Did you mean `cwnd`?");
    refused("on_ack { cwnd = rtx }", "unknown_name", (1, 17, 3), "Did you mean `rtt`?");
    refused("on_ack { cwnd = mni(1, 2) }", "unknown_function", (1, 17, 3), "Did you mean `min`?");
    refused("on_ack { speed = 1 }", "unknown_name", (1, 10, 5), "Write `let speed = ...`");
    refused("on_ack { cwnd = Infinity }", "unknown_name", (1, 17, 8), "Write `infinity`");
    refused("on_akc { }", "unknown_handler", (1, 1, 6), "`on_ack`");
    refused("sender fast\non_ack {}", "level", (1, 8, 4), "`sender rate`");
    refused("const A = B\n", "not_constant", (1, 11, 1), "no constant `B`");
}

#[test]
fn uses_of_names_that_do_not_fit_are_refused() {
    refused("on_ack { rtt = 1 }", "read_only", (1, 10, 3), "can only be read");
    refused("const A = 1\non_ack { A = 2 }", "read_only", (2, 10, 1), "is a constant");
    refused("setting a = 1 in 0..2\non_ack { a = 2 }", "read_only", (2, 10, 1), "is a setting");
    refused("on_ack { for i in 0..3 { i = 2 } }", "read_only", (1, 26, 1), "counts the passes");
    refused("var a[2] = 0\non_ack { a = 2 }", "read_only", (2, 10, 1), "`a[0] = ...`");
    refused("fn f() { }\non_ack { f = 2 }", "read_only", (2, 10, 1), "function");
    refused("var a[2] = 0\non_ack { cwnd = a }", "array", (2, 17, 1), "`a[0]`");
    refused("on_ack { cwnd = rtt[0] }", "array", (1, 17, 3), "is no array");
    refused("on_ack { cwnd = min }", "unknown_name", (1, 17, 3), "Call it");
    refused("fn f() { return 1 }\non_ack { cwnd = f }", "function", (2, 17, 1), "Call it");
    refused("on_ack { cwnd = rtt(1) }", "not_a_function", (1, 17, 3), "cannot be called");
    refused("on_start { cwnd = acked }", "not_here", (1, 19, 5), "only in `on_ack`");
    refused("fn f() { return acked }\non_ack { cwnd = f() }", "not_here", (1, 17, 5), "as an argument");
    refused("var a = rtt", "not_here", (1, 9, 3), "on_start");
    refused("var a = cwnd", "not_here", (1, 9, 4), "on_start");
    refused("var a = f()\nfn f() { return 1 }", "unknown_function", (1, 9, 1), "cannot call");
}

#[test]
fn names_cannot_be_declared_twice() {
    refused("var a = 1\nvar a = 2", "repeated_name", (2, 5, 1), "declared already");
    refused("on_ack { let rtt = 2 }", "repeated_name", (1, 14, 3), "the simulator gives");
    refused("on_ack { let cwnd = 2 }", "repeated_name", (1, 14, 4), "can be assigned");
    refused("var min = 1", "repeated_name", (1, 5, 3), "function of the language");
    refused("var on_ack = 1", "repeated_name", (1, 5, 6), "is a handler");
    refused("on_ack {}\non_ack {}", "repeated_name", (2, 1, 6), "exists twice");
    refused("var if = 1", "keyword", (1, 5, 2), "word of the language");
    refused("sender window\nsender window", "repeated", (2, 8, 6), "twice");
}

#[test]
fn values_of_the_wrong_kind_are_refused() {
    refused("on_ack { cwnd = 1 < 2 }", "kind", (1, 17, 5), "a number is needed");
    refused("on_ack { if cwnd { } }", "kind", (1, 13, 4), "`cwnd > 0`");
    refused("on_ack { cwnd = 1 + true }", "kind", (1, 21, 4), "a number is needed");
    refused("on_ack { if cwnd == true { } }", "kind", (1, 21, 4), "a number is needed");
    refused("on_ack { if 1 < 2 and 3 { } }", "kind", (1, 23, 1), "a condition is needed");
    refused("on_ack { cwnd = max(1, true) }", "kind", (1, 24, 4), "a number is needed");
    refused("var up = true\non_ack { up = 1 }", "kind", (2, 15, 1), "a condition is needed");
    refused("var up = true\non_ack { up += 1 }", "kind", (2, 10, 2), "`up` is true or false");
    refused("on_ack { for i in 0..true { } }", "kind", (1, 22, 4), "a number is needed");
    refused("fn f(a) { if a > 1 { return 1 }\n return true }", "kind", (2, 9, 4), "a number is needed");
}

#[test]
fn wrong_calls_and_functions_are_refused() {
    refused("on_ack { cwnd = sqrt() }", "arguments", (1, 17, 6), "needs 1 argument, but here it has 0");
    refused("on_ack { cwnd = min(1) }", "arguments", (1, 17, 6), "needs 2 to 8 arguments");
    refused("fn f(a) { return a }\non_ack { cwnd = f(1, 2) }", "arguments", (2, 17, 7), "but here it has 2");
    refused("fn f(a) { return f(a) }", "unknown_function", (1, 18, 1), "calls itself");
    refused("fn f() { return g() }\nfn g() { return 1 }", "unknown_function", (1, 17, 1), "declared below");
    refused("fn f() { cwnd = 1 }\non_ack { cwnd = f() }", "no_result", (2, 17, 3), "returns no value");
    refused("fn f(a) { if a > 0 { return 1 } }", "no_result", (1, 4, 1), "without `return`");
    refused("fn f(a) { if a > 0 { return 1 }\nreturn }", "return", (2, 1, 6), "needs a value");
    refused("on_ack { return 1 }", "return", (1, 17, 1), "returns no value");
    refused("on_ack { break }", "no_loop", (1, 10, 5), "no loop");
}

#[test]
fn wrong_settings_constants_and_arrays_are_refused() {
    refused("setting a = 1", "range", (1, 9, 5), "in 0..1");
    refused("setting a = 1 in 2..1", "range", (1, 18, 4), "from a smaller to a larger");
    refused("setting a = 5 in 1..2", "range", (1, 13, 1), "outside of the range");
    refused("setting a = 1 in 0..2 log", "range", (1, 18, 4), "begin above 0");
    refused("setting a = true in 0..2", "range", (1, 21, 4), "no range");
    refused("var b = 1\nsetting a = b in 0..2", "not_constant", (2, 13, 1), "no constant `b`");
    refused("const a = 1 / 0", "not_constant", (1, 11, 5), "numbers and constants");
    refused("const a = random()", "not_constant", (1, 11, 6), "no constant `random`");
    refused("var a[0] = 1", "array_length", (1, 7, 1), "whole number from 1");
    refused("var a[1.5] = 1", "array_length", (1, 7, 3), "whole number from 1");
    refused("var a[5000] = 1", "array_length", (1, 7, 4), "to 4096");
    refused("var a[2] = true", "kind", (1, 12, 4), "a number is needed");
}

#[test]
fn syntax_of_other_languages_gets_advice() {
    refused("def on_ack():\n  cwnd = 1", "syntax", (1, 1, 3), "`on_ack { ... }`");
    refused("on_ack:\n  cwnd = 1", "syntax", (1, 1, 6), "braces");
    refused("on_ack {\n  if cwnd < 2:\n cwnd = 3 }", "syntax", (2, 14, 1), "braces");
    refused("on_ack { if cwnd = 2 { } }", "syntax", (1, 18, 1), "`==`");
    refused("on_ack { if cwnd < 2 && rtt > 1 { } }", "syntax", (1, 22, 2), "`and`");
    refused("on_ack { if not (cwnd < 2) || rtt > 1 { } }", "syntax", (1, 28, 2), "`or`");
    refused("on_ack { if !(cwnd < 2) { } }", "syntax", (1, 13, 1), "`not`");
    refused("on_ack { cwnd = cwnd ** 2 }", "syntax", (1, 22, 2), "pow");
    refused("on_ack { cwnd++ }", "syntax", (1, 14, 2), "`+= 1`");
    refused("on_ack { cwnd = Math.max(1, 2) }", "syntax", (1, 21, 1), "no objects");
    refused("on_ack { cwnd = rtt > 1 ? 2 : 3 }", "syntax", (1, 25, 1), "`if` and `else`");
    refused("on_ack { var a = 1 }", "syntax", (1, 10, 3), "`let name");
    refused("let a = 1", "syntax", (1, 1, 3), "`var name");
    refused("on_ack { if true { } elif true { } }", "syntax", (1, 22, 4), "`else if`");
    refused("on_ack { print(cwnd) }", "syntax", (1, 10, 5), "say");
    refused("cwnd = 1", "syntax", (1, 1, 4), "outside of a handler");
    refused("on_ack { for i in range(5) { } }", "syntax", (1, 19, 8), "0..n");
    refused("on_ack { cwnd = 10ms }", "number", (1, 17, 4), "0.01");
    refused("on_ack { cwnd = 1e999 }", "number", (1, 17, 5), "too large");
    refused("on_ack { if 1 < 2 < 3 { } }", "syntax", (1, 19, 1), "a < b and b < c");
}

#[test]
fn incomplete_code_is_refused_at_its_place() {
    refused("on_ack {\n  cwnd = 1\n", "syntax", (1, 8, 1), "never closed");
    refused("on_ack { }\n}", "syntax", (2, 1, 1), "closes nothing");
    refused("on_ack { cwnd = }", "syntax", (1, 17, 1), "a value");
    refused("on_ack { cwnd = (1 + 2 }", "syntax", (1, 24, 1), "`)`");
    refused("on_ack { cwnd = max(1, 2 }", "syntax", (1, 26, 1), "`)`");
    refused("on_ack { cwnd = 1 cwnd = 2 }", "syntax", (1, 19, 4), "end of the line");
    refused("on_ack { cwnd + 1 }", "no_effect", (1, 10, 8), "does nothing");
    refused("on_ack { max(cwnd, 2) }", "no_effect", (1, 10, 12), "does nothing");
    refused("on_ack { say(cwnd) }", "syntax", (1, 14, 4), "quotation marks");
    refused("on_ack { say(\"a {cwnd\") }", "text", (1, 17, 1), "never closed");
    refused("on_ack { say(\"a {cwmd}\") }", "unknown_name", (1, 18, 4), "Did you mean `cwnd`?");
    refused("on_ack {\n  say(\"open)\n}", "open_text", (2, 7, 6), "no end");
    refused("on_ack { cwnd = \"text\" }", "text", (1, 17, 6), "only in `say");
}

#[test]
fn characters_that_hide_code_are_refused_everywhere() {
    for hidden in ['\u{202e}', '\u{2066}', '\u{200b}', '\u{feff}', '\u{0}', '\u{1b}', '\u{2028}', '\u{e0041}']
    {
        let code = format!("U+{:04X}", u32::from(hidden));
        refused(&format!("# comment {hidden}"), "hidden_character", (1, 11, 1), &code);
        refused(&format!("on_ack {{ say(\"a{hidden}\") }}"), "hidden_character", (1, 16, 1), &code);
        refused(&format!("var a{hidden} = 1"), "hidden_character", (1, 6, 1), &code);
    }
    refused("var gr\u{f6}\u{df}e = 1", "character", (1, 7, 1), "letters a to z");
    refused("on_ack { cwnd = 1 \u{2212} 2 }", "character", (1, 19, 1), "minus sign");
    assert!(
        compile("# Gr\u{f6}\u{df}e, \u{4e2d}\u{6587}, \u{1f600}\non_ack { say(\"\u{4e2d}\u{1f600}\") }")
            .is_ok()
    );
}

#[test]
fn sizes_are_limited() {
    let repeated = |piece: &str, count: usize| piece.repeat(count);
    let cases = [
        ("size", format!("# {}", repeated("x", limits::MAX_SOURCE))),
        ("size", format!("var x = 1\non_ack {{\n{}}}", repeated("x*=x*x*x*x*x*x*x\n", 3000))),
        ("depth", format!("on_ack {{ cwnd = {}1{} }}", repeated("(", 99), repeated(")", 99))),
        ("depth", format!("on_ack {{ cwnd = {}1 }}", repeated("-", 99).replace("--", "- - "))),
        ("depth", format!("on_ack {{ {} {} }}", repeated("if true { ", 99), repeated("}", 99))),
        ("depth", format!("on_ack {{ if {} true {{ }} }}", repeated("not ", 99))),
        ("operators", format!("on_ack {{ cwnd = 1{} }}", repeated(" + rtt", 999))),
        ("variables", (0..5).map(|n| format!("var a{n}[1000] = 0\n")).collect()),
        (
            "constants",
            format!("on_ack {{ {} }}", (0..1100).map(|n| format!("cwnd = {n}.5\n")).collect::<String>()),
        ),
        ("constants", (0..300).map(|n| format!("const C{n} = 1\n")).collect()),
        ("settings", (0..20).map(|n| format!("setting s{n} = 1 in 0..2\n")).collect()),
        (
            "signals",
            format!("on_ack {{ {} }}", (0..20).map(|n| format!("signal s{n} = 1\n")).collect::<String>()),
        ),
        ("texts", format!("on_ack {{ {} }}", repeated("say(\"a\")\n", 70))),
        ("text_values", format!("on_ack {{ say(\"{}\") }}", repeated("{rtt}", 9))),
        ("long_text", format!("on_ack {{ say(\"{}\") }}", repeated("a", 201))),
        ("functions", (0..70).map(|n| format!("fn f{n}() {{ }}\n")).collect()),
        ("arguments", "fn f(a, b, c, d, e, f1, g, h, i) { }".to_owned()),
        ("arguments", "on_ack { cwnd = min(1, 2, 3, 4, 5, 6, 7, 8, rtt) }".to_owned()),
        (
            "locals",
            format!(
                "on_ack {{ {} }}",
                (0..300).map(|n| format!("let a{n} = 1 + rtt * 2\n")).collect::<String>()
            ),
        ),
        ("long_name", format!("var {} = 1", repeated("a", 41))),
    ];
    for (code, source) in cases {
        let shown: String = source.chars().take(100).collect();
        match compile(&source) {
            Ok(program) => panic!("accepted with {} instructions: {shown}", program.code().len()),
            Err(faults) => assert!(faults.iter().any(|fault| fault.code == code), "{shown}\n{faults:#?}"),
        }
    }
}

#[test]
fn several_faults_are_reported_in_order() {
    let source = "var a = 1 +\nvar b = 2\non_ack {\n  cwmd = 1\n  cwnd = (2\n  if rtt < { }\n  ssthresh = now + nwo\n}\non_round { cwnd = x }";
    let faults = compile(source).expect_err("the program must be refused");
    let lines: Vec<u32> = faults.iter().map(|fault| fault.at.line).collect();
    assert_eq!(lines, [2, 4, 6, 7, 9], "{faults:#?}");
    assert_eq!(faults[1].to_string(), "line 4, column 3: There is no `cwmd` here. Did you mean `cwnd`?");
    let many = format!("on_ack {{ {} }}", "cwmd = 1\n".repeat(99));
    assert_eq!(compile(&many).expect_err("must be refused").len(), 20);
}

#[test]
fn a_fault_is_not_reported_again_where_its_name_is_used() {
    for source in [
        "on_ack { let a = cwmd\n cwnd = a + a }",
        "var a = cwmd\non_ack { cwnd = a }",
        "const a = cwmd\non_ack { cwnd = a }",
        "fn f(rtt) { return 1 }\non_ack { cwnd = f(1) }",
    ] {
        let faults = compile(source).expect_err("must be refused");
        assert_eq!(faults.len(), 1, "{source}\n{faults:#?}");
    }
}

/// Checks the fault at which `on_start` stops.
#[track_caller]
fn stopped(code: &str, name: &str, place: (u32, u32, u32), words: &str) {
    let Fault { code: found, at, message } = stops(code);
    assert_eq!((found, (at.line, at.column, at.length)), (name, place), "{code}\n{message}");
    assert!(message.contains(words), "{code}\n{message}");
}

#[test]
fn runs_stop_at_values_that_do_not_exist() {
    stopped("on_start {\n  cwnd = 1 / (rtt - now)\n}", "division_by_zero", (2, 14, 11), "`(rtt - now)` is 0");
    stopped("on_start { cwnd = 1 % rtt }", "division_by_zero", (1, 23, 3), "`rtt` is 0");
    stopped("on_start { cwnd = sqrt(rtt - 1) }", "no_number", (1, 19, 13), "no value");
    stopped("on_start { cwnd = ln(rtt - 1) }", "no_number", (1, 19, 11), "no value");
    stopped("on_start { cwnd = pow(rtt - 1, 0.5) }", "no_number", (1, 19, 17), "no value");
    stopped("var a = infinity\non_start { cwnd = a - a }", "no_number", (2, 19, 5), "no value");
}

#[test]
fn runs_stop_at_controls_that_are_impossible() {
    stopped("on_start { cwnd = rtt - 3 }", "control", (1, 19, 7), "`cwnd` would become -3 packets");
    stopped("on_start { cwnd = infinity }", "control", (1, 19, 8), "`cwnd` would become infinity packets");
    stopped("on_start { cwnd -= 20 }", "control", (1, 20, 2), "`cwnd` would become -10 packets");
}

#[test]
fn runs_stop_at_positions_outside_of_arrays() {
    stopped("var a[3] = 0\non_start { a[3] = 1 }", "index", (2, 14, 1), "`3` is 3 here");
    stopped(
        "var a[3] = 0\non_start { cwnd = a[rtt - 1] }",
        "index",
        (2, 21, 7),
        "is -1 here, but the array has the elements 0 to 2",
    );
    stopped("var a[3] = 0\non_start { cwnd = a[rtt + 0.5] }", "index", (2, 21, 9), "is 0.5 here");
    stopped("var a[3] = 0\non_start { cwnd = a[infinity] }", "index", (2, 21, 8), "is infinity here");
}

#[test]
fn loops_without_end_stop_at_the_budget() {
    stopped("on_start {\n  while true { }\n}", "budget", (2, 9, 4), "more than 100000 operations");
    stopped("on_start { for i in 0..infinity { } }", "budget", (1, 16, 1), "does not end");
    let deep: String = (1..60).map(|n| format!("fn f{n}() {{ f{0}(); f{0}() }}\n", n - 1)).collect();
    let fault = stops(&format!("fn f0() {{ }}\n{deep}on_start {{ f59() }}"));
    assert_eq!(fault.code, "budget", "functions that call each other twice");
}

#[test]
fn the_budget_in_all_stops_a_program_too() {
    let program = program("var n = 0\non_start { for i in 0..10 { n += 1 } }");
    let mut machine = Machine::new(&program, 1, Budget { call: 1000, total: 5000 }).expect("starts");
    let calls = (0..1000).take_while(|_| call(&mut machine, "on_start").is_ok()).count();
    let fault = call(&mut machine, "on_start").expect_err("must stop");
    assert_eq!((fault.code, calls), ("budget_in_all", 113), "5000 / 44 operations");
    assert!(machine.operations() < 5200);
    let program = compile("on_start { cwnd += 1 }").map(Arc::new).expect("compiles");
    let mut machine = Machine::new(&program, 1, Budget { call: 1000, total: 100 }).expect("starts");
    let calls = (0..1000).take_while(|_| call(&mut machine, "on_start").is_ok()).count();
    assert_eq!(calls, 33, "99 of 100 operations after one of the start, without loops");
}

#[test]
fn a_call_says_a_limited_number_of_sentences() {
    stopped(
        "on_start { for i in 0..99 { say(\"{i}\") } }",
        "sentences",
        (1, 29, 10),
        "more than 16 sentences",
    );
}

#[test]
fn the_first_value_of_a_variable_can_stop_a_machine() {
    let program = program("setting s = 0 in 0..1\nvar a = 1 / s");
    let fault = Machine::new(&program, 1, Budget::default()).expect_err("must stop");
    assert_eq!((fault.code, fault.at.line, fault.at.column), ("division_by_zero", 2, 13));
}

#[test]
fn columns_count_characters() {
    refused("on_ack { say(\"\u{4e2d}\u{1f600}\"); cwmd = 1 }", "unknown_name", (1, 21, 4), "cwnd");
    let mut machine = machine("on_start { say(\"\u{4e2d}\"); cwnd = infinity }");
    assert_eq!(call(&mut machine, "on_start").expect_err("must stop").at.column, 29);
}
