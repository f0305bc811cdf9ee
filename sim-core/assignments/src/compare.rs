//! Compares several hand-ins: names those with the same or look-alike pseudonyms, and those with the same log. Nothing
//! else is compared, because honest hand-ins of a class resemble each other.

use crate::report::{Finding, Report};
use crate::visible::look;

/// Maximum number of other files that a finding names.
const MAX_NAMED: usize = 5;

/// Sorts the reports by file and adds the findings about several of them.
pub fn compare(mut reports: Vec<Report>) -> Vec<Report> {
    reports.sort_by(|a, b| a.file.cmp(&b.file));
    let found: Vec<[Option<Finding>; 3]> = (0..reports.len())
        .map(|at| {
            let one = &reports[at];
            // Without a log, the file could not be read, or the student did nothing.
            let is_comparable = |report: &Report| !report.log.is_empty();
            let others_with = |is_equal: &dyn Fn(&Report) -> bool| {
                let others = reports.iter().enumerate().filter(|(i, _)| *i != at && is_comparable(one));
                let equal = others.filter(|(_, other)| is_comparable(other) && is_equal(other));
                listed(equal.map(|(_, other)| other.file.as_str()))
            };
            let twice = others_with(&|other| other.name == one.name);
            let alike = others_with(&|other| other.name != one.name && look(&other.name) == look(&one.name));
            let same = others_with(&|other| other.log == one.log);
            [
                twice.map(|files| Finding::new("twice", format!("It has the same pseudonym as {files}."))),
                alike.map(|files| Finding::new("name", look_alike(&files))),
                same.map(|files| {
                    let text = format!("Its log is the same as that of {files}, with the same times.");
                    Finding::new("same", text)
                }),
            ]
        })
        .collect();
    for (report, findings) in reports.iter_mut().zip(found) {
        report.findings.extend(findings.into_iter().flatten());
    }
    reports
}

/// The sentence about a pseudonym that looks like that of other files.
pub fn look_alike(files: &str) -> String {
    format!("Its pseudonym looks like that of {files}, and has other characters.")
}

/// The names of files as a list for a sentence. `None` without files.
pub fn listed<'a>(files: impl Iterator<Item = &'a str>) -> Option<String> {
    let mut files: Vec<&str> = files.collect();
    let more = match files.len().saturating_sub(MAX_NAMED) {
        0 => None,
        1 => Some("1 more file".to_owned()),
        n => Some(format!("{n} more files")),
    };
    files.truncate(MAX_NAMED);
    files.extend(more.as_deref());
    let (last, others) = files.split_last()?;
    Some(if others.is_empty() { (*last).to_owned() } else { format!("{} and {last}", others.join(", ")) })
}
