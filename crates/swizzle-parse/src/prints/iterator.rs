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
    let whole = || {
        error(
            at..text.len(),
            "A descriptor iterator has a shape and strides of its own form: (_1,_2,_4):(_0,_512,_2)",
        )
    };
    let Some(modes) = modes(&text[at..]) else {
        return Some(Err(whole()));
    };
    let [_, blocks, steps, rest @ ..] = &modes[..] else {
        return Some(Err(whole()));
    };
    let arch = choice.arch.or(match () {
        () if text[..at].ends_with("UMMA::") => Some(Arch::Tcgen05),
        () if text[..at].ends_with("GMMA::") => Some(Arch::Wgmma),
        () => None,
    });
    let mut shown = unseen(context);
    let label = text[..at]
        .trim_end_matches("UMMA::")
        .trim_end_matches("GMMA::");
    let label = label
        .trim_end_matches("cute::")
        .trim_end_matches(any_of(": \t"));
    say_reader(&mut shown, operand_of(last_name(label)), arch);
    let mut notices = Vec::new();
    let stages = rest.iter().flatten().next();
    let what = tile_of(blocks, steps, stages.copied(), &mut shown, &mut notices);
    Some(checked(Pasted {
        notices,
        ..Pasted::of(
            format!(
                "a descriptor iterator, strides in units of 16 bytes: {}{what}",
                strides_text(blocks, steps, stages.copied())
            ),
            shown,
        )
    }))
}

/// Where such a print begins; one without a name has four modes, of which the first is 1, with steps of a few units.
fn found(text: &str) -> Option<usize> {
    text.find("DescriptorIterator").or_else(|| {
        let is_alone = text.trim_start().starts_with('(') && text.trim_end().ends_with(')');
        let modes = modes(text).filter(|_| is_alone && text.len() < 200)?;
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
    let end = with_modes(&text[at..], |_, print| Some(at + print.end()));
    std::iter::once(start..end.unwrap_or(text.len())).collect()
}

/// What a print says: its shape and its strides, and the node of both.
fn with_modes<T>(text: &str, says: impl Fn(&[Node<'_>], &Node<'_>) -> Option<T>) -> Option<T> {
    let rows = tree(text);
    let is_one = |node: &&Node<'_>| {
        node.kind == Part::Assign(":") && node.of.iter().all(|of| !of.rows.is_empty())
    };
    let print = nodes(&rows).into_iter().find(is_one)?;
    says(&print.of, print)
}

/// The modes of `(_1,_2,(_4,_2)):(_0,_1024,(_2,_2048))`.
fn modes(text: &str) -> Option<Vec<Mode>> {
    let leaf = |row: &Row<'_>| {
        row.text
            .trim_start_matches('_')
            .parse::<i64>()
            .ok()
            .filter(|value| *value < 1 << 40)
    };
    let leaves = |row: &Row<'_>| -> Option<Vec<i64>> {
        match row.only()?.kind {
            Part::Group(_) => row.items[0].rows.iter().map(leaf).collect(),
            _ => Some([leaf(row)?].into()),
        }
    };
    let mode = |(sizes, strides): (&Row<'_>, &Row<'_>)| -> Option<Mode> {
        let (sizes, strides) = (leaves(sizes)?, leaves(strides)?);
        let is_whole = sizes.len() == strides.len() && sizes.iter().all(|size| *size > 0);
        let pieces = sizes.into_iter().zip(strides);
        is_whole.then(|| pieces.filter(|(size, _)| *size > 1).collect())
    };
    with_modes(text, |both, _| {
        let (sizes, strides) = (&both[0].rows, &both[1].rows);
        let is_one = sizes.len() == strides.len() && sizes.len() <= 8;
        is_one.then(|| sizes.iter().zip(strides).map(mode).collect())?
    })
}

/// Describes the distance from each to the next: `K step 2, K column 2048, block 1024, stage 4096`.
fn strides_text(blocks: &Mode, steps: &Mode, stages: Option<(i64, i64)>) -> String {
    let mut all: Vec<String> = Vec::new();
    let bytes = |units: i64| units.saturating_mul(UNIT_BYTES.into());
    let mut add = |name: &str, (count, units): (i64, i64)| {
        all.push(format!(
            "{name} {units} ({} bytes, {count} of them)",
            bytes(units)
        ));
    };
    for (i, piece) in steps.iter().enumerate() {
        add(if i == 0 { "K step" } else { "K column" }, *piece);
    }
    for piece in blocks {
        add("M or N block", *piece);
    }
    if let Some(piece) = stages {
        add("stage", piece);
    }
    if all.is_empty() {
        "one descriptor".into()
    } else {
        all.join(", ")
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
    let bytes = |units: i64| units.saturating_mul(UNIT_BYTES.into());
    let (count, columns) = match steps[..] {
        [(count, 2)] => (count, None),
        [(count, 2), column] => (count, Some(column)),
        _ => {
            notices.push(notice("DescriptorIterator", "its steps are not those of a swizzled K-major tile; paste the layout of the tensor instead"));
            return String::new();
        }
    };
    let row_bytes = count.saturating_mul(STEP_BYTES);
    let Some(swizzle) = by_bytes(row_bytes as u64).filter(|mode| *mode != Swizzle::None) else {
        return String::new();
    };
    let tile = &mut shown.said.tile;
    let element = tile.element.unwrap_or(Tile::default().element);
    let per_step = STEP_BYTES * 8 / i64::from(element.slot_bits());
    let rows = match (columns, &blocks[..], stages) {
        (Some((_, units)), ..) | (None, [], Some((_, units))) => bytes(units) / row_bytes,
        (None, [.., (count, units)], _) => bytes(*units).saturating_mul(*count) / row_bytes,
        (None, [], None) => 0,
    };
    let small = |value: i64| {
        u32::try_from(value)
            .ok()
            .filter(|value| (1..=EXTENT_MAX).contains(value))
    };
    let all_steps = steps
        .iter()
        .fold(1, |all: i64, (count, _)| all.saturating_mul(*count));
    (tile.major, tile.swizzle, tile.order) = (Some(Major::K), Some(swizzle), Some(Order::Mn));
    without_strides(tile);
    tile.mn = small(rows).or(tile.mn);
    tile.k = small(all_steps.saturating_mul(per_step)).or(tile.k);
    if let Some((count, units)) = stages {
        tile.stages = small(count)
            .filter(|count| *count <= STAGES_MAX)
            .or(tile.stages);
        let apart = u32::try_from(bytes(units)).ok();
        tile.stage_bytes = apart.filter(|bytes| *bytes > 0).or(tile.stage_bytes);
    }
    if shown.said.tile.element.is_none() {
        notices.push(notice(
            "DescriptorIterator",
            format!("has no type; K is that of {}", element.name()),
        ));
    }
    let tile = &shown.said.tile;
    let mut text = format!("; K-major, swizzle {}", swizzle.name());
    if let (Some(mn), Some(k)) = (tile.mn, tile.k) {
        text.push_str(&format!(
            ", a tile of {mn} × {k} {}-bit elements",
            element.slot_bits()
        ));
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
