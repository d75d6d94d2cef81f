//! The figures of the PTX ISA as live parameters, with captions that say what to look at.

use super::*;
use crate::link::shown_from_link;
use std::sync::LazyLock;

/// A figure. Numbers are those of PTX ISA 9.1; later versions count on (wgmma's start at 159 in 9.4).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figure {
    /// Number in PTX ISA 9.1.
    pub number: u16,
    /// The ISA's name for it.
    pub name: &'static str,
    /// Caption that says what to look at.
    pub caption: &'static str,
    /// Contents of the figure, and how it is drawn.
    pub shown: Shown,
}

/// The figures, a line each: number, name, what a link says of it, and caption. As printed, Figures 167 and 189 have columns of K
/// that follow each other at once: 32 bytes apart.
static FIGURES: LazyLock<Vec<Figure>> = LazyLock::new(|| {
    let figure = |line: &'static str| {
        let [number, name, link, caption] = line.split('\t').collect::<Vec<_>>().try_into().ok()?;
        let shown = shown_from_link(&format!("#/{link}")).shown;
        Some(Figure { number: number.parse().ok()?, name, caption, shown })
    };
    include_str!("figures.txt").lines().filter_map(figure).collect()
});

/// Every figure, by number.
pub fn figures() -> impl Iterator<Item = Figure> {
    FIGURES.iter().cloned()
}

/// The figure of a number of PTX ISA 9.1.
///
/// ```
/// use swizzle_core::{Named, Swizzle};
/// use swizzle_view::figure;
/// let figure = figure(157).unwrap();
/// assert_eq!((figure.shown.said.tile.swizzle, figure.shown.said.tile.k), (Some(Swizzle::B128), Some(64)));
/// ```
pub fn figure(number: u16) -> Option<Figure> {
    figures().find(|figure| figure.number == number)
}

/// Returns the figure with exactly these specified values, if any.
pub fn figure_of_said(said: &Said) -> Option<Figure> {
    figures().find(|figure| figure.shown.said == *said)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_is_a_figure_whose_link_is_read_whole() {
        let lines = include_str!("figures.txt").lines();
        assert_eq!(figures().count(), lines.clone().count());
        for link in lines.filter_map(|line| line.split('\t').nth(2)) {
            assert_eq!(shown_from_link(&format!("#/{link}")).notices, [], "{link}");
        }
    }
}
