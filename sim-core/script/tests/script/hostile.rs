//! Nothing that a program says can stop the host: no panic, no endless loop, no value outside of its range.

use crate::support::Draws;
use fairshare_script::examples::EXAMPLES;
use fairshare_script::{BUILTINS, Budget, KEYWORDS, LEVELS, Listener, MAX_FAULTS, Machine, Program, compile};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Counts what it hears.
#[derive(Default)]
struct Count(u64);

impl Listener for Count {
    fn signal(&mut self, _: usize, value: f64) {
        assert!(value.is_finite());
        self.0 += 1;
    }
    fn say(&mut self, _: usize, values: &[f64]) {
        assert!(values.iter().all(|value| !value.is_nan()));
        self.0 += 1;
    }
}

const BUDGET: Budget = Budget { call: 2000, total: 20_000 };

/// Compiles a text, and runs the program with random inputs. Returns the code of the first fault of a text that is
/// no program.
fn survive(source: &str, draws: &mut Draws) -> Option<&'static str> {
    match compile(source) {
        Ok(program) => {
            run(&Arc::new(program), draws);
            None
        }
        Err(faults) => {
            let code = faults.first().map(|fault| fault.code);
            assert!(!faults.is_empty() && faults.len() <= MAX_FAULTS);
            let lines = u32::try_from(source.matches('\n').count()).unwrap() + 1;
            for fault in faults {
                assert!((1..=lines).contains(&fault.at.line) && fault.at.column > 0 && fault.at.length > 0);
                assert!(
                    fault.message.ends_with(['.', '?', '-', '=']) || fault.message.contains("Write "),
                    "{fault}"
                );
            }
            code
        }
    }
}

fn run(program: &Arc<Program>, draws: &mut Draws) {
    let interface = program.interface();
    let Ok(mut machine) = Machine::new(program, draws.next(), BUDGET) else { return };
    // A twin that is saved and restored before each call, and records the lines that run, behaves equally.
    let mut twin = machine.clone();
    let mut heard = Count::default();
    for _ in 0..12 {
        let control = (draws.below(4) == 0).then(|| (draws.below(3), strange_number(draws)));
        let saved = twin.save();
        // Other random numbers can stop the first values.
        let Ok(fresh) = Machine::new(program, 0, BUDGET) else { return };
        twin = fresh;
        assert!(twin.restore(&saved));
        twin.record_lines(true);
        for input in 0..interface.inputs.len() {
            let value = strange_number(draws);
            machine.set_input(input, value);
            twin.set_input(input, value);
        }
        if let Some((control, value)) = control {
            machine.set_control(control, value);
            twin.set_control(control, value);
        }
        let before = machine.operations();
        let handler = draws.below(interface.handlers.len() + 1);
        let outcome = machine.call(handler, &mut heard);
        assert_eq!(outcome, twin.call(handler, &mut Count::default()));
        assert!(machine == twin);
        let used = machine.operations() - before;
        // A call exceeds its budget by less than the length of its code, in which an operation can count more.
        assert!(used <= BUDGET.call + 10 * program.code().len() as u64 + 4096, "{used} operations");
        assert!((0..interface.controls.len()).all(|control| !machine.control(control).is_nan()));
        assert!(machine.save().values.iter().all(|value| !value.is_nan()));
        let lines = u32::try_from(program.source().matches('\n').count()).unwrap() + 1;
        assert!(twin.lines_run().iter().all(|line| (1..=lines).contains(line)));
        if outcome.is_err() {
            break;
        }
    }
    assert!(heard.0 <= 12 * (BUDGET.call + program.code().len() as u64));
}

fn strange_number(draws: &mut Draws) -> f64 {
    match draws.below(10) {
        0 => 0.0,
        1 => -draws.unit(),
        2 => f64::from_bits(draws.next()),
        3 => f64::INFINITY,
        4 => 1e300 * draws.unit(),
        5 => draws.below(20) as f64,
        _ => draws.unit() * 10.0,
    }
}

/// Pieces of programs.
fn words() -> Vec<String> {
    let mut words: Vec<String> = KEYWORDS.iter().map(|word| (*word).to_owned()).collect();
    words.extend(BUILTINS.iter().map(|builtin| builtin.name.to_owned()));
    for level in LEVELS {
        words.extend(level.handlers.iter().map(|handler| handler.name.to_owned()));
        words.extend(level.inputs.iter().map(|input| input.name.to_owned()));
        words.extend(level.controls.iter().map(|control| control.name.to_owned()));
    }
    let symbols =
        "{ } { } ( ) ( ) [ ] = = + - * / % < > <= >= == != += -= , .. \n \n \n ; : ! && | ? . \" # // ' \\ @";
    words.extend(symbols.split(' ').map(str::to_owned));
    words.extend(
        ["0", "1", "0.5", "1e300", "1e-300", "3", "7", "64", "x", "y", "f", "a", "log", "unit"]
            .map(str::to_owned),
    );
    words.extend(
        ["\"text\"", "\"{cwnd}\"", "\u{202e}", "\u{e4}", "\u{1f600}", "\0", "var x = 1\n", "fn f(a) {"]
            .map(str::to_owned),
    );
    words.extend(
        [
            "for i in 0..9 {",
            "while true {",
            "on_start {",
            "if x > 1 {",
            "}",
            "cwnd = ",
            "__proto__",
            "constructor",
        ]
        .map(str::to_owned),
    );
    words
}

/// A random sequence of words, which is mostly no program.
fn random_words(words: &[String], draws: &mut Draws) -> String {
    let count = 1 + draws.below(120);
    let mut text = String::new();
    for _ in 0..count {
        text.push_str(&words[draws.below(words.len())]);
        if draws.below(8) != 0 {
            text.push(' ');
        }
    }
    text
}

/// An example in which a few lines, words or characters are changed.
fn mutated(words: &[String], draws: &mut Draws) -> String {
    let mut text = EXAMPLES[draws.below(EXAMPLES.len())].source.to_owned();
    for _ in 0..=draws.below(4) {
        let mut at = draws.below(text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        match draws.below(6) {
            0 => text.insert_str(at, &words[draws.below(words.len())]),
            1 => text.truncate(at),
            2 => {
                let mut lines: Vec<&str> = text.split('\n').collect();
                let (from, to) = (draws.below(lines.len()), draws.below(lines.len()));
                lines.swap(from, to);
                text = lines.join("\n");
            }
            3 => {
                let other = EXAMPLES[draws.below(EXAMPLES.len())].source;
                let line = other.split('\n').nth(draws.below(30)).unwrap_or("");
                text.insert_str(at, line);
            }
            _ => text = replace_word(&text, &words[draws.below(words.len())], draws),
        }
    }
    text
}

/// Replaces one word of a text.
fn replace_word(text: &str, by: &str, draws: &mut Draws) -> String {
    let starts: Vec<usize> = text
        .match_indices(|c: char| c.is_ascii_alphanumeric() || "+-*/<>=".contains(c))
        .map(|(at, _)| at)
        .collect();
    let Some(&start) = starts.get(draws.below(starts.len().max(1))) else { return by.to_owned() };
    let length = text[start..].find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(1).max(1);
    format!("{}{by}{}", &text[..start], &text[start + length..])
}

#[test]
fn random_and_mutated_programs_never_stop_the_host() {
    let count = 20_000;
    let words = words();
    let (mut accepted, mut refused) = (0, BTreeMap::<&str, u64>::new());
    for index in 0..count {
        let mut draws = Draws(0x1_0000_0000 + index);
        draws.next();
        let source =
            if index % 3 == 0 { random_words(&words, &mut draws) } else { mutated(&words, &mut draws) };
        match std::panic::catch_unwind(|| survive(&source, &mut Draws(index))) {
            Ok(None) => accepted += 1,
            Ok(Some(code)) => *refused.entry(code).or_default() += 1,
            Err(_) => panic!("program {index}:\n{source}"),
        }
    }
    assert!(accepted > count / 20 && accepted < count, "{accepted} of {count} were accepted");
    assert!(refused.len() > 20, "kinds of faults: {refused:?}");
}

#[test]
fn long_texts_are_refused_or_compiled_in_bounded_time() {
    let words = words();
    let mut draws = Draws(9);
    let mut texts: Vec<String> = [
        "(",
        "-",
        "not ",
        "{",
        "[",
        "if true {",
        "\"",
        "#",
        "a+",
        "f(",
        "x=",
        "\n",
        "else if true {}",
        "a.",
        "0..",
        "}",
    ]
    .iter()
    .map(|piece| piece.repeat(60_000 / piece.len()))
    .collect();
    for prefix in
        ["on_ack {", "on_ack { cwnd = ", "var a = ", "fn f() {", "on_ack { say(\"", "on_ack { if true { } "]
    {
        let longer: Vec<String> = texts.iter().take(16).map(|text| format!("{prefix}{text}")).collect();
        texts.extend(longer);
    }
    texts.push(
        (0..60_000)
            .map(|_| words[draws.below(words.len())].as_str())
            .take_while({
                let mut length = 0;
                move |word| {
                    length += word.len();
                    length < 64_000
                }
            })
            .collect(),
    );
    for text in texts {
        survive(&text, &mut draws);
    }
}
