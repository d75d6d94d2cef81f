//! What a link holds: the whole of a question, how it is drawn, and the figures.

mod figure_group;
mod figures;
mod view;

pub use figure_group::FigureGroup;
pub use figures::{Figure, figure, figure_of_params, figures};
pub use view::{Cells, Colour, Number, Shows, View};
