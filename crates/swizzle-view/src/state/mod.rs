//! Contents of a link: the specified values and how they are looked at; and the figures of the ISA as such.

mod face;
mod figure_group;
mod figures;
mod mend;
mod shown;

pub use face::{FACES, Face};
pub use figure_group::FigureGroup;
pub use figures::{Figure, figure, figure_of_said, figures};
pub use mend::Mend;
pub use shown::Shown;
