//! A tile in CuTe's terms: an atom repeated in an order, which not every tile is; and what CuTe and its Python DSL lack.

use crate::build::{Instruction, ScaleVec};
use crate::source::names::atom_name;
use crate::source::{Language, Sourced, law};
use crate::template::Facts;
use swizzle_core::hardware::{Arch, CtaForm, Element, Kind, Major, Sparsity};
use swizzle_core::law::{Coord, Swizzle};
use swizzle_tmem::scale::BLOCK_FACTORS;

/// Adds the values of a tile as an atom in an order. `no_scales` says why its scale factors have no copies.
///
/// # Errors
/// Returns why it cannot be expressed.
pub(super) fn add(
    facts: &mut Facts,
    language: Language,
    sourced: &Sourced<'_>,
    no_scales: Option<&str>,
) -> Result<(), String> {
    let spec = sourced.spec;
    let (tile, reader) = (spec.tile(), spec.reader());
    let (along, across) = tile.buffer.along_and_across(tile.major);
    let (atom, packed) = (tile.swizzle.atom(tile.major), spec.packed());
    let is_dsl_of_wgmma = language == Language::CuteDsl && reader.arch == Arch::Wgmma;
    let refusals = [
        (
            spec.window() != tile.buffer,
            "the tile is a window of a larger buffer; generate the code of the buffer and use local_tile",
        ),
        (
            along % (atom.row_units * tile.element.per_unit()) != 0 || across % atom.rows != 0,
            "the tile ends inside an atom, but tile_to_shape needs whole atoms",
        ),
        (
            (tile.lbo_bytes, tile.sbo_bytes) != (packed.lbo_bytes, packed.sbo_bytes),
            "the strides are padded, but tile_to_shape packs the atoms",
        ),
        (
            tile.stages > 1 && u64::from(tile.stage_bytes) != spec.span_bytes(),
            "the stages are further apart than one tile, but tile_to_shape packs them",
        ),
        (
            law::phase_bytes(spec) != 0 || law::base_offset(spec) != 0 || law::has_base_offsets(spec),
            "the tile does not start at its swizzle pattern origin, but CuTe's descriptors have base offset 0",
        ),
        (spec.given().is_some(), "a descriptor is given, but CuTe computes its own"),
        (
            law::is_absolute(spec),
            "K = 96 needs a second descriptor address, which CuTe's SM103 main loops compute from their own buffers",
        ),
        (
            reader.sparsity == Sparsity::Sparse,
            "CuTe's sparse atoms need A in its compressed layout with its metadata, which one tile does not determine",
        ),
        (tile.element == Element::B1, "CuTe has no wgmma for b1"),
        (
            (tile.major, tile.swizzle) == (Major::K, Swizzle::B128Atom32),
            "CuTe has no K-major atom with 32-byte atomicity",
        ),
        (is_dsl_of_wgmma && sourced.instruction.a == Element::Tf32, "the Python DSL has no wgmma of tf32"),
        (is_dsl_of_wgmma && tile.swizzle == Swizzle::B128Atom32, "wgmma has no such swizzle"),
    ];
    if let Some(why) = first(&refusals) {
        return Err(why.into());
    }
    let (no_dsl, no_atom) = (no_dsl(sourced.instruction), no_atom(sourced).or(no_scales));
    facts.add(&[
        ("atom", &atom_name(tile.major, tile.swizzle)),
        ("no_dsl", &no_dsl.unwrap_or_default()),
        ("has_columns", &(spec.blocks() == 1 || no_atom.is_none())),
        ("no_atom", &no_atom.unwrap_or_default()),
    ]);
    facts.list("elements", law::tied_elements(tile.mn, tile.k), |row, at| {
        // CuTe counts slots; the elements of a padded unit are closer together.
        let (along, across) = at.along_and_across(tile.major);
        let slot = along % tile.element.per_unit();
        let unit = Coord::at(tile.major, along - slot, across);
        let first = law::offset_of(spec, unit, 0) * 8 / tile.element.slot_bits();
        row.add(&[
            ("mn", &at.mn),
            ("k", &at.k),
            ("element", &(first + slot)),
            ("in_unit_at", &law::in_unit(spec, &along.to_string())[0]),
        ]);
    });
    Ok(())
}

/// Why the DSL's own objects are left out: what they are made of is not of one tile.
fn no_dsl(one: &Instruction) -> Option<&'static str> {
    first(&[
        (one.form == CtaForm::WeightStationary, "it has no .ws form"),
        (
            one.form == CtaForm::Two,
            "fragments of a pair are parts of the tile of both CTAs, and this tile is that of one",
        ),
        (one.is_scaled(), "they need the layouts of both operands' scale factors"),
    ])
}

/// Why CuTe has no instruction of tcgen05 for the tile, though the hardware has.
fn no_atom(sourced: &Sourced<'_>) -> Option<&'static str> {
    let (one, spec) = (sourced.instruction, sourced.spec);
    let (read, tile) = (spec.read_extent(), spec.tile());
    let (is_scaled, vec) = (one.is_scaled(), one.vec.elements());
    first(&[
        (one.form == CtaForm::WeightStationary, "CuTe has no atom for .ws"),
        (
            !tile.mn.is_multiple_of(read.mn) || !tile.k.is_multiple_of(read.k),
            "fragments are whole reads, which this tile is not",
        ),
        (
            one.kind == Some(Kind::Mxf4nvf4) && one.vec == ScaleVec::V32,
            "CuTe's atom with a factor for each 32 elements is of kind::mxf4",
        ),
        (is_scaled && spec.blocks() > 1, "CUTLASS's layouts of scale factors are those of one block"),
        (
            is_scaled && !tile.k.is_multiple_of(BLOCK_FACTORS * vec),
            "CUTLASS's layouts of scale factors have 4 of each row, or a multiple",
        ),
    ])
}

/// The first reason that holds.
fn first(reasons: &[(bool, &'static str)]) -> Option<&'static str> {
    reasons.iter().find(|(is_so, _)| *is_so).map(|(_, why)| *why)
}
