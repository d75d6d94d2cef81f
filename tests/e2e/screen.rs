//! A screen: all that follows from the parameters, as it is shown or as it should be. The component tests of the page read it
//! with the same code.

use std::fmt::Debug;

use swizzle_draw::Rgb;
use swizzle_draw::scene::{CellAt, Size, Window};

/// What is read or worked out, or why it cannot be.
pub(crate) type Result<T> = std::result::Result<T, String>;

/// All that follows from the parameters and the view.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Screen {
    /// Of the page.
    pub(crate) heading: String,
    /// In hex, or why there is none.
    pub(crate) descriptor: String,
    pub(crate) bits: String,
    pub(crate) step: String,
    pub(crate) layout: String,
    /// Severity, title, text and repair of each.
    pub(crate) findings: Vec<[String; 4]>,
    /// The descriptor against the tile.
    pub(crate) verdict: String,
    /// Number, start and descriptor of each step that is listed.
    pub(crate) steps: Vec<[String; 3]>,
    /// Absent where there is no picture.
    pub(crate) matrix: Option<Cells>,
    pub(crate) memory: Option<Cells>,
}

/// The cells of a view that are in view.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Cells {
    /// Of the whole picture.
    pub(crate) size: Size,
    pub(crate) window: Window,
    /// Whether they fill the view as far as the picture goes.
    pub(crate) fills_view: bool,
    pub(crate) labels: Vec<String>,
    pub(crate) colours: Vec<Option<Rgb>>,
    /// Whether the outline of what the step reads goes around them.
    pub(crate) outlined: Vec<bool>,
    /// How many units have a red corner, since the tile has them elsewhere.
    pub(crate) corners: usize,
    /// Into how many strips they are folded.
    pub(crate) strips: usize,
    /// Whether the outline of what is right goes around them.
    pub(crate) right: Vec<bool>,
    /// Whether they are of the tile and not read.
    pub(crate) missing: Vec<bool>,
}

impl Screen {
    /// What is not as it should be; nothing where all is.
    pub(crate) fn differences(&self, expected: &Self) -> Vec<String> {
        let mut differences = Vec::new();
        let mut compare = |what: &str, shown: String, expected: String| {
            if shown != expected {
                differences.push(format!("{what} is {shown}, should be {expected}"));
            }
        };
        let words = |text: &str| format!("“{text}”");
        for (what, shown, expected) in [
            ("the heading", &self.heading, &expected.heading),
            ("the descriptor", &self.descriptor, &expected.descriptor),
            ("the row of bits", &self.bits, &expected.bits),
            ("the step", &self.step, &expected.step),
            ("the layout", &self.layout, &expected.layout),
            ("the verdict", &self.verdict, &expected.verdict),
        ] {
            compare(what, words(shown), words(expected));
        }
        compare(
            "the list of findings",
            format!("{:#?}", self.findings),
            format!("{:#?}", expected.findings),
        );
        compare(
            "the list of steps",
            format!("{:?}", self.steps),
            format!("{:?}", expected.steps),
        );
        for (what, shown, expected) in [
            ("the matrix view", &self.matrix, &expected.matrix),
            ("the memory view", &self.memory, &expected.memory),
        ] {
            match (shown, expected) {
                (Some(shown), Some(expected)) => {
                    let faults = shown.differences(expected);
                    differences.extend(faults.iter().map(|fault| format!("{what}: {fault}")));
                }
                (None, None) => {}
                (None, Some(_)) => differences.push(format!("{what} is not there")),
                (Some(_), None) => differences.push(format!("{what} should not be there")),
            }
        }
        differences
    }
}

impl Cells {
    fn differences(&self, expected: &Self) -> Vec<String> {
        let mut differences = Vec::new();
        if self.size != expected.size || self.window != expected.window {
            let (shown, window) = (self.size, &self.window);
            let should = expected.size;
            return vec![format!("{window:?} of {shown:?}, should be of {should:?}")];
        }
        if !self.fills_view {
            differences.push(format!("{:?} does not fill the view", self.window));
        }
        let at: Vec<CellAt> = cells_of(&self.window).collect();
        differences.extend(first_differences(
            "number",
            &at,
            &self.labels,
            &expected.labels,
        ));
        differences.extend(first_differences(
            "colour",
            &at,
            &self.colours,
            &expected.colours,
        ));
        differences.extend(first_differences(
            "outline",
            &at,
            &self.outlined,
            &expected.outlined,
        ));
        differences.extend(first_differences(
            "gap",
            &at,
            &self.missing,
            &expected.missing,
        ));
        differences.extend(first_differences(
            "outline of what is right",
            &at,
            &self.right,
            &expected.right,
        ));
        for (what, shown, should) in [
            ("red corners", self.corners, expected.corners),
            ("strips", self.strips, expected.strips),
        ] {
            if shown != should {
                differences.push(format!("there are {shown} {what}, should be {should}"));
            }
        }
        differences
    }
}

/// The first cells in which something is not as it should be.
fn first_differences<T: PartialEq + Debug>(
    what: &str,
    cells: &[CellAt],
    shown: &[T],
    expected: &[T],
) -> Vec<String> {
    const MOST: usize = 3;
    if shown.len() != expected.len() {
        let (shown, expected) = (shown.len(), expected.len());
        return vec![format!("{shown} cells have a {what}, should be {expected}")];
    }
    let pairs = cells.iter().zip(shown.iter().zip(expected));
    pairs
        .filter(|(_, (shown, expected))| shown != expected)
        .map(|(at, (shown, expected))| {
            format!("the {what} of {at:?} is {shown:?}, should be {expected:?}")
        })
        .take(MOST)
        .collect()
}

/// The cells of a window, row by row.
pub(crate) fn cells_of(window: &Window) -> impl Iterator<Item = CellAt> {
    let (columns, rows) = (window.columns.clone(), window.rows.clone());
    rows.flat_map(move |row| {
        let columns = columns.clone();
        columns.map(move |column| CellAt { column, row })
    })
}
