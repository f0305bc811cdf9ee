//! The compact protocol of Apache Thrift, as far as Parquet's metadata needs it.

use sim_core::ground::convert::{low_bits, narrow};

/// Type of a field or of the elements of a list.
pub const I32: u8 = 5;
pub const BINARY: u8 = 8;
pub const STRUCT: u8 = 12;
const I64: u8 = 6;
const LIST: u8 = 9;

/// An unsigned number in groups of seven bits, the least significant first.
pub fn varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(low_bits::<u8>(value) | 0x80);
        value >>= 7;
    }
    out.push(low_bits::<u8>(value));
}

fn zigzag(value: i64) -> u64 {
    ((value << 1) ^ (value >> 63)).cast_unsigned()
}

/// Writes a struct. Fields have ascending numbers.
#[derive(Default)]
pub struct ThriftStruct {
    bytes: Vec<u8>,
    last: u8,
}

impl ThriftStruct {
    /// The header of a field. Its number differs from the previous one by less than 16.
    fn field(&mut self, number: u8, kind: u8) {
        self.bytes.push((number - self.last) << 4 | kind);
        self.last = number;
    }

    pub fn i32(mut self, number: u8, value: i32) -> Self {
        self.field(number, I32);
        varint(&mut self.bytes, zigzag(i64::from(value)));
        self
    }

    pub fn i64(mut self, number: u8, value: usize) -> Self {
        self.field(number, I64);
        varint(&mut self.bytes, zigzag(narrow::<i64>(value)));
        self
    }

    pub fn text(mut self, number: u8, value: &str) -> Self {
        self.field(number, BINARY);
        self.bytes.extend(binary(value));
        self
    }

    pub fn sub(mut self, number: u8, value: ThriftStruct) -> Self {
        self.field(number, STRUCT);
        self.bytes.extend(value.finish());
        self
    }

    /// A list of elements that are encoded already.
    pub fn list(mut self, number: u8, kind: u8, elements: impl ExactSizeIterator<Item = Vec<u8>>) -> Self {
        self.field(number, LIST);
        match elements.len() {
            len @ 0..15 => self.bytes.push(narrow::<u8>(len) << 4 | kind),
            len => {
                self.bytes.push(0xf0 | kind);
                varint(&mut self.bytes, len as u64);
            }
        }
        elements.for_each(|element| self.bytes.extend(element));
        self
    }

    pub fn finish(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }
}

/// A text as an element of a list.
pub fn binary(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    varint(&mut out, text.len() as u64);
    out.extend(text.as_bytes());
    out
}

/// A number as an element of a list.
pub fn number(value: i32) -> Vec<u8> {
    let mut out = Vec::new();
    varint(&mut out, zigzag(i64::from(value)));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_encoded_as_in_the_specification() {
        let mut out = Vec::new();
        varint(&mut out, 50399);
        assert_eq!(out, [0xdf, 0x89, 0x03]);
        assert_eq!([0, -1, 1, -2].map(zigzag), [0, 1, 2, 3]);
        let fields = ThriftStruct::default().i32(1, 2).text(4, "ab").finish();
        assert_eq!(fields, [0x15, 4, 0x38, 2, b'a', b'b', 0]);
    }
}
