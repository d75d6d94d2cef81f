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
