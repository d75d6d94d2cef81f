//! The names that programs have for the arguments of a tensor map.

/// An argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Key {
    DataType,
    Rank,
    Address,
    Extents,
    /// Strides with that of an element before them.
    Strides,
    /// Strides as the driver receives them.
    DriverStrides,
    Box,
    ElementStrides,
    Interleave,
    Swizzle,
    L2Promotion,
    OobFill,
    Channels,
    Pixels,
    LowerCorner,
    UpperCorner,
    /// Address of the map itself.
    MapAddress,
    /// Bits of an element, where its type is not shown.
    Bits,
}

/// Names, in lower case; each also behind `…_`.
///
/// Source: CUTLASS's and TileLang's prints, the driver's own names of its arguments, TileLang's generated host code.
#[rustfmt::skip]
const NAMES: &[(Key, &str)] = &[
    (Key::DataType, "format tensordatatype data_type desc_type"),
    (Key::Rank, "dim rank tensorrank"),
    (Key::Address, "gmem_address globaladdress"),
    (Key::Extents, "globaldim globaldims gmem_dims"),
    (Key::Strides, "globalstrides globalstride globalstridesraw"),
    (Key::DriverStrides, "cudaglobalstrides gmem_strides"),
    (Key::Box, "boxdim box_dim box boxes boxdims box_dims box_size box_shape smem_dims"),
    (Key::ElementStrides, "elementstrides elem_strides element_strides"),
    (Key::Interleave, "interleave"),
    (Key::Swizzle, "swizzle swizzle_mode swizzlemode"),
    (Key::L2Promotion, "l2_promotion l2promotion"),
    (Key::OobFill, "oob_fill oobfill"),
    (Key::Channels, "smem_box_channel channelsperpixel"),
    (Key::Pixels, "smem_box_pixel pixelspercolumn"),
    (Key::LowerCorner, "pixelboxlowercorner"),
    (Key::UpperCorner, "pixelboxuppercorner"),
];

/// The argument of a word, with the word before it.
pub(super) fn key_of(previous: &str, word: &str) -> Option<Key> {
    if word.len() > 64 || word.starts_with("CU_") {
        return None;
    }
    let word = word.to_ascii_lowercase();
    let is_name = |name: &str| {
        word.strip_suffix(name)
            .is_some_and(|before| before.is_empty() || before.ends_with('_'))
    };
    // The longest name: `smem_box_channel`, and not `channel`.
    let all = NAMES
        .iter()
        .flat_map(|(key, names)| names.split(' ').map(move |name| (name, *key)));
    let named = all.filter(|(name, _)| is_name(name));
    let named = named.max_by_key(|(name, _)| name.len()).map(|(_, key)| key);
    named.or(match (&*previous.to_ascii_lowercase(), &*word) {
        ("desc", "addr") => Some(Key::MapAddress),
        ("global", "memory") => Some(Key::Extents),
        ("shared", "memory") => Some(Key::Box),
        ("outer", "stride") => Some(Key::DriverStrides),
        ("elem", "size") => Some(Key::Bits),
        ("l2", "promotion") => Some(Key::L2Promotion),
        ("oob", "fill") => Some(Key::OobFill),
        ("element", "strides") => Some(Key::ElementStrides),
        _ => None,
    })
}

/// The argument that an enumerator of `cuda.h` is a value of.
pub(super) fn key_of_enumerator(word: &str) -> Option<Key> {
    let upper = word.to_ascii_uppercase();
    let rest = upper.strip_prefix("CU_TENSOR_MAP_").unwrap_or(&upper);
    if rest.starts_with("SWIZZLE_") {
        return Some(Key::Swizzle);
    }
    let of_driver = upper.strip_prefix("CU_TENSOR_MAP_")?;
    [
        ("DATA_TYPE_", Key::DataType),
        ("INTERLEAVE_", Key::Interleave),
        ("L2_PROMOTION_", Key::L2Promotion),
        ("FLOAT_OOB_FILL_", Key::OobFill),
    ]
    .iter()
    .find(|(prefix, _)| of_driver.starts_with(prefix))
    .map(|(_, key)| *key)
}

impl Key {
    /// Whether its value is one of an enumeration.
    pub(crate) const fn is_choice(self) -> bool {
        matches!(
            self,
            Self::DataType | Self::Interleave | Self::Swizzle | Self::L2Promotion | Self::OobFill
        )
    }

    /// Whether its value is a list of numbers.
    pub(super) const fn is_list(self) -> bool {
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
}

/// A key and its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry<'a> {
    pub(super) key: Key,
    /// The name of the key, as written in the text.
    pub(super) name: &'a str,
    /// The value, as written in the text.
    pub(super) text: &'a str,
    /// Its numbers; none for an enumeration.
    pub(super) numbers: Vec<i128>,
}

impl<'a> Entry<'a> {
    pub(super) fn choice(key: Key, name: &'a str, text: &'a str) -> Self {
        Self {
            key,
            name,
            text,
            numbers: Vec::new(),
        }
    }

    /// Whether it is of tensor maps alone.
    pub(super) fn is_strong(&self) -> bool {
        match self.key {
            Key::Box => self.numbers.len() > 1 || self.name.len() > 3,
            Key::Extents
            | Key::Strides
            | Key::DriverStrides
            | Key::Address
            | Key::ElementStrides
            | Key::Channels
            | Key::Pixels
            | Key::LowerCorner
            | Key::UpperCorner
            | Key::L2Promotion
            | Key::OobFill => true,
            Key::DataType
            | Key::Rank
            | Key::Interleave
            | Key::Swizzle
            | Key::MapAddress
            | Key::Bits => false,
        }
    }
}

/// Words of a text: runs of letters, digits and `_`, with where they begin.
pub(super) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut at = 0;
    std::iter::from_fn(move || {
        let from = at + text[at..].find(is_part)?;
        let length = text[from..].find(|c| !is_part(c));
        at = length.map_or(text.len(), |length| from + length);
        Some((from, &text[from..at]))
    })
}

/// Numbers, and where they begin and end.
pub(super) type Numbers = (Vec<i128>, usize, usize);

/// Returns the start of a value: behind the size of an array, `=` and `:`.
fn begin(text: &str) -> usize {
    let mut at = 0;
    if text.starts_with('[')
        && let Some(close) = text.find(']')
        && text[close + 1..].trim_start().starts_with('=')
    {
        at = close + 1;
    }
    let is_between = |c: char| c.is_whitespace() || matches!(c, '=' | ':');
    at + (text[at..]
        .find(|c| !is_between(c))
        .unwrap_or(text.len() - at))
}

/// A number at the start of a text, and its length.
fn number(text: &str) -> Option<(i128, usize)> {
    let is_negative = text.starts_with('-');
    // `_64` is a constant of CuTe.
    let skip = usize::from(is_negative || text.starts_with('_'));
    let digits = &text[skip..];
    let (radix, from) = match digits.get(..2) {
        Some("0x" | "0X") => (16, 2),
        _ => (10, 0),
    };
    let length = digits[from..].find(|c: char| !c.is_digit(radix));
    let length = length.unwrap_or(digits.len() - from);
    let value = i128::from_str_radix(digits.get(from..from + length)?, radix).ok()?;
    let end = skip + from + length;
    let suffix = text[end..].find(|c| !matches!(c, 'u' | 'U' | 'l' | 'L'));
    let suffix = suffix.unwrap_or(text.len() - end);
    Some((if is_negative { -value } else { value }, end + suffix))
}

/// The separator between two numbers of a list without brackets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Between {
    Space,
    Comma,
    Product,
}

/// The separator between two numbers, and its length; none where the list ends.
fn between(text: &str) -> Option<(Between, usize)> {
    let sign = text.trim_start();
    let space = text.len() - sign.len();
    let (kind, length) = match sign.chars().next()? {
        ',' => (Between::Comma, 1),
        'x' | 'X' | '*' => (Between::Product, 1),
        '×' => (Between::Product, '×'.len_utf8()),
        'b' if sign.starts_with("by ") && space > 0 => (Between::Product, 2),
        _ if space > 0 => (Between::Space, 0),
        _ => return None,
    };
    let behind = &sign[length..];
    let gap = behind.len() - behind.trim_start().len();
    Some((kind, space + length + gap))
}

/// A number that is not the beginning of a name: `128`, and not `128B`.
fn whole_number(text: &str) -> Option<(i128, usize)> {
    let (value, length) = number(text)?;
    let behind = &text[length..];
    let is_product = behind
        .strip_prefix(['x', 'X'])
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let is_name = behind.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    (!is_name || is_product).then_some((value, length))
}

/// Longer lists are of nothing that a map holds: its longest have five numbers.
const LIST_MAX: usize = 32;

/// A list of numbers: in brackets, or with one kind of sign between them, spaces, commas or `x`.
pub(super) fn numbers(text: &str) -> Option<Numbers> {
    let from = begin(text);
    if text[from..].starts_with(['(', '[', '{']) {
        return in_brackets(text, from);
    }
    let (first, length) = whole_number(&text[from..])?;
    let (mut found, mut end, mut kind) = (vec![first], from + length, None);
    while found.len() < LIST_MAX
        && let Some((sign, gap)) = between(&text[end..])
        && kind.is_none_or(|kind| kind == sign)
        && let Some((value, length)) = whole_number(&text[end + gap..])
    {
        kind = Some(sign);
        found.push(value);
        end += gap + length;
    }
    Some((found, from, end))
}

/// A list in brackets, with any separators between its numbers; none where it holds something else.
fn in_brackets(text: &str, from: usize) -> Option<Numbers> {
    let (mut at, mut depth, mut found) = (from, 0_u32, Vec::new());
    while let Some(c) = text[at..].chars().next() {
        if let Some((value, length)) = number(&text[at..]) {
            if found.len() == LIST_MAX {
                return None;
            }
            found.push(value);
            at += length;
            continue;
        }
        at += c.len_utf8();
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return (!found.is_empty()).then_some((found, from, at));
                }
            }
            ',' | '*' | '×' | 'x' => {}
            c if c.is_whitespace() => {}
            _ => return None,
        }
    }
    None
}

/// The first number of a value: an address may have more behind it, and may be spelled as a null pointer.
pub(super) fn first_number(text: &str) -> Option<Numbers> {
    let from = begin(text);
    let rest = &text[from..];
    for null in ["(nil)", "nullptr", "NULL"] {
        if rest.starts_with(null) {
            return Some((vec![0], from, from + null.len()));
        }
    }
    let (value, length) = number(rest)?;
    Some((vec![value], from, from + length))
}

/// Returns the start and end of an enumeration's value: casts, a number or a name, and the name in parentheses behind it.
pub(super) fn choice_end(text: &str) -> Option<(usize, usize)> {
    let from = begin(text);
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut at = from;
    loop {
        let rest = &text[at..];
        let word = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        if word > 0 {
            let is_type = rest[..word].starts_with("CUtensorMap") || &rest[..word] == "static_cast";
            at += word;
            if !is_type {
                break;
            }
        } else {
            match rest.chars().next()? {
                '(' | ')' | '<' | '>' | ':' | '.' | ' ' => at += 1,
                _ => return None,
            }
        }
    }
    let rest = &text[at..];
    let is_named = rest.trim_start().starts_with("(CU_");
    let close = rest.find(')').filter(|_| is_named || rest.starts_with(')'));
    Some((from, close.map_or(at, |close| at + close + 1)))
}
