//! The format of links, and all routes of the page. Links open for ever.

mod contradicted;
mod defaults;
mod form;
mod keys;
mod pair;
mod read;
mod route;
mod write;

use crate::state::Shown;
use keys::{AUTOMATIC, Key, When, keys, named};
use swizzle_code::{number_from_text, raw_from_hex};
use swizzle_core::descriptor::Descriptor;
use swizzle_core::hardware::{Arch, Named};
use swizzle_core::reader::Said;
use swizzle_draw::Shows;
use swizzle_infer::spec_from_said;

pub use keys::{key_named, link_keys};
pub use swizzle_core::reader::Unread;
pub use {contradicted::contradicted, form::*, pair::*, read::*, route::*, write::link_from_shown};
