//! The words that an access wants of each bank, one wavefront above the other.

use crate::banks::{Lanes, Wavefronts};
use crate::instruction::Access;
use swizzle_core::hardware::{BANK_BYTES, BANKS};

/// A word of 4 bytes, and its position in the tower of its bank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TowerWord {
    /// The first lane that wants it.
    pub lane: u32,
    /// Its bank.
    pub bank: u32,
    /// The wavefront that brings it, from 0; the groups come one after the other.
    pub wavefront: u32,
}

/// Every word of an access, each once. A wavefront brings at most one word of each bank. Inside a group the words of a bank
/// are sorted by the number of their lane: the order in which the hardware serves them is not known.
///
/// ```
/// use swizzle_warp::{Preset, side_by_side, tower_words};
/// use swizzle_core::{Element, Major};
/// let preset = Preset::ColumnByColumn;
/// let all = side_by_side(preset.access(), &preset.formula(), Element::Bf16, Major::K, (64, 64)).unwrap();
/// let plain = tower_words(preset.access(), &all[0].lanes, &all[0].served);
/// assert_eq!(plain.len(), 128);
/// // 28 of 32 banks are idle.
/// assert!(plain.iter().all(|word| word.bank < 4));
/// assert_eq!(plain.iter().map(|word| word.wavefront).max(), Some(31));
/// let swizzled = tower_words(preset.access(), &all[5].lanes, &all[5].served);
/// assert_eq!(swizzled.iter().map(|word| word.wavefront).max(), Some(3));
/// ```
pub fn tower_words(access: Access, lanes: &Lanes, served: &Wavefronts) -> Vec<TowerWord> {
    let mut words = Vec::new();
    let mut first = 0;
    for group in &served.groups {
        let mut seen: Vec<u32> = Vec::new();
        let mut heights = [0; BANKS as usize];
        for lane in group.lanes.clone() {
            let Some(address) = lanes[lane] else {
                continue;
            };
            for at in 0..access.bytes() / BANK_BYTES {
                let word = (address / BANK_BYTES).wrapping_add(at);
                if seen.contains(&word) {
                    continue;
                }
                seen.push(word);
                let bank = word % BANKS;
                let height = &mut heights[bank as usize];
                words.push(TowerWord { lane: lane as u32, bank, wavefront: first + *height });
                *height += 1;
            }
        }
        first += group.wavefronts();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preset::Preset;
    use crate::side_by_side::side_by_side;
    use swizzle_core::hardware::{Element, Major, Named as _};

    /// The towers are as high as the wavefronts that are counted from the banks alone.
    #[test]
    fn towers_are_the_wavefronts() {
        for preset in Preset::ALL {
            for element in [Element::Bf16, Element::E4m3, Element::Tf32] {
                let formula = preset.formula();
                let access = preset.access();
                let Ok(all) = side_by_side(access, &formula, element, Major::K, (64, 64)) else {
                    continue;
                };
                for one in all {
                    let words = tower_words(access, &one.lanes, &one.served);
                    let wanted: u32 = one.served.groups.iter().flat_map(|one| one.words).sum();
                    assert_eq!(words.len() as u32, wanted);
                    let top = words.iter().map(|word| word.wavefront + 1).max();
                    assert_eq!(top.unwrap_or(0), one.served.count(), "{}", preset.name());
                    let mut places: Vec<_> = words.iter().map(|one| (one.wavefront, one.bank)).collect();
                    places.sort_unstable();
                    places.dedup();
                    assert_eq!(places.len(), words.len(), "one word of a bank in a wavefront");
                }
            }
        }
    }
}
