//! `swizzle gdb`: the same questions from the debugger.

use super::*;

/// Print a cuda-gdb script with the commands atlas-dump and atlas-desc
///
/// atlas-dump reads shared memory of the focused block, passes it to `swizzle dump`, and prints the answer with a link to
/// the picture. atlas-desc does the same with a matrix descriptor. The file explains their use.
#[derive(clap::Args)]
#[command(after_help = "Example:
  swizzle gdb > atlas.py
  cuda-gdb -ex 'source atlas.py' ./kernel
  (cuda-gdb) atlas-dump 0x400 8192 --element-bits 16 --mn 64 --k 64
  (cuda-gdb) atlas-desc desc")]
pub(crate) struct Args {}

pub(crate) fn run(_: &Args, out: &mut impl Write) -> Outcome {
    out.write_all(include_bytes!("gdb.py"))?;
    Ok(())
}
