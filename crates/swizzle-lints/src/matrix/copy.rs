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
            finding.repair(
                format!("Switch to {other}"),
                &candidate::on_arch(spec, other),
            );
        }
        return;
    }
    let (shape, name) = (reader.shape, reader.shape.name());
    if !tile.mn.is_multiple_of(shape.rows()) {
        report.warning(
            &[],
            format!(
                "The row count {} is not a multiple of {}",
                tile.mn,
                shape.rows()
            ),
            format!(
                "A .{name} copy reads {} rows: the last copy extends past the tile.",
                shape.rows()
            ),
        );
    }
    let k = spec.read_k();
    if !tile.k.is_multiple_of(k) {
        report.warning(
            &[],
            format!(
                "The row length {} is not a multiple of {k} elements",
                tile.k
            ),
            format!(
                "A .{name} copy reads {} bytes of each row, {k} {} elements.",
                shape.row_bytes(),
                tile.element.name()
            ),
        );
    }
    if reader.lbo_mode == LboMode::Absolute {
        report.warning(
                &[FieldId::LboMode],
                "Absolute LBO is for MMA only",
                "The manual defines it for the 48-byte K of an MMA only, and does not mention copies.",
            )
            .assumes
            .clear();
    }
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Spec>> {
    use crate::finding::Severity;
    use crate::tests::{said, silent, speaks};
    use Severity::{Error, Warning};
    use swizzle_core::hardware::Arch;
    use swizzle_core::hardware::{CopyShape, Element};
    use swizzle_core::law::Swizzle;
    let copy = |arch: Arch, shape: CopyShape, mn: u32, k: u32| {
        said(|s| {
            (s.tile.element, s.tile.swizzle) = (Some(Element::U8), Some(Swizzle::None));
            (s.tile.mn, s.tile.k) = (Some(mn), Some(k));
            s.reader.arch = Some(arch);
            (s.reader.used_for, s.reader.shape) = (Some(Use::Copy), Some(shape));
        })
    };
    let on = |shape, mn, k| copy(Arch::Tcgen05, shape, mn, k);
    std::vec![
        speaks(
            Error,
            "wgmma has no copy",
            copy(Arch::Wgmma, CopyShape::R32x128b, 32, 16)
        ),
        speaks(
            Warning,
            "The row count 48 is not a multiple of 32",
            on(CopyShape::R32x128b, 48, 16)
        ),
        speaks(
            Warning,
            "reads 32 bytes of each row, 32 u8 elements",
            on(CopyShape::R128x256b, 128, 16)
        ),
        silent(on(CopyShape::R32x128b, 32, 16)),
        silent(on(CopyShape::R4x256b, 4, 32)),
        silent(on(CopyShape::R128x128b, 256, 64)),
        silent(said(|_| ())),
    ]
}
