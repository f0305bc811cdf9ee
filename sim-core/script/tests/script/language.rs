//! Each construct of the language does what docs/write-your-own.md says.

use crate::support::{call, machine, program, result, set, value};
use fairshare_script::{Budget, CodeSetting, Machine, ValueKind, compile};

#[test]
fn operators_have_the_values_and_the_order_of_mathematics() {
    for (code, expected) in [
        ("x = 1 + 2 * 3", 7.0),
        ("x = (1 + 2) * 3", 9.0),
        ("x = 10 - 3 - 2", 5.0),
        ("x = 100 / 10 / 5", 2.0),
        ("x = -2 * -3", 6.0),
        ("x = - - 2", 2.0),
        ("x = 7 % 4", 3.0),
        ("x = -1 % 8", 7.0),
        ("x = 1 % -8", -7.0),
        ("x = 1.5e3 + .5 + 1_000", 2500.5),
        ("x = 2\nx += 3\nx *= 4\nx -= 2\nx /= 3\nx %= 4", 2.0),
        ("let y = 5; x = y", 5.0),
    ] {
        assert_eq!(result(code).to_bits(), f64::to_bits(expected), "{code}");
        // Through variables, so that nothing is computed before the run.
        assert_eq!(result(&format!("let one = x + 1\n{}", code.replace("2", "(one + one)"))), {
            result(&code.replace("2", "(1 + 1)"))
        });
    }
}

#[test]
fn functions_have_their_values() {
    for (code, expected) in [
        ("min(3, 1, 2)", 1.0),
        ("max(3, 5, 4)", 5.0),
        ("clamp(7, 1, 5)", 5.0),
        ("clamp(-7, 1, 5)", 1.0),
        ("clamp(3, 1, 5)", 3.0),
        ("abs(-3)", 3.0),
        ("sign(-3) + sign(0) + sign(2)", 0.0),
        ("floor(-1.5)", -2.0),
        ("ceil(-1.5)", -1.0),
        ("round(2.5)", 3.0),
        ("round(-2.5)", -3.0),
        ("sqrt(9)", 3.0),
        ("cbrt(-27)", -3.0),
        ("pow(2, 10)", 1024.0),
        ("exp(0)", 1.0),
        ("ln(1)", 0.0),
        ("log2(8)", 3.0),
        ("min(infinity, 4)", 4.0),
    ] {
        assert_eq!(result(&format!("x = {code}")), expected, "{code}");
        let unknown = code.replace('(', "(zero + ");
        assert_eq!(result(&format!("let zero = x\nx = {unknown}")), expected, "{unknown}");
    }
}

#[test]
fn conditions_are_evaluated_from_left_to_right_and_stop_early() {
    for (condition, expected) in [
        ("1 < 2 and 2 < 3", true),
        ("1 < 2 and 3 < 2", false),
        ("2 < 1 or 2 <= 2", true),
        ("not (1 < 2)", false),
        ("not 1 < 2 or true", true),
        ("y > 0 and 1 / y > 0", false),
        ("y == 0 or 1 / y > 0", true),
        ("y != 0 or y >= 1", false),
        ("(y > 0) == (y > 1)", true),
        ("t and not (y == 1)", true),
        ("is_finite(y) and not is_finite(infinity + y)", true),
    ] {
        let code = format!("let y = x\nlet t = y == 0\nif {condition} {{ x = 1 }} else {{ x = 2 }}");
        assert_eq!(result(&code), if expected { 1.0 } else { 2.0 }, "{condition}");
        let stored =
            format!("let y = x\nlet t = y == 0\nlet c = {condition}\nif c {{ x = 1 }} else {{ x = 2 }}");
        assert_eq!(result(&stored), if expected { 1.0 } else { 2.0 }, "{condition}");
        let repeated = format!("let y = x\nlet t = y == 0\nwhile {condition} {{ x = 1\nbreak }}");
        assert_eq!(result(&repeated), if expected { 1.0 } else { 0.0 }, "{condition}");
    }
}

#[test]
fn the_first_branch_whose_condition_holds_runs() {
    for (y, expected) in [(0, 1.0), (1, 2.0), (2, 3.0)] {
        let code = format!(
            "let y = x + {y}\nif y == 0 {{\n x = 1\n}}\nelse if y == 1 {{\n x = 2\n}} else {{\n x = 3\n}}"
        );
        assert_eq!(result(&code), expected);
    }
}

#[test]
fn loops_run_break_and_continue() {
    assert_eq!(result("for i in 0..5 { x += i }"), 10.0);
    assert_eq!(result("for i in 5..5 { x += 1 }"), 0.0);
    assert_eq!(result("for i in 0..10 { if i == 3 { continue }\n if i == 6 { break }\n x += i }"), 12.0);
    assert_eq!(result("while x < 7 { x += 2 }"), 8.0);
    assert_eq!(result("for i in 0..3 { for j in 0..i { x += 1 } }"), 3.0);
    assert_eq!(result("for i in 0..3 { let i2 = i * i\n x += i2 }\nfor i in 0..2 { x += 100 }"), 205.0);
}

#[test]
fn functions_of_the_program_take_arguments_and_return_values() {
    let code = "
        var x = 0
        var calls = 0
        fn half(a) { calls += 1; return a / 2 }
        fn quarter(a) { return half(half(a)) }
        fn is_small(a) { if a < 3 { return true } else { return false } }
        fn set_both(a, b) { cwnd = a; ssthresh = b }
        on_start {
          x = quarter(12) + half(quarter(32))
          if is_small(x) { x = -1 }
          set_both(x, half(6))
        }";
    let mut machine = machine(code);
    call(&mut machine, "on_start").expect("runs");
    assert_eq!((value(&machine, "x"), value(&machine, "calls")), (7.0, 6.0));
    assert_eq!((machine.control(0), machine.control(1)), (7.0, 3.0));
}

#[test]
fn a_value_is_read_before_a_function_changes_it() {
    let code = "
        var x = 1
        var seen[4] = 0
        fn grow() { x += 10; return x }
        on_start {
          seen[0] = x + grow()
          seen[1] = max(x, grow(), x)
          seen[2] = x
          x += grow()
          seen[grow() - 62 + 3] = x
        }";
    let mut machine = machine(code);
    call(&mut machine, "on_start").expect("runs");
    let symbol = machine.program().symbols().iter().find(|symbol| symbol.name == "seen").expect("the array");
    // 1 + 11; max(11, 21, 21); 21. Then x becomes 21 + 31 = 52, and 62 before it is read last.
    assert_eq!(machine.values(symbol), [12.0, 21.0, 21.0, 62.0]);
}

#[test]
fn an_argument_may_be_the_variable_that_receives_the_result() {
    assert_eq!(result("x = 4\nx = min(9, 8, x)"), 4.0);
    assert_eq!(result("x = 4\nx = clamp(9, 1, x)"), 4.0);
    assert_eq!(result("x = 4\nx = x - (x - 1)"), 1.0);
}

#[test]
fn variables_keep_their_values_and_locals_do_not_leave_their_block() {
    let mut machine =
        machine("var n = 3\nvar up = true\non_start { n += 1\nlet m = n\nup = not up\ncwnd = m }");
    for expected in [4.0, 5.0] {
        call(&mut machine, "on_start").expect("runs");
        assert_eq!((machine.control(0), value(&machine, "n")), (expected, expected));
    }
    assert_eq!(value(&machine, "up"), 1.0);
    assert!(compile("on_start { if true { let m = 1 }\ncwnd = m }").is_err());
}

#[test]
fn arrays_keep_numbers_at_positions() {
    let code = "const N = 4\nvar a[N] = 7\nvar b[2] = 1\non_start { a[1] = 5\na[1 + 1] *= 2\nb[0] += a[1]\ncwnd = a[0] + a[2] + b[0] }";
    let mut machine = machine(code);
    call(&mut machine, "on_start").expect("runs");
    assert_eq!(machine.control(0), 7.0 + 14.0 + 6.0);
}

#[test]
fn settings_have_ranges_units_and_texts() {
    let source = "
        const TOP = 2 * 4
        setting gain = 0.5 in 0.1..TOP log unit \"packets\" \"How fast.\"
        setting fast = true
        var start = gain * 2
        on_start { cwnd = start + gain\n if fast { cwnd += 100 } }";
    let program = program(source);
    let gain = CodeSetting {
        name: "gain".to_owned(),
        kind: ValueKind::Number,
        default: 0.5,
        low: 0.1,
        high: 8.0,
        is_logarithmic: true,
        unit: "packets".to_owned(),
        help: "How fast.".to_owned(),
    };
    assert_eq!(program.settings()[0], gain);
    assert_eq!((program.settings()[1].kind, program.settings()[1].default), (ValueKind::Truth, 1.0));
    let mut machine = Machine::new(&program, 1, Budget::default()).expect("starts");
    assert!(machine.set_setting(0, 4.0) && machine.set_setting(1, 0.0));
    assert!(!machine.set_setting(0, 9.0) && !machine.set_setting(1, 0.5) && !machine.set_setting(2, 1.0));
    assert!(!machine.set_setting(0, f64::NAN));
    call(&mut machine, "on_start").expect("runs");
    assert_eq!(machine.control(0), 5.0, "the variable keeps its value of the old setting");
    machine.restart().expect("starts");
    call(&mut machine, "on_start").expect("runs");
    assert_eq!(machine.control(0), 12.0);
}

#[test]
fn signals_are_reported_in_the_handler_and_at_its_end() {
    let code = "signal outer = cwnd unit \"packets\"\non_start { signal inner = cwnd + 1\n cwnd = 5\n if cwnd < 9 { return }\n cwnd = 8 }\non_ack { signal inner = infinity }";
    let mut machine = machine(code);
    let heard = call(&mut machine, "on_start").expect("runs");
    let names: Vec<&str> = machine.program().signals().iter().map(|signal| signal.name.as_str()).collect();
    assert_eq!(names, ["inner", "outer"]);
    assert_eq!(heard.signals, [(0, 11.0), (1, 5.0)]);
    let heard = call(&mut machine, "on_ack").expect("runs");
    assert_eq!(heard.signals, [(1, 5.0)], "an infinite value leaves a gap");
}

#[test]
fn sentences_contain_values() {
    let mut machine =
        machine("on_start { say(\"From {cwnd} to {cwnd / 3} packets: ünïcode\")\n say(\"Done\") }");
    let heard = call(&mut machine, "on_start").expect("runs");
    let texts: Vec<String> = heard
        .sentences
        .iter()
        .map(|(sentence, values)| machine.program().sentences()[*sentence].fill(values))
        .collect();
    assert_eq!(texts, ["From 10 to 3.3333 packets: ünïcode", "Done"]);
}

#[test]
fn numbers_in_sentences_are_short() {
    for (value, text) in [
        (0.0, "0"),
        (-0.0, "0"),
        (1e-9, "1.000e-9"),
        (0.00123, "0.0012"),
        (12_345.678_94, "12345.6789"),
        (-2.5, "-2.5"),
        (1e300, "1.000e300"),
        (f64::INFINITY, "infinity"),
        (f64::NEG_INFINITY, "-infinity"),
    ] {
        assert_eq!(fairshare_script::show(value), text);
    }
}

#[test]
fn controls_are_limited_to_their_range() {
    let mut machine = machine("on_start { cwnd = 0.25\n ssthresh = cwnd }\non_ack { cwnd = 5e7 }");
    call(&mut machine, "on_start").expect("runs");
    assert_eq!((machine.control(0), machine.control(1)), (1.0, 1.0), "the code reads what holds");
    call(&mut machine, "on_ack").expect("runs");
    assert_eq!(machine.control(0), 1e5);
}

#[test]
fn inputs_exist_in_their_handlers() {
    let mut machine = machine("on_congestion { if by_mark { cwnd = base } }");
    set(&mut machine, "base", 6.0);
    call(&mut machine, "on_congestion").expect("runs");
    assert_eq!(machine.control(0), 10.0);
    set(&mut machine, "by_mark", 1.0);
    call(&mut machine, "on_congestion").expect("runs");
    assert_eq!(machine.control(0), 6.0);
    set(&mut machine, "base", f64::NAN);
    call(&mut machine, "on_congestion").expect("runs");
    assert_eq!(machine.control(0), 1.0, "what is not a number becomes 0, and 0 the smallest window");
}

#[test]
fn a_program_states_which_handlers_assign_which_controls() {
    let program = program("fn f() { cwnd = 1 }\non_start { f() }\non_ack { ssthresh = 3 }");
    let controls = |handler| (program.assigns(handler, 0), program.assigns(handler, 1));
    assert_eq!((controls(0), controls(1), controls(2)), ((true, false), (false, true), (false, false)));
    assert!(program.handles(0) && program.handles(1) && !program.handles(2));
}

#[test]
fn lines_may_be_broken_in_brackets_and_after_operators() {
    assert_eq!(result("x = max(\n 1,\n 2\n)\nx = x +\n 1\nx = (x\n + 1)"), 4.0);
}

#[test]
fn recording_shows_the_lines_that_ran_and_changes_nothing() {
    let code = "var n = 0\non_start {\n  if n > 0 {\n    n = 5\n  } else {\n    n = 1\n  }\n}";
    let mut plain = machine(code);
    let mut recorded = plain.clone();
    recorded.record_lines(true);
    for expected in [vec![3, 6], vec![3, 4]] {
        call(&mut plain, "on_start").expect("runs");
        call(&mut recorded, "on_start").expect("runs");
        assert_eq!(recorded.lines_run(), expected);
        assert!(plain.lines_run().is_empty() && plain == recorded);
    }
}

#[test]
fn values_of_names_can_be_read_after_a_call() {
    let mut machine = machine(
        "on_start {\n  let early = cwnd * 2\n  if cwnd > 1 {\n    let inner = early + 1\n    cwnd = inner + 1\n  }\n  let late = cwnd * cwnd\n}",
    );
    call(&mut machine, "on_start").expect("runs");
    let (early, inner) = (value(&machine, "early"), value(&machine, "inner"));
    assert_eq!((early, inner, value(&machine, "late")), (20.0, 21.0, 484.0));
}

#[test]
fn random_numbers_follow_from_the_key() {
    let program = program("on_start { cwnd = 1 + random() }");
    let draw = |key| {
        let mut machine = Machine::new(&program, key, Budget::default()).expect("starts");
        let values: Vec<f64> = (0..100)
            .map(|_| {
                call(&mut machine, "on_start").expect("runs");
                machine.control(0)
            })
            .collect();
        values
    };
    let values = draw(1);
    assert_eq!(values, draw(1));
    assert_ne!(values, draw(2));
    assert!(values.iter().all(|value| (1.0..2.0).contains(value)));
    let mean = values.iter().sum::<f64>() / 100.0;
    // The standard deviation of a mean of 100 draws is 0.029.
    assert!((mean - 1.5).abs() < 0.1, "{mean}");
}

#[test]
fn a_saved_machine_continues_as_if_it_had_not_stopped() {
    let code = "var n = 0\nvar a[3] = 0\non_start { n += random()\n a[n % 3 - n % 1] = n\n cwnd = 1 + n }";
    let mut whole = machine(code);
    for _ in 0..10 {
        let _ = call(&mut whole, "on_start");
    }
    let saved = whole.save();
    let mut copy = whole.clone();
    let mut restored = machine(code);
    assert_ne!(whole, restored);
    assert!(restored.restore(&saved));
    for _ in 0..10 {
        assert_eq!(whole, copy);
        assert_eq!(whole, restored);
        let outcomes = [&mut whole, &mut copy, &mut restored].map(|machine| call(machine, "on_start"));
        assert!(outcomes[0] == outcomes[1] && outcomes[1] == outcomes[2]);
    }
    let mut wrong = saved.clone();
    wrong.values.push(0.0);
    assert!(!restored.restore(&wrong));
    wrong.values.pop();
    wrong.values[0] = f64::NAN;
    assert!(!restored.restore(&wrong));
}

#[test]
fn operations_are_counted_exactly() {
    let code = "var n = 0\non_start { for i in 0..10 { n += 1 } }";
    let mut machine = machine(code);
    let before = machine.operations();
    call(&mut machine, "on_start").expect("runs");
    // Two for the ends of the range, four for each of ten passes, the last test, the end.
    assert_eq!(machine.operations() - before, 2 + 10 * 4 + 1 + 1, "{}", machine.program().listing());
}
