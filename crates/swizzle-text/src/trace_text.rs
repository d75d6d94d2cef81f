//! Text on the phase and XOR of a trace.

use swizzle_core::law::RowXor;
use swizzle_infer::trace::Trace;

/// How the phase is computed; `None` without swizzle.
#[must_use]
pub(super) fn phase_text(trace: &Trace) -> Option<String> {
    let (low, count) = trace.phase_bits;
    if let Some(row_xor) = trace.row_xor {
        return Some(format!("{}: {}", row_xor.text(), trace.phase));
    }
    (count > 0).then(|| {
        format!(
            "(0x{:x} >> {low}) − base offset {} = {} (mod {})",
            trace.absolute_bytes,
            trace.base_offset,
            trace.phase,
            1 << count
        )
    })
}

/// The XOR on the bits that it changes, in binary; `None` without swizzle.
#[must_use]
pub(super) fn xor_text(trace: &Trace) -> Option<String> {
    let (low, count) = trace.changed_bits;
    let width = count as usize;
    let field = |address: u32| address >> low & ((1 << count) - 1);
    if trace.row_xor.is_some_and(RowXor::counts_rows) {
        let unit = trace.unit_in_row;
        let exchanged = unit ^ trace.phase;
        return Some(format!("unit {unit} ⊕ {} = unit {exchanged}", trace.phase));
    }
    (count > 0).then(|| {
        format!(
            "{:0width$b} ⊕ {:0width$b} = {:0width$b}",
            field(trace.absolute_bytes),
            trace.phase,
            field(trace.address.byte)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use swizzle_core::hardware::Major;
    use swizzle_core::law::{Coord, Swizzle};
    use swizzle_core::reader::Said;
    use swizzle_core::tile::SaidTile;
    use swizzle_infer::spec_from_said;
    use swizzle_infer::trace::trace_from_element;

    #[test]
    fn two_bits_move_pairs_of_units() {
        let params = Said {
            tile: SaidTile {
                major: Some(Major::Mn),
                swizzle: Some(Swizzle::B128Atom32),
                ..SaidTile::default()
            },
            ..Said::default()
        };
        let spec = spec_from_said(&params).unwrap();
        let trace = trace_from_element(spec.layout(), Coord { mn: 16, k: 3 });
        assert_eq!(
            phase_text(&trace).unwrap(),
            "(0x5a0 >> 7) − base offset 0 = 3 (mod 4)"
        );
        assert_eq!(xor_text(&trace).unwrap(), "01 ⊕ 11 = 10");
    }

    #[test]
    fn no_words_where_there_is_no_xor() {
        let params = Said {
            tile: SaidTile {
                swizzle: Some(Swizzle::None),
                ..SaidTile::default()
            },
            ..Said::default()
        };
        let spec = spec_from_said(&params).unwrap();
        let trace = trace_from_element(spec.layout(), Coord { mn: 3, k: 40 });
        assert_eq!((phase_text(&trace), xor_text(&trace)), (None, None));
    }
}
