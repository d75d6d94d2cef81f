//! Start, LBO and SBO are stored in units of 16 bytes: the low four bits of anything else are lost.

use super::*;
use swizzle_core::tile::Pads;

lint!(Spec, "alignment", Stated, "PTX ISA, matrix-descriptor-encode; tcgen05 shared memory descriptor");

/// A specified value in bytes: its name, the fields that encode it, and how to set it.
type Check = (&'static str, Option<u32>, &'static [FieldId], fn(&mut Said, u32));

fn find(spec: &Spec, report: &mut Report) {
    let tile = &spec.said().tile;
    let (lbo, lbo_fields): (_, &[FieldId]) =
        if spec.has_column_stride() { ("column stride", &[]) } else { ("LBO", &[FieldId::Lbo]) };
    let checks: [Check; 3] = [
        ("start", tile.start_bytes, &[FieldId::Start], |said, bytes| {
            said.tile.start_bytes = Some(bytes);
        }),
        (lbo, tile.lbo_bytes, lbo_fields, |said, bytes| {
            said.tile.lbo_bytes = Some(bytes);
        }),
        ("SBO", tile.sbo_bytes, &[FieldId::Sbo], |said, bytes| {
            said.tile.sbo_bytes = Some(bytes);
        }),
    ];
    rows(spec, report);
    for (name, bytes, fields, set) in checks {
        let Some(bytes) = bytes.filter(|bytes| !bytes.is_multiple_of(UNIT_BYTES)) else {
            continue;
        };
        let kept = spec.space().bytes_as_encoded(bytes);
        let finding = report.error(
                fields,
                format!("{name} is not a multiple of 16"),
                format!(
                    "{bytes} bytes are encoded as ({bytes} & 0x{:X}) >> 4 = {}, which means {kept} bytes: the low four bits are lost.",
                    spec.space().bytes() - 1,
                    kept >> 4
                ),
            );
        // A value that no field can encode is more likely a slip of the packed value than of the truncated one.
        let packed = match name {
            "LBO" | "column stride" => Some(spec.packed().lbo_bytes),
            "SBO" => Some(spec.packed().sbo_bytes),
            _ => None,
        };
        for bytes in [packed, Some(kept)].into_iter().flatten() {
            let label = match name {
                "start" => format!("Set start to 0x{bytes:x}"),
                _ => format!("Set {name} to {bytes} B"),
            };
            set(finding.repair(label, spec.said()), bytes);
        }
    }
}

/// Rows are of whole elements: what is not is cut, and an XOR of parts of elements exchanges nothing.
fn rows(spec: &Spec, report: &mut Report) {
    let (tile, element) = (spec.tile(), spec.tile().element);
    let Some((rows, pitch_bytes)) = spec.layout().rows().zip(tile.row_bytes) else {
        return;
    };
    let (name, bits) = (element.name(), element.slot_bits());
    if rows.pitch_bytes != pitch_bytes {
        let kept = rows.pitch_bytes;
        let finding = report.error(
            &[],
            format!("A row pitch of {pitch_bytes} bytes is not a number of {name} elements"),
            format!(
                "An element has {bits} bits, and memory {} bytes: the rows are drawn {kept} bytes apart.",
                spec.space().bytes()
            ),
        );
        finding.repair(format!("Set row pitch to {kept} B"), spec.said()).tile.row_bytes = Some(kept);
    }
    if let Some(xor) = rows.xor.filter(|xor| xor.unit_bytes(element).is_none()) {
        let finding = report.error(
            &[],
            format!("{} exchanges parts of {name} elements", xor.text()),
            format!("An element has {bits} bits: the rows are drawn without an exchange."),
        );
        finding.repair("Remove the XOR", spec.said()).tile.row_xor = None;
    }
    let row = tile.row_data_bytes();
    if let Some(Pads { every_bytes, bytes }) = tile.pads
        && row > 0
        && (!row.is_multiple_of(every_bytes) && !every_bytes.is_multiple_of(row))
    {
        report.error(
            &[],
            format!("{every_bytes} bytes are neither a part of a row nor whole rows"),
            format!("A row has {row} bytes of elements, so {bytes} bytes after every {every_bytes} are at another place in each row: the tile is drawn with as many whole rows between them, or with each row begun anew."),
        );
    }
}

#[cfg(test)]
mod tests {

    use crate::{Finding, Severity, findings_from_spec};
    use swizzle_view::link::shown_from_link;

    fn found(link: &str) -> Vec<Finding> {
        let spec = shown_from_link(link).shown.spec().expect("a picture");
        findings_from_spec(&spec)
    }

    /// A stride that is too small as well is so by the same number: that finding follows, and the fix is shown once.
    #[test]
    fn a_stride_that_no_field_holds_is_one_error() {
        for link in [
            "#/?sbo_bytes=1000",
            "#/?sbo_bytes=1000&mn=128&k=128",
            "#/?sbo_bytes=1000&major=MN&mn=128&k=64",
            "#/?lbo_bytes=1000&major=MN&mn=128&k=64",
            "#/?lbo_bytes=1000&major=MN&mn=64&k=64",
            "#/?lbo_bytes=1000&major=MN&mn=256&k=64",
        ] {
            let found = found(link);
            let of_stride = |one: &&Finding| {
                one.consequence_of.is_none() && (one.severity != Severity::Note || one.id == "overlap")
            };
            let top: Vec<_> = found.iter().filter(of_stride).map(|one| one.id).collect();
            assert_eq!(top, ["alignment"], "{link}: {found:#?}");
            assert!(!found[0].repairs.is_empty(), "{link}");
            let is_idle = found.iter().any(|one| one.title == "LBO has no effect in this shape");
            let is_small = found.iter().any(|one| one.title.starts_with("LBO is too small"));
            assert!(!(is_idle && is_small), "{link}: {found:#?}");
        }
    }
}
