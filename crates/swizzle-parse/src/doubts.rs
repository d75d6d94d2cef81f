//! Faults of a descriptor's strides that a read of a few rows does not show.

use crate::pasted::notice;
use swizzle_core::descriptor::Descriptor;
use swizzle_core::hardware::{Major, Named as _, Operand, UNIT_BYTES, bytes_from_field};
use swizzle_core::law::Swizzle;
use swizzle_view::link::Notice;
use swizzle_view::state::Shown;

/// The notices about a descriptor of which nothing says how many rows it reads.
pub(crate) fn of_strides(given: Descriptor, shown: &Shown) -> Vec<Notice> {
    let fields = given.decode();
    let (Ok(mode), tile) = (fields.swizzle, shown.said.tile) else {
        return Vec::new();
    };
    let (sbo, packed) = (
        bytes_from_field(fields.sbo_field),
        mode.atom(Major::K).bytes(),
    );
    let is_open = mode != Swizzle::None && tile.mn.is_none() && shown.said.reader.rows.is_none();
    let mut notices = Vec::new();
    let mut notice = |why: String| {
        notices.push(notice(&format!("SBO {sbo} bytes"), why));
    };
    if is_open && sbo == packed * UNIT_BYTES && tile.sbo_bytes.is_none() {
        notice(format!(
            "is 16 times the {packed} bytes of a packed tile with {} swizzle: the field counts units of 16 bytes, and bytes seem to be written into it",
            mode.name()
        ));
    }
    let is_b = shown.said.reader.operand == Some(Operand::B);
    if is_open && is_b && (1..packed).contains(&sbo) {
        notice(format!(
            "is too small for more than 8 rows: a group of 8 rows with {} swizzle has {packed} bytes, and groups overlap",
            mode.name()
        ));
    }
    notices
}
