//! The one value that all reads of a walk would need to read a tile: a stride, the mode, or the contiguous dimension. Each is tried.

use super::*;
use crate::kernel::cover::cover;
use crate::kernel::fit::fit;
use std::borrow::Cow;

impl Walk {
    /// Other values, each of which alone makes a tile without a gap of a walk whose reads, or whose elements, share bytes; looked for
    /// once.
    pub fn refits(&self) -> &[Refit] {
        self.refits.get_or_init(|| refits(self))
    }
}

/// Other values, each of which alone makes a tile without a gap of a walk whose reads, or whose elements, share bytes. Strides come first: where one is
/// enough, neither the mode nor the instruction is suspected.
fn refits(walk: &Walk) -> Vec<Refit> {
    let is_shared = walk.cover.is_some_and(|cover| cover.overlap.is_some());
    let is_told = walk.reads.len() > 1 && !walk.has_outlier();
    if !is_told || !is_shared && !has_clash(walk) {
        return Vec::new();
    }
    let kinds: [Vec<Refit>; 3] = [
        strides(walk),
        Swizzle::ALL.iter().copied().map(Refit::Mode).collect(),
        Major::ALL.iter().copied().map(Refit::Major).collect(),
    ];
    let mut fitting = kinds
        .into_iter()
        .map(|values| values.into_iter().filter(|value| value.fits(walk)).collect::<Vec<_>>());
    fitting.find(|values| !values.is_empty()).unwrap_or_default()
}

/// Whether two elements of one read are at one byte.
fn has_clash(walk: &Walk) -> bool {
    walk.typical().is_some_and(|at| walk.clash(at).is_some())
}

/// The walk as it should be: with the first of [`Walk::refits`], or as it is.
pub fn refitted(walk: &Walk) -> Cow<'_, Walk> {
    let changed = walk.refits().first().and_then(|refit| refit.put_into(walk));
    changed.map_or(Cow::Borrowed(walk), Cow::Owned)
}

/// The same in one sentence.
pub(super) fn refit_text(walk: &Walk) -> Option<String> {
    // They are of one kind.
    let refits = walk.refits();
    let each = refits.iter().map(|one| match *one {
        Refit::Stride(id, bytes) => {
            let name = if id == FieldId::Lbo { "LBO" } else { "SBO" };
            format!("{name} to {bytes} bytes ({} units)", bytes / UNIT_BYTES)
        }
        Refit::Mode(swizzle) => swizzle.name().to_owned(),
        Refit::Major(major) => major.operand_name(walk.side).to_owned(),
    });
    let each: Vec<String> = each.collect();
    Some(match refits.first()? {
        Refit::Stride(..) if each.len() > 1 => format!("Set {}, in every step", each.join(", or ")),
        Refit::Stride(..) => format!("Set {} in every step", each[0]),
        Refit::Mode(_) => format!("Set the swizzle mode to {} in every step", each.join(" or ")),
        Refit::Major(_) => {
            let place = match walk.chip.arch() {
                Some(Arch::Tcgen05) => "bit of the instruction descriptor",
                Some(Arch::Wgmma) | None => "flag of the instruction",
            };
            let (letter, major) = (walk.side.name(), &each[0]);
            format!("Read {letter} {major} in every step: change the transpose {place}")
        }
    })
}

/// The strides of a packed tile of all reads, in both orders of its atoms.
fn strides(walk: &Walk) -> Vec<Refit> {
    let packed = || {
        let (element, common) = (walk.element?, walk.common()?);
        let (major, swizzle) = (common.major?, common.swizzle?);
        let tile = Extent { mn: walk.mn?, k: walk.k()? * u32::try_from(walk.reads.len()).ok()? };
        Some([Order::K, Order::Mn].map(|order| packed_strides(element, major, swizzle, tile, order)))
    };
    let mut found: Vec<Refit> = Vec::new();
    for strides in packed().into_iter().flatten() {
        for (id, bytes) in [(FieldId::Lbo, strides.lbo_bytes), (FieldId::Sbo, strides.sbo_bytes)] {
            let value = Refit::Stride(id, bytes);
            if !found.contains(&value) {
                found.push(value);
            }
        }
    }
    found
}

impl Refit {
    /// Whether the reads are one tile with it: each where the law puts it, without a gap, no byte read twice.
    fn fits(self, walk: &Walk) -> bool {
        let is_tile = |walk: &Walk| {
            let (arch, element, common) = (walk.chip.arch()?, walk.element?, walk.common()?);
            let cover = walk.cover?;
            Some(
                cover.is_dense
                    && cover.overlap.is_none()
                    && walk.fit.is_confirmed
                    && !walk.has_outlier()
                    && !has_clash(walk)
                    && is_legal_form(arch, element, common.major?, common.swizzle?),
            )
        };
        self.put_into(walk).is_some_and(|walk| is_tile(&walk) == Some(true))
    }

    /// Its field in a descriptor, and what belongs there.
    pub fn field(self, chip: Chip) -> Option<(FieldId, u64)> {
        match self {
            Self::Stride(id, bytes) => Some((id, u64::from(bytes / UNIT_BYTES))),
            Self::Mode(swizzle) => {
                let code = code_from_swizzle(chip.arch()?, swizzle)?;
                Some((FieldId::Swizzle, u64::from(code)))
            }
            Self::Major(_) => None,
        }
    }

    /// The walk with it in all reads. `None` if it is in one already, or its field is not known.
    fn put_into(self, walk: &Walk) -> Option<Walk> {
        let mut walk = Walk { together: OnceCell::new(), refits: OnceCell::new(), ..walk.clone() };
        for read in &mut walk.reads {
            if let Self::Major(major) = self {
                if read.major.replace(major) == Some(major) {
                    return None;
                }
                continue;
            }
            let (id, code) = self.field(walk.chip)?;
            let field = Descriptor::field(walk.chip, id)?;
            let new = read.known.bits & !field.mask() | code << field.low;
            if read.known.mask & field.mask() != field.mask() || new == read.known.bits {
                return None;
            }
            read.known.bits = new;
        }
        walk.fit = fit(&walk.starts(), walk.advance(walk.common()?, None)?);
        walk.cover = cover(&walk);
        Some(walk)
    }
}

#[cfg(test)]
mod tests {
    use super::refit_text;
    use crate::kernel::cover::cover;
    use crate::kernel::reading;
    use swizzle_core::hardware::Major;

    /// N-major B of 128 × 64 in bf16 as CuTe lays it out: 128B swizzle, LBO 8192 bytes, SBO 1024, 2048 bytes a step.
    fn with(major: Major, bits: u64) -> Option<String> {
        let read = reading(0, |walk| {
            walk.side = swizzle_core::hardware::Operand::B;
            walk.mn = Some(128);
            for (at, read) in walk.reads.iter_mut().enumerate() {
                read.start = Some(2048 * at as i64);
                read.known.bits = bits;
                read.major = Some(major);
            }
            walk.fit.expected = vec![None; 4];
            walk.cover = cover(walk);
        });
        refit_text(&read.walk)
    }

    #[test]
    fn one_value_that_makes_a_tile_is_named() {
        let said = |major, bits| with(major, bits).unwrap_or_default();
        assert_eq!(said(Major::Mn, 0x4000_0040_0100_0000), "Set LBO to 8192 bytes (512 units) in every step");
        assert_eq!(
            said(Major::K, 0x4000_0040_0200_0000),
            "Read B N-major in every step: change the transpose flag of the instruction"
        );
        assert_eq!(with(Major::Mn, 0x4000_0040_0200_0000), None);
    }

    #[test]
    fn an_sbo_of_half_an_atom_is_named() {
        let read = crate::kernel::reading_with_sbo(32);
        let said = refit_text(&read.walk).unwrap_or_default();
        assert_eq!(said, "Set SBO to 1024 bytes (64 units) in every step");
    }
}
