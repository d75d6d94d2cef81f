//! A swizzle mode that is not the tile's: another was meant, or the code is the other architecture's.

use super::candidate;
use super::operand_form::is_legal;
use crate::descriptor::{FieldId, code_from_swizzle};
use crate::hardware::{Arch, Named};
use crate::law::Swizzle;
use crate::reader::{Spec, difference_text};
use crate::rules::finding::{Confidence, Report, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "swizzle-code",
    source: "the descriptor tables of both architectures; that the other's code was written is a guess",
    confidence: Confidence::Likely,
    find,
};

fn find(spec: &Spec, report: &mut Report) {
    let params = spec.params();
    let arch = params.arch;
    if !candidate::is_open(spec, report) || report.blames(&[FieldId::Swizzle, FieldId::BaseOffset])
    {
        return;
    }
    let here = params.swizzle;
    let fields = &[FieldId::Swizzle];
    if let Some(meant) = params.meant.swizzle {
        let first = report.first.map(|first| difference_text(&first));
        let words = |mode: Swizzle| match mode {
            Swizzle::None => ("without ", "swizzle"),
            mode => ("with ", mode.name()),
        };
        let ((how, written), (as_if, read)) = (words(meant), words(here));
        let title = format_args!("The tile is written {how}{written}, and read {as_if}{read}");
        let text = format_args!(
            "The XOR of the one is not the XOR of the other. {}",
            first.unwrap_or_default()
        );
        let source = "what you said was written, against the descriptor";
        let mut mended = params.clone();
        mended.swizzle = meant;
        if meant == here {
        } else if is_legal(&mended) {
            candidate::guess(spec, report, fields, (title, text), &mended)
                .by(Confidence::Derived, source);
        } else {
            let finding = report.add(Severity::Error, fields, title, text);
            finding.by(Confidence::Derived, source);
            let label = format_args!("Write the tile with {}", here.name());
            finding.repair(label, params).meant.swizzle = None;
        }
        return;
    }
    // tcgen05's codes are 2, 4, 6 for what wgmma calls 1, 2, 3: one bit is lost, or read as a mode of its own.
    let modes: &[_] = match (arch, here) {
        (Arch::Tcgen05, Swizzle::B128) => &[Swizzle::B64],
        (Arch::Wgmma, Swizzle::B64) => &[Swizzle::B128, Swizzle::B32],
        _ => &[],
    };
    for &mode in modes {
        let mut mended = params.clone();
        mended.swizzle = mode;
        if !is_legal(&mended) || !candidate::is_right(&mended) {
            continue;
        }
        let code = |arch, swizzle| code_from_swizzle(arch, swizzle).unwrap_or(0);
        let other = arch.other();
        let title = format_args!("The swizzle code is {}'s", other.name());
        let text = format_args!(
            "The strides are packed for {}, code {} here and {} on {}. The descriptor holds {}, here {}.",
            mode.name(),
            code(arch, mode),
            code(other, mode),
            other.name(),
            code(arch, here),
            here.name(),
        );
        candidate::guess(spec, report, fields, (title, text), &mended);
        return;
    }
}
