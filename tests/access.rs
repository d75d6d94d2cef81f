//! How warps reach shared memory: banks, wavefronts and register fragments against an H200, and the code of a producer
//! against the address law.

use std::collections::{BTreeMap, BTreeSet};

use swizzle_core::{Element, Major, Named, Swizzle};
use swizzle_tests::{CsvRow, Report, csv_rows, json_lines};
use swizzle_warp::{
    ACCESSES, Access, COLUMN_CYCLES, FILLS, Form, Fragment, FragmentName, Lanes, Preset, READS, Rows, Slot,
    Through, Transfer, Wires, lanes_from_layout, wavefronts_from_lanes, wavefronts_of_copy,
};

fn lanes(row: &CsvRow) -> Lanes {
    std::array::from_fn(|lane| {
        let column = format!("lane{lane}");
        (!row.text(&column).is_empty()).then(|| row.number(&column))
    })
}

/// All lanes at addresses of their own; and accesses in which lanes share addresses, or take no part.
#[test]
fn wavefronts_and_conflicts_are_those_that_the_profiler_counted() {
    for (file, count) in [("banks_h200.csv", 130), ("banks_shared_h200.csv", 605)] {
        let rows = csv_rows(file);
        let mut report = Report::new();
        for row in &rows {
            let access = Access::from_name(row.text("op")).expect("an instruction");
            let served = wavefronts_from_lanes(access, &lanes(row));
            let wanted = (row.number("wavefronts"), row.number("conflicts"));
            let found = (served.count(), served.conflicts());
            report.equal(&row.at(), &"wavefronts and conflicts", &found, &wanted);
        }
        assert_eq!(rows.len(), count, "{file}: rows");
        report.finish(file);
    }
}

/// One address a lane is an address a row: a matrix alone costs what its 8 rows cost, whatever the others do.
#[test]
fn matrices_are_served_one_by_one() {
    for row in csv_rows("banks_h200.csv") {
        let lanes = lanes(&row);
        let count = |access, lanes: &Lanes| wavefronts_from_lanes(access, lanes).count();
        let matrices = (0..4).map(|matrix| {
            let mut alone: Lanes = [None; 32];
            alone[..8].copy_from_slice(&lanes[8 * matrix..8 * matrix + 8]);
            count(Access::LoadMatrix1, &alone)
        });
        let alone: Vec<u32> = matrices.collect();
        let all = [
            (Access::LoadMatrix4, 4),
            (Access::StoreMatrix4, 4),
            (Access::LoadMatrix2, 2),
            (Access::StoreMatrix2, 2),
        ];
        for (access, matrices) in all {
            let sum: u32 = alone[..matrices].iter().sum();
            assert_eq!(count(access, &lanes), sum, "{}", row.at());
        }
    }
}

/// Every `ld.shared`, `st.shared`, `ldmatrix` and `cp.async` of 30 kernels, at every address that each of its lanes gave.
#[test]
fn accesses_of_kernels_cost_what_the_profiler_counted() {
    let mut traced = BTreeMap::<_, Vec<Lanes>>::new();
    for kernel in json_lines("mma_sync/addresses_h200.jsonl.gz") {
        for access in kernel.list("accesses") {
            let lanes = access["lanes"].as_array().expect("lanes");
            let lane = |lane: usize| lanes[lane].as_u64().map(|address| address as u32);
            let key = (kernel.text("kernel").to_owned(), access["line"].as_u64().expect("a line") as u32);
            traced.entry(key).or_default().push(std::array::from_fn(lane));
        }
    }
    let file = "mma_sync/accesses_h200.csv.gz";
    let mut report = Report::new();
    let (mut count, mut copies, mut merged) = (0, [0, 0], 0);
    for row in csv_rows(file) {
        let Some(all) = traced.get(&(row.text("kernel").to_owned(), row.number("line"))) else { continue };
        let bytes = match row.text("sass").rsplit('.').next() {
            Some("128") => 16,
            Some("64") => 8,
            _ => 4,
        };
        let access = Access::from_opcode(row.text("instruction"), bytes).expect("an access");
        let found: u32 = all.iter().map(|lanes| wavefronts_from_lanes(access, lanes).count()).sum();
        report.equal(&row.at(), &"law of banks", &found, &row.number("bank_law"));
        count += 1;
        let is_measured = found == row.number("wavefronts");
        if access.transfer() == Transfer::CopyAsync {
            copies[usize::from(is_measured)] += 1;
        } else if row.text("sass").is_empty() {
            // The assembler made one instruction of two.
            merged += 1;
        } else {
            report.equal(&row.at(), &"measured", &found, &row.number("wavefronts"));
        }
    }
    // What a copy costs depends on global addresses, too, which are not here.
    assert_eq!((count, copies, merged), (777, [27, 62], 2));
    report.finish(file);
}

/// The copies of `cp.async` by both of its laws: all but random ones for `.ca`; for `.cg` only where the law is known.
#[test]
fn copies_cost_what_the_profiler_counted() {
    let mut by_law = BTreeMap::<_, [u32; 3]>::new();
    for row in csv_rows("mma_sync/cp_async_h200.csv.gz") {
        let lanes =
            |side: &str| -> Lanes { std::array::from_fn(|lane| Some(row.number(&format!("{side}{lane}")))) };
        let (opcode, bytes) = row.text("instruction").split_once(' ').expect("bytes");
        let through = if opcode.ends_with("cg") { Through::L2 } else { Through::L1 };
        let access =
            Access::from_opcode(&format!("{opcode}.shared.global"), bytes.parse().expect("a number"));
        let found = wavefronts_of_copy(access.expect("a copy"), through, &lanes("shared"), &lanes("global"));
        let is_right = found.map(|found| found == row.number("wavefronts"));
        if is_right == Some(false) {
            assert_eq!(row.text("pattern"), "random places, both", "{}", row.at());
        }
        let at = is_right.map_or(2, |is_right| usize::from(!is_right));
        by_law.entry(opcode.to_owned()).or_default()[at] += 1;
    }
    // Right, a few too many, not known.
    let expected = [("cp.async.ca", [126, 8, 0]), ("cp.async.cg", [2, 0, 43])];
    assert_eq!(by_law, expected.map(|(name, counts)| (name.to_owned(), counts)).into());
}

#[test]
fn fragments_are_those_that_the_registers_held() {
    let file = "fragments_h200.csv";
    let mut report = Report::new();
    let mut count = BTreeMap::new();
    for row in csv_rows(file) {
        let what = row.text("what").to_owned();
        let fragment = match &*what {
            "wgmma_d_f32_n64" => FragmentName::Accumulator.of(32, 64),
            "wgmma_a_16bit_k16" => FragmentName::OperandA.of(16, 16),
            "ldmatrix_x4" | "stmatrix_x4" => FragmentName::Matrices.of(16, 8),
            "ldmatrix_x4_trans" | "stmatrix_x4_trans" => FragmentName::MatricesTransposed.of(16, 8),
            other => panic!("{}: {other}", row.at()),
        };
        *count.entry(what).or_insert(0) += 1;
        let register = row.number("register");
        let part = match row.text("half") {
            "" => 0,
            _ => row.number("half"),
        };
        let thread = row.number("thread");
        let slot = Slot { thread, register, part };
        let cell = (row.number("row"), row.number("col"));
        report.equal(&row.at(), &"cell", &fragment.cell_from_slot(slot), &cell);
        // Of matrices, the register is the number of the matrix.
        let is_of_matrices = !row.text("matrix").is_empty();
        let wanted = if is_of_matrices {
            assert_eq!(row.number("matrix"), register, "{}", row.at());
            Slot { register: 0, ..slot }
        } else {
            slot
        };
        let found = fragment.slot_from_cell(cell.0, cell.1);
        report.equal(&row.at(), &"place", &found, &wanted);
    }
    assert_eq!(count.len(), 6);
    assert_eq!(count.values().sum::<i32>(), 6144);
    report.finish(file);
}

/// The registers of metadata: as an H100 used them, and as CuTe has them.
#[test]
fn metadata_are_where_they_were_steered_and_where_cute_has_them() {
    let mut report = Report::new();
    let mut count = BTreeMap::new();
    for row in csv_rows("metadata_h100.csv") {
        let bits = bits_of_metadata(row.text("type"));
        let (thread, selector) = (row.number("thread"), row.number("selector"));
        *count.entry((bits, selector)).or_insert(0) += 1;
        let slot = Slot { thread, register: 0, part: row.number("bit") / 4 };
        let metadata = metadata(bits);
        let cell = (row.number("row"), row.number("k") / metadata.group);
        report.equal(&row.at(), &"cell", &metadata.cell_from_slot(slot), &cell);
        let first = Slot { thread: thread - 2 * selector, ..slot };
        report.equal(&row.at(), &"place", &metadata.slot_from_cell(cell.0, cell.1), &first);
    }
    let expected = [((8, 0), 1024), ((16, 0), 512), ((16, 1), 512), ((32, 0), 512), ((32, 1), 512)];
    assert_eq!(count, BTreeMap::from(expected));
    let mut samples = 0;
    for line in json_lines("blackwell/wgmma_meta.jsonl") {
        let metadata = metadata(bits_of_metadata(line.text("kind")));
        assert_eq!(line.number("group"), metadata.group, "{}", line.at());
        for [thread, bit, m, k] in line.get::<Vec<[u32; 4]>>("s") {
            let (row, column) = metadata.cell_from_slot(Slot { thread, register: 0, part: bit / 4 });
            report.equal(&line.at(), &thread, &(row, metadata.element(column)), &(m, k));
            samples += 1;
        }
    }
    assert_eq!(samples, 360);
    report.finish("registers of metadata");
}

fn metadata(bits: u32) -> Fragment {
    FragmentName::Metadata.of(bits, if bits == 8 { 16 } else { 8 })
}

fn bits_of_metadata(name: &str) -> u32 {
    match name {
        "f16" => 16,
        "tf32" => 32,
        "s8" | "8-bit" => 8,
        other => panic!("{other}"),
    }
}

/// Of other widths the fragments are as the PTX ISA draws them: four bytes a register along K, 8 rows further, 16 bytes
/// of K further.
#[test]
fn a_fragment_holds_every_cell_once() {
    for (fragment, registers) in [
        (FragmentName::OperandA.of(8, 32), 4),
        (FragmentName::OperandA.of(16, 16), 4),
        (FragmentName::OperandA.of(32, 8), 4),
        (FragmentName::Accumulator.of(32, 256), 128),
        (FragmentName::Accumulator.of(32, 24), 12),
        (FragmentName::Matrices.of(16, 8), 1),
        (FragmentName::MatricesTransposed.of(16, 8), 1),
    ] {
        assert_eq!(fragment.registers(), registers, "{fragment:?}");
        let mut found = BTreeSet::new();
        for slot in fragment.slots() {
            let (matrix, (row, column)) = (fragment.matrix_from_slot(slot), fragment.cell_from_slot(slot));
            assert_eq!(fragment.slot_in_matrix(matrix, row, column), slot, "{fragment:?}");
            assert!(row < fragment.rows && column < fragment.columns, "{slot:?} of {fragment:?}");
            found.insert((matrix, row, column));
        }
        let cells = fragment.matrices() * fragment.rows * fragment.columns;
        assert_eq!(found.len() as u32, cells, "{fragment:?}");
    }
}

/// What a column of 128-byte rows costs: 8-way on plain rows, nothing where the swizzle is as wide as the row.
#[test]
fn a_swizzle_as_wide_as_the_row_takes_the_conflicts_away() {
    for element in [Element::Bf16, Element::Tf32, Element::S8] {
        for (swizzle, bytes) in [(Swizzle::B32, 32), (Swizzle::B64, 64), (Swizzle::B128, 128)] {
            let columns = bytes * 8 / element.slot_bits();
            for preset in [Preset::ColumnByColumn, Preset::FragmentOfA, Preset::EpilogueMatrix] {
                let ways = |form: Form| {
                    let layout = form.layout(element, Major::K, 64, columns);
                    let lanes = lanes_from_layout(preset.access(), &preset.formula(), &layout, (64, columns));
                    let lanes = lanes.expect("an answer");
                    wavefronts_from_lanes(preset.access(), &lanes).ways()
                };
                let plain = bytes / 16;
                assert_eq!(ways(Form::Plain), plain, "{preset:?} {bytes}");
                assert_eq!(ways(Form::Canonical(swizzle)), 1, "{preset:?} {bytes}");
                assert_eq!(ways(Form::Padded), 1, "{preset:?} {bytes}");
                assert_eq!(ways(Form::Canonical(Swizzle::None)), 1, "{preset:?} {bytes}");
            }
        }
    }
}

/// The files call `ldmatrix` and `stmatrix` by their count alone.
fn name_of(access: Access) -> String {
    access.ptx().replace(".sync.aligned.m8n8", "").replace(".shared.b16", "")
}

/// The table of what a layout costs says what the probe measured, and nothing that it did not.
#[test]
fn what_a_layout_costs_is_what_the_probe_measured() {
    let file = "hopper_costs.csv";
    let rows = csv_rows(file);
    let decimal = |text: &str| text.parse::<f64>().expect("a number");
    let of = |what: &'static str| rows.iter().filter(move |row| row.text("what") == what);
    for row in of("read") {
        let read = READS.iter().find(|read| format!("n{}", read.n) == row.text("case"));
        let read = read.unwrap_or_else(|| panic!("{}: not told", row.at()));
        let cycles = f64::from(read.cycles_tenths) / 10.0;
        assert_eq!(cycles, decimal(row.text("cycles")), "{}", row.at());
    }
    assert_eq!(of("read").count(), 16 * READS.len());
    for row in of("fill") {
        let fill = FILLS.iter().find(|fill| {
            let [.., columns] = fill.box_elements;
            let rank = if columns > 1 { 3 } else { 2 };
            let boxes = if fill.boxes == 1 { "box" } else { "boxes" };
            let how = format!("{} {boxes} of rank {rank}", fill.boxes);
            fill.swizzle.name() == row.text("swizzle") && how == row.text("how")
        });
        let fill = fill.unwrap_or_else(|| panic!("{}: not told", row.at()));
        let (cycles, bytes) = match row.text("case") {
            "one SM" => (fill.cycles.0, fill.bytes_a_clock_tenths.0),
            _ => (fill.cycles.1, fill.bytes_a_clock_tenths.1),
        };
        assert_eq!(f64::from(cycles), decimal(row.text("cycles")), "{}", row.at());
        let told = decimal(row.text("bytes_per_cycle"));
        assert_eq!(f64::from(bytes) / 10.0, told, "{}", row.at());
    }
    assert_eq!(of("fill").count(), 2 * FILLS.len());
    for cost in ACCESSES {
        let name = name_of(cost.access);
        let row = of("access")
            .find(|row| name == row.text("how") && row.text("case") == format!("{}-way", cost.ways));
        let row = row.unwrap_or_else(|| panic!("{name}, {}-way: not measured", cost.ways));
        let cycles = f64::from(cost.cycles_hundredths) / 100.0;
        assert_eq!(cycles, decimal(row.text("cycles")), "{}", row.at());
    }
}

#[test]
fn a_copy_takes_the_wavefronts_that_were_counted() {
    let rows = csv_rows("copies_h200.csv");
    for row in &rows {
        let pitch_bytes = row.number("pitch_bytes");
        let rows = Rows { pitch_bytes, ..Rows::of_lines(Wires::OPEN) };
        assert_eq!(rows.copied(), Some(row.number("wavefronts")), "{}", row.at());
    }
    assert_eq!(rows.len(), 2);
}

/// Every set of wires costs a cycle a wavefront, and what is told of it is what was measured.
#[test]
fn a_column_read_costs_what_was_measured_for_every_set_of_wires() {
    let rows = csv_rows("wires_h100.csv");
    let mut report = Report::new();
    for row in &rows {
        let name = row.text("access");
        let known = COLUMN_CYCLES.iter().map(|(access, _)| *access);
        let access = known.into_iter().find(|access| name_of(*access) == name);
        let access = access.unwrap_or_else(|| panic!("{}: {name} is not told", row.at()));
        let (wires, unit) = (Wires::from_mask(row.number("mask")), row.number("column"));
        let cycles = wires.cycles(access, unit);
        report.equal(&row.at(), &"cycles", &cycles.as_deref(), &Some(row.text("cycles")));
        let measured: f64 = row.text("cycles").parse().expect("a number");
        let counted = f64::from(Rows::of_lines(wires).read(access, unit).count());
        let is_near = (measured - counted).abs() <= 0.04 * counted;
        report.equal(&row.at(), &"cycles a wavefront", &is_near, &true);
        let closed = (0..Wires::COUNT).filter(|wire| wires.is_closed(*wire));
        let closed = closed.map(|wire| Wires::wire_text(wire).replace(" → ", ">"));
        let closed = closed.collect::<Vec<_>>().join(" ");
        report.equal(&row.at(), &"wires", &closed.as_str(), &row.text("wires").trim());
    }
    assert_eq!(rows.len(), 64);
    report.finish("wires_h100.csv");
}
