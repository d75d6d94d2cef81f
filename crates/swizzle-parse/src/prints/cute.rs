//! A layout as CuTe prints it, taken apart: `Swizzle<3,4,3> o ((8,8),64):((64,512),1)`.

use super::*;
use crate::syntax::tree::partners;
use swizzle_expression::{Joins, Lexer};

/// A layout of two modes, and what else the text says.
pub(crate) struct CuteLayout {
    pub(crate) strided: Strided,
    /// Copies, and elements from one to the next: a third mode.
    pub(crate) stages: Option<(u32, i64)>,
    /// The values that the text around the layout specifies.
    pub(crate) around: Around,
    /// The range of the swizzle.
    pub(crate) swizzle_at: Range<usize>,
    /// The ranges of the strides of M or N, of K and of the stages.
    pub(crate) places: [Vec<Range<usize>>; 3],
    /// The range of shape and stride.
    pub(crate) at: Range<usize>,
}

/// The error of a layout whose strides are no distances in memory.
pub(crate) const OF_COORDINATES: &str = "Strides with @ are steps of coordinates, as a TMA tensor has them: they say nothing of where elements are in shared memory";

/// Larger numbers count as this one: far above every extent and stride, and far below what could overflow a sum.
const HUGE: i128 = 1 << 40;

/// A layout, if the text is about one.
pub(crate) fn read(text: &str) -> Option<Result<CuteLayout, PasteError>> {
    // Only what has such an angle has a swizzle or a layout's type.
    let has_types = has_any(&text.to_ascii_lowercase(), "s< w< e< t<");
    let rows = tree(if has_types { text } else { "" });
    let swizzle = nodes(&rows).into_iter().find(|node| {
        let name = node.called('<').map_or("", |(of, _)| last_name(of.text));
        is_in("s sw swizzle", &name.to_ascii_lowercase())
    });
    if let Some(tuples) = tuples(text, &rows) {
        return Some(tuples.and_then(|(pieces, at)| {
            let swizzle = swizzle.filter(|swizzle| swizzle.end() <= at.start);
            layout(text, swizzle, &pieces, at)
        }));
    }
    let why = "Shape and stride are missing. Expected, for example: (8,8):(8,1)";
    swizzle.map(|_| refuse(text.len()..text.len(), why))
}

/// A size with its stride.
pub(crate) struct Piece {
    /// The mode and the part of it that it is in, counted from 1; part 0 where it is the whole mode.
    pub(crate) place: [usize; 2],
    pub(crate) size: i64,
    pub(crate) stride: i64,
    /// The ranges of both.
    at: [Range<usize>; 2],
}

/// The pieces of a shape and its strides, and the range of these.
type Tuples = (Vec<Piece>, Range<usize>);

/// Those of a text: `Layout<Shape<_8,_8>,Stride<_8,_1>>` in a tree, or `(8,8):(8,1)`; none where a text has none.
pub(crate) fn tuples(text: &str, types: &[Row<'_>]) -> Option<Result<Tuples, PasteError>> {
    let of_type = |node: &Node<'_>| {
        let (of, [shape, stride, ..]) = node.called('<')? else {
            return None;
        };
        let both = [shape.only()?, stride.only()?];
        let is_tuple = |node: &Node<'_>| {
            let of = node.called('<').map_or("", |(of, _)| last_name(of.text));
            is_in("Shape Stride tuple", of)
        };
        let is_one = of.text.ends_with("Layout") && both.iter().all(|node| is_tuple(node));
        is_one.then(|| Ok((pieces(0, both, [0; 2])?, node.range())))
    };
    let of_types = nodes(types).into_iter().find_map(of_type);
    of_types.or_else(|| {
        Some(between_brackets(text)?.and_then(|at| {
            let rows = tree(&text[at.clone()]);
            match rows.first().and_then(|row| row.only()?.assigned()) {
                Some((_, shape, stride)) => Ok((pieces(at.start, [shape, stride], [0; 2])?, at)),
                None => refuse(at, "A tile has two modes, (mn,k)"),
            }
        }))
    })
}

/// The range of two brackets with a colon between them.
fn between_brackets(text: &str) -> Option<Result<Range<usize>, PasteError>> {
    // Most texts have none, and are not looked at token by token.
    if !text.contains("):") && !text.contains(") :") {
        return None;
    }
    // In a quote there may be a layout, too.
    let tokens: Vec<_> = Lexer::new(text, Joins::Prose).collect();
    let close = partners(&tokens);
    // `a ? (b) : (c)`
    let mut is_choice = false;
    let colon = tokens.windows(3).position(|three| {
        let ends = text[three[0].at.end..three[1].at.start].contains('\n');
        is_choice = match three[1].text {
            "?" => true,
            ";" => false,
            _ => is_choice && !ends,
        };
        let texts = three.iter().map(|token| token.text);
        !is_choice && texts.eq([")", ":", "("])
    })?;
    let opens = |close: &usize| colon > 0 && *close == colon;
    let open = close.iter().position(opens);
    let at = |token: usize| tokens[token].at.clone();
    Some(match (open, close[colon + 2]) {
        (None, _) => refuse(0..at(colon).end, "A bracket is missing before this"),
        (_, 0) => refuse(at(colon + 2), "This bracket is not closed"),
        (Some(open), end) => {
            let both = at(open).start..at(end).end;
            match text[both.clone()].find('@') {
                Some(sign) => refuse(both.start + sign..both.end, OF_COORDINATES),
                None => Ok(both),
            }
        }
    })
}

/// The pieces of a shape and its strides, which are of a part of a text that begins at a byte.
fn pieces(from: usize, both: [&Node<'_>; 2], place: [usize; 2]) -> Result<Vec<Piece>, PasteError> {
    let at = both.map(|node| from + node.at..from + node.end());
    match both.map(inside) {
        [None, None] => {
            let [size, stride] = [0, 1].map(|which| number(both[which], &at[which]));
            let (size, stride) = (size?, stride?);
            Ok(vec![Piece { place, size, stride, at }])
        }
        [Some(sizes), Some(strides)] if sizes.len() == strides.len() => {
            let mut all = Vec::new();
            for (i, (size, stride)) in (1..).zip(sizes.into_iter().zip(strides)) {
                let place = match place {
                    [0, _] => [i, 0],
                    [mode, 0] => [mode, i],
                    deeper => deeper,
                };
                all.extend(pieces(from, [size, stride], place)?);
            }
            Ok(all)
        }
        _ => refuse(at[1].clone(), "The stride has a different structure than the shape"),
    }
}

/// What a bracket holds; none of a number, which may be a type: `Int<8>`.
fn inside<'t>(node: &'t Node<'t>) -> Option<Vec<&'t Node<'t>>> {
    let is_type = node.called('<').is_some() && of_constant(node).is_none();
    let is_bracket = is_type || node.kind == Part::Group('(');
    is_bracket.then(|| items(&node.rows).collect())
}

/// A whole number: `8`, `_8`, `-1`, `Int<8>`.
fn number(node: &Node<'_>, at: &Range<usize>) -> Result<i64, PasteError> {
    let text = of_constant(node).unwrap_or(node).text;
    let text = text.trim_start_matches("cute::");
    match text.trim_start_matches('_').parse::<i128>() {
        Ok(value) => Ok(value.clamp(-HUGE, HUGE) as i64),
        Err(_) => refuse(at.clone(), format!("“{}” is not a whole number", short(text))),
    }
}

fn layout(
    text: &str,
    swizzle: Option<&Node<'_>>,
    pieces: &[Piece],
    at: Range<usize>,
) -> Result<CuteLayout, PasteError> {
    let swizzle_at = swizzle.map_or(0..0, Node::range);
    let items = swizzle.and_then(inside).unwrap_or_default();
    let numbers: Vec<i64> =
        items.iter().map(|item| number(item, &swizzle_at).ok()).collect::<Option<_>>().unwrap_or_default();
    let (swizzle, before) = match (swizzle, &numbers[..]) {
        (None, _) => ([0; 3], [&text[..at.start], ""]),
        (_, [b, m, s]) => ([*b, *m, *s], [&text[..swizzle_at.start], &text[swizzle_at.end..at.start]]),
        _ => {
            return refuse(swizzle_at, "A swizzle has three numbers, for example Swizzle<3,4,3>");
        }
    };
    let mut layout = CuteLayout {
        strided: Strided { swizzle, ..Strided::default() },
        stages: None,
        around: around::read(before),
        swizzle_at,
        places: Default::default(),
        at,
    };
    fill(&mut layout, pieces)?;
    Ok(layout)
}

/// Lays the pieces out in both modes.
fn fill(layout: &mut CuteLayout, pieces: &[Piece]) -> Result<(), PasteError> {
    let modes = pieces.iter().map(|piece| piece.place[0]).max().unwrap_or(0);
    // Partitioned for an instruction, the first mode holds both of its extents: (MMA, MMA_M, MMA_K, PIPE).
    let of_first = || pieces.iter().filter(|piece| piece.place[0] == 1);
    let has_two = of_first().any(|piece| piece.place[1] == 2) && of_first().all(|piece| piece.place[1] <= 2);
    // Without stages only a K that is contiguous inside of it tells: M's own pieces begin with the nearest.
    let is_k_inside = of_first().any(|piece| piece.place[1] == 2 && piece.stride == 1)
        && of_first().all(|piece| piece.place[1] == 2 || piece.stride > 1);
    let is_partitioned = has_two && (modes == 4 || modes == 3 && is_k_inside);
    if !(2..=3).contains(&modes) && !is_partitioned {
        return refuse(
            layout.at.clone(),
            format!(
                "A tile has two modes, (mn,k), or a third of stages; partitioned, four; this layout has {modes}"
            ),
        );
    }
    let mut modes: [Mode; 3] = Default::default();
    for piece in pieces {
        let which = match (is_partitioned, piece.place[0], piece.place[1]) {
            (true, 1, 0 | 1) | (true, 2, _) | (false, 1, _) => 0,
            (true, 1 | 3, _) | (false, 2, _) => 1,
            _ => 2,
        };
        let mode = &mut modes[which];
        let count = i64::from(mode.size.max(1)) * piece.size;
        if count < 1 || count > i64::from(EXTENT_MAX) {
            return refuse(piece.at[0].clone(), format!("A mode has 1 to {EXTENT_MAX} elements"));
        }
        mode.size = count as u32;
        if piece.size > 1 {
            mode.leaves.push((piece.size as u32, piece.stride));
            layout.places[which].push(piece.at[1].clone());
        }
    }
    let [mn, k, stages] = modes;
    (layout.strided.mn, layout.strided.k) = (mn, k);
    layout.stages = stages.leaves.first().copied();
    match &layout.places[2][..] {
        [.., _, last] => {
            refuse(last.clone(), "The stages must have one uniform distance; these have several")
        }
        _ => Ok(()),
    }
}
