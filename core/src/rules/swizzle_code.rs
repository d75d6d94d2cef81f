//! A swizzle mode that is not the tile's: another was meant, or the code is the other architecture's.

use alloc::format;

use super::candidate::{self, with};
use super::operand_form::is_legal;
use super::overlap;
use crate::finding::{Confidence, Report, Rule};
use crate::{Arch, FieldId, Named, Spec, Swizzle, code_from_swizzle};

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
    let with_mode = |swizzle| with(spec, |params| params.swizzle = swizzle);
    let (meant, title, text) = if let Some(meant) = params.meant.swizzle {
        if meant == here {
            return;
        }
        (
            meant,
            format!("The tile is written with {}", meant.name()),
            format!("The descriptor holds the code of {}.", here.name()),
        )
    } else {
        // tcgen05's codes are 2, 4, 6 for what wgmma calls 1, 2, 3: one bit is lost, or read as a mode of its own.
        let meant: &[_] = match (arch, here) {
            (Arch::Tcgen05, Swizzle::B128) => &[Swizzle::B64],
            (Arch::Wgmma, Swizzle::B64) => &[Swizzle::B128, Swizzle::B32],
            _ => &[],
        };
        let mut meant = meant.iter().copied();
        let fits = |mode: &Swizzle| {
            let params = with_mode(*mode);
            is_legal(&params) && candidate::is_right(&params)
        };
        let Some(meant) = meant.find(fits) else {
            return;
        };
        let code = |arch, swizzle| code_from_swizzle(arch, swizzle).unwrap_or(0);
        let other = arch.other();
        (
            meant,
            format!("The swizzle code is {}'s", other.name()),
            format!(
                "The strides are packed for {}, code {} here and {} on {}. The descriptor holds {}, here {}.",
                meant.name(),
                code(arch, meant),
                code(other, meant),
                other.name(),
                code(arch, here),
                here.name(),
            ),
        )
    };
    let first = report.first;
    let mended = with_mode(meant);
    let finding = report
        .add(overlap::severity(spec), &[FieldId::Swizzle], title, text)
        .at(first.map(|first| first.coord));
    if is_legal(&mended) {
        finding.repair(format!("Use {} swizzle", meant.name()), mended);
    } else {
        finding.repair(
            format!("Write the tile with {}", here.name()),
            with(spec, |params| params.meant.swizzle = None),
        );
    }
}
