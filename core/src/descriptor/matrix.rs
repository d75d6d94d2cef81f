//! The 64-bit matrix descriptor: its bit fields as tables, and how values go in and come out.

use core::fmt;
use core::str::FromStr;

use crate::descriptor::field::{Field, FieldId};
use crate::descriptor::{sm_107, tcgen05, wgmma};
use crate::hardware::{Arch, Chip, Element, LboMode, Major, Named as _, UNIT_BYTES, bytes_from_field};
use crate::law::{Layout, LayoutParams, Swizzle};

/// A matrix descriptor: any 64-bit value, right or wrong, of one architecture, with the bits of one chip of it.
///
/// ```
/// use swizzle_core::{Arch, Descriptor, FieldId, Swizzle};
/// let descriptor = Descriptor::new(Arch::Wgmma, 0x4000_0040_0001_0040);
/// assert_eq!(descriptor.get(FieldId::Sbo), 64);
/// assert_eq!(descriptor.decode().swizzle, Ok(Swizzle::B128));
/// assert_eq!(descriptor.to_string(), "0x4000004000010040");
/// assert_eq!("0x4000004000010040".parse(), Ok(descriptor)); // bit 46 tells the architecture
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Descriptor {
    /// A chip that has descriptors.
    chip: Chip,
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
    /// Half of the table of `decompress::lut::b` that is used: bit 53 on sm_107a, 0 elsewhere.
    pub lut_half: u8,
    /// The bits outside these fields that differ from the bits that the architecture fixes: 0 in a well-formed descriptor.
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

/// A swizzle mode for which a chip has no code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoSwizzleCode {
    /// The chip.
    pub chip: Chip,
    /// The mode.
    pub swizzle: Swizzle,
}

impl fmt::Display for NoSwizzleCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "swizzle {}: {} descriptors have no code for it",
            self.swizzle.name(),
            self.chip.arch().map_or(self.chip.name(), Arch::name)
        )
    }
}

impl core::error::Error for NoSwizzleCode {}

impl Descriptor {
    /// The descriptor of these 64 bits, with the bit table of the architecture's first chip.
    #[must_use]
    pub const fn new(arch: Arch, raw: u64) -> Self {
        Self { chip: arch.first_chip(), raw }
    }

    /// The same 64 bits for another chip of the same architecture; unchanged for a chip of another one, or of none.
    ///
    /// ```
    /// use swizzle_core::hardware::Chip;
    /// use swizzle_core::{Arch, Descriptor};
    /// let descriptor = Descriptor::new(Arch::Tcgen05, 0x4000_4040_0001_4040);
    /// assert_eq!((descriptor.decode().start_field, descriptor.decode().stray_bits), (0x40, 1 << 14));
    /// let there = descriptor.on(Chip::Sm107a).decode();
    /// assert_eq!((there.start_field, there.stray_bits), (0x4040, 0));
    /// ```
    #[must_use]
    pub const fn on(self, chip: Chip) -> Self {
        match chip.arch() {
            Some(arch) if arch as u8 == self.arch() as u8 => Self { chip, ..self },
            _ => self,
        }
    }

    /// The descriptor of these 64 bits, of the family whose constant is in bits 46 to 48, as far as one bit can tell.
    #[must_use]
    pub const fn guessed(raw: u64) -> Self {
        let arch = if raw >> 46 & 1 == 1 { Arch::Tcgen05 } else { Arch::Wgmma };
        Self::new(arch, raw)
    }

    /// Other 64 bits of the same chip.
    #[must_use]
    pub const fn with_raw(self, raw: u64) -> Self {
        Self { raw, ..self }
    }

    /// The architecture whose fields apply.
    #[must_use]
    pub const fn arch(self) -> Arch {
        match self.chip.arch() {
            Some(arch) => arch,
            // Such a chip has no descriptors.
            None => Arch::Wgmma,
        }
    }

    /// The chip whose bit table applies.
    #[must_use]
    pub const fn chip(self) -> Chip {
        self.chip
    }

    /// The 64 bits.
    #[must_use]
    pub const fn raw(self) -> u64 {
        self.raw
    }

    /// The fields of an architecture's first chip, or of any chip, from bit 0 up; together they cover all 64 bits. A chip
    /// without descriptors has none.
    #[must_use]
    pub fn fields(of: impl Into<Chip>) -> &'static [Field] {
        fields(of.into())
    }

    /// The field with this id; `None` if the chip has no such field.
    #[must_use]
    pub fn field(of: impl Into<Chip>, id: FieldId) -> Option<Field> {
        field(of.into(), id)
    }

    /// A field's value; 0 where the architecture has no such field.
    #[must_use]
    pub const fn get(self, id: FieldId) -> u64 {
        match field(self.chip, id) {
            Some(field) => (self.raw & field.mask()) >> field.low,
            None => 0,
        }
    }

    /// This descriptor with a field set, excess bits cut off; unchanged where the architecture has no such field.
    #[must_use]
    pub const fn with(self, id: FieldId, value: u64) -> Self {
        match field(self.chip, id) {
            Some(field) => Self {
                chip: self.chip,
                raw: (self.raw & !field.mask()) | ((value << field.low) & field.mask()),
            },
            None => self,
        }
    }

    /// The bits that belong to no value: reserved and fixed ones.
    #[must_use]
    pub fn fixed_mask(of: impl Into<Chip>) -> u64 {
        fixed(of.into()).0
    }

    /// The value that the chip requires in the bits of [`fixed_mask`](Self::fixed_mask).
    #[must_use]
    pub fn fixed_bits(of: impl Into<Chip>) -> u64 {
        fixed(of.into()).1
    }

    /// This descriptor with a field that holds bytes in units of 16 set, cut to its bits.
    #[must_use]
    pub const fn with_bytes(self, id: FieldId, bytes: u32) -> Self {
        self.with(id, (bytes / UNIT_BYTES) as u64)
    }

    /// Every value in the descriptor. Nothing is lost: [`encode`](Self::encode) gives the same 64 bits again.
    #[must_use]
    pub const fn decode(self) -> DescriptorFields {
        let code = self.get(FieldId::Swizzle) as u8;
        let (fixed_mask, fixed_bits) = fixed(self.chip);
        DescriptorFields {
            start_field: self.get(FieldId::Start) as u16,
            lbo_field: self.get(FieldId::Lbo) as u16,
            sbo_field: self.get(FieldId::Sbo) as u16,
            base_offset: self.get(FieldId::BaseOffset) as u8,
            lbo_mode: match self.get(FieldId::LboMode) {
                0 => LboMode::Relative,
                _ => LboMode::Absolute,
            },
            swizzle: swizzle_from_code(self.arch(), code),
            lut_half: self.get(FieldId::LutHalf) as u8,
            stray_bits: (self.raw ^ fixed_bits) & fixed_mask,
        }
    }

    /// The descriptor with these values, of an architecture's first chip or of any chip. An absolute LBO mode is dropped on
    /// wgmma, which has no bit for it.
    ///
    /// # Errors
    /// [`NoSwizzleCode`] for the 32B-atom mode on wgmma, and for a chip without descriptors.
    pub fn encode(of: impl Into<Chip>, fields: DescriptorFields) -> Result<Self, NoSwizzleCode> {
        let chip = of.into();
        let code = match (fields.swizzle, chip.arch()) {
            (Ok(swizzle), Some(arch)) => code_from_swizzle(arch, swizzle),
            (Ok(_), None) => None,
            (Err(UnknownSwizzleCode(code)), _) => Some(code),
        };
        let (Some(code), Some(_)) = (code, chip.arch()) else {
            let swizzle = fields.swizzle.unwrap_or(Swizzle::None);
            return Err(NoSwizzleCode { chip, swizzle });
        };
        let (fixed_mask, fixed_bits) = fixed(chip);
        let raw = fixed_bits ^ (fields.stray_bits & fixed_mask);
        Ok(Self { chip, raw }
            .with(FieldId::Start, fields.start_field.into())
            .with(FieldId::Lbo, fields.lbo_field.into())
            .with(FieldId::Sbo, fields.sbo_field.into())
            .with(FieldId::BaseOffset, fields.base_offset.into())
            .with(FieldId::LboMode, fields.lbo_mode as u64)
            .with(FieldId::LutHalf, fields.lut_half.into())
            .with(FieldId::Swizzle, code.into()))
    }

    /// The layout that an instruction reads through it; element type and major-ness are the instruction's. A code that
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
            space: self.chip.address_space(),
        })
    }
}

/// A chip's fields; a chip without descriptors has none.
const fn fields(chip: Chip) -> &'static [Field] {
    match chip {
        Chip::Sm90 | Chip::Sm90a => wgmma::FIELDS,
        Chip::Sm100 | Chip::Sm100a | Chip::Sm103a | Chip::Sm110a => tcgen05::FIELDS,
        Chip::Sm107a => sm_107::FIELDS,
        Chip::Sm75 | Chip::Sm80 | Chip::Sm86 | Chip::Sm87 | Chip::Sm89 | Chip::Sm120 | Chip::Sm121 => &[],
    }
}

/// The modes that an architecture has, and their codes.
const fn swizzle_codes(arch: Arch) -> &'static [(Swizzle, u8)] {
    match arch {
        Arch::Wgmma => wgmma::SWIZZLE_CODES,
        Arch::Tcgen05 => tcgen05::SWIZZLE_CODES,
    }
}

const fn field(chip: Chip, id: FieldId) -> Option<Field> {
    let (fields, mut i) = (fields(chip), 0);
    while i < fields.len() {
        if fields[i].id as u8 == id as u8 {
            return Some(fields[i]);
        }
        i += 1;
    }
    None
}

/// The bits that belong to no value, and their required value.
const fn fixed(chip: Chip) -> (u64, u64) {
    let fields = fields(chip);
    let (mut mask, mut bits, mut i) = (0, 0, 0);
    while i < fields.len() {
        if let Some(value) = fields[i].fixed {
            mask |= fields[i].mask();
            bits |= value << fields[i].low;
        }
        i += 1;
    }
    (mask, bits)
}

impl fmt::Display for Descriptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "0x{:016x}", self.raw)
    }
}

impl fmt::LowerHex for Descriptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::LowerHex::fmt(&self.raw, f)
    }
}

impl fmt::Debug for Descriptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Descriptor({}, {self})", self.chip.name())
    }
}

/// Of the architecture that bit 46 tells.
impl From<u64> for Descriptor {
    fn from(raw: u64) -> Self {
        Self::guessed(raw)
    }
}

/// A text that is not 64 bits in hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DescriptorError;

impl fmt::Display for DescriptorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected 16 hex digits, such as 0x4000004000010040")
    }
}

impl core::error::Error for DescriptorError {}

/// 16 hex digits, with or without `0x`; the architecture is the one that bit 46 tells.
impl FromStr for Descriptor {
    type Err = DescriptorError;

    fn from_str(text: &str) -> Result<Self, DescriptorError> {
        let digits = text.strip_prefix("0x").unwrap_or(text);
        let is_hex = digits.len() == 16 && digits.bytes().all(|one| one.is_ascii_hexdigit());
        let raw = u64::from_str_radix(digits, 16).ok().filter(|_| is_hex);
        raw.map(Self::guessed).ok_or(DescriptorError)
    }
}

/// The swizzle mode of an architecture's code.
///
/// # Errors
/// [`UnknownSwizzleCode`] where the code stands for no mode.
pub const fn swizzle_from_code(arch: Arch, code: u8) -> Result<Swizzle, UnknownSwizzleCode> {
    let codes = swizzle_codes(arch);
    let mut i = 0;
    while i < codes.len() {
        if codes[i].1 == code {
            return Ok(codes[i].0);
        }
        i += 1;
    }
    Err(UnknownSwizzleCode(code))
}

/// An architecture's code for a swizzle mode; `None` for the 32B-atom mode on wgmma.
#[must_use]
pub const fn code_from_swizzle(arch: Arch, swizzle: Swizzle) -> Option<u8> {
    let codes = swizzle_codes(arch);
    let mut i = 0;
    while i < codes.len() {
        if codes[i].0 as u8 == swizzle as u8 {
            return Some(codes[i].1);
        }
        i += 1;
    }
    None
}
