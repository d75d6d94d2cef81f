//! One change of a control, and the values after it.

use super::*;
use swizzle_draw::{Cells, Number};

/// One change of a control.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Edit {
    /// A parameter of tile or reader is specified, or left to be inferred; one of the place is looked at.
    Value(ParamId, Option<Scalar>),
    /// The descriptor of the place that is looked at: explicit, or computed again.
    Descriptor(Option<Descriptor>),
    /// A field of that descriptor, which is explicit then.
    Field(FieldId, u32),
    /// Another value for one of its bits, which is explicit then.
    Flip(u8),
    /// Tile or read.
    Shows(Shows),
    /// Kind of number in a cell.
    Number(Number),
    /// Quantity that a cell's colour shows.
    Colour(Colour),
    /// What a cell is.
    Cells(Cells),
}

impl Edit {
    /// A parameter that is a number.
    pub fn number(id: ParamId, number: u32) -> Self {
        Self::Value(id, Some(number.into()))
    }
}

/// Returns the state after a control moved; unchanged if the result has no picture.
pub fn edited(shown: &Shown, edit: Edit) -> Shown {
    let mut next = *shown;
    match edit {
        Edit::Value(id, value) => {
            let number = value.and_then(Scalar::number).unwrap_or(0);
            match id {
                ParamId::Step => look_at(&mut next, |place| place.step = number),
                ParamId::Block => look_at(&mut next, |place| place.block = number),
                ParamId::Stage => look_at(&mut next, |place| place.stage = number),
                id => next.said = swizzle_params::with_value(next.said, id, value),
            }
        }
        Edit::Descriptor(Some(descriptor)) => give(&mut next, |_| Some(descriptor)),
        Edit::Descriptor(None) => {
            let place = looked_at(shown).map(|spec| spec.place());
            next.said = next.said.without_given();
            say_place(&mut next, place.unwrap_or_default());
        }
        Edit::Field(id, value) => give(&mut next, |held| Some(held?.with(id, value.into()))),
        Edit::Flip(bit) => {
            give(&mut next, |held| held.map(|held| held.with_raw(held.raw() ^ 1 << (bit % 64))))
        }
        Edit::Shows(shows) => next = shown.showing(shows),
        Edit::Number(number) => next.view.number = number,
        Edit::Colour(colour) => next.view.colour = colour,
        Edit::Cells(cells) => next.view.cells = cells,
    }
    match swizzle_params::check(&next.said) {
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
    use swizzle_core::{Arch, Coord, Place, Said, SaidReader};
    use swizzle_draw::View;
    use swizzle_params::{Group, Kind, PARAMS, Param};
    use swizzle_parse::shown_from_paste;
    use swizzle_view::{link_from_shown, shown_from_link};
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    /// Everything but the place, and the chip, which no control of the page specifies.
    fn params() -> impl Iterator<Item = &'static Param> {
        let is_edited = |param: &&Param| !matches!(param.group, Group::Place | Group::Chip);
        PARAMS.iter().filter(is_edited)
    }

    /// The last or the first choice, or a number.
    fn value(param: &Param, is_last: bool, number: u32) -> Scalar {
        match &param.kind {
            Kind::Number { range, .. } => number.clamp(*range.start(), *range.end()).into(),
            Kind::Choice(choices) => {
                let names: Vec<_> = choices.names().collect();
                let at = if is_last { names.len() - 1 } else { 0 };
                Scalar::Choice(names[at])
            }
        }
    }

    /// Every value of tile and reader specified, each different from the inferred one.
    fn all_said() -> Said {
        let link = "#/tcgen05?element=tf32&swizzle=64B&major=K&mn=32&k=32&buffer_mn=128&buffer_k=96&at_mn=8&at_k=16&start=0x8400&\
                    column_bytes=4096&sbo_bytes=768&pattern=0x80&stages=3&stage_bytes=32768&lbo_mode=absolute";
        let opened = shown_from_link(link);
        assert!(opened.notices.is_empty() && opened.shown.said.given.is_none());
        let mut said = opened.shown.said;
        for param in params().filter(|param| param.get(&opened.shown.said).is_none()) {
            param.set(&mut said, Some(value(param, true, 256)));
        }
        said
    }

    /// Every edit with the values that it may change; for a parameter, one edit that specifies it, and one that does not.
    fn edits() -> Vec<(Vec<&'static str>, Edit)> {
        let arch = Arch::Tcgen05;
        let descriptor = Descriptor::new(arch, 0x4000_4040_0001_0060);
        let of_place = ["step", "block", "stage", "at"];
        let of_given = [&of_place[..], &["given", "arch", "lbo_mode"]].concat();
        let of_descriptor = [&of_given[..], &["view", "cell"]].concat();
        let mut edits: Vec<(Vec<&str>, Edit)> = vec![
            (of_place.to_vec(), Edit::number(ParamId::Step, 1)),
            (of_place.to_vec(), Edit::number(ParamId::Block, 1)),
            (of_place.to_vec(), Edit::number(ParamId::Stage, 1)),
            (of_descriptor.clone(), Edit::Descriptor(Some(descriptor))),
            (of_given, Edit::Descriptor(None)),
            (of_descriptor.clone(), Edit::Field(FieldId::Sbo, 3)),
            (of_descriptor, Edit::Flip(37)),
            (vec!["view", "cell"], Edit::Shows(Shows::Read)),
            (vec!["view"], Edit::Number(Number::Bank)),
            (vec!["view"], Edit::Colour(Colour::Step)),
        ];
        for param in params() {
            let mut about = vec![param.key];
            match param.id {
                // The bits of an explicit descriptor contain these two themselves.
                ParamId::Arch | ParamId::LboMode => about.push("given"),
                ParamId::RowBytes => about.extend(["row_xor", "pad_every_bytes", "pad_bytes"]),
                ParamId::For => about.push("shape"),
                _ => {}
            }
            edits.push((about.clone(), Edit::Value(param.id, Some(value(param, false, 48)))));
            edits.push((about, Edit::Value(param.id, None)));
        }
        edits
    }

    /// Everything that is shown, by name.
    fn values(shown: &Shown) -> Vec<(&'static str, String)> {
        let said = PARAMS.iter().map(|param| (param.key, format!("{:?}", param.get(&shown.said))));
        let others = [
            ("given", format!("{:?}", shown.said.given)),
            ("beside", format!("{:?}", shown.said.beside)),
            ("at", format!("{:?}", shown.at)),
            ("view", format!("{:?}", shown.view)),
            ("cell", format!("{:?}", shown.pinned)),
        ];
        said.chain(others).collect()
    }

    /// Nothing specified and everything, with a descriptor and without, each looked at in two places.
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
                    let is_about = about.contains(name);
                    assert!(*before == after || is_about, "{edit:?} changed {name} of {start:?}");
                    changed += u32::from(*before != after);
                }
            }
        }
        assert!(changed > 200, "{changed}");
    }

    #[test]
    fn nothing_but_an_edit_of_the_descriptor_changes_a_bit_of_it() {
        for start in starts().into_iter().filter(|start| start.said.given.is_some()) {
            let bits = |shown: &Shown| shown.said.given.map(Descriptor::raw);
            for (_, edit) in edits() {
                let next = edited(&start, edit);
                match edit {
                    Edit::Descriptor(given) => {
                        assert_eq!(bits(&next), given.map(Descriptor::raw));
                    }
                    Edit::Field(..) => assert_ne!(bits(&next), bits(&start)),
                    Edit::Flip(bit) => {
                        // The descriptor that is looked at, which may be another step's.
                        let held = looked_at(&start).and_then(|spec| spec.descriptor(spec.place()).ok());
                        assert_eq!(bits(&next), held.map(|held| held.raw() ^ 1 << bit));
                    }
                    // Bit 52, by the name that the panel has for it.
                    Edit::Value(ParamId::LboMode, Some(_)) => {
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
        let context = Shown::from(all_said());
        let pasted = shown_from_paste("0x4000404000010040", &Default::default(), &context);
        let pasted = pasted.expect("a descriptor").shown;
        assert!(pasted.said.given.is_some());
        assert_eq!(pasted.said.tile, context.said.tile);
        let reader = SaidReader { arch: None, lbo_mode: None, ..context.said.reader };
        assert_eq!(pasted.said.reader, reader);
    }

    #[test]
    fn a_derived_descriptor_that_is_edited_is_given_where_it_is_looked_at() {
        let at_step_2 = edited(&Shown::default(), Edit::number(ParamId::Step, 2));
        assert_eq!((at_step_2.said.place.step, at_step_2.at), (Some(2), None));
        let given = edited(&at_step_2, Edit::Field(FieldId::Sbo, 8));
        let bits = given.said.given.expect("it is given now");
        assert_eq!(bits.to_string(), "0x4000000800010044");
        assert_eq!((given.said.place.step, given.at), (Some(2), None));
        let looked_at = edited(&given, Edit::number(ParamId::Step, 0));
        assert_eq!((looked_at.said, looked_at.at), (given.said, Some(Place::from(0))));
        assert_eq!(edited(&looked_at, Edit::number(ParamId::Step, 2)).at, None);
        let derived = edited(&given, Edit::Descriptor(None));
        assert_eq!((derived.said.given, derived.said.place), (None, given.said.place));
    }

    #[test]
    fn bits_that_are_flipped_at_once_are_both_flipped() {
        let start = Shown::default();
        let both = edited(&edited(&start, Edit::Flip(33)), Edit::Flip(62));
        let held = looked_at(&start).and_then(|spec| spec.descriptor(spec.place()).ok());
        let (held, given) = held.zip(both.said.given).expect("two descriptors");
        assert_eq!(given.raw() ^ held.raw(), 1 << 33 | 1 << 62);
        assert_eq!(edited(&both, Edit::Flip(33)), edited(&start, Edit::Flip(62)));
    }

    #[test]
    fn who_makes_the_read_wrong_sees_it_and_may_turn_back() {
        let start = Shown { pinned: Some(Coord { mn: 8, k: 0 }), ..Shown::default() };
        let wrong = edited(&start, Edit::Field(FieldId::Sbo, 8));
        assert_eq!((wrong.view.shows, wrong.pinned), (Shows::Read, start.pinned));
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
                assert_eq!((opened.shown, opened.notices), (next, Vec::new()), "{edit:?}");
            }
        }
    }

    #[test]
    fn a_pin_that_tile_and_read_share_moves_between_them() {
        let mut shown = Shown { pinned: Some(Coord { mn: 70, k: 40 }), ..Shown::default() };
        shown.said.tile.mn = Some(128);
        (shown.said.place.step, shown.said.place.block) = (Some(2), Some(1));
        let read = edited(&shown, Edit::Shows(Shows::Read));
        assert_eq!(read.pinned, Some(Coord { mn: 6, k: 8 }));
        assert_eq!(edited(&read, Edit::Shows(Shows::Tile)).pinned, shown.pinned);
        shown.said.place.step = None;
        assert_eq!(edited(&shown, Edit::Shows(Shows::Read)).pinned, None);
    }
}
