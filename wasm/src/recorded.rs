//! The numbers of runs that the page has recorded (the crate `fairshare-measures`). The functions read the
//! page's objects in place, so that only the requested numbers are copied.

use sim_core::ground::convert::narrow;
use std::ops::Range;

use fairshare_measures::interval::{self, FlowFacts, FlowNumbers, LinkNumbers};
use fairshare_measures::measure::{Condition, Measure};
use fairshare_measures::run::{Event, Facts, MeasuredRun, RecordedRun, events_in};
use fairshare_measures::series::{Series, Values};
use serde_json::Value;
use sim_core::ground::json::read::read;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    pub type Float64Array;
    /// An index past the end gives NaN.
    #[wasm_bindgen(method, indexing_getter)]
    fn at(this: &Float64Array, index: u32) -> f64;
    #[wasm_bindgen(method)]
    fn subarray(this: &Float64Array, begin: u32, end: u32) -> Vec<f64>;

    /// `SeriesInfo` in web/src/generated/types.ts.
    type SeriesInfo;
    #[wasm_bindgen(method, getter)]
    fn kind(this: &SeriesInfo) -> String;

    /// `Series` in web/src/engine/types.ts.
    #[wasm_bindgen(js_name = Series)]
    pub type PageSeries;
    #[wasm_bindgen(method, getter)]
    fn info(this: &PageSeries) -> SeriesInfo;
    #[wasm_bindgen(method, getter)]
    fn width(this: &PageSeries) -> f64;
    #[wasm_bindgen(method, getter)]
    fn bins(this: &PageSeries) -> u32;
    #[wasm_bindgen(method, getter)]
    fn data(this: &PageSeries) -> Float64Array;

    /// `EventRows` in web/src/engine/types.ts.
    type EventRows;
    #[wasm_bindgen(method, getter)]
    fn rows(this: &EventRows) -> u32;
    #[wasm_bindgen(method, getter, js_name = data)]
    fn row_data(this: &EventRows) -> Float64Array;

    /// `RunRecord` in web/src/engine/types.ts.
    pub type RunRecord;
    #[wasm_bindgen(method)]
    fn series(this: &RunRecord, entity: &str, signal: &str) -> Option<PageSeries>;
    #[wasm_bindgen(method, getter, js_name = computedTo)]
    fn computed_to(this: &RunRecord) -> f64;
    #[wasm_bindgen(method, getter)]
    fn events(this: &RunRecord) -> EventRows;
    #[wasm_bindgen(method, js_name = entityName)]
    fn entity_name(this: &RunRecord, code: f64, index: f64) -> String;

    /// Series of flows or links, in the order of a list of signals. A series without values is undefined.
    pub type SeriesList;
    #[wasm_bindgen(method, indexing_getter)]
    fn get(this: &SeriesList, index: u32) -> Option<PageSeries>;
}

impl Values for Float64Array {
    fn value(&self, index: usize) -> f64 {
        self.at(narrow::<u32>(index))
    }

    fn values(&self, range: Range<usize>) -> Vec<f64> {
        self.subarray(narrow::<u32>(range.start), narrow::<u32>(range.end))
    }
}

fn series_of(series: &PageSeries, end: f64) -> Series<Float64Array> {
    series_of_kind(series, series.info().kind() == "counter", end)
}

fn series_of_kind(series: &PageSeries, is_counter: bool, end: f64) -> Series<Float64Array> {
    Series { is_counter, width: series.width(), bins: series.bins() as usize, end, values: series.data() }
}

/// The signals of a flow or link in a list of series, each with whether it is a counter.
type Signals = [(&'static str, bool)];
/// The lists in web/src/engine/numbers.ts have the same order.
const FLOW_SIGNALS: &Signals = &[("delivered", true)];
const LINK_SIGNALS: &Signals = &[("departed", true), ("drops", true), ("queue", false)];

/// The series of one flow or link of a list. Names of hundreds of them would take longer to cross the boundary than their
/// numbers take to compute.
struct Listed<'a> {
    list: &'a SeriesList,
    signals: &'static Signals,
    index: usize,
    end: f64,
}

impl RecordedRun for Listed<'_> {
    type Values = Float64Array;

    fn series(&self, _: &str, signal: &str) -> Option<Series<Float64Array>> {
        let place = self.signals.iter().position(|&(name, _)| name == signal)?;
        let series = self.list.get(narrow::<u32>(self.index * self.signals.len() + place))?;
        Some(series_of_kind(&series, self.signals[place].1, self.end))
    }
}

impl RecordedRun for RunRecord {
    type Values = Float64Array;

    fn series(&self, entity: &str, signal: &str) -> Option<Series<Float64Array>> {
        Some(series_of(&RunRecord::series(self, entity, signal)?, self.computed_to()))
    }
}

/// A run, and the other data that its measures need in addition to series and events.
struct MeasuredRecord<'a> {
    record: &'a RunRecord,
    facts: Facts,
}

impl RecordedRun for MeasuredRecord<'_> {
    type Values = Float64Array;

    fn series(&self, entity: &str, signal: &str) -> Option<Series<Float64Array>> {
        RecordedRun::series(self.record, entity, signal)
    }
}

impl MeasuredRun for MeasuredRecord<'_> {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn events(&self) -> Vec<Event> {
        let events = self.record.events();
        events_in(&events.row_data().subarray(0, events.rows() * 5))
    }

    fn flow_of(&self, event: &Event) -> Option<String> {
        self.record.entity_name(event.code, event.entity).strip_prefix("flow:").map(str::to_owned)
    }
}

impl<'a> MeasuredRecord<'a> {
    /// `facts`: the result of `factsOf` in web/src/engine/numbers.ts.
    fn new(record: &'a RunRecord, facts: &str) -> Self {
        let facts = read(facts).unwrap_or_default();
        let number = |name: &str| facts[name].as_f64();
        let flows = facts["flows"].as_array().into_iter().flatten();
        let end = number("duration").unwrap_or(f64::INFINITY).min(record.computed_to());
        let facts = Facts {
            warmup: number("warmup").unwrap_or(0.0),
            end,
            flows: flows.filter_map(Value::as_str).map(str::to_owned).collect(),
            links: facts["links"].clone(),
            rates: facts["rates"].clone(),
            summary: facts["summary"].clone(),
        };
        Self { record, facts }
    }
}

/// The value of a measure. NaN if the run has no such value, or if there is no such measure.
#[wasm_bindgen]
pub fn measure(record: &RunRecord, facts: &str, measure: &str) -> f64 {
    let measure = read(measure).ok().and_then(|measure| Measure::read(&measure).ok());
    measure.map_or(f64::NAN, |measure| measure.of(&MeasuredRecord::new(record, facts)))
}

/// Whether a run fulfils a condition. False if it is not a measure.
#[wasm_bindgen]
pub fn holds(record: &RunRecord, facts: &str, condition: &str) -> bool {
    let condition = read(condition).ok().and_then(|condition| Condition::read(&condition).ok());
    condition.is_some_and(|condition| condition.holds(&MeasuredRecord::new(record, facts)))
}

/// The numbers of flows in an interval: for each flow the fields of `FlowNumbers`. `facts` has the fields of its `FlowFacts`
/// (web/src/engine/numbers.ts).
#[wasm_bindgen(js_name = flowNumbers)]
pub fn flow_numbers(list: &SeriesList, facts: &[f64], end: f64, from: f64, to: f64) -> Vec<f64> {
    let numbers = facts.chunks_exact(3).enumerate().map(|(index, facts)| {
        let facts = FlowFacts { active: facts[0], fair_bits: facts[1], route_bits: facts[2] };
        let of = Listed { list, signals: FLOW_SIGNALS, index, end };
        let FlowNumbers { goodput, share, link_share } = FlowNumbers::of(&of, "", facts, from, to);
        [goodput, share, link_share]
    });
    numbers.flatten().collect()
}

/// The numbers of link directions in an interval: for each of them the fields of `LinkNumbers`. `capacities` are the numbers
/// of bits that they can send in the interval.
#[wasm_bindgen(js_name = linkNumbers)]
pub fn link_numbers(list: &SeriesList, capacities: &[f64], end: f64, from: f64, to: f64) -> Vec<f64> {
    let numbers = capacities.iter().enumerate().map(|(index, &capacity)| {
        let of = Listed { list, signals: LINK_SIGNALS, index, end };
        let LinkNumbers { queue, drops, utilisation } = LinkNumbers::of(&of, "", capacity, from, to);
        [queue, drops, utilisation]
    });
    numbers.flatten().collect()
}

/// Statistics of a series between two times: `Statistics`.
#[wasm_bindgen(js_name = seriesStatistics)]
pub fn series_statistics(series: &PageSeries, end: f64, from: f64, to: f64) -> Result<JsValue, JsValue> {
    Ok(serde_wasm_bindgen::to_value(&series_of(series, end).statistics(from, to))?)
}

/// The mean time in seconds that packets waited at a link between two times.
#[wasm_bindgen(js_name = meanWait)]
pub fn mean_wait(record: &RunRecord, link: &str, from: f64, to: f64) -> f64 {
    interval::mean_wait(record, link, from, to)
}

/// The values of a signal at times (`interval::curve`).
#[wasm_bindgen]
pub fn curve(record: &RunRecord, entity: &str, signal: &str, interval: f64, times: &[f64]) -> Vec<f64> {
    interval::curve(record, entity, signal, interval, times)
}

/// Jain's index of rates; NaN if it is undefined.
#[wasm_bindgen]
pub fn jain(rates: &[f64]) -> f64 {
    interval::jain(rates)
}
