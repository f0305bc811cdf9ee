//! A receiver that sends no feedback.

use super::{Context, Receiver, digest_of};
use crate::ground::packet::Packet;

#[derive(Clone, Debug, Default)]
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

crate::state!(Sink { received } not {});
