//! Layouts with strides that were made by hand.

use swizzle_core::law::exact_text;
use swizzle_core::{Arch, Coord, Descriptor, Major, Named, Said, SaidReader, SaidTile, Sparsity, Stride};
use swizzle_infer::spec_from_said;
use swizzle_tests::{Report, Swizzled, coords};

use crate::cute::case::{Case, WINDOW_BYTES, lines, reader_of_b, said_of};
use crate::cute::read::{AtKey, Read, descriptor_keys};

/// The line whose LBO of 262160 bytes does not fit its field.
const LBO_OVERFLOW: &str = "MN128 LBO overflow 14 bits";

/// A hand-made layout's descriptor values, found by asking its own text where the second column and the second group
/// begin; a stride that is never taken is not said.
fn said_from_lay(case: &Case, arch: Arch) -> Said {
    let at = case.line.at();
    let atom = case.swizzle.atom(case.major);
    let width = atom.row_units * case.element.per_unit();
    let bytes = |mn, k| case.lay.offset(mn, k) * case.line.number("bits") / 8;
    let (column, group) = match case.major {
        Major::K => (
            (case.extent.k > width).then(|| bytes(0, width)),
            (case.extent.mn > atom.rows).then(|| bytes(atom.rows, 0)),
        ),
        Major::Mn => (
            (case.extent.mn > width).then(|| bytes(width, 0)),
            (case.extent.k > atom.rows).then(|| bytes(0, atom.rows)),
        ),
    };
    let (lbo_bytes, sbo_bytes) = match Stride::of_columns(case.major, case.swizzle) {
        Stride::Lbo => (column, group),
        Stride::Sbo => (group, column),
    };
    let k_bytes = case.extent.k * case.line.number("bits") / 8;
    let sparsity = match k_bytes {
        32 => Sparsity::Dense,
        64 => Sparsity::Sparse,
        _ => panic!("{at}: {k_bytes} bytes of K are no instruction's"),
    };
    Said {
        tile: SaidTile { start_bytes: Some(0), lbo_bytes, sbo_bytes, ..said_of(case) },
        reader: SaidReader { sparsity: Some(sparsity), ..reader_of_b(arch) },
        ..Said::default()
    }
}

/// The lines with hand-made strides: each is one read, so its map and its descriptors are of the same thing.
#[test]
fn custom_layouts() {
    let mut report = Report::new();
    for case in lines("custom").iter().flat_map(Case::all_from_line) {
        let line = &case.line;
        let at = line.at();
        let overflows = line.text("custom") == LBO_OVERFLOW;
        let by_lay = case.map_from_lay();
        case.check_map(&mut report, &by_lay);
        for &arch in Arch::ALL {
            let [key, ..] = descriptor_keys(arch);
            let said = said_from_lay(&case, arch);
            let spec = spec_from_said(&said).unwrap_or_else(|error| panic!("{at}: {error}"));
            report.equal(&at, &"steps", &spec.steps(), &1);
            let map = case.map(spec.layout());
            if overflows {
                check_overflow(&mut report, &case, &said, &map, &by_lay);
            } else {
                case.check_map(&mut report, &map);
                let text = exact_text(spec.layout(), spec.extent());
                let ours = Swizzled::parse(&text);
                report.equal(&at, &text, &ours.functor, &case.functor);
                for Coord { mn, k } in coords(case.extent) {
                    let found = ours.layout.offset(mn, k);
                    report.equal(&at, &text, &found, &case.lay.offset(mn, k));
                }
            }
            if !line.has(key) {
                // Two lines are for tcgen05 only: its sparse s8 MN-major, and packed 4-bit elements.
                let is_umma = line.number("bits") <= 8 && line.has("u");
                report.holds(&at, &key, arch == Arch::Wgmma && is_umma);
                continue;
            }
            for (i, theirs) in line.hexes(key).into_iter().enumerate() {
                let read = Read {
                    theirs,
                    ours: spec.read(0),
                    tile: spec.layout(),
                    first: Coord { mn: 0, k: 0 },
                    extent: spec.extent(),
                };
                read.check(&mut report, arch, &AtKey(line, key, i));
                if overflows {
                    let ours = spec.descriptor(0).map(Descriptor::raw);
                    report.equal(&AtKey(line, key, i), &"64 bits", &ours, &Ok(theirs));
                }
            }
        }
    }
    report.finish("custom layouts");
}

/// The line whose LBO is 2^18 + 16 bytes. Its field holds 1, so the hardware steps 16 bytes where the layout steps
/// 262160: the first column is read right, of the second nothing is. CuTe writes the same descriptor without a word;
/// that the two differ is what a finding must report, and what the core must not paper over.
fn check_overflow(report: &mut Report, case: &Case, said: &Said, map: &[u32], by_lay: &[u32]) {
    let at = case.line.at();
    report.equal(&at, &"LBO", &said.tile.lbo_bytes, &Some(WINDOW_BYTES + 16));
    let width = case.swizzle.row_units() * case.element.per_unit();
    for Coord { mn, k } in coords(case.extent) {
        let i = case.index(mn, k);
        let is_equal = map[i] == by_lay[i];
        report.equal(&at, &format_args!("({mn}, {k}) is read right"), &is_equal, &(mn < width));
    }
    // The low 18 bits of the layout's addresses are what is read: the wrap and nothing else.
    let wrapped: Vec<u32> = coords(case.extent)
        .map(|Coord { mn, k }| {
            let byte = case.lay.offset(mn, k) * case.line.number("bits") / 8 % WINDOW_BYTES;
            case.functor.apply(byte)
        })
        .collect();
    report.equal(&at, &"map modulo 2^18", map, wrapped.as_slice());
}
