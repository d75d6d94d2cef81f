//! The device part of a CUDA file for wgmma: the instruction as a function, and the loop over the steps of a block.

use crate::build::SourceOfA;
use crate::source::Sourced;
use crate::source::cpp::Registers;
use crate::source::text::{Lines, wrapped};
use swizzle_core::hardware::{Accumulator, Element, Operand, Sparsity};

/// D of one thread: 64 × N over 128 threads.
fn registers(sourced: &Sourced<'_>) -> Registers {
    let n = sourced.instruction.n;
    match sourced.instruction.d {
        Accumulator::F32 => Registers { count: n / 2, c_type: "float", constraint: "+f" },
        Accumulator::S32 => Registers { count: n / 2, c_type: "int32_t", constraint: "+r" },
        Accumulator::F16 => Registers { count: n / 4, c_type: "uint32_t", constraint: "+r" },
    }
}

fn is_from_registers(sourced: &Sourced<'_>) -> bool {
    sourced.instruction.source_of_a == SourceOfA::Registers && sourced.spec.reader().operand == Operand::B
}

fn is_sparse(sourced: &Sourced<'_>) -> bool {
    sourced.instruction.sparsity == Sparsity::Sparse
}

pub(super) fn device(out: &mut Lines, sourced: &Sourced<'_>) {
    out.gap();
    out.line("#ifdef __CUDACC__");
    out.gap();
    instruction(out, sourced);
    out.gap();
    multiply(out, sourced);
    out.gap();
    fragment(out, sourced);
    out.gap();
    out.line("#endif  // __CUDACC__");
}

/// The arguments of the instruction after its accumulators, with the number of the first.
struct Operands {
    parameters: String,
    /// The text of A and B in the instruction.
    ab: String,
    constraints: String,
    /// Number of the predicate's argument.
    predicate: u32,
    metadata: Option<u32>,
}

fn operands(sourced: &Sourced<'_>, first: u32) -> Operands {
    let (parameters, mut ab, mut constraints, mut next) = if is_from_registers(sourced) {
        let four = [0, 1, 2, 3].map(|i| format!("%{}", first + i)).join(", ");
        (
            String::from("const uint32_t (&a)[4], uint64_t b"),
            format!("{{{four}}}, %{}", first + 4),
            String::from("\"r\"(a[0]), \"r\"(a[1]), \"r\"(a[2]), \"r\"(a[3]), \"l\"(b)"),
            first + 5,
        )
    } else {
        (
            String::from("uint64_t a, uint64_t b"),
            format!("%{first}, %{}", first + 1),
            String::from("\"l\"(a), \"l\"(b)"),
            first + 2,
        )
    };
    let mut parameters = parameters;
    let metadata = is_sparse(sourced).then(|| {
        parameters.push_str(", uint32_t metadata");
        constraints.push_str(", \"r\"(metadata)");
        ab.push_str(&format!(", %{next}, 0"));
        next += 1;
        next - 1
    });
    constraints.push_str(", \"r\"(static_cast<int>(accumulate))");
    Operands { parameters, ab, constraints, predicate: next, metadata }
}

/// The operands after the predicate: signs, and for 16-bit types the transpositions.
fn immediates(sourced: &Sourced<'_>) -> String {
    let instruction = sourced.instruction;
    let transpose = |major: swizzle_core::hardware::Major| major.transpose_bit();
    match (instruction.a, is_from_registers(sourced)) {
        (Element::S8 | Element::U8 | Element::B1, _) => String::new(),
        (Element::F16 | Element::Bf16, false) => {
            format!(", 1, 1, {}, {}", transpose(instruction.a_major), transpose(instruction.b_major))
        }
        (Element::F16 | Element::Bf16, true) => {
            format!(", 1, 1, {}", transpose(instruction.b_major))
        }
        _ => ", 1, 1".into(),
    }
}

fn instruction(out: &mut Lines, sourced: &Sourced<'_>) {
    let one = sourced.instruction;
    let registers = registers(sourced);
    let operands = operands(sourced, registers.count);
    let sparse = match operands.metadata {
        Some(_) => " `metadata` identifies the two stored elements of every four of A.",
        None => "",
    };
    out.comment(
        "//",
        &format!(
            "D = A·B, added to D where `accumulate`: {} × {} elements of D over {} of K, by the 128 threads of a warpgroup.{sparse}",
            one.m, one.n, one.k
        ),
    );
    out.line(format!(
        "__device__ inline void wgmma({} (&d)[{}], {}, bool accumulate) {{",
        registers.c_type, registers.count, operands.parameters
    ));
    out.lines(&["  asm volatile(", "      \"{\\n\"", "      \".reg .pred p;\\n\""]);
    out.line(format!("      \"setp.ne.b32 p, %{}, 0;\\n\"", operands.predicate));
    out.line(format!("      \"{} \"", one.name()));
    let all: Vec<String> = (0..registers.count).map(|i| format!("%{i}")).collect();
    let lines = wrapped(&format!("{{{}}},", all.join(", ")), 84);
    for line in lines {
        out.line(format!("      \"{line} \""));
    }
    out.line(format!("      \"{}, p{};\\n\"", operands.ab, immediates(sourced)));
    out.line("      \"}\\n\"");
    let held: Vec<String> =
        (0..registers.count).map(|i| format!("\"{}\"(d[{i}])", registers.constraint)).collect();
    for (at, line) in wrapped(&held.join(", "), 88).iter().enumerate() {
        let mark = if at == 0 { ":" } else { " " };
        out.line(format!("      {mark} {line}"));
    }
    out.line(format!("      : {});", operands.constraints));
    out.line("}");
}

fn multiply(out: &mut Lines, sourced: &Sourced<'_>) {
    let registers = registers(sourced);
    let is_staged = sourced.spec.tile().stages > 1;
    let (stage, passed) = if is_staged { (" uint32_t stage,", ", stage") } else { ("", "") };
    let (other, type_name, what) = match (sourced.spec.reader().operand, is_from_registers(sourced)) {
        (Operand::A, _) => ("descriptor_of_b", "DescriptorOfB", "B's descriptor for that step"),
        (Operand::B, false) => ("descriptor_of_a", "DescriptorOfA", "A's descriptor for that step"),
        (Operand::B, true) => {
            ("fragment_of_a", "FragmentOfA", "this thread's four registers of A, const uint32_t (&)[4]")
        }
    };
    let (sparse_type, sparse_parameter, sparse_passed, sparse_words) = if is_sparse(sourced) {
        (
            ", class MetadataOfA",
            ", MetadataOfA metadata_of_a",
            ", metadata_of_a(step)",
            " `metadata_of_a(step)` gives this thread's word of it.",
        )
    } else {
        ("", "", "", "")
    };
    out.comment(
        "//",
        &format!(
            "One block of the tile times the other operand, over all of K. `{other}(step)` gives {what}.{sparse_words} Returns when D is complete."
        ),
    );
    out.line(format!("template <class {type_name}{sparse_type}>"));
    out.line(format!(
        "__device__ inline void multiply({} (&d)[{}], uint32_t tile, uint32_t block,{stage}",
        registers.c_type, registers.count
    ));
    out.line(format!(
        "                                {type_name} {other}{sparse_parameter}, bool accumulate = false) {{"
    ));
    let own = format!("descriptor(tile, block, step{passed})");
    let theirs = format!("{other}(step)");
    let (a, b) = match sourced.spec.reader().operand {
        Operand::A => (own, theirs),
        Operand::B => (theirs, own),
    };
    out.lines(&[
        "  asm volatile(\"wgmma.fence.sync.aligned;\" ::: \"memory\");",
        "#pragma unroll",
        "  for (uint32_t step = 0; step < kSteps; ++step) {",
    ]);
    out.line(format!("    wgmma(d, {a}, {b}{sparse_passed}, accumulate || step > 0);"));
    out.lines(&[
        "  }",
        "  asm volatile(\"wgmma.commit_group.sync.aligned;\" ::: \"memory\");",
        "  asm volatile(\"wgmma.wait_group.sync.aligned 0;\" ::: \"memory\");",
        "}",
    ]);
}

/// The element of D in a thread's register.
///
/// Source: PTX ISA, wgmma, "Register Fragments", matrix D; read back from an H200.
fn fragment(out: &mut Lines, sourced: &Sourced<'_>) {
    let of = match sourced.instruction.d {
        Accumulator::F16 => "Element i of a thread, two in each register, the first in its low half,",
        Accumulator::F32 | Accumulator::S32 => "d[i] of a thread",
    };
    out.comment("//", &format!("{of} is at this row and column of the block's D."));
    out.lines(&[
        "TILE_FN uint32_t row_of(uint32_t thread, uint32_t i) {",
        "  return thread / 32 * 16 + thread % 32 / 4 + i / 2 % 2 * 8;",
        "}",
        "TILE_FN uint32_t column_of(uint32_t thread, uint32_t i) {",
        "  return i / 4 * 8 + thread % 4 * 2 + i % 2;",
        "}",
    ]);
}
