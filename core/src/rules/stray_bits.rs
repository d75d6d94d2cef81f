//! Bits that the architecture fixes, or leaves unused, hold something else.

use crate::descriptor::{Descriptor, FieldId};
use crate::hardware::{Arch, Named};
use crate::reader::{Said, Spec, Tally};
use crate::rules::finding::{Confidence, Report, Rule, Severity};
use crate::solve::said_with;

pub(super) const RULE: Rule = Rule {
    id: "stray-bits",
    source: "the descriptor tables of both architectures",
    confidence: Confidence::Stated,
    rests_on: &[],
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
            match field.id {
                FieldId::Fixed46 => &[FieldId::Fixed46],
                FieldId::Reserved14 => &[FieldId::Reserved14],
                FieldId::Reserved30 => &[FieldId::Reserved30],
                _ => &[FieldId::Reserved],
            },
            format_args!("Bits {low}–{high} must hold {wanted:0width$b}"),
            format_args!(
                "They hold {held:0width$b}. {}: {}.{}",
                arch.name(),
                field.meaning,
                other.unwrap_or_default()
            ),
        );
        finding.bits = stray & field.mask();
        if let Some((name, read)) = other.and_then(|_| as_other(spec)) {
            *finding.repair(format_args!("Read it as a {name} descriptor"), spec.said()) = read;
        } else {
            let all = stray & !field.mask() != 0;
            let kept = if all { 0 } else { stray & !field.mask() };
            let mended = said_with(spec, |fields| fields.stray_bits = kept);
            let said = mended.unwrap_or(*spec.said());
            if all {
                finding.repair(format_args!("Set all fixed bits"), &said);
            } else {
                let label = format_args!("Set bits {low}–{high} to {wanted:0width$b}");
                finding.repair(label, &said);
            }
        }
    }
}

/// The same 64 bits as another architecture's, where that leaves nothing to be desired, and here something is wrong
/// besides; on wgmma a tcgen05 descriptor need only be right.
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
        // What was assumed of the mode goes with the descriptor; what was said stays.
        said.reader.arch = None;
        let there = Spec::new(&said).ok()?;
        let is_sound = there.stray_bits() == 0
            && there.unknown_swizzle().is_none()
            && there.has_legal_form()
            && wrong(&there) == 0;
        is_sound.then_some((arch.name(), said))
    };
    given.arch().others().filter(|_| is_likelier).find_map(read)
}

/// Where it speaks, and where not.
#[cfg(test)]
pub(super) fn cases() -> alloc::vec::Vec<crate::rules::tests::Case> {
    use crate::rules::tests::{given, said, silent, speaks};
    use Severity::Error;
    let on = |arch: Arch, stray_bits: u64| {
        given(
            |s| s.reader.arch = Some(arch),
            |fields| fields.stray_bits = stray_bits,
        )
    };
    alloc::vec![
        speaks(Error, "Bits 46–48 must hold 0", on(Arch::Wgmma, 1 << 46)),
        speaks(
            Error,
            "Bits 46–48 must hold 001",
            on(Arch::Tcgen05, 1 << 46)
        ),
        speaks(Error, "Bits 14–15 must hold 0", on(Arch::Wgmma, 1 << 14)),
        silent(on(Arch::Tcgen05, 0)),
        silent(on(Arch::Wgmma, 0)),
        silent(said(|s| s.reader.arch = Some(Arch::Tcgen05))),
    ]
}
