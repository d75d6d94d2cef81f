//! Start, LBO and SBO are stored in units of 16 bytes: the low four bits of anything else are lost.

use super::*;

lint!(Spec, "alignment", Stated, "PTX ISA, matrix-descriptor-encode; tcgen05 shared memory descriptor");

/// A specified value in bytes: its name, the fields that encode it, and how to set it.
type Check = (&'static str, Option<u32>, &'static [FieldId], fn(&mut Said, u32));

fn find(spec: &Spec, report: &mut Report) {
    let tile = &spec.said().tile;
    let (lbo, lbo_fields): (_, &[FieldId]) =
        if spec.has_column_stride() { ("column stride", &[]) } else { ("LBO", &[FieldId::Lbo]) };
    let checks: [Check; 4] = [
        ("start", tile.start_bytes, &[FieldId::Start], |said, bytes| {
            said.tile.start_bytes = Some(bytes);
        }),
        (lbo, tile.lbo_bytes, lbo_fields, |said, bytes| {
            said.tile.lbo_bytes = Some(bytes);
        }),
        ("SBO", tile.sbo_bytes, &[FieldId::Sbo], |said, bytes| {
            said.tile.sbo_bytes = Some(bytes);
        }),
        ("row pitch", tile.row_bytes, &[], |said, bytes| {
            said.tile.row_bytes = Some(bytes);
        }),
    ];
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
