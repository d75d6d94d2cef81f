//! `swizzle_atlas.hpp`, compiled by the C++ compilers that there are, with what hardware and CUTLASS say as static
//! assertions.

use std::fmt::Write as _;

use swizzle_code::build::spec_for_building;
use swizzle_code::header_text;
use swizzle_core::{Element, Major, Named, Operand, Order, Sparsity, Spec, Swizzle};
use swizzle_tests::{CHECKS, CsvRow, File, csv_rows, legal_forms, printed, rows, run, said};

use crate::absolute::WALK;

const HEAD: &str = "#include \"swizzle_atlas.hpp\"\nusing namespace swizzle_atlas;\n";

fn files(text: &str) -> [File; 2] {
    [("assertions.cpp".into(), format!("{HEAD}{text}")), ("swizzle_atlas.hpp".into(), header_text())]
}

/// Compiles static assertions beside the header.
fn check(assertions: &str) {
    let files = files(assertions);
    let found = CHECKS.iter().filter_map(|(compiler, options)| printed(compiler, options, &files));
    let compilers = found.count();
    assert!(compilers > 0 || std::env::var_os("CI").is_none(), "CI has a C++ compiler");
}

fn named<T: Named + std::fmt::Debug>(row: &CsvRow, column: &str) -> String {
    format!("{:?}", T::from_name(row.text(column)).expect("a name"))
}

#[test]
fn what_an_h200_read_is_what_the_header_says() {
    let mut text = String::new();
    let mut count = 0;
    for file in ["wgmma_h200.csv", "wgmma_sparse_h200.csv"] {
        for row in csv_rows(file).iter().step_by(3) {
            let layout = format!(
                "Layout{{Element::{}, Major::{}, Swizzle::{}, {}, {}, {}, {}}}",
                named::<Element>(row, "element"),
                named::<Major>(row, "major"),
                named::<Swizzle>(row, "swizzle"),
                row.number("start"),
                row.number("lbo_field") * 16,
                row.number("sbo_field") * 16,
                row.number("base_offset"),
            );
            let (mn, k, byte) = (row.number("mn"), row.number("k"), row.number("byte"));
            writeln!(
                text,
                "static_assert(byte_from_element({layout}, {mn}, {k}) == {byte}, \"{}\");",
                row.at()
            )
            .expect("a string takes everything");
            count += 1;
        }
    }
    assert!(count > 2700, "{count}");
    check(&text);
}

#[test]
fn instruction_descriptors_are_those_of_cutlass() {
    let mut text = String::new();
    for row in &csv_rows("instruction_descriptors.csv") {
        let enumerator = |what: &str, column: &str| match what {
            "Kind" => named::<swizzle_core::hardware::Kind>(row, column),
            "Element" => named::<Element>(row, column),
            "Accumulator" => named::<swizzle_core::hardware::Accumulator>(row, column),
            _ => named::<Major>(row, column),
        };
        let fields = format!(
            "InstructionFields{{Element::{}, Element::{}, Accumulator::{}, {}, {}, Major::{}, Major::{}, {}, false, {}}}",
            enumerator("Element", "a"),
            enumerator("Element", "b"),
            enumerator("Accumulator", "d"),
            row.number("m"),
            row.number("n"),
            enumerator("Major", "a_major"),
            enumerator("Major", "b_major"),
            row.number("sparse") == 1,
            row.text("scale_type") == "ue8m0",
        );
        // Signs, saturation and the shift of the .ws form are not fields of the header.
        let others = if row.text("kind").starts_with("mx") { 0x6000 } else { 0xc000_6008_u32 };
        writeln!(
            text,
            "static_assert(instruction_descriptor(Kind::{}, {fields}) == ({}u & ~0x{others:x}u), \"{}\");",
            enumerator("Kind", "kind"),
            row.text("raw"),
            row.at()
        )
        .expect("a string takes everything");
    }
    check(&text);
}

/// A sequence of the header with the values of a tile and its reader.
fn sequence_text(spec: &Spec) -> String {
    let (tile, reader) = (spec.tile(), spec.reader());
    let order = match tile.order {
        Order::Mn => "Mn",
        Order::K => "K",
    };
    format!(
        "Sequence{{packed_layout(Element::{:?}, Major::{:?}, Swizzle::{:?}, {}, {}, Order::{order}, {}), Arch::{:?}, {}, {}, {}, {}, {}, {}, {}, {}}}",
        tile.element,
        tile.major,
        tile.swizzle,
        tile.buffer.mn,
        tile.buffer.k,
        tile.start_bytes,
        reader.arch,
        tile.mn,
        tile.k,
        reader.rows,
        reader.k_bytes(),
        tile.at.mn,
        tile.at.k,
        tile.stages,
        tile.stage_bytes,
    )
}

#[test]
fn sequences_are_those_of_the_core() {
    let mut text = String::new();
    let mut count = 0;
    for (arch, element, major, swizzle) in legal_forms() {
        let (t, order) = (element.per_unit(), [Order::Mn, Order::K][count % 2]);
        let mut said = said(&format!(
            "#/{arch}?element={element}&major={major}&swizzle={swizzle}&mn=256&k={}&buffer_k={}&at_k={}&order={order}&start=0x2400&stages=2",
            8 * t,
            12 * t,
            2 * t,
        ));
        if count % 3 == 0 && element != Element::B1 {
            said.reader.operand = Some(Operand::B);
            said.reader.sparsity = Some(Sparsity::Sparse);
        }
        let spec = spec_for_building(&said, None).expect("a spec");
        writeln!(text, "constexpr auto s{count} = {};", sequence_text(&spec))
            .expect("a string takes everything");
        for read in spec.reads() {
            let (at, hex) = (read.place, read.descriptor.expect("a code"));
            writeln!(
                text,
                "static_assert(s{count}.descriptor({}, {}, {}) == {hex}ull);",
                at.block, at.step, at.stage
            )
            .expect("a string takes everything");
        }
        count += 1;
    }
    assert!(count > 120, "{count}");
    check(&text);
}

#[test]
fn the_walk_of_48_bytes_is_cutlass_s() {
    let mut text = String::from(
        "constexpr Sequence walk{packed_layout(Element::E2m1Packed, Major::K, Swizzle::B128, 128, 768), \
         Arch::Tcgen05, 128, 768, 128, 48, 0, 0, 1, 0, true};\n",
    );
    // Buffer and unit of the start, buffer of the second chunk; each buffer has 128 rows of 128 bytes.
    for (step, ((start, unit), second, _)) in WALK.into_iter().enumerate() {
        let start = start * 1024 + unit;
        let raw = 0x4010_4040_0000_0000_u64 | u64::from(second * 1024) << 16 | u64::from(start);
        writeln!(text, "static_assert(walk.descriptor(0, {step}) == 0x{raw:016x}ull);")
            .expect("a string takes everything");
    }
    text.push_str(
        "constexpr Sequence two{packed_layout(Element::E2m1Packed, Major::K, Swizzle::B128, 256, 768), \
         Arch::Tcgen05, 256, 768, 128, 48, 0, 0, 1, 0, true};\n\
         static_assert(two.descriptor(1, 2) == 0x4010404000000000ull + (3072ull << 16) + 1024 + 6);\n",
    );
    check(&text);
}

#[test]
fn it_is_small_and_names_what_it_holds() {
    let text = header_text();
    let lines = text.lines().count();
    assert!((200..600).contains(&lines), "{lines} lines");
    assert!(text.lines().all(|line| line.len() <= 130));
    let head: String = text.lines().take(30).collect();
    for name in [
        "matrix_descriptor(Arch, Fields)",
        "byte_from_element(Layout, mn, k)",
        "Sequence",
        "instruction_descriptor(Kind, InstructionFields)",
        "B128Atom32",
        "E2m1Packed",
    ] {
        assert!(head.contains(name), "{name}");
    }
}

/// Whether g++ accepts a constant expression with the header; none if there is no g++.
fn is_constant(expression: &str) -> Option<bool> {
    let text = format!(
        "constexpr auto kRing = packed_layout(Element::Bf16, Major::K, Swizzle::B128, 64, 64);\n\
         constexpr Sequence four(uint32_t stage_bytes = 0) {{ return Sequence{{kRing, Arch::Wgmma, 64, 64, 64, 32, 0, 0, 4, stage_bytes}}; }}\n\
         constexpr auto value = {expression};\nint main() {{ return value == value ? 0 : 1; }}\n"
    );
    let found = run("g++", &["-std=c++17", "-fsyntax-only"], &files(&text))?;
    // What is refused is refused as no constant, and not by a slip of the snippet.
    let is_known = |errors: &str| {
        ["no_field_can_hold_this", "there_is_no_code_for_this"].iter().any(|why| errors.contains(why))
    };
    assert!(found.as_ref().err().is_none_or(|errors| is_known(errors)), "{expression}: {found:?}");
    Some(found.is_ok())
}

#[test]
fn what_no_field_can_hold_is_no_constant() {
    for row in rows(include_str!("header.tsv")) {
        let [sign, expression] = row[..] else { panic!("{row:?}: not two columns") };
        let wanted = ["refused", "constant"].iter().position(|known| *known == sign).expect(sign) == 1;
        assert!(is_constant(expression).is_none_or(|found| found == wanted), "{expression}");
    }
}

#[test]
fn the_stages_of_a_ring_and_the_ids_of_the_steps() {
    let mut text = String::from(
        "constexpr Sequence ring{packed_layout(Element::Bf16, Major::K, Swizzle::B128, 64, 64), Arch::Wgmma, 64, 64, 64, 32, 0, 0, 4, 8320};\n",
    );
    // Row 3, k 33 of the packed tile is at line 3 of its stage, unit 4: the XOR is that of the whole address.
    for stage in 0..4_u32 {
        let address = stage * 8320 + 3 * 128 + 64;
        let byte = (address ^ ((address >> 7 & 7) << 4)) + 2;
        writeln!(text, "static_assert(byte_from_element(ring.layout_of_stage({stage}), 3, 33) == {byte});")
            .expect("a string");
    }
    for (kind, ue8m0, ids) in [
        ("Mxf8f6f4", true, [0, 1, 2, 3, 0]),
        ("Mxf4", true, [0, 2, 0, 2, 0]),
        ("Mxf4nvf4", true, [0, 2, 0, 2, 0]),
        ("Mxf4nvf4", false, [0; 5]),
        ("F16", true, [0; 5]),
    ] {
        for (step, id) in ids.into_iter().enumerate() {
            writeln!(text, "static_assert(scale_id(Kind::{kind}, {ue8m0}, {step}) == {id});")
                .expect("a string");
        }
    }
    text += "static_assert(instruction_descriptor(Kind::Mxf8f6f4, InstructionFields{Element::E4m3, Element::E2m1, Accumulator::F32, 128, 128, Major::K, Major::K, false, false, true, scale_id(Kind::Mxf8f6f4, true, 5)}) == 0x28a01410u);\n";
    check(&text);
}
