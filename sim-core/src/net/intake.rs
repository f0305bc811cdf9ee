//! What a receiver can take apart from all links: a rate, and a small buffer. What comes faster is lost there. Waiting in
//! that buffer takes no time: it is small, or it would be a link's queue.

use super::loss::TokenBucket;
use crate::ground::rng::mix;
use crate::ground::time::Time;

#[derive(Clone, Debug)]
pub struct Intake {
    bucket: TokenBucket,
    /// Packets lost so far.
    lost: u64,
}

impl Intake {
    pub fn new(rate: f64, buffer: u64) -> Self {
        Intake { bucket: TokenBucket::new(rate, buffer), lost: 0 }
    }

    /// Whether a packet that arrives now is taken; otherwise it is lost.
    pub fn takes(&mut self, now: Time, size: u16) -> bool {
        let takes = self.bucket.take(now, size);
        self.lost += u64::from(!takes);
        takes
    }

    pub fn digest(&self) -> u64 {
        mix(self.lost ^ self.bucket.digest())
    }
}
