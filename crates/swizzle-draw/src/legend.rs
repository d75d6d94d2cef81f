//! How a picture is read, in one line.

use crate::cells::{Cell, Look};
use crate::scene::{Label, PaneKind, Scene};
use crate::view::{Cells, Colour, Number, View};

/// Legend of the outline over a tile.
pub const READS_LEGEND: &str = "outlined: what the selected step reads";

/// Returns the meaning of number and colour, in one line.
pub fn legend(kind: PaneKind, view: &View) -> String {
    let number = number(kind, view);
    format!("{} · {number} · {}", cell(view), colour(view))
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
        Colour::Logical if view.cells == Cells::Elements => "colour: place of the unit in the matrix mod 8",
        Colour::Logical => "colour: place in the matrix mod 8",
        Colour::Row => "colour: row of the atom",
        Colour::Atom => "colour: atom",
        Colour::Bank => "colour: bank group (4 banks)",
        Colour::Step => "colour: step that reads it",
        Colour::None => "one colour",
    }
}

/// How a mark of a compared read looks, and what it means.
const KEYS: [&str; 7] = [
    "outlined: right",
    "red corner: wrong",
    "red: actual",
    "beneath: expected",
    "×n: read n times for other units",
    "+n: n extra reads for other units",
    "dashed: not read",
];

/// The marks of a compared read that occur in a scene, and what each means, in one line: those of the wrong units, or where they
/// are the most, of the right ones.
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
pub fn marks_legend(scene: &Scene) -> String {
    let is_other = |label: &Label| matches!(label, Label::Others(_));
    let beneath = |label: &Label| *label != Label::Blank && !is_other(label);
    let times = |cell: &Cell| cell.look == Look::Wrong && matches!(cell.label, Label::Clash(_));
    let occurs = [
        scene.marks_right && !scene.right.is_empty(),
        !scene.marks_right && !scene.wrong.is_empty(),
        !scene.kind.has_addresses() && scene.cells.iter().any(|cell| cell.look == Look::Wrong),
        scene.beneath.iter().any(beneath),
        scene.cells.iter().any(times),
        scene.beneath.iter().any(is_other),
        !scene.missing.is_empty(),
    ];
    let keys = KEYS.iter().zip(occurs).filter(|(_, occurs)| *occurs);
    keys.map(|(key, _)| *key).collect::<Vec<_>>().join("; ")
}
