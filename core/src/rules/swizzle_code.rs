//! A swizzle mode that is not the tile's: another was meant, or the code is the other architecture's.

use crate::descriptor::{FieldId, code_from_swizzle};
use crate::hardware::Named;
use crate::law::Swizzle;
use crate::reader::{Spec, is_legal_form};
use crate::rules::candidate;
use crate::rules::finding::{Confidence, Report, Rule, Severity};
use crate::solve::Cause;
use crate::words::difference_text;

pub(super) const RULE: Rule = Rule {
    id: "swizzle-code",
    source: "the descriptor tables of both architectures; that the other's code was written is a guess",
    confidence: Confidence::Likely,
    rests_on: &["element", "major", "mn", "k", "order"],
    find,
};

const FIELDS: &[FieldId] = &[FieldId::Swizzle];

fn find(spec: &Spec, report: &mut Report) {
    if !candidate::is_open(spec, report) || report.blames(&[FieldId::Swizzle, FieldId::BaseOffset])
    {
        return;
    }
    if let Some(written) = spec.said().tile.swizzle {
        if written != spec.read(spec.place()).swizzle() {
            written_otherwise(spec, report, written);
        }
        return;
    }
    let Some((Cause::OtherCode(mode), mended)) = report.cause else {
        return;
    };
    let (arch, read) = (spec.reader().arch, spec.read(spec.place()));
    if !is_legal_form(arch, read.element(), read.major(), mode) {
        return;
    }
    let code = |arch, swizzle| code_from_swizzle(arch, swizzle).unwrap_or(0);
    let held = code(arch, read.swizzle());
    let Some(other) = arch.others().next() else {
        return;
    };
    let title = format_args!("The swizzle code is {}'s", other.name());
    let text = format_args!(
        "The strides are packed for {}, code {} here and {} on {}. The descriptor holds {held}, here {}.",
        mode.name(),
        code(arch, mode),
        code(other, mode),
        other.name(),
        read.swizzle().name(),
    );
    let said = candidate::given(spec, mended);
    candidate::guess(spec, report, FIELDS, (title, text), &said);
}

/// The tile was said to be written with one mode, and is read with another.
fn written_otherwise(spec: &Spec, report: &mut Report, written: Swizzle) {
    let read = spec.read(spec.place());
    let words = |mode: Swizzle| match mode {
        Swizzle::None => ("without ", "swizzle"),
        mode => ("with ", mode.name()),
    };
    let ((how, mode), (as_if, read_as)) = (words(written), words(read.swizzle()));
    let first = report.first.map(|first| difference_text(&first));
    let title = format_args!("The tile is written {how}{mode}, and read {as_if}{read_as}");
    let text = format_args!(
        "The XOR of the one is not the XOR of the other. {}",
        first.unwrap_or_default()
    );
    let source = "what you said was written, against the descriptor";
    let finding = report.add(Severity::Error, FIELDS, title, text);
    finding.by(Confidence::Derived, source);
    let arch = spec.reader().arch;
    if is_legal_form(arch, read.element(), read.major(), written) {
        let said = candidate::in_mode(spec, written);
        candidate::offer(finding, spec, &said);
    } else {
        let label = format_args!("Write the tile with {}", read.swizzle().name());
        finding.repair(label, spec.said()).tile.swizzle = Some(read.swizzle());
    }
}

/// Where it speaks, and where not.
#[cfg(test)]
pub(super) fn cases() -> alloc::vec::Vec<crate::rules::tests::Case> {
    use crate::hardware::Arch;
    use crate::rules::tests::{given, silent, speaks};
    use crate::tile::Order;
    use Severity::Error;
    alloc::vec![
        speaks(
            Error,
            "code 4 here and 2 on wgmma. The descriptor holds 2, here 128B",
            given(
                |s| s.reader.arch = Some(Arch::Tcgen05),
                |fields| fields.sbo_field = 32
            ),
        ),
        speaks(
            Error,
            "code 1 here and 2 on tcgen05. The descriptor holds 2, here 64B",
            given(
                |s| s.tile.order = Some(Order::Mn),
                |fields| (fields.swizzle, fields.sbo_field) = (Ok(Swizzle::B64), 64),
            ),
        ),
        speaks(
            Error,
            "The tile is written with 64B",
            given(
                |s| s.tile.swizzle = Some(Swizzle::B64),
                |fields| (fields.swizzle, fields.sbo_field) = (Ok(Swizzle::B128), 64),
            )
        ),
        silent(given(|_| (), |fields| fields.sbo_field = 128)),
        // So it is packed, if the atoms follow each other along K first.
        silent(given(
            |_| (),
            |fields| (fields.swizzle, fields.sbo_field) = (Ok(Swizzle::B64), 64),
        )),
    ]
}
