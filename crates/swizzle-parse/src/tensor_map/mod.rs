//! A tensor map as a program prints it, or as a call encodes it, with the driver's error beside it.

mod text;

use crate::prelude::*;
use swizzle_core::{
    reader::VerdictKind,
    tma::{Interleave, L2Promotion, OobFill, TensorMap, refusals_of_map},
};
use swizzle_expression::{Joins, Lexer};
use swizzle_lints::tma::{
    BoxAt, Boxes, MapVerdict, TYPED_FIELDS, TypedCopy, TypedMap, copy_verdict, params_from_boxes,
};
use swizzle_text::{data_type_text, small};
use text::{Entry, Key, entries, error_of, is_filler, is_of, key_of_enumerator, words};

pub(crate) use text::{Entry as MapEntry, Key as MapKey, key_of};

// A tensor map as programs print it: CUTLASS's and TileLang's print of one that the driver refused, lines of DeepGEMM, code
// that sets the arguments, and a box in words.
//
// Source: CUTLASS, `cute/atom/copy_traits_sm90_tma.hpp` (`make_tma_copy_desc`: `globalStrides` is printed from the stride of
// the first dimension on, which the driver is not given, and all arrays have five numbers); TileLang, `runtime.cc`
// (`TensorMapArgs`, `TensorMapIm2ColArgs` and the messages of their validation); DeepGEMM, `make_tma_2d_desc`.

/// A tensor map that was read off a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MapPrint {
    /// The kind of text.
    pub what: &'static str,
    /// The map, as fields; values that the text does not show are inferred so that nothing is wrong with the map.
    pub typed: TypedMap,
    /// The chip that the text names.
    pub target: Option<Chip>,
    /// Arguments that the text does not show.
    pub assumed: Vec<&'static str>,
    /// Whether the text shows how many bits an element has, whatever its type.
    has_bits: bool,
    /// Words that were not read.
    pub unread: Vec<String>,
    /// Those of them that may name a swizzle or a type, in a map that is told in words.
    doubted: Vec<String>,
    /// Arguments of a call that are not known from the text: the driver's name, and the expression.
    pub unknown: Vec<(&'static str, String)>,
    /// The driver's error that was printed beside it.
    pub error: Option<DriverError>,
    /// The strides from dimension 1 on, where the text has that of dimension 0 before them.
    strides_behind: Option<String>,
    /// Address of the map itself, on the host.
    pub map_address: Option<u64>,
    /// Further maps in the text that differ from this one.
    pub others: usize,
}

/// The tensor map in a text; `None` where the text is of something else.
///
/// Numbers are decimal or hex. Of several maps, the first that the driver refuses is taken, otherwise the first.
///
/// ```
/// use swizzle_core::reader::VerdictKind;
/// use swizzle_parse::tensor_map::map_from_print;
/// let print = "TMA Desc Addr:   0x7ffd7d2800c0\nformat         6\ndim            2\ngmem_address   0x7f0000000000\n\
///     globalDim      (1000,1024,1,1,1)\nglobalStrides  (2,2000,0,0,0)\nboxDim         (64,128,1,1,1)\n\
///     elementStrides (1,1,1,1,1)\ninterleave     0\nswizzle        3\nl2Promotion    0\noobFill        0\n\
///     Error: Failed to initialize the TMA descriptor 1";
/// let map = map_from_print(print).unwrap();
/// assert_eq!((&*map.typed.strides, &*map.typed.box_elements), ("2000", "64, 128"));
/// assert_eq!(map.verdict().kind, VerdictKind::Right); // 2000 is a multiple of 16
/// let words = map_from_print("box 64x128 bf16 CU_TENSOR_MAP_SWIZZLE_64B").unwrap();
/// assert_eq!(words.verdict().field, Some("box"));
/// assert!(map_from_print("0x4000004000010040").is_none());
/// ```
pub fn map_from_print(text: &str) -> Option<MapPrint> {
    let entries = entries(text)?;
    let mut all: Vec<MapPrint> = Vec::new();
    let mut rest = &entries.of_maps[..];
    while !rest.is_empty() {
        // Another map begins where a key comes again.
        let is_again = |at: &usize| rest[..*at].iter().any(|one| one.key == rest[*at].key);
        let (record, behind) = rest.split_at((1..rest.len()).find(is_again).unwrap_or(rest.len()));
        rest = behind;
        let map = map_from_record(record);
        if !all.contains(&map) {
            all.push(map);
        }
    }
    if all.is_empty() {
        // An error alone, or TileLang's message about one argument.
        all.push(map_from_record(&[]));
    }
    let is_refused = |map: &MapPrint| {
        let target = map.target.unwrap_or(Chip::Sm90);
        map.typed.map().map_or(true, |map| !refusals_of_map(&map, target).is_empty())
    };
    let at = all.iter().position(is_refused).unwrap_or(0);
    let others = all.len() - 1;
    let map = all.swap_remove(at);
    Some(MapPrint {
        what: entries.what,
        target: entries.target,
        doubted: if map.assumed.contains(&"swizzle") && entries.is_in_words {
            // Any of them may say it.
            entries.unread.clone()
        } else {
            entries.doubted
        },
        unread: entries.unread,
        error: entries.error,
        others,
        ..map
    })
}

/// A list as written in a field.
fn list(numbers: &[i128]) -> String {
    joined(numbers, ", ")
}

fn map_from_record(record: &[Entry<'_>]) -> MapPrint {
    let entry = |key: Key| record.iter().find(|entry| entry.key == key);
    let numbers = |key: Key| entry(key).map_or(&[][..], |entry| &*entry.numbers);
    let is_im2col = entry(Key::Channels).or(entry(Key::Pixels)).is_some();
    // An argument without one number for each dimension is a pointer, or the first number alone.
    let longest = numbers(Key::Box).len().max(numbers(Key::Extents).len());
    let shown = numbers(Key::Rank).first().and_then(|rank| usize::try_from(*rank).ok());
    let rank = match longest {
        0 => shown.unwrap_or(if is_im2col { 4 } else { 2 }),
        longest => shown.unwrap_or(longest),
    };
    let cut = |numbers: &[i128], count: usize| {
        let whole = numbers.get(..count).filter(|whole| !whole.is_empty());
        whole.map(list)
    };
    let mut typed = TypedMap::default();
    for field in TYPED_FIELDS {
        (field.of_mut)(&mut typed).clear();
    }
    for Entry { key, text, numbers, .. } in record {
        let first = numbers.first();
        let value = match key {
            Key::Rank | Key::MapAddress | Key::Bits => continue,
            Key::Strides if entry(Key::DriverStrides).is_some() => continue,
            // One number of each dimension: the first is that of an element.
            Key::Strides if numbers.len() >= rank => cut(&numbers[1..], rank.saturating_sub(1)),
            Key::Strides | Key::DriverStrides => cut(numbers, rank.saturating_sub(1)),
            Key::LowerCorner | Key::UpperCorner => cut(numbers, rank.saturating_sub(2)),
            Key::Address => first.map(|at| format!("{at:#x}")),
            Key::Channels | Key::Pixels => first.map(ToString::to_string),
            key if key.is_list() => cut(numbers, rank),
            _ => Some(text.trim().into()),
        };
        if let Some((field, _)) = key.field(&mut typed) {
            *field = value.unwrap_or_default();
        }
    }
    let boxed: &[Key] = if typed.is_im2col() { &[Key::Channels, Key::Pixels] } else { &[Key::Box] };
    let others = [Key::Extents, Key::DriverStrides, Key::Address];
    let mut assumed = Vec::new();
    for key in [&[Key::DataType, Key::Swizzle], boxed, &others].concat() {
        let Some((field, name)) = key.field(&mut typed).filter(|(field, _)| field.is_empty()) else {
            continue;
        };
        if key != Key::DriverStrides || rank > 1 {
            assumed.push(name);
        }
        // A tensor has room for its box.
        *field = match key {
            Key::DataType => bits_of(record).unwrap_or(DataType::Bfloat16).name().into(),
            Key::Swizzle => "none".into(),
            Key::Channels | Key::Pixels => "8".into(),
            Key::Box => list(&[16, 1, 1, 1, 1][..rank.clamp(1, 5)]),
            Key::Extents => list(&[4096, 4096, 16, 16, 16, 16][..rank.clamp(1, 6)]),
            _ => String::new(),
        };
    }
    let map_address = numbers(Key::MapAddress).first();
    MapPrint {
        typed,
        assumed,
        has_bits: bits_of(record).is_some(),
        map_address: map_address.and_then(|at| u64::try_from(*at).ok()),
        ..MapPrint::default()
    }
}

/// The type of elements of so many bits, as TileLang's messages and DeepGEMM's lines have them.
fn bits_of(record: &[Entry<'_>]) -> Option<DataType> {
    let bits = record.iter().find(|entry| entry.key == Key::Bits)?;
    Some(match bits.numbers.first()? {
        4 => DataType::U4Align8B,
        8 => DataType::Uint8,
        16 => DataType::Uint16,
        32 => DataType::Uint32,
        64 => DataType::Uint64,
        _ => return None,
    })
}

impl MapPrint {
    /// The copy of its box to the first aligned address.
    pub fn copy(&self) -> TypedCopy {
        TypedCopy {
            map: self.typed.clone(),
            target: self.target.unwrap_or(Chip::Sm90),
            destination_bytes: 0x400,
            buffer_bytes: None,
        }
    }

    /// The verdict on it: accepted only where the text shows type and box.
    pub fn verdict(&self) -> MapVerdict {
        let missing = self.missing();
        let verdict = copy_verdict(&self.copy());
        // A value that cannot be read is told before what is not shown.
        let is_readable = !verdict.is_refused() && self.typed.map().is_ok();
        if let Some(word) = self.doubted.first() {
            let unknown = self.unknown.iter().find(|(_, text)| text == word);
            let sentence = match unknown {
                Some((name, _)) => {
                    format!("{name} “{word}” is not known from the text, so the map cannot be checked.")
                }
                None => format!(
                    "“{word}” was not read and may be the swizzle or the type, so the map cannot be checked."
                ),
            };
            return verdict.unknown(sentence, "swizzle");
        }
        if let Some(first) = missing.first().filter(|_| is_readable) {
            let sentence = format!(
                "The text does not show the {}, so the map cannot be checked.",
                missing.join(" and the ")
            );
            return verdict.unknown(sentence, first);
        }
        verdict
    }

    /// The values that every verdict needs, and that the text does not show.
    fn missing(&self) -> Vec<&'static str> {
        let is_needed = |name: &&str| match *name {
            "data type" => !self.has_bits,
            "box" | "channels" | "pixels" => true,
            _ => false,
        };
        self.assumed.iter().copied().filter(is_needed).collect()
    }

    /// Whether the text shows a null pointer for the tensor.
    pub fn is_null(&self) -> bool {
        self.typed.global_address == "0x0"
    }

    /// The answer in words: what the text is, the verdict, what the error means, which descriptor reads the box.
    pub fn text(&self) -> String {
        let map = self.typed.map();
        let verdict = self.verdict();
        let mut text = format!("{}: ", self.what);
        let shown = map.as_ref().map_or_else(|_| String::new(), |map| self.map_text(map));
        if !shown.is_empty() {
            text += &format!("{shown}. ");
        }
        text += &verdict.sentence;
        if let Some(strides) = &self.strides_behind {
            text += &format!(
                " The list begins with the stride of dimension 0, which the driver is not given: pass those from dimension 1 on, set the strides to {strides}."
            );
        } else if let (true, [repair, others @ ..]) = (verdict.is_refused(), verdict.repairs()) {
            text += &format!(" {}", repair.label);
            for other in others {
                text += &format!(", or {}", small(&other.label));
            }
            text += ".";
        }
        if let Some(at) = self.map_address.filter(|at| at % 64 != 0) {
            text += &format!(" The map itself is at {at:#x}, which is not a multiple of 64.");
        }
        let is_accepted = !verdict.is_refused() && map.is_ok() && verdict.kind != VerdictKind::Incomplete;
        if is_accepted && self.is_null() {
            text += " gmem_address is 0, a null pointer; box, strides and swizzle are legal, so the pointer is the likely cause (a missing operand; a driver of 2026 accepts it, older ones refuse it).";
        }
        if let Some(error) = &self.error {
            text += &format!(" {}", error.text(is_accepted && !self.is_null()));
        }
        if let Some(pairs) = map.ok().filter(|_| is_accepted).and_then(|map| pairs_text(&map)) {
            text += &format!(" {pairs}");
        }
        if !self.unknown.is_empty() {
            let all = self.unknown.iter().map(|(name, text)| format!("{name} “{text}”"));
            text += &format!(" Not known from the text: {}.", joined(all, ", "));
        }
        if !self.assumed.is_empty() {
            text += &format!(" Not shown by the text: {}.", self.assumed.join(", "));
        }
        match self.others {
            0 => {}
            1 => text += " Another map in the text differs.",
            others => text += &format!(" {others} other maps in the text differ."),
        }
        text
    }

    /// Describes the map in words, without the inferred values.
    fn map_text(&self, map: &TensorMap) -> String {
        let is_shown = |what: &str| !self.assumed.contains(&what);
        let mut parts = Vec::new();
        let bits = map.data_type.global_bits();
        if is_shown("data type") {
            let name = data_type_text(map.data_type);
            parts.push(format!("{name} (format {})", map.data_type.number()));
        } else if self.has_bits {
            parts.push(format!("{bits}-bit elements"));
        }
        if is_shown("extents") || is_shown("box") {
            parts.push(format!("rank {}", map.dimensions.len()));
        }
        match &map.im2col {
            Some(im2col) => parts.push(format!(
                "{} channels ({} bytes) of {} pixels",
                im2col.channels,
                map.inner_bytes(),
                im2col.pixels
            )),
            None if is_shown("box") => {
                let sides = map.dimensions.iter().map(|one| one.box_elements);
                parts.push(format!("box {} ({} bytes wide)", joined(sides, " × "), map.inner_bytes()));
            }
            None => {}
        }
        if is_shown("swizzle") {
            parts.push(format!("swizzle {}", map.swizzle.name()));
        }
        parts.join(", ")
    }
}

/// The descriptor that reads the box of a map, whose first dimension is K.
fn pairs_text(map: &TensorMap) -> Option<String> {
    let is_flat = map.dimensions.iter().skip(2).all(|one| one.box_elements == 1);
    if !is_flat && map.im2col.is_none() {
        return None;
    }
    let first = BoxAt { origin: Coord { mn: 0, k: 0 }, destination_bytes: 0 };
    let boxes = Boxes { map: map.clone(), major: Major::K, boxes: [first].into() };
    let params = params_from_boxes(&boxes, map.data_type.element()?)?;
    Some(format!(
        "A K-major descriptor with swizzle {} and SBO {} reads {} rows × {} of K.",
        params.swizzle.name(),
        params.sbo_bytes,
        map.box_rows(),
        map.box_elements(0)
    ))
}

// A tensor map from the arguments of the call that encodes it, and the text beside such a call.

/// The value of an enumeration in a text: the one enumerator in it, or a name or number of it; none where the text has none
/// or several.
pub(crate) fn choice_in(key: Key, text: &str) -> Option<&str> {
    let mut enumerators =
        words(text).map(|(_, word)| word).filter(|word| key_of_enumerator(word) == Some(key));
    match (enumerators.next(), enumerators.next()) {
        (Some(one), None) => is_of(key, one).then_some(one),
        (Some(_), Some(_)) => None,
        (None, _) => is_of(key, text).then_some(text),
    }
}

/// The map of a call's arguments.
pub(crate) fn map_from_call(arguments: &[Entry<'static>]) -> MapPrint {
    let known = arguments.iter().filter(|one| one.is_known);
    let entries: Vec<Entry<'_>> = known.cloned().collect();
    let mut map = map_from_record(&entries);
    map.what = "A tensor map, as code makes it";
    if let Some(rank) = entries.iter().find(|entry| entry.key == Key::Rank) {
        map.typed.rank = list(&rank.numbers);
        // An array that is shorter than the rank is a fault, and not unknown.
        for Entry { key, numbers, .. } in &entries {
            if !matches!(key, Key::Box | Key::Extents | Key::DriverStrides | Key::ElementStrides) {
                continue;
            }
            let is_strides = *key == Key::DriverStrides;
            let count = usize::try_from(rank.numbers[0]).unwrap_or(0).saturating_sub(usize::from(is_strides));
            // Two bytes are an element, and no row: the list is one longer than the driver's.
            if is_strides && numbers.len() == count + 1 && matches!(numbers[0], 1 | 2 | 4 | 8) {
                map.strides_behind = Some(list(&numbers[1..]));
            }
            if numbers.len() < count
                && let Some((field, name)) = key.field(&mut map.typed)
            {
                *field = list(numbers);
                map.assumed.retain(|one| *one != name);
            }
        }
    }
    for Entry { key, name, text, .. } in arguments.iter().filter(|one| !one.is_known) {
        map.unknown.push((name, quoted(text)));
        // A verdict needs these.
        let is_needed = matches!(key, Key::Box | Key::DataType | Key::Channels | Key::Pixels);
        if let Some((_, own)) = key.field(&mut map.typed) {
            map.assumed.retain(|one| *one != own || is_needed);
        }
        if matches!(key, Key::Swizzle | Key::DataType | Key::Interleave) {
            map.doubted.push(quoted(text));
        }
    }
    map
}

/// A text without what is in its brackets, which stay.
fn without_insides(text: &str) -> String {
    let mut depth = 0_u32;
    let is_kept = |c: &char| match c {
        '(' | '[' | '{' => {
            depth += 1;
            depth == 1
        }
        ')' | ']' | '}' => {
            depth = depth.saturating_sub(1);
            depth == 0
        }
        ';' | '\n' => true,
        _ => depth == 0,
    };
    text.chars().filter(is_kept).collect()
}

/// Reads the text beside a call: the chip, the driver's error, and words of its sentences that were not read.
pub(crate) fn beside_call(text: &str, map: &mut MapPrint) {
    const CODE: &str = "return if else static inline void const constexpr auto using namespace include extern default break case \
    import pragma once public private let mut unsafe";
    let signs = ['=', '(', ')', '<', '>', '*', '&', '[', ']', '{', '}', '#', '\"', '|', '+'];
    let bare = without_insides(text);
    for piece in bare.split([';', '\n']) {
        let (mut before, is_sentence) = ("", !piece.contains(signs));
        for (_, word) in words(piece) {
            let previous = std::mem::replace(&mut before, word);
            if let Some(target) = target_from_word(word) {
                map.target = map.target.or(Some(target));
            } else if let Some(error) = error_of(previous, word) {
                map.error = map.error.or(Some(error));
            } else if is_sentence && map.unread.len() < 12 {
                let is_named = !is_filler(word) && !is_in(CODE, word);
                map.unread.extend(is_named.then(|| quoted(word)));
            }
        }
    }
}

// The errors that the driver gives beside a tensor map.

/// An error of the driver, a `CUresult`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DriverError {
    /// Its number.
    pub code: u32,
}

/// Number, name and meaning, an error a line.
/// Source: CUDA driver API, `CUresult`.
const ERRORS: &str = "\
1 CUDA_ERROR_INVALID_VALUE invalid argument
2 CUDA_ERROR_OUT_OF_MEMORY out of memory
3 CUDA_ERROR_NOT_INITIALIZED the driver was not initialized: cuInit was not called
4 CUDA_ERROR_DEINITIALIZED the driver is shutting down
100 CUDA_ERROR_NO_DEVICE there is no device
201 CUDA_ERROR_INVALID_CONTEXT no context is current in this thread
700 CUDA_ERROR_ILLEGAL_ADDRESS an earlier kernel read or wrote outside its memory
715 CUDA_ERROR_ILLEGAL_INSTRUCTION an earlier kernel ran an illegal instruction
716 CUDA_ERROR_MISALIGNED_ADDRESS an earlier kernel used a misaligned address
719 CUDA_ERROR_LAUNCH_FAILED an earlier kernel failed
801 CUDA_ERROR_NOT_SUPPORTED this device or driver has no tensor maps
999 CUDA_ERROR_UNKNOWN an unknown error, as after an earlier fault";

/// The errors: number, name and meaning.
fn errors() -> impl Iterator<Item = (u32, &'static str, &'static str)> {
    ERRORS.lines().filter_map(|line| {
        let (code, rest) = line.split_once(' ')?;
        let (name, why) = rest.split_once(' ')?;
        Some((code.parse().ok()?, name, why))
    })
}

impl DriverError {
    /// The error of a name, `CUDA_ERROR_INVALID_VALUE`, or of what `cuGetErrorString` says.
    fn from_name(word: &str) -> Option<Self> {
        let (code, ..) = errors().find(|(_, name, _)| name.eq_ignore_ascii_case(word))?;
        Some(Self { code })
    }

    /// Explains the error; `is_accepted` where nothing is wrong in the map.
    pub fn text(self, is_accepted: bool) -> String {
        let code = self.code;
        let is = match errors().find(|(number, ..)| *number == code) {
            Some((_, name, why)) => format!("Error {code} is {name}: {why}."),
            None => format!("Error {code} is not caused by a tensor map."),
        };
        // An argument of the call can be the cause of the first alone.
        match (code, is_accepted) {
            (1, true) => format!(
                "{is} The shown arguments are legal: check the arguments that are not shown, the pointers, and earlier errors."
            ),
            (1, false) => is,
            _ => format!("{is} It is not caused by the map: look for an earlier error."),
        }
    }
}
