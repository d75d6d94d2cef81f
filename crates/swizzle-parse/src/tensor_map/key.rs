//! The names that programs have for the arguments of a tensor map.

use super::*;

/// An argument; those that a map has are in the order of its fields.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Key {
    DataType,
    Rank,
    Address,
    Extents,
    /// Strides as the driver receives them.
    DriverStrides,
    Box,
    ElementStrides,
    Channels,
    Pixels,
    LowerCorner,
    UpperCorner,
    Interleave,
    Swizzle,
    L2Promotion,
    OobFill,
    /// Strides with that of an element before them.
    Strides,
    /// Address of the map itself.
    MapAddress,
    /// Bits of an element, where its type is not shown.
    Bits,
}

/// Names, in lower case; each also behind `…_`, or two words of a print with a `+` between them.
///
/// Source: CUTLASS's and TileLang's prints, the driver's own names of its arguments, TileLang's generated host code.
#[rustfmt::skip]
const NAMES: &[(Key, &str)] = &[
    (Key::DataType, "format tensordatatype data_type desc_type"),
    (Key::Rank, "dim rank tensorrank"),
    (Key::Address, "gmem_address globaladdress"),
    (Key::Extents, "globaldim globaldims gmem_dims global+memory"),
    (Key::Strides, "globalstrides globalstride globalstridesraw"),
    (Key::DriverStrides, "cudaglobalstrides gmem_strides outer+stride"),
    (Key::Box, "boxdim box_dim box boxes boxdims box_dims box_size box_shape smem_dims shared+memory"),
    (Key::ElementStrides, "elementstrides elem_strides element_strides element+strides"),
    (Key::Interleave, "interleave"),
    (Key::Swizzle, "swizzle swizzle_mode swizzlemode"),
    (Key::L2Promotion, "l2_promotion l2promotion l2+promotion"),
    (Key::OobFill, "oob_fill oobfill oob+fill"),
    (Key::MapAddress, "desc+addr"),
    (Key::Bits, "elem+size"),
    (Key::Channels, "smem_box_channel channelsperpixel"),
    (Key::Pixels, "smem_box_pixel pixelspercolumn"),
    (Key::LowerCorner, "pixelboxlowercorner"),
    (Key::UpperCorner, "pixelboxuppercorner"),
];

/// The argument of a word, with the word before it.
pub(crate) fn key_of(previous: &str, word: &str) -> Option<Key> {
    if word.len() > 64 || word.starts_with("CU_") {
        return None;
    }
    let [previous, word] = [previous, word].map(str::to_ascii_lowercase);
    let is_name = |name: &str| match name.split_once('+') {
        Some((before, own)) => (before, own) == (&previous, &word),
        None => word.strip_suffix(name).is_some_and(|before| before.is_empty() || before.ends_with('_')),
    };
    // The longest name: `smem_box_channel`, and not `channel`.
    let all = NAMES.iter().flat_map(|(key, names)| names.split(' ').map(move |name| (name, *key)));
    let named = all.filter(|(name, _)| is_name(name));
    Some(named.max_by_key(|(name, _)| name.len())?.1)
}

/// The argument that an enumerator of `cuda.h` is a value of.
pub(super) fn key_of_enumerator(word: &str) -> Option<Key> {
    let upper = word.to_ascii_uppercase();
    let rest = upper.strip_prefix("CU_TENSOR_MAP_").unwrap_or(&upper);
    if rest.starts_with("SWIZZLE_") {
        return Some(Key::Swizzle);
    }
    let of_driver = upper.strip_prefix("CU_TENSOR_MAP_")?;
    let prefixes = [
        ("DATA_TYPE_", Key::DataType),
        ("INTERLEAVE_", Key::Interleave),
        ("L2_PROMOTION_", Key::L2Promotion),
        ("FLOAT_OOB_FILL_", Key::OobFill),
    ];
    let found = prefixes.iter().find(|(one, _)| of_driver.starts_with(one));
    found.map(|(_, key)| *key)
}

impl Key {
    /// Whether its value is one of an enumeration.
    pub(crate) const fn is_choice(self) -> bool {
        matches!(self, Self::DataType | Self::Interleave | Self::Swizzle | Self::L2Promotion | Self::OobFill)
    }

    /// Whether its value is a list of numbers.
    pub(crate) const fn is_list(self) -> bool {
        matches!(
            self,
            Self::Extents
                | Self::Strides
                | Self::DriverStrides
                | Self::Box
                | Self::ElementStrides
                | Self::LowerCorner
                | Self::UpperCorner
        )
    }

    /// The field of a map that has its value, and how the map names it among its inferred values.
    pub(super) fn field(self, map: &mut TypedMap) -> Option<(&mut String, &'static str)> {
        let own = match self {
            Self::Strides => Self::DriverStrides,
            key => key,
        };
        let field = TYPED_FIELDS.get(own as usize)?;
        Some(((field.of_mut)(map), field.name))
    }
}

/// A key and its value.
#[derive(Clone)]
pub(crate) struct Entry<'a> {
    pub(crate) key: Key,
    /// The name of the key, as written in the text, or in the driver's manual.
    pub(crate) name: &'a str,
    /// The value, as written in the text.
    pub(crate) text: String,
    /// Its numbers; none for an enumeration.
    pub(crate) numbers: Vec<i128>,
    /// Whether the text tells the value.
    pub(crate) is_known: bool,
}

impl<'a> Entry<'a> {
    pub(crate) fn choice(key: Key, name: &'a str, text: &str) -> Self {
        Self::new(key, name, text, Vec::new())
    }

    pub(crate) fn new(key: Key, name: &'a str, text: &str, numbers: Vec<i128>) -> Self {
        Self { key, name, text: text.into(), numbers, is_known: true }
    }

    /// Whether it is of tensor maps alone.
    pub(super) fn is_strong(&self) -> bool {
        match self.key {
            Key::Box => self.numbers.len() > 1 || self.name.len() > 3,
            Key::DataType | Key::Rank | Key::Interleave | Key::Swizzle | Key::MapAddress | Key::Bits => false,
            _ => true,
        }
    }
}

/// Words of a text: runs of letters, digits and `_`, with where they begin.
pub(super) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let from = at + text[at..].find(is_name)?;
        at = from + first_name(&text[from..]).len();
        Some((from, &text[from..at]))
    })
}

/// Numbers, and where they begin and end.
type Numbers = (Vec<i128>, usize, usize);

/// Returns the start of a value: behind the size of an array, `=` and `:`.
fn begin(text: &str) -> usize {
    let size = text.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    let behind = size.map_or(text, |(_, behind)| behind);
    let is_set = behind.trim_start().starts_with('=');
    let rest = if is_set { behind } else { text };
    let is_between = |c: char| c.is_whitespace() || "=:".contains(c);
    text.len() - rest.trim_start_matches(is_between).len()
}

/// The numbers of a token: `64`, `64u`, `64x128`. `_64` is a constant of CuTe.
fn numbers_of(word: &str) -> Option<Vec<i128>> {
    let value = |part: &str| Some(i128::from(literal(part)?));
    match word.trim_start_matches('_') {
        hex if hex.starts_with("0x") => Some(vec![value(hex)?]),
        decimal => decimal.split(['x', 'X']).map(value).collect(),
    }
}

/// Longer lists are of nothing that a map holds: its longest have five numbers.
const LIST_MAX: usize = 32;

/// A list of numbers: in brackets with any signs between them, or with one kind of sign, spaces, commas or `x`.
pub(super) fn numbers(text: &str) -> Option<Numbers> {
    let from = begin(text);
    let (mut found, mut end, mut depth) = (Vec::new(), from, 0_u32);
    let (mut kind, mut sign, mut is_negative) = (None, "", false);
    for token in Lexer::new(text, Joins::Prose).from(from) {
        match token.text {
            "(" | "[" | "{" if depth > 0 || token.at.start == from => depth += 1,
            ")" | "]" | "}" if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    return (!found.is_empty()).then_some((found, from, token.at.end));
                }
            }
            "," | "*" | "×" | "x" | "X" | "by" if depth > 0 || sign.is_empty() && !found.is_empty() => {
                sign = if token.text == "," { "," } else { "x" };
            }
            "-" if has_digit_first(&text[token.at.end..]) => is_negative = true,
            word => {
                let own = numbers_of(word).filter(|_| found.len() < LIST_MAX);
                let of_own = own.as_ref().is_some_and(|own| own.len() > 1);
                let mut signs = [(!found.is_empty()).then_some(sign), of_own.then_some("x")]
                    .into_iter()
                    .flatten()
                    .filter(|_| depth == 0);
                let Some(own) = own.filter(|_| signs.all(|sign| *kind.get_or_insert(sign) == sign)) else {
                    break;
                };
                let factor = if is_negative { -1 } else { 1 };
                found.extend(own.into_iter().map(|one| one * factor));
                (sign, is_negative, end) = ("", false, token.at.end);
            }
        }
    }
    (depth == 0 && !found.is_empty()).then_some((found, from, end))
}

/// The first number of a value: an address may have more behind it, and may be spelled as a null pointer.
pub(super) fn first_number(text: &str) -> Option<Numbers> {
    let from = begin(text);
    let rest = &text[from..];
    if let Some(null) = ["(nil)", "nullptr", "NULL"].iter().find(|null| rest.starts_with(**null)) {
        return Some((vec![0], from, from + null.len()));
    }
    let digits = rest.strip_prefix('-').unwrap_or(rest);
    let read = Number::read(digits, 10).ok()?;
    let value = i128::from(read.value);
    let value = if digits.len() < rest.len() { -value } else { value };
    Some((vec![value], from, text.len() - read.rest.trim_start_matches(any_of("uUlL")).len()))
}

/// Returns the start and end of an enumeration's value: casts, a number or a name, and the name in parentheses behind it.
pub(super) fn choice_end(text: &str) -> Option<(usize, usize)> {
    let from = begin(text);
    let mut at = from;
    loop {
        let word = first_name(&text[at..]);
        at += word.len();
        let is_type = word.starts_with("CUtensorMap") || word == "static_cast";
        if !word.is_empty() && !is_type {
            break;
        }
        if word.is_empty() {
            text[at..].strip_prefix(any_of("()<>:. "))?;
            at += 1;
        }
    }
    let rest = &text[at..];
    let is_named = rest.trim_start().starts_with("(CU_");
    let close = rest.find(')').filter(|_| is_named || rest.starts_with(')'));
    Some((from, close.map_or(at, |close| at + close + 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_in_the_order_of_a_map() {
        for (at, field) in TYPED_FIELDS.iter().enumerate() {
            let name = field.aliases.first().copied().unwrap_or(field.key);
            let own = match key_of("", name) {
                Some(Key::Strides) => Some(Key::DriverStrides),
                key => key,
            };
            assert_eq!(own.map(|key| key as usize), Some(at), "{name}");
        }
    }
}
