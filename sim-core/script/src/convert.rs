//! Conversions of numbers that may not fit. The limits of a program (limits.rs) keep every index, register and
//! address of its code below 65,536, and its text below 4 GB.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "this module defines the conversions"
)]

/// An index, a register or an address of the code.
pub fn index16(value: usize) -> u16 {
    debug_assert!(u16::try_from(value).is_ok(), "{value} is larger than the limits allow");
    value as u16
}

/// A position in the text, or a number of lines or characters.
pub fn position32(value: usize) -> u32 {
    debug_assert!(u32::try_from(value).is_ok(), "{value} is larger than the limits allow");
    value as u32
}

/// The whole part of a number, limited to the range of an index; 0 for NaN.
pub fn whole16(value: f64) -> u16 {
    value as u16
}

/// The whole part of a number; 0 if it is negative or NaN.
pub fn whole(value: f64) -> usize {
    value as usize
}
