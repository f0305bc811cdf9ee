//! Hosts for the tests.

use fairshare_script::{Budget, Fault, Listener, Machine, Program, WINDOW, compile};
use std::sync::Arc;

/// Keeps what a program reports.
#[derive(Debug, Default, PartialEq)]
pub struct Heard {
    pub signals: Vec<(usize, f64)>,
    pub sentences: Vec<(usize, Vec<f64>)>,
}

impl Listener for Heard {
    fn signal(&mut self, signal: usize, value: f64) {
        self.signals.push((signal, value));
    }
    fn say(&mut self, sentence: usize, values: &[f64]) {
        self.sentences.push((sentence, values.to_vec()));
    }
}

/// The program of a text that must be right.
pub fn program(source: &str) -> Arc<Program> {
    match compile(source) {
        Ok(program) => Arc::new(program),
        Err(faults) => panic!("{faults:#?}\n{source}"),
    }
}

/// A machine with a window of 10 packets and a threshold of 1e9.
pub fn machine(source: &str) -> Machine {
    let mut machine =
        Machine::new(&program(source), 1, Budget::default()).expect("the first values are right");
    machine.set_control(0, 10.0);
    machine.set_control(1, 1e9);
    machine
}

/// Sets an input of the window level by its name.
pub fn set(machine: &mut Machine, input: &str, value: f64) {
    machine.set_input(WINDOW.input(input).expect("an input"), value);
}

/// Runs a handler of the window level.
pub fn call(machine: &mut Machine, handler: &str) -> Result<Heard, Fault> {
    let mut heard = Heard::default();
    machine.call(WINDOW.handler(handler).expect("a handler"), &mut heard)?;
    Ok(heard)
}

/// The value of a name of the program.
pub fn value(machine: &Machine, name: &str) -> f64 {
    let symbol = machine.program().symbols().iter().find(|symbol| symbol.name == name).expect("a name");
    machine.values(symbol)[0]
}

/// The value of `x` after `on_start` has run `code` once, where `x` begins at 0.
pub fn result(code: &str) -> f64 {
    let mut machine = machine(&format!("var x = 0\non_start {{\n{code}\n}}"));
    call(&mut machine, "on_start").unwrap_or_else(|fault| panic!("{fault}\n{code}"));
    value(&machine, "x")
}

/// The fault at which `on_start` stops when it runs `code`.
pub fn stops(code: &str) -> Fault {
    let mut machine = machine(code);
    call(&mut machine, "on_start").expect_err("the code must stop")
}

/// A small generator of random numbers for tests.
pub struct Draws(pub u64);

impl Draws {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A whole number below `bound`, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound as u64).unwrap()
    }

    /// A number from 0 to below 1.
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}
