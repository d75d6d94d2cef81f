//! The view options, of one tile or of two.

use swizzle_core::hardware::Named as _;
use swizzle_draw::{Cells, Colour, Number, Palette, View};
use yew::prelude::*;

use super::state::{Act, Look, ROWS};
use crate::browser;
use crate::kit::{maybe, segments};
use crate::page;
use crate::state::Edit;

/// What they are of.
pub struct Eye<'e> {
    /// How the state is looked at.
    pub look: Look,
    /// The view that was asked for.
    pub view: View,
    /// Rows in view.
    pub rows: u32,
    /// Whether cells have the colours and numbers of the PTX ISA.
    pub is_isa: bool,
    /// Theme and palette, and what takes others.
    pub page: (page::Look, &'e Callback<page::Look>),
    /// Takes acts.
    pub on: &'e Callback<Act>,
}

impl Eye<'_> {
    /// The options, and what is below them.
    pub fn draw(&self, more: Html) -> Html {
        let Self {
            look,
            view,
            is_isa,
            page: (page, on_page),
            on,
            ..
        } = *self;
        let row = |name: &'static str, all: Vec<(String, bool, Act)>| {
            let acts: Vec<Act> = all.iter().map(|(_, _, act)| act.clone()).collect();
            let send = on.reform(move |at: usize| acts[at].clone());
            html! { <div class="row apart"><span class="q">{ name }</span>{ segments(name.into(), all.into_iter().map(|(text, is_here, _)| (text, is_here)), &send) }</div> }
        };
        let rows = ROWS.map(|rows| {
            (
                rows.to_string(),
                rows == self.rows,
                Act::Look(Look {
                    rows: Some(rows),
                    first: [0, 0],
                    ..look
                }),
            )
        });
        let ink = [("quiet", false), ("full", true)].map(|(text, is_loud)| {
            (
                text.into(),
                is_loud == look.is_loud,
                Act::Look(Look { is_loud, ..look }),
            )
        });
        let as_text = [("cells", false), ("text", true)].map(|(text, is_text)| {
            (
                text.into(),
                is_text == look.is_text,
                Act::Look(Look { is_text, ..look }),
            )
        });
        let isa =
            [("place in the matrix", false), ("as in the PTX ISA", true)].map(|(text, to)| {
                (
                    text.into(),
                    to == is_isa,
                    Act::Look(Look {
                        as_isa: Some(to),
                        ..look
                    }),
                )
            });
        let colours = [
            Colour::Memory,
            Colour::Logical,
            Colour::Row,
            Colour::Atom,
            Colour::Bank,
            Colour::Step,
            Colour::None,
        ];
        let colours = colours.map(|colour| {
            (
                colour.name().to_owned(),
                colour == view.colour,
                Act::edit(Edit::Colour(colour)),
            )
        });
        let cells = [Cells::Units, Cells::Elements].map(|cells| {
            (
                cells.name().to_owned(),
                cells == view.cells,
                Act::edit(Edit::Cells(cells)),
            )
        });
        let numbers = [Number::Memory, Number::Logical, Number::Bank, Number::None];
        let numbers = numbers.map(|number| {
            (
                number.name().to_owned(),
                number == view.number,
                Act::edit(Edit::Number(number)),
            )
        });
        let palettes = Palette::ALL
            .iter()
            .map(|palette| (palette.name().to_owned(), *palette == page.palette));
        let on_palette = on_page.reform(move |at: usize| {
            let palette = Palette::ALL[at];
            browser::remember_palette(palette);
            page::Look { palette, ..page }
        });
        let palettes = html! { <div class="row apart"><span class="q">{ "Palette" }</span>{ segments("Palette".into(), palettes, &on_palette) }</div> };
        html! {
            <div class="pop menu-pop at-end" role="dialog" aria-label="View options">
                { row("Cells", isa.into()) }
                { maybe(is_isa.then(|| html! { <>{ row("Colour", colours.into()) }{ row("Number", numbers.into()) }{ row("A cell is", cells.into()) }</> })) }
                { palettes }{ row("Ink", ink.into()) }{ row("Rows", rows.into()) }{ row("Shown as", as_text.into()) }
                { more }
            </div>
        }
    }
}
