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
    let element = context.said.tile.element.unwrap_or(Tile::default().element);
    let mut shown = unseen(context);
    let tile = &mut shown.said.tile;
    (tile.row_bytes, tile.row_xor) = (None, None);
    let (what, why) = match pitch(formula, element.slot_bits()) {
        Some(bytes) if bytes % 16 != 0 => {
            return Some(refuse(
                0..text.len(),
                format!(
                    "Rows of {} elements are {bytes} bytes apart: not a multiple of 16 bytes, so no descriptor reads them",
                    element.name()
                ),
            ));
        }
        Some(bytes) => {
            (tile.row_bytes, tile.swizzle) = (Some(bytes), Some(Swizzle::None));
            let why = format!(
                "of {} elements are {bytes} bytes apart; this is no swizzle of the tensor core",
                element.name()
            );
            (format!("rows with a pitch of {bytes} bytes"), why)
        }
        None => {
            let (mode, why) = exchange(formula, element.slot_bits())?;
            tile.swizzle = Some(mode);
            let what = format!("an exchange of 16-byte units: swizzle {}", mode.name());
            (what, why)
        }
    };
    if !formula.text.starts_with('S') {
        tile.major = Some(Major::K);
    }
    Some(checked(Pasted::inside(
        what,
        shown,
        vec![notice("rows", why)],
    )))
}

fn is_row(name: &str) -> bool {
    is_in("row r y i m lane warp_row", name)
}

fn is_column(name: &str) -> bool {
    is_in("col c x j k chunk unit column vec", name)
}

/// A part of a formula without the brackets around it.
fn bare<'n, 't>(node: &'n Node<'t>) -> &'n Node<'t> {
    match (node.kind, &node.rows[..]) {
        (Part::Group('('), [row]) => row.only().map_or(node, bare),
        _ => node,
    }
}

/// The operands of a sign.
fn of<'n, 't>(node: &'n Node<'t>, sign: &str) -> Option<[&'n Node<'t>; 2]> {
    let node = bare(node);
    match &node.of[..] {
        [one, other] if node.kind == Part::Operator(sign) => Some([bare(one), bare(other)]),
        _ => None,
    }
}

/// The same with a number behind the sign.
fn by<'n, 't>(node: &'n Node<'t>, sign: &str) -> Option<(&'n Node<'t>, u32)> {
    let [one, number] = of(node, sign)?;
    match number.kind {
        Part::Number(number) => Some((one, u32::try_from(number).ok()?)),
        _ => None,
    }
}

/// The bytes from row to row of `row * 72 + col`.
fn pitch(formula: &Node<'_>, bits: u32) -> Option<u32> {
    let [left, right] = of(formula, "+")?;
    let (product, column) = match of(left, "*") {
        Some(product) => (product, right),
        None => (of(right, "*")?, left),
    };
    let [row, pitch] = if is_row(product[0].text) {
        product
    } else {
        [product[1], product[0]]
    };
    let Part::Number(pitch @ 0..0x1_0000) = pitch.kind else {
        return None;
    };
    (is_row(row.text) && is_column(column.text)).then_some(pitch as u32 * bits / 8)
}

/// The mode whose exchange a formula computes, and what it rests on.
fn exchange(formula: &Node<'_>, bits: u32) -> Option<(Swizzle, String)> {
    if let Some([one, other]) = of(formula, "^") {
        let [column, row] = if is_column(other.text) {
            [other, one]
        } else {
            [one, other]
        };
        let masked = by(row, "&").map(|(row, mask)| (row, mask.checked_add(1)));
        let (row, count) =
            masked.or_else(|| by(row, "%").map(|(row, count)| (row, Some(count))))?;
        // 64B and 32B change once in 2 and 4 rows.
        let (row, rows) = by(row, "/").unwrap_or((row, 1));
        let mode = match (count, rows) {
            (Some(8), 1) => Swizzle::B128,
            (Some(4), 2) => Swizzle::B64,
            (Some(2), 4) => Swizzle::B32,
            _ => return None,
        };
        let why =
            "are as wide as the swizzle, and the column counts 16-byte units: then it is this mode";
        return (is_column(column.text) && is_row(row.text)).then(|| (mode, why.into()));
    }
    // The phase of an address: `((addr % 1024) >> 7) << 4`, `((addr >> 7) & 7) << 4`.
    if let Some((phase, 4)) = by(formula, "<<") {
        let of_rest = by(phase, ">>")
            .filter(|(_, down)| *down == 7)
            .and_then(|(rest, _)| by(rest, "%"));
        let of_mask = by(phase, "&")
            .filter(|(_, mask)| *mask == 7)
            .and_then(|(moved, _)| by(moved, ">>"));
        let is_phase = matches!((of_rest, of_mask), (Some((_, 1024)), _) | (_, Some((_, 7))));
        let why = "have this phase of their address, to be XORed with it: 128B swizzle, atoms of 1024 bytes";
        return is_phase.then(|| (Swizzle::B128, why.into()));
    }
    let formula = formula.called('{').map_or(formula, |(of, _)| of);
    let (_, rows) = formula
        .called('<')
        .filter(|(of, _)| is_in("Swizzle Sw", of.text))?;
    let numbers: Option<Vec<u32>> = rows.iter().map(|row| row.text.parse().ok()).collect();
    let [b, m, 3] = numbers?[..] else {
        return None;
    };
    let mode = *TENSOR_MAP.get(b as usize)?;
    // 16 bytes are 2^M elements, or 2^4 bytes.
    let of = match m {
        4 => "bytes".into(),
        0..4 if bits << m == 128 => format!("elements of {bits} bits"),
        _ => return None,
    };
    let why = format!("of any pitch: it exchanges bits of an index that counts {of}");
    Some((mode, why))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_modes_or_pitches() {
        for (text, swizzle, row_bytes) in [
            ("col ^ (row & 7)", Swizzle::B128, None),
            ("chunk ^ (row % 8)", Swizzle::B128, None),
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
        let read =
            |text: &str| crate::shown_from_paste(text, &PasteChoice::default(), &Shown::default());
        for text in [
            "a ^ b",
            "row * 65 + col",
            "Swizzle<3,2,3>",
            "row ^ (col & 5)",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
