//! The descriptors of a tile as CUTLASS prints a fragment of them: `GMMA::DescriptorIterator o (_1,_2,(_4,_2),(_1,_2)):(…)`, strides
//! in units of 16 bytes.

use super::*;

/// Bytes of K that one instruction reads of every operand, without sparsity.
const STEP_BYTES: i64 = 32;

/// A mode: its sizes and strides, the innermost first; pieces of size 1 are left out.
type Mode = Vec<(i64, i64)>;

/// Reads such a print; none where there is none.
pub(crate) fn read(text: &str, choice: &PasteChoice, context: &Shown) -> Option<Answer> {
    let at = found(text)?;
    let modes = modes(&text[at..]).map_or(Vec::new(), |(modes, _)| modes);
    let [_, blocks, steps, rest @ ..] = &modes[..] else {
        return Some(refuse(
            at..text.len(),
            "A descriptor iterator has a shape and strides of its own form: (_1,_2,_4):(_0,_512,_2)",
        ));
    };
    let families = [("UMMA::", Arch::Tcgen05), ("GMMA::", Arch::Wgmma)];
    let family = families.iter().find_map(|(name, arch)| Some((text[..at].strip_suffix(name)?, *arch)));
    let label = family
        .map_or(&text[..at], |(before, _)| before)
        .trim_end_matches("cute::")
        .trim_end_matches(any_of(": \t"));
    let arch = choice.arch.or(family.map(|(_, arch)| arch));
    let mut shown = unseen(context);
    say_reader(&mut shown, operand_of(last_name(label)), arch);
    let mut notices = Vec::new();
    let stages = rest.iter().flatten().next().copied();
    let what = tile_of(blocks, steps, stages, &mut shown, &mut notices);
    Some(checked(Pasted {
        notices,
        ..Pasted::of(
            format!(
                "a descriptor iterator, strides in units of 16 bytes: {}{what}",
                strides_text(blocks, steps, stages)
            ),
            shown,
        )
    }))
}

/// Where such a print begins; one without a name has four modes, of which the first is 1, with steps of a few units.
fn found(text: &str) -> Option<usize> {
    text.find("DescriptorIterator").or_else(|| {
        let is_alone = text.trim_start().starts_with('(') && text.trim_end().ends_with(')');
        let (modes, _) = (is_alone && text.len() < 200).then(|| modes(text))??;
        let is_one = matches!(&modes[..], [first, _, steps, _] if first.is_empty() && matches!(steps[..], [(_, 1..=32), ..]));
        is_one.then_some(0)
    })
}

/// The range of such a print, with the name before it.
pub(crate) fn taken(text: &str) -> Vec<Range<usize>> {
    let Some(at) = found(text) else {
        return Vec::new();
    };
    let start = text[..at].rfind(['\n', ';']).map_or(0, |end| end + 1);
    let end = modes(&text[at..]).map_or(text.len(), |(_, end)| at + end);
    std::iter::once(start..end).collect()
}

/// The modes of `(_1,_2,(_4,_2)):(_0,_1024,(_2,_2048))`, and the byte behind it.
fn modes(text: &str) -> Option<(Vec<Mode>, usize)> {
    let (pieces, at) = cute::tuples(text, &[])?.ok()?;
    let count = pieces.last()?.place[0];
    let is_one = count <= 8 && pieces.iter().all(|piece| piece.size > 0);
    let of_mode = |mode| {
        let own = pieces.iter().filter(|piece| piece.place[0] == mode && piece.size > 1);
        own.map(|piece| (piece.size, piece.stride)).collect()
    };
    is_one.then(|| ((1..=count).map(of_mode).collect(), at.end))
}

const fn bytes(units: i64) -> i64 {
    units.saturating_mul(UNIT_BYTES as i64)
}

/// Describes the distance from each to the next: `K step 2, K column 2048, block 1024, stage 4096`.
fn strides_text(blocks: &Mode, steps: &Mode, stages: Option<(i64, i64)>) -> String {
    let names = std::iter::once("K step").chain(std::iter::repeat("K column"));
    let blocks = blocks.iter().map(|piece| ("M or N block", piece));
    let all = names.zip(steps).chain(blocks).chain(stages.iter().map(|piece| ("stage", piece)));
    let text = all.map(|(name, (count, units))| {
        let bytes = bytes(*units);
        format!("{name} {units} ({bytes} bytes, {count} of them)")
    });
    match joined(text, ", ") {
        all if all.is_empty() => "one descriptor".into(),
        all => all,
    }
}

/// The tile that has these steps, where they are those of a swizzled K-major one: a step goes 32 bytes along the rows of an
/// atom, and a column of atoms holds all rows.
fn tile_of(
    blocks: &Mode,
    steps: &Mode,
    stages: Option<(i64, i64)>,
    shown: &mut Shown,
    notices: &mut Vec<Notice>,
) -> String {
    let (count, columns) = match steps[..] {
        [(count, 2)] => (count, None),
        [(count, 2), column] => (count, Some(column)),
        _ => {
            notices.push(notice(
                "DescriptorIterator",
                "its steps are not those of a swizzled K-major tile; paste the layout of the tensor instead",
            ));
            return String::new();
        }
    };
    let row_bytes = count.saturating_mul(STEP_BYTES);
    let Some(swizzle) = by_bytes(row_bytes as u64).filter(|mode| *mode != Swizzle::None) else {
        return String::new();
    };
    let tile = &mut shown.said.tile;
    let element = or_usual(tile.element);
    let per_step = STEP_BYTES * 8 / i64::from(element.slot_bits());
    let rows = match (columns, &blocks[..], stages) {
        (Some((_, units)), ..) | (None, [], Some((_, units))) => bytes(units) / row_bytes,
        (None, [.., (count, units)], _) => bytes(*units).saturating_mul(*count) / row_bytes,
        (None, [], None) => 0,
    };
    let below = |value: i64, most: u32| {
        let small = u32::try_from(value).ok();
        small.filter(|value| (1..=most).contains(value))
    };
    let counts = steps.iter().map(|(count, _)| *count);
    let all_steps = counts.fold(1, i64::saturating_mul);
    (tile.major, tile.swizzle, tile.order) = (Some(Major::K), Some(swizzle), Some(Order::Mn));
    without_strides(tile);
    tile.mn = below(rows, EXTENT_MAX).or(tile.mn);
    tile.k = below(all_steps.saturating_mul(per_step), EXTENT_MAX).or(tile.k);
    if let Some((count, units)) = stages {
        tile.stages = below(count, STAGES_MAX).or(tile.stages);
        tile.stage_bytes = below(bytes(units), u32::MAX).or(tile.stage_bytes);
    }
    if tile.element.is_none() {
        notices.push(notice("DescriptorIterator", format!("has no type; K is that of {}", element.name())));
    }
    let mut text = format!("; K-major, swizzle {}", swizzle.name());
    if let (Some(mn), Some(k)) = (tile.mn, tile.k) {
        text.push_str(&format!(", a tile of {mn} × {k} {}-bit elements", element.slot_bits()));
    }
    if let Some((_, units)) = blocks.first() {
        let block = bytes(*units) / row_bytes;
        text.push_str(&format!(", a block of {block} rows each"));
        if block > 64 && block % 64 == 0 {
            text.push_str(&format!(" ({} warpgroups of 64 rows)", block / 64));
        }
    }
    text
}
