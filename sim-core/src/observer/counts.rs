//! What is counted of a flow and of a link direction from the start of a run. What a window held is the difference of two
//! such counts.

use std::ops::Sub;

/// Counts by name, and the difference of two of them.
macro_rules! counts {
    ($(#[$about:meta])* $Counts:ident { $($name:ident),* $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $Counts {
            $(pub $name: u64,)*
        }

        impl Sub for $Counts {
            type Output = Self;

            fn sub(self, before: Self) -> Self {
                $Counts { $($name: self.$name - before.$name,)* }
            }
        }
    };
}

counts! {
    /// Counts of one flow.
    FlowCounts { sent, retransmitted, delivered, delivered_bytes, throughput_bytes, lost, timeouts, cuts }
}

counts! {
    /// Counts of one link direction.
    LinkCounts { departed_bytes, drops, losses, marks }
}
