//! Fixed or unused bits with another value than the architecture's.

use super::*;
use swizzle_core::descriptor::Field;
use swizzle_core::hardware::Chip;
use swizzle_text::listed;

lint!(Spec, "stray-bits", Stated, "the descriptor tables of both architectures",
    silenced_by: &[Silencer::by_guesses().on_same_field()],
);

/// Code that leaves the fixed bits from 46 on zero: the manual and CUTLASS set bit 46 for tcgen05.
pub(crate) const ZERO_IN_46: &str = " Code for wgmma leaves them 0. So does Triton 3.4.0 for tcgen05; what the hardware makes of it was not measured.";

fn find(spec: &Spec, report: &mut Report) {
    let Some(given) = spec.given() else {
        return;
    };
    let (arch, stray) = (given.arch(), given.decode().stray_bits);
    for field in Descriptor::fields(given.chip()) {
        let Some(wanted) = field.fixed.filter(|_| stray & field.mask() != 0) else {
            continue;
        };
        let fields = one(field.id);
        if is_of_other_chip(spec, given, report, *field) {
            continue;
        }
        let held = wanted ^ ((stray & field.mask()) >> field.low);
        let (low, high) = (field.low, field.high());
        let width = if field.id == FieldId::Fixed46 { 3 } else { 1 };
        let habit = match arch {
            Arch::Wgmma => "",
            Arch::Tcgen05 => ZERO_IN_46,
        };
        let mut others = arch.others().filter_map(|other| Descriptor::field(other, field.id)?.fixed);
        let is_other = others.any(|fixed| fixed == held);
        let other = (field.id == FieldId::Fixed46 && is_other).then_some(habit);
        let title = match low == high {
            true => format!("Bit {low} must be {wanted}"),
            false => format!("Bits {low}–{high} must be {wanted:0width$b}"),
        };
        let finding = report.error(
            fields,
            title,
            format!(
                "They are {held:0width$b}. {}: {}.{}",
                arch.name(),
                field.meaning,
                other.unwrap_or_default()
            ),
        );
        finding.bits = stray & field.mask();
        if let Some(mended) = said_with(spec, |fields| fields.stray_bits = 0) {
            candidate::offer(finding, spec, &mended);
        }
        if let Some((name, read)) = other.and_then(|_| as_other(spec)) {
            let label = format!("Read as a {name} descriptor");
            finding.repair(label, &read);
        }
    }
}

const fn one(field: FieldId) -> &'static [FieldId] {
    match field {
        FieldId::Fixed46 => &[FieldId::Fixed46],
        FieldId::Reserved14 => &[FieldId::Reserved14],
        FieldId::Reserved30 => &[FieldId::Reserved30],
        _ => &[FieldId::Reserved],
    }
}

/// The chip of the family on which these bits are in fields that carry values; none where they are on the descriptor's own chip.
pub(super) fn chip_with(given: Descriptor, bits: u64) -> Option<Chip> {
    let has_values = |chip: &Chip| Descriptor::fixed_mask(*chip) & bits == 0;
    let others = given.arch().chips().filter(|chip| has_values(chip) != has_values(&given.chip()));
    others.into_iter().find(has_values)
}

/// Reports stray bits that have a meaning on another chip of the family.
fn is_of_other_chip(spec: &Spec, given: Descriptor, report: &mut Report, field: Field) -> bool {
    let stray = spec.stray_bits() & field.mask();
    let Some(chip) = chip_with(given, stray) else {
        return false;
    };
    let there = Descriptor::fields(chip).iter();
    let Some(other) = there.into_iter().find(|other| other.mask() & stray != 0) else {
        return false;
    };
    let bits = other.mask() & stray;
    if bits != stray || !bits.is_power_of_two() {
        return false;
    }
    let bit = bits.trailing_zeros();
    // Without the letter: the bits do not depend on the target of the code.
    let short = |chip: Chip| chip.name().trim_end_matches('a');
    let before: Vec<&str> = given
        .arch()
        .chips()
        .filter(|chip| Descriptor::fields(*chip) == Descriptor::fields(given.chip()))
        .map(short)
        .collect();
    let (chip, space, source) = (short(chip), chip.address_space(), chip.source());
    let before = listed(before);
    let zeros = format!("bits {}–{} must be 0", field.low, field.high());
    let (title, text) = match other.id {
        FieldId::Start => (
            format!("Bit {bit} belongs to the start on {chip} only"),
            format!(
                "On {chip} the start has {} bits, and addresses reach {} KiB. On {before} it has fewer: {zeros}, and the read starts {} KiB lower than on {chip}.",
                other.width,
                space.bytes() / 1024,
                (UNIT_BYTES << bit) / 1024,
            ),
        ),
        FieldId::Lbo => (
            format!("Bit {bit} belongs to LBO on {chip} only"),
            format!("On {chip} LBO has {} bits. On {before} it has fewer: {zeros}.", other.width,),
        ),
        _ => (
            format!("Bit {bit} has a meaning on {chip} only"),
            format!("On {chip} it selects {}. On {before} {zeros}.", other.meaning,),
        ),
    };
    let finding = report.error(one(field.id), title, text);
    finding.by(Confidence::Stated, source);
    finding.bits = stray;
    if let Some(mended) = said_with(spec, |fields| fields.stray_bits &= !stray) {
        candidate::offer(finding, spec, &mended);
    }
    true
}

/// The same 64 bits read for another architecture, where nothing is wrong with them and something else is wrong here; for a wgmma
/// descriptor the read as tcgen05 need only be correct.
fn as_other(spec: &Spec) -> Option<(&'static str, Said)> {
    let given = spec.given()?;
    let wrong = |spec: &Spec| Tally::of_read(spec, spec.place()).wrong;
    let is_likelier = Descriptor::fixed_bits(given.chip()) == 0
        || spec.unknown_swizzle().is_some()
        || wrong(spec) > 0
        || !spec.has_legal_form();
    let read = |arch: Arch| {
        let mut said = Said { given: Some(Descriptor::new(arch, given.raw())), ..*spec.said() };
        // The inferred mode changes with the descriptor; specified values stay.
        said.reader.arch = None;
        let there = spec_from_said(&said).ok()?;
        let is_sound = there.stray_bits() == 0
            && there.unknown_swizzle().is_none()
            && there.has_legal_form()
            && wrong(&there) == 0;
        is_sound.then_some((arch.name(), said))
    };
    given.arch().others().filter(|_| is_likelier).find_map(read)
}
