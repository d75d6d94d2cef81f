//! Every scale factor, through the copies, to the steps that use it.

use std::fmt::Write as _;

use swizzle_code::Language;
use swizzle_tests::{HASH, Report, STRICT, assert_printed, fnv1a, grid, json_lines};

use crate::tensor_memory_code::case::scaled;
use crate::tensor_memory_code::cxx::TABLES;

/// Every factor, from its byte in shared memory through the descriptors of the copies to tensor memory, and every step to its
/// factors: each as CuTe has it.
#[test]
fn every_scale_factor_is_copied_to_where_its_step_finds_it() {
    let cases = scaled();
    let (mut source, mut main) = (HASH.to_owned() + TABLES, String::from("int main() {\n"));
    let mut wanted = String::new();
    let mut report = Report::new();
    let (mut maps_of_cute, mut copies_of_cute) = (0, 0);
    for (number, case) in cases.iter().enumerate() {
        let code = case.code(Language::Cuda, &format!("t{number}"));
        source.push_str(&code.replace("#pragma once", ""));
        let rows = [case.m / case.form.ctas(), case.n].map(|rows| rows.div_ceil(128) * 128);
        for (which, rows, shift) in [("A", rows[0], 29), ("B", rows[1], 4)] {
            let (scaling, columns, steps) = case.scales(rows);
            let elements = scaling.elements(case.sparsity);
            let factors = case.k / elements;
            writeln!(
                main,
                "{{ using namespace t{number}; const uint32_t rows = {rows}, factors = {factors}, base = 0x8000; uint32_t faults = 0;\n\
                 std::vector<Place> held(kCopiesOfScalesOf{which} * 512);\n\
                 for (uint32_t copy = 0; copy < kCopiesOfScalesOf{which}; ++copy) {{\n\
                   const uint64_t d = scale_descriptor(base, copy);\n\
                   const uint32_t start = (d & 0x3fff) << 4, sbo = ((d >> 32) & 0x3fff) << 4;\n\
                   faults += ((d >> 46) & 7) != 1 || (d >> 49) != 0 || sbo != 128;\n\
                   for (uint32_t row = 0; row < 32; ++row) for (uint32_t b = 0; b < 16; ++b)\n\
                     held.at(start + row / 8 * sbo + row % 8 * 16 + b - base) = Place{{b % 4, row, scale_copy_column(copy) + b / 4}};\n\
                   std::printf(\"%016llx:%u \", (unsigned long long)d, scale_copy_column(copy));\n\
                 }}\n\
                 uint64_t h = zero;\n\
                 for (uint32_t row = 0; row < rows; ++row) for (uint32_t f = 0; f < factors; ++f) {{\n\
                   const uint32_t block = f / 4 * (rows / 128) + row / 128;\n\
                   const Place& place = held.at(block * 512 + row % 32 * 16 + row % 128 / 32 * 4 + f % 4);\n\
                   for (uint32_t c = 0; c < 4; ++c) h = hash(hash(hash(h, place.lane + 32 * c), place.column), place.cta);\n\
                 }}\n\
                 std::printf(\"%u %016llx\", faults, (unsigned long long)h);\n\
                 for (uint32_t step = 0; step < kSteps; ++step)\n\
                   std::printf(\" %u:%u\", scale_columns(step, {unpadded}), instruction_descriptor(step) >> {shift} & 3);\n\
                 std::printf(\"\\n\"); }}",
                unpadded = if which == "A" { case.m / case.form.ctas() } else { case.n },
            )
            .expect("a string");
            let cells =
                grid(rows, factors).flat_map(|(row, f)| columns.law.points(&[row, f]).expect("a factor"));
            let of_law = fnv1a(cells.flat_map(|cell| [cell.lane, cell.column, cell.bit / 8]));
            for line in json_lines("blackwell/sf_tmem.jsonl") {
                let is_it = line.number("rows") == rows
                    && line.number("kblocks") == factors
                    && line.number("copies") == 4
                    && line.number("cta_group") == case.form.ctas();
                if is_it {
                    report.equal(&line.at(), &"hash", &of_law, &line.hex("fnv"));
                    maps_of_cute += 1;
                }
            }
            let mut line = String::new();
            for copy in 0..rows / 128 * factors.div_ceil(4) {
                let raw = 0x0000_4008_0001_0800_u64 + u64::from(copy) * 32;
                write!(line, "{raw:016x}:{} ", copy * 4).expect("a string");
            }
            for golden in json_lines("blackwell/cp_desc.jsonl") {
                let tile = golden.numbers("tile");
                let is_it = golden.number("vec") == elements
                    && golden.text("which").ends_with(which)
                    && (tile[0], tile[1], tile[2]) == (case.m, case.n, case.k);
                if is_it {
                    let copies = golden.list("copies").iter();
                    let text = copies.map(|pair| format!("{}:{} ", pair[0].as_str().expect("hex"), pair[1]));
                    report.equal(&golden.at(), &"copies", &line, &text.collect());
                    copies_of_cute += 1;
                }
            }
            write!(line, "0 {of_law:016x}").expect("a string");
            for step in 0..steps.steps {
                // The table of the manual: a factor for each id, and the next word after the fourth.
                let first = step * scaling.per_step();
                let table = (first / 4 * (rows / 32), first % 4);
                let given = steps.step(step).expect("a step");
                report.equal(&number, &"step", &(given.column, given.id), &table);
                write!(line, " {}:{}", table.0, table.1).expect("a string");
            }
            wanted += &(line + "\n");
        }
    }
    report.finish("scale factors of the code");
    assert!(maps_of_cute >= 8 && copies_of_cute >= 6, "{maps_of_cute} {copies_of_cute}");
    let files = [("main.cpp".into(), format!("{source}{main}}}\n"))];
    assert_printed(&["g++", "clang++"], STRICT, &files, &wanted, |at| format!("{:?}", cases[at / 2]));
}
