//! Calls of functions: those of the language, and those of the program.

use super::names::Meaning;
use super::values::{Held, Operand, number_in};
use super::{CodePart, Compiler};
use crate::builtins::{Builtin, BuiltinRule, builtin};
use crate::code::{Instruction, Register};
use crate::faults::{OrReported, Reported};
use crate::interface::ValueKind;
use crate::span::Span;
use crate::tree::{Expression, Named};

impl<'s> Compiler<'s, '_, '_> {
    /// Compiles a call. Returns the result, if the function has one.
    pub(super) fn call(
        &mut self,
        name: Named<'s>,
        arguments: &[Expression<'s>],
        span: Span,
        to: Option<Register>,
    ) -> OrReported<Option<Operand>> {
        if let Some(builtin) = builtin(name.text) {
            return self.call_builtin(builtin, arguments, span, to).map(Some);
        }
        let index = match self.names.find(name.text).map(|name| name.meaning) {
            Some(Meaning::Routine(index)) => index,
            Some(Meaning::Unknown) => return Err(Reported),
            Some(_) => {
                let message = format!("`{}` is no function, so it cannot be called.", name.text);
                return Err(self.faults.report(name.span, "not_a_function", message));
            }
            None => return Err(self.unknown_function(name)),
        };
        let Some(routine) = self.routines.get(index) else { return Err(Reported) };
        let (entry, registers) = (routine.entry, routine.arguments.clone());
        let (result, kind, has_result) = (routine.result, routine.kind, routine.has_result);
        for control in routine.assigns.clone() {
            if !self.assigns.contains(&control) {
                self.assigns.push(control);
            }
        }
        self.check_count(name.text, arguments.len(), (registers.len(), registers.len()), span)?;
        let operands = self.arguments(arguments)?;
        for ((operand, register), argument) in operands.into_iter().zip(registers).zip(arguments) {
            self.move_to(operand, register, argument.span)?;
        }
        self.emit(Instruction::Call(entry), span);
        if !has_result {
            return Ok(None);
        }
        // Another call of the function could follow in the same expression.
        let to = self.result(to, span)?;
        self.emit(Instruction::Copy(to, result), span);
        Ok(Some(Operand { held: Held::In(to), kind }))
    }

    /// Compiles the arguments of a call, which must be numbers.
    fn arguments(&mut self, arguments: &[Expression<'s>]) -> OrReported<Vec<Operand>> {
        let mut operands = Vec::new();
        for (index, argument) in arguments.iter().enumerate() {
            let mut operand = self.number(argument)?;
            for later in arguments.iter().skip(index + 1) {
                operand = self.keep(operand, later)?;
            }
            operands.push(operand);
        }
        Ok(operands)
    }

    fn unknown_function(&mut self, name: Named<'s>) -> Reported {
        let declared = self.all_routines.iter().find(|routine| routine.text == name.text).copied();
        let current = match self.part {
            CodePart::Routine(index) => self.routines.get(index).map_or("", |routine| routine.name),
            _ => "",
        };
        let message = if self.part == CodePart::Start && declared.is_some() {
            format!(
                "The first value of a variable cannot call `{}`. Assign the variable in `on_start`.",
                name.text
            )
        } else if current == name.text {
            format!("`{current}` calls itself. Functions cannot do that: use a loop.")
        } else if declared.is_some() {
            format!("`{0}` is declared below. Move `fn {0}` above this place.", name.text)
        } else {
            self.names.advice(name.text)
        };
        self.faults.report(name.span, "unknown_function", message)
    }

    fn check_count(
        &mut self,
        name: &str,
        found: usize,
        (least, most): (usize, usize),
        span: Span,
    ) -> OrReported<()> {
        if (least..=most).contains(&found) {
            return Ok(());
        }
        let expected = if least == most { format!("{least}") } else { format!("{least} to {most}") };
        let noun = if most == 1 { "argument" } else { "arguments" };
        let message = format!("`{name}` needs {expected} {noun}, but here it has {found}.");
        Err(self.faults.report(span, "arguments", message))
    }

    fn call_builtin(
        &mut self,
        builtin: &'static Builtin,
        arguments: &[Expression<'s>],
        span: Span,
        to: Option<Register>,
    ) -> OrReported<Operand> {
        self.check_count(builtin.name, arguments.len(), builtin.count, span)?;
        let mut registers = Vec::new();
        for operand in self.arguments(arguments)? {
            registers.push(self.register(operand, span)?);
        }
        let (Some(&first), others) = (registers.first(), registers.get(1..).unwrap_or_default()) else {
            let to = self.result(to, span)?;
            self.emit(Instruction::Random(to), span);
            return Ok(number_in(to));
        };
        let mut kind = ValueKind::Number;
        let result = match builtin.rule {
            BuiltinRule::One(function) => {
                if builtin.name == "is_finite" {
                    kind = ValueKind::Truth;
                }
                let to = self.result(to, span)?;
                self.emit(Instruction::Apply(function, to, first), span);
                to
            }
            BuiltinRule::Min => self.chain(first, others, to, span, |_| Instruction::Min)?,
            BuiltinRule::Max => self.chain(first, others, to, span, |_| Instruction::Max)?,
            BuiltinRule::Pow => self.chain(first, others, to, span, |_| Instruction::Pow)?,
            // At least the second argument, and then at most the third one.
            BuiltinRule::Clamp => self.chain(first, others, to, span, |at| {
                if at == 0 { Instruction::Max } else { Instruction::Min }
            })?,
            BuiltinRule::Random => return Err(Reported),
        };
        Ok(Operand { held: Held::In(result), kind: Some(kind) })
    }

    /// Combines the first argument with each of the others in turn.
    fn chain(
        &mut self,
        first: Register,
        others: &[Register],
        to: Option<Register>,
        span: Span,
        rule: impl Fn(usize) -> fn(Register, Register, Register) -> Instruction,
    ) -> OrReported<Register> {
        let mut result = first;
        for (at, &other) in others.iter().enumerate() {
            // Only the last result may replace a variable that is an argument as well.
            let is_last = at + 1 == others.len();
            let next = self.result(to.filter(|_| is_last), span)?;
            self.emit(rule(at)(next, result, other), span);
            result = next;
        }
        Ok(result)
    }
}
