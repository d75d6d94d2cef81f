//! `swizzle man`: what manuals want to know of the options.

use super::*;
use clap::CommandFactory as _;
use clap_mangen::Man;

/// Print the man page of swizzle, or of one of its commands
#[derive(clap::Args)]
#[command(after_help = "Examples:
  swizzle man > swizzle.1
  swizzle man lint > swizzle-lint.1")]
pub(crate) struct Args {
    /// The command
    command: Option<String>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let mut whole = Cli::command();
    whole.build();
    let page = match &args.command {
        None => whole,
        Some(name) => {
            let found = whole.find_subcommand(name).cloned();
            let found = found.ok_or_else(|| Failure::Input(format!("“{name}” is not a command")))?;
            let shown = format!("swizzle-{name}");
            found.name(shown)
        }
    };
    Ok(Man::new(page).render(out)?)
}
