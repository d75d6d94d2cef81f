//! Tile, reader and descriptor with every value known: the layout of the tile, and the reads that walk it.

use crate::descriptor::{Descriptor, DescriptorFields, NoSwizzleCode, UnknownSwizzleCode};
use crate::hardware::{AddressSpace, LboMode, bytes_as_encoded, field_from_bytes, read_mn_max};
use crate::law::{Coord, Digits, Extent, Layout, LayoutParams, Stride};
use crate::reader::Reader;
use crate::reader::place::{Place, SaidPlace};
use crate::reader::said::Said;
use crate::tile::{PatternOf, Strides, Tile};

/// The value of the LBO field where it has no effect, in bytes: field 1, as the ISA's examples and CuTe write it.
pub const LBO_UNUSED_BYTES: u32 = 16;

/// A tile and its reader with every value known, and the descriptor at one place of the sequence: computed, or explicit and
/// then checked against the tile.
///
/// ```
/// use swizzle_core::{Arch, Coord, Element, Swizzle, Tile};
/// let tile = Tile::k_major(Element::Bf16, 64, 64).swizzle(Swizzle::B128).at_byte(0x400);
/// let spec = tile.read_by(Arch::Wgmma)?;
/// assert_eq!(spec.steps(), 4);
/// assert_eq!(spec.descriptor(1)?.to_string(), "0x4000004000010042");
/// assert_eq!(spec.layout().byte_from_element(Coord { mn: 3, k: 40 }).byte, 0x5e0);
/// # Ok::<(), swizzle_core::NoSwizzleCode>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spec {
    said: Said,
    tile: Tile,
    reader: Reader,
    place: Place,
    layout: Layout,
    packed: Strides,
}

impl Spec {
    /// Combines these values; the caller has inferred those that were not specified.
    pub fn assembled(said: &Said, tile: Tile, reader: Reader, place: Place) -> Self {
        let tile = Tile { space: reader.chip.address_space(), ..tile };
        let staged = Tile {
            pattern_bytes: tile.pattern_of_stage(place.stage),
            start_bytes: tile.start_bytes.wrapping_add(place.stage.wrapping_mul(tile.stage_bytes)),
            ..tile
        };
        Self { said: *said, tile, reader, place, layout: staged.layout(), packed: tile.packed_strides() }
    }

    /// Specifies the place of the descriptor.
    pub(super) const fn say_place(&mut self, place: SaidPlace) {
        self.said.place = place;
    }

    /// The specified values.
    #[must_use]
    pub const fn said(&self) -> &Said {
        &self.said
    }

    /// The tile, with specified and inferred values.
    #[must_use]
    pub const fn tile(&self) -> &Tile {
        &self.tile
    }

    /// The reader, with specified and inferred values.
    #[must_use]
    pub const fn reader(&self) -> &Reader {
        &self.reader
    }

    /// The descriptor's place in the sequence: the specified one, the one where an explicit descriptor was found, or the first.
    #[must_use]
    pub const fn place(&self) -> Place {
        self.place
    }

    /// The explicit descriptor, if there is one.
    #[must_use]
    pub const fn given(&self) -> Option<Descriptor> {
        self.said.given
    }

    /// The layout of the whole buffer, in the stage of this place.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Extents of the buffer, which is what is drawn.
    #[must_use]
    pub const fn extent(&self) -> Extent {
        self.tile.buffer
    }

    /// Extents of the window that is read.
    #[must_use]
    pub const fn window(&self) -> Extent {
        Extent { mn: self.tile.mn, k: self.tile.k }
    }

    /// The strides that a buffer without gaps would have.
    #[must_use]
    pub const fn packed(&self) -> Strides {
        self.packed
    }

    /// Bytes of shared memory from the buffer's first atom through its last, gaps included.
    #[must_use]
    pub fn span_bytes(&self) -> u64 {
        self.tile.span_bytes()
    }

    /// Whether the tile is larger than the address space.
    pub fn is_beyond_addresses(&self) -> bool {
        self.span_bytes() > u64::from(self.space().bytes())
    }

    /// The address space, at whose end addresses wrap.
    #[must_use]
    pub const fn space(&self) -> AddressSpace {
        self.tile.space
    }

    /// Elements of K in one read.
    #[must_use]
    pub const fn read_k(&self) -> u32 {
        self.reader.k(self.tile.element)
    }

    /// The largest number of rows that one instruction reads of this operand.
    #[must_use]
    pub const fn read_mn_max(&self) -> u32 {
        read_mn_max(self.reader.arch, self.reader.operand)
    }

    /// Extent that one instruction reads: its rows, at most those of the window, and its K.
    #[must_use]
    pub const fn read_extent(&self) -> Extent {
        Extent {
            mn: if self.tile.mn < self.reader.rows { self.tile.mn } else { self.reader.rows },
            k: self.read_k(),
        }
    }

    /// Reads that walk the window's K, the last one counted whole.
    #[must_use]
    pub const fn steps(&self) -> u32 {
        self.tile.k.div_ceil(self.read_k())
    }

    /// Reads that walk the window's rows, the last one counted whole.
    #[must_use]
    pub const fn blocks(&self) -> u32 {
        self.tile.mn.div_ceil(self.reader.rows)
    }

    /// The places of the place's stage: block after block, each with its steps along K.
    pub fn places(&self) -> impl Iterator<Item = Place> + Clone + use<> {
        let (own, steps) = (self.place, self.steps());
        let of_block = move |block| (0..steps).map(move |step| Place { block, step, ..own });
        (0..self.blocks()).flat_map(of_block)
    }

    /// The tile's first element at a place of the sequence.
    #[must_use]
    pub fn first_element(&self, place: impl Into<Place>) -> Coord {
        let place = place.into();
        let rows = self.read_extent().mn;
        Coord {
            mn: self.tile.at.mn.wrapping_add(place.block.wrapping_mul(rows)),
            k: self.tile.at.k.wrapping_add(place.step.wrapping_mul(self.read_k())),
        }
    }

    /// The address of the tile's first element at a place, before the XOR.
    #[must_use]
    pub fn start_bytes(&self, place: impl Into<Place>) -> u32 {
        let place = place.into();
        let stages = place.stage.wrapping_sub(self.place.stage);
        let in_stage = self.layout.absolute_from_element(self.first_element(place));
        self.space().wrapped(in_stage.wrapping_add(stages.wrapping_mul(self.tile.stage_bytes)))
    }

    /// Returns the layout that the hardware reads through the descriptor of a place: its element (0, 0) is the read's first.
    #[must_use]
    pub fn read(&self, place: impl Into<Place>) -> Layout {
        let place = place.into();
        match self.said.given {
            Some(given) if place == self.place => self.layout_from_descriptor(given),
            _ => self.derived_read(place),
        }
    }

    /// Returns the layout that this reader reads through a descriptor.
    #[must_use]
    pub const fn layout_from_descriptor(&self, descriptor: Descriptor) -> Layout {
        descriptor.layout(self.tile.element, self.tile.major)
    }

    /// Returns the layout that is read through the computed descriptor of a place.
    #[must_use]
    pub fn derived_read(&self, place: impl Into<Place>) -> Layout {
        let place = place.into();
        let canonical = Tile {
            row_bytes: None,
            row_xor: None,
            pads: None,
            pattern_bytes: self.tile.pattern_of_stage(place.stage),
            ..self.tile
        }
        .layout();
        Layout::new(LayoutParams {
            start_bytes: self.start_bytes(place),
            lbo_bytes: match self.reader.lbo_mode {
                LboMode::Relative if self.tile.has_column_stride() && self.read_columns() <= 1 => {
                    LBO_UNUSED_BYTES
                }
                LboMode::Relative => canonical.params().lbo_bytes,
                LboMode::Absolute => self.second_chunk_bytes(place),
            },
            // The field of SBO has 14 bits on every chip.
            sbo_bytes: bytes_as_encoded(canonical.params().sbo_bytes),
            lbo_mode: self.reader.lbo_mode,
            ..canonical.params()
        })
    }

    /// Columns that one read reaches, in a K-major layout.
    const fn read_columns(&self) -> u32 {
        if matches!(self.reader.lbo_mode, LboMode::Absolute) {
            return 2;
        }
        let width = self.tile.swizzle.row_units() * self.tile.element.per_unit();
        self.read_k().div_ceil(width)
    }

    /// The address where a 48-byte read continues after its 128-byte line: the start of the next column, or of its own if
    /// nothing is left over (as CuTe fills it).
    pub(crate) fn second_chunk_bytes(&self, place: Place) -> u32 {
        let digits = self.layout.digits_from_element(self.first_element(place));
        let units = self.read_k() / self.tile.element.per_unit();
        let straddles = digits.unit + units > self.tile.swizzle.row_units();
        let stages = place.stage.wrapping_sub(self.place.stage);
        let second = self.layout.element_from_digits(Digits {
            column: digits.column + u32::from(straddles),
            unit: 0,
            slot: 0,
            ..digits
        });
        let in_stage = self.layout.absolute_from_element(second);
        self.space().wrapped(in_stage.wrapping_add(stages.wrapping_mul(self.tile.stage_bytes)))
    }

    /// One read as a matrix of its own: its elements are counted from the read's first, and it has a single step.
    ///
    /// ```
    /// use swizzle_core::{Arch, Element, Swizzle, Tile};
    /// let tile = Tile::k_major(Element::Bf16, 64, 64).swizzle(Swizzle::B128).at_byte(0x400);
    /// let spec = tile.read_by(Arch::Wgmma)?;
    /// let read = spec.spec_from_read(1);
    /// assert_eq!((read.extent().mn, read.extent().k, read.steps()), (64, 16, 1));
    /// assert_eq!(read.layout().start_bytes(), 0x420);
    /// # Ok::<(), swizzle_core::NoSwizzleCode>(())
    /// ```
    #[must_use]
    pub fn spec_from_read(&self, place: impl Into<Place>) -> Self {
        let place = place.into();
        self.spec_from_law(self.read(place), self.descriptor(place).ok())
    }

    /// A read with a layout other than those of the sequence, as a matrix of its own.
    #[must_use]
    pub fn spec_from_law(&self, layout: Layout, given: Option<Descriptor>) -> Self {
        let (read, extent) = (layout.params(), self.read_extent());
        let tile = Tile {
            swizzle: read.swizzle,
            mn: extent.mn,
            k: extent.k,
            buffer: extent,
            at: Coord { mn: 0, k: 0 },
            lbo_bytes: read.lbo_bytes,
            sbo_bytes: read.sbo_bytes,
            row_bytes: None,
            row_xor: None,
            pads: None,
            start_bytes: read.start_bytes,
            pattern_bytes: crate::tile::pattern_from_base_offset(read.base_offset),
            pattern_of: PatternOf::Memory,
            stages: 1,
            ..self.tile
        };
        Self {
            said: Said { given, ..self.said },
            tile,
            reader: self.reader,
            place: Place::default(),
            // In the same units as the tile, beside which it is shown.
            layout: layout.in_units(self.layout.unit_bytes()),
            packed: self.packed,
        }
    }

    /// The descriptor of a place: the explicit one at its own place, otherwise the computed one. A bare number is a step of
    /// block 0 and stage 0.
    ///
    /// # Errors
    /// [`NoSwizzleCode`] where the architecture has no code for the tile's swizzle.
    pub fn descriptor(&self, place: impl Into<Place>) -> Result<Descriptor, NoSwizzleCode> {
        let place = place.into();
        match self.said.given {
            Some(given) if place == self.place => Ok(given),
            _ => self.derived_descriptor(place),
        }
    }

    /// The descriptor of a place, computed from tile and reader.
    ///
    /// # Errors
    /// [`NoSwizzleCode`] where the architecture has no code for the tile's swizzle.
    pub fn derived_descriptor(&self, place: impl Into<Place>) -> Result<Descriptor, NoSwizzleCode> {
        let read = self.derived_read(place).params();
        Descriptor::encode(
            self.reader.chip,
            DescriptorFields {
                start_field: self.space().field_from_bytes(read.start_bytes),
                lbo_field: self.space().field_from_bytes(read.lbo_bytes),
                sbo_field: field_from_bytes(read.sbo_bytes),
                base_offset: read.base_offset,
                lbo_mode: read.lbo_mode,
                swizzle: Ok(read.swizzle),
                lut_half: 0,
                stray_bits: 0,
            },
        )
    }

    /// The swizzle code of the explicit descriptor, if it stands for no mode.
    #[must_use]
    pub fn unknown_swizzle(&self) -> Option<UnknownSwizzleCode> {
        self.said.given.and_then(|given| given.decode().swizzle.err())
    }

    /// Bits of the explicit descriptor outside its values that differ from the bits that the architecture fixes.
    #[must_use]
    pub fn stray_bits(&self) -> u64 {
        self.said.given.map_or(0, |given| given.decode().stray_bits)
    }

    /// Whether a stride can change what one read touches.
    #[must_use]
    pub fn is_read_by_instruction(&self, stride: Stride) -> bool {
        let read = self.read(self.place);
        if stride == Stride::Lbo && read.params().lbo_mode == LboMode::Absolute {
            return self.read_k() / self.tile.element.per_unit() > read.first_chunk_units();
        }
        read.reaches(stride, self.read_extent())
    }

    /// Whether a stride can change the addresses of the buffer's elements.
    #[must_use]
    pub const fn is_read_by_tile(&self, stride: Stride) -> bool {
        self.layout.reaches(stride, self.extent())
    }

    /// Whether the tile's column stride is a value apart from the descriptor's LBO: in swizzled K-major layouts.
    #[must_use]
    pub const fn has_column_stride(&self) -> bool {
        self.tile.has_column_stride()
    }

    /// Returns this spec at another place of the sequence, with the computed descriptor.
    #[must_use]
    pub fn looking_at(&self, place: Place) -> Self {
        if place == self.place {
            return self.clone();
        }
        let said = Said { given: None, ..self.said };
        Self::assembled(&said, self.tile, self.reader, place)
    }

    /// The layout of the read, continued over the whole buffer: the explicit descriptor's strides, mode and base offset at the
    /// tile's start. A stride that the read does not use is the tile's own.
    #[must_use]
    pub fn read_over_tile(&self) -> Layout {
        if self.said.given.is_none() || self.tile.row_bytes.is_some() {
            return self.layout;
        }
        let read = self.read(self.place);
        let own = self.layout.params();
        // In another mode, the tile's columns are not columns of the read.
        let columns = Tile { swizzle: read.swizzle(), ..self.tile };
        let own_strides = if read.swizzle() == self.tile.swizzle {
            (own.lbo_bytes, own.sbo_bytes)
        } else {
            let packed = columns.packed_strides();
            (packed.lbo_bytes, packed.sbo_bytes)
        };
        // A field that the read does not use holds no stride.
        let takes_lbo =
            read.params().lbo_mode == LboMode::Relative && self.is_read_by_instruction(Stride::Lbo);
        let takes_sbo = self.is_read_by_instruction(Stride::Sbo);
        let stride = |is_taken: bool, read: u32, own: u32| if is_taken { read } else { own };
        Layout::new(LayoutParams {
            start_bytes: own.start_bytes,
            lbo_bytes: stride(takes_lbo, read.params().lbo_bytes, own_strides.0),
            sbo_bytes: stride(takes_sbo, read.params().sbo_bytes, own_strides.1),
            lbo_mode: LboMode::Relative,
            ..read.params()
        })
    }
}
