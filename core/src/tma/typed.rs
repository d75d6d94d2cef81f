//! A tensor map from what somebody types: names, and lists of numbers.

use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use crate::hardware::Named as _;
use crate::tma::tensor_map::{
    DIMENSIONS_MAX, DataType, Dimension, Interleave, MapSwizzle, TensorMap,
};

/// The arguments of `cuTensorMapEncodeTiled` as texts; lists have commas or spaces, the contiguous dimension first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypedMap {
    /// `CUtensorMapDataType`, by the end of its name.
    pub data_type: String,
    /// `CUtensorMapSwizzle`.
    pub swizzle: String,
    /// `CUtensorMapInterleave`.
    pub interleave: String,
    /// Extents of the tensor in elements.
    pub extents: String,
    /// Strides in bytes, of all dimensions but the first; empty where the tensor is packed.
    pub strides: String,
    /// Extents of the box in elements.
    pub box_elements: String,
    /// Element strides; empty for 1 everywhere.
    pub element_strides: String,
}

impl Default for TypedMap {
    fn default() -> Self {
        Self {
            data_type: DataType::Bfloat16.name().into(),
            swizzle: MapSwizzle::B128.name().into(),
            interleave: Interleave::None.name().into(),
            extents: "4096, 4096".into(),
            strides: String::new(),
            box_elements: "64, 128".into(),
            element_strides: String::new(),
        }
    }
}

/// A field that says no tensor map: its name, and why.
pub type TypedFault = (&'static str, String);

fn numbers(name: &'static str, text: &str) -> Result<Vec<u64>, TypedFault> {
    let words = text.split(|c: char| c == ',' || c.is_whitespace() || matches!(c, '{' | '}'));
    let number = |word: &str| {
        let value = match word.strip_prefix("0x") {
            Some(hex) => u64::from_str_radix(hex, 16),
            None => word.parse(),
        };
        let short: String = word.chars().take(20).collect();
        value.map_err(|_| (name, format!("“{short}” is no number")))
    };
    words.filter(|word| !word.is_empty()).map(number).collect()
}

impl TypedMap {
    /// The map.
    ///
    /// ```
    /// use swizzle_core::tma::TypedMap;
    /// let typed = TypedMap { extents: "4096, 512".into(), box_elements: "64 16".into(), ..TypedMap::default() };
    /// let map = typed.map().unwrap();
    /// assert_eq!((map.dimensions.len(), map.dimensions[1].stride_bytes), (2, 8192));
    /// let fault = TypedMap { box_elements: "64".into(), ..typed }.map().unwrap_err();
    /// assert_eq!(fault.0, "box");
    /// ```
    ///
    /// # Errors
    /// With the field at fault, where it is no number, or lists are not of one length.
    pub fn map(&self) -> Result<TensorMap, TypedFault> {
        let data_type =
            DataType::from_name(&self.data_type).map_err(|why| ("data type", why.to_string()))?;
        let swizzle =
            MapSwizzle::from_name(&self.swizzle).map_err(|why| ("swizzle", why.to_string()))?;
        let interleave = Interleave::from_name(&self.interleave)
            .map_err(|why| ("interleave", why.to_string()))?;
        let extents = numbers("extents", &self.extents)?;
        let rank = extents.len();
        if !(1..=DIMENSIONS_MAX).contains(&rank) {
            return Err((
                "extents",
                format!("a tensor has 1 to {DIMENSIONS_MAX} dimensions, here are {rank}"),
            ));
        }
        let list = |name: &'static str, text: &str, count: usize, assumed: &[u64]| {
            let list = numbers(name, text)?;
            match list.len() {
                0 if !assumed.is_empty() || count == 0 => Ok(assumed.to_vec()),
                length if length == count => Ok(list),
                length => Err((
                    name,
                    format!("{count} numbers are wanted, here are {length}"),
                )),
            }
        };
        let mut packed = Vec::new();
        let mut bytes = extents[0].saturating_mul(data_type.global_bits().into()) / 8;
        for extent in &extents[1..] {
            packed.push(bytes);
            bytes = bytes.saturating_mul(*extent);
        }
        let strides = list("strides", &self.strides, rank - 1, &packed)?;
        let boxes = list("box", &self.box_elements, rank, &[])?;
        let every = list(
            "element strides",
            &self.element_strides,
            rank,
            &[1; DIMENSIONS_MAX][..rank],
        )?;
        let narrow = |name: &'static str, value: u64| {
            u32::try_from(value).map_err(|_| (name, format!("{value} is too large")))
        };
        let dimension = |at: usize| {
            Ok(Dimension {
                extent: extents[at],
                stride_bytes: if at == 0 { 0 } else { strides[at - 1] },
                box_elements: narrow("box", boxes[at])?,
                element_stride: narrow("element strides", every[at])?,
            })
        };
        let dimensions = (0..rank)
            .map(dimension)
            .collect::<Result<Vec<Dimension>, TypedFault>>()?;
        Ok(TensorMap {
            data_type,
            interleave,
            swizzle,
            global_address: 0,
            dimensions,
        })
    }
}
