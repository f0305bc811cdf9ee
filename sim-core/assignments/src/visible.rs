//! Texts of files and students as a table can show them.

/// Whether a character is not drawn or changes the direction of the text after it, so that a name looks like
/// another one.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Letters of other alphabets that look like those of the Latin one, and these.
const LOOK_ALIKE: [&str; 2] = [
    "\u{430}\u{435}\u{43e}\u{440}\u{441}\u{443}\u{445}\u{456}\u{458}\u{455}\u{501}\u{51b}\u{51d}\u{4bb}\u{410}\u{412}\u{415}\u{41a}\u{41c}\u{41d}\u{41e}\u{420}\u{421}\u{422}\u{423}\u{425}\u{406}\u{408}\u{405}\u{3bf}\u{3b1}\u{3bd}\u{3c1}\u{3b9}\u{391}\u{392}\u{395}\u{396}\u{397}\u{399}\u{39a}\u{39c}\u{39d}\u{39f}\u{3a1}\u{3a4}\u{3a5}\u{3a7}\u{131}\u{261}",
    "aeopcyxijsdqwhABEKMHOPCTYXIJSoavpiABEZHIKMNOPTYXig",
];

/// What a name looks like: without the spaces around it, and with Latin letters instead of those that look like them.
pub fn look(name: &str) -> String {
    let latin = |c: char| {
        let wide = u32::from(c).checked_sub(0xfee0).filter(|code| (0x21..0x7f).contains(code));
        let wide = wide.and_then(char::from_u32);
        let [from, to] = LOOK_ALIKE.map(str::chars);
        from.zip(to).find(|(other, _)| *other == c).map(|(_, latin)| latin).or(wide).unwrap_or(c)
    };
    let words: Vec<&str> = name.split_whitespace().collect();
    words.join(" ").chars().map(latin).collect()
}

/// A text in which such characters are written as their codes, as in `[U+202E]`.
pub fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_hidden(c) {
            shown.push_str(&format!("[U+{:04X}]", u32::from(c)));
        } else {
            shown.push(c);
        }
    }
    shown
}
