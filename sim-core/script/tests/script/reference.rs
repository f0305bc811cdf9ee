//! docs/write-your-own.md contains the reference tables of the interface, and all of its code compiles.

use fairshare_script::{BUILTINS, LEVELS, compile, limits};
use std::fmt::Write as _;
use std::path::Path;

fn page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/write-your-own.md");
    std::fs::read_to_string(path).expect("the page exists")
}

/// The text between two marks of the page.
fn between<'p>(page: &'p str, name: &str) -> &'p str {
    let (start, end) = (format!("<!-- {name} -->\n"), format!("\n<!-- end of {name} -->"));
    let after = page.split_once(&start).unwrap_or_else(|| panic!("the page has no {start}")).1;
    after.split_once(&end).unwrap_or_else(|| panic!("the page has no {end}")).0
}

#[test]
fn the_page_has_the_tables_of_the_interface() {
    let page = page();
    for level in LEVELS {
        let expected = level.reference();
        assert_eq!(
            between(&page, level.level).trim(),
            expected.trim(),
            "expected for `{}`:\n{expected}",
            level.level
        );
    }
}

#[test]
fn the_page_has_the_table_of_functions() {
    let mut expected = "| function | value |\n| --- | --- |\n".to_owned();
    for builtin in BUILTINS {
        let _ = writeln!(expected, "| `{}({})` | {} |", builtin.name, builtin.arguments, builtin.help);
    }
    assert_eq!(between(&page(), "functions").trim(), expected.trim(), "expected:\n{expected}");
}

#[test]
fn the_page_states_the_limits() {
    let page = page();
    let budget = fairshare_script::Budget::default();
    for stated in [
        format!("{} kB", limits::MAX_SOURCE / 1024),
        format!("{} numbers", limits::MAX_VARIABLES),
        format!("{} settings", limits::MAX_SETTINGS),
        format!("{} signals", limits::MAX_SIGNALS),
        format!("{} functions", limits::MAX_FUNCTIONS),
        format!("{} sentences", limits::MAX_SAID),
        format!("{} operations", budget.call),
    ] {
        assert!(page.contains(&stated), "the page does not state {stated}");
    }
}

#[test]
fn all_code_of_the_page_compiles() {
    let page = page();
    let blocks: Vec<&str> =
        page.split("```fair\n").skip(1).map(|rest| rest.split("```").next().unwrap_or("")).collect();
    assert!(blocks.len() >= 5, "{} blocks of code", blocks.len());
    for block in blocks {
        if let Err(faults) = compile(block) {
            panic!("{faults:#?}\n{block}");
        }
    }
}
