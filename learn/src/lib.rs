//! The lessons and the glossary, read from Markdown while the crate is built.
//!
//! A lesson is a file of `lessons/`: title, summary, a small picture, stops that end with a question each, and what they
//! taught. A term is an entry of `glossary.md`. Text in braces is computed from the figure beside it: `{sbo_bytes}` is a
//! number of [`quantity`](swizzle_text::quantity), `{swizzle}` a name, `{knob k}` a control in the sentence, and
//! `{if columns > 1}…{else}…{end}` words that hold for some settings of it.
//!
//! ```
//! let lesson = &swizzle_learn::LESSONS[0];
//! assert!(!lesson.stops.is_empty());
//! let shown = swizzle_learn::shown_from_keys(lesson.stops[0].figure.link);
//! assert!(shown.spec().is_ok());
//! ```

mod answer;
mod asked;
mod chapter;
mod choices;
mod content;
mod knob;
mod line;
mod link;
mod page;
mod shown;
mod slip;
mod subject;
mod tensor;
mod wires;
mod words;

use answer::spec_of;
use std::rc::Rc;
use swizzle_code::number_from_text;
use swizzle_core::{Coord, Named, Order, Spec, Swizzle};
use swizzle_draw::Shows;
use swizzle_text::Quantity;
use swizzle_view::link::{LanesShown, form_from_link};
use swizzle_view::{Shown, shown_from_link};

pub use answer::{Answer, Judged};
pub use asked::{Asked, lit};
pub use chapter::{CHAPTERS, Chapter};
pub use choices::offered;
pub use content::{Ask, Block, Figure, FigureKind, Kind, Lesson, Part, Show, Small, Stop, Strides, Term};
pub use knob::{knob, turned};
pub use line::{Line, Span};
pub use link::{set_in_link, value_in_link};
pub use page::{
    LearnPage, Progress, next, previous, stop_address, stop_at, term_address, unknown, whole_address,
};
pub use shown::{set, shown_from_keys};
pub use subject::{Subject, TENSOR_MEMORY, TILE, WIRES, hint, judge, subject_of};
pub use tensor::{Dealt, Planned, Staged, is_of_scale};
pub use words::{Facts, holds, resolved};

include!(concat!(env!("OUT_DIR"), "/content.rs"));
