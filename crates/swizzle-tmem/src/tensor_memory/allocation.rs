//! Allocations of tensor memory.

use super::*;

/// Fewest columns of an allocation.
const LEAST: u32 = 32;

/// An allocation: all lanes of a power of two from 32 to 512 columns.
///
/// Source: PTX ISA, `tcgen05.alloc`.
///
/// ```
/// use swizzle_tmem::tensor_memory::Allocation;
/// assert_eq!(Allocation::new(256)?.columns(), 256);
/// assert_eq!(Allocation::that_holds(264)?.columns(), 512);
/// assert_eq!(
///     Allocation::new(48).unwrap_err().to_string(),
///     "an allocation of 48 columns is not a power of two from 32 to 512",
/// );
/// # Ok::<(), swizzle_tmem::Refusal>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Allocation(u32);

impl Allocation {
    /// Columns of each that exists.
    pub const SIZES: [u32; 5] = [32, 64, 128, 256, 512];

    /// An allocation of so many columns.
    ///
    /// # Errors
    /// [`Refusal::Allocation`] where that is not a power of two from 32 to 512.
    pub const fn new(columns: u32) -> Result<Self, Refusal> {
        if columns.is_power_of_two() && LEAST <= columns && columns <= COLUMNS {
            Ok(Self(columns))
        } else {
            Err(Refusal::Allocation(columns))
        }
    }

    /// The smallest allocation that holds so many columns.
    ///
    /// # Errors
    /// [`Refusal::Columns`] where tensor memory has fewer.
    pub const fn that_holds(columns: u32) -> Result<Self, Refusal> {
        if columns > COLUMNS {
            return Err(Refusal::Columns(columns));
        }
        let whole = columns.next_power_of_two();
        Ok(Self(if whole < LEAST { LEAST } else { whole }))
    }

    /// Its columns.
    pub const fn columns(self) -> u32 {
        self.0
    }
}

/// The allocations of one CTA, in the order in which they are made and without one being given back, as long as they are
/// possible.
///
/// Source: PTX ISA, `tcgen05.alloc`: the size may not grow between two allocations.
///
/// # Errors
/// [`Refusal::Allocation`] for a size that does not exist, [`Refusal::Grows`] for one larger than that before it,
/// [`Refusal::Columns`] for more than 512 columns together.
///
/// ```
/// use swizzle_tmem::tensor_memory::allocations;
/// assert_eq!(allocations(&[256, 64])?.len(), 2);
/// assert_eq!(
///     allocations(&[64, 256]).unwrap_err().to_string(),
///     "an allocation of 256 columns follows one of 64: the size may not grow",
/// );
/// # Ok::<(), swizzle_tmem::Refusal>(())
/// ```
pub fn allocations(columns: &[u32]) -> Result<Vec<Allocation>, Refusal> {
    let mut all: Vec<Allocation> = Vec::new();
    let mut sum = 0_u32;
    for columns in columns {
        let now = Allocation::new(*columns)?;
        if let Some(before) = all.last()
            && before < &now
        {
            return Err(Refusal::Grows { before: before.columns(), now: now.columns() });
        }
        sum += now.columns();
        if sum > COLUMNS {
            return Err(Refusal::Columns(sum));
        }
        all.push(now);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_sizes_exist() {
        let exist = (0..=2048).filter(|columns| Allocation::new(*columns).is_ok());
        assert_eq!(exist.collect::<Vec<_>>(), Allocation::SIZES);
    }

    #[test]
    fn the_smallest_that_holds_is_no_larger_than_needed() {
        for columns in 0..=COLUMNS {
            let smallest = Allocation::that_holds(columns).expect("it fits").columns();
            assert!(smallest >= columns && Allocation::new(smallest).is_ok());
            assert!(smallest == LEAST || smallest / 2 < columns, "{columns}");
        }
        for columns in [513, u32::MAX] {
            assert_eq!(Allocation::that_holds(columns), Err(Refusal::Columns(columns)));
        }
    }

    #[test]
    fn all_together_have_512_columns() {
        assert_eq!(allocations(&[32; 16]).map(|all| all.len()), Ok(16));
        assert_eq!(allocations(&[32; 17]), Err(Refusal::Columns(544)));
        assert_eq!(allocations(&[512, 32]), Err(Refusal::Columns(544)));
        assert_eq!(allocations(&[100]), Err(Refusal::Allocation(100)));
        assert_eq!(allocations(&[]), Ok(Vec::new()));
    }
}
