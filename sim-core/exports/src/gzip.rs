//! The gzip format (RFC 1952), with the time of modification 0, so that equal runs give equal files.

use miniz_oxide::deflate::compress_to_vec;
use sim_core::ground::convert::{low_bits, narrow};

/// Compression level of DEFLATE.
const LEVEL: u8 = 6;

pub fn gzip(data: &[u8]) -> Vec<u8> {
    // The fixed header: magic number, DEFLATE, no flags, time 0, no extra flags, unknown operating system.
    let mut out = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
    out.extend(compress_to_vec(data, LEVEL));
    out.extend(crc32(data).to_le_bytes());
    out.extend(low_bits::<u32>(data.len()).to_le_bytes());
    out
}

/// The CRC-32 of RFC 1952 section 8.
fn crc32(data: &[u8]) -> u32 {
    let table: [u32; 256] = std::array::from_fn(|byte| {
        (0..8).fold(
            narrow::<u32>(byte),
            |crc, _| if crc & 1 == 1 { 0xedb8_8320 ^ (crc >> 1) } else { crc >> 1 },
        )
    });
    !data.iter().fold(!0, |crc: u32, &byte| table[((crc ^ u32::from(byte)) & 255) as usize] ^ (crc >> 8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_of_a_known_text_is_correct() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }
}
