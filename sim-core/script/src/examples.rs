//! The programs with which people begin.

/// A program to begin with.
#[derive(Clone, Copy, Debug)]
pub struct ExampleProgram {
    /// Its name in links and files.
    pub id: &'static str,
    /// Its text.
    pub source: &'static str,
}

macro_rules! programs {
    ($($id:literal),* $(,)?) => {
        /// All of them, the simplest first.
        pub const EXAMPLES: &[ExampleProgram] = &[
            $(ExampleProgram { id: $id, source: include_str!(concat!("../examples/", $id, ".fair")) },)*
        ];
    };
}

programs!("empty", "reno", "aimd", "cubic", "vegas", "delay-target", "dctcp", "bbr", "lda-plus", "tfrc");
