//! A start that would be a step of the tile if K were advanced correctly.

use super::*;
use swizzle_core::reader::Place;
use swizzle_infer::Advance;

lint!(Spec, "advance", Likely, "the address law, measured on H200; that K was advanced this way is a guess from public reports";
    on ["element", "major", "mn", "k"];
    is [OfAdvance],
    silenced_by: &[GUESSES_FIRST],
);

fn find(spec: &Spec, report: &mut Report) {
    let Some((Cause::Advance(how), _)) = candidate::cause(spec, report) else {
        return;
    };
    let place = spec.place();
    let (held, wanted) = (spec.read(place).start_bytes(), spec.start_bytes(place));
    let step = place.step;
    let start = |step: u32| spec.start_bytes(Place { step, ..place });
    let one = start(1).wrapping_sub(start(0));
    let units = spec.space().field_from_bytes(one);
    let k = spec.read_k();
    let title = match how {
        Advance::ElementsAsUnits | Advance::ElementsAsBytes => "K is advanced in elements",
        Advance::BytesAsUnits => "K is advanced in bytes instead of units",
        Advance::PastColumn => "The step is in the next column of atoms",
    };
    let why = match how {
        Advance::ElementsAsUnits => format!(
            "One step of {k} elements is {one} bytes, {units} in the field, but {k} is added per step."
        ),
        Advance::ElementsAsBytes => {
            format!("One step of {k} elements is {one} bytes, but {k} bytes are added per step.")
        }
        Advance::BytesAsUnits => format!(
            "One step is {one} bytes, {units} in the field, which counts units of {UNIT_BYTES}, but {one} is added per step."
        ),
        Advance::PastColumn => format!(
            "The columns of atoms do not follow in one line: adding {one} bytes leaves the swizzle row."
        ),
    };
    let text = format!(
        "Step {step} starts at 0x{wanted:x} (field 0x{:x}); the actual start is 0x{held:x}, 0x{:x} after step 0. {why}",
        spec.space().field_from_bytes(wanted),
        spec.space().wrapped(held.wrapping_sub(start(0))),
    );
    possible::blame(spec, report, &[FieldId::Start], (title, text));
}
