//! Triton's maps, printed independently of CuTe's: linear, each bit of a lane or a column worth a step in the matrix.

use serde_json::Value;
use swizzle_core::hardware::CtaForm;
use swizzle_core::{Named as _, Sparsity};
use swizzle_tests::{JsonLine, Report, json_lines};
use swizzle_tmem::Point;
use swizzle_tmem::moves::{Load, LoadShape, Register};
use swizzle_tmem::scale::{Copies, ScaleColumns};
use swizzle_tmem::tensor_memory::{Accumulator, Shape};

const FILE: &str = "blackwell/triton.jsonl";

type Basis = Vec<[u32; 2]>;

fn basis(line: &JsonLine, key: &str) -> Basis {
    let lin: Value = line.value("lin").clone();
    let number = |value: &Value| value.as_u64().and_then(|n| u32::try_from(n).ok());
    let pair = |value: &Value| Some([number(value.get(0)?)?, number(value.get(1)?)?]);
    let all = lin.get(key).and_then(Value::as_array);
    let all: Option<Basis> = all.and_then(|all| all.iter().map(pair).collect());
    all.unwrap_or_else(|| panic!("{}: {key} is not a list of pairs", line.at()))
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

fn lines(what: &str) -> Vec<JsonLine> {
    let all = json_lines(FILE).into_iter();
    all.filter(|line| line.text("what") == what).collect()
}

#[test]
fn d_is_where_triton_has_it() {
    let mut report = Report::new();
    let mut checked = 0;
    for line in lines("D") {
        let [block_m, block_n] = line.numbers("block")[..] else { panic!("{}: two sides", line.at()) };
        let shape = line.numbers("shape");
        let is_pair = line.flag("two_ctas");
        // One tile, its columns side by side; several are packed as a library chooses.
        let tile = if is_pair { [2 * block_m, block_n] } else { [block_m, block_n] };
        if shape != tile || line.number("col_stride") != 1 {
            continue;
        }
        checked += 1;
        let d = Accumulator::new(Shape {
            form: if is_pair { CtaForm::Two } else { CtaForm::One },
            sparsity: Sparsity::Dense,
            m: tile[0],
            n: tile[1],
        });
        let d = d.expect("D");
        let [rows, cols] = ["rows", "cols"].map(|key| basis(&line, key));
        report.equal(&line.at(), &"columns", &d.law.columns(), &(1 << cols.len()));
        for (lane, column) in (0..128).flat_map(|l| (0..1 << cols.len()).map(move |c| (l, c))) {
            let wanted = both(sum(&rows, lane), sum(&cols, column));
            let cell = Point { lane, column, ..Point::default() };
            let found = d.law.element(cell).map(<(u32, u32)>::from);
            report.equal(&line.at(), &"element", &found, &wanted);
        }
    }
    assert_eq!(checked, 6);
    report.finish("D, Triton");
}

#[test]
fn scale_factors_are_where_triton_has_them() {
    let mut report = Report::new();
    let all = lines("scales");
    assert_eq!(all.len(), 7);
    for line in all {
        let [rows, factors] = line.numbers("shape")[..] else { panic!("{}: two sides", line.at()) };
        let columns = ScaleColumns::new(Copies::Four, rows, factors).expect("they fit");
        let [lanes, bytes] = ["rows", "cols"].map(|key| basis(&line, key));
        // Triton gives 32 rows two columns and puts nothing new in the second one.
        let (lane_bits, byte_bits) = (5, bytes.iter().filter(|worth| **worth != [0, 0]).count());
        for (lane, byte) in (0..128).flat_map(|l| (0..1 << byte_bits).map(move |b| (l, b))) {
            let wanted = both(sum(&lanes, lane % 32), sum(&bytes, byte));
            let cell = Point { lane, column: byte / 4, bit: byte % 4 * 8, ..Point::default() };
            let found = columns.law.element(cell).map(<(u32, u32, u32)>::from);
            let wanted = wanted.map(|(row, factor)| (row, factor, lane / 32));
            report.equal(&line.at(), &"factor", &found, &wanted);
        }
        let copies = lanes[lane_bits..].iter().all(|worth| *worth == [0, 0]);
        report.holds(&line.at(), &"four copies", copies);
    }
    report.finish("scale factors, Triton");
}

#[test]
fn registers_hold_what_triton_has_in_them() {
    let mut report = Report::new();
    let mut checked = 0;
    for line in lines("reg") {
        let variant = LoadShape::from_name(line.text("variant")).expect("a shape");
        let [m, n] = line.numbers("shape")[..] else { panic!("{}: two sides", line.at()) };
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
            ["reg_bases", "lane_bases", "warp_bases"].map(|key| basis(&line, key));
        // A shape of 16 lanes reads D of 128 rows with a second load, 16 lanes further.
        for number in 0..1_u32 << in_register.len() {
            let (second, register) = (number / load.registers(), number % load.registers());
            for (warp, thread) in (0..4).flat_map(|w| (0..32).map(move |t| (w, t))) {
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
