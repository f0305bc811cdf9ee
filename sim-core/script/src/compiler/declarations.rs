//! The declarations of a program, in the order in which their parts of the frame and the code follow each other.

use super::names::{Meaning, Visible};
use super::{CodePart, Compiler};
use crate::builtins::{BuiltinRule, builtin};
use crate::code::{CodeSetting, Instruction, JumpTarget, Register, Symbol, SymbolRole};
use crate::convert::{index16, whole};
use crate::faults::{Faults, OrReported};
use crate::interface::{Interface, ValueKind};
use crate::limits::{MAX_FUNCTIONS, MAX_NAMED_CONSTANTS, MAX_SETTINGS, MAX_VARIABLES};
use crate::span::Span;
use crate::tree::{
    About, CodeStep, Expression, ExpressionKind, Item, Named, Script, SettingRange, count_locals,
};

/// A function that has been compiled.
pub(super) struct Routine<'s> {
    pub name: &'s str,
    pub entry: JumpTarget,
    pub arguments: Vec<Register>,
    pub result: Register,
    /// Whether it returns a value.
    pub has_result: bool,
    /// The kind of the value, once it is known.
    pub kind: Option<ValueKind>,
    /// The controls that it assigns, itself or through functions.
    pub assigns: Vec<usize>,
}

/// The level that a program names, otherwise the first one.
pub(super) fn level(
    named: Option<Named<'_>>,
    levels: &[&'static Interface],
    faults: &mut Faults<'_>,
) -> &'static Interface {
    static NONE: Interface = Interface { level: "none", help: "", handlers: &[], inputs: &[], controls: &[] };
    let first = levels.first().copied().unwrap_or(&NONE);
    let Some(named) = named else { return first };
    if let Some(level) = levels.iter().find(|level| level.level == named.text) {
        return level;
    }
    let known: Vec<String> = levels.iter().map(|level| format!("`sender {}`", level.level)).collect();
    let message = format!("There is no level `{}`. Write {}.", named.text, known.join(" or "));
    faults.report(named.span, "level", message);
    first
}

impl<'s> Compiler<'s, '_, '_> {
    /// Makes the names of the interface visible.
    pub(super) fn declare_interface(&mut self) {
        let interface = self.interface;
        for (index, input) in interface.inputs.iter().enumerate() {
            let meaning = Meaning::Input(index);
            self.names.add(Visible { text: input.name, meaning, kind: Some(input.kind) });
            self.symbol(input.name, SymbolRole::Input, input.kind, index16(index), Span::default());
        }
        for (index, control) in interface.controls.iter().enumerate() {
            let meaning = Meaning::Control(index);
            let kind = ValueKind::Number;
            self.names.add(Visible { text: control.name, meaning, kind: Some(kind) });
            let register = index16(self.layout.controls + index);
            self.symbol(control.name, SymbolRole::Control, kind, register, Span::default());
        }
        for (index, handler) in interface.handlers.iter().enumerate() {
            let meaning = Meaning::Handler(index);
            self.names.add(Visible { text: handler.name, meaning, kind: None });
        }
    }

    /// Adds a symbol for a display of values.
    pub(super) fn symbol(
        &mut self,
        name: &str,
        role: SymbolRole,
        kind: ValueKind,
        register: Register,
        span: Span,
    ) {
        self.symbols.push(Symbol { name: name.to_owned(), role, kind, register, length: 1, span });
    }

    /// Makes a name visible, or reports why it cannot be declared.
    pub(super) fn declare(
        &mut self,
        name: Named<'s>,
        meaning: Meaning,
        kind: Option<ValueKind>,
    ) -> OrReported<()> {
        if let Some(message) = self.names.conflict(name) {
            return Err(self.faults.report(name.span, "repeated_name", message));
        }
        self.names.add(Visible { text: name.text, meaning, kind });
        Ok(())
    }

    /// Makes a name visible whose declaration has a fault, so that its uses are not reported as well.
    pub(super) fn declare_unknown(&mut self, name: Named<'s>) {
        if self.names.find(name.text).is_none() {
            self.names.add(Visible { text: name.text, meaning: Meaning::Unknown, kind: None });
        }
    }

    /// Compiles a program.
    pub(super) fn script(&mut self, script: &Script<'s>) {
        for item in &script.items {
            let declared = match item {
                Item::Setting { name, value, range, about } => {
                    self.setting(*name, value, range.as_ref(), *about).map_err(|_| *name)
                }
                Item::Constant { name, value } => self.named_constant(*name, value).map_err(|_| *name),
                _ => Ok(()),
            };
            if let Err(name) = declared {
                self.declare_unknown(name);
            }
        }
        let names = script.items.iter().filter_map(|item| match item {
            Item::Routine { name, .. } => Some(*name),
            _ => None,
        });
        self.all_routines = names.collect();
        self.layout.variables = self.layout.settings + self.settings.len();
        self.variables(script);
        for item in &script.items {
            if let Item::Routine { name, arguments, body } = item
                && self.routine(*name, arguments, body).is_err()
            {
                self.declare_unknown(*name);
            }
        }
        for item in &script.items {
            if let Item::Handler { name, body } = item {
                let _ = self.handler(*name, body, script);
            }
        }
    }

    fn setting(
        &mut self,
        name: Named<'s>,
        value: &Expression<'s>,
        range: Option<&SettingRange<'s>>,
        about: About<'s>,
    ) -> OrReported<()> {
        let (default, kind) = self.constant_value(value)?;
        let (mut low, mut high, mut is_logarithmic) = (0.0, 1.0, false);
        match (kind, range) {
            (ValueKind::Truth, None) => {}
            (ValueKind::Number, Some(range)) => {
                low = self.constant_number(&range.low)?;
                high = self.constant_number(&range.high)?;
                is_logarithmic = range.is_logarithmic;
                let span = range.low.span.to(range.high.span);
                self.check_range(default, value.span, (low, high), span, is_logarithmic)?;
            }
            (ValueKind::Truth, Some(range)) => {
                let message = "A setting that is true or false has no range. Delete `in` and the range.";
                return Err(self.faults.report(range.low.span.to(range.high.span), "range", message));
            }
            (ValueKind::Number, None) => {
                let message = format!(
                    "This setting needs a range, for its slider: write `setting {} = {} in 0..1`.",
                    name.text,
                    value.span.text(self.source)
                );
                return Err(self.faults.report(name.span.to(value.span), "range", message));
            }
        }
        if self.settings.len() == MAX_SETTINGS {
            let message = format!("A program has at most {MAX_SETTINGS} settings. Make others `const`.");
            return Err(self.faults.report(name.span, "settings", message));
        }
        let register = index16(self.layout.settings + self.settings.len());
        self.declare(name, Meaning::Setting(register), Some(kind))?;
        self.symbol(name.text, SymbolRole::Setting, kind, register, name.span);
        let (name, unit, help) = (name.text.to_owned(), about.unit.to_owned(), about.help.to_owned());
        self.settings.push(CodeSetting { name, kind, default, low, high, is_logarithmic, unit, help });
        Ok(())
    }

    fn check_range(
        &mut self,
        default: f64,
        default_span: Span,
        (low, high): (f64, f64),
        span: Span,
        is_logarithmic: bool,
    ) -> OrReported<()> {
        if !(low < high && low.is_finite() && high.is_finite()) {
            let message = "The range must go from a smaller to a larger number, as in `0.1..0.9`.";
            return Err(self.faults.report(span, "range", message));
        }
        if is_logarithmic && low <= 0.0 {
            let message = "A range with `log` must begin above 0.";
            return Err(self.faults.report(span, "range", message));
        }
        if !(low..=high).contains(&default) {
            let message =
                format!("The value {default} is outside of the range {low}..{high}. Change one of them.");
            return Err(self.faults.report(default_span, "range", message));
        }
        Ok(())
    }

    fn named_constant(&mut self, name: Named<'s>, value: &Expression<'s>) -> OrReported<()> {
        let (value, kind) = self.constant_value(value)?;
        self.named_constants += 1;
        if self.named_constants > MAX_NAMED_CONSTANTS {
            let message = format!("A program has at most {MAX_NAMED_CONSTANTS} constants with names.");
            return Err(self.faults.report(name.span, "constants", message));
        }
        self.declare(name, Meaning::Constant(value), Some(kind))
    }

    /// The value of an expression of numbers and constants, or the fault that it is something else.
    fn constant_value(&mut self, value: &Expression<'s>) -> OrReported<(f64, ValueKind)> {
        if let Some(known) = self.fold(value) {
            return Ok(known);
        }
        let mut message =
            "This must be computed from numbers and constants that are declared above.".to_owned();
        let mut span = value.span;
        if let Some(name) = self.first_unknown(value) {
            span = name.span;
            message = format!(
                "There is no constant `{}` above. Here only numbers and constants can stand.",
                name.text
            );
        }
        Err(self.faults.report(span, "not_constant", message))
    }

    /// The first name of an expression that is no constant.
    fn first_unknown(&self, expression: &Expression<'s>) -> Option<Named<'s>> {
        match &expression.kind {
            ExpressionKind::Number(_) | ExpressionKind::Truth(_) => None,
            ExpressionKind::Name(text) => {
                let is_constant = self.fold(expression).is_some();
                (!is_constant).then_some(Named { text, span: expression.span })
            }
            ExpressionKind::Index(name, _) => Some(*name),
            ExpressionKind::Negate(inner) | ExpressionKind::Not(inner) => self.first_unknown(inner),
            ExpressionKind::Binary(_, left, right) => {
                self.first_unknown(left).or_else(|| self.first_unknown(right))
            }
            ExpressionKind::Call(name, arguments) => {
                let is_pure = builtin(name.text).is_some_and(|builtin| builtin.rule != BuiltinRule::Random);
                if is_pure {
                    arguments.iter().find_map(|argument| self.first_unknown(argument))
                } else {
                    Some(*name)
                }
            }
        }
    }

    fn constant_number(&mut self, value: &Expression<'s>) -> OrReported<f64> {
        match self.constant_value(value)? {
            (number, ValueKind::Number) => Ok(number),
            (_, ValueKind::Truth) => Err(self.wrong_kind(value.span, ValueKind::Number)),
        }
    }

    /// Lays out the variables, and compiles their first values.
    fn variables(&mut self, script: &Script<'s>) {
        let mut next = self.layout.variables;
        let mut registers = Vec::new();
        for item in &script.items {
            let Item::Variable { name, length, .. } = item else { continue };
            let length = match length {
                Some(length) => self.array_length(length).unwrap_or(1),
                None => 1,
            };
            registers.push(index16(next));
            next += length;
            if next - self.layout.variables > MAX_VARIABLES {
                let message =
                    format!("A program keeps at most {MAX_VARIABLES} numbers. Make arrays shorter.");
                self.faults.report(name.span, "variables", message);
                next = self.layout.variables;
            }
        }
        self.scopes_end = next;
        self.part = CodePart::Start;
        self.open_frame(0);
        let mut registers = registers.into_iter();
        for item in &script.items {
            let Item::Variable { name, length, value } = item else { continue };
            let register = registers.next().unwrap_or(0);
            self.frame.next_step = 0;
            if self.variable(*name, length.as_ref(), value, register).is_err() {
                self.declare_unknown(*name);
            }
        }
        self.emit(Instruction::Halt, Span::default());
        self.close_frame(Span::default());
    }

    /// The length of an array: a whole number from 1 on.
    fn array_length(&mut self, length: &Expression<'s>) -> OrReported<usize> {
        let value = self.constant_number(length)?;
        if (1.0..=MAX_VARIABLES as f64).contains(&value) && libm::floor(value) == value {
            return Ok(whole(value));
        }
        let message = format!("The length of an array is a whole number from 1 to {MAX_VARIABLES}.");
        Err(self.faults.report(length.span, "array_length", message))
    }

    fn variable(
        &mut self,
        name: Named<'s>,
        length: Option<&Expression<'s>>,
        value: &Expression<'s>,
        register: Register,
    ) -> OrReported<()> {
        let operand = self.value(value, None)?;
        if length.is_some() && operand.kind == Some(ValueKind::Truth) {
            return Err(self.wrong_kind(value.span, ValueKind::Number));
        }
        let from = self.register(operand, value.span)?;
        let kind = operand.kind.unwrap_or(ValueKind::Number);
        self.symbol(name.text, SymbolRole::Variable, kind, register, name.span);
        let Some(length) = length else {
            self.emit(Instruction::Copy(register, from), value.span);
            return self.declare(name, Meaning::Variable(register), operand.kind);
        };
        let length = index16(self.array_length(length)?);
        if let Some(symbol) = self.symbols.last_mut() {
            symbol.length = length;
        }
        let array = index16(self.arrays.len());
        self.arrays.push((register, length));
        self.emit(Instruction::Fill(array, from), value.span);
        self.declare(name, Meaning::Array(array), operand.kind)
    }

    fn routine(&mut self, name: Named<'s>, arguments: &[Named<'s>], body: &[CodeStep<'s>]) -> OrReported<()> {
        if self.routines.len() == MAX_FUNCTIONS {
            let message = format!("A program has at most {MAX_FUNCTIONS} functions.");
            return Err(self.faults.report(name.span, "functions", message));
        }
        if let Some(message) = self.names.conflict(name) {
            return Err(self.faults.report(name.span, "repeated_name", message));
        }
        self.part = CodePart::Routine(self.routines.len());
        // The arguments and the result.
        self.open_frame(arguments.len() + 1 + count_locals(body));
        let opened = self.names.open();
        let mut registers = Vec::new();
        for argument in arguments {
            match self.local(*argument, Some(ValueKind::Number), false) {
                Ok(register) => registers.push(register),
                Err(reported) => {
                    self.names.close(opened);
                    return Err(reported);
                }
            }
        }
        let result = index16(self.scopes_end + arguments.len());
        self.frame.next_local += 1;
        let entry = self.here();
        let assigns = Vec::new();
        let (arguments, has_result, kind) = (registers, false, None);
        self.routines.push(Routine { name: name.text, entry, arguments, result, has_result, kind, assigns });
        self.block(body);
        self.emit(Instruction::Return, Span::default());
        self.names.close(opened);
        self.close_frame(name.span);
        let assigns = std::mem::take(&mut self.assigns);
        let index = self.routines.len() - 1;
        let mut has_result = false;
        if let Some(routine) = self.routines.last_mut() {
            routine.assigns = assigns;
            has_result = routine.has_result;
        }
        if has_result && !always_returns(body) {
            let message =
                format!("`{}` returns a value, but its end can be reached without `return`.", name.text);
            self.faults.report(name.span, "no_result", message);
        }
        let kind = self.routines.last().and_then(|routine| routine.kind);
        self.declare(name, Meaning::Routine(index), kind)
    }

    fn handler(&mut self, name: Named<'s>, body: &[CodeStep<'s>], script: &Script<'s>) -> OrReported<()> {
        let Some(index) = self.interface.handler(name.text) else {
            let known: Vec<String> =
                self.interface.handlers.iter().map(|handler| format!("`{}`", handler.name)).collect();
            let message = format!(
                "There is no handler `{}` for a sender of the level {}. There are {}.",
                name.text,
                self.interface.level,
                known.join(", ")
            );
            return Err(self.faults.report(name.span, "unknown_handler", message));
        };
        if self.entries.get(index).is_some_and(Option::is_some) {
            let message = format!("`{}` exists twice. Put all of its steps into one block.", name.text);
            return Err(self.faults.report(name.span, "repeated_name", message));
        }
        self.part = CodePart::Handler(index);
        self.open_frame(count_locals(body));
        if let Some(entry) = self.entries.get_mut(index) {
            *entry = Some(index16(self.code.len()));
        }
        self.block(body);
        let ends = std::mem::take(&mut self.ends);
        self.patch(ends);
        for item in &script.items {
            if let Item::Signal(signal) = item {
                self.frame.next_step = count_locals(body);
                let _ = self.signal(signal);
            }
        }
        self.emit(Instruction::Halt, Span::default());
        self.close_frame(name.span);
        let assigns = std::mem::take(&mut self.assigns);
        self.assigned.extend(assigns.into_iter().map(|control| (index, control)));
        Ok(())
    }
}

/// Whether every way through a block ends with `return`.
fn always_returns(body: &[CodeStep<'_>]) -> bool {
    body.iter().any(|action| match action {
        CodeStep::Return { .. } => true,
        CodeStep::If { branches, otherwise } => {
            !otherwise.is_empty()
                && always_returns(otherwise)
                && branches.iter().all(|(_, body)| always_returns(body))
        }
        _ => false,
    })
}
