//! Positions of the parts of a loom, in units of its drawing.

use swizzle_text::bundle_text;
use swizzle_text::loom::{Bundle, Crossing, Gate, Loom, Rung, Strand};

/// Width of a letter of the names, at most: beside the views, and large.
const LETTER: [u32; 2] = [7, 9];

/// The room between two names above the bits.
const GAP: u32 = 6;

/// Height of a switch beside the views: still 24 pixels in the narrowest panel.
const SWITCH_HEIGHT: u32 = 31;

/// How large a loom is drawn.
#[derive(Clone, Copy, PartialEq)]
pub enum LoomSize {
    /// Beside the views.
    Beside,
    /// A figure of its own.
    Large,
}

/// Measures of one drawing. Each row is named by its upper edge.
pub(super) struct Weave {
    pub(super) is_large: bool,
    /// Width of the space left of the bits.
    gutter: u32,
    /// Distance from one bit to the next.
    pub(super) pitch: u32,
    high: i32,
    pub(super) chip: (u32, u32),
    pub(super) radius: u32,
    /// The row above the bits of the name of each bundle, counted from below.
    pub(super) name_rows: Vec<u32>,
    /// Bits of the coordinate.
    pub(super) cell: u32,
    /// Row of wires in which the base is added.
    pub(super) plus: u32,
    /// Terms of the sum as digits, where there are no wires.
    pub(super) terms: u32,
    /// Distance from one term to the next.
    pub(super) line: u32,
    /// Bits of the sum.
    pub(super) sum: u32,
    /// Row in which the base offset is subtracted; none if it is 0.
    pub(super) less: Option<u32>,
    /// The gates, the highest first.
    pub(super) rungs: Vec<Rung>,
    /// Whether they are switches.
    pub(super) is_switched: bool,
    /// The first gate, and the distance from one gate to the next.
    pub(super) gate: u32,
    pub(super) gate_step: u32,
    /// Bits of the address.
    pub(super) byte: u32,
    pub(super) width: u32,
    pub(super) height: u32,
}

impl Weave {
    pub(super) fn of(loom: &Loom, size: LoomSize, has_switches: bool) -> Self {
        let is_large = size == LoomSize::Large;
        let (low, high) = loom.places;
        let places = (high - low) as u32;
        let (gutter, room, chip_height, radius) = match is_large {
            true => (112, 672, 32, 10),
            false => (32, 280, 20, 7),
        };
        let pitch = (room / places).min(48);
        let stretch = |small: u32| if is_large { small * 2 } else { small };
        let switched = if has_switches {
            loom.rungs()
        } else {
            Vec::new()
        };
        let is_switched = !switched.is_empty();
        let closed = |gate: &Gate| Rung {
            gate: *gate,
            is_closed: true,
        };
        let mut weave = Self {
            is_large,
            gutter,
            pitch,
            high,
            chip: (pitch * 4 / 5, chip_height),
            radius: radius.min(pitch * 2 / 5),
            name_rows: Vec::new(),
            cell: 0,
            plus: 0,
            terms: 0,
            line: if is_large { 24 } else { 14 },
            sum: 0,
            less: None,
            rungs: match is_switched {
                true => switched,
                false => loom.gates().iter().map(closed).collect(),
            },
            is_switched,
            gate: 0,
            gate_step: stretch(if is_switched { SWITCH_HEIGHT } else { 18 }),
            byte: 0,
            width: gutter + pitch * places,
            height: 0,
        };
        weave.name_rows = weave.rows_of_names(loom);
        let (names, room) = if is_large { (20, 34) } else { (13, 8) };
        let rows = weave.name_rows.iter().max().map_or(1, |last| last + 1);
        weave.cell = rows * names + room;
        let below = weave.cell + chip_height;
        weave.sum = if loom.is_wired {
            weave.plus = below + stretch(20);
            weave.plus + stretch(16)
        } else {
            weave.terms = below + stretch(8);
            let rows = 1 + loom.bundles.iter().filter(is_term).count() as u32;
            weave.terms + rows * weave.line + stretch(6)
        };
        let below = weave.sum + chip_height;
        let base_offset = match loom.crossing {
            Crossing::Address { base_offset, .. } => base_offset,
            Crossing::None | Crossing::Units { .. } => 0,
        };
        weave.byte = weave.sum;
        if let Some(last) = weave.rungs.len().checked_sub(1) {
            weave.less = (base_offset > 0).then_some(below + stretch(6));
            let from = weave
                .less
                .map_or(below, |less| less + weave.chip.1 - stretch(2));
            weave.gate = from + stretch(14);
            weave.byte = weave.gate + last as u32 * weave.gate_step + stretch(16);
        }
        weave.height = weave.byte + chip_height + if is_large { 56 } else { 42 };
        weave
    }

    /// The middle of a gate, the highest first.
    pub(super) fn gate_y(&self, at: usize) -> u32 {
        self.gate + at as u32 * self.gate_step
    }

    /// The middle of a place.
    pub(super) fn x(&self, place: i32) -> u32 {
        let from_left = (self.high - 1 - place).max(0) as u32;
        self.gutter + from_left * self.pitch + self.pitch / 2
    }

    /// Returns the left edge of the bits at one place and the right edge of those at another.
    pub(super) fn span(&self, high: i32, low: i32) -> (u32, u32) {
        let half = self.chip.0 / 2;
        (self.x(high) - half, self.x(low) + half)
    }

    /// Places each name above the bits in the lowest row in which it does not overlap another. The lowest row is reserved for
    /// names that are not wider than their bits: a wider name beside them would seem to belong to their bits, too. The longest
    /// text of each name counts, so that nothing moves from one cell to the next.
    fn rows_of_names(&self, loom: &Loom) -> Vec<u32> {
        // Right end of the last name in each row.
        let mut ends: Vec<u32> = Vec::new();
        let row = |bundle: &Bundle| {
            let Some((first_bit, last_bit)) = bundle.bits.first().zip(bundle.bits.last()) else {
                return 0;
            };
            let (left, right) = self.span(first_bit.place, last_bit.place);
            let value = match bundle.strand {
                Strand::Byte => 0,
                _ => (1_u32 << bundle.bits.len().min(31)) - 1,
            };
            let longest = Bundle {
                value,
                ..bundle.clone()
            };
            let letters = bundle_text(&longest, self.is_large).chars().count() as u32;
            let letter = LETTER[usize::from(self.is_large)];
            let half = (letters * letter / 2).max((right - left) / 2);
            let middle = u32::midpoint(left, right);
            let is_free = |end: &u32| middle.saturating_sub(half) >= *end;
            let from = usize::from(half > (right - left) / 2 + GAP);
            ends.resize(ends.len().max(from), 0);
            let row = ends[from..].iter().position(is_free).map_or_else(
                || {
                    ends.push(0);
                    ends.len() - 1
                },
                |row| from + row,
            );
            ends[row] = middle + half.saturating_sub(GAP);
            row as u32
        };
        loom.bundles.iter().map(row).collect()
    }
}

/// Whether a bundle is a line of the sum: the byte of a whole unit adds nothing.
pub(super) fn is_term(bundle: &&swizzle_text::loom::Bundle) -> bool {
    bundle.strand != Strand::Byte
}
