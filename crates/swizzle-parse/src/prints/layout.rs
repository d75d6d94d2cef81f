//! The tile that a pasted layout specifies.

use super::*;

/// A layout that CuTe prints, with the words beside it.
pub(crate) fn read(words: &Words, _: &PasteChoice, context: &Shown) -> Option<Answer> {
    let layout = cute::read(&words.text)?.ok()?;
    Some(pasted(&words.text, layout, context))
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
pub(super) fn composed(text: &str, context: &Shown) -> Option<Answer> {
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
    let read = cute::read(&cute)?.and_then(|layout| pasted(&cute, layout, context));
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

fn pasted(text: &str, mut layout: CuteLayout, context: &Shown) -> Answer {
    let left = blanked(text, [layout.swizzle_at.clone(), layout.at.clone()]);
    let words = Words::of(&left);
    let mut sentence = Sentence::of(&words, Register::Sentence, context);
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
    before.tile.element = element(layout, context, &mut notices);
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
        let read = read_text(layout, before.tile.element);
        error(range(layout, fault.at), format!("{}. {read}", fault.message))
    })?;
    let tile = spec.tile();
    if let Some((stages, stride)) = layout.stages {
        said.tile.stages = Some(stages);
        said.tile.stage_bytes = Some(stage_bytes(layout, stride, tile.element)?);
    }
    if let Some(start) = start_bytes(layout, &mut notices) {
        said.tile.start_bytes = Some(start);
    }
    swizzle_params::check(&said)?;
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
fn read_text(layout: &CuteLayout, element: Option<Element>) -> String {
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
fn element(layout: &CuteLayout, context: &Shown, notices: &mut Vec<Notice>) -> Option<Element> {
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

/// The range of a part of a layout in the text.
fn range(layout: &CuteLayout, at: At) -> Range<usize> {
    match at {
        At::Whole => layout.at.clone(),
        At::Swizzle => layout.swizzle_at.clone(),
        At::Leaf { is_mn, leaf } => {
            let leaves = &layout.places[usize::from(!is_mn)];
            leaves.get(leaf).unwrap_or(&layout.at).clone()
        }
    }
}
