//! The functions of formulas.

use super::value::{List, UNDEFINED, Value, is_true};
use sim_core::analysis::convergence::{EpsilonFair, Series};
use sim_core::analysis::tpba::{
    Response, SettlingCriterion, average_difference, first_crossing, intra_difference, n_cross, n_join,
};
use sim_core::analysis::{descriptive, fairness, smoothness};
use sim_core::ground::convert::whole;
use sim_core::ground::math;
use sim_core::params::{clipped, suggestion};

/// A function of formulas.
#[derive(Debug)]
pub struct Function {
    pub name: &'static str,
    /// The smallest and the largest number of arguments.
    pub arguments: (usize, usize),
    pub rule: Rule,
}

/// How a function gets its result.
#[derive(Clone, Copy, Debug)]
pub enum Rule {
    /// From the values of its arguments.
    Values(fn(&[Value]) -> Value),
    /// The second argument if the first is true, otherwise the third.
    If,
    /// From a signal of a run. The first argument is a path such as `tcp.throughput`.
    Signal(Signal),
    /// The values of a quantity in each run, of all seeds. The argument selects the quantity.
    Seeds,
    /// The coordinates of the values of a quantity on the axis that is the second argument.
    Coordinates,
}

/// What is read from the signals of flows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// The total rate of the flows in bit/s, in bins of the second argument.
    Rates,
    /// The rate of each flow.
    EachRate,
    /// The increments of a counter, summed over the flows, in bins of the second argument.
    Counts,
    /// The last value of a gauge in each recorded bin.
    Series,
    /// The same for each flow.
    EachSeries,
}

const ANY: usize = usize::MAX;

const fn values(name: &'static str, arguments: (usize, usize), rule: fn(&[Value]) -> Value) -> Function {
    Function { name, arguments, rule: Rule::Values(rule) }
}

const fn signal(name: &'static str, arguments: (usize, usize), signal: Signal) -> Function {
    Function { name, arguments, rule: Rule::Signal(signal) }
}

/// All functions. docs/papers-as-files.md describes each of them.
static FUNCTIONS: &[Function] = &[
    // Signals of a run, and values of all seeds.
    signal("rates", (2, 2), Signal::Rates),
    signal("each_rate", (2, 2), Signal::EachRate),
    signal("counts", (1, 2), Signal::Counts),
    signal("series", (1, 1), Signal::Series),
    signal("each_series", (1, 1), Signal::EachSeries),
    Function { name: "seeds", arguments: (1, 1), rule: Rule::Seeds },
    Function { name: "coordinates", arguments: (2, 2), rule: Rule::Coordinates },
    // Choices.
    Function { name: "if", arguments: (3, 3), rule: Rule::If },
    values("default", (2, 2), |a| if a[0].number().is_nan() { a[1].clone() } else { a[0].clone() }),
    values("defined", (1, 1), |a| Value::from(!a[0].number().is_nan())),
    // Numbers.
    values("abs", (1, 1), |a| a[0].map(f64::abs)),
    values("floor", (1, 1), |a| a[0].map(math::floor)),
    values("ceil", (1, 1), |a| a[0].map(math::ceil)),
    values("round", (1, 1), |a| a[0].map(math::round)),
    values("mod", (2, 2), |a| Value::from(a[0].number().rem_euclid(a[1].number()))),
    // Statistics of a list, or of each list of a group.
    values("mean", (1, 1), |a| statistic(a, descriptive::mean)),
    values("median", (1, 1), |a| statistic(a, descriptive::median)),
    values("sum", (1, 1), |a| statistic(a, |numbers| Some(numbers.iter().sum()))),
    values("length", (1, 1), |a| statistic(a, |numbers| Some(numbers.len() as f64))),
    values("last", (1, 1), |a| statistic(a, |numbers| numbers.last().copied())),
    values("min", (1, ANY), |a| extreme(a, f64::min)),
    values("max", (1, ANY), |a| extreme(a, f64::max)),
    values("cov", (1, 1), |a| statistic(a, smoothness::cov)),
    values("jain", (1, 1), |a| statistic(a, fairness::jain)),
    values("rate_spread", (1, 1), |a| statistic(a, fairness::rate_spread)),
    values("quantile", (2, 2), |a| Value::from(descriptive::quantile(&a[0].list().numbers, a[1].number()))),
    values("share_within", (2, 2), share_within),
    values("correlation", (2, 2), |a| pair(a, descriptive::correlation)),
    values("rank_correlation", (2, 2), |a| pair(a, descriptive::rank_correlation)),
    // Fairness between flows.
    values("theta", (2, 2), |a| pair(a, fairness::theta)),
    values("friendliness", (2, 2), |a| pair(a, fairness::friendliness)),
    values("tcp_ratio", (2, 2), |a| pair(a, fairness::tcp_ratio)),
    values("tfi", (2, 2), |a| pair(a, fairness::tfi)),
    // Lists and groups.
    values("list", (1, ANY), |a| complete(&a.iter().map(Value::number).collect::<Vec<f64>>())),
    values("complete", (1, 1), |a| complete(&a[0].list().numbers)),
    values("group", (1, ANY), |a| Value::Group(a.iter().flat_map(Value::group).collect())),
    values("known", (1, 1), |a| lists(a, |list| filtered(list, f64::is_finite))),
    values("above", (2, 2), |a| number_and_list(a, |list, limit| filtered(list, |x| x > limit))),
    values("value", (2, 2), value_at),
    values("part", (3, 3), part),
    values("between", (3, 3), between),
    values("after", (2, 2), |a| {
        number_and_list(a, |list, from| List::new(list.step, list.between(from, f64::INFINITY).to_vec()))
    }),
    values("during", (3, 3), during),
    values("differences", (1, 1), |a| lists(a, |list| List::new(list.step, differences(&list.numbers)))),
    values("indices", (1, 1), |a| lists(a, |list| positions(list, |i| is_true(list.numbers[i])))),
    values("falls", (2, 2), |a| number_and_list(a, falls)),
    values("widen", (2, 2), |a| number_and_list(a, widen)),
    values("distinct", (2, 2), |a| number_and_list(a, distinct)),
    values("total", (1, 1), |a| by_bin(a, |numbers| Some(numbers.iter().sum()))),
    values("jain_by_bin", (1, 1), |a| by_bin(a, fairness::jain)),
    values("means_between", (2, 2), means_between),
    // Times.
    values("starts", (1, 1), |a| {
        Value::List(List::plain(periods(&a[0].list()).into_iter().map(|p| p.0).collect()))
    }),
    values("ends", (1, 1), |a| {
        Value::List(List::plain(periods(&a[0].list()).into_iter().map(|p| p.1).collect()))
    }),
    values("first_run", (3, 3), |a| Value::from(first_run(a))),
    values("convergence_time", (3, 3), convergence_time),
    values("first_crossing", (4, 4), |a| crossing(a, first_crossing)),
    values("n_cross", (5, 5), |a| {
        let criterion = SettlingCriterion { band: a[4].number(), ..SettlingCriterion::DEFAULT };
        crossing(a, |flow, tcp, from| n_cross(flow, tcp, from, criterion))
    }),
    values("n_join", (4, 4), |a| {
        // Periods count as the unit of time, so that `joined` is an index like that of the others.
        let joined = a[3].number();
        crossing(a, |flow, tcp, _| n_join(flow, tcp, joined, 1.0))
    }),
    values("intra_difference", (3, 3), |a| over_periods(a, intra_difference)),
    values("average_difference", (3, 3), |a| over_periods(a, average_difference)),
    values("response_time", (3, 3), |a| {
        let (from, share) = (a[1].number(), a[2].number());
        Value::from(
            Some(from)
                .filter(|from| !from.is_nan())
                .and_then(|from| Response::DEFAULT.time(&a[0].list().numbers, from, share)),
        )
    }),
];

/// The names of all functions.
pub fn names() -> impl Iterator<Item = &'static str> {
    FUNCTIONS.iter().map(|function| function.name)
}

pub fn find(name: &str) -> Result<&'static Function, String> {
    FUNCTIONS.iter().find(|function| function.name == name).ok_or_else(|| {
        let hint =
            suggestion(name, names()).map_or_else(String::new, |close| format!(" Did you mean `{close}`?"));
        format!("There is no function `{}`.{hint}", clipped(name))
    })
}

/// A statistic of a list, or the list of the statistics of a group.
fn statistic(arguments: &[Value], statistic: fn(&[f64]) -> Option<f64>) -> Value {
    let of = |list: &List| statistic(&list.numbers).unwrap_or(f64::NAN);
    match &arguments[0] {
        Value::Group(lists) => Value::List(List::plain(lists.iter().map(of).collect())),
        other => Value::Number(of(&other.list())),
    }
}

/// With one argument, the smallest or largest finite number of the list. With several, that of the numbers,
/// which is undefined if one of them is.
fn extreme(arguments: &[Value], better: fn(f64, f64) -> f64) -> Value {
    if let [_] = arguments {
        let of = |list: &List| list.numbers.iter().copied().filter(|x| x.is_finite()).reduce(better);
        return match &arguments[0] {
            Value::Group(lists) => {
                Value::List(List::plain(lists.iter().map(|list| of(list).unwrap_or(f64::NAN)).collect()))
            }
            other => Value::from(of(&other.list())),
        };
    }
    let numbers = arguments.iter().map(Value::number);
    Value::from(numbers.reduce(|x, y| if x.is_nan() || y.is_nan() { f64::NAN } else { better(x, y) }))
}

/// A list of defined numbers; undefined if one of them is undefined.
fn complete(numbers: &[f64]) -> Value {
    if numbers.iter().any(|x| x.is_nan()) { UNDEFINED } else { Value::List(List::plain(numbers.to_vec())) }
}

fn pair(arguments: &[Value], function: fn(&[f64], &[f64]) -> Option<f64>) -> Value {
    Value::from(function(&arguments[0].list().numbers, &arguments[1].list().numbers))
}

/// Applies a function to a list, or to each list of a group.
fn lists(arguments: &[Value], function: impl Fn(&List) -> List) -> Value {
    match &arguments[0] {
        Value::Group(lists) => Value::Group(lists.iter().map(function).collect()),
        other => Value::List(function(&other.list())),
    }
}

fn number_and_list(arguments: &[Value], function: fn(&List, f64) -> List) -> Value {
    let number = arguments[1].number();
    lists(arguments, |list| function(list, number))
}

fn filtered(list: &List, accepts: impl Fn(f64) -> bool) -> List {
    List::new(list.step, list.numbers.iter().copied().filter(|&x| accepts(x)).collect())
}

/// A number as an index; `None` if it is negative or undefined.
fn index(value: &Value) -> Option<usize> {
    let x = value.number();
    (x >= 0.0).then_some(whole::<usize>(x))
}

/// The number of a list, or the list of a group, with an index.
fn value_at(arguments: &[Value]) -> Value {
    let Some(i) = index(&arguments[1]) else { return UNDEFINED };
    match &arguments[0] {
        Value::Group(lists) => lists.get(i).map_or(UNDEFINED, |list| Value::List(list.clone())),
        other => Value::from(other.list().numbers.get(i).copied()),
    }
}

/// The numbers of a list, or the lists of a group, from one index up to another, which is not included.
fn part(arguments: &[Value]) -> Value {
    let (Some(from), Some(to)) = (index(&arguments[1]), index(&arguments[2])) else {
        return Value::List(List::plain(Vec::new()));
    };
    let range = |length: usize| from.min(to).min(length)..to.min(length);
    match &arguments[0] {
        Value::Group(lists) => Value::Group(lists[range(lists.len())].to_vec()),
        other => {
            let list = other.list();
            Value::List(List::new(list.step, list.numbers[range(list.numbers.len())].to_vec()))
        }
    }
}

fn between(arguments: &[Value]) -> Value {
    let (from, to) = (arguments[1].number(), arguments[2].number());
    lists(arguments, |list| List::new(list.step, list.between(from, to).to_vec()))
}

/// The series, with undefined numbers before `from` and at `to` or later.
fn during(arguments: &[Value]) -> Value {
    let (from, to) = (arguments[1].number(), arguments[2].number());
    lists(arguments, |list| {
        let in_period = |bin: usize| {
            let t = bin as f64 * list.step;
            t >= from - 1e-9 && t < to - 1e-9
        };
        let number = |(bin, &x): (usize, &f64)| if in_period(bin) { x } else { f64::NAN };
        List::new(list.step, list.numbers.iter().enumerate().map(number).collect())
    })
}

fn differences(numbers: &[f64]) -> Vec<f64> {
    numbers.windows(2).map(|two| two[1] - two[0]).collect()
}

fn positions(list: &List, accepts: impl Fn(usize) -> bool) -> List {
    List::plain((0..list.numbers.len()).filter(|&i| accepts(i)).map(|i| i as f64).collect())
}

/// The indices of the numbers that are smaller than the previous one by more than `by`.
fn falls(list: &List, by: f64) -> List {
    positions(list, |i| i > 0 && list.numbers[i] < list.numbers[i - 1] - by)
}

fn widen(list: &List, factor: f64) -> List {
    List::new(list.step * factor, smoothness::widen_bins(&list.numbers, whole::<usize>(factor)))
}

/// The list without numbers that differ from the previous one by less than `tolerance`.
fn distinct(list: &List, tolerance: f64) -> List {
    let mut numbers = list.numbers.clone();
    numbers.dedup_by(|next, previous| (*next - *previous).abs() < tolerance);
    List::new(list.step, numbers)
}

fn share_within(arguments: &[Value]) -> Value {
    let fraction = arguments[1].number();
    let of = |list: &List| {
        let share = |centre| smoothness::share_within(&list.numbers, centre, fraction);
        descriptive::mean(&list.numbers).and_then(share).unwrap_or(f64::NAN)
    };
    match &arguments[0] {
        Value::Group(lists) => Value::List(List::plain(lists.iter().map(of).collect())),
        other => Value::Number(of(&other.list())),
    }
}

/// A statistic of the defined numbers of a group in each bin.
fn by_bin(arguments: &[Value], statistic: fn(&[f64]) -> Option<f64>) -> Value {
    let lists = arguments[0].group();
    let bins = lists.iter().map(|list| list.numbers.len()).min().unwrap_or(0);
    let of_bin = |bin: usize| {
        let numbers: Vec<f64> = lists.iter().map(|list| list.numbers[bin]).filter(|x| !x.is_nan()).collect();
        statistic(&numbers).unwrap_or(f64::NAN)
    };
    let step = lists.first().map_or(1.0, |list| list.step);
    Value::List(List::new(step, (0..bins).map(of_bin).collect()))
}

/// The means of a list between each two neighbouring indices, where they are defined.
fn means_between(arguments: &[Value]) -> Value {
    let (list, at) = (arguments[0].list(), arguments[1].list());
    let mean = |two: &[f64]| {
        descriptive::mean(crate::run_result::slice_bins(
            &list.numbers,
            whole::<usize>(two[0])..whole::<usize>(two[1]),
        ))
    };
    Value::List(List::plain(at.numbers.windows(2).filter_map(mean).collect()))
}

/// The start and end of each period in which a series is above one half, in seconds. The end of the last
/// period is infinite if the series ends before the period.
fn periods(series: &List) -> Vec<(f64, f64)> {
    let mut periods: Vec<(f64, f64)> = Vec::new();
    let mut was_above = false;
    for (bin, &x) in series.numbers.iter().enumerate() {
        let t = bin as f64 * series.step;
        match (was_above, x > 0.5, periods.last_mut()) {
            (false, true, _) => periods.push((t, f64::INFINITY)),
            (true, false, Some(last)) => last.1 = t,
            _ => {}
        }
        was_above = x > 0.5;
    }
    periods
}

/// The start of the first run of at least `count` consecutive true bins of a series, at or after a time.
fn first_run(arguments: &[Value]) -> Option<f64> {
    let (list, count) = (arguments[0].list(), index(&arguments[1]).filter(|count| *count > 0)?);
    let first = index(&Value::Number(arguments[2].number() / list.step))?;
    let bins = list.numbers.get(first..)?;
    let found = bins.windows(count).position(|bins| bins.iter().all(|&x| is_true(x)))?;
    Some((first + found) as f64 * list.step)
}

fn convergence_time(arguments: &[Value]) -> Value {
    let lists = arguments[0].group();
    let flows: Vec<&[f64]> = lists.iter().map(|list| list.numbers.as_slice()).collect();
    let bin = lists.first().map_or(1.0, |list| list.step);
    let rule = EpsilonFair { epsilon: arguments[1].number(), ..EpsilonFair::TAIMD };
    Value::from(rule.convergence_time(Series { bin, flows: &flows }, arguments[2].number()))
}

/// The period that `find` finds for a flow and two TCP flows, the first three arguments. The fourth argument
/// is the index of the period with which the search begins.
fn crossing(arguments: &[Value], find: impl Fn(&[f64], [&[f64]; 2], usize) -> Option<usize>) -> Value {
    let [flow, one, two] = [0, 1, 2].map(|i: usize| arguments[i].list().numbers);
    let found = index(&arguments[3]).and_then(|from| find(&flow, [&one, &two], from));
    Value::from(found.map(|period| period as f64))
}

/// A difference between the flows of a group over the periods from one index to another one.
fn over_periods(arguments: &[Value], difference: fn(&[&[f64]], usize, usize) -> Option<f64>) -> Value {
    let lists = arguments[0].group();
    let flows: Vec<&[f64]> = lists.iter().map(|list| list.numbers.as_slice()).collect();
    let periods = index(&arguments[1]).zip(index(&arguments[2]));
    Value::from(periods.and_then(|(from, to)| difference(&flows, from, to)))
}
