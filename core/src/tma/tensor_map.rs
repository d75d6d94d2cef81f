//! A tensor map: the arguments of `cuTensorMapEncodeTiled`.

use alloc::vec::Vec;

use crate::hardware::Element;
use crate::hardware::named::named;
use crate::law::{Swizzle, Xor};
use crate::tma::options::{L2Promotion, OobFill};

/// Maximum dimensions of a tensor map.
pub const DIMENSIONS_MAX: usize = 5;

named! {
    /// `CUtensorMapDataType`, by the end of its name.
    pub enum DataType "data type" {
        /// Unsigned byte.
        Uint8 => "UINT8",
        /// 16-bit unsigned.
        Uint16 => "UINT16",
        /// 32-bit unsigned.
        Uint32 => "UINT32",
        /// 32-bit signed.
        Int32 => "INT32",
        /// 64-bit unsigned.
        Uint64 => "UINT64",
        /// 64-bit signed.
        Int64 => "INT64",
        /// IEEE half.
        Float16 => "FLOAT16",
        /// IEEE single.
        Float32 => "FLOAT32",
        /// IEEE double.
        Float64 => "FLOAT64",
        /// bfloat16.
        Bfloat16 => "BFLOAT16",
        /// IEEE single. By its name it flushes denormals; on an H200 they arrive unchanged.
        Float32Ftz => "FLOAT32_FTZ",
        /// Rounded to TensorFloat-32, to nearest even.
        Tfloat32 => "TFLOAT32",
        /// TensorFloat-32 with denormals flushed.
        Tfloat32Ftz => "TFLOAT32_FTZ",
        /// 16 4-bit elements in 8 bytes of shared memory.
        U4Align8B => "16U4_ALIGN8B",
        /// 16 4-bit elements in 16 bytes: 8 of data, 8 of padding.
        U4Align16B => "16U4_ALIGN16B",
        /// 16 6-bit elements in 16 bytes: 12 of data, 4 of padding.
        U6Align16B => "16U6_ALIGN16B",
    }
}

impl DataType {
    /// Bits of an element in global memory.
    #[must_use]
    pub const fn global_bits(self) -> u32 {
        match self {
            Self::Uint8 => 8,
            Self::Uint16 | Self::Float16 | Self::Bfloat16 => 16,
            Self::Uint32
            | Self::Int32
            | Self::Float32
            | Self::Float32Ftz
            | Self::Tfloat32
            | Self::Tfloat32Ftz => 32,
            Self::Uint64 | Self::Int64 | Self::Float64 => 64,
            Self::U4Align8B | Self::U4Align16B => 4,
            Self::U6Align16B => 6,
        }
    }

    /// Bits of an element in shared memory, including padding.
    #[must_use]
    pub const fn shared_bits(self) -> u32 {
        if self.is_padded() { 8 } else { self.global_bits() }
    }

    /// Whether elements are narrower than a byte.
    #[must_use]
    pub(super) const fn is_sub_byte(self) -> bool {
        self.global_bits() < 8
    }

    /// Whether it is a floating-point type.
    #[must_use]
    pub(super) const fn is_float(self) -> bool {
        match self {
            Self::Float16
            | Self::Float32
            | Self::Float64
            | Self::Bfloat16
            | Self::Float32Ftz
            | Self::Tfloat32
            | Self::Tfloat32Ftz => true,
            Self::Uint8
            | Self::Uint16
            | Self::Uint32
            | Self::Int32
            | Self::Uint64
            | Self::Int64
            | Self::U4Align8B
            | Self::U4Align16B
            | Self::U6Align16B => false,
        }
    }

    /// Whether 16 elements are padded to 16 bytes of shared memory.
    #[must_use]
    pub const fn is_padded(self) -> bool {
        matches!(self, Self::U4Align16B | Self::U6Align16B)
    }

    /// The usual element type of a tile with this data.
    #[must_use]
    pub const fn element(self) -> Option<Element> {
        Some(match self {
            Self::Uint8 => Element::U8,
            Self::Float16 | Self::Uint16 => Element::F16,
            Self::Bfloat16 => Element::Bf16,
            Self::Float32
            | Self::Float32Ftz
            | Self::Tfloat32
            | Self::Tfloat32Ftz
            | Self::Uint32
            | Self::Int32 => Element::Tf32,
            Self::U4Align8B => Element::E2m1Packed,
            Self::U4Align16B => Element::E2m1,
            Self::U6Align16B => Element::E2m3,
            Self::Uint64 | Self::Int64 | Self::Float64 => return None,
        })
    }

    /// The data type for elements of an operand; `None` for single bits, which are copied as bytes.
    #[must_use]
    pub const fn from_element(element: Element) -> Option<Self> {
        Some(match element {
            Element::F16 => Self::Float16,
            Element::Bf16 => Self::Bfloat16,
            Element::Tf32 => Self::Float32,
            Element::E4m3 | Element::E5m2 | Element::S8 | Element::U8 => Self::Uint8,
            Element::E2m3 | Element::E3m2 => Self::U6Align16B,
            Element::E2m1 => Self::U4Align16B,
            Element::E2m1Packed => Self::U4Align8B,
            Element::B1 => return None,
        })
    }
}

named! {
    /// `CUtensorMapSwizzle`.
    pub enum MapSwizzle "swizzle" {
        /// None: plain rows.
        None => "none",
        /// Span of 32 bytes.
        B32 => "32B",
        /// Span of 64 bytes.
        B64 => "64B",
        /// Span of 128 bytes.
        B128 => "128B",
        /// Span of 128 bytes, 32 bytes kept together.
        B128Atom32 => "128B_ATOM_32B",
        /// Span of 128 bytes, 32 bytes kept together, with the halves of a unit swapped in every other line.
        B128Atom32Flip8 => "128B_ATOM_32B_FLIP_8B",
        /// Span of 128 bytes, 64 bytes kept together.
        B128Atom64 => "128B_ATOM_64B",
    }
}

impl MapSwizzle {
    /// Row pitch in shared memory, independent of the box; `None` without swizzle, where rows are as long as the box.
    ///
    /// Source: measured on an H200 for 32B, 64B and 128B.
    #[must_use]
    pub const fn span_bytes(self) -> Option<u32> {
        match self {
            Self::None => None,
            Self::B32 => Some(32),
            Self::B64 => Some(64),
            Self::B128 | Self::B128Atom32 | Self::B128Atom32Flip8 | Self::B128Atom64 => Some(128),
        }
    }

    /// Whether it keeps more than 16 bytes together.
    #[must_use]
    pub(super) const fn has_wide_atom(self) -> bool {
        matches!(self, Self::B128Atom32 | Self::B128Atom32Flip8 | Self::B128Atom64)
    }

    /// The XOR; `None` for the mode that also flips halves of units.
    ///
    /// Source: PTX ISA, "Swizzling Modes"; 32B, 64B and 128B measured on an H200.
    #[must_use]
    pub const fn xor(self) -> Option<Xor> {
        Some(match self {
            Self::None => Swizzle::None.xor(),
            Self::B32 => Swizzle::B32.xor(),
            Self::B64 => Swizzle::B64.xor(),
            Self::B128 => Swizzle::B128.xor(),
            Self::B128Atom32 => Swizzle::B128Atom32.xor(),
            Self::B128Atom64 => Xor { bits: 1, base: 6, shift: 1 },
            Self::B128Atom32Flip8 => return None,
        })
    }

    /// The mode that writes what a descriptor of this mode reads.
    #[must_use]
    pub const fn from_swizzle(swizzle: Swizzle) -> Self {
        match swizzle {
            Swizzle::None => Self::None,
            Swizzle::B32 => Self::B32,
            Swizzle::B64 => Self::B64,
            Swizzle::B128 => Self::B128,
            Swizzle::B128Atom32 => Self::B128Atom32,
        }
    }

    /// The enumerator in CUDA's header, after `CU_TENSOR_MAP_SWIZZLE_`.
    #[must_use]
    pub const fn enumerator(self) -> &'static str {
        match self {
            Self::None => "NONE",
            Self::B32 => "32B",
            Self::B64 => "64B",
            Self::B128 => "128B",
            Self::B128Atom32 => "128B_ATOM_32B",
            Self::B128Atom32Flip8 => "128B_ATOM_32B_FLIP_8B",
            Self::B128Atom64 => "128B_ATOM_64B",
        }
    }
}

named! {
    /// `CUtensorMapInterleave`.
    pub enum Interleave "interleave" {
        /// None.
        None => "none",
        /// NC/8HWC8: slices of 16 bytes.
        B16 => "16B",
        /// NC/16HWC16: slices of 32 bytes.
        B32 => "32B",
    }
}

/// One dimension of a tensor and of the box that is cut out of it. The first is the contiguous one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Dimension {
    /// Elements of the tensor.
    pub extent: u64,
    /// Bytes from one index to the next; not used for the first dimension.
    pub stride_bytes: u64,
    /// Elements of the box.
    pub box_elements: u32,
    /// Element stride: the step between copied elements; not used for the first dimension.
    pub element_stride: u32,
}

/// The arguments that `cuTensorMapEncodeIm2col` has instead of a box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Im2col {
    /// `channelsPerPixel`: elements of the first dimension.
    pub channels: u32,
    /// `pixelsPerColumn`: they land like the rows of a box.
    pub pixels: u32,
    /// `pixelBoxLowerCorner`, of all dimensions between the first and the last.
    pub lower: Vec<i64>,
    /// `pixelBoxUpperCorner`, of the same dimensions.
    pub upper: Vec<i64>,
}

/// A tensor map, as the arguments of `cuTensorMapEncodeTiled`, or of `cuTensorMapEncodeIm2col`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TensorMap {
    /// Type of the elements.
    pub data_type: DataType,
    /// Interleave.
    pub interleave: Interleave,
    /// Swizzle.
    pub swizzle: MapSwizzle,
    /// Address in global memory.
    pub global_address: u64,
    /// Dimensions, the contiguous one first.
    pub dimensions: Vec<Dimension>,
    /// The window and its pixels of an im2col map; the dimensions' boxes are then not used.
    pub im2col: Option<Im2col>,
    /// Promotion in L2.
    pub l2_promotion: L2Promotion,
    /// Values of elements outside the tensor.
    pub oob_fill: OobFill,
}

impl TensorMap {
    /// A map of rank 2 over a packed matrix: rows of `extent.0` elements, and boxes of `box_elements`.
    #[must_use]
    pub fn matrix(
        data_type: DataType,
        swizzle: MapSwizzle,
        extent: (u64, u64),
        box_elements: (u32, u32),
    ) -> Self {
        let row_bits = extent.0.saturating_mul(data_type.global_bits().into());
        let dimension = |extent, stride_bytes, box_elements| Dimension {
            extent,
            stride_bytes,
            box_elements,
            element_stride: 1,
        };
        Self {
            data_type,
            interleave: Interleave::None,
            swizzle,
            global_address: 0,
            dimensions: [
                dimension(extent.0, 0, box_elements.0),
                dimension(extent.1, row_bits / 8, box_elements.1),
            ]
            .into(),
            im2col: None,
            l2_promotion: L2Promotion::default(),
            oob_fill: OobFill::default(),
        }
    }

    /// Elements copied along a dimension of the box: with an element stride, fewer than the length of the box. In an im2col map the
    /// channels are the first dimension, the pixels the second.
    ///
    /// Source: CUDA driver API, `cuTensorMapEncodeTiled`, `elementStrides`: the first dimension has none.
    #[must_use]
    pub fn box_elements(&self, dimension: usize) -> u32 {
        if let Some(im2col) = &self.im2col {
            return match dimension {
                0 => im2col.channels,
                1 => im2col.pixels,
                _ => 1,
            };
        }
        self.dimensions.get(dimension).map_or(1, |one| match dimension {
            0 => one.box_elements,
            _ => one.box_elements.div_ceil(one.element_stride.max(1)),
        })
    }

    /// Bytes of the first dimension of the box in shared memory, without padding to the swizzle's span.
    #[must_use]
    pub fn inner_bytes(&self) -> u64 {
        u64::from(self.box_elements(0)) * u64::from(self.data_type.shared_bits()) / 8
    }

    /// Rows of the box: the product of all dimensions except the first.
    #[must_use]
    pub fn box_rows(&self) -> u64 {
        if let Some(im2col) = &self.im2col {
            return im2col.pixels.into();
        }
        let of_dimension = |dimension| u64::from(self.box_elements(dimension));
        (1..self.dimensions.len().min(DIMENSIONS_MAX)).map(of_dimension).fold(1, u64::saturating_mul)
    }

    /// Bytes of the box in shared memory, without the rest of a wider row.
    #[must_use]
    pub fn shared_bytes(&self) -> u64 {
        self.inner_bytes().saturating_mul(self.box_rows())
    }

    /// Bytes that the barrier of one copy counts: those of the box without padding. Elements of 4 or 6 bits are padded in shared
    /// memory only. Source: CUTLASS, TileLang and Triton, which wait for 24,576 bytes of 128 × 128 e4m3 and as many e2m1.
    #[must_use]
    pub fn transaction_bytes(&self) -> u64 {
        let row = u64::from(self.box_elements(0)) * u64::from(self.data_type.global_bits()) / 8;
        row.saturating_mul(self.box_rows())
    }
}
