//! A tensor map as a program prints it: an answer of the page on TMA.

use super::*;

/// The tensor map of a text: the call that encodes it, a print, or words; none where it is of something else.
///
/// ```
/// use swizzle_parse::map_from_text;
/// let call = "cuuint32_t box[2] = {64, 128}; cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, ptr, \
///     {4096, 1024}, {8192}, box, {1, 1}, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, ...)";
/// let map = map_from_text(call).unwrap();
/// assert_eq!((&*map.typed.extents, &*map.typed.box_elements), ("4096, 1024", "64, 128"));
/// assert_eq!(map.unknown, [("globalAddress", "ptr".into())]);
/// ```
pub fn map_from_text(text: &str) -> Option<MapPrint> {
    map_call::read(text).or_else(|| map_dialect::read(text)).or_else(|| map_from_print(text))
}

/// The page on TMA with a map, beside an explicit descriptor.
pub fn form_from_map(print: &MapPrint, given: Option<Descriptor>) -> TmaShown {
    TmaShown {
        target: print.target.unwrap_or(TmaShown::default().target),
        map: print.typed.clone(),
        // Only an explicit descriptor is compared with the box.
        descriptor: given.map_or(String::new(), |given| given.to_string()),
        ..TmaShown::default()
    }
}

/// Reads such a text; none where there is none.
pub(crate) fn read(text: &str, choice: &PasteChoice, context: &Shown) -> Option<Answer> {
    let mut print = map_from_text(text)?;
    if text.contains("generate.descriptor") {
        return Some(of_tile(&print, context));
    }
    let beside = beside(text, &mut print).map(|raw| Descriptor::new(choice.arch_of(raw), raw));
    let form = form_from_map(&print, beside.or(context.said.given));
    Some(Ok(Pasted {
        notices: notices(&print),
        is_answer: true,
        goes_to: Some(Destination::TensorMap(Box::new(form))),
        ..Pasted::of(print.text(), *context)
    }))
}

/// The descriptor beside a map, which its page compares with the box: the first number of 64 bits that the map left.
fn beside(text: &str, print: &mut MapPrint) -> Option<u64> {
    let words = Words::of(text);
    let mut long = long_numbers(&words).into_iter();
    let (at, raw) = long.find_map(|i| {
        let at = print.unread.iter().position(|word| *word == words.word(i))?;
        Some((at, literal(words.word(i))?))
    })?;
    print.unread.remove(at);
    Some(raw)
}

/// The tile behind a descriptor that MLIR makes with the map of its copy: `nvgpu.warpgroup.generate.descriptor %view, %map`.
fn of_tile(print: &MapPrint, context: &Shown) -> Answer {
    let map = print.typed.map().map_err(|(_, why)| error(0..0, why))?;
    let mut shown = unseen(context);
    let tile = &mut shown.said.tile;
    (tile.mn, tile.k) = (map.box_rows().try_into().ok(), Some(map.box_elements(0)));
    (tile.element, tile.swizzle) = (map.data_type.element(), Swizzle::from_name(map.swizzle.name()).ok());
    checked(Pasted::inside("the tile of a descriptor of MLIR's nvgpu", shown, notices(print)))
}

/// Names the words that were not read, and the values that are not known.
fn notices(print: &MapPrint) -> Vec<Notice> {
    let unread = print.unread.iter().map(|word| not_read(word));
    let unknown =
        print.unknown.iter().map(|(name, text)| notice(text, format!("{name} is not known from the text")));
    let why = format!("differs from the first, and {NOT_READ}");
    let others = (print.others > 0).then(|| notice("another map", why));
    unread.chain(unknown).chain(others).collect()
}
