//! How warps reach shared memory: banks, wavefronts and register fragments against an H200, and the code of a producer
//! against the address law.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use swizzle_core::access::{
    ACCESSES, Access, AddressCode, FILLS, Form, Formula, Fragment, Known, Lanes, Preset, READS,
    Slot, address_code, lanes_from_layout, wavefronts_from_lanes,
};
use swizzle_core::{Element, Layout, Major, Named, Swizzle};
use swizzle_tests::{ByHand, CsvRow, Report, csv_rows, fnv1a, scratch, skipped};

fn lanes(row: &CsvRow) -> Lanes {
    std::array::from_fn(|lane| {
        let column = format!("lane{lane}");
        (!row.text(&column).is_empty()).then(|| row.number(&column))
    })
}

fn check_banks(file: &'static str, count: usize) {
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

#[test]
fn wavefronts_and_conflicts_are_those_that_the_profiler_counted() {
    check_banks("banks_h200.csv", 130);
}

/// Accesses in which lanes share addresses, or take no part.
#[test]
fn lanes_that_share_addresses_are_served_as_measured() {
    check_banks("banks_shared_h200.csv", 605);
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

#[test]
fn fragments_are_those_that_the_registers_held() {
    let file = "fragments_h200.csv";
    let mut report = Report::new();
    let mut count = BTreeMap::new();
    for row in csv_rows(file) {
        let what = row.text("what").to_owned();
        let (fragment, bits) = match &*what {
            "wgmma_d_f32_n64" => (Fragment::Accumulator, 32),
            "wgmma_a_16bit_k16" => (Fragment::OperandA, 16),
            "ldmatrix_x4" | "stmatrix_x4" => (Fragment::Matrices, 16),
            "ldmatrix_x4_trans" | "stmatrix_x4_trans" => (Fragment::MatricesTransposed, 16),
            other => panic!("{}: {other}", row.at()),
        };
        *count.entry(what).or_insert(0) += 1;
        let register = row.number("register");
        let part = match row.text("half") {
            "" => 0,
            _ => row.number("half"),
        };
        let thread = row.number("thread");
        let slot = Slot {
            thread,
            register,
            part,
        };
        let cell = (row.number("row"), row.number("col"));
        report.equal(
            &row.at(),
            &"cell",
            &fragment.cell_from_slot(slot, bits),
            &cell,
        );
        // Of matrices, the register is the number of the matrix.
        let is_of_matrices = !row.text("matrix").is_empty();
        let wanted = match is_of_matrices {
            true => {
                assert_eq!(row.number("matrix"), register, "{}", row.at());
                Slot {
                    register: 0,
                    ..slot
                }
            }
            false => slot,
        };
        let found = fragment.slot_from_cell(cell.0, cell.1, bits);
        report.equal(&row.at(), &"place", &found, &wanted);
    }
    assert_eq!(count.len(), 6);
    assert_eq!(count.values().sum::<i32>(), 6144);
    report.finish(file);
}

/// Of other widths the fragments are as the PTX ISA draws them: four bytes a register along K, 8 rows further, 16 bytes
/// of K further.
#[test]
fn a_fragment_holds_every_cell_once() {
    for (fragment, bits, registers, cells) in [
        (Fragment::OperandA, 8, 4, 64 * 32),
        (Fragment::OperandA, 16, 4, 64 * 16),
        (Fragment::OperandA, 32, 4, 64 * 8),
        (Fragment::Accumulator, 32, 128, 64 * 256),
        (Fragment::Matrices, 16, 1, 64),
        (Fragment::MatricesTransposed, 16, 1, 64),
    ] {
        let mut found = std::collections::BTreeSet::new();
        for thread in 0..fragment.threads() {
            for register in 0..registers {
                for part in 0..fragment.parts(bits) {
                    let slot = Slot {
                        thread,
                        register,
                        part,
                    };
                    let (row, column) = fragment.cell_from_slot(slot, bits);
                    assert_eq!(fragment.slot_from_cell(row, column, bits), slot);
                    found.insert((row, column));
                }
            }
        }
        assert_eq!(found.len(), cells, "{fragment:?} {bits}");
    }
}

/// What a column of 128-byte rows costs: 8-way on plain rows, nothing where the swizzle is as wide as the row.
#[test]
fn a_swizzle_as_wide_as_the_row_takes_the_conflicts_away() {
    for element in [Element::Bf16, Element::Tf32, Element::S8] {
        for (swizzle, bytes) in [(Swizzle::B32, 32), (Swizzle::B64, 64), (Swizzle::B128, 128)] {
            let columns = bytes * 8 / element.slot_bits();
            for preset in [
                Preset::ColumnByColumn,
                Preset::FragmentOfA,
                Preset::EpilogueMatrix,
            ] {
                let ways = |form: Form| {
                    let layout = form.layout(element, Major::K, 64, columns);
                    let lanes = lanes_from_layout(
                        preset.access(),
                        &preset.formula(),
                        &layout,
                        (64, columns),
                    );
                    let lanes = lanes.expect("an answer");
                    wavefronts_from_lanes(preset.access(), &lanes).ways()
                };
                let plain = bytes / 16;
                assert_eq!(ways(Form::Plain), plain, "{preset:?} {bytes}");
                assert_eq!(ways(Form::Canonical(swizzle)), 1, "{preset:?} {bytes}");
                assert_eq!(ways(Form::Padded), 1, "{preset:?} {bytes}");
                assert_eq!(
                    ways(Form::Canonical(Swizzle::None)),
                    1,
                    "{preset:?} {bytes}"
                );
            }
        }
    }
}

/// One producer's code, and what it has to write.
struct Producer {
    access: Access,
    formula: Formula,
    layout: Layout,
    form: Form,
    sides: (u32, u32),
    code: AddressCode,
}

fn producers() -> Vec<Producer> {
    let mut all = Vec::new();
    for element in [
        Element::Bf16,
        Element::Tf32,
        Element::S8,
        Element::E2m1Packed,
    ] {
        for major in [Major::K, Major::Mn] {
            for form in Form::ALL {
                for preset in Preset::ALL {
                    for sides in [
                        (64, 64),
                        (32, 128),
                        (64, 32),
                        (64, 128),
                        (40, 64),
                        (128, 256),
                    ] {
                        let layout = form.layout(element, major, sides.0, sides.1);
                        all.extend(producer(
                            preset.access(),
                            preset.formula_text(),
                            layout,
                            form,
                            sides,
                        ));
                    }
                }
            }
        }
    }
    // Formulas of somebody's own, with operators that bind less than an addition, and lanes that leave gaps.
    for (access, formula) in [
        (Access::Store16, "(lane & 7, lane >> 3 << 3)"),
        (Access::Store16, "tid -> (tid / 8, tid % 8 * 8)"),
        (Access::Store4, "(lane / 4 | 0, (lane & 3) * width)"),
        (Access::Store4, "(lane / 8, lane % 8 * 4)"),
        (Access::Store16, "(lane % 8, 0)"),
    ] {
        for form in Form::ALL {
            let layout = form.layout(Element::Bf16, Major::K, 64, 128);
            all.extend(producer(access, formula, layout, form, (64, 128)));
        }
    }
    all
}

fn producer(
    access: Access,
    formula_text: &str,
    layout: Layout,
    form: Form,
    sides: (u32, u32),
) -> Option<Producer> {
    let formula = Formula::parse(formula_text).expect("a formula");
    match address_code(access, formula_text, &layout, sides) {
        Ok(code) => Some(Producer {
            access,
            formula,
            layout,
            form,
            sides,
            code,
        }),
        // A matrix may be too small for a preset.
        Err(error) => {
            let lanes = lanes_from_layout(access, &formula, &layout, sides);
            assert_eq!(lanes.err(), Some(error));
            None
        }
    }
}

impl Producer {
    fn is_complete(&self) -> bool {
        !self
            .code
            .text
            .lines()
            .next()
            .unwrap_or("")
            .contains("Incomplete")
    }

    fn width(&self) -> u32 {
        self.known(0).width
    }

    fn known(&self, lane: u32) -> Known {
        Known::of(
            self.access,
            self.layout.element(),
            self.sides.0,
            self.sides.1,
            lane,
        )
    }

    /// Where the law has the elements at a row and a column: written down a second time.
    fn wanted(&self, row: u32, column: u32) -> u32 {
        let (params, element) = (self.layout.params(), self.layout.element());
        let is_k_major = self.layout.major() == Major::K;
        let mode = match self.form {
            Form::Plain | Form::Padded => {
                let bytes = self.sides.1 * element.slot_bits() / 8;
                let padding = if self.form == Form::Padded { 16 } else { 0 };
                let pitch = bytes.next_multiple_of(16) + padding;
                return params.start_bytes + row * pitch + column * element.slot_bits() / 8;
            }
            Form::Canonical(Swizzle::None) => 0,
            Form::Canonical(Swizzle::B32) => 1,
            Form::Canonical(Swizzle::B64) => 2,
            Form::Canonical(Swizzle::B128) => 3,
            Form::Canonical(Swizzle::B128Atom32) => 4,
        };
        let law = ByHand {
            per_unit: element.per_unit(),
            pitch_bits: element.pitch_bits(),
            is_k_major,
            mode,
            start: params.start_bytes,
            lbo: params.lbo_bytes,
            sbo: params.sbo_bytes,
            base_offset: 0,
        };
        match is_k_major {
            true => law.byte(row, column).0,
            false => law.byte(column, row).0,
        }
    }

    /// The hash of where each access of the matrix goes, row by row; what is never accessed is all ones.
    fn hash(&self) -> (u64, u32) {
        let ((rows, columns), width) = (self.sides, self.width());
        let mut places = vec![u32::MAX; (rows * (columns / width)) as usize];
        let mut put = |row: u32, column: u32| {
            places[(row * (columns / width) + column / width) as usize] = self.wanted(row, column);
        };
        let (all_rows, all_columns) = self.code.covered;
        if !self.code.text.contains("leave gaps") {
            for row in 0..all_rows {
                for column in (0..all_columns).step_by(width as usize) {
                    put(row, column);
                }
            }
        } else {
            let (bytes, steps) = self.code.steps;
            let elements = bytes * 8 / self.layout.element().slot_bits();
            for lane in 0..self.access.lanes() as u32 {
                let (row, column) = self.formula.at(self.known(lane)).expect("it has places");
                for step in 0..steps {
                    put(row, column + step * elements);
                }
            }
        }
        let taken = places.iter().filter(|place| **place != u32::MAX).count();
        (fnv1a(places), taken as u32)
    }
}

/// Compiled for the host with the instruction replaced, and run for all lanes: every place of the matrix is accessed once, and
/// where the law has it.
#[test]
fn the_code_of_a_producer_computes_the_addresses_of_the_law() {
    let all = producers();
    assert!(all.len() > 500, "{}", all.len());
    let mut source = String::from(
        "#include <cstdint>\n#include <cstdio>\n#include <vector>\n\
         static std::vector<uint32_t> places; static uint32_t columns, width, twice, taken;\n\
         static void put(uint32_t address, uint32_t row, uint32_t column) {\n\
           uint32_t& at = places.at(row * (columns / width) + column / width);\n\
           twice += at != ~0u && at != address; taken += at == ~0u; at = address;\n\
         }\n\
         static void print(int number) {\n\
           uint64_t h = 0xcbf29ce484222325ull;\n\
           for (uint32_t place : places) for (int i = 0; i < 4; ++i) h = (h ^ ((place >> (8 * i)) & 255)) * 0x100000001b3ull;\n\
           std::printf(\"%d %016llx %u %u\\n\", number, (unsigned long long)h, taken, twice);\n\
         }\n\
         #define use(a) put(a, row, column + step * elements)\n",
    );
    let mut calls = String::new();
    for (number, one) in all.iter().enumerate() {
        let ((rows, columns), width) = (one.sides, one.width());
        let elements = one.code.steps.0 * 8 / one.layout.element().slot_bits();
        source += &format!(
            "static void f{number}(uint32_t lane) {{\n[[maybe_unused]] const uint32_t tile = {}, step = 0, elements = {elements};\n{}}}\n",
            one.layout.start_bytes(),
            one.code.text
        );
        calls += &format!(
            "  places.assign({}, ~0u); columns = {columns}; width = {width}; twice = taken = 0;\n  for (uint32_t lane = 0; lane < {}; ++lane) f{number}(lane);\n  print({number});\n",
            rows * (columns / width),
            one.access.lanes()
        );
    }
    source += &format!("int main() {{\n{calls}}}\n");
    let folder = scratch("producers");
    let (file, program) = (folder.join("main.cpp"), folder.join("main"));
    fs::write(&file, source).expect("a file is written");
    let compiled = Command::new("g++")
        .args(["-std=c++17", "-Wall", "-Wextra", "-Werror", "-O0"])
        .arg(&file)
        .arg("-o")
        .arg(&program)
        .output();
    let Ok(compiled) = compiled else {
        return skipped("g++");
    };
    let errors = String::from_utf8_lossy(&compiled.stderr);
    assert!(
        compiled.status.success(),
        "{}",
        errors.lines().take(20).collect::<Vec<_>>().join("\n")
    );
    let printed = Command::new(&program).output().expect("it runs").stdout;
    let printed = String::from_utf8(printed).expect("text");
    assert_eq!(printed.lines().count(), all.len());
    let mut incomplete = 0;
    for ((number, line), one) in printed.lines().enumerate().zip(&all) {
        let (hash, taken) = one.hash();
        let wanted = format!("{number} {hash:016x} {taken} 0");
        assert_eq!(
            line, wanted,
            "{:?} {:?}:\n{}",
            one.form, one.sides, one.code.text
        );
        incomplete += usize::from(!one.is_complete());
    }
    assert!(incomplete < all.len() / 4, "{incomplete} of {}", all.len());
    fs::remove_dir_all(folder).expect("the folder goes");
}

#[test]
fn an_epilogue_writes_the_whole_tile() {
    let layout = Form::Canonical(Swizzle::B128).layout(Element::Bf16, Major::K, 64, 128);
    let preset = Preset::EpilogueMatrix;
    let code = address_code(preset.access(), preset.formula_text(), &layout, (64, 128));
    let code = code.expect("a code");
    assert_eq!(code.covered, (64, 128), "{}", code.text);
    assert!(
        code.text.contains("row0 += 16") && code.text.contains("column0 += 64"),
        "{}",
        code.text
    );
    // Rows that the lanes of a warp do not end in: the first line says so.
    let layout = Form::Canonical(Swizzle::B128).layout(Element::Bf16, Major::K, 40, 128);
    let code = address_code(preset.access(), preset.formula_text(), &layout, (40, 128));
    let text = code.expect("a code").text;
    let first = text.lines().next().unwrap_or("");
    assert!(
        first.ends_with("Incomplete: it reaches 32 of 40 rows and 128 of 128 columns"),
        "{text}"
    );
}

/// The table of what a layout costs says what the probe measured, and nothing that it did not.
#[test]
fn what_a_layout_costs_is_what_the_probe_measured() {
    let file = "hopper_costs.csv";
    let rows = csv_rows(file);
    let decimal = |text: &str| text.parse::<f64>().expect("a number");
    let of = |what: &'static str| rows.iter().filter(move |row| row.text("what") == what);
    for row in of("read") {
        let read = READS
            .iter()
            .find(|read| format!("n{}", read.n) == row.text("case"));
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
        assert_eq!(
            f64::from(cycles),
            decimal(row.text("cycles")),
            "{}",
            row.at()
        );
        let told = decimal(row.text("bytes_per_cycle"));
        assert_eq!(f64::from(bytes) / 10.0, told, "{}", row.at());
    }
    assert_eq!(of("fill").count(), 2 * FILLS.len());
    for cost in ACCESSES {
        // The file calls `ldmatrix` and `stmatrix` by their count alone.
        let name = cost.access.ptx().replace(".sync.aligned.m8n8", "");
        let name = name.replace(".shared.b16", "");
        let row = of("access").find(|row| {
            name == row.text("how") && row.text("case") == format!("{}-way", cost.ways)
        });
        let row = row.unwrap_or_else(|| panic!("{name}, {}-way: not measured", cost.ways));
        let cycles = f64::from(cost.cycles_hundredths) / 100.0;
        assert_eq!(cycles, decimal(row.text("cycles")), "{}", row.at());
    }
}
