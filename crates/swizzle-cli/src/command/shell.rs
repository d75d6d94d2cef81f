//! `swizzle completions` and `swizzle man`: what shells and manuals want to know of the options.

use super::*;
use clap::CommandFactory as _;
use clap_complete::Shell;
use clap_mangen::Man;

/// Print completions for a shell
#[derive(clap::Args)]
#[command(after_help = "Example:
  swizzle completions bash > ~/.local/share/bash-completion/completions/swizzle")]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Print the man page of swizzle, or of one of its commands
#[derive(clap::Args)]
#[command(after_help = "Examples:
  swizzle man > swizzle.1
  swizzle man lint > swizzle-lint.1")]
pub(crate) struct ManArgs {
    /// The command
    command: Option<String>,
}

pub(crate) fn completions(args: &CompletionsArgs, out: &mut impl Write) -> Outcome {
    clap_complete::generate(args.shell, &mut Cli::command(), "swizzle", out);
    Ok(())
}

pub(crate) fn man(args: &ManArgs, out: &mut impl Write) -> Outcome {
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
