//! Triton's maps, printed independently of CuTe's: linear, each bit of a lane or a column worth a step in the matrix.

use swizzle_core::hardware::CtaForm;
use swizzle_core::{Named as _, Sparsity};
use swizzle_tests::{JsonLine, Report, grid, json_lines};
use swizzle_tmem::moves::{Load, LoadShape, Register};
use swizzle_tmem::scale::{Copies, ScaleColumns};
use swizzle_tmem::tensor_memory::{Accumulator, Shape};
use swizzle_tmem::{Law, Point};

const FILE: &str = "blackwell/triton.jsonl";

type Basis = Vec<[u32; 2]>;

fn basis(line: &JsonLine, key: &str) -> Basis {
    serde_json::from_value(line.value("lin")[key].clone())
        .unwrap_or_else(|error| panic!("{}: {error}", line.at()))
}

/// What the bits of a number add up to; `None` where one of them is worth nothing.
fn sum(basis: &[[u32; 2]], number: u32) -> Option<[u32; 2]> {
    let bits = basis.iter().enumerate();
    let mut set = bits.filter(|(bit, _)| number >> bit & 1 == 1);
    set.try_fold([0, 0], |sum, (_, worth)| (*worth != [0, 0]).then(|| [sum[0] + worth[0], sum[1] + worth[1]]))
}

fn both(a: Option<[u32; 2]>, b: Option<[u32; 2]>) -> Option<(u32, u32)> {
    let ([a, c], [b, d]) = (a?, b?);
    Some((a + b, c + d))
}

/// The law of a line of D, where it is of one tile, its columns side by side: several are packed as a library chooses.
fn d(line: &JsonLine) -> Option<Law> {
    let [block_m, block_n]: [u32; 2] = line.get("block");
    let is_pair = line.flag("two_ctas");
    let form = if is_pair { CtaForm::Two } else { CtaForm::One };
    let tile = [block_m * form.ctas(), block_n];
    let is_one = line.get::<[u32; 2]>("shape") == tile && line.number("col_stride") == 1;
    let shape = Shape { form, sparsity: Sparsity::Dense, m: tile[0], n: tile[1] };
    is_one.then(|| Accumulator::new(shape).expect("D").law)
}

#[test]
fn d_and_scale_factors_are_where_triton_has_them() {
    let mut report = Report::new();
    let mut checked = [0, 0];
    for line in json_lines(FILE).iter().filter(|line| ["D", "scales"].contains(&line.text("what"))) {
        let is_d = line.text("what") == "D";
        let law = if is_d {
            d(line)
        } else {
            let [rows, factors]: [u32; 2] = line.get("shape");
            Some(ScaleColumns::new(Copies::Four, rows, factors).expect("they fit").law)
        };
        let Some(law) = law else { continue };
        checked[usize::from(is_d)] += 1;
        let [rows, columns] = ["rows", "cols"].map(|key| basis(line, key));
        // Triton gives 32 rows of factors two columns and puts nothing new in the second one.
        let bits = columns.iter().filter(|worth| is_d || **worth != [0, 0]).count();
        if is_d {
            report.equal(&line.at(), &"columns", &law.columns(), &(1 << bits));
        } else {
            report.holds(&line.at(), &"four copies", rows[5..].iter().all(|worth| *worth == [0, 0]));
        }
        for (lane, at) in grid(128, 1 << bits) {
            let (own, copy) = if is_d { (lane, 0) } else { (lane % 32, lane / 32) };
            let (column, bit) = if is_d { (at, 0) } else { (at / 4, at % 4 * 8) };
            let wanted = both(sum(&rows, own), sum(&columns, at));
            let found = law.indices(Point { lane, column, bit, ..Point::default() });
            let index = |indices: &Vec<u32>| (indices[0], indices[1], indices.get(2).copied().unwrap_or(0));
            let wanted = wanted.map(|(row, column)| (row, column, copy));
            report.equal(&line.at(), &"element", &found.first().map(index), &wanted);
        }
    }
    assert_eq!(checked, [7, 6]);
    report.finish("D and scale factors, Triton");
}

#[test]
fn registers_hold_what_triton_has_in_them() {
    let mut report = Report::new();
    let mut checked = 0;
    for line in json_lines(FILE).iter().filter(|line| line.text("what") == "reg") {
        let variant = LoadShape::from_name(line.text("variant")).expect("a shape");
        let [m, n]: [u32; 2] = line.get("shape");
        // Of M = 64, the lanes that a whole warp reads beside D are another tile's; that is a library's choice.
        if line.has("error") || (m, variant) == (64, LoadShape::S32x32b) {
            continue;
        }
        checked += 1;
        let d = Accumulator::new(Shape { form: CtaForm::One, sparsity: Sparsity::Dense, m, n });
        let d = d.expect("D");
        let columns_of_one = Load::new(variant, 1, false, None).expect("a load").law.columns();
        let load = Load::new(variant, n / columns_of_one, false, None).expect("a load");
        let [in_register, in_thread, in_warp] =
            ["reg_bases", "lane_bases", "warp_bases"].map(|key| basis(line, key));
        // A shape of 16 lanes reads D of 128 rows with a second load, 16 lanes further.
        for number in 0..1_u32 << in_register.len() {
            let (second, register) = (number / load.registers(), number % load.registers());
            for (warp, thread) in grid(4, 32) {
                let at = Register { warp, thread, register, half: 0 };
                let mut cell = load.cell_from_register(at).expect("a register");
                cell.lane += 16 * second;
                let parts = [sum(&in_register, number), sum(&in_thread, thread), sum(&in_warp, warp)];
                let parts: Vec<[u32; 2]> = parts.into_iter().flatten().collect();
                let wanted = parts.iter().fold((0, 0), |(m, n), [a, b]| (m + a, n + b));
                let found = d.law.element(cell).map(<(u32, u32)>::from);
                report.equal(&line.at(), &"element", &found, &Some(wanted));
            }
        }
    }
    assert_eq!(checked, 7);
    report.finish("registers, Triton");
}
