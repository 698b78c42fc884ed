//! `throng completions`: scripts with which shells complete verbs and options.

use anyhow::{Context, Result};
use clap::{Args, CommandFactory};
use clap_complete::Shell;

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  throng completions bash > ~/.local/share/bash-completion/completions/throng"
)]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(&self) -> Result<()> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut crate::Arguments::command(), "throng", &mut script);
        std::io::Write::write_all(&mut std::io::stdout(), &script).context("cannot write to standard output")
    }
}
