//! The share of BBR v1 against loss-based flows (Ware and others 2019, "Modeling BBR's Interactions with
//! Loss-Based Congestion Control", IMC).
//!
//! In a queue that loss-based flows keep full, BBR is limited by its window of two bandwidth-delay products.
//! It measures the round-trip time while its own packets have left the queue, so its estimate contains the
//! packets of the loss-based flows. With a buffer of `q` packets, `N` BBR flows that keep 4 packets each
//! while they measure, and the loss-based flows' share `p`:
//!
//! ```text
//! (1 - p) (q + bdp) = 2 (1 - p) (p q + bdp + 4 N),  so  p = 1/2 - 1/(2 X) - 4 N / q  with  X = q / bdp
//! ```
//!
//! These are the paper's equations (7) to (9). If `p` is negative, BBR's window limit exceeds what the path
//! holds, and BBR takes the whole link. The number of loss-based flows does not occur in the equations.

/// A network and its flows, for the model.
#[derive(Clone, Copy, Debug)]
pub struct Competition {
    /// Bandwidth-delay product in packets.
    pub bdp: f64,
    /// Buffer in packets.
    pub buffer: f64,
    /// Rate of the link in packets per second.
    pub capacity: f64,
    /// Base round-trip time, s.
    pub rtt: f64,
    /// Number of BBR flows.
    pub flows: f64,
    /// Interval between two measurements of the smallest round-trip time, s.
    pub probe_interval: f64,
    /// Duration of such a measurement, s.
    pub probe_duration: f64,
}

/// Number of packets that a BBR flow keeps in flight while it measures the smallest round-trip time.
const PROBE_WINDOW: f64 = 4.0;

/// The share of the loss-based flows while BBR probes for bandwidth. It is negative if BBR's window limit
/// exceeds what the path holds.
fn others_share(of: &Competition) -> f64 {
    0.5 - of.bdp / (2.0 * of.buffer) - PROBE_WINDOW * of.flows / of.buffer
}

/// Whether the window limits BBR, as the model assumes.
#[must_use]
pub fn is_window_limited(of: &Competition) -> bool {
    others_share(of) >= 0.0
}

/// The share of the link that all BBR flows together have. `None` if BBR would measure the round-trip time
/// all the time.
///
/// BBR sends almost nothing while the queue drains and while it measures. With an interval of 10 s this is
/// the paper's `Probe_time = (q/c + 0.2 + l) (d / 10)` of a duration `d` in
/// `BBR_frac = (1 - p) (d - Probe_time) / d`, equations (10) and (11).
#[must_use]
pub fn share(of: &Competition) -> Option<f64> {
    let probing = (of.buffer / of.capacity + of.probe_duration + of.rtt) / of.probe_interval;
    let share = (1.0 - others_share(of).max(0.0)) * (1.0 - probing);
    ((0.0..=1.0).contains(&probing) && share.is_finite()).then_some(share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_equals_a_calculation_by_hand() {
        // 10 Mb/s, 40 ms, 1500-byte packets: 833.33 packets/s, BDP 33.33 packets. A buffer of 16 BDP has
        // 533.33 packets.
        let of = Competition {
            bdp: 100.0 / 3.0,
            buffer: 1600.0 / 3.0,
            capacity: 2500.0 / 3.0,
            rtt: 0.04,
            flows: 1.0,
            probe_interval: 10.0,
            probe_duration: 0.2,
        };
        // p = 1/2 - 1/32 - 4/533.33 = 0.5 - 0.03125 - 0.0075 = 0.46125. Probing: (0.64 + 0.2 + 0.04)/10 =
        // 0.088. Share: 0.53875 * 0.912 = 0.49134.
        assert!((share(&of).unwrap() - 0.491_34).abs() < 1e-9);
        assert!(is_window_limited(&of));
        // A buffer of one BDP leaves p = -0.12, so BBR takes the whole link while it sends. Probing: (0.04 +
        // 0.2 + 0.04)/10 = 0.028.
        let shallow = Competition { buffer: 100.0 / 3.0, ..of };
        assert!(!is_window_limited(&shallow));
        assert!((share(&shallow).unwrap() - 0.972).abs() < 1e-9);
        // Draining a queue of 10 s takes the whole interval.
        assert_eq!(share(&Competition { buffer: 10.0 * of.capacity, ..of }), None);
        // The limit for a deep buffer and no probing is one half.
        let deep = share(&Competition { buffer: 1e9, capacity: 1e15, probe_interval: 1e9, ..of }).unwrap();
        assert!((deep - 0.5).abs() < 1e-6);
    }
}
