//! What pages that show squares share: how they are looked at, and what is around them, which is the title with its fixes and
//! tools, drawer and sheets. The pages of a dump and of a box also share the squares with the column beside them, the foot with the
//! bits of a descriptor, values that are written, and where all of that is.

mod around;
mod foot;
mod form;
mod looking;
mod page;
mod parts;
mod room;
mod signs;
mod work;

pub use around::{
    Tools, all_parameters, drawer, eye_button, fixes, headline, over, sheets, title, verdict_row,
    whole,
};
pub use foot::{Foot, Steps, play, use_steps};
pub use form::{Form, number_words};
pub use looking::{Look, ROWS, Sheet};
pub use page::{Desk, Frame, PageProps, chip, use_desk};
pub use parts::{copies, part, rows, to_below};
pub use room::{NARROW, cell_side};
pub use signs::{counts, severity_sign, sign, tone};
pub use work::{Aside, Work};
