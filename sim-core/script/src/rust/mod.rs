//! From a program to an algorithm in Rust: the file that `npm run new -- algorithm NAME` writes, with the rules of
//! the program (docs/adding-an-algorithm.md). The rules compute the same bits as the program. Sentences and random
//! numbers are not translated; comments say where they were.

mod file;
mod names;
mod steps;
mod values;

use crate::code::Program;
use crate::compiler::compile;
use crate::faults::{Fault, Faults};
use crate::interface::ValueKind;
use crate::parser;
use crate::tree::Script;
use names::{Known, KnownRole};

/// A program as an algorithm in Rust.
#[derive(Clone, Debug, PartialEq)]
pub struct RustAlgorithm {
    /// The text of the file.
    pub text: String,
    /// The Markdown file with the texts of the algorithm.
    pub description: String,
    /// What was not translated, in the order of the program: a sentence for each place.
    pub left_out: Vec<String>,
    /// Its settings with the values that they have by default: 0 and 1 stand for `false` and `true`.
    pub settings: Vec<(String, ValueKind, f64)>,
}

/// Names that the host gives to all algorithms, so that no setting and no signal can have them.
#[derive(Clone, Copy, Debug)]
pub struct TakenNames<'a> {
    /// Names of settings.
    pub settings: &'a [&'a str],
    /// Names of signals.
    pub signals: &'a [&'a str],
}

/// Translates a program into an algorithm with this name: lower-case letters, digits and `_`.
pub fn to_rust(source: &str, name: &str, taken: TakenNames<'_>) -> Result<RustAlgorithm, Vec<Fault>> {
    let program = compile(source)?;
    let mut faults = Faults::new(source);
    let script = parser::parse(source, &mut faults);
    if !faults.is_empty() {
        return Err(faults.into_sorted());
    }
    let mut translator = Translator::new(source, &program, taken);
    let text = translator.file(&script, name);
    let declared = translator.program.settings.iter().zip(translator.settings);
    let settings = declared.map(|(setting, name)| (name, setting.kind, setting.default)).collect();
    Ok(RustAlgorithm {
        text,
        description: Translator::description(name),
        left_out: translator.left_out,
        settings,
    })
}

struct Translator<'s> {
    source: &'s str,
    program: &'s Program,
    /// Whether the program changes a window, and not a rate.
    has_window: bool,
    /// The names that are visible, the last declared last.
    names: Vec<Known<'s>>,
    /// The names of the settings and of the signals, in the order of the program.
    settings: Vec<String>,
    signals: Vec<String>,
    left_out: Vec<String>,
    /// The lines of the block that is being written.
    lines: String,
    depth: usize,
}

impl<'s> Translator<'s> {
    fn new(source: &'s str, program: &'s Program, taken: TakenNames<'_>) -> Self {
        let settings = program.settings.iter().map(|one| names::free(&one.name, taken.settings)).collect();
        let signals = program.signals.iter().map(|one| names::free(&one.name, taken.signals)).collect();
        Translator {
            source,
            program,
            has_window: program.interface.level == "window",
            names: Vec::new(),
            settings,
            signals,
            left_out: Vec::new(),
            lines: String::new(),
            depth: 2,
        }
    }

    /// The name of the controls in a function, and its type.
    fn controls(&self) -> (&'static str, &'static str) {
        if self.has_window { ("w", "CongestionWindow") } else { ("c", "ReportControls") }
    }

    /// The arguments that every handler and function has: the controls and the inputs.
    fn passed(&self) -> String {
        format!("{}, x", self.controls().0)
    }

    /// The declarations of these arguments, without the names that `body` does not use.
    fn arguments(&self, body: &str) -> String {
        let (name, controls) = self.controls();
        let inputs = if self.has_window { "WindowInputs" } else { "ReportInputs" };
        let shown = |name: &'static str| if file::mentions(body, name) { name } else { "_" };
        format!("{}: &mut {controls}, {}: &{inputs}", shown(name), shown("x"))
    }

    fn find(&self, text: &str) -> Option<&Known<'s>> {
        self.names.iter().rev().find(|known| known.text == text)
    }

    fn declare(&mut self, text: &'s str, code: String, kind: ValueKind, role: KnownRole) {
        self.names.push(Known { text, code, kind, role });
    }

    /// Makes the values of the host and the settings visible.
    fn declare_host(&mut self) {
        let interface = self.program.interface;
        for input in interface.inputs {
            self.declare(input.name, format!("x.{}", input.name), input.kind, KnownRole::Read);
        }
        for (index, control) in interface.controls.iter().enumerate() {
            let (code, limits) = match (self.has_window, control.name) {
                (true, "pacing_rate") if !self.paces() => ("0.0".to_owned(), "PACING"),
                (true, "pacing_rate") => ("self.pacing_rate".to_owned(), "PACING"),
                (true, name) => (format!("w.{name}"), "WINDOW"),
                (false, "timer") => ("c.timer".to_owned(), "TIMER"),
                (false, name) => (format!("c.{name}"), "RATE"),
            };
            debug_assert_eq!(interface.control(control.name), Some(index));
            self.declare(control.name, code, ValueKind::Number, KnownRole::Control(limits));
        }
    }

    fn declare_settings(&mut self, script: &Script<'s>) {
        for item in &script.items {
            let crate::tree::Item::Setting { name, .. } = item else { continue };
            let at = self.program.settings.iter().position(|setting| setting.name == name.text);
            let Some(at) = at else { continue };
            let code = format!("self.p.{}", self.settings[at]);
            self.declare(name.text, code, self.program.settings[at].kind, KnownRole::Read);
        }
    }

    /// Whether any handler assigns a control of the interface.
    fn assigns(&self, control: &str) -> bool {
        let control = self.program.interface.control(control);
        (0..self.program.interface.handlers.len())
            .any(|handler| control.is_some_and(|control| self.program.assigns(handler, control)))
    }

    fn paces(&self) -> bool {
        self.has_window && self.assigns("pacing_rate")
    }

    fn reads(&self, input: &str) -> bool {
        self.program.interface.input(input).is_some_and(|input| self.program.reads(input))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::EXAMPLES;

    const NOTHING_TAKEN: TakenNames<'_> = TakenNames { settings: &["ecn"], signals: &["cwnd"] };

    fn translated(source: &str) -> RustAlgorithm {
        to_rust(source, "my_own", NOTHING_TAKEN).expect("the program is valid")
    }

    fn contains(text: &str, parts: &[&str]) {
        let flat: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for part in parts {
            assert!(flat.contains(part), "{part}\nis missing in\n{text}");
        }
    }

    #[test]
    fn settings_handlers_and_assignments_are_translated() {
        let aimd = EXAMPLES.iter().find(|example| example.id == "aimd").expect("it exists");
        let RustAlgorithm { text, left_out, settings, .. } = translated(aimd.source);
        assert!(left_out.is_empty());
        let alpha = ("alpha".to_owned(), ValueKind::Number, 1.0);
        let beta = ("beta".to_owned(), ValueKind::Number, 0.5);
        assert_eq!(settings, [alpha, beta]);
        contains(
            &text,
            &[
                "alpha: f64 = 1.0, unit \"packets\", range 0.01..=10.0, scale log;",
                "if w.cwnd < w.ssthresh { w.cwnd = within(WINDOW, w.cwnd + min(x.acked, 2.0)); } else {",
                "w.cwnd = within(WINDOW, w.cwnd + self.p.alpha * x.acked / w.cwnd);",
                "w.ssthresh = within(WINDOW, max((1.0 - self.p.beta) * x.base, 2.0));",
            ],
        );
    }

    #[test]
    fn sentences_and_random_numbers_become_comments_that_say_so() {
        let text = "on_ack {\n  say(\"At {cwnd}\")\n  cwnd += random()\n}";
        let RustAlgorithm { text, left_out, .. } = translated(text);
        assert_eq!(left_out.len(), 2, "{left_out:?}");
        contains(&text, &["// Not translated: say(\"At {cwnd}\")", "0.5 /* not translated: random() */"]);
    }

    #[test]
    fn operands_keep_their_order_and_their_brackets() {
        let text = "var a = 1\nfn next(y) {\n  a += y\n  return a\n}\n\
                    on_ack {\n  a = a - (next(1) - 2)\n  cwnd = next(next(2))\n  if not (a < 2 or a > 3) and a != 1 { a %= 2 }\n}";
        contains(
            &translated(text).text,
            &[
                "self.a = self.a - (self.next(w, x, 1.0) - 2.0);",
                "let a0 = self.next(w, x, 2.0); self.next(w, x, a0)",
                "if !(self.a < 2.0 || self.a > 3.0) && self.a != 1.0 { self.a = modulo(self.a, 2.0); }",
            ],
        );
    }

    #[test]
    fn names_that_rust_or_the_simulator_use_are_changed() {
        let text = "setting ecn = 1 in 0..2\nvar match = 0\nsignal cwnd = match\non_ack { match = ecn }";
        let text = translated(text).text;
        contains(&text, &["own_ecn: f64", "self.match_ = self.p.own_ecn;", "own_cwnd: \"Cwnd\";"]);
    }

    #[test]
    fn every_example_is_translated_except_for_its_sentences() {
        for example in EXAMPLES {
            let left_out = translated(example.source).left_out;
            assert!(left_out.iter().all(|place| place.contains("say(")), "{}: {left_out:?}", example.id);
        }
    }
}
