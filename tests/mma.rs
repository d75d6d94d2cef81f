//! Fragments of `mma.sync`, `ldmatrix`, `stmatrix` and `movmatrix` against an H200.

use std::collections::BTreeMap;

use swizzle_core::Named as _;
use swizzle_tests::{CsvRow, Report, csv_rows};
use swizzle_warp::mma::{Form, Matrices, Operand, Order};
use swizzle_warp::{Fragment, Slot};

const FRAGMENTS: &str = "mma_sync/fragments_h200.csv.gz";
const VALIDATED: &str = "mma_sync/validated_h200.csv";

/// Every fragment of the forms that ran, by the names that the measurement gave them.
fn measured_fragments() -> BTreeMap<(String, String), Vec<Fragment>> {
    let mut all: BTreeMap<_, Vec<Fragment>> = BTreeMap::new();
    let mut add = |instruction: String, operand: &str, fragment| {
        let of_name = all.entry((instruction, String::from(operand))).or_default();
        if !of_name.contains(&fragment) {
            of_name.push(fragment);
        }
    };
    for row in csv_rows(VALIDATED) {
        let opcode = row.text("instruction");
        if opcode.starts_with("mma.") {
            let form = Form::from_opcode(opcode).unwrap_or_else(|why| panic!("{}: {why}", row.at()));
            assert!(form.is_measured(), "{opcode}");
            let [m, n, k] = form.shape;
            let [a, b, c, d] = form.types.map(|ty| format!("m{m}n{n}k{k}.{}", ty.name));
            let of_order = |name: String, order| match (form.shape, form.types[0].name) {
                ([8, 8, 4], "f16") if order == Order::Row => format!("{name}.row"),
                ([8, 8, 4], "f16") => format!("{name}.col"),
                _ => name,
            };
            let [of_a, of_b] = form.orders;
            add(of_order(a, of_a), "A", form.fragment(Operand::A));
            add(of_order(b, of_b), "B", form.fragment(Operand::B));
            add(c, "C/D", form.fragment(Operand::C));
            add(d, "C/D", form.fragment(Operand::D));
        }
    }
    all
}

fn slot(row: &CsvRow) -> Slot {
    Slot { thread: row.number("lane"), register: row.number("register"), part: row.number("part") }
}

#[test]
fn every_register_holds_what_it_held() {
    let fragments = measured_fragments();
    let mut report = Report::new();
    let mut rows_of = BTreeMap::<_, u32>::new();
    let check = |report: &mut Report, row: &CsvRow, fragment: &Fragment| {
        let cell = (row.number("row"), row.number("column"));
        let (slot, product) = (slot(row), row.number("product"));
        let found = (fragment.cell_from_slot(slot), fragment.matrix_from_slot(slot));
        report.equal(&row.at(), &"cell and product", &found, &(cell, product));
        report.equal(&row.at(), &"place", &fragment.slot_in_matrix(product, cell.0, cell.1), &slot);
        assert!(fragment.has(slot), "{}", row.at());
    };
    let all = csv_rows(FRAGMENTS);
    for row in &all {
        let (instruction, operand) = (row.text("instruction"), row.text("operand"));
        if instruction.starts_with('m') && !instruction.starts_with("mov") {
            let key = (instruction.to_owned(), operand.to_owned());
            let found = fragments.get(&key).map(Vec::as_slice);
            let Some([fragment]) = found else { panic!("{}: {found:?} is not one fragment", row.at()) };
            check(&mut report, row, fragment);
            *rows_of.entry(key).or_default() += 1;
        }
    }
    // Nothing else is held: each fragment has as many places as rows.
    for (key, all) in &fragments {
        assert_eq!(rows_of.get(key), Some(&(all[0].slots().count() as u32)), "{key:?}");
    }
    assert_eq!((all.len(), fragments.len()), (29_536, 83));
    report.finish(FRAGMENTS);
}

#[test]
fn every_matrix_is_dealt_out_as_it_was() {
    let mut report = Report::new();
    let mut seen = 0;
    for row in csv_rows(FRAGMENTS) {
        let (opcode, operand) = (row.text("instruction"), row.text("operand"));
        let Ok(matrices) = Matrices::from_opcode(opcode) else { continue };
        seen += 1;
        assert!(matrices.is_measured(), "{opcode}");
        let (cell, at) = ((row.number("row"), row.number("column")), row.at());
        let (what, matrix) = operand.split_at(operand.len() - 1);
        if let ("address", Ok(matrix)) = (what, matrix.parse()) {
            report.equal(&at, &"lane", &matrices.address_lane(matrix, cell.0), &Some(row.number("lane")));
            continue;
        }
        let (fragment, matrix) = match operand {
            "source" => (matrices.source().expect("a source"), 0),
            "destination" => (matrices.fragment, 0),
            _ => (matrices.fragment, matrix.parse().expect("the number of a matrix")),
        };
        let slot = slot(&row);
        let found = (fragment.cell_from_slot(slot), fragment.matrix_from_slot(slot));
        report.equal(&at, &"cell", &found, &(cell, matrix));
        report.equal(&at, &"place", &fragment.slot_in_matrix(matrix, cell.0, cell.1), &slot);
    }
    assert_eq!(seen, 28 * (64 + 8) + 2 * 64);
    report.finish(FRAGMENTS);
}

/// Every row of the table is read by its name, and each of its operands holds every cell once, or in as many copies as threads.
#[test]
fn every_form_has_whole_fragments() {
    let names = Form::names();
    assert_eq!(names.len(), 30);
    for name in names {
        let form = Form::from_opcode(name).unwrap_or_else(|why| panic!("{name}: {why}"));
        let operands = Operand::ALL.iter().map(|operand| form.fragment(*operand));
        let scales = [Operand::A, Operand::B].into_iter().filter_map(|operand| form.scales(operand));
        for fragment in operands.chain(scales) {
            let places = fragment.matrices() * fragment.rows * fragment.columns;
            let mut found = BTreeMap::<_, u32>::new();
            for slot in fragment.slots() {
                let ((row, column), matrix) =
                    (fragment.cell_from_slot(slot), fragment.matrix_from_slot(slot));
                assert!(fragment.slots_from_cell(row, column).contains(&slot), "{name} {slot:?}");
                *found.entry((matrix, row, column)).or_default() += 1;
            }
            let copies = fragment.slots().count() as u32 / places;
            assert_eq!(found.len() as u32, places, "{name}");
            assert!(found.values().all(|count| *count == copies), "{name}");
        }
    }
}

/// What was not measured, by what the PTX ISA's text says of it.
#[test]
fn forms_of_sm_120_are_as_the_manual_has_them() {
    let whole =
        "mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X.f32.e4m3.e2m1.f32.ue8m0";
    let form = Form::from_opcode(whole).expect("a form");
    assert_eq!((form.ptx, form.sm, form.is_measured()), ("8.7", 120, false));
    let (a, b) = (form.fragment(Operand::A), form.fragment(Operand::B));
    // A byte for each, also of 4-bit types: 4 × 4 and 2 × 4.
    assert_eq!([a.registers(), a.parts, b.registers(), b.parts], [4, 4, 2, 4]);
    let packed = Form::from_opcode("m16n8k64.kind::mxf4.e2m1").expect("a form");
    let (a, b) = (packed.fragment(Operand::A), packed.fragment(Operand::B));
    assert_eq!([a.registers(), a.parts, b.registers(), b.parts], [4, 8, 2, 8]);
    assert_eq!(a.cell_from_slot(Slot { thread: 6, register: 3, part: 7 }), (9, 55));
    // CUTLASS gives the qualifiers in another order.
    let other =
        "mma.sync.aligned.kind::mxf8f6f4.block_scale.scale_vec::1X.m16n8k32.row.col.f32.e4m3.e2m1.f32.ue8m0";
    assert_eq!(Form::from_opcode(other), Ok(form));
}

/// The lanes are those of CUTLASS's `SFALayout` and `SFBLayout`, and of a map that was read from sm_120 by others.
#[test]
fn scale_factors_are_where_the_selectors_say() {
    for (name, vectors) in [
        ("m16n8k32.kind::mxf8f6f4.e5m2", 1),
        ("m16n8k64.kind::mxf4.e2m1", 2),
        ("m16n8k64.kind::mxf4nvf4.scale_vec::4X.e2m1", 4),
    ] {
        let form = Form::from_opcode(name).expect("a form");
        for (byte, thread) in (0..4).flat_map(|byte| (0..4).map(move |thread| (byte, thread))) {
            let a = form.selector(Operand::A, byte, thread);
            assert_eq!(a.is_ok(), byte % vectors == 0 && thread < 2, "{name} {byte} {thread}");
            let scales = form.scales(Operand::A).expect("scales");
            for (row, block) in (0..16).flat_map(|row| (0..vectors).map(move |block| (row, block))) {
                let Ok(selector) = a else { continue };
                let lane = 4 * (row % 8) + 2 * thread + row / 8;
                let wanted = Slot { thread: lane, register: 0, part: byte + block };
                assert_eq!(scales.slot_in_matrix(selector, row, block), wanted, "{name} A");
            }
            let scales = form.scales(Operand::B).expect("scales");
            for (column, block) in (0..8).flat_map(|column| (0..vectors).map(move |block| (column, block))) {
                let Ok(selector) = form.selector(Operand::B, byte, thread) else { continue };
                let wanted = Slot { thread: 4 * column + thread, register: 0, part: byte + block };
                assert_eq!(scales.slot_in_matrix(selector, block, column), wanted, "{name} B");
            }
        }
    }
}

/// Lane, register and part of `ldmatrix.m16n16` as others read them from sm_120: r0 has four rows of column lane / 4, r1 those
/// of the column 8 further. `stmatrix.m16n8` takes the sums of `mma` as they are.
#[test]
fn matrices_of_bytes_are_transposed() {
    let wide = Matrices::from_opcode("ldmatrix.sync.aligned.m16n16.x2.trans.shared.b8").expect("a form");
    assert_eq!((wide.fragment.registers(), wide.address_lane(1, 3)), (4, Some(19)));
    for slot in wide.fragment.slots() {
        let Slot { thread, register, part } = slot;
        let wanted = (4 * (thread % 4) + part, thread / 4 + 8 * (register % 2));
        assert_eq!(
            (wide.fragment.cell_from_slot(slot), wide.fragment.matrix_from_slot(slot)),
            (wanted, register / 2)
        );
    }
    let stored =
        Matrices::from_opcode("stmatrix.sync.aligned.m16n8.x4.trans.shared.b8").expect("a form").fragment;
    let sums = Form::from_opcode("m16n8k32.e4m3").expect("a form").fragment(Operand::D);
    for slot in stored.slots() {
        let sum = Slot { thread: slot.thread, register: slot.part, part: 0 };
        let (row, column) = sums.cell_from_slot(sum);
        assert_eq!(
            (stored.cell_from_slot(slot), stored.matrix_from_slot(slot)),
            ((column, row), slot.register)
        );
    }
    let padded =
        Matrices::from_opcode("ldmatrix.sync.aligned.m8n16.x4.shared.b8x16.b4x16_p64").expect("a form");
    assert_eq!((padded.memory_bits, padded.fragment.bits, padded.fragment.registers()), (4, 8, 4));
}

/// Forms that there are, and what is said of those that there are not.
#[test]
fn opcodes_are_read_or_the_reason_is_said() {
    for operand in Operand::ALL {
        let quads = Form::from_opcode("m8n8k4.col.row.f32.f16.f16.f16")
            .expect("D and C may differ")
            .fragment(*operand);
        assert_eq!(quads.matrices(), 4);
        assert_eq!(quads.slots_from_cell(1, 2).len(), 4, "a place a product");
    }
    for (opcode, why) in [
        ("wgmma.mma_async", "mma.sync has no qualifier “.wgmma”"),
        ("mma.sync.aligned", "mma.sync needs a shape, such as m16n8k16"),
        (
            "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16",
            "mma.sync needs four types, those of D, A, B and C, and with .block_scale a fifth",
        ),
        ("mma.sync.aligned.m16n8k16.row.col.f32.bf16.f16.f32", "mma.sync does not multiply bf16 × f16"),
        (
            "mma.sync.aligned.m16n8k16.row.row.f32.bf16.bf16.f32",
            "A is .row and B is .col, except for m8n8k4 with f16",
        ),
        (
            "mma.sync.aligned.m16n8k16.row.col.f16.bf16.bf16.f16",
            "mma.sync m16n8k16 of bf16 × bf16 does not give D f16 of C f16",
        ),
        ("mma.sync.aligned.m16n8k32.row.col.f32.e2m1.e2m1.f32", "mma.sync does not multiply e2m1 × e2m1"),
        (
            "mma.sp.sync.aligned.m16n8k32.row.col.f32.bf16.bf16.f32",
            "the fragments of sparse mma.sp are not known",
        ),
        ("m16n8k64.kind::mxf4.scale_vec::4X.e2m1", "mma.sync m16n8k64 with mxf4 has no such scale factors"),
    ] {
        assert_eq!(Form::from_opcode(opcode).expect_err(opcode), why);
    }
    for (opcode, why) in [
        ("ld.shared.b32", "“ld” is none of ldmatrix, stmatrix, movmatrix"),
        (
            "ldmatrix.sync.aligned.m8n8.x1.shared.b8",
            "ldmatrix has no m8n8 of b8: one of m8n8 of b16, m16n16 of b8, m16n16 of b8x16.b6x16_p32, m16n16 of b8x16.b4x16_p64, m8n16 of b8x16.b6x16_p32, m8n16 of b8x16.b4x16_p64",
        ),
        (
            "ldmatrix.sync.aligned.m16n16.x4.trans.shared.b8",
            "ldmatrix.m16n16 moves at most 2 matrices, not 4",
        ),
        (
            "ldmatrix.sync.aligned.m8n16.x1.trans.shared.b8x16.b4x16_p64",
            "ldmatrix.m8n16 of b8x16.b4x16_p64 has no .trans",
        ),
    ] {
        assert_eq!(Matrices::from_opcode(opcode).expect_err(opcode), why);
    }
}
