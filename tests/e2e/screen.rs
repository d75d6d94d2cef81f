//! A screen: all that follows from the parameters, as it is shown or as it should be.

use swizzle_core::Rgb;
use swizzle_core::scene::{CellAt, Size, Window};

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
        ] {
            compare(what, words(shown), words(expected));
        }
        compare(
            "the list of findings",
            format!("{:#?}", self.findings),
            format!("{:#?}", expected.findings),
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
        for (at, index) in cells_of(&self.window).zip(0..) {
            let mut compare = |what: &str, shown: String, expected: String| {
                if shown != expected {
                    differences.push(format!("{what} of {at:?} is {shown}, should be {expected}"));
                }
            };
            let label = |cells: &Self| format!("{:?}", cells.labels.get(index));
            let colour = |cells: &Self| format!("{:?}", cells.colours.get(index));
            let outline = |cells: &Self| format!("{:?}", cells.outlined.get(index));
            compare("the number", label(self), label(expected));
            compare("the colour", colour(self), colour(expected));
            compare("the outline", outline(self), outline(expected));
        }
        differences.truncate(MOST_DIFFERENCES);
        differences
    }
}

/// How many differences of a view are told.
const MOST_DIFFERENCES: usize = 6;

/// The cells of a window, row by row.
pub(crate) fn cells_of(window: &Window) -> impl Iterator<Item = CellAt> {
    let (columns, rows) = (window.columns.clone(), window.rows.clone());
    rows.flat_map(move |row| {
        let columns = columns.clone();
        columns.map(move |column| CellAt { column, row })
    })
}
