//! `fairshare gen`: writes the files that are generated from the source code (the page's catalogue and types,
//! the reference pages), or lists the files that are out of date.

use std::fs;
use std::path::PathBuf;

use sim_core::catalogue::{algorithm_pages, generated_files};
use sim_core::simulation::kinds;

use crate::generated_docs::{algorithm_figures, experiment_pages, stored_results};
use crate::shared::error::CommandError;
use crate::shared::output;
use crate::shared::repository::find_repository;

#[derive(clap::Args)]
pub struct GenerateArgs {
    /// Write nothing; fail (status 1) and list the files that are out of date
    #[arg(long)]
    check: bool,
    /// The repository [default: the one that contains the current folder]
    #[arg(long, value_name = "FOLDER")]
    root: Option<PathBuf>,
}

pub fn main(args: &GenerateArgs) -> Result<(), CommandError> {
    let root = find_repository(args.root.as_deref())?;
    let kinds = kinds();
    let mut files: Vec<(String, Vec<u8>)> =
        generated_files(kinds).into_iter().map(|file| (file.path, file.text.into_bytes())).collect();
    files.push((
        "web/src/generated/numbers.ts".to_owned(),
        fairshare_measures::numbers::typescript().into_bytes(),
    ));
    files.push((stored_results::index_path(), stored_results::index_file(&root)));
    let mut stale = Vec::new();
    for (name, content) in &files {
        let path = root.join(name);
        if fs::read(&path).is_ok_and(|found| found == *content) {
            continue;
        }
        stale.push(name.clone());
        if !args.check {
            output::write_file(&path, content)?;
        }
    }
    // These pages are not committed (.gitignore), so they can be missing.
    if !args.check {
        for page in algorithm_pages(kinds).into_iter().chain(experiment_pages::pages(&root, kinds)) {
            output::write_file(&root.join(page.path), page.text)?;
        }
    }
    stale.sort();
    if stale.is_empty() {
        return output::print(&format!("All {} generated files are up to date.\n", files.len()));
    }
    let list: String = stale.iter().map(|path| format!("  {path}\n")).collect();
    if args.check {
        return Err(CommandError::Run(format!(
            "Out of date (`npm run gen` updates them):\n{}",
            list.trim_end()
        )));
    }
    output::print(&format!("Written:\n{list}"))
}

/// `fairshare figure-data`: prints the data of the algorithms' figures as JSON, for `npm run gen`.
pub fn figure_data() -> Result<(), CommandError> {
    output::print(&format!("{}\n", algorithm_figures::figures(kinds())?))
}
