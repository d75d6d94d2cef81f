//! The checked form of [`Params`]: a tile's layout, and the reads that walk it.

use crate::descriptor::{Descriptor, DescriptorFields, NoSwizzleCode};
use crate::hardware::{ADDRESS_BYTES, field_from_bytes};
use crate::hardware::{Arch, Element, LboMode, Major, Operand, read_k_bytes};
use crate::law::{
    Coord, Extent, Layout, LayoutParams, Place, Stride, StrideMeaning, Swizzle, stride_meaning,
};
use crate::tile::{Order, Params, ParamsError};

/// The value of the LBO field where it has no effect, in bytes: field 1, as the ISA's examples and CuTe write it.
pub const LBO_UNUSED_BYTES: u32 = 16;

/// An addressable tile: everything automatic is worked out, every value is as its field encodes it.
///
/// ```
/// use swizzle_core::{Coord, Params, Spec};
/// let spec = Spec::new(&Params::default())?;
/// assert_eq!(spec.steps(), 4);
/// assert_eq!(spec.descriptor(1)?.to_string(), "0x4000004000010042");
/// assert_eq!(spec.tile().byte_from_element(Coord { mn: 3, k: 40 }).byte, 0x5e0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spec {
    params: Params,
    tile: Layout,
    packed: Strides,
    descriptor_lbo_bytes: Option<u32>,
}

/// A pair of strides in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Strides {
    /// LBO; for swizzled K-major layouts the distance between the columns of K.
    pub lbo_bytes: u32,
    /// SBO.
    pub sbo_bytes: u32,
}

/// The base offset that goes with the place where the repeating pattern starts.
///
/// Source: PTX ISA, "Matrix Descriptor Format": 0 at a multiple of 1024, 512, 256 bytes (128B, 64B, 32B), else
/// `(pattern start >> 7) & 7`. The boundary comes first: the formula alone would give 4 for 64B at 512, which reads alike.
///
/// ```
/// use swizzle_core::{Swizzle, base_offset_from_pattern};
/// assert_eq!(base_offset_from_pattern(Swizzle::B128, 0x480), 1);
/// assert_eq!(base_offset_from_pattern(Swizzle::B64, 512), 0);
/// ```
#[must_use]
pub const fn base_offset_from_pattern(swizzle: Swizzle, pattern_bytes: u32) -> u8 {
    if pattern_bytes.is_multiple_of(swizzle.pattern_bytes()) || matches!(swizzle, Swizzle::None) {
        0
    } else {
        ((pattern_bytes >> 7) & 7) as u8
    }
}

/// The strides of a tile without gaps: atoms repeated to cover the extent, in the given order.
///
/// ```
/// use swizzle_core::{Element, Extent, Major, Order, Swizzle, packed_strides};
/// let tile = Extent { mn: 128, k: 128 };
/// let strides = packed_strides(Element::Bf16, Major::Mn, Swizzle::B64, tile, Order::K);
/// assert_eq!((strides.lbo_bytes, strides.sbo_bytes), (8192, 512));
/// ```
#[must_use]
pub const fn packed_strides(
    element: Element,
    major: Major,
    swizzle: Swizzle,
    extent: Extent,
    order: Order,
) -> Strides {
    let probe = Layout::new(LayoutParams {
        element,
        major,
        swizzle,
        start_bytes: 0,
        lbo_bytes: 0,
        sbo_bytes: 0,
        base_offset: 0,
        lbo_mode: LboMode::Relative,
    });
    let (columns, groups) = probe.columns_and_groups(extent);
    let atom = swizzle.atom(major).bytes();
    let columns_first = matches!(
        (major, order),
        (Major::K, Order::K) | (Major::Mn, Order::Mn)
    );
    let (column, group) = if columns_first {
        (atom, atom.wrapping_mul(columns))
    } else {
        (atom.wrapping_mul(groups), atom)
    };
    match Stride::of_columns(major, swizzle) {
        Stride::Lbo => Strides {
            lbo_bytes: column,
            sbo_bytes: group,
        },
        Stride::Sbo => Strides {
            lbo_bytes: group,
            sbo_bytes: column,
        },
    }
}

impl Spec {
    /// Works out everything automatic.
    ///
    /// # Errors
    /// [`ParamsError`] names the parameter, its value and the rule.
    pub fn new(params: &Params) -> Result<Self, ParamsError> {
        params.check()?;
        let extent = Extent {
            mn: params.mn,
            k: params.k,
        };
        let packed = packed_strides(
            params.element,
            params.major,
            params.swizzle,
            extent,
            params.order,
        );
        let by_hand = match params.lbo_mode {
            LboMode::Relative => params.lbo_bytes,
            LboMode::Absolute => None,
        };
        let lbo_bytes = if lbo_is_apart(params) {
            let reached = by_hand.filter(|_| read_columns(params) > 1);
            params.column_bytes.or(reached)
        } else {
            by_hand
        };
        let pattern = params.pattern_bytes.unwrap_or(0);
        let tile = Layout::new(LayoutParams {
            element: params.element,
            major: params.major,
            swizzle: params.swizzle,
            start_bytes: params.start_bytes,
            lbo_bytes: lbo_bytes.unwrap_or(packed.lbo_bytes),
            sbo_bytes: params.sbo_bytes.unwrap_or(packed.sbo_bytes),
            base_offset: params
                .base_offset
                .unwrap_or(base_offset_from_pattern(params.swizzle, pattern)),
            lbo_mode: LboMode::Relative,
        });
        let unused = lbo_is_apart(params) && read_columns(params) <= 1;
        let descriptor_lbo_bytes = params.lbo_bytes.or(unused.then_some(LBO_UNUSED_BYTES));
        Ok(Self {
            params: params.clone(),
            tile,
            packed,
            descriptor_lbo_bytes,
        })
    }

    /// The parameters this was made from.
    #[must_use]
    pub const fn params(&self) -> &Params {
        &self.params
    }

    /// The whole matrix in shared memory.
    #[must_use]
    pub const fn tile(&self) -> &Layout {
        &self.tile
    }

    /// Its extents.
    #[must_use]
    pub const fn extent(&self) -> Extent {
        Extent {
            mn: self.params.mn,
            k: self.params.k,
        }
    }

    /// The strides that a tile without gaps would have.
    #[must_use]
    pub const fn packed(&self) -> Strides {
        self.packed
    }

    /// Bytes of shared memory from the tile's first atom through its last, gaps included.
    #[must_use]
    pub fn span_bytes(&self) -> u32 {
        let (columns, groups) = self.tile.columns_and_groups(self.extent());
        let atom = self.tile.swizzle().atom(self.tile.major()).bytes();
        let reach = |count: u32, bytes: u32| (count - 1).saturating_mul(bytes);
        atom.saturating_add(reach(columns, self.stride_before_field(true)))
            .saturating_add(reach(groups, self.stride_before_field(false)))
    }

    /// The column or group stride before it is cut to its field: a span must not shrink by wrapping.
    fn stride_before_field(&self, columns: bool) -> u32 {
        let stride = if columns {
            Stride::of_columns(self.tile.major(), self.tile.swizzle())
        } else {
            Stride::of_groups(self.tile.major(), self.tile.swizzle())
        };
        let packed = match stride {
            Stride::Lbo => self.packed.lbo_bytes,
            Stride::Sbo => self.packed.sbo_bytes,
        };
        let encoded = self.tile.stride_bytes(stride);
        if encoded == crate::hardware::bytes_as_encoded(packed) {
            packed
        } else {
            encoded
        }
    }

    /// Elements of K in one read.
    #[must_use]
    pub const fn read_k(&self) -> u32 {
        read_k(&self.params)
    }

    /// The largest number of rows that one instruction reads of this operand: M is 64 for wgmma and up to 128 a CTA for
    /// tcgen05, N is up to 256.
    #[must_use]
    pub const fn read_mn_max(&self) -> u32 {
        match (self.params.operand, self.params.arch) {
            (Operand::A, Arch::Wgmma) => 64,
            (Operand::A, Arch::Tcgen05) => 128,
            (Operand::B, _) => 256,
        }
    }

    /// What one instruction reads: at most [`read_mn_max`](Self::read_mn_max) rows, and K of one instruction.
    #[must_use]
    pub const fn read_extent(&self) -> Extent {
        let max = self.read_mn_max();
        Extent {
            mn: if self.params.mn < max {
                self.params.mn
            } else {
                max
            },
            k: self.read_k(),
        }
    }

    /// Reads that walk the tile's K, the last one counted whole.
    #[must_use]
    pub const fn steps(&self) -> u32 {
        self.params.k.div_ceil(self.read_k())
    }

    /// Start address of a step: the tile's own address of its first element, before the XOR.
    #[must_use]
    pub const fn step_start_bytes(&self, step: u32) -> u32 {
        let first = Coord {
            mn: 0,
            k: step.wrapping_mul(self.read_k()),
        };
        self.tile
            .absolute_from_place(self.tile.place_from_element(first))
    }

    /// What a step's descriptor makes the hardware read: a layout whose element (0, 0) is the step's first.
    #[must_use]
    pub const fn read(&self, step: u32) -> Layout {
        let lbo_bytes = match (self.descriptor_lbo_bytes, self.params.lbo_mode) {
            (Some(bytes), _) => bytes,
            (None, LboMode::Relative) => self.tile.params().lbo_bytes,
            (None, LboMode::Absolute) => self.second_chunk_bytes(step),
        };
        Layout::new(LayoutParams {
            start_bytes: self.step_start_bytes(step),
            lbo_bytes,
            lbo_mode: self.params.lbo_mode,
            ..self.tile.params()
        })
    }

    /// Where a 48-byte step goes on after its 128-byte line: the start of the next column, or of its own where nothing
    /// is left over (as CuTe fills it).
    const fn second_chunk_bytes(&self, step: u32) -> u32 {
        let first = Coord {
            mn: 0,
            k: step.wrapping_mul(self.read_k()),
        };
        let place = self.tile.place_from_element(first);
        let units = self.read_k() / self.params.element.per_unit();
        let straddles = place.unit + units > self.params.swizzle.row_units();
        self.tile.absolute_from_place(Place {
            column: place.column + straddles as u32,
            unit: 0,
            slot: 0,
            group: 0,
            row: 0,
        })
    }

    /// One read as a matrix of its own: its elements are counted from the read's first, and it has a single step.
    ///
    /// ```
    /// use swizzle_core::{Coord, Params, Spec};
    /// let spec = Spec::new(&Params { step: 1, ..Params::default() })?;
    /// let read = spec.of_read(1);
    /// assert_eq!((read.extent().mn, read.extent().k, read.steps()), (64, 16, 1));
    /// assert_eq!(read.tile().start_bytes(), 0x420);
    /// # Ok::<(), swizzle_core::ParamsError>(())
    /// ```
    #[must_use]
    pub fn of_read(&self, step: u32) -> Self {
        let (read, extent) = (self.read(step), self.read_extent());
        let params = Params {
            mn: extent.mn,
            k: extent.k,
            start_bytes: read.start_bytes(),
            step: 0,
            ..self.params.clone()
        };
        Self {
            params,
            tile: read,
            packed: self.packed,
            descriptor_lbo_bytes: Some(read.params().lbo_bytes),
        }
    }

    /// The descriptor of a step.
    ///
    /// # Errors
    /// [`NoSwizzleCode`] where the architecture has no code for the swizzle.
    pub const fn descriptor(&self, step: u32) -> Result<Descriptor, NoSwizzleCode> {
        let read = self.read(step).params();
        Descriptor::encode(
            self.params.arch,
            DescriptorFields {
                start_field: field_from_bytes(read.start_bytes),
                lbo_field: field_from_bytes(read.lbo_bytes),
                sbo_field: field_from_bytes(read.sbo_bytes),
                base_offset: read.base_offset,
                lbo_mode: read.lbo_mode,
                swizzle: match (self.params.invalid_swizzle, self.params.arch) {
                    (Some(code), Arch::Tcgen05) => Err(code),
                    _ => Ok(read.swizzle),
                },
                stray_bits: self.params.stray_bits,
            },
        )
    }

    /// What a stride of this tile's mode leads from and to, by the manual and as measured.
    #[must_use]
    pub fn stride_meaning(&self, stride: Stride) -> StrideMeaning {
        let params = &self.params;
        stride_meaning(
            stride,
            params.arch,
            params.element,
            params.major,
            params.swizzle,
            params.lbo_mode,
        )
    }

    /// Whether a stride can change what one read touches.
    #[must_use]
    pub const fn is_read_by_instruction(&self, stride: Stride) -> bool {
        let layout = self.read(self.params.step);
        if matches!(stride, Stride::Lbo) && matches!(self.params.lbo_mode, LboMode::Absolute) {
            return self.read_k() / self.params.element.per_unit() > layout.first_chunk_units();
        }
        self.reaches(stride, self.read_extent())
    }

    /// Whether a stride can change where the tile's elements lie.
    #[must_use]
    pub const fn is_read_by_tile(&self, stride: Stride) -> bool {
        self.reaches(stride, self.extent())
    }

    const fn reaches(&self, stride: Stride, extent: Extent) -> bool {
        let (columns, groups) = self.tile.columns_and_groups(extent);
        let of_columns = Stride::of_columns(self.params.major, self.params.swizzle);
        if stride as u8 == of_columns as u8 {
            columns > 1
        } else {
            groups > 1
        }
    }

    /// Whether the tile's column stride is a parameter apart from the descriptor's LBO: in swizzled K-major layouts.
    #[must_use]
    pub const fn has_column_stride(&self) -> bool {
        lbo_is_apart(&self.params)
    }

    /// The start address that makes step `step` begin at `first_bytes`: how a descriptor of a later step is traced back
    /// to its tile.
    #[must_use]
    pub const fn start_from_step(&self, step: u32, first_bytes: u32) -> u32 {
        let moved = self
            .step_start_bytes(step)
            .wrapping_sub(self.tile.start_bytes());
        first_bytes.wrapping_sub(moved) % ADDRESS_BYTES
    }
}

/// In swizzled K-major layouts the descriptor's LBO and the tile's column stride are two things; so they are in absolute mode.
const fn lbo_is_apart(params: &Params) -> bool {
    matches!(params.major, Major::K) && !matches!(params.swizzle, Swizzle::None)
}

const fn read_k(params: &Params) -> u32 {
    let units = read_k_bytes(params.operand, params.sparsity, params.lbo_mode) / 16;
    units * params.element.per_unit()
}

/// Columns that one read reaches, in a relative K-major layout.
const fn read_columns(params: &Params) -> u32 {
    if matches!(params.lbo_mode, LboMode::Absolute) {
        return 2;
    }
    let width = params.swizzle.row_units() * params.element.per_unit();
    read_k(params).div_ceil(width)
}
