//! The sizes that no program exceeds. They bound the memory and the time that a shared link can take.

/// Bytes of a source text.
pub const MAX_SOURCE: usize = 64 * 1024;
/// Depth of blocks, brackets and signs within each other.
pub const MAX_DEPTH: u32 = 32;
/// Operators in one expression.
pub const MAX_OPERATORS: u32 = 200;
/// Numbers that a program keeps: variables and elements of arrays.
pub const MAX_VARIABLES: usize = 4096;
/// Different numbers written in a program.
pub const MAX_CONSTANTS: usize = 1024;
/// Names declared by `const`.
pub const MAX_NAMED_CONSTANTS: usize = 256;
/// Settings.
pub const MAX_SETTINGS: usize = 16;
/// Signals.
pub const MAX_SIGNALS: usize = 16;
/// Places that call `say`.
pub const MAX_TEXTS: usize = 64;
/// Values in one text.
pub const MAX_TEXT_VALUES: usize = 8;
/// Bytes of one text in quotation marks.
pub const MAX_TEXT: usize = 200;
/// Sentences that one call of a handler can say.
pub const MAX_SAID: u32 = 16;
/// Functions.
pub const MAX_FUNCTIONS: usize = 64;
/// Arguments of a function.
pub const MAX_ARGUMENTS: usize = 8;
/// Numbers that one function or handler uses at a time: its names and the intermediate results of its expressions.
pub const MAX_LOCALS: usize = 256;
/// Numbers of a whole program: what it reads, changes and keeps, and the numbers of each function and handler.
pub const MAX_FRAME: usize = 8192;
/// Instructions.
pub const MAX_CODE: usize = 16 * 1024;
/// Characters of a name.
pub const MAX_NAME: usize = 40;

/// How many operations a program may use. An operation is an instruction; a function such as `pow` counts
/// as [`MATH_OPERATIONS`] more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// In one call of a handler.
    pub call: u64,
    /// In all calls together, of all programs of a run.
    pub total: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { call: 100_000, total: 4_000_000_000 }
    }
}

/// Operations that a mathematical function counts in addition to its instruction.
pub const MATH_OPERATIONS: u64 = 8;
