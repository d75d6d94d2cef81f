//! Memory as it was pasted, beside the matrix as the tensor core reads it.

use std::rc::Rc;

use swizzle_core::hardware::{LINE_UNITS, Named as _};
use swizzle_draw::hex;
use swizzle_draw::scene::{CellAt, matrix_of_dump, memory_of_dump};
use swizzle_dump::{
    DumpPicture, DumpRead, Held, UnitHolds, Values, read_of_form, read_of_tile,
    read_without_layout, whole_read_of_dump,
};
use swizzle_view::link::{DumpShown, DumpShows};
use yew::prelude::*;

use super::given::Recognized;
use super::{Form, typed};
use crate::atlas::ComingDumpImages;
use crate::element::{Attr, Element, el};
use crate::hooks::use_value;
use crate::memory::pair::{Linked, Links, Of, Pair, SheetName};
use crate::page::Look;
use crate::view::Shared;

/// Properties of [`Pictures`].
#[derive(Properties, Clone, PartialEq)]
pub(super) struct PicturesProps {
    pub(super) recognized: Rc<Recognized>,
    /// Index of the layout that is shown.
    pub(super) chosen: usize,
    /// Read of a typed descriptor.
    pub(super) read: Option<Rc<DumpRead>>,
    /// How it is drawn, and what more is asked of it.
    pub(super) shown: DumpShown,
    /// Another layout that the dump is held against.
    pub(super) against: Option<Form>,
    pub(super) look: Look,
}

/// Pixels of the screen's height that the rows leave for what is around them; the second is for a narrow screen.
const SPARE: [u32; 2] = [276, 312];

/// Both sheets.
const NAMES: [SheetName; 2] = [
    (
        "Memory",
        "Shared-memory view",
        "first value of each unit; hex: not of the matrix",
    ),
    ("Matrix", "Matrix view", "as the tensor core reads it"),
];

/// A unit of memory, by its cell.
const fn unit_of(at: CellAt) -> u32 {
    at.row * LINE_UNITS + at.column
}

/// The cell of a unit of memory.
const fn in_memory(unit: u32) -> CellAt {
    CellAt {
        column: unit % LINE_UNITS,
        row: unit / LINE_UNITS,
    }
}

impl Linked for DumpPicture {
    fn other(&self, of: Of) -> Option<CellAt> {
        match of {
            (0, at) => {
                let (column, row) = self.matrix_of_memory(unit_of(at))?;
                Some(CellAt { column, row })
            }
            (_, at) => self.memory_of_matrix(at.column, at.row).map(in_memory),
        }
    }

    fn meant(&self, (of, at): Of) -> Option<CellAt> {
        let is_memory = of == 0;
        let unit = is_memory.then(|| self.meant_in_memory(unit_of(at)));
        unit.flatten().map(in_memory)
    }

    fn spoken(&self, of: Of) -> String {
        let at = match of {
            (0, at) => Some(at),
            _ => self.other(of),
        };
        let Some(unit) = at.map(unit_of) else {
            return "Not in the dump.".into();
        };
        let (actual, expected) = self.unit_text(unit);
        format!("{:#x}: {actual} {expected}", self.address(unit))
    }
}

/// Both pictures.
#[component]
pub(super) fn Pictures(props: &PicturesProps) -> Html {
    match props.shown.shows {
        DumpShows::Cells => html! { <CellPictures ..props.clone() /> },
        DumpShows::Picture => html! { <Images ..props.clone() /> },
    }
}

/// Images, a pixel an element: what belongs in the tile, and what all reads get of the dump.
#[component]
fn Images(props: &PicturesProps) -> Html {
    let typed = typed(&props.shown.descriptor).filter(|_| props.against.is_none());
    let key = (
        props.recognized.clone(),
        props.chosen,
        (typed, props.shown.major),
        props.against,
    );
    let drawn = use_memo(key, |(recognized, chosen, (typed, major), against)| {
        let Recognized {
            dumps,
            asked,
            found,
            ..
        } = &**recognized;
        let found = found.get(*chosen);
        let read = match (found, typed, against) {
            (Some(found), _, Some(form)) => Some(read_of_form(dumps, asked, found, *form)),
            (Some(found), Some(typed), None) => whole_read_of_dump(dumps, asked, found, *typed),
            (Some(found), None, None) => Some(read_of_tile(dumps, asked, found)),
            (None, Some(typed), _) => read_without_layout(dumps, asked, *major, *typed),
            (None, None, _) => None,
        };
        let how = match (&read, typed) {
            (Some(read), None) => format!("read as {}", read.swizzle.name()),
            _ => String::new(),
        };
        (
            Shared::new(DumpPicture::new(dumps, asked, found, read)),
            how,
        )
    });
    let (picture, how) = (*drawn).clone();
    let is_integer = props.recognized.asked.values == Some(Values::Index);
    html! { <ComingDumpImages {picture} descriptor={typed} {how} {is_integer} /> }
}

/// Both pictures in cells, and the unit at hand.
#[component]
fn CellPictures(props: &PicturesProps) -> Html {
    let key = (
        props.recognized.clone(),
        props.chosen,
        props.read.clone(),
        props.against,
    );
    let drawn = use_memo(key, |(recognized, chosen, read, against)| {
        let Recognized {
            dumps,
            asked,
            found,
            ..
        } = &**recognized;
        let found = found.get(*chosen);
        let read = found.map(|found| match (against, read) {
            (Some(form), _) => read_of_form(dumps, asked, found, *form),
            (None, Some(read)) => (**read).clone(),
            (None, None) => read_of_tile(dumps, asked, found),
        });
        let picture = Rc::new(DumpPicture::new(dumps, asked, found, read));
        let scenes = [memory_of_dump(&picture), matrix_of_dump(&picture)].map(Shared::new);
        (picture, scenes)
    });
    let (picture, scenes) = (*drawn).clone();
    let (at, on_at) = use_value(|| None::<Of>);
    let first = picture.first_read();
    let of_memory = match at {
        Some((0, at)) => Some(at),
        Some(of) => picture.other(of),
        None => None,
    };
    let unit = unit(&picture, of_memory.map_or(first, unit_of), props.look);
    let links = Links(picture);
    el("div")
        .class("dump-pictures")
        .child(html! {
            <Pair
                {scenes} names={NAMES} {links} look={props.look} spare={SPARE}
                first_rows={[first / LINE_UNITS, 0]} {on_at}
            />
        })
        .child(unit)
        .into()
}

/// The values of a unit, in the order of memory.
fn unit(picture: &DumpPicture, unit: u32, look: Look) -> Element {
    let of = picture.memory_unit(unit);
    let colour = look.palette.colours(look.theme)[(of.of_line % 8) as usize];
    let value = |held: Held| {
        let is_wrong = !held.is_right;
        let words = |value: Option<swizzle_dump::Value>| value.map(|value| value.to_string());
        let colour = match (held.expected, is_wrong) {
            (None, _) => None,
            (Some(_), true) => Some(look.theme.paled(colour)),
            (Some(_), false) => Some(colour),
        };
        el("li")
            .class_if(is_wrong, "is-wrong")
            .attr(
                Attr::Style,
                colour.map(|colour| format!("background:{}", hex(colour))),
            )
            .child(words(held.actual).unwrap_or_else(|| "·".into()))
            .child(
                is_wrong
                    .then(|| words(held.expected).map(|words| el("small").child(words)))
                    .flatten(),
            )
    };
    let (actual, expected) = picture.unit_text(unit);
    el("section")
        .class("unit-strip")
        .attr(Attr::AriaLabel, "Unit")
        .child(
            el("h2")
                .child("Unit ")
                .child(el("code").child(format!("{:#x}", picture.address(unit))))
                .child(
                    el("small").child(format!("{} elements, in memory order", picture.per_unit())),
                ),
        )
        .child(el("ol").children(picture.values(unit).into_iter().map(value)))
        .child(
            el("p").child(actual).child(" ").child(
                el("span")
                    .class_if(of.holds == UnitHolds::Wrong, "memory-bad")
                    .child(expected),
            ),
        )
}
