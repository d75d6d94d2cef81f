//! The source of a `tcgen05.cp` compared with the shape of the copy.

use super::*;

lint!(Spec, "copy", Stated, "PTX ISA, tcgen05.cp: shapes; not run on hardware";
    on ["element", "mn", "k", "shape"],
);

fn find(spec: &Spec, report: &mut Report) {
    let (tile, reader) = (spec.tile(), spec.reader());
    if reader.used_for != Use::Copy {
        return;
    }
    if !reader.arch.has_use(Use::Copy) {
        let finding = report.error(
            &[],
            format!("{} has no copy to tensor memory", reader.arch.name()),
            "tcgen05.cp exists on Blackwell only; wgmma reads its operands from shared memory.",
        );
        finding.assumes.clear();
        let mut others = reader.arch.others();
        if let Some(other) = others.find(|arch| arch.has_use(Use::Copy)) {
            finding.repair(format!("Switch to {other}"), &candidate::on_arch(spec, other));
        }
        return;
    }
    let (shape, name) = (reader.shape, reader.shape.name());
    if !tile.mn.is_multiple_of(shape.rows()) {
        report.warning(
            &[],
            format!("The row count {} is not a multiple of {}", tile.mn, shape.rows()),
            format!("A .{name} copy reads {} rows: the last copy extends past the tile.", shape.rows()),
        );
    }
    let k = spec.read_k();
    if !tile.k.is_multiple_of(k) {
        report.warning(
            &[],
            format!("The row length {} is not a multiple of {k} elements", tile.k),
            format!(
                "A .{name} copy reads {} bytes of each row, {k} {} elements.",
                shape.row_bytes(),
                tile.element.name()
            ),
        );
    }
    if reader.lbo_mode == LboMode::Absolute {
        report
            .warning(
                &[FieldId::LboMode],
                "Absolute LBO is for MMA only",
                "The manual defines it for the 48-byte K of an MMA only, and does not mention copies.",
            )
            .assumes
            .clear();
    }
}
