//! `fairshare rank`: races the hand-ins of a contest again and prints the ranking. The rules are those of the
//! page (crate `fairshare-contests`, docs/race.md).

use std::path::{Path, PathBuf};

use fairshare_assignments::files::Found;
use fairshare_contests::contest::{Contest, Entry};
use fairshare_contests::ranking::{Ranked, csv, rank};
use fairshare_race::networks::NETWORKS;
use serde_json::Value;

use crate::features::Feature;
use crate::features::assignments::{BYTE_ORDER_MARK, findings_text, found_in, printable, shortened};
use crate::shared::command::{Command, Run};
use crate::shared::error::CommandError;
use crate::shared::input::read_text;
use crate::shared::output;
use crate::shared::parallel::compute_all;
use crate::shared::pool::{parse_jobs, worker_count};
use crate::shared::text_table::TextTable;

pub const FEATURE: Feature = Feature::with(&[Command::of::<RankArgs>()]);

/// Rank the hand-ins of a race: race each again, also with seeds and rates that only the lecturer knows
#[derive(clap::Parser)]
#[command(name = "rank")]
pub struct RankArgs {
    /// The lecturer's file of the race
    contest: PathBuf,
    /// Programs (.fair), hand-ins of programs and drives, zip files of them, or folders
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print a table for a grade book as CSV
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Print the ranking with all cards as JSON
    #[arg(long)]
    json: bool,
    /// Number of hand-ins to race at the same time [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = parse_jobs)]
    jobs: Option<usize>,
}

impl Run for RankArgs {
    fn run(&self) -> Result<(), CommandError> {
        let contest = read_contest(&self.contest)?;
        let found = found_in(&self.files)?;
        let entries = compute_all(&found, worker_count(self.jobs), |Found { file, text }| {
            Some(match text {
                Ok(text) => contest.race(file, text),
                Err(finding) => Entry::refused(file, finding.clone()),
            })
        })?;
        let ranking = rank(entries);
        if self.json {
            let list: Value = ranking.iter().map(Ranked::to_json).collect();
            output::print(&format!("{list:#}\n"))
        } else if self.csv {
            output::print(&format!("{BYTE_ORDER_MARK}{}", csv(&ranking)))
        } else {
            output::print(&text(&contest, &ranking))
        }
    }
}

fn read_contest(path: &Path) -> Result<Contest, CommandError> {
    Contest::read(&read_text(path)?)
        .map_err(|problem| CommandError::input(format!("{}: {problem}", path.display())))
}

/// The places, then what was found.
fn text(contest: &Contest, ranking: &[Ranked]) -> String {
    let headings = ["place", "pseudonym", "points", "published"];
    let headings: Vec<&str> = headings.into_iter().chain(NETWORKS.iter().map(|network| network.id)).collect();
    let mut table = TextTable::new(2, &headings);
    for one in ranking.iter().filter(|one| !one.is_skipped()) {
        let place = one.place.map_or_else(|| "-".to_owned(), |place| place.to_string());
        let name = if one.entry.name.is_empty() { &one.entry.file } else { &one.entry.name };
        let mut cells = vec![place, shortened(name)];
        if one.place.is_some() {
            let scores =
                [Some(one.score), Some(one.published)].into_iter().chain(one.networks.iter().copied());
            cells.extend(
                scores.map(|score| score.map_or_else(|| "-".to_owned(), |score| format!("{score:.1}"))),
            );
        }
        table.row(cells);
    }
    let mut text = format!("{}\n\n{}", printable(&contest.title), table.text());
    text.push_str(&findings_text(
        ranking.iter().map(|one| (one.entry.file.as_str(), &one.entry.findings[..])),
    ));
    let ranked = ranking.iter().filter(|one| one.place.is_some()).count();
    text.push_str(&format!("\n{} files: {ranked} with a place\n", ranking.len()));
    text
}
