//! The catalogue: the registry of algorithms, sources, queue disciplines and loss rules and the fields of the
//! document, as one JSON value. Forms, legends, help pages and types are generated from it.

#[cfg(feature = "tools")]
mod algorithm_page;
#[cfg(feature = "tools")]
mod generated;
#[cfg(feature = "tools")]
mod json_schema;
#[cfg(feature = "tools")]
mod python;
#[cfg(feature = "tools")]
mod result_schema;
#[cfg(feature = "tools")]
mod settings_page;
#[cfg(feature = "tools")]
mod share;
#[cfg(feature = "tools")]
mod typescript;

#[cfg(feature = "tools")]
pub use generated::{GeneratedFile, generated_files, setting_pages};
#[cfg(feature = "tools")]
pub use json_schema::json_schema;
#[cfg(feature = "tools")]
pub use python::python;
#[cfg(feature = "tools")]
pub use result_schema::{output_schema, result_schema};
#[cfg(feature = "tools")]
pub use typescript::typescript;

use serde_json::Value;

use crate::{FORMAT, schema};
use sim_engine::describe::{AlgorithmInfo, Decision, KindInfo, Kinds, Signal};
use sim_engine::ground::json::shape::Pairs;
use sim_engine::json_object;
use sim_engine::net::queues;
use sim_engine::params::{Field, Variant};
pub use sim_engine::registry::kinds;

/// The number of the format of printed results. It grows when a member changes its meaning or goes.
pub const RESULT_FORMAT: u64 = 1;

json_object! {
    /// Everything that a document can name, and the fields of a document.
    #[derive(Clone, Debug)]
    pub struct Catalogue {
        /// The simulator's version.
        pub version: &'static str,
        /// The version of the document format.
        pub schema_version: u64,
        pub document: Field,
        pub algorithms: Vec<AlgorithmInfo>,
        pub sources: Vec<KindInfo>,
        pub queues: Vec<KindInfo>,
        /// The queue disciplines that are also the medium of their link, by their IDs.
        pub media: Vec<&'static str>,
        pub losses: Vec<KindInfo>,
        /// The decisions of each queue discipline that has any, by its ID.
        pub queue_decisions: Pairs<Vec<Decision>>,
        /// The signals that every link has.
        pub link_signals: Vec<Signal>,
        /// The signals that every flow has.
        pub flow_signals: Vec<Signal>,
        /// The signals of the run as a whole.
        pub run_signals: Vec<Signal>,
    }
}

/// The whole catalogue as one JSON value.
pub fn catalogue(kinds: &Kinds) -> Value {
    // Queue disciplines and loss rules are listed with their own fields and the fields that all of them
    // share.
    let with_all_fields = |infos: &[KindInfo], variants: Vec<Variant>| -> Vec<KindInfo> {
        let extended =
            |(info, variant): (&KindInfo, Variant)| KindInfo { fields: variant.fields, ..info.clone() };
        infos.iter().zip(variants).map(extended).collect()
    };
    let queue_decisions = queues::decisions().into_iter().map(|(id, decisions)| (id.to_owned(), decisions));
    let catalogue = Catalogue {
        version: env!("CARGO_PKG_VERSION"),
        schema_version: FORMAT,
        document: schema::document(kinds).clone(),
        algorithms: kinds.algorithms.clone(),
        sources: kinds.sources.clone(),
        media: kinds.queues.iter().map(|queue| queue.id).filter(|id| queues::is_medium(id)).collect(),
        queues: with_all_fields(&kinds.queues, schema::queue_variants(kinds)),
        losses: with_all_fields(&kinds.losses, schema::loss_variants(kinds)),
        queue_decisions: Pairs(queue_decisions.filter(|(_, decisions)| !decisions.is_empty()).collect()),
        link_signals: kinds.link_signals.clone(),
        flow_signals: kinds.flow_signals.clone(),
        run_signals: kinds.run_signals.clone(),
    };
    catalogue.to_json()
}

#[cfg(all(test, feature = "tools"))]
mod tests;
