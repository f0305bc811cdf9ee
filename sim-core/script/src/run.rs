//! The interpreter: the instructions of one call.

use crate::code::{Instruction, Program, Register};
use crate::convert::whole16;
use crate::limits::{MATH_OPERATIONS, MAX_SAID};
use crate::trouble::Trouble;
use crate::{math, random};

/// What receives the signals and sentences of a program.
pub trait Listener {
    /// A signal has a new value, which is finite. `signal` is its position in [`Program::signals`].
    fn signal(&mut self, signal: usize, value: f64);
    /// The program said something. `sentence` is its position in [`Program::sentences`].
    fn say(&mut self, sentence: usize, values: &[f64]);
}

/// A call of a handler while it runs.
pub struct HandlerRun<'a> {
    pub program: &'a Program,
    pub frame: &'a mut [f64],
    pub random: &'a mut u64,
    pub calls: &'a mut Vec<usize>,
    pub operations: u64,
    /// Operations that this call may use.
    pub limit: u64,
    pub said: u32,
}

impl HandlerRun<'_> {
    #[inline(always)]
    fn get(&self, register: Register) -> f64 {
        // The compiler gives only registers of the frame.
        self.frame.get(usize::from(register)).copied().unwrap_or(0.0)
    }

    #[inline(always)]
    fn put(&mut self, register: Register, value: f64) {
        if let Some(place) = self.frame.get_mut(usize::from(register)) {
            *place = value;
        }
    }

    /// Stores a result. No value in a frame is ever NaN, so results have the same bits on every platform.
    #[inline(always)]
    fn result(&mut self, register: Register, value: f64) -> Result<(), Trouble> {
        if value.is_nan() {
            return Err(Trouble::NoNumber);
        }
        self.put(register, value);
        Ok(())
    }

    /// Runs code from `entry` until it ends. Returns the instruction at which it cannot continue.
    pub fn code<const RECORDS: bool>(
        &mut self,
        entry: usize,
        listener: &mut dyn Listener,
        ran: &mut [u64],
    ) -> Result<(), (usize, Trouble)> {
        // A local number stays in a register of the processor.
        let mut operations = 0;
        let result = self.steps::<RECORDS>(entry, &mut operations, listener, ran);
        self.operations += operations;
        result
    }

    #[inline(always)]
    fn steps<const RECORDS: bool>(
        &mut self,
        entry: usize,
        operations: &mut u64,
        listener: &mut dyn Listener,
        ran: &mut [u64],
    ) -> Result<(), (usize, Trouble)> {
        use Instruction::*;
        let mut next = entry;
        loop {
            let at = next;
            let Some(&instruction) = self.program.code.get(at) else { return Err((at, Trouble::Damaged)) };
            *operations += 1;
            next += 1;
            if RECORDS && let Some(word) = ran.get_mut(at / 64) {
                *word |= 1 << (at % 64);
            }
            let done = match instruction {
                Add(to, a, b) => self.result(to, self.get(a) + self.get(b)),
                Subtract(to, a, b) => self.result(to, self.get(a) - self.get(b)),
                Multiply(to, a, b) => self.result(to, self.get(a) * self.get(b)),
                Divide(to, a, b) => self.divide(to, a, b),
                Copy(to, a) => self.result(to, self.get(a)),
                Min(to, a, b) => self.result(to, math::min(self.get(a), self.get(b))),
                Max(to, a, b) => self.result(to, math::max(self.get(a), self.get(b))),
                Control(control, a) => self.assign(control, a),
                Jump(target) => jump(true, target, &mut next),
                JumpIf(target, a) => jump(self.get(a) != 0.0, target, &mut next),
                JumpUnless(target, a) => jump(self.get(a) == 0.0, target, &mut next),
                JumpLess(target, a, b) => jump(self.get(a) < self.get(b), target, &mut next),
                JumpLessEqual(target, a, b) => jump(self.get(a) <= self.get(b), target, &mut next),
                JumpEqual(target, a, b) => jump(self.get(a) == self.get(b), target, &mut next),
                JumpNotEqual(target, a, b) => jump(self.get(a) != self.get(b), target, &mut next),
                Halt => return Ok(()),
                Loop(target) => {
                    next = usize::from(target);
                    self.check(*operations)
                }
                Call(target) => {
                    self.calls.push(std::mem::replace(&mut next, usize::from(target)));
                    self.check(*operations)
                }
                Return => self.calls.pop().map(|back| next = back).ok_or(Trouble::Damaged),
                other => self.other(other, listener),
            };
            done.map_err(|trouble| (at, trouble))?;
        }
    }

    /// The instructions that run less often.
    #[inline(never)]
    fn other(&mut self, instruction: Instruction, listener: &mut dyn Listener) -> Result<(), Trouble> {
        use Instruction::*;
        match instruction {
            Modulo(to, a, b) => {
                self.operations += MATH_OPERATIONS;
                let divisor = self.get(b);
                if divisor == 0.0 {
                    return Err(Trouble::DivisionByZero);
                }
                self.result(to, math::modulo(self.get(a), divisor))
            }
            Pow(to, a, b) => {
                self.operations += MATH_OPERATIONS;
                self.result(to, math::pow(self.get(a), self.get(b)))
            }
            Negate(to, a) => self.result(to, -self.get(a)),
            Apply(function, to, a) => {
                if function.is_slow() {
                    self.operations += MATH_OPERATIONS;
                }
                self.result(to, function.apply(self.get(a)))
            }
            Random(to) => {
                let value = random::next(self.random);
                self.result(to, value)
            }
            Load(to, array, position) => {
                let register = self.element(array, position)?;
                self.result(to, self.get(register))
            }
            Store(array, position, from) => {
                let register = self.element(array, position)?;
                self.result(register, self.get(from))
            }
            Fill(array, from) => {
                let (first, length) =
                    self.program.arrays.get(usize::from(array)).copied().unwrap_or_default();
                let value = self.get(from);
                self.operations += u64::from(length);
                (first..first.saturating_add(length)).for_each(|register| self.put(register, value));
                Ok(())
            }
            Signal(signal, from) => {
                let value = self.get(from);
                if value.is_finite() {
                    listener.signal(usize::from(signal), value);
                }
                Ok(())
            }
            Say(sentence, first) => self.say(sentence, first, listener),
            _ => Err(Trouble::Damaged),
        }
    }

    #[inline(always)]
    fn divide(&mut self, to: Register, a: Register, b: Register) -> Result<(), Trouble> {
        let divisor = self.get(b);
        if divisor == 0.0 {
            return Err(Trouble::DivisionByZero);
        }
        self.result(to, self.get(a) / divisor)
    }

    #[inline(always)]
    fn assign(&mut self, control: u16, from: Register) -> Result<(), Trouble> {
        let value = self.get(from);
        let Some(declared) = self.program.interface.controls.get(usize::from(control)) else {
            return Err(Trouble::Damaged);
        };
        if !(value >= 0.0 && value.is_finite() && value <= 1e3 * declared.high) {
            return Err(Trouble::Control);
        }
        let register = self.program.layout.controls + usize::from(control);
        if let Some(place) = self.frame.get_mut(register) {
            *place = math::min(math::max(value, declared.low), declared.high);
        }
        Ok(())
    }

    /// The register of an element of an array.
    fn element(&self, array: u16, position: Register) -> Result<Register, Trouble> {
        let (first, length) = self.program.arrays.get(usize::from(array)).copied().unwrap_or_default();
        let position = self.get(position);
        let index = whole16(position);
        if f64::from(index) != position || index >= length {
            return Err(Trouble::Index);
        }
        Ok(first + index)
    }

    /// Whether the budget of the call allows more. Every loop and every call of a function checks it, so that
    /// code exceeds it by less than its own length.
    #[inline(always)]
    fn check(&self, operations: u64) -> Result<(), Trouble> {
        if self.operations + operations > self.limit { Err(Trouble::TooManyOperations) } else { Ok(()) }
    }

    fn say(&mut self, sentence: u16, first: Register, listener: &mut dyn Listener) -> Result<(), Trouble> {
        if self.said == MAX_SAID {
            return Err(Trouble::TooManySentences);
        }
        self.said += 1;
        let count = self.program.sentences.get(usize::from(sentence)).map_or(0, crate::Sentence::values);
        let values = self.frame.get(usize::from(first)..usize::from(first) + count).unwrap_or_default();
        listener.say(usize::from(sentence), values);
        Ok(())
    }
}

/// Continues at `target` if a condition holds.
#[inline(always)]
fn jump(condition: bool, target: u16, next: &mut usize) -> Result<(), Trouble> {
    if condition {
        *next = usize::from(target);
    }
    Ok(())
}
