//! What the page's editor of programs shows: faults, values of names, completions and help.

use fairshare_script::{
    BUILTINS, CodeSetting, Fault, Interface, KEYWORDS, LEVELS, Location, Machine, ValueKind,
    examples::EXAMPLES, limits::MAX_SOURCE,
};
use serde_json::Map;

use super::params::{ChassisParams, Params};
use crate::boundary::CodePlace;
use crate::boundary::program::{
    LanguageExample, LanguageLevel, LanguageName, ProgramLanguage, ProgramReport, ProgramSetting,
    ProgramState, ProgramValue,
};

/// Compiles a text.
pub fn report(text: &str) -> ProgramReport {
    let params = Params::new(text, Map::new(), ChassisParams::default());
    let program = params.program();
    ProgramReport {
        faults: params.faults().iter().map(place).collect(),
        level: program.interface().level,
        settings: program.settings().iter().map(setting).collect(),
        signals: program.signals().iter().map(|signal| signal.name.clone()).collect(),
    }
}

/// At most this many values of an array are shown.
const MAX_SHOWN: usize = 16;

/// What a program did last, and the values of its names.
pub fn state(machine: &Machine) -> ProgramState {
    let program = machine.program();
    let values = program.symbols().iter().map(|symbol| ProgramValue {
        name: symbol.name.clone(),
        // Names that the language gives have no place in the text.
        line: (symbol.span.end > 0).then(|| Location::of(symbol.span, program.source()).line),
        is_truth: symbol.kind == ValueKind::Truth,
        values: machine.values(symbol).iter().take(MAX_SHOWN).map(|x| x.is_finite().then_some(*x)).collect(),
    });
    ProgramState { lines: machine.lines_run(), values: values.collect() }
}

/// What the language has, for completion and help.
pub fn language() -> ProgramLanguage {
    let functions = BUILTINS.iter().map(|function| named(function.name, function.arguments, function.help));
    let examples = EXAMPLES.iter().map(|example| LanguageExample { id: example.id, source: example.source });
    ProgramLanguage {
        keywords: KEYWORDS.to_vec(),
        levels: LEVELS.iter().map(|&level| level_of(level)).collect(),
        functions: functions.collect(),
        examples: examples.collect(),
        max_source: MAX_SOURCE,
    }
}

fn place(fault: &Fault) -> CodePlace {
    let Fault { at, message, .. } = fault;
    CodePlace { line: at.line, column: at.column, length: at.length, message: message.clone() }
}

fn setting(setting: &CodeSetting) -> ProgramSetting {
    let CodeSetting { name, kind, default, low, high, is_logarithmic, unit, help } = setting.clone();
    let is_switch = kind == ValueKind::Truth;
    ProgramSetting { name, is_switch, default, low, high, is_logarithmic, unit, help }
}

fn named(name: &'static str, detail: &str, help: &str) -> LanguageName {
    LanguageName { name, detail: detail.to_owned(), help: help.to_owned(), handlers: Vec::new() }
}

fn level_of(level: &Interface) -> LanguageLevel {
    let handlers = level.handlers.iter().map(|handler| {
        let help = format!("{} Without it: {}", handler.help, handler.absent);
        named(handler.name, "", &help)
    });
    let inputs = level.inputs.iter().map(|input| LanguageName {
        handlers: input.handlers.to_vec(),
        ..named(
            input.name,
            if input.kind == ValueKind::Truth { "true or false" } else { input.unit },
            input.help,
        )
    });
    let controls = level.controls.iter().map(|control| {
        let help = format!("{} From {}.", control.help, control.range());
        named(control.name, control.unit, &help)
    });
    LanguageLevel {
        level: level.level,
        help: level.help,
        handlers: handlers.collect(),
        inputs: inputs.collect(),
        controls: controls.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_with_faults_is_reported_with_its_places() {
        let report = report("on_ack {\n  cwnd += akced\n}");
        let [fault] = report.faults.as_slice() else { panic!("{:?}", report.faults) };
        assert_eq!((fault.line, fault.column, fault.length), (2, 11, 5));
        assert!(fault.message.contains("`acked`"), "{}", fault.message);
    }

    #[test]
    fn a_fault_in_the_first_value_of_a_variable_is_reported() {
        let report = report("const ZERO = 0\nsetting x = 0 in 0..1\nvar a = 1 / x");
        assert_eq!(report.faults.len(), 1, "{:?}", report.faults);
        assert_eq!(report.faults[0].line, 3);
    }

    #[test]
    fn settings_and_signals_of_a_program_are_reported() {
        let text = "setting gain = 0.5 in 0.1..0.9 log unit \"s\" \"A gain.\"\nsetting fast = true\nsignal level = cwnd\non_ack { }";
        let ProgramReport { faults, settings, signals, level } = report(text);
        assert!(faults.is_empty(), "{faults:?}");
        assert_eq!((level, signals), ("window", vec!["level".to_owned()]));
        assert_eq!((settings[0].low, settings[0].high, settings[0].is_logarithmic), (0.1, 0.9, true));
        assert_eq!((settings[1].is_switch, settings[1].default), (true, 1.0));
    }
}
