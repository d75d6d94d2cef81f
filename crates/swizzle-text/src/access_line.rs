//! The verdict line on a warp's access to shared memory, and what a swizzle is for.

use super::*;
use swizzle_core::hardware::UNIT_BANKS;
use swizzle_warp::{Access, Beside, FILLS, Form, Rows, Wires};

/// What a layout costs whom, in two sentences.
///
/// ```
/// assert_eq!(
///     swizzle_text::reason_text(),
///     "The tensor core reads every layout at the same speed. The swizzle is for whoever fills the tile: threads 4 cycles instead of 32, TMA 258 instead of 1,025."
/// );
/// ```
pub fn reason_text() -> String {
    let of_wires = |wires: Wires| wires.whole_cycles(Access::Load16, 0).unwrap_or(0);
    let of_fill = |mode: Swizzle| {
        let fill = FILLS.iter().find(|fill| fill.swizzle == mode);
        grouped(fill.map_or(0, |fill| fill.cycles.0))
    };
    format!(
        "The tensor core reads every layout at the same speed. The swizzle is for whoever fills the tile: threads {} cycles instead of {}, TMA {} instead of {}.",
        of_wires(Wires::ALL),
        of_wires(Wires::OPEN),
        of_fill(Swizzle::B128),
        of_fill(Swizzle::None)
    )
}

/// The verdict on an access to plain rows, to padded ones, and to those of a third form: its turns on each. Conflicts on the
/// third are a warning. The fix is the layout with the fewest conflicts; where that has some, too, it says so.
///
/// ```
/// use swizzle_warp::{Form, Preset, side_by_side};
/// use swizzle_core::reader::VerdictKind;
/// use swizzle_text::verdict_of_access;
/// use swizzle_core::{Element, Major, Swizzle};
/// let verdict = |preset: Preset, form: Form| {
///     let all = side_by_side(preset.access(), &preset.formula(), Element::Bf16, Major::K, (64, 64)).unwrap();
///     verdict_of_access(&all, form)
/// };
/// let swizzled = verdict(Preset::ColumnByColumn, Form::Canonical(Swizzle::B128));
/// assert_eq!((swizzled.kind, &*swizzled.headline), (VerdictKind::Right, "Plain rows take 32 turns, padded 4, the swizzle 4"));
/// let none = verdict(Preset::RowByRow, Form::Canonical(Swizzle::None));
/// assert_eq!((none.kind, &*none.headline), (VerdictKind::Warning, "Plain rows take 4 turns, padded 4, no swizzle 32"));
/// assert_eq!(none.repairs[0].change, Form::Canonical(Swizzle::B128));
/// assert_eq!(none.repairs[0].label, "Use 128B swizzle");
/// // A transposing copy conflicts on every one of them.
/// let transposed = verdict(Preset::Transpose, Form::Canonical(Swizzle::B128));
/// assert_eq!(transposed.kind, VerdictKind::Warning);
/// assert!(transposed.repairs.is_empty());
/// let plain = verdict(Preset::Transpose, Form::Plain);
/// assert_eq!(plain.repairs[0].label, "Use 128B swizzle (still 4-way)");
/// // What no shared memory holds has no addresses.
/// let all = side_by_side(Preset::ColumnByColumn.access(), &Preset::ColumnByColumn.formula(), Element::Bf16, Major::K, (64, 65536)).unwrap();
/// let large = verdict_of_access(&all, Form::Plain);
/// assert_eq!((large.kind, &*large.headline), (VerdictKind::Wrong, "No shared memory holds 8,388,608 bytes: at most 232,448"));
/// ```
pub fn verdict_of_access(all: &[Beside], form: Form) -> VerdictLine<Form> {
    let of_form = |form: Form| all.iter().find(|one| one.form == form);
    let turns = |one: &Beside| one.served.count();
    let compared = [Form::Plain, Form::Padded, form].map(of_form);
    if let Some(one) = compared.into_iter().flatten().find(|one| !one.fits()) {
        let (bytes, most) = (bytes_of_access(one), grouped(SHARED_BYTES));
        let text = format!("No shared memory holds {bytes}: at most {most}");
        return VerdictLine::new(VerdictKind::Wrong, text);
    }
    let Some(one) = of_form(form).filter(|one| turns(one) > 0) else {
        return VerdictLine::new(VerdictKind::Incomplete, "No lane is active");
    };
    let [plain, padded, _] = compared.map(|one| one.map_or(0, turns));
    let third = match form {
        Form::Canonical(Swizzle::None) => "no swizzle",
        _ => "the swizzle",
    };
    let plain = counted(plain as usize, "turn");
    let text = format!("Plain rows take {plain}, padded {padded}, {third} {}", turns(one));
    if one.served.conflicts() == 0 {
        return VerdictLine::new(VerdictKind::Right, text);
    }
    // Among equally few conflicts the widest swizzle: the last listed.
    let best = all
        .iter()
        .filter(|other| matches!(other.form, Form::Canonical(_)) && other.fits())
        .rev()
        .min_by_key(|other| other.served.conflicts())
        .filter(|best| best.served.conflicts() < one.served.conflicts());
    let mend = |best: &Beside| {
        let still = match best.served.ways() {
            0 | 1 => String::new(),
            ways => format!(" (still {ways}-way)"),
        };
        Mend::new(format!("Use {}{still}", best.form.text()), best.form)
    };
    let repairs: Vec<Mend<Form>> = best.map(mend).into_iter().collect();
    VerdictLine::new(VerdictKind::Warning, text).with_repairs(repairs)
}

/// The bytes that the matrix of an access has in a layout.
pub fn bytes_of_access(one: &Beside) -> String {
    let bytes = u32::try_from(one.bytes).map_or_else(|_| one.bytes.to_string(), grouped);
    format!("{bytes} bytes")
}

/// The verdict on 16 bytes of each of eight rows of 128 bytes, a thread a row, with these wires of the XOR closed.
///
/// ```
/// use swizzle_core::reader::VerdictKind;
/// use swizzle_text::{VerdictLine, verdict_of_wires};
/// use swizzle_warp::Wires;
/// let verdict = |mask: u32| -> VerdictLine<()> { verdict_of_wires(Wires::from_mask(mask)) };
/// let open = verdict(0);
/// assert_eq!((open.kind, &*open.headline), (VerdictKind::Warning, "Eight threads, four banks, eight turns"));
/// assert_eq!(verdict(1).headline, "Eight threads, four turns");
/// assert_eq!(verdict(5).headline, "Eight threads, two turns");
/// let all = verdict(7);
/// assert_eq!((all.kind, &*all.headline), (VerdictKind::Right, "Eight threads, eight bank groups, one turn"));
/// ```
pub fn verdict_of_wires<C>(wires: Wires) -> VerdictLine<C> {
    // The XOR exchanges units of a row: what one of them takes, each of them takes.
    let read = Rows::of_lines(wires).read(Access::Load16, 0);
    let threads = read.groups.first().map_or(0, |group| group.lanes.len() as u32);
    let (turns, groups) = (read.ways(), threads / read.ways().max(1));
    let (kind, text) = match (turns, groups) {
        (1, _) => (VerdictKind::Right, format!("Eight threads, {} bank groups, one turn", spelled(groups))),
        (_, 1) => (
            VerdictKind::Warning,
            format!("Eight threads, {} banks, {} turns", spelled(UNIT_BANKS), spelled(turns)),
        ),
        _ => (VerdictKind::Warning, format!("Eight threads, {} turns", spelled(turns))),
    };
    VerdictLine::new(kind, text)
}

/// What eight threads do in a column of these rows, in a few sentences.
///
/// ```
/// use swizzle_text::column_text;
/// use swizzle_warp::{Rows, Wires};
/// assert_eq!(
///     column_text(Rows::of_lines(Wires::OPEN)),
///     "Eight threads go down a column of the tile. Rows are 128 bytes apart, all 32 banks, and every unit is in the same four: the threads take turns."
/// );
/// let wires = Wires::from_mask(4);
/// assert_eq!(column_text(Rows::of_lines(wires)), wires.text());
/// let padded = Rows { pitch_bytes: 144, ..Rows::of_lines(Wires::OPEN) };
/// assert_eq!(
///     column_text(padded),
///     "Rows are 144 bytes apart, 16 of them padding: no two of the eight units share a bank."
/// );
/// assert_eq!(
///     column_text(Rows::plain(64, Wires::OPEN)),
///     "Rows are 64 bytes apart: four of the eight units share each bank that they are in."
/// );
/// ```
pub fn column_text(rows: Rows) -> String {
    let wires = rows.wires;
    if rows != Rows::of_lines(wires) {
        let padding = match rows.pitch_bytes - rows.data_bytes {
            0 => String::new(),
            bytes => format!(", {bytes} of them padding"),
        };
        let share = match rows.read(Access::Load16, 0).ways() {
            1 => "no two of the eight units share a bank".into(),
            8 => "all eight units are in the same four banks".into(),
            ways => format!("{} of the eight units share each bank that they are in", spelled(ways)),
        };
        return format!("Rows are {} bytes apart{padding}: {share}.", rows.pitch_bytes);
    }
    match wires.mode() {
        None => wires.text(),
        Some(Swizzle::None) => format!(
            "Eight threads go down a column of the tile. Rows are {LINE_BYTES} bytes apart, all {BANKS} banks, and every unit is in the same {}: the threads take turns.",
            spelled(UNIT_BANKS)
        ),
        Some(mode) if wires == Wires::ALL => format!(
            "All three wires are closed: this is the {} swizzle. Each row has another slot, and every bank is busy once.",
            mode.name()
        ),
        Some(_) => {
            "A closed wire XORs a bit of the row into a bit of the slot. Half of the rows move over.".into()
        }
    }
}

/// A small number as a word: the powers of two that wires give.
fn spelled(number: u32) -> String {
    let words = [(1, "one"), (2, "two"), (4, "four"), (8, "eight")];
    let word = words.iter().find(|(power, _)| *power == number);
    word.map_or_else(|| number.to_string(), |(_, word)| (*word).into())
}
