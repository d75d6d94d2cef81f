//! Addresses of tensor memory.

use super::*;

const LANE_SHIFT: u32 = 16;
const ID_SHIFT: u32 = 30;

/// An address of tensor memory: lane in bits 16 to 31, column in bits 0 to 15.
///
/// Source: PTX ISA, tensor memory addressing.
///
/// ```
/// use swizzle_tmem::tensor_memory::Address;
/// let address = Address::from_word(0x0040_0010)?;
/// assert_eq!((address.lane(), address.column()), (64, 16));
/// assert_eq!(address.to_string(), "0x00400010");
/// assert_eq!(
///     Address::from_word(0x0080_0000).unwrap_err().to_string(),
///     "0x00800000 is not a tensor-memory address: lane in bits 16 to 22, column in bits 0 to 8",
/// );
/// # Ok::<(), swizzle_tmem::Refusal>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Address {
    lane: u32,
    column: u32,
}

impl Address {
    /// The address of a lane (0 to 127) and a column (0 to 511).
    ///
    /// # Errors
    /// [`Refusal::Lane`] or [`Refusal::Column`] where tensor memory ends before it.
    pub const fn new(lane: u32, column: u32) -> Result<Self, Refusal> {
        if lane >= LANES {
            return Err(Refusal::Lane(lane));
        }
        if column >= COLUMNS {
            return Err(Refusal::Column(column));
        }
        Ok(Self { lane, column })
    }

    /// The address in a 32-bit word.
    ///
    /// # Errors
    /// [`Refusal::AddressBits`] where lane or column is out of range.
    pub const fn from_word(word: u32) -> Result<Self, Refusal> {
        match Self::new(word >> LANE_SHIFT, word & 0xffff) {
            Ok(address) => Ok(address),
            Err(_) => Err(Refusal::AddressBits(word)),
        }
    }

    /// The 32-bit word.
    pub const fn word(self) -> u32 {
        self.lane << LANE_SHIFT | self.column
    }

    /// The lane, 0 to 127.
    pub const fn lane(self) -> u32 {
        self.lane
    }

    /// The column, 0 to 511.
    pub const fn column(self) -> u32 {
        self.column
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "0x{:08x}", self.word())
    }
}

/// An address of scale factors as CuTe holds it: the byte in its word, which becomes the scale-factor id, in bits 30 and 31.
///
/// Source: CuTe's pointers to tensor memory. In the PTX ISA the lane is in bits 16 to 31, so a word may be read like this only
/// if it is known to be a scale factor's; that the hardware ignores these bits is inferred.
///
/// ```
/// use swizzle_tmem::tensor_memory::ScaleAddress;
/// let scale = ScaleAddress::from_word(0x8000_0004)?;
/// assert_eq!((scale.address.column(), scale.id), (4, 2));
/// assert_eq!(scale.word(), 0x8000_0004);
/// # Ok::<(), swizzle_tmem::Refusal>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ScaleAddress {
    /// Lane and column.
    pub address: Address,
    /// The scale-factor id, 0 to 3.
    pub id: u32,
}

impl ScaleAddress {
    /// The address and the id in a 32-bit word.
    ///
    /// # Errors
    /// [`Refusal::AddressBits`] where lane or column is out of range.
    pub const fn from_word(word: u32) -> Result<Self, Refusal> {
        match Address::from_word(word & !(3 << ID_SHIFT)) {
            Ok(address) => Ok(Self { address, id: word >> ID_SHIFT }),
            Err(_) => Err(Refusal::AddressBits(word)),
        }
    }

    /// The 32-bit word; of the id, its two low bits.
    pub const fn word(self) -> u32 {
        self.address.word() | self.id << ID_SHIFT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_has_one_word() {
        for lane in 0..LANES {
            for column in 0..COLUMNS {
                let address = Address::new(lane, column).expect("a cell");
                assert_eq!(Address::from_word(address.word()), Ok(address));
                for id in 0..4 {
                    let scale = ScaleAddress { address, id };
                    assert_eq!(ScaleAddress::from_word(scale.word()), Ok(scale));
                }
            }
        }
    }

    #[test]
    fn what_is_outside_is_refused() {
        assert_eq!(Address::new(128, 0), Err(Refusal::Lane(128)));
        assert_eq!(Address::new(0, 512), Err(Refusal::Column(512)));
        for word in [0x200, 0x8000, 0x0080_0000, 0x8000_0004, u32::MAX] {
            assert_eq!(Address::from_word(word), Err(Refusal::AddressBits(word)));
        }
        let word = 0xc000_0200;
        assert_eq!(ScaleAddress::from_word(word), Err(Refusal::AddressBits(word)));
    }
}
