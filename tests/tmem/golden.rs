//! Whole maps against those that CuTe printed, by their hashes. The samples beside them, `tmem_golden.rs` of the program asks.

use swizzle_core::hardware::{CopyShape, CtaForm, Kind};
use swizzle_core::{Element, Named as _, Sparsity};
use swizzle_tests::{JsonLine, Report, fnv1a, grid, json_lines};
use swizzle_tmem::moves::{Load, LoadShape};
use swizzle_tmem::scale::{Copies, Order, ScaleBlocks, ScaleColumns};
use swizzle_tmem::tensor_memory::{Accumulator, Alignment, Shape, metadata, operand_a};
use swizzle_tmem::{Law, Point};

/// The law of a line, and the numbers of its map.
type Golden = (Law, Vec<u32>);

fn points(law: &Law, rows: u32, columns: u32) -> impl Iterator<Item = Point> {
    grid(rows, columns).flat_map(|(row, column)| law.points(&[row, column]).expect("an element"))
}

fn form(line: &JsonLine) -> CtaForm {
    if line.has("cta_group") && line.number("cta_group") == 2 { CtaForm::Two } else { CtaForm::One }
}

fn tensor_memory(line: &JsonLine) -> Vec<Golden> {
    let (form, group) = (form(line), line.text("group"));
    let (rows, n) = (line.number("m"), line.number("n"));
    if group == "a_tmem" {
        let element = match line.number("bits") {
            32 => Element::Tf32,
            16 => Element::F16,
            _ => Element::S8,
        };
        // Rows are those of one CTA.
        let a = operand_a(form, rows * form.ctas(), n, element, Alignment::Zero).expect("A");
        let cell = |(m, k)| {
            let cell = a.points(&[m, k]).expect("an element")[0];
            [cell.lane, cell.column, cell.bit / element.slot_bits()]
        };
        let map = grid(rows, n).flat_map(cell).collect();
        return vec![(a, map)];
    }
    let (form, sparsity) = match (group, form) {
        ("dense", form) => (form, Sparsity::Dense),
        ("ws", _) => (CtaForm::WeightStationary, Sparsity::Dense),
        (group, CtaForm::Two) if group.starts_with("sparse") => (CtaForm::Two, Sparsity::Sparse),
        _ => return Vec::new(),
    };
    // CuTe's reading where it differs from the PTX ISA's.
    let d = Accumulator::all(Shape { form, sparsity, m: rows, n }, Alignment::Zero);
    let law = d.expect("readings").pop().expect("a reading").law;
    let cta = |cell: &Point| (group != "ws").then_some(cell.cta);
    let map =
        points(&law, rows, n).flat_map(|cell| cta(&cell).into_iter().chain([cell.lane, cell.column, 0]));
    let map = map.collect();
    vec![(law, map)]
}

fn sparse(line: &JsonLine) -> Vec<Golden> {
    let (k, steps, per_byte) = (line.number("k"), line.number("steps"), line.number("k_per_byte"));
    let of = |name: &str| {
        let kind = Kind::from_name(name).expect("a kind");
        assert_eq!(kind.k(Sparsity::Sparse), k, "{}", line.at());
        let law = metadata(kind, line.number("m"), k * steps).expect("metadata");
        assert_eq!(2 * law.axes()[1].per, per_byte, "{}", line.at());
        // CuTe has a bit for each element of a byte, not for each group.
        let all = (0..steps).flat_map(|step| grid(128, k).map(move |(m, at)| (m, step * k + at)));
        let map = all.flat_map(|(m, k)| {
            let cell = law.points(&[m, k]).expect("an element")[0];
            [cell.lane, cell.column, cell.bit / 8, k % per_byte * 8 / per_byte]
        });
        let map = map.collect();
        (law, map)
    };
    line.text("kind").split(", ").map(of).collect()
}

fn in_memory(line: &JsonLine) -> Vec<Golden> {
    let order = if line.text("what") == "tile_atom_to_shape" { Order::Tensor } else { Order::Stage };
    let (rows, factors) = (line.number("rows"), line.number("kblocks"));
    let blocks = ScaleBlocks::new(order, rows, factors).expect("they fit");
    assert_eq!(blocks.bytes(), line.number("bytes"), "{}", line.at());
    let map = points(&blocks.law, rows, factors).map(|point| point.memory_byte).collect();
    vec![(blocks.law, map)]
}

fn factors(line: &JsonLine) -> Vec<Golden> {
    let copies = if line.number("copies") == 4 { Copies::Four } else { Copies::Two };
    let (rows, factors) = (line.number("rows"), line.number("kblocks"));
    let law = ScaleColumns::new(copies, rows, factors).expect("they fit").law;
    let map = points(&law, rows, factors).flat_map(|cell| [cell.lane, cell.column, cell.bit / 8]).collect();
    vec![(law, map)]
}

fn moves(line: &JsonLine) -> Vec<Golden> {
    let shape = LoadShape::from_name(line.text("shape")).expect("a shape");
    // Packed maps are not among these lines.
    let load = Load::new(shape, line.number("num"), false, None).expect("a load");
    assert_eq!(load.registers(), line.number("regs"), "{}", line.at());
    let cells = grid(32, load.registers()).flat_map(|(thread, at)| load.law.points(&[0, thread, at, 0]));
    let words = cells.flatten().map(|cell| cell.lane << 21 | cell.column << 5);
    let map = words.flat_map(|low| [low, low | 16]).collect();
    vec![(load.law, map)]
}

/// Files, their maps, and how many maps and numbers there are.
type File = (&'static str, fn(&JsonLine) -> Vec<Golden>, (usize, usize));

const FILES: [File; 5] = [
    ("blackwell/tmem_d.jsonl", tensor_memory, (26 + 4, 1_511_424 + 24_576)),
    ("blackwell/metadata.jsonl", sparse, (18, 901_120)),
    ("blackwell/sf_smem.jsonl", in_memory, (22, 183_984)),
    ("blackwell/sf_tmem.jsonl", factors, (10, 193_536)),
    ("blackwell/ldst.jsonl", moves, (74, 2 * 81_344)),
];

#[test]
fn everything_is_where_cute_has_it() {
    let mut report = Report::new();
    for (file, maps, wanted) in FILES {
        let mut counted = (0, 0);
        for line in json_lines(file) {
            for (law, map) in maps(&line) {
                counted = (counted.0 + 1, counted.1 + map.len());
                if line.has("columns") {
                    report.equal(&line.at(), &"columns", &law.columns(), &line.number("columns"));
                }
                report.equal(&line.at(), &"hash", &fnv1a(map), &line.hex("fnv"));
            }
        }
        assert_eq!(counted, wanted, "{file}");
    }
    // Which bytes a copy takes where, the program is asked; here its rows.
    let copies = json_lines("blackwell/cp.jsonl");
    assert_eq!(copies.len(), 12);
    for line in copies {
        let shape = CopyShape::from_name(line.text("shape")).expect("a shape");
        let golden = (line.number("rows"), line.number("row_bytes"));
        report.equal(&line.at(), &"rows", &(shape.rows(), shape.row_bytes()), &golden);
    }
    report.finish("maps of CuTe");
}
