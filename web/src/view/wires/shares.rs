//! How far each wire is closed while the picture moves from one set of wires to another.

use swizzle_warp::Wires;

/// How long one wire takes to close or to open, in milliseconds; several follow one another.
const WIRE_MS: f64 = 350.0;
/// How far a cell that crosses others rises or sinks, in heights of a cell, and what it loses of its size.
const ARC: f64 = 0.25;
const SHRINK: f64 = 0.48;

/// How far each wire is closed, 0 to 1, the lowest first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Shares([f64; Wires::COUNT as usize]);

/// Position at which a cell is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Spot {
    /// Slots from the left.
    pub(super) slot: f64,
    /// How far below its line, in heights of a cell.
    pub(super) below: f64,
    /// Size of the cell, as a share of its full size.
    pub(super) scale: f64,
}

impl Shares {
    /// Returns the shares of wires at rest.
    pub(super) fn of(wires: Wires) -> Self {
        Self([0, 1, 2].map(|wire| f64::from(u8::from(wires.is_closed(wire)))))
    }

    /// With the scrubber at a place from 0 to 3: the lowest wires are closed, and the next one in part.
    pub(super) fn at(place: f64) -> Self {
        Self([0.0, 1.0, 2.0].map(|wire| (place - wire).clamp(0.0, 1.0)))
    }

    /// Wires that are closed, with the parts of those that move: the place of the scrubber.
    pub(super) fn place(self) -> f64 {
        self.0.iter().sum()
    }

    /// How far one wire is closed.
    pub(super) const fn wire(self, wire: u32) -> f64 {
        self.0[wire as usize]
    }

    /// Whether no wire moves.
    pub(super) fn is_at_rest(self) -> bool {
        self.0.iter().all(|share| share.fract() == 0.0)
    }

    /// The wires that are closed wholly, and those that are closed at least in part.
    pub(super) fn bounds(self) -> (Wires, Wires) {
        let mask = |is_in: fn(f64) -> bool| {
            let wires = (0..Wires::COUNT).filter(|wire| is_in(self.wire(*wire)));
            Wires::from_mask(wires.map(|wire| 1 << wire).sum())
        };
        (mask(|share| share >= 1.0), mask(|share| share > 0.0))
    }

    /// On the way to other wires, so long after it began: one wire after another, the lowest first where more are closed and
    /// last where fewer are.
    pub(super) fn toward(self, wires: Wires, passed_ms: f64) -> Self {
        let goal = Self::of(wires);
        let moves = |wire: &u32| self.wire(*wire) != goal.wire(*wire);
        let mut moving: Vec<u32> = (0..Wires::COUNT).filter(moves).collect();
        if goal.place() < self.place() {
            moving.reverse();
        }
        let mut next = self;
        for (at, wire) in (0..).zip(moving) {
            let part = (passed_ms / WIRE_MS - f64::from(at)).clamp(0.0, 1.0);
            let eased = part * part * (3.0 - 2.0 * part);
            let from = self.wire(wire);
            // Exact at the end.
            next.0[wire as usize] = match part >= 1.0 {
                true => goal.wire(wire),
                false => from + (goal.wire(wire) - from) * eased,
            };
        }
        next
    }

    /// Returns the position of the unit of a line: each wire moves it independently, as far as that wire is closed. Cells that
    /// move right rise and those that move left sink, so that none hides another.
    pub(super) fn spot(self, line: u32, unit: u32) -> Spot {
        let mut spot = Spot {
            slot: f64::from(unit),
            below: 0.0,
            scale: 1.0,
        };
        for wire in 0..Wires::COUNT {
            let share = self.wire(wire);
            let slot = Wires::from_mask(1 << wire).slot(line, unit);
            let step = f64::from(slot) - f64::from(unit);
            spot.slot += step * share;
            if step != 0.0 && share > 0.0 && share < 1.0 {
                let arc = (4.0 * share * (1.0 - share)).sqrt();
                spot.below -= arc * ARC * step.signum();
                spot.scale = spot.scale.min(1.0 - SHRINK * arc);
            }
        }
        spot
    }
}

#[cfg(test)]
mod tests {
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    /// At rest every cell is where the law places it, whatever moved before.
    #[test]
    fn cells_come_to_rest_where_the_law_has_them() {
        for from in Wires::all() {
            for wires in Wires::all() {
                let shares = Shares::of(from).toward(wires, 3.0 * WIRE_MS);
                assert_eq!(
                    (shares, shares.bounds()),
                    (Shares::of(wires), (wires, wires))
                );
                for (line, unit) in (0..8).flat_map(|line| (0..8).map(move |unit| (line, unit))) {
                    let rest = Spot {
                        slot: f64::from(wires.slot(line, unit)),
                        below: 0.0,
                        scale: 1.0,
                    };
                    assert_eq!(shares.spot(line, unit), rest);
                }
            }
        }
    }

    /// Wires move one after another, and the scrubber's place is how far they have come.
    #[test]
    fn wires_move_one_after_another() {
        let half = Shares::of(Wires::OPEN).toward(Wires::lowest(3), 1.5 * WIRE_MS);
        assert_eq!(half, Shares::at(1.5));
        assert_eq!(half.place(), 1.5);
        assert_eq!(half.bounds(), (Wires::lowest(1), Wires::lowest(2)));
        assert!(!half.is_at_rest());
        // Opened from the highest.
        let back = Shares::of(Wires::lowest(3)).toward(Wires::OPEN, 0.5 * WIRE_MS);
        assert_eq!(back, Shares::at(2.5));
    }

    /// Two cells that exchange their places are never at one height where they meet.
    #[test]
    fn cells_that_cross_pass_above_and_below() {
        let [right, left] = [0, 1].map(|unit| Shares::at(0.5).spot(1, unit));
        assert_eq!(right.slot, left.slot);
        assert!(left.below - right.below > right.scale.max(left.scale) - 0.1);
    }
}
