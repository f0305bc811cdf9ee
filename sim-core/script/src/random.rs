//! The random numbers of a program: SplitMix64, whose state is one word, so that a run can be continued from
//! its saved state. The sequence is part of the language and never changes.

/// The next number of the stream: at least 0 and below 1, with 53 random bits.
#[inline]
pub fn next(state: &mut u64) -> f64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^= z >> 31;
    (z >> 11) as f64 * (1.0 / 9_007_199_254_740_992.0)
}
