//! CUTLASS's Python DSL.

use crate::build::{Instruction, SourceOfA, alignment_bytes, buffer_bytes};
use crate::source::tensor_memory::python::{function, python};
use crate::source::text::Lines;
use crate::source::tiled::{OF_BOTH_CTAS, Tiled, letters, major_name, tiled};
use crate::source::{Sourced, cpp, law, tensor_memory};
use swizzle_core::hardware::{Accumulator, Arch, CtaForm, Element, Kind, Operand};
use swizzle_core::law::Swizzle;

pub(super) fn text(sourced: &Sourced<'_>) -> Result<String, String> {
    let tiled = tiled(sourced)?;
    if sourced.instruction.arch == Arch::Wgmma {
        let one = sourced.instruction;
        if matches!(one.a, Element::Tf32) {
            return Err("the Python DSL has no wgmma of tf32".into());
        }
        if sourced.spec.tile().swizzle == Swizzle::B128Atom32 {
            return Err("wgmma has no such swizzle".into());
        }
    }
    let mut out = Lines::default();
    cpp::heading(&mut out, sourced, "#");
    let tma = cpp::tma_text(sourced.spec);
    let stage = match sourced.spec.tile().stages {
        1 => "",
        _ => " + stage * STAGE_BYTES",
    };
    out.comment(
        "#",
        &format!("{tma}; the destination of the box that starts at element (mn, k) is the tile's first byte{stage} + mn_bytes(mn) + k_bytes(k)."),
    );
    out.gap();
    let missing = missing(sourced.instruction);
    match missing {
        Some(why) => {
            let words = "Not generated: the layout, tiled_mma and multiply of the DSL";
            out.comment("#", &format!("{words}: {why}. The numbers need no DSL."));
            out.gap();
        }
        None => imports(&mut out, sourced),
    }
    numbers(&mut out, sourced, missing.is_none());
    addresses(&mut out, sourced);
    if sourced.instruction.arch == Arch::Tcgen05 {
        let parts = tensor_memory::Parts::of(sourced);
        tensor_memory::python::text(&mut out, sourced, &parts);
    }
    if missing.is_none() {
        layout(&mut out, sourced, &tiled);
        mma(&mut out, sourced);
        multiply(&mut out, sourced);
    }
    Ok(format!("{}\n", out.into_text().trim_end()))
}

/// Why the DSL's own objects are left out: what they are made of is not of one tile.
fn missing(one: &Instruction) -> Option<&'static str> {
    match (one.form, one.kind.is_some_and(Kind::is_block_scaled)) {
        (CtaForm::WeightStationary, _) => Some("it has no .ws form"),
        (CtaForm::Two, _) => Some(OF_BOTH_CTAS),
        (CtaForm::One, true) => Some("they need the layouts of both operands' scale factors"),
        (CtaForm::One, false) => None,
    }
}

fn imports(out: &mut Lines, sourced: &Sourced<'_>) {
    out.lines(&["import cutlass", "import cutlass.cute as cute"]);
    match sourced.instruction.arch {
        Arch::Wgmma => out.lines(&[
            "import cutlass.utils.hopper_helpers as hopper",
            "from cutlass.cute.nvgpu import OperandMajorMode, warpgroup",
        ]),
        Arch::Tcgen05 => out.lines(&[
            "import cutlass.utils.blackwell_helpers as blackwell",
            "from cutlass.cute.nvgpu import OperandMajorMode, tcgen05",
        ]),
    }
    out.gap();
}

const fn type_name(element: Element) -> &'static str {
    match element {
        Element::F16 => "cutlass.Float16",
        Element::Bf16 => "cutlass.BFloat16",
        Element::Tf32 => "cutlass.TFloat32",
        Element::E4m3 => "cutlass.Float8E4M3FN",
        Element::E5m2 => "cutlass.Float8E5M2",
        Element::S8 => "cutlass.Int8",
        Element::U8 => "cutlass.Uint8",
        Element::B1 => "cutlass.Boolean",
        Element::E2m3 => "cutlass.Float6E2M3FN",
        Element::E3m2 => "cutlass.Float6E3M2FN",
        Element::E2m1 | Element::E2m1Packed => "cutlass.Float4E2M1FN",
    }
}

const fn accumulator_name(d: Accumulator) -> &'static str {
    match d {
        Accumulator::F16 => "cutlass.Float16",
        Accumulator::F32 => "cutlass.Float32",
        Accumulator::S32 => "cutlass.Int32",
    }
}

fn numbers(out: &mut Lines, sourced: &Sourced<'_>, has_dsl: bool) {
    let spec = sourced.spec;
    let tile = spec.tile();
    let letter = spec.reader().operand.mn_letter();
    let (own, _) = letters(sourced);
    if has_dsl {
        out.line(format!("ELEMENT_{own} = {}", type_name(tile.element)));
    }
    out.line(format!("{letter}, K, STAGES = {}, {}, {}", tile.mn, tile.k, tile.stages));
    out.line(format!("STAGE_BYTES = {}", tile.stage_bytes));
    out.line(format!("BYTES = {}  # all stages", buffer_bytes(spec)));
    out.line(format!("ALIGNMENT = {}  # of the buffer's shared address", alignment_bytes(spec)));
    out.line(format!("BLOCKS, ROWS_PER_BLOCK = {}, {}", spec.blocks(), spec.read_extent().mn));
    out.line(format!("STEPS, K_PER_STEP = {}, {}", spec.steps(), spec.read_k()));
    out.line(format!(
        "DESCRIPTOR = 0x{:016x}  # every bit except the start address",
        law::constant_bits(sourced).raw()
    ));
    out.gap();
    out.gap();
}

fn addresses(out: &mut Lines, sourced: &Sourced<'_>) {
    let spec = sourced.spec;
    function(
        out,
        "mn_bytes(mn)",
        "Bytes from the first element to row or column mn, before the XOR.",
        &python(&law::mn_bytes(spec)),
    );
    function(
        out,
        "k_bytes(k)",
        "Bytes from the first element to k, before the XOR.",
        &python(&law::k_bytes(spec)),
    );
    let is_staged = spec.tile().stages > 1;
    let (stage, from) = match is_staged {
        true => (", stage", "stage * STAGE_BYTES + "),
        false => ("", ""),
    };
    let mut placed = |head: String, doc: &str, tile: &str| {
        out.line(format!("def {head}:"));
        out.line(format!("    \"\"\"{doc}\"\"\""));
        out.line(format!("    unit = {tile}{from}mn_bytes(mn) + k_bytes(k)"));
        out.line(format!(
            "    return {} + {}",
            python(&law::physical(spec, "unit")),
            python(&law::in_unit(spec))
        ));
        out.gap();
        out.gap();
    };
    placed(format!("offset(mn, k{stage})"), &cpp::of_stage_text(spec, "Where element (mn, k)"), "");
    placed(
        format!("address(tile, mn, k{stage})"),
        "The same as a shared address: the XOR is applied to the address itself.",
        "tile + ",
    );
    function(
        out,
        if is_staged {
            "read_start(tile, block, step, stage)"
        } else {
            "read_start(tile, block, step, stage=0)"
        },
        "Shared address at which the read of a block, a step and a stage starts.",
        "tile + stage * STAGE_BYTES + mn_bytes(block * ROWS_PER_BLOCK) + k_bytes(step * K_PER_STEP)",
    );
    function(
        out,
        "make_descriptor(shared_address)",
        "The descriptor of a read that starts at this shared address.",
        "DESCRIPTOR | (shared_address & 0x3FFFF) >> 4",
    );
    out.comment("#", &law::increments_text(spec));
    for place in law::tied_places(sourced) {
        out.line(format!(
            "assert make_descriptor(read_start(0x{:x}, {}, {}, {})) == {}",
            spec.tile().start_bytes,
            place.block,
            place.step,
            place.stage,
            law::descriptor(sourced, place)
        ));
    }
    for (at, stage, offset) in law::tied_offsets(spec) {
        let passed = if is_staged { format!(", {stage}") } else { String::new() };
        out.line(format!("assert offset({}, {}{passed}) == {offset}", at.mn, at.k));
    }
    out.gap();
    out.gap();
}

fn layout(out: &mut Lines, sourced: &Sourced<'_>, tiled: &Tiled) {
    let (own, _) = letters(sourced);
    let letter = sourced.spec.reader().operand.mn_letter();
    let room = match sourced.instruction.arch {
        Arch::Wgmma => "warpgroup",
        Arch::Tcgen05 => "tcgen05",
    };
    let [mn, k, stages] = tiled.order;
    out.line("@cute.jit");
    out.line("def shared_layout():");
    out.line(format!(
        "    \"\"\"({letter}, K, stages) to the element of the buffer: for the tile's tensor and its TMA copy.\"\"\""
    ));
    out.line(format!(
        "    atom = {room}.make_smem_layout_atom({room}.SmemLayoutAtomKind.{}, ELEMENT_{own})",
        tiled.atom
    ));
    out.line(format!(
        "    return cute.tile_to_shape(atom, ({letter}, K, STAGES), order=({mn}, {k}, {stages}))"
    ));
    out.gap();
    out.gap();
    out.lines(&[
        "@cute.jit",
        "def check():",
        "    \"\"\"The layout before its swizzle, at the elements above.\"\"\"",
        "    layout = shared_layout()",
    ]);
    for (mn, k, _) in tiled.checks {
        out.line(format!(
            "    assert layout.outer(({mn}, {k}, 0)) * ELEMENT_{own}.width // 8 == {}",
            python(&law::unswizzled(sourced.spec, mn, k))
        ));
    }
    out.gap();
    out.gap();
}

fn mma(out: &mut Lines, sourced: &Sourced<'_>) {
    let one = sourced.instruction;
    let major = |major| format!("OperandMajorMode.{}", major_name(major));
    out.line("def tiled_mma():");
    out.line(format!("    \"\"\"{}.\"\"\"", one.name()));
    let (call, group, source) = match one.arch {
        Arch::Wgmma => (
            "hopper.make_trivial_tiled_mma",
            "(1, 1, 1)",
            match one.source_of_a {
                SourceOfA::Shared => "warpgroup.OperandSource.SMEM",
                SourceOfA::Registers => "warpgroup.OperandSource.RMEM",
            },
        ),
        Arch::Tcgen05 => {
            ("blackwell.make_trivial_tiled_mma", "tcgen05.CtaGroup.ONE", "tcgen05.OperandSource.SMEM")
        }
    };
    out.line(format!("    return {call}("));
    out.line(format!("        {},", type_name(one.a)));
    out.line(format!("        {},", type_name(one.b)));
    out.line(format!("        {},", major(one.a_major)));
    out.line(format!("        {},", major(one.b_major)));
    out.line(format!("        {},", accumulator_name(one.d)));
    out.line(format!("        {group},"));
    out.line(format!("        ({}, {}),", one.m, one.n));
    out.line(format!("        {source},"));
    out.line("    )");
    out.gap();
    out.gap();
}

fn multiply(out: &mut Lines, sourced: &Sourced<'_>) {
    let (own, other) = letters(sourced);
    let (is_wgmma, room) = match sourced.instruction.arch {
        Arch::Wgmma => (true, "warpgroup"),
        Arch::Tcgen05 => (false, "tcgen05"),
    };
    let (a, b) = match sourced.spec.reader().operand {
        Operand::A => ("own[None, None, k, stage]", "theirs[None, None, k]"),
        Operand::B => ("theirs[None, None, k]", "own[None, None, k, stage]"),
    };
    out.line("@cute.jit");
    out.line(
        "def multiply(mma: cute.TiledMma, d: cute.Tensor, own: cute.Tensor, theirs: cute.Tensor, stage):",
    );
    out.line("    \"\"\"Every block and step of one stage; D is overwritten.");
    out.gap();
    out.line(format!(
        "    own: mma.make_fragment_{own}(slice.partition_{own}(tile)); theirs: one stage of {other}, likewise."
    ));
    out.line("    \"\"\"");
    if is_wgmma {
        out.line("    warpgroup.fence()");
    }
    out.line("    for k in cutlass.range_constexpr(STEPS):");
    out.line(format!("        mma.set({room}.Field.ACCUMULATE, k > 0)"));
    out.line(format!("        cute.gemm(mma, d, {a}, {b}, d)"));
    if is_wgmma {
        out.line("    warpgroup.commit_group()");
        out.line("    warpgroup.wait_group(0)");
    }
}
