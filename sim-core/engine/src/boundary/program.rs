//! What an editor needs about programs: what the language offers, and what the compiler found in a text.

use super::CodePlace;
use crate::json_object;

json_object! {
    /// A setting that a program declares.
    #[derive(Clone, Debug)]
    pub struct ProgramSetting {
        pub name: String,
        /// Whether the values are `true` and `false`.
        pub is_switch: bool,
        /// The value in the program. 0 and 1 stand for `false` and `true`.
        pub default: f64,
        pub low: f64,
        pub high: f64,
        /// Whether a slider divides the range by ratios.
        pub is_logarithmic: bool,
        pub unit: String,
        pub help: String,
    }
}

json_object! {
    /// A text as the compiler read it.
    #[derive(Clone, Debug)]
    pub struct ProgramReport {
        /// What is wrong, in the order of the text. Without faults, the text is a program.
        pub faults: Vec<CodePlace>,
        /// The word after `sender`. It is `window` if there are faults.
        pub level: &'static str,
        pub settings: Vec<ProgramSetting>,
        /// The names of the series that the program reports.
        pub signals: Vec<String>,
    }
}

json_object! {
    /// The value of a name of a program, or those of an array.
    #[derive(Clone, Debug)]
    pub struct ProgramValue {
        pub name: String,
        /// The line that declares the name; null for the names of the language.
        pub line: Option<u32>,
        pub is_truth: bool,
        /// Null stands for infinity.
        pub values: Vec<Option<f64>>,
    }
}

json_object! {
    /// What the program of a flow did last, and the values of its names since then.
    #[derive(Clone, Debug)]
    pub struct ProgramState {
        /// The lines that ran in the last call.
        pub lines: Vec<u32>,
        pub values: Vec<ProgramValue>,
    }
}

json_object! {
    /// A name of the language and its help.
    #[derive(Clone, Debug)]
    pub struct LanguageName {
        pub name: &'static str,
        /// Its unit, `true or false`, or the arguments of a function.
        pub detail: String,
        pub help: String,
        /// The handlers in which it exists; none stands for all of them.
        pub handlers: Vec<&'static str>,
    }
}

json_object! {
    /// What the programs of one level can read, change and react to.
    #[derive(Clone, Debug)]
    pub struct LanguageLevel {
        /// The word after `sender`.
        pub level: &'static str,
        pub help: &'static str,
        pub handlers: Vec<LanguageName>,
        pub inputs: Vec<LanguageName>,
        pub controls: Vec<LanguageName>,
    }
}

json_object! {
    /// A program to begin with.
    #[derive(Clone, Debug)]
    pub struct LanguageExample {
        pub id: &'static str,
        pub source: &'static str,
    }
}

json_object! {
    /// Everything that the language of programs has.
    #[derive(Clone, Debug)]
    pub struct ProgramLanguage {
        pub keywords: Vec<&'static str>,
        pub levels: Vec<LanguageLevel>,
        pub functions: Vec<LanguageName>,
        pub examples: Vec<LanguageExample>,
        /// The largest number of bytes in a text.
        pub max_source: usize,
    }
}
