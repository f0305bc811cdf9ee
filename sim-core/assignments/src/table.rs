//! The results of a check as CSV for a grade book.

use crate::assignment::Assignment;
use crate::check::{Report, State};

/// One row for each file, and for each question the state and the answer.
pub fn csv(assignment: &Assignment, reports: &[Report]) -> String {
    let mut header: Vec<String> = ["file", "pseudonym", "right", "of"].map(str::to_owned).to_vec();
    for question in &assignment.questions {
        header.extend([question.id.clone(), format!("{} answer", question.id)]);
    }
    header.extend(["minutes", "version", "result ID", "findings"].map(str::to_owned));
    let mut text = row(&header);
    for report in reports {
        let (right, of) = report.score();
        let mut cells = vec![report.file.clone(), report.name.clone(), right.to_string(), of.to_string()];
        for i in 0..assignment.questions.len() {
            let judged = report.answers.get(i);
            let state = judged.map_or(State::NotJudged, |judged| judged.state);
            cells.extend([
                state.name().to_owned(),
                judged.map_or_else(String::new, |judged| judged.answer.clone()),
            ]);
        }
        let findings: Vec<&str> = report.findings.iter().map(|finding| finding.text.as_str()).collect();
        cells.extend([
            format!("{:.1}", report.spent / 60.0),
            report.version.clone(),
            report.result.clone(),
            findings.join(" "),
        ]);
        text.push_str(&row(&cells));
    }
    text
}

fn row(cells: &[String]) -> String {
    let mut line = cells.iter().map(|cell| cell_text(cell)).collect::<Vec<_>>().join(",");
    line.push_str("\r\n");
    line
}

/// A cell. A spreadsheet computes a cell that begins like a formula, so such a cell begins with an
/// apostrophe.
fn cell_text(cell: &str) -> String {
    let is_formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']);
    let cell = if is_formula { format!("'{cell}") } else { cell.to_owned() };
    if cell.contains([',', '"', '\n', '\r']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell }
}
