//! From lexemes to a syntax tree. After a fault, parsing continues on the next line, so that one compilation
//! reports several faults.

mod actions;
mod declarations;
mod expressions;

use crate::faults::{Faults, OrReported, Reported};
use crate::lexer::{Lexeme, LexemeKind, lexemes};
use crate::limits::{MAX_DEPTH, MAX_NAME};
use crate::span::Span;
use crate::tree::{Named, Script};

/// Words with a meaning of their own, which no name can be.
pub const KEYWORDS: &[&str] = &[
    "sender", "setting", "const", "var", "let", "fn", "signal", "say", "if", "else", "while", "for", "in",
    "break", "continue", "return", "and", "or", "not", "true", "false", "infinity",
];

/// Parses a program.
pub fn parse<'s>(source: &'s str, faults: &mut Faults<'_>) -> Script<'s> {
    let lexemes = lexemes(source, Span::new(0, source.len()), faults);
    let mut parser = ScriptParser { source, lexemes, next: 0, open: 0, depth: 0, operators: 0, faults };
    parser.script()
}

struct ScriptParser<'s, 'f, 'm> {
    source: &'s str,
    /// Ends with [`LexemeKind::End`], which is never passed.
    lexemes: Vec<Lexeme<'s>>,
    next: usize,
    /// Number of open round and square brackets, in which ends of lines have no meaning.
    open: u32,
    /// Depth of the tree at this place.
    depth: u32,
    /// Operators of the present expression.
    operators: u32,
    faults: &'f mut Faults<'m>,
}

impl<'s> ScriptParser<'s, '_, '_> {
    fn peek(&self) -> Lexeme<'s> {
        let end = Lexeme { kind: LexemeKind::End, span: Span::new(self.source.len(), self.source.len()) };
        self.lexemes.get(self.next).copied().unwrap_or(end)
    }

    fn advance(&mut self) -> Lexeme<'s> {
        let lexeme = self.peek();
        if lexeme.kind != LexemeKind::End {
            self.next += 1;
        }
        lexeme
    }

    fn is_symbol(&self, symbol: &str) -> bool {
        matches!(self.peek().kind, LexemeKind::Symbol(found) if found == symbol)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek().kind, LexemeKind::Word(found) if found == word)
    }

    /// Takes a symbol if it is next.
    fn takes(&mut self, symbol: &str) -> bool {
        let found = self.is_symbol(symbol);
        if found {
            self.advance();
        }
        found
    }

    /// Takes a word if it is next.
    fn takes_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.advance();
        }
        found
    }

    fn skip_lines(&mut self) {
        while self.peek().kind == LexemeKind::NewLine {
            self.advance();
        }
    }

    /// How a message calls the next lexeme.
    fn describe(&self) -> String {
        match self.peek().kind {
            LexemeKind::End => "the end of the program".to_owned(),
            LexemeKind::NewLine => "the end of the line".to_owned(),
            LexemeKind::Text(_) => "a text".to_owned(),
            _ => format!("`{}`", self.peek().span.text(self.source)),
        }
    }

    /// Reports that something else was expected at the next lexeme.
    fn unexpected(&mut self, expected: &str) -> Reported {
        let message = format!("Here is {}, but {expected} is expected.", self.describe());
        self.faults.report(self.peek().span, "syntax", message)
    }

    fn expect(&mut self, symbol: &str, purpose: &str) -> OrReported<Lexeme<'s>> {
        if self.is_symbol(symbol) {
            return Ok(self.advance());
        }
        Err(self.unexpected(&format!("`{symbol}` {purpose}")))
    }

    /// A name that is declared or used.
    fn name(&mut self, purpose: &str) -> OrReported<Named<'s>> {
        let Lexeme { kind, span } = self.peek();
        let LexemeKind::Word(text) = kind else {
            return Err(self.unexpected(purpose));
        };
        if KEYWORDS.contains(&text) {
            let message = format!(
                "`{text}` is a word of the language, so it cannot be {purpose}. Choose another name."
            );
            return Err(self.faults.report(span, "keyword", message));
        }
        if text.len() > MAX_NAME {
            let message = format!("This name has {} characters; at most {MAX_NAME} are allowed.", text.len());
            return Err(self.faults.report(span, "long_name", message));
        }
        self.advance();
        Ok(Named { text, span })
    }

    /// Ends a declaration or a step: what follows must be on another line.
    fn end_of_line(&mut self) -> OrReported<()> {
        match self.peek().kind {
            LexemeKind::NewLine | LexemeKind::End | LexemeKind::Symbol("}") => Ok(()),
            LexemeKind::Symbol("++" | "--") => {
                let message = "Write `+= 1` or `-= 1` to change a number by one.";
                Err(self.faults.report(self.peek().span, "syntax", message))
            }
            LexemeKind::Symbol("{") => {
                let message =
                    "Here is `{` without `if`, `else`, `while`, `for`, `fn` or the name of a handler.";
                Err(self.faults.report(self.peek().span, "syntax", message))
            }
            LexemeKind::Word(word) => match actions::advice(word) {
                Some(advice) => Err(self.faults.report(self.peek().span, "syntax", advice)),
                None => Err(self.unexpected("the end of the line")),
            },
            _ => Err(self.unexpected("the end of the line")),
        }
    }

    /// Runs `parse` one level deeper in the tree.
    fn deeper<T>(&mut self, parse: impl FnOnce(&mut Self) -> OrReported<T>) -> OrReported<T> {
        if self.depth >= MAX_DEPTH {
            let message = format!(
                "Blocks and brackets are nested more than {MAX_DEPTH} levels deep here. Use names or functions for parts."
            );
            return Err(self.faults.report(self.peek().span, "depth", message));
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    /// After a fault: skips the rest of the line, and blocks that begin in it. Stops before a `}` that closes
    /// the present block.
    fn recover(&mut self) {
        let mut depth = 0u32;
        self.open = 0;
        loop {
            match self.peek().kind {
                LexemeKind::End => return,
                LexemeKind::NewLine if depth == 0 => return,
                LexemeKind::Symbol("{") => depth += 1,
                LexemeKind::Symbol("}") if depth == 0 => return,
                LexemeKind::Symbol("}") => depth -= 1,
                _ => {}
            }
            self.advance();
        }
    }
}
