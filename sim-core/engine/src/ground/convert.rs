//! Conversions of numbers to types that cannot represent every value of the original type.
//!
//! `as` does not show which of these is intended, so clippy denies it for such conversions everywhere else.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "this module defines the conversions"
)]

/// An integer that is expected to fit into `T`.
pub trait Narrow<T> {
    fn narrow(self) -> T;
}

/// The same value in another integer type. The caller guarantees that the value fits. In tests, a value that
/// does not fit is a panic.
#[inline]
pub fn narrow<T>(value: impl Narrow<T>) -> T {
    value.narrow()
}

/// An integer whose low bits `T` can store.
pub trait LowBits<T> {
    fn low_bits(self) -> T;
}

/// The low bits of an integer. Their number is the number of bits of `T`.
#[inline]
pub fn low_bits<T>(value: impl LowBits<T>) -> T {
    value.low_bits()
}

/// An integer type to which a floating-point number can be rounded.
pub trait Whole {
    fn whole(x: f64) -> Self;
}

/// The whole part of a number: rounded towards zero and limited to the range of `T`; 0 for NaN.
#[inline]
pub fn whole<T: Whole>(x: f64) -> T {
    T::whole(x)
}

/// The nearest number of 32 bits.
#[inline]
pub fn nearest_f32(x: f64) -> f32 {
    x as f32
}

macro_rules! integer_conversions {
    ($($from:ty => $($to:ty),+;)+) => {
        $($(
            impl Narrow<$to> for $from {
                #[inline]
                fn narrow(self) -> $to {
                    debug_assert!(<$to>::try_from(self).is_ok(), "{self} does not fit into {}", stringify!($to));
                    self as $to
                }
            }

            impl LowBits<$to> for $from {
                #[inline]
                fn low_bits(self) -> $to {
                    self as $to
                }
            }
        )+)+
    };
}

integer_conversions! {
    usize => u8, u16, u32, i32, i64;
    u128 => u32, u64;
    u64 => u8, u16, u32, usize, i64;
    u32 => u8, u16, i32;
    u16 => u8;
    i64 => u32, u64, usize;
    i32 => u32, usize;
}

macro_rules! whole_numbers {
    ($($integer:ty),+) => {
        $(
            impl Whole for $integer {
                #[inline]
                fn whole(x: f64) -> Self {
                    x as Self
                }
            }
        )+
    };
}

whole_numbers!(u8, u16, u32, u64, u128, usize, i32, i64);

/// The product of two integers. On WebAssembly, a multiplication to 128 bits is a call of a function, so it is avoided
/// where 64 bits are enough.
#[inline]
pub fn product(a: u64, b: u64) -> u128 {
    if (a | b) >> u32::BITS == 0 { u128::from(a * b) } else { wide_product(a, b) }
}

// A function, because the compiler would multiply first and then choose.
#[cold]
fn wide_product(a: u64, b: u64) -> u128 {
    u128::from(a) * u128::from(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_have_no_limit() {
        let largest = u64::from(u32::MAX);
        assert_eq!(product(largest, largest), 18_446_744_065_119_617_025);
        assert_eq!(product(largest + 1, largest), 18_446_744_069_414_584_320);
        assert_eq!(product(u64::MAX, 3), 3 * u128::from(u64::MAX));
    }

    #[test]
    fn the_whole_part_is_limited_to_the_range_of_the_type() {
        assert_eq!([whole::<u8>(-1.5), whole(2.9), whole(300.0), whole(f64::NAN)], [0, 2, 255, 0]);
        assert_eq!([whole::<i32>(-1.5), whole(1e300)], [-1, i32::MAX]);
    }

    #[test]
    fn low_bits_drop_the_high_bits() {
        assert_eq!(low_bits::<u16>(0x1_2345_usize), 0x2345);
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "70000 does not fit into u16")]
    fn a_value_that_does_not_fit_fails_a_test() {
        narrow::<u16>(70_000_u64);
    }
}
