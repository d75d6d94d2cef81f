//! Candidate fixes: changes that may be intended, whether they make the read correct, and their button labels.

use super::*;
use std::fmt::{Display, Formatter, Result};

/// Maximum number of explanations offered for one read.
pub(super) const EXPLANATIONS: usize = 3;

/// Both strides.
pub(super) const STRIDES: &[FieldId] = &[FieldId::Lbo, FieldId::Sbo];

/// The subject of a sentence on strides, and their fields.
pub(super) fn subject(strides: &[Stride]) -> (&'static str, &'static [FieldId]) {
    match strides {
        [Stride::Lbo] => ("LBO is", field(Stride::Lbo)),
        [Stride::Sbo] => ("SBO is", field(Stride::Sbo)),
        _ => ("LBO and SBO are", STRIDES),
    }
}

/// The first of some strides as it is and as it belongs: its name and both distances.
pub(super) fn held_and_wanted(
    spec: &Spec,
    mended: Descriptor,
    strides: &[Stride],
) -> (&'static str, [Amount; 2]) {
    let first = strides[0];
    let reads = [own_read(spec), spec.layout_from_descriptor(mended)];
    (first.name(), reads.map(|read| Amount(read.stride_bytes(first))))
}

/// The field of a stride.
pub(super) const fn field(stride: Stride) -> &'static [FieldId] {
    match stride {
        Stride::Lbo => &[FieldId::Lbo],
        Stride::Sbo => &[FieldId::Sbo],
    }
}

/// Bytes, and the number in the field: `1024 bytes (field 64)`.
pub(super) struct Amount(pub(super) u32);

impl Display for Amount {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{} bytes (field {})", self.0, field_from_bytes(self.0))
    }
}

/// Whether a guess is possible: a given descriptor that does not read the tile.
pub(super) fn is_open(spec: &Spec, report: &Report) -> bool {
    report.facts.tally.wrong > 0
        && spec.given().is_some_and(|given| {
            let fields = given.decode();
            fields.lbo_mode == LboMode::Relative && fields.swizzle.is_ok()
        })
}

/// The mistake that explains an incorrect read best.
pub(super) fn cause(spec: &Spec, report: &Report) -> Option<(Cause, Descriptor)> {
    let found = report.facts.causes.first().filter(|_| report.facts.tally.wrong > 0)?;
    spec.given().map(|_| (found.cause, found.mended))
}

/// The same tile with the atoms in the other order.
pub(super) fn in_other_order(spec: &Spec) -> Said {
    let mut said = *spec.said();
    said.tile.order = Some(spec.tile().order.other());
    said
}

/// Whether the read matches the tile.
pub(super) fn is_right(said: &Said) -> bool {
    spec_from_said(said).is_ok_and(|spec| Tally::of_read(&spec, spec.place()).wrong == 0)
}

/// Whether the read matches the tile, and no two elements of the tile overlap.
pub(super) fn is_sound(said: &Said) -> bool {
    is_right(said) && spec_from_said(said).is_ok_and(|spec| spec.first_clash().is_none())
}

/// The specified values with another descriptor given.
pub(super) fn given(spec: &Spec, descriptor: Descriptor) -> Said {
    Said { given: Some(descriptor), ..*spec.said() }
}

/// The specified values with a mode set in the descriptor where one is given, and in the tile where the mode is specified or
/// derived from it.
pub(super) fn in_mode(spec: &Spec, swizzle: Swizzle) -> Said {
    let mut said = *spec.said();
    let mended = said_with(spec, |fields| fields.swizzle = Ok(swizzle));
    match (said.given, mended) {
        (Some(_), Some(mended)) => {
            said = mended;
            said.tile.swizzle = said.tile.swizzle.map(|_| swizzle);
        }
        _ => said.tile.swizzle = Some(swizzle),
    }
    said
}

/// The specified values for another architecture.
pub(super) fn on_arch(spec: &Spec, arch: Arch) -> Said {
    let mut said = *spec.said();
    match (said.given, on_other_arch(spec, arch)) {
        (Some(_), Ok(other)) => said.given = Some(other),
        _ => {
            said = said.without_given();
            said.reader.arch = Some(arch);
        }
    }
    said
}

/// A descriptor with some fields of another.
fn with_fields_of(given: Descriptor, other: Descriptor, fields: &[FieldId]) -> Descriptor {
    let with = |descriptor: Descriptor, field: &FieldId| descriptor.with(*field, other.get(*field));
    fields.iter().fold(given, with)
}

/// Offers a mode, with its packed strides where the present ones do not fit it, if the read is one of a kind then.
pub(super) fn offer_mode(finding: &mut Finding, spec: &Spec, swizzle: Swizzle, is_mended: fn(&Said) -> bool) {
    let in_mode = in_mode(spec, swizzle);
    let packed = spec_from_said(&in_mode).map(|in_mode| with_own_strides(&in_mode, STRIDES));
    let mended = [Some(in_mode), packed.ok()].into_iter().flatten();
    if let Some(said) = mended.into_iter().find(is_mended) {
        offer(finding, spec, &said);
    }
}

/// The specified values with the tile's strides in the descriptor, or the packed strides in the tile.
pub(super) fn with_own_strides(spec: &Spec, strides: &[FieldId]) -> Said {
    let mut said = *spec.said();
    let derived = spec.derived_descriptor(spec.place());
    match (said.given, derived) {
        (Some(given), Ok(derived)) => {
            said.given = Some(with_fields_of(given, derived, strides));
        }
        _ => {
            for field in strides {
                match field {
                    FieldId::Lbo => said.tile.lbo_bytes = None,
                    _ => said.tile.sbo_bytes = None,
                }
            }
        }
    }
    said
}

/// The specified values with packed strides in tile and descriptor, in place of any specified strides.
pub(super) fn packed(spec: &Spec) -> Said {
    let mut said = *spec.said();
    (said.tile.lbo_bytes, said.tile.sbo_bytes) = (None, None);
    let packed = spec_from_said(&said.without_given());
    let derived = packed.map(|packed| packed.derived_descriptor(packed.place()));
    if let (Some(given), Ok(Ok(derived))) = (said.given, derived) {
        said.given = Some(with_fields_of(given, derived, STRIDES));
    }
    said
}

/// The specified values with strides of the descriptor set to those of a packed tile.
pub(super) fn with_packed(spec: &Spec, strides: impl Iterator<Item = Stride>) -> Said {
    let mut said = *spec.said();
    said.given = said.given.map(|given| {
        strides.fold(given, |descriptor, stride| {
            descriptor.with_bytes(FieldId::of_stride(stride), spec.packed().bytes(stride))
        })
    });
    said
}

/// Offers to pack the tile for its mode, where it is specified as plain rows.
pub(super) fn pack(finding: &mut Finding, spec: &Spec) {
    let label = "Pack the tile for the swizzle mode";
    let said = finding.repair(label, spec.said());
    said.tile = said.tile.without_rows();
}

/// The change without parts that have no effect: strides that no read uses, and a base offset without swizzle, stay as they are.
fn trimmed(spec: &Spec, said: &Said) -> Option<Spec> {
    let mut new = spec_from_said(said).ok()?;
    let Some(was) = spec.given() else {
        return Some(new);
    };
    for field in [FieldId::Lbo, FieldId::Sbo, FieldId::BaseOffset] {
        let is = new.given()?;
        if is.arch() != was.arch() || is.get(field) == was.get(field) {
            continue;
        }
        let read = new.read(new.place());
        let is_idle = match field {
            FieldId::Lbo => !read.reaches(Stride::Lbo, new.read_extent()),
            FieldId::Sbo => !read.reaches(Stride::Sbo, new.read_extent()),
            _ => read.swizzle() == Swizzle::None,
        };
        let left = given(&new, is.with(field, was.get(field)));
        if let (true, Ok(left)) = (is_idle, spec_from_said(&left))
            && left.first_clash().is_none()
        {
            new = left;
        }
    }
    Some(new)
}

/// Offers a change without parts that have no effect; the label names every value that it sets.
pub(super) fn offer(finding: &mut Finding, spec: &Spec, said: &Said) {
    if let Some(new) = trimmed(spec, said) {
        offer_whole(finding, spec, new.said());
    }
}

/// Offers a change as it is, including parts that have no effect: a garbled descriptor is corrected as a whole.
pub(super) fn offer_whole(finding: &mut Finding, spec: &Spec, said: &Said) {
    let Ok(new) = spec_from_said(said) else {
        return;
    };
    let text = match (spec.given(), new.given()) {
        (Some(then), Some(now)) => changed_fields(then, now),
        _ => changed_values(spec, &new),
    };
    if !text.is_empty() {
        finding.repair(format!("Set {text}"), said);
    }
}

/// Lists the fields that differ between two descriptors of one architecture: `SBO to 1024 B and base offset to 0`.
pub(super) fn changed_fields(then: Descriptor, now: Descriptor) -> String {
    let mut parts: Vec<String> = Vec::new();
    for field in Descriptor::fields(now.chip()) {
        let value = now.get(field.id);
        if value == then.get(field.id) {
            continue;
        }
        let bytes = bytes_from_field(value as u16);
        parts.push(match field.id {
            FieldId::Start => format!("start to 0x{bytes:x}"),
            FieldId::Lbo if now.decode().lbo_mode == LboMode::Absolute => {
                format!("LBO to 0x{bytes:x}")
            }
            FieldId::Lbo => format!("LBO to {bytes} B"),
            FieldId::Sbo => format!("SBO to {bytes} B"),
            FieldId::BaseOffset => format!("base offset to {value}"),
            FieldId::LboMode => format!("the LBO mode (bit {}) to {value}", field.low),
            FieldId::LutHalf => format!("the table half (bit {}) to {value}", field.low),
            FieldId::Swizzle => match now.decode().swizzle {
                Ok(Swizzle::None) => format!("the swizzle to none (code {value})"),
                Ok(mode) => format!("the swizzle to {} (code {value})", mode.name()),
                Err(_) => format!("the swizzle code to {value}"),
            },
            FieldId::Reserved14 | FieldId::Reserved30 | FieldId::Fixed46 | FieldId::Reserved => {
                let width = if value == 0 { 1 } else { usize::from(field.width) };
                format!("bits {}–{} to {value:0width$b}", field.low, field.high())
            }
        });
    }
    listed(parts)
}

/// Lists the values that differ between two computed descriptors.
fn changed_values(spec: &Spec, new: &Spec) -> String {
    let [then, now] = [spec, new].map(|spec| spec.derived_descriptor(spec.place()));
    match (then, now) {
        (Ok(then), Ok(now)) if then.arch() == now.arch() => changed_fields(then, now),
        (_, Ok(now)) => match now.decode().swizzle {
            Ok(mode) => format!("the swizzle to {}", mode.name()),
            Err(_) => String::new(),
        },
        (_, Err(_)) => String::new(),
    }
}

/// The severity of a read that does not match the tile: an error where it contradicts what is specified or units collide; otherwise
/// a warning, as the tile may have other strides.
pub(super) fn severity(spec: &Spec, cause: Option<Cause>) -> Severity {
    let tile = &spec.said().tile;
    let read = own_read(spec);
    let differs_in_mode = tile.swizzle.is_some_and(|mode| mode != read.swizzle());
    let differs_in_start = tile.start_bytes.is_some() && read.start_bytes() != spec.start_bytes(spec.place());
    let is_garbled = matches!(cause, Some(Cause::Halves | Cause::Pointer | Cause::OtherOrder));
    let is_said = tile.has_form() || differs_in_mode || differs_in_start || is_garbled;
    if is_said || spec.first_clash().is_some() { Severity::Error } else { Severity::Warning }
}
