//! How a picture is read, in one line.

use crate::scene::{Cell, Drawing, Label, Mark, PaneKind, Scene};
use crate::view::{Cells, Colour, Number, View};
use swizzle_core::hardware::{LINE_BYTES, Major, Named as _, UNIT_BYTES};
use swizzle_core::named;

/// Legend of the outline over a tile.
pub const READS_LEGEND: &str = "outlined: what the selected step reads";

/// Returns the meaning of number and colour, in one line.
#[must_use]
pub fn legend(kind: PaneKind, view: &View) -> String {
    let number = number(kind, view);
    format!("{} · {number} · {}", cell(view), colour(view))
}

/// The legend shared by both views of a compared read; the meaning of the marks is written above its memory view.
///
/// ```
/// use swizzle_draw::View;
/// use swizzle_draw::legend_of_compared;
/// let words = legend_of_compared(&View::default());
/// assert!(words.contains("number: (address − start) / 16; in the memory: row, unit of the matrix"));
/// ```
#[must_use]
pub fn legend_of_compared(view: &View) -> String {
    let [matrix, memory] = [PaneKind::Matrix, PaneKind::Memory].map(|kind| number(kind, view));
    let numbers = match memory.strip_prefix("number: ") {
        Some(memory) if view.number == Number::Memory => {
            format!("{matrix}; in the memory: {memory}")
        }
        _ => matrix.into(),
    };
    match view.number {
        Number::None => format!("{} · {}", cell(view), colour(view)),
        _ => format!("{} · {numbers} · {}", cell(view), colour(view)),
    }
}

fn cell(view: &View) -> &'static str {
    match view.cells {
        Cells::Units => "cell: 16 bytes",
        Cells::Elements => "cell: one element",
    }
}

fn number(kind: PaneKind, view: &View) -> &'static str {
    let is_memory = kind.has_addresses();
    match (view.number, view.cells) {
        (Number::Memory, Cells::Units) if is_memory => "number: row, unit of the matrix",
        (Number::Memory, Cells::Elements) if is_memory => "number: row, element of the matrix",
        (Number::Memory, Cells::Units) => "number: (address − start) / 16",
        (Number::Memory, Cells::Elements) => "number: element of memory from the start",
        (Number::Logical, _) => "number: place in the matrix",
        (Number::Bank, _) => "number: banks",
        (Number::None, _) => "no number",
    }
}

fn colour(view: &View) -> &'static str {
    match view.colour {
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
    }
}

/// How a mark of a compared read looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkLook {
    /// A line around it.
    Outline,
    /// A red corner.
    Corner,
    /// A red number.
    Red,
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
    Red => "red",
    Beneath => "beneath",
    Times => "×n",
    More => "+n",
    Dashes => "dashed",
);

/// How a mark looks, and what it means: in a word, and where there is room for more.
pub type MarkKey = (MarkLook, [&'static str; 2]);

const KEYS: [MarkKey; 7] = [
    (MarkLook::Outline, ["right"; 2]),
    (MarkLook::Corner, ["wrong"; 2]),
    (MarkLook::Red, ["actual"; 2]),
    (MarkLook::Beneath, ["expected"; 2]),
    (MarkLook::Times, ["reads", "read n times for other units"]),
    (MarkLook::More, ["more", "n extra reads for other units"]),
    (MarkLook::Dashes, ["not read"; 2]),
];

fn told(occurs: [bool; 7]) -> impl Iterator<Item = MarkKey> {
    let keys = KEYS.into_iter().zip(occurs);
    keys.filter_map(|(key, occurs)| occurs.then_some(key))
}

/// The marks of a picture of a compared read that occur in it, and what each means: those of the wrong units, or where they
/// are the most, of the right ones.
///
/// ```
/// use swizzle_draw::{MarkLook, marks_keys};
/// use swizzle_draw::scene::{Drawing, PaneKind};
/// use swizzle_core::{Arch, Descriptor, Said};
/// use swizzle_draw::{Shows, View};
/// use swizzle_infer::spec_from_said;
/// let given = Descriptor::new(Arch::Wgmma, 0x4000_0008_0001_0040); // SBO of no swizzle
/// let spec = spec_from_said(&Said::default().with_given(given))?;
/// let read = Drawing::of(&spec, View { shows: Shows::Read, ..View::default() });
/// let keys: Vec<_> = marks_keys(PaneKind::Memory, &read).collect();
/// assert_eq!(keys.last(), Some(&(MarkLook::Dashes, ["not read"; 2])));
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn marks_keys(kind: PaneKind, drawing: &Drawing) -> impl Iterator<Item = MarkKey> {
    let tally = drawing.found.tally();
    let is_mostly_wrong = tally.is_mostly_wrong();
    let is_memory = kind.has_addresses();
    let [beneath, times, more] = match kind {
        PaneKind::Matrix => [true, false, false],
        PaneKind::Memory => drawing.memory_marks(),
    };
    told([
        is_mostly_wrong && tally.right > 0,
        !is_mostly_wrong,
        // In memory red is who reads.
        !is_memory && tally.wrong > 0,
        beneath,
        times,
        more,
        is_memory && tally.missing > 0,
    ])
}

/// The same of a scene, in one line.
///
/// ```
/// use swizzle_draw::marks_legend;
/// use swizzle_draw::scene::{Drawing, PaneKind, Window};
/// use swizzle_core::{Arch, Descriptor, Said};
/// use swizzle_draw::{Shows, View};
/// use swizzle_infer::spec_from_said;
/// let given = Descriptor::new(Arch::Wgmma, 0x4000_0008_0001_0040); // SBO of no swizzle
/// let spec = spec_from_said(&Said::default().with_given(given))?;
/// let read = Drawing::of(&spec, View { shows: Shows::Read, ..View::default() });
/// let scene = read.scene(PaneKind::Matrix, &Window::all(read.size(PaneKind::Matrix)));
/// assert_eq!(marks_legend(&scene), "outlined: right; red: actual; beneath: expected");
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
#[must_use]
pub fn marks_legend(scene: &Scene) -> String {
    let is_other = |label: &Label| matches!(label, Label::Others(_));
    let beneath = |label: &Label| *label != Label::Blank && !is_other(label);
    let times = |cell: &Cell| cell.mark == Mark::Wrong && matches!(cell.label, Label::Clash(_));
    let keys = told([
        scene.marks_right && !scene.right.is_empty(),
        !scene.marks_right && !scene.wrong.is_empty(),
        !scene.kind.has_addresses() && scene.cells.iter().any(|cell| cell.mark == Mark::Wrong),
        scene.beneath.iter().any(beneath),
        scene.cells.iter().any(times),
        scene.beneath.iter().any(is_other),
        !scene.missing.is_empty(),
    ]);
    let mut legend = String::new();
    for (look, [_, means]) in keys {
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
/// use swizzle_draw::matrix_legend;
/// use swizzle_core::Said;
/// use swizzle_draw::{View, scene::Drawing};
/// use swizzle_infer::spec_from_said;
/// let drawing = Drawing::of(&spec_from_said(&Said::default())?, View::default());
/// assert_eq!(matrix_legend(&drawing), "units of 8 elements, 16 bytes");
/// # Ok::<(), swizzle_params::SpecError>(())
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

/// How to read the memory view when the matrix view is beside it.
///
/// ```
/// use swizzle_draw::memory_legend;
/// use swizzle_core::Said;
/// use swizzle_draw::{View, scene::Drawing};
/// use swizzle_infer::spec_from_said;
/// let drawing = Drawing::of(&spec_from_said(&Said::default())?, View::default());
/// assert_eq!(memory_legend(&drawing), "row, unit in lines of 128 bytes");
/// # Ok::<(), swizzle_params::SpecError>(())
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
        (Number::None, _) => String::new(),
    };
    // A clash of units is named before the description that every memory view has.
    match drawing.occupancy.is_shared() {
        true => format!("×n: claimed by n units; {label}"),
        false if label.is_empty() => format!("lines of {LINE_BYTES} bytes"),
        false => format!("{label} in lines of {LINE_BYTES} bytes"),
    }
}
