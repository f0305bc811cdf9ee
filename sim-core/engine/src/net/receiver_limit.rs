//! A receiver that accepts packets at a limited rate, with a small buffer. Packets that exceed the rate while
//! the buffer is full are lost at the receiver. The buffer adds no delay. A buffer whose delay is to be
//! simulated must be modelled as a link's queue.

use super::loss::TokenBucket;
use crate::ground::digest::mix;
use crate::ground::time::Time;

#[derive(Clone, Debug)]
pub struct ReceiverLimit {
    bucket: TokenBucket,
    /// Number of packets lost so far.
    lost: u64,
}

impl ReceiverLimit {
    /// `rate` is in bit/s, `buffer` in bytes.
    pub fn new(rate: f64, buffer: u64) -> Self {
        ReceiverLimit { bucket: TokenBucket::new(rate, buffer), lost: 0 }
    }

    /// Whether a packet that arrives now is accepted; otherwise it is lost.
    pub fn accepts(&mut self, now: Time, size: u16) -> bool {
        let accepts = self.bucket.try_take(now, size);
        self.lost += u64::from(!accepts);
        accepts
    }

    pub fn digest(&self) -> u64 {
        mix(self.lost ^ self.bucket.digest())
    }
}
