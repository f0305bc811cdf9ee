//! Arithmetic with the same bits on every platform: + - * / and `sqrt`, which IEEE 754 defines, and one pinned
//! version of `libm`, as in the simulator (docs/decisions/0008-arithmetic.md).

/// The smaller number; `a` if they are equal. No argument is NaN, so the order is total.
#[inline]
pub fn min(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

/// The larger number; `a` if they are equal.
#[inline]
pub fn max(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

/// The remainder of `a / b` with the sign of `b`, as in Python: `modulo(-1, 8)` is 7.
pub fn modulo(a: f64, b: f64) -> f64 {
    let remainder = libm::fmod(a, b);
    if remainder != 0.0 && (remainder < 0.0) != (b < 0.0) { remainder + b } else { remainder }
}

/// `a` to the power `b`.
pub fn pow(a: f64, b: f64) -> f64 {
    libm::pow(a, b)
}

/// 1, 0 or -1.
pub fn sign(a: f64) -> f64 {
    if a > 0.0 {
        1.0
    } else if a < 0.0 {
        -1.0
    } else {
        0.0
    }
}
