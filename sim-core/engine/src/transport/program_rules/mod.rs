//! Senders whose rules have the form of a program (docs/write-your-own.md): the algorithm `own`, which interprets
//! a program, and the algorithms that `fairshare export-algorithm` translates to Rust. The arithmetic is that of the
//! language, so that both compute the same bits.

pub mod rate;
pub mod window;

/// The smaller number; `a` if they are equal.
#[must_use]
pub fn min(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

/// The larger number; `a` if they are equal.
#[must_use]
pub fn max(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

/// 1, 0 or -1.
#[must_use]
pub fn sign(a: f64) -> f64 {
    f64::from(i8::from(a > 0.0) - i8::from(a < 0.0))
}

/// The remainder of `a / b` with the sign of `b`.
#[must_use]
pub fn modulo(a: f64, b: f64) -> f64 {
    let remainder = libm::fmod(a, b);
    if remainder != 0.0 && (remainder < 0.0) != (b < 0.0) { remainder + b } else { remainder }
}

/// A value that is assigned to a window or a rate, within its range. What is not a number becomes the smallest
/// value.
#[must_use]
pub fn within((low, high): (f64, f64), x: f64) -> f64 {
    if x >= high {
        high
    } else if x >= low {
        x
    } else {
        low
    }
}

/// The numbers from `from` to below `to`, each one more than the last.
pub fn count(from: f64, to: f64) -> impl Iterator<Item = f64> {
    std::iter::successors(Some(from), |x| Some(x + 1.0)).take_while(move |x| *x < to)
}

/// The position of an element of an array with `length` elements, if there is one.
fn position(at: f64, length: usize) -> Option<usize> {
    (at >= 0.0 && crate::ground::math::floor(at) == at)
        .then(|| crate::ground::convert::whole::<usize>(at))
        .filter(|at| *at < length)
}

/// An element of an array; 0 outside of it.
#[must_use]
pub fn element(array: &[f64], at: f64) -> f64 {
    position(at, array.len()).and_then(|at| array.get(at)).copied().unwrap_or(0.0)
}

/// Gives an element of an array a value. Nothing happens outside of it.
pub fn store(array: &mut [f64], at: f64, value: f64) {
    if let Some(place) = position(at, array.len()).and_then(|at| array.get_mut(at)) {
        *place = value;
    }
}
