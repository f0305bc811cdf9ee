//! From text to lexemes: words, numbers, texts and symbols.

use crate::faults::Faults;
use crate::limits::MAX_TEXT;
use crate::span::Span;

/// The smallest part of a program that has a meaning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LexemeKind<'s> {
    /// A name or a keyword.
    Word(&'s str),
    Number(f64),
    /// A text, without its quotation marks.
    Text(&'s str),
    Symbol(&'static str),
    /// The end of a line, or a semicolon.
    NewLine,
    /// The end of the program.
    End,
}

/// A lexeme with its place.
#[derive(Clone, Copy, Debug)]
pub struct Lexeme<'s> {
    pub kind: LexemeKind<'s>,
    pub span: Span,
}

/// The symbols, longer ones first. The parser refuses some of them with advice.
const SYMBOLS: &[&str] = &[
    "===", "!==", "<=", ">=", "==", "!=", "+=", "-=", "*=", "/=", "%=", "..", "&&", "||", "**", "++", "--",
    "->", "=>", "(", ")", "[", "]", "{", "}", "<", ">", "=", "+", "-", "*", "/", "%", ",", "!", "^", ":",
    "?", ".", "&", "|", "~", "@", "$", "'", "`", "\\",
];

/// Whether a character can hide what a program says: it is invisible, controls the terminal, or changes the
/// order in which text is shown.
fn is_hidden(c: char) -> bool {
    (c.is_control() && !matches!(c, '\n' | '\r' | '\t'))
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{feff}' | '\u{200b}'..='\u{200f}')
        || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fff9}'..='\u{fffb}')
        || matches!(c, '\u{e0000}'..='\u{e007f}')
}

/// Reports hidden characters anywhere in the text, comments and texts included.
pub fn refuse_hidden(source: &str, faults: &mut Faults<'_>) {
    for (at, c) in source.char_indices().filter(|&(_, c)| is_hidden(c)) {
        let message = format!(
            "Here is the invisible character U+{:04X}, which can make code look different from what it does. Delete it.",
            u32::from(c)
        );
        faults.report(Span::new(at, at + c.len_utf8()), "hidden_character", message);
    }
}

/// The lexemes of the part `span` of a program. The last one is [`LexemeKind::End`].
pub fn lexemes<'s>(source: &'s str, span: Span, faults: &mut Faults<'_>) -> Vec<Lexeme<'s>> {
    let mut lexer = Lexer { source, at: span.start as usize, end: span.end as usize, faults };
    let mut list = Vec::new();
    loop {
        lexer.skip_spaces();
        let start = lexer.at;
        let Some(kind) = lexer.next() else { continue };
        list.push(Lexeme { kind, span: Span::new(start, lexer.at) });
        if kind == LexemeKind::End {
            return list;
        }
    }
}

struct Lexer<'s, 'f, 'm> {
    source: &'s str,
    at: usize,
    end: usize,
    faults: &'f mut Faults<'m>,
}

impl<'s> Lexer<'s, '_, '_> {
    /// The text that follows.
    fn rest(&self) -> &'s str {
        self.source.get(self.at..self.end).unwrap_or("")
    }

    /// Takes characters as long as they satisfy a condition.
    fn take_while(&mut self, mut condition: impl FnMut(char) -> bool) -> &'s str {
        let rest = self.rest();
        let length = rest.find(|c| !condition(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// Skips spaces and comments.
    fn skip_spaces(&mut self) {
        loop {
            self.take_while(|c| matches!(c, ' ' | '\t' | '\r'));
            if !self.rest().starts_with('#') && !self.rest().starts_with("//") {
                return;
            }
            self.take_while(|c| c != '\n');
        }
    }

    /// The next lexeme, or `None` after a character that was reported.
    fn next(&mut self) -> Option<LexemeKind<'s>> {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return Some(LexemeKind::End) };
        match first {
            '\n' | ';' => {
                self.at += 1;
                Some(LexemeKind::NewLine)
            }
            '"' => Some(self.text()),
            '0'..='9' => Some(self.number()),
            '.' if rest[1..].starts_with(|c: char| c.is_ascii_digit()) => Some(self.number()),
            'a'..='z' | 'A'..='Z' | '_' => {
                Some(LexemeKind::Word(self.take_while(|c| c.is_ascii_alphanumeric() || c == '_')))
            }
            _ => self.symbol(first),
        }
    }

    fn symbol(&mut self, first: char) -> Option<LexemeKind<'s>> {
        let rest = self.rest();
        if let Some(&symbol) = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) {
            self.at += symbol.len();
            return Some(LexemeKind::Symbol(symbol));
        }
        let start = self.at;
        self.at += first.len_utf8();
        let advice = match first {
            '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{ab}' | '\u{bb}' => {
                " Texts stand in straight quotation marks: \"text\"."
            }
            '\u{2212}' | '\u{2013}' | '\u{2014}' => " Write the minus sign of the keyboard: -",
            '\u{d7}' => " Write * to multiply.",
            '\u{2264}' => " Write <=",
            '\u{2265}' => " Write >=",
            _ => {
                " Names consist of the letters a to z, digits and _; other characters can stand in comments and texts."
            }
        };
        self.faults.report(
            Span::new(start, self.at),
            "character",
            format!("The character {first} has no meaning here.{advice}"),
        );
        None
    }

    /// A text in quotation marks on one line.
    fn text(&mut self) -> LexemeKind<'s> {
        let start = self.at;
        self.at += 1;
        let text = self.take_while(|c| c != '"' && c != '\n');
        let is_closed = self.rest().starts_with('"');
        self.at += usize::from(is_closed);
        let span = Span::new(start, self.at);
        if !is_closed {
            self.faults.report(span, "open_text", "This text has no end. Close it with \" on the same line.");
        }
        if text.len() > MAX_TEXT {
            let message = format!("This text has {} bytes; at most {MAX_TEXT} are allowed.", text.len());
            self.faults.report(span, "long_text", message);
        }
        LexemeKind::Text(text)
    }

    fn number(&mut self) -> LexemeKind<'s> {
        let start = self.at;
        let is_digit = |c: char| c.is_ascii_digit() || c == '_';
        self.take_while(is_digit);
        let mut after = self.rest().chars();
        // In `0..9`, the first dot belongs to the range.
        if after.next() == Some('.') && after.next().is_some_and(|c| c.is_ascii_digit()) {
            self.at += 1;
            self.take_while(is_digit);
        }
        let has_unit = self.takes_letters();
        let span = Span::new(start, self.at);
        let text = self.source.get(start..self.at).unwrap_or("");
        let value = text.replace('_', "").parse::<f64>().ok().filter(|value| value.is_finite());
        if value.is_none() {
            let message = if has_unit {
                format!("A number has no unit here: {text}. Times are in seconds: write 10 ms as 0.01.")
            } else {
                format!("The number {text} is too large.")
            };
            self.faults.report(span, "number", message);
        }
        LexemeKind::Number(value.unwrap_or(1.0))
    }

    /// Takes the letters after the digits of a number. Returns false if there are none, or if they are an exponent.
    fn takes_letters(&mut self) -> bool {
        let letters = self.take_while(|c| c.is_ascii_alphanumeric() || c == '_');
        if letters.is_empty() {
            return false;
        }
        let Some(digits) = letters.strip_prefix(['e', 'E']) else { return true };
        let mut after = self.rest().chars();
        if digits.is_empty()
            && matches!(after.next(), Some('+' | '-'))
            && after.next().is_some_and(|c| c.is_ascii_digit())
        {
            self.at += 1;
            return !self.take_while(|c| c.is_ascii_alphanumeric()).chars().all(|c| c.is_ascii_digit());
        }
        digits.is_empty() || !digits.chars().all(|c| c.is_ascii_digit())
    }
}
