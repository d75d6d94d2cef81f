//! The device part of a CUDA file for tcgen05: the instruction as a function, and the loop over the steps of a block.

use alloc::format;
use alloc::string::String;

use crate::code::source::Sourced;
use crate::code::source::text::Lines;
use crate::hardware::{Kind, Operand, Sparsity};

/// `.scale_vec` of a kind, and how many bytes of K share a factor, as its scale type has it here.
///
/// Source: PTX ISA, tcgen05.mma, "Block scaling": 32 elements a factor of UE8M0, 16 of UE4M3.
const fn scale_vec(kind: Kind, is_k_96: bool) -> &'static str {
    match (kind, is_k_96) {
        (Kind::Mxf4nvf4, false) => ".scale_vec::4X",
        (Kind::Mxf4nvf4, true) => ".block16",
        (Kind::Mxf4, false) => ".scale_vec::2X",
        (Kind::Mxf4, true) => ".block32",
        (Kind::Mxf8f6f4, _) => ".scale_vec::1X",
        (Kind::F16 | Kind::Tf32 | Kind::F8f6f4 | Kind::I8, _) => "",
    }
}

pub(super) fn device(out: &mut Lines, sourced: &Sourced<'_>) {
    // Whoever calls has checked that there is one.
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
                crate::hardware::Named::name(sourced.instruction.d),
            ),
        );
        out.line(format!(
            "constexpr uint32_t kInstructionDescriptor = {idesc};"
        ));
    }
    out.gap();
    out.line("#ifdef __CUDACC__");
    out.gap();
    instruction(out, sourced);
    out.gap();
    multiply(out, sourced);
    out.gap();
    out.comment(
        "//",
        "Lets an mbarrier complete a phase when everything that this thread has issued is done.",
    );
    out.lines(&[
        "__device__ inline void commit(uint32_t barrier) {",
        "  asm volatile(\"tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];\"",
        "               :: \"r\"(barrier) : \"memory\");",
        "}",
    ]);
    out.gap();
    out.line("#endif  // __CUDACC__");
}

fn name(element: crate::hardware::Element) -> &'static str {
    crate::hardware::Named::name(element)
}

/// What the instruction takes beside D, A, B: parameters, their place in the text, and the arguments of a call.
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
        more.words.push_str(" `metadata` is the address in tensor memory of what says which elements of A are stored.");
        more.predicate += 1;
    }
    if sourced.instruction.kind.is_some_and(Kind::is_block_scaled) {
        more.parameters
            .push_str(", uint32_t scale_a, uint32_t scale_b");
        more.constraints
            .push_str(", \"r\"(scale_a), \"r\"(scale_b)");
        more.scales = format!(", [%{}], [%{}]", more.predicate, more.predicate + 1);
        more.words.push_str(
            " `scale_a` and `scale_b` are addresses of the scale factors in tensor memory.",
        );
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
    out.line(format!(
        "__device__ inline void mma(uint32_t d, uint64_t a, uint64_t b{}, bool accumulate) {{",
        more.parameters
    ));
    let scale_vec = one.kind.map_or("", |kind| scale_vec(kind, one.is_k_96));
    out.lines(&[
        "  asm volatile(",
        "      \"{\\n\"",
        "      \".reg .pred p;\\n\"",
    ]);
    out.line(format!(
        "      \"setp.ne.b32 p, %{}, 0;\\n\"",
        more.predicate
    ));
    out.line(format!(
        "      \"{}{scale_vec} [%0], %1, %2{}, %3{}, p;\\n\"",
        one.name(),
        more.metadata,
        more.scales
    ));
    out.lines(&["      \"}\\n\"", "      :"]);
    out.line(format!(
        "      : \"r\"(d), \"l\"(a), \"l\"(b), \"r\"(kInstructionDescriptor){}, \"r\"(static_cast<int>(accumulate))",
        more.constraints
    ));
    out.lines(&["      : \"memory\");", "}"]);
}

fn multiply(out: &mut Lines, sourced: &Sourced<'_>) {
    let is_staged = sourced.spec.tile().stages > 1;
    let (stage, passed) = if is_staged {
        (" uint32_t stage,", ", stage")
    } else {
        ("", "")
    };
    let (other, type_name) = match sourced.spec.reader().operand {
        Operand::A => ("descriptor_of_b", "DescriptorOfB"),
        Operand::B => ("descriptor_of_a", "DescriptorOfA"),
    };
    let mut types = format!("class {type_name}");
    let (mut parameters, mut arguments, mut words) = (String::new(), String::new(), String::new());
    let mut add = |function: &str, class: &str, what: &str| {
        types.push_str(&format!(", class {class}"));
        parameters.push_str(&format!(", {class} {function}"));
        arguments.push_str(&format!(", {function}(step)"));
        words.push_str(&format!(" `{function}(step)` gives {what}."));
    };
    if sourced.instruction.sparsity == Sparsity::Sparse {
        add(
            "metadata_of_a",
            "MetadataOfA",
            "the address of its metadata",
        );
    }
    if sourced.instruction.kind.is_some_and(Kind::is_block_scaled) {
        add("scale_of_a", "ScaleOfA", "the address of A's scale factors");
        add("scale_of_b", "ScaleOfB", "that of B's");
    }
    out.comment(
        "//",
        &format!(
            "One block of the tile times the other operand, over all of K. `{other}(step)` gives its descriptor of that step.{words}"
        ),
    );
    out.line(format!("template <{types}>"));
    out.line(format!(
        "__device__ inline void multiply(uint32_t d, uint32_t tile, uint32_t block,{stage}"
    ));
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
    out.line(format!(
        "    mma(d, {a}, {b}{arguments}, accumulate || step > 0);"
    ));
    out.lines(&["  }", "}"]);
}
