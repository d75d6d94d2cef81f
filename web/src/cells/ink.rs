//! The colours of a theme and a palette, as a canvas needs them.

use super::*;
use crate::page;

/// The sheet's colours, as a canvas needs them.
#[derive(Debug, PartialEq)]
pub struct Ink {
    palette: Palette,
    cells: Vec<String>,
    pub empty: String,
    pub wrong: String,
    error: String,
    pub ink: String,
    /// What costs, what costs nothing, dots, letters on any of them, and what is followed.
    pub marks: [String; 5],
    pub font: String,
    quiet: f64,
}

impl Ink {
    /// The colours of the theme in use.
    fn of_page(theme: Theme, palette: Palette) -> Self {
        let root = browser::document().document_element();
        let style = root.and_then(|root| browser::window().get_computed_style(&root).ok()?);
        let value =
            |name| style.as_ref().and_then(|style| style.get_property_value(name).ok()).unwrap_or_default();
        Self {
            palette,
            cells: palette.colours(theme).map(hex).into(),
            empty: value("--empty"),
            wrong: value("--error-soft"),
            error: value("--error"),
            ink: value("--cell-ink"),
            marks: ["--warning", "--good", "--ink", "--page", "--follow"].map(value),
            font: value("--mono"),
            quiet: if theme == Theme::Dark { 0.42 } else { 0.3 },
        }
    }

    /// The same on paper, for which the page's theme is light.
    pub fn on_paper(&self) -> Self {
        Self::of_page(Theme::Light, self.palette)
    }

    pub fn fill(&self, cell: &Cell) -> &str {
        match cell.look {
            Look::Missing | Look::Dot => &self.empty,
            Look::Wrong => &self.wrong,
            Look::Costly => &self.marks[0],
            Look::Free => &self.marks[1],
            Look::Followed => &self.marks[4],
            Look::Plain | Look::Dimmed | Look::Absent | Look::Soft | Look::Dotted | Look::Padded(_) => {
                &self.cells[usize::from(cell.colour)]
            }
        }
    }

    /// How opaque a cell is.
    pub fn alpha(cell: &Cell) -> f64 {
        match cell.look {
            Look::Dimmed => 0.28,
            Look::Soft | Look::Dotted => 0.55,
            Look::Free | Look::Costly if cell.colour % 2 == 1 => 0.7,
            _ => 1.0,
        }
    }

    /// The colour of a cell's dot.
    pub fn dot(&self, cell: &Cell) -> Option<&str> {
        match cell.look {
            Look::Dotted => Some(&self.marks[2]),
            Look::Dot => Some(&self.cells[usize::from(cell.colour)]),
            _ => None,
        }
    }

    /// The colour of a cell's label, and how opaque that is where nothing is pointed at.
    pub fn letters(&self, cell: &Cell) -> (&str, f64) {
        match cell.look {
            Look::Wrong => (&self.error, 0.62),
            Look::Dotted | Look::Free | Look::Costly | Look::Followed => (&self.marks[3], 1.0),
            Look::Dot => (&self.ink, 1.0),
            _ => (&self.ink, self.quiet),
        }
    }
}

/// The colours of a theme and a palette.
#[hook]
pub fn use_ink(look: page::Look) -> Shared<Ink> {
    use_print(|_| {});
    use_derived(look, |look| {
        browser::set_theme(look.theme);
        Shared::new(Ink::of_page(look.theme, look.palette))
    })
}
