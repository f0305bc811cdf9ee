//! BibTeX: an entry that cites a run so that it can be repeated.

use std::io::Write;

use sim_core::ground::time::to_secs;
use sim_core::record::RecordingSettings;
use sim_core::scenario::Scenario;
use sim_core::simulation::{Simulation, VERSION, YEAR};

use fairshare_runs::{RunError, Stop, advance};

pub fn write(
    scenario: Scenario,
    url: Option<&str>,
    out: &mut dyn Write,
    stop: &Stop<'_>,
) -> Result<(), RunError> {
    let mut simulation = Simulation::new(scenario, RecordingSettings::none()).map_err(RunError::Invalid)?;
    let end = simulation.end();
    advance(&mut simulation, end, stop)?;
    let (id, scenario) = (simulation.result_id_text(), simulation.scenario());
    let title = if scenario.title.is_empty() { "A run of Fairshare" } else { &scenario.title };
    let mut fields = vec![
        ("author", "{Fairshare}".to_owned()),
        ("title", format!("{{{}}}", escaped(title))),
        ("year", YEAR.to_string()),
        ("howpublished", format!("Simulation with Fairshare, version {VERSION}")),
        ("note", format!("{} s of simulated time, seed {}, result ID {id}", to_secs(end), scenario.seed)),
    ];
    if let Some(url) = url {
        fields.push(("url", url.to_owned()));
    }
    let fields: Vec<String> = fields.iter().map(|(name, value)| format!("  {name} = {{{value}}}")).collect();
    write!(out, "@misc{{fairshare-{id},\n{}\n}}\n", fields.join(",\n"))?;
    Ok(())
}

/// A text without characters that LaTeX interprets.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '#' | '$' | '%' | '&' | '_' => out.extend(['\\', c]),
            '{' => out.push_str("\\textbraceleft{}"),
            '}' => out.push_str("\\textbraceright{}"),
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_of_latex_are_escaped() {
        assert_eq!(
            escaped("50 % & {a}_b\\"),
            "50 \\% \\& \\textbraceleft{}a\\textbraceright{}\\_b\\textbackslash{}"
        );
    }
}
