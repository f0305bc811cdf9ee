//! `fairshare gen`: writes the files that follow from the registry and the schema - the page's catalogue and types, the
//! reference pages - or says which of them are out of date.

use std::fs;
use std::path::{Path, PathBuf};

use fairshare_papers::all;
use fairshare_papers::export::index;
use sim_core::catalogue::{OWNED_FOLDERS, generated};
use sim_core::simulation::kinds;

use crate::algorithm_pictures;
use crate::failure::Failure;
use crate::output;
use crate::papers::{docs, kept};

#[derive(clap::Args)]
pub struct Args {
    /// Write nothing; fail (status 1) and name the files that are out of date
    #[arg(long)]
    check: bool,
    /// The repository [default: the one that the current folder is in]
    #[arg(long, value_name = "FOLDER")]
    root: Option<PathBuf>,
}

/// The repository's root, from a folder within it.
pub fn repository(given: Option<&Path>) -> Result<PathBuf, Failure> {
    let is_root = |folder: &Path| folder.join("sim-core/src/protocols/mod.rs").is_file();
    let found = match given {
        Some(folder) => is_root(folder).then(|| folder.to_owned()),
        None => std::env::current_dir()
            .ok()
            .and_then(|here| here.ancestors().find(|folder| is_root(folder)).map(Path::to_owned)),
    };
    let place = given.map_or_else(|| "The current folder".to_owned(), |folder| folder.display().to_string());
    found.ok_or_else(|| {
        Failure::input(format!("{place} is not Fairshare's repository. Go there, or name it with --root."))
    })
}

pub fn main(args: &Args) -> Result<(), Failure> {
    let root = repository(args.root.as_deref())?;
    let kinds = kinds();
    let mut files: Vec<(String, String)> =
        generated(&kinds).into_iter().map(|file| (file.path, file.text)).collect();
    files.extend(algorithm_pictures::pictures(&kinds)?);
    let experiments = index(&all());
    files.push((format!("{}/index.json", kept::FOLDER), kept::by_lines(&experiments)));
    files.extend(docs::pages(&root, &kinds).into_iter().map(|page| (page.path, page.text)));
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
    // Folders that hold nothing else: what was generated once and is not any more is out of date, too.
    for folder in
        OWNED_FOLDERS.iter().copied().chain([algorithm_pictures::FOLDER, docs::FOLDER, docs::FIGURES])
    {
        let Ok(entries) = fs::read_dir(root.join(folder)) else { continue };
        for entry in entries.flatten() {
            let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
            if files.iter().any(|(name, _)| *name == path) || entry.path().is_dir() {
                continue;
            }
            if !args.check {
                fs::remove_file(entry.path())
                    .map_err(|error| Failure::Run(format!("{path} could not be removed: {error}.")))?;
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
        return Err(Failure::Run(format!("Out of date (`npm run gen` writes them):\n{}", list.trim_end())));
    }
    output::print(&format!("Written:\n{list}"))
}
