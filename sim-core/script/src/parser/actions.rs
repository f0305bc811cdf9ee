//! Blocks and their steps.

use super::ScriptParser;
use crate::faults::OrReported;
use crate::lexer::{Lexeme, LexemeKind, lexemes};
use crate::limits::MAX_TEXT_VALUES;
use crate::span::Span;
use crate::tree::{BinaryOperator, CodeStep, Expression, ExpressionKind};

/// Words of other languages at the beginning of a step, with advice.
const FOREIGN: &[(&str, &str)] = &[
    (
        "var",
        "Inside of a block, write `let name = ...`. A variable that keeps its value is declared outside of all blocks.",
    ),
    ("const", "Inside of a block, write `let name = ...`. Constants are declared outside of all blocks."),
    ("setting", "Settings are declared outside of all blocks."),
    ("fn", "Functions are declared outside of all blocks."),
    ("elif", "Write `else if`."),
    ("elsif", "Write `else if`."),
    ("elseif", "Write `else if`."),
    ("else", "Write `else` on the line of the `}` that ends the block before, or directly after it."),
    ("print", "Write `say(\"text with {value}\")`."),
    ("console", "Write `say(\"text with {value}\")`."),
    ("pass", "An empty block needs no word. Delete it."),
    ("unless", "Write `if not ...`."),
];

/// What to write instead of a word of another language.
pub(super) fn advice(word: &str) -> Option<&'static str> {
    FOREIGN.iter().find(|(foreign, _)| *foreign == word).map(|(_, advice)| *advice)
}

impl<'s> ScriptParser<'s, '_, '_> {
    /// `{ ... }`.
    pub(super) fn block(&mut self, purpose: &str) -> OrReported<Vec<CodeStep<'s>>> {
        if self.is_symbol(":") {
            let message = "A block stands in braces: write `{` here and `}` after its last step.";
            return Err(self.faults.report(self.peek().span, "syntax", message));
        }
        if self.is_symbol("=") {
            let message = "A single `=` assigns a value. Write `==` to compare.";
            return Err(self.faults.report(self.peek().span, "syntax", message));
        }
        let opening = self.expect("{", &format!("before {purpose}"))?.span;
        self.deeper(|parser| parser.actions(opening))
    }

    /// The steps of a block, and its `}`.
    fn actions(&mut self, opening: Span) -> OrReported<Vec<CodeStep<'s>>> {
        let mut actions = Vec::new();
        loop {
            self.skip_lines();
            if self.takes("}") {
                return Ok(actions);
            }
            if self.peek().kind == LexemeKind::End {
                let message = "This `{` is never closed. Add `}` after the last step of its block.";
                return Err(self.faults.report(opening, "syntax", message));
            }
            match self.action() {
                Ok(action) => {
                    actions.push(action);
                    if self.end_of_line().is_err() {
                        self.recover();
                    }
                }
                Err(_) => self.recover(),
            }
        }
    }

    fn action(&mut self) -> OrReported<CodeStep<'s>> {
        let Lexeme { kind, span } = self.peek();
        let LexemeKind::Word(word) = kind else {
            return Err(self.unexpected("a step such as `cwnd = 10`"));
        };
        if let Some(advice) = advice(word) {
            return Err(self.faults.report(span, "syntax", advice));
        }
        match word {
            "let" => {
                self.advance();
                let name = self.name("the name of a value")?;
                self.expect("=", "and the value")?;
                Ok(CodeStep::Let { name, value: self.expression()? })
            }
            "if" => self.condition(),
            "while" => {
                self.advance();
                let condition = self.expression()?;
                Ok(CodeStep::While { condition, body: self.block("the steps of the loop")? })
            }
            "for" => self.count(),
            "break" => Ok(CodeStep::Break(self.advance().span)),
            "continue" => Ok(CodeStep::Continue(self.advance().span)),
            "return" => {
                self.advance();
                let is_end = matches!(
                    self.peek().kind,
                    LexemeKind::NewLine | LexemeKind::End | LexemeKind::Symbol("}")
                );
                let value = if is_end { None } else { Some(self.expression()?) };
                Ok(CodeStep::Return { value, span })
            }
            "signal" => {
                self.advance();
                Ok(CodeStep::Signal(self.signal()?))
            }
            "say" => self.say(),
            _ => self.assignment(),
        }
    }

    /// `if ... { } else if ... { } else { }`.
    fn condition(&mut self) -> OrReported<CodeStep<'s>> {
        let mut branches = Vec::new();
        loop {
            // The word `if`.
            self.advance();
            let condition = self.expression()?;
            branches.push((condition, self.block("the steps of the condition")?));
            if !self.takes_else() {
                return Ok(CodeStep::If { branches, otherwise: Vec::new() });
            }
            if !self.is_word("if") {
                return Ok(CodeStep::If { branches, otherwise: self.block("the steps after `else`")? });
            }
        }
    }

    /// Takes `else`, which can stand on a line of its own.
    fn takes_else(&mut self) -> bool {
        let before = self.next;
        self.skip_lines();
        let found = self.takes_word("else");
        if !found {
            self.next = before;
        }
        found
    }

    /// `for i in 0..n { }`.
    fn count(&mut self) -> OrReported<CodeStep<'s>> {
        self.advance();
        let name = self.name("the name of the number that counts")?;
        if !self.takes_word("in") {
            return Err(self.unexpected("`in` and a range such as `0..10`"));
        }
        let from = self.expression()?;
        if let (ExpressionKind::Call(called, _), false) = (&from.kind, self.is_symbol(".."))
            && called.text == "range"
        {
            return Err(self.faults.report(
                from.span,
                "syntax",
                "Write the range as `0..n`, which ends before n.",
            ));
        }
        self.expect("..", "between the ends of the range")?;
        let to = self.expression()?;
        Ok(CodeStep::For { name, from, to, body: self.block("the steps of the loop")? })
    }

    /// `name = value`, `name += value`, `name[index] = value`, or a call.
    fn assignment(&mut self) -> OrReported<CodeStep<'s>> {
        let target = self.expression()?;
        let operator_span = self.peek().span;
        let operator = match self.peek().kind {
            LexemeKind::Symbol("=") => None,
            LexemeKind::Symbol(symbol @ ("+=" | "-=" | "*=" | "/=" | "%=")) => {
                BinaryOperator::of(&symbol[..1])
            }
            _ if matches!(target.kind, ExpressionKind::Call(..)) => return Ok(CodeStep::Call(target)),
            _ => return Err(self.no_effect(&target)),
        };
        let (name, index) = match target.kind {
            ExpressionKind::Name(text) => (crate::tree::Named { text, span: target.span }, None),
            ExpressionKind::Index(name, index) => (name, Some(*index)),
            _ => {
                let message = "Only a name can stand before `=`. Write `==` to compare.";
                return Err(self.faults.report(operator_span, "assignment", message));
            }
        };
        self.advance();
        Ok(CodeStep::Assign { name, index, operator, value: self.expression()? })
    }

    /// Reports an expression that stands alone.
    fn no_effect(&mut self, target: &Expression<'s>) -> crate::faults::Reported {
        if let LexemeKind::Symbol("++" | "--" | "{") = self.peek().kind
            && let Err(reported) = self.end_of_line()
        {
            return reported;
        }
        let is_end =
            matches!(self.peek().kind, LexemeKind::NewLine | LexemeKind::End | LexemeKind::Symbol("}"));
        if is_end {
            let message =
                "This line computes a value and does nothing with it. Assign it, as in `cwnd = ...`.";
            self.faults.report(target.span, "no_effect", message)
        } else {
            self.unexpected("`=`")
        }
    }

    /// `say("text with {value}")`.
    fn say(&mut self) -> OrReported<CodeStep<'s>> {
        let start = self.advance().span;
        self.expect("(", "and a text in quotation marks")?;
        let Lexeme { kind, span } = self.peek();
        let LexemeKind::Text(text) = kind else {
            return Err(self.unexpected("a text in quotation marks"));
        };
        self.advance();
        let end = self.expect(")", "after the text: values stand in the text, as in \"window {cwnd}\"")?.span;
        let (pieces, values) = self.template(text, span)?;
        if values.len() > MAX_TEXT_VALUES {
            let message =
                format!("This text has {} values; at most {MAX_TEXT_VALUES} are allowed.", values.len());
            return Err(self.faults.report(span, "text_values", message));
        }
        Ok(CodeStep::Say { pieces, values, span: start.to(end) })
    }

    /// Splits a text at its values in braces.
    fn template(&mut self, text: &'s str, span: Span) -> OrReported<(Vec<&'s str>, Vec<Expression<'s>>)> {
        let (mut pieces, mut values, mut rest) = (Vec::new(), Vec::new(), text);
        // After the quotation mark.
        let mut at = span.start as usize + 1;
        while let Some((piece, after)) = rest.split_once('{') {
            let opening = at + piece.len();
            let Some((inner, left)) = after.split_once('}') else {
                let message = "This `{` in the text is never closed. A value stands in braces, as in {cwnd}.";
                return Err(self.faults.report(Span::new(opening, opening + 1), "text", message));
            };
            pieces.push(piece);
            values.push(self.value_in_text(Span::new(opening + 1, opening + 1 + inner.len()))?);
            at = opening + inner.len() + 2;
            rest = left;
        }
        pieces.push(rest);
        Ok((pieces, values))
    }

    /// Parses the value that stands in a text.
    fn value_in_text(&mut self, span: Span) -> OrReported<Expression<'s>> {
        let inner = lexemes(self.source, span, self.faults);
        let outer = (std::mem::replace(&mut self.lexemes, inner), std::mem::replace(&mut self.next, 0));
        let parsed = self.expression().and_then(|value| match self.peek().kind {
            LexemeKind::End => Ok(value),
            _ => Err(self.unexpected("`}`")),
        });
        (self.lexemes, self.next) = outer;
        parsed
    }
}
