//! Compiled programs: instructions over one frame of numbers.
//!
//! The frame contains, in this order, the inputs, the controls, the settings, the variables, the names and steps
//! of each function and handler, and the constants. Functions cannot call themselves, so each has a
//! fixed place in the frame. Truth values are 0 and 1.

use crate::builtins::OneNumber;
use crate::interface::{Interface, ValueKind};
use crate::levels::{LEVELS, WINDOW};
use crate::span::Span;

/// An index in the frame.
pub type Register = u16;
/// An index in the code.
pub type JumpTarget = u16;

/// A step of the interpreter. If it has a result, its first register receives the result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Instruction {
    /// Copies a number.
    Copy(Register, Register),
    /// The sum.
    Add(Register, Register, Register),
    /// The difference.
    Subtract(Register, Register, Register),
    /// The product.
    Multiply(Register, Register, Register),
    /// The quotient; a fault if the divisor is 0.
    Divide(Register, Register, Register),
    /// The remainder; a fault if the divisor is 0.
    Modulo(Register, Register, Register),
    /// The smaller number.
    Min(Register, Register, Register),
    /// The larger number.
    Max(Register, Register, Register),
    /// The power.
    Pow(Register, Register, Register),
    /// The number with the other sign.
    Negate(Register, Register),
    /// A function of one number.
    Apply(OneNumber, Register, Register),
    /// A random number.
    Random(Register),
    /// The element of the array with this index in [`Program::arrays`], at the position in the last register.
    Load(Register, u16, Register),
    /// Stores the number of the last register in an array.
    Store(u16, Register, Register),
    /// Stores a number in all elements of an array.
    Fill(u16, Register),
    /// Assigns a control, within its range.
    Control(u16, Register),
    /// Continues elsewhere, further down.
    Jump(JumpTarget),
    /// Continues at the start of a loop. Checks the budget.
    Loop(JumpTarget),
    /// Jumps if the register is true.
    JumpIf(JumpTarget, Register),
    /// Jumps if the register is false.
    JumpUnless(JumpTarget, Register),
    /// Jumps if the first register is less than the second one.
    JumpLess(JumpTarget, Register, Register),
    /// Jumps if the first register is at most the second one.
    JumpLessEqual(JumpTarget, Register, Register),
    /// Jumps if the registers are equal.
    JumpEqual(JumpTarget, Register, Register),
    /// Jumps if the registers differ.
    JumpNotEqual(JumpTarget, Register, Register),
    /// Calls a function. Checks the budget.
    Call(JumpTarget),
    /// Returns from a function.
    Return,
    /// Ends a handler.
    Halt,
    /// Passes the value of a signal to the host.
    Signal(u16, Register),
    /// Passes a sentence to the host, with the numbers from this register on.
    Say(u16, Register),
}

impl Instruction {
    /// The registers of the instruction.
    pub(crate) fn registers_mut(&mut self) -> [Option<&mut Register>; 3] {
        use Instruction::*;
        match self {
            Add(a, b, c)
            | Subtract(a, b, c)
            | Multiply(a, b, c)
            | Divide(a, b, c)
            | Modulo(a, b, c)
            | Min(a, b, c)
            | Max(a, b, c)
            | Pow(a, b, c) => [Some(a), Some(b), Some(c)],
            Copy(a, b) | Negate(a, b) | Apply(_, a, b) | Load(a, _, b) | Store(_, a, b) => {
                [Some(a), Some(b), None]
            }
            JumpLess(_, a, b) | JumpLessEqual(_, a, b) | JumpEqual(_, a, b) | JumpNotEqual(_, a, b) => {
                [Some(a), Some(b), None]
            }
            Random(a)
            | Fill(_, a)
            | Control(_, a)
            | JumpIf(_, a)
            | JumpUnless(_, a)
            | Signal(_, a)
            | Say(_, a) => [Some(a), None, None],
            Jump(_) | Loop(_) | Call(_) | Return | Halt => [None, None, None],
        }
    }
}

/// What a name of a program stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolRole {
    /// A value of the host that the program reads.
    Input,
    /// A value of the host that the program changes.
    Control,
    /// A setting.
    Setting,
    /// A variable or an array, which keeps its value.
    Variable,
    /// A name within a handler or function, whose value lasts until its end.
    Local,
}

/// A name of a program, for a display of values.
#[derive(Clone, Debug, PartialEq)]
pub struct Symbol {
    /// The name.
    pub name: String,
    /// What it stands for.
    pub role: SymbolRole,
    /// Whether its values are numbers.
    pub kind: ValueKind,
    /// Where its first value is in the frame.
    pub register: Register,
    /// Number of its values: 1, or the length of an array.
    pub length: u16,
    /// Where it is declared; empty for inputs and controls.
    pub span: Span,
}

/// A setting that a program declares.
#[derive(Clone, Debug, PartialEq)]
pub struct CodeSetting {
    /// Its name.
    pub name: String,
    /// Whether it is a number.
    pub kind: ValueKind,
    /// Its value if nobody sets it. 0 and 1 stand for `false` and `true`.
    pub default: f64,
    /// The smallest value.
    pub low: f64,
    /// The largest value.
    pub high: f64,
    /// Whether a slider divides the range by ratios.
    pub is_logarithmic: bool,
    /// Its unit, or an empty text.
    pub unit: String,
    /// What it is, or an empty text.
    pub help: String,
}

/// A value that a program reports over time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeSignal {
    /// Its name.
    pub name: String,
    /// Its unit, or an empty text.
    pub unit: String,
    /// What it is, or an empty text.
    pub help: String,
}

/// A sentence that a program says, with gaps for values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The pieces around the values: one more than there are values.
    pub pieces: Vec<String>,
}

impl Sentence {
    /// Number of values.
    pub fn values(&self) -> usize {
        self.pieces.len().saturating_sub(1)
    }

    /// The sentence with its values, each with at most four digits after the point.
    pub fn fill(&self, values: &[f64]) -> String {
        let mut text = String::new();
        for (index, piece) in self.pieces.iter().enumerate() {
            if index > 0 {
                text.push_str(&show(values.get(index - 1).copied().unwrap_or(0.0)));
            }
            text.push_str(piece);
        }
        text
    }
}

/// A number in a message: at most four digits after the point, and an exponent if it is very large or small.
pub fn show(value: f64) -> String {
    if value.is_infinite() {
        return if value > 0.0 { "infinity" } else { "-infinity" }.to_owned();
    }
    if value != 0.0 && !(1e-3..1e15).contains(&value.abs()) {
        return format!("{value:.3e}");
    }
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Where the parts of a frame begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct FrameLayout {
    pub controls: usize,
    pub settings: usize,
    pub variables: usize,
    pub constants: usize,
    /// Number of registers.
    pub size: usize,
}

/// A compiled program. It is never changed, so that any number of machines can share it.
#[derive(Debug)]
pub struct Program {
    pub(crate) source: String,
    pub(crate) interface: &'static Interface,
    pub(crate) code: Vec<Instruction>,
    /// The place of each instruction.
    pub(crate) spans: Vec<Span>,
    /// Where the code of each handler begins, in the order of the interface.
    pub(crate) entries: Vec<Option<JumpTarget>>,
    /// Where the code begins that computes the first values of the variables.
    pub(crate) start: JumpTarget,
    pub(crate) layout: FrameLayout,
    pub(crate) constants: Vec<f64>,
    /// First register and length of each array.
    pub(crate) arrays: Vec<(Register, u16)>,
    pub(crate) symbols: Vec<Symbol>,
    pub(crate) settings: Vec<CodeSetting>,
    pub(crate) signals: Vec<CodeSignal>,
    pub(crate) sentences: Vec<Sentence>,
    /// Which controls each handler assigns, itself or through functions: handler, control.
    pub(crate) assigned: Vec<(usize, usize)>,
}

impl Program {
    /// A program of the level `window` without handlers.
    pub fn empty() -> Self {
        let controls = WINDOW.inputs.len();
        let settings = controls + WINDOW.controls.len();
        Program {
            source: String::new(),
            interface: LEVELS.first().copied().unwrap_or(&WINDOW),
            code: vec![Instruction::Halt],
            spans: vec![Span::default()],
            entries: vec![None; WINDOW.handlers.len()],
            start: 0,
            layout: FrameLayout {
                controls,
                settings,
                variables: settings,
                constants: settings,
                size: settings,
            },
            constants: Vec::new(),
            arrays: Vec::new(),
            symbols: Vec::new(),
            settings: Vec::new(),
            signals: Vec::new(),
            sentences: Vec::new(),
            assigned: Vec::new(),
        }
    }

    /// The text that was compiled.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The level of the program.
    pub fn interface(&self) -> &'static Interface {
        self.interface
    }

    /// Whether the program has a handler.
    pub fn handles(&self, handler: usize) -> bool {
        self.entries.get(handler).is_some_and(Option::is_some)
    }

    /// Whether a handler assigns a control, itself or through a function.
    pub fn assigns(&self, handler: usize, control: usize) -> bool {
        self.assigned.contains(&(handler, control))
    }

    /// Whether the program reads an input.
    pub fn reads(&self, input: usize) -> bool {
        let mut code = self.code.clone();
        let mut registers = code.iter_mut().flat_map(Instruction::registers_mut).flatten();
        registers.any(|register| usize::from(*register) == input)
    }

    /// Whether the program uses random numbers.
    pub fn is_random(&self) -> bool {
        self.code.iter().any(|instruction| matches!(instruction, Instruction::Random(_)))
    }

    /// The settings, in the order of the text.
    pub fn settings(&self) -> &[CodeSetting] {
        &self.settings
    }

    /// The signals, in the order of [`crate::Listener::signal`].
    pub fn signals(&self) -> &[CodeSignal] {
        &self.signals
    }

    /// The sentences, in the order of [`crate::Listener::say`].
    pub fn sentences(&self) -> &[Sentence] {
        &self.sentences
    }

    /// The names of the program, with their places in a frame.
    pub fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    /// The instructions, for tests and measurements.
    pub fn code(&self) -> &[Instruction] {
        &self.code
    }

    /// The instructions, one a line.
    pub fn listing(&self) -> String {
        self.code.iter().enumerate().map(|(at, instruction)| format!("{at} {instruction:?}\n")).collect()
    }
}
