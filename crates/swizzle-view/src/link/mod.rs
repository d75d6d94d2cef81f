//! The format of links, and all routes of the page. Links open for ever.

mod contradicted;
mod defaults;
mod form;
mod keys;
mod pair;
mod read;
mod route;
mod write;

pub use contradicted::contradicted;
pub use form::{
    BLOCKS_MAX, BUILD, BuildShown, Building, COPIES, DumpShown, DumpShows, Form, HALVES, JourneyShown,
    KernelShown, LanesShown, LanesTab, OTHER_MAX, OpenedForm, Parameter, REGIONS, ROWS_MAX, ScaleShown,
    SupportShown, Table, TensorMemoryShown, TmaShown, WhyScene, WhyShown, build_from_link, bytes_mark,
    form_from_link, form_keys, held_first, link_from_build, link_from_form, link_from_why, link_of_pair,
    parameter, why_from_link, with_text, with_value,
};
pub use keys::{key_named, link_keys};
pub use pair::{
    PairToCompare, link_from_pair, names_second, pair_from_link, pair_of_links, pair_to_complete,
    pair_to_open, pair_with_itself,
};
pub use read::{Notice, Opened, is_of_figures, shown_from_link, unread_of};

pub use route::{Route, build_address, figure_address};
pub use swizzle_core::reader::Unread;
pub use write::link_from_shown;
