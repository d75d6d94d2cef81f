//! A trace in words and bits: phase, XOR, and which bits of an address take part.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::descriptor::FieldId;
use crate::law::{PHASE_BIT, RowXor, Stride, Swizzle};
use crate::reader::{Spec, Term, Trace};

/// Bits of an address in shared memory, as the descriptor's fields reach it.
pub const ADDRESS_BITS: u32 = crate::hardware::ADDRESS_BYTES.trailing_zeros();

/// What the XOR does with a bit of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BitRole {
    /// Nothing.
    Kept,
    /// It is read for the phase.
    Read,
    /// The phase is XORed into it.
    Changed,
}

/// A bit of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AddressBit {
    /// Its number.
    pub index: u32,
    /// Whether it is 1.
    pub is_set: bool,
    /// What the XOR does with it.
    pub role: BitRole,
}

/// The bits of an address from the highest down, with their roles in the trace's XOR.
///
/// ```
/// use swizzle_core::{Coord, Said, Spec, trace_from_element};
/// use swizzle_core::words::{BitRole, address_bits};
/// let spec = Spec::new(&Said::default())?;
/// let trace = trace_from_element(spec.layout(), Coord { mn: 3, k: 40 });
/// let bits: Vec<_> = address_bits(trace.absolute_bytes, &trace).collect();
/// assert_eq!((bits.len(), bits[17 - 7].role, bits[17 - 6].role), (18, BitRole::Read, BitRole::Changed));
/// # Ok::<(), swizzle_core::SpecError>(())
/// ```
pub fn address_bits(address_bytes: u32, trace: &Trace) -> impl Iterator<Item = AddressBit> {
    let within = |(low, count): (u32, u32), index: u32| (low..low + count).contains(&index);
    let (read, changed) = (trace.phase_bits, trace.changed_bits);
    (0..ADDRESS_BITS).rev().map(move |index| AddressBit {
        index,
        is_set: address_bytes >> index & 1 == 1,
        role: if within(read, index) {
            BitRole::Read
        } else if within(changed, index) {
            BitRole::Changed
        } else {
            BitRole::Kept
        },
    })
}

/// How the phase comes about; `None` without swizzle, where there is none.
///
/// ```
/// use swizzle_core::{Coord, Said, Spec, trace_from_element};
/// use swizzle_core::words::{phase_text, xor_text};
/// let spec = Spec::new(&Said::default())?;
/// let trace = trace_from_element(spec.layout(), Coord { mn: 3, k: 40 });
/// assert_eq!(phase_text(&trace).unwrap(), "line 3 − base offset 0 = 3 (mod 8)");
/// assert_eq!(xor_text(&trace).unwrap(), "101 ⊕ 011 = 110");
/// # Ok::<(), swizzle_core::SpecError>(())
/// ```
#[must_use]
pub fn phase_text(trace: &Trace) -> Option<String> {
    let (_, count) = trace.phase_bits;
    if let Some(row_xor) = trace.row_xor {
        return Some(format!("{}: {}", row_xor.text(), trace.phase));
    }
    (count > 0).then(|| {
        format!(
            "line {} − base offset {} = {} (mod {})",
            trace.line_in_pattern,
            trace.base_offset,
            trace.phase,
            1 << count
        )
    })
}

/// The XOR on the bits that it changes, in binary; `None` without swizzle.
#[must_use]
pub fn xor_text(trace: &Trace) -> Option<String> {
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

/// The address law of a mode in symbols: names and what they stand for, each from those before it.
///
/// ```
/// use swizzle_core::Swizzle;
/// use swizzle_core::words::law_lines;
/// let lines = law_lines(Swizzle::B128);
/// assert_eq!(lines[3], ("address", "absolute XOR (phase << 4)".into()));
/// ```
#[must_use]
pub fn law_lines(swizzle: Swizzle) -> Vec<(&'static str, String)> {
    let xor = swizzle.xor();
    let mut lines = alloc::vec![("absolute", "start + offset of the cell".into())];
    if xor.bits == 0 {
        lines.push(("address", "absolute: no swizzle".into()));
        return lines;
    }
    let phase = format!("(line − base offset) mod {}", 1 << xor.bits);
    lines.push(("line", format!("absolute >> {PHASE_BIT}")));
    lines.push(("phase", phase));
    lines.push(("address", format!("absolute XOR (phase << {})", xor.base)));
    lines
}

/// The descriptor's field that a term of the tile's trace comes from. The column stride of a swizzled K-major tile is none
/// while no read needs it: the descriptor's LBO then holds something else.
#[must_use]
pub fn field_of_term(spec: &Spec, term: &Term) -> Option<FieldId> {
    term.field
        .filter(|field| *field != FieldId::Lbo || !lacks_columns(spec))
}

/// What a term of the tile's trace counts, with the operand's own letter.
///
/// ```
/// use swizzle_core::{Coord, Major, Said, SaidTile, Spec, trace_from_element};
/// use swizzle_core::words::term_words;
/// let spec = Spec::new(&Said { tile: SaidTile { major: Some(Major::Mn), ..SaidTile::default() }, ..Said::default() })?;
/// let trace = trace_from_element(spec.layout(), Coord { mn: 3, k: 0 });
/// assert_eq!(term_words(&spec, &trace.terms[1]), "unit of M");
/// # Ok::<(), swizzle_core::SpecError>(())
/// ```
#[must_use]
pub fn term_words(spec: &Spec, term: &Term) -> String {
    match term.what.strip_suffix("MN") {
        Some(what) => format!("{what}{}", spec.reader().operand.mn_letter()),
        None => term.what.into(),
    }
}

/// Whether the tile's column stride is not what the descriptor's LBO holds, because no read needs it.
pub(crate) fn lacks_columns(spec: &Spec) -> bool {
    spec.has_column_stride() && !spec.is_read_by_instruction(Stride::Lbo)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hardware::Major;
    use crate::law::Coord;
    use crate::reader::{Said, trace_from_element};
    use crate::tile::SaidTile;

    #[test]
    fn bits_say_the_address() {
        let spec = Spec::new(&Said::default()).unwrap();
        let trace = trace_from_element(spec.layout(), Coord { mn: 3, k: 40 });
        let value =
            address_bits(0x2_05d0, &trace).fold(0, |value, bit| value << 1 | u32::from(bit.is_set));
        assert_eq!(value, 0x2_05d0);
    }

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
        let spec = Spec::new(&params).unwrap();
        let trace = trace_from_element(spec.layout(), Coord { mn: 16, k: 3 });
        assert_eq!(
            phase_text(&trace).unwrap(),
            "line 3 − base offset 0 = 3 (mod 4)"
        );
        assert_eq!(xor_text(&trace).unwrap(), "01 ⊕ 11 = 10");
        let changed: Vec<_> = address_bits(0, &trace)
            .filter(|bit| bit.role == BitRole::Changed)
            .map(|bit| bit.index)
            .collect();
        assert_eq!(changed, [6, 5]);
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
        let spec = Spec::new(&params).unwrap();
        let trace = trace_from_element(spec.layout(), Coord { mn: 3, k: 40 });
        assert_eq!((phase_text(&trace), xor_text(&trace)), (None, None));
    }

    #[test]
    fn columns_of_a_tile_are_the_fields_only_where_a_read_needs_them() {
        let field_of_columns = |swizzle| {
            let params = Said {
                tile: SaidTile {
                    swizzle: Some(swizzle),
                    k: Some(128),
                    ..SaidTile::default()
                },
                ..Said::default()
            };
            let spec = Spec::new(&params).unwrap();
            let trace = trace_from_element(spec.layout(), Coord { mn: 0, k: 64 });
            let columns = trace.terms.iter().find(|term| term.what == "column of K");
            field_of_term(&spec, columns.unwrap())
        };
        assert_eq!(field_of_columns(Swizzle::B128), None);
        assert_eq!(field_of_columns(Swizzle::None), Some(FieldId::Lbo));
    }
}
