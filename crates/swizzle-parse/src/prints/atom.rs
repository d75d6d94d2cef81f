//! A tile made of CuTe's atoms: `tile_to_shape(GMMA::Layout_K_SW128_Atom<bfloat16_t>{}, Shape<_128,_64>{})`.

use super::*;

/// Reads an atom, and the tile that it is repeated to; none where a text names none.
pub(crate) fn read(text: &str, choice: &PasteChoice, context: &Shown) -> Option<Answer> {
    let (at, major, swizzle) = atom(text)?;
    let bare = without_comments(text);
    let variables = source::variables(&bare);
    let calls = calls(&bare, "tile_to_shape");
    let call = calls.iter().find(|call| call.is("tile_to_shape"));
    if call.is_none()
        && !text[at..].contains("_Atom")
        && !text[..at].ends_with("SmemLayoutAtomKind.")
    {
        // `K_SW64` is a word of a tile in words, too.
        return None;
    }
    let mut shown = unseen(context);
    let mut notices = Vec::new();
    let tile = &mut shown.said.tile;
    tile.major = Some(major);
    tile.swizzle = Some(swizzle);
    without_strides(tile);
    match element(&text[at..]) {
        Some(element) => tile.element = Some(element),
        None if tile.element.is_some() => {}
        None => notices.push(notice(&text[at..], "its type is unknown here; unchanged")),
    }
    if let Some(call) = call {
        tiled(call, &variables, &mut shown, &mut notices);
    }
    let operand = call.and_then(|call| operand_of(last_name(call.assigned)));
    let arch = choice.arch.or_else(|| arch(text, swizzle));
    say_reader(&mut shown, operand, arch);
    let what = what(&shown, call.is_some());
    Some(checked(Pasted::inside(what, shown, notices)))
}

/// The ranges of the atom and its tile.
pub(crate) fn taken(text: &str) -> Vec<Range<usize>> {
    const CALLS: &str = "tile_to_shape make_smem_layout_atom";
    let bare = without_comments(text);
    let Some((at, ..)) = atom(text) else {
        return Vec::new();
    };
    let rows = tree(&bare);
    let calls = calls(&bare, CALLS)
        .into_iter()
        .filter(|call| call.is_one_of(CALLS));
    let mut all: Vec<Range<usize>> = calls.map(|call| call.whole).collect();
    if !all.iter().any(|call| call.contains(&at)) {
        let own = nodes(&rows).into_iter().find(|node| {
            matches!(node.kind, Part::Call(_) | Part::Name | Part::Member(_))
                && (node.at..node.end()).contains(&at)
        });
        all.extend(own.map(|own| own.at..own.end()));
    }
    all.sort_by_key(|at| at.start);
    all
}

/// The first atom of a text and the start of its name, as CuTe's types and the CuTe DSL's kinds call them.
/// Source: CUTLASS, `cute/atom/mma_traits_sm90_gmma.hpp` and `mma_traits_sm100.hpp`; CuTe DSL, `SmemLayoutAtomKind`.
fn atom(text: &str) -> Option<(usize, Major, Swizzle)> {
    let mut signs = text.match_indices('_').map(|(at, _)| at).take(4096);
    signs.find_map(|sign| {
        let before = text[..sign].trim_end_matches(|c: char| c.is_ascii_uppercase());
        let word = first_name(&text[before.len()..]);
        let name = word.trim_end_matches("_Bits").trim_end_matches("_Atom");
        let is_one = name.starts_with("K_") || name.starts_with("MN_");
        match meaning(&compared(is_one.then_some(name)?))? {
            Meaning::Layout(swizzle, major) => Some((before.len(), major, swizzle)),
            _ => None,
        }
    })
}

/// The type behind an atom: `K_SW128_Atom<bfloat16_t>`, or the argument behind a kind: `K_SW128, cutlass.BFloat16)`.
fn element(text: &str) -> Option<Element> {
    let behind = &text[text.find(['<', ','])?..];
    let end = behind.find(['}', ')']).unwrap_or(behind.len());
    argument::names(&behind[..end]).find_map(element_from_word)
}

fn arch(text: &str, swizzle: Swizzle) -> Option<Arch> {
    let has_wide_atoms = swizzle == Swizzle::B128Atom32;
    has_wide_atoms
        .then_some(Arch::Tcgen05)
        .or_else(|| arch_of_types(text))
}

/// The shape and the order of the atoms.
fn tiled(call: &Call<'_>, variables: &[Variable], shown: &mut Shown, notices: &mut Vec<Notice>) {
    let tile = &mut shown.said.tile;
    let mut arguments = call.arguments.iter().skip(1);
    let Some(shape) = arguments.next() else {
        return;
    };
    let mut sizes = extents(shape.text, variables).into_iter();
    for (name, extent) in [
        ("mn", &mut tile.mn),
        ("k", &mut tile.k),
        ("stages", &mut tile.stages),
    ] {
        match sizes.next() {
            Some(Ok(size)) if (1..=u64::from(EXTENT_MAX)).contains(&size) => {
                *extent = Some(size as u32);
            }
            Some(Ok(size)) => notices.push(notice(&size.to_string(), "is not an extent")),
            Some(Err(unknown)) => {
                notices.push(notice(name, unknown_here(&unknown)));
            }
            None => {}
        }
    }
    // Without an order the first mode is repeated first.
    let order: Vec<u64> = match arguments.next() {
        Some(order) => extents(order.text, variables)
            .into_iter()
            .filter_map(Result::ok)
            .collect(),
        None => Vec::new(),
    };
    tile.order = Some(match order[..] {
        [mn, k, ..] if mn > k => Order::K,
        _ => Order::Mn,
    });
}

/// The numbers of a shape: `Shape<_128,_64>{}`, `make_shape(Int<128>{}, 64)`, `(128, 64, 2)`, `Step<_2,_1>{}`.
fn extents(text: &str, variables: &[Variable]) -> Vec<Read<u64>> {
    let number = |part| argument::number(part, variables);
    parts(text).into_iter().map(number).collect()
}

/// Describes the recognised atom or tile in words.
fn what(shown: &Shown, is_tile: bool) -> String {
    let tile = &shown.said.tile;
    let major = tile.major.unwrap_or(Major::K).name();
    let swizzle = tile.swizzle.unwrap_or(Swizzle::None).name();
    let mut what = if is_tile {
        String::from("a tile of CuTe's atoms: ")
    } else {
        String::from("an atom of CuTe: ")
    };
    if let (Some(mn), Some(k), true) = (tile.mn, tile.k, is_tile) {
        what.push_str(&format!("{mn} × {k} "));
    }
    if let Some(element) = tile.element {
        what.push_str(&format!("{} ", element.name()));
    }
    what.push_str(&format!("{major}-major, swizzle {swizzle}"));
    if let Some(stages) = tile.stages.filter(|stages| *stages > 1) {
        what.push_str(&format!(", {stages} stages"));
    }
    what
}
