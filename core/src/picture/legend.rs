//! How a picture is read, in one line.

use alloc::format;
use alloc::string::String;

use crate::hardware::{LINE_BYTES, Major, Named as _, UNIT_BYTES, named};
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

/// How a mark of a compared read looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkLook {
    /// A line around it.
    Outline,
    /// A red corner.
    Corner,
    /// A second number, beneath.
    Beneath,
    /// A number of times.
    Times,
    /// A number of other readers, beneath.
    More,
    /// A dashed line around it.
    Dashes,
}

named!(
    MarkLook,
    "mark",
    Outline => "outlined",
    Corner => "red corner",
    Beneath => "beneath",
    Times => "×n",
    More => "+n",
    Dashes => "dashed",
);

/// The marks of a picture of a compared read, and what each means: those of the wrong units, or where they are the most, of
/// the right ones.
///
/// ```
/// use swizzle_core::picture::{MarkLook, marks_keys};
/// use swizzle_core::scene::SceneKind;
/// let keys = marks_keys(SceneKind::Memory, false);
/// assert_eq!(keys.last(), Some(&(MarkLook::Dashes, "not read")));
/// ```
#[must_use]
pub const fn marks_keys(
    kind: SceneKind,
    is_mostly_wrong: bool,
) -> &'static [(MarkLook, &'static str)] {
    match (kind, is_mostly_wrong) {
        (SceneKind::Matrix, true) => &[(MarkLook::Outline, "right"), (MarkLook::Beneath, "meant")],
        (SceneKind::Matrix, false) => &[(MarkLook::Corner, "wrong"), (MarkLook::Beneath, "meant")],
        (SceneKind::Memory, true) => &[
            (MarkLook::Outline, "right"),
            (MarkLook::Times, "reads"),
            (MarkLook::More, "more"),
            (MarkLook::Dashes, "not read"),
        ],
        (SceneKind::Memory, false) => &[
            (MarkLook::Corner, "wrong"),
            (MarkLook::Times, "reads"),
            (MarkLook::More, "more"),
            (MarkLook::Dashes, "not read"),
        ],
    }
}

/// The same in one line.
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
pub fn marks_legend(kind: SceneKind, is_mostly_wrong: bool) -> String {
    let mut legend = String::new();
    for (look, means) in marks_keys(kind, is_mostly_wrong) {
        if !legend.is_empty() {
            legend.push_str("; ");
        }
        legend.push_str(look.name());
        legend.push_str(": ");
        legend.push_str(means);
    }
    legend
}

/// How the matrix view is read, where its axes are named beside it.
///
/// ```
/// use swizzle_core::picture::matrix_legend;
/// use swizzle_core::{Said, Spec, View, scene::Drawing};
/// let drawing = Drawing::of(&Spec::new(&Said::default())?, View::default());
/// assert_eq!(matrix_legend(&drawing), "units of 8 elements, 16 bytes");
/// # Ok::<(), swizzle_core::SpecError>(())
/// ```
#[must_use]
pub fn matrix_legend(drawing: &Drawing) -> String {
    match drawing.view.cells {
        Cells::Units => format!(
            "units of {} elements, {UNIT_BYTES} bytes",
            drawing.drawn.layout().element().per_unit()
        ),
        Cells::Elements => "elements".into(),
    }
}

/// How the memory view is read, where the matrix view stands beside it.
///
/// ```
/// use swizzle_core::picture::memory_legend;
/// use swizzle_core::{Said, Spec, View, scene::Drawing};
/// let drawing = Drawing::of(&Spec::new(&Said::default())?, View::default());
/// assert_eq!(memory_legend(&drawing), "row, unit in lines of 128 bytes");
/// # Ok::<(), swizzle_core::SpecError>(())
/// ```
#[must_use]
pub fn memory_legend(drawing: &Drawing) -> String {
    let row = match drawing.drawn.layout().major() {
        Major::K => "row",
        Major::Mn => "K row",
    };
    let label = match (drawing.view.number, drawing.view.cells) {
        (Number::Memory, Cells::Units) => format!("{row}, unit"),
        (Number::Memory, Cells::Elements) => format!("{row}, element"),
        (Number::Logical, _) => "place in matrix".into(),
        (Number::Bank, _) => "banks".into(),
        (Number::None, _) => "no number".into(),
    };
    // What is wrong comes before what the view always is.
    match drawing.occupancy.is_shared() {
        true => format!("×n: claimed by n units; {label}"),
        false => format!("{label} in lines of {LINE_BYTES} bytes"),
    }
}
