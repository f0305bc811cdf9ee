//! Blocks and their steps in Rust.

use super::Translator;
use super::names::{KnownRole, lower};
use super::values::{RustValue, combined};
use crate::interface::ValueKind;
use crate::span::{Location, Span};
use crate::tree::{BinaryOperator, CodeStep, Expression, Named, SignalAction};

/// Whether a block contains `return`.
pub(super) fn has_return(body: &[CodeStep<'_>]) -> bool {
    body.iter().any(|step| match step {
        CodeStep::Return { .. } => true,
        CodeStep::If { branches, otherwise } => {
            branches.iter().any(|(_, body)| has_return(body)) || has_return(otherwise)
        }
        CodeStep::While { body, .. } | CodeStep::For { body, .. } => has_return(body),
        _ => false,
    })
}

/// Whether a block assigns a name.
fn assigns(body: &[CodeStep<'_>], name: &str) -> bool {
    body.iter().any(|step| match step {
        CodeStep::Assign { name: assigned, .. } => assigned.text == name,
        CodeStep::If { branches, otherwise } => {
            branches.iter().any(|(_, body)| assigns(body, name)) || assigns(otherwise, name)
        }
        CodeStep::While { body, .. } | CodeStep::For { body, .. } => assigns(body, name),
        _ => false,
    })
}

impl<'s> Translator<'s> {
    /// Notes that something is not translated.
    pub(super) fn leave_out(&mut self, span: Span, what: &str) {
        let line = Location::of(span, self.source).line;
        self.left_out.push(format!("Line {line}: {what}"));
    }

    pub(super) fn line(&mut self, text: &str) {
        for _ in 0..self.depth {
            self.lines.push_str("    ");
        }
        self.lines.push_str(text);
        self.lines.push('\n');
    }

    /// Translates a block into the lines of a function. `is_end` says whether the function ends after it.
    pub(super) fn body(&mut self, body: &[CodeStep<'s>], is_end: bool) -> String {
        let before = std::mem::take(&mut self.lines);
        self.block(body, is_end);
        std::mem::replace(&mut self.lines, before)
    }

    fn block(&mut self, body: &[CodeStep<'s>], is_end: bool) {
        let visible = self.names.len();
        for (at, step) in body.iter().enumerate() {
            let rest = body.get(at + 1..).unwrap_or_default();
            self.one_step(step, rest, is_end && rest.is_empty());
        }
        self.names.truncate(visible);
    }

    fn inner(&mut self, body: &[CodeStep<'s>], is_end: bool) {
        self.depth += 1;
        self.block(body, is_end);
        self.depth -= 1;
    }

    fn one_step(&mut self, step: &CodeStep<'s>, rest: &[CodeStep<'s>], is_end: bool) {
        match step {
            CodeStep::Let { name, value } => {
                let value = self.value(value);
                let code = lower(name.text);
                let mutable = if assigns(rest, name.text) { "mut " } else { "" };
                self.line(&format!("let {mutable}{code} = {};", value.code));
                self.declare(name.text, code, value.kind, KnownRole::Place);
            }
            CodeStep::Assign { name, index: Some(index), operator, value } => {
                self.assign_element(*name, index, *operator, value);
            }
            CodeStep::Assign { name, index: None, operator, value } => self.assign(*name, *operator, value),
            CodeStep::If { branches, otherwise } => self.choose(branches, otherwise, is_end),
            CodeStep::While { condition, body } => {
                let condition = self.value(condition);
                self.line(&format!("while {} {{", condition.code));
                self.inner(body, false);
                self.line("}");
            }
            CodeStep::For { name, from, to, body } => {
                let (from, to) = (self.value(from), self.value(to));
                let code = lower(name.text);
                self.line(&format!("for {code} in count({}, {}) {{", from.code, to.code));
                self.declare(name.text, code, ValueKind::Number, KnownRole::Read);
                self.inner(body, false);
                self.names.pop();
                self.line("}");
            }
            CodeStep::Break(_) => self.line("break;"),
            CodeStep::Continue(_) => self.line("continue;"),
            CodeStep::Return { value, .. } => {
                let value = value.as_ref().map(|value| self.value(value).code);
                match (value, is_end) {
                    (Some(value), true) => self.line(&value),
                    (Some(value), false) => self.line(&format!("return {value};")),
                    (None, true) => {}
                    (None, false) => self.line("return;"),
                }
            }
            CodeStep::Signal(signal) => self.signal(signal),
            CodeStep::Say { span, .. } => {
                let text: Vec<&str> = span.text(self.source).split_whitespace().collect();
                let text = text.join(" ");
                self.leave_out(*span, &text);
                self.line(&format!("// Not translated: {text}"));
            }
            CodeStep::Call(call) => {
                let call = self.value(call);
                self.line(&format!("{};", call.code));
            }
        }
    }

    /// The value after an operator such as `+=`.
    fn new_value(
        &mut self,
        old: &str,
        operator: Option<BinaryOperator>,
        value: &Expression<'s>,
    ) -> RustValue {
        let value = self.value(value);
        let Some(operator) = operator else { return value };
        combined(operator, &RustValue::named(old), &value)
    }

    fn assign(&mut self, name: Named<'s>, operator: Option<BinaryOperator>, value: &Expression<'s>) {
        let place = self.code_of(name);
        if let Some(KnownRole::Control(limits)) = self.find(name.text).map(|known| known.role) {
            let value = self.new_value(&place, operator, value);
            self.line(&format!("{place} = within({limits}, {});", value.code));
            return;
        }
        let symbol = match operator {
            Some(BinaryOperator::Add) => "+=",
            Some(BinaryOperator::Subtract) => "-=",
            Some(BinaryOperator::Multiply) => "*=",
            Some(BinaryOperator::Divide) => "/=",
            _ => "",
        };
        let alone = self.value(value);
        // Rust computes the right side first, so a function in it could change the variable.
        if symbol.is_empty() || alone.calls {
            let value = match operator {
                None => alone,
                Some(operator) => combined(operator, &RustValue::named(&place), &alone),
            };
            self.line(&format!("{place} = {};", value.code));
        } else {
            self.line(&format!("{place} {symbol} {};", alone.code));
        }
    }

    fn assign_element(
        &mut self,
        name: Named<'s>,
        index: &Expression<'s>,
        operator: Option<BinaryOperator>,
        value: &Expression<'s>,
    ) {
        let array = self.code_of(name);
        let index = self.value(index);
        let value = self.new_value(&format!("element(&{array}, a0)"), operator, value);
        self.line("{");
        self.depth += 1;
        self.line(&format!("let a0 = {};", index.code));
        self.line(&format!("let a1 = {};", value.code));
        self.line(&format!("store(&mut {array}, a0, a1);"));
        self.depth -= 1;
        self.line("}");
    }

    fn choose(
        &mut self,
        branches: &[(Expression<'s>, Vec<CodeStep<'s>>)],
        otherwise: &[CodeStep<'s>],
        is_end: bool,
    ) {
        for (at, (condition, body)) in branches.iter().enumerate() {
            let condition = self.value(condition);
            let before = if at == 0 { "" } else { "} else " };
            self.line(&format!("{before}if {} {{", condition.code));
            self.inner(body, is_end);
        }
        if !otherwise.is_empty() {
            self.line("} else {");
            self.inner(otherwise, is_end);
        }
        self.line("}");
    }

    pub(super) fn signal(&mut self, signal: &SignalAction<'s>) {
        let at = self.program.signals.iter().position(|known| known.name == signal.name.text);
        let Some(at) = at else { return };
        let value = self.value(&signal.value);
        self.line(&format!("self.shown_{} = {};", self.signals[at], value.code));
    }
}
