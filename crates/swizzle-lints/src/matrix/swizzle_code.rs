//! A swizzle mode other than the tile's: the wrong mode, or the code of the other architecture.

use super::*;
use swizzle_core::reader::is_legal_form;
use swizzle_infer::Numbering;
use swizzle_text::difference_text;

lint!(Spec, "swizzle-code", Likely, "the descriptor tables of both architectures; that the other's code was written is a guess",
    rests_on: RestsOn::Read,
    silenced_by: &[
        Silencer::by(&["halves", "plain-rows", "pointer", "units", "swapped"]),
        Silencer::by(&["base-offset", "operand-form"]).on(&[FieldId::Swizzle, FieldId::BaseOffset]),
    ],
);

const FIELDS: &[FieldId] = &[FieldId::Swizzle];

fn find(spec: &Spec, report: &mut Report) {
    let written = spec.said().tile.swizzle;
    match candidate::cause(spec, report) {
        Some((Cause::Code(numbering), mended)) => numbered(spec, report, numbering, mended),
        Some((Cause::NoCode, mended)) if written.is_none() => left_out(spec, report, mended),
        Some((Cause::OtherCode, mended)) if written.is_none() => packed_for(spec, report, mended),
        _ => {
            let is_otherwise = |written: &Swizzle| *written != own_read(spec).swizzle();
            let open = candidate::is_open(spec, report);
            if let Some(written) = written.filter(is_otherwise).filter(|_| open) {
                written_otherwise(spec, report, written);
            }
        }
    }
}

/// The name and code of a descriptor's mode.
fn mode_of(descriptor: Descriptor) -> (&'static str, u64) {
    let mode = descriptor.decode().swizzle.unwrap_or(Swizzle::None);
    (mode.name(), descriptor.get(FieldId::Swizzle))
}

/// Reports a code of another numbering.
fn numbered(spec: &Spec, report: &mut Report, numbering: Numbering, mended: Descriptor) {
    let (meant, code) = mode_of(mended);
    let read = own_read(spec).swizzle().name();
    let held = spec.given().map_or(0, |given| given.get(FieldId::Swizzle));
    let (whose, more) = match numbering {
        Numbering::Of(other) => (other.name(), ""),
        Numbering::TensorMap => (
            "the tensor map",
            " CU_TENSOR_MAP_SWIZZLE_* numbers none, 32B, 64B, 128B from 0, as does B in CuTe's Swizzle<B, 4, 3>.",
        ),
    };
    let title = format!("The swizzle code is {whose}'s");
    let text = format!(
        "The strides are packed for {meant}, which is code {code} here. The descriptor has code {held}: {read} here, but {meant} in {whose}'s numbering.{more}"
    );
    possible::blame(spec, report, FIELDS, (title, text));
}

/// Reports a missing code where the strides are packed for a mode.
fn left_out(spec: &Spec, report: &mut Report, mended: Descriptor) {
    let (meant, code) = mode_of(mended);
    let title = "The swizzle code is missing";
    let text = format!(
        "The strides are packed for {meant} (code {code}), but the descriptor has code 0: no swizzle."
    );
    possible::blame(spec, report, FIELDS, (title, text));
}

/// Reports strides that are packed for a mode other than the code's.
fn packed_for(spec: &Spec, report: &mut Report, mended: Descriptor) {
    let (meant, code) = mode_of(mended);
    let read = own_read(spec).swizzle().name();
    let title = format!("The strides are packed for {meant}, but the code is {read}");
    let text = format!("With {meant} (code {code}), the read is correct.");
    possible::blame(spec, report, FIELDS, (title, text));
}

/// Reports a tile that is specified with one mode and read with another.
fn written_otherwise(spec: &Spec, report: &mut Report, written: Swizzle) {
    let read = own_read(spec);
    let words = |mode: Swizzle| match mode {
        Swizzle::None => "without swizzle".to_string(),
        mode => format!("with {}", mode.name()),
    };
    let (how, actual) = (words(written), words(read.swizzle()));
    let first = report.facts.first.map(|first| difference_text(&first));
    let title = format!("The tile is written {how} but read {actual}");
    let text = format!("The two modes apply different XORs. {}", first.unwrap_or_default());
    let source = "the specified swizzle compared with the descriptor's";
    let finding = report.error(FIELDS, title, text);
    finding.by(Confidence::Derived, source);
    let arch = spec.reader().arch;
    if is_legal_form(arch, read.element(), read.major(), written) {
        candidate::offer_mode(finding, spec, written, candidate::is_right);
    } else {
        let label = format!("Write the tile {actual}");
        finding.repair(label, spec.said()).tile.swizzle = Some(read.swizzle());
    }
}
