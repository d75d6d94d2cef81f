//! The gates of the modes as switches, those that a layout closes and those that it leaves open.

use swizzle_warp::Wires;

use super::{Crossing, Gate, Loom};

/// A gate, closed or open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rung {
    /// The gate.
    pub gate: Gate,
    /// Whether the layout's mode closes it.
    pub is_closed: bool,
}

impl Loom {
    /// The gates that this layout closes, the highest first.
    #[must_use]
    pub fn gates(&self) -> &[Gate] {
        match &self.crossing {
            Crossing::Address { gates, .. } => gates,
            Crossing::None | Crossing::Units { .. } => &[],
        }
    }

    /// All gates of the modes 32B, 64B and 128B, the highest first. None where a writer permutes the units of rows, and none
    /// in the 32B-atom mode, whose XOR has other bits.
    ///
    /// ```
    /// use swizzle_core::{Coord, Said, SaidTile, Swizzle};
    /// use swizzle_infer::spec_from_said;
    /// use swizzle_text::loom::Loom;
    /// let tile = SaidTile { swizzle: Some(Swizzle::B64), ..SaidTile::default() };
    /// let spec = spec_from_said(&Said { tile, ..Said::default() })?;
    /// let rungs = Loom::of(&spec, Coord { mn: 0, k: 0 }, false).rungs();
    /// let closed: Vec<_> = rungs.iter().map(|rung| (rung.gate.control, rung.is_closed)).collect();
    /// assert_eq!(closed, [(9, false), (8, true), (7, true)]);
    /// # Ok::<(), swizzle_params::SpecError>(())
    /// ```
    #[must_use]
    pub fn rungs(&self) -> Vec<Rung> {
        if matches!(self.crossing, Crossing::Units { .. }) {
            return Vec::new();
        }
        let rung = |wire: u32| {
            let (control, target) = Wires::bits(wire);
            let closed = self.gates().iter().find(|gate| gate.target == target);
            let closed = closed.filter(|gate| gate.control == control);
            let open = Gate {
                target,
                control,
                phase_is_set: self.sum_at(control as i32),
            };
            Rung {
                gate: *closed.unwrap_or(&open),
                is_closed: closed.is_some(),
            }
        };
        let rungs: Vec<Rung> = (0..Wires::COUNT).rev().map(rung).collect();
        let closed = rungs.iter().filter(|rung| rung.is_closed).count();
        match closed == self.gates().len() {
            true => rungs,
            false => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use swizzle_core::law::{Coord, RowXor};
    use swizzle_core::{Arch, Major, Said, SaidReader, SaidTile, Swizzle};
    use swizzle_infer::spec_from_said;

    use super::*;

    fn rungs(tile: SaidTile) -> Vec<Rung> {
        let reader = SaidReader {
            arch: Some(Arch::Tcgen05),
            ..SaidReader::default()
        };
        let said = Said {
            tile,
            reader,
            ..Said::default()
        };
        let spec = spec_from_said(&said).unwrap();
        Loom::of(&spec, Coord { mn: 3, k: 8 }, false).rungs()
    }

    #[test]
    fn each_mode_closes_the_lowest_gates() {
        for (mode, closed) in [
            (Swizzle::None, 0),
            (Swizzle::B32, 1),
            (Swizzle::B64, 2),
            (Swizzle::B128, 3),
        ] {
            let rungs = rungs(SaidTile {
                swizzle: Some(mode),
                ..SaidTile::default()
            });
            let bits = |rung: &Rung| (rung.gate.control, rung.gate.target, rung.is_closed);
            let all: Vec<_> = rungs.iter().map(bits).collect();
            let expected = [(9, 6, 3), (8, 5, 2), (7, 4, 1)];
            let expected = expected.map(|(from, to, least)| (from, to, closed >= least));
            assert_eq!(all, expected, "{mode:?}");
        }
    }

    #[test]
    fn a_xor_of_other_bits_has_none() {
        let atom = SaidTile {
            swizzle: Some(Swizzle::B128Atom32),
            major: Some(Major::Mn),
            ..SaidTile::default()
        };
        let rows = SaidTile {
            row_bytes: Some(128),
            row_xor: Some(RowXor::Row7),
            ..SaidTile::default()
        };
        for tile in [atom, rows] {
            assert_eq!(rungs(tile), []);
        }
    }
}
