//! The command that checks the shown descriptors in a build.

use swizzle_core::descriptor::Descriptor;
use swizzle_core::hardware::Sparsity::Sparse;
use swizzle_core::reader::{GIVEN_MAX, Spec};
use swizzle_core::tile::PatternOf::EachStage;
use swizzle_infer::sequence::Sequence;
use swizzle_params::{ParamId, Scalar, said_and_taken};

/// The command line of `swizzle check`: given descriptors compared with the specified values, otherwise the tile's own sequence
/// compared with all its values. `None` if no descriptor can read the tile.
///
/// ```
/// use swizzle_code::check_command;
/// use swizzle_view::shown_from_link;
/// let line = |link| check_command(&shown_from_link(link).shown.spec().unwrap()).unwrap();
/// assert_eq!(
///     line("#/wgmma/4000004000010040?mn=64&k=64"),
///     "swizzle check --arch wgmma --mn 64 --k 64 0x4000004000010040"
/// );
/// assert_eq!(
///     line("#/wgmma?mn=64&k=32"),
///     "swizzle check --arch wgmma --element bf16 --major K --swizzle 128B --mn 64 --k 32 --order mn --start 0x400 \
///      --operand A --sequence 0x4000004000010040 0x4000004000010042"
/// );
/// let no_code = shown_from_link("#/wgmma?swizzle=128B-32B-atom").shown.spec().unwrap();
/// assert_eq!(check_command(&no_code), None);
/// ```
pub fn check_command(spec: &Spec) -> Option<String> {
    let (descriptors, is_whole) = descriptors(spec)?;
    let mut words = options(spec);
    if is_whole {
        words.push("--sequence".into());
    }
    words.extend(descriptors.iter().map(Descriptor::to_string));
    Some(format!("swizzle check {}", words.join(" ")))
}

/// The options of the tile: the specified values, and the inferred ones that matter most if no descriptor is given.
fn options(spec: &Spec) -> Vec<String> {
    use ParamId::*;
    let taken = [Arch, Element, Major, Swizzle, Mn, K, Start, Operand, Order];
    let count = match (spec.given(), spec.said().tile.has_form()) {
        (Some(_), _) => 1,
        (None, true) => taken.len() - 1,
        (None, false) => taken.len(),
    };
    let said = said_and_taken(spec, taken.into_iter().take(count).map(ParamId::param));
    let is_alone = spec.given().is_some() && said.beside.is_empty();
    let option = |id: ParamId| {
        let param = id.param();
        let value = match (id, param.get(&said)) {
            (Pattern, _) if said.tile.pattern_of == Some(EachStage) => EachStage.to_string(),
            (Step | Block | Stage, _) if !is_alone => return None,
            (Start | Pattern, Some(Scalar::Number(number))) => format!("{number:#x}"),
            (_, value) => value?.to_string(),
        };
        let name = match id {
            Lbo if spec.has_column_stride() => "column-bytes".into(),
            _ => param.key.replace('_', "-"),
        };
        Some(format!("--{name} {value}"))
    };
    let all = [
        Arch, Element, Major, Swizzle, Mn, K, Order, Start, BufferMn, BufferK, AtMn, AtK, Stages, StageBytes,
        Lbo, Sbo, RowBytes, RowXor, PadEvery, PadBytes, Pattern, Operand, Rows, For, Shape, Step, Block,
        Stage,
    ];
    let mut options: Vec<String> = all.into_iter().filter_map(option).collect();
    if said.reader.sparsity == Some(Sparse) {
        options.push("--sparse".into());
    }
    options
}

/// The descriptors to check, and whether they are the complete sequence.
fn descriptors(spec: &Spec) -> Option<(Vec<Descriptor>, bool)> {
    let sequence = Sequence::of(spec);
    let given = spec.said().all_given();
    if !given.is_empty() {
        let is_whole = given.len() > 1 && sequence.count == given.len() as u64;
        return Some((given, is_whole));
    }
    if sequence.count <= GIVEN_MAX as u64 {
        let rows = sequence.rows.iter().map(|row| row.descriptor.ok());
        return rows.collect::<Option<Vec<_>>>().map(|all| (all, true));
    }
    let own = spec.derived_descriptor(spec.place()).ok()?;
    Some((vec![own], false))
}
