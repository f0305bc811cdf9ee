//! Conditions, which become jumps.

use super::values::{Held, Operand};
use super::{Compiler, Patches};
use crate::code::{Instruction, Register};
use crate::faults::OrReported;
use crate::interface::ValueKind;
use crate::span::Span;
use crate::tree::{BinaryOperator, Expression, ExpressionKind};

impl<'s> Compiler<'s, '_, '_> {
    /// Compiles a condition. The result jumps if the condition is `when`; otherwise the next instruction
    /// follows.
    pub(super) fn branch(&mut self, condition: &Expression<'s>, when: bool) -> OrReported<Patches> {
        if let Some((value, ValueKind::Truth)) = self.fold(condition) {
            let jumps = (value != 0.0) == when;
            return Ok(if jumps {
                vec![self.emit(Instruction::Jump(0), condition.span)]
            } else {
                Vec::new()
            });
        }
        match &condition.kind {
            ExpressionKind::Not(inner) => self.branch(inner, !when),
            ExpressionKind::Binary(operator @ (BinaryOperator::And | BinaryOperator::Or), left, right) => {
                // `a and b` is false as soon as `a` is, and `a or b` is true as soon as `a` is.
                let decides = *operator == BinaryOperator::Or;
                if when == decides {
                    let mut patches = self.branch(left, when)?;
                    patches.extend(self.branch(right, when)?);
                    return Ok(patches);
                }
                let skips = self.branch(left, decides)?;
                let patches = self.branch(right, when)?;
                self.patch(skips);
                Ok(patches)
            }
            ExpressionKind::Binary(operator, left, right) if operator.is_comparison() => {
                self.compare(*operator, left, right, condition.span, when)
            }
            _ => {
                let operand = self.value(condition, None)?;
                self.check_kind(operand, Some(ValueKind::Truth), condition.span)?;
                let register = self.register(operand, condition.span)?;
                let jump = if when {
                    Instruction::JumpIf(0, register)
                } else {
                    Instruction::JumpUnless(0, register)
                };
                Ok(vec![self.emit(jump, condition.span)])
            }
        }
    }

    fn compare(
        &mut self,
        operator: BinaryOperator,
        left: &Expression<'s>,
        right: &Expression<'s>,
        span: Span,
        when: bool,
    ) -> OrReported<Patches> {
        let first = self.value(left, None)?;
        if matches!(operator, BinaryOperator::Equal | BinaryOperator::NotEqual) {
            // Numbers are compared with numbers, and truth values with truth values.
            let first = self.keep(first, right)?;
            let second = self.value(right, None)?;
            self.check_kind(second, first.kind, right.span)?;
            let (a, b) = (self.register(first, left.span)?, self.register(second, right.span)?);
            let jump = if (operator == BinaryOperator::Equal) == when {
                Instruction::JumpEqual(0, a, b)
            } else {
                Instruction::JumpNotEqual(0, a, b)
            };
            return Ok(vec![self.emit(jump, span)]);
        }
        self.check_kind(first, Some(ValueKind::Number), left.span)?;
        let first = self.keep(first, right)?;
        let second = self.number(right)?;
        let (a, b) = (self.register(first, left.span)?, self.register(second, right.span)?);
        // No value is NaN, so `not (a < b)` is `b <= a`.
        let jump = match (operator, when) {
            (BinaryOperator::Less, true) | (BinaryOperator::GreaterEqual, false) => {
                Instruction::JumpLess(0, a, b)
            }
            (BinaryOperator::LessEqual, true) | (BinaryOperator::Greater, false) => {
                Instruction::JumpLessEqual(0, a, b)
            }
            (BinaryOperator::Greater, true) | (BinaryOperator::LessEqual, false) => {
                Instruction::JumpLess(0, b, a)
            }
            _ => Instruction::JumpLessEqual(0, b, a),
        };
        Ok(vec![self.emit(jump, span)])
    }

    /// The value of a condition: 1 or 0 in a register.
    pub(super) fn truth(&mut self, condition: &Expression<'s>) -> OrReported<Operand> {
        let to: Register = self.step(condition.span)?;
        let (zero, one) = (self.constant(0.0, condition.span)?, self.constant(1.0, condition.span)?);
        let falses = self.branch(condition, false)?;
        self.emit(Instruction::Copy(to, one), condition.span);
        let end = self.emit(Instruction::Jump(0), Span::default());
        self.patch(falses);
        self.emit(Instruction::Copy(to, zero), condition.span);
        self.patch(vec![end]);
        Ok(Operand { held: Held::In(to), kind: Some(ValueKind::Truth) })
    }
}
