//! Mathematical functions whose rounding differs between the mathematics libraries of platforms.
//!
//! All calls go through one pinned version of `libm`, or, for rounding to whole numbers, a conversion with the same
//! bits. Results are therefore equal in every browser and on the command line (docs/architecture.md, "Determinism"). Other modules use only `+ - * /` and `sqrt`, which
//! IEEE 754 requires to be correctly rounded. `clippy.toml` forbids the standard library's versions of these
//! functions.

use crate::ground::convert::whole;

/// `e` to the power `x`.
#[must_use]
pub fn exp(x: f64) -> f64 {
    libm::exp(x)
}

/// `e^x - 1`, accurate for small `x`.
#[must_use]
pub fn exp_m1(x: f64) -> f64 {
    libm::expm1(x)
}

/// Natural logarithm: NaN below zero, minus infinity at zero.
#[must_use]
pub fn ln(x: f64) -> f64 {
    libm::log(x)
}

/// `ln(1 + x)`, accurate for small `x`.
#[must_use]
pub fn ln_1p(x: f64) -> f64 {
    libm::log1p(x)
}

/// Logarithm to base 2.
#[must_use]
pub fn log2(x: f64) -> f64 {
    libm::log2(x)
}

/// Logarithm to base 10.
#[must_use]
pub fn log10(x: f64) -> f64 {
    libm::log10(x)
}

/// `x` to the real power `y`.
#[must_use]
pub fn pow(x: f64, y: f64) -> f64 {
    libm::pow(x, y)
}

/// Cube root, defined for negative numbers too.
#[must_use]
pub fn cbrt(x: f64) -> f64 {
    libm::cbrt(x)
}

/// Natural logarithm of the gamma function's absolute value.
#[must_use]
pub fn ln_gamma(x: f64) -> f64 {
    libm::lgamma(x)
}

/// `x` to the integer power `n`, by repeated squaring: multiplications in a fixed order, and one division if
/// `n` is negative.
#[must_use]
pub fn powi(x: f64, n: i32) -> f64 {
    let mut result = 1.0;
    let mut factor = x;
    let mut exponent = n.unsigned_abs();
    while exponent > 0 {
        if exponent & 1 == 1 {
            result *= factor;
        }
        factor *= factor;
        exponent >>= 1;
    }
    if n < 0 { 1.0 / result } else { result }
}

/// From this number on, all numbers are whole.
const ALL_WHOLE: f64 = (1_u64 << 52) as f64;

/// The whole part of a positive number below `ALL_WHOLE`; `None` for other numbers. The library's functions take
/// several times as many instructions as this conversion, and give the same bits.
#[inline]
fn whole_part(x: f64) -> Option<f64> {
    (x > 0.0 && x < ALL_WHOLE).then(|| whole::<i64>(x) as f64)
}

/// Nearest whole number; halves are rounded away from zero.
#[must_use]
#[inline]
pub fn round(x: f64) -> f64 {
    match whole_part(x) {
        Some(below) if x - below >= 0.5 => below + 1.0,
        Some(below) => below,
        None => libm::round(x),
    }
}

/// Largest whole number that is not above `x`.
#[must_use]
#[inline]
pub fn floor(x: f64) -> f64 {
    whole_part(x).unwrap_or_else(|| libm::floor(x))
}

/// Smallest whole number that is not below `x`.
#[must_use]
#[inline]
pub fn ceil(x: f64) -> f64 {
    match whole_part(x) {
        Some(below) if below < x => below + 1.0,
        Some(below) => below,
        None => libm::ceil(x),
    }
}

/// Limits `x` to `[low, high]`; NaN gives `low`. If `low > high`, the result is `high`, where `f64::clamp`
/// would panic.
#[must_use]
pub fn limit(x: f64, low: f64, high: f64) -> f64 {
    // If one argument of `f64::max` is NaN, it returns the other.
    x.max(low).min(high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_have_the_bits_of_the_library() {
        let mut state = 1_u64;
        for step in 0..200_000_u64 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            // Any bits, numbers of at most 2^20 with a fraction, and numbers next to halves and whole numbers.
            let x = match step % 3 {
                0 => f64::from_bits(state),
                1 => (state >> 20) as f64 / (1_u64 << 24) as f64,
                _ => f64::from_bits((((state >> 40) + 1) as f64 / 2.0).to_bits() + (state >> 20) % 3 - 1),
            };
            for x in [x, -x] {
                let expected = [libm::round(x), libm::floor(x), libm::ceil(x)].map(f64::to_bits);
                if !x.is_nan() {
                    assert_eq!([round(x), floor(x), ceil(x)].map(f64::to_bits), expected, "{x}");
                }
            }
        }
    }

    /// Each case has the correctly rounded value, computed with 60 decimal digits, and the error of the
    /// pinned library in units in the last place. The test fails for a platform or library version that
    /// differs in one bit.
    #[test]
    fn results_have_the_bits_of_the_pinned_library() {
        let cases: &[(&str, f64, u64, i64)] = &[
            ("exp(1)", exp(1.0), 0x4005bf0a8b145769, 1),
            ("exp(-0.1)", exp(-0.1), 0x3fecf46d99d52b3a, 0),
            ("exp(10.5)", exp(10.5), 0x40e1bb7015e84d3b, 0),
            ("exp_m1(1e-5)", exp_m1(1e-5), 0x3ee4f8bc681cdfb6, 0),
            ("ln(2)", ln(2.0), 0x3fe62e42fefa39ef, 0),
            ("ln(0.1)", ln(0.1), 0xc0026bb1bbb55515, 0),
            ("ln(12345.678)", ln(12345.678), 0x4022d79559791e31, 0),
            ("ln_1p(1e-5)", ln_1p(1e-5), 0x3ee4f8aea9ae7317, 0),
            ("log2(10)", log2(10.0), 0x400a934f0979a371, 0),
            ("log10(2)", log10(2.0), 0x3fd34413509f79ff, 0),
            ("pow(0.01, 0.75)", pow(0.01, 0.75), 0x3fa030dc4ea03a72, 0),
            ("pow(1.8, -2.3)", pow(1.8, -2.3), 0x3fd08f4a5dffa021, 0),
            ("pow(20, 1/1.1)", pow(20.0, 1.0 / 1.1), 0x402e76bdb81b652b, 0),
            ("cbrt(37.5)", cbrt(37.5), 0x400ac6fe500ab570, 0),
            ("cbrt(-2)", cbrt(-2.0), 0xbff428a2f98d728b, 0),
            ("ln_gamma(4.5)", ln_gamma(4.5), 0x4003a140a3a623cb, 0),
        ];
        for &(name, value, correct_bits, error) in cases {
            assert_eq!(value.to_bits().wrapping_sub(correct_bits).cast_signed(), error, "{name} = {value:e}");
        }
    }

    #[test]
    fn integer_powers_have_the_values_computed_by_hand() {
        // 3^5 = 243; 2^-3 = 1/8; anything to the power 0 is 1; (-2)^3 = -8.
        for (x, n, expected) in [(3.0, 5, 243.0), (2.0, -3, 0.125), (7.5, 0, 1.0), (-2.0, 3, -8.0)] {
            assert_eq!(powi(x, n).to_bits(), f64::to_bits(expected), "{x}^{n}");
        }
        assert_eq!(
            powi(2.0, i32::MIN).to_bits(),
            0.0_f64.to_bits(),
            "2^-(2^31) underflows, no overflow panic"
        );
    }

    #[test]
    fn numbers_are_rounded_as_documented() {
        for (x, expected) in
            [(0.5, 1.0), (-0.5, -1.0), (2.5, 3.0), (-2.5, -3.0), (2.4, 2.0), (0.499_999_999_999_999_94, 0.0)]
        {
            assert_eq!(round(x).to_bits(), f64::to_bits(expected), "round({x})");
        }
        assert_eq!(floor(-1.5).to_bits(), (-2.0_f64).to_bits());
        assert_eq!(ceil(-1.5).to_bits(), (-1.0_f64).to_bits());
    }

    #[test]
    fn limit_never_returns_nan() {
        assert_eq!(limit(f64::NAN, 1.0, 2.0).to_bits(), 1.0_f64.to_bits());
        assert_eq!(limit(f64::INFINITY, 1.0, 2.0).to_bits(), 2.0_f64.to_bits());
        assert_eq!(limit(0.0, 3.0, 2.0).to_bits(), 2.0_f64.to_bits(), "the upper end wins");
    }
}
