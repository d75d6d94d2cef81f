//! The mistakes that explain a wrong read: how each is told, by the lint that has it, and what is offered for it.

use super::*;

/// Maximum number of explanations offered for one read.
pub(super) const EXPLANATIONS: usize = 3;

/// The start of the title of a finding that names several mistakes.
const SEVERAL: &str = "More than one cause fits";

const START_AND_ABOVE: &[FieldId] = &[FieldId::Start, FieldId::Reserved14];

/// A mistake as it is told: the lint that has it, its fields, title and text.
type Told = (&'static str, &'static [FieldId], String, String);

/// Reports the mistake that explains the read best, where it is this lint's.
pub(super) fn explained(spec: &Spec, report: &mut Report) {
    blamed(spec, report);
}

/// Reports the mistake that explains the read best, where it is this lint's, and offers its fix, followed by the other
/// explanations.
pub(super) fn blamed<'a>(spec: &Spec, report: &'a mut Report) -> Option<&'a mut Finding> {
    let causes = report.facts.causes.clone();
    let [first, others @ ..] = &causes[..] else {
        return None;
    };
    // Bits of a pointer may be where no read finds them.
    let is_wrong = report.facts.tally.wrong > 0 || first.cause == Cause::Pointer;
    let told = told(spec, first).filter(|(lint, ..)| is_wrong && *lint == report.lint.id);
    let (_, fields, title, text) = told?;
    let finding = report.add(severity(spec, Some(first.cause)), fields, title, text);
    if is_garbled(first.cause) {
        finding.assumes.clear();
    }
    for (rank, found) in causes.iter().take(EXPLANATIONS).enumerate() {
        let mended = candidate::given(spec, found.mended);
        match found.cause {
            // What is garbled is corrected as a whole.
            Cause::Halves | Cause::Pointer | Cause::Exchanged if rank == 0 => {
                offer_whole(finding, spec, &mended)
            }
            _ => offer(finding, spec, &mended),
        }
    }
    assert_neither(finding, spec, (cause_text(first), first), others);
    Some(finding)
}

/// How a mistake is told; `None` where something else says what is wrong.
fn told(spec: &Spec, found: &Explanation) -> Option<Told> {
    let (tile, written, read) = (spec.tile(), spec.said().tile.swizzle, own_read(spec));
    let meant = spec.layout_from_descriptor(found.mended);
    let words = cause_text(found);
    let is = |stride: Stride| format!("{} is {}", stride.name(), Amount(read.stride_bytes(stride)));
    let expected = |stride| Amount(meant.stride_bytes(stride));
    let [held, code] = [spec.given()?, found.mended].map(|one| one.get(FieldId::Swizzle));
    let (actual, mode) = (read.swizzle().name(), meant.swizzle().name());
    Some(match found.cause {
        Cause::Pointer => (
            "pointer",
            &[FieldId::Lbo, FieldId::Reserved30, FieldId::Sbo],
            "Bits of a generic pointer are left above the start".into(),
            format!(
                "The start 0x{:x} is correct, and so is every bit that the strides need; the other bits are those of an address that was shifted but not masked. Use cvta.to.shared, or (x & 0x3FFFF) >> 4.",
                read.start_bytes(),
            ),
        ),
        Cause::Unshifted => {
            let start = spec.start_bytes(spec.place());
            let [field, above] = START_AND_ABOVE else { return None };
            let [field, above] =
                [field, above].map(|field| spec.given().map_or(0, |given| given.get(*field)));
            (
                "units",
                if above == 0 { START } else { START_AND_ABOVE },
                "Start is 16 times too large".into(),
                format!(
                    "The field is 0x{field:x}, the low bits of 0x{start:x} without the shift; expected: (0x{start:x} & 0x3FFFF) >> 4 = 0x{:x}.",
                    found.mended.get(FieldId::Start),
                ),
            )
        }
        Cause::Bytes(strides) | Cause::DividedTwice(strides) => {
            let is_large = matches!(found.cause, Cause::Bytes(_));
            let (times, why) = if is_large {
                ("16 times", "the field takes bytes / 16, but contains bytes")
            } else {
                ("a sixteenth of", "it was divided by 16 twice")
            };
            let (held, wanted) = (is(strides[0]), expected(strides[0]));
            ("units", subject(strides).1, words, format!("{held}, {times} the expected {wanted}: {why}."))
        }
        Cause::Exchanged => {
            let why = match (read.major(), read.swizzle()) {
                (Major::Mn, Swizzle::None) => {
                    " Only MN-major without swizzle has the roles this way round; every other mode swaps them."
                }
                _ => "",
            };
            // A square of atoms has the same packed strides, with the roles swapped, in the other order.
            let order = if is_right(&in_other_order(spec)) {
                " The other atom order also explains these strides."
            } else {
                ""
            };
            let [lbo, sbo] = [Stride::Lbo, Stride::Sbo]
                .map(|stride| (stride_meaning_of(spec, stride).span, Amount(read.stride_bytes(stride))));
            let text = format!(
                "LBO is the offset {}, SBO the offset {}. They are {} and {}; with the two swapped, the read is correct.{why}{order}",
                lbo.0, sbo.0, lbo.1, sbo.1,
            );
            ("swapped", STRIDES, words, text)
        }
        // Colliding groups 128 bytes apart are those of a layout without swizzle.
        Cause::OtherElement(strides, element)
            if spec.first_clash().is_none()
                || read.group_bytes() != Swizzle::None.atom(tile.major).bytes() =>
        {
            // The stride spans atoms, and another type has a different number of them.
            let [theirs, own] =
                [element, tile.element].map(|one| format!("{}-bit {one} elements", one.slot_bits()));
            let (held, wanted) = (is(strides[0]), expected(strides[0]));
            let text = format!("{held}, as for {theirs}; for {own} it is {wanted}.");
            ("other-stride", subject(strides).1, words, text)
        }
        // Too small for a group: the lint `overlap` says so.
        Cause::OtherMode(strides, mode) if spec.first_clash().is_none() => {
            let [theirs, own] = [mode, tile.swizzle].map(|mode| match mode {
                Swizzle::None => "no swizzle".to_string(),
                mode => format!("{mode} swizzle"),
            });
            let (held, wanted) = (is(strides[0]), expected(strides[0]));
            let text = format!("{held}, as in a packed tile with {theirs}; with {own} it is {wanted}.");
            ("other-stride", subject(strides).1, words, text)
        }
        Cause::Slice(mn, k) => (
            "slice",
            STRIDES,
            "The strides are packed for a slice".into(),
            format!(
                "They are packed for {mn} × {k} elements, part of a {} × {} buffer; the atoms of a slice are as far apart as those of the whole buffer.",
                tile.buffer.mn, tile.buffer.k
            ),
        ),
        Cause::OtherOrder => {
            let [own, other] =
                [tile.order, tile.order.other()].map(|order| order.name().to_ascii_uppercase());
            (
                "meant",
                STRIDES,
                "The strides match the other atom order".into(),
                format!("They are packed for atoms ordered along {other} first, not along {own}."),
            )
        }
        Cause::Code(numbering) => {
            let (whose, more) = match numbering {
                Numbering::Of(other) => (other.name(), ""),
                Numbering::TensorMap => (
                    "the tensor map",
                    " CU_TENSOR_MAP_SWIZZLE_* numbers none, 32B, 64B, 128B from 0, as does B in CuTe's Swizzle<B, 4, 3>.",
                ),
            };
            (
                "swizzle-code",
                SWIZZLE,
                format!("The swizzle code is {whose}'s"),
                format!(
                    "The strides are packed for {mode}, which is code {code} here. The descriptor has code {held}: {actual} here, but {mode} in {whose}'s numbering.{more}"
                ),
            )
        }
        Cause::NoCode if written.is_none() => (
            "swizzle-code",
            SWIZZLE,
            "The swizzle code is missing".into(),
            format!(
                "The strides are packed for {mode} (code {code}), but the descriptor has code 0: no swizzle."
            ),
        ),
        Cause::OtherCode if written.is_none() => (
            "swizzle-code",
            SWIZZLE,
            format!("The strides are packed for {mode}, but the code is {actual}"),
            format!("With {mode} (code {code}), the read is correct."),
        ),
        Cause::Advance(how) => {
            let (title, text) = advance_text(spec, how);
            ("advance", START, title.into(), text)
        }
        _ => return None,
    })
}

/// Title and text of a start that would be a step of the tile if K were advanced correctly.
fn advance_text(spec: &Spec, how: Advance) -> (&'static str, String) {
    let place = spec.place();
    let start = |step: u32| spec.start_bytes(Place { step, ..place });
    let (held, wanted, first) = (own_read(spec).start_bytes(), start(place.step), start(0));
    let (one, k, space) = (start(1).wrapping_sub(first), spec.read_k(), spec.space());
    let units = space.field_from_bytes(one);
    let (title, why) = match how {
        Advance::ElementsAsUnits => (
            "K is advanced in elements",
            format!(
                "One step of {k} elements is {one} bytes, {units} in the field, but {k} is added per step."
            ),
        ),
        Advance::ElementsAsBytes => (
            "K is advanced in elements",
            format!("One step of {k} elements is {one} bytes, but {k} bytes are added per step."),
        ),
        Advance::BytesAsUnits => (
            "K is advanced in bytes instead of units",
            format!(
                "One step is {one} bytes, {units} in the field, which counts units of {UNIT_BYTES}, but {one} is added per step."
            ),
        ),
        Advance::PastColumn => (
            "The step is in the next column of atoms",
            format!(
                "The columns of atoms do not follow in one line: adding {one} bytes leaves the swizzle row."
            ),
        ),
    };
    let text = format!(
        "Step {} starts at 0x{wanted:x} (field 0x{:x}); the actual start is 0x{held:x}, 0x{:x} after step 0. {why}",
        place.step,
        space.field_from_bytes(wanted),
        space.wrapped(held.wrapping_sub(first)),
    );
    (title, text)
}

/// The severity of a read that does not match the tile: an error where it contradicts what is specified or units collide; otherwise
/// a warning, as the tile may have other strides.
pub(super) fn severity(spec: &Spec, cause: Option<Cause>) -> Severity {
    let (tile, read) = (&spec.said().tile, own_read(spec));
    let is_said = tile.has_form()
        || tile.swizzle.is_some_and(|mode| mode != read.swizzle())
        || tile.start_bytes.is_some() && read.start_bytes() != spec.start_bytes(spec.place())
        || cause.is_some_and(is_garbled);
    if is_said || spec.first_clash().is_some() { Severity::Error } else { Severity::Warning }
}

/// Whether a mistake contradicts the specified values, independent of the inferred ones.
const fn is_garbled(cause: Cause) -> bool {
    matches!(cause, Cause::Pointer | Cause::OtherOrder)
}

/// Rewords a finding as a list of possible causes where several mistakes produce the same bits, with these words for the first:
/// none of them is asserted.
pub(super) fn assert_neither(
    finding: &mut Finding,
    spec: &Spec,
    (words, first): (String, &Explanation),
    others: &[Explanation],
) {
    let mut possible = vec![(words, first.mended)];
    for other in others.iter().take(EXPLANATIONS - 1) {
        let text = cause_text(other);
        let is_new = possible.iter().all(|(known, _)| *known != text);
        if is_new && is_rival(first.cause, other.cause) && is_sound(&candidate::given(spec, other.mended)) {
            possible.push((text, other.mended));
        }
    }
    let (Some(held), true) = (spec.given(), possible.len() > 1) else {
        return;
    };
    let texts = joined(possible.iter().map(|(text, _)| text), ", or ");
    let mends =
        possible.iter().map(|(text, mended)| format!("if {text}, set {}", changed_fields(held, *mended)));
    let mends = joined(mends, "; ");
    finding.brief = SEVERAL.into();
    finding.title = format!("{SEVERAL}: {texts}");
    finding.text = format!(
        "Each of these produces the same bits, and the specified values do not tell them apart: {mends}. {}",
        finding.text
    );
}

/// Whether a mistake is a separate cause beside another. An arbitrary other code is not, beside a code of a known numbering.
const fn is_rival(first: Cause, other: Cause) -> bool {
    let is_of_code = matches!(first, Cause::Code(_) | Cause::NoCode | Cause::OtherCode);
    !(is_of_code && matches!(other, Cause::OtherCode))
}

/// A mistake in a few words, within a sentence.
fn cause_text(found: &Explanation) -> String {
    let be = |strides| subject(strides).0;
    match found.cause {
        Cause::Bytes(strides) => format!("{} 16 times too large", be(strides)),
        Cause::DividedTwice(strides) => format!("{} 16 times too small", be(strides)),
        Cause::Exchanged => "LBO and SBO are swapped".into(),
        Cause::OtherElement(strides, _) => format!("{} packed for another element type", be(strides)),
        Cause::OtherMode(strides, _) => format!("{} packed for another swizzle mode", be(strides)),
        Cause::OtherOrder => "the strides are packed for the other atom order".into(),
        Cause::Slice(mn, k) => format!("the strides are packed for a {mn} × {k} slice"),
        Cause::Code(Numbering::Of(arch)) => format!("the swizzle code is {}’s", arch.name()),
        Cause::Code(Numbering::TensorMap) => "the swizzle code is the tensor map’s".into(),
        Cause::NoCode => "the swizzle code is missing".into(),
        Cause::OtherCode => match found.mended.decode().swizzle {
            Ok(Swizzle::None) | Err(_) => {
                format!("the swizzle code is {}", found.mended.get(FieldId::Swizzle))
            }
            Ok(mode) => format!("the swizzle is {}", mode.name()),
        },
        Cause::Halves => "the two halves are swapped".into(),
        Cause::Pointer => "bits of a generic pointer are left in the descriptor".into(),
        Cause::Unshifted => "the start is not divided by 16".into(),
        Cause::Advance(_) => "K is advanced by the wrong amount".into(),
    }
}
