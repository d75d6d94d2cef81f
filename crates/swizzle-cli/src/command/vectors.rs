//! `swizzle vectors`: golden vectors, with which a project can test its own code without this crate.

use super::*;
use swizzle_code::build::Support;
use swizzle_core::Order;

/// Print golden vectors as JSON lines: tiles with the byte of elements and the descriptor of every read
///
/// Each line is one tile in a form on which no sources disagree. Keys: `arch`, `operand`, `sparsity`, `element`, `major`,
/// `swizzle`, `order` (the atom order), `mn`, `k` (extents in elements), `start` (the tile's address), `lbo`, `sbo` (the
/// tile's strides in bytes: in swizzled K-major layouts lbo is the distance to the next column of K), `rows` and `k_read`
/// (elements of one read), `base_offset`; `bytes`: a list of [mn, k, byte, bit], where element (mn, k) starts after the
/// XOR; `reads`: a list of [block, step, start, descriptor], with start before the XOR. Addresses are in bytes, modulo
/// 2^18. wgmma's law was read back from an H200; tcgen05 was not run.
#[derive(clap::Args)]
#[command(after_help = "Example:
  swizzle vectors > vectors.jsonl")]
pub(crate) struct Args {}

pub(crate) fn run(_: &Args, out: &mut impl Write) -> Outcome {
    let mut seen = Vec::new();
    for cell in support_cells() {
        // All kinds of a type have the same layout.
        let form = (cell.arch, cell.operand, cell.sparsity, cell.element, cell.major, cell.swizzle);
        if cell.support != Support::Legal || seen.contains(&form) {
            continue;
        }
        seen.push(form);
        for (order, start) in [(Order::Mn, 0), (Order::K, 0x2c00)] {
            let mut said = cell.said;
            let t = cell.element.per_unit();
            (said.tile.mn, said.tile.k) = (Some(256), Some(8 * t));
            (said.tile.order, said.tile.start_bytes) = (Some(order), Some(start));
            write_vector(&spec_for_building(&said, None)?, out)?;
        }
    }
    Ok(())
}

fn write_vector(spec: &Spec, out: &mut impl Write) -> Outcome {
    let (tile, reader) = (spec.tile(), spec.reader());
    let vector = json!({
        "arch": reader.arch.name(),
        "operand": reader.operand.name(),
        "sparsity": reader.sparsity.name(),
        "element": tile.element.name(),
        "major": tile.major.name(),
        "swizzle": tile.swizzle.name(),
        "order": tile.order.name(),
        "mn": tile.mn,
        "k": tile.k,
        "start": tile.start_bytes,
        "lbo": tile.lbo_bytes,
        "sbo": tile.sbo_bytes,
        "rows": spec.read_extent().mn,
        "k_read": spec.read_k(),
        "base_offset": spec.layout().params().base_offset,
        "bytes": elements(spec),
        "reads": reads(spec),
    });
    Ok(write_line(out, &vector)?)
}

/// Elements across the tile, in steps that reach every unit of a line and every row of an atom.
fn elements(spec: &Spec) -> Vec<(u32, u32, u32, u32)> {
    let (mn, k) = (spec.tile().mn, spec.tile().k);
    (0..32)
        .map(|i| Coord { mn: i * 37 % mn, k: i * (k / 8 + 1) % k })
        .map(|at| {
            let address = spec.layout().byte_from_element(at);
            (at.mn, at.k, address.byte, address.bit)
        })
        .collect()
}

fn reads(spec: &Spec) -> Vec<(u32, u32, u32, String)> {
    spec.reads()
        .filter_map(|read| {
            let descriptor = read.descriptor.ok()?.to_string();
            Some((read.place.block, read.place.step, read.start_bytes, descriptor))
        })
        .collect()
}
