//! The address law of a descriptor's layout: which terms an element's address is made of.
//!
//! Terms, their sum and the exchange are [`Terms`]; this module alone decides which terms a layout has. In words: along
//! the contiguous dimension, units fill a swizzle row of `w` units, and the *column stride* leads to the next column of
//! that width; along the other dimension, rows of an atom are `16·w` bytes apart, and the *group stride* leads to the
//! next group of them. LBO is the column stride and SBO the group stride in every mode but one: MN-major without swizzle
//! exchanges them ([`Stride`]). The XOR of the swizzle is taken last, on the absolute address.
//!
//! Source: measured on H200 for wgmma (dense and sparse operands); PTX ISA, "Canonical Layouts", and CuTe for tcgen05.

use crate::hardware::{AddressSpace, Element, LINE_BYTES, LINE_UNITS, LboMode, Major, UNIT_BYTES};
use crate::law::coord::{Axis, Coord, Extent};
use crate::law::row_xor::{RowXor, XorOf};
use crate::law::stride::Stride;
use crate::law::swizzle::{Atom, Swizzle};
use crate::law::terms::{Count, Exchange, Part, Source, Terms};
use crate::law::xor::Xor;

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
    /// Rows of a pitch of their own; none in a swizzle mode's form.
    rows: Option<Rows>,
    /// Units of one column and rows of one group.
    atom: Atom,
    /// Bytes of the units that stay whole.
    unit_bytes: u32,
    /// The terms of the address law.
    terms: Terms,
}

/// Rows as a writer without a swizzle mode leaves them.
///
/// ```
/// use swizzle_core::law::{Pad, Rows};
/// use swizzle_core::{Coord, Element, Layout, Major};
/// let rows = |rows| Layout::of_rows(Default::default(), Element::Tf32, Major::K, 0x400, rows);
/// // float tile[32][33]
/// let odd = rows(Rows { pitch_bytes: 132, ..Rows::default() });
/// assert_eq!((odd.byte_from_element(Coord { mn: 3, k: 5 }).byte, odd.unit_bytes()), (0x400 + 3 * 132 + 20, 4));
/// // Triton's padded_shared<[256:+4]> on rows of 32 elements: 16 bytes more after 8 rows.
/// let padded = rows(Rows { pitch_bytes: 128, pad: Some(Pad::Between { rows: 8, bytes: 16 }), ..Rows::default() });
/// assert_eq!(padded.byte_from_element(Coord { mn: 17, k: 0 }).byte, 0x400 + 17 * 128 + 2 * 16);
/// let words = rows(Rows { pitch_bytes: 128, xor: Some("row-and-31-4B".parse()?), pad: None });
/// assert_eq!(words.byte_from_element(Coord { mn: 3, k: 5 }).byte, 0x400 + 3 * 128 + (5 ^ 3) * 4);
/// # Ok::<(), swizzle_core::hardware::UnknownName>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Rows {
    /// Bytes from one row to the next.
    pub pitch_bytes: u32,
    /// Bytes that are left free besides.
    pub pad: Option<Pad>,
    /// The XOR that exchanges units.
    pub xor: Option<RowXor>,
}

/// Bytes that a writer leaves free at a regular distance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pad {
    /// Within each row.
    Within {
        /// Bytes of the row between two of them.
        every_bytes: u32,
        /// Bytes that are left free.
        bytes: u32,
    },
    /// Between rows.
    Between {
        /// Rows between two of them.
        rows: u32,
        /// Bytes that are left free.
        bytes: u32,
    },
}

impl Rows {
    /// The same with every distance cut to whole elements.
    const fn whole(self, space: AddressSpace, element: Element) -> Self {
        let least = least_unit_bytes(element);
        let pitch_bytes = space.wrapped(self.pitch_bytes / least * least);
        let pad = match self.pad {
            Some(Pad::Within { every_bytes, bytes }) => Some(Pad::Within {
                every_bytes: every_bytes / least * least,
                bytes: space.wrapped(bytes / least * least),
            }),
            Some(Pad::Between { rows, bytes }) => {
                Some(Pad::Between { rows, bytes: space.wrapped(bytes / least * least) })
            }
            None => None,
        };
        Self { pitch_bytes, pad, ..self }
    }

    /// Bytes of the largest units that stay whole, at most 16: pitch, padding and XOR are of whole units.
    const fn unit_bytes(&self, element: Element) -> u32 {
        let mut together = self.pitch_bytes | UNIT_BYTES;
        match self.pad {
            Some(Pad::Within { every_bytes, bytes }) => together |= every_bytes | bytes,
            Some(Pad::Between { bytes, .. }) => together |= bytes,
            None => {}
        }
        if let Some(xor) = self.xor
            && let Some(bytes) = xor.unit_bytes(element)
        {
            together |= bytes;
        }
        1 << together.trailing_zeros()
    }
}

/// Bytes of the smallest unit that holds whole elements; the units of padded ones end in padding.
const fn least_unit_bytes(element: Element) -> u32 {
    if element.is_padded() { UNIT_BYTES } else { element.pitch_bits().div_ceil(8) }
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
        Self::with_terms(params, None, UNIT_BYTES)
    }

    /// Plain rows, as a writer without a swizzle leaves them: the contiguous dimension continues from `start_bytes`, each
    /// row starts `row_bytes` after the one before, and `row_xor` exchanges its units. No descriptor reads them, unless a
    /// row is a unit, or the XOR and the rows are those of a mode.
    ///
    /// ```
    /// use swizzle_core::{Coord, Element, Layout, Major};
    /// use swizzle_core::law::RowXor;
    /// let rows = Layout::plain_rows(Element::Bf16, Major::K, 0x400, 144, None);
    /// assert_eq!(rows.byte_from_element(Coord { mn: 9, k: 40 }).byte, 0x400 + 9 * 144 + 80);
    /// let rows = Layout::plain_rows(Element::Bf16, Major::K, 0x480, 128, Some(RowXor::rows(0, 2)));
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
        let rows = Rows { pitch_bytes: row_bytes, pad: None, xor: row_xor };
        Self::of_rows(AddressSpace::KIB_256, element, major, start_bytes, rows)
    }

    /// Rows with padding and an XOR of any units, in an address space. Distances are cut to whole elements, and an XOR of
    /// parts of elements exchanges nothing.
    #[must_use]
    pub const fn of_rows(
        space: AddressSpace,
        element: Element,
        major: Major,
        start_bytes: u32,
        rows: Rows,
    ) -> Self {
        let rows = rows.whole(space, element);
        let group_bytes = rows.pitch_bytes.wrapping_mul(Swizzle::None.atom(major).rows);
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
        Self::with_terms(canonical.params, Some(rows), UNIT_BYTES)
    }

    /// The terms of these values: within an atom fixed by element and mode, outside of it by the two strides.
    ///
    /// In [`LboMode::Absolute`] the units that would pass the end of the start's 128-byte line continue at the second
    /// chunk's address; both chunks share the rows' and groups' strides. Source: PTX ISA, "Absolute address mode for K
    /// dimension being 48B", and how CuTe feeds it; not run on hardware.
    const fn with_terms(params: LayoutParams, rows: Option<Rows>, unit_bytes: u32) -> Self {
        let (along, across) = Axis::along_and_across(params.major);
        let (element, swizzle) = (params.element, params.swizzle);
        let (columns, groups) =
            (Stride::of_columns(params.major, swizzle), Stride::of_groups(params.major, swizzle));
        let form = match rows {
            None => Form {
                unit_bytes,
                atom: Atom { row_units: swizzle.row_bytes() / unit_bytes, ..swizzle.atom(params.major) },
                column_bytes: params.stride_bytes(columns),
                row_bytes: swizzle.row_bytes(),
                group_bytes: params.stride_bytes(groups),
            },
            Some(rows) => Form::of_rows(&rows, element, swizzle.atom(params.major).rows, unit_bytes),
        };
        let (unit_bits, t) = (form.unit_bytes * 8, form.unit_bytes * 8 / element.slot_bits());
        let exchange = exchange(&params, rows, along);
        let terms = Terms::new(params.start_bytes, exchange, params.space).and(
            (along, Part::Slot),
            Count::Of(t),
            element.pitch_bits(),
            Source::Fixed,
        );
        let terms = match params.lbo_mode {
            LboMode::Relative => {
                terms.and((along, Part::Unit), Count::Of(form.atom.row_units), unit_bits, Source::Fixed).and(
                    (along, Part::Column),
                    Count::Open,
                    form.column_bytes.wrapping_mul(8),
                    Source::Field(columns),
                )
            }
            LboMode::Absolute => {
                let first = first_chunk_units(params.start_bytes);
                let jump = params.lbo_bytes.wrapping_sub(params.start_bytes).wrapping_sub(first * UNIT_BYTES);
                terms.and((along, Part::Unit), Count::Open, unit_bits, Source::Fixed).and_from(
                    (along, Part::Chunk),
                    first * element.per_unit(),
                    jump.wrapping_mul(8),
                    Source::Field(Stride::Lbo),
                )
            }
        };
        let mut layout = Self { params, rows, atom: form.atom, unit_bytes: form.unit_bytes, terms };
        let row_source = if layout.is_canonical() { Source::Fixed } else { Source::Pitch };
        let (row_bits, group_bits) = (form.row_bytes.wrapping_mul(8), form.group_bytes.wrapping_mul(8));
        layout.terms = terms.and((across, Part::Row), Count::Of(form.atom.rows), row_bits, row_source).and(
            (across, Part::Group),
            Count::Open,
            group_bits,
            Source::Field(groups),
        );
        layout
    }

    /// The law of this layout, term by term.
    #[must_use]
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Bytes from one row of an atom to the next.
    #[must_use]
    pub const fn pitch_bytes(&self) -> u32 {
        match self.rows {
            None => self.params.swizzle.row_bytes(),
            Some(rows) => rows.pitch_bytes,
        }
    }

    /// Whether rows are placed as the swizzle mode requires.
    #[must_use]
    pub const fn is_canonical(&self) -> bool {
        match self.rows {
            None => true,
            Some(rows) => {
                rows.pitch_bytes == self.params.swizzle.row_bytes()
                    && rows.xor.is_none()
                    && rows.pad.is_none()
            }
        }
    }

    /// Its rows, if they have a pitch of their own.
    #[must_use]
    pub const fn rows(&self) -> Option<Rows> {
        self.rows
    }

    /// The XOR that exchanges the units of plain rows.
    #[must_use]
    pub const fn row_xor(&self) -> Option<RowXor> {
        match self.rows {
            None => None,
            Some(rows) => rows.xor,
        }
    }

    /// Bytes of the units that stay whole: 16, or fewer in rows whose pitch, padding or XOR has smaller ones.
    #[must_use]
    pub const fn unit_bytes(&self) -> u32 {
        self.unit_bytes
    }

    /// The same layout counted in units of fewer bytes: a power of two.
    #[must_use]
    pub const fn in_units(self, unit_bytes: u32) -> Self {
        Self::with_terms(self.params, self.rows, unit_bytes)
    }

    /// Such units of a 128-byte line.
    #[must_use]
    pub const fn line_units(&self) -> u32 {
        LINE_BYTES / self.unit_bytes
    }

    /// Elements of such a unit.
    #[must_use]
    pub const fn per_unit(&self) -> u32 {
        self.unit_bytes * 8 / self.params.element.slot_bits()
    }

    /// Units of one column and rows of one group.
    #[must_use]
    pub const fn atom(&self) -> Atom {
        self.atom
    }

    /// The values, as encoded.
    #[must_use]
    pub const fn params(&self) -> LayoutParams {
        self.params
    }

    /// Returns the same rows with their units at the addresses before the XOR.
    #[must_use]
    pub(super) const fn without_row_xor(self) -> Self {
        match self.rows {
            None => self,
            Some(rows) => Self::with_terms(self.params, Some(Rows { xor: None, ..rows }), self.unit_bytes),
        }
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
        match self.rows {
            None => self.stride_bytes(Stride::of_columns(self.params.major, self.params.swizzle)),
            Some(rows) => {
                Form::of_rows(&rows, self.params.element, self.atom.rows, self.unit_bytes).column_bytes
            }
        }
    }

    /// Bytes from one group of rows to the next.
    #[must_use]
    pub const fn group_bytes(&self) -> u32 {
        match self.rows {
            None => self.stride_bytes(Stride::of_groups(self.params.major, self.params.swizzle)),
            Some(rows) => {
                Form::of_rows(&rows, self.params.element, self.atom.rows, self.unit_bytes).group_bytes
            }
        }
    }

    /// Splits a coordinate into its digits.
    #[must_use]
    pub const fn digits_from_element(&self, coord: Coord) -> Digits {
        let (along, across) = coord.along_and_across(self.params.major);
        let (atom, t) = (self.atom, self.per_unit());
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
        self.terms.absolute_bits(coord) / 8 / self.unit_bytes * self.unit_bytes
    }

    /// Physical address of a unit of a row, counted along the contiguous dimension: its shared-memory address after the XOR.
    #[must_use]
    pub const fn physical_from_unit(&self, unit: u32, row: u32) -> u32 {
        let first = unit * self.per_unit();
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
        digits.group * self.atom.rows + digits.row
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
        let atom = self.atom;
        (along.div_ceil(self.per_unit() * atom.row_units), across.div_ceil(atom.rows))
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
        let atom = self.atom;
        let along = (digits.column * atom.row_units + digits.unit) * self.per_unit() + digits.slot;
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

/// Units, columns, rows and groups of a layout.
struct Form {
    unit_bytes: u32,
    atom: Atom,
    column_bytes: u32,
    row_bytes: u32,
    group_bytes: u32,
}

impl Form {
    /// Rows in groups of as many as an atom has, or as there are between two pads.
    const fn of_rows(rows: &Rows, element: Element, atom_rows: u32, unit_bytes: u32) -> Self {
        let whole = rows.unit_bytes(element);
        let unit_bytes = if whole < unit_bytes { whole } else { unit_bytes };
        let (run, within) = match rows.pad {
            Some(Pad::Within { every_bytes, bytes }) if every_bytes >= unit_bytes => (every_bytes, bytes),
            _ => (unit_bytes, 0),
        };
        let (group, between) = match rows.pad {
            Some(Pad::Between { rows, bytes }) if rows > 0 => (rows, bytes),
            _ => (atom_rows, 0),
        };
        Self {
            unit_bytes,
            atom: Atom { row_units: run / unit_bytes, rows: group },
            column_bytes: run.wrapping_add(within),
            row_bytes: rows.pitch_bytes,
            group_bytes: rows.pitch_bytes.wrapping_mul(group).wrapping_add(between),
        }
    }
}

/// The exchange of a layout: the mode's, or that of a writer's rows.
const fn exchange(params: &LayoutParams, rows: Option<Rows>, along: Axis) -> Exchange {
    let none = Xor { bits: 0, ..Swizzle::None.xor() };
    let (xor, base_offset, origin_bytes) = match rows {
        None => (params.swizzle.xor(), params.base_offset, 0),
        Some(Rows { xor: None, .. }) => (none, 0, 0),
        Some(Rows { xor: Some(row_xor), .. }) => match (row_xor.unit_bytes(params.element), row_xor.of()) {
            // Parts of an element are not exchanged.
            (None, _) => (none, 0, 0),
            (Some(unit_bytes), XorOf::Rows) => {
                let Xor { bits, shift, .. } = row_xor.xor();
                let per_unit = unit_bytes * 8 / params.element.slot_bits();
                return Exchange::Rows { shift, bits, along, per_unit };
            }
            (Some(unit_bytes), of) => {
                let xor = Xor { base: unit_bytes.trailing_zeros(), ..row_xor.xor() };
                (xor, 0, if matches!(of, XorOf::Elements) { params.start_bytes } else { 0 })
            }
        },
    };
    Exchange::Address { xor, base_offset, origin_bytes }
}

/// Units that a line still holds from an address on.
const fn first_chunk_units(start_bytes: u32) -> u32 {
    LINE_UNITS - start_bytes / UNIT_BYTES % LINE_UNITS
}
