//! The descriptors of a sequence as source code, or as lines.

use swizzle_core::descriptor::Descriptor;
use swizzle_core::named;
use swizzle_core::reader::Place;
use swizzle_infer::sequence::Sequence;

named! {
    /// A spelling of a whole sequence.
    pub enum SequenceForm "spelling" {
        /// One line per descriptor, in hex.
        Lines => "lines",
        /// A C++ or CUDA array with a comment for each block and stage.
        Cpp => "C++",
        /// A Rust array.
        Rust => "Rust",
        /// CSV: place, start in bytes, descriptor.
        Csv => "csv",
    }
}

/// The text of all descriptors of a sequence, derived from its tile, in order.
///
/// ```
/// use swizzle_code::{SequenceForm, sequence_code};
/// use swizzle_infer::sequence::Sequence;
/// use swizzle_core::{Said, SaidTile};
/// use swizzle_infer::spec_from_said;
/// let spec = spec_from_said(&Said { tile: SaidTile { k: Some(32), ..SaidTile::default() }, ..Said::default() })?;
/// let sequence = Sequence::of(&spec);
/// assert_eq!(sequence_code(&sequence, SequenceForm::Lines), "0x4000004000010040\n0x4000004000010042\n");
/// assert_eq!(
///     sequence_code(&sequence, SequenceForm::Cpp),
///     "// step fastest, then block, then stage\nconstexpr uint64_t descs[2] = {\n    0x4000004000010040ull, 0x4000004000010042ull, // stage 0, block 0\n};\n",
/// );
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn sequence_code(sequence: &Sequence, form: SequenceForm) -> String {
    let rows = sequence.rows.iter();
    let all: Vec<(Place, u32, Descriptor)> =
        rows.filter_map(|row| Some((row.place, row.start_bytes, row.descriptor.ok()?))).collect();
    let (head, behind, foot) = match form {
        SequenceForm::Lines => return all.iter().map(|(_, _, one)| format!("{one}\n")).collect(),
        SequenceForm::Csv => {
            let row = |(Place { stage, block, step }, start, one): &(Place, u32, Descriptor)| {
                format!("{stage},{block},{step},{start},{one}\n")
            };
            return "stage,block,step,start,descriptor\n".to_string()
                + &all.iter().map(row).collect::<String>();
        }
        SequenceForm::Cpp => (format!("constexpr uint64_t descs[{}] = {{", all.len()), "ull,", "};"),
        SequenceForm::Rust => (format!("const DESCS: [u64; {}] = [", all.len()), ",", "];"),
    };
    let mut text = format!("// step fastest, then block, then stage\n{head}\n");
    for steps in all.chunk_by(|(a, ..), (b, ..)| (a.stage, a.block) == (b.stage, b.block)) {
        let values: String = steps.iter().map(|(_, _, one)| format!("{one}{behind} ")).collect();
        let Place { stage, block, .. } = steps[0].0;
        text += &format!("    {values}// stage {stage}, block {block}\n");
    }
    text + foot + "\n"
}
