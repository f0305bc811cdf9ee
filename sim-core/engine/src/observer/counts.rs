//! Counts of a flow and of a link direction since the start of a run. The counts within a window are the
//! difference of the counts at its end and at its start.

use std::ops::Sub;

/// Defines a struct of named counts with subtraction.
macro_rules! counts {
    ($(#[$about:meta])* $Counts:ident { $($name:ident),* $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $Counts {
            $(pub $name: u64,)*
        }

        impl Sub for $Counts {
            type Output = Self;

            fn sub(self, earlier: Self) -> Self {
                $Counts { $($name: self.$name - earlier.$name,)* }
            }
        }
    };
}

counts! {
    /// Counts of one flow. `lost` counts the data packets that queues, loss rules and the receiver
    /// have dropped; `cuts` counts the reductions of the window or rate.
    // Counts that change together are not next to each other (see `AccessLink::hash`).
    FlowCounts { sent, delivered, retransmitted, delivered_bytes, throughput_bytes, lost, timeouts, cuts }
}

counts! {
    /// Counts of one link direction. `drops` counts the packets dropped by the queue, `losses` those
    /// dropped by loss rules, and `marks` those marked by the queue instead of dropped.
    LinkCounts { departed_bytes, drops, losses, marks }
}
