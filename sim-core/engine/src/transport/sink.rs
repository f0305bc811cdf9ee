//! A receiver that sends no feedback.

use crate::transport::prelude::*;

#[derive(Clone, Debug, Default, State)]
pub struct Sink {
    received: u64,
}

impl Receiver for Sink {
    fn on_data(&mut self, packet: &Packet, cx: &mut impl Context) {
        self.received += 1;
        cx.delivered(packet);
    }

    fn on_timer(&mut self, _: u32, _: &mut impl Context) {}

    fn restart(&mut self) {}

    fn adopt(&mut self, _: Self) {}

    fn digest(&self) -> u64 {
        digest_of(&[self.received])
    }
}
