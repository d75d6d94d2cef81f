//! Rows and columns of a matrix in global memory, from the addresses of elements.

use super::*;
use swizzle_ptx::run::value::{NUMBER, Source, Sources, UNSET};

/// Where an element of a product came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Place {
    /// A bit of global memory: the sum that its address is counted from, and bits.
    At(Source, i64),
    /// Nothing wrote it.
    Unset,
    /// The result of a product, and its cell's first byte.
    Product(u32, u64),
    /// A number.
    Number(u64),
    /// Not followed.
    Open,
}

/// A place of a cell; numbers of cells count bits.
pub(super) fn place(run: &Run<'_>, cell: Value) -> Place {
    let byte = Value { number: cell.number / 8, ..cell };
    match cell.from {
        NUMBER => Place::Number(cell.number),
        UNSET => Place::Unset,
        _ => match (run.sources.address(byte), run.sources.product(byte)) {
            (Some(address), _) => Place::At(address.from, cell.number as i64),
            (None, Some((product, byte))) => Place::Product(product, byte),
            (None, None) => Place::Open,
        },
    }
}

/// The places of cells.
pub(super) fn places(run: &Run<'_>, cells: &[Value]) -> Vec<Place> {
    // Neighbours are often of one source.
    let mut last = (UNSET, Place::Unset);
    let of = |cell: &Value| {
        if cell.from != last.0 {
            last = (cell.from, place(run, Value { number: 0, ..*cell }));
        }
        match last.1 {
            Place::At(from, _) => Place::At(from, cell.number as i64),
            Place::Product(of, _) => Place::Product(of, cell.number / 8),
            Place::Number(_) => Place::Number(cell.number),
            other => other,
        }
    };
    cells.iter().map(of).collect()
}

/// Atoms, each so many times.
type Terms = Rc<[(u32, i64)]>;

/// A distance: what is not known of it, each so many times, and bits.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Step {
    terms: Terms,
    pub(super) bits: i64,
}

/// Distances of sums, each worked out once.
pub(super) struct Distances<'r, 'a> {
    run: &'r Run<'a>,
    known: HashMap<(Source, Source), Terms>,
}

impl<'r, 'a> Distances<'r, 'a> {
    pub(super) fn of(run: &'r Run<'a>) -> Self {
        Self { run, known: HashMap::default() }
    }

    /// The distance from a place to another.
    pub(super) fn apart(&mut self, from: (Source, i64), to: (Source, i64)) -> Step {
        let terms = self.known.entry((from.0, to.0)).or_insert_with(|| match from.0 == to.0 {
            true => Rc::new([]),
            false => self.run.sources.apart(from.0, to.0).into(),
        });
        Step { terms: Rc::clone(terms), bits: to.1.wrapping_sub(from.1) }
    }

    /// The distance that most pairs have: of each pair the sums that both are counted from, and the bits between.
    pub(super) fn step(&mut self, pairs: impl Iterator<Item = (Source, Source, i64)>) -> Option<Step> {
        let pairs = counts(pairs.map(|pair| (pair, 1))).into_iter();
        let steps = pairs.map(|((from, to, bits), count)| (self.apart((from, 0), (to, bits)), count));
        most_of(steps).map(|(step, _)| step)
    }
}

/// How often a distance has a step, if it is a multiple of it.
fn multiple(distance: i64, step: i64) -> Option<i64> {
    (distance.checked_rem(step)? == 0).then(|| distance / step)
}

/// What the part of a matrix that a block takes begins with: atoms such as the number of the block.
#[derive(Debug, Clone, Default)]
pub(super) struct Begin {
    /// Rows and columns, each atom so many times.
    pub(super) along: [BTreeMap<u32, i64>; 2],
    /// Which of several matrices it is of, or which part of K.
    pub(super) batch: BTreeSet<u32>,
    /// Neighbours along the rows, or columns, that lie side by side, which the same atoms move: more of K, if the other operand's
    /// K begins so.
    pub(super) beside: BTreeMap<u32, i64>,
    /// How long its lines are in global memory.
    pub(super) pitch: Option<Pitch>,
}

/// The length of a line of a matrix in global memory, which is a parameter.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pitch {
    /// Whether the line runs along K.
    pub(super) is_along_k: bool,
    pub(super) parameter: u32,
    /// Elements for each of the parameter.
    pub(super) times: i64,
}

impl Begin {
    /// Whether all blocks begin with the same.
    pub(super) fn is_empty(&self) -> bool {
        self.batch.is_empty() && self.along.iter().all(BTreeMap::is_empty)
    }

    /// What an axis begins with, and what may move it as the other matrix' axis is moved.
    pub(super) fn along_as(&self, axis: usize, other: &BTreeMap<u32, i64>) -> BTreeMap<u32, i64> {
        let beside = self.beside.iter().filter(|(atom, _)| other.contains_key(atom));
        self.along[axis].iter().chain(beside).map(|(atom, by)| (*atom, *by)).collect()
    }

    /// Whether an atom has a say in it.
    pub(super) fn has(&self, atom: u32) -> bool {
        self.batch.contains(&atom) || self.along.iter().any(|axis| axis.contains_key(&atom))
    }
}

/// How far apart rows and columns are in global memory, and where element (0, 0) is.
#[derive(Debug, Clone)]
pub(super) struct Lattice {
    pub(super) origin: (Source, i64),
    /// From a row to the next, and from a column to the next.
    pub(super) steps: [Step; 2],
}

/// What tells the rows and columns of one place after another.
pub(super) struct Scale<'l> {
    origin: (Source, i64),
    axis: usize,
    wide: &'l Step,
    narrow: &'l Step,
    /// The sum that was asked for last, and how many of the steps with unknown sizes it is from the origin.
    last: (Source, Option<i64>),
}

impl<'l> Scale<'l> {
    pub(super) fn of(lattice: &'l Lattice) -> Self {
        let axis = lattice.wide_axis();
        let (wide, narrow) = (&lattice.steps[axis], &lattice.steps[1 - axis]);
        Self { origin: lattice.origin, axis, wide, narrow, last: (UNSET, None) }
    }

    /// Rows and columns by which a place is away from the origin.
    pub(super) fn at(
        &mut self,
        distances: &mut Distances<'_, '_>,
        (from, bits): (Source, i64),
    ) -> Option<[i64; 2]> {
        if self.last.0 != from {
            self.last = (from, self.unknown(distances, from));
        }
        let (mut many, mut rest) = (self.last.1?, bits.wrapping_sub(self.origin.1));
        if self.wide.terms.is_empty() {
            many = rest.checked_div_euclid(self.wide.bits)?;
        }
        rest = rest.wrapping_sub(many.wrapping_mul(self.wide.bits));
        let few = multiple(rest, self.narrow.bits)?;
        Some(if self.axis == 0 { [many, few] } else { [few, many] })
    }

    /// How many of the steps with unknown sizes a sum is from the origin's: what is not known of its distance says it.
    fn unknown(&self, distances: &mut Distances<'_, '_>, from: Source) -> Option<i64> {
        if !self.narrow.terms.is_empty() {
            return None;
        }
        let (apart, wide) = (distances.apart(self.origin, (from, 0)).terms, &self.wide.terms);
        let Some((atom, by)) = apart.first() else { return Some(0) };
        let (_, of) = wide.iter().find(|(other, _)| other == atom)?;
        let many = multiple(*by, *of)?;
        let is_multiple = apart.len() == if many == 0 { 0 } else { wide.len() }
            && apart.iter().zip(wide.iter()).all(|(a, b)| a.0 == b.0 && a.1 == b.1.wrapping_mul(many));
        is_multiple.then_some(many)
    }
}

impl Lattice {
    /// Rows and columns by which a place is away from the origin.
    pub(super) fn coordinates(
        &self,
        distances: &mut Distances<'_, '_>,
        place: (Source, i64),
    ) -> Option<[i64; 2]> {
        Scale::of(self).at(distances, place)
    }

    /// The axis along which neighbours are further apart; a distance that is not known is.
    pub(super) fn wide_axis(&self) -> usize {
        let [row, column] = &self.steps;
        match self.pitch() {
            Some(_) => usize::from(row.bits.abs() < column.bits.abs()),
            None => usize::from(row.terms.is_empty()),
        }
    }

    /// Whether both distances are numbers.
    pub(super) fn pitch(&self) -> Option<i64> {
        let is_number = self.steps.iter().all(|step| step.terms.is_empty());
        is_number.then(|| self.steps[0].bits.abs().max(self.steps[1].bits.abs()))
    }

    /// Where the block's part begins, of an operand with its axis of K; `None` where it does not follow from the distances of rows
    /// and columns.
    pub(super) fn begin(&self, sources: &Sources<'_>, axis_of_k: Option<usize>) -> Option<Begin> {
        sources.pointer(self.origin.0)?;
        let axis = self.wide_axis();
        let (wide, narrow) = (&self.steps[axis], &self.steps[1 - axis]);
        let pitch = match *wide.terms {
            [(parameter, by)] if wide.bits == 0 && sources.is_parameter(parameter) => {
                let times = by.checked_mul(8).and_then(|bits| multiple(bits, narrow.bits));
                times.map(|times| Pitch { is_along_k: axis_of_k == Some(1 - axis), parameter, times })
            }
            _ => None,
        };
        let mut begin = Begin { pitch, ..Begin::default() };
        let mut add = |axis: usize, atom: u32, distance: i64, step: i64| {
            let many = multiple(distance, step)?;
            let all = begin.along[axis].entry(atom).or_default();
            *all = all.checked_add(many)?;
            Some(())
        };
        let (mut batch, mut beside) = (BTreeSet::new(), BTreeMap::new());
        let parts = sources.terms(self.origin.0).iter().map(|(atom, by)| (*atom, *by as i64));
        for (atom, by) in parts.filter(|(atom, by)| !(*by == 1 && sources.is_parameter(*atom))) {
            let factors = sources.factors(atom);
            if factors.is_empty() || wide.terms.is_empty() {
                let bits = by.checked_mul(8)?;
                let is_wide = wide.terms.is_empty() && multiple(bits, wide.bits).is_some();
                let (axis, step) = if is_wide { (axis, wide) } else { (1 - axis, narrow) };
                add(axis, atom, bits, step.bits)?;
                continue;
            }
            let &[(stride, unit)] = &*wide.terms else { return None };
            // Times the distance of rows, or times that of whole matrices.
            let of_rows = factors.iter().find_map(|[one, others]| match sources.terms(*one) {
                [(atom, times)] if *atom == stride => Some((*others, *times as i64)),
                _ => None,
            });
            if let Some((others, times)) = of_rows {
                for (atom, each) in sources.terms(others) {
                    // So many rows or columns that are no K: a matrix of its own.
                    if let Some(numbers) = sources
                        .beside_factor(*atom, Sources::is_one_parameter)
                        .filter(|_| axis_of_k != Some(axis))
                    {
                        batch.extend(numbers);
                        continue;
                    }
                    let distance = by.checked_mul(times)?.checked_mul(*each as i64)?;
                    add(axis, *atom, distance, unit)?;
                }
            } else {
                batch.extend(sources.beside_factor(atom, Sources::is_of_launch)?);
                if let Some(many) =
                    multiple(by.checked_mul(8)?, narrow.bits).filter(|_| axis_of_k == Some(1 - axis))
                {
                    beside.insert(atom, many);
                }
            }
        }
        Some(Begin { batch, beside, ..begin })
    }
}
