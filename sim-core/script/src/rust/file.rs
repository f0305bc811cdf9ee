//! The file of an algorithm: settings, signals, rules, description and construction.

use std::fmt::Write as _;

use super::Translator;
use super::names::{KnownRole, label, lower, type_name, upper};
use super::steps::has_return;
use super::values::number;
use crate::code::{CodeSetting, CodeSignal};
use crate::interface::ValueKind;
use crate::tree::{CodeStep, Expression, Item, Named, Script};

/// Whether a text contains a word.
pub(super) fn mentions(text: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let before = text.get(..at).and_then(|text| text.chars().next_back());
        let after = text.get(at + word.len()..).and_then(|text| text.chars().next());
        !before.is_some_and(|c| is_part(c) || c == '.') && !after.is_some_and(is_part)
    })
}

/// A sentence for a comment: one line with a full stop.
fn sentence(text: &str, otherwise: &str) -> String {
    let text = if text.is_empty() { otherwise } else { text };
    let end = if text.ends_with('.') { "" } else { "." };
    format!("{text}{end}")
}

fn unit(unit: &str, before: &str) -> String {
    if unit.is_empty() { String::new() } else { format!("{before} {unit:?}") }
}

/// The functions of `program_rules`, and the names of each level.
const FUNCTIONS: &[&str] = &["count", "element", "max", "min", "modulo", "sign", "store", "within"];
const WINDOW_NAMES: &[&str] =
    &["PACING", "ProgramWindow", "WINDOW", "WindowInputs", "WindowNeeds", "WindowProgram"];
const RATE_NAMES: &[&str] = &[
    "ProgramRate",
    "RATE",
    "RateEvent",
    "RateProgram",
    "ReportControls",
    "ReportInputs",
    "ReportParams",
    "TIMER",
];

/// Those names that are used, as `use` lists them.
fn listed(names: &[&str], is_used: impl Fn(&str) -> bool) -> String {
    names.iter().copied().filter(|name| is_used(name)).collect::<Vec<_>>().join(", ")
}

/// What the construction of a sender of one level is made of.
struct LevelCode {
    sender: &'static str,
    family: &'static str,
    decisions: &'static str,
    build: &'static str,
    set: &'static str,
}

/// The parts of the file that come from the items of the program.
#[derive(Default)]
struct Parts {
    constants: String,
    /// The fields of the rules with their types and empty values: name, type, value.
    fields: Vec<(String, String, String)>,
    /// The first values of the variables.
    start: String,
    functions: String,
    handlers: String,
    handled: Vec<&'static str>,
}

impl<'s> Translator<'s> {
    /// The text of the file.
    pub(super) fn file(&mut self, script: &Script<'s>, name: &str) -> String {
        self.declare_host();
        self.declare_settings(script);
        let mut parts = Parts::default();
        if self.paces() {
            parts.fields.push(("pacing_rate".to_owned(), "f64".to_owned(), "0.0".to_owned()));
            parts.start.push_str("        self.pacing_rate = 0.0;\n");
        }
        for item in &script.items {
            match item {
                Item::Constant { name, value } => self.constant(*name, value, &mut parts),
                Item::Variable { name, length, value } => {
                    self.variable(*name, length.is_some(), value, &mut parts);
                }
                _ => {}
            }
        }
        for item in &script.items {
            if let Item::Routine { name, arguments, body } = item {
                self.routine(*name, arguments, body, &mut parts);
            }
        }
        let has_signals = self.note_signals(script, &mut parts);
        for item in &script.items {
            if let Item::Handler { name, body } = item {
                self.handler(*name, body, has_signals, &mut parts);
            }
        }
        self.assembled(name, &parts)
    }

    fn constant(&mut self, name: Named<'s>, value: &Expression<'s>, parts: &mut Parts) {
        let value = self.value(value);
        let code = upper(name.text);
        if value.code.contains('(') {
            // Rust computes some functions only in a run.
            self.declare(name.text, format!("({})", value.code), value.kind, KnownRole::Read);
            return;
        }
        let _ = writeln!(parts.constants, "const {code}: {} = {};", rust_type(value.kind), value.code);
        self.declare(name.text, code, value.kind, KnownRole::Read);
    }

    fn variable(&mut self, name: Named<'s>, is_array: bool, value: &Expression<'s>, parts: &mut Parts) {
        let value = self.value(value);
        let field = lower(name.text);
        let code = format!("self.{field}");
        if is_array {
            let symbol = self.program.symbols.iter().find(|symbol| symbol.name == name.text);
            let length = symbol.map_or(1, |symbol| symbol.length);
            let _ = writeln!(parts.start, "        {code}.fill({});", value.code);
            parts.fields.push((field, format!("[f64; {length}]"), format!("[0.0; {length}]")));
            self.declare(name.text, code, ValueKind::Number, KnownRole::Array);
            return;
        }
        let _ = writeln!(parts.start, "        {code} = {};", value.code);
        let empty = if value.kind == ValueKind::Truth { "false" } else { "0.0" };
        parts.fields.push((field, rust_type(value.kind).to_owned(), empty.to_owned()));
        self.declare(name.text, code, value.kind, KnownRole::Place);
    }

    fn routine(
        &mut self,
        name: Named<'s>,
        arguments: &[Named<'s>],
        body: &[CodeStep<'s>],
        parts: &mut Parts,
    ) {
        let visible = self.names.len();
        let mut declared = String::new();
        for argument in arguments {
            let code = lower(argument.text);
            let _ = write!(declared, ", mut {code}: f64");
            self.declare(argument.text, code, ValueKind::Number, KnownRole::Place);
        }
        let lines = self.body(body, true);
        let kind = self.result_kind(body);
        self.names.truncate(visible);
        for argument in arguments {
            let code = lower(argument.text);
            let is_assigned = ["=", "+=", "-=", "*=", "/="].iter().any(|operator| {
                lines.lines().any(|line| line.trim_start().starts_with(&format!("{code} {operator} ")))
            });
            if !is_assigned {
                declared = declared.replace(&format!("mut {code}: "), &format!("{code}: "));
            }
        }
        let result = kind.map_or(String::new(), |kind| format!(" -> {}", rust_type(kind)));
        let code = lower(name.text);
        let passed = self.arguments(&lines);
        let _ = write!(
            parts.functions,
            "\n    fn {code}(&mut self, {passed}{declared}){result} {{\n{lines}    }}\n"
        );
        self.declare(name.text, code, kind.unwrap_or(ValueKind::Number), KnownRole::Function);
    }

    /// The kind of the values that a function returns, if it returns any. Its names are those of the program: a
    /// returned name of a block can only be a number or a comparison, which its value shows.
    fn result_kind(&mut self, body: &[CodeStep<'s>]) -> Option<ValueKind> {
        let left_out = self.left_out.len();
        let visible = self.names.len();
        let mut kind = None;
        for step in body {
            kind = kind.or_else(|| match step {
                CodeStep::Let { name, value } => {
                    let value = self.value(value);
                    self.declare(name.text, lower(name.text), value.kind, KnownRole::Place);
                    None
                }
                CodeStep::Return { value, .. } => value.as_ref().map(|value| self.value(value).kind),
                CodeStep::If { branches, otherwise } => {
                    let bodies = branches.iter().map(|(_, body)| body).chain(std::iter::once(otherwise));
                    bodies.into_iter().find_map(|body| self.result_kind(body))
                }
                CodeStep::While { body, .. } | CodeStep::For { body, .. } => self.result_kind(body),
                _ => None,
            });
        }
        self.names.truncate(visible);
        self.left_out.truncate(left_out);
        kind
    }

    /// The function that computes the signals of the program. Returns whether there are any.
    fn note_signals(&mut self, script: &Script<'s>, parts: &mut Parts) -> bool {
        let before = std::mem::take(&mut self.lines);
        for item in &script.items {
            if let Item::Signal(signal) = item {
                self.signal(signal);
            }
        }
        let lines = std::mem::replace(&mut self.lines, before);
        if lines.is_empty() {
            return false;
        }
        let passed = self.arguments(&lines);
        let _ = write!(parts.functions, "\n    fn note_signals(&mut self, {passed}) {{\n{lines}    }}\n");
        true
    }

    fn handler(&mut self, name: Named<'s>, body: &[CodeStep<'s>], has_signals: bool, parts: &mut Parts) {
        let handlers = self.program.interface.handlers;
        let Some(handler) = handlers.iter().find(|handler| handler.name == name.text) else { return };
        parts.handled.push(handler.name);
        let passed = self.passed();
        let mut lines = self.body(body, !has_signals);
        if has_signals && has_return(body) {
            let inner = self.arguments(&lines);
            let _ =
                write!(parts.functions, "\n    fn run_{}(&mut self, {inner}) {{\n{lines}    }}\n", name.text);
            lines = format!("        self.run_{}({passed});\n", name.text);
        }
        if has_signals {
            let _ = writeln!(lines, "        self.note_signals({passed});");
        }
        let arguments = self.arguments(&lines);
        let _ = write!(
            if self.has_window { &mut parts.handlers } else { &mut parts.functions },
            "\n    /// {}\n    fn {}(&mut self, {arguments}) {{\n{lines}    }}\n",
            handler.help,
            name.text
        );
    }

    /// Puts the parts together.
    fn assembled(&self, name: &str, parts: &Parts) -> String {
        let type_name = type_name(name);
        let mut body = self.declarations(&type_name);
        if !parts.constants.is_empty() {
            let _ = writeln!(body, "{}", parts.constants);
        }
        body.push_str(&self.rules(&type_name, parts));
        body.push_str(&self.protocol(&type_name, name));
        let mut text = self.head(name);
        text.push_str(&self.uses(&body));
        text.push_str(&body);
        text
    }

    /// The first comment: where the rules come from, and what is missing.
    fn head(&self, name: &str) -> String {
        let mut text = format!(
            "//! {}: the rules of a program (docs/write-your-own.md) in Rust.\n//!\n\
             //! They compute the same bits as the program. A program that divides by zero or needs too many operations\n\
             //! stops the run; these rules continue, and a window or rate that is not a number becomes the smallest one.\n",
            label(name)
        );
        for place in &self.left_out {
            let _ = writeln!(text, "//!\n//! Not translated. {place}");
        }
        text.push_str("//!\n//! The program:\n//!\n//! ```text\n");
        for line in self.source.lines() {
            let _ = writeln!(text, "{}", format!("//! {line}").trim_end());
        }
        text.push_str("//! ```\n");
        text.push_str(
            "#![allow(\n    clippy::complexity,\n    clippy::style,\n    clippy::float_cmp_const,\n    unused_variables,\n    \
             reason = \"the rules have the form of the program; remove this when they are written anew\"\n)]\n\n",
        );
        text
    }

    /// The `use` lines that the rest of the file needs.
    fn uses(&self, body: &str) -> String {
        let called = |name: &str| {
            body.match_indices(&format!("{name}(")).any(|(at, _)| {
                let before = body.get(..at).and_then(|text| text.chars().next_back());
                !before.is_some_and(|c| c.is_ascii_alphanumeric() || "_.:".contains(c))
            })
        };
        let mut text = String::from(
            "use crate::describe::{AlgorithmInfo, Family, Reference, citations, help_text, pictures};\n",
        );
        if body.contains("math::") {
            text.push_str("use crate::ground::math;\n");
        }
        text.push_str("use crate::params::ParamSet;\nuse crate::protocols::pictures::WITH_TCP;\n");
        let (level, others) = if self.has_window { ("window", WINDOW_NAMES) } else { ("rate", RATE_NAMES) };
        let own = listed(others, |name| mentions(body, name));
        let _ = writeln!(text, "use crate::transport::program_rules::{level}::{{{own}}};");
        let functions = listed(FUNCTIONS, called);
        if !functions.is_empty() {
            let _ = writeln!(text, "use crate::transport::program_rules::{{{functions}}};");
        }
        if self.has_window {
            text.push_str("use crate::transport::tcp_params::TcpParams;\n");
        }
        let shared = listed(&["CongestionWindow", "Reports"], |name| mentions(body, name));
        let _ = match (self.has_window, shared.as_str()) {
            (true, shared) => writeln!(text, "use crate::transport::window::{{self, {shared}}};"),
            (false, "") => Ok(()),
            (false, shared) => writeln!(text, "use crate::transport::window::{shared};"),
        };
        let signals = if self.signals.is_empty() { "" } else { "signals, " };
        let _ = writeln!(
            text,
            "use crate::transport::{{ConnSpec, Context, FlowFacts, Protocol}};\n\
             use crate::{{delegate_sender, params, {signals}state}};\n"
        );
        text
    }

    /// The settings and the signals.
    fn declarations(&self, type_name: &str) -> String {
        let mut text = String::from("params! {\n    pub struct Params {\n");
        for (setting, name) in self.program.settings.iter().zip(&self.settings) {
            let CodeSetting { kind, default, low, high, is_logarithmic, unit: of, help, .. } = setting;
            let _ = writeln!(text, "        /// {}", sentence(help, "A setting of the program."));
            let _ = match kind {
                ValueKind::Truth => writeln!(text, "        {name}: bool = {};", *default != 0.0),
                ValueKind::Number => writeln!(
                    text,
                    "        {name}: f64 = {}{}, range {}..={}{}{};",
                    number(*default),
                    unit(of, ", unit"),
                    number(*low),
                    number(*high),
                    if *is_logarithmic { ", scale log" } else { "" },
                    // A setting has a unit or a source.
                    if of.is_empty() { ", cite \"a program\"" } else { "" }
                ),
            };
        }
        if self.has_window {
            text.push_str("        ..tcp: TcpParams;\n    }\n}\n\n");
        } else {
            text.push_str(
                "        /// Send packets that can be marked.\n        ecn: bool = false, label \"ECN\";\n        \
                 ..reports: ReportParams;\n    }\n}\n\n",
            );
        }
        if !self.signals.is_empty() {
            let _ = writeln!(text, "signals! {{\n    const SIGNALS: {type_name}Signals {{");
            if self.has_window {
                text.push_str("        ..window: window::WindowSignals;\n");
            }
            for (signal, name) in self.program.signals.iter().zip(&self.signals) {
                let CodeSignal { name: given, unit: of, help } = signal;
                let _ = writeln!(text, "        /// {}", sentence(help, "A signal of the program."));
                let _ = writeln!(text, "        {name}: {:?}{};", label(given), unit(of, " in"));
            }
            text.push_str("    }\n}\n\n");
        }
        text
    }

    /// The type of the rules with its functions and handlers.
    fn rules(&self, type_name: &str, parts: &Parts) -> String {
        let shown = self.signals.iter().map(|name| format!("shown_{name}"));
        let shown: Vec<String> = shown.collect();
        let mut text = format!(
            "/// The rules and their state.\n#[derive(Clone, Debug)]\npub struct {type_name}Rules {{\n    p: Params,\n"
        );
        for (name, kind, _) in &parts.fields {
            let _ = writeln!(text, "    {name}: {kind},");
        }
        for name in &shown {
            let _ = writeln!(text, "    {name}: f64,");
        }
        let _ = write!(text, "}}\n\nimpl {type_name}Rules {{\n    fn new(p: Params) -> Self {{\n");
        let _ = write!(text, "        let mut rules = {type_name}Rules {{\n            p,\n");
        for (name, _, empty) in &parts.fields {
            let _ = writeln!(text, "            {name}: {empty},");
        }
        for name in &shown {
            let _ = writeln!(text, "            {name}: f64::NAN,");
        }
        let _ = write!(text, "        }};\n        rules.first_values();\n        rules\n    }}\n");
        let _ = write!(
            text,
            "\n    fn first_values(&mut self) {{\n{}    }}\n{}}}\n\n",
            parts.start, parts.functions
        );
        text.push_str(&if self.has_window {
            self.window_program(type_name, parts)
        } else {
            self.rate_program(type_name, parts)
        });
        let fields: Vec<&str> = parts.fields.iter().map(|(name, ..)| name.as_str()).collect();
        let others: Vec<&str> = std::iter::once("p").chain(shown.iter().map(String::as_str)).collect();
        let _ = write!(
            text,
            "// The state that determines the future, for the result ID. Settings and signals are no state.\n\
             state!({type_name}Rules {{ {} }} not {{ {} }});\n\n",
            fields.join(", "),
            others.join(", ")
        );
        text
    }

    /// The functions that both levels end with.
    fn ends(&self) -> String {
        let mut text = String::from("\n    fn restart(&mut self) {\n        self.first_values();\n    }\n");
        if !self.signals.is_empty() {
            text.push_str("\n    fn emit(&self, out: &mut dyn Reports) {\n");
            for name in &self.signals {
                let _ = writeln!(
                    text,
                    "        if self.shown_{name}.is_finite() {{\n            out.signal(SIGNALS.{name}, self.shown_{name});\n        }}"
                );
            }
            text.push_str("    }\n");
        }
        text
    }

    fn window_program(&self, type_name: &str, parts: &Parts) -> String {
        let owns =
            self.program.interface.handler("on_congestion").zip(self.program.interface.control("cwnd"));
        let needs = [
            ("samples", self.reads("delivery_rate") || self.reads("losses")),
            ("marks", self.reads("marks")),
            ("paces", self.paces()),
            ("owns_window", owns.is_some_and(|(handler, control)| self.program.assigns(handler, control))),
        ];
        let needed: String =
            needs.iter().filter(|(_, needed)| *needed).map(|(name, _)| format!("{name}: true, ")).collect();
        let mut text = format!("impl WindowProgram for {type_name}Rules {{");
        if !needed.is_empty() {
            let _ = write!(
                text,
                "\n    fn needs(&self) -> WindowNeeds {{\n        WindowNeeds {{ {needed}..WindowNeeds::default() }}\n    }}\n"
            );
        }
        text.push_str(&parts.handlers);
        if self.paces() {
            text.push_str("\n    fn pacing_rate(&self) -> f64 {\n        self.pacing_rate\n    }\n");
        }
        let _ = write!(text, "{}}}\n\n", self.ends());
        text
    }

    fn rate_program(&self, type_name: &str, parts: &Parts) -> String {
        let event = |handler: &str| format!("RateEvent::{}", type_name_of_event(handler));
        let handled: Vec<String> = parts.handled.iter().map(|handler| event(handler)).collect();
        let matched = if handled.is_empty() {
            "false".to_owned()
        } else {
            format!("matches!(event, {})", handled.join(" | "))
        };
        let mut text = format!(
            "impl RateProgram for {type_name}Rules {{\n    fn handles(&self, event: RateEvent) -> bool {{\n        {matched}\n    }}\n"
        );
        text.push_str(
            "\n    fn on(&mut self, event: RateEvent, c: &mut ReportControls, x: &ReportInputs) {\n        match event {\n",
        );
        for handler in self.program.interface.handlers {
            let action = if parts.handled.contains(&handler.name) {
                format!("self.{}(c, x)", handler.name)
            } else {
                "{}".to_owned()
            };
            let _ = writeln!(text, "            {} => {action},", event(handler.name));
        }
        let _ = write!(text, "        }}\n    }}\n{}}}\n\n", self.ends());
        text
    }

    /// The parts of the construction that depend on the level.
    fn level_code(&self) -> LevelCode {
        if self.has_window {
            LevelCode {
                sender: "ProgramWindow",
                family: "Window",
                decisions: "window::decision::list()",
                build: "ProgramWindow::build(rules, &params.tcp, facts.packet, Self::header_bytes())",
                set: "&params.tcp",
            }
        } else {
            LevelCode {
                sender: "ProgramRate",
                family: "Report",
                decisions: "Vec::new()",
                build: "ProgramRate::build(rules, &params.reports, params.ecn, facts.packet)",
                set: "&params.reports, params.ecn",
            }
        }
    }

    /// The description and the construction.
    fn protocol(&self, type_name: &str, name: &str) -> String {
        let title = label(name);
        let LevelCode { sender, family, decisions, build, set } = self.level_code();
        let signals = match (self.signals.is_empty(), self.has_window) {
            (false, _) => format!("{type_name}Signals::list()"),
            (true, true) => "window::WindowSignals::list()".to_owned(),
            (true, false) => "Vec::new()".to_owned(),
        };
        format!(
            r#"#[derive(Clone, Debug)]
pub struct {type_name}({sender}<{type_name}Rules>);

impl Protocol for {type_name} {{
    type Params = Params;
    const ID: &'static str = "{name}";

    fn info() -> AlgorithmInfo {{
        AlgorithmInfo {{
            id: Self::ID,
            name: "{title}",
            family: Family::{family},
            summary: help_text("Say here in one sentence what the rules do."),
            doc: help_text(
                "Explain the rules here: what they measure, what follows from it, and why, with equations such as $w = w + 1/w$. \
                  The first comment of the file has the program from which they were translated.",
            ),
            pictures: pictures(&[WITH_TCP]),
            references: citations(&[Reference {{
                title: "M. Allman et al., TCP Congestion Control, 2009 (name the publication of the rules here)",
                url: "https://www.rfc-editor.org/rfc/rfc5681",
            }}]),
            fields: Params::fields(),
            signals: {signals},
            decisions: {decisions},
        }}
    }}

    fn build(params: &Params, facts: &FlowFacts) -> (Self, Vec<ConnSpec>) {{
        let rules = {type_name}Rules::new(params.clone());
        let (sender, connections) = {build};
        ({type_name}(sender), connections)
    }}

    /// Called when the timeline changes settings while the flow runs.
    fn set_params(&mut self, params: &Params, _: &mut impl Context) {{
        self.0.set_params({set}, |rules| rules.p = params.clone());
    }}
}}

delegate_sender!({type_name});
"#
        )
    }
}

fn rust_type(kind: ValueKind) -> &'static str {
    match kind {
        ValueKind::Number => "f64",
        ValueKind::Truth => "bool",
    }
}

/// `on_report` becomes `Report`.
fn type_name_of_event(handler: &str) -> String {
    type_name(handler.strip_prefix("on_").unwrap_or(handler))
}
