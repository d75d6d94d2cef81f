//! Whether a value was said.

use crate::params::{Param, ParamId};
use crate::reader::Spec;

impl Spec {
    /// Whether somebody said a value.
    #[must_use]
    pub fn is_said(&self, param: &Param) -> bool {
        let is_said = |param: &Param| param.get(self.said()).is_some();
        is_said(param)
            || match param.id {
                ParamId::Arch | ParamId::LboMode => self.given().is_some(),
                // Who says a shape says that it is a copy.
                ParamId::For => is_said(ParamId::Shape.param()),
                _ => false,
            }
    }
}
