//! `fairshare gen`: writes the files that are generated from the source code (the page's catalogue and types,
//! the reference pages), or lists the files that are out of date.

use std::fs;
use std::path::PathBuf;

use sim_core::catalogue::{GENERATED_FOLDERS, generated_files};
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
    let mut files: Vec<(String, String)> =
        generated_files(kinds).into_iter().map(|file| (file.path, file.text)).collect();
    files.push(("web/src/generated/numbers.ts".to_owned(), fairshare_measures::numbers::typescript()));
    files.push((stored_results::index_path(), stored_results::index_text(&root)));
    files.extend(experiment_pages::pages(&root, kinds).into_iter().map(|page| (page.path, page.text)));
    let mut stale = Vec::new();
    for (name, text) in &files {
        let path = root.join(name);
        if fs::read_to_string(&path).is_ok_and(|found| found == *text) {
            continue;
        }
        stale.push(name.clone());
        if !args.check {
            output::write_file(&path, text)?;
        }
    }
    // These folders contain only generated files, so a file that is no longer generated is out of date.
    for folder in GENERATED_FOLDERS.iter().copied().chain([experiment_pages::FOLDER]) {
        let Ok(entries) = fs::read_dir(root.join(folder)) else { continue };
        for entry in entries.flatten() {
            let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
            if files.iter().any(|(name, _)| *name == path) || entry.path().is_dir() {
                continue;
            }
            if !args.check {
                fs::remove_file(entry.path())
                    .map_err(|error| CommandError::Run(format!("{path} could not be removed: {error}.")))?;
            }
            stale.push(path);
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
