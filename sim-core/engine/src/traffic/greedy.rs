//! Greedy: always has data, like an endless transfer.

use super::{Ready, Source, SourceCx, SourceFacts};
use crate::params::NoParams;

#[derive(Clone, Debug)]
pub struct Greedy;

impl Source for Greedy {
    type Params = NoParams;
    const ID: &'static str = "greedy";
    const NAME: &'static str = "Greedy";

    fn build(_: &NoParams, _: &SourceFacts) -> Self {
        Greedy
    }

    fn start(&mut self, _: &mut SourceCx) {}

    fn on_timer(&mut self, _: &mut SourceCx) -> Ready {
        Ready::Nothing
    }

    #[inline]
    fn pull(&mut self, max: u32) -> u32 {
        max
    }

    fn finished(&self) -> bool {
        false
    }
}
