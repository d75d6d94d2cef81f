//! Strides: too small, too large, or those of another tile.

use super::*;

use swizzle_core::tile::Tile;
use swizzle_infer::rows::mode_of_tile;
use swizzle_text::listed;
use swizzle_warp::TileRows;

/// A plain row-major tile read without swizzle: the units of a row are contiguous instead of in blocks of 8 × 16 bytes.
pub(super) fn plain_rows(spec: &Spec, report: &mut Report) {
    let row = match spec.tile().major {
        Major::K => "row",
        Major::Mn => "column",
    };
    let rows = spec.tile().row_bytes.filter(|_| spec.said().tile.has_rows());
    match rows {
        Some(row_bytes) => said_plain(spec, report, row, row_bytes),
        None if is_open(spec, report) => read_plain(spec, report, row),
        None => {}
    }
}

/// Reports a tile that is specified as plain rows; rows of one unit are blocks without swizzle.
fn said_plain(spec: &Spec, report: &mut Report, row: &str, row_bytes: u32) {
    // Overlapping rows have their own finding.
    if report.facts.tally.wrong == 0 || spec.first_clash().is_some() {
        return;
    }
    if let Some(xor) = spec.tile().row_xor
        && counted_elsewhere(spec, report, row, row_bytes, xor)
    {
        return;
    }
    if let Some(mode) = mode_of_tile(spec.tile()).filter(|mode| *mode != own_read(spec).swizzle())
        && let mended = in_mode_with_strides(spec, mode)
        && is_right(&mended)
    {
        let finding = report.error(
            STRIDES,
            format!("These rows are the {} swizzle", mode.name()),
            format!(
                "{row_bytes}-byte {row}s with {}, from 0x{:x} on, are where the {} swizzle has them: a descriptor of that mode reads them, one of {} does not.",
                spec.tile().row_xor.map_or(String::new(), RowXor::text),
                spec.tile().start_bytes,
                mode.name(),
                own_read(spec).swizzle().name(),
            ),
        );
        offer(finding, spec, &mended);
        return;
    }
    let xor = spec.tile().row_xor;
    let xor = xor.map_or(String::new(), |xor| format!(", with {}", xor.text()));
    let pads = spec.tile().pads;
    let pads = pads.map_or(String::new(), |pads| {
        format!(", and {} bytes are free after every {} bytes of elements", pads.bytes, pads.every_bytes)
    });
    let finding = report.error(
            STRIDES,
            "No descriptor reads these plain rows",
            format!(
                "The {row}s are {row_bytes} bytes apart{xor}{pads}. The tensor core needs contiguous blocks of 8 {row}s × {} bytes with the XOR of the swizzle mode: copy the data into that layout, or let TMA write it.{}",
                own_read(spec).swizzle().row_bytes(),
                read_by_lanes(spec),
            ),
        );
    pack(finding, spec);
}

/// What reads rows for `mma.sync`, without a descriptor, and what that costs.
fn read_by_lanes(spec: &Spec) -> String {
    let &Tile { element, major, buffer, .. } = spec.tile();
    let (columns, rows) = buffer.along_and_across(major);
    let accesses = ["ldmatrix.x4", "ldmatrix.x4.trans", "ld.shared.v4"];
    let costs = TileRows { element, rows, columns }.costs(spec.layout(), &accesses);
    if costs.is_empty() {
        return String::new();
    }
    format!(" For mma.sync lanes read it without a descriptor: {}.", listed(costs))
}

/// Reports an XOR of the mode that is counted from a buffer that does not start where the pattern repeats; whether that is so.
fn counted_elsewhere(spec: &Spec, report: &mut Report, row: &str, row_bytes: u32, xor: RowXor) -> bool {
    let Some(given) = spec.given() else {
        return false;
    };
    let mended = (1..8_u8)
        .map(|base_offset| (base_offset, given.with(FieldId::BaseOffset, base_offset.into())))
        .find(|(_, descriptor)| is_right(&candidate::given(spec, *descriptor)));
    let Some((base_offset, descriptor)) = mended else {
        return false;
    };
    let start = spec.tile().start_bytes;
    report.error(
            &[FieldId::BaseOffset],
            format!("The writer counts {row}s from its buffer; the hardware counts lines from address 0"),
            format!(
                "The tile is written with {} in {row}s of {row_bytes} bytes from 0x{start:x}, which is {} bytes past a multiple of {}. The hardware takes the phase from the address: base offset {base_offset} compensates for it. Alternatively, align the buffer.",
                xor.text(),
                start % own_read(spec).swizzle().pattern_bytes(),
                own_read(spec).swizzle().pattern_bytes(),
            ),
        )
        .repair(
            format!("Set base offset to {base_offset}"),
            &candidate::given(spec, descriptor),
        );
    true
}

/// Reports strides of plain rows.
fn read_plain(spec: &Spec, report: &mut Report, row: &str) {
    let read = own_read(spec);
    let along = Stride::of_columns(read.major(), read.swizzle());
    let written = spec.said().tile.swizzle;
    if read.swizzle() != Swizzle::None
        || written.is_some_and(|mode| mode != Swizzle::None)
        || read.column_bytes() != UNIT_BYTES
        || spec.layout().column_bytes() == UNIT_BYTES
        || !spec.is_read_by_instruction(along)
    {
        return;
    }
    let group = read.group_bytes();
    let across = Stride::of_groups(read.major(), read.swizzle()).name();
    let along = along.name();
    let rows = read.swizzle().atom(read.major()).rows;
    let (extent, _) = spec.extent().along_and_across(read.major());
    let units = extent / read.element().per_unit();
    let bytes = if group == units * UNIT_BYTES { group } else { group / rows };
    // A tile that is specified without swizzle has no missing code.
    let swizzle = [Swizzle::B32, Swizzle::B64, Swizzle::B128]
        .into_iter()
        .filter(|_| written.is_none())
        .find(|swizzle| swizzle.row_bytes() * rows == group);
    let in_mode = swizzle.map(|swizzle| in_mode_with_strides(spec, swizzle));
    let mended = in_mode.filter(is_right).unwrap_or_else(|| with_own_strides(spec, STRIDES));
    let if_tma = swizzle.map_or(String::new(), |swizzle| {
        format!(" If TMA writes the tile with the {} swizzle, the swizzle code is missing.", swizzle.name())
    });
    let finding = report.error(
        STRIDES,
        "The strides are those of plain rows, not of 8 × 16-byte blocks",
        format!(
            "{along} 16 (field 1) leads to the next 16 bytes of a {row}, and {across} {} matches {row}s of {bytes} bytes. Without swizzle, 8 {row}s of 16 bytes form a contiguous block of 128 bytes; the next 16 bytes of each {row} are in another block.{if_tma}",
            Amount(group)
        ),
    );
    offer(finding, spec, &mended);
}

pub(super) const STRIDES_AND_MODE: &[FieldId] = &[FieldId::Lbo, FieldId::Sbo, FieldId::Swizzle];

/// A finding on the read explains why the tile would overlap if the descriptor had written it.
const OF_A_TILE_AS_HELD: &[Silencer] = &[Silencer::by(&[
    "alignment",
    "field-range",
    "halves",
    "operand-form",
    "other-stride",
    "plain-rows",
    "pointer",
    "slice",
    "swapped",
    "swizzle-code",
    "units",
])
.on(STRIDES_AND_MODE)];

/// Elements that share a byte: a map that is not one-to-one cannot store a matrix.
pub(super) fn overlap(spec: &Spec, report: &mut Report) {
    let Some(clash) = spec.first_clash() else {
        return;
    };
    if let Some(row_bytes) = spec.tile().row_bytes {
        return rows_overlap(spec, report, &clash, row_bytes);
    }
    let explained = match cause(report) {
        Some(Cause::OtherOrder) => return,
        // It explains the start.
        Some(Cause::Advance(_) | Cause::Unshifted) | None => Rc::default(),
        Some(_) => report.facts.causes.clone(),
    };
    let layout = spec.read_over_tile();
    // A tile beyond the address range overlaps with any strides.
    let (stride, blamed) = if spec.is_beyond_addresses() {
        (None, &[][..])
    } else {
        (stride_too_small(&layout, &clash, is_by_column_stride(spec)), STRIDES)
    };
    let fields = stride.map_or(blamed, candidate::field);
    let read = own_read(spec);
    let is_idle = stride.is_some_and(|stride| !spec.is_read_by_instruction(stride));
    // CuTe writes 0 or 1 where no read uses the stride; the tile has its own.
    if is_idle && spec.layout().first_clash(spec.extent()).is_none() {
        return;
    }
    let is_of_tile = !is_idle && read.first_clash(spec.read_extent()).is_none();
    let severity = if is_idle { Severity::Note } else { Severity::Error };
    let title = match stride {
        None if spec.is_beyond_addresses() => "The tile is larger than shared memory".into(),
        None => "Elements share a byte".into(),
        Some(stride) if is_idle => {
            format!("{} is too small for the tile as drawn", stride.name())
        }
        Some(stride) => format!("{} is too small: atoms overlap", stride.name()),
    };
    let why = match stride {
        Some(stride) => too_small_text(&layout, stride),
        None => shared_text(spec, &layout),
    };
    let Clash { first: Coord { mn: m1, k: k1 }, second: Coord { mn: m2, k: k2 }, byte } = clash;
    // The tile may contain what a given descriptor reads twice.
    let are = if spec.given().is_some() && spec.is_held() { "read from" } else { "at" };
    let shared = format!("Elements ({m1}, {k1}) and ({m2}, {k2}) are both {are} byte 0x{byte:x}.");
    let scope = match (is_idle, is_of_tile) {
        (true, _) => " No read uses this stride; it matters only for the tile as drawn.",
        (false, true) => " Nothing overlaps within one read, only within the whole tile.",
        (false, false) => "",
    };
    let finding = report.add(severity, fields, title, format!("{why} {shared}{scope}"));
    finding.at(&[clash.first, clash.second]);
    if is_of_tile && spec.is_held() {
        finding.silenced_by = OF_A_TILE_AS_HELD;
    }
    if let Some(stride) = stride {
        finding.brief = format!("{} is too small", stride.name());
    }
    let [first, others @ ..] = &explained[..] else {
        mend(finding, spec, stride);
        return;
    };
    for one in explained.iter().take(EXPLANATIONS) {
        offer(finding, spec, &candidate::given(spec, one.mended));
    }
    let words = match stride {
        Some(stride) => format!("{} is too small", stride.name()),
        None => "elements share a byte".into(),
    };
    assert_neither(finding, spec, (words, first), others);
}

/// Reports plain rows that are too close, or whose units are moved out of their row.
fn rows_overlap(spec: &Spec, report: &mut Report, clash: &Clash, row_bytes: u32) {
    let tile = spec.tile();
    let (along, _) = tile.buffer.along_and_across(tile.major);
    let layout = spec.layout();
    let taken = along.div_ceil(layout.per_unit()) * layout.unit_bytes();
    let why = match tile.row_xor {
        Some(xor) if row_bytes >= taken => {
            format!("A row has {taken} bytes, and {} moves units out of their row.", xor.text())
        }
        _ => format!("A row has {taken} bytes, but the rows are {row_bytes} bytes apart."),
    };
    let (first, second) = (clash.first, clash.second);
    let finding = report.error(
        &[],
        "Rows of the tile overlap",
        format!(
            "{why} Elements ({}, {}) and ({}, {}) are both at byte 0x{:x}.",
            first.mn, first.k, second.mn, second.k, clash.byte
        ),
    );
    finding.at(&[first, second]);
    // Rows further apart would still be rows, which no descriptor reads.
    pack(finding, spec);
}

/// The stride that leads into another atom, if exactly one does.
pub(crate) fn stride_too_small(layout: &Layout, clash: &Clash, is_by_column_stride: bool) -> Option<Stride> {
    let places = [clash.first, clash.second].map(|coord| layout.digits_from_element(coord));
    let stride = if places[0].column == places[1].column {
        Stride::of_groups(layout.major(), layout.swizzle())
    } else if places[0].group == places[1].group && !is_by_column_stride {
        Stride::of_columns(layout.major(), layout.swizzle())
    } else {
        return None;
    };
    let atom = layout.swizzle().atom(layout.major()).bytes();
    (layout.stride_bytes(stride) < atom).then_some(stride)
}

/// Why a stride is too small: it is less than the size of a group, and possibly the group of another mode.
fn too_small_text(layout: &Layout, stride: Stride) -> String {
    let (swizzle, major) = (layout.swizzle(), layout.major());
    let (bytes, atom) = (layout.stride_bytes(stride), swizzle.atom(major));
    let (name, actual, needed) = (stride.name(), Amount(bytes), Amount(atom.bytes()));
    let rows = match major {
        Major::K => "rows",
        Major::Mn => "columns of K",
    };
    let group = |mode: Swizzle| mode.atom(major).bytes();
    let hint = match bytes {
        _ if bytes == group(Swizzle::None) => " 128 bytes (8 × 16) is right without swizzle.",
        _ if bytes == group(Swizzle::B32) => " 256 bytes are a group with the 32B swizzle.",
        _ if bytes == group(Swizzle::B64) => " 512 bytes are a group with the 64B swizzle.",
        _ => "",
    };
    let of_atom = match swizzle {
        Swizzle::None => String::new(),
        _ => format!(" of the {} atom", swizzle.name()),
    };
    if (stride, major) == (Stride::Sbo, Major::K) {
        let (rows, last) = (atom.rows, 2 * atom.rows - 1);
        return format!(
            "Rows {rows}–{last} begin {actual} after rows 0–{} and overlap them: {rows} rows{of_atom} take {needed}.{hint}",
            rows - 1
        );
    }
    format!("{name} is {actual}; a group of {} {rows}{of_atom} needs {needed}.{hint}", atom.rows)
}

/// Whether the tile's specified column stride places the columns of K.
fn is_by_column_stride(spec: &Spec) -> bool {
    spec.has_column_stride() && spec.said().tile.lbo_bytes.is_some()
}

/// Why elements share a byte where no single stride is too small.
fn shared_text(spec: &Spec, layout: &Layout) -> String {
    let (row, column) = (layout.swizzle().row_bytes(), layout.column_bytes());
    if is_by_column_stride(spec) && column == row {
        format!(
            "The columns of K are {row} bytes apart, where the next row already is: the canonical ((8,m),(T,2k)) continues linearly past the {row}-byte swizzle row. Figures 167 and 189 of the PTX ISA print such a layout; ISA 9.4 corrects it to k = 1."
        )
    } else if is_by_column_stride(spec) {
        format!("The columns of K are {column} bytes apart.")
    } else if spec.is_beyond_addresses() {
        "The tile is larger than the 256 KiB that addresses can distinguish.".into()
    } else {
        format!(
            "LBO {} and SBO {} lead into the same atoms.",
            Amount(layout.stride_bytes(Stride::Lbo)),
            Amount(layout.stride_bytes(Stride::Sbo))
        )
    }
}

/// Offers one column of K where columns collide, otherwise the fewest packed strides.
fn mend(finding: &mut Finding, spec: &Spec, stride: Option<Stride>) {
    let (said, swizzle) = (spec.said(), spec.tile().swizzle);
    if is_by_column_stride(spec) {
        let column = swizzle.row_units() * spec.tile().element.per_unit();
        if column < spec.tile().k && spec.layout().column_bytes() == swizzle.row_bytes() {
            let k = swizzle.row_units() / 2;
            let label = format!("Set K to {column}: one column (k = {k})");
            let mended = finding.repair(label, said);
            (mended.tile.lbo_bytes, mended.tile.k) = (None, Some(column));
        } else {
            let packed = spec.packed().lbo_bytes;
            let label = format!("Set the column stride to the packed {packed} B");
            finding.repair(label, said).tile.lbo_bytes = Some(packed);
        }
        return;
    }
    let fewest = stride.map_or(STRIDES, candidate::field);
    let own = [fewest, STRIDES].map(|strides| with_own_strides(spec, strides));
    // The tile's specified strides may be what collides.
    for mended in own.into_iter().chain([candidate::packed(spec)]) {
        // A tile beyond the address range still overlaps, but no longer by its strides.
        let is_mended = |mended: Spec| {
            mended.first_clash().is_none() || !spec.is_beyond_addresses() && mended.is_beyond_addresses()
        };
        if mended != *said && spec_from_said(&mended).is_ok_and(is_mended) {
            offer(finding, spec, &mended);
            return;
        }
    }
}

pub(super) const OF_STRIDES: Silencer =
    Silencer::by(&["alignment", "field-range", "overlap"]).on_same_field();

/// A tile without a descriptor is as it is specified; a guess can still explain its strides.
const OF_THE_TILE: &[Silencer] = &[Silencer::by_guesses().on_same_field(), OF_STRIDES];

/// A stride that is not a multiple of the swizzle pattern, so that each repeat has a different XOR phase. A tile may be specified with
/// such a stride: its descriptor reads it, but few producers write it.
pub(super) fn phase(spec: &Spec, report: &mut Report) {
    let given = spec.given();
    let layout = given.map_or(*spec.layout(), |_| own_read(spec));
    let is_relative = layout.params().lbo_mode == LboMode::Relative;
    if given.is_some() && (spec.unknown_swizzle().is_some() || !is_relative) {
        return;
    }
    let pattern = layout.swizzle().pattern_bytes();
    for stride in [Stride::Lbo, Stride::Sbo] {
        let said = spec.said().tile.stride_bytes(stride);
        let correct = "Correct only if the tile is written at exactly these addresses.";
        let producer = "The producer must take the phase from the address, as TMA and the tensor core do.";
        let held = layout.stride_bytes(stride);
        let (severity, bytes, then) = match (given, said) {
            (Some(_), Some(said)) if said == held => continue,
            (Some(_), Some(_)) => (Severity::Error, held, correct),
            (Some(_), None) => (Severity::Warning, held, correct),
            (None, Some(said)) => (Severity::Note, said, producer),
            (None, None) => continue,
        };
        if bytes.is_multiple_of(pattern) || !spec.is_read_by_instruction(stride) {
            continue;
        }
        let name = stride.name();
        let finding = report.add(
            severity,
            field(stride),
            format!("{name} shifts the swizzle phase"),
            format!(
                "{name} is {}, not a multiple of the {pattern} bytes after which {} repeats: each repeat starts at a different XOR phase. {then}",
                Amount(bytes),
                layout.swizzle().name(),
            ),
        );
        let Some(given) = given else {
            finding.silenced_by = OF_THE_TILE;
            continue;
        };
        let own = said.unwrap_or(spec.packed().bytes(stride));
        let mended = candidate::given(spec, given.with_bytes(FieldId::of_stride(stride), own));
        if is_right(&mended) {
            offer(finding, spec, &mended);
        }
    }
}

const BY: Silencer = Silencer::by(&["alignment", "field-range", "halves", "phase"]);
pub(super) const OF_LBO: &[Silencer] = &[BY.on(&[FieldId::Lbo])];
const OF_SBO: &[Silencer] = &[BY.on(&[FieldId::Sbo])];

/// Unspecified strides that leave gaps between the atoms: a padded tile, part of a larger one, or a mistake.
pub(super) fn gaps(spec: &Spec, report: &mut Report) {
    let gaps = spec.gaps();
    let [Some(gap), other] = [gaps[0].or(gaps[1]), gaps[0].and(gaps[1])] else {
        return;
    };
    let is_silent = spec.given().is_none()
        || report.facts.tally.wrong > 0
        || !spec.said().tile.has_extents()
        || spec.shared_byte().is_some();
    let Some(title) = gap_text(spec).filter(|_| !is_silent) else {
        return;
    };
    let fields = match other {
        Some(_) => STRIDES,
        None => field(gap.stride),
    };
    let buffer = spec.tile().buffer;
    let finding = report.warning(
        fields,
        title,
        format!(
            "This is {}. In a packed {} × {} tile it is {}.",
            gap_reasons_text(spec),
            buffer.mn,
            buffer.k,
            Amount(gap.packed_bytes),
        ),
    );
    if gap.stride == Stride::Sbo {
        finding.silenced_by = OF_SBO;
    }
    if let Some(other) = other {
        finding.say(format!(
            " {} is {} bytes; in a packed tile it is {}.",
            stride_name(spec, other.stride),
            other.held_bytes,
            other.packed_bytes
        ));
    }
    say_it(finding, spec, gap, other);
    // The start addresses place the columns of K, which no field of one descriptor changes.
    if spec.said().beside.is_empty() {
        let strides = [Some(gap), other].into_iter().flatten().map(|gap| gap.stride);
        offer(finding, spec, &with_packed(spec, strides));
    }
    for found in wider(spec) {
        let label = format!("Set the buffer to {}", wider_text(spec, &found));
        finding.offer(label, &found.said);
    }
}

/// Offers to mark the tile as padded.
fn say_it(finding: &mut Finding, spec: &Spec, gap: Gap, other: Option<Gap>) {
    let gaps = || [Some(gap), other].into_iter().flatten();
    let text = |gap: Gap| format!("{} {} B", stride_name(spec, gap.stride), gap.held_bytes);
    let label = format!("Mark the tile as padded ({})", joined(gaps().map(text), ", "));
    let said = finding.repair(label, spec.said());
    for gap in gaps() {
        *said.tile.stride_bytes_mut(gap.stride) = Some(gap.held_bytes);
    }
}

#[cfg(test)]
mod tests {
    use crate::findings_from_spec;
    use swizzle_view::link::shown_from_link;

    #[test]
    fn no_stride_is_blamed_for_a_tile_beyond_the_addresses() {
        let shown = shown_from_link("#/?mn=65536&k=65536").shown;
        let spec = shown.spec().expect("a tile as large as they come");
        let findings = findings_from_spec(&spec);
        let shared = findings.iter().find(|one| one.title == "The tile is larger than shared memory");
        assert!(shared.is_some_and(|one| one.fields.of_matrix().is_empty()), "{findings:#?}");
    }
}
