//! Counts of a flow and of a link direction since the start of a run. The count within a window is the difference of two such
//! counts.

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
