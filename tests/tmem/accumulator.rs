//! D against CuTe's maps, its inverse, and its table.

use swizzle_core::hardware::CtaForm;
use swizzle_core::{Named as _, Sparsity};
use swizzle_tests::{JsonLine, Report, fnv1a, json_lines};
use swizzle_tmem::tensor_memory::{Accumulator, Alignment, DataPath, Shape, readings};
use swizzle_tmem::{Mark, Point, Refusal};

use crate::tmem::inverse::{check_inverse, every_index};
use crate::tmem::twin;

const FILE: &str = "blackwell/tmem_d.jsonl";
const FORMS: [CtaForm; 3] = [CtaForm::One, CtaForm::Two, CtaForm::WeightStationary];

/// The accumulator of a golden line; CuTe's reading where it differs from the PTX ISA's.
fn accumulator(line: &JsonLine, form: CtaForm, sparsity: Sparsity) -> Accumulator {
    let shape = Shape { form, sparsity, m: line.number("m"), n: line.number("n") };
    let all = Accumulator::all(shape, Alignment::Zero);
    let all = all.unwrap_or_else(|refusal| panic!("{}: {refusal}", line.at()));
    all.into_iter().last().expect("a reading")
}

#[test]
fn it_is_where_cute_has_it() {
    let mut report = Report::new();
    let (mut lines, mut values) = (0, 0);
    for line in json_lines(FILE) {
        let group = line.text("group");
        let is_pair = line.has("cta_group") && line.number("cta_group") == 2;
        let (form, sparsity) = match (group, is_pair) {
            ("dense", false) => (CtaForm::One, Sparsity::Dense),
            ("dense", true) => (CtaForm::Two, Sparsity::Dense),
            ("ws", _) => (CtaForm::WeightStationary, Sparsity::Dense),
            (group, true) if group.starts_with("sparse") => (CtaForm::Two, Sparsity::Sparse),
            _ => continue,
        };
        lines += 1;
        let d = accumulator(&line, form, sparsity);
        let has_cta = group != "ws";
        let at = line.at();
        report.equal(&at, &"columns", &d.law.columns(), &line.number("columns"));
        let map = every_index(&d.law).into_iter().flat_map(|indices| {
            let cell = d.law.point(&indices).expect("an element");
            let cta = has_cta.then_some(cell.cta);
            cta.into_iter().chain([cell.lane, cell.column, 0])
        });
        report.equal(&at, &"hash", &fnv1a(map), &line.hex("fnv"));
        values += usize::try_from(d.shape.m * d.shape.n).expect("small");
    }
    assert_eq!((lines, values), (26, 394_752));
    report.finish("D");
}

/// Every accumulator: all readings, all N in steps of 8, both alignments.
fn every() -> Vec<Accumulator> {
    let mut all = Vec::new();
    for form in FORMS {
        for sparsity in Sparsity::ALL {
            for (m, n) in
                [32, 64, 128, 256].into_iter().flat_map(|m| (8..=256).step_by(8).map(move |n| (m, n)))
            {
                for alignment in Alignment::ALL {
                    let shape = Shape { form, sparsity: *sparsity, m, n };
                    let read = Accumulator::all(shape, *alignment).into_iter().flatten();
                    // Where all lanes are filled, one alignment is as good as the other.
                    let differs =
                        |d: &Accumulator| *alignment == Alignment::Zero || d.reading.path.is_half_the_lanes();
                    all.extend(read.filter(differs));
                }
            }
        }
    }
    all
}

#[test]
fn it_is_where_its_table_has_it() {
    let mut report = Report::new();
    let mut paths = Vec::new();
    for d in every() {
        let half = d.reading.path.is_half_the_lanes();
        let first = match d.alignment {
            Alignment::Sixteen if half => 16,
            Alignment::Zero | Alignment::Sixteen => 0,
        };
        paths.push(d.reading.path);
        for indices in every_index(&d.law) {
            let [cta, lane, column] = twin::accumulator(d.reading.path, d.shape.n, indices[0], indices[1]);
            let wanted = Point { cta, lane: lane + first, column, ..Point::default() };
            let found = d.law.point(&indices);
            report.equal(&d.law.name, &"cell", &found, &Some(wanted));
        }
    }
    paths.sort_unstable();
    paths.dedup();
    assert_eq!(paths, DataPath::ALL);
    report.finish("D against its table");
}

#[test]
fn its_inverse_is_its_inverse() {
    let mut report = Report::new();
    let some = |d: &Accumulator| matches!(d.shape.n, 8 | 24 | 96 | 192 | 256);
    for d in every().iter().filter(|d| some(d)) {
        check_inverse(&mut report, &d.law);
    }
    report.finish("inverse of D");
}

#[test]
fn what_has_no_data_path_is_refused() {
    let shape = |form, m, n| Shape { form, sparsity: Sparsity::Dense, m, n };
    let refusal = |form, m, n| Accumulator::new(shape(form, m, n)).expect_err("refused");
    let text = |form, m, n| refusal(form, m, n).to_string();
    assert_eq!(
        text(CtaForm::One, 32, 64),
        "no data path is known for M = 32 and cta-group-1: M is one of 64, 128"
    );
    for form in FORMS {
        for m in [0, 1, 16, 96, 512, u32::MAX] {
            assert!(matches!(refusal(form, m, 64), Refusal::M { .. }));
        }
    }
    for n in [0, 257, u32::MAX] {
        assert_eq!(refusal(CtaForm::One, 128, n), Refusal::N(n));
    }
    assert_eq!(
        text(CtaForm::WeightStationary, 32, 10),
        "N = 10 is not a multiple of 4, the parts of this data path"
    );
    let d = Accumulator::new(shape(CtaForm::One, 64, 8)).expect("D");
    assert_eq!(d.law.points(&[64, 0]).expect_err("outside").to_string(), "row m 64 is out of range: 0 to 63");
    let other = readings(CtaForm::Two, Sparsity::Dense, 256).expect("A")[0];
    assert!(matches!(Accumulator::as_read(d.shape, other, Alignment::Zero), Err(Refusal::Unknown(_))));
}

#[test]
fn sources_that_disagree_are_both_there() {
    let all = readings(CtaForm::Two, Sparsity::Sparse, 128).expect("two readings");
    let all: Vec<_> = all.iter().map(|r| (r.path, r.mark)).collect();
    let wanted = [(DataPath::C, Mark::Inferred), (DataPath::B, Mark::Code)];
    assert_eq!(all, wanted);
}
