//! The effect of an edit of one parameter.

use swizzle_core::Said;
use swizzle_core::descriptor::FieldId;
use swizzle_core::hardware::{LboMode, Use};

use crate::Scalar;
use crate::table::ParamId;

/// Returns these values with one of them specified, or left to be inferred, and with its effect on others. An explicit
/// descriptor determines its architecture and its LBO mode: it is read as one of that family, and the mode is a bit of it.
///
/// ```
/// use swizzle_core::{Element, Said};
/// use swizzle_params::{ParamId, Scalar, with_value};
/// let said = with_value(Said::default(), ParamId::Element, Some(Scalar::Choice("tf32")));
/// assert_eq!(said.tile.element, Some(Element::Tf32));
/// ```
pub fn with_value(said: Said, id: ParamId, value: Option<Scalar>) -> Said {
    let mut next = said;
    id.param().set(&mut next, value);
    let Said { tile, reader, .. } = &mut next;
    match (id, said.given) {
        (ParamId::Arch, given) => match (reader.arch, given) {
            (Some(arch), _) => return said.with_arch(arch),
            // An explicit descriptor is of one family.
            (None, Some(_)) => return said,
            (None, None) => reader.chip = None,
        },
        (ParamId::Chip, _) => {
            if let Some(chip) = reader.chip {
                return said.with_chip(chip);
            }
        }
        (ParamId::LboMode, Some(given)) => {
            let bit = |mode| given.with(FieldId::LboMode, u64::from(mode == LboMode::Absolute));
            next.given = Some(reader.lbo_mode.map_or(given, bit));
            next.reader.lbo_mode = said.reader.lbo_mode;
        }
        // A row pitch of 0 bytes stands for no plain rows.
        (ParamId::RowBytes, _) => {
            tile.row_bytes = tile.row_bytes.filter(|bytes| *bytes > 0);
            tile.row_xor = tile.row_bytes.and(tile.row_xor);
            (tile.pad_every_bytes, tile.pad_bytes) =
                (tile.row_bytes.and(tile.pad_every_bytes), tile.row_bytes.and(tile.pad_bytes));
        }
        // A shape implies a copy.
        (ParamId::For, _) if reader.used_for != Some(Use::Copy) => reader.shape = None,
        _ => {}
    }
    next
}
