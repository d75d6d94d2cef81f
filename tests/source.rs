//! Source code of many tiles, compiled and run where a compiler is: every offset and every descriptor is the core's.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use swizzle_code::build::{Instruction, SaidInstruction, SourceOfA, spec_for_building};
use swizzle_code::{Language, Sourced, source_code};
use swizzle_core::hardware::Kind;
use swizzle_core::tile::PatternOf;
use swizzle_core::{Element, Major, Named, Operand, Order, Said, Sparsity, Spec, Swizzle};
use swizzle_infer::said_with;
use swizzle_infer::spec_from_said;
use swizzle_tests::{ByHand, fnv1a, legal_forms, said, scratch, skipped};
use swizzle_view::link_from_shown;

/// A tile with the instruction that takes it.
struct Case {
    spec: Spec,
    instruction: Instruction,
}

fn case(said: &Said, wanted: SaidInstruction) -> Case {
    let spec = spec_for_building(said, None).expect("a spec");
    let instruction = Instruction::of(&spec, &wanted);
    Case { spec, instruction }
}

/// Every legal form in both operands, and what is special: windows, strides, stages, odd starts, 48 bytes of K.
fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (arch, element, major, swizzle) in legal_forms() {
        let k = 12 * element.per_unit();
        let form = format!("element={element}&major={major}&swizzle={swizzle}");
        let said = said(&format!("#/{arch}?{form}&mn=256&k={k}"));
        cases.push(varied(said, cases.len()));
    }
    cases.extend(special());
    cases
}

fn varied(mut said: Said, number: usize) -> Case {
    let t = said.tile.element.expect("said").per_unit();
    said.tile.order = Some([Order::Mn, Order::K][number % 2]);
    said.reader.operand = Some([Operand::A, Operand::B][number / 2 % 2]);
    said.tile.stages = Some(1 + number as u32 % 3);
    if number.is_multiple_of(5) {
        said.tile.buffer_k = Some(20 * t);
        said.tile.at_k = Some(4 * t);
    }
    if number.is_multiple_of(7) {
        said.tile.start_bytes = Some(0x1c400);
    }
    let is_b = said.reader.operand == Some(Operand::B);
    let may_be_sparse = said.tile.element != Some(Element::B1);
    if number.is_multiple_of(3) && may_be_sparse {
        said.reader.sparsity = Some(Sparsity::Sparse);
    }
    let source_of_a = (is_b && number % 4 == 2).then_some(SourceOfA::Registers);
    let wanted = SaidInstruction { source_of_a, ..SaidInstruction::default() };
    case(&said, wanted)
}

/// What is special: rows further apart, starts inside the pattern, rings, 48 bytes of K.
const SPECIAL: &[&str] = &[
    // Rows 144 bytes apart in groups of 8, as padding against conflicts has them.
    "#/?swizzle=none&lbo_bytes=1168&sbo_bytes=144",
    "#/?sbo_bytes=1040",
    "#/?k=128&lbo_bytes=9216",
    // A start inside the pattern, and a pattern that begins elsewhere.
    "#/?start=0x480",
    "#/?start=0x580&pattern=0x180",
    "#/?k=40",
    // Rings whose stages start in other phases, and patterns that start with each stage.
    "#/?swizzle=128B&start=0x400&stages=4&stage_bytes=8320&pattern_of=memory",
    "#/?swizzle=64B&start=0x400&stages=4&stage_bytes=8448&pattern_of=memory",
    "#/?swizzle=32B&start=0x400&stages=4&stage_bytes=8208&pattern_of=memory",
    "#/?swizzle=none&start=0x400&stages=4&stage_bytes=8208&pattern_of=memory",
    "#/?swizzle=128B&start=0x400&stages=4&stage_bytes=8320&pattern_of=each-stage",
    "#/?swizzle=64B&start=0x400&stages=4&stage_bytes=8320&pattern_of=each-stage",
    "#/?swizzle=32B&start=0x400&stages=4&stage_bytes=8576&pattern_of=each-stage",
    "#/?swizzle=128B&start=0x400&stages=4&stage_bytes=9216&pattern_of=each-stage",
    "#/tcgen05?lbo_mode=absolute&element=e2m1-packed&mn=256&k=768&stages=2",
];

fn special() -> Vec<Case> {
    let plain = SaidInstruction::default();
    let mut cases: Vec<Case> = SPECIAL.iter().map(|link| case(&said(link), plain)).collect();
    for kind in [Kind::Mxf8f6f4, Kind::Mxf4nvf4] {
        let said = said(&format!("#/tcgen05?element={}&mn=128&k=128", kind.elements()[0]));
        cases.push(case(&said, SaidInstruction { kind: Some(kind), ..plain }));
    }
    // A given descriptor: its LBO and its base offset are its own.
    let spec = spec_from_said(&Said::default()).expect("a spec");
    let given = said_with(&spec, |fields| {
        (fields.lbo_field, fields.base_offset) = (37, 3);
    });
    cases.push(case(&given.expect("a descriptor"), plain));
    cases
}

/// The code of every case, each in a file of its own.
fn write_all(language: Language, ending: &str, folder: &Path) -> Vec<Case> {
    let cases = cases();
    assert!(cases.len() > 130, "{}", cases.len());
    for (number, case) in cases.iter().enumerate() {
        let shown = swizzle_view::Shown { said: *case.spec.said(), ..swizzle_view::Shown::default() };
        let sourced = Sourced {
            spec: &case.spec,
            instruction: &case.instruction,
            name: &format!("t{number}"),
            link: &link_from_shown(&shown),
        };
        let text = source_code(language, &sourced)
            .unwrap_or_else(|error| panic!("{number}: {error}\n{:?}", case.spec));
        assert!(["  \n", "\n\n\n", "«"].iter().all(|bad| !text.contains(bad)), "{text}");
        fs::write(folder.join(format!("t{number}.{ending}")), text).expect("a file is written");
    }
    cases
}

/// The law of a stage, from the numbers of its tile.
fn by_hand(spec: &Spec, stage: u32) -> ByHand {
    let tile = spec.tile();
    let pattern = match tile.pattern_of {
        PatternOf::Memory => tile.pattern_bytes,
        PatternOf::EachStage => tile.pattern_bytes + stage * tile.stage_bytes,
    };
    let given = spec.given().map(|given| u32::from(given.decode().base_offset));
    ByHand {
        per_unit: tile.element.per_unit(),
        pitch_bits: tile.element.pitch_bits(),
        is_k_major: tile.major == Major::K,
        mode: match tile.swizzle {
            Swizzle::None => 0,
            Swizzle::B32 => 1,
            Swizzle::B64 => 2,
            Swizzle::B128 => 3,
            Swizzle::B128Atom32 => 4,
        },
        start: tile.start_bytes + stage * tile.stage_bytes,
        lbo: tile.lbo_bytes,
        sbo: tile.sbo_bytes,
        base_offset: given.unwrap_or(pattern >> 7 & 7),
    }
}

/// Of every offset in every stage and of every descriptor, the hash that the compiled code must find as well.
fn hashes(cases: &[Case]) -> String {
    let mut all = String::new();
    for (number, Case { spec, .. }) in cases.iter().enumerate() {
        let (tile, base) = (spec.tile(), spec.tile().start_bytes);
        let boundary = base - base % tile.swizzle.pattern_bytes();
        let mut offsets = Vec::new();
        for stage in 0..tile.stages {
            let law = by_hand(spec, stage);
            for mn in 0..tile.mn {
                for k in 0..tile.k {
                    let (byte, _) = law.byte(mn + tile.at.mn, k + tile.at.k);
                    offsets.push(byte.wrapping_sub(boundary) % (1 << 18));
                }
            }
        }
        let mut descriptors = Vec::new();
        for read in spec.reads() {
            let own = spec.derived_descriptor(read.place).expect("a code");
            let start = swizzle_core::FieldId::Start;
            let raw = match spec.given() {
                Some(given) => given.with(start, own.get(start)).raw(),
                None => own.raw(),
            };
            // Its low half first, as its eight bytes are.
            descriptors.extend([raw as u32, (raw >> 32) as u32]);
        }
        let (offsets, descriptors) = (fnv1a(offsets), fnv1a(descriptors));
        writeln!(all, "t{number} {offsets:016x} {descriptors:016x}").expect("a string");
    }
    all
}

/// Compiles, runs, and holds what it prints against the core.
fn run(compiler: &str, options: &[&str], source: &Path, cases: &[Case]) {
    let program = source.with_extension("out");
    let output = Command::new(compiler).args(options).arg(source).arg("-o").arg(&program).output();
    let Ok(output) = output else {
        return skipped(compiler);
    };
    let errors = String::from_utf8_lossy(&output.stderr);
    let first: Vec<&str> = errors.lines().take(30).collect();
    assert!(output.status.success(), "{compiler}:\n{}", first.join("\n"));
    let printed = Command::new(&program).output().expect("the program runs");
    let printed = String::from_utf8(printed.stdout).expect("text");
    for (mine, theirs) in hashes(cases).lines().zip(printed.lines()) {
        let number: usize = mine[1..].split(' ').next().unwrap_or("").parse().expect("a number");
        assert_eq!(theirs, mine, "{:?}", cases[number].spec);
    }
    assert_eq!(printed.lines().count(), cases.len());
}

#[test]
fn cuda_code_says_what_the_core_says() {
    let folder = scratch("cuda");
    let cases = write_all(Language::Cuda, "hpp", &folder);
    let mut main = String::from(
        "#include <cstdio>\n#include <cstdint>\n\
         static uint64_t hash(uint64_t h, uint64_t value, int bytes) {\n\
           for (int i = 0; i < bytes; ++i) h = (h ^ ((value >> (8 * i)) & 255)) * 0x100000001b3ull;\n\
           return h;\n}\n",
    );
    let mut body = String::from("int main() {\n  const uint64_t zero = 0xcbf29ce484222325ull;\n");
    for (number, case) in cases.iter().enumerate() {
        let tile = case.spec.tile();
        let letter = case.spec.reader().operand.mn_letter();
        let (stages, passed) = match tile.stages {
            1 => ("1".into(), ""),
            _ => (format!("t{number}::kStages"), ", s"),
        };
        writeln!(main, "#include \"t{number}.hpp\"").expect("a string");
        writeln!(
            body,
            "  {{ using namespace t{number}; uint64_t o = zero, d = zero;\n\
               for (uint32_t s = 0; s < {stages}; ++s) for (uint32_t mn = 0; mn < k{letter}; ++mn) for (uint32_t k = 0; k < kK; ++k) {{\n\
                 o = hash(o, offset(mn, k{passed}) % (1u << 18), 4);\n\
                 if ((address(0x{start:x}, mn, k{passed}) - 0x{boundary:x}) % (1u << 18) != offset(mn, k{passed}) % (1u << 18)) o = 0;\n\
               }}\n\
               for (uint32_t s = 0; s < {stages}; ++s) for (uint32_t b = 0; b < kBlocks; ++b) for (uint32_t k = 0; k < kSteps; ++k)\n\
                 d = hash(d, descriptor(0x{start:x}, b, k{passed}), 8);\n\
               std::printf(\"t{number} %016llx %016llx\\n\", (unsigned long long)o, (unsigned long long)d); }}",
            start = tile.start_bytes,
            boundary = tile.start_bytes - tile.start_bytes % tile.swizzle.pattern_bytes(),
        )
        .expect("a string");
    }
    let source = folder.join("main.cpp");
    fs::write(&source, format!("{main}{body}}}\n")).expect("a file is written");
    let strict = ["-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O1"];
    run("g++", &strict, &source, &cases);
    run("clang++", &strict, &source, &cases);
    fs::remove_dir_all(folder).expect("the folder goes");
}

#[test]
fn rust_code_says_what_the_core_says() {
    let folder = scratch("rust");
    let cases = write_all(Language::Rust, "rs", &folder);
    let mut main = String::from(
        "#![deny(warnings)]\n#![allow(dead_code)]\n\
         fn hash(h: u64, bytes: &[u8]) -> u64 { bytes.iter().fold(h, |h, b| (h ^ u64::from(*b)).wrapping_mul(0x100_0000_01b3)) }\n",
    );
    let mut body = String::from("fn main() {\n");
    for (number, case) in cases.iter().enumerate() {
        let tile = case.spec.tile();
        let passed = if tile.stages > 1 { ", s" } else { "" };
        writeln!(main, "mod t{number};").expect("a string");
        writeln!(
            body,
            "    let (mut o, mut d) = (0xcbf2_9ce4_8422_2325, 0xcbf2_9ce4_8422_2325);\n    \
                 for s in 0..t{number}::STAGES {{ let _ = s; for mn in 0..{} {{ for k in 0..{} {{\n        \
                     let offset = t{number}::offset(mn, k{passed});\n        \
                     assert_eq!((t{number}::address(0x{start:x}, mn, k{passed}) - 0x{boundary:x}) % (1 << 18), offset % (1 << 18));\n        \
                     o = hash(o, &(offset % (1 << 18)).to_le_bytes());\n    }} }} }}\n    \
                 for one in t{number}::descriptors(0x{start:x}) {{ d = hash(d, &one.to_le_bytes()); }}\n    \
                 println!(\"t{number} {{o:016x}} {{d:016x}}\");",
            tile.mn,
            tile.k,
            start = tile.start_bytes,
            boundary = tile.start_bytes - tile.start_bytes % tile.swizzle.pattern_bytes(),
        )
        .expect("a string");
    }
    let source = folder.join("main.rs");
    fs::write(&source, format!("{main}{body}}}\n")).expect("a file is written");
    run("rustc", &["--edition=2024", "-Copt-level=1"], &source, &cases);
    fs::remove_dir_all(folder).expect("the folder goes");
}

/// Stand-ins for CUTLASS's modules: every attribute exists, and a decorated function stays itself.
const STUB: &str = "class Any:\n    def __getattr__(self, name): return Any()\n    def __call__(self, *a, **k): return a[0] if a and callable(a[0]) else Any()\n\ndef __getattr__(name):\n    if name.startswith('__'): raise AttributeError(name)\n    return Any()\n";

#[test]
fn python_code_says_what_the_core_says() {
    let folder = scratch("python");
    for module in ["cutlass", "cutlass/cute", "cutlass/cute/nvgpu", "cutlass/utils"] {
        fs::create_dir_all(folder.join(module)).expect("a folder");
        fs::write(folder.join(module).join("__init__.py"), STUB).expect("a file is written");
    }
    for module in ["hopper_helpers", "blackwell_helpers"] {
        let path = folder.join("cutlass/utils").join(format!("{module}.py"));
        fs::write(path, STUB).expect("a file is written");
    }
    let mut main = String::new();
    let mut wanted = String::new();
    let mut count = 0;
    for (number, case) in cases().iter().enumerate() {
        let sourced = Sourced { spec: &case.spec, instruction: &case.instruction, name: "tile", link: "#/" };
        // What the DSL has no words for, it says.
        let Ok(text) = source_code(Language::CuteDsl, &sourced) else {
            continue;
        };
        fs::write(folder.join(format!("t{number}.py")), text).expect("a file is written");
        let spec = &case.spec;
        let (mn, k) = (spec.tile().mn, spec.tile().k);
        // Its own assertions run as it is imported.
        let stages = spec.tile().stages;
        let passed = if stages > 1 { format!(", i % {stages}") } else { String::new() };
        let start = spec.tile().start_bytes;
        writeln!(
            main,
            "import t{number}\nprint(sum((i + 1) * (t{number}.offset(i % {mn}, i * 7 % {k}{passed}) % (1 << 18)) for i in range(500)))\n\
             assert all(t{number}.address({start}, i % {mn}, i * 7 % {k}{passed}) - {start} == t{number}.offset(i % {mn}, i * 7 % {k}{passed}) for i in range(500))"
        )
        .expect("a string");
        let sum: u64 = (0..500)
            .map(|i| {
                let (byte, _) = by_hand(spec, i % stages).byte(i % mn, i * 7 % k);
                u64::from(i + 1) * u64::from(byte.wrapping_sub(start) % (1 << 18))
            })
            .sum();
        writeln!(wanted, "{sum}").expect("a string");
        count += 1;
    }
    assert!(count > 40, "{count}");
    let source = folder.join("main.py");
    fs::write(&source, main).expect("a file is written");
    match Command::new("python3").arg(&source).output() {
        Ok(output) => {
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{errors}");
            assert_eq!(String::from_utf8_lossy(&output.stdout), wanted);
        }
        Err(_) => skipped("python3"),
    }
    fs::remove_dir_all(folder).expect("the folder goes");
}

#[test]
fn what_cannot_be_said_is_said_to_be_so() {
    for (language, link, name, words) in [
        (Language::Cuda, "#/?swizzle=128B-32B-atom", "tile", "wgmma descriptors have no code for it"),
        (Language::Triton, "#/?meant_row_bytes=150", "tile", "powers of two in elements"),
        (Language::Cuda, "#/?operand=B&mn=12&rows=12", "tile", "N = 12 is not a wgmma shape for bf16"),
        (Language::Cuda, "#/", "9a", "“9a” is not a valid name"),
    ] {
        let case = case(&said(link), SaidInstruction::default());
        let sourced = Sourced { spec: &case.spec, instruction: &case.instruction, name, link: "#/" };
        let why = source_code(language, &sourced).unwrap_err().to_string();
        assert!(why.contains(words), "{link}: {why}");
    }
    assert!(Language::from_name("fortran").is_err());
}
