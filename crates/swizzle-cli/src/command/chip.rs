//! `swizzle chip`: what a chip has, and what becomes of a Hopper kernel on it.

use super::*;
use swizzle_text::chip::{ChipFact, facts_of_chip, from_hopper, headline};
use swizzle_view::link::SupportShown;

/// Print what a chip has: matrix instructions, types, copies, shared memory, each with its source
///
/// For a chip with neither wgmma nor tcgen05 it also says what must become of a Hopper tile and its kernel there. Without a name
/// the chips are listed. A chip is named as the compiler or NVIDIA names it: sm_120, RTX5090, A100.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  swizzle chip sm_120
  swizzle chip A100")]
pub(crate) struct Args {
    /// The chip
    #[arg(value_parser = any_chip, value_name = "CHIP")]
    chip: Option<Chip>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let Some(chip) = args.chip else {
        for chip in Chip::ALL {
            writeln!(out, "{}", headline(*chip))?;
        }
        return Ok(());
    };
    writeln!(out, "{}", headline(chip))?;
    write_facts(out, &facts_of_chip(chip))?;
    let port = from_hopper(chip);
    if !port.is_empty() {
        writeln!(out, "\nA Hopper tile and its kernel on {chip}:")?;
        write_facts(out, &port)?;
    }
    if SupportShown::is_shown(chip) {
        writeln!(out, "\nshown at {}", link_from_form(&SupportShown::default().with_chip(chip)))?;
    }
    Ok(())
}

fn write_facts(out: &mut impl Write, facts: &[ChipFact]) -> Outcome {
    for fact in facts {
        writeln!(out, "  {}: {} ({})", fact.name, fact.text, fact.source)?;
    }
    Ok(())
}
