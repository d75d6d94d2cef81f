//! How a picture is read, in one line.

use alloc::format;
use alloc::string::String;

use crate::hardware::Major;
use crate::picture::scene::{Drawing, SceneKind};
use crate::picture::view::{Cells, Colour, Number, View};

/// What the outline over a tile is.
pub const READS_LEGEND: &str = "outlined: what the selected step reads";

/// What number and colour mean, in one line.
#[must_use]
pub fn legend(kind: SceneKind, view: &View) -> String {
    let is_memory = kind == SceneKind::Memory;
    let cell = match view.cells {
        Cells::Units => "cell: 16 bytes",
        Cells::Elements => "cell: one element",
    };
    let number = match (view.number, view.cells) {
        (Number::Memory, Cells::Units) if is_memory => "number: row, unit of the matrix",
        (Number::Memory, Cells::Elements) if is_memory => "number: row, element of the matrix",
        (Number::Memory, Cells::Units) => "number: (address − start) / 16",
        (Number::Memory, Cells::Elements) => "number: element of memory from the start",
        (Number::Logical, _) => "number: place in the matrix",
        (Number::Bank, _) => "number: banks",
        (Number::None, _) => "no number",
    };
    let colour = match view.colour {
        Colour::Memory => "colour: memory unit mod 8",
        Colour::Logical if view.cells == Cells::Elements => {
            "colour: place of the unit in the matrix mod 8"
        }
        Colour::Logical => "colour: place in the matrix mod 8",
        Colour::Row => "colour: row of the atom",
        Colour::Atom => "colour: atom",
        Colour::Bank => "colour: bank group (4 banks)",
        Colour::Step => "colour: step that reads it",
        Colour::None => "one colour",
    };
    format!("{cell} · {number} · {colour}")
}

/// What the marks of a picture of a compared read mean: those of the wrong units, or where they are the most, of the right
/// ones.
///
/// ```
/// use swizzle_core::picture::marks_legend;
/// use swizzle_core::{Tally, scene::SceneKind};
/// let some = Tally { right: 96, wrong: 32, missing: 0 };
/// assert_eq!(marks_legend(SceneKind::Matrix, some.is_mostly_wrong()), "red corner: wrong; beneath: meant");
/// let most = Tally { right: 16, wrong: 112, missing: 110 };
/// assert_eq!(marks_legend(SceneKind::Matrix, most.is_mostly_wrong()), "outlined: right; beneath: meant");
/// ```
#[must_use]
pub const fn marks_legend(kind: SceneKind, is_mostly_wrong: bool) -> &'static str {
    match (kind, is_mostly_wrong) {
        (SceneKind::Matrix, true) => "outlined: right; beneath: meant",
        (SceneKind::Matrix, false) => "red corner: wrong; beneath: meant",
        (SceneKind::Memory, true) => "outlined: right; ×2: read twice; dashed: not read",
        (SceneKind::Memory, false) => "red corner: wrong; ×2: read twice; dashed: not read",
    }
}

/// How the memory view is read, where the matrix view stands beside it.
///
/// ```
/// use swizzle_core::picture::memory_legend;
/// use swizzle_core::{Said, Spec, View, scene::Drawing};
/// let drawing = Drawing::of(&Spec::new(&Said::default())?, View::default());
/// assert_eq!(memory_legend(&drawing), "128-byte lines under first banks; label = row, unit");
/// # Ok::<(), swizzle_core::SpecError>(())
/// ```
#[must_use]
pub fn memory_legend(drawing: &Drawing) -> String {
    let row = match drawing.drawn.layout().major() {
        Major::K => "row",
        Major::Mn => "K row",
    };
    let label = match (drawing.view.number, drawing.view.cells) {
        (Number::Memory, Cells::Units) => format!("label = {row}, unit"),
        (Number::Memory, Cells::Elements) => format!("label = {row}, element"),
        (Number::Logical, _) => "label = place in the matrix".into(),
        (Number::Bank, _) => "label = banks".into(),
        (Number::None, _) => "no label".into(),
    };
    let shared = match drawing.occupancy.is_shared() {
        true => "; ×2: claimed by two units",
        false => "",
    };
    format!("128-byte lines under first banks; {label}{shared}")
}
