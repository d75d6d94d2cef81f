//! `swizzle_atlas.hpp`, compiled by the C++ compilers that there are, with what hardware and CUTLASS say as static
//! assertions.

use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use swizzle_code::build::spec_for_building;
use swizzle_code::header_text;
use swizzle_core::{Element, Major, Named, Operand, Order, Sparsity, Spec, Swizzle};
use swizzle_tests::{CsvRow, check_cxx, csv_rows, legal_forms, said, scratch, skipped};

const HEAD: &str = "#include \"swizzle_atlas.hpp\"\nusing namespace swizzle_atlas;\n";

/// Compiles static assertions beside the header.
fn check(name: &str, assertions: &str) {
    let folder = scratch(name);
    fs::write(folder.join("swizzle_atlas.hpp"), header_text()).expect("the header is written");
    let source = folder.join("assertions.cpp");
    fs::write(&source, format!("{HEAD}{assertions}")).expect("the source is written");
    let compilers = check_cxx(&source, &folder);
    if std::env::var_os("CI").is_some() {
        assert!(compilers > 0, "CI has a C++ compiler");
    }
    fs::remove_dir_all(folder).expect("the folder goes");
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
    check("silicon", &text);
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
    check("instructions", &text);
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
    check("sequences", &text);
}

#[test]
fn the_walk_of_48_bytes_is_cutlass_s() {
    let mut text = String::from(
        "constexpr Sequence walk{packed_layout(Element::E2m1Packed, Major::K, Swizzle::B128, 128, 768), \
         Arch::Tcgen05, 128, 768, 128, 48, 0, 0, 1, 0, true};\n",
    );
    // Buffer and unit of the start, buffer of the second chunk; each buffer has 128 rows of 128 bytes.
    for (step, (start, unit, second)) in
        [(0, 0, 0), (0, 3, 0), (0, 6, 1), (1, 1, 1), (1, 4, 1), (1, 7, 2), (2, 2, 2), (2, 5, 2)]
            .into_iter()
            .enumerate()
    {
        let start = start * 1024 + unit;
        let raw = 0x4010_4040_0000_0000_u64 | (second * 1024) << 16 | start;
        writeln!(text, "static_assert(walk.descriptor(0, {step}) == 0x{raw:016x}ull);")
            .expect("a string takes everything");
    }
    text.push_str(
        "constexpr Sequence two{packed_layout(Element::E2m1Packed, Major::K, Swizzle::B128, 256, 768), \
         Arch::Tcgen05, 256, 768, 128, 48, 0, 0, 1, 0, true};\n\
         static_assert(two.descriptor(1, 2) == 0x4010404000000000ull + (3072ull << 16) + 1024 + 6);\n",
    );
    check("walk", &text);
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
fn is_constant(name: &str, expression: &str) -> Option<bool> {
    let folder = scratch(name);
    fs::write(folder.join("swizzle_atlas.hpp"), header_text()).expect("the header is written");
    let source = folder.join("one.cpp");
    let text = format!(
        "{HEAD}constexpr auto kRing = packed_layout(Element::Bf16, Major::K, Swizzle::B128, 64, 64);\nconstexpr auto value = {expression};\nint main() {{ return value == value ? 0 : 1; }}\n"
    );
    fs::write(&source, text).expect("the source is written");
    let compiled = Command::new("g++").args(["-std=c++17", "-fsyntax-only"]).arg(&source).output();
    fs::remove_dir_all(folder).expect("the folder goes");
    match compiled {
        Ok(output) => {
            let errors = String::from_utf8_lossy(&output.stderr);
            // What is refused is refused as no constant, and not by a slip of the snippet.
            assert!(
                output.status.success()
                    || errors.contains("no_field_can_hold_this")
                    || errors.contains("there_is_no_code_for_this"),
                "{expression}: {errors}"
            );
            Some(output.status.success())
        }
        Err(_) => {
            skipped("g++");
            None
        }
    }
}

#[test]
fn what_no_field_can_hold_is_no_constant() {
    let fields = |fields: &str| format!("matrix_descriptor(Arch::Wgmma, Fields{{{fields}, Swizzle::B128}})");
    let four = "Sequence{kRing, Arch::Wgmma, 64, 64, 64, 32, 0, 0, 4";
    let mx = "instruction_descriptor(Kind::Mxf8f6f4, InstructionFields{Element::E4m3, Element::E4m3, Accumulator::F32, 128, 128, Major::K, Major::K, false, false, true";
    for (number, (expression, is_right)) in [
        (fields("0x400, 16, 1024, 0"), true),
        (fields("0x3fff0, 0x3fff0, 0x3fff0, 7"), true),
        // The example of several faults, and each alone.
        (fields("0x408, 16, 1000, 9"), false),
        (fields("0x408, 16, 1024, 0"), false),
        (fields("0x40000, 16, 1024, 0"), false),
        (fields("0x400, 8, 1024, 0"), false),
        (fields("0x400, 0x40000, 1024, 0"), false),
        (fields("0x400, 16, 1000, 0"), false),
        (fields("0x400, 16, 0x40010, 0"), false),
        (fields("0x400, 16, 1024, 8"), false),
        ("matrix_descriptor(Arch::Wgmma, Fields{0x400, 16, 1024, 0, Swizzle::B128, true})".into(), false),
        ("matrix_descriptor(Arch::Wgmma, Fields{0x400, 16, 1024, 0, Swizzle::B128Atom32})".into(), false),
        ("matrix_descriptor(Arch::Tcgen05, Fields{0x400, 0x800, 1024, 0, Swizzle::B128, true})".into(), true),
        // Four stages without a specified distance are not four times the first.
        (format!("{four}, 8192}}.descriptor(0, 1, 3)"), true),
        (format!("{four}}}.descriptor(0, 1, 0)"), true),
        (format!("{four}}}.descriptor(0, 1, 1)"), false),
        (format!("{four}, 8192}}.descriptor(0, 1)"), false),
        (format!("{four}, 8192}}.start_bytes(0, 1)"), false),
        (format!("{four}, 8192}}.descriptor(0, 1, 4)"), false),
        (format!("{four}, 8200}}.descriptor(0, 1, 1)"), false),
        (format!("byte_from_element({four}, 8320}}.layout_of_stage(1), 3, 33)"), true),
        (format!("byte_from_element({four}}}.layout_of_stage(1), 3, 33)"), false),
        ("Sequence{kRing}.descriptor(0, 1)".into(), true),
        (format!("{mx}, 3}})"), true),
        (format!("{mx}, 4}})"), false),
        ("instruction_descriptor(Kind::F16, InstructionFields{Element::F16, Element::F16, Accumulator::F32, 128, 512})".into(), false),
        ("instruction_descriptor(Kind::F16, InstructionFields{Element::F16, Element::F16, Accumulator::F32, 128, 256})".into(), true),
        ("instruction_descriptor(Kind::F16, InstructionFields{Element::F16, Element::F16, Accumulator::F32, 100, 256})".into(), false),
    ]
    .into_iter()
    .enumerate()
    {
        if let Some(found) = is_constant(&format!("constant{number}"), &expression) {
            assert_eq!(found, is_right, "{expression}");
        }
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
    check("ring", &text);
}
