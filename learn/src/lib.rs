//! The lessons and the glossary, read from Markdown while the crate is built.
//!
//! A lesson is a file of `lessons/`: title, summary, a small picture, stops that end with a question each, and what they
//! taught. A term is an entry of `glossary.md`. What stands in braces is worked out from the figure
//! beside it: `{sbo_bytes}` is a number of [`quantity`](swizzle_text::quantity), `{swizzle}` a name, `{knob k}` a control in the
//! sentence, and `{if columns > 1}…{else}…{end}` words that hold for some settings of it.
//!
//! ```
//! let lesson = &swizzle_learn::LESSONS[0];
//! assert!(!lesson.stops.is_empty());
//! let shown = swizzle_learn::shown_from_keys(lesson.stops[0].figure.link);
//! assert!(shown.spec().is_ok());
//! ```

mod answer;
mod choices;
mod content;
mod line;
mod mark;
mod shown;
mod slip;
mod words;

pub use answer::{Answer, Judged, judge};
pub use choices::offered;
pub use content::{Ask, Block, Figure, Kind, Lesson, Show, Small, Stop, Strides, Term};
pub use line::{Line, Span};
pub use shown::{set, shown_from_keys};
pub use slip::hint;
pub use words::{holds, number, resolved, value};

include!(concat!(env!("OUT_DIR"), "/content.rs"));
