//! Source code of many tiles, compiled and run where a compiler is: every offset and every descriptor is the core's.

use std::sync::LazyLock;

use swizzle_code::build::{Instruction, SaidInstruction, SourceOfA, spec_for_building};
use swizzle_code::{Language, Sourced, source_code};
use swizzle_core::hardware::Kind;
use swizzle_core::tile::PatternOf;
use swizzle_core::{Coord, Element, Extent, FieldId, Named, Operand, Order, Said, Sparsity, Spec};
use swizzle_infer::{said_with, spec_from_said};
use swizzle_tests::{
    ByHand, HASH, STRICT, assert_printed, coords, cutlass, fnv1a, is_exhaustive, legal_forms, rows, said,
};
use swizzle_view::{Shown, link_from_shown};

const RUST: &[&str] = &["--edition=2024", "-Copt-level=1"];

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
    // Rows that no descriptor reads.
    "#/?mn=32&k=64&meant_row_bytes=144",
    "#/?mn=32&k=64&meant_row_bytes=130",
    "#/?mn=32&k=32&meant_row_bytes=132&element=tf32",
    "#/?mn=32&k=64&meant_row_bytes=80&major=MN",
    "#/?mn=32&k=64&meant_row_xor=row-and-7",
    "#/?mn=32&k=64&meant_row_xor=row/2-and-3-8B",
    "#/?mn=32&k=64&meant_row_xor=row-and-15-2B",
    "#/?mn=32&k=64&meant_row_xor=row-and-7&meant_row_bytes=144",
    "#/?mn=32&k=64&meant_row_xor=swizzle-3-3-3",
    "#/?mn=32&k=64&meant_row_xor=line-and-7",
    "#/?mn=32&k=64&meant_row_xor=line-and-3&start=0x490",
    "#/?mn=32&k=64&meant_row_xor=swizzle-2-3-4&major=MN",
    "#/?mn=32&k=64&meant_row_xor=row-and-3-4B&element=e2m1-packed",
    "#/?mn=32&k=64&pad_every=512&pad=16",
    "#/?mn=32&k=64&pad_every=32&pad=4",
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

/// The law of a stage, from the numbers of its tile.
fn by_hand(spec: &Spec, stage: u32) -> ByHand {
    let tile = spec.tile();
    let pattern = match tile.pattern_of {
        PatternOf::Memory => tile.pattern_bytes,
        PatternOf::EachStage => tile.pattern_bytes + stage * tile.stage_bytes,
    };
    let given = spec.given().map(|given| u32::from(given.decode().base_offset));
    ByHand {
        start: tile.start_bytes + stage * tile.stage_bytes,
        lbo: tile.lbo_bytes,
        sbo: tile.sbo_bytes,
        base_offset: given.unwrap_or(pattern >> 7 & 7),
        ..ByHand::of(&spec.layout().params())
    }
}

/// A hash of every offset in every stage, and of every descriptor.
fn hashes(Case { spec, .. }: &Case) -> String {
    let (tile, base) = (spec.tile(), spec.tile().start_bytes);
    let extent = Extent { mn: tile.mn, k: tile.k };
    if tile.row_bytes.is_some() {
        let byte = |at| spec.layout().byte_from_element(at).byte - base / 512 * 512;
        return format!("{:016x}", fnv1a(coords(extent).map(byte)));
    }
    let boundary = base - base % tile.swizzle.pattern_bytes();
    let offsets = (0..tile.stages).flat_map(|stage| {
        let law = by_hand(spec, stage);
        coords(extent).map(move |Coord { mn, k }| {
            let (byte, _) = law.byte(mn + tile.at.mn, k + tile.at.k);
            byte.wrapping_sub(boundary) % (1 << 18)
        })
    });
    let descriptors = spec.reads().flat_map(|read| {
        let own = spec.derived_descriptor(read.place).expect("a code");
        let start = FieldId::Start;
        let raw = spec.given().map_or(own, |given| given.with(start, own.get(start))).raw();
        // Its low half first, as its eight bytes are.
        [raw as u32, (raw >> 32) as u32]
    });
    format!("{:016x} {:016x}", fnv1a(offsets), fnv1a(descriptors))
}

/// All cases, and what is printed of each.
static ALL: LazyLock<Vec<(Case, String)>> = LazyLock::new(|| {
    let all: Vec<_> = cases().into_iter().map(|case| (hashes(&case), case)).collect();
    assert!(all.len() > 130, "{}", all.len());
    all.into_iter().map(|(hashes, case)| (case, hashes)).collect()
});

/// The code of what is special and of one of so many forms, all at night: each in a file of its own, and a file that prints the hashes, a line each: with each compiler.
fn check(
    (compilers, options): (&[&str], &[&str]),
    (language, ending): (Language, &str),
    (head, include, main): (&str, fn(usize) -> String, &str),
    every: usize,
    line: fn(&str, &Case) -> String,
) {
    let (mut source, mut body, mut wanted) = (head.to_owned(), String::from(main), String::new());
    let mut files = vec![(format!("main.{ending}"), String::new())];
    let is_asked =
        |number: &usize| is_exhaustive() || *number >= legal_forms().count() || number.is_multiple_of(every);
    let asked: Vec<usize> = (0..ALL.len()).filter(is_asked).collect();
    for number in asked.iter().copied() {
        let (case, hashes) = &ALL[number];
        let (name, shown) = (format!("t{number}"), Shown::from(*case.spec.said()));
        let link = link_from_shown(&shown);
        let sourced = Sourced { spec: &case.spec, instruction: &case.instruction, name: &name, link: &link };
        let text = source_code(language, &sourced)
            .unwrap_or_else(|error| panic!("{number}: {error}\n{:?}", case.spec));
        assert!(["  \n", "\n\n\n", "«"].iter().all(|bad| !text.contains(bad)), "{text}");
        files.push((format!("{name}.{}", if ending == "cpp" { "hpp" } else { ending }), text));
        source += &include(number);
        body += &line(&name, case);
        wanted += &format!("{hashes}\n");
    }
    files[0].1 = format!("{source}{body}}}\n");
    assert_printed(compilers, options, &files, &wanted, |at| format!("{:?}", ALL[asked[at]].0.spec));
}

#[test]
fn cuda_code_says_what_the_core_says() {
    let include = |number| format!("#include \"t{number}.hpp\"\n");
    let parts = (HASH, include as fn(usize) -> String, "int main() {\n");
    check((&["g++", "clang++"], STRICT), (Language::Cuda, "cpp"), parts, 1, |name, case| {
        let tile = case.spec.tile();
        let start = tile.start_bytes;
        if tile.row_bytes.is_some() {
            return format!(
                "  {{ uint64_t o = zero; for (uint32_t mn = 0; mn < {}; ++mn) for (uint32_t k = 0; k < {}; ++k)\n\
                 {{ o = hash(o, {name}::offset(mn, k)); }}\n\
                 std::printf(\"%016llx\\n\", (unsigned long long)o); }}\n",
                tile.mn, tile.k
            );
        }
        let letter = case.spec.reader().operand.mn_letter();
        let (stages, passed) = match tile.stages {
            1 => ("1", ""),
            _ => ("kStages", ", s"),
        };
        format!(
            "  {{ using namespace {name}; uint64_t o = zero, d = zero;\n\
               for (uint32_t s = 0; s < {stages}; ++s) for (uint32_t mn = 0; mn < k{letter}; ++mn) for (uint32_t k = 0; k < kK; ++k) {{\n\
                 o = hash(o, offset(mn, k{passed}) % (1u << 18));\n\
                 if ((address(0x{start:x}, mn, k{passed}) - 0x{boundary:x}) % (1u << 18) != offset(mn, k{passed}) % (1u << 18)) o = 0;\n\
               }}\n\
               for (uint32_t s = 0; s < {stages}; ++s) for (uint32_t b = 0; b < kBlocks; ++b) for (uint32_t k = 0; k < kSteps; ++k)\n\
                 d = hash(d, descriptor(0x{start:x}, b, k{passed}), 8);\n\
               std::printf(\"%016llx %016llx\\n\", (unsigned long long)o, (unsigned long long)d); }}\n",
            boundary = start - start % tile.swizzle.pattern_bytes(),
        )
    });
}

#[test]
fn rust_code_says_what_the_core_says() {
    let head = "#![deny(warnings)]\n#![allow(dead_code)]\n\
        fn hash(h: u64, bytes: &[u8]) -> u64 { bytes.iter().fold(h, |h, b| (h ^ u64::from(*b)).wrapping_mul(0x100_0000_01b3)) }\n";
    let parts = (head, (|number| format!("mod t{number};\n")) as fn(usize) -> String, "fn main() {\n");
    check((&["rustc"], RUST), (Language::Rust, "rs"), parts, 3, |name, case| {
        let tile = case.spec.tile();
        let (start, passed) = (tile.start_bytes, if tile.stages > 1 { ", s" } else { "" });
        let walk = format!("for mn in 0..{} {{ for k in 0..{} {{", tile.mn, tile.k);
        if tile.row_bytes.is_some() {
            return format!(
                "    let mut o = 0xcbf2_9ce4_8422_2325; {walk} o = hash(o, &{name}::{name}::offset(mn, k).to_le_bytes()); }} }}\n    \
                 println!(\"{{o:016x}}\");\n"
            );
        }
        format!(
            "    let (mut o, mut d) = (0xcbf2_9ce4_8422_2325, 0xcbf2_9ce4_8422_2325);\n    \
                 for s in 0..{name}::STAGES {{ let _ = s; {walk}\n        \
                     let offset = {name}::offset(mn, k{passed});\n        \
                     assert_eq!(({name}::address(0x{start:x}, mn, k{passed}) - 0x{boundary:x}) % (1 << 18), offset % (1 << 18));\n        \
                     o = hash(o, &(offset % (1 << 18)).to_le_bytes());\n    }} }} }}\n    \
                 for one in {name}::descriptors(0x{start:x}) {{ d = hash(d, &one.to_le_bytes()); }}\n    \
                 println!(\"{{o:016x}} {{d:016x}}\");\n",
            boundary = start - start % tile.swizzle.pattern_bytes(),
        )
    });
}

#[test]
fn python_code_says_what_the_core_says() {
    let mut files = cutlass();
    let (mut main, mut wanted, mut count) = (String::new(), String::new(), 0);
    for (number, (case, _)) in
        ALL.iter().enumerate().filter(|(_, (case, _))| case.spec.tile().row_bytes.is_none())
    {
        let sourced = Sourced { spec: &case.spec, instruction: &case.instruction, name: "tile", link: "#/" };
        // What the DSL has no words for, it says.
        let Ok(text) = source_code(Language::CuteDsl, &sourced) else {
            continue;
        };
        files.push((format!("t{number}.py"), text));
        let tile = case.spec.tile();
        let (mn, k, stages, start) = (tile.mn, tile.k, tile.stages, tile.start_bytes);
        // Its own assertions run as it is imported.
        let passed = if stages > 1 { format!(", i % {stages}") } else { String::new() };
        main += &format!(
            "import t{number}\nprint(sum((i + 1) * (t{number}.offset(i % {mn}, i * 7 % {k}{passed}) % (1 << 18)) for i in range(500)))\n\
             assert all(t{number}.address({start}, i % {mn}, i * 7 % {k}{passed}) - {start} == t{number}.offset(i % {mn}, i * 7 % {k}{passed}) for i in range(500))\n"
        );
        let sum = (0..500).map(|i| {
            let (byte, _) = by_hand(&case.spec, i % stages).byte(i % mn, i * 7 % k);
            u64::from(i + 1) * u64::from(byte.wrapping_sub(start) % (1 << 18))
        });
        wanted += &format!("{}\n", sum.sum::<u64>());
        count += 1;
    }
    assert!(count > 40, "{count}");
    files.insert(0, ("main.py".into(), main));
    assert_printed(&["python3"], &[], &files, &wanted, |at| format!("{at}"));
}

#[test]
fn each_language_has_what_its_row_says_or_why_not() {
    for row in rows(include_str!("source.tsv")) {
        let [language, link, sign, words] = row[..] else { panic!("{row:?}: not four columns") };
        let case = case(&said(link), SaidInstruction::default());
        let sourced = Sourced { spec: &case.spec, instruction: &case.instruction, name: "tile", link: "#/" };
        let found =
            source_code(language.parse().expect("a language"), &sourced).map_err(|why| why.to_string());
        let is_it = match (sign, &found) {
            ("has", Ok(text)) | ("refused", Err(text)) => text.contains(words),
            _ => false,
        };
        assert!(is_it, "{row:?}: {found:?}");
    }
    let plain = case(&Said::default(), SaidInstruction::default());
    let sourced = Sourced { spec: &plain.spec, instruction: &plain.instruction, name: "9a", link: "#/" };
    let why = source_code(Language::Cuda, &sourced).unwrap_err().to_string();
    assert!(why.contains("“9a” is not a valid name"), "{why}");
    assert!(Language::from_name("fortran").is_err());
}
