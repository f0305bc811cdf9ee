//! Converts decimal numbers to the nearest f64, correctly rounded (Clinger, "How to Read Floating Point
//! Numbers Accurately", 1990).
//!
//! If an f64 represents both the digits and the power of ten exactly, one multiplication or division rounds
//! correctly. All other numbers are computed by a division of big integers. That is slow, but documents
//! contain few such numbers, and the tables of faster methods would make the WebAssembly module larger.

use crate::ground::convert::{low_bits, narrow};
use std::cmp::Ordering;

/// The powers of ten that an f64 represents exactly.
const EXACT_POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
];

/// Number of digits that are used in full. The midpoint between two neighbouring f64 values has at most 767
/// significant digits, so of further digits, only whether any of them is not zero affects the result.
const MAX_DIGITS: usize = 780;

/// The f64 nearest to `digits` times ten to the power `exponent`, with the ASCII `digits` read as a whole
/// number. `None` if the result exceeds the largest f64.
pub fn nearest(digits: &[u8], exponent: i64) -> Option<f64> {
    let zeros = digits.iter().take_while(|d| **d == b'0').count();
    let mut digits = digits[zeros..].to_vec();
    if digits.is_empty() {
        return Some(0.0);
    }
    // The number is in [10^(magnitude - 1), 10^magnitude).
    let magnitude = exponent.saturating_add(narrow::<i64>(digits.len()));
    if magnitude > 310 {
        return None;
    }
    if magnitude < -330 {
        return Some(0.0);
    }
    let mut exponent = exponent;
    if digits.len() > MAX_DIGITS {
        let nonzero_tail = digits[MAX_DIGITS..].iter().any(|d| *d != b'0');
        exponent += narrow::<i64>(digits.len() - MAX_DIGITS);
        digits.truncate(MAX_DIGITS);
        if nonzero_tail {
            digits.push(b'1');
            exponent -= 1;
        }
    }
    if digits.len() <= 15 {
        let whole = digits.iter().fold(0_u64, |n, d| n * 10 + u64::from(d - b'0')) as f64;
        match usize::try_from(exponent.unsigned_abs()).ok().and_then(|power| EXACT_POWERS.get(power)) {
            Some(power) if exponent < 0 => return Some(whole / power),
            Some(power) => return Some(whole * power),
            None => {}
        }
    }
    let mut numerator = Natural::default();
    for digit in &digits {
        numerator.multiply_add(10, u32::from(digit - b'0'));
    }
    let mut denominator = Natural(vec![1]);
    let scaled = if exponent < 0 { &mut denominator } else { &mut numerator };
    for _ in 0..exponent.unsigned_abs() {
        scaled.multiply_add(10, 0);
    }
    quotient(numerator, denominator)
}

/// The f64 nearest to `numerator / denominator`; of two equally near values, the one with an even
/// significand. `None` if the result exceeds the largest f64.
fn quotient(mut numerator: Natural, mut denominator: Natural) -> Option<f64> {
    // With this scale, the integer part of `numerator / denominator * 2^scale` has 55 or 56 bits.
    let scale = 55 - (numerator.bit_length() - denominator.bit_length());
    if scale < 0 {
        denominator.shift_left(scale.unsigned_abs());
    }
    numerator.shift_left(scale.max(0).unsigned_abs());
    // Long division for the 56 bits of the integer part. The remainder is left in `numerator`.
    denominator.shift_left(55);
    let mut bits = 0_u64;
    for _ in 0..56 {
        bits <<= 1;
        if numerator.compare(&denominator) != Ordering::Less {
            numerator.subtract(&denominator);
            bits |= 1;
        }
        numerator.shift_left(1);
    }
    let length = 64 - i64::from(bits.leading_zeros());
    // The value of the last bit of the significand is 2^last_exponent. It is at least the smallest f64,
    // 2^-1074.
    let last_exponent = (length - 53 - scale).max(-1074);
    let dropped_bits = last_exponent + scale;
    if dropped_bits > 60 {
        return Some(0.0);
    }
    let mut significand = bits >> dropped_bits;
    let (dropped, half) = (bits & ((1 << dropped_bits) - 1), 1 << (dropped_bits - 1));
    if dropped > half || dropped == half && (numerator.bit_length() > 0 || significand & 1 == 1) {
        significand += 1;
    }
    if last_exponent > 971 {
        return None;
    }
    // Bit 52 of the significand of a normal number increments the exponent field, and rounding up to 54 bits
    // increments it once more. A subnormal number has no bit 52, so its exponent field stays 0.
    let number = f64::from_bits((narrow::<u64>(last_exponent + 1074) << 52) + significand);
    number.is_finite().then_some(number)
}

/// A natural number of any size: words of 32 bits, the least significant first. The last word is not zero; 0
/// has no words.
#[derive(Default)]
struct Natural(Vec<u32>);

impl Natural {
    /// Number of bits without leading zeros.
    fn bit_length(&self) -> i64 {
        self.0.last().map_or(0, |top| narrow::<i64>(self.0.len()) * 32 - i64::from(top.leading_zeros()))
    }

    /// Multiplies by `factor`, then adds `addend`.
    fn multiply_add(&mut self, factor: u32, addend: u32) {
        let mut carry = u64::from(addend);
        for word in &mut self.0 {
            carry += u64::from(*word) * u64::from(factor);
            *word = low_bits::<u32>(carry);
            carry >>= 32;
        }
        if carry > 0 {
            self.0.push(low_bits::<u32>(carry));
        }
    }

    /// Multiplies by two to the power `bits`.
    fn shift_left(&mut self, bits: u64) {
        if self.0.is_empty() {
            return;
        }
        self.multiply_add(1 << (bits % 32), 0);
        let zeros = (bits / 32) as usize;
        self.0.splice(0..0, std::iter::repeat_n(0, zeros));
    }

    fn compare(&self, other: &Self) -> Ordering {
        self.0.len().cmp(&other.0.len()).then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }

    /// Subtracts `other`, which must not be larger.
    fn subtract(&mut self, other: &Self) {
        let mut borrow = false;
        for (i, word) in self.0.iter_mut().enumerate() {
            let (difference, first_borrow) = word.overflowing_sub(other.0.get(i).copied().unwrap_or(0));
            let (difference, second_borrow) = difference.overflowing_sub(u32::from(borrow));
            *word = difference;
            borrow = first_borrow || second_borrow;
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Converts a number in a notation such as `1.25e-7`.
    fn convert(text: &str) -> Option<f64> {
        let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        nearest(
            format!("{whole}{fraction}").as_bytes(),
            exponent.parse::<i64>().unwrap() - narrow::<i64>(fraction.len()),
        )
    }

    /// Asserts that the result has the same bits as that of the standard library, which also rounds
    /// correctly.
    #[track_caller]
    fn assert_matches_std(text: &str) {
        let expected = text.parse::<f64>().unwrap();
        let found = convert(text);
        assert_eq!(found.map(f64::to_bits), expected.is_finite().then(|| expected.to_bits()), "{text}");
    }

    #[test]
    fn extreme_values_and_long_texts_are_rounded_correctly() {
        // Among them are the smallest f64 and half of it, the largest subnormal and the smallest normal
        // number, the largest f64, and numbers beyond it.
        for text in [
            "0",
            "0.000e99",
            "1",
            "0.1",
            "123456789012345678",
            "9007199254740993",
            "9007199254740992.99999",
            "4.9406564584124654e-324",
            "2.4703282292062327e-324",
            "2.4703282292062328e-324",
            "1e-323",
            "1e-400",
            "2.2250738585072011e-308",
            "2.2250738585072014e-308",
            "1.7976931348623157e308",
            "1.7976931348623158e308",
            "1.7976931348623159e308",
            "1e309",
            "1e999999999",
            "8.98846567431158e307",
            "1e23",
            "1e-23",
            "5e-324",
            "3e-324",
        ] {
            assert_matches_std(text);
        }
        // A hundred thousand zeros before and after the significant digit.
        assert_matches_std(&format!("0.{}1", "0".repeat(100_000)));
        assert_matches_std(&format!("1.{}1e5", "0".repeat(100_000)));
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

        #[test]
        fn shortest_and_fixed_length_forms_are_rounded_correctly(bits in 0..0x7ff0_0000_0000_0000_u64, digits in 0..25_usize) {
            let x = f64::from_bits(bits);
            assert_matches_std(&format!("{x:e}"));
            assert_matches_std(&format!("{x:.digits$e}"));
        }

        /// The midpoint between two neighbouring f64 values, written with all digits, and numbers close to
        /// it.
        #[test]
        fn midpoints_between_neighbours_are_rounded_correctly(bits in prop_oneof![0..0x7fe0_0000_0000_0000_u64, 0..1_u64 << 54]) {
            // The midpoint above mantissa * 2^exponent is (2 mantissa + 1) * 2^(exponent - 1).
            let (mantissa, exponent) = match bits >> 52 {
                0 => (bits, -1074),
                e => ((bits & ((1 << 52) - 1)) | (1 << 52), narrow::<i64>(e) - 1075),
            };
            let mut digits = Natural(vec![low_bits::<u32>(2 * mantissa + 1), ((2 * mantissa + 1) >> 32) as u32]);
            while digits.0.last() == Some(&0) { digits.0.pop(); }
            let mut power_of_ten = 0;
            for _ in 0..(exponent - 1).max(0) { digits.multiply_add(2, 0); }
            // 1/2 = 5 / 10.
            for _ in 0..(1 - exponent).max(0) { digits.multiply_add(5, 0); power_of_ten -= 1; }
            let mut text = Vec::new();
            while !digits.0.is_empty() {
                let mut remainder = 0_u64;
                for word in digits.0.iter_mut().rev() {
                    let dividend = (remainder << 32) | u64::from(*word);
                    *word = narrow::<u32>(dividend / 10);
                    remainder = dividend % 10;
                }
                while digits.0.last() == Some(&0) { digits.0.pop(); }
                text.push(b'0' + narrow::<u8>(remainder));
            }
            text.reverse();
            let text = String::from_utf8(text).unwrap();
            assert_matches_std(&format!("{text}e{power_of_ten}"));
            assert_matches_std(&format!("{text}.0000001e{power_of_ten}"));
            // The last digit is replaced by 4.99999, which is slightly below the midpoint if that digit is 5.
            let below = text.strip_suffix(|_: char| true).unwrap();
            assert_matches_std(&format!("{below}4.99999e{power_of_ten}"));
        }

        #[test]
        fn random_digits_are_rounded_correctly(digits in "[0-9]{1,60}", exponent in -400..400_i32) {
            assert_matches_std(&format!("{digits}e{exponent}"));
        }
    }
}
