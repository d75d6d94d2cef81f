//! What the fields of a descriptor say that they should not: bytes for units, another’s code, halves that changed places.

use super::*;
use swizzle_core::descriptor::Field;

const ALL_FIELDS: &[FieldId] = &[
    FieldId::Start,
    FieldId::Reserved14,
    FieldId::Lbo,
    FieldId::Reserved30,
    FieldId::Sbo,
    FieldId::Fixed46,
    FieldId::BaseOffset,
    FieldId::Reserved,
    FieldId::Swizzle,
];

/// Swapped 32-bit halves.
pub(super) fn halves(spec: &Spec, report: &mut Report) {
    let Some(given) = spec.given() else {
        return;
    };
    let turned = given.with_raw(given.raw().rotate_left(32));
    let is_garbled = |descriptor: Descriptor| {
        let fields = descriptor.decode();
        fields.stray_bits != 0 || fields.swizzle.is_err()
    };
    if !is_garbled(given) || is_garbled(turned) {
        return;
    }
    let said = candidate::given(spec, turned);
    let Ok(mended) = spec_from_said(&said) else {
        return;
    };
    let is_sound = mended.has_legal_form()
        && mended.span_bytes() > 0
        && Tally::of_read(&mended, mended.place()).wrong == 0
        && mended.first_clash().is_none()
        && has_packed_strides(&mended);
    if is_sound {
        let finding = report.error(
            ALL_FIELDS,
            "The 32-bit halves are swapped",
            format!("Bits 0–31 and bits 32–63 are swapped. As given, fixed bits have wrong values; with the halves swapped back, {turned}, nothing is wrong."),
        );
        offer_whole(finding, spec, &said);
    }
}

/// Whether the strides are those of a packed tile.
fn has_packed_strides(spec: &Spec) -> bool {
    let (tile, packed) = (spec.tile(), spec.packed());
    (tile.lbo_bytes, tile.sbo_bytes) == (packed.lbo_bytes, packed.sbo_bytes)
}

/// Start, LBO and SBO are stored in units of 16 bytes: the low four bits of anything else are lost.
pub(super) fn alignment(spec: &Spec, report: &mut Report) {
    whole_elements(spec, report);
    for stride in ENCODED {
        let (name, fields, said) = encoded(spec, stride);
        let Some(bytes) = said.filter(|bytes| !bytes.is_multiple_of(UNIT_BYTES)) else {
            continue;
        };
        let kept = spec.space().bytes_as_encoded(bytes);
        let finding = report.error(
            fields,
            format!("{name} is not a multiple of 16"),
            format!(
                "{bytes} bytes are encoded as ({bytes} & 0x{:X}) >> 4 = {}, which means {kept} bytes: the low four bits are lost.",
                spec.space().bytes() - 1,
                kept >> 4
            ),
        );
        // A value that no field can encode is more likely a slip of the packed value than of the truncated one.
        let packed = stride.map(|stride| spec.packed().bytes(stride));
        for bytes in packed.into_iter().chain([kept]) {
            let label = match stride {
                None => format!("Set start to 0x{bytes:x}"),
                Some(_) => format!("Set {name} to {bytes} B"),
            };
            set(finding, spec, label, stride, bytes);
        }
    }
}

/// The values that fields have in units of 16 bytes: the start, and both strides.
const ENCODED: [Option<Stride>; 3] = [None, Some(Stride::Lbo), Some(Stride::Sbo)];

/// The name of such a value, the fields that encode it, and how it is specified. A column stride is in no field.
fn encoded(spec: &Spec, stride: Option<Stride>) -> (&'static str, &'static [FieldId], Option<u32>) {
    let tile = &spec.said().tile;
    let Some(stride) = stride else {
        return ("start", START, tile.start_bytes);
    };
    let is_column = stride == Stride::Lbo && spec.has_column_stride();
    let fields = if is_column { &[] } else { candidate::field(stride) };
    (stride_name(spec, stride), fields, tile.stride_bytes(stride))
}

/// Offers another value.
fn set(finding: &mut Finding, spec: &Spec, label: String, stride: Option<Stride>, bytes: u32) {
    let tile = &mut finding.repair(label, spec.said()).tile;
    let value = match stride {
        None => &mut tile.start_bytes,
        Some(stride) => tile.stride_bytes_mut(stride),
    };
    *value = Some(bytes);
}

/// Rows are of whole elements: what is not is cut, and an XOR of parts of elements exchanges nothing.
fn whole_elements(spec: &Spec, report: &mut Report) {
    let (tile, element) = (spec.tile(), spec.tile().element);
    let Some((rows, pitch_bytes)) = spec.layout().rows().zip(tile.row_bytes) else {
        return;
    };
    let (name, bits) = (element.name(), element.slot_bits());
    if rows.pitch_bytes != pitch_bytes {
        let kept = rows.pitch_bytes;
        let finding = report.error(
            &[],
            format!("A row pitch of {pitch_bytes} bytes is not a number of {name} elements"),
            format!(
                "An element has {bits} bits, and memory {} bytes: the rows are drawn {kept} bytes apart.",
                spec.space().bytes()
            ),
        );
        finding.repair(format!("Set row pitch to {kept} B"), spec.said()).tile.row_bytes = Some(kept);
    }
    if let Some(xor) = rows.xor.filter(|xor| xor.unit_bytes(element).is_none()) {
        let finding = report.error(
            &[],
            format!("{} exchanges parts of {name} elements", xor.text()),
            format!("An element has {bits} bits: the rows are drawn without an exchange."),
        );
        finding.repair("Remove the XOR", spec.said()).tile.row_xor = None;
    }
    let row = tile.row_data_bytes();
    if let Some(Pads { every_bytes, bytes }) = tile.pads
        && row > 0
        && (!row.is_multiple_of(every_bytes) && !every_bytes.is_multiple_of(row))
    {
        report.error(
            &[],
            format!("{every_bytes} bytes are neither a part of a row nor whole rows"),
            format!("A row has {row} bytes of elements, so {bytes} bytes after every {every_bytes} are at another place in each row: the tile is drawn with as many whole rows between them, or with each row begun anew."),
        );
    }
}

/// The 14-bit fields hold byte values below 2^18: larger ones wrap silently.
pub(super) fn field_range(spec: &Spec, report: &mut Report) {
    for stride in ENCODED {
        let (name, fields, said) = encoded(spec, stride);
        let id = stride.map_or(FieldId::Start, FieldId::of_stride);
        let width = Descriptor::field(spec.reader().chip, id).map_or(0, |field| field.width);
        let fits = |bytes: &u32| (bytes / UNIT_BYTES) >> width == 0;
        let read = stride.filter(|stride| spec.is_read_by_tile(*stride) && !fields.is_empty());
        let held = said.or(read.map(|stride| spec.tile().stride_bytes(stride)));
        let Some(bytes) = held.filter(|bytes| !fits(bytes)) else {
            continue;
        };
        let (name, mask) = (capital(name), (UNIT_BYTES << width) - 1);
        let kept = bytes & mask & !(UNIT_BYTES - 1);
        let finding = report.error(
            fields,
            format!("{name} does not fit its field"),
            format!(
                "{bytes} bytes need more than {width} bits in units of 16: ({bytes} & 0x{mask:X}) >> 4 = {}, which means {kept} bytes.",
                kept / UNIT_BYTES
            ),
        );
        if said.is_none() {
            continue;
        }
        finding.assumes.clear();
        let (label, mended) = match stride.map(|stride| spec.packed().bytes(stride)) {
            Some(packed) => (format!("Set {name} to the packed {packed} B"), packed),
            None => {
                (format!("Set start to 0x{:x}", spec.space().wrapped(bytes)), spec.space().wrapped(bytes))
            }
        };
        if fits(&mended) {
            set(finding, spec, label, stride, mended);
        }
    }
}

/// Bytes instead of 16-byte units, or a value divided by 16 twice.
pub(super) fn units(spec: &Spec, report: &mut Report) {
    if cause(report) == Some(Cause::Unshifted) || !start(spec, report) {
        explained(spec, report);
    }
}

/// The address in bits 0 to 15 taken literally, and the values with it divided by 16, where the start is unspecified and a pattern
/// can start there. An address of 14 bits cannot be told from a field.
fn whole_address(spec: &Spec) -> Option<(u32, Said)> {
    let given = spec.given()?;
    let address = (given.raw() & 0xffff) as u32;
    let above = Descriptor::field(given.chip(), FieldId::Reserved14)?.mask();
    let boundary = own_read(spec).swizzle().pattern_bytes();
    let is_whole = given.raw() & above != 0
        && address.is_multiple_of(boundary.max(UNIT_BYTES * UNIT_BYTES))
        && spec.said().tile.start_bytes.is_none();
    // They may be the start's own on another chip.
    let is_elsewhere = chip_with(given, given.raw() & above).is_some();
    let said = said_with(spec, |fields| {
        fields.start_field = spec.space().field_from_bytes(address);
        fields.stray_bits &= !above;
    });
    said.filter(|_| is_whole && !is_elsewhere).map(|said| (address, said))
}

/// Reports a start that was not shifted: compared with the tile's, or past the end of shared memory where a sixteenth would fit.
/// Whether there is one.
fn start(spec: &Spec, report: &mut Report) -> bool {
    if let Some((address, said)) = whole_address(spec) {
        let finding = report.error(
            &[FieldId::Start, FieldId::Reserved14],
            "Start is 16 times too large",
            format!(
                "Bits 0–15 are 0x{address:x}, a start that was not divided by 16. Divided by 16, the field is 0x{:x}, and bits 14–15 are 0.",
                spec.space().field_from_bytes(address)
            ),
        );
        finding.silenced_by = &[];
        finding.assumes.clear();
        offer_whole(finding, spec, &said);
        return true;
    }
    let (held, wanted) = (own_read(spec).start_bytes(), spec.start_bytes(spec.place()));
    let meant = held / UNIT_BYTES;
    let is_as_said = spec.given().is_some() && spec.said().tile.start_bytes.is_some();
    let is_meant = if held == wanted {
        !is_as_said
            && held >= SHARED_END
            && spec.reader().chip.shared_bytes().is_some()
            && end_of_read(spec).is_some_and(|end| end.saturating_sub(held) + meant <= SHARED_END)
    } else {
        meant == wanted
    };
    if !is_meant || !held.is_multiple_of(UNIT_BYTES * UNIT_BYTES) {
        return false;
    }
    let finding = report.error(
        &[FieldId::Start],
        "Start is 16 times too large",
        format!("The start is 0x{held:x} (field 0x{meant:x}): the field takes bytes / 16, and a start of 0x{meant:x} would be correct."),
    );
    finding.silenced_by = &[];
    let label = format!("Set start to 0x{meant:x}");
    match said_with(spec, |fields| {
        fields.start_field = spec.space().field_from_bytes(meant);
    }) {
        Some(said) if spec.given().is_some() => {
            finding.repair(label, &said);
        }
        _ => {
            let first = spec.layout().start_bytes();
            let moved = wanted.wrapping_sub(first);
            finding.repair(label, spec.said()).tile.start_bytes = Some(meant.wrapping_sub(moved));
        }
    }
    true
}

pub(super) const START: &[FieldId] = &[FieldId::Start];
pub(super) const SWIZZLE: &[FieldId] = &[FieldId::Swizzle];

/// A swizzle mode other than the tile's: the wrong mode, or the code of the other architecture.
pub(super) fn swizzle_code(spec: &Spec, report: &mut Report) {
    let written = spec.said().tile.swizzle.filter(|written| *written != own_read(spec).swizzle());
    if blamed(spec, report).is_none()
        && let Some(written) = written
        && is_open(spec, report)
    {
        written_otherwise(spec, report, written);
    }
}

/// Reports a tile that is specified with one mode and read with another.
fn written_otherwise(spec: &Spec, report: &mut Report, written: Swizzle) {
    let read = own_read(spec);
    let words = |mode: Swizzle| match mode {
        Swizzle::None => "without swizzle".to_string(),
        mode => format!("with {}", mode.name()),
    };
    let (how, actual) = (words(written), words(read.swizzle()));
    let first = report.facts.first.map(|first| difference_text(&first));
    let title = format!("The tile is written {how} but read {actual}");
    let text = format!("The two modes apply different XORs. {}", first.unwrap_or_default());
    let source = "the specified swizzle compared with the descriptor's";
    let finding = report.error(SWIZZLE, title, text);
    finding.by(Confidence::Derived, source);
    let arch = spec.reader().arch;
    if is_legal_form(arch, read.element(), read.major(), written) {
        offer_mode(finding, spec, written, is_right);
    } else {
        let label = format!("Write the tile {actual}");
        finding.repair(label, spec.said()).tile.swizzle = Some(read.swizzle());
    }
}

/// Code that leaves the fixed bits from 46 on zero: the manual and CUTLASS set bit 46 for tcgen05.
pub(crate) const ZERO_IN_46: &str = " Code for wgmma leaves them 0. So does Triton 3.4.0 for tcgen05; what the hardware makes of it was not measured.";

/// Fixed or unused bits with another value than the architecture's.
pub(super) fn stray_bits(spec: &Spec, report: &mut Report) {
    let Some(given) = spec.given() else {
        return;
    };
    let (arch, stray) = (given.arch(), given.decode().stray_bits);
    for field in Descriptor::fields(given.chip()) {
        let Some(wanted) = field.fixed.filter(|_| stray & field.mask() != 0) else {
            continue;
        };
        if is_of_other_chip(spec, given, report, field) {
            continue;
        }
        let held = wanted ^ ((stray & field.mask()) >> field.low);
        let (low, high) = (field.low, field.high());
        let width = if field.id == FieldId::Fixed46 { 3 } else { 1 };
        let habit = match arch {
            Arch::Wgmma => "",
            Arch::Tcgen05 => ZERO_IN_46,
        };
        let mut others = arch.others().filter_map(|other| Descriptor::field(other, field.id)?.fixed);
        let is_other = others.any(|fixed| fixed == held);
        let other = (field.id == FieldId::Fixed46 && is_other).then_some(habit);
        let title = if low == high {
            format!("Bit {low} must be {wanted}")
        } else {
            format!("Bits {low}–{high} must be {wanted:0width$b}")
        };
        let finding = report.error(
            std::slice::from_ref(&field.id),
            title,
            format!(
                "They are {held:0width$b}. {}: {}.{}",
                arch.name(),
                field.meaning,
                other.unwrap_or_default()
            ),
        );
        finding.bits = stray & field.mask();
        if let Some(mended) = said_with(spec, |fields| fields.stray_bits = 0) {
            offer(finding, spec, &mended);
        }
        if let Some((name, read)) = other.and_then(|_| as_other(spec)) {
            let label = format!("Read as a {name} descriptor");
            finding.repair(label, &read);
        }
    }
}

/// The chip of the family on which these bits are in fields that carry values; none where they are on the descriptor's own chip.
pub(super) fn chip_with(given: Descriptor, bits: u64) -> Option<Chip> {
    let has_values = |chip: &Chip| Descriptor::fixed_mask(*chip) & bits == 0;
    let others = given.arch().chips().filter(|chip| has_values(chip) != has_values(&given.chip()));
    others.into_iter().find(has_values)
}

/// Reports stray bits that have a meaning on another chip of the family.
fn is_of_other_chip(spec: &Spec, given: Descriptor, report: &mut Report, field: &'static Field) -> bool {
    let stray = spec.stray_bits() & field.mask();
    let Some(chip) = chip_with(given, stray) else {
        return false;
    };
    let there = Descriptor::fields(chip).iter();
    let Some(other) = there.into_iter().find(|other| other.mask() & stray != 0) else {
        return false;
    };
    let bits = other.mask() & stray;
    if bits != stray || !bits.is_power_of_two() {
        return false;
    }
    let bit = bits.trailing_zeros();
    // Without the letter: the bits do not depend on the target of the code.
    let short = |chip: Chip| chip.name().trim_end_matches('a');
    let before: Vec<&str> = given
        .arch()
        .chips()
        .filter(|chip| Descriptor::fields(*chip) == Descriptor::fields(given.chip()))
        .map(short)
        .collect();
    let (chip, space, source) = (short(chip), chip.address_space(), chip.source());
    let before = listed(before);
    let zeros = format!("bits {}–{} must be 0", field.low, field.high());
    let (title, text) = match other.id {
        FieldId::Start => (
            format!("Bit {bit} belongs to the start on {chip} only"),
            format!(
                "On {chip} the start has {} bits, and addresses reach {} KiB. On {before} it has fewer: {zeros}, and the read starts {} KiB lower than on {chip}.",
                other.width,
                space.bytes() / 1024,
                (UNIT_BYTES << bit) / 1024,
            ),
        ),
        FieldId::Lbo => (
            format!("Bit {bit} belongs to LBO on {chip} only"),
            format!("On {chip} LBO has {} bits. On {before} it has fewer: {zeros}.", other.width,),
        ),
        _ => (
            format!("Bit {bit} has a meaning on {chip} only"),
            format!("On {chip} it selects {}. On {before} {zeros}.", other.meaning,),
        ),
    };
    let finding = report.error(std::slice::from_ref(&field.id), title, text);
    finding.by(Confidence::Stated, source);
    finding.bits = stray;
    if let Some(mended) = said_with(spec, |fields| fields.stray_bits &= !stray) {
        offer(finding, spec, &mended);
    }
    true
}

/// The same 64 bits read for another architecture, where nothing is wrong with them and something else is wrong here; for a wgmma
/// descriptor the read as tcgen05 need only be correct.
fn as_other(spec: &Spec) -> Option<(&'static str, Said)> {
    let given = spec.given()?;
    let wrong = |spec: &Spec| Tally::of_read(spec, spec.place()).wrong;
    let is_likelier = Descriptor::fixed_bits(given.chip()) == 0
        || spec.unknown_swizzle().is_some()
        || wrong(spec) > 0
        || !spec.has_legal_form();
    let read = |arch: Arch| {
        let mut said = Said { given: Some(Descriptor::new(arch, given.raw())), ..*spec.said() };
        // The inferred mode changes with the descriptor; specified values stay.
        said.reader.arch = None;
        let there = spec_from_said(&said).ok()?;
        let is_sound = there.stray_bits() == 0
            && there.unknown_swizzle().is_none()
            && there.has_legal_form()
            && wrong(&there) == 0;
        is_sound.then_some((arch.name(), said))
    };
    given.arch().others().filter(|_| is_likelier).find_map(read)
}

/// Field values that are compared.
const TRIED: [u16; 4] = [0, 1, 37, 16_383];
const MEASURED: &str =
    "PTX ISA, “Leading Dimension Byte Offset”; LBO of swizzled K-major layouts measured on H200";
const PROOF: &str = "Compared unit by unit: field values 0, 1, 37 and 16383 read the same bytes.";

/// Whether the same units are read for every value of the stride's field.
fn is_idle(spec: &Spec, stride: Stride) -> bool {
    let (read, extent) = (own_read(spec), spec.read_extent());
    let t = read.element().per_unit() as usize;
    let (mn_step, k_step) = match read.major() {
        Major::K => (1, t),
        Major::Mn => (t, 1),
    };
    TRIED.into_iter().all(|field| {
        let mut params = read.params();
        match stride {
            Stride::Lbo => params.lbo_bytes = bytes_from_field(field),
            Stride::Sbo => params.sbo_bytes = bytes_from_field(field),
        }
        let other = Layout::new(params);
        (0..extent.mn).step_by(mn_step).all(|mn| {
            let mut units = (0..extent.k).step_by(k_step).map(|k| Coord { mn, k });
            units.all(|at| read.byte_from_element(at) == other.byte_from_element(at))
        })
    })
}

/// Fields of the descriptor that have no effect in this mode and shape.
pub(super) fn no_effect(spec: &Spec, report: &mut Report) {
    let read = own_read(spec);
    lbo(spec, report);
    if !spec.is_read_by_instruction(Stride::Sbo) && is_idle(spec, Stride::Sbo) {
        report.note(
            &[FieldId::Sbo],
            "SBO has no effect in this shape",
            format!("One read stays inside the first repeat. {PROOF}"),
        );
    }
    if read.swizzle() == Swizzle::None && read.params().base_offset != 0 {
        report
            .note(
                &[FieldId::BaseOffset],
                "Base offset has no effect without swizzle",
                "Without an XOR there is no phase to shift. Measured on H200: the field is ignored.",
            )
            .by(Confidence::Measured, "measured on H200");
    }
}

/// An overlap by this stride says already that no read uses it.
const SAID_BY_OVERLAP: &[Silencer] = &[Silencer::by(&["overlap"]).on_same_field().even_notes()];

fn lbo(spec: &Spec, report: &mut Report) {
    let (read, arch) = (own_read(spec), spec.reader().arch);
    let used = spec.is_read_by_instruction(Stride::Lbo);
    if read.params().lbo_mode == LboMode::Absolute {
        if !used {
            report.note(
                &[FieldId::Lbo],
                "LBO has no effect in this step",
                "All 48 bytes of K are inside the first 128-byte line: the second chunk is not read.",
            );
        }
        return;
    }
    if isa_ignores_lbo(read.major(), read.swizzle()) {
        let row = read.swizzle().row_bytes();
        let run = if arch.is_measured() {
            "Measured on H200"
        } else {
            "Measured on H200 for wgmma; tcgen05 was not run"
        };
        let k_bytes = spec.read_k() / read.element().per_unit() * UNIT_BYTES;
        if used {
            report.note(
                &[FieldId::Lbo],
                "LBO is used here, contrary to the manual",
                format!("The ISA says that LBO is not used in swizzled K-major layouts. {run}: a read of {k_bytes} bytes of K leaves its {row}-byte column, and LBO is the offset to the next."),
            )
            .by(Confidence::Contested, "PTX ISA, “Leading Dimension Byte Offset”, compared with Triton and an H200");
        } else if is_idle(spec, Stride::Lbo) {
            report.note(
                &[FieldId::Lbo],
                "LBO has no effect in this shape",
                format!("{k_bytes} bytes of K stay inside one {row}-byte column; the usual value is 1. {PROOF} {run}: LBO matters where a read is longer along K than the swizzle row, as for B of sparse wgmma with 32B swizzle."),
            )
            .by(Confidence::Measured, MEASURED);
        }
    } else if !used && is_idle(spec, Stride::Lbo) {
        let why = match spec.reader().used_for {
            Use::Copy => {
                "Rows of one unit have no second block. DeepGEMM writes 0 here, ThunderKittens 128 bytes, others 16."
            }
            Use::Mma => "One read stays inside the first repeat along this dimension.",
        };
        let finding =
            report.note(&[FieldId::Lbo], "LBO has no effect in this shape", format!("{why} {PROOF}"));
        finding.silenced_by = SAID_BY_OVERLAP;
    }
}

#[cfg(test)]
mod tests {
    use crate::{Finding, Severity, findings_from_spec};
    use swizzle_view::link::shown_from_link;

    fn found(link: &str) -> Vec<Finding> {
        let spec = shown_from_link(link).shown.spec().expect("a picture");
        findings_from_spec(&spec)
    }

    /// A stride that is too small as well is so by the same number: that finding follows, and the fix is shown once.
    #[test]
    fn a_stride_that_no_field_holds_is_one_error() {
        for link in [
            "#/?sbo_bytes=1000",
            "#/?sbo_bytes=1000&mn=128&k=128",
            "#/?sbo_bytes=1000&major=MN&mn=128&k=64",
            "#/?lbo_bytes=1000&major=MN&mn=128&k=64",
            "#/?lbo_bytes=1000&major=MN&mn=64&k=64",
            "#/?lbo_bytes=1000&major=MN&mn=256&k=64",
        ] {
            let found = found(link);
            let of_stride = |one: &&Finding| {
                one.consequence_of.is_none() && (one.severity != Severity::Note || one.id == "overlap")
            };
            let top: Vec<_> = found.iter().filter(of_stride).map(|one| one.id).collect();
            assert_eq!(top, ["alignment"], "{link}: {found:#?}");
            assert!(!found[0].repairs.is_empty(), "{link}");
            let is_idle = found.iter().any(|one| one.title == "LBO has no effect in this shape");
            let is_small = found.iter().any(|one| one.title.starts_with("LBO is too small"));
            assert!(!(is_idle && is_small), "{link}: {found:#?}");
        }
    }
}
