//! Compares programs. Names, numbers, texts, comments and spaces make no difference, and what the programs to
//! begin with contain, too, says nothing.
//!
//! The chance of a part that two programs share follows from how often its words follow each other in the other
//! programs. Programs for the same task resemble each other more than this says, so each word counts half.

use std::collections::{BTreeMap, BTreeSet};

use fairshare_script::{examples::EXAMPLES, normalised};
use sim_core::ground::math::log10;

use crate::check::Finding;
use crate::compare::{MAX_EXPECTED, MAX_NAMED, likely};

/// Only parts of at least this many successive words are compared.
const MIN_WORDS: usize = 12;
/// A longer program is compared up to here.
const MAX_WORDS: usize = 20_000;
/// The weight of a word's chance.
const WEIGHT: f64 = 0.5;

type Words = Vec<u16>;

/// How often words follow each other.
#[derive(Default)]
struct Habits {
    counts: BTreeMap<[u16; 3], f64>,
    pairs: BTreeMap<[u16; 2], f64>,
    pair_starts: BTreeMap<[u16; 2], f64>,
    single: BTreeMap<u16, f64>,
    starts: BTreeMap<u16, f64>,
    all: f64,
}

/// The word before the first one.
const NONE: u16 = u16::MAX;

impl Habits {
    /// Adds the words of a program, or takes them away.
    fn add(&mut self, words: &Words, times: f64) {
        let (mut second, mut last) = (NONE, NONE);
        for &word in words {
            *self.counts.entry([second, last, word]).or_insert(0.0) += times;
            *self.pair_starts.entry([second, last]).or_insert(0.0) += times;
            *self.pairs.entry([last, word]).or_insert(0.0) += times;
            *self.starts.entry(last).or_insert(0.0) += times;
            *self.single.entry(word).or_insert(0.0) += times;
            self.all += times;
            (second, last) = (last, word);
        }
    }

    /// The probability of a word after two others. If these are rare, it follows mainly from the last of them, or from the word alone.
    fn chance(&self, second: u16, last: u16, word: u16) -> f64 {
        let of = |count: Option<&f64>| count.copied().unwrap_or(0.0);
        let alone = (of(self.single.get(&word)) + 1.0) / (self.all + self.single.len() as f64 + 1.0);
        let after_one = (of(self.pairs.get(&[last, word])) + alone) / (of(self.starts.get(&last)) + 1.0);
        (of(self.counts.get(&[second, last, word])) + after_one)
            / (of(self.pair_starts.get(&[second, last])) + 1.0)
    }
}

/// The parts that a program shares with another one.
struct Shared {
    words: usize,
    parts: usize,
    /// The decimal logarithm of the chance that they agree if nobody copied.
    chance: f64,
}

/// The programs of a class and the examples, with the habits that follow from all of them.
struct ProgramClass {
    programs: Vec<Words>,
    examples: Vec<Words>,
    known: BTreeSet<Words>,
    habits: Habits,
}

impl ProgramClass {
    fn of(codes: &[&str]) -> Self {
        let mut numbers: BTreeMap<String, u16> = BTreeMap::new();
        let mut words_of = |code: &str| {
            let words = normalised(code).into_iter().take(MAX_WORDS).map(|word| {
                let next = u16::try_from(numbers.len()).unwrap_or(NONE - 1);
                *numbers.entry(word.to_owned()).or_insert(next)
            });
            words.collect::<Words>()
        };
        let examples: Vec<Words> = EXAMPLES.iter().map(|example| words_of(example.source)).collect();
        let programs: Vec<Words> = codes.iter().map(|code| words_of(code)).collect();
        let known = examples.iter().flat_map(|words| words.windows(MIN_WORDS).map(<[u16]>::to_vec)).collect();
        let mut habits = Habits::default();
        examples.iter().chain(&programs).for_each(|words| habits.add(words, 1.0));
        ProgramClass { programs, examples, known, habits }
    }

    /// The example that a program is, apart from names and numbers.
    fn example_of(&self, program: usize) -> Option<&'static str> {
        let found = self.examples.iter().position(|words| *words == self.programs[program])?;
        EXAMPLES.get(found).map(|example| example.id)
    }

    fn shared(&mut self, a: usize, b: usize, grams: &[BTreeSet<Words>]) -> Option<Shared> {
        if grams[a].is_disjoint(&grams[b]) {
            return None;
        }
        let (first, second) = (self.programs[a].clone(), self.programs[b].clone());
        // The habits are counted without these two programs.
        self.habits.add(&first, -1.0);
        self.habits.add(&second, -1.0);
        let mut is_shared = vec![false; first.len()];
        for (start, gram) in first.windows(MIN_WORDS).enumerate() {
            if grams[b].contains(gram) {
                is_shared[start..start + MIN_WORDS].fill(true);
            }
        }
        let tries = log10((first.len() * second.len()) as f64);
        let mut shared = Shared { words: 0, parts: 0, chance: 0.0 };
        for (at, _) in is_shared.iter().enumerate().filter(|(_, is_shared)| **is_shared) {
            let before = |n: usize| at.checked_sub(n).map_or(NONE, |at| first[at]);
            if at == 0 || !is_shared[at - 1] {
                shared.parts += 1;
                shared.chance += tries;
            }
            shared.words += 1;
            shared.chance += WEIGHT * log10(self.habits.chance(before(2), before(1), first[at]));
        }
        self.habits.add(&first, 1.0);
        self.habits.add(&second, 1.0);
        Some(shared)
    }
}

/// The findings about each program, in order. An empty text stands for no program.
pub fn compare(codes: &[&str], files: &[&str]) -> Vec<Vec<Finding>> {
    let mut class = ProgramClass::of(codes);
    let mut found: Vec<Vec<Finding>> = (0..codes.len())
        .map(|program| {
            let example = class.example_of(program).filter(|_| !codes[program].is_empty());
            let text = |id| format!("It is the example {id}, with at most other names and numbers.");
            example.map(|id| Finding::new("example", text(id))).into_iter().collect()
        })
        .collect();
    let grams: Vec<BTreeSet<Words>> = class
        .programs
        .iter()
        .map(|words| {
            let all = words.windows(MIN_WORDS).filter(|gram| !class.known.contains(*gram));
            all.map(<[u16]>::to_vec).collect()
        })
        .collect();
    let count = codes.iter().filter(|code| !code.is_empty()).count() as f64;
    let pairs = (count * (count - 1.0) / 2.0).max(1.0);
    for (a, findings) in found.iter_mut().enumerate() {
        for b in (0..codes.len()).filter(|b| *b != a) {
            let Some(shared) = class.shared(a, b, &grams) else { continue };
            // The finding concerns both, so both directions have to agree on it.
            let back = class.shared(b, a, &grams).map_or(0.0, |shared| shared.chance);
            let expected = pairs * sim_core::ground::math::pow(10.0, shared.chance.max(back));
            if expected <= MAX_EXPECTED {
                let all = class.programs[a].len().max(1);
                let parts = if shared.parts == 1 {
                    "in a row".to_owned()
                } else {
                    format!("in {} parts", shared.parts)
                };
                let text = format!(
                    "{} of its {all} words and signs, {parts}, are those of {}, whatever the names and numbers. {}",
                    shared.words,
                    files[b],
                    likely(expected)
                );
                findings.push(Finding::new("copy", text));
            }
        }
    }
    for findings in &mut found {
        if findings.len() > MAX_NAMED {
            let more = findings.len() - MAX_NAMED;
            findings.truncate(MAX_NAMED);
            let files = if more == 1 { "1 more file".to_owned() } else { format!("{more} more files") };
            findings.push(Finding::new("copy", format!("The same holds for {files}.")));
        }
    }
    found
}
