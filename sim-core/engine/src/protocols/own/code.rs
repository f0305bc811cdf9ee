//! The program of one sender, and what it reports.

use super::editor;
use super::params::Params;
use crate::boundary::program::ProgramState;
use crate::ground::rng::{digest_of, hash_text};
use crate::protocols::prelude::*;
use crate::transport::ProgramFault;
use fairshare_script::limits::MAX_TEXT_VALUES;
use fairshare_script::{Fault, Listener, Machine, Program};
use std::sync::Arc;

/// What a program reported in an event.
#[derive(Clone, Copy, Debug)]
pub enum Outcome {
    Signal { signal: usize, value: f64 },
    Said { sentence: u32, values: [f64; MAX_TEXT_VALUES] },
}

/// A program that runs for one sender.
#[derive(Clone, Debug)]
pub struct Code {
    machine: Machine,
    /// Whether the random numbers depend on the seed of the scenario.
    is_seeded: bool,
    /// Why the program cannot continue. It then does nothing any more.
    pub fault: Option<ProgramFault>,
    /// What the program reported in the present event.
    pub outcomes: Vec<Outcome>,
    /// Whether signals or decisions are recorded.
    pub listens: bool,
}

/// Receives the reports of a call.
struct Reporter<'a> {
    outcomes: &'a mut Vec<Outcome>,
    listens: bool,
}

impl Listener for Reporter<'_> {
    fn signal(&mut self, signal: usize, value: f64) {
        if self.listens {
            self.outcomes.push(Outcome::Signal { signal, value });
        }
    }

    fn say(&mut self, sentence: usize, given: &[f64]) {
        if self.listens {
            let mut values = [0.0; MAX_TEXT_VALUES];
            values.iter_mut().zip(given).for_each(|(place, value)| *place = *value);
            self.outcomes.push(Outcome::Said { sentence: narrow::<u32>(sentence), values });
        }
    }
}

fn program_fault(fault: &Fault) -> ProgramFault {
    let Fault { code, at, message } = fault;
    ProgramFault { code, line: at.line, column: at.column, length: at.length, message: message.clone() }
}

impl Code {
    pub fn new(params: &Params) -> Self {
        let (machine, fault) = params.machine();
        let fault = fault.as_ref().map(program_fault);
        Code { machine, is_seeded: false, fault, outcomes: Vec::new(), listens: false }
    }

    pub fn program(&self) -> &Arc<Program> {
        self.machine.program()
    }

    /// Bytes of the values of the program.
    pub fn bytes(&self) -> usize {
        self.machine.bytes()
    }

    /// Records from now on which lines run.
    pub fn record_lines(&mut self) {
        self.machine.record_lines(true);
    }

    /// What the program did last.
    pub fn state(&self) -> ProgramState {
        editor::state(&self.machine)
    }

    /// The operations of the program so far.
    pub fn operations(&self) -> u64 {
        self.machine.operations()
    }

    /// States how many operations the programs of the run have used, this one included.
    pub fn set_operations_of_all(&mut self, operations: u64) {
        self.machine.set_operations_elsewhere(operations.saturating_sub(self.machine.operations()));
    }

    /// Makes the random numbers depend on the seed of the scenario, on the flow and on the text of the program. A text
    /// that contains numbers of its own stream is another text with another stream, so a program cannot tell a seed by them.
    pub fn seed(&mut self, cx: &mut impl Context) {
        if !self.is_seeded && self.program().is_random() {
            self.is_seeded = true;
            let text = hash_text(self.program().source());
            self.machine.reseed(digest_of(&[cx.rng().next_u64(), text]));
            self.restart_variables();
        }
    }

    /// Gives all variables their first values.
    pub fn restart_variables(&mut self) {
        let result = self.machine.restart();
        self.keep(result);
    }

    /// Applies the settings of `params`. The program is the same.
    pub fn configure(&mut self, params: &Params) {
        params.apply_to(&mut self.machine);
    }

    #[inline]
    pub fn set_input(&mut self, input: usize, value: f64) {
        self.machine.set_input(input, value);
    }

    #[inline]
    pub fn set_control(&mut self, control: usize, value: f64) {
        self.machine.set_control(control, value);
    }

    #[inline]
    pub fn control(&self, control: usize) -> f64 {
        self.machine.control(control)
    }

    pub fn handles(&self, handler: usize) -> bool {
        self.program().handles(handler)
    }

    /// Runs a handler, if the program has it and can continue.
    #[inline]
    pub fn call(&mut self, handler: usize) {
        if self.fault.is_none() {
            let mut reporter = Reporter { outcomes: &mut self.outcomes, listens: self.listens };
            let result = self.machine.call(handler, &mut reporter);
            self.keep(result);
        }
    }

    fn keep(&mut self, result: Result<(), Fault>) {
        if let Err(fault) = result {
            self.fault.get_or_insert_with(|| program_fault(&fault));
        }
    }
}

impl State for Code {
    fn add_to(&self, digest: &mut Digest) {
        let Code { machine, is_seeded, fault, outcomes: _, listens: _ } = self;
        let saved = machine.save();
        digest.add(hash_text(machine.program().source()));
        saved.values.add_to(digest);
        saved.random.add_to(digest);
        saved.operations.add_to(digest);
        is_seeded.add_to(digest);
        fault.is_some().add_to(digest);
    }

    #[cfg(any(test, feature = "testing"))]
    fn change(&mut self, change: &mut crate::ground::digest::StateChange) {
        let mut saved = self.machine.save();
        change.field("values", true, &mut saved.values);
        change.field("random", true, &mut saved.random);
        change.field("operations", true, &mut saved.operations);
        assert!(self.machine.restore(&saved), "the state fits");
        change.field("is_seeded", true, &mut self.is_seeded);
    }
}
