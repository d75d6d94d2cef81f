//! The tile that a pasted layout specifies.

use super::*;
use crate::syntax::tree::partners;
use swizzle_expression::{Joins, Lexer};

/// A layout that CuTe prints, with the words beside it.
pub(crate) fn read_layout(words: &Words, _: &PasteChoice, context: &Shown) -> Option<Answer> {
    let layout = read_cute(&words.text)?.ok()?;
    Some(layout_pasted(&words.text, layout, context))
}

/// A canonical layout with the letters of the PTX ISA: `Swizzle<2,4,3> o ((8,m),(T,2k)):((4T,SBO),(1,T))`. Its swizzle and its
/// contiguous dimension are all that it says.
pub(crate) fn canonical(text: &str, _: &PasteChoice, context: &Shown) -> Option<Answer> {
    let text = text.trim_end_matches([';', ' ', '\n']);
    let (head, layout) = text.split_at(text.find("((").filter(|_| text.len() < 200)?);
    let plain = |layout: &str| layout.replace(' ', "").replace("2k", "2");
    let majors = |mode| Major::ALL.iter().map(move |major| (mode, *major));
    let (mode, major) = Swizzle::ALL.iter().copied().flat_map(majors).find(|(mode, major)| {
        let own = symbolic_text(*major, *mode);
        let (swizzle, row) = own.split_once(" o ").unwrap_or_default();
        let is_mode = head.contains(swizzle.trim_start_matches("Swizzle"));
        plain(row) == plain(layout) && (is_mode || !head.contains('<'))
    })?;
    let mut shown = unseen(context);
    (shown.said.tile.swizzle, shown.said.tile.major) = (Some(mode), Some(major));
    let what = format!(
        "a canonical layout of the PTX ISA: {}-major, swizzle {}; its letters are open",
        major.name(),
        mode.name()
    );
    Some(Ok(Pasted::of(what, shown)))
}

/// Calls that compose a layout: that of the whole, of the swizzle and of what is swizzled.
const COMPOSED: [[&str; 3]; 3] = [
    ["ComposeLayout", "SwizzleLayout", "TileLayout"],
    ["make_composed_layout", "make_swizzle", "make_layout"],
    ["composition", "Swizzle", "make_layout"],
];

/// Layouts that calls compose, read as those that CuTe prints. TVM: `T.ComposeLayout(T.SwizzleLayout(3, 3, 3), T.TileLayout(T.S[(128,
/// 64) : (64, 1)]))`, or with the three numbers in the place of the swizzle: units that stay together, units exchanged, distance, as
/// logarithms. Before the last two dimensions are stages. CuTe's DSL: `cute.make_composed_layout(cute.make_swizzle(3, 3, 3), 0,
/// cute.make_layout((128, 64), stride=(64, 1)))`.
///
/// Source: apache/tvm, `T.ComposeLayout`, `T.SwizzleLayout` and `T.TileLayout` in the tests of tirx; CUTLASS, cute/core.py.
pub(crate) fn composed(text: &str, context: &Shown) -> Option<Answer> {
    let bare = without_comments(text);
    let calls = calls(&bare, &COMPOSED.concat().join(" "));
    let of = |name: &str| calls.iter().find(|call| call.is(name));
    let mut composed = COMPOSED.iter().map(|names| names.map(of));
    let [Some(whole), swizzle, Some(tile)] =
        composed.find(|[whole, _, tile]| whole.is_some() && tile.is_some())?
    else {
        return None;
    };
    let is_tvm = whole.is(COMPOSED[0][0]);
    let scope = Scope::of(&bare);
    let swizzle = swizzle.unwrap_or(whole);
    let bits = swizzle.arguments.iter().chain(&swizzle.template).take(3);
    let bits: Vec<i128> = bits.filter_map(|one| scope.number(one.text)).collect();
    let rows = tree(&bare[tile.at.clone()]);
    let mut end = 0;
    let is_outer = |node: &&Node<'_>| {
        let is_one = node.at >= end && is_tuple(node);
        end = if is_one { node.end() } else { end };
        is_one
    };
    let mut outer: Vec<&Node<'_>> = nodes(&rows).into_iter().filter(is_outer).collect();
    if let [both] = outer[..] {
        outer = items(&both.rows).collect();
    }
    let mut tuples: Vec<Vec<String>> =
        outer.into_iter().filter_map(|node| numbers_of(node, &scope)).collect();
    if is_tvm && tuples.get(1).and_then(|strides| strides.last()).is_some_and(|last| last == "1") {
        for one in &mut tuples {
            let last = one.len().min(2);
            one.rotate_right(last);
        }
    }
    let ([one, other, apart], [shape, strides]) = (&bits[..], &tuples[..]) else {
        let why = "The swizzle, the shape or the strides of this layout are not known numbers";
        return Some(refuse(whole.at.clone(), why));
    };
    // More units than are apart cannot be exchanged: these are the numbers of CuTe, in its order.
    let is_doubtful = is_tvm && other > apart;
    let [b, m] = if is_tvm && !is_doubtful { [other, one] } else { [one, other] };
    // An offset between them keeps the swizzle one of the index.
    let between = if is_tvm { "" } else { "0 o " };
    let cute = format!("Sw<{b},{m},{apart}> o {between}({}):({})", shape.join(","), strides.join(","));
    let read = read_cute(&cute)?.and_then(|layout| layout_pasted(&cute, layout, context));
    let why = "is not of TVM: its numbers are read in the order of CuTe";
    let doubt = is_doubtful.then(|| notice("SwizzleLayout", why));
    let at = whole.at.clone();
    Some(read.map_err(|error| PasteError { at, ..error }).map(|mut pasted| {
        pasted.notices.extend(doubt);
        pasted
    }))
}

/// Whether it is a tuple: `(128, 64)`, `make_shape(Int<128>{}, Int<64>{})`.
fn is_tuple(node: &Node<'_>) -> bool {
    let of = node.called('(').map_or("", |(of, _)| last_name(of.text));
    node.kind == Part::Group('(') || is_in("make_shape make_stride", of)
}

/// The numbers of a tuple, each as CuTe prints it.
fn numbers_of(tuple: &Node<'_>, scope: &Scope) -> Option<Vec<String>> {
    let of_row = |row: &Row<'_>| match row.only() {
        Some(inner) if is_tuple(inner) => Some(format!("({})", numbers_of(inner, scope)?.join(","))),
        _ => Some(scope.number(row.text)?.to_string()),
    };
    tuple.rows.iter().map(of_row).collect()
}

fn layout_pasted(text: &str, mut layout: CuteLayout, context: &Shown) -> Answer {
    let left = blanked(text, [layout.swizzle_at.clone(), layout.at.clone()]);
    let words = Words::of(&left);
    let mut sentence = Sentence::of(&words, context);
    sentence.take_pairs(true);
    let context = &sentence.shown;
    if layout.swizzle_at.is_empty()
        && sentence.facts.contains(&"swizzle")
        && let Some(mode) = context.said.tile.swizzle
    {
        let xor = mode.xor();
        layout.strided.swizzle = [xor.bits, xor.base, xor.shift].map(i64::from);
    }
    // CuTe's layout behind a plain flag counts bits.
    let of_bits = text.contains("smem_ptr_flag") && !text.contains("smem_ptr_flag_bits");
    if of_bits {
        let bits = or_usual(context.said.tile.element).slot_bits();
        for mode in [&mut layout.strided.mn, &mut layout.strided.k] {
            for (size, stride) in &mut mode.leaves {
                match stride {
                    1 => (*size, mode.size) = (*size / bits, mode.size / bits),
                    _ => *stride /= i64::from(bits),
                }
            }
        }
    }
    let layout = &layout;
    let mut notices = unread_beside(&sentence, layout.at.end);
    let mut before = context.said;
    before.tile.element = element_of(layout, context, &mut notices);
    before.reader.operand = layout.around.operand.or(before.reader.operand);
    if of_bits {
        before.tile.element = Some(or_usual(before.tile.element));
    }
    let read = said_from_strided(&layout.strided, &before).or_else(|fault| {
        // The only width in which it is a layout of a descriptor is its own.
        let widths = [Element::E4m3, Element::Tf32]
            .into_iter()
            .filter(|_| before.tile.element.is_none() && layout.around.bits.is_none());
        let mut fitting = widths.filter_map(|element| {
            let mut other = before;
            other.tile.element = Some(element);
            Some((element, said_from_strided(&layout.strided, &other).ok()?))
        });
        let Some((element, read)) = fitting.next() else {
            return Err(fault);
        };
        notices.push(notice(
            "element",
            format!(
                "is not specified; rows of this length fit the swizzle with {} bits: read as {}",
                element.slot_bits(),
                element.name()
            ),
        ));
        Ok(read)
    });
    // What no descriptor reads may be rows that something else does.
    let read = read.or_else(|fault| rows_of(text, layout, &before).ok_or(fault));
    let (mut said, spec) = read.map_err(|fault| {
        let read = unread_text(layout, before.tile.element);
        let at = match fault.at {
            At::Whole => &layout.at,
            At::Swizzle => &layout.swizzle_at,
            At::Leaf { is_mn, leaf } => layout.places[usize::from(!is_mn)].get(leaf).unwrap_or(&layout.at),
        };
        error(at.clone(), format!("{}. {read}", fault.message))
    })?;
    let tile = spec.tile();
    if let Some((stages, stride)) = layout.stages {
        said.tile.stages = Some(stages);
        said.tile.stage_bytes = Some(stage_bytes(layout, stride, tile.element)?);
    }
    if let Some(start) = start_bytes(layout, &mut notices) {
        said.tile.start_bytes = Some(start);
    }
    check(&said)?;
    let what = format!(
        "a CuTe layout of {} elements, as set here: {}, {}",
        tile.element.name(),
        tile.major.operand_name(spec.reader().operand),
        match tile.row_bytes {
            Some(bytes) => format!("rows {bytes} bytes apart"),
            None => format!("swizzle {}", tile.swizzle.name()),
        }
    );
    let shown = Shown { said, ..unseen(context) };
    notices.extend(sentence.differing(&shown));
    sentence.facts.retain(|fact| *fact != "element");
    let mut pasted = Pasted { notices, ..Pasted::of(what, shown) };
    pasted.name_tile(&sentence.facts);
    Ok(pasted)
}

/// Rows that no descriptor reads. The swizzle of a pointer is of its address, and so is one of units of 16 bytes as the PTX ISA
/// prints it; that of a layout is of the element's index.
fn rows_of(text: &str, layout: &CuteLayout, before: &Said) -> Option<(Said, Spec)> {
    let bits = or_usual(before.tile.element).slot_bits();
    let is_isa = matches!(layout.strided.swizzle, [_, 4, 3]) && bits != 8 && !text.contains("o 0 o");
    let is_of_address = text.contains("smem_ptr") || is_isa;
    let tile = rows::rows_from_strided(&layout.strided, &before.tile, is_of_address)?;
    let said = Said { tile, ..*before };
    Some((said, spec_from_said(&said).ok()?))
}

/// Describes a layout that no descriptor reads.
fn unread_text(layout: &CuteLayout, element: Option<Element>) -> String {
    let Strided { mn, k, swizzle } = &layout.strided;
    let element = or_usual(element).name();
    let stages = layout.stages.map(|(count, _)| format!(", {count} stages")).unwrap_or_default();
    let swizzle = match swizzle {
        [0, ..] => "no swizzle".into(),
        [b, m, s] => format!("Swizzle<{b},{m},{s}>"),
    };
    format!("No descriptor reads this layout: {} × {} {element}{stages}, {swizzle}", mn.size, k.size)
}

/// The element of the pointer's width: the specified one if it has that width; none if the inferred one has that width.
fn element_of(layout: &CuteLayout, context: &Shown, notices: &mut Vec<Notice>) -> Option<Element> {
    let said = context.said.tile.element;
    let Some(bits) = layout.around.bits else {
        return said;
    };
    let held = or_usual(said);
    if held.slot_bits() == bits {
        return said;
    }
    let taken = match bits {
        1 => Some(Element::B1),
        bits => element_of_bits(bits.into()),
    };
    let why = match taken {
        Some(taken) => format!("specifies only the width; read as {}", taken.name()),
        None => "no operand has elements of this width".into(),
    };
    notices.push(notice(&format!("[{bits}b]"), why));
    taken.or(said)
}

/// Bytes from one stage to the next.
fn stage_bytes(layout: &CuteLayout, stride: i64, element: Element) -> Result<u32, PasteError> {
    let bits = stride.saturating_mul(i64::from(element.slot_bits()));
    match u32::try_from(bits / 8) {
        Ok(bytes) if bits % 8 == 0 && bytes.is_multiple_of(UNIT_BYTES) => Ok(bytes),
        _ => refuse(
            layout.places[2][0].clone(),
            format!("The stage stride, {stride} elements, is not a multiple of 16 bytes"),
        ),
    }
}

/// Address of the pointer in shared memory. Only the low 24 bits of a generic pointer count: the window of shared memory begins
/// where they are 0.
fn start_bytes(layout: &CuteLayout, notices: &mut Vec<Notice>) -> Option<u32> {
    let address = layout.around.address?;
    let start = (address & 0x00ff_ffff) as u32;
    let is_start = start < ADDRESS_BYTES && start.is_multiple_of(UNIT_BYTES);
    if !is_start || address > u64::from(start) {
        notices.push(notice(
            &format!("0x{address:x}"),
            if is_start {
                format!("is a generic pointer; read as 0x{start:x} in shared memory")
            } else {
                "is not an address of a matrix in shared memory".into()
            },
        ));
    }
    is_start.then_some(start)
}

// A layout as CuTe prints it, taken apart: `Swizzle<3,4,3> o ((8,8),64):((64,512),1)`.

/// A layout of two modes, and what else the text says.
pub(crate) struct CuteLayout {
    pub(crate) strided: Strided,
    /// Copies, and elements from one to the next: a third mode.
    pub(crate) stages: Option<(u32, i64)>,
    /// The values that the text around the layout specifies.
    pub(crate) around: Around,
    /// The range of the swizzle.
    swizzle_at: Span,
    /// The ranges of the strides of M or N, of K and of the stages.
    places: [Vec<Span>; 3],
    /// The range of shape and stride.
    at: Span,
}

/// The error of a layout whose strides are no distances in memory.
pub(crate) const OF_COORDINATES: &str = "Strides with @ are steps of coordinates, as a TMA tensor has them: they say nothing of where elements are in shared memory";

/// Larger numbers count as this one: far above every extent and stride, and far below what could overflow a sum.
const HUGE: i128 = 1 << 40;

/// A layout, if the text is about one.
pub(crate) fn read_cute(text: &str) -> Option<Result<CuteLayout, PasteError>> {
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
struct Piece {
    /// The mode and the part of it that it is in, counted from 1; part 0 where it is the whole mode.
    place: [usize; 2],
    size: i64,
    stride: i64,
    /// The ranges of both.
    at: [Span; 2],
}

/// The pieces of a shape and its strides, and the range of these.
type Tuples = (Vec<Piece>, Span);

/// Those of a text: `Layout<Shape<_8,_8>,Stride<_8,_1>>` in a tree, or `(8,8):(8,1)`; none where a text has none.
fn tuples(text: &str, types: &[Row<'_>]) -> Option<Result<Tuples, PasteError>> {
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
fn between_brackets(text: &str) -> Option<Result<Span, PasteError>> {
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
            let [size, stride] = [0, 1].map(|which| whole_number(both[which], &at[which]));
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
fn whole_number(node: &Node<'_>, at: &Span) -> Result<i64, PasteError> {
    let text = of_constant(node).unwrap_or(node).text;
    let text = text.trim_start_matches("cute::");
    match text.trim_start_matches('_').parse::<i128>() {
        Ok(value) => Ok(value.clamp(-HUGE, HUGE) as i64),
        Err(_) => refuse(at.clone(), format!("“{}” is not a whole number", quoted(text))),
    }
}

fn layout(
    text: &str,
    swizzle: Option<&Node<'_>>,
    pieces: &[Piece],
    at: Span,
) -> Result<CuteLayout, PasteError> {
    let swizzle_at = swizzle.map_or(0..0, Node::range);
    let items = swizzle.and_then(inside).unwrap_or_default();
    let numbers: Vec<i64> = items
        .iter()
        .map(|item| whole_number(item, &swizzle_at).ok())
        .collect::<Option<_>>()
        .unwrap_or_default();
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
        around: around_of(before),
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

// The text around a CuTe layout: the pointer, the type and the name of a tensor as CuTe C++ and the CuTe DSL print them.
// `sA: tensor<ptr<f16, smem, align<1024>, S<3,4,3>> o …>`, `Sw<3,4,3>_smem_ptr[16b](0x…) o …`.

/// Words around a layout that say nothing.
///
/// Source: CuTe, `cute/pointer.hpp` and `pointer_flagged.hpp`; the CuTe DSL's prints of its types.
const SILENT: &str = "smem_ptr_flag_bits ComposedLayout smem_ptr_flag Int o ∘ 0 _0 tensor memref !cute cute ptr raw_ptr smem shared \
    align unset smem_ptr _smem_ptr _smem data = assumed_align tuple";

/// Other memories than shared memory.
const ELSEWHERE: &str = "gmem rmem tmem generic dsmem";

/// The values that the text around a layout specifies.
#[derive(Clone)]
pub(crate) struct Around {
    /// Bits of an element, as specified by the pointer.
    pub(crate) bits: Option<u32>,
    /// The operand that the tensor's name specifies.
    operand: Option<Operand>,
    /// The pointer's address.
    pub(crate) address: Option<u64>,
}

/// Reads the text before a layout, without the swizzle: the width and the address of its pointer, `smem_ptr[16b](0x7f0a94000400)`
/// or `raw_ptr(0x00007f0a94000400: f16, smem)`, and the operand of its name.
fn around_of(before: [&str; 2]) -> Around {
    let label = before[0].split([':', '=']).next().unwrap_or_default();
    let words = before.map(Words::of);
    let each = || words.iter().flat_map(|words| words.each().map(move |i| (words, i)));
    let bits = |(words, i): (&Words, usize)| {
        let bits = words.word(i).strip_suffix('b')?.parse().ok();
        bits.filter(|_| words.before(i) == "[")
    };
    let address = |(words, i): (&Words, usize)| {
        let is_one = words.before(i).ends_with('(') && words.gap(i).starts_with([')', ':']);
        literal(words.word(i)).filter(|_| is_one && words.word(i).starts_with("0x"))
    };
    Around {
        bits: each().find_map(bits),
        operand: operand_of(label.trim()),
        address: each().find_map(address),
    }
}

/// The words that nothing read, and those of other memories; of a layout's text before it, numbers are its pointer's.
fn unread_beside(sentence: &Sentence<'_>, end: usize) -> Vec<Notice> {
    let words = sentence.words;
    let mut used = sentence.used.clone();
    let mut notices = Vec::new();
    for i in words.each() {
        let word = words.word(i);
        let is_place = word.bytes().all(|b| b.is_ascii_uppercase() || b == b'_');
        let is_elsewhere = !used[i] && is_in(ELSEWHERE, word);
        if is_elsewhere {
            let why = format!("is not shared memory: no descriptor reads {word}");
            notices.push(notice(word, why));
        }
        let is_label = i == 0 && words.gap(0).trim_start().starts_with([':', '=']);
        used[i] |= is_elsewhere
            || is_label
            || is_place
            || is_in(SILENT, word)
            || has_digit_first(word) && words.at[i].start < end;
    }
    notices.extend(sentence.notices.iter().cloned());
    notices.extend(unread(words, &used, Register::Sentence));
    notices
}

// The descriptors of a tile as CUTLASS prints a fragment of them: `GMMA::DescriptorIterator o (_1,_2,(_4,_2),(_1,_2)):(…)`, strides
// in units of 16 bytes.

/// Bytes of K that one instruction reads of every operand, without sparsity.
const STEP_BYTES: i64 = 32;

/// A mode: its sizes and strides, the innermost first; pieces of size 1 are left out.
type Steps = Vec<(i64, i64)>;

/// Reads such a print, with the name before it; none where there is none.
pub(crate) fn read_iterator(
    text: &str,
    choice: &PasteChoice,
    context: &Shown,
    taken: &mut Vec<Span>,
) -> Option<Answer> {
    let at = iterator_at(text)?;
    let start = text[..at].rfind(['\n', ';']).map_or(0, |end| end + 1);
    let modes = modes(&text[at..]);
    let (modes, end) = modes.map_or((Vec::new(), text.len()), |(modes, end)| (modes, at + end));
    taken.push(start..end);
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
fn iterator_at(text: &str) -> Option<usize> {
    text.find("DescriptorIterator").or_else(|| {
        let is_alone = text.trim_start().starts_with('(') && text.trim_end().ends_with(')');
        let (modes, _) = (is_alone && text.len() < 200).then(|| modes(text))??;
        let is_one = matches!(&modes[..], [first, _, steps, _] if first.is_empty() && matches!(steps[..], [(_, 1..=32), ..]));
        is_one.then_some(0)
    })
}

/// The modes of `(_1,_2,(_4,_2)):(_0,_1024,(_2,_2048))`, and the byte behind it.
fn modes(text: &str) -> Option<(Vec<Steps>, usize)> {
    let (pieces, at) = tuples(text, &[])?.ok()?;
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
fn strides_text(blocks: &Steps, steps: &Steps, stages: Option<(i64, i64)>) -> String {
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
    blocks: &Steps,
    steps: &Steps,
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

// An atom of CuTe by its name alone: `GMMA::Layout_K_SW128_Atom<bfloat16_t>`. One that is repeated to a shape is a builder's.

/// Reads an atom; none where a text names none.
pub(crate) fn read_atom(
    text: &str,
    choice: &PasteChoice,
    context: &Shown,
    taken: &mut Vec<Span>,
) -> Option<Answer> {
    let (at, ..) = atom(text)?;
    if !text[at..].contains("_Atom") {
        // `K_SW64` is a word of a tile in words, too.
        return None;
    }
    let rows = tree(text);
    let own = nodes(&rows).into_iter().find(|node| {
        matches!(node.kind, Part::Call(_) | Part::Name | Part::Member(_)) && node.range().contains(&at)
    });
    taken.extend(own.map(Node::range));
    let mut parts = Parts { arch: arch_of_types(text), is_tile: true, ..Parts::default() };
    say(&mut parts, "atom", text, None, &[]);
    Some(pasted_parts(parts, "an atom of CuTe", choice, context))
}
