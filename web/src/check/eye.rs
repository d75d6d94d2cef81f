//! The view options, of one tile or of two.

use super::work::is_as_isa;
use super::*;
use crate::page;
use swizzle_core::Named;

/// The options of cells.
pub fn eye(desk: &Desk, page: &PageProps, on: &Callback<Act>) -> Html {
    let (look, view, is_isa) = (desk.look, desk.shown.view, is_as_isa(desk));
    let on_look = on.reform(Act::Look);
    let isa = [("matrix place", false), ("PTX ISA", true)].map(|(text, to)| {
        let dress = Some(to);
        (text, to == is_isa, Look { dress, ..look })
    });
    let on_edit = on.reform(Act::edit);
    let palettes = [("PTX ISA", Palette::Isa), ("colour-blind safe", Palette::Safe)]
        .map(|(name, palette)| (name, palette == page.look.palette, palette));
    let now = page.look;
    let on_palette = page.on_look.reform(move |palette: Palette| {
        browser::remember("palette", palette.name());
        page::Look { palette, ..now }
    });
    html! {
        <>
            { option("Cells show", isa, &on_look) }
            if is_isa { { option("Colour", all(view.colour, Edit::Colour), &on_edit) }{ option("Label", all(view.number, Edit::Number), &on_edit) }{ option("Cells are", all(view.cells, Edit::Cells), &on_edit) } }
            { option("Palette", palettes, &on_palette) }
        </>
    }
}

/// All values, with whether each is the one in view.
fn all<T: Named>(now: T, to: fn(T) -> Edit) -> impl Iterator<Item = (&'static str, bool, Edit)> {
    T::ALL.iter().map(move |one| (one.name(), *one == now, to(*one)))
}
