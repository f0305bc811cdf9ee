//! Compares the logs of several hand-ins. Equal answers are not reported as a finding, because right answers
//! are equal. Equal times in milliseconds are reported: two people do not make the same edits at the same
//! moments.

use crate::check::{Finding, Report};

/// The smallest number of equal times that counts.
const MIN_EQUAL: usize = 2;

/// Sorts the reports by file and adds the findings about pairs of them.
pub fn compare(mut reports: Vec<Report>) -> Vec<Report> {
    reports.sort_by(|a, b| a.file.cmp(&b.file));
    let times: Vec<Vec<f64>> = reports.iter().map(sorted_times).collect();
    let mut found: Vec<Vec<Finding>> = vec![Vec::new(); reports.len()];
    for i in 0..reports.len() {
        for j in i + 1..reports.len() {
            let (a, b) = (&reports[i], &reports[j]);
            if a.log.is_empty() || b.log.is_empty() {
                continue;
            }
            if a.name == b.name {
                found[i].push(twice(b));
                found[j].push(twice(a));
                continue;
            }
            let equal = count_equal(&times[i], &times[j]);
            let shorter = a.log.len().min(b.log.len());
            if equal < MIN_EQUAL || 2 * equal < shorter {
                continue;
            }
            found[i].push(similar(a, b, equal));
            found[j].push(similar(b, a, equal));
        }
    }
    for (report, findings) in reports.iter_mut().zip(found) {
        report.findings.extend(findings);
    }
    reports
}

fn sorted_times(report: &Report) -> Vec<f64> {
    let mut times: Vec<f64> = report.log.iter().map(|(t, _)| *t).collect();
    times.sort_by(f64::total_cmp);
    // One action can write several entries. They count as one entry.
    times.dedup();
    times
}

/// The number of times that two sorted lists share.
fn count_equal(a: &[f64], b: &[f64]) -> usize {
    let (mut i, mut j, mut count) = (0, 0, 0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        let order = x.total_cmp(y);
        count += usize::from(order.is_eq());
        i += usize::from(order.is_le());
        j += usize::from(order.is_ge());
    }
    count
}

fn twice(other: &Report) -> Finding {
    Finding::new("twice", format!("{} has the same pseudonym.", other.file))
}

/// The steps that the logs of `report` and `other` have in common.
fn similar(report: &Report, other: &Report, equal: usize) -> Finding {
    let beginning = report.log.iter().zip(&other.log).take_while(|(x, y)| x == y).count();
    if beginning == report.log.len() && beginning == other.log.len() {
        return Finding::new(
            "copy",
            format!("Its log is the same as that of {}, with the same times.", other.file),
        );
    }
    if beginning >= MIN_EQUAL {
        let text = format!(
            "The first {beginning} entries of its log are those of {}, with the same times.",
            other.file
        );
        return Finding::new("begun", text);
    }
    Finding::new("copy", format!("Its log has {equal} times that the log of {} has, too.", other.file))
}
