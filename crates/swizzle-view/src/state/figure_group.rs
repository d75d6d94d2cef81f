//! The figures as a reader looks for them.

use super::*;

/// Subject of a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FigureGroup {
    /// One atom of each mode.
    Atoms,
    /// Atoms drawn element by element.
    Elements,
    /// Tiles of several atoms, for wgmma.
    Wgmma,
    /// The same tiles for tcgen05.
    Tcgen05,
    /// The swizzle that only tcgen05 has.
    Atoms32,
}

impl FigureGroup {
    /// Every group, in the order of the manual.
    pub const ALL: &'static [Self] =
        &[Self::Atoms, Self::Elements, Self::Wgmma, Self::Tcgen05, Self::Atoms32];

    /// Its figures.
    pub fn figures(self) -> impl Iterator<Item = Figure> {
        figures().filter(move |figure| figure.group() == self)
    }
}

impl Figure {
    /// The group it belongs to.
    pub const fn group(&self) -> FigureGroup {
        match self.number {
            ..=163 => FigureGroup::Atoms,
            164 | 165 => FigureGroup::Elements,
            166..=187 => FigureGroup::Wgmma,
            188..=218 => FigureGroup::Tcgen05,
            219.. => FigureGroup::Atoms32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_figure_is_in_its_group() {
        let counts: std::vec::Vec<_> = FigureGroup::ALL.iter().map(|group| group.figures().count()).collect();
        assert_eq!(counts, [8, 2, 5, 5, 1]);
        assert_eq!(counts.iter().sum::<usize>(), figures().count());
    }
}
