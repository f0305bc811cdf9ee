//! `fairshare completions` and `fairshare man`: what shells and `man` read about the commands.

use std::path::PathBuf;

use clap_complete::Shell;

use crate::declaration;
use crate::shared::command::Run;
use crate::shared::error::CommandError;
use crate::shared::output::{self, FileSet};

/// Print the completions of a shell
#[derive(clap::Parser)]
#[command(
    name = "completions",
    after_help = "Example:\n  fairshare completions bash > ~/.local/share/bash-completion/completions/fairshare"
)]
pub struct CompletionsArgs {
    shell: Shell,
}

/// Write manual pages of all commands
#[derive(clap::Parser)]
#[command(name = "man", after_help = "Example:\n  fairshare man ~/.local/share/man/man1")]
pub struct ManArgs {
    /// The folder of the pages, which is made if it does not exist
    folder: PathBuf,
}

impl Run for CompletionsArgs {
    fn run(&self) -> Result<(), CommandError> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut declaration(), "fairshare", &mut script);
        output::print(&String::from_utf8_lossy(&script))
    }
}

impl Run for ManArgs {
    fn run(&self) -> Result<(), CommandError> {
        let mut whole = declaration();
        whole.build();
        let mut files = FileSet::in_folder(&self.folder)?;
        let commands = whole.get_subcommands().filter(|command| !command.is_hide_set()).cloned();
        for command in commands.chain([whole.clone()]) {
            let name = match command.get_name() {
                "fairshare" => "fairshare".to_owned(),
                name => format!("fairshare-{name}"),
            };
            let page = clap_mangen::Man::new(command).title(name.clone());
            files.write(&format!("{name}.1"), |mut out| page.render(&mut out))?;
        }
        let count = files.finish()?;
        output::print(&format!("{count} pages in {}\n", self.folder.display()))
    }
}
