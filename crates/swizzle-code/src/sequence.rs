//! The descriptors of a sequence as source code, or as lines.

use swizzle_core::descriptor::Descriptor;
use swizzle_core::named;
use swizzle_core::reader::Place;
use swizzle_infer::sequence::Sequence;

/// A spelling of a whole sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SequenceForm {
    /// One line per descriptor, in hex.
    Lines,
    /// A C++ or CUDA array with a comment for each block and stage.
    Cpp,
    /// A Rust array.
    Rust,
    /// CSV: place, start in bytes, descriptor.
    Csv,
}

named!(
    SequenceForm,
    "spelling",
    Lines => "lines",
    Cpp => "C++",
    Rust => "Rust",
    Csv => "csv",
);

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
    match form {
        SequenceForm::Lines => all.iter().map(|(_, _, one)| format!("{one}\n")).collect(),
        SequenceForm::Csv => {
            let row = |(place, start, one): &(Place, u32, Descriptor)| {
                format!("{},{},{},{start},{one}\n", place.stage, place.block, place.step)
            };
            "stage,block,step,start,descriptor\n".to_string() + &all.iter().map(row).collect::<String>()
        }
        SequenceForm::Cpp => {
            array(&all, &format!("constexpr uint64_t descs[{}] = {{\n", all.len()), "ull,", "};\n")
        }
        SequenceForm::Rust => array(&all, &format!("const DESCS: [u64; {}] = [\n", all.len()), ",", "];\n"),
    }
}

fn array(all: &[(Place, u32, Descriptor)], head: &str, behind: &str, foot: &str) -> String {
    let mut text = format!("// step fastest, then block, then stage\n{head}");
    let of_one_loop = |a: &(Place, u32, Descriptor), b: &(Place, u32, Descriptor)| {
        (a.0.stage, a.0.block) == (b.0.stage, b.0.block)
    };
    for steps in all.chunk_by(of_one_loop) {
        let values: Vec<String> = steps.iter().map(|(_, _, one)| format!("{one}{behind}")).collect();
        let place = steps[0].0;
        text.push_str(&format!("    {} // stage {}, block {}\n", values.join(" "), place.stage, place.block));
    }
    text + foot
}
