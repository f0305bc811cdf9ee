//! The syntax tree of a program.

use crate::span::Span;

/// A name as it is written.
#[derive(Clone, Copy, Debug)]
pub struct Named<'s> {
    pub text: &'s str,
    pub span: Span,
}

/// The unit and the description of a setting or signal.
#[derive(Clone, Copy, Debug, Default)]
pub struct About<'s> {
    pub unit: &'s str,
    pub help: &'s str,
}

/// A program.
#[derive(Debug, Default)]
pub struct Script<'s> {
    /// The word after `sender`.
    pub level: Option<Named<'s>>,
    pub items: Vec<Item<'s>>,
}

/// A declaration at the outermost level.
#[derive(Debug)]
pub enum Item<'s> {
    /// `setting NAME = VALUE in LOW..HIGH`. A setting that is true or false has no range.
    Setting { name: Named<'s>, value: Expression<'s>, range: Option<SettingRange<'s>>, about: About<'s> },
    /// `const NAME = VALUE`.
    Constant { name: Named<'s>, value: Expression<'s> },
    /// `var NAME = VALUE` or `var NAME[LENGTH] = VALUE`.
    Variable { name: Named<'s>, length: Option<Expression<'s>>, value: Expression<'s> },
    /// `signal NAME = VALUE`, computed at the end of each handler.
    Signal(SignalAction<'s>),
    /// `fn NAME(A, B) { ... }`.
    Routine { name: Named<'s>, arguments: Vec<Named<'s>>, body: Vec<CodeStep<'s>> },
    /// `on_NAME { ... }`.
    Handler { name: Named<'s>, body: Vec<CodeStep<'s>> },
}

/// The range of a setting.
#[derive(Debug)]
pub struct SettingRange<'s> {
    pub low: Expression<'s>,
    pub high: Expression<'s>,
    pub is_logarithmic: bool,
}

/// `signal NAME = VALUE`.
#[derive(Debug)]
pub struct SignalAction<'s> {
    pub name: Named<'s>,
    pub value: Expression<'s>,
    pub about: About<'s>,
}

/// A step of a block.
#[derive(Debug)]
pub enum CodeStep<'s> {
    /// `let NAME = VALUE`.
    Let {
        name: Named<'s>,
        value: Expression<'s>,
    },
    /// `NAME = VALUE`, `NAME[INDEX] = VALUE`, and those with an operator such as `+=`.
    Assign {
        name: Named<'s>,
        index: Option<Expression<'s>>,
        operator: Option<BinaryOperator>,
        value: Expression<'s>,
    },
    /// Conditions with their blocks, and the block after `else`.
    If {
        branches: Vec<(Expression<'s>, Vec<CodeStep<'s>>)>,
        otherwise: Vec<CodeStep<'s>>,
    },
    While {
        condition: Expression<'s>,
        body: Vec<CodeStep<'s>>,
    },
    /// `for NAME in FROM..TO`, without `TO` itself.
    For {
        name: Named<'s>,
        from: Expression<'s>,
        to: Expression<'s>,
        body: Vec<CodeStep<'s>>,
    },
    Break(Span),
    Continue(Span),
    Return {
        value: Option<Expression<'s>>,
        span: Span,
    },
    Signal(SignalAction<'s>),
    /// `say("...")`. A piece of the text stands before each value, and one stands last.
    Say {
        pieces: Vec<&'s str>,
        values: Vec<Expression<'s>>,
        span: Span,
    },
    /// A call whose result is not used.
    Call(Expression<'s>),
}

/// An expression.
#[derive(Debug)]
pub struct Expression<'s> {
    pub kind: ExpressionKind<'s>,
    pub span: Span,
}

#[derive(Debug)]
pub enum ExpressionKind<'s> {
    Number(f64),
    Truth(bool),
    Name(&'s str),
    Index(Named<'s>, Box<Expression<'s>>),
    Negate(Box<Expression<'s>>),
    Not(Box<Expression<'s>>),
    Binary(BinaryOperator, Box<Expression<'s>>, Box<Expression<'s>>),
    Call(Named<'s>, Vec<Expression<'s>>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOperator {
    Or,
    And,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
}

impl BinaryOperator {
    /// The operator that is written as `text`.
    pub fn of(text: &str) -> Option<Self> {
        Some(match text {
            "or" => Self::Or,
            "and" => Self::And,
            "<" => Self::Less,
            "<=" => Self::LessEqual,
            ">" => Self::Greater,
            ">=" => Self::GreaterEqual,
            "==" => Self::Equal,
            "!=" => Self::NotEqual,
            "+" => Self::Add,
            "-" => Self::Subtract,
            "*" => Self::Multiply,
            "/" => Self::Divide,
            "%" => Self::Modulo,
            _ => return None,
        })
    }

    /// How tightly the operator binds: a larger number binds more tightly.
    pub fn precedence(self) -> u32 {
        match self {
            Self::Or => 1,
            Self::And => 2,
            Self::Less | Self::LessEqual | Self::Greater | Self::GreaterEqual => 4,
            Self::Equal | Self::NotEqual => 4,
            Self::Add | Self::Subtract => 5,
            Self::Multiply | Self::Divide | Self::Modulo => 6,
        }
    }

    pub fn is_comparison(self) -> bool {
        self.precedence() == 4
    }
}

/// The number of names that a block declares, those of inner blocks included.
pub fn count_locals(body: &[CodeStep<'_>]) -> usize {
    body.iter()
        .map(|action| match action {
            CodeStep::Let { .. } => 1,
            CodeStep::If { branches, otherwise } => {
                branches.iter().map(|(_, body)| count_locals(body)).sum::<usize>() + count_locals(otherwise)
            }
            CodeStep::While { body, .. } => count_locals(body),
            // The name, and the end of the range.
            CodeStep::For { body, .. } => 2 + count_locals(body),
            _ => 0,
        })
        .sum()
}
