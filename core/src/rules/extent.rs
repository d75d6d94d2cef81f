//! The tile against the shapes that one instruction reads.

use crate::hardware::{
    Arch, CtaForm, Element, Kind, Major, Named, Operand, SHARED_BYTES, Use, wgmma_n_extents,
};
use crate::reader::Spec;
use crate::rules::finding::{Confidence, Severity};
use crate::rules::report::{Report, RestsOn, Rule};
use crate::tile::Tile;

pub(super) const RULE: Rule = Rule {
    id: "extent",
    source: "PTX ISA, matrix shapes of wgmma and tcgen05.mma",
    confidence: Confidence::Stated,
    rests_on: RestsOn::Values(&["element", "operand", "mn", "k"]),
    find,
};

fn find(spec: &Spec, report: &mut Report) {
    if spec.reader().used_for == Use::Mma {
        rows(spec, report);
        depth(spec, report);
    }
    let step = spec.place().step;
    if step >= spec.steps() {
        report.add(
            Severity::Warning,
            &[],
            format_args!("Step {step} is beyond the tile"),
            format_args!(
                "K = {} is walked in {} reads of {}, counted from 0.",
                spec.tile().k,
                spec.steps(),
                spec.read_k()
            ),
        );
    }
}

fn rows(spec: &Spec, report: &mut Report) {
    let (tile, reader) = (spec.tile(), spec.reader());
    let letter = reader.operand.mn_letter();
    let step = match (reader.operand, reader.arch) {
        // M = 32 is a weight-stationary form.
        (Operand::A, Arch::Tcgen05) if tile.mn == 32 => 32,
        (Operand::A, Arch::Wgmma | Arch::Tcgen05) => 64,
        (Operand::B, _) => n_step(tile, reader.arch),
    };
    if !tile.mn.is_multiple_of(step) && !is_walked(spec) {
        let text = match (reader.operand, reader.arch) {
            (Operand::A, Arch::Wgmma) => {
                "M of wgmma is always 64: the last read takes rows beyond the tile."
            }
            (Operand::A, Arch::Tcgen05) => {
                "M of tcgen05 is 64 or 128 a CTA, or 32 in the .ws form: the last read takes rows beyond the tile."
            }
            (Operand::B, _) if step == 8 => "N comes in steps of 8, up to 256.",
            (Operand::B, Arch::Tcgen05) if tile.major == Major::Mn => {
                "tcgen05 reads N-major 8-bit B in steps of 16, up to 256."
            }
            (Operand::B, _) => {
                "N of integers and single bits is 8, 16, 24, 32, then every 16 up to 256."
            }
        };
        report.add(
            Severity::Warning,
            &[],
            format_args!("{letter} = {} is no multiple of {step}", tile.mn),
            format_args!("{text}"),
        );
    } else if reader.operand == Operand::B && tile.mn > reader.arch.n_max() {
        let most = reader.arch.n_max();
        report.add(
            Severity::Note,
            &[],
            format_args!("N = {} takes {} instructions", tile.mn, spec.blocks()),
            format_args!(
                "N of one instruction is {most} at most: every {} rows are a block with descriptors of their own.",
                reader.rows
            ),
        );
    }
}

/// Whether several instructions of an N that there is take a B: 40 rows of s8 by 8.
fn is_walked(spec: &Spec) -> bool {
    let (tile, reader) = (spec.tile(), spec.reader());
    let is_transposed = tile.major == Major::Mn && tile.element.slot_bits() == 8;
    let kind = || Kind::of_element(tile.element).next();
    let is_n = || match reader.arch {
        Arch::Wgmma => wgmma_n_extents(tile.element).contains(reader.rows),
        Arch::Tcgen05 => kind().is_some_and(|kind| {
            let n = kind.n_extents(CtaForm::One, reader.sparsity, is_transposed);
            n.contains(reader.rows)
        }),
    };
    reader.operand == Operand::B && tile.mn.is_multiple_of(reader.rows) && is_n()
}

/// The step of legal N, for an extent of which the rest after whole 256-wide instructions counts. tcgen05 reads
/// transposed 8-bit operands in steps of 16.
fn n_step(tile: &Tile, arch: Arch) -> u32 {
    let is_transposed = tile.major == Major::Mn && tile.element.pitch_bits() == 8;
    match tile.element {
        _ if arch == Arch::Tcgen05 && is_transposed => 16,
        Element::S8 | Element::U8 | Element::B1 if tile.mn % arch.n_max() > 32 => 16,
        _ => 8,
    }
}

fn depth(spec: &Spec, report: &mut Report) {
    let (k, one) = (spec.tile().k, spec.read_k());
    if k < one {
        report.add(
            Severity::Note,
            &[],
            format_args!("K = {k} is less than one instruction reads"),
            format_args!(
                "An instruction of {} reads {one} elements of K. This is a picture of the pattern; a read goes on to where LBO and SBO lead.",
                spec.reader().arch.name()
            ),
        );
    } else if !k.is_multiple_of(one) {
        report.add(
            Severity::Warning,
            &[],
            format_args!("K = {k} is no multiple of {one}"),
            format_args!(
                "An instruction reads {one} elements of K: the last of {} reads goes {} beyond the tile.",
                spec.steps(),
                spec.steps() * one - k
            ),
        );
    }
    if spec.reader().arch == Arch::Wgmma && spec.span_bytes() > u64::from(SHARED_BYTES) {
        report
            .add(
                Severity::Note,
                &[],
                format_args!("Larger than a CTA's shared memory"),
                format_args!(
                    "The tile spans {} bytes; a CTA has at most 232,448 (227 KiB).",
                    spec.span_bytes()
                ),
            )
            .by(
                Confidence::Stated,
                "CUDA Programming Guide, compute capability 9.0",
            );
    }
}

/// Where it speaks, and where not.
#[cfg(test)]
pub(super) fn cases() -> alloc::vec::Vec<crate::rules::tests::Case> {
    use crate::rules::tests::{said, silent, speaks};
    use Severity::{Note, Warning};
    let tile = |mn: u32, k: u32| said(|s| (s.tile.mn, s.tile.k) = (Some(mn), Some(k)));
    let on_tcgen05 =
        |mn: u32| said(|s| (s.reader.arch, s.tile.mn) = (Some(Arch::Tcgen05), Some(mn)));
    let of_b = |element: Element, mn: u32| {
        said(|s| {
            s.reader.operand = Some(Operand::B);
            (s.tile.element, s.tile.mn) = (Some(element), Some(mn));
        })
    };
    alloc::vec![
        speaks(Warning, "M = 48 is no multiple of 64", tile(48, 64)),
        speaks(Warning, "no multiple of 16", of_b(Element::S8, 40)),
        speaks(
            Warning,
            "no multiple of 16",
            said(|s| {
                (s.reader.arch, s.reader.operand) = (Some(Arch::Tcgen05), Some(Operand::B));
                (s.tile.element, s.tile.major) = (Some(Element::E4m3), Some(Major::Mn));
                s.tile.mn = Some(24);
            })
        ),
        speaks(Warning, "K = 40 is no multiple of 16", tile(64, 40)),
        speaks(Note, "less than one instruction", tile(64, 8)),
        speaks(
            Warning,
            "beyond the tile",
            said(|s| {
                (s.tile.k, s.place.step) = (Some(64), Some(4));
            })
        ),
        speaks(Note, "Larger than a CTA's shared memory", tile(512, 256)),
        speaks(
            Note,
            "N = 320 takes 2 instructions",
            of_b(Element::Bf16, 320)
        ),
        silent(of_b(Element::Bf16, 256)),
        silent(tile(128, 64)),
        silent(on_tcgen05(32)),
        silent(of_b(Element::S8, 24)),
        silent(said(|s| {
            (s.reader.operand, s.reader.rows) = (Some(Operand::B), Some(8));
            (s.tile.element, s.tile.mn) = (Some(Element::S8), Some(40));
        })),
        // Nobody said how large it is: large enough.
        silent(said(|s| s.place.step = Some(4))),
    ]
}
