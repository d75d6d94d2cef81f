//! Candidate fixes: changes that may be intended, whether they make the read correct, and their button labels.

use super::*;
use std::fmt::{Display, Formatter, Result};
use swizzle_params::{Scalar, said_and_taken};

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
pub(super) fn cause(report: &Report) -> Option<Cause> {
    report.facts.causes.first().filter(|_| report.facts.tally.wrong > 0).map(|found| found.cause)
}

/// The same tile with the atoms in the other order.
pub(super) fn in_other_order(spec: &Spec) -> Said {
    let mut said = *spec.said();
    said.tile.order = Some(spec.tile().order.other());
    said
}

/// Whether the read matches the tile.
pub(super) fn is_right(said: &Said) -> bool {
    right(said).is_some()
}

/// The tile and its read, where they match.
fn right(said: &Said) -> Option<Spec> {
    spec_from_said(said).ok().filter(|spec| Tally::of_read(spec, spec.place()).wrong == 0)
}

/// Whether the read matches the tile, and no two elements of the tile overlap.
pub(super) fn is_sound(said: &Said) -> bool {
    right(said).is_some_and(|spec| spec.first_clash().is_none())
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
    let mended = [in_mode(spec, swizzle), in_mode_with_strides(spec, swizzle)];
    if let Some(said) = mended.into_iter().find(is_mended) {
        offer(finding, spec, &said);
    }
}

/// The tile or its descriptor in a mode, with the strides of that.
pub(super) fn in_mode_with_strides(spec: &Spec, swizzle: Swizzle) -> Said {
    let mended = in_mode(spec, swizzle);
    spec_from_said(&mended).map_or(mended, |spec| with_own_strides(&spec, STRIDES))
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
    let packed =
        |given: Descriptor, stride| given.with_bytes(FieldId::of_stride(stride), spec.packed().bytes(stride));
    let said = spec.said();
    Said { given: said.given.map(|given| strides.fold(given, packed)), ..*said }
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
    let [then, now] = [spec, new].map(|spec| spec.derived_descriptor(spec.place()).ok());
    match (then, now.map(|now| (now, now.decode().swizzle))) {
        (Some(then), Some((now, _))) if then.arch() == now.arch() => changed_fields(then, now),
        (_, Some((_, Ok(mode)))) => format!("the swizzle to {}", mode.name()),
        _ => String::new(),
    }
}

// Alternative values for inferred ones, with which an incorrect read would be correct: findings on the read depend on them.

/// An inferred value, and an alternative.
#[derive(Debug, Clone)]
pub(crate) struct Other {
    /// The value's name.
    pub(crate) name: &'static str,
    /// The change that specifies the alternative.
    pub(crate) offer: Repair,
}

/// Names of the values, in the order of their text.
const NAMES: [&str; 12] = [
    "sparsity",
    "for",
    "element",
    "major",
    "operand",
    "mn",
    "k",
    "swizzle",
    "order",
    "lbo_bytes",
    "sbo_bytes",
    "pattern",
];

/// The alternatives that make an incorrect read correct, one for each value.
pub(super) fn others(spec: &Spec, tally: Tally) -> Vec<Other> {
    let is_wrong = tally.wrong > 0 || spec.first_clash().is_some();
    if spec.given().is_none() || !is_wrong {
        return Vec::new();
    }
    let mut found: Vec<Other> = Vec::new();
    for (name, said) in sayings(spec) {
        if found.iter().all(|other| other.name != name)
            && let Some(other) = possible(&said)
            && let Some(words) = parts_text(&other, &[name])
        {
            let offer = Repair::new(format!("Use {words}"), &said);
            found.push(Other { name, offer });
        }
    }
    found
}

/// A tile with these specified values, where it is read correctly and no two elements overlap.
fn possible(said: &Said) -> Option<Spec> {
    let is_possible =
        |spec: &Spec| spec.span_bytes() <= spec.space().bytes().into() && spec.first_clash().is_none();
    right(said).filter(|spec| is_read_right(said) && is_possible(spec))
}

/// The unspecified values, each with its usual alternatives.
fn sayings(spec: &Spec) -> Vec<(&'static str, Said)> {
    let (said, reader, read) = (spec.said(), spec.reader(), own_read(spec));
    let [has_mn, has_k] = [(said.tile.mn, said.tile.buffer_mn), (said.tile.k, said.tile.buffer_k)]
        .map(|(own, buffer)| own.or(buffer).is_some());
    let is_copy = reader.used_for == Use::Copy;
    let rows: &[u32] = match reader.operand {
        _ if has_mn => &[],
        _ if is_copy => &[32, 64, 128, 256, 4],
        Operand::A if reader.arch.has_one_m() => &[64, 128, 192, 256],
        Operand::A => &[128, 64, 256],
        Operand::B => &[128, 256, 64, 192, 96, 32, 16, 8],
    };
    let rows_of_other: &[Option<u32>] = match has_mn {
        // A copy has no operand.
        _ if is_copy => &[],
        true => &[None],
        false => &[None, Some(8), Some(128), Some(256)],
    };
    let mut all = Vec::new();
    let mut add = |name: &'static str, value: Scalar, rows: Option<u32>| {
        let mut other = *said;
        let param = param_of_key(name).filter(|param| !param.is_said(spec));
        if param.is_some_and(|param| param.set(&mut other, Some(value))) {
            other.tile.mn = other.tile.mn.or(rows);
            all.push((name, other));
        }
    };
    for element in [Element::Bf16, Element::E4m3, Element::Tf32] {
        add("element", Scalar::Choice(element.name()), None);
    }
    for major in Major::ALL {
        add("major", Scalar::Choice(major.name()), None);
    }
    for rows in rows_of_other {
        add("operand", Scalar::Choice(reader.operand.other().name()), *rows);
    }
    for mn in rows {
        add("mn", (*mn).into(), None);
    }
    for steps in [1, 2, 4, 8, 16].iter().filter(|_| !has_k) {
        add("k", spec.read_k().saturating_mul(*steps).min(EXTENT_MAX).into(), None);
    }
    add("order", Scalar::Choice(spec.tile().order.other().name()), None);
    for &mode in Swizzle::ALL {
        if is_legal_form(reader.arch, spec.tile().element, spec.tile().major, mode) {
            add("swizzle", Scalar::Choice(mode.name()), None);
        }
    }
    if reader.arch.has_use(Use::Copy) {
        add("for", Scalar::Choice(Use::Copy.name()), None);
    }
    if read.params().lbo_mode == LboMode::Relative {
        add("sbo_bytes", read.stride_bytes(Stride::Sbo).into(), None);
        add("lbo_bytes", read.stride_bytes(Stride::Lbo).into(), None);
    }
    all
}

/// Returns a fix that specifies the inferred values with these names.
pub(super) fn saying(spec: &Spec, names: &[&'static str]) -> Option<Repair> {
    let names: Vec<&str> = NAMES.into_iter().filter(|name| names.contains(name)).collect();
    let said = said_and_taken(spec, names.iter().filter_map(|name| param_of_key(name)));
    let words = parts_text(spec, &names)?;
    Some(Repair::new(format!("Keep {words}"), &said))
}

// Keeps the repairs that make the read correct and remove their finding.

/// Keeps each finding's effective repairs, without duplicates.
pub(super) fn keep_what_mends(spec: &Spec, findings: &mut [Finding], lints: &'static [Lint<Spec>]) {
    for finding in findings {
        let offered = std::mem::take(&mut finding.repairs);
        let mut kept: Vec<Repair> = Vec::new();
        for repair in offered {
            let is_new = kept.iter().all(|known| known.change.said != repair.change.said);
            if is_new && mends(finding, &repair, lints) {
                kept.extend(with_result(repair, spec));
            }
        }
        finding.repairs = kept;
        let offers = std::mem::take(&mut finding.offers).into_iter();
        finding.offers = offers
            .filter(|offer| offer.change.said != *spec.said())
            .filter_map(|offer| with_result(offer, spec))
            .collect();
    }
}

/// The change with the descriptor and the read that it gives.
fn with_result(mut repair: Repair, before: &Spec) -> Option<Repair> {
    let after = spec_from_said(&repair.change.said).ok()?;
    let [was, is] = [before, &after].map(|spec| spec.descriptor(spec.place()).ok());
    repair.change.descriptor = is.filter(|_| is != was);
    repair.change.reads = read_text(&after);
    Some(repair)
}

/// Links each finding to the fault that it follows from: it is gone once that is repaired, or it is a note on the same fields.
pub(super) fn name_what_follows(findings: &mut [Finding], lints: &'static [Lint<Spec>]) {
    let mut rest = findings;
    while let Some((cause, others)) = rest.split_first_mut() {
        if let Some(spec) = repaired(cause).filter(|_| !others.is_empty()) {
            let found = ReadAgainstTile::of(&spec, spec.place());
            let left = report(lints, &spec, &found);
            for other in others.iter_mut() {
                if other.consequence_of.is_none() && (!left.has(other) || notes(cause, other)) {
                    other.consequence_of = Some(cause.id);
                }
            }
        }
        rest = others;
    }
}

/// The spec after the first repair of a fault that follows from no other.
fn repaired(cause: &Finding) -> Option<Spec> {
    let is_cause = cause.severity != Severity::Note && cause.consequence_of.is_none();
    let repair = cause.repairs.first().filter(|_| is_cause)?;
    spec_from_said(&repair.change.said).ok()
}

/// Whether a finding is only a note on fields that another finding faults: shown side by side they would contradict each other.
fn notes(cause: &Finding, other: &Finding) -> bool {
    other.severity == Severity::Note
        && !other.fields.of_matrix().is_empty()
        && other.fields.of_matrix().iter().all(|field| cause.fields.of_matrix().contains(field))
}

/// Whether a repair makes the read correct and removes its finding.
fn mends(finding: &Finding, repair: &Repair, lints: &'static [Lint<Spec>]) -> bool {
    let Ok(spec) = spec_from_said(&repair.change.said) else {
        return false;
    };
    // No stride makes room for a tile larger than the memory.
    let holds = spec.is_beyond_addresses() || spec.first_clash().is_none();
    let found = ReadAgainstTile::of(&spec, spec.place());
    found.tally().wrong == 0 && holds && !report(lints, &spec, &found).has(finding)
}

#[cfg(test)]
mod worth_tests {
    use crate::{LINTS, findings_from_spec};
    use swizzle_view::link::shown_from_link;

    use super::*;

    fn found(link: &str) -> Vec<Finding> {
        let spec = shown_from_link(link).shown.spec().expect("a picture");
        findings_from_spec(&spec)
    }

    /// Those that are on top, and the titles of what is folded under the first of them.
    fn told(found: &[Finding]) -> (Vec<&Finding>, Vec<&str>) {
        let (top, folded): (Vec<_>, Vec<_>) = found.iter().partition(|at| at.consequence_of.is_none());
        let first = top.first().map(|at| at.id);
        let of_first = folded.iter().filter(|at| at.consequence_of == first);
        let titles = of_first.map(|at| at.title.as_str()).collect();
        (top, titles)
    }

    #[test]
    fn what_a_type_that_is_not_read_brings_is_folded_under_it() {
        for (link, follows) in [
            ("#/wgmma?element=tf32&major=MN", &["SBO has no effect in this shape"][..]),
            (
                "#/wgmma/4000004000010040?element=tf32&major=MN",
                &["LBO is too small: atoms overlap", "SBO has no effect in this shape"],
            ),
        ] {
            let found = found(link);
            let (top, folded) = told(&found);
            assert_eq!(top.len(), 1, "{link}: {top:#?}");
            assert_eq!(top[0].title, "wgmma cannot read tf32 M-major");
            assert_eq!(top[0].repairs.len(), 1, "{link}");
            assert_eq!(folded, follows, "{link}");
        }
    }

    #[test]
    fn what_a_number_that_no_field_holds_brings_is_folded_under_it() {
        for (link, packed, follows) in [
            ("#/wgmma?lbo_bytes=1000&swizzle=none", 1024, &["Elements share a byte"][..]),
            ("#/wgmma?lbo_bytes=1000&major=MN&mn=128", 1024, &["LBO is too small for the tile as drawn"]),
            ("#/wgmma?lbo_bytes=1000&major=MN", 1024, &["LBO has no effect in this shape"]),
        ] {
            let found = found(link);
            let (top, folded) = told(&found);
            assert_eq!(top.len(), 1, "{link}: {top:#?}");
            assert_eq!(top[0].title, "LBO is not a multiple of 16", "{link}");
            let label = std::format!("Set LBO to {packed} B");
            assert_eq!(top[0].repairs[0].label, label, "{link}");
            assert_eq!(folded, follows, "{link}");
        }
    }

    /// No note contradicts a fault of its field, and a folded finding is folded under one that is shown.
    #[test]
    fn nothing_on_top_contradicts_a_fault_of_its_fields() {
        let forms =
            ["", "element=tf32&major=MN&", "swizzle=none&", "major=MN&mn=128&", "major=MN&operand=B&mn=8&"];
        let values = ["lbo_bytes=1000", "sbo_bytes=1000", "sbo_bytes=16", "k=16"];
        let descriptors = ["", "/4000004000010040", "/0000002000080840", "/8000000804000048"];
        for form in forms {
            for value in values {
                for descriptor in descriptors {
                    let link = std::format!("#/wgmma{descriptor}?{form}{value}");
                    let found = found(&link);
                    let (top, _) = told(&found);
                    let faults = top.iter().filter(|at| at.severity != Severity::Note);
                    for fault in faults.filter(|fault| !fault.repairs.is_empty()) {
                        let is_against = |at: &&&Finding| notes(fault, at);
                        assert_eq!(top.iter().find(is_against), None, "{link}: {fault:#?}");
                    }
                    for folded in found.iter().filter_map(|at| at.consequence_of) {
                        assert!(LINTS.iter().any(|lint| lint.id == folded));
                        assert!(top.iter().any(|at| at.id == folded), "{link}: {folded}");
                    }
                }
            }
        }
    }
}
