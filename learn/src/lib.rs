//! The lessons and the glossary, read from the Markdown in which they are written.
//!
//! A lesson is a file of `lessons/`: title, summary, a small picture, stops that end with a question each, and what they
//! taught. A term is an entry of `glossary.md`. Text in braces is computed from the figure beside it: `{sbo_bytes}` is a
//! number of [`quantity`], `{swizzle}` a name, `{knob k}` a control in the sentence, and
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
mod read;
mod shown;
mod slip;
mod subject;
mod tensor;
mod wires;
mod words;

use std::{collections::BTreeSet, rc::Rc, sync::LazyLock};

use swizzle_code::number_from_text;
use swizzle_core::{Coord, Named, Operand, Order, Spec, Swizzle, Tally, hardware::UNIT_BYTES};
use swizzle_draw::Shows;
use swizzle_infer::spec_from_said;
use swizzle_lints::{Severity, findings_from_spec};
use swizzle_text::{Quantity, quantity};
use swizzle_view::{
    Shown,
    link::{Form, LanesShown, ScaleShown, TensorMemoryShown, form_from_link},
    shown_from_link,
};

pub use tensor::{Dealt, Planned, Staged, is_of_scale};
pub use {
    answer::*,
    asked::*,
    chapter::*,
    choices::*,
    content::*,
    knob::*,
    line::*,
    link::*,
    page::*,
    read::{LESSONS, TERMS},
    shown::*,
    subject::*,
    words::*,
};
