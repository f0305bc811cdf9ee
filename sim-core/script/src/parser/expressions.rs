//! Expressions, by precedence climbing.

use super::ScriptParser;
use crate::faults::{OrReported, Reported};
use crate::lexer::{Lexeme, LexemeKind};
use crate::limits::{MAX_ARGUMENTS, MAX_OPERATORS};
use crate::tree::{BinaryOperator, Expression, ExpressionKind, Named};

/// How tightly `not` binds: more than `and`, less than comparisons.
const NOT: u32 = 3;

/// Symbols of other languages, with advice.
const FOREIGN: &[(&str, &str)] = &[
    ("&&", "Write `and`."),
    ("||", "Write `or`."),
    ("!", "Write `not`."),
    ("**", "Write `pow(x, y)` for powers."),
    ("^", "Write `pow(x, y)` for powers."),
    ("===", "Write `==` to compare."),
    ("!==", "Write `!=` to compare."),
    ("?", "There is no `? :`. Use `if` and `else`, or min and max."),
    (".", "There are no objects here. Write `max(a, b)` and not `Math.max(a, b)`."),
    ("&", "Write `and`."),
    ("|", "Write `or`."),
    ("'", "Texts stand in double quotation marks: \"text\"."),
    ("`", "Texts stand in double quotation marks: \"text\"."),
    ("=>", "Write `>=` for \"at least\"."),
];

impl<'s> ScriptParser<'s, '_, '_> {
    /// A whole expression.
    pub(super) fn expression(&mut self) -> OrReported<Expression<'s>> {
        if self.open == 0 {
            self.operators = 0;
        }
        let value = self.deeper(|parser| parser.binary(0))?;
        self.refuse_foreign()?;
        Ok(value)
    }

    /// Reports a symbol of another language with advice.
    fn refuse_foreign(&mut self) -> OrReported<()> {
        if let Lexeme { kind: LexemeKind::Symbol(symbol), span } = self.peek()
            && let Some((_, advice)) = FOREIGN.iter().find(|(foreign, _)| *foreign == symbol)
        {
            return Err(self.faults.report(span, "syntax", *advice));
        }
        Ok(())
    }

    /// The operator that is next, if there is one.
    fn operator(&mut self) -> Option<BinaryOperator> {
        if self.open > 0 {
            self.skip_lines();
        }
        match self.peek().kind {
            LexemeKind::Word(text) if text == "and" || text == "or" => BinaryOperator::of(text),
            LexemeKind::Symbol(text) => BinaryOperator::of(text),
            _ => None,
        }
    }

    /// An expression of operators that bind at least as tightly as `least`.
    fn binary(&mut self, least: u32) -> OrReported<Expression<'s>> {
        let mut left = self.sign(least)?;
        let mut has_compared = false;
        while let Some(operator) = self.operator() {
            let precedence = operator.precedence();
            if precedence < least {
                break;
            }
            let span = self.advance().span;
            if operator.is_comparison() && has_compared {
                let message = "Two comparisons follow each other. Write `a < b and b < c`.";
                return Err(self.faults.report(span, "syntax", message));
            }
            has_compared = operator.is_comparison();
            self.operators += 1;
            if self.operators > MAX_OPERATORS {
                let message =
                    format!("An expression has at most {MAX_OPERATORS} operators. Use `let` for parts.");
                return Err(self.faults.report(span, "operators", message));
            }
            self.skip_lines();
            let right = self.binary(precedence + 1)?;
            let span = left.span.to(right.span);
            let kind = ExpressionKind::Binary(operator, Box::new(left), Box::new(right));
            left = Expression { kind, span };
        }
        Ok(left)
    }

    /// A value, with the signs before it.
    fn sign(&mut self, least: u32) -> OrReported<Expression<'s>> {
        let start = self.peek().span;
        if self.takes_word("not") {
            if least > NOT {
                let message = "Write brackets around `not ...` here.";
                return Err(self.faults.report(start, "syntax", message));
            }
            let inner = self.deeper(|parser| parser.binary(NOT))?;
            return Ok(Expression { span: start.to(inner.span), kind: ExpressionKind::Not(Box::new(inner)) });
        }
        if self.takes("-") {
            let inner = self.deeper(|parser| parser.sign(u32::MAX))?;
            let kind = match inner.kind {
                ExpressionKind::Number(value) => ExpressionKind::Number(-value),
                _ => ExpressionKind::Negate(Box::new(Expression { kind: inner.kind, span: inner.span })),
            };
            return Ok(Expression { span: start.to(inner.span), kind });
        }
        self.value()
    }

    fn value(&mut self) -> OrReported<Expression<'s>> {
        self.refuse_foreign()?;
        let Lexeme { kind, span } = self.peek();
        let known = match kind {
            LexemeKind::Number(value) => ExpressionKind::Number(value),
            LexemeKind::Word("true") => ExpressionKind::Truth(true),
            LexemeKind::Word("false") => ExpressionKind::Truth(false),
            LexemeKind::Word("infinity") => ExpressionKind::Number(f64::INFINITY),
            LexemeKind::Word(_) => return self.named(),
            LexemeKind::Symbol("(") => {
                self.advance();
                let inner = self.inside(Self::expression)?;
                let end = self.expect(")", "to close the bracket")?.span;
                return Ok(Expression { kind: inner.kind, span: span.to(end) });
            }
            LexemeKind::Text(_) => {
                let message = "A text can stand only in `say(\"...\")` and after a setting or signal.";
                return Err(self.faults.report(span, "text", message));
            }
            LexemeKind::Symbol("++" | "--") => {
                let message = "Write `name += 1` or `name -= 1` to change a number by one.";
                return Err(self.faults.report(span, "syntax", message));
            }
            _ => return Err(self.unexpected("a value: a number, a name or a bracket")),
        };
        self.advance();
        Ok(Expression { kind: known, span })
    }

    /// Runs `parse` within brackets, in which ends of lines have no meaning.
    fn inside<T>(&mut self, parse: impl FnOnce(&mut Self) -> OrReported<T>) -> OrReported<T> {
        self.open += 1;
        self.skip_lines();
        let parsed = parse(self)?;
        self.skip_lines();
        self.open -= 1;
        Ok(parsed)
    }

    /// A name, a call or an element of an array.
    fn named(&mut self) -> OrReported<Expression<'s>> {
        let name = self.name("a value")?;
        if self.takes("(") {
            let arguments = self.inside(Self::arguments)?;
            let end = self.expect(")", "after the arguments")?.span;
            return Ok(Expression { kind: ExpressionKind::Call(name, arguments), span: name.span.to(end) });
        }
        if self.takes("[") {
            let index = self.inside(Self::expression)?;
            let end = self.expect("]", "after the index")?.span;
            return Ok(Expression {
                kind: ExpressionKind::Index(name, Box::new(index)),
                span: name.span.to(end),
            });
        }
        Ok(Expression { kind: ExpressionKind::Name(name.text), span: name.span })
    }

    fn arguments(&mut self) -> OrReported<Vec<Expression<'s>>> {
        let mut arguments = Vec::new();
        while !self.is_symbol(")") {
            if arguments.len() == MAX_ARGUMENTS {
                return Err(self.too_many_arguments());
            }
            arguments.push(self.expression()?);
            self.skip_lines();
            if !self.takes(",") {
                break;
            }
            self.skip_lines();
        }
        Ok(arguments)
    }

    fn too_many_arguments(&mut self) -> Reported {
        let message = format!("A function has at most {MAX_ARGUMENTS} arguments.");
        self.faults.report(self.peek().span, "arguments", message)
    }
}

impl<'s> From<Named<'s>> for Expression<'s> {
    fn from(name: Named<'s>) -> Self {
        Expression { kind: ExpressionKind::Name(name.text), span: name.span }
    }
}
