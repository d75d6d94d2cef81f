//! The view options, of one tile or of two.

use super::work::is_as_isa;
use super::*;
use crate::page;
use swizzle_draw::Cells;

/// The options of cells.
pub fn eye(desk: &Desk, page: &PageProps, on: &Callback<Act>) -> Html {
    let (look, view, is_isa) = (desk.look, desk.shown.view, is_as_isa(desk));
    let on_look = on.reform(Act::Look);
    let isa = [("matrix place", false), ("PTX ISA", true)].map(|(text, to)| {
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
    let colours = colours.map(|colour| (colour.name(), colour == view.colour, Edit::Colour(colour)));
    let cells =
        [Cells::Units, Cells::Elements].map(|cells| (cells.name(), cells == view.cells, Edit::Cells(cells)));
    let numbers = [Number::Memory, Number::Logical, Number::Bank, Number::None]
        .map(|number| (number.name(), number == view.number, Edit::Number(number)));
    let palettes = [("PTX ISA", Palette::Isa), ("colour-blind safe", Palette::Safe)]
        .map(|(name, palette)| (name, palette == page.look.palette, palette));
    let now = page.look;
    let on_palette = page.on_look.reform(move |palette| {
        browser::remember_palette(palette);
        page::Look { palette, ..now }
    });
    html! {
        <>
            { option("Cells show", isa, &on_look) }
            if is_isa { { option("Colour", colours, &on_edit) }{ option("Label", numbers, &on_edit) }{ option("Cells are", cells, &on_edit) } }
            { option("Palette", palettes, &on_palette) }
        </>
    }
}
