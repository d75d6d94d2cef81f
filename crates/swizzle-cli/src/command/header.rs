//! `swizzle header`: the address law as one C++ header.

use super::*;
use swizzle_code::header_text;

/// Print swizzle_atlas.hpp: descriptors, the address law and the sequence for C++17
///
/// The header is constexpr, for host and device, without dependencies; its first lines list its contents. It is meant for a
/// CUDA project's own tests.
#[derive(clap::Args)]
#[command(after_help = "Example:
  swizzle header > swizzle_atlas.hpp")]
pub(crate) struct Args {}

pub(crate) fn run(_: &Args, out: &mut impl Write) -> Outcome {
    out.write_all(header_text().as_bytes())?;
    Ok(())
}
