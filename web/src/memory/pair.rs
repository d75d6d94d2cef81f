//! Two sheets of cells of the same things: what is at hand in one is at hand in the other, and they scroll together.

use std::rc::Rc;

use swizzle_core::reader::VerdictKind;
use swizzle_draw::hex;
use swizzle_draw::scene::{CellAt, Scene};
use yew::prelude::*;

use crate::browser;
use crate::control::{Button, button};
use crate::element::{Attr, Element, el};
use crate::hooks::{use_is_measured, use_value};
use crate::page::Look;
use crate::view::{Shared, Sheet};

/// A sheet: its name for all, for screen readers, and how it is read.
pub(super) type SheetName = (&'static str, &'static str, &'static str);

/// A cell of the first or of the second sheet.
pub(super) type Of = (usize, CellAt);

/// Links between the two sheets.
pub(super) trait Linked {
    /// The cell of the other sheet.
    fn other(&self, of: Of) -> Option<CellAt>;
    /// The cell of the same sheet that has what is expected in a wrong one.
    fn meant(&self, of: Of) -> Option<CellAt>;
    /// Text of a cell for a screen reader.
    fn spoken(&self, of: Of) -> String;
}

/// Links that are compared by pointer.
#[derive(Clone)]
pub(super) struct Links(pub(super) Rc<dyn Linked>);

impl PartialEq for Links {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// Properties of [`Pair`].
#[derive(Properties, PartialEq)]
pub(super) struct PairProps {
    pub(super) scenes: [Shared<Scene>; 2],
    pub(super) names: [SheetName; 2],
    pub(super) links: Links,
    pub(super) look: Look,
    /// Pixels of the screen's height that the rows leave for what is around them; the second is for a narrow screen.
    pub(super) spare: [u32; 2],
    /// The first row of each at the beginning.
    #[prop_or_default]
    pub(super) first_rows: [u32; 2],
    /// Called with the cell at hand.
    #[prop_or_default]
    pub(super) on_at: Callback<Option<Of>>,
    /// Cells that are marked beside that at hand, in each.
    #[prop_or_default]
    pub(super) marked: [Vec<CellAt>; 2],
}

/// Both sheets; on a narrow screen one at a time. A second one without cells is not there.
#[component]
pub(super) fn Pair(props: &PairProps) -> Html {
    let (at, on_at) = use_value(|| None::<Of>);
    let (shown, on_shown) = use_value(|| 0_usize);
    // The sheet that is scrolled: the other follows.
    let (leads, on_leads) = use_value(|| 0_usize);
    let (rows, on_rows) = use_value(|| None::<[u32; 2]>);
    let rows = rows.unwrap_or(props.first_rows);
    {
        let said = props.on_at.clone();
        use_effect_with(at, move |at| said.emit(*at));
    }
    let is_measured = use_is_measured();
    let spare = props.spare[usize::from(browser::is_narrow())];
    let has_both = props.scenes[1].size.rows > 0;
    let sheet = |of: usize| {
        let (title, name, how) = props.names[of];
        let links = props.links.0.clone();
        let columns = props.scenes[of].size.columns;
        let on_row = {
            let (links, on_rows) = (links.clone(), on_rows.clone());
            Callback::from(move |row: u32| {
                let mut cells = (0..columns).map(|column| (of, CellAt { column, row }));
                let other = cells.find_map(|at| links.other(at));
                if let Some(other) = other.filter(|_| leads == of) {
                    let mut next = [row; 2];
                    next[1 - of] = other.row;
                    on_rows.emit(Some(next));
                }
            })
        };
        let here = match at {
            Some((at_hand, at)) if at_hand == of => Some(at),
            Some(at) => links.other(at),
            None => None,
        };
        let meant = here.and_then(|at| links.meant((of, at)));
        let spoken = Callback::from(move |at: CellAt| links.spoken((of, at)));
        let on_here = on_at.reform(move |at: Option<CellAt>| at.map(|at| (of, at)));
        let on_lead = on_leads.reform(move |()| of);
        el("section")
            .class("sheet-view")
            .attr(Attr::AriaLabel, title)
            .child(el("h2").child(title).child(el("small").child(how)))
            .child(html! {
                <Sheet
                    scene={props.scenes[of].clone()} {name} look={(props.look.palette, props.look.theme)} {spare}
                    at={here} {meant} on_at={on_here} marked={props.marked[of].clone()} {spoken}
                    first_row={rows[of]} {on_row} {on_lead} is_mapped={of == 0}
                />
            })
    };
    let switch = |of: usize| {
        button(Button {
            words: props.names[of].0,
            is_pressed: Some(shown == of),
            on_click: on_shown.reform(move |_| of),
            ..Button::default()
        })
    };
    let switch = has_both.then(|| {
        el("div")
            .class("segments sheet-switch")
            .attr(Attr::Role, "group")
            .attr(Attr::AriaLabel, "Picture")
            .child(switch(0))
            .child(switch(1))
    });
    el("div")
        .child(switch)
        .child(
            el("div")
                .class("sheet-views")
                .class_if(shown == 0, "shows-first")
                .class_if(!is_measured, "is-measured-first")
                .child(sheet(0))
                .child(has_both.then(|| sheet(1))),
        )
        .into()
}

/// Legend of the eight colours.
pub(super) fn palette(look: Look, words: &'static str) -> Element {
    let colours = look.palette.colours(look.theme);
    let swatch = |colour| el("i").attr(Attr::Style, format!("background:{}", hex(colour)));
    el("p").class("sheet-legend").child(words).child(
        el("span")
            .class("swatches")
            .children(colours.map(swatch).into_iter()),
    )
}

/// How cells are read: what colours are of, and what is red where something is.
pub(super) fn legend(look: Look, kind: VerdictKind) -> Element {
    let of_wrong = (kind != VerdictKind::Right).then(|| {
        el("span")
            .child(el("b").class("memory-bad").child("red"))
            .child(": actual, grey: expected")
    });
    palette(look, "Colour: unit of the line.").child(of_wrong)
}
