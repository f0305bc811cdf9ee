//! The registry of everything that a document can name.

use std::sync::OnceLock;

use crate::describe::Kinds;
use crate::{net, observer, protocols, traffic};

/// The registry: the algorithms, sources, queue disciplines, loss rules and signals that a document can name.
/// It is built on first use.
pub fn kinds() -> &'static Kinds {
    static KINDS: OnceLock<Kinds> = OnceLock::new();
    KINDS.get_or_init(|| Kinds {
        algorithms: protocols::infos(),
        sources: traffic::infos(),
        queues: net::queues::infos(),
        losses: net::loss::infos(),
        flow_signals: observer::FlowSignals::list(),
        link_signals: observer::LinkSignals::list(),
        ..Kinds::default()
    })
}
