//! The instructions of a kernel that multiplies registers, and its accesses to shared memory, as the score shows them.

use std::collections::HashMap;

use swizzle_core::hardware::{Element, Major, Named as _, Operand};
use swizzle_core::law::{Coord, RowXor, Swizzle, Xor, XorOf};
use swizzle_core::reader::{Said, SaidPlace, SaidReader};
use swizzle_core::tile::SaidTile;
use swizzle_infer::spec_from_said;
use swizzle_lints::kernel::KernelReport;
use swizzle_lints::kernel::product::{HeldMatrix, ProductReport, access_reports};
use swizzle_ptx::loc::Locs;
use swizzle_ptx::run::{ProductLine, Run};
use swizzle_view::Shown;

use crate::event::EventView;
use crate::operand::Part;
use crate::row::{OperandView, Row, Side, sources, worst};

/// The instructions, each with the tiles that its operands are in.
pub(crate) fn rows(run: &Run<'_>, report: &KernelReport, locs: &Locs<'_>) -> Vec<Row> {
    let tiles: Vec<Option<(SaidTile, i64)>> = report.matrices.iter().map(|one| tile(run, one)).collect();
    let mut groups: HashMap<[i64; 2], usize> = HashMap::new();
    let row = |(at, (line, judged)): (usize, (&ProductLine<'_>, &ProductReport))| {
        let first = |side: Operand| {
            let mut of = report.matrices.iter().zip(&tiles).filter(|(one, _)| one.side == side);
            of.find_map(|(one, tile)| {
                let (_, read) = one.reads.iter().find(|(own, _)| *own == at)?;
                Some((*read, tile.as_ref()))
            })
        };
        let block = [Operand::A, Operand::B].map(|side| first(side).map_or(0, |(read, _)| read[0]));
        let next = groups.len();
        let group = *groups.entry(block).or_insert(next);
        let operands = [Operand::A, Operand::B].map(|side| OperandView {
            side: Side::Registers,
            verdict: Some(judged.operands[side as usize]),
            alone: Some(judged.operands[side as usize]),
            filled_apart: None,
            plain_row: None,
            walk: None,
            part: first(side).and_then(|(read, tile)| part(line, side, read, tile?)),
        });
        let (shape, types) = match &line.form {
            Ok(form) => {
                let [m, n, k] = form.shape;
                let [a, b, _, d] = form.types.map(|one| one.name);
                (format!("m{m}n{n}k{k}"), format!("{d} += {a} × {b}"))
            }
            Err(_) => (line.opcode.to_owned(), String::new()),
        };
        Row {
            line: line.line,
            sources: sources(locs, line.loc),
            shape,
            types,
            group,
            accumulator: group as u32,
            verdict: worst(judged.operands.into_iter()),
            word: None,
            tensor: Vec::new(),
            operands,
        }
    };
    run.lines.iter().zip(&report.products).enumerate().map(row).collect()
}

/// Bytes of K that a picture counts as one step.
const STEP_BYTES: i64 = 32;

/// The tile of an operand, and one instruction's part of it.
fn part(
    line: &ProductLine<'_>,
    side: Operand,
    read: [i64; 2],
    (tile, first_k): &(SaidTile, i64),
) -> Option<Part> {
    let [m, n, k] = line.form.as_ref().ok()?.shape;
    let (k, rows) = (i64::from(k), if side == Operand::A { m } else { n });
    let steps = (i64::from(tile.k?) / k).max(1) as u32;
    let reader = SaidReader { operand: Some(side), rows: Some(rows), ..SaidReader::default() };
    // The picture frames steps of 32 bytes.
    let first_k = read[1] - first_k;
    let at_byte = first_k.rem_euclid(i64::from(tile.k?)) * i64::from(tile.element?.slot_bits()) / 8;
    let place = SaidPlace {
        step: Some((at_byte / STEP_BYTES) as u32),
        block: Some((read[0] / i64::from(rows)) as u32),
        ..SaidPlace::default()
    };
    let said = Said { tile: *tile, reader, place, ..Said::default() };
    let shown = Shown { said, ..Shown::default() };
    shown.spec().ok()?;
    let step = (first_k.rem_euclid(i64::from(tile.k?)) / k) as u32;
    Some(Part { shown, step: step.min(steps - 1), steps, reads: 0..steps as usize, is_placed: true })
}

/// The tile that a matrix is in shared memory: rows of one pitch, with an exchange or without. Of a ring one stage. With it the first
/// K that it has.
fn tile(run: &Run<'_>, matrix: &HeldMatrix) -> Option<(SaidTile, i64)> {
    let (line, _) = matrix.reads.first()?;
    let form = run.lines[*line].form.as_ref().ok()?;
    let element = Element::from_name(form.types[matrix.side as usize].name).ok()?;
    let first = |which: usize| matrix.elements.iter().map(|(_, at)| at[which]).min();
    let last = |which: usize| matrix.elements.iter().map(|(_, at)| at[which]).max();
    let (first_mn, first_k) = (first(0)?, first(1)?);
    let (mn, all_k) = (last(0)? - first_mn + 1, last(1)? - first_k + 1);
    (1..=4).filter(|stages| all_k % stages == 0).find_map(|stages| {
        let k = all_k / stages;
        let elements = matrix.elements.iter().filter(|(_, at)| at[1] < first_k + k);
        let places: HashMap<[i64; 2], u32> =
            elements.map(|(byte, at)| ([at[0] - first_mn, at[1] - first_k], *byte)).collect();
        let size = [u32::try_from(mn).ok()?, u32::try_from(k).ok()?];
        Some((rows_of(element, size, &places)?, first_k))
    })
}

/// The rows that put each element where it is.
fn rows_of(element: Element, [mn, k]: [u32; 2], places: &HashMap<[i64; 2], u32>) -> Option<SaidTile> {
    if places.len() as u64 != u64::from(mn) * u64::from(k) {
        return None;
    }
    let start = places.values().copied().min()?;
    let base = |major: Major, row: i64| {
        let at = |column: i64| if major == Major::K { [row, column] } else { [column, row] };
        let columns = if major == Major::K { k } else { mn };
        (0..i64::from(columns)).filter_map(|column| places.get(&at(column))).copied().min()
    };
    let fits = |said: &SaidTile| {
        let said = Said { tile: *said, ..Said::default() };
        let Ok(spec) = spec_from_said(&said) else { return false };
        let layout = spec.tile().layout();
        places.iter().all(|(at, byte)| {
            let [mn, k] = at.map(|one| one as u32);
            layout.byte_from_element(Coord { mn, k }).byte == *byte
        })
    };
    [Major::K, Major::Mn].into_iter().find_map(|major| {
        let pitch = base(major, 1)?.checked_sub(base(major, 0)?)?;
        let plain = SaidTile {
            element: Some(element),
            major: Some(major),
            swizzle: Some(Swizzle::None),
            mn: Some(mn),
            k: Some(k),
            start_bytes: Some(start),
            row_bytes: Some(pitch),
            ..SaidTile::default()
        };
        let with = |xor: Option<RowXor>| SaidTile { row_xor: xor, ..plain };
        exchanges().map(with).find(|one| fits(one))
    })
}

/// Exchanges of rows, the simplest first.
fn exchanges() -> impl Iterator<Item = Option<RowXor>> {
    let units = [4, 3, 2];
    let of_rows = units.into_iter().flat_map(|base| {
        (0..4).flat_map(move |shift| {
            (1..=5).map(move |bits| RowXor::new(XorOf::Rows, Xor { bits, base, shift }))
        })
    });
    let of_lines = (1..=3).map(|bits| Some(RowXor::lines(bits)));
    std::iter::once(None).chain(of_rows.filter(Option::is_some)).chain(of_lines)
}

/// The accesses to shared memory, with their cost.
pub(crate) fn events(run: &Run<'_>) -> Vec<EventView> {
    let reports = access_reports(run);
    let reached = run.accesses.iter().zip(reports).filter(|(access, _)| !access.executions.is_empty());
    let event = reached.map(|(access, report)| {
        let name = access.opcode.split('.').next().unwrap_or_default();
        let words = match (report.wavefronts, report.ideal) {
            (Some(wavefronts), Some(ideal)) if wavefronts > ideal => {
                format!("{name}, {wavefronts} wavefronts, {ideal} without conflicts")
            }
            (Some(1), _) => format!("{name}, 1 wavefront"),
            (Some(wavefronts), _) => format!("{name}, {wavefronts} wavefronts"),
            (None, _) => format!("{name}, wavefronts not known"),
        };
        let uses = report.operand.map(|letter| letter.name().to_owned()).unwrap_or_default();
        EventView { line: access.line, words, uses, bytes: None }
    });
    event.collect()
}
