//! A scenario document: read from JSON text, from a file or from a share link, changed, and validated.

use std::ffi::CString;

use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::{PyErr, PyResult, Python, pyclass, pymethods};
use serde_json::Value;
use sim_core::ground::json::to_text;
use sim_core::params::Issue;
use sim_core::scenario::change::{self, DroppedSetting};
use sim_core::scenario::share_link::{self, ShareLink};
use sim_core::scenario::{self, Derived};
use sim_core::simulation::{VERSION, kinds};

use crate::errors::scenario_error;

/// A valid scenario.
#[pyclass(frozen, module = "fairshare._native")]
pub struct Scenario {
    /// The document with all changes, as it was given.
    given: Value,
    document: scenario::Document,
    /// The result ID and the version that a share link states.
    stated: (Option<String>, Option<String>),
}

impl Scenario {
    /// The scenario, and the settings of flows that their new algorithms do not have.
    fn build(mut link: ShareLink, set: &[String]) -> Result<(Self, Vec<DroppedSetting>), Vec<Issue>> {
        let mut dropped = Vec::new();
        for assignment in set {
            let changed = change::set(&mut link.scenario, assignment, kinds());
            dropped.extend(changed.map_err(|issue| vec![issue])?);
        }
        let document = scenario::Document::read(&link.scenario, kinds())?;
        // A changed document has another result.
        let stated = if set.is_empty() { (link.result_id, link.version) } else { (None, None) };
        Ok((Self { given: link.scenario, document, stated }, dropped))
    }

    pub(crate) fn given(&self) -> &Value {
        &self.given
    }

    pub(crate) fn scenario(&self) -> &scenario::Scenario {
        self.document.scenario()
    }
}

#[pymethods]
impl Scenario {
    /// Reads the bytes of a JSON document or of a share link. `set` has texts of the form `path=value`, and
    /// `name` is the name of the document in error messages.
    #[new]
    fn new(py: Python<'_>, data: &[u8], name: &str, set: Vec<String>) -> PyResult<Self> {
        let read = || {
            let link = share_link::read(data)?;
            Self::build(link, &set)
        };
        let (scenario, dropped) = py.detach(read).map_err(|issues| scenario_error(py, name, &issues))?;
        for setting in dropped {
            let text = CString::new(setting.to_string()).unwrap_or_default();
            PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 3)?;
        }
        Ok(scenario)
    }

    /// Whether a text is a share link, and not the name of a file.
    #[staticmethod]
    fn is_link(text: &str) -> bool {
        share_link::is_link(text)
    }

    /// The document as JSON text.
    fn document(&self) -> String {
        to_text(&self.given)
    }

    /// The document in canonical form, which omits defaults, as JSON text.
    fn canonical(&self) -> String {
        to_text(self.document.canonical())
    }

    /// The document with every default written out, as JSON text.
    fn expanded(&self) -> String {
        to_text(self.document.expanded())
    }

    /// What follows from the document without a run, as JSON text.
    fn facts(&self) -> String {
        to_text(&Derived::of(self.scenario()).to_json())
    }

    /// The fragment of a share link, which begins with `#`.
    fn link(&self, result_id: Option<String>) -> String {
        let version = result_id.is_some().then(|| VERSION.to_owned());
        let is_example = share_link::examples().iter().any(|(_, document)| *document == self.given);
        let scenario = if is_example { &self.given } else { self.document.canonical() }.clone();
        share_link::encode(&ShareLink { scenario, result_id, version })
    }

    /// The result ID that the share link states, and the version that computed it.
    #[getter]
    fn stated(&self) -> (Option<String>, Option<String>) {
        self.stated.clone()
    }

    #[getter]
    fn seed(&self) -> u64 {
        self.scenario().seed
    }

    #[getter]
    fn duration(&self) -> f64 {
        self.scenario().duration
    }
}

/// Converts an issue list, with the name of the document that was read.
pub fn refuse(py: Python<'_>, name: &str) -> impl Fn(Vec<Issue>) -> PyErr {
    move |issues| scenario_error(py, name, &issues)
}
