//! Figures of lessons, each with its state as a link of another page, and the questions about them.

use super::*;
use swizzle_learn::{Facts, Figure, Part, Subject, set_in_link, value_in_link};
use swizzle_tmem::tensor_memory::COLUMNS;

/// A control of a figure, and what takes its changes.
pub type Control = (Row, On);

/// Takes another link of a figure, or why a value has none.
pub type OnLink = Callback<Result<String, String>>;

/// The functions of a page that the lessons need for its figures.
#[derive(Clone, Copy)]
pub struct FigurePart {
    /// Draws a figure.
    pub draw: fn(PartFigureProps) -> Html,
    /// The subject of questions about it.
    pub subject: &'static Subject,
    /// The link that a figure begins with.
    pub begins: fn(&Figure) -> AttrValue,
    /// The facts that it shows, by its link; none if it has no picture.
    pub facts: fn(&str) -> Option<Rc<dyn Facts>>,
    /// A control of it, given the key, the figure, its link now, and what takes another link; none where nothing changes it.
    pub knob: fn(&'static str, &'static Figure, &str, &OnLink) -> Option<Control>,
    /// The link of a figure once the answer to a stop's question is known; none where it stays. The numbers are those that are
    /// asked about.
    pub told: fn(&Stop, &str, &dyn Facts) -> Option<String>,
    /// Whether a figure, by its link, is no longer what a question is about, given the link that it began with.
    pub is_changed: fn(&str, &str) -> bool,
    /// Returns the words of the button that opens a link's page.
    pub door: fn(&str) -> &'static str,
}

impl PartialEq for FigurePart {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.subject, other.subject)
    }
}

/// Properties of a figure.
#[derive(Properties, PartialEq, Clone)]
pub struct PartFigureProps {
    /// Its content: a link of the page.
    pub link: AttrValue,
    /// The figure.
    pub figure: &'static Figure,
    /// Its pictures of tensor memory.
    pub parts: &'static [Part],
    /// Whether cells do not say what they hold.
    pub is_blank: bool,
    /// Whether the explanation of the cell at hand is hidden.
    pub is_asking: bool,
    /// Whether it is beside the words of another page, and so has no more rows than an atom.
    pub is_low: bool,
    /// Whether the answer is another state of the figure.
    pub is_made: bool,
    /// The element that is marked once the question is answered.
    pub lit: Option<Coord>,
    /// The element whose number is asked for: its line of memory waits for the answer.
    pub asked: Option<Coord>,
    /// Theme and colours.
    pub look: Look,
    /// Width of its place.
    #[prop_or(640.0)]
    pub width: f64,
    /// Its controls, which are under all that is said of it.
    pub controls: Html,
    /// Takes another link.
    pub on_link: OnLink,
    /// Called with a cell that is pressed, as an answer.
    pub on_pressed: Callback<Answer>,
}

impl PartFigureProps {
    /// The controls where nothing more is said of the figure.
    pub fn caption(&self) -> Html {
        tag("figcaption", "stack", self.controls.clone())
    }
}

/// Label of a control.
const LABELS: &str = "m: M
n: N
k: K
kind: Kind
cta_group: CTAs
shape: Shape
reading: Reading
column_0: First column of D
column_1: First column of D 2
columns: Elements of a row";

/// A control of a figure whose state is a link: a choice where the lesson names what it offers, otherwise a number.
pub fn knob_in_link(
    key: &'static str,
    figure: &'static Figure,
    link: &str,
    on_link: &OnLink,
) -> Option<Control> {
    let now = value_in_link(link, key)?;
    let (values, value) = match figure.choices_of(key) {
        Some(offered) => {
            let value = offered.iter().find(|name| **name == now).or(offered.first())?;
            (Values::names(offered), Scalar::Choice(value))
        }
        None => {
            let (least, most, step) = match key {
                "n" => (0, 256, 8),
                "columns" => (8, 256, 8),
                "k" => (0, 1024, 16),
                _ => (0, COLUMNS - 1, 4),
            };
            (Values::number(least, most, step), now.parse::<u32>().ok()?.into())
        }
    };
    let link = link.to_owned();
    let on = sends_some(on_link, move |change| {
        let value = match change {
            Change::To(Some(Scalar::Number(number))) => number.to_string(),
            Change::To(Some(Scalar::Choice(name))) => name.to_owned(),
            _ => return None,
        };
        set_in_link(&link, key, &value).map(Ok)
    });
    let label = Some(line_of(LABELS, key)).filter(|label| !label.is_empty());
    Some((Row::free(label.unwrap_or(key), values, value), on))
}
