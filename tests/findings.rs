//! What the rules say of descriptors that hardware has run and that CuTe has made, and of any 64 bits.
//!
//! Each golden descriptor is put into a kind by arithmetic of this file alone. A frozen table says which findings a kind
//! raises; what is legal, aligned and packed raises no error and no warning.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use swizzle_core::{
    Arch, Descriptor, DescriptorFields, Element, Finding, LboMode, Major, Meant, Named, Operand,
    Order, Params, Severity, Sparsity, Spec, Swizzle, findings_from_spec, params_from_descriptor,
};
use swizzle_tests::{At, CsvRow, JsonLine, csv_rows, json_lines};

/// A kind of descriptor, every set of errors and warnings that one of it may raise, and why.
type Expected = (&'static str, &'static [&'static str], &'static str);

#[rustfmt::skip]
const HARDWARE: &[Expected] = &[
    ("packed along MN", &[""], "nothing is wrong"),
    ("packed along K", &[""], "nothing is wrong: the other order is a note"),
    ("packed along MN, base offset", &["error base-offset"], "the pattern is aligned: the base offset moves the XOR"),
    ("packed along K, base offset", &["error base-offset"], "as before"),
    ("strided", &["warning meant", "warning swapped", "warning swizzle-code"],
        "legal gaps; five are right with LBO and SBO exchanged, one is 64B with the SBO of 128B, wgmma's code for tcgen05's 2"),
    ("strided, base offset", &["error base-offset"], "the gaps show when the base offset is mended"),
    ("odd strides", &["warning phase"], "no multiple of the atom: each group is read with another XOR"),
    ("odd strides, base offset", &["error base-offset, warning phase"], "both"),
    ("overlapping", &["error overlap", "error overlap, warning phase", "error plain-rows", "error units"],
        "two rows at one address; two with the other stride odd besides; LBO 1 without swizzle; packed values times or by 16"),
    ("overlapping, base offset", &["error base-offset, error overlap", "error base-offset, error overlap, warning phase"], "both"),
];

#[rustfmt::skip]
const CUTE: &[Expected] = &[
    ("packed", &[""], "nothing is wrong"),
    ("packed, too large", &["", "warning memory-end", "error memory-end", "error units"],
        "more than a block's 227 KiB: the last steps run past its end or start beyond, some at 16 times a good address"),
    ("no such operand", &["error operand-form"], "CuTe computes it, no instruction reads it"),
    ("no such operand, too large", &["error operand-form", "error operand-form, warning memory-end"], "both"),
    ("custom: K0 padded both", &["warning meant"], "gaps that were meant, unlike the packed tile"),
    ("custom: K0 s8 padded both", &["warning meant"], "the same"),
    ("custom: K0 sparse-B K extent 512 bits", &[""], "packed"),
    ("custom: K0 tf32 ISA figure", &[""], "packed"),
    ("custom: K128 fp4 MXF4 K 64", &[""], "packed"),
    ("custom: K128 sparse-B K extent 512 bits", &[""], "packed"),
    ("custom: MN128 LBO overflow 14 bits", &["error overlap"], "LBO wraps to 16 bytes"),
    ("custom: MN128 s8 K 64, umma only", &[""], "packed"),
    ("custom: MN64 bf16 ISA figure", &[""], "packed"),
];

/// The errors and warnings of a descriptor in its context, as one text.
fn loud(descriptor: Descriptor, context: &Params) -> String {
    let params = params_from_descriptor(descriptor, context).expect("a context with a picture");
    let spec = Spec::new(&params).expect("a picture");
    let loud: BTreeSet<String> = findings_from_spec(&spec)
        .into_iter()
        .filter(|finding| finding.severity != Severity::Note)
        .map(|finding| format!("{} {}", finding.severity.name(), finding.rule))
        .collect();
    Vec::from_iter(loud).join(", ")
}

/// What each kind raised, and one descriptor of each.
#[derive(Default)]
struct Table(BTreeMap<String, BTreeMap<String, (u32, String)>>);

impl Table {
    fn add(&mut self, kind: String, at: At, descriptor: Descriptor, context: &Params) {
        let raised = self.0.entry(kind).or_default();
        let entry = raised.entry(loud(descriptor, context)).or_default();
        entry.0 += 1;
        entry.1 = format!("{at} {descriptor}");
    }

    fn check(&self, expected: &[Expected]) {
        for (kind, raised) in &self.0 {
            for (findings, (count, at)) in raised {
                println!("{kind}: {count} × “{findings}”, for one {at}");
            }
        }
        let found: BTreeMap<&str, BTreeSet<&str>> = self
            .0
            .iter()
            .map(|(kind, raised)| (kind.as_str(), raised.keys().map(String::as_str).collect()))
            .collect();
        let expected = expected
            .iter()
            .map(|(kind, findings, _)| (*kind, findings.iter().copied().collect()))
            .collect();
        assert_eq!(found, expected);
    }
}

/// Sides of an operand in swizzle-wide columns and groups of 8, and the bytes from one to the next.
struct Strides {
    row_bytes: u32,
    columns: u32,
    groups: u32,
    column_bytes: u32,
    group_bytes: u32,
}

impl Strides {
    fn kind(&self) -> &'static str {
        let atom = 8 * self.row_bytes;
        let (columns, groups) = (self.columns, self.groups);
        let (column, group) = (self.column_bytes, self.group_bytes);
        let is = |wanted: (u32, u32)| {
            (columns == 1 || column == wanted.0) && (groups == 1 || group == wanted.1)
        };
        let mut rows = BTreeSet::new();
        let has_clash = !(0..columns * groups * 8).all(|i| {
            let (row, j) = (i % 8, i / 8);
            let first =
                (j % columns * column + j / columns * group + row * self.row_bytes) % (1 << 18);
            (0..self.row_bytes / 16).all(|unit| rows.insert((first / 16 + unit) % (1 << 14)))
        });
        let is_odd = |count: u32, bytes: u32| count > 1 && !bytes.is_multiple_of(atom);
        if is((atom * groups, atom)) {
            "packed along MN"
        } else if is((atom, atom * columns)) {
            "packed along K"
        } else if has_clash {
            "overlapping"
        } else if self.row_bytes > 16 && (is_odd(columns, column) || is_odd(groups, group)) {
            "odd strides"
        } else {
            "strided"
        }
    }
}

fn choice<T: Named>(row: &CsvRow, column: &str) -> T {
    T::from_name(row.text(column)).unwrap_or_else(|error| panic!("{}: {error}", row.at()))
}

fn hardware(table: &mut Table, file: &'static str, sparsity: Sparsity) {
    let mut cases = BTreeSet::new();
    for row in csv_rows(file) {
        if !cases.insert(row.number("case")) {
            continue;
        }
        let (element, major, swizzle) = (
            choice::<Element>(&row, "element"),
            choice::<Major>(&row, "major"),
            choice::<Swizzle>(&row, "swizzle"),
        );
        let (operand, k_units, mn): (_, u32, u32) = match sparsity {
            Sparsity::Dense => {
                let operand = choice::<Operand>(&row, "operand");
                (operand, 2, if operand == Operand::A { 64 } else { 256 })
            }
            Sparsity::Sparse => (Operand::B, 4, 64),
        };
        let (w, t): (u32, u32) = (
            match swizzle {
                Swizzle::B32 => 2,
                Swizzle::B64 => 4,
                Swizzle::B128 => 8,
                _ => 1,
            },
            match element {
                Element::Tf32 => 4,
                Element::Bf16 => 8,
                _ => 16,
            },
        );
        let k = k_units * t;
        let (lbo, sbo) = (row.number("lbo_field"), row.number("sbo_field"));
        let (columns, groups) = match major {
            Major::K => (k_units.div_ceil(w), mn / 8),
            Major::Mn => (mn.div_ceil(t * w), k.div_ceil(8)),
        };
        let (column, group) = if (major, swizzle) == (Major::Mn, Swizzle::None) {
            (sbo, lbo)
        } else {
            (lbo, sbo)
        };
        let strides = Strides {
            row_bytes: 16 * w,
            columns,
            groups,
            column_bytes: 16 * column,
            group_bytes: 16 * group,
        };
        let base_offset = row.number("base_offset");
        let mut kind = strides.kind().to_string();
        if base_offset % w != 0 {
            kind += ", base offset";
        }
        let field = |value: u32| u16::try_from(value).expect("14 bits");
        let descriptor = Descriptor::encode(
            Arch::Wgmma,
            DescriptorFields {
                start_field: field(row.number("start") / 16),
                lbo_field: field(lbo),
                sbo_field: field(sbo),
                base_offset: u8::try_from(base_offset).expect("3 bits"),
                lbo_mode: LboMode::Relative,
                swizzle: Ok(swizzle),
                stray_bits: 0,
            },
        )
        .expect("a code");
        let context = Params {
            operand,
            sparsity,
            element,
            major,
            mn,
            k,
            ..Params::default()
        };
        table.add(kind, row.at(), descriptor, &context);
    }
}

#[test]
fn descriptors_that_hardware_ran() {
    let mut table = Table::default();
    hardware(&mut table, "wgmma_h200.csv", Sparsity::Dense);
    hardware(&mut table, "wgmma_sparse_h200.csv", Sparsity::Sparse);
    table.check(HARDWARE);
}

fn elements_from_bits(bits: u32) -> &'static [Element] {
    match bits {
        4 => &[Element::E2m1Packed],
        8 => &[Element::U8, Element::E4m3],
        16 => &[Element::Bf16, Element::F16],
        _ => &[Element::Tf32],
    }
}

fn context_of_line(line: &JsonLine, arch: Arch, element: Element) -> Params {
    let order = line
        .has("ord")
        .then(|| Order::from_name(line.text("ord")).expect("an order"));
    let k_units = line.number("k") * line.number("bits") / 128;
    Params {
        arch,
        operand: Operand::B,
        sparsity: if line.has("custom") && k_units == 4 {
            Sparsity::Sparse
        } else {
            Sparsity::Dense
        },
        element,
        major: Major::from_name(line.text("major")).expect("a major"),
        mn: line.number("mn"),
        k: line.number("k"),
        order: order.unwrap_or(Order::Mn),
        ..Params::default()
    }
}

/// The strides of a line's whole tile: atoms one after the other, in its order.
fn strides_of_line(line: &JsonLine) -> Meant {
    let (amn, ak) = (line.number("amn"), line.number("ak"));
    let atom = amn * ak * line.number("bits") / 8;
    let along_mn = if line.text("ord") == "mn" {
        atom
    } else {
        atom * (line.number("k") / ak)
    };
    let along_k = if line.text("ord") == "mn" {
        atom * (line.number("mn") / amn)
    } else {
        atom
    };
    // LBO steps along the contiguous dimension, but for MN-major without swizzle.
    let is_interleaved = line.numbers("swz")[0] == 0;
    let (lbo, sbo) = if line.text("major") == "MN" && !is_interleaved {
        (along_mn, along_k)
    } else {
        (along_k, along_mn)
    };
    Meant {
        lbo_bytes: Some(lbo),
        sbo_bytes: Some(sbo),
        ..Meant::default()
    }
}

#[test]
fn descriptors_that_cute_made() {
    let mut table = Table::default();
    for line in json_lines("cute.jsonl") {
        let (bits, mn, k) = (line.number("bits"), line.number("mn"), line.number("k"));
        let is_mn = line.text("major") == "MN";
        let has_32b_atoms = line.numbers("swz")[1] == 5;
        for arch in [Arch::Wgmma, Arch::Tcgen05] {
            let keys = match arch {
                Arch::Wgmma => ["g", "g_at_1c400", "g64"],
                Arch::Tcgen05 => ["u", "u_at_1c400", "u64"],
            };
            let is_legal = match (arch, is_mn, bits) {
                (_, false, 4) => arch == Arch::Tcgen05,
                (_, false, _) => true,
                (_, true, 16) | (Arch::Tcgen05, true, 8) => !has_32b_atoms,
                (Arch::Tcgen05, true, 32) => has_32b_atoms,
                _ => false,
            };
            for &element in elements_from_bits(bits) {
                for key in keys.into_iter().filter(|key| line.has(key)) {
                    let hexes = line.hexes(key);
                    let steps = line.hexes(keys[0]).len();
                    for (i, &hex) in hexes.iter().enumerate() {
                        let mut context = context_of_line(&line, arch, element);
                        context.step = if key == keys[0] { i } else { steps - 1 } as u32;
                        let mut kind = match (is_legal, line.has("custom")) {
                            (true, false) => "packed".into(),
                            (true, true) => format!("custom: {}", line.text("custom")),
                            (false, _) => "no such operand".into(),
                        };
                        let start = if key.ends_with("400") { 0x1c400 } else { 0 };
                        if start + mn * k * bits / 8 > 228 * 1024 {
                            kind += ", too large";
                        }
                        // Of 64 rows; the strides are those of the whole tile.
                        if key.ends_with("64") {
                            (context.mn, context.k, context.step) = (64, line.number("ki"), 0);
                            context.meant = strides_of_line(&line);
                        }
                        table.add(kind, line.at(), Descriptor::new(arch, hex), &context);
                    }
                }
            }
        }
    }
    table.check(CUTE);
}

fn has(findings: &[Finding], wanted: &Finding) -> bool {
    let is_same =
        |finding: &Finding| (finding.rule, &finding.title) == (wanted.rule, &wanted.title);
    findings.iter().any(is_same)
}

fn findings_of(params: &Params) -> Vec<Finding> {
    findings_from_spec(&Spec::new(params).expect("a picture"))
}

fn pick<T: Named>(index: usize) -> T {
    T::ALL[index % T::ALL.len()]
}

/// Repairs remove what they are offered for, and come to an end.
fn check_repairs(mut params: Params) {
    for finding in findings_of(&params) {
        if let Some(repair) = &finding.repair {
            let left = findings_of(&repair.params);
            assert!(
                !has(&left, &finding),
                "{params:?}: “{}” leaves {finding:?}",
                repair.label
            );
            assert!(!repair.label.is_empty(), "{params:?}: {finding:?}");
        }
    }
    let first = |params: &Params| {
        let mut findings = findings_of(params).into_iter();
        findings.find(|finding| finding.severity == Severity::Error && finding.repair.is_some())
    };
    let mut pressed = Vec::new();
    for _ in 0..12 {
        let Some(repair) = first(&params).and_then(|finding| finding.repair) else {
            return;
        };
        pressed.push(repair.label);
        params = repair.params;
    }
    assert_eq!(first(&params), None, "{params:?} after {pressed:?}");
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if std::env::var_os("ATLAS_EXHAUSTIVE").is_some() { 20_000 } else { 500 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Any 64 bits, half of them with fields that people write, in any context.
    #[test]
    fn repairs_of_any_descriptor(
        raw in any::<u64>(),
        is_tame in any::<bool>(),
        tame in prop::array::uniform3(0_usize..10),
        choices in prop::array::uniform5(0_usize..12),
        (mn, k, step) in (1_u32..40, 1_u32..20, 0_u32..4),
        row_bytes in prop::option::weighted(0.1, 1_u32..40),
        (is_meant, swizzle) in (prop::bool::weighted(0.1), 0_usize..5),
    ) {
        let values = [0, 1, 4, 8, 16, 64, 128, 256, 512, 1024];
        for &arch in Arch::ALL {
            let raw = if is_tame {
                let [start, lbo, sbo] = tame.map(|i| values[i]);
                // The mode's bits as they come, the fixed ones mostly right.
                let top = raw & 7 << 61 | (raw & raw >> 8 & raw >> 16) & 0xff << 46;
                top ^ Descriptor::fixed_bits(arch) | sbo << 32 | lbo << 16 | start
            } else {
                raw
            };
            let context = Params {
                operand: pick(choices[0]),
                sparsity: pick(choices[1]),
                element: pick(choices[2]),
                major: pick(choices[3]),
                order: pick(choices[4]),
                mn: mn * 8,
                k: k * 8,
                step,
                meant: Meant {
                    row_bytes: row_bytes.map(|row| row * 16),
                    swizzle: is_meant.then(|| pick(swizzle)),
                    ..Meant::default()
                },
                ..Params::default()
            };
            check_repairs(params_from_descriptor(Descriptor::new(arch, raw), &context).expect("a context"));
        }
    }
}
