//! The settings of a sender with a program: its text, the settings that the text declares, and those of the
//! chassis.

use super::FIRST_SENTENCE;
use super::rate::ReportParams;
use crate::ground::intern::intern;
use crate::params::{FieldKind, clipped, quantity, suggestion};
use crate::protocols::prelude::*;
use crate::transport::window::WindowSignals;
use fairshare_script::limits::MAX_SOURCE;
use fairshare_script::{Budget, CodeSetting, Fault, Machine, Program, RATE, ValueKind, compile, examples};
use serde_json::{Map, Value, json};
use std::sync::Arc;

params! {
    /// The settings that every program has.
    pub struct ChassisParams {
        ..reports: ReportParams;
        ..tcp: TcpParams;
    }
}

/// The settings of the algorithm `own`. Copies share the compiled program.
#[derive(Clone, Debug)]
pub struct Params {
    /// The text of the program.
    code: Arc<str>,
    /// The values of settings that the program declares, in the order of the document. `issues` reports values
    /// that do not fit.
    settings: Arc<Map<String, Value>>,
    pub base: ChassisParams,
    program: Arc<Program>,
    /// Why the text is not a program. `program` is then another one, which never runs.
    faults: Arc<Vec<Fault>>,
}

impl PartialEq for Params {
    fn eq(&self, other: &Self) -> bool {
        self.code == other.code && self.settings == other.settings && self.base == other.base
    }
}

/// The text of a program that is not stated: Reno.
fn default_code() -> &'static str {
    examples::EXAMPLES.iter().find(|example| example.id == "reno").map_or("", |example| example.source)
}

impl Params {
    pub fn new(code: &str, settings: Map<String, Value>, base: ChassisParams) -> Self {
        let (program, faults) = match compile(code) {
            Ok(program) => (program, Vec::new()),
            Err(faults) => (Program::empty(), faults),
        };
        Params {
            code: code.into(),
            settings: Arc::new(settings),
            base,
            program: Arc::new(program),
            faults: Arc::new(faults),
        }
    }

    /// The program; an empty one if the text has faults.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// A machine of the program with the values of its settings, and the fault in the first values of its
    /// variables, if there is one.
    pub fn machine(&self) -> (Machine, Option<Fault>) {
        let mut machine = Machine::unstarted(&self.program, 0, Budget::default());
        self.apply_to(&mut machine);
        let fault = machine.restart().err();
        (machine, fault)
    }

    /// Sets the settings of a machine.
    pub fn apply_to(&self, machine: &mut Machine) {
        for (index, setting) in self.program.settings().iter().enumerate() {
            let given = self.settings.get(&setting.name).and_then(number_of);
            machine.set_setting(index, given.unwrap_or(setting.default));
        }
    }

    /// The problems of the text and of the values of its settings.
    pub fn issues(&self) -> Vec<Issue> {
        let faults = self.faults();
        if !faults.is_empty() {
            return faults.iter().map(fault_issue).collect();
        }
        let declared = self.program.settings();
        let issues = self.settings.iter().filter_map(|(name, value)| setting_issue(declared, name, value));
        issues.collect()
    }

    /// Why the text is not a program, or cannot begin with the present settings.
    pub fn faults(&self) -> Vec<Fault> {
        if !self.faults.is_empty() { self.faults.to_vec() } else { self.machine().1.into_iter().collect() }
    }

    /// The signals of the flow: those of the chassis, and those of the program.
    pub fn signals(&self) -> Vec<Signal> {
        let mut list = WindowSignals::list();
        for signal in self.program.signals() {
            let (id, label) = (intern(&format!("own_{}", signal.name)), intern(&signal.name));
            list.push(Signal::gauge(id, label, intern(&signal.unit), intern(&signal.help)));
        }
        list
    }

    /// The sentence of a decision with its values, if the program says it.
    pub fn said(&self, kind: usize, values: &[f64]) -> Option<String> {
        let sentence = kind.checked_sub(FIRST_SENTENCE as usize)?;
        Some(self.program.sentences().get(sentence)?.fill(values))
    }

    /// Whether the sender has a rate and no window.
    pub fn has_rate(&self) -> bool {
        self.program.interface().level == RATE.level
    }
}

pub(super) fn fault_issue(fault: &Fault) -> Issue {
    Issue::new(
        "code",
        "code",
        format!("Line {}, column {}: {}", fault.at.line, fault.at.column, fault.message),
    )
}

/// A value of a setting as the program sees it.
fn number_of(value: &Value) -> Option<f64> {
    value.as_f64().or_else(|| value.as_bool().map(f64::from))
}

/// What is wrong with a value of a setting.
fn setting_issue(declared: &[CodeSetting], name: &str, value: &Value) -> Option<Issue> {
    let path = format!("settings.{name}");
    let Some(setting) = declared.iter().find(|setting| setting.name == name) else {
        let names = || declared.iter().map(|setting| setting.name.as_str());
        let hint = match suggestion(name, names()) {
            Some(close) => format!("Did you mean `{close}`?"),
            None if declared.is_empty() => "It declares none.".to_owned(),
            None => format!("Its settings are: {}.", names().collect::<Vec<_>>().join(", ")),
        };
        let message = format!("The program has no setting `{}`. {hint}", clipped(name));
        return Some(Issue::new(path, "unknown_field", message));
    };
    let is_switch = setting.kind == ValueKind::Truth;
    let fits = match value {
        Value::Bool(_) => is_switch,
        _ => !is_switch && value.as_f64().is_some_and(|x| (setting.low..=setting.high).contains(&x)),
    };
    let expected = if is_switch {
        "true or false".to_owned()
    } else {
        format!("between {} and {}", setting.low, quantity(setting.high, &setting.unit))
    };
    let given = crate::params::describe_value(value);
    (!fits)
        .then(|| Issue::new(path, "out_of_range", format!("`{name}` must be {expected}; {given} was given.")))
}

impl Default for Params {
    fn default() -> Self {
        Params::new(default_code(), Map::new(), ChassisParams::default())
    }
}

impl ParamSet for Params {
    fn fields() -> Vec<Field> {
        let code = Field::new(
            "code",
            FieldKind::Code { max_length: MAX_SOURCE },
            "The program. Without a text, it is Reno.",
        );
        let settings = Field::new(
            "settings",
            FieldKind::Settings { of: "code" },
            "Values of settings that the program declares. A setting that is not stated has the value in the program.",
        );
        let mut fields = vec![code.label("Program").default(default_code()), settings.default(json!({}))];
        // The program determines the slow start.
        fields.extend(ChassisParams::fields().into_iter().filter(|field| field.name != "hystart"));
        fields
    }

    fn read(object: &Value) -> Option<Self> {
        let code = object.get("code").map_or(Some(default_code()), Value::as_str)?;
        let settings = object.get("settings").map_or(Some(Map::new()), |value| value.as_object().cloned())?;
        Some(Params::new(code, settings, ChassisParams::read(object)?))
    }

    fn to_json(&self) -> Value {
        let mut object = json!({ "code": &*self.code, "settings": &*self.settings });
        if let (Some(object), Value::Object(base)) = (object.as_object_mut(), self.base.to_json()) {
            object.extend(base);
        }
        object
    }
}
