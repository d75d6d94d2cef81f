//! Whether an answer about a tile is right, which the core decides.

use crate::*;

/// A reader's action, to be judged as an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Clicked the cell of an element, in the memory view or in the matrix.
    Click {
        /// In the memory view.
        in_memory: bool,
        /// The element that was clicked.
        element: Coord,
    },
    /// Clicked a cell of tensor memory in a picture: its CTA, its lane and its column.
    Cell {
        /// In which picture.
        part: Part,
        /// The cell that was clicked.
        at: [u32; 3],
    },
    /// Gave a number.
    Number(u64),
    /// Chose an option, by its place.
    Choice(usize),
    /// Changed the figure to what this link of the page opens.
    State(String),
}

/// The judgement of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Judged {
    /// It is right.
    Right,
    /// It is wrong, or not there yet.
    Wrong,
    /// It answers another question.
    NotAnAnswer,
}

/// Whether an answer to a question about a tile, other than a number, is right, and the slip behind it; none where it answers
/// another question. Beside a figure that hides LBO and SBO, no sentence names them.
pub(crate) fn judged(spec: &Spec, stop: &Stop, answer: &Answer) -> Option<Judgement> {
    Some(match (&stop.ask.kind, answer) {
        (Kind::Click { in_memory, element }, Answer::Click { in_memory: there, element: clicked })
            if in_memory == there =>
        {
            let wanted = Coord { mn: element.0, k: element.1 };
            // A cell is a unit: any element of it will do.
            let unit = |coord: Coord| spec.layout().byte_from_element(coord).byte / 16;
            let hint =
                slip::tile::click(spec, wanted, *clicked, *in_memory, |sentence| may_say(stop, sentence));
            (unit(wanted) == unit(*clicked), hint)
        }
        (Kind::Choose(options), Answer::Choice(place)) => {
            let (_, link) = options.get(*place)?;
            let is_right = reads_right(link);
            (is_right, (!is_right).then(|| slip::read::slip(link)).flatten())
        }
        (Kind::Make(_), Answer::State(link)) => {
            let descriptor = |spec: &Spec| spec.descriptor(spec.place()).ok();
            let made = shown_from_link(link).shown.spec().ok()?;
            (descriptor(spec)? == descriptor(&made)?, slip::read::slip_of_state(spec, &made))
        }
        _ => return None,
    })
}

/// Whether a sentence speaks of nothing that a stop's figure hides: LBO and SBO.
pub(crate) fn may_say(stop: &Stop, sentence: &str) -> bool {
    stop.figure.strides != Strides::Hidden || !(sentence.contains("LBO") || sentence.contains("SBO"))
}

/// Whether what an option describes is without error, and its read is the tile.
fn reads_right(link: &str) -> bool {
    spec_of(link).is_some_and(|spec| {
        Tally::of_read(&spec, spec.place()).wrong == 0
            && findings_from_spec(&spec).iter().all(|finding| finding.severity != Severity::Error)
    })
}

/// Returns the spec that a lesson describes.
pub(crate) fn spec_of(keys: &str) -> Option<Spec> {
    shown_from_keys(keys).spec().ok()
}
