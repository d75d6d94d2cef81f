//! What templates say of a tile and its instruction: plain values, the same for all languages but for the syntax of comments.

use crate::build::{SourceOfA, alignment_bytes, coverage, pair_text};
use crate::source::names::{accumulator_names, element_names};
use crate::source::{Language, Sourced, law};
use crate::spelling::grouped_hex;
use crate::template::{Facts, wrapped};
use swizzle_core::descriptor::FieldId;
use swizzle_core::hardware::{
    Accumulator, Arch, CtaForm, Element, LINE_BYTES, Major, Named as _, Operand, Sparsity, bytes_from_field,
};
use swizzle_core::law::Axis;
use swizzle_core::reader::Spec;
use swizzle_core::tma::MapSwizzle;
use swizzle_lints::instruction::ScaleFactors;
use swizzle_lints::{Tag, findings_from_spec};
use swizzle_text::{SparseK, sparse_product_text, sparse_text, tile_text};

/// The facts of every language.
pub(super) fn facts(language: Language, sourced: &Sourced<'_>) -> Facts {
    let mut facts = Facts::default();
    let mark = match language {
        Language::Rust => "//!",
        Language::Cuda | Language::Cute => "//",
        Language::CuteDsl | Language::Triton => "#",
    };
    facts.add(&[("mark", &mark), ("name", &sourced.name), ("link", &sourced.link)]);
    tile(&mut facts, sourced);
    addresses(&mut facts, sourced.spec, language == Language::Rust);
    descriptors(&mut facts, sourced);
    instruction(&mut facts, sourced);
    match sourced.instruction.arch {
        Arch::Wgmma => wgmma(&mut facts, sourced),
        Arch::Tcgen05 => tcgen05(&mut facts, sourced),
    }
    facts
}

fn tile(facts: &mut Facts, sourced: &Sourced<'_>) {
    let spec = sourced.spec;
    let (tile, reader) = (spec.tile(), spec.reader());
    let logical_k = SparseK::of(spec).filter(|_| reader.operand == Operand::A).map_or(0, |k| k.logical);
    facts.add(&[
        ("operand", &reader.operand),
        ("letter", &reader.operand.mn_letter()),
        ("tile", &tile_text(spec)),
        ("mn", &tile.mn),
        ("k", &tile.k),
        ("logical_k", &logical_k),
        ("major", &tile.major),
        ("order", &tile.order),
        ("swizzle", &tile.swizzle),
        ("start", &format!("0x{:x}", tile.start_bytes)),
        ("bytes", &tile.buffer_bytes()),
        ("alignment", &alignment_bytes(spec)),
        ("staged", &(tile.stages > 1)),
        ("stages", &tile.stages),
        ("stage_bytes", &tile.stage_bytes),
        ("blocks", &spec.blocks()),
        ("read_rows", &spec.read_extent().mn),
        ("steps", &spec.steps()),
        ("read_k", &spec.read_k()),
        ("increments", &law::increments_text(spec)),
        ("tma", &tma_text(spec)),
        ("no_tma", &no_tma_text(spec).unwrap_or_default()),
    ]);
    let notes = [sparse_text(spec), pair_text(spec, sourced.instruction)];
    facts.texts("notes", notes.into_iter().flatten());
    // The file would be correct in stage 0 only.
    let findings = findings_from_spec(spec).into_iter().filter(|finding| finding.is(Tag::OfStages));
    let warnings = findings.map(|finding| format!("{}. {}", finding.title, finding.text));
    let warnings = warnings.chain(coverage(spec).filter(|coverage| !coverage.is_exact()).map(|counted| {
        format!(
            "the reads touch {} units of 16 bytes outside the tile and miss {} inside it.",
            counted.beyond, counted.never
        )
    }));
    facts.texts("warnings", warnings);
}

/// Why TMA cannot write the tile; `None` where it can.
fn no_tma_text(spec: &Spec) -> Option<String> {
    let tile = spec.tile();
    let is_moved = !law::base_offset(spec).is_multiple_of(1 << tile.swizzle.xor().bits);
    if law::has_base_offsets(spec) || is_moved {
        return Some("TMA does not write this pattern: it applies the XOR to the absolute address, and this pattern has another origin.".into());
    }
    let is_missed = |bytes: u32| !bytes.is_multiple_of(LINE_BYTES);
    let what = match tile.stages > 1 && is_missed(tile.stage_bytes) {
        _ if is_missed(tile.start_bytes) => format!("the tile starts at 0x{:x}", tile.start_bytes),
        true => format!("the stages are {} bytes apart", tile.stage_bytes),
        false => return None,
    };
    Some(format!("TMA cannot write here: its destinations are multiples of {LINE_BYTES} bytes, but {what}."))
}

/// The box with which TMA writes the tile, as the start of a sentence.
fn tma_text(spec: &Spec) -> String {
    let (tile, layout) = (spec.tile(), spec.layout());
    let atom = tile.swizzle.atom(tile.major);
    let (along, across) = spec.extent().along_and_across(tile.major);
    let rows_touch = layout.group_bytes() == atom.rows * layout.pitch_bytes();
    let inner = along.min(atom.row_units * tile.element.per_unit());
    // All rows, or the most of at most 256 that divide them, in whole atoms.
    let outer = match rows_touch {
        true if across <= 256 => across,
        true => {
            let divides = |rows: &u32| rows.is_multiple_of(atom.rows) && across.is_multiple_of(*rows);
            (1..=256).rev().find(divides).unwrap_or(256)
        }
        false => atom.rows.min(across),
    };
    let swizzle = MapSwizzle::from_swizzle(tile.swizzle).enumerator();
    let letter = spec.reader().operand.mn_letter();
    let (contiguous, other) = match tile.major {
        Major::K => ("K", letter),
        Major::Mn => (letter, "K"),
    };
    format!(
        "TMA: boxes of {inner} ({contiguous}) × {outer} ({other}) elements with CU_TENSOR_MAP_SWIZZLE_{swizzle}"
    )
}

/// `4 + `, before what it is added to, or nothing.
fn added(value: u32) -> String {
    if value == 0 { String::new() } else { format!("{value} + ") }
}

fn addresses(facts: &mut Facts, spec: &Spec, is_wrapping: bool) {
    let tile = spec.tile();
    let phase = law::phase_bytes(spec);
    let origin = match (phase, tile.stages) {
        (0, 1) => "the tile's first byte",
        (0, _) => "the first stage's first byte",
        (_, 1) => "the boundary before the tile",
        (..) => "the boundary before the first stage",
    };
    let boundary = tile.swizzle.pattern_bytes();
    let (per_unit, row_units) = (tile.element.per_unit(), tile.swizzle.row_units());
    let [in_unit, bit] = law::in_unit(spec, law::contiguous(spec));
    facts.add(&[
        ("mn_bytes", &law::distance(spec, Axis::Mn, 8, false, "mn")),
        ("k_bytes", &law::distance(spec, Axis::K, 8, false, "k")),
        ("mn_from", &added(tile.at.mn)),
        ("k_from", &added(tile.at.k)),
        ("phase", &phase),
        ("phase_from", &added(phase)),
        ("origin", &origin),
        ("physical", &law::physical(spec, is_wrapping)),
        ("in_unit", &in_unit),
        ("bit", &bit),
        ("base_offsets", &law::has_base_offsets(spec)),
        // 0 on a pattern boundary, as in the ISA's table.
        ("boundary", &boundary),
        ("pattern_from", &added(tile.pattern_bytes % boundary)),
        ("absolute", &law::is_absolute(spec)),
        ("per_unit", &per_unit),
        ("row_units", &row_units),
        ("row_elements", &(row_units * per_unit)),
        ("read_units", &(spec.read_k() / per_unit)),
    ]);
    facts.list("offsets", law::tied_offsets(spec), |row, (at, stage, offset)| {
        row.add(&[("mn", &at.mn), ("k", &at.k), ("stage", &stage), ("offset", &offset)]);
    });
}

fn descriptors(facts: &mut Facts, sourced: &Sourced<'_>) {
    let spec = sourced.spec;
    let constant = law::constant_bits(sourced);
    let bytes = |id| bytes_from_field(constant.get(id) as u16);
    facts.add(&[
        ("constant_grouped", &grouped_hex(constant.raw(), 4)),
        ("high", &format!("{:08x}", constant.raw() >> 32)),
        ("low", &format!("{:08x}", constant.raw() as u32)),
        ("sbo", &bytes(FieldId::Sbo)),
        ("lbo", &bytes(FieldId::Lbo)),
        ("base_offset", &law::base_offset(spec)),
        ("first_raw", &law::descriptor(sourced, swizzle_core::reader::Place::default())),
    ]);
    facts.list("places", law::tied_places(spec), |row, place| {
        let descriptor = law::descriptor(sourced, place);
        row.add(&[
            ("block", &place.block),
            ("step", &place.step),
            ("stage", &place.stage),
            ("raw", &descriptor),
            ("raw_grouped", &grouped_hex(descriptor.raw(), 4)),
            ("shown", &(place == spec.place())),
        ]);
    });
}

/// Whether A, the other operand, comes from registers.
fn is_fragment(sourced: &Sourced<'_>) -> bool {
    sourced.instruction.source_of_a == SourceOfA::Registers && sourced.spec.reader().operand == Operand::B
}

fn instruction(facts: &mut Facts, sourced: &Sourced<'_>) {
    let one = sourced.instruction;
    let operand = sourced.spec.reader().operand;
    let is_fragment = is_fragment(sourced);
    let (other, other_of_step, class) = match (operand, is_fragment) {
        (Operand::A, _) => ("B", "descriptor_of_b", "DescriptorOfB"),
        (Operand::B, false) => ("A", "descriptor_of_a", "DescriptorOfA"),
        (Operand::B, true) => ("A", "fragment_of_a", "FragmentOfA"),
    };
    let [(a, type_a), (b, type_b)] = [one.a, one.b].map(element_names);
    let (d, type_d) = accumulator_names(one.d);
    let (element_type, python_type) = element_names(sourced.spec.tile().element);
    facts.add(&[
        ("instruction", &one.name()),
        ("arch", &one.arch),
        ("chip", &one.arch.first_chip()),
        ("m", &one.m),
        ("n", &one.n),
        ("instruction_k", &one.k),
        ("a", &one.a),
        ("b", &one.b),
        ("d", &one.d),
        ("types", &format!("{a}, {b}, {d}")),
        ("type_a", &type_a),
        ("type_b", &type_b),
        ("type_d", &type_d),
        ("element_type", &element_type),
        ("python_type", &python_type),
        ("padded", &sourced.spec.tile().element.is_padded()),
        ("a_major", &one.a_major.operand_name(Operand::A)),
        ("b_major", &one.b_major.operand_name(Operand::B)),
        ("major_a", &one.a_major),
        ("major_b", &one.b_major),
        ("sparse", &(one.sparsity == Sparsity::Sparse)),
        ("product", &sparse_product_text(sourced.spec)),
        ("scaled", &one.is_scaled()),
        ("pair", &(one.form == CtaForm::Two)),
        ("source_of_a", &one.source_of_a),
        ("fragment", &is_fragment),
        ("other", &other),
        ("other_of_step", &other_of_step),
        ("OtherOfStep", &class),
    ]);
}

/// The arguments of an `asm` statement that are registers of an array: their list, and their constraints.
pub(super) fn registers(facts: &mut Facts, names: [&'static str; 2], count: u32, width: usize, held: &str) {
    let all = |text: &dyn Fn(u32) -> String| (0..count).map(text).collect::<Vec<_>>().join(", ");
    let list = wrapped(&format!("{{{}}},", all(&|i| format!("%{i}"))), width).join(" \"\n      \"");
    let held = wrapped(&all(&|i| format!("\"{held}\"(d[{i}])")), 88).join("\n        ");
    facts.add(&[(names[0], &list), (names[1], &held)]);
}

fn wgmma(facts: &mut Facts, sourced: &Sourced<'_>) {
    let one = sourced.instruction;
    // Source: PTX ISA, wgmma, "Register Fragments", matrix D; read back from an H200.
    // D of one thread: 64 × N over 128 threads.
    let (count, register, constraint) = match one.d {
        Accumulator::F32 => (one.n / 2, "float", "+f"),
        Accumulator::S32 => (one.n / 2, "int32_t", "+r"),
        Accumulator::F16 => (one.n / 4, "uint32_t", "+r"),
    };
    registers(facts, ["d_list", "d_held"], count, 84, constraint);
    let is_fragment = is_fragment(sourced);
    let at = |number: u32| format!("%{}", count + number);
    let (mut ab, mut next) = if is_fragment {
        (format!("{{{}}}, {}", [0, 1, 2, 3].map(at).join(", "), at(4)), 5)
    } else {
        (format!("{}, {}", at(0), at(1)), 2)
    };
    if one.sparsity == Sparsity::Sparse {
        ab += &format!(", {}, 0", at(next));
        next += 1;
    }
    // The operands after the predicate: signs, and for 16-bit types the transpositions.
    let [a, b] = [one.a_major, one.b_major].map(|major| major.transpose_bit());
    let immediates = match (one.a, is_fragment) {
        (Element::S8 | Element::U8 | Element::B1, _) => String::new(),
        (Element::F16 | Element::Bf16, false) => format!(", 1, 1, {a}, {b}"),
        (Element::F16 | Element::Bf16, true) => format!(", 1, 1, {b}"),
        _ => ", 1, 1".into(),
    };
    // N of the shapes that CuTe defines by default.
    let is_common = matches!(one.n, 8 | 16 | 32 | 64 | 96 | 128 | 192 | 256);
    facts.add(&[
        ("registers", &count),
        ("register", &register),
        ("ab", &ab),
        ("predicate", &at(next)),
        ("immediates", &immediates),
        ("extended", &!is_common),
        ("room", &"warpgroup"),
    ]);
}

fn tcgen05(facts: &mut Facts, sourced: &Sourced<'_>) {
    let (one, spec) = (sourced.instruction, sourced.spec);
    // The caller has checked that there are both.
    let (Some(kind), Some(Ok(idesc))) = (one.kind, one.idesc()) else { return };
    let (group, is_sparse) = (one.form.ctas(), u32::from(one.sparsity == Sparsity::Sparse));
    // Source: PTX ISA, tcgen05.mma, "Block scaling": 32 elements per UE8M0 factor, 16 per UE4M3 factor.
    let factors = ScaleFactors::of(idesc);
    let (of_step, elements, of_word) =
        factors.map_or((0, 0, 1), |one| (one.in_step, one.elements, one.steps_of_word()));
    let blocks = |operand| if spec.reader().operand == operand { spec.blocks() } else { 1 };
    facts.add(&[
        ("kind", &kind),
        ("room", &"tcgen05"),
        ("idesc", &idesc),
        ("idesc_grouped", &grouped_hex(idesc.raw().into(), 2)),
        ("group", &group),
        // No column of B is masked.
        ("stationary", &(one.form == CtaForm::WeightStationary)),
        ("k_96", &one.is_k_96),
        ("vec", &one.vec.elements()),
        ("factors_of_step", &of_step),
        ("factor_elements", &elements),
        ("steps_of_word", &of_word),
        ("scale_a", &(4 + is_sparse)),
        ("scale_b", &(5 + is_sparse)),
        ("predicate", &format!("%{}", 4 + is_sparse + 2 * u32::from(one.is_scaled()))),
        ("KIND", &kind.name().to_uppercase()),
        ("m_of_cta", &(one.m / group)),
        ("n_of_cta", &(one.n / group)),
        ("m_of_blocks", &(one.m * blocks(Operand::A))),
        ("n_of_blocks", &(one.n * blocks(Operand::B))),
        ("d_column", &one.d_column),
    ]);
    let steps =
        (0..spec.steps().min(of_word + 1)).filter_map(|step| Some((step, one.idesc_of_step(step)?.ok()?)));
    facts.list("scale_steps", steps, |row, (step, idesc)| {
        row.add(&[("step", &step), ("idesc", &idesc), ("columns", &(step / of_word * 4))]);
    });
}
