//! A walk: the reads of one operand, one after another along K, into one accumulator.

use super::*;

/// The reads of one operand along K.
#[derive(Debug, Clone, PartialEq)]
pub struct Walk {
    /// The operand.
    pub side: Operand,
    /// The chip whose descriptors are read.
    pub chip: Chip,
    /// The element type, where it is known.
    pub element: Option<Element>,
    /// M of A or N of B, where it is known.
    pub mn: Option<u32>,
    /// Bytes of K that one read has.
    pub k_bytes: u32,
    /// The reads in their order.
    pub reads: Vec<WalkRead>,
    /// The expected start of each read.
    pub fit: Fit,
    /// For a single read in a loop: the actual and expected number of bytes that it moves from turn to turn.
    pub turn: Option<(i64, i64)>,
    /// The coverage of its reads, where all of it is known.
    pub cover: Option<Cover>,
    /// Bytes by which the starts move with something that is not known, such as a stage.
    pub strides: Vec<u64>,
    /// Results for the reads together, computed on first use.
    pub(super) together: OnceCell<Together>,
    /// Values that would make a tile of it, computed on first use.
    pub(super) refits: OnceCell<Vec<Refit>>,
}

/// Results for the reads of a walk together.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Together {
    /// The geometry of each read.
    geometries: Vec<Geometry>,
    /// The geometry that most reads have.
    common: Option<Geometry>,
    /// Whether base offsets follow the starts: the pattern of each read begins where the read does.
    bases_follow: bool,
}

/// The coverage of the reads of a walk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cover {
    /// Two reads with different starts that share a unit.
    pub overlap: Option<(usize, usize)>,
    /// Whether there is no gap between the units.
    pub is_dense: bool,
}

/// A value that all reads of a walk have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refit {
    /// LBO or SBO, in bytes.
    Stride(FieldId, u32),
    /// The swizzle mode.
    Mode(Swizzle),
    /// The contiguous dimension.
    Major(Major),
}

/// A read of a walk.
#[derive(Debug, Clone, PartialEq)]
pub struct WalkRead {
    /// Its descriptor, as far as it is known; no bit where the operand is not.
    pub known: Known,
    /// The contiguous dimension.
    pub major: Option<Major>,
    /// Its start, in bytes from the walk's reference.
    pub start: Option<i64>,
    /// Whether the other operand's descriptor is here, and this one's there.
    pub is_swapped: bool,
    /// Descriptors of which it is one.
    pub choices: Vec<Known>,
    /// Its start modulo 1024, if variables in shared memory begin at such multiples.
    pub low: Option<u32>,
    /// How its start is made of the address of a variable.
    pub address: Address,
    /// Whether its base offset is taken from its start.
    pub base_follows: bool,
    /// The instruction at which its descriptor is not followed further: its line and opcode.
    pub stop: Option<(u32, String)>,
}

/// The values of a read that have an effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Geometry {
    /// The contiguous dimension.
    pub major: Option<Major>,
    /// The swizzle mode.
    pub swizzle: Option<Swizzle>,
    /// LBO in bytes, if the read uses it.
    pub lbo: Option<u32>,
    /// SBO in bytes, if the read uses it.
    pub sbo: Option<u32>,
    /// The base offset, as far as the mode uses it.
    pub base: Option<u32>,
}

/// A descriptor whose start is told elsewhere.
pub(super) fn held_in(chip: Chip, known: Known) -> HeldDescriptor {
    HeldDescriptor { chip, known, start: Linear::default(), has_start: false, base_follows: false }
}

impl Walk {
    /// A read's descriptor.
    pub fn held(&self, at: usize) -> HeldDescriptor {
        HeldDescriptor {
            base_follows: self.reads[at].base_follows,
            ..held_in(self.chip, self.reads[at].known)
        }
    }

    /// The layout of a read, from its start on, if LBO is relative.
    pub(super) fn layout(&self, at: usize) -> Option<Layout> {
        let (geometry, held) = (self.geometry(at), self.held(at));
        let strides = [FieldId::Lbo, FieldId::Sbo].map(|id| held.bytes(id));
        self.layout_of(geometry.major, geometry.swizzle, strides)
    }

    fn layout_of(
        &self,
        major: Option<Major>,
        swizzle: Option<Swizzle>,
        [lbo, sbo]: [Option<u32>; 2],
    ) -> Option<Layout> {
        Some(Layout::new(LayoutParams {
            element: self.element?,
            major: major?,
            swizzle: swizzle?,
            start_bytes: 0,
            lbo_bytes: lbo?,
            sbo_bytes: sbo?,
            base_offset: 0,
            lbo_mode: LboMode::Relative,
            space: self.chip.address_space(),
        }))
    }

    /// The layout of a read, and the first two elements of it at one byte.
    pub(super) fn clash(&self, at: usize) -> Option<(Layout, Clash)> {
        if self.held(at).lowest().decode().lbo_mode == LboMode::Absolute {
            return None;
        }
        let layout = self.layout(at)?;
        let clash = layout.first_clash(self.extent()?)?;
        Some((layout, clash))
    }

    /// Rows and K of one read.
    pub(super) fn extent(&self) -> Option<Extent> {
        Some(Extent { mn: self.mn?, k: self.k()? })
    }

    /// Elements of K that one read has.
    pub fn k(&self) -> Option<u32> {
        self.element.map(|element| self.k_bytes * 8 / element.slot_bits())
    }

    /// Returns the geometry of a read.
    pub fn geometry(&self, at: usize) -> Geometry {
        self.together().geometries[at]
    }

    fn together(&self) -> &Together {
        self.together.get_or_init(|| {
            let geometries: Vec<Geometry> = (0..self.reads.len()).map(|at| self.does(at)).collect();
            let common = most(geometries.iter().copied()).map(|(common, _)| common);
            Together { common, bases_follow: self.bases_follow(), geometries }
        })
    }

    /// The start of each read.
    pub(super) fn starts(&self) -> Vec<Option<i64>> {
        self.reads.iter().map(|read| read.start).collect()
    }

    /// Whether a read is where the law puts it.
    fn is_placed(&self, at: usize) -> bool {
        let start = self.reads[at].start;
        start.is_some() && self.fit.expected.get(at) == Some(&start)
    }

    /// A read that is where the law puts it: the last before one, else the first of all.
    pub(super) fn placed_beside(&self, at: usize) -> Option<usize> {
        let is_placed = |at: &usize| self.is_placed(*at);
        (0..at).rfind(is_placed).or_else(|| (0..self.reads.len()).find(is_placed))
    }

    /// Whether no read before one is like it.
    pub(super) fn is_first<T: PartialEq>(&self, at: usize, of: impl Fn(usize) -> T) -> bool {
        let own = of(at);
        (0..at).all(|before| of(before) != own)
    }

    fn does(&self, at: usize) -> Geometry {
        let (read, held) = (&self.reads[at], self.held(at));
        let (major, swizzle) = (read.major, held.swizzle());
        let used = |stride| self.uses(major, swizzle, stride);
        Geometry {
            major,
            swizzle,
            lbo: held.bytes(FieldId::Lbo).filter(|_| used(Stride::Lbo)),
            sbo: held.bytes(FieldId::Sbo).filter(|_| used(Stride::Sbo)),
            base: swizzle.and_then(|swizzle| {
                let modulo = 1 << swizzle.xor().bits;
                held.field(FieldId::BaseOffset).map(|base| base as u32 % modulo)
            }),
        }
    }

    /// Whether a read uses a stride; where that is not known, it may.
    fn uses(&self, major: Option<Major>, swizzle: Option<Swizzle>, stride: Stride) -> bool {
        let read = self.layout_of(major, swizzle, [Some(0); 2]).zip(self.extent());
        read.is_some_and(|(layout, extent)| layout.reaches(stride, extent))
    }

    /// Whether all that a read uses is known: mode, major-ness, and the strides that lead anywhere.
    pub fn is_resolved(&self, at: usize) -> bool {
        let (major, held) = (self.reads[at].major, self.held(at));
        let swizzle = held.swizzle();
        let is_known = |stride| {
            let id = FieldId::of_stride(stride);
            !self.uses(major, swizzle, stride) || held.field(id).is_some()
        };
        major.is_some() && swizzle.is_some() && is_known(Stride::Lbo) && is_known(Stride::Sbo)
    }

    /// The geometry that most reads have.
    pub fn common(&self) -> Option<Geometry> {
        self.together().common
    }

    /// The phase of the swizzle pattern at which a read starts, where that is known.
    pub fn phase(&self, at: usize) -> Option<u32> {
        let modulo = 1 << self.geometry(at).swizzle?.xor().bits;
        Some((self.reads[at].low? >> 7) % modulo)
    }

    /// A read that has the geometry that most have.
    pub fn typical(&self) -> Option<usize> {
        let common = self.common();
        (0..self.reads.len()).find(|at| Some(self.geometry(*at)) == common)
    }

    /// Whether the law puts the reads where they are, or each is as far from the one before: not one tile after another.
    pub fn is_steady(&self) -> bool {
        let mut pairs = self.reads.windows(2).map(|pair| Some(pair[1].start? - pair[0].start?));
        let first = pairs.next().flatten();
        self.fit.is_confirmed || first.is_some() && self.reads.len() > 2 && pairs.all(|next| next == first)
    }

    /// Whether a read is elsewhere than the law puts it, or differs from the others.
    pub fn has_outlier(&self) -> bool {
        (0..self.reads.len()).any(|at| {
            let expected = self.fit.expected[at];
            expected.is_some() && expected != self.reads[at].start || !self.differing(at).is_empty()
        })
    }

    /// How starts advance in a geometry.
    pub(super) fn advance(&self, geometry: Geometry, first: Option<i64>) -> Option<Advance> {
        let (major, swizzle) = (geometry.major?, geometry.swizzle?);
        let of = |stride: Stride| [geometry.lbo, geometry.sbo][stride as usize];
        let times = |stride: u32, by: u32| Some(Advance::Fixed(i64::from(stride) * i64::from(by)));
        match (major, swizzle) {
            (Major::K, Swizzle::None) => {
                times(of(Stride::of_columns(major, swizzle))?, self.k_bytes / UNIT_BYTES)
            }
            (Major::K, _) => Some(Advance::Rows {
                step: i64::from(self.k_bytes),
                row: i64::from(swizzle.row_bytes()),
                first,
                packed: [
                    i64::from(self.mn.unwrap_or_default() / 8) * i64::from(geometry.sbo.unwrap_or_default()),
                    i64::from(swizzle.atom(major).bytes()),
                ],
            }),
            (Major::Mn, _) => {
                let rows = swizzle.atom(major).rows;
                times(of(Stride::of_groups(major, swizzle))?, self.k()? / rows)
            }
        }
    }

    /// The fields of a read that differ from those of the others: their names, with the value here and the others'.
    pub(super) fn differing(&self, at: usize) -> Vec<(&'static str, [String; 2])> {
        let Some(common) = self.common() else {
            return Vec::new();
        };
        let own = self.geometry(at);
        let differs = |name, value: &dyn Fn(Geometry) -> Option<String>| {
            let both = [value(own)?, value(common)?];
            (both[0] != both[1]).then_some((name, both))
        };
        if let Some(mode) = differs("the swizzle mode", &|one| Some(one.swizzle?.to_string())) {
            // Fields that another mode uses are not compared.
            return vec![mode];
        }
        let bytes =
            |of: Option<u32>| of.filter(|_| own.major == common.major).map(|of| format!("{of} bytes"));
        let base = |of: Geometry| of.base.filter(|_| !self.together().bases_follow);
        let all = [
            differs("LBO", &|one| bytes(one.lbo)),
            differs("SBO", &|one| bytes(one.sbo)),
            differs("the base offset", &|one| Some(base(one)?.to_string())),
        ];
        all.into_iter().flatten().collect()
    }

    fn bases_follow(&self) -> bool {
        let phase = |at: usize| {
            let base = self.held(at).field(FieldId::BaseOffset)? as i64;
            Some((base - (self.reads[at].start? >> 7)).rem_euclid(8))
        };
        let first = (!self.reads.is_empty()).then(|| phase(0)).flatten();
        first.is_some() && (1..self.reads.len()).all(|at| phase(at) == first)
    }
}
