//! The words of a program without what is easily changed in a copy: names, numbers, texts, comments and spaces.

use crate::builtins::BUILTINS;
use crate::faults::Faults;
use crate::levels::LEVELS;
use crate::lexer::{LexemeKind, lexemes};
use crate::parser::KEYWORDS;
use crate::span::Span;

/// Whether a word belongs to the language, and is not a name that the program chose.
fn is_known(word: &str) -> bool {
    let of_level = |level: &&crate::Interface| {
        level.level == word
            || level.handler(word).is_some()
            || level.input(word).is_some()
            || level.control(word).is_some()
    };
    matches!(word, "log" | "unit")
        || KEYWORDS.contains(&word)
        || BUILTINS.iter().any(|builtin| builtin.name == word)
        || LEVELS.iter().any(of_level)
}

/// The words and signs of a text in order, whether or not it is a program. Every name that the program chose is
/// `name`, every number `0` and every text `""`.
pub fn normalised(source: &str) -> Vec<&str> {
    let mut faults = Faults::new(source);
    let list = lexemes(source, Span::new(0, source.len()), &mut faults);
    let word = |kind| match kind {
        LexemeKind::Word(word) if is_known(word) => Some(word),
        LexemeKind::Word(_) => Some("name"),
        LexemeKind::Number(_) => Some("0"),
        LexemeKind::Text(_) => Some("\"\""),
        LexemeKind::Symbol(symbol) => Some(symbol),
        LexemeKind::NewLine | LexemeKind::End => None,
    };
    list.into_iter().filter_map(|lexeme| word(lexeme.kind)).collect()
}

#[test]
fn names_numbers_comments_and_spaces_make_no_difference() {
    let one = "var peak = 3 # highest\non_ack { cwnd += peak / cwnd; say(\"up\") }";
    let other = "var top=4.5\non_ack {\n  cwnd += top/cwnd\n  say(\"it grows\")\n}\n";
    assert_eq!(normalised(one), normalised(other));
    assert_ne!(normalised(one), normalised(&other.replace("cwnd +=", "cwnd -=")));
}
