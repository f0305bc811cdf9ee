//! Finite transfer: a fixed number of bytes, whose completion time is recorded in the summary.

use super::{Offer, Ready, Source, SourceCx, SourceFacts};
use crate::ground::convert::{narrow, whole};
use crate::params;

params! {
    pub struct Params {
        /// Bytes to transfer, without headers.
        bytes: f64 = 1_000_000.0, unit "bytes", range 1.0..=1e12, scale log, label "Size";
    }
}

#[derive(Clone, Debug)]
pub struct Finite {
    /// Bytes that the sender has not pulled yet.
    left: u64,
}

impl Source for Finite {
    type Params = Params;
    const ID: &'static str = "finite";
    const NAME: &'static str = "Finite transfer";
    const RECORDS_TRANSFERS: bool = true;

    fn build(params: &Params, _: &SourceFacts) -> Self {
        Finite { left: whole::<u64>(params.bytes) }
    }

    fn offers(params: &Params) -> Offer {
        Offer::Bytes(params.bytes)
    }

    fn start(&mut self, _: &mut SourceCx) {}

    fn on_timer(&mut self, _: &mut SourceCx) -> Ready {
        Ready::Nothing
    }

    fn pull(&mut self, max: u32) -> u32 {
        let bytes = u64::from(max).min(self.left);
        self.left -= bytes;
        narrow::<u32>(bytes)
    }

    fn finished(&self) -> bool {
        self.left == 0
    }

    fn unsent(&self) -> u64 {
        self.left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn provides_exactly_the_configured_bytes() {
        let mut source =
            Finite::build(&Params { bytes: 2500.0 }, &SourceFacts { payload: 1000, packet: 1040 });
        assert_eq!(
            [source.pull(1000), source.pull(1000), source.pull(1000), source.pull(1000)],
            [1000, 1000, 500, 0]
        );
        assert!(source.finished());
    }
}
