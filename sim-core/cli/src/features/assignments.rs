//! `fairshare check`: checks the hand-ins of an assignment. The rules are those of the page (crate
//! `fairshare-assignments`).

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use fairshare_assignments::assignment::Assignment;
use fairshare_assignments::check::check;
use fairshare_assignments::compare::compare;
use fairshare_assignments::files::{self, Found};
use fairshare_assignments::report::{Finding, Report, SKIPPED, State};
use fairshare_assignments::table;
use serde_json::Value;

use crate::features::Feature;
use crate::shared::command::{Command, Run};
use crate::shared::error::CommandError;
use crate::shared::input::read_text;
use crate::shared::output::{self, describe_io_error};
use crate::shared::parallel::compute_all;
use crate::shared::pool::{parse_jobs, worker_count};
use crate::shared::text_table::TextTable;

pub const FEATURE: Feature = Feature::with(&[Command::of::<CheckArgs>()]);

/// Tells spreadsheets that a CSV is UTF-8, as the page does.
pub const BYTE_ORDER_MARK: char = '\u{feff}';

/// The most characters of a name in a table.
const MAX_SHOWN: usize = 32;
/// The most files that a finding lists.
const MAX_LISTED: usize = 10;

/// The largest depth of folders in folders.
const MAX_DEPTH: usize = 20;

/// Check the hand-ins of an assignment: compute each again and judge its answers
#[derive(clap::Parser)]
#[command(name = "check")]
pub struct CheckArgs {
    /// The lecturer's file of the assignment
    assignment: PathBuf,
    /// Hand-ins, zip files of hand-ins, or folders with either
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print a table for a grade book as CSV
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Print everything that was found as JSON
    #[arg(long)]
    json: bool,
    /// Number of hand-ins to check at the same time [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = parse_jobs)]
    jobs: Option<usize>,
}

impl Run for CheckArgs {
    fn run(&self) -> Result<(), CommandError> {
        let assignment = read_assignment(&self.assignment)?;
        let found = found_in(&self.files)?;
        let reports = compare(check_all(&assignment, &found, worker_count(self.jobs))?);
        if self.json {
            let list: Value = reports.iter().map(Report::to_json).collect();
            output::print(&format!("{}\n", sim_core::ground::json::to_text(&list)))
        } else if self.csv {
            output::print(&format!("{BYTE_ORDER_MARK}{}", table::csv(&assignment, &reports)))
        } else {
            output::print(&text(&assignment, &reports))
        }
    }
}

/// Everything in files, zip files and folders.
pub fn found_in(files: &[PathBuf]) -> Result<Vec<Found>, CommandError> {
    let mut paths = BTreeMap::new();
    for file in files {
        fs::metadata(file).map_err(|error| {
            CommandError::input(format!("{}: {}", file.display(), describe_io_error(&error)))
        })?;
        collect(file, file, MAX_DEPTH, &mut paths);
    }
    let found = paths.into_iter().flat_map(|(path, refusal)| match refusal {
        None => read(&path),
        Some(finding) => vec![Found { file: path.display().to_string(), text: Err(finding) }],
    });
    Ok(found.collect())
}

fn read_assignment(path: &Path) -> Result<Assignment, CommandError> {
    Assignment::read(&read_text(path)?).map_err(|problems| {
        let lines = problems.iter().map(|problem| format!("  {problem}"));
        CommandError::Input(std::iter::once(path.display().to_string()).chain(lines).collect())
    })
}

/// Adds a file, or the files in a folder and its folders, each with the reason if it is not read. `root` is the
/// path that was named; it is read however it is called.
fn collect(path: &Path, root: &Path, depth: usize, paths: &mut BTreeMap<PathBuf, Option<Finding>>) {
    let unreadable = |error: io::Error| Some(Finding::new("unreadable", describe_io_error(&error)));
    if path != root && fs::symlink_metadata(path).is_ok_and(|kind| kind.is_symlink()) {
        let finding = Finding::new(SKIPPED, "Not read: a link to another file or folder.");
        paths.insert(path.to_owned(), Some(finding));
        return;
    }
    let is_folder = match fs::metadata(path) {
        Ok(kind) => kind.is_dir(),
        Err(error) => return drop(paths.insert(path.to_owned(), unreadable(error))),
    };
    if !is_folder {
        let inside = path.strip_prefix(root).unwrap_or(path).to_string_lossy();
        paths.insert(path.to_owned(), files::skip_reason(&inside));
        return;
    }
    if depth == 0 {
        let finding = Finding::new(SKIPPED, "Not read: the folders are nested too deeply.");
        paths.insert(path.to_owned(), Some(finding));
        return;
    }
    match fs::read_dir(path).and_then(Iterator::collect::<io::Result<Vec<_>>>) {
        Ok(entries) if entries.is_empty() => {
            paths.insert(path.to_owned(), Some(Finding::new(SKIPPED, "Not read: an empty folder.")));
        }
        Ok(entries) => entries.iter().for_each(|entry| collect(&entry.path(), root, depth - 1, paths)),
        Err(error) => drop(paths.insert(path.to_owned(), unreadable(error))),
    }
}

/// The hand-ins of a file. A file that is too large is not read.
fn read(path: &Path) -> Vec<Found> {
    let file = path.display().to_string();
    let refused = |finding| vec![Found { file: file.clone(), text: Err(finding) }];
    let content = || -> io::Result<Result<Vec<u8>, Finding>> {
        let mut source = File::open(path)?;
        let mut first = [0; 4];
        let length = source.read(&mut first)?;
        let zipped = files::is_zip(&first[..length]);
        if let Some(refusal) = files::refusal_of_size(source.metadata()?.len(), zipped) {
            return Ok(Err(refusal));
        }
        let mut bytes = first[..length].to_vec();
        source.take(files::MAX_ZIP + 1).read_to_end(&mut bytes)?;
        Ok(Ok(bytes))
    };
    match content() {
        Ok(Ok(bytes)) => files::unpack(&file, &bytes),
        Ok(Err(refusal)) => refused(refusal),
        Err(error) => refused(Finding::new("unreadable", describe_io_error(&error))),
    }
}

fn check_all(assignment: &Assignment, found: &[Found], threads: usize) -> Result<Vec<Report>, CommandError> {
    compute_all(found, threads, |Found { file, text }| {
        Some(match text {
            Ok(text) => check(assignment, file, text),
            Err(finding) => Report::refused(file, finding.clone()),
        })
    })
}

/// A table with a row for each hand-in, then the findings.
fn text(assignment: &Assignment, reports: &[Report]) -> String {
    let questions: Vec<String> = (1..=assignment.questions.len()).map(|n| format!("question {n}")).collect();
    let mut headings = vec!["pseudonym", "file"];
    headings.extend(questions.iter().map(String::as_str));
    headings.extend(["right", "points", "minutes", "findings"]);
    let mut table = TextTable::new(2, &headings);
    for report in reports.iter().filter(|report| !report.is_skipped()) {
        let (right, of) = report.score();
        let mut cells = vec![shortened(&report.name), shortened(&report.file)];
        for i in 0..assignment.questions.len() {
            let state = report.answers.get(i).map_or("", |judged| word(judged.state));
            cells.push(state.to_owned());
        }
        let is_judged = !report.answers.is_empty();
        let (points, of_points) = report.points();
        cells.push(if is_judged { format!("{right} of {of}") } else { String::new() });
        cells.push(if is_judged { format!("{points} of {of_points}") } else { String::new() });
        cells.push(if is_judged { format!("{:.1}", report.spent / 60.0) } else { String::new() });
        cells.push(report.findings.len().to_string());
        table.row(cells);
    }
    let mut text = table.text();
    text.push_str(&findings_text(reports.iter().map(|report| (report.file.as_str(), &report.findings[..]))));
    let skipped = reports.iter().filter(|report| report.is_skipped()).count();
    text.push_str(&format!(
        "\n{} files: {} checked, {skipped} not read\n",
        reports.len(),
        reports.len() - skipped
    ));
    text
}

fn word(state: State) -> &'static str {
    match state {
        State::Missing => "-",
        state => state.name(),
    }
}

/// A name for a table, whose rows must fit.
pub fn shortened(name: &str) -> String {
    let name = printable(name);
    let is_long = name.chars().count() > MAX_SHOWN;
    if is_long { name.chars().take(MAX_SHOWN - 3).chain("...".chars()).collect() } else { name }
}

/// The findings of files. Files with the same findings are listed together.
pub fn findings_text<'a>(files: impl Iterator<Item = (&'a str, &'a [Finding])>) -> String {
    let mut groups: Vec<(&[Finding], Vec<&str>)> = Vec::new();
    for (file, findings) in files.filter(|(_, findings)| !findings.is_empty()) {
        match groups.iter_mut().find(|(known, _)| *known == findings) {
            Some((_, files)) => files.push(file),
            None => groups.push((findings, vec![file])),
        }
    }
    let mut text = String::new();
    for (findings, files) in groups {
        text.push('\n');
        for file in files.iter().take(MAX_LISTED) {
            text.push_str(&format!("{}\n", printable(file)));
        }
        if files.len() > MAX_LISTED {
            text.push_str(&format!("and {} more files\n", files.len() - MAX_LISTED));
        }
        for finding in findings {
            text.push_str(&format!("  {}\n", printable(&finding.text)));
        }
    }
    text
}

/// A text of a hand-in without control characters, because a terminal could execute them.
pub fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}
