//! What the lints say of descriptors that hardware has run and that CuTe has made.
//!
//! Each golden descriptor is put into a kind by arithmetic of this file alone. A frozen table says which findings a kind
//! raises; what is legal, aligned and packed raises no error and no warning.

use std::collections::{BTreeMap, BTreeSet};

use swizzle_core::{
    Arch, Descriptor, DescriptorFields, Element, LboMode, Major, Named, Operand, Order, Said, SaidPlace,
    SaidReader, SaidTile, Sparsity, Swizzle,
};
use swizzle_infer::spec_from_said;
use swizzle_lints::{Severity, findings_from_spec};
use swizzle_tests::{At, JsonLine, csv_rows, json_lines, rows, some};

/// The errors and warnings of a descriptor in its context, and whether it was taken to leave gaps, as one text.
fn loud(descriptor: Descriptor, context: &Said) -> String {
    let spec = spec_from_said(&context.with_given(descriptor)).expect("a context with a picture");
    let loud: BTreeSet<String> = findings_from_spec(&spec)
        .into_iter()
        .filter(|finding| finding.severity != Severity::Note || finding.id == "gaps")
        .map(|finding| format!("{} {}", finding.severity.name(), finding.id))
        .collect();
    Vec::from_iter(loud).join(", ")
}

/// What each kind raised, and one descriptor of each.
#[derive(Default)]
struct Table(BTreeMap<String, BTreeMap<String, (u32, String)>>);

impl Table {
    fn add(&mut self, kind: String, at: At, descriptor: Descriptor, context: &Said) {
        let raised = self.0.entry(kind).or_default();
        let entry = raised.entry(loud(descriptor, context)).or_default();
        entry.0 += 1;
        entry.1 = format!("{at} {descriptor}");
    }

    /// Compares it with a section of `findings.tsv`.
    fn check(&self, section: &str) {
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
        let rows = rows(include_str!("findings.tsv")).skip_while(|row| row[..] != [section]).skip(1);
        let expected: BTreeMap<&str, BTreeSet<&str>> =
            rows.take_while(|row| row.len() == 3).map(|row| (row[0], row[1].split('|').collect())).collect();
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
        let is =
            |wanted: (u32, u32)| (columns == 1 || column == wanted.0) && (groups == 1 || group == wanted.1);
        let mut rows = BTreeSet::new();
        let has_clash = !(0..columns * groups * 8).all(|i| {
            let (row, j) = (i % 8, i / 8);
            let first = (j % columns * column + j / columns * group + row * self.row_bytes) % (1 << 18);
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

/// Puts each case of a file into the table, with what else `say` has to say of its tile.
fn hardware(table: &mut Table, file: &'static str, sparsity: Sparsity, say: fn(&mut Said, Swizzle)) {
    let mut cases = BTreeSet::new();
    for row in csv_rows(file) {
        if !cases.insert(row.number("case")) {
            continue;
        }
        let (element, major, swizzle) =
            (row.get::<Element>("element"), row.get::<Major>("major"), row.get::<Swizzle>("swizzle"));
        let (operand, k_units, mn): (_, u32, u32) = match sparsity {
            Sparsity::Dense => {
                let operand = row.get::<Operand>("operand");
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
        let (column, group) =
            if (major, swizzle) == (Major::Mn, Swizzle::None) { (sbo, lbo) } else { (lbo, sbo) };
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
                lut_half: 0,
            },
        )
        .expect("a code");
        let tile = SaidTile {
            element: Some(element),
            major: Some(major),
            mn: Some(mn),
            k: Some(k),
            // As TMA and CuTe write it; a base offset is wrong only where that is said.
            pattern_bytes: Some(0),
            ..SaidTile::default()
        };
        let reader = some!(SaidReader { operand, sparsity });
        let mut context = Said { tile, reader, ..Said::default() };
        say(&mut context, swizzle);
        table.add(kind, row.at(), descriptor, &context);
    }
}

#[test]
fn descriptors_that_hardware_ran() {
    let mut table = Table::default();
    hardware(&mut table, "wgmma_h200.csv", Sparsity::Dense, |_, _| ());
    hardware(&mut table, "wgmma_sparse_h200.csv", Sparsity::Sparse, |_, _| ());
    table.check("[hardware]");
}

/// Says the strides of a packed tile whose atoms follow each other along MN.
fn say_packed_along_mn(said: &mut Said, swizzle: Swizzle) {
    let mut written = *said;
    written.tile.swizzle = Some(swizzle);
    let packed = spec_from_said(&written).expect("a picture").packed();
    said.tile.lbo_bytes = Some(packed.lbo_bytes);
    said.tile.sbo_bytes = Some(packed.sbo_bytes);
}

#[test]
fn descriptors_that_hardware_ran_against_strides_that_were_said() {
    let mut table = Table::default();
    let say = say_packed_along_mn;
    hardware(&mut table, "wgmma_h200.csv", Sparsity::Dense, say);
    hardware(&mut table, "wgmma_sparse_h200.csv", Sparsity::Sparse, say);
    table.check("[hardware, said]");
}

fn elements_from_bits(bits: u32) -> &'static [Element] {
    match bits {
        4 => &[Element::E2m1Packed],
        8 => &[Element::U8, Element::E4m3],
        16 => &[Element::Bf16, Element::F16],
        _ => &[Element::Tf32],
    }
}

fn context_of_line(line: &JsonLine, element: Element, step: u32) -> Said {
    let order = line.has("ord").then(|| Order::from_name(line.text("ord")).expect("an order"));
    let k_units = line.number("k") * line.number("bits") / 128;
    let sparsity = if line.has("custom") && k_units == 4 { Sparsity::Sparse } else { Sparsity::Dense };
    Said {
        tile: SaidTile {
            element: Some(element),
            major: Some(Major::from_name(line.text("major")).expect("a major")),
            mn: Some(line.number("mn")),
            k: Some(line.number("k")),
            order,
            ..SaidTile::default()
        },
        reader: some!(SaidReader { operand: Operand::B, sparsity }),
        place: some!(SaidPlace { step }),
        ..Said::default()
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
                        let step = if key == keys[0] { i } else { steps - 1 };
                        let mut context = context_of_line(&line, element, step as u32);
                        let mut kind = match (is_legal, line.has("custom")) {
                            (true, false) => "packed".into(),
                            (true, true) => format!("custom: {}", line.text("custom")),
                            (false, _) => "no such operand".into(),
                        };
                        let start = if key.ends_with("400") { 0x1c400 } else { 0 };
                        if start + mn * k * bits / 8 > 228 * 1024 {
                            kind += ", too large";
                        }
                        // One read of 64 rows; the buffer is the whole tile.
                        if key.ends_with("64") {
                            let tile = &mut context.tile;
                            (tile.buffer_mn, tile.buffer_k) = (tile.mn, tile.k);
                            (tile.mn, tile.k) = (Some(64), Some(line.number("ki")));
                            context.place.step = Some(0);
                        }
                        let descriptor = Descriptor::new(arch, hex);
                        if kind == "packed" {
                            let (mut unplaced, mut bare) = (context, context);
                            unplaced.place.step = None;
                            table.add("packed, no step".into(), line.at(), descriptor, &unplaced);
                            bare.place.step = None;
                            bare.tile = SaidTile {
                                element: context.tile.element,
                                major: context.tile.major,
                                ..SaidTile::default()
                            };
                            bare.reader.sparsity = None;
                            table.add("packed, unsaid".into(), line.at(), descriptor, &bare);
                        }
                        table.add(kind, line.at(), descriptor, &context);
                    }
                }
            }
        }
    }
    table.check("[cute]");
}
