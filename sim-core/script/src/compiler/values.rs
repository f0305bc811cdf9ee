//! Expressions: the kinds of their values, the computation of constants, and the code of the others.

use super::names::{Meaning, Visible};
use super::{CodePart, Compiler};
use crate::builtins::builtin;
use crate::code::{Instruction, Register};
use crate::convert::index16;
use crate::faults::{OrReported, Reported};
use crate::interface::ValueKind;
use crate::span::Span;
use crate::tree::{BinaryOperator, Expression, ExpressionKind, Named};

/// Where the value of an expression is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Held {
    Constant(f64),
    In(Register),
}

/// The value of an expression. Its kind is `None` if a fault was reported where it would have become known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operand {
    pub held: Held,
    pub kind: Option<ValueKind>,
}

pub(super) fn number_in(register: Register) -> Operand {
    Operand { held: Held::In(register), kind: Some(ValueKind::Number) }
}

impl<'s> Compiler<'s, '_, '_> {
    /// Compiles an expression. If it needs a register for its result, it uses `to`.
    pub(super) fn value(&mut self, expression: &Expression<'s>, to: Option<Register>) -> OrReported<Operand> {
        if let Some((value, kind)) = self.fold(expression) {
            return Ok(Operand { held: Held::Constant(value), kind: Some(kind) });
        }
        let span = expression.span;
        match &expression.kind {
            ExpressionKind::Number(_) | ExpressionKind::Truth(_) => Err(Reported),
            ExpressionKind::Name(text) => self.named_value(Named { text, span }),
            ExpressionKind::Index(name, index) => {
                let array = self.array(*name)?;
                let position = self.number(index)?;
                let at = self.register(position, index.span)?;
                let to = self.result(to, span)?;
                self.emit(Instruction::Load(to, array, at), index.span);
                Ok(number_in(to))
            }
            ExpressionKind::Negate(inner) => {
                let operand = self.number(inner)?;
                let from = self.register(operand, inner.span)?;
                let to = self.result(to, span)?;
                self.emit(Instruction::Negate(to, from), span);
                Ok(number_in(to))
            }
            ExpressionKind::Not(_) => self.truth(expression),
            ExpressionKind::Binary(operator, left, right) => {
                if operator.is_comparison() || matches!(operator, BinaryOperator::And | BinaryOperator::Or) {
                    return self.truth(expression);
                }
                let first = self.number(left)?;
                let first = self.keep(first, right)?;
                let second = self.number(right)?;
                self.arithmetic(*operator, (first, left.span), (second, right.span), span, to)
            }
            ExpressionKind::Call(name, arguments) => {
                let result = self.call(*name, arguments, span, to)?;
                result.ok_or_else(|| {
                    let message =
                        format!("`{}` returns no value, so it cannot stand in an expression.", name.text);
                    self.faults.report(span, "no_result", message)
                })
            }
        }
    }

    /// The register for a result.
    pub(super) fn result(&mut self, to: Option<Register>, span: Span) -> OrReported<Register> {
        to.map_or_else(|| self.step(span), Ok)
    }

    /// Compiles an expression whose value must be a number.
    pub(super) fn number(&mut self, expression: &Expression<'s>) -> OrReported<Operand> {
        let operand = self.value(expression, None)?;
        self.check_kind(operand, Some(ValueKind::Number), expression.span)?;
        Ok(operand)
    }

    /// Compiles an expression into a register.
    pub(super) fn value_in(&mut self, expression: &Expression<'s>, to: Register) -> OrReported<Operand> {
        let operand = self.value(expression, Some(to))?;
        self.move_to(operand, to, expression.span)?;
        Ok(operand)
    }

    /// Compiles a number into a register.
    pub(super) fn number_in(&mut self, expression: &Expression<'s>, to: Register) -> OrReported<()> {
        let operand = self.value_in(expression, to)?;
        self.check_kind(operand, Some(ValueKind::Number), expression.span)
    }

    pub(super) fn move_to(&mut self, operand: Operand, to: Register, span: Span) -> OrReported<()> {
        let from = self.register(operand, span)?;
        if from != to {
            self.emit(Instruction::Copy(to, from), span);
        }
        Ok(())
    }

    /// The register that contains a value.
    pub(super) fn register(&mut self, operand: Operand, span: Span) -> OrReported<Register> {
        match operand.held {
            Held::In(register) => Ok(register),
            Held::Constant(value) => self.constant(value, span),
        }
    }

    /// Makes sure that a value is not changed by the functions that `later` calls.
    pub(super) fn keep(&mut self, operand: Operand, later: &Expression<'s>) -> OrReported<Operand> {
        match operand.held {
            Held::In(register) if usize::from(register) < self.scopes_end && calls_functions(later) => {
                let to = self.step(later.span)?;
                self.emit(Instruction::Copy(to, register), later.span);
                Ok(Operand { held: Held::In(to), kind: operand.kind })
            }
            _ => Ok(operand),
        }
    }

    pub(super) fn check_kind(
        &mut self,
        operand: Operand,
        kind: Option<ValueKind>,
        span: Span,
    ) -> OrReported<()> {
        match (operand.kind, kind) {
            (Some(found), Some(expected)) if found != expected => Err(self.wrong_kind(span, expected)),
            _ => Ok(()),
        }
    }

    pub(super) fn wrong_kind(&mut self, span: Span, expected: ValueKind) -> Reported {
        let text = span.text(self.source);
        let message = match expected {
            ValueKind::Number => format!("Here a number is needed, but `{text}` is true or false. Use `if`."),
            ValueKind::Truth => {
                format!(
                    "Here a condition is needed, but `{text}` is a number. Compare it, as in `{text} > 0`."
                )
            }
        };
        self.faults.report(span, "kind", message)
    }

    pub(super) fn arithmetic(
        &mut self,
        operator: BinaryOperator,
        (first, first_span): (Operand, Span),
        (second, second_span): (Operand, Span),
        span: Span,
        to: Option<Register>,
    ) -> OrReported<Operand> {
        let a = self.register(first, first_span)?;
        let b = self.register(second, second_span)?;
        let to = self.result(to, span)?;
        match operator {
            BinaryOperator::Add => self.emit(Instruction::Add(to, a, b), span),
            BinaryOperator::Subtract => self.emit(Instruction::Subtract(to, a, b), span),
            BinaryOperator::Multiply => self.emit(Instruction::Multiply(to, a, b), span),
            // A fault here is the divisor's.
            BinaryOperator::Modulo => self.emit(Instruction::Modulo(to, a, b), second_span),
            _ => self.emit(Instruction::Divide(to, a, b), second_span),
        };
        Ok(number_in(to))
    }

    fn named_value(&mut self, name: Named<'s>) -> OrReported<Operand> {
        let Some(Visible { meaning, kind, .. }) = self.names.find(name.text) else {
            let message = self.missing(name);
            return Err(self.faults.report(name.span, "unknown_name", message));
        };
        let register = match meaning {
            Meaning::Input(index) => {
                self.check_input(index, name)?;
                index16(index)
            }
            Meaning::Control(index) => {
                if self.part == CodePart::Start {
                    return Err(self.not_at_start(name));
                }
                index16(self.layout.controls + index)
            }
            Meaning::Setting(register) | Meaning::Variable(register) | Meaning::Local { register, .. } => {
                register
            }
            Meaning::Constant(value) => return Ok(Operand { held: Held::Constant(value), kind }),
            Meaning::Array(_) => {
                let message = format!("`{0}` is an array. Name one element: `{0}[0]`.", name.text);
                return Err(self.faults.report(name.span, "array", message));
            }
            Meaning::Routine(_) => {
                let message = format!("`{0}` is a function. Call it: `{0}()`.", name.text);
                return Err(self.faults.report(name.span, "function", message));
            }
            Meaning::Handler(_) => {
                let message = format!("`{}` is a handler, which only the simulator calls.", name.text);
                return Err(self.faults.report(name.span, "function", message));
            }
            Meaning::Unknown => return Err(Reported),
        };
        Ok(Operand { held: Held::In(register), kind })
    }

    /// The message for a name that does not exist at this place.
    fn missing(&self, name: Named<'s>) -> String {
        if builtin(name.text).is_some() {
            return format!("`{0}` is a function. Call it: `{0}(...)`.", name.text);
        }
        self.names.advice(name.text)
    }

    fn not_at_start(&mut self, name: Named<'s>) -> Reported {
        let message = format!(
            "The first value of a variable cannot use `{}`, which is not known yet. Assign the variable in `on_start`.",
            name.text
        );
        self.faults.report(name.span, "not_here", message)
    }

    /// Whether an input exists in the present part of the program.
    fn check_input(&mut self, index: usize, name: Named<'s>) -> OrReported<()> {
        let interface = self.interface;
        let Some(input) = interface.inputs.get(index) else { return Ok(()) };
        let exists = match self.part {
            CodePart::Start => return Err(self.not_at_start(name)),
            CodePart::Handler(handler) => {
                let handler = interface.handlers.get(handler).map_or("", |handler| handler.name);
                input.handlers.is_empty() || input.handlers.contains(&handler)
            }
            CodePart::Routine(_) => input.handlers.is_empty(),
        };
        if exists {
            return Ok(());
        }
        let handlers: Vec<String> = input.handlers.iter().map(|handler| format!("`{handler}`")).collect();
        let mut message = format!("`{}` exists only in {}.", name.text, handlers.join(" and "));
        message.push_str(match self.part {
            CodePart::Routine(_) => " Pass it to the function as an argument.",
            _ => " Keep it there in a variable, declared by `var`.",
        });
        Err(self.faults.report(name.span, "not_here", message))
    }

    /// The position of an array.
    pub(super) fn array(&mut self, name: Named<'s>) -> OrReported<u16> {
        match self.names.find(name.text).map(|name| name.meaning) {
            Some(Meaning::Array(array)) => Ok(array),
            Some(Meaning::Unknown) => Err(Reported),
            Some(_) => {
                let message =
                    format!("`{0}` is no array. An array is declared by `var {0}[8] = 0`.", name.text);
                Err(self.faults.report(name.span, "array", message))
            }
            None => {
                let message = self.missing(name);
                Err(self.faults.report(name.span, "unknown_name", message))
            }
        }
    }
}

/// Whether an expression calls functions of the program, which can change variables.
fn calls_functions(expression: &Expression<'_>) -> bool {
    match &expression.kind {
        ExpressionKind::Number(_) | ExpressionKind::Truth(_) | ExpressionKind::Name(_) => false,
        ExpressionKind::Index(_, inner) | ExpressionKind::Negate(inner) | ExpressionKind::Not(inner) => {
            calls_functions(inner)
        }
        ExpressionKind::Binary(_, left, right) => calls_functions(left) || calls_functions(right),
        ExpressionKind::Call(name, arguments) => {
            builtin(name.text).is_none() || arguments.iter().any(calls_functions)
        }
    }
}
