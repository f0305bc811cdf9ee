//! The steps of blocks.

use super::names::{Meaning, Visible};
use super::values::{Held, Operand};
use super::{CodePart, Compiler, OpenLoop};
use crate::builtins::builtin;
use crate::code::{CodeSignal, Instruction, Register, Sentence, SymbolRole};
use crate::convert::index16;
use crate::faults::{OrReported, Reported};
use crate::interface::ValueKind;
use crate::limits::{MAX_SIGNALS, MAX_TEXTS};
use crate::span::Span;
use crate::tree::{BinaryOperator, CodeStep, Expression, ExpressionKind, Named, SignalAction};

impl<'s> Compiler<'s, '_, '_> {
    /// Compiles the steps of a block, whose names end with it.
    pub(super) fn block(&mut self, body: &[CodeStep<'s>]) {
        let opened = self.names.open();
        let steps = self.frame.next_step;
        for action in body {
            self.frame.next_step = steps;
            let _ = self.action(action);
        }
        self.frame.next_step = steps;
        self.names.close(opened);
    }

    fn action(&mut self, action: &CodeStep<'s>) -> OrReported<()> {
        match action {
            CodeStep::Let { name, value } => self.let_value(*name, value),
            CodeStep::Assign { name, index, operator, value } => match index {
                Some(index) => self.assign_element(*name, index, *operator, value),
                None => self.assign(*name, *operator, value),
            },
            CodeStep::If { branches, otherwise } => {
                self.choose(branches, otherwise);
                Ok(())
            }
            CodeStep::While { condition, body } => self.repeat(condition, body),
            CodeStep::For { name, from, to, body } => self.count(*name, from, to, body),
            CodeStep::Break(span) => self.leave_pass(*span, true),
            CodeStep::Continue(span) => self.leave_pass(*span, false),
            CodeStep::Return { value, span } => self.return_value(value.as_ref(), *span),
            CodeStep::Signal(signal) => self.signal(signal),
            CodeStep::Say { pieces, values, span } => self.say(pieces, values, *span),
            CodeStep::Call(call) => {
                if let ExpressionKind::Call(name, arguments) = &call.kind {
                    if builtin(name.text).is_some() {
                        let message = "This line computes a value and does nothing with it. Assign it, as in `cwnd = ...`.";
                        return Err(self.faults.report(call.span, "no_effect", message));
                    }
                    self.call(*name, arguments, call.span, None)?;
                }
                Ok(())
            }
        }
    }

    /// Declares a name within a function or handler. Returns its register.
    pub(super) fn local(
        &mut self,
        name: Named<'s>,
        kind: Option<ValueKind>,
        counts: bool,
    ) -> OrReported<Register> {
        let register = self.next_local();
        self.declare(name, Meaning::Local { register, counts }, kind)?;
        self.symbol(name.text, SymbolRole::Local, kind.unwrap_or(ValueKind::Number), register, name.span);
        Ok(register)
    }

    /// The next of the registers that [`crate::tree::count_locals`] counted.
    fn next_local(&mut self) -> Register {
        let local = self.frame.next_local;
        self.frame.next_local += 1;
        index16(self.scopes_end + local)
    }

    fn let_value(&mut self, name: Named<'s>, value: &Expression<'s>) -> OrReported<()> {
        let register = index16(self.scopes_end + self.frame.next_local);
        let Ok(operand) = self.value_in(value, register) else {
            // The name is declared, so that its uses are not reported as well.
            self.declare_unknown(name);
            return Err(Reported);
        };
        self.local(name, operand.kind, false)?;
        Ok(())
    }

    /// The new value of a variable: the value, or that of an operator such as `+=`.
    fn new_value(
        &mut self,
        (old, old_span): (Operand, Span),
        kind: Option<ValueKind>,
        operator: Option<BinaryOperator>,
        value: &Expression<'s>,
        to: Option<Register>,
    ) -> OrReported<Operand> {
        let Some(operator) = operator else {
            let new = self.value(value, to)?;
            self.check_kind(new, kind, value.span)?;
            return Ok(new);
        };
        self.check_kind(old, Some(ValueKind::Number), old_span)?;
        let old = self.keep(old, value)?;
        let operand = self.number(value)?;
        self.arithmetic(operator, (old, old_span), (operand, value.span), value.span, to)
    }

    fn assign(
        &mut self,
        name: Named<'s>,
        operator: Option<BinaryOperator>,
        value: &Expression<'s>,
    ) -> OrReported<()> {
        let Some(Visible { meaning, kind, .. }) = self.names.find(name.text) else {
            return Err(self.unknown_target(name));
        };
        let register = match meaning {
            Meaning::Variable(register) | Meaning::Local { register, counts: false } => register,
            Meaning::Control(index) => return self.assign_control(name, index, operator, value),
            Meaning::Unknown => {
                self.value(value, None)?;
                return Err(Reported);
            }
            _ => return Err(self.refuse_assignment(name, meaning)),
        };
        let old = Operand { held: Held::In(register), kind };
        let new = self.new_value((old, name.span), kind, operator, value, Some(register))?;
        self.move_to(new, register, value.span)
    }

    fn assign_control(
        &mut self,
        name: Named<'s>,
        index: usize,
        operator: Option<BinaryOperator>,
        value: &Expression<'s>,
    ) -> OrReported<()> {
        let kind = Some(ValueKind::Number);
        let old = Operand { held: Held::In(index16(self.layout.controls + index)), kind };
        let new = self.new_value((old, name.span), kind, operator, value, None)?;
        let register = self.register(new, value.span)?;
        self.emit(Instruction::Control(index16(index), register), value.span);
        if !self.assigns.contains(&index) {
            self.assigns.push(index);
        }
        Ok(())
    }

    fn assign_element(
        &mut self,
        name: Named<'s>,
        index: &Expression<'s>,
        operator: Option<BinaryOperator>,
        value: &Expression<'s>,
    ) -> OrReported<()> {
        let array = self.array(name)?;
        let position = self.number(index)?;
        let position = self.keep(position, value)?;
        let at = self.register(position, index.span)?;
        let kind = Some(ValueKind::Number);
        let mut old = Operand { held: Held::Constant(0.0), kind };
        if operator.is_some() {
            let to = self.step(index.span)?;
            self.emit(Instruction::Load(to, array, at), index.span);
            old = Operand { held: Held::In(to), kind };
        }
        let new = self.new_value((old, name.span), kind, operator, value, None)?;
        let from = self.register(new, value.span)?;
        self.emit(Instruction::Store(array, at, from), index.span);
        Ok(())
    }

    fn unknown_target(&mut self, name: Named<'s>) -> Reported {
        let mut message = self.names.advice(name.text);
        if !message.contains("Did you mean") {
            message = format!(
                "There is no `{0}` here. Write `let {0} = ...` for a value of this block, or `var {0} = 0` outside of all blocks for one that is kept.",
                name.text
            );
        }
        self.faults.report(name.span, "unknown_name", message)
    }

    fn refuse_assignment(&mut self, name: Named<'s>, meaning: Meaning) -> Reported {
        let text = name.text;
        let message = match meaning {
            Meaning::Input(_) => format!("`{text}` is measured by the simulator and can only be read."),
            Meaning::Setting(_) => {
                format!("`{text}` is a setting and can only be read. Use `var` for what changes.")
            }
            Meaning::Constant(_) => format!("`{text}` is a constant. Use `var` for what changes."),
            Meaning::Array(_) => format!("`{text}` is an array. Assign one element: `{text}[0] = ...`."),
            Meaning::Local { .. } => {
                format!("`{text}` counts the passes of the loop and cannot be assigned.")
            }
            _ => format!("`{text}` is a function or handler and cannot be assigned."),
        };
        self.faults.report(name.span, "read_only", message)
    }

    fn choose(&mut self, branches: &[(Expression<'s>, Vec<CodeStep<'s>>)], otherwise: &[CodeStep<'s>]) {
        let mut ends = Vec::new();
        for (index, (condition, body)) in branches.iter().enumerate() {
            let steps = self.frame.next_step;
            let skips = self.branch(condition, false).unwrap_or_default();
            self.frame.next_step = steps;
            self.block(body);
            if index + 1 < branches.len() || !otherwise.is_empty() {
                ends.push(self.emit(Instruction::Jump(0), Span::default()));
            }
            self.patch(skips);
        }
        self.block(otherwise);
        self.patch(ends);
    }

    fn repeat(&mut self, condition: &Expression<'s>, body: &[CodeStep<'s>]) -> OrReported<()> {
        let start = self.here();
        let steps = self.frame.next_step;
        let exits = self.branch(condition, false).unwrap_or_default();
        self.frame.next_step = steps;
        self.loops.push(OpenLoop { breaks: exits, continues: Vec::new() });
        self.block(body);
        let Some(OpenLoop { breaks, continues }) = self.loops.pop() else { return Ok(()) };
        self.patch(continues);
        self.emit(Instruction::Loop(start), condition.span);
        self.patch(breaks);
        Ok(())
    }

    fn count(
        &mut self,
        name: Named<'s>,
        from: &Expression<'s>,
        to: &Expression<'s>,
        body: &[CodeStep<'s>],
    ) -> OrReported<()> {
        let opened = self.names.open();
        // The ends are computed before the name exists.
        let counter = self.next_local();
        let end = self.next_local();
        let first = self.number_in(from, counter);
        let last = self.number_in(to, end);
        let declared =
            self.declare(name, Meaning::Local { register: counter, counts: true }, Some(ValueKind::Number));
        if declared.is_ok() {
            self.symbol(name.text, SymbolRole::Local, ValueKind::Number, counter, name.span);
        }
        let start = self.here();
        let exit = self.emit(Instruction::JumpLessEqual(0, end, counter), name.span);
        self.loops.push(OpenLoop { breaks: vec![exit], continues: Vec::new() });
        self.block(body);
        let Some(OpenLoop { breaks, continues }) = self.loops.pop() else { return Ok(()) };
        self.patch(continues);
        let one = self.constant(1.0, name.span)?;
        self.emit(Instruction::Add(counter, counter, one), name.span);
        self.emit(Instruction::Loop(start), name.span);
        self.patch(breaks);
        self.names.close(opened);
        first.and(last).and(declared)
    }

    /// `break` or `continue`.
    fn leave_pass(&mut self, span: Span, leaves_loop: bool) -> OrReported<()> {
        if self.loops.is_empty() {
            let message = "This stands in no loop. Write `return` to end the handler or function.";
            return Err(self.faults.report(span, "no_loop", message));
        }
        let jump = self.emit(Instruction::Jump(0), span);
        if let Some(open) = self.loops.last_mut() {
            if leaves_loop { &mut open.breaks } else { &mut open.continues }.push(jump);
        }
        Ok(())
    }

    fn return_value(&mut self, value: Option<&Expression<'s>>, span: Span) -> OrReported<()> {
        let CodePart::Routine(index) = self.part else {
            if let Some(value) = value {
                let message = "A handler returns no value. Write `return` alone.";
                return Err(self.faults.report(value.span, "return", message));
            }
            let jump = self.emit(Instruction::Jump(0), span);
            self.ends.push(jump);
            return Ok(());
        };
        let Some(routine) = self.routines.get(index) else { return Ok(()) };
        let (result, known, has_result) = (routine.result, routine.kind, routine.has_result);
        if let Some(value) = value {
            if let Some(routine) = self.routines.get_mut(index) {
                routine.has_result = true;
            }
            let operand = self.value_in(value, result)?;
            self.check_kind(operand, known, value.span)?;
            if let Some(routine) = self.routines.get_mut(index) {
                routine.kind = known.or(operand.kind);
            }
        } else if has_result {
            let message = "Another `return` of this function has a value, so this one needs a value as well.";
            return Err(self.faults.report(span, "return", message));
        }
        self.emit(Instruction::Return, span);
        Ok(())
    }

    /// `signal NAME = VALUE`. Several places can give the values of one signal.
    pub(super) fn signal(&mut self, signal: &SignalAction<'s>) -> OrReported<()> {
        let (name, about) = (signal.name, signal.about);
        let known = self.signals.iter().position(|known| known.name == name.text);
        let index = match known {
            Some(index) => index,
            None if self.signals.len() < MAX_SIGNALS => {
                let (unit, help) = (about.unit.to_owned(), about.help.to_owned());
                self.signals.push(CodeSignal { name: name.text.to_owned(), unit, help });
                self.signals.len() - 1
            }
            None => {
                let message = format!("A program has at most {MAX_SIGNALS} signals.");
                return Err(self.faults.report(name.span, "signals", message));
            }
        };
        let operand = self.value(&signal.value, None)?;
        let register = self.register(operand, signal.value.span)?;
        self.emit(Instruction::Signal(index16(index), register), signal.value.span);
        Ok(())
    }

    fn say(&mut self, pieces: &[&'s str], values: &[Expression<'s>], span: Span) -> OrReported<()> {
        if self.sentences.len() == MAX_TEXTS {
            let message = format!("A program has at most {MAX_TEXTS} calls of `say`.");
            return Err(self.faults.report(span, "texts", message));
        }
        let index = index16(self.sentences.len());
        self.sentences.push(Sentence { pieces: pieces.iter().map(|&piece| piece.to_owned()).collect() });
        // The values stand next to each other.
        let mut registers = Vec::new();
        for value in values {
            registers.push(self.step(value.span)?);
        }
        for (value, &register) in values.iter().zip(&registers) {
            self.value_in(value, register)?;
        }
        self.emit(Instruction::Say(index, registers.first().copied().unwrap_or(0)), span);
        Ok(())
    }
}
