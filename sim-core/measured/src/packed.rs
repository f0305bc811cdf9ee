//! The two formats within a `.crr` file: Snappy's framed streams (google/snappy, framing_format.txt and
//! format_description.txt), and MessagePack (msgpack.org), whose values become JSON's.

use serde_json::{Map, Number, Value};

use crate::problem::{ReadProblem, problem};

/// The depth of lists in lists.
const MAX_DEPTH: usize = 32;

fn damaged<T>(at: usize) -> Result<T, ReadProblem> {
    Err(problem("damagedFile").at_byte(at))
}

/// The content of a stream that begins at a byte, with at most `most` bytes. Checksums are not compared.
pub fn unpack(data: &[u8], from: usize, most: usize) -> Result<Vec<u8>, ReadProblem> {
    let (mut at, mut out) = (from, Vec::new());
    while let Some(&[kind, a, b, c]) = data.get(at..at + 4) {
        let length = usize::from(a) | usize::from(b) << 8 | usize::from(c) << 16;
        let Some(chunk) = data.get(at + 4..at + 4 + length) else { return damaged(at) };
        match (kind, chunk.get(4..)) {
            (0, Some(block)) => {
                if unpack_block(block, most, &mut out).is_none() {
                    return damaged(at);
                }
            }
            (1, Some(content)) => out.extend_from_slice(content),
            (0x80..=0xff, _) => {}
            _ => return damaged(at),
        }
        if out.len() > most {
            return Err(problem("jsonTooLarge"));
        }
        at += 4 + length;
    }
    Ok(out)
}

/// A compressed block: its length, then literals and copies of what came before.
fn unpack_block(block: &[u8], most: usize, out: &mut Vec<u8>) -> Option<()> {
    let start = out.len();
    let (mut at, mut length) = (0, 0_usize);
    loop {
        let byte = *block.get(at)?;
        length |= usize::from(byte & 127).checked_shl(u32::try_from(7 * at).ok()?)?;
        at += 1;
        if byte < 128 {
            break;
        }
    }
    if length > most {
        return None;
    }
    let number = |at: usize, bytes: usize| -> Option<usize> {
        Some(block.get(at..at + bytes)?.iter().rev().fold(0, |sum, &byte| sum << 8 | usize::from(byte)))
    };
    while out.len() - start < length {
        let tag = usize::from(*block.get(at)?);
        at += 1;
        if tag & 3 == 0 {
            let more = (tag >> 2).saturating_sub(59);
            let count = if more > 0 { number(at, more)? } else { tag >> 2 } + 1;
            at += more;
            out.extend_from_slice(block.get(at..at.checked_add(count)?)?);
            at += count;
            continue;
        }
        let (count, back, more) = match tag & 3 {
            1 => ((tag >> 2 & 7) + 4, tag >> 5 << 8 | number(at, 1)?, 1),
            2 => ((tag >> 2) + 1, number(at, 2)?, 2),
            _ => ((tag >> 2) + 1, number(at, 4)?, 4),
        };
        at += more;
        let from = out.len().checked_sub(back).filter(|&from| back > 0 && from >= start)?;
        // A copy may overlap with what it makes.
        for index in from..from + count {
            out.push(out[index]);
        }
    }
    (out.len() - start == length && at == block.len()).then_some(())
}

/// The value of a message.
pub fn message(data: &[u8]) -> Result<Value, ReadProblem> {
    let mut reader = MessageReader { data, at: 0 };
    match reader.value(0) {
        Some(value) => Ok(value),
        None => damaged(reader.at),
    }
}

struct MessageReader<'a> {
    data: &'a [u8],
    at: usize,
}

impl<'a> MessageReader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let taken = self.data.get(self.at..self.at.checked_add(count)?)?;
        self.at += count;
        Some(taken)
    }

    /// A number of up to eight bytes, the highest first.
    fn number(&mut self, bytes: usize) -> Option<u64> {
        Some(self.take(bytes)?.iter().fold(0, |sum, &byte| sum << 8 | u64::from(byte)))
    }

    fn size(&mut self, bytes: usize) -> Option<usize> {
        usize::try_from(self.number(bytes)?).ok()
    }

    fn text(&mut self, length: usize) -> Option<Value> {
        Some(Value::String(String::from_utf8_lossy(self.take(length)?).into_owned()))
    }

    fn list(&mut self, length: usize, depth: usize) -> Option<Value> {
        (0..length).map(|_| self.value(depth + 1)).collect::<Option<Vec<Value>>>().map(Value::Array)
    }

    fn map(&mut self, length: usize, depth: usize) -> Option<Value> {
        let mut map = Map::new();
        for _ in 0..length {
            let name = self.value(depth + 1)?;
            map.insert(name.as_str()?.to_owned(), self.value(depth + 1)?);
        }
        Some(Value::Object(map))
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        let tag = *self.take(1)?.first()?;
        if depth > MAX_DEPTH {
            return None;
        }
        match tag {
            0..=0x7f => Some(Value::from(tag)),
            0x80..=0x8f => self.map(usize::from(tag & 15), depth),
            0x90..=0x9f => self.list(usize::from(tag & 15), depth),
            0xa0..=0xbf => self.text(usize::from(tag & 31)),
            0xc0 => Some(Value::Null),
            0xc2 | 0xc3 => Some(Value::Bool(tag == 0xc3)),
            0xcb => Number::from_f64(f64::from_bits(self.number(8)?)).map(Value::Number),
            0xcc..=0xcf => Some(Value::from(self.number(1 << (tag - 0xcc))?)),
            0xd9..=0xdb => {
                let length = self.size(1 << (tag - 0xd9))?;
                self.text(length)
            }
            0xdc | 0xdd => {
                let length = self.size(2 << (tag - 0xdc))?;
                self.list(length, depth)
            }
            0xde | 0xdf => {
                let length = self.size(2 << (tag - 0xde))?;
                self.map(length, depth)
            }
            _ => None,
        }
    }
}
