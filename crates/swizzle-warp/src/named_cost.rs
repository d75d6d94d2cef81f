//! The costs of a layout by name, for sentences: turns by the banks, and figures as they were measured.

use crate::column::ColumnBanks;
use crate::cost::{ACCESSES, AccessCost, FILLS, Fill, READS};
use crate::instruction::Access;
use swizzle_core::hardware::Major;
use swizzle_core::law::{Coord, Stride};
use swizzle_core::reader::Spec;

/// A cost by its name: the number, rounded down, and as it is written. `None` for other names, and for a tile that was not
/// measured.
///
/// | names | |
/// | --- | --- |
/// | `column_turns` | times that banks are asked for the first unit of eight rows |
/// | `fill_boxes`, `fill_rows`, `fill_cycles`, `fill_rate` | of the tile, filled by TMA: boxes, their rows together; of one SM alone at that: cycles, whole bytes a clock |
/// | `wgmma_cycles`, `wgmma_columns` | of one `wgmma` with so many columns of N, in any layout |
/// | `load_cycles`, `conflict_cycles` | of an `ldmatrix` of four matrices: without conflicts, and with eight in a bank |
///
/// ```
/// use swizzle_warp::cost_from_name;
/// use swizzle_core::{Said, SaidTile};
/// use swizzle_infer::spec_from_said;
/// let tile = SaidTile { mn: Some(128), k: Some(64), ..SaidTile::default() };
/// let spec = spec_from_said(&Said { tile, ..Said::default() })?;
/// assert_eq!(cost_from_name(&spec, "fill_boxes"), Some((1, "1".into())));
/// assert_eq!(cost_from_name(&spec, "fill_price"), None);
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn cost_from_name(spec: &Spec, name: &str) -> Option<(u64, String)> {
    let count = |value: u32| (u64::from(value), value.to_string());
    let tenths = |value: u32| (u64::from(value / 10), format!("{}.{}", value / 10, value % 10));
    let access = |ways: u32| {
        let is_it = |one: &&AccessCost| one.access == Access::LoadMatrix4 && one.ways == ways;
        let cycles = ACCESSES.iter().find(is_it)?.cycles_hundredths;
        Some((u64::from(cycles / 100), format!("{}.{:02}", cycles / 100, cycles % 100)))
    };
    match name {
        "column_turns" => Some(count(ColumnBanks::of(spec, Coord { mn: 0, k: 0 }).most())),
        "fill_boxes" => Some(count(measured_fill(spec)?.boxes)),
        "fill_rows" => {
            let fill = measured_fill(spec)?;
            Some(count(fill.boxes * fill.box_elements[1]))
        }
        "fill_cycles" => Some(count(measured_fill(spec)?.cycles.0)),
        "fill_rate" => Some(count((measured_fill(spec)?.bytes_a_clock_tenths.0 + 5) / 10)),
        "wgmma_cycles" => Some(tenths(READS[1].cycles_tenths)),
        "wgmma_columns" => Some(count(READS[1].n)),
        "load_cycles" => access(1),
        "conflict_cycles" => access(8),
        _ => None,
    }
}

/// The fill that was measured of such a tile: its mode, its rows and columns, packed, boxes of rank 2.
fn measured_fill(spec: &Spec) -> Option<&'static Fill> {
    let tile = spec.tile();
    let fill = FILLS.iter().find(|fill| {
        let [_, _, columns] = fill.box_elements;
        fill.swizzle == tile.swizzle && columns == 1
    })?;
    let [along, across, _] = fill.box_elements;
    let stride = match Stride::of_columns(Major::K, tile.swizzle) {
        Stride::Lbo => tile.lbo_bytes,
        Stride::Sbo => tile.sbo_bytes,
    };
    let is_packed = tile.k <= along || stride == across * along * 2;
    let is_it = tile.major == Major::K
        && tile.element.slot_bits() == 16
        && tile.mn == across
        && tile.k == along * fill.boxes;
    (is_it && is_packed).then_some(fill)
}

#[cfg(test)]
mod tests {
    use super::cost_from_name;
    use swizzle_core::hardware::Named as _;
    use swizzle_core::law::Swizzle;
    use swizzle_core::reader::{Said, Spec};
    use swizzle_core::tile::SaidTile;
    use swizzle_infer::spec_from_said;

    fn spec(swizzle: Swizzle, mn: u32) -> Spec {
        let tile = SaidTile { swizzle: Some(swizzle), mn: Some(mn), k: Some(64), ..SaidTile::default() };
        let said = Said { tile, ..Said::default() };
        spec_from_said(&said).expect("a spec")
    }

    #[test]
    fn only_what_was_measured_has_a_cost() {
        for swizzle in [Swizzle::None, Swizzle::B32, Swizzle::B64, Swizzle::B128] {
            let cost = |mn, name| cost_from_name(&spec(swizzle, mn), name);
            let boxes = 64 / (swizzle.row_bytes() / 2);
            assert_eq!(cost(128, "fill_boxes").map(|cost| cost.0), Some(u64::from(boxes)));
            assert_eq!(cost(128, "fill_rows").map(|cost| cost.0), Some(u64::from(boxes * 128)));
            assert_eq!(cost(64, "fill_cycles"), None, "{}", swizzle.name());
            assert_eq!(cost(128, "column_turns").map(|cost| cost.0), Some(1));
        }
        let best = cost_from_name(&spec(Swizzle::B128, 128), "fill_rate");
        assert_eq!(best.map(|cost| cost.1).as_deref(), Some("63"));
    }
}
