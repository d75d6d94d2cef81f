//! One change of a control, and what is said after it.

use swizzle_core::hardware::{CopyShape, Use};
use swizzle_core::law::RowXor;
use swizzle_core::{
    Arch, Descriptor, Element, FieldId, LboMode, Major, Operand, Order, Sparsity, Swizzle,
};
use swizzle_draw::Shows;
use swizzle_draw::{Cells, Colour, Number};
use swizzle_view::Shown;

use super::looking::{is_right, look_at, looked_at, say_place, show_what_is_wrong};

/// One change of a control. A value of tile or reader is said, or with `None` left to be assumed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Edit {
    /// Instruction family; of a given descriptor, which one its bits are read as.
    Arch(Option<Arch>),
    /// Operand.
    Operand(Option<Operand>),
    /// Dense or sparse.
    Sparsity(Option<Sparsity>),
    /// What LBO is; a bit of a given descriptor.
    LboMode(Option<LboMode>),
    /// Rows of one instruction.
    Rows(Option<u32>),
    /// What the descriptor is for.
    For(Option<Use>),
    /// The shape of the copy that it is for.
    Shape(Option<CopyShape>),
    /// Element type.
    Element(Option<Element>),
    /// Major-ness.
    Major(Option<Major>),
    /// Swizzle mode that the tile was written with.
    Swizzle(Option<Swizzle>),
    /// Extent along MN.
    Mn(Option<u32>),
    /// Extent along K.
    K(Option<u32>),
    /// Extent of the buffer along MN.
    BufferMn(Option<u32>),
    /// Extent of the buffer along K.
    BufferK(Option<u32>),
    /// Where in the buffer the tile begins along MN.
    AtMn(Option<u32>),
    /// Where in the buffer the tile begins along K.
    AtK(Option<u32>),
    /// Order of atoms.
    Order(Option<Order>),
    /// The tile's LBO; in swizzled K-major layouts the distance between columns.
    Lbo(Option<u32>),
    /// The tile's SBO.
    Sbo(Option<u32>),
    /// Bytes of a plain row.
    Row(Option<u32>),
    /// How the units of plain rows are exchanged.
    RowXor(Option<RowXor>),
    /// Start address of the tile.
    Start(Option<u32>),
    /// Where the pattern starts.
    Pattern(Option<u32>),
    /// Copies of the buffer.
    Stages(Option<u32>),
    /// Bytes from one copy to the next.
    StageBytes(Option<u32>),
    /// Step along K that is looked at.
    Step(u32),
    /// Block along MN that is looked at.
    Block(u32),
    /// Stage that is looked at.
    Stage(u32),
    /// The descriptor of the place that is looked at: given, or derived again.
    Descriptor(Option<Descriptor>),
    /// A field of that descriptor, which is given then.
    Field(FieldId, u32),
    /// Another value for one of its bits, which is given then.
    Flip(u8),
    /// Tile or read.
    Shows(Shows),
    /// What a cell is.
    Cells(Cells),
    /// What its number says.
    Number(Number),
    /// What its colour says.
    Colour(Colour),
}

/// What is shown after a control moved; as before where there is no picture of that.
pub(super) fn edited(shown: &Shown, edit: Edit) -> Shown {
    let mut next = *shown;
    let (tile, reader) = (&mut next.said.tile, &mut next.said.reader);
    match edit {
        Edit::Arch(Some(arch)) => next.said = next.said.with_arch(arch),
        // A given descriptor is of one family.
        Edit::Arch(None) if next.said.given.is_some() => {}
        Edit::Arch(None) => (reader.arch, reader.chip) = (None, None),
        Edit::Operand(operand) => reader.operand = operand,
        Edit::Sparsity(sparsity) => reader.sparsity = sparsity,
        Edit::LboMode(mode) => match (next.said.given, mode) {
            (Some(given), Some(mode)) => {
                let bit = u64::from(mode == LboMode::Absolute);
                next.said.given = Some(given.with(FieldId::LboMode, bit));
            }
            (Some(_), None) => {}
            (None, mode) => reader.lbo_mode = mode,
        },
        Edit::Rows(rows) => reader.rows = rows,
        Edit::For(used_for) => {
            reader.used_for = used_for;
            // A shape says as much.
            if used_for != Some(Use::Copy) {
                reader.shape = None;
            }
        }
        Edit::Shape(shape) => reader.shape = shape,
        Edit::Element(element) => tile.element = element,
        Edit::Major(major) => tile.major = major,
        Edit::Swizzle(swizzle) => tile.swizzle = swizzle,
        Edit::Mn(mn) => tile.mn = mn,
        Edit::K(k) => tile.k = k,
        Edit::BufferMn(mn) => tile.buffer_mn = mn,
        Edit::BufferK(k) => tile.buffer_k = k,
        Edit::AtMn(mn) => tile.at_mn = mn,
        Edit::AtK(k) => tile.at_k = k,
        Edit::Order(order) => tile.order = order,
        Edit::Lbo(bytes) => tile.lbo_bytes = bytes,
        Edit::Sbo(bytes) => tile.sbo_bytes = bytes,
        Edit::Row(bytes) => {
            tile.row_bytes = bytes;
            if bytes.is_none() {
                tile.row_xor = None;
            }
        }
        Edit::RowXor(xor) => tile.row_xor = xor,
        Edit::Start(bytes) => tile.start_bytes = bytes,
        Edit::Pattern(bytes) => tile.pattern_bytes = bytes,
        Edit::Stages(stages) => tile.stages = stages,
        Edit::StageBytes(bytes) => tile.stage_bytes = bytes,
        Edit::Step(step) => look_at(&mut next, |place| place.step = step),
        Edit::Block(block) => look_at(&mut next, |place| place.block = block),
        Edit::Stage(stage) => look_at(&mut next, |place| place.stage = stage),
        Edit::Descriptor(Some(descriptor)) => give(&mut next, |_| Some(descriptor)),
        Edit::Descriptor(None) => {
            let place = looked_at(shown).map(|spec| spec.place());
            next.said = next.said.without_given();
            say_place(&mut next, place.unwrap_or_default());
        }
        Edit::Field(id, value) => give(&mut next, |held| Some(held?.with(id, value.into()))),
        Edit::Flip(bit) => give(&mut next, |held| {
            held.map(|held| held.with_raw(held.raw() ^ 1 << (bit % 64)))
        }),
        Edit::Shows(shows) => next = shown.showing(shows),
        Edit::Cells(cells) => next.view.cells = cells,
        Edit::Number(number) => next.view.number = number,
        Edit::Colour(colour) => next.view.colour = colour,
    }
    match next.said.check() {
        Ok(()) => next,
        Err(_) => *shown,
    }
}

/// Gives the descriptor that is looked at, changed; there is none where the architecture has no code for the swizzle. A
/// derived one belongs where it is looked at.
fn give(shown: &mut Shown, change: impl FnOnce(Option<Descriptor>) -> Option<Descriptor>) {
    let Some(spec) = looked_at(shown) else { return };
    let Some(changed) = change(spec.descriptor(spec.place()).ok()) else {
        return;
    };
    shown.said = shown.said.with_given(changed);
    if spec.given().is_none() {
        say_place(shown, spec.place());
    }
    if is_right(&spec) {
        show_what_is_wrong(shown);
    }
}

#[cfg(test)]
mod tests {
    use swizzle_core::{Coord, Place, Said, SaidReader, SaidTile};
    use swizzle_draw::View;
    use swizzle_parse::shown_from_paste;
    use swizzle_view::{link_from_shown, shown_from_link};

    use super::*;

    /// Every value of tile and reader said, each another than is assumed.
    fn all_said() -> Said {
        Said {
            tile: SaidTile {
                element: Some(Element::Tf32),
                major: Some(Major::K),
                swizzle: Some(Swizzle::B64),
                mn: Some(32),
                k: Some(32),
                buffer_mn: Some(128),
                buffer_k: Some(96),
                at_mn: Some(8),
                at_k: Some(16),
                order: Some(Order::K),
                lbo_bytes: Some(4096),
                sbo_bytes: Some(768),
                row_bytes: Some(256),
                row_xor: Some(RowXor::Row7),
                start_bytes: Some(0x8400),
                pattern_bytes: Some(0x80),
                // Links and the program say it; no control of the page does.
                pattern_of: None,
                stages: Some(3),
                stage_bytes: Some(1 << 15),
            },
            reader: SaidReader {
                arch: Some(Arch::Tcgen05),
                chip: None,
                operand: Some(Operand::B),
                sparsity: Some(Sparsity::Sparse),
                lbo_mode: Some(LboMode::Absolute),
                rows: Some(16),
                used_for: Some(Use::Copy),
                shape: Some(CopyShape::R128x256b),
            },
            ..Said::default()
        }
    }

    /// Every edit, the values that it is about, and for two values: one that is said, and none.
    fn edits() -> Vec<(&'static [&'static str], Edit)> {
        let arch = Arch::Tcgen05;
        let descriptor = Descriptor::new(arch, 0x4000_4040_0001_0060);
        let of_descriptor: &[&str] = &[
            "given", "step", "block", "stage", "at", "arch", "lbo_mode", "view", "cell",
        ];
        let mut edits: Vec<(&[&str], Edit)> = vec![
            (&["step", "block", "stage", "at"], Edit::Step(1)),
            (&["step", "block", "stage", "at"], Edit::Block(1)),
            (&["step", "block", "stage", "at"], Edit::Stage(1)),
            (of_descriptor, Edit::Descriptor(Some(descriptor))),
            (
                &["given", "step", "block", "stage", "at", "arch", "lbo_mode"],
                Edit::Descriptor(None),
            ),
            (of_descriptor, Edit::Field(FieldId::Sbo, 3)),
            (of_descriptor, Edit::Flip(37)),
            (&["view", "cell"], Edit::Shows(Shows::Read)),
            (&["view"], Edit::Cells(Cells::Elements)),
            (&["view"], Edit::Number(Number::Bank)),
            (&["view"], Edit::Colour(Colour::Step)),
        ];
        for is_said in [true, false] {
            fn value<T>(is_said: bool, value: T) -> Option<T> {
                is_said.then_some(value)
            }
            let number = value(is_said, 48);
            let values: [(&[&str], Edit); 25] = [
                (&["arch"], Edit::Arch(value(is_said, Arch::Wgmma))),
                (&["operand"], Edit::Operand(value(is_said, Operand::A))),
                (
                    &["sparsity"],
                    Edit::Sparsity(value(is_said, Sparsity::Dense)),
                ),
                (
                    &["lbo_mode"],
                    Edit::LboMode(value(is_said, LboMode::Relative)),
                ),
                (&["rows"], Edit::Rows(number)),
                (&["element"], Edit::Element(value(is_said, Element::E4m3))),
                (&["major"], Edit::Major(value(is_said, Major::Mn))),
                (&["swizzle"], Edit::Swizzle(value(is_said, Swizzle::B32))),
                (&["mn"], Edit::Mn(number)),
                (&["k"], Edit::K(number)),
                (&["buffer_mn"], Edit::BufferMn(number)),
                (&["buffer_k"], Edit::BufferK(number)),
                (&["at_mn"], Edit::AtMn(number)),
                (&["at_k"], Edit::AtK(number)),
                (&["order"], Edit::Order(value(is_said, Order::Mn))),
                (&["lbo"], Edit::Lbo(number)),
                (&["sbo"], Edit::Sbo(number)),
                (&["row", "row_xor"], Edit::Row(number)),
                (&["row_xor"], Edit::RowXor(value(is_said, RowXor::Line3))),
                (&["for", "shape"], Edit::For(value(is_said, Use::Mma))),
                (&["shape"], Edit::Shape(value(is_said, CopyShape::R4x256b))),
                (&["start"], Edit::Start(number)),
                (&["pattern"], Edit::Pattern(number)),
                (&["stages"], Edit::Stages(number)),
                (&["stage_bytes"], Edit::StageBytes(number)),
            ];
            edits.extend(values);
        }
        edits
    }

    /// Everything that is shown, by name.
    fn values(shown: &Shown) -> Vec<(&'static str, String)> {
        let Said {
            tile,
            reader,
            given,
            beside,
            place,
        } = shown.said;
        macro_rules! named {
            ($($name:literal: $value:expr,)*) => { vec![$(($name, format!("{:?}", $value)),)*] };
        }
        named! {
            "element": tile.element, "major": tile.major, "swizzle": tile.swizzle,
            "mn": tile.mn, "k": tile.k, "buffer_mn": tile.buffer_mn, "buffer_k": tile.buffer_k,
            "at_mn": tile.at_mn, "at_k": tile.at_k, "order": tile.order,
            "lbo": tile.lbo_bytes, "sbo": tile.sbo_bytes, "row": tile.row_bytes,
            "row_xor": tile.row_xor,
            "start": tile.start_bytes, "pattern": tile.pattern_bytes,
            "stages": tile.stages, "stage_bytes": tile.stage_bytes,
            "arch": reader.arch, "operand": reader.operand, "sparsity": reader.sparsity,
            "lbo_mode": reader.lbo_mode, "rows": reader.rows,
            "for": reader.used_for, "shape": reader.shape, "given": given,
            "beside": beside,
            "step": place.step, "block": place.block, "stage": place.stage,
            "at": shown.at, "view": shown.view, "cell": shown.pinned,
        }
    }

    /// With nothing said and with everything, with a descriptor and without, looked at here and there.
    fn starts() -> Vec<Shown> {
        let given = Descriptor::new(Arch::Tcgen05, 0x4000_4040_0001_0840);
        let mut starts = Vec::new();
        for said in [Said::default(), all_said()] {
            for said in [said, said.with_given(given)] {
                for at in [None, Some(Place::from(2))] {
                    starts.push(Shown {
                        said,
                        at,
                        pinned: Some(Coord { mn: 8, k: 16 }),
                        view: View::default(),
                    });
                }
            }
        }
        starts
    }

    #[test]
    fn an_edit_changes_only_what_it_is_about() {
        let mut changed = 0;
        for start in starts() {
            for (about, edit) in edits() {
                let next = edited(&start, edit);
                for ((name, before), (_, after)) in values(&start).iter().zip(values(&next)) {
                    // The bits of a given descriptor say these two themselves.
                    let is_about = about.contains(name)
                        || *name == "given" && matches!(edit, Edit::Arch(_) | Edit::LboMode(_));
                    assert!(
                        *before == after || is_about,
                        "{edit:?} changed {name} of {start:?}"
                    );
                    changed += u32::from(*before != after);
                }
            }
        }
        assert!(changed > 200, "{changed}");
    }

    #[test]
    fn nothing_but_an_edit_of_the_descriptor_changes_a_bit_of_it() {
        for start in starts()
            .into_iter()
            .filter(|start| start.said.given.is_some())
        {
            let bits = |shown: &Shown| shown.said.given.map(Descriptor::raw);
            for (_, edit) in edits() {
                let next = edited(&start, edit);
                match edit {
                    Edit::Descriptor(given) => {
                        assert_eq!(bits(&next), given.map(Descriptor::raw));
                    }
                    Edit::Field(..) => assert_ne!(bits(&next), bits(&start)),
                    Edit::Flip(bit) => {
                        // Of the descriptor that is looked at, which may be another step's.
                        let held =
                            looked_at(&start).and_then(|spec| spec.descriptor(spec.place()).ok());
                        assert_eq!(bits(&next), held.map(|held| held.raw() ^ 1 << bit));
                    }
                    // Bit 52, by the name that the panel has for it.
                    Edit::LboMode(Some(_)) => {
                        let changed = bits(&next).zip(bits(&start)).map(|(a, b)| a ^ b);
                        assert!(changed.is_some_and(|bits| bits & !(1 << 52) == 0));
                    }
                    _ => assert_eq!(bits(&next), bits(&start), "{edit:?}"),
                }
            }
        }
    }

    #[test]
    fn what_was_said_survives_a_paste() {
        let context = Shown {
            said: all_said(),
            ..Shown::default()
        };
        let pasted = shown_from_paste("0x4000404000010040", &Default::default(), &context);
        let pasted = pasted.expect("a descriptor").shown;
        assert!(pasted.said.given.is_some());
        assert_eq!(pasted.said.tile, context.said.tile);
        let reader = SaidReader {
            arch: None,
            lbo_mode: None,
            ..context.said.reader
        };
        assert_eq!(pasted.said.reader, reader);
    }

    #[test]
    fn a_derived_descriptor_that_is_edited_is_given_where_it_is_looked_at() {
        let at_step_2 = edited(&Shown::default(), Edit::Step(2));
        assert_eq!((at_step_2.said.place.step, at_step_2.at), (Some(2), None));
        let given = edited(&at_step_2, Edit::Field(FieldId::Sbo, 8));
        let bits = given.said.given.expect("it is given now");
        assert_eq!(bits.to_string(), "0x4000000800010044");
        assert_eq!((given.said.place.step, given.at), (Some(2), None));
        let looked_at = edited(&given, Edit::Step(0));
        assert_eq!(
            (looked_at.said, looked_at.at),
            (given.said, Some(Place::from(0)))
        );
        assert_eq!(edited(&looked_at, Edit::Step(2)).at, None);
        let derived = edited(&given, Edit::Descriptor(None));
        assert_eq!(
            (derived.said.given, derived.said.place),
            (None, given.said.place)
        );
    }

    #[test]
    fn bits_that_are_flipped_at_once_are_both_flipped() {
        let start = Shown::default();
        let both = edited(&edited(&start, Edit::Flip(33)), Edit::Flip(62));
        let held = looked_at(&start).and_then(|spec| spec.descriptor(spec.place()).ok());
        let (held, given) = held.zip(both.said.given).expect("two descriptors");
        assert_eq!(given.raw() ^ held.raw(), 1 << 33 | 1 << 62);
        assert_eq!(
            edited(&both, Edit::Flip(33)),
            edited(&start, Edit::Flip(62))
        );
    }

    #[test]
    fn who_makes_the_read_wrong_sees_it_and_may_turn_back() {
        let start = Shown {
            pinned: Some(Coord { mn: 8, k: 0 }),
            ..Shown::default()
        };
        let wrong = edited(&start, Edit::Field(FieldId::Sbo, 8));
        assert_eq!(
            (wrong.view.shows, wrong.pinned),
            (Shows::Read, start.pinned)
        );
        let tile = edited(&wrong, Edit::Shows(Shows::Tile));
        let still_wrong = edited(&tile, Edit::Field(FieldId::Sbo, 16));
        assert_eq!(still_wrong.view.shows, Shows::Tile);
        let right = edited(&still_wrong, Edit::Field(FieldId::Sbo, 64));
        assert_eq!(right.view.shows, Shows::Tile);
        let no_effect = edited(&right, Edit::Field(FieldId::Lbo, 7));
        assert_eq!(no_effect.view.shows, Shows::Tile);
    }

    #[test]
    fn what_is_edited_stands_in_the_link() {
        for start in starts() {
            for (_, edit) in edits() {
                let next = edited(&start, edit);
                let opened = shown_from_link(&link_from_shown(&next));
                assert_eq!(
                    (opened.shown, opened.notices),
                    (next, Vec::new()),
                    "{edit:?}"
                );
            }
        }
    }

    #[test]
    fn a_pin_that_tile_and_read_share_moves_between_them() {
        let mut shown = Shown {
            pinned: Some(Coord { mn: 70, k: 40 }),
            ..Shown::default()
        };
        shown.said.tile.mn = Some(128);
        (shown.said.place.step, shown.said.place.block) = (Some(2), Some(1));
        let read = edited(&shown, Edit::Shows(Shows::Read));
        assert_eq!(read.pinned, Some(Coord { mn: 6, k: 8 }));
        assert_eq!(edited(&read, Edit::Shows(Shows::Tile)).pinned, shown.pinned);
        shown.said.place.step = None;
        assert_eq!(edited(&shown, Edit::Shows(Shows::Read)).pinned, None);
    }
}
