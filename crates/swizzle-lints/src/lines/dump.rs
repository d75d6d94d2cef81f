//! The verdict line on a dump: whether a descriptor can read its layout, and whether the given one does.

use super::*;
use crate::findings_from_spec;
use swizzle_dump::{Asked, DumpRead, Exchange, Form, Found, Readable};

/// Rows after which every pattern repeats.
const ROWS: u32 = 8;

/// The verdict on a dump: on one of the layouts found in it, and on what the given descriptor reads of it, if any. Its repair
/// replaces the descriptor.
///
/// ```
/// use swizzle_dump::{Example, dump_from_bytes, read_of_dump, recognize};
/// use swizzle_core::reader::VerdictKind;
/// use swizzle_lints::verdict_of_dump;
/// use swizzle_core::{Descriptor, Named as _};
/// let line = |example: Example, raw: Option<u64>| {
///     let dumps = [dump_from_bytes(example.text().as_bytes(), 16).unwrap()];
///     let found = recognize(&dumps, &example.asked()).unwrap();
///     let typed = raw.map(Descriptor::guessed);
///     let read = typed.and_then(|typed| Some((typed, read_of_dump(&found[0], typed)?)));
///     verdict_of_dump(&found, 0, &example.asked(), read.as_ref().map(|(typed, read)| (*typed, read)))
/// };
/// let right = line(Example::ALL[0], None);
/// assert_eq!((right.kind, &*right.headline), (VerdictKind::Right, "128B K-major: all 4,096 elements match"));
/// let writer = line(Example::NarrowMask, None);
/// assert_eq!((writer.kind, &*writer.headline), (VerdictKind::Wrong, "The writer XORs (row & 3), not (row & 7)"));
/// ```
pub fn verdict_of_dump(
    found: &[Found],
    chosen: usize,
    asked: &Asked,
    read: Option<(Descriptor, &DumpRead)>,
) -> VerdictLine<Descriptor> {
    let Some(one) = found.get(chosen) else {
        return VerdictLine::new(VerdictKind::Wrong, "No known layout matches this dump");
    };
    if let Readable::No = one.readable() {
        let text = match one.writer_xors() {
            Some([actual, expected]) => format!("The writer XORs {actual}, not {expected}"),
            None => format!("No descriptor reads this layout: {}", writer_text(one)),
        };
        return VerdictLine::new(VerdictKind::Wrong, text);
    }
    if let Some((typed, read)) = read {
        let (right, of) = read.right_of();
        if right < of {
            let text = format!(
                "{} of {} elements are read from the wrong address",
                grouped(of - right),
                grouped(of)
            );
            return VerdictLine::new(VerdictKind::Wrong, text)
                .with_repairs(repair(one, typed).into_iter().collect());
        }
    }
    let layout = layout_text(one);
    if one.right < one.of {
        let text = format!("{layout}: {} of {} elements match", grouped(one.right), grouped(one.of));
        return VerdictLine::new(VerdictKind::Wrong, text);
    }
    if let Readable::WithBaseOffset(offset) = one.readable() {
        let text = format!("{layout}: readable with base offset {offset} only");
        return VerdictLine::new(VerdictKind::Warning, text);
    }
    let (condition, rivals) = (condition_text(one, asked), rivals(found, one));
    let text = match (read, &condition, rivals) {
        (Some((_, read)), ..) => format!("The descriptor reads all {} elements", grouped(read.right_of().1)),
        (None, None, 1..) => format!("This dump fits {} layouts", rivals + 1),
        (None, ..) => format!("{layout}: all {} elements match", grouped(one.of)),
    };
    let kind = match (&condition, rivals) {
        (None, 0) => VerdictKind::Right,
        _ => VerdictKind::Incomplete,
    };
    let rivals = (rivals > 0 && condition.is_none()).then(|| format!("{layout} is one of them"));
    let open = joined([condition, rivals, undetermined_text(one)].into_iter().flatten(), "; ");
    VerdictLine::new(kind, text).with_reservation(Some(open).filter(|open| !open.is_empty()))
}

/// Describes the layout that the writer produces.
fn writer_text(found: &Found) -> String {
    match found.form {
        Form::Canonical(_) => layout_text(found),
        Form::Rows { exchange: Exchange::None, pitch, .. } => format!("plain rows {pitch} bytes apart"),
        Form::Rows { exchange, .. } => format!("units are permuted by {}", exchange.text()),
    }
}

fn layout_text(found: &Found) -> String {
    let major = found.major.name();
    match found.form {
        Form::Canonical(Swizzle::None) => format!("No swizzle, {major}-major"),
        Form::Canonical(swizzle) => format!("{} {major}-major", swizzle.name()),
        Form::Rows { pitch, .. } => format!("{major}-major rows {pitch} bytes apart"),
    }
}

/// What has to be so for the layout to be that of the dump.
fn condition_text(one: &Found, asked: &Asked) -> Option<String> {
    if one.rests_on_its_extents(asked) {
        return Some(format!("if the tile is {} × {}", one.shape.mn, one.shape.k));
    }
    let phases = one.phases.len();
    (phases > 1).then(|| format!("at one of {phases} phases of the pattern"))
}

/// How many other layouts the dump could have.
fn rivals(found: &[Found], one: &Found) -> usize {
    // Rows that exchange units alike, those to come too, are another description of the same layout.
    let is_other = |other: &Found| {
        (0..ROWS).any(|row| {
            let xors = [one, other].map(|found| found.xors_of_row(row).map(|[actual, _]| actual));
            matches!(xors, [Some(own), Some(others)] if own != others)
        })
    };
    let is_rival = |other: &&Found| {
        let fits = (other.right, other.of) == (one.right, one.of);
        fits && *other != one && (other.readable() != Readable::No || is_other(other))
    };
    found.iter().filter(is_rival).count()
}

/// The values of a descriptor that so small a dump does not determine, which are those of a packed tile. A column stride is none.
fn undetermined_text(found: &Found) -> Option<String> {
    let names = found.undetermined_text()?;
    if names == "column stride" {
        return None;
    }
    Some(format!("with {names} as in a packed tile"))
}

/// The descriptor that reads it: the first repair of the given one.
fn repair(found: &Found, typed: Descriptor) -> Option<Mend<Descriptor>> {
    let tile = found.said()?;
    let said = Said { tile, ..Said::default() };
    let spec = spec_from_said(&said.with_given(typed)).ok()?;
    let findings = findings_from_spec(&spec);
    let faults = findings.iter().filter(|at| at.severity != Severity::Note);
    let repair = faults.flat_map(|fault| &fault.repairs).next()?;
    Some(Mend::new(&repair.label, repair.change.descriptor?))
}
