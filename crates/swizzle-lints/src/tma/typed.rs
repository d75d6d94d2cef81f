//! A tensor map from text input: names and lists of numbers.

use super::*;
use swizzle_expression::{Number, NumberError};

/// An argument of a typed map.
pub struct TypedField {
    /// Its name in tables, in JSON and in Python.
    pub key: &'static str,
    /// Its name in a [`TypedFault`].
    pub name: &'static str,
    /// Names that the driver and frameworks give it.
    pub aliases: &'static [&'static str],
    /// Its text.
    pub of: fn(&TypedMap) -> &String,
    /// Its text, to be written.
    pub of_mut: fn(&mut TypedMap) -> &mut String,
}

/// Declares the arguments of a typed map: the field, its name in tables, in faults, other names, and the text of the example.
macro_rules! typed_map {
    ($($(#[$doc:meta])* $field:ident $key:literal $name:literal $aliases:tt $example:expr;)*) => {
        /// The arguments of `cuTensorMapEncodeTiled` as texts, or those of `cuTensorMapEncodeIm2col`; lists have commas or spaces,
        /// the contiguous dimension first.
        ///
        /// Enumerations are read by any name and by number ([`DriverEnum::from_any`]), numbers in decimal and hex.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct TypedMap {
            $($(#[$doc])* pub $field: String,)*
        }

        impl Default for TypedMap {
            fn default() -> Self {
                Self {
                    $($field: $example.into(),)*
                }
            }
        }

        /// The arguments in the order in which they are listed.
        pub const TYPED_FIELDS: &[TypedField] = &[$(TypedField {
            key: $key,
            name: $name,
            aliases: &$aliases,
            of: |map| &map.$field,
            of_mut: |map| &mut map.$field,
        }),*];
    };
}

typed_map! {
    /// `CUtensorMapDataType`.
    data_type "type" "data type" ["data_type", "tensorDataType", "format"] DataType::Bfloat16.name();
    /// Dimensions; empty for as many as there are extents.
    rank "rank" "rank" ["tensorRank", "dim"] "";
    /// Address in global memory; empty for one that is aligned.
    global_address "global_address" "address" ["globalAddress", "gmem_address"] "";
    /// Extents of the tensor in elements.
    extents "extents" "extents" ["globalDim"] "4096, 4096";
    /// Strides in bytes of all dimensions except the first; empty for a packed tensor.
    strides "strides" "strides" ["globalStrides"] "";
    /// Extents of the box in elements; not used in an im2col map.
    box_elements "box" "box" ["boxDim"] "64, 128";
    /// Element strides; empty for 1 everywhere.
    element_strides "element_strides" "element strides" ["elementStrides"] "";
    /// `channelsPerPixel`; a number here or in `pixels` makes the map an im2col map.
    channels "channels" "channels" ["channelsPerPixel", "smem_box_channel"] "";
    /// `pixelsPerColumn`.
    pixels "pixels" "pixels" ["pixelsPerColumn", "smem_box_pixel"] "";
    /// `pixelBoxLowerCorner`, of the dimensions between the first and the last; empty for zeros.
    lower_corner "lower_corner" "lower corner" ["pixelBoxLowerCorner"] "";
    /// `pixelBoxUpperCorner`, of the same.
    upper_corner "upper_corner" "upper corner" ["pixelBoxUpperCorner"] "";
    /// `CUtensorMapInterleave`.
    interleave "interleave" "interleave" [] Interleave::None.name();
    /// `CUtensorMapSwizzle`.
    swizzle "swizzle" "swizzle" [] MapSwizzle::B128.name();
    /// `CUtensorMapL2promotion`; empty for 128 bytes.
    l2_promotion "l2_promotion" "L2 promotion" ["l2Promotion"] "";
    /// `CUtensorMapFloatOOBfill`; empty for none.
    oob_fill "oob_fill" "out-of-bounds fill" ["oobFill"] "";
}

/// A copy of a box, as text input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypedCopy {
    /// The tensor map.
    pub map: TypedMap,
    /// The chip that the map is for.
    pub target: Chip,
    /// Destination, a shared address.
    pub destination_bytes: u32,
    /// Bytes of the buffer at the destination, where they are known.
    pub buffer_bytes: Option<u32>,
}

/// A field that cannot be read: its name, and why.
pub type TypedFault = (&'static str, String);

/// The numbers of a list, which may have brackets around it.
fn numbers<T>(name: &'static str, text: &str) -> Result<Vec<T>, TypedFault>
where
    T: TryFrom<i128>,
{
    let is_between = |c: char| c.is_whitespace() || ",;{}[]()".contains(c);
    let words = text.split(is_between).flat_map(|word| {
        // `64x128` are two, `0x40` is one.
        let is_hex = word.starts_with("0x") || word.starts_with("0X");
        word.split(move |c: char| !is_hex && matches!(c, 'x' | '×'))
    });
    words.filter(|word| !word.is_empty()).map(|word| number(name, word)).collect()
}

/// A number in decimal or hex, with a sign, separators of digits, and the suffix of C.
fn number<T: TryFrom<i128>>(name: &'static str, word: &str) -> Result<T, TypedFault> {
    let (sign, digits) = match word.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, word),
    };
    let value = match Number::literal(digits, 10) {
        Ok(number) => i128::from(number.value),
        Err(NumberError::TooLarge(_)) => i128::MAX,
        Err(_) => return Err((name, format!("“{}” is not a number", quoted(word)))),
    };
    T::try_from(value.saturating_mul(sign)).map_err(|_| {
        let why = if sign < 0 { "negative" } else { "too large" };
        (name, format!("{} is {why}", quoted(word)))
    })
}

/// The one number of a field; `None` where it is empty.
fn single<T: TryFrom<i128>>(name: &'static str, text: &str) -> Result<Option<T>, TypedFault> {
    let text = text.trim();
    if text.is_empty() { Ok(None) } else { number(name, text).map(Some) }
}

/// A value of an enumeration, the default if the field is empty.
fn choice<T: DriverEnum>(name: &'static str, text: &str, usual: T) -> Result<T, TypedFault> {
    if text.trim().is_empty() {
        return Ok(usual);
    }
    T::from_any(text).map_err(|why| (name, why))
}

/// A list of `count` numbers, or the default if it is empty.
fn list<T: TryFrom<i128> + Clone>(
    name: &'static str,
    text: &str,
    count: usize,
    assumed: &[T],
) -> Result<Vec<T>, TypedFault> {
    let list = numbers(name, text)?;
    match list.len() {
        0 if !assumed.is_empty() || count == 0 => Ok(assumed.to_vec()),
        length if length == count => Ok(list),
        length => Err((name, format!("expected {count} numbers, got {length}"))),
    }
}

/// Strides in bytes of a packed tensor, of all dimensions except the first.
fn packed_strides(extents: &[u64], data_type: DataType) -> Vec<u64> {
    let mut packed = Vec::new();
    let Some((first, others)) = extents.split_first() else {
        return packed;
    };
    let mut bytes = first.saturating_mul(data_type.global_bits().into()) / 8;
    for extent in others {
        packed.push(bytes);
        bytes = bytes.saturating_mul(*extent);
    }
    packed
}

impl TypedMap {
    /// Whether it is a map of `cuTensorMapEncodeIm2col`.
    pub fn is_im2col(&self) -> bool {
        !self.channels.trim().is_empty() || !self.pixels.trim().is_empty()
    }

    /// The map.
    ///
    /// ```
    /// use swizzle_core::tma::MapSwizzle;
    /// use swizzle_lints::tma::TypedMap;
    /// let typed = TypedMap { extents: "4096, 512".into(), box_elements: "64 16".into(), ..TypedMap::default() };
    /// let map = typed.map().unwrap();
    /// assert_eq!((map.dimensions.len(), map.dimensions[1].stride_bytes), (2, 8192));
    /// let fault = TypedMap { box_elements: "64".into(), ..typed }.map().unwrap_err();
    /// assert_eq!(fault.0, "box");
    /// let by_number = TypedMap { swizzle: "2".into(), data_type: "format 6".into(), ..TypedMap::default() };
    /// assert_eq!(by_number.map().unwrap().swizzle, MapSwizzle::B64);
    /// ```
    ///
    /// # Errors
    /// Returns the field at fault if it is not a number or a list has the wrong length.
    pub fn map(&self) -> Result<TensorMap, TypedFault> {
        let data_type = choice("data type", &self.data_type, DataType::Bfloat16)?;
        let swizzle = choice("swizzle", &self.swizzle, MapSwizzle::None)?;
        let interleave = choice("interleave", &self.interleave, Interleave::None)?;
        let extents: Vec<u64> = numbers("extents", &self.extents)?;
        let rank = self.rank_of(extents.len())?;
        let packed = packed_strides(&extents[..rank], data_type);
        let strides: Vec<u64> = list("strides", &self.strides, rank - 1, &packed)?;
        let ones = [1_u32; DIMENSIONS_MAX];
        let im2col = self.window(rank)?;
        let boxes: Vec<u32> = match im2col {
            Some(_) => ones[..rank].to_vec(),
            None => list("box", &self.box_elements, rank, &[])?,
        };
        let every = list("element strides", &self.element_strides, rank, &ones[..rank])?;
        let dimension = |at: usize| Dimension {
            extent: extents[at],
            stride_bytes: if at == 0 { 0 } else { strides[at - 1] },
            box_elements: boxes[at],
            element_stride: every[at],
        };
        Ok(TensorMap {
            data_type,
            interleave,
            swizzle,
            global_address: single("address", &self.global_address)?.unwrap_or(0),
            dimensions: (0..rank).map(dimension).collect(),
            im2col,
            l2_promotion: choice("L2 promotion", &self.l2_promotion, L2Promotion::default())?,
            oob_fill: choice("out-of-bounds fill", &self.oob_fill, OobFill::default())?,
        })
    }

    /// The rank, given the number of extents.
    fn rank_of(&self, extents: usize) -> Result<usize, TypedFault> {
        if !(1..=DIMENSIONS_MAX).contains(&extents) {
            return Err(("extents", format!("expected 1 to {DIMENSIONS_MAX} dimensions, got {extents}")));
        }
        let rank: Option<usize> = single("rank", &self.rank)?;
        match rank {
            None => Ok(extents),
            Some(rank) if (1..=extents).contains(&rank) => Ok(rank),
            Some(rank) => Err(("rank", format!("rank {rank} does not match {extents} extents"))),
        }
    }

    /// The window of an im2col map.
    fn window(&self, rank: usize) -> Result<Option<Im2col>, TypedFault> {
        if !self.is_im2col() {
            return Ok(None);
        }
        let zeros = [0_i64; DIMENSIONS_MAX];
        let corners = rank.saturating_sub(2);
        let missing = |name: &'static str| (name, "the value is empty".to_string());
        Ok(Some(Im2col {
            channels: single("channels", &self.channels)?.ok_or_else(|| missing("channels"))?,
            pixels: single("pixels", &self.pixels)?.ok_or_else(|| missing("pixels"))?,
            lower: list("lower corner", &self.lower_corner, corners, &zeros[..corners])?,
            upper: list("upper corner", &self.upper_corner, corners, &zeros[..corners])?,
        }))
    }
}
