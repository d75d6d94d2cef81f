//! The view options, of one tile or of two.

use swizzle_core::hardware::Named as _;
use swizzle_draw::{Cells, Colour, Number, Palette, View};
use yew::prelude::*;

use super::state::Act;
use crate::frame::Look;
use crate::kit::option;
use crate::state::Edit;
use crate::{browser, page};

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
        let on_look = on.reform(Act::Look);

        let isa =
            [("place in the matrix", false), ("as in the PTX ISA", true)].map(|(text, to)| {
                let dress = Some(to);
                (text, to == is_isa, Look { dress, ..look })
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
        let on_edit = on.reform(Act::edit);
        let colours =
            colours.map(|colour| (colour.name(), colour == view.colour, Edit::Colour(colour)));
        let cells = [Cells::Units, Cells::Elements]
            .map(|cells| (cells.name(), cells == view.cells, Edit::Cells(cells)));
        let numbers = [Number::Memory, Number::Logical, Number::Bank, Number::None]
            .map(|number| (number.name(), number == view.number, Edit::Number(number)));
        let palettes = Palette::ALL
            .iter()
            .map(|palette| (palette.name(), *palette == page.palette, *palette));
        let on_palette = on_page.reform(move |palette| {
            browser::remember_palette(palette);
            page::Look { palette, ..page }
        });
        html! {
            <>
                { option("Cells", isa, &on_look) }
                if is_isa { { option("Colour", colours, &on_edit) }{ option("Number", numbers, &on_edit) }{ option("A cell is", cells, &on_edit) } }
                { option("Palette", palettes, &on_palette) }{ look.options(self.rows, true, &on_look) }
                { more }
            </>
        }
    }
}
