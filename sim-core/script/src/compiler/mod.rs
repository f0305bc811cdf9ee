//! From a syntax tree to code. Names and kinds of values are checked here. After a fault, compilation
//! continues with the next step, so that one compilation reports several faults.

mod actions;
mod calls;
mod conditions;
mod constants;
mod declarations;
mod names;
mod values;

use crate::code::{
    CodeSetting, CodeSignal, FrameLayout, Instruction, JumpTarget, Program, Register, Sentence, Symbol,
};
use crate::convert::index16;
use crate::faults::{Fault, Faults, OrReported};
use crate::interface::Interface;
use crate::levels::LEVELS;
use crate::limits::{MAX_CODE, MAX_CONSTANTS, MAX_FRAME, MAX_LOCALS, MAX_SOURCE};
use crate::span::{Location, Span};
use crate::tree::Named;
use crate::{lexer, parser};
use names::Names;

/// Compiles a program of any level.
pub fn compile(source: &str) -> Result<Program, Vec<Fault>> {
    compile_for(source, LEVELS)
}

/// Compiles a program of one of `levels`: the one that it names by `sender`, otherwise the first one.
pub fn compile_for(source: &str, levels: &[&'static Interface]) -> Result<Program, Vec<Fault>> {
    if source.len() > MAX_SOURCE {
        let message = format!("The program has {} bytes; at most {MAX_SOURCE} are allowed.", source.len());
        let at = Location { line: 1, column: 1, length: 1 };
        return Err(vec![Fault { code: "size", at, message }]);
    }
    let mut faults = Faults::new(source);
    lexer::refuse_hidden(source, &mut faults);
    let script = parser::parse(source, &mut faults);
    let interface = declarations::level(script.level, levels, &mut faults);
    let mut compiler = Compiler::new(source, interface, &mut faults);
    compiler.script(&script);
    let program = compiler.into_program();
    if faults.is_empty() { Ok(program) } else { Err(faults.into_sorted()) }
}

/// The register of the first constant while a program is compiled. At the end, the constants move behind all
/// other registers, which are far fewer.
const FIRST_CONSTANT: Register = 0xf000;

/// What a jump waits for: the instructions that will get its target.
type Patches = Vec<usize>;

/// The registers of the function or handler that is being compiled, relative to the first one.
#[derive(Default)]
struct OpenFrame {
    /// The next register of a name.
    next_local: usize,
    /// The next register of a step.
    next_step: usize,
    /// The largest number of registers in use.
    size: usize,
}

/// The jumps out of a loop that is being compiled, and those to its next pass.
struct OpenLoop {
    breaks: Patches,
    continues: Patches,
}

/// Where the code that is being compiled belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CodePart {
    /// The first values of variables.
    Start,
    Handler(usize),
    /// A function, by its position among the functions of the program.
    Routine(usize),
}

struct Compiler<'s, 'f, 'm> {
    source: &'s str,
    interface: &'static Interface,
    faults: &'f mut Faults<'m>,
    names: Names<'s>,
    code: Vec<Instruction>,
    spans: Vec<Span>,
    constants: Vec<f64>,
    arrays: Vec<(Register, u16)>,
    symbols: Vec<Symbol>,
    settings: Vec<CodeSetting>,
    signals: Vec<CodeSignal>,
    sentences: Vec<Sentence>,
    entries: Vec<Option<JumpTarget>>,
    routines: Vec<declarations::Routine<'s>>,
    /// The names of all functions of the program, also of those below this place.
    all_routines: Vec<Named<'s>>,
    /// Number of constants with names.
    named_constants: usize,
    layout: FrameLayout,
    /// First free register after those of finished functions and handlers.
    scopes_end: usize,
    part: CodePart,
    frame: OpenFrame,
    loops: Vec<OpenLoop>,
    /// Jumps to the end of the present handler.
    ends: Patches,
    /// The controls that the present function or handler assigns.
    assigns: Vec<usize>,
    assigned: Vec<(usize, usize)>,
}

impl<'s, 'f, 'm> Compiler<'s, 'f, 'm> {
    fn new(source: &'s str, interface: &'static Interface, faults: &'f mut Faults<'m>) -> Self {
        let controls = interface.inputs.len();
        let settings = controls + interface.controls.len();
        let mut compiler = Compiler {
            source,
            interface,
            faults,
            names: Names::default(),
            code: Vec::new(),
            spans: Vec::new(),
            constants: Vec::new(),
            arrays: Vec::new(),
            symbols: Vec::new(),
            settings: Vec::new(),
            signals: Vec::new(),
            sentences: Vec::new(),
            entries: vec![None; interface.handlers.len()],
            routines: Vec::new(),
            all_routines: Vec::new(),
            named_constants: 0,
            layout: FrameLayout { controls, settings, ..FrameLayout::default() },
            scopes_end: 0,
            part: CodePart::Start,
            frame: OpenFrame::default(),
            loops: Vec::new(),
            ends: Vec::new(),
            assigns: Vec::new(),
            assigned: Vec::new(),
        };
        compiler.declare_interface();
        compiler
    }

    fn into_program(mut self) -> Program {
        self.layout.constants = self.scopes_end;
        self.layout.size = self.scopes_end + self.constants.len();
        for instruction in &mut self.code {
            for register in instruction.registers_mut().into_iter().flatten() {
                if *register >= FIRST_CONSTANT {
                    *register = *register - FIRST_CONSTANT + index16(self.scopes_end);
                }
            }
        }
        Program {
            source: self.source.to_owned(),
            interface: self.interface,
            code: self.code,
            spans: self.spans,
            entries: self.entries,
            start: 0,
            layout: self.layout,
            constants: self.constants,
            arrays: self.arrays,
            symbols: self.symbols,
            settings: self.settings,
            signals: self.signals,
            sentences: self.sentences,
            assigned: self.assigned,
        }
    }

    /// Appends an instruction. Returns its index.
    fn emit(&mut self, instruction: Instruction, span: Span) -> usize {
        if self.code.len() == MAX_CODE {
            let message = "The program is too large from here on. Make it shorter.";
            self.faults.report(span, "size", message);
        }
        // Beyond the limit, the code is not used. The cap keeps it small.
        if self.code.len() <= MAX_CODE {
            self.code.push(instruction);
            self.spans.push(span);
        }
        self.code.len() - 1
    }

    /// The index of the next instruction.
    fn here(&self) -> JumpTarget {
        index16(self.code.len())
    }

    /// Lets jumps continue at the next instruction.
    fn patch(&mut self, patches: Patches) {
        let here = self.here();
        for at in patches {
            if let Some(
                Instruction::Jump(target)
                | Instruction::JumpIf(target, _)
                | Instruction::JumpUnless(target, _)
                | Instruction::JumpLess(target, ..)
                | Instruction::JumpLessEqual(target, ..)
                | Instruction::JumpEqual(target, ..)
                | Instruction::JumpNotEqual(target, ..),
            ) = self.code.get_mut(at)
            {
                *target = here;
            }
        }
    }

    /// The register of a constant.
    fn constant(&mut self, value: f64, span: Span) -> OrReported<Register> {
        let known = self.constants.iter().position(|constant| constant.to_bits() == value.to_bits());
        let index = match known {
            Some(index) => index,
            None if self.constants.len() < MAX_CONSTANTS => {
                self.constants.push(value);
                self.constants.len() - 1
            }
            None => {
                let message = format!("A program has at most {MAX_CONSTANTS} different numbers.");
                return Err(self.faults.report(span, "constants", message));
            }
        };
        Ok(FIRST_CONSTANT + index16(index))
    }

    /// A register for the result of a step, free until the statement ends.
    fn step(&mut self, span: Span) -> OrReported<Register> {
        let step = self.frame.next_step;
        if step >= MAX_LOCALS {
            let message = format!(
                "This function or handler needs more than {MAX_LOCALS} values at a time. Divide it into functions."
            );
            return Err(self.faults.report(span, "locals", message));
        }
        self.frame.next_step += 1;
        self.frame.size = self.frame.size.max(self.frame.next_step);
        Ok(index16(self.scopes_end + step))
    }

    /// Begins the registers of a function or handler that declares `locals` names.
    fn open_frame(&mut self, locals: usize) {
        self.frame = OpenFrame { next_local: 0, next_step: locals, size: locals };
        self.loops.clear();
        self.ends.clear();
        self.assigns.clear();
    }

    fn close_frame(&mut self, span: Span) {
        self.scopes_end += self.frame.size;
        if self.scopes_end > MAX_FRAME {
            let message =
                "The functions and handlers of the program have too many values in total. Make it shorter.";
            self.faults.report(span, "locals", message);
            self.scopes_end = self.layout.variables;
        }
    }
}
