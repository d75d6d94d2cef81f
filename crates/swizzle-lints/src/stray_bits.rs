//! Fixed or unused bits with another value than the architecture's.

use crate::candidate;
use crate::finding::{Confidence, Severity};
use crate::report::{Report, RestsOn, Rule};
use swizzle_core::descriptor::{Descriptor, Field, FieldId};
use swizzle_core::hardware::{Arch, Named};
use swizzle_core::reader::{Said, Spec, Tally};
use swizzle_infer::said_with;
use swizzle_infer::spec_from_said;

pub(super) const RULE: Rule = Rule {
    id: "stray-bits",
    source: "the descriptor tables of both architectures",
    confidence: Confidence::Stated,
    rests_on: RestsOn::Values(&[]),
    find,
};

fn find(spec: &Spec, report: &mut Report) {
    let Some(given) = spec.given() else {
        return;
    };
    let (arch, stray) = (given.arch(), given.decode().stray_bits);
    for field in Descriptor::fields(arch) {
        let Some(wanted) = field.fixed.filter(|_| stray & field.mask() != 0) else {
            continue;
        };
        let fields = one(field.id);
        if report.has_guess() && report.blames(fields) || is_of_sm_107(spec, report, *field) {
            continue;
        }
        let held = wanted ^ ((stray & field.mask()) >> field.low);
        let (low, high) = (field.low, field.high());
        let width = if field.id == FieldId::Fixed46 { 3 } else { 1 };
        let (is_other, habit) = match arch {
            Arch::Wgmma => (held == 1, ""),
            Arch::Tcgen05 => (held == 0, " Code for wgmma leaves them 0."),
        };
        let other = (field.id == FieldId::Fixed46 && is_other).then_some(habit);
        let finding = report.add(
            Severity::Error,
            fields,
            format_args!("Bits {low}–{high} must be {wanted:0width$b}"),
            format_args!(
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
            let label = format_args!("Read as a {name} descriptor");
            *finding.repair(label, spec.said()) = read;
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

const SM_107: &str =
    "PTX ISA 9.4 (preview), tcgen05, “Shared memory descriptor”; Triton, MMAHelpers.h";

/// Reports bits that have a meaning on sm_107: those of a 15-bit start or LBO, and bit 53.
fn is_of_sm_107(spec: &Spec, report: &mut Report, field: Field) -> bool {
    let stray = spec.stray_bits() & field.mask();
    if spec.reader().arch != Arch::Tcgen05 {
        return false;
    }
    let (title, text) = match stray {
        SM_107_START => (
            "Bit 14 belongs to the start on sm_107 only",
            "On sm_107 the start has 15 bits, and addresses reach 512 KiB. On sm_100 and sm_103 it has 14 bits: bits 14 and 15 must be 0, and the read starts 256 KiB lower than on sm_107.",
        ),
        SM_107_LBO => (
            "Bit 30 belongs to LBO on sm_107 only",
            "On sm_107 LBO has 15 bits. On sm_100 and sm_103 it has 14 bits: bits 30 and 31 must be 0.",
        ),
        SM_107_HALF => (
            "Bit 53 has a meaning on sm_107 only",
            "On sm_107 it selects one of two 24-byte halves of the decompress::lut::b table. On sm_100 and sm_103 bits 53–60 must be 0.",
        ),
        _ => return false,
    };
    // sm_107 cannot be selected: on the supported chips the bits are reserved.
    let finding = report.add(
        Severity::Error,
        one(field.id),
        format_args!("{title}"),
        format_args!("{text}"),
    );
    finding.by(Confidence::Stated, SM_107);
    finding.bits = stray;
    if let Some(mended) = said_with(spec, |fields| fields.stray_bits &= !stray) {
        candidate::offer(finding, spec, &mended);
    }
    true
}

const SM_107_START: u64 = 1 << 14;
const SM_107_LBO: u64 = 1 << 30;
const SM_107_HALF: u64 = 1 << 53;

/// The same 64 bits read for another architecture, where nothing is wrong with them and something else is wrong here; for a wgmma
/// descriptor the read as tcgen05 need only be correct.
fn as_other(spec: &Spec) -> Option<(&'static str, Said)> {
    let given = spec.given()?;
    let wrong = |spec: &Spec| Tally::of_read(spec, spec.place()).wrong;
    let is_likelier = given.arch() == Arch::Wgmma
        || spec.unknown_swizzle().is_some()
        || wrong(spec) > 0
        || !spec.has_legal_form();
    let read = |arch: Arch| {
        let mut said = Said {
            given: Some(Descriptor::new(arch, given.raw())),
            ..*spec.said()
        };
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

/// Cases in which the rule fires, and in which it must not.
#[cfg(test)]
pub(super) fn cases() -> std::vec::Vec<crate::tests::Case> {
    use crate::tests::{given, said, silent, speaks};
    use Severity::Error;
    let on = |arch: Arch, stray_bits: u64| {
        given(
            |s| s.reader.arch = Some(arch),
            |fields| fields.stray_bits = stray_bits,
        )
    };
    std::vec![
        speaks(Error, "Bits 46–48 must be 0", on(Arch::Wgmma, 1 << 46)),
        speaks(Error, "Bits 46–48 must be 001", on(Arch::Tcgen05, 1 << 46)),
        speaks(Error, "Bits 14–15 must be 0", on(Arch::Wgmma, 1 << 14)),
        speaks(Error, "on sm_107 only", on(Arch::Tcgen05, 1 << 53)),
        speaks(
            Error,
            "Bit 14 belongs to the start on sm_107 only",
            on(Arch::Tcgen05, 1 << 14)
        ),
        silent(on(Arch::Tcgen05, 0)),
        silent(on(Arch::Wgmma, 0)),
        silent(said(|s| s.reader.arch = Some(Arch::Tcgen05))),
    ]
}
