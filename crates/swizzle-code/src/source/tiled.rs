//! A tile in CuTe's terms: an atom repeated in an order, which not every tile is.

use crate::source::{Sourced, law};
use swizzle_core::hardware::{Element, Major, Operand, Sparsity};
use swizzle_core::law::{Coord, Swizzle};
use swizzle_core::tile::Order;

/// Why CuTe's objects are not made of a tile of one CTA where the instruction is a pair's.
pub(super) const OF_BOTH_CTAS: &str =
    "fragments of a pair are parts of the tile of both CTAs, and this tile is that of one";

/// The values for CuTe and its Python DSL.
pub(super) struct Tiled {
    /// Name of the atom without its suffix: `K_SW128`.
    pub(super) atom: &'static str,
    /// Order of the modes in memory: MN, K, stages.
    pub(super) order: [u32; 3],
    /// `offset` of the second assertion's coordinate, in elements.
    pub(super) checks: [(u32, u32, u32); 2],
}

/// The tile as an atom in an order.
///
/// # Errors
/// Returns why it cannot be expressed.
pub(super) fn tiled(sourced: &Sourced<'_>) -> Result<Tiled, String> {
    let spec = sourced.spec;
    let (tile, reader) = (spec.tile(), spec.reader());
    let no = |why: &str| Err(why.to_string());
    if (tile.mn, tile.k) != (tile.buffer.mn, tile.buffer.k) {
        return no(
            "the tile is a window of a larger buffer; generate the code of the buffer and use local_tile",
        );
    }
    let atom = tile.swizzle.atom(tile.major);
    let (along, across) = tile.buffer.along_and_across(tile.major);
    if along % (atom.row_units * tile.element.per_unit()) != 0 || across % atom.rows != 0 {
        return no("the tile ends inside an atom, but tile_to_shape needs whole atoms");
    }
    let packed = spec.packed();
    if (tile.lbo_bytes, tile.sbo_bytes) != (packed.lbo_bytes, packed.sbo_bytes) {
        return no("the strides are padded, but tile_to_shape packs the atoms");
    }
    if tile.stages > 1 && u64::from(tile.stage_bytes) != spec.span_bytes() {
        return no("the stages are further apart than one tile, but tile_to_shape packs them");
    }
    if law::phase_bytes(spec) != 0 || law::base_offset(spec) != 0 || law::has_base_offsets(spec) {
        return no(
            "the tile does not start at its swizzle pattern origin, but CuTe's descriptors have base offset 0",
        );
    }
    if spec.given().is_some() {
        return no("a descriptor is given, but CuTe computes its own");
    }
    if law::is_absolute(spec) {
        return no(
            "K = 96 needs a second descriptor address, which CuTe's SM103 main loops compute from their own buffers",
        );
    }
    if reader.sparsity == Sparsity::Sparse {
        return no(
            "CuTe's sparse atoms need A in its compressed layout with its metadata, which one tile does not determine",
        );
    }
    if tile.element == Element::B1 {
        return no("CuTe has no wgmma for b1");
    }
    Ok(Tiled {
        atom: atom_name(tile.major, tile.swizzle)?,
        order: match tile.order {
            Order::Mn => [0, 1, 2],
            Order::K => [1, 0, 2],
        },
        checks: law::tied_elements(spec).map(|at| {
            // CuTe counts slots; the elements of a padded unit are closer together.
            let (along, across) = at.along_and_across(tile.major);
            let slot = along % tile.element.per_unit();
            let unit = Coord::at(tile.major, along - slot, across);
            let first = law::offset_of(spec, unit, 0) * 8 / tile.element.slot_bits();
            (at.mn, at.k, first + slot)
        }),
    })
}

fn atom_name(major: Major, swizzle: Swizzle) -> Result<&'static str, String> {
    Ok(match (major, swizzle) {
        (Major::K, Swizzle::None) => "K_INTER",
        (Major::K, Swizzle::B32) => "K_SW32",
        (Major::K, Swizzle::B64) => "K_SW64",
        (Major::K, Swizzle::B128) => "K_SW128",
        (Major::Mn, Swizzle::None) => "MN_INTER",
        (Major::Mn, Swizzle::B32) => "MN_SW32",
        (Major::Mn, Swizzle::B64) => "MN_SW64",
        (Major::Mn, Swizzle::B128) => "MN_SW128",
        (Major::Mn, Swizzle::B128Atom32) => "MN_SW128_32B",
        (Major::K, Swizzle::B128Atom32) => {
            return Err("CuTe has no K-major atom with 32-byte atomicity".into());
        }
    })
}

/// The letters of the operand and of the other one.
pub(super) fn letters(sourced: &Sourced<'_>) -> (&'static str, &'static str) {
    match sourced.spec.reader().operand {
        Operand::A => ("A", "B"),
        Operand::B => ("B", "A"),
    }
}

/// `K` or `MN`.
pub(super) const fn major_name(major: Major) -> &'static str {
    match major {
        Major::K => "K",
        Major::Mn => "MN",
    }
}

/// The first descriptor, for a comment.
pub(super) fn first_text(sourced: &Sourced<'_>) -> String {
    let spec = sourced.spec;
    format!(
        "The first read's descriptor, for a tile at 0x{:x}: {}. {}",
        spec.tile().start_bytes,
        law::descriptor(sourced, swizzle_core::reader::Place::default()),
        law::increments_text(spec)
    )
}
