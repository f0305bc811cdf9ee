//! The f64 nearest to a decimal number, exactly: by one rounding where both parts are exact, else by division of whole
//! numbers of any length (Clinger, "How to Read Floating Point Numbers Accurately", 1990). No tables: the WebAssembly is
//! a third of what a visitor waits for, and documents hold few numbers of so many digits.

use std::cmp::Ordering;

/// Powers of ten that an f64 holds exactly.
const EXACT: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
];

/// Where two neighbours meet has at most 767 digits: what follows only says on which side of it a number is.
const MOST_DIGITS: usize = 780;

/// `digits` as a whole number, times ten to `exponent`; `None` when that is beyond the largest f64. `digits` are ASCII.
pub fn nearest(digits: &[u8], exponent: i64) -> Option<f64> {
    let zeros = digits.iter().take_while(|d| **d == b'0').count();
    let mut digits = digits[zeros..].to_vec();
    if digits.is_empty() {
        return Some(0.0);
    }
    // The number is below ten to this, and at least a tenth of that.
    let size = exponent.saturating_add(digits.len() as i64);
    if size > 310 {
        return None;
    }
    if size < -330 {
        return Some(0.0);
    }
    let mut exponent = exponent;
    if digits.len() > MOST_DIGITS {
        let more = digits[MOST_DIGITS..].iter().any(|d| *d != b'0');
        exponent += (digits.len() - MOST_DIGITS) as i64;
        digits.truncate(MOST_DIGITS);
        if more {
            digits.push(b'1');
            exponent -= 1;
        }
    }
    if digits.len() <= 15 {
        let whole = digits.iter().fold(0_u64, |n, d| n * 10 + u64::from(d - b'0')) as f64;
        match usize::try_from(exponent.unsigned_abs()).ok().and_then(|at| EXACT.get(at)) {
            Some(power) if exponent < 0 => return Some(whole / power),
            Some(power) => return Some(whole * power),
            None => {}
        }
    }
    let mut above = Natural::default();
    for digit in &digits {
        above.times_and(10, u32::from(digit - b'0'));
    }
    let mut below = Natural(vec![1]);
    let scaled = if exponent < 0 { &mut below } else { &mut above };
    for _ in 0..exponent.unsigned_abs() {
        scaled.times_and(10, 0);
    }
    quotient(above, below)
}

/// `above / below`, rounded once, to the even neighbour when it is in the middle.
fn quotient(mut above: Natural, mut below: Natural) -> Option<f64> {
    // Twice to that, the quotient has 55 or 56 bits before its point.
    let scale = 55 - (above.bits() - below.bits());
    if scale < 0 {
        below.shift(scale.unsigned_abs());
    }
    above.shift(scale.max(0).unsigned_abs());
    below.shift(55);
    let mut bits = 0_u64;
    for _ in 0..56 {
        bits <<= 1;
        if above.compare(&below) != Ordering::Less {
            above.subtract(&below);
            bits |= 1;
        }
        above.shift(1);
    }
    let length = 64 - i64::from(bits.leading_zeros());
    // What the last bit of the result counts: less than the smallest f64 there is none.
    let last = (length - 53 - scale).max(-1074);
    let dropped = last + scale;
    if dropped > 60 {
        return Some(0.0);
    }
    let (mut kept, rest, half) = (bits >> dropped, bits & ((1 << dropped) - 1), 1 << (dropped - 1));
    if rest > half || rest == half && (above.bits() > 0 || kept & 1 == 1) {
        kept += 1;
    }
    if last > 971 {
        return None;
    }
    // A number that has become one bit longer counts up the exponent by itself, and one of 52 bits or less has none.
    let number = f64::from_bits((((last + 1074) as u64) << 52) + kept);
    number.is_finite().then_some(number)
}

/// A whole number, its lowest 32 bits first, without zeros at its end.
#[derive(Default)]
struct Natural(Vec<u32>);

impl Natural {
    fn bits(&self) -> i64 {
        self.0.last().map_or(0, |top| self.0.len() as i64 * 32 - i64::from(top.leading_zeros()))
    }

    fn times_and(&mut self, factor: u32, more: u32) {
        let mut carry = u64::from(more);
        for part in &mut self.0 {
            carry += u64::from(*part) * u64::from(factor);
            *part = carry as u32;
            carry >>= 32;
        }
        if carry > 0 {
            self.0.push(carry as u32);
        }
    }

    /// Times two to `by`.
    fn shift(&mut self, by: u64) {
        if self.0.is_empty() {
            return;
        }
        self.times_and(1 << (by % 32), 0);
        let zeros = (by / 32) as usize;
        self.0.splice(0..0, std::iter::repeat_n(0, zeros));
    }

    fn compare(&self, other: &Self) -> Ordering {
        self.0.len().cmp(&other.0.len()).then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }

    /// Less `other`, which is no more.
    fn subtract(&mut self, other: &Self) {
        let mut borrowed = false;
        for (i, part) in self.0.iter_mut().enumerate() {
            let (less, under) = part.overflowing_sub(other.0.get(i).copied().unwrap_or(0));
            let (less, again) = less.overflowing_sub(u32::from(borrowed));
            *part = less;
            borrowed = under || again;
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

    /// Digits and exponent of a number written as `1.25e-7`.
    fn read(text: &str) -> Option<f64> {
        let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        nearest(
            format!("{whole}{fraction}").as_bytes(),
            exponent.parse::<i64>().unwrap() - fraction.len() as i64,
        )
    }

    /// The standard library rounds correctly, too.
    fn agrees(text: &str) {
        let expected = text.parse::<f64>().unwrap();
        let found = read(text);
        assert_eq!(found.map(f64::to_bits), expected.is_finite().then(|| expected.to_bits()), "{text}");
    }

    #[test]
    fn edges() {
        // The smallest, half of it, the largest that is not normal, the largest of all, and what is nearer to infinity.
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
            agrees(text);
        }
        // Twice a hundred thousand digits.
        agrees(&format!("0.{}1", "0".repeat(100_000)));
        agrees(&format!("1.{}1e5", "0".repeat(100_000)));
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

        #[test]
        fn shortest_and_long_forms(bits in 0..0x7ff0_0000_0000_0000_u64, digits in 0..25_usize) {
            let x = f64::from_bits(bits);
            agrees(&format!("{x:e}"));
            agrees(&format!("{x:.digits$e}"));
        }

        /// Written in full, in the middle between two neighbours, and a little to either side of it.
        #[test]
        fn middles(bits in prop_oneof![0..0x7fe0_0000_0000_0000_u64, 0..1_u64 << 54]) {
            // Of `x` half as large, with a bit more: (2m + 1) times two to the exponent less one.
            let (mantissa, exponent) = match bits >> 52 {
                0 => (bits, -1074),
                e => ((bits & ((1 << 52) - 1)) | (1 << 52), e as i64 - 1075),
            };
            let mut digits = Natural(vec![(2 * mantissa + 1) as u32, ((2 * mantissa + 1) >> 32) as u32]);
            while digits.0.last() == Some(&0) { digits.0.pop(); }
            let mut ten = 0;
            for _ in 0..(exponent - 1).max(0) { digits.times_and(2, 0); }
            // A half is five tenths.
            for _ in 0..(1 - exponent).max(0) { digits.times_and(5, 0); ten -= 1; }
            let mut text = Vec::new();
            while !digits.0.is_empty() {
                let mut rest = 0_u64;
                for part in digits.0.iter_mut().rev() {
                    let now = (rest << 32) | u64::from(*part);
                    *part = (now / 10) as u32;
                    rest = now % 10;
                }
                while digits.0.last() == Some(&0) { digits.0.pop(); }
                text.push(b'0' + rest as u8);
            }
            text.reverse();
            let text = String::from_utf8(text).unwrap();
            agrees(&format!("{text}e{ten}"));
            agrees(&format!("{text}.0000001e{ten}"));
            let below = text.strip_suffix(|_: char| true).unwrap();
            agrees(&format!("{below}4.99999e{ten}"));
        }

        #[test]
        fn any_digits(digits in "[0-9]{1,60}", exponent in -400..400_i32) {
            agrees(&format!("{digits}e{exponent}"));
        }
    }
}
