//! Text on how the reads of a sequence follow each other.

use super::*;

/// Describes where the reads of the next rows start; `None` if one read covers all rows.
///
/// ```
/// use swizzle_core::{Said, SaidTile};
/// use swizzle_text::rows_text;
/// use swizzle_infer::spec_from_said;
/// let spec = spec_from_said(&Said { tile: SaidTile { mn: Some(128), ..SaidTile::default() }, ..Said::default() })?;
/// assert_eq!(
///     rows_text(&spec).unwrap(),
///     "These read M 0–63. For M 64–127 add 8192 bytes (512 units) to each start.",
/// );
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn rows_text(spec: &Spec) -> Option<String> {
    let (rows, letter) = (spec.read_extent().mn, spec.reader().operand.mn_letter());
    let first = |mn: u32| spec.layout().absolute_from_element(Coord { mn, k: 0 });
    let last = (2 * rows).min(spec.extent().mn);
    (last > rows).then(|| {
        let added = spec.space().wrapped(first(rows).wrapping_sub(first(0)));
        let rest = if spec.extent().mn > last { ", and so on" } else { "" };
        format!(
            "These read {letter} 0–{}. For {letter} {rows}–{} add {added} bytes ({} units) to each start{rest}.",
            rows - 1,
            last - 1,
            added / UNIT_BYTES
        )
    })
}

/// Describes the bytes added from step to step, and why they change at the end of a row; `None` if one read covers K.
///
/// ```
/// use swizzle_core::{Said, SaidTile};
/// use swizzle_text::steps_text;
/// use swizzle_infer::spec_from_said;
/// let spec = spec_from_said(&Said { tile: SaidTile { k: Some(128), ..SaidTile::default() }, ..Said::default() })?;
/// assert_eq!(
///     steps_text(&spec).unwrap(),
///     "Each step adds 32 bytes (2 units) within the 128-byte swizzle row; after 4 steps the row ends, and the next column of K starts 8192 bytes after the start of this one: + 8096. The XOR applies to absolute addresses, so the base offset does not change.",
/// );
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn steps_text(spec: &Spec) -> Option<String> {
    if spec.steps() < 2 {
        return None;
    }
    let added = added_bytes(spec, 1);
    let each = format!("Each step adds {added} bytes ({} units)", added / UNIT_BYTES as i32);
    let layout = spec.layout();
    let is_k_row = layout.major() == Major::K && layout.swizzle().row_units() > 1;
    let second = spec.first_element(Place { step: 1, ..spec.place() }).k;
    let is_in_first_column = layout.digits_from_element(Coord { mn: 0, k: second }).column == 0;
    let jump = jump(spec, spec.steps().min(64));
    let why = match (is_k_row, jump) {
        (true, Some(jump)) => format!(
            " within the {}-byte swizzle row; after {jump} steps the row ends, and the next column of K starts {} bytes after the start of this one: + {}.",
            layout.swizzle().row_bytes(),
            layout.column_bytes(),
            added_bytes(spec, jump)
        ),
        (true, None) if is_in_first_column => {
            format!(" within the {}-byte swizzle row.", layout.swizzle().row_bytes())
        }
        _ => ": the atoms of K that one read covers.".into(),
    };
    let base = " The XOR applies to absolute addresses, so the base offset does not change.";
    let base = if layout.swizzle().row_units() > 1 { base } else { "" };
    Some(format!("{each}{why}{base}"))
}

/// Bytes added to the start of the step before one, of the place's block and stage.
pub(crate) fn added_bytes(spec: &Spec, step: u32) -> i32 {
    let start = |step: u32| spec.start_bytes(Place { step, ..spec.place() });
    spec.space().signed(start(step).wrapping_sub(start(step - 1)))
}

/// The first step before an end to which more or less is added than to step 1: it is in another atom.
pub(crate) fn jump(spec: &Spec, end: u32) -> Option<u32> {
    (2..end).find(|step| added_bytes(spec, *step) != added_bytes(spec, 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use swizzle_core::hardware::{Arch, Element, Named, Operand};
    use swizzle_core::law::{Layout, LayoutParams, Swizzle};
    use swizzle_core::reader::{Said, SaidReader};
    use swizzle_core::tile::SaidTile;
    use swizzle_infer::spec_from_said;

    /// Bytes that a text says are to be added.
    fn added(text: &str) -> u32 {
        let (_, rest) = text.split_once("add ").unwrap();
        rest.split(' ').next().unwrap().parse().unwrap()
    }

    #[test]
    fn the_next_rows_are_read_from_the_start_that_is_said() {
        let mut count = 0;
        for arch in Arch::ALL {
            for major in Major::ALL {
                for swizzle in Swizzle::ALL {
                    for (element, operand, mn) in [
                        (Element::Bf16, Operand::A, 256),
                        (Element::Tf32, Operand::A, 192),
                        (Element::E4m3, Operand::B, 512),
                    ] {
                        let params = Said {
                            tile: SaidTile {
                                major: Some(*major),
                                swizzle: Some(*swizzle),
                                element: Some(element),
                                mn: Some(mn),
                                start_bytes: Some(0x2000),
                                ..SaidTile::default()
                            },
                            reader: SaidReader {
                                arch: Some(*arch),
                                operand: Some(operand),
                                ..SaidReader::default()
                            },
                            ..Said::default()
                        };
                        let spec = spec_from_said(&params).unwrap();
                        let read = spec.read(1);
                        let moved = Layout::new(LayoutParams {
                            start_bytes: read.start_bytes() + added(&rows_text(&spec).unwrap()),
                            ..read.params()
                        });
                        let rows = spec.read_extent().mn;
                        for mn in 0..rows.min(spec.extent().mn - rows) {
                            for k in 0..spec.read_k() {
                                let of_tile = Coord { mn: rows + mn, k: spec.read_k() + k };
                                assert_eq!(
                                    moved.byte_from_element(Coord { mn, k }),
                                    spec.layout().byte_from_element(of_tile),
                                    "{params:?} {mn} {k}"
                                );
                                count += 1;
                            }
                        }
                    }
                }
            }
        }
        assert!(count > 100_000);
    }
}
