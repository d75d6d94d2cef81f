//! Caption of a cell of a picture, in one line.

use crate::view::{Cells, View};
use swizzle_core::hardware::Major;
use swizzle_core::law::Coord;
use swizzle_core::reader::Spec;

/// The cell of a view that begins with an element.
///
/// ```
/// use swizzle_core::{Coord, Said};
/// use swizzle_draw::View;
/// use swizzle_draw::cell_caption;
/// use swizzle_infer::spec_from_said;
/// let spec = spec_from_said(&Said::default())?;
/// let coord = Coord { mn: 3, k: 40 };
/// assert_eq!(cell_caption(&spec, &View::default(), coord), "Row 3, unit 5: elements K 40–47");
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn cell_caption(spec: &Spec, view: &View, coord: Coord) -> String {
    let (row, letter, along, across, end) = match spec.layout().major() {
        Major::K => ("Row", "K", coord.k, coord.mn, spec.extent().k),
        Major::Mn => ("K row", spec.reader().operand.mn_letter(), coord.mn, coord.k, spec.extent().mn),
    };
    let t = spec.layout().per_unit();
    let (unit, slot) = (along / t, along % t);
    match view.cells {
        Cells::Units => {
            let first = unit * t;
            let last = (first + t).min(end.max(first + 1)) - 1;
            format!("{row} {across}, unit {unit}: elements {letter} {first}–{last}")
        }
        Cells::Elements => {
            format!("{row} {across}, {letter} {along}: element {slot} of unit {unit}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use swizzle_core::hardware::Operand;
    use swizzle_core::reader::{Said, SaidReader};
    use swizzle_core::tile::SaidTile;
    use swizzle_infer::spec_from_said;

    fn spec(params: Said) -> Spec {
        spec_from_said(&params).unwrap()
    }

    #[test]
    fn cells_of_the_other_views() {
        let spec = spec(Said {
            tile: SaidTile { major: Some(Major::Mn), mn: Some(60), ..SaidTile::default() },
            reader: SaidReader { operand: Some(Operand::B), ..SaidReader::default() },
            ..Said::default()
        });
        let coord = Coord { mn: 56, k: 3 };
        assert_eq!(cell_caption(&spec, &View::default(), coord), "K row 3, unit 7: elements N 56–59");
        let view = View { cells: Cells::Elements, ..View::default() };
        assert_eq!(cell_caption(&spec, &view, coord), "K row 3, N 56: element 0 of unit 7");
    }
}
