//! Expressions in Rust.

use super::Translator;
use super::names::KnownRole;
use crate::builtins::{BuiltinRule, OneNumber, builtin};
use crate::interface::ValueKind;
use crate::tree::{BinaryOperator, Expression, ExpressionKind, Named};

/// How tightly a sign binds, and what needs no brackets at all.
const SIGN: u32 = 7;
const WHOLE: u32 = 8;

/// An expression in Rust.
#[derive(Clone, Debug)]
pub(super) struct RustValue {
    pub code: String,
    pub kind: ValueKind,
    /// How tightly its outermost operator binds.
    binds: u32,
    /// Whether it calls functions of the program, which can change variables.
    pub calls: bool,
}

impl RustValue {
    fn whole(code: String, kind: ValueKind) -> Self {
        RustValue { code, kind, binds: WHOLE, calls: false }
    }

    /// What stands for a name.
    pub fn named(code: &str) -> Self {
        Self::whole(code.to_owned(), ValueKind::Number)
    }

    /// The code, in brackets if its operator binds less tightly than `least`.
    fn at_least(&self, least: u32) -> String {
        if self.binds < least { format!("({})", self.code) } else { self.code.clone() }
    }
}

/// A number as Rust writes it.
pub(super) fn number(value: f64) -> String {
    if value == f64::INFINITY {
        "f64::INFINITY".to_owned()
    } else if value == f64::NEG_INFINITY {
        "f64::NEG_INFINITY".to_owned()
    } else {
        format!("{value:?}")
    }
}

/// `left operator right` with the brackets that it needs.
pub(super) fn combined(operator: BinaryOperator, left: &RustValue, right: &RustValue) -> RustValue {
    let calls = left.calls || right.calls;
    if operator == BinaryOperator::Modulo {
        let code = format!("modulo({}, {})", left.code, right.code);
        return RustValue { calls, ..RustValue::whole(code, ValueKind::Number) };
    }
    let symbol = match operator {
        BinaryOperator::Or => "||",
        BinaryOperator::And => "&&",
        BinaryOperator::Less => "<",
        BinaryOperator::LessEqual => "<=",
        BinaryOperator::Greater => ">",
        BinaryOperator::GreaterEqual => ">=",
        BinaryOperator::Equal => "==",
        BinaryOperator::NotEqual => "!=",
        BinaryOperator::Add => "+",
        BinaryOperator::Subtract => "-",
        BinaryOperator::Multiply => "*",
        BinaryOperator::Divide | BinaryOperator::Modulo => "/",
    };
    let binds = operator.precedence();
    // Comparisons do not follow each other in Rust, and sums of numbers depend on their order.
    let left_least = if operator.is_comparison() { binds + 1 } else { binds };
    let is_truth = operator.is_comparison() || matches!(operator, BinaryOperator::Or | BinaryOperator::And);
    let kind = if is_truth { ValueKind::Truth } else { ValueKind::Number };
    let code = format!("{} {symbol} {}", left.at_least(left_least), right.at_least(binds + 1));
    RustValue { code, kind, binds, calls }
}

impl<'s> Translator<'s> {
    /// Translates an expression.
    pub(super) fn value(&mut self, expression: &Expression<'s>) -> RustValue {
        match &expression.kind {
            ExpressionKind::Number(value) => {
                let binds = if value.is_sign_negative() { SIGN } else { WHOLE };
                RustValue { binds, ..RustValue::whole(number(*value), ValueKind::Number) }
            }
            ExpressionKind::Truth(value) => RustValue::whole(value.to_string(), ValueKind::Truth),
            ExpressionKind::Name(text) => {
                let known = self.find(text).map(|known| (known.code.clone(), known.kind));
                let (code, kind) = known.unwrap_or_else(|| ((*text).to_owned(), ValueKind::Number));
                RustValue::whole(code, kind)
            }
            ExpressionKind::Index(name, index) => {
                let index = self.value(index);
                let array = self.code_of(*name);
                let code = if index.calls {
                    format!("({{ let a0 = {}; element(&{array}, a0) }})", index.code)
                } else {
                    format!("element(&{array}, {})", index.code)
                };
                RustValue { calls: index.calls, ..RustValue::whole(code, ValueKind::Number) }
            }
            ExpressionKind::Negate(inner) => {
                let inner = self.value(inner);
                let code = format!("-{}", inner.at_least(WHOLE));
                RustValue { code, kind: ValueKind::Number, binds: SIGN, calls: inner.calls }
            }
            ExpressionKind::Not(inner) => {
                let inner = self.value(inner);
                let code = format!("!{}", inner.at_least(WHOLE));
                RustValue { code, kind: ValueKind::Truth, binds: SIGN, calls: inner.calls }
            }
            ExpressionKind::Binary(operator, left, right) => {
                let left = self.value(left);
                let right = self.value(right);
                combined(*operator, &left, &right)
            }
            ExpressionKind::Call(name, arguments) => self.call(*name, arguments),
        }
    }

    /// What stands for a name in Rust.
    pub(super) fn code_of(&self, name: Named<'s>) -> String {
        self.find(name.text).map_or_else(|| name.text.to_owned(), |known| known.code.clone())
    }

    fn call(&mut self, name: Named<'s>, arguments: &[Expression<'s>]) -> RustValue {
        let values: Vec<RustValue> = arguments.iter().map(|argument| self.value(argument)).collect();
        match builtin(name.text) {
            Some(builtin) => self.builtin_call(builtin.rule, name, &values),
            None => self.function_call(name, &values),
        }
    }

    fn builtin_call(&mut self, rule: BuiltinRule, name: Named<'s>, values: &[RustValue]) -> RustValue {
        let calls = values.iter().any(|value| value.calls);
        let mut codes = values.iter().map(|value| value.code.clone());
        let first = codes.next().unwrap_or_default();
        let chain = |function: &str, first: String, others: &mut dyn Iterator<Item = String>| {
            others.fold(first, |sum, next| format!("{function}({sum}, {next})"))
        };
        let code = match rule {
            BuiltinRule::Min => chain("min", first, &mut codes),
            BuiltinRule::Max => chain("max", first, &mut codes),
            BuiltinRule::Pow => chain("math::pow", first, &mut codes),
            BuiltinRule::Clamp => {
                let low = chain("max", first, &mut codes.by_ref().take(1));
                chain("min", low, &mut codes)
            }
            BuiltinRule::One(OneNumber::Abs) => format!("f64::abs({first})"),
            BuiltinRule::One(OneNumber::Sqrt) => format!("f64::sqrt({first})"),
            BuiltinRule::One(OneNumber::IsFinite) => format!("f64::is_finite({first})"),
            BuiltinRule::One(OneNumber::Sign) => format!("sign({first})"),
            BuiltinRule::One(_) => format!("math::{}({first})", name.text),
            BuiltinRule::Random => {
                self.leave_out(name.span, "random()");
                "0.5 /* not translated: random() */".to_owned()
            }
        };
        let is_truth = rule == BuiltinRule::One(OneNumber::IsFinite);
        let kind = if is_truth { ValueKind::Truth } else { ValueKind::Number };
        RustValue { calls, ..RustValue::whole(code, kind) }
    }

    /// A call of a function of the program. Arguments that call functions are computed before it, because the
    /// function borrows the rules.
    fn function_call(&mut self, name: Named<'s>, values: &[RustValue]) -> RustValue {
        let kind = self.find(name.text).map_or(ValueKind::Number, |known| known.kind);
        debug_assert!(self.find(name.text).is_none_or(|known| known.role == KnownRole::Function));
        let function = self.code_of(name);
        let passed = self.passed();
        let call = |arguments: &[String]| {
            let all: Vec<&str> =
                std::iter::once(passed.as_str()).chain(arguments.iter().map(String::as_str)).collect();
            format!("self.{function}({})", all.join(", "))
        };
        let codes: Vec<String> = values.iter().map(|value| value.code.clone()).collect();
        let code = if values.iter().any(|value| value.calls) {
            let names: Vec<String> = (0..codes.len()).map(|at| format!("a{at}")).collect();
            let lets: String =
                names.iter().zip(&codes).map(|(name, code)| format!("let {name} = {code}; ")).collect();
            format!("({{ {lets}{} }})", call(&names))
        } else {
            call(&codes)
        };
        RustValue { calls: true, ..RustValue::whole(code, kind) }
    }
}
