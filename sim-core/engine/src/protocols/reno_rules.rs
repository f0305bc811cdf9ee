//! The rules by which Tahoe, Reno, NewReno and SACK change the window: it grows by one packet per round trip,
//! and a loss halves it (Jacobson 1988; RFC 5681 section 3.1).

use crate::protocols::prelude::*;

/// The rules have no other state than the window.
#[derive(Clone, Debug, Default, State)]
#[state(not(abe))]
pub struct RenoRules {
    /// Whether a congestion mark reduces the window less than a loss (RFC 8511).
    pub abe: bool,
}

/// The share of the packets in flight that remains after a congestion mark (RFC 8511 section 4.1).
const BETA_ECN: f64 = 0.8;

impl WindowAlgorithm for RenoRules {
    #[inline]
    fn on_ack(&mut self, w: &mut CongestionWindow, acked: Acked) {
        if w.in_slow_start() {
            w.slow_start(acked.packets);
        } else {
            w.avoid_congestion(acked.packets);
        }
    }

    fn on_congestion(&mut self, w: &mut CongestionWindow, base: f64, kind: Congestion, _: Time) {
        // Half of the packets in flight, at least two (RFC 5681 equation 4).
        let beta = if self.abe && kind == Congestion::Mark { BETA_ECN } else { 0.5 };
        w.ssthresh = (base * beta).max(2.0);
    }

    fn restart(&mut self) {}
}

/// Defines a protocol of the Reno family: its names in documents and for readers, and its loss recovery. The file that
/// calls this macro defines `Params`.
#[macro_export]
macro_rules! reno_family {
    (
        $Name:ident, $id:literal, $name:literal, |$params:ident| $recovery:expr, abe: $abe:expr
        $(, { $($item:tt)* })?
    ) => {
        #[derive(Clone, Debug, $crate::ground::digest::State)]
        pub struct $Name($crate::transport::window::WindowSender<$crate::protocols::reno_rules::RenoRules>);

        impl $crate::transport::Protocol for $Name {
            type Params = Params;
            const ID: &'static str = $id;
            const NAME: &'static str = $name;
            $($($item)*)?

            fn build(
                $params: &Params,
                _: &$crate::transport::FlowFacts,
            ) -> (Self, Vec<$crate::transport::ConnSpec>) {
                let recovery = $recovery;
                let receiver = $crate::transport::window::receiver(recovery, &$params.tcp);
                let rules = $crate::protocols::reno_rules::RenoRules { abe: $abe };
                let header = <Self as $crate::transport::Protocol>::header_bytes();
                let sender =
                    $crate::transport::window::WindowSender::new(rules, recovery, &$params.tcp, header);
                ($Name(sender), vec![$crate::transport::ConnSpec { receiver }])
            }

            fn set_params(&mut self, $params: &Params, _: &mut impl $crate::transport::Context) {
                self.0.algorithm.abe = $abe;
                self.0.set_params($recovery, &$params.tcp);
            }
        }

        $crate::delegate_sender!($Name);
    };
}

/// Implements `Sender` for a tuple struct by delegating each call to field 0, which is a sender.
#[macro_export]
macro_rules! delegate_sender {
    ($Name:ident) => {
        impl $crate::transport::Sender for $Name {
            fn start(&mut self, cx: &mut impl $crate::transport::Context) {
                self.0.start(cx);
            }
            fn stop(&mut self, cx: &mut impl $crate::transport::Context) {
                self.0.stop(cx);
            }
            fn restart(&mut self, cx: &mut impl $crate::transport::Context) {
                self.0.restart(cx);
            }
            #[inline]
            fn on_feedback(
                &mut self,
                packet: &$crate::ground::packet::Packet,
                cx: &mut impl $crate::transport::Context,
            ) {
                self.0.on_feedback(packet, cx);
            }
            fn on_timer(
                &mut self,
                timer: $crate::transport::Timer,
                cx: &mut impl $crate::transport::Context,
            ) {
                self.0.on_timer(timer, cx);
            }
            fn on_app(&mut self, cx: &mut impl $crate::transport::Context) {
                self.0.on_app(cx);
            }
            fn state(&self) -> $crate::transport::SenderState {
                self.0.state()
            }
            fn standing(&self, connection: u32, seq: u32) -> Option<$crate::transport::Standing> {
                self.0.standing(connection, seq)
            }
            fn journal(&mut self) -> Option<&mut $crate::transport::journal::Journal> {
                self.0.journal()
            }
            fn digest(&self) -> u64 {
                self.0.digest()
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_grows_by_one_per_round_trip_and_halves_at_a_loss() {
        let mut rules = RenoRules::default();
        let mut w = CongestionWindow { cwnd: 10.0, ssthresh: 5.0 };
        for _ in 0..10 {
            rules.on_ack(&mut w, Acked { packets: 1, now: 0, srtt: 0.1 });
        }
        // Each of the ten steps adds 1/w to w, between 1/11 and 1/10, so w ends between 10 + 10/11 and 11.
        assert!(w.cwnd > 10.9 && w.cwnd < 11.0, "{}", w.cwnd);
        rules.on_congestion(&mut w, 11.0, Congestion::Loss, 0);
        assert_eq!(w.ssthresh, 5.5);
        rules.on_congestion(&mut w, 3.0, Congestion::Loss, 0);
        assert_eq!(w.ssthresh, 2.0);
    }

    #[test]
    fn slow_start_doubles_the_window_per_round_trip() {
        let mut rules = RenoRules::default();
        let mut w = CongestionWindow { cwnd: 10.0, ssthresh: f64::MAX };
        for _ in 0..10 {
            rules.on_ack(&mut w, Acked { packets: 1, now: 0, srtt: 0.1 });
        }
        assert_eq!(w.cwnd, 20.0);
    }

    #[test]
    fn with_abe_a_mark_leaves_four_fifths_of_the_packets_in_flight() {
        let mut rules = RenoRules { abe: true };
        let mut w = CongestionWindow { cwnd: 100.0, ssthresh: 1.0 };
        rules.on_congestion(&mut w, 100.0, Congestion::Mark, 0);
        assert_eq!(w.ssthresh, 80.0);
        rules.on_congestion(&mut w, 100.0, Congestion::Loss, 0);
        assert_eq!(w.ssthresh, 50.0);
    }
}
