//! A map as a value: terms that lead from indices to coordinates, and back.
//!
//! ```text
//! coordinate = offset + Σ (index / per % count) · stride
//! ```

use super::*;

named! {
    /// An index: the quantity counted on the near side of a law.
    pub enum Index "index" {
        /// Row of A or D.
        M => "m",
        /// Element of a row of A.
        K => "k",
        /// Two packed 4-bit elements of a row of A, which share a byte.
        Pair => "pair",
        /// Elements of a row of A that share their metadata.
        Group => "group",
        /// Column of B or D.
        N => "n",
        /// Row of scale factors (of A's M, of B's N), or row of a copy's source.
        Row => "row",
        /// Scale factor along K.
        Block => "block",
        /// One of several places that hold the same.
        Copy => "copy",
        /// Instruction along K.
        Step => "step",
        /// Warp of a warpgroup.
        Warp => "warp",
        /// Thread of a warp.
        Thread => "thread",
        /// Register of a thread.
        Register => "register",
        /// Half of a register: 0 for bits 0 to 15.
        Half => "half",
        /// Byte of a row of a copy's source.
        Byte => "byte",
        /// One of several loads.
        Load => "load",
    }
}

impl Index {
    /// The word for it in formulas, and in sentences on one of its elements.
    pub(crate) fn words(self) -> [&'static str; 2] {
        match self {
            Self::M => ["m", "row m"],
            Self::K | Self::Pair => ["k", "element k"],
            Self::Group => ["group", "element k"],
            Self::N => ["n", "column n"],
            Self::Block => ["block", "scale factor"],
            Self::Warp => ["warp", "warp of the warpgroup"],
            Self::Thread => ["t", "thread"],
            Self::Register => ["r", "register"],
            Self::Row | Self::Copy | Self::Step | Self::Half | Self::Byte | Self::Load => [self.name(); 2],
        }
    }
}

named! {
    /// A coordinate: the quantity counted on the far side of a law.
    pub enum Coordinate "coordinate" {
        /// CTA of a pair.
        Cta => "cta",
        /// Lane of tensor memory.
        Lane => "lane",
        /// Column of tensor memory.
        Column => "column",
        /// Bit of a column's 32-bit word.
        Bit => "bit",
        /// Byte of shared or global memory.
        MemoryByte => "memory-byte",
    }
}

/// The far side of a law; coordinates for which it has no term are 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Point {
    /// CTA of a pair, 0 or 1.
    pub cta: u32,
    /// Lane of tensor memory.
    pub lane: u32,
    /// Column of tensor memory.
    pub column: u32,
    /// Bit of a column's 32-bit word, at which what the law maps begins.
    pub bit: u32,
    /// Byte of shared or global memory.
    pub memory_byte: u32,
}

impl Point {
    /// One of its coordinates.
    pub const fn on(mut self, coordinate: Coordinate) -> u32 {
        *self.on_mut(coordinate)
    }

    const fn on_mut(&mut self, coordinate: Coordinate) -> &mut u32 {
        match coordinate {
            Coordinate::Cta => &mut self.cta,
            Coordinate::Lane => &mut self.lane,
            Coordinate::Column => &mut self.column,
            Coordinate::Bit => &mut self.bit,
            Coordinate::MemoryByte => &mut self.memory_byte,
        }
    }
}

/// An index of a law, and how many values it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Axis {
    /// The index.
    pub index: Index,
    /// Values, from 0, padding included.
    pub extent: u32,
    /// Values that are not padding.
    pub used: u32,
    /// Elements that share a value.
    pub per: u32,
}

/// One summand of a coordinate: a digit of an index times a stride.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Term {
    /// Index that it counts.
    pub index: Index,
    /// Consecutive indices that share a digit.
    pub per: u32,
    /// Number of digits; after the last they begin again.
    pub count: u32,
    /// Coordinate that it adds to.
    pub coordinate: Coordinate,
    /// The value that one digit adds.
    pub stride: u32,
    /// The index's place among those of the law.
    pub(crate) axis: usize,
}

impl Term {
    /// The digit of an index.
    pub const fn digit(&self, index: u32) -> u32 {
        index / self.per % self.count
    }

    /// The most that it adds.
    const fn most(&self) -> u32 {
        (self.count - 1) * self.stride
    }

    /// Whether it adds something.
    pub const fn is_written(&self) -> bool {
        self.count != 1 && self.stride != 0
    }
}

/// A map from indices to coordinates, with its source.
///
/// ```
/// use swizzle_tmem::{Point, scale::Order, scale::ScaleBlocks};
/// let blocks = ScaleBlocks::new(Order::Tensor, 256, 8)?;
/// let law = &blocks.law;
/// assert_eq!(law.point(&[200, 2]), Some(Point { memory_byte: 1162, ..Point::default() }));
/// assert_eq!(law.indices(Point { memory_byte: 1162, ..Point::default() }), [[200, 2]]);
/// # Ok::<(), swizzle_tmem::Refusal>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Law {
    /// The name of the map.
    pub name: &'static str,
    /// The source.
    pub source: &'static str,
    /// How well that is attested.
    pub mark: Mark,
    axes: Vec<Axis>,
    terms: Vec<Term>,
    offset: Point,
}

impl Law {
    pub(crate) fn new(name: &'static str, mark: Mark, source: &'static str) -> Self {
        Self { name, source, mark, axes: Vec::new(), terms: Vec::new(), offset: Point::default() }
    }

    /// With one more index, which its digits count, the innermost first: how many there are, and what one adds to what.
    pub(crate) fn over(
        mut self,
        index: Index,
        digits: impl IntoIterator<Item = (u32, Coordinate, u32)>,
    ) -> Self {
        let (mut per, axis) = (1, self.axes.len());
        for (count, coordinate, stride) in digits {
            self.terms.push(Term { index, per, count, coordinate, stride, axis });
            per *= count;
        }
        self.axes.push(Axis { index, extent: per, used: per, per: 1 });
        self
    }

    /// With so many values of the newest index that are not padding.
    pub(crate) fn used(mut self, used: u32) -> Self {
        self.axes.last_mut().expect("an index").used = used;
        self
    }

    /// With so many elements that share a value of the newest index.
    pub(crate) fn shared_by(mut self, per: u32) -> Self {
        self.axes.last_mut().expect("an index").per = per;
        self
    }

    /// With so many lanes added.
    pub(crate) const fn at_lane(mut self, lane: u32) -> Self {
        self.offset.lane = lane;
        self
    }

    /// How well it is attested, and its source.
    pub const fn attested(&self) -> (Mark, &'static str) {
        (self.mark, self.source)
    }

    /// Its indices, in the order in which they are given and returned.
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// Its terms.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// The constant part of the law, which does not depend on the indices.
    pub const fn offset(&self) -> Point {
        self.offset
    }

    /// Values that a coordinate spans, from 0 on.
    pub fn span(&self, coordinate: Coordinate) -> u32 {
        let most = |term: &Term| term.most();
        self.offset.on(coordinate) + self.on(coordinate).map(most).sum::<u32>() + 1
    }

    /// Columns from its first to its last one, that one included.
    pub fn columns(&self) -> u32 {
        self.span(Coordinate::Column)
    }

    /// Bits of what is at a point: of a column's word, as far as the law divides it.
    pub fn bits(&self) -> u32 {
        self.on(Coordinate::Bit).map(|term| term.stride).min().unwrap_or(32)
    }

    /// The terms of a coordinate that add something, each with the number of its digits where they begin again.
    pub fn written(&self, coordinate: Coordinate) -> impl Iterator<Item = (&Term, Option<u32>)> {
        self.on(coordinate).filter(|term| term.is_written()).map(|term| {
            let is_again = term.per.saturating_mul(term.count) < self.axes[term.axis].extent;
            (term, is_again.then_some(term.count))
        })
    }

    fn on(&self, coordinate: Coordinate) -> impl Iterator<Item = &Term> {
        let is_on = move |term: &&Term| term.coordinate == coordinate;
        self.terms.iter().filter(is_on)
    }

    /// Returns the point of indices, one for each of [`axes`](Self::axes); `None` where one is missing or out of its extent.
    pub fn point(&self, indices: &[u32]) -> Option<Point> {
        let is_inside = |(index, axis): (&u32, &Axis)| *index < axis.extent;
        if indices.len() != self.axes.len() || !indices.iter().zip(&self.axes).all(is_inside) {
            return None;
        }
        let mut point = self.offset;
        for term in &self.terms {
            *point.on_mut(term.coordinate) += term.digit(indices[term.axis]) * term.stride;
        }
        Some(point)
    }

    /// The places of an element, a number for each index but the last one, whose values are copies; or for all.
    ///
    /// # Errors
    /// [`Refusal::Index`] for an element that there is not, or that is padding.
    pub fn points(&self, element: &[u32]) -> Result<Vec<Point>, Refusal> {
        let mut indices = Vec::new();
        for (number, axis) in element.iter().zip(&self.axes) {
            inside(axis.index.words()[1], *number, axis.used * axis.per)?;
            indices.push(number / axis.per);
        }
        let copies = self.axes.get(indices.len()).map_or(1, |axis| axis.extent);
        let point = |copy: u32| {
            let all = indices.iter().copied().chain([copy]);
            self.point(&all.take(self.axes.len()).collect::<Vec<_>>())
        };
        Ok((0..copies).filter_map(point).collect())
    }

    /// The first element at a point, a number for each of the first indices: the first of those that share a value. None where
    /// the law leaves the point out.
    pub fn element<const N: usize>(&self, point: Point) -> Option<[u32; N]> {
        let found = self.indices(point).into_iter().next()?;
        let element = found.iter().zip(&self.axes).map(|(index, axis)| index * axis.per);
        element.take(N).collect::<Vec<_>>().try_into().ok()
    }

    /// Every list of indices that leads to a point, in ascending order: none where the law leaves it out, several where
    /// what a law puts at two places overlaps.
    pub fn indices(&self, point: Point) -> Vec<Vec<u32>> {
        let mut left = point;
        for coordinate in Coordinate::ALL {
            let Some(rest) = point.on(*coordinate).checked_sub(self.offset.on(*coordinate)) else {
                return Vec::new();
            };
            *left.on_mut(*coordinate) = rest;
        }
        let mut terms: Vec<&Term> = self.terms.iter().collect();
        terms.sort_by_key(|term| std::cmp::Reverse(term.stride));
        let mut open = vec![(left, vec![0; self.axes.len()])];
        for (i, term) in terms.iter().enumerate() {
            let others = terms[i + 1..].iter().filter(|other| other.coordinate == term.coordinate);
            let others: u32 = others.map(|term| term.most()).sum();
            let counted = |(left, indices): (Point, Vec<u32>)| {
                digits(term, left.on(term.coordinate), others).map(move |digit| {
                    let (mut left, mut indices) = (left, indices.clone());
                    *left.on_mut(term.coordinate) -= digit * term.stride;
                    indices[term.axis] += digit * term.per;
                    (left, indices)
                })
            };
            open = open.into_iter().flat_map(counted).collect();
        }
        open.retain(|(left, indices)| *left == Point::default() && self.point(indices).is_some());
        let mut found: Vec<_> = open.into_iter().map(|(_, indices)| indices).collect();
        found.sort_unstable();
        found
    }
}

/// The digits of a term that leave what the terms after it can still add up to.
fn digits(term: &Term, rest: u32, others: u32) -> Range<u32> {
    if term.stride == 0 {
        return 0..term.count;
    }
    let least = rest.saturating_sub(others).div_ceil(term.stride);
    let most = (rest / term.stride + 1).min(term.count);
    least..most
}
