//! Rows as code: compiled where a compiler is, every element's offset is the core's; and the layouts that Triton has itself.

use std::fmt::Write as _;
use std::process::Command;

use swizzle_code::build::{Instruction, SaidInstruction};
use swizzle_code::{Language, Sourced, source_code};
use swizzle_core::law::{RowXor, Xor, XorOf};
use swizzle_core::{Coord, Element, Major, Said, SaidTile, Spec};
use swizzle_infer::spec_from_said;

const TRITON: &str = include_str!("../../../tests/data/triton_layouts.tsv");

fn code(language: Language, spec: &Spec, name: &str) -> Result<String, String> {
    let instruction = Instruction::of(spec, &SaidInstruction::default());
    let sourced = Sourced { spec, instruction: &instruction, name, link: "#/" };
    source_code(language, &sourced).map_err(|error| error.to_string())
}

fn spec(tile: SaidTile) -> Spec {
    spec_from_said(&Said { tile, ..Said::default() }).expect("a tile")
}

fn base() -> SaidTile {
    SaidTile { mn: Some(32), k: Some(64), ..SaidTile::default() }
}

fn with(name: &str) -> SaidTile {
    SaidTile { row_xor: Some(name.parse().expect("an XOR")), ..base() }
}

fn rows(row_bytes: u32) -> SaidTile {
    SaidTile { row_bytes: Some(row_bytes), ..base() }
}

fn pads(every: u32, bytes: u32) -> SaidTile {
    SaidTile { pad_every_bytes: Some(every), pad_bytes: Some(bytes), ..base() }
}

fn tiles() -> Vec<Spec> {
    [
        rows(144),
        rows(130),
        SaidTile { element: Some(Element::Tf32), k: Some(32), ..rows(132) },
        SaidTile { major: Some(Major::Mn), ..rows(80) },
        with("row-and-7"),
        with("row/2-and-3-8B"),
        with("row-and-15-2B"),
        SaidTile { row_bytes: Some(144), ..with("row-and-7") },
        with("swizzle-3-3-3"),
        with("line-and-7"),
        SaidTile { start_bytes: Some(0x490), ..with("line-and-3") },
        SaidTile { major: Some(Major::Mn), ..with("swizzle-2-3-4") },
        SaidTile { element: Some(Element::E2m1Packed), ..with("row-and-3-4B") },
        pads(512, 16),
        pads(32, 4),
    ]
    .map(spec)
    .into()
}

/// What a language's program adds up for each tile, by its own function: from the start, or the pattern that it is in.
fn sum(spec: &Spec) -> u32 {
    let (extent, layout) = (spec.extent(), spec.layout());
    let all = (0..extent.mn).flat_map(|mn| (0..extent.k).map(move |k| Coord { mn, k }));
    let offset = |at| layout.byte_from_element(at).byte - layout.start_bytes() / 512 * 512;
    all.fold(0, |sum: u32, at| sum.wrapping_mul(31).wrapping_add(offset(at)))
}

/// Compiles and runs a program; none where there is no such compiler.
fn printed(compiler: &str, options: &[&str], file: &str, text: &str) -> Option<String> {
    let folder = std::env::temp_dir().join(format!("swizzle-rows-{}-{file}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (source, program) = (folder.join(file), folder.join("program"));
    std::fs::write(&source, text).expect("a file");
    let output = Command::new(compiler).args(options).arg(&source).arg("-o").arg(&program).output().ok()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let printed = Command::new(&program).output().expect("the program runs").stdout;
    std::fs::remove_dir_all(folder).expect("the folder goes");
    Some(String::from_utf8(printed).expect("text"))
}

#[test]
fn index_functions_are_the_law() {
    let specs = tiles();
    let (mut cpp, mut rust) = (String::from("#include <cstdio>\n"), String::new());
    let (mut cpp_main, mut rust_main) = (String::from("int main() {\n"), String::from("fn main() {\n"));
    let mut wanted = String::new();
    for (at, spec) in specs.iter().enumerate() {
        let name = format!("t{at}");
        cpp += &code(Language::Cuda, spec, &name).expect("there is code").replace("#pragma once", "");
        rust += &code(Language::Rust, spec, &name).expect("there is code");
        let (mn, k) = (spec.extent().mn, spec.extent().k);
        let cpp_line = format!(
            "{{ uint32_t sum = 0; for (uint32_t mn = 0; mn < {mn}; ++mn) for (uint32_t k = 0; k < {k}; ++k) sum = sum * 31 + {name}::offset(mn, k); std::printf(\"%u\\n\", sum); }}\n"
        );
        let rust_line = format!(
            "let mut sum = 0_u32; for mn in 0..{mn} {{ for k in 0..{k} {{ sum = sum.wrapping_mul(31).wrapping_add({name}::offset(mn, k)); }} }} println!(\"{{sum}}\");\n"
        );
        (cpp_main, rust_main) = (cpp_main + &cpp_line, rust_main + &rust_line);
        writeln!(wanted, "{}", sum(spec)).expect("a string");
    }
    let cpp = printed("g++", &["-std=c++17"], "rows.cpp", &(cpp + &cpp_main + "}\n"));
    let rust = printed("rustc", &["--edition=2024", "-Adead_code"], "rows.rs", &(rust + &rust_main + "}\n"));
    for printed in [cpp, rust].into_iter().flatten() {
        assert_eq!(printed, wanted);
    }
}

#[test]
fn triton_says_what_it_was_read_from() {
    let numbers = |text: &str| -> Vec<u32> {
        text.split(|one: char| !one.is_ascii_digit()).filter_map(|one| one.parse().ok()).collect()
    };
    for line in TRITON.lines().skip(1) {
        let [_, _, name, shape, encoding, ..] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let element = match name {
            "f8E5M2" => Element::E5m2,
            "i8" => Element::S8,
            name => name.parse().expect("an element type"),
        };
        let [vec, per, max, fastest] = numbers(encoding)[..4] else { panic!("{line}") };
        let unit = (vec * element.pitch_bits() / 8).trailing_zeros();
        let xor = Xor { bits: max.trailing_zeros(), base: unit, shift: per.trailing_zeros() };
        let [mn, k] = numbers(shape)[..] else { panic!("{line}") };
        let tile = SaidTile {
            element: Some(element),
            major: Some(if fastest == 1 { Major::K } else { Major::Mn }),
            mn: Some(mn),
            k: Some(k),
            row_xor: RowXor::new(XorOf::Rows, xor),
            ..base()
        };
        let text = code(Language::Triton, &spec(tile), "layout").expect(line);
        let order = if fastest == 1 { "[1, 0]" } else { "[0, 1]" };
        let wanted =
            format!("SwizzledSharedLayout(vec={vec}, per_phase={per}, max_phase={max}, order={order})");
        assert!(text.ends_with(&format!("layout = gl.{wanted}\n")), "{line}\n{text}");
    }
}

#[test]
fn each_language_has_a_layout_or_says_why_not() {
    use Language::{Cute, CuteDsl, Triton};
    let padded = SaidTile { row_bytes: Some(144), ..with("row-and-7") };
    for (tile, language, wanted) in [
        (with("row-and-7"), Cute, "cute::composition(cute::Swizzle<3,3,3>{}, cute::Layout<"),
        (rows(144), Cute, "Shape<cute::Int<32>, cute::Int<64>>, cute::Stride<cute::Int<72>, cute::Int<1>>>"),
        (rows(144), CuteDsl, "cute.make_layout((32, 64), stride=(72, 1))"),
        (with("row/2-and-3"), CuteDsl, "cute.make_swizzle(2, 3, 4)"),
        (padded, Cute, "no cute code: its functor exchanges bits of an index"),
        (rows(144), Triton, "gl.PaddedSharedLayout.with_identity_for([[64, 8]], [32, 64], [1, 0])"),
        (pads(512, 16), Triton, "with_identity_for([[256, 8]], [32, 64], [1, 0])"),
        (rows(128), Triton, "SwizzledSharedLayout(vec=1, per_phase=1, max_phase=1, order=[1, 0])"),
        (
            with("swizzle-3-3-3"),
            Triton,
            "SwizzledSharedLayout(vec=8, per_phase=1, max_phase=8, order=[1, 0])",
        ),
        (rows(150), Triton, "no triton code: intervals and paddings of PaddedSharedLayout are powers of two"),
        (padded, Triton, "no triton code: SwizzledSharedLayout has no padding"),
        (base(), Triton, "gl.NVMMASharedLayout(swizzle_byte_width=128, element_bitwidth=16, rank=2"),
    ] {
        let text = code(language, &spec(tile), "layout").unwrap_or_else(|why| why);
        assert!(text.contains(wanted), "{text}\n{wanted}");
    }
}
