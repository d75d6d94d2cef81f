//! A swizzle as code computes it: `col ^ (row & 7)`, `((addr % 1024) >> 7) << 4`, `Swizzle<3,3,3>`, `row * 72 + col`.

use super::*;
use swizzle_core::law::{RowXor, Xor, XorOf};

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
    let (what, why) = if let Some((mode, why)) = exchange(formula) {
        tile.swizzle = Some(mode);
        (format!("an exchange of 16-byte units: swizzle {}", mode.name()), why)
    } else {
        let read = places(formula, bits).or_else(|| Some((0, functor(formula, bits)?)));
        let (pitch, xor) = read?;
        tile.row_bytes = u32::try_from(pitch).ok().filter(|bytes| *bytes > 0);
        match xor {
            Some(xor) => rows::say_exchange(tile, xor),
            None => tile.swizzle = Some(Swizzle::None),
        }
        said_rows(tile, xor, element)
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

/// What was read of rows, and what that rests on.
fn said_rows(tile: &SaidTile, xor: Option<RowXor>, element: Element) -> (String, String) {
    let (mode, name) = (tile.swizzle.unwrap_or(Swizzle::None), element.name());
    let xor = xor.map_or(String::new(), RowXor::text);
    if mode != Swizzle::None {
        let why = format!(
            "of {} bytes with {xor}, in a buffer that its pattern begins in, are this mode",
            mode.row_bytes()
        );
        return (format!("an exchange of units: swizzle {}", mode.name()), why);
    }
    let with = if xor.is_empty() { xor } else { format!(" with {xor}") };
    match tile.row_bytes {
        Some(bytes) => {
            let why =
                format!("of {name} elements are {bytes} bytes apart; this is no swizzle of the tensor core");
            (format!("rows with a pitch of {bytes} bytes{with}"), why)
        }
        None if with.is_empty() => ("an exchange of units: swizzle none".into(), "stay as they are".into()),
        None => (
            format!("rows of {name} elements{with}"),
            "are packed; this is no swizzle of the tensor core".into(),
        ),
    }
}

/// Names of columns that are units of 16 bytes; others are elements, but for a formula of units alone.
const UNITS: &str = "chunk unit vec vector";

/// The bytes from row to row and the exchange of `row * 72 + col`, of `col ^ (row & 7)`, or of both together.
fn places(formula: &Node<'_>, bits: u32) -> Option<(u64, Option<RowXor>)> {
    let mut names = formula.text.split(|one: char| !one.is_ascii_alphanumeric());
    let is_of_units = names.any(|name| is_in(UNITS, name));
    let is_alone = at(formula, 256, 0)?.0 == 0;
    let place_bits = if is_of_units || is_alone { UNIT_BITS } else { bits };
    let place =
        |row, column| at(formula, row, column).filter(|(_, has_address)| !has_address).map(|(at, _)| at);
    let (pitch, xor) = rows::rows_from_places((place_bits / 8).max(1), place)?;
    let bytes = pitch * u64::from(place_bits) / 8;
    Some((bytes, xor))
}

/// The mode whose phase of an address a formula computes, `((addr % 1024) >> 7) << 4`, and what it rests on.
fn exchange(formula: &Node<'_>) -> Option<(Swizzle, String)> {
    let modes = [(Swizzle::B128, 7), (Swizzle::B64, 3), (Swizzle::B32, 1)];
    let (mode, _) = modes.into_iter().find(|(_, units)| says(formula, true, |row, _| (row & units) << 4))?;
    let why = format!(
        "have this phase of their address, to be XORed with it: {} swizzle, atoms of {} bytes",
        mode.name(),
        mode.atom(Major::K).bytes()
    );
    Some((mode, why))
}

/// CuTe's functor, `Swizzle<3,3,3>`: of the element's index, or, with units of 16 bytes, of the byte's address.
fn functor(formula: &Node<'_>, bits: u32) -> Option<Option<RowXor>> {
    let formula = formula.called('{').map_or(formula, |(of, _)| of);
    let (_, rows) = formula.called('<').filter(|(of, _)| is_in("Swizzle Sw", of.text))?;
    let numbers: Option<Vec<u32>> = rows.iter().map(|row| row.text.parse().ok()).collect();
    let [b, m, s] = numbers?[..] else {
        return None;
    };
    let xor = Xor { bits: b, base: m, shift: s };
    let is_of_bytes = bits != 8 && Swizzle::ALL.iter().any(|mode| mode.xor() == xor);
    let of = if is_of_bytes { XorOf::Address } else { XorOf::Elements };
    if b == 0 { Some(None) } else { RowXor::new(of, xor).map(Some) }
}
