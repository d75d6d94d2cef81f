//! Rows with an exchange, as writers describe them: by a formula, by CuTe's text, by Triton's parameters; and the swizzle mode
//! that they equal.

use super::*;

/// Modes with an XOR, those of TMA first.
const MODES: [Swizzle; 4] = [Swizzle::B32, Swizzle::B64, Swizzle::B128, Swizzle::B128Atom32];
/// Pads are smaller than what they separate, so that a stride of something else is not taken for one.
type Pad = (u32, u32);

/// The mode that rows of this pitch with such an XOR are, in a buffer that starts at these bytes.
///
/// ```
/// use swizzle_core::{Element, Swizzle};
/// use swizzle_core::law::RowXor;
/// use swizzle_infer::rows::mode_of_rows;
/// let mode = |start, pitch| mode_of_rows(Element::Bf16, RowXor::rows(0, 3), pitch, start);
/// assert_eq!(mode(0x400, 128), Some(Swizzle::B128));
/// assert_eq!((mode(0x480, 128), mode(0x400, 256)), (None, None));
/// ```
pub fn mode_of_rows(element: Element, xor: RowXor, row_bytes: u32, start_bytes: u32) -> Option<Swizzle> {
    let xor_bytes = xor.on_bytes(element, row_bytes)?;
    let is_anywhere = xor.of() == XorOf::Address;
    let is_it = |mode: &Swizzle| {
        let is_aligned = is_anywhere || start_bytes.is_multiple_of(mode.pattern_bytes());
        mode.xor() == xor_bytes && mode.row_bytes() == row_bytes && is_aligned
    };
    MODES.into_iter().find(is_it)
}

/// The mode that a tile of rows equals.
pub fn mode_of_tile(tile: &Tile) -> Option<Swizzle> {
    let (row_bytes, xor) = (tile.row_bytes?, tile.row_xor?);
    let is_one_row = tile.row_data_bytes() <= row_bytes && tile.pads.is_none();
    mode_of_rows(tile.element, xor, row_bytes, tile.start_bytes).filter(|_| is_one_row)
}

/// Specifies an XOR: as a mode, where the rows may be as wide as that and the start is one of its pattern, otherwise of plain rows.
pub fn say_exchange(tile: &mut SaidTile, xor: RowXor) {
    let element = element_of(tile);
    let start = tile.start_bytes.unwrap_or(Tile::default().start_bytes);
    let along = match major_of(tile) {
        Major::K => tile.buffer_k.or(tile.k),
        Major::Mn => tile.buffer_mn.or(tile.mn),
    };
    let width = along.map(|along| along.saturating_mul(element.slot_bits()) / 8);
    let is_it = |mode: &Swizzle| {
        [width, tile.row_bytes].into_iter().flatten().all(|is| is == mode.row_bytes())
            && mode_of_rows(element, xor, mode.row_bytes(), start) == Some(*mode)
    };
    match MODES.into_iter().find(is_it) {
        Some(mode) => (tile.swizzle, tile.row_bytes, tile.row_xor) = (Some(mode), None, None),
        None => (tile.swizzle, tile.row_xor) = (Some(Swizzle::None), Some(xor)),
    }
}

/// Specifies pads, each behind so many bytes of elements; those behind each row are its pitch. `None` for more than one other.
pub fn say_pads(tile: &mut SaidTile, pads: &[Pad]) -> Option<()> {
    let along = match major_of(tile) {
        Major::K => tile.k.unwrap_or(Tile::default().k),
        Major::Mn => tile.mn.unwrap_or(Tile::default().mn),
    };
    let row = along.checked_mul(element_of(tile).slot_bits())? / 8;
    let (of_row, others): (Vec<Pad>, Vec<Pad>) = pads.iter().partition(|(every, _)| *every == row);
    if others.len() > 1 {
        return None;
    }
    let within = others.first().filter(|(every, _)| *every > 0 && *every < row);
    let within = within.map_or(0, |(every, bytes)| (row / every).saturating_mul(*bytes));
    let behind = of_row.iter().map(|(_, bytes)| *bytes).fold(within, u32::saturating_add);
    tile.swizzle = Some(Swizzle::None);
    tile.row_bytes = Some(row.saturating_add(behind));
    if let Some((every, bytes)) = others.first() {
        (tile.pad_every_bytes, tile.pad_bytes) = (Some(*every), Some(*bytes));
    }
    Some(())
}

/// The pitch and the exchange of rows of which a function gives the place of a row's column, both in elements or both in units.
///
/// ```
/// use swizzle_infer::rows::rows_from_places;
/// let rows = rows_from_places(1, |row, column| Some(row * 64 + ((column / 8) ^ (row & 3)) * 8 + column % 8));
/// let (pitch, xor) = rows.unwrap();
/// assert_eq!((pitch, xor.unwrap().text().as_str()), (64, "8-byte unit ^ (row & 3)"));
/// assert_eq!(rows_from_places(2, |row, column| Some(row * 65 + column)), Some((65, None)));
/// assert_eq!(rows_from_places(2, |row, column| Some(row * column)), None);
/// ```
pub fn rows_from_places(
    place_bytes: u32,
    place: impl Fn(u64, u64) -> Option<u64>,
) -> Option<(u64, Option<RowXor>)> {
    const FAR: u64 = 256;
    const ROWS: [u64; 13] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 16, 32, 63, 128];
    const COLUMNS: [u64; 12] = [0, 1, 2, 3, 4, 5, 7, 8, 9, 16, 31, 32];
    // No mask reaches this row.
    let pitch = place(FAR, 0)?;
    let pitch = (pitch.is_multiple_of(FAR) && pitch / FAR < 0x1_0000).then_some(pitch / FAR)?;
    let mut seen = Vec::new();
    for row in ROWS {
        for column in COLUMNS {
            seen.push((row, column, place(row, column)?.checked_sub(row * pitch)?));
        }
    }
    let fits = |unit: u32, shift: u32, mask: u64| {
        let exchanged = |row: u64, column: u64| column ^ ((row >> shift & mask) << unit);
        seen.iter().all(|(row, column, at)| *at == exchanged(*row, *column))
    };
    if fits(0, 0, 0) {
        return (pitch > 1).then_some((pitch, None));
    }
    for (unit, shift) in (0..6).flat_map(|unit| (0..4).map(move |shift| (unit, shift))) {
        for bits in 1..=5 {
            if fits(unit, shift, (1 << bits) - 1) {
                let base = unit + place_bytes.trailing_zeros();
                return Some((pitch, Some(RowXor::new(XorOf::Rows, Xor { bits, base, shift })?)));
            }
        }
    }
    None
}

/// The tile of a layout in CuTe's notation that is rows, whatever reads them: of one pitch, with pads at one distance. Its swizzle is
/// of the element's index, or of the address.
pub fn rows_from_strided(layout: &Strided, before: &SaidTile, is_of_address: bool) -> Option<SaidTile> {
    let element = element_of(before);
    let bytes = |elements: i64| {
        let bits = u64::try_from(elements).ok()?.checked_mul(element.slot_bits().into())?;
        u32::try_from(bits / 8).ok().filter(|_| bits % 8 == 0)
    };
    let (mn, k) = (runs(&layout.mn), runs(&layout.k));
    let is_along = |mode: &Option<Runs>| mode.as_ref().is_some_and(|runs| runs.stride == 1);
    let (major, along, across) = match (is_along(&k), is_along(&mn)) {
        (true, _) => (Major::K, k?, mn?),
        (false, true) => (Major::Mn, mn?, k?),
        (false, false) => return None,
    };
    let row = along.size.saturating_add(along.pads());
    if across.stride < row || (along.pad.is_some() && across.pad.is_some()) {
        return None;
    }
    let mut tile = SaidTile {
        major: Some(major),
        mn: Some(layout.mn.size),
        k: Some(layout.k.size),
        swizzle: Some(Swizzle::None),
        lbo_bytes: None,
        sbo_bytes: None,
        order: None,
        row_bytes: Some(bytes(across.stride)?),
        ..before.without_rows()
    };
    let pad = match (along.pad, across.pad) {
        (Some(within), _) => Some(within),
        (None, between) => between.map(|(rows, pad)| (rows * along.size, pad)),
    };
    if let Some((every, pad)) = pad {
        (tile.pad_every_bytes, tile.pad_bytes) = (Some(bytes(every)?), Some(bytes(pad)?));
    }
    let of = if is_of_address { XorOf::Address } else { XorOf::Elements };
    match layout.swizzle.map(|number| u32::try_from(number).ok()) {
        [Some(0), ..] => {}
        [Some(bits), Some(base), Some(shift)] => {
            let xor = RowXor::new(of, Xor { bits, base, shift })?;
            xor.unit_bytes(element)?;
            tile.row_xor = Some(xor);
        }
        _ => return None,
    }
    Some(tile)
}

/// A mode whose indices are one stride apart, but for pads behind equal numbers of them.
struct Runs {
    size: i64,
    stride: i64,
    /// Indices between two pads, and a pad.
    pad: Option<(i64, i64)>,
}

impl Runs {
    /// Elements of all pads within.
    const fn pads(&self) -> i64 {
        match self.pad {
            Some((every, pad)) => ((self.size - 1) / every).saturating_mul(pad),
            None => 0,
        }
    }
}

fn runs(mode: &Mode) -> Option<Runs> {
    let size = i64::from(mode.size);
    match mode.merged()[..] {
        [] => Some(Runs { size, stride: 1, pad: None }),
        [(_, stride)] if stride > 0 => Some(Runs { size, stride, pad: None }),
        [(every, stride), (_, apart)] if stride > 0 => {
            let run = i64::from(every).checked_mul(stride)?;
            let pad = apart.checked_sub(run).filter(|pad| *pad > 0 && *pad < run)?;
            Some(Runs { size, stride, pad: Some((every.into(), pad)) })
        }
        _ => None,
    }
}
