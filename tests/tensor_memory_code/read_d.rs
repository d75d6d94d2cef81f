//! Every element of D, through the loads that read it.

use std::fmt::Write as _;

use swizzle_code::Language;
use swizzle_core::Named as _;
use swizzle_core::hardware::CtaForm;
use swizzle_tests::{HASH, JsonLine, STRICT, assert_printed, fnv1a, grid, json_lines, sample};
use swizzle_tmem::moves::LoadShape;

use crate::tensor_memory_code::case::{Case, SHAPES, accumulators, golden_d};
use crate::tensor_memory_code::cxx::TABLES;

/// The repetition of the load in the code's instruction.
fn num(code: &str, shape: LoadShape) -> u32 {
    let head = format!("\"tcgen05.ld.sync.aligned.{}.x", shape.name());
    let (_, rest) = code.split_once(&head).expect("a load");
    let (num, _) = rest.split_once('.').expect("its end");
    num.parse().expect("a number")
}

/// The first load of warp 0 as CuTe's maps have it, from lane 0 on, as a hash.
fn of_load(case: &Case) -> String {
    let first = match case.load {
        LoadShape::S32x32b => 0,
        _ => case.first_lane(),
    };
    format!(
        "uint64_t first = zero;\n\
         for (uint32_t t = 0; t < 32; ++t) for (uint32_t r = 0; r < kLoadRegisters; ++r) {{\n\
           const Register at{{0, 0, t, r}}; const uint32_t low = (lane_of(at) - {first}) << 21 | tensor_column_of(at) << 5;\n\
           first = hash(hash(first, low), low | 16); }}\n\
         std::printf(\" %016llx\", (unsigned long long)first);"
    )
}

/// Every register of every load of every warp: the address that the warp gives, plus the table of the shape, is where the code
/// says it is, and the element there is D's; each element of D is read exactly once.
#[test]
fn every_element_of_d_is_read_from_its_cell() {
    let all = accumulators();
    let cases = sample(&all, 2);
    let (mut source, mut main) = (HASH.to_owned() + TABLES, String::from("int main() {\n"));
    let mut nums = Vec::new();
    for (number, case) in cases.iter().enumerate() {
        let code = case.code(Language::Cuda, &format!("t{number}"));
        let num = num(&code, case.load);
        nums.push(num);
        assert_eq!(code.contains(".pack::16b.b32"), case.is_packed(), "{code}");
        let split = match case.load {
            LoadShape::S16x32bx2 => format!(", {};", num * (1 + u32::from(case.is_packed()))),
            _ => ";".to_owned(),
        };
        let operand = format!("      \"[%{}]{split}\\n\"", num * case.load.registers());
        assert!(code.contains(&operand), "no {operand} in\n{code}");
        let column = format!("kColumnOfD = {}", case.d_column);
        assert!(code.contains(&column), "no {column} in\n{code}");
        let address = case.first_lane() << 16 | case.d_column;
        let lane = format!("kLaneOfD = 16, kOffsetOfD = 0x{address:08x};");
        assert_eq!(code.contains(&lane), case.first_lane() > 0, "{code}");
        source.push_str(&code.replace("#pragma once", ""));
        let shape = SHAPES.iter().position(|shape| *shape == case.load).expect("a shape");
        let ctas = case.form.ctas();
        let rank = if ctas == 2 { ", rank" } else { "" };
        let idle = if code.contains("bool is_of_d") { "if (!is_of_d(at)) continue;" } else { "" };
        writeln!(
            main,
            "{{ using namespace t{number}; uint32_t faults = 0; std::vector<Place> seen({m} * {n}, Place{{~0u, ~0u, ~0u}});\n\
             for (uint32_t rank = 0; rank < {ctas}; ++rank) for (uint32_t warp = 0; warp < 4; ++warp)\n\
             for (uint32_t load = 0; load < kLoads; ++load) for (uint32_t t = 0; t < 32; ++t) for (uint32_t r = 0; r < kLoadRegisters; ++r) for (uint32_t half = 0; half < {wide}; ++half) {{\n\
               const Register at{{warp, load, t, r{half}}}; const uint32_t offset = {first}u * 65536 + load_offset(warp, load);\n\
               const uint32_t lane = (offset >> 16) + hw_lane({shape}, t, r), column = (offset & 0xffff) + hw_column({shape}, t, r, {num}, {wide}, half);\n\
               faults += load_offset(warp, load) != load_offset(warp + 4, load); faults += lane / 32 != warp;\n\
               faults += lane != lane_of(at) || column != tensor_column_of(at);\n\
               {idle}\n\
               const uint32_t row = row_of(at{rank}), n = column_of(at);\n\
               if (row >= {m} || n >= {n}) {{ ++faults; continue; }}\n\
               Place& place = seen[row * {n} + n]; faults += place.cta != ~0u; place = Place{{rank, lane, column}};\n\
             }}\n\
             uint64_t d = zero;\n\
             for (const Place& place : seen) {{ {with_cta} d = hash(hash(hash(d, place.lane), place.column), 0); }}\n\
             std::printf(\"{number} %u %016llx\", faults, (unsigned long long)d);\n\
             {of_load}\n\
             std::printf(\"\\n\"); }}",
            m = case.m,
            n = case.n,
            wide = 1 + u32::from(case.is_packed()),
            half = if case.is_packed() { ", half" } else { "" },
            first = case.first_lane(),
            of_load = if case.is_packed() { String::new() } else { of_load(case) },
            with_cta = match case.form {
                CtaForm::WeightStationary => "",
                CtaForm::One | CtaForm::Two => "d = hash(d, place.cta);",
            },
        )
        .expect("a string");
    }
    let golden_d: Vec<JsonLine> = golden_d();
    let golden_loads = json_lines("blackwell/ldst.jsonl");
    let (mut of_cute, mut loads_of_cute) = (0, 0);
    let mut wanted = String::new();
    for (number, case) in cases.iter().enumerate() {
        let d = case.d();
        let values = grid(case.m, case.n).flat_map(|(m, n)| {
            let cell = d.law.points(&[m, n]).expect("an element")[0];
            let cta = (case.form != CtaForm::WeightStationary).then_some(cell.cta);
            cta.into_iter().chain([cell.lane, cell.column, 0])
        });
        let of_law = fnv1a(values);
        let is_it = |line: &&JsonLine| {
            case.first_lane() == 0
                && (line.number("m"), line.number("n")) == (case.m, case.n)
                && line.number("cta_group") == case.form.ctas()
                && (line.text("group") == "ws") == (case.form == CtaForm::WeightStationary)
        };
        if let Some(line) = golden_d.iter().find(is_it) {
            assert_eq!(line.hex("fnv"), of_law, "{}", line.at());
            of_cute += 1;
        }
        let is_it = |line: &&JsonLine| {
            line.text("dir") == "ld"
                && line.text("shape") == case.load.name()
                && line.number("num") == nums[number]
                && line.flag("pack16") == case.is_packed()
        };
        write!(wanted, "{number} 0 {of_law:016x}").expect("a string");
        // Of packed loads there is the table alone.
        if !case.is_packed() {
            let load = golden_loads.iter().find(is_it).expect("CuTe has the load");
            loads_of_cute += 1;
            write!(wanted, " {:016x}", load.hex("fnv")).expect("a string");
        }
        wanted.push('\n');
    }
    assert!(of_cute >= 80 && loads_of_cute >= 85, "{of_cute} {loads_of_cute}");
    let files = [("main.cpp".into(), format!("{source}{main}}}\n"))];
    assert_printed(&["g++", "clang++"], STRICT, &files, &wanted, |at| format!("{:?}", cases[at]));
}
