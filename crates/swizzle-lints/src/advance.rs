//! A start that is one of the tile's but for how K was advanced.

use crate::candidate;
use crate::finding::Confidence;
use crate::possible;
use crate::report::{Report, RestsOn, Rule};
use swizzle_core::descriptor::FieldId;
use swizzle_core::hardware::{UNIT_BYTES, field_from_bytes};
use swizzle_core::reader::{Place, Spec};
use swizzle_infer::{Advance, Cause};

pub(super) const RULE: Rule = Rule {
    id: "advance",
    source: "the address law, measured on H200; that K was advanced so is a guess from public reports",
    confidence: Confidence::Likely,
    rests_on: RestsOn::Values(&["element", "major", "mn", "k"]),
    find,
};

fn find(spec: &Spec, report: &mut Report) {
    let Some((Cause::Advance(how), _)) = candidate::cause(spec, report) else {
        return;
    };
    let place = spec.place();
    let (held, wanted) = (spec.read(place).start_bytes(), spec.start_bytes(place));
    let step = place.step;
    let start = |step: u32| spec.start_bytes(Place { step, ..place });
    let one = start(1).wrapping_sub(start(0));
    let units = field_from_bytes(one);
    let k = spec.read_k();
    let title = match how {
        Advance::ElementsAsUnits | Advance::ElementsAsBytes => "K was advanced in elements",
        Advance::BytesAsUnits => "K was advanced in bytes where units belong",
        Advance::PastColumn => "The step is in the next column of atoms",
    };
    let lies = match how {
        Advance::PastColumn => "",
        _ => " One step",
    };
    let title = format_args!("{title}");
    let text = format_args!(
        "Step {step} starts at 0x{wanted:x} (field 0x{:x}); this is 0x{held:x}, 0x{:x} behind step 0.{lies}{}",
        field_from_bytes(wanted),
        held.wrapping_sub(start(0)) % swizzle_core::hardware::ADDRESS_BYTES,
        Why { how, k, one, units },
    );
    possible::blame(spec, report, &[FieldId::Start], (title, text));
}

/// What one step takes, and what was added instead.
struct Why {
    how: Advance,
    k: u32,
    one: u32,
    units: u16,
}

impl std::fmt::Display for Why {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { how, k, one, units } = self;
        match how {
            Advance::ElementsAsUnits => write!(
                f,
                " of {k} elements is {one} bytes, {units} in the field: {k} was added for each."
            ),
            Advance::ElementsAsBytes => write!(
                f,
                " of {k} elements is {one} bytes: {k} bytes were added for each."
            ),
            Advance::BytesAsUnits => write!(
                f,
                " is {one} bytes, {units} in the field, which counts units of {UNIT_BYTES}: {one} was added for each."
            ),
            Advance::PastColumn => write!(
                f,
                " The columns of atoms lie elsewhere than in one line: going on by {one} bytes leaves the swizzle row."
            ),
        }
    }
}

/// Where it speaks, and where not.
#[cfg(test)]
pub(super) fn cases() -> std::vec::Vec<crate::tests::Case> {
    use crate::finding::Severity::Error;
    use crate::tests::{given, silent, speaks};
    use swizzle_core::hardware::{Element, Major};
    let from = |k: u32, step: u32, start: u16| {
        given(
            |s| {
                (s.tile.element, s.tile.major) = (Some(Element::Bf16), Some(Major::K));
                (s.tile.start_bytes, s.tile.k) = (Some(0x8400), Some(k));
                s.place.step = Some(step);
            },
            |fields| fields.start_field = start,
        )
    };
    std::vec![
        speaks(Error, "16 was added for each", from(64, 1, 0x850)),
        speaks(Error, "32 was added for each", from(64, 2, 0x880)),
        speaks(Error, "16 bytes were added for each", from(64, 2, 0x842)),
        speaks(Error, "next column of atoms", from(128, 4, 0x848)),
        silent(from(64, 1, 0x842)),
        silent(from(128, 4, 0xa40)),
    ]
}
