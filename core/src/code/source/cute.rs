//! CuTe.

use alloc::string::String;

use crate::code::source::Sourced;

pub(super) fn text(_: &Sourced<'_>) -> Result<String, String> {
    Err("not yet".into())
}
