//! What an edit of one parameter says.

use crate::descriptor::FieldId;
use crate::hardware::{LboMode, Use};
use crate::params::{ParamId, Scalar};
use crate::reader::Said;

impl Said {
    /// The same with a value said, or left to be assumed, and with what it says of others. A given descriptor says its
    /// architecture and its LBO mode itself: the one is which it is read as, the other a bit of it.
    ///
    /// ```
    /// use swizzle_core::params::{ParamId, Scalar};
    /// use swizzle_core::{Element, Said};
    /// let said = Said::default().with_value(ParamId::Element, Some(Scalar::Choice("tf32")));
    /// assert_eq!(said.tile.element, Some(Element::Tf32));
    /// ```
    #[must_use]
    pub fn with_value(mut self, id: ParamId, value: Option<Scalar>) -> Self {
        let mut asked = Self::default();
        id.param().set(&mut asked, value);
        match (id, self.given) {
            (ParamId::Arch, given) => match asked.reader.arch {
                Some(arch) => self = self.with_arch(arch),
                // A given descriptor is of one family.
                None if given.is_some() => {}
                None => (self.reader.arch, self.reader.chip) = (None, None),
            },
            (ParamId::Chip, _) => match asked.reader.chip {
                Some(chip) => self = self.with_chip(chip),
                None => self.reader.chip = None,
            },
            (ParamId::LboMode, Some(given)) => {
                let bit = |mode| given.with(FieldId::LboMode, u64::from(mode == LboMode::Absolute));
                self.given = Some(asked.reader.lbo_mode.map_or(given, bit));
            }
            // Rows of no bytes are none.
            (ParamId::RowBytes, _) => {
                self.tile.row_bytes = asked.tile.row_bytes.filter(|bytes| *bytes > 0);
                self.tile.row_xor = self.tile.row_bytes.and(self.tile.row_xor);
            }
            // A shape says that it is a copy.
            (ParamId::For, _) => {
                self.reader.used_for = asked.reader.used_for;
                let is_copy = self.reader.used_for == Some(Use::Copy);
                self.reader.shape = self.reader.shape.filter(|_| is_copy);
            }
            _ => {
                id.param().set(&mut self, value);
            }
        }
        self
    }
}
