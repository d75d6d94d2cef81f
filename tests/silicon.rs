//! The address law against what an H200 read: every line of the read-backs in `data/`.

use std::collections::BTreeSet;

use swizzle_core::hardware::read_k_bytes;
use swizzle_core::{
    Arch, Coord, Descriptor, DescriptorFields, Extent, Layout, LboMode, Major, Named, Operand, Sparsity,
};
use swizzle_tests::{CsvRow, Report, csv_rows, layout_of};

/// A choice by its name in the table.
fn choice<T: Named>(row: &CsvRow, column: &str) -> T {
    T::from_name(row.text(column)).unwrap_or_else(|error| panic!("{}: {error}", row.at()))
}

fn field(row: &CsvRow, column: &str) -> u16 {
    let value = row.number(column);
    u16::try_from(value).unwrap_or_else(|error| panic!("{}: {column}: {error}", row.at()))
}

/// The layout that a row's descriptor stands for. It goes through the descriptor's 64 bits, as the hardware's did.
fn layout_from_row(row: &CsvRow) -> Layout {
    let at = row.at();
    let start = row.number("start");
    assert!(start.is_multiple_of(16), "{at}: start = {start}");
    let fields = DescriptorFields {
        start_field: u16::try_from(start / 16).unwrap_or_else(|error| panic!("{at}: {error}")),
        lbo_field: field(row, "lbo_field"),
        sbo_field: field(row, "sbo_field"),
        base_offset: u8::try_from(row.number("base_offset")).unwrap_or_else(|error| panic!("{at}: {error}")),
        lbo_mode: LboMode::Relative,
        swizzle: Ok(choice(row, "swizzle")),
        stray_bits: 0,
        lut_half: 0,
    };
    let descriptor = Descriptor::encode(Arch::Wgmma, fields);
    let descriptor = descriptor.unwrap_or_else(|error| panic!("{at}: {error}"));
    assert_eq!(descriptor.decode(), fields, "{at}: descriptor fields");
    layout_of(choice(row, "element"), choice(row, "major"), descriptor)
}

/// Checks every row of a file, whose instruction read `extent(row)`, and how many rows and descriptors there were.
fn check(
    file: &'static str,
    (rows_known, cases_known): (usize, usize),
    mn: impl Fn(&CsvRow) -> u32,
    sparsity: Sparsity,
    operand: impl Fn(&CsvRow) -> Operand,
) {
    let rows = csv_rows(file);
    let mut cases = BTreeSet::new();
    let mut report = Report::new();
    for row in &rows {
        cases.insert(row.number("case"));
        let layout = layout_from_row(row);
        let element = layout.element();
        let k_bytes = read_k_bytes(operand(row), sparsity, LboMode::Relative);
        let extent = Extent { mn: mn(row), k: k_bytes / 16 * element.per_unit() };
        let coord = Coord { mn: row.number("mn"), k: row.number("k") };
        report.holds(
            &row.at(),
            &"element lies in what the instruction reads",
            coord.mn < extent.mn && coord.k < extent.k,
        );
        let wanted = row.number("byte");
        let found = layout.byte_from_element(coord);
        report.equal(&row.at(), &"byte", &(found.byte, found.bit), &(wanted, 0));
        for byte in wanted..wanted + element.pitch_bits() / 8 {
            report.holds(
                &row.at(),
                &format_args!("byte {byte} gives back {coord:?}"),
                layout.elements_from_byte(byte, extent).contains(&coord),
            );
        }
    }
    assert_eq!(rows.len(), rows_known, "{file}: rows");
    assert_eq!(cases.len(), cases_known, "{file}: descriptors");
    report.finish(file);
}

/// `wgmma.mma_async`: A has 64 rows, B has 256, both 32 bytes of K.
#[test]
fn dense_reads() {
    let operand = |row: &CsvRow| choice::<Operand>(row, "operand");
    let mn = |row: &CsvRow| match operand(row) {
        Operand::A => 64,
        Operand::B => 256,
    };
    check("wgmma_h200.csv", (5668, 179), mn, Sparsity::Dense, operand);
}

/// `wgmma.mma_async.sp`: B has 64 rows and 64 bytes of K. Here LBO is seen at work in swizzled K-major layouts.
#[test]
fn sparse_reads() {
    check("wgmma_sparse_h200.csv", (2652, 86), |_| 64, Sparsity::Sparse, |_| Operand::B);
}

/// Reads that `tests/hopper/probe.py` drew at random: every type of dense wgmma, every unit of every read.
#[test]
fn probed_reads() {
    let file = "hopper_probe.csv";
    let rows = csv_rows(file);
    let mut drawn = BTreeSet::new();
    let mut report = Report::new();
    for row in &rows {
        let layout = layout_from_row(row);
        let element = layout.element();
        let (mn, k) = (row.number("mn"), row.number("k"));
        let k_bytes = read_k_bytes(choice(row, "operand"), Sparsity::Dense, LboMode::Relative);
        report.equal(
            &row.at(),
            &"bytes of K that one instruction reads",
            &k_bytes,
            &(k * element.pitch_bits() / 8),
        );
        drawn.insert(["element", "major", "swizzle", "operand"].map(|column| row.text(column)));
        let per_unit = element.per_unit() as usize;
        let coords: Vec<Coord> = match layout.major() {
            Major::K => {
                (0..mn).flat_map(|mn| (0..k).step_by(per_unit).map(move |k| Coord { mn, k })).collect()
            }
            Major::Mn => {
                (0..k).flat_map(|k| (0..mn).step_by(per_unit).map(move |mn| Coord { mn, k })).collect()
            }
        };
        let read: Vec<u32> = row
            .text("units")
            .split(' ')
            .map(|byte| u32::from_str_radix(byte, 16).unwrap_or_else(|why| panic!("{}: {why}", row.at())))
            .collect();
        let law: Vec<u32> = coords.iter().map(|&coord| layout.byte_from_element(coord).byte).collect();
        report.equal(&row.at(), &"units", &law, &read);
    }
    assert_eq!(rows.len(), 400, "{file}: rows");
    assert_eq!(drawn.len(), 80, "{file}: type, major, mode and operand");
    report.finish(file);
}
