//! The one table of what can be changed on Check: parameters of `PARAMS` and fields of the descriptor, as rows of the kit. The
//! sentence, the drawer and the editors of fields are views of such rows.

use super::*;
use swizzle_core::Order;
use swizzle_core::law::RowXor;
use swizzle_core::reader::FormFault;
use swizzle_params::{Kind, PARAMS, Param, Unit};
use swizzle_text::order_text;

/// What a row changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    /// A parameter.
    Param(ParamId),
    /// A field of the descriptor; its numbers are bytes in units of so many.
    Field(Field, u32),
}

impl Key {
    /// What a change of the row does to the page.
    pub fn act(self, arch: Arch, change: Change) -> Act {
        // None for a mode that this family has no code for.
        let edit = |value: Option<Scalar>| {
            Some(match (self, value) {
                (Self::Param(id), value) => Edit::Value(id, value),
                (Self::Field(..), None | Some(Scalar::Xor(_))) => Edit::Descriptor(None),
                (Self::Field(of, unit), Some(Scalar::Number(bytes))) => Edit::Field(of.id, bytes / unit),
                (Self::Field(of, _), Some(Scalar::Choice(name))) => {
                    let mode = Swizzle::from_name(name).ok()?;
                    Edit::Field(of.id, code_from_swizzle(arch, mode)?.into())
                }
            })
        };
        match change {
            Change::To(value) => edit(value).map_or(Act::Try(None), Act::edit),
            Change::Try(value) => Act::Try(value.and_then(|value| edit(Some(value)))),
            Change::Settle => Act::Of(Action::Settle),
            Change::Cancel(_) => Act::Of(Action::Cancel),
            Change::Open => Act::Open(match self {
                Self::Param(id) => id.param().key,
                Self::Field(field, _) => field.name,
            }),
        }
    }
}

/// A part of a sentence.
#[derive(Debug, Clone, Copy)]
pub enum Part {
    /// Words.
    Text(&'static str),
    /// A value by its key, and what follows it within its word.
    Value(&'static str, &'static str),
}

/// The sentence.
pub const SENTENCE: &str = "{mn} × {k} {element} tile, {sparsity|, }{major|-major}, {swizzle| swizzle}, at {start}, read by {arch} as operand {operand}";

/// The parts of a sentence, whose values are in braces.
pub fn parts(sentence: &'static str) -> impl Iterator<Item = Part> {
    sentence.split('{').flat_map(|part| {
        let (value, text) = part.split_once('}').unwrap_or(("", part));
        let (key, after) = value.split_once('|').unwrap_or((value, ""));
        [Part::Value(key, after), Part::Text(text)]
    })
}

/// The parameter of a key.
pub fn id_of(key: &str) -> Option<ParamId> {
    let found = PARAMS.iter().find(|param| param.key == key);
    found.map(|param| param.id)
}

/// The drawer: every parameter by its key, a section a line.
pub const DRAWER: &str = "Instruction: arch chip for shape operand element sparsity rows
Layout: major swizzle
Tile: mn k order
Strides: lbo_bytes sbo_bytes row_bytes row_xor pad_every_bytes pad_bytes lbo_mode
Address: start pattern pattern_of
Place: step block stage
Buffer and stages: buffer_mn buffer_k at_mn at_k stages stage_bytes";

/// The sections of a drawer: their names, and what is in them.
pub fn sections(drawer: &'static str) -> impl Iterator<Item = (&'static str, Vec<ParamId>)> {
    let lines = drawer.lines().filter_map(|line| line.split_once(": "));
    lines.map(|(name, keys)| (name, keys.split(' ').filter_map(id_of).collect()))
}

/// Whether a parameter matters for what is in view: one that was specified always does, so that it can be reset.
pub fn is_offered(spec: &Spec, id: ParamId) -> bool {
    let (tile, arch) = (spec.tile(), spec.reader().arch);
    let is_copy = spec.reader().used_for == Use::Copy;
    let matters = match id {
        ParamId::For => arch.has_use(Use::Copy),
        ParamId::Shape => is_copy,
        ParamId::Operand | ParamId::Sparsity => !is_copy,
        ParamId::RowXor | ParamId::PadEvery | ParamId::PadBytes => tile.row_bytes.is_some(),
        ParamId::LboMode => arch.has_absolute_lbo(),
        ParamId::Pattern => tile.swizzle != Swizzle::None,
        ParamId::PatternOf => tile.stages > 1 && tile.swizzle != Swizzle::None,
        ParamId::Block => spec.blocks() > 1,
        ParamId::Stage => tile.stages > 1,
        ParamId::Step => spec.steps() > 1,
        _ => true,
    };
    matters || id.param().is_said(spec)
}

/// The row of a parameter.
pub fn row(facts: &Facts, id: ParamId) -> Row {
    row_of(&facts.spec, facts.place(), id)
}

/// The row of a parameter of a tile and its reader, with a place in view.
pub fn row_of(spec: &Spec, place: Place, id: ParamId) -> Row {
    let param = id.param();
    // Of a place, the one in view counts, wherever the descriptor belongs.
    let (value, is_auto) = match id {
        ParamId::Step => (Some(place.step.into()), true),
        ParamId::Block => (Some(place.block.into()), true),
        ParamId::Stage => (Some(place.stage.into()), true),
        _ => (param.taken(spec), !param.is_said(spec)),
    };
    Row {
        label: label(spec, param),
        beside: line_of(BESIDE, param.key).into(),
        about: about(spec, id),
        values: values(spec, param),
        value: value.unwrap_or(Scalar::Number(0)),
        is_auto,
        is_kept: true,
        is_free: false,
    }
}

/// The row of a field of the descriptor, and its key.
pub fn field_row(facts: &Facts, reading: &FieldReading) -> (Key, Row) {
    let Field { id, name, .. } = reading.field;
    let is_bytes = matches!(id, FieldId::Start | FieldId::Lbo | FieldId::Sbo);
    let unit = if is_bytes { 16 } else { 1 };
    let most = (reading.field.mask() >> reading.field.low) as u32;
    let raw = reading.raw as u32;
    let (values, value) = match id {
        FieldId::Swizzle => {
            let name = mode_name(facts.spec.reader().arch, raw);
            (Values::Choice(modes(&facts.spec)), Scalar::Choice(name))
        }
        _ => {
            let is_hex = id == FieldId::Start;
            let values = Values::Number {
                range: (0, most.saturating_mul(unit)),
                step: unit,
                is_hex,
                unit: if is_bytes && !is_hex { "bytes" } else { "" },
                presets: &[],
            };
            (values, Scalar::Number(raw.saturating_mul(unit)))
        }
    };
    let row = Row {
        label: name.into(),
        beside: format!("field {raw}, bits {}", reading.field.bits_text()),
        about: format!("{}: {}.", upper(reading.field.meaning), reading.meaning),
        values,
        value,
        is_auto: facts.spec.given().is_none(),
        is_kept: false,
        is_free: false,
    };
    (Key::Field(reading.field, unit), row)
}

/// The remark beside a field: that it does not matter, or that it means nothing.
pub const fn effect_text(effect: Effect) -> &'static str {
    match effect {
        Effect::Used => "",
        Effect::Unused => "ignored",
        Effect::Invalid => "undefined",
    }
}

/// The value of a parameter as the sentence has it; empty where it goes without saying.
pub fn word_text(row: &Row, id: ParamId, after: &str) -> String {
    match (row.value, id) {
        (Scalar::Choice("none"), ParamId::Swizzle) => "no".to_owned() + after,
        (Scalar::Choice("dense"), ParamId::Sparsity) => String::new(),
        _ => row.text() + after,
    }
}

/// The drawer's name of a parameter; LBO is the tile's column stride where a descriptor has no use for it.
fn label(spec: &Spec, param: &Param) -> String {
    match param.id {
        ParamId::Lbo if spec.has_column_stride() => "Column stride".into(),
        _ => param.label.of(spec.reader().operand).into(),
    }
}

/// What a word of the sentence is.
const BESIDE: &str = "mn: rows of the tile
k: elements of a row
element: element type
major: contiguous dimension
swizzle: swizzle mode
start: address of the first element
arch: instruction
operand: operand";

/// What is said of a value, whatever the others are.
const ABOUT: &str = "row_bytes: of rows that were not written in a canonical form
row_xor: what the writer XORs into the number of a unit
pad_every_bytes: bytes of elements between two pads: a part of a row, or whole rows
pad_bytes: bytes that are left free
lbo_mode: bit 52; absolute: LBO is the address of a second chunk";

/// What a value does, where its name does not say it.
fn about(spec: &Spec, id: ParamId) -> String {
    let (tile, reader) = (spec.tile(), spec.reader());
    let stride = |stride| {
        let meaning =
            stride_meaning(stride, reader.arch, tile.element, tile.major, tile.swizzle, LboMode::Relative);
        let effect = if spec.is_read_by_instruction(stride) { "" } else { "; no effect on this read" };
        meaning.span + effect
    };
    match id {
        ParamId::K if SparseK::per_stored(spec) > 1 => {
            format!("stored, of {} in the product", SparseK::per_stored(spec) * tile.k)
        }
        ParamId::Swizzle if modes(spec).iter().any(|mode| !mode.note.is_empty()) => {
            "Turns that 8 threads take to write one 128-byte row.".into()
        }
        ParamId::Lbo if spec.has_column_stride() => {
            format!("from one {}-byte column of K to the next", tile.swizzle.row_bytes())
        }
        ParamId::Lbo => stride(Stride::Lbo),
        ParamId::Sbo => stride(Stride::Sbo),
        ParamId::Pattern => format!("TMA writes on {}-byte boundaries", tile.swizzle.pattern_bytes()),
        _ => line_of(ABOUT, id.param().key).into(),
    }
}

fn values(spec: &Spec, param: &Param) -> Values {
    let most = match param.id {
        ParamId::Step => Some(spec.steps() - 1),
        ParamId::Block => Some(spec.blocks() - 1),
        ParamId::Stage => Some(spec.tile().stages - 1),
        _ => None,
    };
    match &param.kind {
        Kind::Choice(_) if param.id == ParamId::Swizzle => Values::Choice(modes(spec)),
        Kind::Choice(choices) => {
            let names = choices.names().enumerate();
            Values::Choice(names.map(|(at, name)| choice(spec, param.id, at, name)).collect())
        }
        Kind::Number { range, step, unit } => Values::Number {
            range: (*range.start(), most.unwrap_or(*range.end())),
            step: *step,
            is_hex: *unit == Unit::Address,
            unit: if *unit == Unit::Bytes { "B" } else { "" },
            presets: presets(*unit),
        },
    }
}

const fn presets(unit: Unit) -> &'static [u32] {
    match unit {
        Unit::Elements => &[8, 16, 32, 64, 128, 256],
        Unit::Address => &[0, 0x400, 0x800, 0x1000, 0x4000],
        Unit::Element | Unit::Bytes | Unit::Count => &[],
    }
}

/// A choice that is not a mode: an element type says its bits.
fn choice(spec: &Spec, id: ParamId, at: usize, name: &'static str) -> Choice {
    let arch = spec.reader().arch;
    let named = Choice::named(name);
    match id {
        ParamId::Element => {
            let element = Element::ALL[at];
            let is_off = !arch.has_element(element);
            let note = if is_off { elsewhere(arch) } else { format!("{} bits", element.slot_bits()) };
            Choice { note, is_off, ..named }
        }
        ParamId::Order => {
            let text = match Order::ALL[at] {
                Order::Mn => "MN first",
                Order::K => "K first",
            };
            Choice { text, note: order_text(spec.reader().operand, Order::ALL[at]), ..named }
        }
        ParamId::Operand => {
            let note = format!("{} × K", Operand::ALL[at].mn_letter());
            Choice { note, ..named }
        }
        ParamId::RowXor => Choice { note: RowXor::ALL[at].text(), ..named },
        ParamId::Shape => {
            let shape = CopyShape::ALL[at];
            Choice { note: format!("{} rows of {} bytes", shape.rows(), shape.row_bytes()), ..named }
        }
        _ => named,
    }
}

/// A sentence's first letter in upper case.
fn upper(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// The modes, each with a picture of memory and the bank conflicts of writing a row.
pub fn modes(spec: &Spec) -> Vec<Choice> {
    let tile = spec.tile();
    let mode = |(swizzle, ways): &(Swizzle, Option<u32>)| {
        let arch = spec.reader().arch;
        let faults = [FormFault::AtomOfWgmma, FormFault::NeedsAtom32, FormFault::CannotAtom32];
        let is_off = faults.iter().any(|fault| fault.is_of(arch, tile.element, tile.major, *swizzle));
        let note = match (is_off, ways) {
            (true, _) => elsewhere(arch),
            (false, Some(ways)) => format!("{ways}×"),
            (false, None) => String::new(),
        };
        Choice { note, is_off, picture: Some((SIDE, mode_paths(*swizzle))), ..Choice::named(swizzle.name()) }
    };
    RowWrites::of(tile).ways.iter().map(mode).collect()
}

/// Where a choice works that this family lacks.
pub fn elsewhere(arch: Arch) -> String {
    let other = arch.others().next();
    other.map_or_else(String::new, |other| format!("{} only", other.name()))
}

pub fn mode_name(arch: Arch, code: u32) -> &'static str {
    let mode = u8::try_from(code).ok().and_then(|code| swizzle_from_code(arch, code).ok());
    mode.map_or("undefined", |mode| mode.name())
}

/// Side of a mode's picture, of which a unit is an eighth.
pub const SIDE: u32 = 72;

/// Memory of 8 × 64 elements of two bytes in a mode: a path for each of the eight units of a row.
pub fn mode_paths(mode: Swizzle) -> [String; 8] {
    let tile = Tile::k_major(Element::Bf16, 8, 64).swizzle(mode);
    let mut paths: [String; 8] = Default::default();
    for (row, unit) in (0..8).flat_map(|row| (0..8).map(move |unit| (row, unit))) {
        let byte = tile.byte_from_element(Coord { mn: row, k: unit * 8 }).byte;
        let (x, y) = (byte / 16 % 8 * 9, byte / 128 * 9);
        paths[unit as usize].push_str(&format!("M{x} {y}h9v9h-9z"));
    }
    paths
}

#[cfg(test)]
mod tests {
    use swizzle_view::shown_from_link;
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    fn facts(link: &str) -> Facts {
        Facts::of(&shown_from_link(link).shown).expect("a tile")
    }

    #[test]
    fn the_sentence_says_what_the_drawing_says() {
        let text = |link| -> String {
            let facts = facts(link);
            let word = |part: Part| match part {
                Part::Text(text) => text.to_owned(),
                Part::Value(key, after) => {
                    id_of(key).map_or_else(String::new, |id| word_text(&row(&facts, id), id, after))
                }
            };
            parts(SENTENCE).map(word).collect()
        };
        assert_eq!(
            text(""),
            "64 × 64 bf16 tile, K-major, 128B swizzle, at 0x400, read by wgmma as operand A"
        );
    }

    #[test]
    fn the_drawer_has_every_parameter_once() {
        let all: Vec<ParamId> = sections(DRAWER).flat_map(|(_, ids)| ids).collect();
        for param in PARAMS {
            let count = all.iter().filter(|id| **id == param.id).count();
            assert_eq!(count, 1, "{}", param.key);
        }
    }

    #[test]
    fn what_was_specified_is_always_offered() {
        let facts = facts("#/?arch=wgmma&lbo_mode=absolute&stages=3");
        assert!(is_offered(&facts.spec, ParamId::LboMode) && is_offered(&facts.spec, ParamId::Stage));
        assert!(!is_offered(&facts.spec, ParamId::Shape));
    }

    #[test]
    fn a_place_in_view_stays_in_the_sequence() {
        let facts = facts("");
        let step = row(&facts, ParamId::Step);
        assert_eq!(step.step_by(99), Some(Change::To(Some(3.into()))));
    }

    #[test]
    fn what_the_family_lacks_is_off_and_says_where_it_works() {
        let modes = row(&facts(""), ParamId::Swizzle);
        let notes: Vec<&str> = modes.choices().iter().map(|mode| mode.note.as_str()).collect();
        assert_eq!(notes, ["8×", "4×", "2×", "1×", "tcgen05 only"]);
    }
}
