//! The interpreter: one sender's copy of a program, with its variables.

use crate::code::{Instruction, Program, SymbolRole};
use crate::faults::Fault;
use crate::limits::Budget;
use crate::run::{HandlerRun, Listener};
use crate::span::Location;
use crate::trouble::Trouble;
use std::sync::Arc;

/// A listener that ignores everything.
#[derive(Debug, Default)]
pub struct Nobody;

impl Listener for Nobody {
    fn signal(&mut self, _: usize, _: f64) {}
    fn say(&mut self, _: usize, _: &[f64]) {}
}

/// Everything that determines how a machine continues, apart from its program, settings and budget.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedState {
    /// The controls, and then the variables.
    pub values: Vec<f64>,
    /// The state of the random numbers.
    pub random: u64,
    /// Operations so far.
    pub operations: u64,
}

/// One sender's copy of a program. Equal machines behave equally from then on.
#[derive(Clone, Debug)]
pub struct Machine {
    program: Arc<Program>,
    frame: Vec<f64>,
    random: u64,
    operations: u64,
    /// Operations of the other machines of the run.
    elsewhere: u64,
    budget: Budget,
    /// Return addresses of the functions that are running.
    calls: Vec<usize>,
    /// Which instructions ran in the last call, one bit for each; empty if this is not recorded.
    ran: Vec<u64>,
}

impl PartialEq for Machine {
    fn eq(&self, other: &Self) -> bool {
        let settings = |machine: &Machine| {
            let layout = machine.program.layout;
            machine.frame.get(layout.settings..layout.variables).map(<[f64]>::to_vec)
        };
        self.program.source == other.program.source
            && self.program.interface.level == other.program.interface.level
            && settings(self) == settings(other)
            && self.budget == other.budget
            && self.save() == other.save()
    }
}

impl Machine {
    /// A machine at the start of `program`, with the default values of its settings. `key` determines its
    /// random numbers.
    pub fn new(program: &Arc<Program>, key: u64, budget: Budget) -> Result<Machine, Fault> {
        let mut machine = Self::unstarted(program, key, budget);
        machine.restart()?;
        Ok(machine)
    }

    /// Like [`Machine::new`], but the variables are 0 until [`Machine::restart`] gives them their first values.
    pub fn unstarted(program: &Arc<Program>, key: u64, budget: Budget) -> Machine {
        let layout = program.layout;
        let mut frame = vec![0.0; layout.size];
        for (register, setting) in frame.iter_mut().skip(layout.settings).zip(&program.settings) {
            *register = setting.default;
        }
        for (register, constant) in frame.iter_mut().skip(layout.constants).zip(&program.constants) {
            *register = *constant;
        }
        let (calls, ran) = (Vec::new(), Vec::new());
        let (operations, elsewhere) = (0, 0);
        Machine {
            program: Arc::clone(program),
            frame,
            random: key,
            operations,
            elsewhere,
            budget,
            calls,
            ran,
        }
    }

    /// Gives all variables their first values, computed from the present settings. Random numbers continue,
    /// and operations so far count.
    pub fn restart(&mut self) -> Result<(), Fault> {
        self.run_from(usize::from(self.program.start), &mut Nobody)
    }

    /// Gives the random numbers another key.
    pub fn reseed(&mut self, key: u64) {
        self.random = key;
    }

    /// The program.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// Bytes of all values.
    pub fn bytes(&self) -> usize {
        size_of_val(self.frame.as_slice())
    }

    /// Operations so far.
    pub fn operations(&self) -> u64 {
        self.operations
    }

    /// States how many operations the other machines of the run have used, which count as well.
    #[inline]
    pub fn set_operations_elsewhere(&mut self, operations: u64) {
        self.elsewhere = operations;
    }

    /// Gives an input its value. Truth values are 0 and 1; what is not a number becomes 0.
    #[inline]
    pub fn set_input(&mut self, input: usize, value: f64) {
        if input < self.program.layout.controls
            && let Some(register) = self.frame.get_mut(input)
        {
            *register = if value.is_nan() { 0.0 } else { value };
        }
    }

    /// The value of a control.
    #[inline]
    pub fn control(&self, control: usize) -> f64 {
        self.frame.get(self.program.layout.controls + control).copied().unwrap_or(0.0)
    }

    /// Gives a control its value, before a call. What is not a number becomes 0.
    #[inline]
    pub fn set_control(&mut self, control: usize, value: f64) {
        let layout = self.program.layout;
        if control < layout.settings - layout.controls
            && let Some(register) = self.frame.get_mut(layout.controls + control)
        {
            *register = if value.is_nan() { 0.0 } else { value };
        }
    }

    /// The value of a setting.
    pub fn setting(&self, setting: usize) -> f64 {
        self.frame.get(self.program.layout.settings + setting).copied().unwrap_or(0.0)
    }

    /// Gives a setting a value. Returns whether the value is in the range of the setting; otherwise nothing
    /// changes. Variables keep their values.
    pub fn set_setting(&mut self, setting: usize, value: f64) -> bool {
        let Some(declared) = self.program.settings.get(setting) else { return false };
        let is_valid = (declared.low..=declared.high).contains(&value)
            && (declared.kind == crate::ValueKind::Number || value == 0.0 || value == 1.0);
        if is_valid && let Some(register) = self.frame.get_mut(self.program.layout.settings + setting) {
            *register = value;
        }
        is_valid
    }

    /// Runs a handler; does nothing if the program does not have it. After a fault, the machine should not
    /// be used any more: its variables have the values at the fault.
    #[inline]
    pub fn call(&mut self, handler: usize, listener: &mut dyn Listener) -> Result<(), Fault> {
        match self.program.entries.get(handler) {
            Some(&Some(entry)) => self.run_from(usize::from(entry), listener),
            _ => Ok(()),
        }
    }

    fn run_from(&mut self, entry: usize, listener: &mut dyn Listener) -> Result<(), Fault> {
        let result = if self.ran.is_empty() {
            self.run::<false>(entry, listener)
        } else {
            self.ran.fill(0);
            self.run::<true>(entry, listener)
        };
        result.map_err(|(at, trouble)| self.fault(at, trouble))
    }

    /// The state, which [`Machine::restore`] continues. Inputs do not belong to it: a host sets all inputs of a
    /// handler before each call.
    pub fn save(&self) -> SavedState {
        let layout = self.program.layout;
        let mut values = Vec::new();
        values.extend_from_slice(self.frame.get(layout.controls..layout.settings).unwrap_or_default());
        values.extend_from_slice(
            self.frame.get(layout.variables..layout.variables + self.variables()).unwrap_or_default(),
        );
        SavedState { values, random: self.random, operations: self.operations }
    }

    /// Number of values of the variables.
    fn variables(&self) -> usize {
        let variables = self.program.symbols.iter().filter(|symbol| symbol.role == SymbolRole::Variable);
        variables.map(|symbol| usize::from(symbol.length)).sum()
    }

    /// Continues a saved state of the same program. Returns whether it fits; otherwise nothing changes.
    pub fn restore(&mut self, saved: &SavedState) -> bool {
        let layout = self.program.layout;
        let controls = layout.settings - layout.controls;
        if saved.values.len() != controls + self.variables()
            || saved.values.iter().any(|value| value.is_nan())
        {
            return false;
        }
        let (first, others) = saved.values.split_at(controls);
        for (register, value) in self.frame.iter_mut().skip(layout.controls).zip(first) {
            *register = *value;
        }
        for (register, value) in self.frame.iter_mut().skip(layout.variables).zip(others) {
            *register = *value;
        }
        (self.random, self.operations) = (saved.random, saved.operations);
        true
    }

    /// Records from now on which lines run in a call, or stops recording. Recording changes no result.
    pub fn record_lines(&mut self, records: bool) {
        let words = if records { self.program.code.len().div_ceil(64) } else { 0 };
        self.ran = vec![0; words];
    }

    /// The lines that ran in the last call, in order, if they were recorded.
    pub fn lines_run(&self) -> Vec<u32> {
        let mut lines = Vec::new();
        for (at, span) in self.program.spans.iter().enumerate() {
            let has_run = self.ran.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1);
            if has_run && span.end > 0 {
                lines.push(Location::of(*span, &self.program.source).line);
            }
        }
        lines.sort_unstable();
        lines.dedup();
        lines
    }

    /// The values of a symbol of the program: one value, or the values of an array. A name within a handler or
    /// function has the value that it had at the end of the last run.
    pub fn values(&self, symbol: &crate::Symbol) -> &[f64] {
        let first = usize::from(symbol.register);
        self.frame.get(first..first + usize::from(symbol.length)).unwrap_or_default()
    }

    /// Runs code until it ends. With `RECORDS`, the instructions that run are recorded.
    fn run<const RECORDS: bool>(
        &mut self,
        entry: usize,
        listener: &mut dyn Listener,
    ) -> Result<(), (usize, Trouble)> {
        let program = &*self.program;
        let left = self.budget.total.saturating_sub(self.operations).saturating_sub(self.elsewhere);
        if left == 0 {
            return Err((entry, Trouble::TooManyInAll));
        }
        let mut run = HandlerRun {
            program,
            frame: &mut self.frame,
            random: &mut self.random,
            calls: &mut self.calls,
            operations: 0,
            limit: self.budget.call.min(left),
            said: 0,
        };
        run.calls.clear();
        let result = run.code::<RECORDS>(entry, listener, &mut self.ran);
        self.operations += run.operations;
        match result {
            Err((at, Trouble::TooManyOperations)) if left < self.budget.call => {
                Err((at, Trouble::TooManyInAll))
            }
            result => result,
        }
    }

    /// The array or control that an instruction concerns, and the position or value that it takes.
    fn subject(&self, instruction: Instruction) -> (usize, f64) {
        let (subject, register) = match instruction {
            Instruction::Control(control, value) => (control, value),
            Instruction::Load(_, array, position) | Instruction::Store(array, position, _) => {
                (array, position)
            }
            _ => return (0, 0.0),
        };
        (usize::from(subject), self.frame.get(usize::from(register)).copied().unwrap_or(0.0))
    }

    #[cold]
    fn fault(&self, at: usize, trouble: Trouble) -> Fault {
        let program = &*self.program;
        let span = program.spans.get(at).copied().unwrap_or_default();
        let instruction = program.code.get(at).copied().unwrap_or(Instruction::Halt);
        let message = trouble.message(program, span, self.budget, self.subject(instruction));
        Fault { code: trouble.code(), at: Location::of(span, &program.source), message }
    }
}
