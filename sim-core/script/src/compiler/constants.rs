//! Expressions whose values are known when a program is compiled.

use super::Compiler;
use super::names::{Meaning, Visible};
use crate::builtins::{Builtin, BuiltinRule, OneNumber, builtin};
use crate::interface::ValueKind;
use crate::math;
use crate::tree::{BinaryOperator, Expression, ExpressionKind};

impl<'s> Compiler<'s, '_, '_> {
    /// The value of an expression of numbers and constants, if it has one.
    pub(super) fn fold(&self, expression: &Expression<'s>) -> Option<(f64, ValueKind)> {
        let number = |expression: &Expression<'s>| match self.fold(expression)? {
            (value, ValueKind::Number) => Some(value),
            _ => None,
        };
        let truth = |value: bool| Some((f64::from(u8::from(value)), ValueKind::Truth));
        let value = match &expression.kind {
            ExpressionKind::Number(value) => *value,
            ExpressionKind::Truth(value) => return truth(*value),
            ExpressionKind::Name(text) => match self.names.find(text)? {
                Visible { meaning: Meaning::Constant(value), kind, .. } => return Some((value, kind?)),
                _ => return None,
            },
            ExpressionKind::Negate(inner) => -number(inner)?,
            ExpressionKind::Not(inner) => match self.fold(inner)? {
                (value, ValueKind::Truth) => return truth(value == 0.0),
                _ => return None,
            },
            ExpressionKind::Binary(operator, left, right) => {
                return fold_binary(*operator, number(left)?, number(right)?);
            }
            ExpressionKind::Call(name, arguments) => {
                let builtin = builtin(name.text)?;
                let values = arguments.iter().map(number).collect::<Option<Vec<f64>>>()?;
                return fold_call(builtin, &values);
            }
            ExpressionKind::Index(..) => return None,
        };
        Some((value, ValueKind::Number))
    }
}

/// The value of an operator between numbers, if it has one.
fn fold_binary(operator: BinaryOperator, a: f64, b: f64) -> Option<(f64, ValueKind)> {
    use BinaryOperator::*;
    let truth = |value: bool| Some((f64::from(u8::from(value)), ValueKind::Truth));
    let value = match operator {
        Less => return truth(a < b),
        LessEqual => return truth(a <= b),
        Greater => return truth(a > b),
        GreaterEqual => return truth(a >= b),
        Equal => return truth(a == b),
        NotEqual => return truth(a != b),
        Add => a + b,
        Subtract => a - b,
        Multiply => a * b,
        Divide if b != 0.0 => a / b,
        Modulo if b != 0.0 => math::modulo(a, b),
        _ => return None,
    };
    (!value.is_nan()).then_some((value, ValueKind::Number))
}

/// The value of a function of numbers, if it has one.
fn fold_call(builtin: &Builtin, values: &[f64]) -> Option<(f64, ValueKind)> {
    if !(builtin.count.0..=builtin.count.1).contains(&values.len()) {
        return None;
    }
    let (first, others) = values.split_first()?;
    let value = match builtin.rule {
        BuiltinRule::One(function) => function.apply(*first),
        BuiltinRule::Min => others.iter().fold(*first, |a, b| math::min(a, *b)),
        BuiltinRule::Max => others.iter().fold(*first, |a, b| math::max(a, *b)),
        BuiltinRule::Clamp => math::min(math::max(*first, *others.first()?), *others.get(1)?),
        BuiltinRule::Pow => math::pow(*first, *others.first()?),
        BuiltinRule::Random => return None,
    };
    let kind = if builtin.rule == BuiltinRule::One(OneNumber::IsFinite) {
        ValueKind::Truth
    } else {
        ValueKind::Number
    };
    (!value.is_nan()).then_some((value, kind))
}
