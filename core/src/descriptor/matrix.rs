//! The 64-bit matrix descriptor: its bit fields as tables, and how values go in and come out.

use core::fmt;

use crate::descriptor::field::{Field, FieldId};
use crate::descriptor::{tcgen05, wgmma};
use crate::hardware::{Arch, Element, LboMode, Major, bytes_from_field};
use crate::law::{Layout, LayoutParams, Swizzle};

/// A matrix descriptor: any 64-bit value, right or wrong, of one architecture.
///
/// ```
/// use swizzle_core::{Arch, Descriptor, FieldId, Swizzle};
/// let descriptor = Descriptor::new(Arch::Wgmma, 0x4000_0040_0001_0040);
/// assert_eq!(descriptor.get(FieldId::Sbo), 64);
/// assert_eq!(descriptor.decode().swizzle, Ok(Swizzle::B128));
/// assert_eq!(descriptor.to_string(), "0x4000004000010040");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Descriptor {
    arch: Arch,
    raw: u64,
}

/// The values in a descriptor's fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DescriptorFields {
    /// Start address, in units of 16 bytes.
    pub start_field: u16,
    /// LBO, in units of 16 bytes.
    pub lbo_field: u16,
    /// SBO, in units of 16 bytes.
    pub sbo_field: u16,
    /// Matrix base offset, 0 to 7.
    pub base_offset: u8,
    /// Bit 52; always relative on wgmma.
    pub lbo_mode: LboMode,
    /// The swizzle mode, or the code that stands for none (3, 5, 7 on tcgen05).
    pub swizzle: Result<Swizzle, UnknownSwizzleCode>,
    /// The bits outside of these fields that differ from what the architecture fixes: 0 in a well-formed descriptor.
    pub stray_bits: u64,
}

/// A swizzle code that stands for no mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UnknownSwizzleCode(pub u8);

impl fmt::Display for UnknownSwizzleCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "swizzle code {} is not defined", self.0)
    }
}

impl core::error::Error for UnknownSwizzleCode {}

/// A swizzle mode for which an architecture has no code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoSwizzleCode {
    /// The architecture.
    pub arch: Arch,
    /// The mode.
    pub swizzle: Swizzle,
}

impl fmt::Display for NoSwizzleCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use crate::hardware::Named as _;
        write!(
            f,
            "swizzle {}: {} descriptors have no code for it",
            self.swizzle.name(),
            self.arch.name()
        )
    }
}

impl core::error::Error for NoSwizzleCode {}

impl Descriptor {
    /// The descriptor of these 64 bits.
    #[must_use]
    pub const fn new(arch: Arch, raw: u64) -> Self {
        Self { arch, raw }
    }

    /// The descriptor of these 64 bits, of the family whose constant stands in bits 46 to 48, as far as one bit can tell.
    #[must_use]
    pub const fn guessed(raw: u64) -> Self {
        let arch = if raw >> 46 & 1 == 1 {
            Arch::Tcgen05
        } else {
            Arch::Wgmma
        };
        Self::new(arch, raw)
    }

    /// The architecture whose fields are meant.
    #[must_use]
    pub const fn arch(self) -> Arch {
        self.arch
    }

    /// The 64 bits.
    #[must_use]
    pub const fn raw(self) -> u64 {
        self.raw
    }

    /// The architecture's fields, from bit 0 up; together they cover all 64 bits.
    #[must_use]
    pub const fn fields(arch: Arch) -> &'static [Field] {
        match arch {
            Arch::Wgmma => wgmma::FIELDS,
            Arch::Tcgen05 => tcgen05::FIELDS,
        }
    }

    /// The field of an identity; `None` where the architecture has none.
    #[must_use]
    pub const fn field(arch: Arch, id: FieldId) -> Option<Field> {
        let fields = Self::fields(arch);
        let mut i = 0;
        while i < fields.len() {
            if fields[i].id as u8 == id as u8 {
                return Some(fields[i]);
            }
            i += 1;
        }
        None
    }

    /// A field's value; 0 where the architecture has no such field.
    #[must_use]
    pub const fn get(self, id: FieldId) -> u64 {
        match Self::field(self.arch, id) {
            Some(field) => (self.raw & field.mask()) >> field.low,
            None => 0,
        }
    }

    /// This descriptor with a field set, excess bits cut off; unchanged where the architecture has no such field.
    #[must_use]
    pub const fn with(self, id: FieldId, value: u64) -> Self {
        match Self::field(self.arch, id) {
            Some(field) => Self {
                arch: self.arch,
                raw: (self.raw & !field.mask()) | ((value << field.low) & field.mask()),
            },
            None => self,
        }
    }

    /// The bits that belong to no value: reserved and fixed ones.
    #[must_use]
    pub const fn fixed_mask(arch: Arch) -> u64 {
        let fields = Self::fields(arch);
        let (mut mask, mut i) = (0, 0);
        while i < fields.len() {
            if fields[i].fixed.is_some() {
                mask |= fields[i].mask();
            }
            i += 1;
        }
        mask
    }

    /// What the architecture wants in them.
    #[must_use]
    pub const fn fixed_bits(arch: Arch) -> u64 {
        let fields = Self::fields(arch);
        let (mut bits, mut i) = (0, 0);
        while i < fields.len() {
            if let Some(value) = fields[i].fixed {
                bits |= value << fields[i].low;
            }
            i += 1;
        }
        bits
    }

    /// The layout that an instruction reads through it: the element type and the major are the instruction's. A code that
    /// stands for no mode reads as no swizzle.
    ///
    /// ```
    /// use swizzle_core::{Arch, Coord, Descriptor, Element, Major};
    /// let layout = Descriptor::new(Arch::Wgmma, 0x4000_0040_0001_0040).layout(Element::Bf16, Major::K);
    /// assert_eq!(layout.byte_from_element(Coord { mn: 1, k: 0 }).byte, 0x490);
    /// ```
    #[must_use]
    pub const fn layout(self, element: Element, major: Major) -> Layout {
        let fields = self.decode();
        Layout::new(LayoutParams {
            element,
            major,
            swizzle: match fields.swizzle {
                Ok(swizzle) => swizzle,
                Err(_) => Swizzle::None,
            },
            start_bytes: bytes_from_field(fields.start_field),
            lbo_bytes: bytes_from_field(fields.lbo_field),
            sbo_bytes: bytes_from_field(fields.sbo_field),
            base_offset: fields.base_offset,
            lbo_mode: fields.lbo_mode,
        })
    }

    /// Every value in the descriptor; nothing is lost, [`encode`](Self::encode) gives the same 64 bits again.
    #[must_use]
    pub const fn decode(self) -> DescriptorFields {
        let code = self.get(FieldId::Swizzle) as u8;
        DescriptorFields {
            start_field: self.get(FieldId::Start) as u16,
            lbo_field: self.get(FieldId::Lbo) as u16,
            sbo_field: self.get(FieldId::Sbo) as u16,
            base_offset: self.get(FieldId::BaseOffset) as u8,
            lbo_mode: match self.get(FieldId::LboMode) {
                0 => LboMode::Relative,
                _ => LboMode::Absolute,
            },
            swizzle: swizzle_from_code(self.arch, code),
            stray_bits: (self.raw ^ Self::fixed_bits(self.arch)) & Self::fixed_mask(self.arch),
        }
    }

    /// The descriptor with these values. An absolute LBO mode is dropped on wgmma, which has no bit for it.
    ///
    /// # Errors
    /// [`NoSwizzleCode`] for the 32B-atom mode on wgmma.
    pub const fn encode(arch: Arch, fields: DescriptorFields) -> Result<Self, NoSwizzleCode> {
        let code = match fields.swizzle {
            Ok(swizzle) => match code_from_swizzle(arch, swizzle) {
                Some(code) => code,
                None => return Err(NoSwizzleCode { arch, swizzle }),
            },
            Err(UnknownSwizzleCode(code)) => code,
        };
        let stray = fields.stray_bits & Self::fixed_mask(arch);
        Ok(Self::new(arch, Self::fixed_bits(arch) ^ stray)
            .with(FieldId::Start, fields.start_field as u64)
            .with(FieldId::Lbo, fields.lbo_field as u64)
            .with(FieldId::Sbo, fields.sbo_field as u64)
            .with(FieldId::BaseOffset, fields.base_offset as u64)
            .with(FieldId::LboMode, fields.lbo_mode as u64)
            .with(FieldId::Swizzle, code as u64))
    }
}

impl fmt::Display for Descriptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "0x{:016x}", self.raw)
    }
}

/// The swizzle mode of an architecture's code.
///
/// # Errors
/// [`UnknownSwizzleCode`] where the code stands for no mode.
pub const fn swizzle_from_code(arch: Arch, code: u8) -> Result<Swizzle, UnknownSwizzleCode> {
    let codes = match arch {
        Arch::Wgmma => wgmma::SWIZZLE_CODES,
        Arch::Tcgen05 => tcgen05::SWIZZLE_CODES,
    };
    let mut i = 0;
    while i < codes.len() {
        if codes[i].1 == code {
            return Ok(codes[i].0);
        }
        i += 1;
    }
    Err(UnknownSwizzleCode(code))
}

/// An architecture's code of a swizzle mode; none for the 32B-atom mode on wgmma.
#[must_use]
pub const fn code_from_swizzle(arch: Arch, swizzle: Swizzle) -> Option<u8> {
    let codes = match arch {
        Arch::Wgmma => wgmma::SWIZZLE_CODES,
        Arch::Tcgen05 => tcgen05::SWIZZLE_CODES,
    };
    let mut i = 0;
    while i < codes.len() {
        if codes[i].0 as u8 == swizzle as u8 {
            return Some(codes[i].1);
        }
        i += 1;
    }
    None
}
