//! The device part of a CUDA file for tcgen05: the instruction as a function, and the loop over the steps of a block.

use crate::build::ScaleVec;
use crate::source::text::Lines;
use crate::source::{Sourced, tensor_memory};
use swizzle_core::descriptor::InstructionDescriptor;
use swizzle_core::hardware::{CtaForm, Kind, Operand, Sparsity};
use swizzle_lints::instruction::ScaleFactors;

/// `.scale_vec` of a kind, and the bytes of K per factor for its scale type.
///
/// Source: PTX ISA, tcgen05.mma, "Block scaling": 32 elements per UE8M0 factor, 16 per UE4M3 factor.
const fn scale_vec(kind: Kind, vec: ScaleVec, is_k_96: bool) -> &'static str {
    match (kind, vec, is_k_96) {
        (Kind::Mxf4nvf4, ScaleVec::V16, false) => ".scale_vec::4X",
        (Kind::Mxf4nvf4, ScaleVec::V16, true) => ".block16",
        (Kind::Mxf4nvf4, ScaleVec::V32, false) | (Kind::Mxf4, _, false) => ".scale_vec::2X",
        (Kind::Mxf4nvf4, ScaleVec::V32, true) | (Kind::Mxf4, _, true) => ".block32",
        (Kind::Mxf8f6f4, _, _) => ".scale_vec::1X",
        (Kind::F16 | Kind::Tf32 | Kind::F8f6f4 | Kind::I8, _, _) => "",
    }
}

pub(super) fn device(out: &mut Lines, sourced: &Sourced<'_>) {
    let parts = tensor_memory::Parts::of(sourced);
    // The caller has checked that there is one.
    if let Some(Ok(idesc)) = sourced.instruction.idesc() {
        out.gap();
        out.comment(
            "//",
            &format!(
                "The instruction descriptor: {} × {} × {}, A {} {}, B {} {}, D {}.",
                idesc.m(),
                idesc.n(),
                idesc.k(),
                name(sourced.instruction.a),
                sourced.instruction.a_major.operand_name(Operand::A),
                name(sourced.instruction.b),
                sourced.instruction.b_major.operand_name(Operand::B),
                swizzle_core::hardware::Named::name(sourced.instruction.d),
            ),
        );
        out.line(format!("constexpr uint32_t kInstructionDescriptor = {idesc};"));
        scales(out, sourced, idesc);
    }
    tensor_memory::cuda::host(out, sourced, &parts);
    out.gap();
    out.line("#ifdef __CUDACC__");
    out.gap();
    instruction(out, sourced);
    out.gap();
    multiply(out, sourced);
    out.gap();
    commit(out, sourced);
    tensor_memory::cuda::device(out, sourced, &parts);
    out.gap();
    out.line("#endif  // __CUDACC__");
}

fn commit(out: &mut Lines, sourced: &Sourced<'_>) {
    match sourced.instruction.form {
        CtaForm::Two => {
            out.comment(
                "//",
                "Makes the mbarrier at this offset in shared memory complete a phase, in each CTA of the cluster whose bit is set in `ctas`, when everything that this thread has issued is done: those of the pair wait for it.",
            );
            out.lines(&[
                "__device__ inline void commit(uint32_t barrier, uint16_t ctas) {",
                "  asm volatile(\"tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [%0], %1;\"",
                "               :: \"r\"(barrier), \"h\"(ctas) : \"memory\");",
                "}",
            ]);
        }
        CtaForm::One | CtaForm::WeightStationary => {
            out.comment(
                "//",
                "Makes an mbarrier complete a phase when everything that this thread has issued is done.",
            );
            out.lines(&[
                "__device__ inline void commit(uint32_t barrier) {",
                "  asm volatile(\"tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];\"",
                "               :: \"r\"(barrier) : \"memory\");",
                "}",
            ]);
        }
    }
}

/// The instruction descriptor of a step, and where its scale factors are: functions, with the values of the first steps.
fn scales(out: &mut Lines, sourced: &Sourced<'_>, idesc: InstructionDescriptor) {
    let Some(factors) = ScaleFactors::of(idesc) else {
        return;
    };
    out.gap();
    if sourced.instruction.is_k_96 {
        out.comment(
            "//",
            "Its ids of scale factors are 0. For K = 96, sources disagree on the ids of the steps after the first: the ISA counts them in bytes, and factors may span two words. `multiply` therefore takes them as parameters.",
        );
        out.lines(&[
            "TILE_FN uint32_t instruction_descriptor(uint32_t id_of_a, uint32_t id_of_b) {",
            "  return kInstructionDescriptor | id_of_a << 29 | id_of_b << 4;",
            "}",
        ]);
        return;
    }
    let (in_step, of_word) = (factors.in_step, factors.steps_of_word());
    out.comment(
        "//",
        &format!(
            "The instruction descriptor of a step: per step a row uses {in_step} of the 4 factors of a 32-bit word, one for {} elements of K, selected by the ids of A (bits 29–30) and B (bits 4–5).",
            factors.elements
        ),
    );
    out.line("TILE_FN uint32_t instruction_descriptor(uint32_t step) {");
    out.line(format!("  const uint32_t id = step % {of_word} * {in_step};"));
    out.lines(&["  return kInstructionDescriptor | id << 29 | id << 4;", "}"]);
    out.comment(
        "//",
        "Columns of tensor memory from the factors of step 0 to those of a step, for this number of rows (M) or columns (N): the words of 128 rows are in 4 columns.",
    );
    out.lines(&["TILE_FN uint32_t scale_columns(uint32_t step, uint32_t rows) {"]);
    out.line(format!("  return step / {of_word} * ((rows + 127) / 128 * 4);"));
    out.line("}");
    for step in 0..sourced.spec.steps().min(of_word + 1) {
        if let Some(Ok(idesc)) = sourced.instruction.idesc_of_step(step) {
            out.line(format!(
                "static_assert(instruction_descriptor({step}) == {idesc} && scale_columns({step}, 128) == {}, \"step {step}\");",
                step / of_word * 4
            ));
        }
    }
}

fn name(element: swizzle_core::hardware::Element) -> &'static str {
    swizzle_core::hardware::Named::name(element)
}

/// The operands of the instruction besides D, A, B: parameters, their place in the text, and the arguments of a call.
struct More {
    parameters: String,
    metadata: String,
    scales: String,
    constraints: String,
    words: String,
    predicate: u32,
}

fn more(sourced: &Sourced<'_>) -> More {
    let mut more = More {
        parameters: String::new(),
        metadata: String::new(),
        scales: String::new(),
        constraints: String::new(),
        words: String::new(),
        predicate: 4,
    };
    if sourced.instruction.sparsity == Sparsity::Sparse {
        more.parameters.push_str(", uint32_t metadata");
        more.constraints.push_str(", \"r\"(metadata)");
        more.metadata = format!(", [%{}]", more.predicate);
        more.words.push_str(" `metadata` is the address in tensor memory of the metadata that identifies the stored elements of A.");
        more.predicate += 1;
    }
    if sourced.instruction.kind.is_some_and(Kind::is_block_scaled) {
        more.parameters.push_str(", uint32_t scale_a, uint32_t scale_b");
        more.constraints.push_str(", \"r\"(scale_a), \"r\"(scale_b)");
        more.scales = format!(", [%{}], [%{}]", more.predicate, more.predicate + 1);
        more.words.push_str(" `scale_a` and `scale_b` are addresses of the scale factors in tensor memory.");
        more.predicate += 2;
    }
    more
}

fn instruction(out: &mut Lines, sourced: &Sourced<'_>) {
    let one = sourced.instruction;
    let more = more(sourced);
    out.comment(
        "//",
        &format!(
            "D = A·B, added to D where `accumulate`; one thread issues it. `d` is an address in tensor memory.{}",
            more.words
        ),
    );
    let (parameter, idesc) = match one.kind.is_some_and(Kind::is_block_scaled) {
        true => (", uint32_t idesc", "idesc"),
        false => ("", "kInstructionDescriptor"),
    };
    out.line(format!(
        "__device__ inline void mma(uint32_t d, uint64_t a, uint64_t b{parameter}{}, bool accumulate) {{",
        more.parameters
    ));
    let scale_vec = one.kind.map_or("", |kind| scale_vec(kind, one.vec, one.is_k_96));
    out.lines(&["  asm volatile(", "      \"{\\n\"", "      \".reg .pred p;\\n\""]);
    out.line(format!("      \"setp.ne.b32 p, %{}, 0;\\n\"", more.predicate));
    out.line(format!(
        "      \"{}{scale_vec} [%0], %1, %2{}, %3{}, p{};\\n\"",
        one.name(),
        more.metadata,
        more.scales,
        // No column of B is masked.
        match one.form {
            CtaForm::WeightStationary => ", 0",
            CtaForm::One | CtaForm::Two => "",
        }
    ));
    out.lines(&["      \"}\\n\"", "      :"]);
    out.line(format!(
        "      : \"r\"(d), \"l\"(a), \"l\"(b), \"r\"({idesc}){}, \"r\"(static_cast<int>(accumulate))",
        more.constraints
    ));
    out.lines(&["      : \"memory\");", "}"]);
}

fn multiply(out: &mut Lines, sourced: &Sourced<'_>) {
    let is_staged = sourced.spec.tile().stages > 1;
    let (stage, passed) = if is_staged { (" uint32_t stage,", ", stage") } else { ("", "") };
    let (other, type_name) = match sourced.spec.reader().operand {
        Operand::A => ("descriptor_of_b", "DescriptorOfB"),
        Operand::B => ("descriptor_of_a", "DescriptorOfA"),
    };
    let mut types = format!("class {type_name}");
    let (mut parameters, mut arguments, mut words) = (String::new(), String::new(), String::new());
    let mut add = |function: &str, class: &str, what: &str| {
        types.push_str(&format!(", class {class}"));
        parameters.push_str(&format!(", {class} {function}"));
        words.push_str(&format!(" `{function}(step)` gives {what}."));
    };
    let is_scaled = sourced.instruction.kind.is_some_and(Kind::is_block_scaled);
    if is_scaled && sourced.instruction.is_k_96 {
        add("scale_id_of_a", "ScaleIdOfA", "the id of A's scale factors");
        add("scale_id_of_b", "ScaleIdOfB", "that of B's");
        add("scale_of_a", "ScaleOfA", "the address of A's scale factors");
        add("scale_of_b", "ScaleOfB", "that of B's");
        arguments.push_str(", instruction_descriptor(scale_id_of_a(step), scale_id_of_b(step))");
    } else if is_scaled {
        arguments.push_str(", instruction_descriptor(step)");
    }
    if sourced.instruction.sparsity == Sparsity::Sparse {
        add("metadata_of_a", "MetadataOfA", "the address of its metadata");
        arguments.push_str(", metadata_of_a(step)");
    }
    if is_scaled && sourced.instruction.is_k_96 {
        arguments.push_str(", scale_of_a(step), scale_of_b(step)");
    } else if is_scaled {
        parameters.push_str(", uint32_t scale_a, uint32_t scale_b");
        words.push_str(" `scale_a` and `scale_b` are the addresses in tensor memory of the scale factors of step 0, of the block's rows and of all columns.");
        arguments.push_str(&format!(
            ", scale_a + scale_columns(step, {}), scale_b + scale_columns(step, {})",
            tensor_memory::rows(sourced.instruction, Operand::A),
            tensor_memory::rows(sourced.instruction, Operand::B)
        ));
    }
    out.comment(
        "//",
        &format!(
            "One block of the tile times the other operand, over all of K. `{other}(step)` gives its descriptor for that step.{words}"
        ),
    );
    out.line(format!("template <{types}>"));
    out.line(format!("__device__ inline void multiply(uint32_t d, uint32_t tile, uint32_t block,{stage}"));
    out.line(format!(
        "                                {type_name} {other}{parameters}, bool accumulate = false) {{"
    ));
    let own = format!("descriptor(tile, block, step{passed})");
    let theirs = format!("{other}(step)");
    let (a, b) = match sourced.spec.reader().operand {
        Operand::A => (own, theirs),
        Operand::B => (theirs, own),
    };
    out.line("  for (uint32_t step = 0; step < kSteps; ++step) {");
    out.line(format!("    mma(d, {a}, {b}{arguments}, accumulate || step > 0);"));
    out.lines(&["  }", "}"]);
}
