//! The address law of a descriptor's layout: which terms an element's address is made of.
//!
//! Terms, their sum and the exchange are [`Terms`]; this module alone decides which terms a layout has. In words: along
//! the contiguous dimension, units fill a swizzle row of `w` units, and the *column stride* leads to the next column of
//! that width; along the other dimension, rows of an atom are `16·w` bytes apart, and the *group stride* leads to the
//! next group of them. LBO is the column stride and SBO the group stride in every mode but one: MN-major without swizzle
//! exchanges them ([`Stride`]). The XOR of the swizzle is taken last, on the absolute address.
//!
//! Source: measured on H200 for wgmma (dense and sparse operands); PTX ISA, "Canonical Layouts", and CuTe for tcgen05.

use crate::hardware::{AddressSpace, Element, LINE_UNITS, LboMode, Major, UNIT_BITS, UNIT_BYTES};
use crate::law::coord::{Axis, Coord, Extent};
use crate::law::row_xor::RowXor;
use crate::law::stride::Stride;
use crate::law::swizzle::Swizzle;
use crate::law::terms::{Count, Exchange, Part, Source, Terms};

/// Parameters of the address law, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LayoutParams {
    /// Element type.
    pub element: Element,
    /// Contiguous dimension.
    pub major: Major,
    /// Swizzle mode.
    pub swizzle: Swizzle,
    /// Address of the first element, before the XOR.
    pub start_bytes: u32,
    /// Leading dimension byte offset; in [`LboMode::Absolute`] the address of the second chunk.
    pub lbo_bytes: u32,
    /// Stride dimension byte offset.
    pub sbo_bytes: u32,
    /// Matrix base offset, 0 to 7.
    pub base_offset: u8,
    /// Meaning of LBO: a distance or an address.
    pub lbo_mode: LboMode,
    /// The address space, at whose end addresses wrap.
    pub space: AddressSpace,
}

/// A layout as the hardware interprets it: [`LayoutParams`] after start, LBO and SBO went through fields as wide as its address
/// space needs.
///
/// ```
/// use swizzle_core::{Coord, Element, Layout, LayoutParams, LboMode, Major, Swizzle};
/// // Figure 157 of the PTX ISA, with bf16 elements: the unit at row 1, unit column 0 is in memory unit 9.
/// let layout = Layout::new(LayoutParams {
///     element: Element::Bf16,
///     major: Major::K,
///     swizzle: Swizzle::B128,
///     start_bytes: 0,
///     lbo_bytes: 16,
///     sbo_bytes: 1024,
///     base_offset: 0,
///     lbo_mode: LboMode::Relative,
///     space: Default::default(),
/// });
/// assert_eq!(layout.byte_from_element(Coord { mn: 1, k: 0 }).byte, 9 * 16);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Layout {
    params: LayoutParams,
    /// Bytes from one row of an atom to the next: a swizzle row, except in plain rows.
    pitch_bytes: u32,
    /// The XOR that exchanges the units of plain rows.
    row_xor: Option<RowXor>,
    /// The terms of the address law.
    terms: Terms,
}

/// A bit of shared memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BitAddress {
    /// Byte address, inside of the layout's address space.
    pub byte: u32,
    /// Bit in that byte, 0 to 7.
    pub bit: u32,
}

/// A coordinate split into the digits that the law counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Digits {
    /// Column: swizzle rows' widths along the contiguous dimension.
    pub column: u32,
    /// Unit in the swizzle row.
    pub unit: u32,
    /// Element in the unit.
    pub slot: u32,
    /// Group of rows along the other dimension.
    pub group: u32,
    /// Row in the group.
    pub row: u32,
}

impl Layout {
    /// The layout as the hardware interprets these values: low four bits dropped, wrapped at the end of the
    /// address space, base offset modulo 8.
    #[must_use]
    pub const fn new(params: LayoutParams) -> Self {
        let params = LayoutParams {
            start_bytes: params.space.bytes_as_encoded(params.start_bytes),
            lbo_bytes: params.space.bytes_as_encoded(params.lbo_bytes),
            sbo_bytes: params.space.bytes_as_encoded(params.sbo_bytes),
            base_offset: params.base_offset & 7,
            ..params
        };
        Self::with_terms(params, params.swizzle.row_bytes(), None)
    }

    /// Plain rows, as a writer without a swizzle leaves them: the contiguous dimension continues from `start_bytes`, each
    /// row starts `row_bytes` (cut to units) after the one before, and `row_xor` exchanges its units. No descriptor reads
    /// them, unless a row is a unit, or the XOR and the rows are those of a mode.
    ///
    /// ```
    /// use swizzle_core::{Coord, Element, Layout, Major};
    /// use swizzle_core::law::RowXor;
    /// let rows = Layout::plain_rows(Element::Bf16, Major::K, 0x400, 144, None);
    /// assert_eq!(rows.byte_from_element(Coord { mn: 9, k: 40 }).byte, 0x400 + 9 * 144 + 80);
    /// let rows = Layout::plain_rows(Element::Bf16, Major::K, 0x480, 128, Some(RowXor::Row3));
    /// assert_eq!(rows.byte_from_element(Coord { mn: 6, k: 40 }).byte, 0x480 + 6 * 128 + (5 ^ 2) * 16);
    /// ```
    #[must_use]
    pub const fn plain_rows(
        element: Element,
        major: Major,
        start_bytes: u32,
        row_bytes: u32,
        row_xor: Option<RowXor>,
    ) -> Self {
        let space = AddressSpace::KIB_256;
        Self::plain_rows_in(space, element, major, start_bytes, row_bytes, row_xor)
    }

    /// The same in another address space.
    #[must_use]
    pub const fn plain_rows_in(
        space: AddressSpace,
        element: Element,
        major: Major,
        start_bytes: u32,
        row_bytes: u32,
        row_xor: Option<RowXor>,
    ) -> Self {
        let rows = Swizzle::None.atom(major).rows;
        let group_bytes = row_bytes.wrapping_mul(rows);
        let (lbo_bytes, sbo_bytes) = match Stride::of_columns(major, Swizzle::None) {
            Stride::Lbo => (UNIT_BYTES, group_bytes),
            Stride::Sbo => (group_bytes, UNIT_BYTES),
        };
        let canonical = Self::new(LayoutParams {
            element,
            major,
            swizzle: Swizzle::None,
            start_bytes,
            lbo_bytes,
            sbo_bytes,
            base_offset: 0,
            lbo_mode: LboMode::Relative,
            space,
        });
        Self::with_terms(canonical.params, space.bytes_as_encoded(row_bytes), row_xor)
    }

    /// The terms of these values: within an atom fixed by element and mode, outside of it by the two strides.
    ///
    /// In [`LboMode::Absolute`] the units that would pass the end of the start's 128-byte line continue at the second
    /// chunk's address; both chunks share the rows' and groups' strides. Source: PTX ISA, "Absolute address mode for K
    /// dimension being 48B", and how CuTe feeds it; not run on hardware.
    const fn with_terms(params: LayoutParams, pitch_bytes: u32, row_xor: Option<RowXor>) -> Self {
        let (major, swizzle) = (params.major, params.swizzle);
        let (along, across) = Axis::along_and_across(major);
        let t = params.element.per_unit();
        let atom = swizzle.atom(major);
        let exchange = match row_xor {
            None => Exchange::Address { xor: swizzle.xor(), base_offset: params.base_offset },
            Some(row_xor) if row_xor.counts_rows() => Exchange::Rows { row_xor, along, per_unit: t },
            Some(row_xor) => Exchange::Address { xor: row_xor.xor_of_lines(), base_offset: 0 },
        };
        let (columns, groups) = (Stride::of_columns(major, swizzle), Stride::of_groups(major, swizzle));
        let slot_bits = params.element.pitch_bits();
        let terms = Terms::new(params.start_bytes, exchange, params.space).and(
            (along, Part::Slot),
            Count::Of(t),
            slot_bits,
            Source::Fixed,
        );
        let terms = match params.lbo_mode {
            LboMode::Relative => {
                terms.and((along, Part::Unit), Count::Of(atom.row_units), UNIT_BITS, Source::Fixed).and(
                    (along, Part::Column),
                    Count::Open,
                    params.stride_bytes(columns) * 8,
                    Source::Field(columns),
                )
            }
            LboMode::Absolute => {
                let first = first_chunk_units(params.start_bytes);
                let jump = params.lbo_bytes.wrapping_sub(params.start_bytes).wrapping_sub(first * UNIT_BYTES);
                terms.and((along, Part::Unit), Count::Open, UNIT_BITS, Source::Fixed).and_from(
                    (along, Part::Chunk),
                    first * t,
                    jump.wrapping_mul(8),
                    Source::Field(Stride::Lbo),
                )
            }
        };
        let row_source = if pitch_bytes == swizzle.row_bytes() && row_xor.is_none() {
            Source::Fixed
        } else {
            Source::Pitch
        };
        let terms = terms.and((across, Part::Row), Count::Of(atom.rows), pitch_bytes * 8, row_source).and(
            (across, Part::Group),
            Count::Open,
            params.stride_bytes(groups) * 8,
            Source::Field(groups),
        );
        Self { params, pitch_bytes, row_xor, terms }
    }

    /// The law of this layout, term by term.
    #[must_use]
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Bytes from one row of an atom to the next.
    #[must_use]
    pub const fn pitch_bytes(&self) -> u32 {
        self.pitch_bytes
    }

    /// Whether rows are placed as the swizzle mode requires.
    #[must_use]
    pub const fn is_canonical(&self) -> bool {
        self.pitch_bytes == self.params.swizzle.row_bytes() && self.row_xor.is_none()
    }

    /// The XOR that exchanges the units of plain rows.
    #[must_use]
    pub const fn row_xor(&self) -> Option<RowXor> {
        self.row_xor
    }

    /// The values, as encoded.
    #[must_use]
    pub const fn params(&self) -> LayoutParams {
        self.params
    }

    /// Returns the same rows with their units at the addresses before the XOR.
    #[must_use]
    pub(super) const fn without_row_xor(self) -> Self {
        Self::with_terms(self.params, self.pitch_bytes, None)
    }

    /// Element type.
    #[must_use]
    pub const fn element(&self) -> Element {
        self.params.element
    }

    /// Contiguous dimension.
    #[must_use]
    pub const fn major(&self) -> Major {
        self.params.major
    }

    /// Swizzle mode.
    #[must_use]
    pub const fn swizzle(&self) -> Swizzle {
        self.params.swizzle
    }

    /// Its address space, at whose end addresses wrap.
    #[must_use]
    pub const fn space(&self) -> AddressSpace {
        self.params.space
    }

    /// Address of the first element before the XOR.
    #[must_use]
    pub const fn start_bytes(&self) -> u32 {
        self.params.start_bytes
    }

    /// Bytes of one of the two strides.
    #[must_use]
    pub const fn stride_bytes(&self, stride: Stride) -> u32 {
        self.params.stride_bytes(stride)
    }

    /// Bytes from one column to the next.
    #[must_use]
    pub const fn column_bytes(&self) -> u32 {
        self.stride_bytes(Stride::of_columns(self.params.major, self.params.swizzle))
    }

    /// Bytes from one group of rows to the next.
    #[must_use]
    pub const fn group_bytes(&self) -> u32 {
        self.stride_bytes(Stride::of_groups(self.params.major, self.params.swizzle))
    }

    /// Splits a coordinate into its digits.
    #[must_use]
    pub const fn digits_from_element(&self, coord: Coord) -> Digits {
        let (along, across) = coord.along_and_across(self.params.major);
        let atom = self.params.swizzle.atom(self.params.major);
        let t = self.params.element.per_unit();
        let unit = along / t;
        Digits {
            column: unit / atom.row_units,
            unit: unit % atom.row_units,
            slot: along % t,
            group: across / atom.rows,
            row: across % atom.rows,
        }
    }

    /// Absolute address of the element's unit: base and terms added, before the XOR.
    #[must_use]
    pub const fn absolute_from_element(&self, coord: Coord) -> u32 {
        self.terms.absolute_bits(coord) / UNIT_BITS * UNIT_BYTES
    }

    /// Physical address of a unit of a row, counted along the contiguous dimension: its shared-memory address after the XOR.
    #[must_use]
    pub const fn physical_from_unit(&self, unit: u32, row: u32) -> u32 {
        let first = unit * self.params.element.per_unit();
        let bits = self.terms.physical_bits(Coord::at(self.params.major, first, row));
        bits / 8
    }

    /// Units of the contiguous dimension that the start's 128-byte line still holds, in absolute mode.
    #[must_use]
    pub const fn first_chunk_units(&self) -> u32 {
        first_chunk_units(self.params.start_bytes)
    }

    /// The row that these digits are in, counted from the first one.
    #[must_use]
    pub const fn row_from_digits(&self, digits: Digits) -> u32 {
        digits.group * self.params.swizzle.atom(self.params.major).rows + digits.row
    }

    /// Returns the address of an element in shared memory.
    ///
    /// Nothing inside a unit moves: element `i` begins at bit `i · pitch_bits` of it.
    #[must_use]
    pub const fn byte_from_element(&self, coord: Coord) -> BitAddress {
        let bits = self.terms.physical_bits(coord);
        BitAddress { byte: bits / 8, bit: bits % 8 }
    }

    /// Columns that `units` of the contiguous dimension reach into, and groups that `rows` of the other do.
    #[must_use]
    pub const fn columns_and_groups(&self, extent: Extent) -> (u32, u32) {
        let (along, across) = extent.along_and_across(self.params.major);
        let atom = self.params.swizzle.atom(self.params.major);
        (along.div_ceil(self.params.element.per_unit() * atom.row_units), across.div_ceil(atom.rows))
    }

    /// Whether a stride can change the addresses of the elements of a matrix of this extent.
    #[must_use]
    pub const fn reaches(&self, stride: Stride, extent: Extent) -> bool {
        let (columns, groups) = self.columns_and_groups(extent);
        let of_columns = Stride::of_columns(self.params.major, self.params.swizzle);
        if stride as u8 == of_columns as u8 { columns > 1 } else { groups > 1 }
    }

    /// The coordinate with these digits.
    #[must_use]
    pub const fn element_from_digits(&self, digits: Digits) -> Coord {
        let atom = self.params.swizzle.atom(self.params.major);
        let along =
            (digits.column * atom.row_units + digits.unit) * self.params.element.per_unit() + digits.slot;
        let across = digits.group * atom.rows + digits.row;
        Coord::at(self.params.major, along, across)
    }
}

impl LayoutParams {
    const fn stride_bytes(&self, stride: Stride) -> u32 {
        match stride {
            Stride::Lbo => self.lbo_bytes,
            Stride::Sbo => self.sbo_bytes,
        }
    }
}

/// Units that a line still holds from an address on.
const fn first_chunk_units(start_bytes: u32) -> u32 {
    LINE_UNITS - start_bytes / UNIT_BYTES % LINE_UNITS
}
