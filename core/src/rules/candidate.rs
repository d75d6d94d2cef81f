//! Changes that were perhaps meant, whether they make the read right, and how a button says them.

use alloc::string::String;
use core::fmt::{Arguments, Display, Formatter, Result, Write as _};

use crate::descriptor::{Descriptor, FieldId};
use crate::hardware::{ADDRESS_BYTES, Arch, LboMode, Named as _, field_from_bytes};
use crate::law::{Clash, Layout, Stride, Swizzle};
use crate::reader::{Said, Spec, Tally, on_other_arch};
use crate::rules::finding::{Finding, Report, Severity};
use crate::solve::said_with;

/// Both strides.
pub(super) const STRIDES: &[FieldId] = &[FieldId::Lbo, FieldId::Sbo];

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

/// Whether there is something to guess: a given descriptor that does not read the tile, of which nothing was guessed yet.
pub(super) fn is_open(spec: &Spec, report: &Report) -> bool {
    report.tally.wrong > 0
        && spec.given().is_some_and(|given| {
            let fields = given.decode();
            fields.lbo_mode == LboMode::Relative && fields.swizzle.is_ok()
        })
        && !report.has_guess()
}

/// The same tile with the atoms in the other order.
pub(super) fn in_other_order(spec: &Spec) -> Said {
    let mut said = *spec.said();
    said.tile.order = Some(spec.tile().order.other());
    said
}

/// Whether the read is the tile.
pub(super) fn is_right(said: &Said) -> bool {
    Spec::new(said).is_ok_and(|spec| Tally::of_read(&spec, spec.place()).wrong == 0)
}

/// What was said, with another descriptor given.
pub(super) fn given(spec: &Spec, descriptor: Descriptor) -> Said {
    Said {
        given: Some(descriptor),
        ..*spec.said()
    }
}

/// What was said, with a mode in the descriptor where one was given, and in the tile where it was said or derived from.
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

/// What was said, for another architecture.
pub(super) fn on_arch(spec: &Spec, arch: Arch) -> Said {
    let mut said = *spec.said();
    match (said.given, on_other_arch(spec, arch)) {
        (Some(_), Ok(other)) => said.given = Some(other.descriptor),
        _ => {
            said = said.without_given();
            said.reader.arch = Some(arch);
        }
    }
    said
}

/// What was said, with the tile's own strides in the descriptor, or the packed ones in the tile.
pub(super) fn with_own_strides(spec: &Spec, strides: &[FieldId]) -> Said {
    let mut said = *spec.said();
    let derived = spec.derived_descriptor(spec.place());
    match (said.given, derived) {
        (Some(given), Ok(derived)) => {
            let held = strides.iter().fold(given, |descriptor, field| {
                descriptor.with(*field, derived.get(*field))
            });
            said.given = Some(held);
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

/// What was said, with packed strides in tile and descriptor, whatever was said of them.
pub(super) fn packed(spec: &Spec) -> Said {
    let mut said = *spec.said();
    (said.tile.lbo_bytes, said.tile.sbo_bytes) = (None, None);
    let packed = Spec::new(&said.without_given());
    let derived = packed.map(|packed| packed.derived_descriptor(packed.place()));
    if let (Some(given), Ok(Ok(derived))) = (said.given, derived) {
        let held = STRIDES.iter().fold(given, |descriptor, field| {
            descriptor.with(*field, derived.get(*field))
        });
        said.given = Some(held);
    }
    said
}

/// Offers to write the tile as its mode wants it, where it was said to be plain rows.
pub(super) fn pack(finding: &mut Finding, spec: &Spec) {
    let label = format_args!("Pack the tile as the mode wants it");
    let said = finding.repair(label, spec.said());
    (said.tile.row_bytes, said.tile.row_xor) = (None, None);
}

/// Offers a change of mode, or of strides, start and base offset, and says what it sets.
pub(super) fn offer(finding: &mut Finding, spec: &Spec, said: &Said) {
    let Ok(new) = Spec::new(said) else {
        return;
    };
    let [then, now] = [spec, &new].map(|spec| spec.read(spec.place()).params());
    if then.swizzle != now.swizzle {
        let name = match now.swizzle {
            Swizzle::None => "no",
            mode => mode.name(),
        };
        finding.repair(format_args!("Use {name} swizzle"), said);
        return;
    }
    let mut text = String::new();
    let mut add = |changes: bool, name: &str, value: &dyn Display| {
        if changes {
            let link = if text.is_empty() { "Set" } else { " and" };
            // A string takes everything.
            let _ = write!(text, "{link} {name} to {value}");
        }
    };
    add(
        then.lbo_bytes != now.lbo_bytes,
        "LBO",
        &Amount(now.lbo_bytes),
    );
    add(
        then.sbo_bytes != now.sbo_bytes,
        "SBO",
        &Amount(now.sbo_bytes),
    );
    add(
        then.start_bytes != now.start_bytes,
        "start",
        &format_args!("0x{:x}", now.start_bytes),
    );
    add(
        then.base_offset != now.base_offset,
        "base offset",
        &now.base_offset,
    );
    if !text.is_empty() {
        finding.repair(format_args!("{text}"), said);
    }
}

/// How grave a read is that is not the tile: an error where what it differs from was said, or where units collide.
pub(super) fn severity(spec: &Spec) -> Severity {
    let tile = &spec.said().tile;
    let is_said = tile.has_form()
        || tile.swizzle.is_some()
        || tile.start_bytes.is_some()
        || tile.order.is_some() && tile.has_extents();
    if is_said || clash(spec).is_some() {
        Severity::Error
    } else {
        Severity::Warning
    }
}

/// Adds a guess, as grave as what the strides do now.
pub(super) fn guess<'a>(
    spec: &Spec,
    report: &'a mut Report,
    fields: &'static [FieldId],
    (title, text): (Arguments<'_>, Arguments<'_>),
    said: &Said,
) -> &'a mut Finding {
    let finding = report.add(severity(spec), fields, title, text);
    offer(finding, spec, said);
    finding
}

/// The first clash of the tile as the read's strides would have it.
pub(super) fn clash(spec: &Spec) -> Option<Clash> {
    let layout = spec.read_over_tile();
    if spec.unknown_swizzle().is_some() || is_packed(spec, &layout) {
        return None;
    }
    layout.first_clash(spec.extent())
}

/// Whether atom follows atom, as far as addresses reach: then nothing can overlap, and nothing need be looked for.
fn is_packed(spec: &Spec, layout: &Layout) -> bool {
    let (held, packed) = (layout.params(), spec.packed());
    held.swizzle == spec.tile().swizzle
        && layout.is_canonical()
        && (held.lbo_bytes, held.sbo_bytes) == (packed.lbo_bytes, packed.sbo_bytes)
        && spec.span_bytes() <= ADDRESS_BYTES
}
