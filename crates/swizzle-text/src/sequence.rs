//! Text on a sequence and the descriptors given for it.

use super::*;
use swizzle_core::descriptor::swizzle_from_code;
use swizzle_infer::sequence::{Given, Sequence};

/// The given descriptors of a sequence in a sentence or two: whether all are correct, or the first wrong one and its expected
/// value. Without given descriptors: how many reads there are.
///
/// ```
/// use swizzle_infer::sequence::Sequence;
/// use swizzle_text::sequence_text;
/// use swizzle_core::{Arch, Descriptor, Said, SaidTile};
/// use swizzle_infer::spec_from_said;
/// let tile = SaidTile { start_bytes: Some(0x400), mn: Some(64), k: Some(64), ..SaidTile::default() };
/// let text = |lows: &[u64]| {
///     let given: Vec<_> = lows.iter().map(|low| Descriptor::new(Arch::Wgmma, 0x4000_0040_0001_0000 | low)).collect();
///     let spec = spec_from_said(&Said { tile, ..Said::default() }.with_all_given(&given, 0))?;
///     Ok::<_, swizzle_params::SpecError>(sequence_text(&spec, &Sequence::of(&spec)))
/// };
/// assert_eq!(text(&[0x40, 0x42, 0x44, 0x46])?, "All 4 descriptors are correct: the complete sequence.");
/// assert_eq!(
///     text(&[0x40, 0x60, 0x80, 0xa0])?,
///     "1 of 4 descriptors is correct. Descriptor 2 is wrong, at step 1 of 4: 32 units are added instead of 2. Expected 0x4000004000010042; start is 0x600 instead of 0x420.",
/// );
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn sequence_text(spec: &Spec, sequence: &Sequence) -> String {
    let found = sequence_found_text(spec, sequence);
    if spec.verdict() == Verdict::Unsaid && !sequence.given.is_empty() {
        return format!("No tile is specified. Compared with an inferred tile: {}", small(&found));
    }
    found
}

/// The same without a remark on an inferred tile.
pub fn sequence_found_text(spec: &Spec, sequence: &Sequence) -> String {
    let (count, right) = (sequence.given.len(), sequence.right_count());
    if count == 0 {
        return format!("{} reads cover the tile.", sequence.count);
    }
    let verb = if right == 1 { "is" } else { "are" };
    match sequence.first_wrong() {
        None if sequence.is_whole() => {
            format!("All {count} descriptors are correct: the complete sequence.")
        }
        None if sequence.is_in_order => {
            let place = |given: Option<&Given>| {
                given.and_then(|given| given.place).map(|place| small(&place_text(spec, place)))
            };
            match (place(sequence.given.first()), place(sequence.given.last())) {
                (Some(first), Some(last)) if first != last => {
                    format!("All {count} descriptors are correct, from {first} to {last}.")
                }
                (Some(first), _) => format!("The descriptor is correct: {first}."),
                _ => format!("All {count} descriptors are correct."),
            }
        }
        None => {
            format!("Each of the {count} descriptors is a read of the tile, but not in the order of a loop.")
        }
        Some(wrong) => format!(
            "{right} of {count} descriptors {verb} correct. Descriptor {} is wrong{}",
            wrong + 1,
            given_text(spec, &sequence.given[wrong])
        ),
    }
}

/// A wrong descriptor: its place, the actual and expected increment, and the fields that differ.
fn given_text(spec: &Spec, given: &Given) -> String {
    let Some(place) = given.place else {
        return ": the sequence has no more reads.".into();
    };
    let mut text = format!(", at {}", small(&place_text(spec, place)));
    if let (Some(added), Some(wanted)) = (given.added_units, given.wanted_units)
        && added != wanted
    {
        text.push_str(&format!(": {added} units are added instead of {wanted}"));
    }
    text.push('.');
    if let Some(wanted) = given.wanted {
        let fields = fields_text(given, wanted);
        let fields = if fields.is_empty() { fields } else { format!("; {fields}") };
        text.push_str(&format!(" Expected {wanted}{fields}."));
    }
    text
}

fn fields_text(given: &Given, wanted: Descriptor) -> String {
    let field = |id: &FieldId| {
        let value = |descriptor: Descriptor| value_text(descriptor, *id);
        format!("{} is {} instead of {}", name(*id), value(given.descriptor), value(wanted))
    };
    joined(given.fields.iter().map(field), ", ")
}

fn name(id: FieldId) -> &'static str {
    match id {
        FieldId::Start => "start",
        FieldId::Lbo => "LBO",
        FieldId::Sbo => "SBO",
        FieldId::BaseOffset => "base offset",
        FieldId::LboMode => "LBO mode",
        FieldId::Swizzle => "swizzle",
        FieldId::LutHalf => "table half",
        FieldId::Reserved14 | FieldId::Reserved30 | FieldId::Fixed46 | FieldId::Reserved => "a fixed field",
    }
}

fn value_text(descriptor: Descriptor, id: FieldId) -> String {
    let raw = descriptor.get(id);
    match id {
        FieldId::Start => format!("0x{:x}", bytes_from_field(raw as u16)),
        FieldId::Lbo | FieldId::Sbo => format!("{} bytes", bytes_from_field(raw as u16)),
        FieldId::Swizzle => match swizzle_from_code(descriptor.arch(), raw as u8) {
            Ok(swizzle) => swizzle.name().into(),
            Err(code) => format!("code {}", code.0),
        },
        _ => raw.to_string(),
    }
}
