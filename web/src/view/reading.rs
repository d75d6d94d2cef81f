//! How the pictures are read: what numbers and colours say, and how large cells are.

use swizzle_core::Named;
use swizzle_draw::scene::PaneKind;
use swizzle_draw::{Colour, Number, hex, legend};
use swizzle_draw::{Palette, Theme, View};
use yew::prelude::*;

use crate::browser;
use crate::control::{Button, Choice, button, choice, icon, opener, pick};
use crate::element::{Attr, Element, el, fragment};
use crate::state::Edit;

/// Cell sizes that the reader can choose, in pixels.
pub const ZOOMS: &[u32] = &[6, 10, 16, 22, 28, 36, 44, 56];

/// How numbers and colours are read, and what changes that.
pub struct Reading {
    /// How they are read.
    pub view: View,
    /// Explanation of the marks over the cells, if there are any.
    pub marks: Option<&'static str>,
    /// Cell colours.
    pub palette: Palette,
    /// Called with others.
    pub on_palette: Callback<Palette>,
    /// The page's theme.
    pub theme: Theme,
    /// Side of a cell in pixels; none fits the cells to the view.
    pub zoom: Option<u32>,
    /// Called with another.
    pub on_zoom: Callback<Option<u32>>,
    /// Called with what a control changes.
    pub on_edit: Callback<Edit>,
}

/// The controls and the legend.
pub fn reading(reading: &Reading) -> Element {
    let Reading {
        view,
        palette,
        zoom,
        on_zoom,
        on_edit,
        ..
    } = reading;
    let swatches = palette.colours(reading.theme).map(hex);
    let zoom_to = |wider: bool| {
        let present = zoom.unwrap_or(36);
        let next = if wider {
            ZOOMS.iter().find(|zoom| **zoom > present)
        } else {
            ZOOMS.iter().rev().find(|zoom| **zoom < present)
        };
        let next = next.copied();
        let (words, name) = if wider {
            ("+", "Larger cells")
        } else {
            ("−", "Smaller cells")
        };
        button(Button {
            words,
            name: Some(name.into()),
            is_off: next.is_none(),
            on_click: on_zoom.reform(move |_| next),
            ..Button::default()
        })
    };
    let fit = button(Button {
        words: "Auto",
        is_pressed: Some(zoom.is_none()),
        on_click: on_zoom.reform(|_| None),
        ..Button::default()
    });
    let number = Choice::new(
        "Number",
        view.number,
        |number| number_words(number).into(),
        Edit::Number,
    );
    let colour = Choice::new("Colour", view.colour, colour_words, Edit::Colour);
    let cells = Choice::new(
        "Cells",
        view.cells,
        |cells| cells.name().into(),
        Edit::Cells,
    );
    let swatch = |colour: &String| el("i").attr(Attr::Style, format!("background:{colour}"));
    let zoom = el("span")
        .class("segments zoom")
        .attr(Attr::Role, "group")
        .attr(Attr::AriaLabel, "Cell size")
        .child(zoom_to(false))
        .child(fit)
        .child(zoom_to(true));
    // The colours are what is turned.
    let safe = *palette == Palette::Safe;
    let on_palette = reading.on_palette.clone();
    let words = legend(PaneKind::Matrix, view);
    let swatches = el("button")
        .attr(Attr::Type, "button")
        .class("swatches")
        .attr(Attr::AriaLabel, "Colour-blind safe")
        .attr(Attr::AriaPressed, if safe { "true" } else { "false" })
        .attr(Attr::Title, format!("{words}. Colour-blind safe colours"))
        .on_click(Callback::from(move |_| {
            let other = if safe { Palette::Isa } else { Palette::Safe };
            browser::remember_palette(other);
            on_palette.emit(other);
        }))
        .children(swatches.iter().map(swatch));
    let legend = el("div").class("legend").child(swatches).child(
        el("span")
            .class("legend-words")
            .class_if(reading.marks.is_some(), "is-of-marks")
            .child(reading.marks.map_or(words, String::from)),
    );
    let controls = el("div")
        .class("fold reading")
        .attr(Attr::Id, READING)
        .attr(Attr::Popover, "auto")
        .attr(Attr::Role, "group")
        .attr(Attr::AriaLabel, "How the pictures are read")
        .child(pick(number, on_edit))
        .child(pick(colour, on_edit))
        .child(legend)
        .child(choice(cells, on_edit))
        .child(zoom);
    fragment()
        .child(opener("How the pictures are read", READING, icon::VIEW))
        .child(controls)
}

/// Id of the controls, which are behind a button on a narrow screen.
const READING: &str = "reading";

/// Returns the name of what the label of a cell shows.
pub const fn number_words(number: Number) -> &'static str {
    match number {
        Number::Memory => "memory unit",
        Number::Logical => "place in matrix",
        Number::Bank => "banks",
        Number::None => "nothing",
    }
}

fn colour_words(colour: Colour) -> String {
    let words = match colour {
        Colour::Memory => "memory unit",
        Colour::Logical => "place in matrix",
        Colour::Row => "row of the atom",
        Colour::Atom => "atom",
        Colour::Bank => "bank group",
        Colour::Step => "step",
        Colour::None => "nothing",
    };
    words.into()
}
