//! Figures of lessons that are links of another page, and the questions about them.

use swizzle_learn::{Facts, Figure, Part, Stop, Subject};
use yew::prelude::*;

use super::Look;
use crate::kit::{On, Row};

/// A control of a figure, and what takes its changes.
pub type Control = (Row, On);

/// The functions of a page that the lessons need for its figures.
#[derive(Clone, Copy)]
pub struct FigurePart {
    /// Draws a figure.
    pub draw: fn(PartFigureProps) -> Html,
    /// The subject of questions about it.
    pub subject: &'static Subject,
    /// A control of it, given the key, the figure, its link now, and what takes another link; none where nothing changes it.
    pub knob: fn(&'static str, &'static Figure, &str, &Callback<String>) -> Option<Control>,
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

/// A cell that is pressed: in which picture, and its CTA, its lane and its column.
pub type Pressed = (Part, [u32; 3]);

/// Properties of a figure.
#[derive(Properties, PartialEq, Clone)]
pub struct PartFigureProps {
    /// Its content: a link of the page.
    pub link: AttrValue,
    /// Its pictures.
    pub parts: &'static [Part],
    /// Whether cells do not say what they hold.
    pub is_blank: bool,
    /// Whether the explanation of the cell at hand is hidden.
    pub is_asking: bool,
    /// Theme and colours.
    pub look: Look,
    /// Width of its place.
    #[prop_or(640.0)]
    pub width: f64,
    /// Called with another link.
    pub on_link: Callback<String>,
    /// Called with a cell that is pressed.
    pub on_pressed: Callback<Pressed>,
}
