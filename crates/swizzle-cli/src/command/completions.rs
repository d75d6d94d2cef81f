//! `swizzle completions`: what shells want to know of the options.

use super::*;
use clap::CommandFactory as _;
use clap_complete::Shell;

/// Print completions for a shell
#[derive(clap::Args)]
#[command(after_help = "Example:
  swizzle completions bash > ~/.local/share/bash-completion/completions/swizzle")]
pub(crate) struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Outcome {
    clap_complete::generate(args.shell, &mut Cli::command(), "swizzle", out);
    Ok(())
}
