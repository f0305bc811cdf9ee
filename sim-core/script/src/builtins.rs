//! The functions of the language: one table, from which the compiler, the interpreter and the documentation
//! follow.

use crate::interface::help_text;
use crate::math;

/// A function of one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum OneNumber {
    /// Absolute value.
    Abs,
    /// Largest whole number that is not above.
    Floor,
    /// Smallest whole number that is not below.
    Ceil,
    /// Nearest whole number; halves away from zero.
    Round,
    /// Square root.
    Sqrt,
    /// Cube root.
    Cbrt,
    /// e to the power of the number.
    Exp,
    /// Natural logarithm.
    Ln,
    /// Logarithm to base 2.
    Log2,
    /// 1, 0 or -1.
    Sign,
    /// 1 if the number is not infinite.
    IsFinite,
}

impl OneNumber {
    /// The value of the function. NaN where it is not defined.
    #[inline]
    pub fn apply(self, x: f64) -> f64 {
        match self {
            OneNumber::Abs => x.abs(),
            OneNumber::Floor => libm::floor(x),
            OneNumber::Ceil => libm::ceil(x),
            OneNumber::Round => libm::round(x),
            OneNumber::Sqrt => x.sqrt(),
            OneNumber::Cbrt => libm::cbrt(x),
            OneNumber::Exp => libm::exp(x),
            OneNumber::Ln => libm::log(x),
            OneNumber::Log2 => libm::log2(x),
            OneNumber::Sign => math::sign(x),
            OneNumber::IsFinite => f64::from(u8::from(x.is_finite())),
        }
    }

    /// Whether the function counts as several operations.
    #[inline]
    pub fn is_slow(self) -> bool {
        matches!(self, OneNumber::Cbrt | OneNumber::Exp | OneNumber::Ln | OneNumber::Log2)
    }
}

/// How a function is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuiltinRule {
    /// By a function of one number.
    One(OneNumber),
    /// The smallest of two or more numbers.
    Min,
    /// The largest of two or more numbers.
    Max,
    /// The first number to the power of the second one.
    Pow,
    /// The first number, limited to the range of the other two.
    Clamp,
    /// A random number.
    Random,
}

/// A function of the language.
#[derive(Debug)]
pub struct Builtin {
    /// Its name in programs.
    pub name: &'static str,
    /// The names of its arguments, for help.
    pub arguments: &'static str,
    /// The smallest and the largest number of arguments.
    pub count: (usize, usize),
    /// What it computes, in a sentence.
    pub help: &'static str,
    /// How it is computed.
    pub rule: BuiltinRule,
}

const fn one(name: &'static str, number: OneNumber, help: &'static str) -> Builtin {
    Builtin { name, arguments: "x", count: (1, 1), help: help_text(help), rule: BuiltinRule::One(number) }
}

/// All functions of the language.
pub const BUILTINS: &[Builtin] = &[
    Builtin {
        name: "min",
        arguments: "a, b, ...",
        count: (2, 8),
        help: help_text("The smallest of two to eight numbers."),
        rule: BuiltinRule::Min,
    },
    Builtin {
        name: "max",
        arguments: "a, b, ...",
        count: (2, 8),
        help: help_text("The largest of two to eight numbers."),
        rule: BuiltinRule::Max,
    },
    Builtin {
        name: "clamp",
        arguments: "x, low, high",
        count: (3, 3),
        help: help_text("`x`, but at least `low` and at most `high`."),
        rule: BuiltinRule::Clamp,
    },
    one("abs", OneNumber::Abs, "`x` without its sign."),
    one("sign", OneNumber::Sign, "1 above zero, -1 below zero, 0 at zero."),
    one("floor", OneNumber::Floor, "The largest whole number that is not above `x`."),
    one("ceil", OneNumber::Ceil, "The smallest whole number that is not below `x`."),
    one("round", OneNumber::Round, "The nearest whole number; halves are rounded away from zero."),
    one("sqrt", OneNumber::Sqrt, "The square root of `x`, which must not be negative."),
    one("cbrt", OneNumber::Cbrt, "The cube root of `x`."),
    Builtin {
        name: "pow",
        arguments: "x, y",
        count: (2, 2),
        help: help_text("`x` to the power `y`."),
        rule: BuiltinRule::Pow,
    },
    one("exp", OneNumber::Exp, "e to the power `x`."),
    one("ln", OneNumber::Ln, "The natural logarithm of `x`, which must not be negative."),
    one("log2", OneNumber::Log2, "The logarithm of `x` to base 2."),
    one("is_finite", OneNumber::IsFinite, "Whether `x` is not infinite: `true` or `false`."),
    Builtin {
        name: "random",
        arguments: "",
        count: (0, 0),
        help: help_text(
            "A random number from 0 to below 1. It depends only on the seed of the scenario, the flow and the text of the program.",
        ),
        rule: BuiltinRule::Random,
    },
];

/// The function `name`.
pub fn builtin(name: &str) -> Option<&'static Builtin> {
    BUILTINS.iter().find(|builtin| builtin.name == name)
}
