//! `swizzle support`: the support matrix, as JSON lines.

use super::*;

/// Print the support matrix as JSON lines: type × major × swizzle × architecture × kind × operand × sparsity
///
/// Each line has `arch`, `kind` (null for wgmma), `operand`, `element`, `major`, `swizzle`, `sparsity`, `support` (legal,
/// contested or illegal), `rule`, `text` and `source` (empty where legal), and the `link` that shows the tile.
#[derive(clap::Args)]
#[command(after_help = "Example:
  swizzle support | grep tf32")]
pub(crate) struct Args {}

pub(crate) fn run(_: &Args, out: &mut impl Write) -> Outcome {
    for cell in support_cells() {
        let line = json!({
            "arch": cell.arch.name(),
            "kind": cell.kind.map(|kind| kind.name()),
            "operand": cell.operand.name(),
            "element": cell.element.name(),
            "major": cell.major.name(),
            "swizzle": cell.swizzle.name(),
            "sparsity": cell.sparsity.name(),
            "support": cell.support.name(),
            "rule": cell.lint,
            "text": &cell.text,
            "source": cell.source,
            "link": link_from_shown(&Shown::from(cell.said)),
        });
        write_line(out, &line)?;
    }
    Ok(())
}
