//! Compares several hand-ins. Equal right answers are no finding, because right answers are equal. What two
//! people do not have in common by chance is: times in milliseconds, intervals between their steps, texts in
//! the same words, drawn curves.
//!
//! Every measure gives a chance: how probable such an agreement of two logs is if nobody copied, at most. A
//! pair is named if at most one class of a hundred of this size has such a pair by chance.

use std::collections::{BTreeMap, BTreeSet};

use sim_core::ground::convert::whole;
use sim_core::ground::math::{exp, floor, ln, ln_gamma, log10, pow, round};

use crate::check::{Finding, Report, Step};

/// A pair is named if a class has fewer such pairs than this by chance.
pub(crate) const MAX_EXPECTED: f64 = 0.01;
/// Intervals of two people at the same steps differ by a factor. This is the standard deviation of its
/// logarithm, chosen low: people differ more.
const SPREAD: f64 = 0.25;
/// The smallest number of intervals whose pattern is compared.
const MIN_INTERVALS: usize = 3;
/// Successive intervals with one factor between two logs agree to this, as a share.
const RUN_WIDTH: f64 = 0.02;
/// The work of a comparison in steps, which limits how many times of each log are compared.
const WORK: f64 = 4e9;
/// The decimal logarithm of the chance, at most, that equal changes of settings count for.
const MAX_OF_SETTINGS: f64 = 1.5;
/// Maximum number of other files that the findings of a file name.
pub(crate) const MAX_NAMED: usize = 5;

/// Sorts the reports by file and adds the findings about pairs of them.
pub fn compare(mut reports: Vec<Report>) -> Vec<Report> {
    reports.sort_by(|a, b| a.file.cmp(&b.file));
    let judged = reports.iter().filter(|report| !report.log.is_empty()).count() as f64;
    let pairs = (judged * (judged - 1.0) / 2.0).max(1.0);
    let most = whole::<usize>((WORK / pairs).sqrt().clamp(40.0, 1000.0));
    let traces: Vec<Trace> = reports.iter().map(|report| Trace::of(report, most)).collect();
    let class = Class::of(&traces);
    let mut found: Vec<Vec<Finding>> = vec![Vec::new(); reports.len()];
    for i in 0..reports.len() {
        for j in i + 1..reports.len() {
            let (a, b) = (&reports[i], &reports[j]);
            if a.log.is_empty() || b.log.is_empty() {
                continue;
            }
            if a.name == b.name {
                found[i].push(Finding::new("twice", format!("{} has the same pseudonym.", b.file)));
                found[j].push(Finding::new("twice", format!("{} has the same pseudonym.", a.file)));
            } else if let Some(pair) = class.pair(&traces[i], &traces[j], pairs) {
                found[i].push(pair.finding(a, b, false));
                found[j].push(pair.finding(b, a, true));
            }
        }
    }
    for (report, findings) in reports.iter_mut().zip(found) {
        let more = findings.len().saturating_sub(MAX_NAMED);
        report.findings.extend(findings.into_iter().take(MAX_NAMED));
        if more > 0 {
            let files = if more == 1 { "1 more file".to_owned() } else { format!("{more} more files") };
            report.findings.push(Finding::new("copy", format!("The same holds for {files}.")));
        }
    }
    reports
}

/// The parts of a log that are compared.
struct Trace {
    /// Milliseconds, in order. One action can write several entries, which count as one.
    times: Vec<f64>,
    /// The logarithms of the intervals between the times.
    intervals: Vec<f64>,
    /// Intervals between times that are near each other in the log, in order.
    near: Vec<f64>,
    /// The steps that can suggest copying, each with its weight, and its question if it is an answer.
    steps: BTreeMap<String, (f64, Option<usize>)>,
}

impl Trace {
    fn of(report: &Report, most: usize) -> Self {
        let mut times: Vec<f64> = report.log.iter().map(|step| step.t).filter(|t| t.is_finite()).collect();
        times.sort_by(f64::total_cmp);
        times.dedup();
        times.truncate(most);
        let intervals = times.windows(2).map(|pair| ln(pair[1] - pair[0])).collect();
        let mut near: Vec<f64> = (1..=3)
            .flat_map(|n| times.iter().zip(&times[n.min(times.len())..]))
            .map(|(a, b)| b - a)
            .collect();
        near.sort_by(f64::total_cmp);
        let weighty = report.log.iter().filter(|step| step.weight > 0.0);
        let question = |step: &Step| step.text.strip_prefix("answer ")?.split(' ').next()?.parse().ok();
        let steps = weighty.map(|step| (words(&step.text), (step.weight, question(step)))).collect();
        Trace { times, intervals, near, steps }
    }

    fn end(&self) -> f64 {
        self.times.last().copied().unwrap_or(0.0).max(1.0)
    }
}

/// The words and numbers of a step, so that spaces, signs and capitals make no difference.
fn words(step: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    for word in step.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        words.push(word.to_lowercase());
    }
    words.join(" ")
}

/// How the times of two logs agree.
#[derive(Clone, Copy, PartialEq)]
enum Times {
    /// This many times are equal.
    Equal(usize),
    /// This many times are equal after a shift in milliseconds.
    Shifted(usize, f64),
    /// The intervals of this many steps have this factor between them.
    Scaled(usize, f64),
    /// The intervals of this many steps are similar.
    Similar(usize),
    Different,
}

/// Two logs that agree more than by chance.
struct Pair {
    times: Times,
    /// The numbers of the questions with equal answers that suggest copying, and how many changes of settings are equal.
    questions: BTreeSet<usize>,
    settings: usize,
    /// The number of such pairs that a class of this size has by chance.
    expected: f64,
}

/// How often steps occur in all logs.
struct Class {
    logs: f64,
    counts: BTreeMap<String, usize>,
}

impl Class {
    fn of(traces: &[Trace]) -> Self {
        let mut counts = BTreeMap::new();
        for step in traces.iter().flat_map(|trace| trace.steps.keys()) {
            *counts.entry(step.clone()).or_insert(0) += 1;
        }
        Class { logs: traces.iter().filter(|trace| !trace.times.is_empty()).count() as f64, counts }
    }

    fn pair(&self, a: &Trace, b: &Trace, pairs: f64) -> Option<Pair> {
        let (times, of_times) = times_of(a, b);
        let (mut questions, mut settings) = (BTreeSet::new(), 0);
        let (mut of_answers, mut of_settings) = (0.0, 0.0);
        for (step, (weight, question)) in &a.steps {
            if !b.steps.contains_key(step) {
                continue;
            }
            // A step that other logs contain as well has a smaller weight.
            let others = self.counts.get(step).copied().unwrap_or(2).saturating_sub(2);
            let weight = if others == 0 { *weight } else { weight.min(log10(self.logs / others as f64)) };
            match question {
                Some(question) => {
                    of_answers += weight;
                    questions.insert(*question);
                }
                None => {
                    of_settings += weight;
                    settings += 1;
                }
            }
        }
        // Settings that many would try can agree, so they alone never name a pair.
        let expected = pairs * pow(10.0, of_times - of_answers - of_settings.min(MAX_OF_SETTINGS));
        let times = if of_times > -3.0 { Times::Different } else { times };
        (expected <= MAX_EXPECTED).then_some(Pair { times, questions, settings, expected })
    }
}

/// The agreement of times that is the least probable, with the decimal logarithm of its chance.
fn times_of(a: &Trace, b: &Trace) -> (Times, f64) {
    let mut best = (Times::Different, 0.0);
    for found in [equal(a, b), shifted(a, b), pattern(a, b)].into_iter().flatten() {
        // A simpler explanation is preferred.
        if best.1 > -12.0 && found.1 < best.1 {
            best = found;
        }
    }
    best
}

/// The decimal logarithm of the chance that `count` of the differences of two lists are equal to a
/// millisecond.
fn chance_of_equal(a: &Trace, b: &Trace, count: usize) -> f64 {
    let by_chance = (a.times.len() * b.times.len()) as f64 / a.end().min(b.end());
    count as f64 * log10(by_chance.min(1.0)) - ln_gamma(count as f64 + 1.0) / ln(10.0)
}

/// The number of values that two sorted lists share.
fn count_equal(a: &[f64], b: &[f64]) -> usize {
    let (mut i, mut j, mut count) = (0, 0, 0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        let order = x.total_cmp(y);
        count += usize::from(order.is_eq());
        i += usize::from(order.is_le());
        j += usize::from(order.is_ge());
    }
    count
}

fn equal(a: &Trace, b: &Trace) -> Option<(Times, f64)> {
    let count = count_equal(&a.times, &b.times);
    (count >= 2).then(|| (Times::Equal(count), chance_of_equal(a, b, count)))
}

/// The most frequent difference of the times of two logs. Entries between them make no difference.
fn shifted(a: &Trace, b: &Trace) -> Option<(Times, f64)> {
    if count_equal(&a.near, &b.near) < 2 {
        return None;
    }
    let mut shifts: Vec<f64> =
        a.times.iter().flat_map(|x| b.times.iter().map(move |y| round(y - x))).collect();
    shifts.sort_by(f64::total_cmp);
    let most = shifts.chunk_by(|x, y| x == y).max_by_key(|chunk| chunk.len())?;
    let (count, shift) = (most.len(), most.first().copied()?);
    let tries = log10(a.end().max(b.end()));
    (count >= MIN_INTERVALS && shift != 0.0)
        .then(|| (Times::Shifted(count, shift), chance_of_equal(a, b, count) + tries))
}

/// The successive intervals of two logs with the least probable agreement: one factor between them, or nearly.
fn pattern(a: &Trace, b: &Trace) -> Option<(Times, f64)> {
    let (n, m) = (a.intervals.len(), b.intervals.len());
    if n == 0 || m == 0 {
        return None;
    }
    let mut best: Option<(Times, f64)> = None;
    let mut offer = |times, chance: f64| {
        if best.is_none_or(|(_, least)| chance < least) {
            best = Some((times, chance));
        }
    };
    for diagonal in 0..(n + m).saturating_sub(1) {
        let (i, j) = ((n - 1).saturating_sub(diagonal), diagonal.saturating_sub(n - 1));
        let length = (n - i).min(m - j);
        if length < MIN_INTERVALS {
            continue;
        }
        let ratio = |k: usize| b.intervals[j + k] - a.intervals[i + k];
        // Times are whole milliseconds, which limits how well intervals can agree.
        let rounding = |k: usize| exp(-a.intervals[i + k]) + exp(-b.intervals[j + k]);
        let chance = |from: usize, to: usize| {
            let count = (to - from) as f64;
            let mean = (from..to).map(ratio).sum::<f64>() / count;
            let squares = |k: usize| (ratio(k) - mean) * (ratio(k) - mean) + rounding(k) * rounding(k) + 1e-6;
            (chance_of_agreement(count - 1.0, (from..to).map(squares).sum()), exp(mean))
        };
        let (mut from, mut low, mut high) = (0, f64::INFINITY, f64::NEG_INFINITY);
        for k in 0..=length {
            let next = if k < length { ratio(k) } else { f64::INFINITY };
            (low, high) = (low.min(next), high.max(next));
            if high - low <= RUN_WIDTH + if k < length { rounding(k) } else { 0.0 } {
                continue;
            }
            if k - from >= MIN_INTERVALS {
                let (of_run, factor) = chance(from, k);
                let tries = if k - from == length { n + m } else { n * m };
                offer(Times::Scaled(k - from, factor), of_run + log10(tries as f64));
            }
            (from, low, high) = (k, next, next);
        }
        let (of_whole, _) = chance(0, length);
        offer(Times::Similar(length), of_whole + log10((n + m) as f64));
    }
    best.filter(|(_, chance)| *chance < 0.0)
}

/// The decimal logarithm of the chance, at most, that the sum of squared differences of logarithms is so small.
/// It is the first term of the chi-squared distribution's series, which is above the distribution.
fn chance_of_agreement(freedom: f64, squares: f64) -> f64 {
    let (half, x) = (freedom / 2.0, squares / (SPREAD * SPREAD) / 2.0);
    if half <= 0.0 { 0.0 } else { ((half * ln(x) - ln_gamma(half + 1.0)) / ln(10.0)).min(0.0) }
}

impl Pair {
    /// The finding about `report`. If `is_second`, the shift and the factor are those of the other file.
    fn finding(&self, report: &Report, other: &Report, is_second: bool) -> Finding {
        let file = &other.file;
        let beginning = report.log.iter().zip(&other.log).take_while(|(x, y)| x.is_same(y)).count();
        let (kind, what) = match self.times {
            Times::Equal(_) if beginning == report.log.len() && beginning == other.log.len() => {
                ("copy", format!("Its log is the same as that of {file}, with the same times."))
            }
            Times::Equal(_) if beginning >= 2 => (
                "begun",
                format!("The first {beginning} entries of its log are those of {file}, with the same times."),
            ),
            Times::Equal(count) => {
                ("copy", format!("Its log has {count} times that the log of {file} has, too."))
            }
            Times::Shifted(count, shift) => {
                let when = if (shift > 0.0) == is_second { "later" } else { "earlier" };
                let seconds = shift.abs() / 1000.0;
                ("copy", format!("{count} times of its log are those of {file}, {seconds} s {when}."))
            }
            Times::Scaled(count, factor) => {
                let factor = if is_second { factor } else { 1.0 / factor };
                (
                    "copy",
                    format!("{count} successive intervals of its log are those of {file} times {factor:.3}."),
                )
            }
            Times::Similar(count) => {
                ("copy", format!("{count} successive intervals of its log follow the pattern of {file}."))
            }
            Times::Different => ("copy", format!("Its steps are those of {file} at other times.")),
        };
        Finding::new(kind, format!("{what}{} {}", self.steps_text(), likely(self.expected)))
    }

    /// The equal steps of both logs as text.
    fn steps_text(&self) -> String {
        let mut parts = Vec::new();
        let questions: Vec<String> = self.questions.iter().take(MAX_NAMED).map(ToString::to_string).collect();
        match questions.split_last() {
            None => {}
            Some((last, [])) => parts.push(format!("the same answers to question {last}")),
            Some((last, others)) => {
                parts.push(format!("the same answers to questions {} and {last}", others.join(", ")));
            }
        }
        match self.settings {
            0 => {}
            1 => parts.push("the same change of a setting".to_owned()),
            n => parts.push(format!("the same {n} changes of settings")),
        }
        if parts.is_empty() { String::new() } else { format!(" Both have {}.", parts.join(" and ")) }
    }
}

/// How likely a copy is, in words.
pub(crate) fn likely(expected: f64) -> String {
    let word = match expected {
        _ if expected <= 1e-6 => "Practically certain",
        _ if expected <= 1e-4 => "Very likely",
        _ => "Likely",
    };
    let classes = if expected <= 1e-6 {
        "fewer than one class in a million".to_owned()
    } else {
        // One significant digit.
        let unit = pow(10.0, floor(log10(1.0 / expected)));
        format!("about one class in {}", whole::<u64>(round(1.0 / expected / unit) * unit))
    };
    format!("{word}: by chance, {classes} of this size has such a pair.")
}
