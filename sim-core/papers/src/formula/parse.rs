//! Reads formulas, such as `mean(tcp.throughput_bps) / 1e6` or `median(theta[B=0..0.99])`.

use super::functions::{self, Function, Rule};

/// The largest number of characters of a formula.
const MAX_LENGTH: usize = 2000;
/// The largest depth of nested parentheses, calls and signs.
const MAX_DEPTH: usize = 40;

/// A formula that was read.
#[derive(Clone, Debug)]
pub enum Formula {
    Number(f64),
    Text(String),
    /// A variable, an axis, a definition or a quantity.
    Name(String),
    /// A field of a run's summary or a signal, such as `tcp.goodput_bps` or `link.forward.utilisation`.
    Path(Vec<String>),
    /// The values of a quantity whose coordinates satisfy the conditions.
    Select(String, Vec<Condition>),
    Call(&'static Function, Vec<Self>),
    Negative(Box<Self>),
    Operation(&'static str, Box<Self>, Box<Self>),
}

/// A condition on one axis.
#[derive(Clone, Debug)]
pub struct Condition {
    pub axis: String,
    pub test: Test,
}

/// What a condition demands of a coordinate.
#[derive(Clone, Debug)]
pub enum Test {
    /// Equal to this value. A `*` in a text matches any characters.
    Equal(Formula),
    /// A number from the first to the second bound, including both; without bounds, any coordinate.
    Between(Option<Formula>, Option<Formula>),
}

impl Function {
    /// Checks the number of arguments, and the form of those that are not values.
    fn accepts(&self, arguments: &[Formula]) -> Result<(), String> {
        let (least, most) = self.arguments;
        if arguments.len() < least || arguments.len() > most {
            let expected = if least == most { least.to_string() } else { format!("{least} or more") };
            return Err(format!("`{}` takes {expected} arguments, not {}.", self.name, arguments.len()));
        }
        match (self.rule, &arguments[0]) {
            (Rule::Signal(_), Formula::Path(path)) if path.len() == 2 => Ok(()),
            (Rule::Signal(_), _) => Err(format!(
                "The first argument of `{}` is a flow and a signal, such as `tcp.throughput`.",
                self.name
            )),
            (Rule::Seeds | Rule::Coordinates, Formula::Name(_) | Formula::Select(..)) => Ok(()),
            (Rule::Seeds | Rule::Coordinates, _) => {
                Err(format!("The first argument of `{}` is a quantity.", self.name))
            }
            _ => Ok(()),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Number(f64),
    Text(String),
    Name(String),
    Symbol(&'static str),
}

/// The symbols. A symbol comes before shorter symbols with which it begins.
const SYMBOLS: [&str; 17] =
    ["..", "<=", ">=", "!=", "<", ">", "=", "+", "-", "*", "/", "(", ")", "[", "]", ",", "."];

/// The operators from the weakest to the strongest.
const PRECEDENCE: [&[&str]; 5] =
    [&["or"], &["and"], &["<=", ">=", "!=", "<", ">", "="], &["+", "-"], &["*", "/"]];
/// The level of sums in `PRECEDENCE`. The bounds and values of a condition are read from this level on, because `=` and
/// `<` belong to the condition.
const SUM: usize = 3;

fn tokens(text: &str) -> Result<Vec<Token>, String> {
    if text.len() > MAX_LENGTH {
        return Err(format!("A formula has at most {MAX_LENGTH} characters."));
    }
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length_of = |accepts: fn(char) -> bool| rest.find(|c| !accepts(c)).unwrap_or(rest.len());
        let length = if first == '\'' {
            let length = text_length(rest).ok_or("A text has no closing quotation mark.")?;
            tokens.push(Token::Text(rest[1..length - 1].replace("''", "'")));
            length
        } else if first.is_ascii_digit() {
            let length = number_length(rest);
            tokens.push(Token::Number(
                rest[..length].parse().map_err(|_| format!("`{}` is not a number.", &rest[..length]))?,
            ));
            length
        } else if first.is_ascii_alphabetic() {
            let length = length_of(|c| c.is_ascii_alphanumeric() || c == '_' || c == '#');
            let name = &rest[..length];
            tokens.push(match PRECEDENCE.iter().flat_map(|level| level.iter()).find(|word| **word == name) {
                Some(word) => Token::Symbol(word),
                None => Token::Name(name.to_owned()),
            });
            length
        } else {
            let symbol = SYMBOLS.into_iter().find(|symbol| rest.starts_with(symbol));
            let symbol = symbol.ok_or_else(|| format!("`{first}` has no meaning in a formula."))?;
            tokens.push(Token::Symbol(symbol));
            symbol.len()
        };
        rest = rest[length..].trim_start();
    }
    Ok(tokens)
}

/// The length of the quoted text with which `text` begins. A doubled quotation mark belongs to the text.
fn text_length(text: &str) -> Option<usize> {
    let mut end = 1;
    loop {
        end += text[end..].find('\'')? + 1;
        if !text[end..].starts_with('\'') {
            return Some(end);
        }
        end += 1;
    }
}

/// The length of the number with which `text` begins. `2..8` begins with the number 2.
fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digits = |from: usize| from + bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut end = digits(0);
    if bytes.get(end) == Some(&b'.') && bytes.get(end + 1).is_some_and(u8::is_ascii_digit) {
        end = digits(end + 1);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        if bytes.get(end + 1 + sign).is_some_and(u8::is_ascii_digit) {
            end = digits(end + 1 + sign);
        }
    }
    end
}

/// Reads the parts of a formula in order.
pub struct Parser {
    tokens: Vec<Token>,
    next: usize,
    depth: usize,
}

impl Formula {
    /// Reads a formula. The error is a sentence that describes the problem.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut parser = Parser::new(text)?;
        let formula = parser.formula()?;
        parser.end()?;
        Ok(formula)
    }

    /// Calls `visit` with this formula and all formulas in it.
    pub fn visit(&self, visit: &mut dyn FnMut(&Self)) {
        visit(self);
        match self {
            Self::Number(_) | Self::Text(_) | Self::Name(_) | Self::Path(_) => {}
            Self::Select(_, conditions) => {
                for condition in conditions {
                    match &condition.test {
                        Test::Equal(value) => value.visit(visit),
                        Test::Between(from, to) => from.iter().chain(to).for_each(|bound| bound.visit(visit)),
                    }
                }
            }
            Self::Call(_, arguments) => arguments.iter().for_each(|argument| argument.visit(visit)),
            Self::Negative(inner) => inner.visit(visit),
            Self::Operation(_, left, right) => {
                left.visit(visit);
                right.visit(visit);
            }
        }
    }
}

impl Parser {
    pub fn new(text: &str) -> Result<Self, String> {
        Ok(Self { tokens: tokens(text)?, next: 0, depth: 0 })
    }

    /// Accepts the end of the text.
    pub fn end(&self) -> Result<(), String> {
        match self.tokens.get(self.next) {
            None => Ok(()),
            Some(token) => Err(format!("The formula ends before {}.", shown(token))),
        }
    }

    /// Accepts a symbol if it is next.
    pub fn symbol(&mut self, symbol: &str) -> bool {
        let found = matches!(self.tokens.get(self.next), Some(Token::Symbol(next)) if *next == symbol);
        self.next += usize::from(found);
        found
    }

    fn expect(&mut self, symbol: &str) -> Result<(), String> {
        if self.symbol(symbol) {
            return Ok(());
        }
        Err(match self.tokens.get(self.next) {
            None => format!("The formula ends where `{symbol}` must follow."),
            Some(token) => format!("`{symbol}` must come before {}.", shown(token)),
        })
    }

    /// Accepts a name.
    pub fn name(&mut self) -> Result<String, String> {
        match self.tokens.get(self.next) {
            Some(Token::Name(name)) => {
                self.next += 1;
                Ok(name.clone())
            }
            Some(token) => Err(format!("{} is not a name.", shown(token))),
            None => Err("A name is missing at the end.".to_owned()),
        }
    }

    /// Accepts a sum: a formula without comparisons.
    pub fn sum(&mut self) -> Result<Formula, String> {
        self.operation(SUM)
    }

    fn formula(&mut self) -> Result<Formula, String> {
        self.operation(0)
    }

    fn operation(&mut self, level: usize) -> Result<Formula, String> {
        let Some(operators) = PRECEDENCE.get(level) else { return self.signed() };
        let mut left = self.operation(level + 1)?;
        while let Some(operator) = operators.iter().copied().find(|operator| self.symbol(operator)) {
            let right = self.operation(level + 1)?;
            left = Formula::Operation(operator, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn signed(&mut self) -> Result<Formula, String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(format!("The formula has more than {MAX_DEPTH} levels."));
        }
        let formula =
            if self.symbol("-") { Formula::Negative(Box::new(self.signed()?)) } else { self.operand()? };
        self.depth -= 1;
        Ok(formula)
    }

    fn operand(&mut self) -> Result<Formula, String> {
        let Some(token) = self.tokens.get(self.next).cloned() else {
            return Err("The formula ends where a value must follow.".to_owned());
        };
        self.next += 1;
        match token {
            Token::Number(number) => Ok(Formula::Number(number)),
            Token::Text(text) => Ok(Formula::Text(text)),
            Token::Symbol("(") => {
                let formula = self.formula()?;
                self.expect(")")?;
                Ok(formula)
            }
            Token::Symbol(_) => Err(format!("A value must come before {}.", shown(&token))),
            Token::Name(name) if self.symbol("(") => self.call(&name),
            Token::Name(name) if self.symbol("[") => Ok(Formula::Select(name, self.conditions("]")?)),
            Token::Name(name) if self.symbol(".") => self.path(name),
            Token::Name(name) => Ok(Formula::Name(name)),
        }
    }

    fn call(&mut self, name: &str) -> Result<Formula, String> {
        let function = functions::find(name)?;
        let mut arguments = Vec::new();
        if !self.symbol(")") {
            loop {
                arguments.push(self.formula()?);
                if !self.symbol(",") {
                    break;
                }
            }
            self.expect(")")?;
        }
        function.accepts(&arguments)?;
        Ok(Formula::Call(function, arguments))
    }

    fn path(&mut self, first: String) -> Result<Formula, String> {
        let mut path = vec![first];
        loop {
            if let Some(Token::Text(text)) = self.tokens.get(self.next).cloned() {
                self.next += 1;
                path.push(text);
            } else {
                path.push(self.name()?);
            }
            if !self.symbol(".") {
                return Ok(Formula::Path(path));
            }
        }
    }

    /// Accepts conditions up to the symbol `end`, such as `with='RAP', N=2..8]`.
    pub fn conditions(&mut self, end: &str) -> Result<Vec<Condition>, String> {
        let mut conditions = Vec::new();
        loop {
            let axis = self.name()?;
            self.expect("=")?;
            let test = if self.symbol("..") {
                Test::Between(None, self.upper_bound(end)?)
            } else {
                let value = self.sum()?;
                if self.symbol("..") {
                    Test::Between(Some(value), self.upper_bound(end)?)
                } else {
                    Test::Equal(value)
                }
            };
            conditions.push(Condition { axis, test });
            if !self.symbol(",") {
                break;
            }
        }
        if !end.is_empty() {
            self.expect(end)?;
        }
        Ok(conditions)
    }

    fn upper_bound(&mut self, end: &str) -> Result<Option<Formula>, String> {
        match self.tokens.get(self.next) {
            None => Ok(None),
            Some(Token::Symbol(symbol)) if *symbol == "," || *symbol == end => Ok(None),
            Some(_) => self.sum().map(Some),
        }
    }
}

fn shown(token: &Token) -> String {
    match token {
        Token::Number(number) => format!("`{number}`"),
        Token::Text(text) => format!("'{text}'"),
        Token::Name(name) => format!("`{name}`"),
        Token::Symbol(symbol) => format!("`{symbol}`"),
    }
}
