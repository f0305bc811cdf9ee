//! The fluid model of Misra, Gong and Towsley 2000, integrated for the network of a run.
//!
//! For each class `i` of `N_i` flows with AIMD(a, b), with the round-trip time `R_i = T_i + q / C`:
//!
//! ```text
//! dW_i/dt = a / R_i(t) - b W_i(t) W_i(t - R_i) / R_i(t - R_i) p(t - R_i)
//! dq/dt   = sum of N_i W_i / R_i - C,   0 <= q <= B
//! dx/dt   = -ln(1 - w) C (q - x),       p = red(x)
//! ```
//!
//! For Reno `a = 1` and `b = 1/2`, which is the published equation. A drop-tail queue has no average. While
//! the buffer is full, it loses the packets that exceed the capacity: `p = 1 - C / sum of N_i W_i / R_i` for
//! `q = B`. All windows then rise and fall together, and the model reaches no equilibrium. Slow start and
//! timeouts are not part of the model.

use sim_core::analysis::response::fluid_equilibrium;
use sim_core::ground::convert::whole;
use sim_core::ground::math;
use sim_core::net::queues::red::{automatic_threshold, automatic_weight};

use crate::facts::{LinkFacts, RunFacts};
use crate::model::{Reason, Validity};

/// Flows of a kind that start together.
#[derive(Clone, Debug, PartialEq)]
pub struct FluidClass {
    /// The ID of the entry in the document's `flows`.
    pub id: String,
    pub count: f64,
    /// Base round-trip time `T`, s.
    pub base_rtt: f64,
    /// Packets per round trip by which a window grows.
    pub increase: f64,
    /// The share by which a loss reduces the window.
    pub decrease: f64,
    pub initial_window: f64,
    pub start: f64,
    pub stop: f64,
    /// Size of a packet in bits.
    pub bits: f64,
}

/// The rule by which a queue drops or marks packets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FluidQueue {
    DropTail,
    /// Thresholds in packets, weight of the average, largest early probability, and gentle mode.
    Red {
        min: f64,
        max: f64,
        weight: f64,
        max_p: f64,
        gentle: bool,
    },
}

impl FluidQueue {
    /// The probability at an average queue of `x` packets. 0 for drop-tail, which has no average.
    pub fn probability(&self, x: f64) -> f64 {
        match *self {
            Self::DropTail => 0.0,
            Self::Red { min, max, max_p, gentle, .. } => {
                if x < min {
                    0.0
                } else if x < max {
                    max_p * (x - min) / (max - min).max(f64::MIN_POSITIVE)
                } else if gentle && x < 2.0 * max {
                    max_p + (1.0 - max_p) * (x - max) / max
                } else {
                    1.0
                }
            }
        }
    }
}

/// The network of the fluid model.
#[derive(Clone, Debug, PartialEq)]
pub struct Fluid {
    pub classes: Vec<FluidClass>,
    /// Packets per second.
    pub capacity: f64,
    /// Buffer in packets.
    pub limit: f64,
    pub queue: FluidQueue,
    /// s
    pub duration: f64,
}

/// The solution: means within intervals of equal width.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FluidRun {
    /// Width of the intervals, s.
    pub width: f64,
    /// Waiting packets.
    pub queue: Vec<f64>,
    /// Probability of a loss or mark.
    pub probability: Vec<f64>,
    /// For each class, the window of a flow in packets; `None` while the class does not send.
    pub windows: Vec<Vec<Option<f64>>>,
    /// For each class, the rate of a flow in bit/s.
    pub rates: Vec<Vec<Option<f64>>>,
}

/// Steps per shortest base round-trip time.
const STEPS_PER_RTT: f64 = 50.0;
/// The largest number of steps, times the number of classes.
const MAX_WORK: f64 = 2e7;
/// With fewer flows than this, a single cut visibly changes the queue.
pub const ENOUGH_FLOWS: f64 = 20.0;

impl Fluid {
    /// The model of a run, and which of its assumptions hold.
    pub fn of(facts: &RunFacts) -> Result<(Self, Validity, Reason), Reason> {
        let link = facts.link.as_ref().ok_or(Reason::OtherAlgorithms)?;
        if !link.shared {
            return Err(Reason::SeveralLinks);
        }
        if facts.changes {
            return Err(Reason::Changes);
        }
        if link.has_loss {
            return Err(Reason::LossRules);
        }
        let queue = queue_of(link)?;
        let mut classes = Vec::new();
        for entry in facts.crossing() {
            let (increase, decrease) = entry.aimd().ok_or(Reason::OtherAlgorithms)?;
            if !entry.greedy {
                return Err(Reason::Limited);
            }
            classes.push(FluidClass {
                id: entry.id.clone(),
                count: entry.count,
                base_rtt: entry.base_rtt,
                increase,
                decrease,
                initial_window: entry.param("initial_window").unwrap_or(1.0),
                start: entry.start,
                stop: entry.stop.unwrap_or(f64::INFINITY),
                bits: 8.0 * entry.packet,
            });
        }
        let flows: f64 = classes.iter().map(|class| class.count).sum();
        let fluid =
            Self { classes, capacity: link.capacity(), limit: link.limit, queue, duration: facts.duration };
        if fluid.classes.is_empty() || fluid.work() > MAX_WORK {
            return Err(Reason::TooLong);
        }
        Ok(match (queue, flows < ENOUGH_FLOWS) {
            (FluidQueue::DropTail, _) => (fluid, Validity::Outside, Reason::FluidDropTail),
            (FluidQueue::Red { .. }, true) => (fluid, Validity::Outside, Reason::FluidFew),
            (FluidQueue::Red { .. }, false) => (fluid, Validity::Holds, Reason::FluidMany),
        })
    }

    /// The step in seconds: a fiftieth of the shortest round trip, which includes the service of a packet.
    fn step(&self) -> f64 {
        let shortest = self.classes.iter().map(|class| class.base_rtt).fold(f64::INFINITY, f64::min);
        (shortest.max(1.0 / self.capacity)) / STEPS_PER_RTT
    }

    fn work(&self) -> f64 {
        self.duration / self.step() * self.classes.len() as f64
    }

    /// Integrates the equations with Euler's method and returns means within intervals of `width` seconds.
    pub fn run(&self, width: f64) -> FluidRun {
        let step = self.step();
        let steps = whole::<usize>(self.duration / step);
        let intervals = whole::<usize>(math::round(self.duration / width).max(1.0));
        let mut state = State::new(self, steps);
        let mut means = Means::new(self.classes.len(), intervals);
        for k in 0..steps {
            let t = k as f64 * step;
            state.advance(self, t, step);
            means.add(&state, whole::<usize>(t / width).min(intervals - 1));
        }
        means.finish(self, width)
    }

    /// The window and the queue in equilibrium, if there is one class of flows and a RED queue. In equilibrium,
    /// `W = R C / N`, and RED drops at the loss rate `p` of `fluid_equilibrium`. Solved by bisection.
    pub fn equilibrium(&self) -> Option<(f64, f64)> {
        let [class] = self.classes.as_slice() else { return None };
        let FluidQueue::Red { .. } = self.queue else { return None };
        // p = a / (b W^2). `fluid_equilibrium` has Reno's a / b = 2.
        let scale = class.increase / class.decrease / 2.0;
        let surplus = |q: f64| {
            let (_, p) = fluid_equilibrium(class.count, self.capacity, class.base_rtt + q / self.capacity)?;
            Some(self.queue.probability(q) - (p * scale).min(1.0))
        };
        let (mut low, mut high) = (0.0, self.limit);
        if surplus(high)? < 0.0 {
            return None;
        }
        for _ in 0..100 {
            let middle = 0.5 * (low + high);
            if surplus(middle)? < 0.0 { low = middle } else { high = middle }
        }
        let queue = 0.5 * (low + high);
        let (window, _) =
            fluid_equilibrium(class.count, self.capacity, class.base_rtt + queue / self.capacity)?;
        Some((window, queue))
    }
}

fn queue_of(link: &LinkFacts) -> Result<FluidQueue, Reason> {
    let setting = |name: &str| link.queue_params[name].as_f64();
    let is_set = |name: &str| link.queue_params[name].as_bool() == Some(true);
    match link.queue.as_str() {
        "drop_tail" => Ok(FluidQueue::DropTail),
        "red" if is_set("adaptive") || is_set("byte_mode") => Err(Reason::AdaptiveRed),
        "red" => {
            let capacity = link.capacity();
            let min = setting("min_threshold").unwrap_or_else(|| automatic_threshold(capacity));
            Ok(FluidQueue::Red {
                min,
                max: setting("max_threshold").unwrap_or(3.0 * min).max(min),
                weight: setting("weight").unwrap_or_else(|| automatic_weight(link.delay, capacity)),
                max_p: setting("max_probability").unwrap_or(0.1),
                gentle: is_set("gentle"),
            })
        }
        _ => Err(Reason::QueueKind),
    }
}

/// The state at a time, with the history that the delayed terms need.
struct State {
    windows: Vec<f64>,
    active: Vec<bool>,
    queue: f64,
    average: f64,
    probability: f64,
    /// Per step: loss rate that a flow of each class causes, in losses per second.
    signals: Vec<Vec<f64>>,
}

impl State {
    fn new(fluid: &Fluid, steps: usize) -> Self {
        Self {
            windows: fluid.classes.iter().map(|class| class.initial_window).collect(),
            active: vec![false; fluid.classes.len()],
            queue: 0.0,
            average: 0.0,
            probability: 0.0,
            signals: vec![Vec::with_capacity(steps); fluid.classes.len()],
        }
    }

    fn advance(&mut self, fluid: &Fluid, t: f64, step: f64) {
        let wait = self.queue / fluid.capacity;
        let mut arrivals = 0.0;
        for (i, class) in fluid.classes.iter().enumerate() {
            self.active[i] = t >= class.start && t < class.stop;
            if self.active[i] {
                arrivals += class.count * self.windows[i] / (class.base_rtt + wait);
            }
        }
        let overflow = if self.queue >= fluid.limit && arrivals > fluid.capacity {
            1.0 - fluid.capacity / arrivals
        } else {
            0.0
        };
        self.probability = fluid.queue.probability(self.average).max(overflow);
        for (i, class) in fluid.classes.iter().enumerate() {
            let rtt = class.base_rtt + wait;
            let signal = if self.active[i] { self.windows[i] / rtt * self.probability } else { 0.0 };
            let now = self.signals[i].len();
            self.signals[i].push(signal);
            if !self.active[i] {
                continue;
            }
            let late = whole::<usize>(rtt / step);
            let delayed = now.checked_sub(late).map_or(0.0, |then| self.signals[i][then]);
            let change = class.increase / rtt - class.decrease * self.windows[i] * delayed;
            self.windows[i] = (self.windows[i] + step * change).max(1.0);
        }
        if let FluidQueue::Red { weight, .. } = fluid.queue {
            // Exact for a constant queue, so a large weight needs no smaller step.
            let keep = math::exp(step * fluid.capacity * math::ln_1p(-weight.min(0.999_999)));
            self.average = self.queue + (self.average - self.queue) * keep;
        }
        self.queue = math::limit(self.queue + step * (arrivals - fluid.capacity), 0.0, fluid.limit);
    }
}

/// Sums of the state within each interval.
struct Means {
    samples: Vec<f64>,
    queue: Vec<f64>,
    probability: Vec<f64>,
    active: Vec<Vec<f64>>,
    windows: Vec<Vec<f64>>,
    rates: Vec<Vec<f64>>,
}

impl Means {
    fn new(classes: usize, intervals: usize) -> Self {
        let zeros = vec![0.0; intervals];
        Self {
            samples: zeros.clone(),
            queue: zeros.clone(),
            probability: zeros.clone(),
            active: vec![zeros.clone(); classes],
            windows: vec![zeros.clone(); classes],
            rates: vec![zeros; classes],
        }
    }

    fn add(&mut self, state: &State, at: usize) {
        self.samples[at] += 1.0;
        self.queue[at] += state.queue;
        self.probability[at] += state.probability;
        for i in 0..state.windows.len() {
            if state.active[i] {
                self.active[i][at] += 1.0;
                self.windows[i][at] += state.windows[i];
                self.rates[i][at] += state.queue;
            }
        }
    }

    fn finish(self, fluid: &Fluid, width: f64) -> FluidRun {
        let mean = |sums: &[f64]| sums.iter().zip(&self.samples).map(|(sum, n)| sum / n.max(1.0)).collect();
        let of_active = |sums: &[f64], active: &[f64]| -> Vec<Option<f64>> {
            sums.iter().zip(active).map(|(sum, &n)| (n > 0.0).then(|| sum / n)).collect()
        };
        let windows: Vec<Vec<Option<f64>>> =
            self.windows.iter().zip(&self.active).map(|(sums, active)| of_active(sums, active)).collect();
        let rates = fluid
            .classes
            .iter()
            .enumerate()
            .map(|(i, class)| {
                let queues = of_active(&self.rates[i], &self.active[i]);
                let rate = |(window, queue): (&Option<f64>, Option<f64>)| {
                    Some(class.bits * (*window)? / (class.base_rtt + queue? / fluid.capacity))
                };
                windows[i].iter().zip(queues).map(rate).collect()
            })
            .collect();
        FluidRun { width, queue: mean(&self.queue), probability: mean(&self.probability), windows, rates }
    }
}

/// A value deviates from the fluid if their relative difference is larger than this.
pub const DEVIATION: f64 = 0.1;

/// The spans of time, as pairs of start and end in seconds, in which a measured series differs from the fluid
/// by more than `DEVIATION`. `floor` is the smallest level with which a difference is compared, so that a
/// small difference does not count while the fluid's queue is nearly empty.
pub fn deviations(width: f64, fluid: &[Option<f64>], measured: &[Option<f64>], floor: f64) -> Vec<[f64; 2]> {
    let mut spans: Vec<[f64; 2]> = Vec::new();
    for (k, (fluid, measured)) in fluid.iter().zip(measured).enumerate() {
        let (Some(fluid), Some(measured)) = (fluid, measured) else { continue };
        if (measured - fluid).abs() <= DEVIATION * fluid.abs().max(floor) {
            continue;
        }
        let (from, to) = (k as f64 * width, (k + 1) as f64 * width);
        match spans.last_mut() {
            Some(last) if (last[1] - from).abs() < 1e-9 * to => last[1] = to,
            _ => spans.push([from, to]),
        }
    }
    spans
}
