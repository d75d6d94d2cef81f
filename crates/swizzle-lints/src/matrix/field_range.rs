//! The 14-bit fields hold byte values below 2^18: larger ones wrap silently.

use super::*;

lint!(Spec, "field-range", Stated, "PTX ISA, matrix-descriptor-encode";
    on ["mn", "k", "order"],
);

fn find(spec: &Spec, report: &mut Report) {
    let (tile, said) = (spec.tile(), spec.said());
    if let Some(bytes) = too_large(spec, FieldId::Start, said.tile.start_bytes) {
        let start = spec.space().wrapped(bytes);
        let label = format!("Set start to 0x{start:x}");
        let finding = say(spec, report, FieldId::Start, &[FieldId::Start], "Start", bytes);
        finding.assumes.clear();
        finding.repair(label, said).tile.start_bytes = Some(start);
    }
    for stride in [Stride::Lbo, Stride::Sbo] {
        let (by_hand, packed) = (said.tile.stride_bytes(stride), spec.packed().bytes(stride));
        let id = FieldId::of_stride(stride);
        let is_column = stride == Stride::Lbo && spec.has_column_stride();
        let matters = by_hand.is_some() || spec.is_read_by_tile(stride) && !is_column;
        let held = Some(tile.stride_bytes(stride)).filter(|_| matters);
        let Some(bytes) = too_large(spec, id, held) else {
            continue;
        };
        let (name, fields): (_, &[FieldId]) = match is_column {
            true => ("Column stride", &[]),
            false => (stride.name(), candidate::field(stride)),
        };
        let finding = say(spec, report, id, fields, name, bytes);
        if by_hand.is_some() {
            finding.assumes.clear();
        }
        if too_large(spec, id, Some(packed)).is_some() || by_hand.is_none() {
            continue;
        }
        let mended = finding.repair(format!("Set {name} to the packed {packed} B"), said);
        *mended.tile.stride_bytes_mut(stride) = Some(packed);
    }
}

fn width(spec: &Spec, id: FieldId) -> u8 {
    Descriptor::field(spec.reader().chip, id).map_or(0, |field| field.width)
}

fn too_large(spec: &Spec, id: FieldId, bytes: Option<u32>) -> Option<u32> {
    bytes.filter(|bytes| (bytes / UNIT_BYTES) >> width(spec, id) > 0)
}

fn say<'a>(
    spec: &Spec,
    report: &'a mut Report,
    id: FieldId,
    fields: &'static [FieldId],
    name: &str,
    bytes: u32,
) -> &'a mut crate::finding::Finding {
    let width = width(spec, id);
    let mask = (UNIT_BYTES << width) - 1;
    let kept = bytes & mask & !(UNIT_BYTES - 1);
    report.error(
        fields,
        format!("{name} does not fit its field"),
        format!(
            "{bytes} bytes need more than {width} bits in units of 16: ({bytes} & 0x{mask:X}) >> 4 = {}, which means {kept} bytes.",
            kept / UNIT_BYTES
        ),
    )
}
