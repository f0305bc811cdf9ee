//! The results of a check as CSV for a grade book.

use crate::assignment::{Assignment, Kind, Question};
use crate::report::{Judged, Report, State};
use crate::visible::visible;

/// One row for each file, and for each question the state, the answer and the points. The points of answers that a
/// person reads are empty, so that they can be entered; predictions have none.
pub fn csv(assignment: &Assignment, reports: &[Report]) -> String {
    let mut header: Vec<String> =
        ["file", "pseudonym", "right", "of", "points", "of points"].map(str::to_owned).to_vec();
    for (i, question) in assignment.questions.iter().enumerate() {
        let name = format!("question {}", i + 1);
        header.extend([name.clone(), format!("answer to {name}")]);
        if has_points(question) {
            header.push(format!("points of {name} (of {})", question.worth));
        }
    }
    header.extend(["minutes", "version", "result ID", "findings"].map(str::to_owned));
    let mut text = row(&header);
    for report in reports {
        let (right, of) = report.score();
        let (points, of_points) = report.points();
        let counts = [right.to_string(), of.to_string(), points.to_string(), of_points.to_string()];
        let mut cells = vec![report.file.clone(), report.name.clone()];
        cells.extend(counts);
        for (i, question) in assignment.questions.iter().enumerate() {
            let judged = report.answers.get(i);
            let state = judged.map_or(State::NotJudged, |judged| judged.state);
            cells.extend([
                state.name().to_owned(),
                judged.map_or_else(String::new, |judged| judged.answer.clone()),
            ]);
            if has_points(question) {
                let points = judged.and_then(Judged::points);
                cells.push(points.map_or_else(String::new, |points| points.to_string()));
            }
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

/// Whether an answer to a question can be right. A prediction cannot.
const fn has_points(question: &Question) -> bool {
    !matches!(question.kind, Kind::Predict(_))
}

/// A row of cells, of which a spreadsheet executes nothing.
pub fn row(cells: &[String]) -> String {
    let mut line = cells.iter().map(|cell| cell_text(cell)).collect::<Vec<_>>().join(",");
    line.push_str("\r\n");
    line
}

fn cell_text(cell: &str) -> String {
    // Line breaks stay, because texts have paragraphs.
    let lines = cell.replace("\r\n", "\n").replace(['\r', '\u{b}', '\u{c}', '\u{85}'], "\n");
    let lines: Vec<String> = lines.split('\n').map(visible).collect();
    let cell = defused(&lines.join("\n"));
    if cell.contains([',', '"', '\n']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell }
}

/// A text of which a spreadsheet computes nothing. A spreadsheet computes a cell that begins with one of these
/// signs, also after spaces and in full width. It may divide cells at another separator than the comma,
/// whether or not they are quoted, so the text after each separator is treated as a cell.
fn defused(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    let mut is_start = true;
    for c in text.chars() {
        if is_start && matches!(c, '=' | '+' | '-' | '@' | '\u{ff1d}' | '\u{ff0b}' | '\u{ff0d}' | '\u{ff20}')
        {
            safe.push('\'');
        }
        is_start = matches!(c, ',' | ';' | '|' | '\n' | '\u{ff0c}' | '\u{ff1b}')
            || (is_start && (c.is_whitespace() || matches!(c, '"' | '\'')));
        safe.push(c);
    }
    safe
}
