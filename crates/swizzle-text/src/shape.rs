//! The one sentence on the shape of a tile that its picture alone does not tell: units that stand, atoms beside each other, what is
//! not stored.

use super::*;
use swizzle_core::law::Atom;

/// Rows of a tile that are seen unit by unit.
const ROWS_SEEN: u32 = 64;

/// A sentence on a tile, and the numbers that it rests on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShapeText {
    /// The sentence.
    pub text: String,
    /// Names and values.
    pub facts: Vec<(String, String)>,
}

/// Describes what is special in the shape of a tile; `None` for rows of one atom.
///
/// ```
/// use swizzle_core::{Said, SaidTile};
/// use swizzle_infer::spec_from_said;
/// use swizzle_text::shape_text;
/// let tile = SaidTile { k: Some(128), ..SaidTile::default() };
/// let shape = shape_text(&spec_from_said(&Said { tile, ..Said::default() })?).unwrap();
/// assert_eq!(
///     shape.text,
///     "128 of K are 2 atoms. A read stays inside one, so no field holds the 8,192 bytes between them: step 4 starts there.",
/// );
/// assert_eq!(shape.facts[1], ("step 4".into(), "0x2400".into()));
/// assert_eq!(shape_text(&spec_from_said(&Said::default())?), None);
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn shape_text(spec: &Spec) -> Option<ShapeText> {
    let tile = spec.tile();
    let layout = spec.layout();
    let Atom { row_units, rows } = layout.swizzle().atom(tile.major);
    let per_unit = tile.element.per_unit();
    let letter = spec.reader().operand.mn_letter();
    let is_halved = tile.major == Major::K && spec.reader().operand == Operand::A;
    if let Some(k) = SparseK::of(spec).filter(|_| is_halved) {
        let (stored, group) = (k.group / 2, k.group);
        let text = format!(
            "A unit stores {per_unit} of {} elements: {stored} of every {group}. The metadata says which.",
            2 * per_unit
        );
        let facts = vec![
            ("stored".into(), format!("{} of K", k.stored)),
            ("stands for".into(), format!("{} of K", k.logical)),
        ];
        return Some(ShapeText { text, facts });
    }
    let atom = row_units * per_unit;
    // A read that is longer than a swizzle row takes the stride between two of them from its field.
    let is_wider = spec.is_read_by_instruction(Stride::Lbo);
    match tile.major {
        Major::Mn => {
            let text = if tile.mn <= atom || row_units == 1 || !is_wider {
                let is_line = layout.swizzle().row_bytes() == LINE_BYTES;
                let line = if is_line { " A line of memory is one K." } else { "" };
                format!("A unit is {per_unit} elements along {letter}, so it stands.{line}")
            } else {
                format!(
                    "{letter} is wider than one swizzle row: the second {atom} are LBO after the first, the next {rows} of K are SBO on."
                )
            };
            Some(ShapeText { text, facts: strides(spec) })
        }
        Major::K if row_units > 1 && tile.k > atom && !is_wider => {
            let (down, across) = (tile.mn.div_ceil(rows), tile.k.div_ceil(atom));
            Some(if tile.mn > ROWS_SEEN {
                let bytes = grouped(Atom { row_units, rows }.bytes());
                let read = spec.read_extent();
                let (tall, parts) = (read.mn / rows, atom / read.k.max(1));
                let wide = match parts {
                    1 => "an atom wide".into(),
                    2 => "half of one wide".into(),
                    4 => "a quarter wide".into(),
                    _ => format!("{} of K wide", read.k),
                };
                let all = down * across;
                let text = format!(
                    "{all} atoms of {bytes} bytes, {down} down and {across} across. One read is {tall} atoms tall and {wide}."
                );
                ShapeText { text, facts: Vec::new() }
            } else {
                let jump = jump(spec, spec.steps())?;
                let column = grouped(layout.column_bytes());
                let text = format!(
                    "{} of K are {across} atoms. A read stays inside one, so no field holds the {column} bytes between them: step {jump} starts there.",
                    tile.k
                );
                let start = |step: u32| {
                    let start = spec.start_bytes(Place { step, ..spec.place() });
                    (format!("step {step}"), format!("{start:#x}"))
                };
                let added = added_bytes(spec, jump);
                let units = added / UNIT_BYTES as i32;
                let facts = vec![
                    start(jump - 1),
                    start(jump),
                    ("adds".into(), format!("{} B, {units} units", grouped(added.unsigned_abs()))),
                ];
                ShapeText { text, facts }
            })
        }
        Major::K => None,
    }
}

/// The strides that a read uses, with their bytes.
fn strides(spec: &Spec) -> Vec<(String, String)> {
    let used = [Stride::Lbo, Stride::Sbo].into_iter().filter(|stride| spec.is_read_by_instruction(*stride));
    let bytes = |stride| format!("{} B", grouped(spec.layout().stride_bytes(stride)));
    used.map(|stride| (stride.name().into(), bytes(stride))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use swizzle_core::hardware::{Arch, Element, Sparsity};
    use swizzle_core::law::{Coord, Swizzle};
    use swizzle_core::reader::{Said, SaidReader};
    use swizzle_core::tile::SaidTile;
    use swizzle_infer::spec_from_said;

    fn spec(arch: Arch, operand: Operand, tile: SaidTile) -> Spec {
        let reader = SaidReader { arch: Some(arch), operand: Some(operand), ..SaidReader::default() };
        spec_from_said(&Said { tile, reader, ..Said::default() }).expect("a tile")
    }

    /// The sentence on an MN-major tile says of both strides what the law has.
    #[test]
    fn strides_are_where_the_law_has_them() {
        let modes = [
            (Arch::Wgmma, Element::Bf16, Swizzle::B128),
            (Arch::Wgmma, Element::Bf16, Swizzle::B64),
            (Arch::Wgmma, Element::Bf16, Swizzle::B32),
            (Arch::Tcgen05, Element::Bf16, Swizzle::B128),
            (Arch::Tcgen05, Element::Tf32, Swizzle::B128Atom32),
        ];
        for (arch, element, swizzle) in modes {
            let tile = SaidTile {
                mn: Some(128),
                k: Some(64),
                element: Some(element),
                major: Some(Major::Mn),
                swizzle: Some(swizzle),
                ..SaidTile::default()
            };
            let spec = spec(arch, Operand::B, tile);
            let Atom { row_units, rows } = swizzle.atom(Major::Mn);
            let atom = row_units * element.per_unit();
            let shape = shape_text(&spec).expect("a sentence");
            assert!(shape.text.contains(&format!("the second {atom} are LBO")), "{shape:?}");
            assert!(shape.text.contains(&format!("the next {rows} of K are SBO")), "{shape:?}");
            let absolute = |mn, k| spec.layout().absolute_from_element(Coord { mn, k });
            let strides = [absolute(atom, 0), absolute(0, rows)].map(|at| at - absolute(0, 0));
            let told = strides.map(|bytes| format!("{} B", grouped(bytes)));
            let facts: Vec<&str> = shape.facts.iter().map(|(_, value)| &**value).collect();
            assert_eq!(facts, told, "{arch:?} {swizzle:?}");
        }
    }

    /// Where a read is longer than a swizzle row, a field has the distance, and nobody says that none does.
    #[test]
    fn no_read_that_crosses_atoms_is_said_to_stay_inside_one() {
        let tile = SaidTile { k: Some(128), swizzle: Some(Swizzle::B32), ..SaidTile::default() };
        let mut spec = spec(Arch::Wgmma, Operand::B, tile).said().to_owned();
        spec.reader.sparsity = Some(Sparsity::Sparse);
        let spec = spec_from_said(&spec).expect("a tile");
        assert!(spec.is_read_by_instruction(Stride::Lbo));
        assert_eq!(shape_text(&spec), None);
    }
}
