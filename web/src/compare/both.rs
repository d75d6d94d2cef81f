//! Results for two states beside each other.

use swizzle_core::{Coord, FieldId, Spec};
use swizzle_draw::Shows;
use swizzle_draw::scene::{Drawing, Scene, element_from_matrix_cell, matrix_cell_from_element};
use swizzle_infer::TwoLayouts;
use swizzle_lints::{Severity, SideSaid, verdict_of_pair};
use swizzle_text::{
    TWO_LAYOUTS_LEGEND, TWO_LAYOUTS_SAME_LEGEND, TwoLayoutsRow, VerdictLine, two_layouts_rows,
};
use swizzle_view::Shown;
use swizzle_view::link::Unread;

use crate::view::{Beside, Picture, Shared};

/// Both layouts, worked out.
pub(super) struct Both {
    /// Their pictures, each marked against the other.
    pub(super) pictures: [Shared<Picture>; 2],
    /// Counts of the first's units that are elsewhere in the second, and the other way round.
    pub(super) wholes: [Option<TwoLayouts>; 2],
    /// The same of what the selected steps read.
    pub(super) reads: [Option<TwoLayouts>; 2],
    /// Other differences.
    pub(super) rows: Vec<TwoLayoutsRow>,
    /// Whether either reads wrong, else in how much they differ.
    pub(super) line: VerdictLine<SideSaid>,
    /// Meaning of the marks of differences; none where a read is wrong, whose marks are others.
    pub(super) legend: Option<&'static str>,
    /// The element that is described while none is under the cursor: one that is read wrongly, where there is one; otherwise
    /// one that both have.
    pub(super) example: Coord,
    /// The fields that errors and warnings on each are about.
    pub(super) blamed: [Vec<FieldId>; 2],
}

impl Both {
    /// None where one of them has no picture, which reducer and link keep out.
    pub(super) fn of(first: &Shown, second: &Shown, unread: [Unread; 2]) -> Option<Self> {
        let (mut first, mut second) = (Picture::of(first).ok()?, Picture::of(second).ok()?);
        let both_ways = |first: &Spec, second: &Spec| {
            [(first, second), (second, first)].map(|(here, there)| TwoLayouts::of(here, there))
        };
        let wholes = both_ways(&first.spec, &second.spec);
        let read = |picture: &Picture| picture.looked_at.spec_from_read(picture.looked_at.place());
        let reads = both_ways(&read(&first), &read(&second));
        let is_read = first.view.shows == Shows::Read;
        let line = verdict_of_pair(
            [&first.spec, &second.spec],
            [first.findings(), second.findings()],
            unread,
            is_read,
        );
        let rows = two_layouts_rows(&first.looked_at, &second.looked_at);
        let counted = both_ways(&first.drawn, &second.drawn);
        let marks_same = counted
            .iter()
            .flatten()
            .any(|found| found.is_mostly_elsewhere());
        let is_wrong = first.meant.is_some() || second.meant.is_some();
        let example = match second.meant {
            Some(_) if first.meant.is_none() => second.example(),
            _ => first.example(),
        };
        let example = match is_wrong {
            true => example,
            false => shared(example, &first, &second),
        };
        let legend = (!is_wrong).then_some(match marks_same {
            true => TWO_LAYOUTS_SAME_LEGEND,
            false => TWO_LAYOUTS_LEGEND,
        });
        let marks = |other: &Picture| -> Option<Box<dyn Beside>> {
            legend?;
            Some(Box::new(Marks {
                there: other.drawn.clone(),
                marks_same,
            }))
        };
        let blamed = [&first, &second].map(|picture| {
            let faults = picture.findings().iter();
            let faults = faults.filter(|at| at.severity != Severity::Note);
            faults.flat_map(|fault| fault.fields.to_vec()).collect()
        });
        (first.beside, second.beside) = (marks(&second), marks(&first));
        Some(Self {
            pictures: [first, second].map(Shared::new),
            wholes,
            reads,
            rows,
            line,
            legend,
            example,
            blamed,
        })
    }
}

/// The first element of a cell of the first picture that both have, near to one.
fn shared(at: Coord, first: &Picture, second: &Picture) -> Coord {
    let at = [&first.drawn, &second.drawn].iter().fold(at, |at, spec| {
        let extent = spec.extent();
        Coord {
            mn: at.mn.min(extent.mn.saturating_sub(1)),
            k: at.k.min(extent.k.saturating_sub(1)),
        }
    });
    let cell = matrix_cell_from_element(&first.drawn, &first.view, at);
    element_from_matrix_cell(&first.drawn, &first.view, cell)
}

/// Marks what is elsewhere in another layout, or what is not.
struct Marks {
    there: Spec,
    marks_same: bool,
}

impl Beside for Marks {
    fn mark(&self, scene: Scene, drawing: &Drawing) -> Scene {
        let (here, occupancy) = (&drawing.drawn, &drawing.occupancy);
        scene.beside(here, occupancy, &self.there, self.marks_same)
    }
}
