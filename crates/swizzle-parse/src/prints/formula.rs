//! A swizzle as code computes it: `col ^ (row & 7)`, `((addr % 1024) >> 7) << 4`, `Swizzle<3,3,3>`, `row * 72 + col`.

use super::*;

/// Longer texts are not formulas.
const LENGTH_MAX: usize = 120;

/// Reads a text that is one such formula; none where it is anything else.
pub(crate) fn read(text: &str, _: &PasteChoice, context: &Shown) -> Option<Answer> {
    if text.len() > LENGTH_MAX {
        return None;
    }
    let rows = tree(text);
    let [row] = &rows[..] else {
        return None;
    };
    let mut formula = row.items.last()?;
    while let Some((.., right)) = formula.assigned() {
        formula = right;
    }
    let element = or_usual(context.said.tile.element);
    let mut shown = unseen(context);
    let tile = &mut shown.said.tile;
    *tile = tile.without_rows();
    let bits = element.slot_bits();
    let (what, why) = if let Some(bytes) = pitch(formula).map(|pitch| pitch * bits / 8) {
        let apart = format!("of {} elements are {bytes} bytes apart", element.name());
        if bytes % 16 != 0 {
            let why = "not a multiple of 16 bytes, so no descriptor reads them";
            return Some(refuse(0..text.len(), format!("Rows {apart}: {why}")));
        }
        (tile.row_bytes, tile.swizzle) = (Some(bytes), Some(Swizzle::None));
        let why = format!("{apart}; this is no swizzle of the tensor core");
        (format!("rows with a pitch of {bytes} bytes"), why)
    } else {
        let (mode, why) = exchange(formula).or_else(|| functor(formula, bits))?;
        tile.swizzle = Some(mode);
        let what = format!("an exchange of 16-byte units: swizzle {}", mode.name());
        (what, why)
    };
    if !formula.text.starts_with('S') {
        tile.major = Some(Major::K);
    }
    Some(checked(Pasted::inside(what, shown, vec![notice("rows", why)])))
}

const ROWS: &str = "row r y i m lane warp_row";
const COLUMNS: &str = "col c x j k chunk unit column vec";

/// The value of a formula in a row and a column. A name that is of neither is an address in rows of 8 units of 16 bytes;
/// tells whether there is one.
fn at(formula: &Node<'_>, row: u64, column: u64) -> Option<(u64, bool)> {
    let rows = ROWS.split(' ').map(|name| Variable::known(name, row));
    let columns = COLUMNS.split(' ').map(|name| Variable::known(name, column));
    let mut own: Vec<Variable> = rows.chain(columns).collect();
    let mut unknown = Vec::new();
    let mut read = value(formula, &own, &mut unknown)?;
    if let Some(address) = unknown.first() {
        own.push(Variable::known(address, row * 128 + column * 16));
        read = value(formula, &own, &mut Vec::new())?;
    }
    Some((read.number()?, !unknown.is_empty()))
}

/// Whether a formula, of an address or not, has these values.
fn says(formula: &Node<'_>, is_of_address: bool, wanted: impl Fn(u64, u64) -> u64) -> bool {
    let mut places = (0..16).flat_map(|row| (0..8).map(move |column| (row, column)));
    places.all(|(row, column)| at(formula, row, column) == Some((wanted(row, column), is_of_address)))
}

/// The elements from row to row of `row * 72 + col`.
fn pitch(formula: &Node<'_>) -> Option<u32> {
    let (pitch, _) = at(formula, 1, 0).filter(|(pitch, _)| (2..0x1_0000).contains(pitch))?;
    says(formula, false, |row, column| row * pitch + column).then_some(pitch as u32)
}

/// The mode whose exchange a formula computes, and what it rests on: `col ^ (row & 7)`, or the phase of an address,
/// `((addr % 1024) >> 7) << 4`.
fn exchange(formula: &Node<'_>) -> Option<(Swizzle, String)> {
    // 64B and 32B change once in 2 and 4 rows.
    let modes = [(Swizzle::B128, 0, 7), (Swizzle::B64, 1, 3), (Swizzle::B32, 2, 1)];
    modes.into_iter().find_map(|(mode, alike, units)| {
        let why = if says(formula, false, |row, column| column ^ (row >> alike & units)) {
            "are as wide as the swizzle, and the column counts 16-byte units: then it is this mode".into()
        } else if says(formula, true, |row, _| (row & units) << 4) {
            format!(
                "have this phase of their address, to be XORed with it: {} swizzle, atoms of {} bytes",
                mode.name(),
                mode.atom(Major::K).bytes()
            )
        } else {
            return None;
        };
        Some((mode, why))
    })
}

/// The mode of CuTe's functor, `Swizzle<3,3,3>`.
fn functor(formula: &Node<'_>, bits: u32) -> Option<(Swizzle, String)> {
    let formula = formula.called('{').map_or(formula, |(of, _)| of);
    let (_, rows) = formula.called('<').filter(|(of, _)| is_in("Swizzle Sw", of.text))?;
    let numbers: Option<Vec<u32>> = rows.iter().map(|row| row.text.parse().ok()).collect();
    let [b, m, 3] = numbers?[..] else {
        return None;
    };
    // 16 bytes are 2^M elements, or 2^4 bytes.
    let of = match m {
        4 => "bytes".into(),
        0..4 if bits << m == 128 => format!("elements of {bits} bits"),
        _ => return None,
    };
    let why = format!("of any pitch: it exchanges bits of an index that counts {of}");
    Some((*TENSOR_MAP.get(b as usize)?, why))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_modes_or_pitches() {
        for (text, swizzle, row_bytes) in [
            ("col ^ (row & 7)", Swizzle::B128, None),
            ("chunk ^ (row % 8)", Swizzle::B128, None),
            ("(r & 7) ^ c", Swizzle::B128, None),
            ("c ^ (r - (r >> 3 << 3))", Swizzle::B128, None),
            ("((p >> 7) & 3) << 4", Swizzle::B64, None),
            ("(row << 6) + col", Swizzle::None, Some(128)),
            ("c = col ^ ((row / 2) & 3);", Swizzle::B64, None),
            ("((addr % 1024) >> 7) << 4", Swizzle::B128, None),
            ("((addr >> 7) & 7) << 4", Swizzle::B128, None),
            ("Swizzle<3,3,3>", Swizzle::B128, None),
            ("Swizzle<2,4,3>{}", Swizzle::B64, None),
            ("row * 72 + col", Swizzle::None, Some(144)),
        ] {
            let tile = crate::read_alone(text).shown.said.tile;
            let read = (tile.swizzle, tile.row_bytes);
            assert_eq!(read, (Some(swizzle), row_bytes), "{text}");
        }
        let read = |text: &str| crate::shown_from_paste(text, &PasteChoice::default(), &Shown::default());
        for text in ["a ^ b", "row * 65 + col", "Swizzle<3,2,3>", "row ^ (col & 5)"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
