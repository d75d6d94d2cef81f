//! The command that checks the shown descriptors in a build.

use swizzle_core::descriptor::Descriptor;
use swizzle_core::hardware::{Named as _, Sparsity};
use swizzle_core::reader::{GIVEN_MAX, Said, Spec};
use swizzle_core::tile::PatternOf;
use swizzle_infer::sequence::Sequence;

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
    let said = said_of_check(spec);
    let (descriptors, is_whole) = descriptors(spec)?;
    let mut words = options(spec, &said);
    if is_whole {
        words.push("--sequence".into());
    }
    words.extend(descriptors.iter().map(Descriptor::to_string));
    Some(format!("swizzle check {}", words.join(" ")))
}

/// The options of the tile: the specified values, or all values if no descriptor is given.
fn said_of_check(spec: &Spec) -> Said {
    let (mut said, tile) = (*spec.said(), spec.tile());
    if spec.given().is_none() {
        said.tile.element = Some(tile.element);
        said.tile.major = Some(tile.major);
        said.tile.swizzle = Some(tile.swizzle);
        (said.tile.mn, said.tile.k) = (Some(tile.mn), Some(tile.k));
        said.tile.start_bytes = Some(tile.start_bytes);
        if !said.tile.has_form() {
            said.tile.order = Some(tile.order);
        }
        said.reader.operand = Some(spec.reader().operand);
    }
    said
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
    Some((Vec::from([own]), false))
}

fn options(spec: &Spec, said: &Said) -> Vec<String> {
    let (tile, reader, place) = (&said.tile, &said.reader, &said.place);
    let number = |value: Option<u32>| value.map(|value| value.to_string());
    let address = |value: Option<u32>| value.map(|value| format!("{value:#x}"));
    let is_alone = spec.given().is_some() && said.beside.is_empty();
    let at = |value: Option<u32>| number(value.filter(|_| is_alone));
    let lbo = match spec.has_column_stride() {
        true => "column-bytes",
        false => "lbo-bytes",
    };
    let pattern = match tile.pattern_of {
        Some(PatternOf::EachStage) => Some(PatternOf::EachStage.name().into()),
        Some(PatternOf::Memory) | None => address(tile.pattern_bytes),
    };
    let name = |name: &'static str| name.to_string();
    let values = [
        ("arch", Some(name(spec.reader().arch.name()))),
        ("element", tile.element.map(|one| name(one.name()))),
        ("major", tile.major.map(|one| name(one.name()))),
        ("swizzle", tile.swizzle.map(|one| name(one.name()))),
        ("mn", number(tile.mn)),
        ("k", number(tile.k)),
        ("order", tile.order.map(|one| name(one.name()))),
        ("start", address(tile.start_bytes)),
        ("buffer-mn", number(tile.buffer_mn)),
        ("buffer-k", number(tile.buffer_k)),
        ("at-mn", number(tile.at_mn)),
        ("at-k", number(tile.at_k)),
        ("stages", number(tile.stages)),
        ("stage-bytes", number(tile.stage_bytes)),
        (lbo, number(tile.lbo_bytes)),
        ("sbo-bytes", number(tile.sbo_bytes)),
        ("row-bytes", number(tile.row_bytes)),
        ("row-xor", tile.row_xor.map(|one| one.to_string())),
        ("pad-every-bytes", number(tile.pad_every_bytes)),
        ("pad-bytes", number(tile.pad_bytes)),
        ("pattern", pattern),
        ("operand", reader.operand.map(|one| name(one.name()))),
        ("rows", number(reader.rows)),
        ("for", reader.used_for.map(|one| name(one.name()))),
        ("shape", reader.shape.map(|one| name(one.name()))),
        ("step", at(place.step)),
        ("block", at(place.block)),
        ("stage", at(place.stage)),
    ];
    let option = |(name, value): (&str, Option<String>)| Some(format!("--{name} {}", value?));
    let mut options: Vec<String> = values.into_iter().filter_map(option).collect();
    if reader.sparsity == Some(Sparsity::Sparse) {
        options.push("--sparse".into());
    }
    options
}
