//! What follows from two states beside each other.

use swizzle_core::Spec;
use swizzle_draw::Shows;
use swizzle_draw::scene::{Drawing, Scene};
use swizzle_infer::TwoLayouts;
use swizzle_lints::{SideSaid, verdict_of_pair};
use swizzle_text::{TwoLayoutsRow, VerdictLine, two_layouts_rows};
use swizzle_view::Shown;
use swizzle_view::link::Unread;

use crate::view::{Beside, Picture, Shared};

/// Both layouts, worked out.
pub(super) struct Both {
    /// Their pictures, each marked against the other.
    pub(super) pictures: [Shared<Picture>; 2],
    /// What of the first lies elsewhere in the second, and the other way round.
    pub(super) wholes: [Option<TwoLayouts>; 2],
    /// The same of what the selected steps read.
    pub(super) reads: [Option<TwoLayouts>; 2],
    /// What else differs.
    pub(super) rows: Vec<TwoLayoutsRow>,
    /// Whether either reads wrong, else in how much they differ.
    pub(super) line: VerdictLine<SideSaid>,
    /// Whether most lies elsewhere, so that what agrees is marked.
    pub(super) marks_same: bool,
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
        let marks = |other: &Picture| -> Option<Box<dyn Beside>> {
            Some(Box::new(Marks {
                there: other.drawn.clone(),
                marks_same,
            }))
        };
        (first.beside, second.beside) = (marks(&second), marks(&first));
        Some(Self {
            pictures: [first, second].map(Shared::new),
            wholes,
            reads,
            rows,
            line,
            marks_same,
        })
    }
}

/// Marks what lies elsewhere in another layout, or what does not.
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
