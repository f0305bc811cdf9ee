//! TRABOL's receiver: sends one report per ray with the number of packets that have arrived (Bangolae,
//! Jayasumana and Chandrasekar 2002, section 5).
//!
//! The receiver sends the report when the ray's last packet arrives. If the last packet is lost, the
//! receiver sends the report when the first packet of a later ray arrives, or when a timer expires
//! that starts with the ray's first packet. Packets carry the number of their ray and the number of
//! packets of the ray that follow.

use crate::transport::prelude::*;
use crate::transport::reports::RayReport;

/// The only timer: the ray ends even if packets are missing.
const RAY_ENDS: u32 = 0;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RaySettings {
    /// How long to wait for a ray's last packet after the ray's first packet.
    pub patience: Time,
    /// Size of a report on the wire, in bytes.
    pub feedback_size: u16,
}

#[derive(Clone, Debug, State)]
#[state(not(settings))]
pub struct RayReceiver {
    settings: RaySettings,
    /// The ray that is arriving, and the number of its packets that have arrived; `None` between rays.
    ray: Option<(u32, u32)>,
    /// Rays below this have been reported or skipped.
    next_ray: u32,
    /// The packet that arrived last, its timestamp and its arrival time.
    newest: (u32, Time, Time),
    received: u64,
}

impl RayReceiver {
    pub fn new(settings: RaySettings) -> Self {
        RayReceiver { settings, ray: None, next_ray: 0, newest: (0, 0, 0), received: 0 }
    }

    /// Ends the ray that is arriving and reports it.
    fn end_ray(&mut self, cx: &mut impl Context) {
        let Some((ray, received)) = self.ray.take() else { return };
        self.next_ray = ray.saturating_add(1);
        cx.cancel_receiver(RAY_ENDS);
        let (seq, timestamp, at) = self.newest;
        let report = RayReport { ray, received, delay: cx.now() - at };
        let attachment = cx.put_attachment(Attachment::RayReport(report));
        cx.reply(seq, timestamp, self.settings.feedback_size, 0, Body::Report { attachment });
    }
}

impl Receiver for RayReceiver {
    #[inline]
    fn on_data(&mut self, packet: &Packet, cx: &mut impl Context) {
        cx.delivered(packet);
        self.received += 1;
        let Body::Data { unit: ray, info: remaining, .. } = Body::of(packet) else { return };
        if self.ray.is_some_and(|(current, _)| current < ray) {
            self.end_ray(cx);
        }
        if ray < self.next_ray {
            return;
        }
        self.newest = (packet.seq, packet.timestamp, cx.now());
        match &mut self.ray {
            Some((_, count)) => *count += 1,
            None => {
                self.ray = Some((ray, 1));
                cx.arm_receiver(RAY_ENDS, cx.now() + self.settings.patience);
            }
        }
        if remaining == 0 {
            self.end_ray(cx);
        }
    }

    fn on_timer(&mut self, _: u32, cx: &mut impl Context) {
        self.end_ray(cx);
    }

    fn adopt(&mut self, other: Self) {
        self.settings = other.settings;
    }

    fn restart(&mut self) {
        *self = RayReceiver::new(self.settings);
    }

    fn digest(&self) -> u64 {
        let (ray, count) = self.ray.unwrap_or((u32::MAX, 0));
        digest_of(&[self.received, u64::from(self.next_ray), u64::from(ray), u64::from(count)])
    }
}
