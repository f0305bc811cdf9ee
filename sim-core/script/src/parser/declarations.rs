//! Declarations at the outermost level of a program.

use super::ScriptParser;
use crate::faults::{OrReported, Reported};
use crate::lexer::LexemeKind;
use crate::limits::MAX_ARGUMENTS;
use crate::tree::{About, Item, Script, SettingRange, SignalAction};

/// Words of other languages at the beginning of a declaration, with advice.
const FOREIGN: &[(&str, &str)] = &[
    ("def", "Write `fn name(a, b) { ... }` for a function, or `on_ack { ... }` for a handler."),
    ("function", "Write `fn name(a, b) { ... }` for a function, or `on_ack { ... }` for a handler."),
    ("func", "Write `fn name(a, b) { ... }` for a function."),
    (
        "let",
        "Outside of blocks, write `var name = 0` for a variable that keeps its value, or `const name = 0`.",
    ),
    ("state", "Write `var name = 0` for a variable that keeps its value."),
    ("import", "There is nothing to import. All functions are at hand."),
    ("class", "There are no classes. Use `var` and `fn`."),
    ("if", "Steps belong into a handler such as `on_ack { ... }`."),
    ("for", "Steps belong into a handler such as `on_ack { ... }`."),
    ("while", "Steps belong into a handler such as `on_ack { ... }`."),
    ("say", "Steps belong into a handler such as `on_ack { ... }`."),
];

impl<'s> ScriptParser<'s, '_, '_> {
    pub(super) fn script(&mut self) -> Script<'s> {
        let mut script = Script::default();
        loop {
            self.skip_lines();
            if self.peek().kind == LexemeKind::End {
                return script;
            }
            if self.takes("}") {
                let span = self.lexemes.get(self.next - 1).map(|lexeme| lexeme.span).unwrap_or_default();
                self.faults.report(
                    span,
                    "syntax",
                    "This `}` closes nothing. Delete it, or add the `{` before it.",
                );
                continue;
            }
            let parsed = if self.takes_word("sender") {
                self.level(&mut script)
            } else {
                self.item().map(|item| script.items.push(item))
            };
            if parsed.and_then(|()| self.end_of_line()).is_err() {
                self.recover();
            }
        }
    }

    fn level(&mut self, script: &mut Script<'s>) -> OrReported<()> {
        let level = self.name("the level of the sender: window or rate")?;
        if script.level.is_some() {
            let message = "The level of the sender is stated twice. Delete one of the lines.";
            return Err(self.faults.report(level.span, "repeated", message));
        }
        script.level = Some(level);
        Ok(())
    }

    fn item(&mut self) -> OrReported<Item<'s>> {
        if self.takes_word("setting") {
            return self.setting();
        }
        if self.takes_word("const") {
            let name = self.name("the name of a constant")?;
            self.expect("=", "and the value of the constant")?;
            return Ok(Item::Constant { name, value: self.expression()? });
        }
        if self.takes_word("var") {
            return self.variable();
        }
        if self.takes_word("signal") {
            return Ok(Item::Signal(self.signal()?));
        }
        if self.takes_word("fn") {
            return self.routine();
        }
        self.handler()
    }

    fn setting(&mut self) -> OrReported<Item<'s>> {
        let name = self.name("the name of a setting")?;
        self.expect("=", "and the value of the setting")?;
        let value = self.expression()?;
        let mut range = None;
        if self.takes_word("in") {
            let low = self.expression()?;
            self.expect("..", "between the ends of the range")?;
            let high = self.expression()?;
            range = Some(SettingRange { low, high, is_logarithmic: self.takes_word("log") });
        }
        Ok(Item::Setting { name, value, range, about: self.about()? })
    }

    fn variable(&mut self) -> OrReported<Item<'s>> {
        let name = self.name("the name of a variable")?;
        let mut length = None;
        if self.takes("[") {
            self.open += 1;
            length = Some(self.expression()?);
            self.open -= 1;
            self.expect("]", "after the length of the array")?;
        }
        self.expect("=", "and the first value of the variable")?;
        Ok(Item::Variable { name, length, value: self.expression()? })
    }

    /// What stands after `signal`.
    pub(super) fn signal(&mut self) -> OrReported<SignalAction<'s>> {
        let name = self.name("the name of a signal")?;
        self.expect("=", "and the value of the signal")?;
        let value = self.expression()?;
        Ok(SignalAction { name, value, about: self.about()? })
    }

    /// `unit "s" "What it is."`, both of which can be missing.
    fn about(&mut self) -> OrReported<About<'s>> {
        let mut about = About::default();
        if self.takes_word("unit") {
            let LexemeKind::Text(unit) = self.peek().kind else {
                return Err(self.unexpected("the unit in quotation marks"));
            };
            about.unit = unit;
            self.advance();
        }
        if let LexemeKind::Text(help) = self.peek().kind {
            about.help = help;
            self.advance();
        }
        Ok(about)
    }

    fn routine(&mut self) -> OrReported<Item<'s>> {
        let name = self.name("the name of a function")?;
        self.expect("(", "and the names of the arguments")?;
        let mut arguments = Vec::new();
        self.skip_lines();
        while !self.is_symbol(")") {
            let argument = self.name("the name of an argument")?;
            if arguments.len() == MAX_ARGUMENTS {
                let message = format!("A function has at most {MAX_ARGUMENTS} arguments.");
                return Err(self.faults.report(argument.span, "arguments", message));
            }
            arguments.push(argument);
            self.skip_lines();
            if !self.takes(",") {
                break;
            }
            self.skip_lines();
        }
        self.expect(")", "after the names of the arguments")?;
        Ok(Item::Routine { name, arguments, body: self.block("the steps of the function")? })
    }

    /// `on_NAME { ... }`.
    fn handler(&mut self) -> OrReported<Item<'s>> {
        if let LexemeKind::Word(word) = self.peek().kind
            && let Some((_, advice)) = FOREIGN.iter().find(|(foreign, _)| *foreign == word)
        {
            return Err(self.faults.report(self.peek().span, "syntax", *advice));
        }
        let name = self.name("a declaration or a handler such as `on_ack { ... }`")?;
        // `on_ack() { ... }` means the same.
        if self.takes("(") {
            self.expect(")", "because handlers have no arguments: what they can read has names")?;
        }
        if !self.is_symbol("{") {
            return Err(self.stray(name));
        }
        Ok(Item::Handler { name, body: self.block("the steps of the handler")? })
    }

    /// Reports a word that begins no declaration.
    fn stray(&mut self, name: crate::tree::Named<'s>) -> Reported {
        let message = if self.is_symbol(":") {
            format!("A block stands in braces: write `{} {{` and end it with `}}`.", name.text)
        } else if ["=", "+=", "-=", "*=", "/=", "["].iter().any(|symbol| self.is_symbol(symbol)) {
            format!(
                "`{0}` is changed outside of a handler. Move the line into a handler such as `on_start {{ ... }}`, or declare `var {0} = ...`.",
                name.text
            )
        } else {
            format!(
                "A declaration begins with setting, const, var, signal or fn, and a handler is `on_ack {{ ... }}`. `{}` is none of these.",
                name.text
            )
        };
        self.faults.report(name.span, "syntax", message)
    }
}
