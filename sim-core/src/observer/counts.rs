//! Counts of a flow and of a link direction since the start of a run. The counts within a window are the difference of the
//! counts at its end and at its start.

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
    /// Counts of one flow.
    FlowCounts { sent, retransmitted, delivered, delivered_bytes, throughput_bytes, lost, timeouts, cuts }
}

counts! {
    /// Counts of one link direction.
    LinkCounts { departed_bytes, drops, losses, marks }
}
