//! Values of a thread as numbers, sums of what is not known, and bytes that are named by where they come from.

use crate::domain::known::{ones, signed};
use rustc_hash::FxHashMap as HashMap;

/// A value: `number` counted from a source. From [`NUMBER`] it is a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Value {
    /// The source.
    pub from: Source,
    /// A number, an address counted from a sum, or the first of some bytes.
    pub number: u64,
}

/// The number of a source.
pub type Source = u32;

/// The source of numbers.
pub const NUMBER: Source = 0;

/// The source of bytes that nothing wrote.
pub const UNSET: Source = 1;

/// The source of conditions that are not known, each by its sum's source: even or odd as they are where sizes are larger than any
/// number of the text.
const LARGE: Source = 2;

/// What a source stands for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Number,
    Unset,
    Large,
    /// A sum of atoms, each so many times.
    Sum(Box<[(u32, u64)]>),
    /// The bytes of global memory, at addresses counted from a sum.
    Memory(Source),
    /// The results of a product: element by element, four bytes each.
    Product(u32),
    /// What was computed from an element.
    Derived(Value),
    /// A value that is put to memory.
    Held(Value),
    /// Bytes of several sources.
    Mixed(Box<[Value]>),
}

/// What is not known of a sum.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Atom<'a> {
    /// A parameter of the kernel, from a byte on.
    Parameter(u32, u64),
    /// A register of the machine.
    Special(&'a str),
    /// The result of an instruction of these values.
    Result(&'a str, Box<[Value]>),
}

/// All sources.
#[derive(Debug)]
pub struct Sources<'a> {
    kinds: Vec<Kind>,
    ids: HashMap<Kind, Source>,
    atoms: Vec<Atom<'a>>,
    atom_ids: HashMap<Atom<'a>, u32>,
    sums: HashMap<(Source, Source, u64), Source>,
    products: HashMap<(Source, Source), Source>,
    /// Whether something was carried out as inside of the matrices, where the text leaves open whether it is.
    pub is_taken_inside: bool,
}

/// Products of atoms of which a product of sums is made.
const PARTS_MAX: usize = 64;

impl Default for Sources<'_> {
    fn default() -> Self {
        let kinds = vec![Kind::Number, Kind::Unset, Kind::Large];
        let ids = kinds.iter().cloned().zip(0..).collect();
        Self {
            kinds,
            ids,
            atoms: Vec::new(),
            atom_ids: HashMap::default(),
            sums: HashMap::default(),
            products: HashMap::default(),
            is_taken_inside: false,
        }
    }
}

impl Value {
    /// A number.
    pub const fn of(number: u64) -> Self {
        Self { from: NUMBER, number }
    }

    /// The number that it is.
    pub const fn as_number(self) -> Option<u64> {
        match self.from {
            NUMBER => Some(self.number),
            _ => None,
        }
    }

    /// A condition of sizes, as it is where they are large.
    pub(crate) fn of_large(condition: Self, is_true: bool) -> Self {
        Self { from: LARGE, number: u64::from(condition.from) << 1 | u64::from(is_true) }
    }

    /// The condition itself, whatever it is where sizes are large.
    pub(crate) const fn of_any_size(self) -> Self {
        match self.from {
            LARGE => Self { from: (self.number >> 1) as Source, number: 0 },
            _ => self,
        }
    }

    /// The condition that it is, or is with large sizes.
    pub(crate) const fn as_condition(self) -> Option<bool> {
        match self.from {
            NUMBER | LARGE => Some(self.number & 1 == 1),
            _ => None,
        }
    }

    const fn cut(self, bits: u32) -> Self {
        Self { number: self.number & ones(bits), ..self }
    }
}

impl<'a> Sources<'a> {
    pub(crate) fn kind(&self, from: Source) -> &Kind {
        &self.kinds[from as usize]
    }

    pub(crate) fn of(&mut self, kind: Kind) -> Source {
        if let Some(id) = self.ids.get(&kind) {
            return *id;
        }
        let id = self.kinds.len() as Source;
        self.kinds.push(kind.clone());
        self.ids.insert(kind, id);
        id
    }

    /// An atom as a value.
    pub(crate) fn atom(&mut self, atom: Atom<'a>) -> Value {
        let id = match self.atom_ids.get(&atom) {
            Some(id) => *id,
            None => {
                let id = self.atoms.len() as u32;
                self.atoms.push(atom.clone());
                self.atom_ids.insert(atom, id);
                id
            }
        };
        Value { from: self.of(Kind::Sum([(id, 1)].into())), number: 0 }
    }

    /// The result of an instruction that is not followed: the same for the same values.
    pub(crate) fn result(&mut self, name: &'a str, of: &[Value]) -> Value {
        self.atom(Atom::Result(name, of.into()))
    }

    pub(super) fn atom_of(&self, atom: u32) -> &Atom<'a> {
        &self.atoms[atom as usize]
    }

    /// The instruction that made an atom, and of what.
    pub(super) fn as_result(&self, atom: u32) -> Option<(&'a str, &[Value])> {
        match self.atom_of(atom) {
            Atom::Result(name, of) => Some((name, of)),
            _ => None,
        }
    }

    fn is_sum(&self, from: Source) -> bool {
        from == NUMBER || matches!(self.kind(from), Kind::Sum(_))
    }

    /// Bytes as a number that is not known.
    fn as_sum(&mut self, value: Value) -> Value {
        match self.is_sum(value.from) {
            true => value,
            false => self.result("", &[value]),
        }
    }

    /// The atoms of a sum, each so many times.
    pub fn terms(&self, from: Source) -> &[(u32, u64)] {
        match self.kind(from) {
            Kind::Sum(terms) => terms,
            _ => &[],
        }
    }

    /// `a + b * times`.
    pub fn plus(&mut self, a: Value, b: Value, times: u64) -> Value {
        if (a.from, b.from) == (NUMBER, NUMBER) {
            return Value::of(a.number.wrapping_add(b.number.wrapping_mul(times)));
        }
        let (a, b) = (self.as_sum(a), self.as_sum(b));
        let number = a.number.wrapping_add(b.number.wrapping_mul(times));
        if b.from == NUMBER || times == 0 {
            return Value { number, ..a };
        }
        let key = (a.from, b.from, times);
        let from = match self.sums.get(&key) {
            Some(from) => *from,
            None => {
                let mut terms = self.terms(a.from).to_vec();
                for (atom, by) in self.terms(b.from).to_vec() {
                    let by = by.wrapping_mul(times);
                    match terms.binary_search_by_key(&atom, |(atom, _)| *atom) {
                        Ok(at) => terms[at].1 = terms[at].1.wrapping_add(by),
                        Err(at) => terms.insert(at, (atom, by)),
                    }
                }
                terms.retain(|(_, by)| *by != 0);
                let from = if terms.is_empty() { NUMBER } else { self.of(Kind::Sum(terms.into())) };
                self.sums.insert(key, from);
                from
            }
        };
        Value { from, number }
    }

    /// `a - b`, where both are addresses of one kind.
    pub fn minus(&mut self, a: Value, b: Value) -> Value {
        self.plus(a, b, u64::MAX)
    }

    /// The parameter of the kernel that an address is counted from; `None` where there is not one.
    pub fn pointer(&self, from: Source) -> Option<(u32, u64)> {
        let mut found = self.terms(from).iter().filter_map(|(atom, by)| match self.atoms[*atom as usize] {
            Atom::Parameter(id, at) if *by == 1 => Some((id, at)),
            _ => None,
        });
        found.next().filter(|_| found.next().is_none())
    }

    /// Whether an atom is a parameter of the kernel.
    pub fn is_parameter(&self, atom: u32) -> bool {
        matches!(self.atoms[atom as usize], Atom::Parameter(..))
    }

    /// The ways to write an atom that is a product as one factor times the others.
    pub fn factors(&self, atom: u32) -> Vec<[Source; 2]> {
        let Atom::Result("mul", of) = &self.atoms[atom as usize] else { return Vec::new() };
        let each = (0..of.len()).filter_map(|at| match [&of[..at], &of[at + 1..]].concat().as_slice() {
            [other] => Some([of[at].from, other.from]),
            others => {
                let others = self.atom_ids.get(&Atom::Result("mul", others.into()))?;
                Some([of[at].from, *self.ids.get(&Kind::Sum([(*others, 1)].into()))?])
            }
        });
        each.collect()
    }

    /// The atoms of a product beside a factor, if there is such a one.
    pub fn beside_factor(&self, atom: u32, is_one: fn(&Self, Source) -> bool) -> Option<Vec<u32>> {
        let [_, others] = self.factors(atom).into_iter().find(|[one, _]| is_one(self, *one))?;
        Some(self.terms(others).iter().map(|(atom, _)| *atom).collect())
    }

    /// Whether a sum is a parameter of the kernel, once.
    pub fn is_one_parameter(&self, from: Source) -> bool {
        matches!(self.terms(from), [(atom, 1)] if self.is_parameter(*atom))
    }

    /// Whether a sum is the same for all blocks of a launch.
    pub fn is_of_launch(&self, from: Source) -> bool {
        self.terms(from).iter().all(|(atom, _)| self.has_one_value(*atom))
    }

    /// Whether an atom is the same for all blocks of a launch.
    pub fn has_one_value(&self, atom: u32) -> bool {
        match &self.atoms[atom as usize] {
            Atom::Parameter(..) => true,
            Atom::Special(name) => name.starts_with("%n"),
            Atom::Result(_, of) => of.iter().all(|one| self.is_sum(one.from) && self.is_of_launch(one.from)),
        }
    }

    /// Whether a sum grows with the sizes that the launch has, or falls with all of them.
    pub(crate) fn is_growing(&self, from: Source) -> Option<bool> {
        let terms = self.terms(from);
        let (_, first) = terms.first()?;
        let is_positive = *first as i64 > 0;
        let is_alike = |by: u64| (by as i64 > 0) == is_positive;
        terms.iter().all(|(atom, by)| is_alike(*by) && self.is_size(*atom)).then_some(is_positive)
    }

    fn is_size(&self, atom: u32) -> bool {
        match &self.atoms[atom as usize] {
            Atom::Parameter(..) => true,
            Atom::Special(_) => false,
            Atom::Result(name, of) => {
                let is_one = |one: &Value| one.from == NUMBER || self.is_growing(one.from) == Some(true);
                matches!(name.split('.').next(), Some("shr" | "div" | "mul")) && of.iter().all(is_one)
            }
        }
    }

    /// Whether bits of what is not known are put together in a sum: it may be the same as another.
    pub fn is_of_bits(&self, from: Source) -> bool {
        let atoms = self.terms(from).iter().map(|(atom, _)| &self.atoms[*atom as usize]);
        atoms.into_iter().any(|atom| matches!(atom, Atom::Result("and" | "or" | "xor", _)))
    }

    /// Whether a sum counts the number of a block or a parameter beside its pointer: more of an array than one block has.
    pub fn is_of_several(&self, from: Source) -> bool {
        self.terms(from).len() > 1
    }

    /// The distance of two sums: atoms, each so many times.
    pub fn apart(&self, from: Source, to: Source) -> Vec<(u32, i64)> {
        let mut all: std::collections::BTreeMap<u32, i64> =
            self.terms(to).iter().map(|(atom, by)| (*atom, *by as i64)).collect();
        for (atom, by) in self.terms(from) {
            *all.entry(*atom).or_default() -= *by as i64;
        }
        all.into_iter().filter(|(_, by)| *by != 0).collect()
    }

    /// Zeros at the low end of all that is not known of a sum.
    fn low_zeros(&self, from: Source) -> u32 {
        self.terms(from).iter().map(|(_, by)| by.trailing_zeros()).min().unwrap_or(64)
    }

    /// `and`, `or` and `xor`, of which the known low bits do not meet what is not known.
    pub(crate) fn bitwise(&mut self, name: &'a str, bits: u32, a: Value, b: Value) -> Value {
        let both = |a: u64, b: u64| match name {
            "and" => a & b,
            "or" => a | b,
            _ => a ^ b,
        };
        if let (Some(a), Some(b)) = (a.as_number(), b.as_number()) {
            return Value::of(both(a, b) & ones(bits));
        }
        if let Some(value) = self.bytewise(name, bits, a, b) {
            return value;
        }
        let (a, b) = if a.from == NUMBER { (b, a) } else { (a, b) };
        let (a, b) = (self.as_sum(a), self.as_sum(b));
        let low = self.low_zeros(a.from);
        if b.from == NUMBER && low > 0 && low < 64 {
            let is_low = b.number >> low == 0;
            let kept = a.number & !ones(low);
            match name {
                "and" if is_low => return Value::of(a.number & b.number),
                "or" | "xor" if is_low => {
                    return Value { number: kept | both(a.number & ones(low), b.number), ..a };
                }
                // All higher bits are kept.
                "and" if b.number | ones(low) == ones(bits) => {
                    return Value { number: kept | (a.number & b.number & ones(low)), ..a };
                }
                _ => {}
            }
        }
        if b.from == NUMBER && (name, b.number) == ("and", ones(bits)) || (name != "and" && b == Value::of(0))
        {
            return a;
        }
        self.result(name, &[a.min(b), a.max(b)])
    }

    /// The same of bytes: a mask of whole bytes, and bytes beside zeros.
    fn bytewise(&mut self, name: &'a str, bits: u32, a: Value, b: Value) -> Option<Value> {
        if self.is_sum(a.from) && self.is_sum(b.from) {
            return None;
        }
        let count = (bits / 8) as usize;
        let (a, b) = (self.bytes(a, count), self.bytes(b, count));
        let each = a.iter().zip(&b).map(|(a, b)| match (name, a.as_number(), b.as_number()) {
            (_, Some(a), Some(b)) => Some(Value::of(match name {
                "and" => a & b,
                "or" => a | b,
                _ => a ^ b,
            })),
            ("and", Some(0), _) | ("and", _, Some(0)) => Some(Value::of(0)),
            ("and", Some(255), _) | ("or" | "xor", Some(0), _) => Some(*b),
            ("and", _, Some(255)) | ("or" | "xor", _, Some(0)) => Some(*a),
            _ => None,
        });
        let each: Vec<Value> = each.collect::<Option<_>>()?;
        Some(self.value(&each))
    }

    /// A shift to the left, or to the right with or without the sign.
    pub(crate) fn shifted(&mut self, name: &'a str, bits: u32, a: Value, by: Value) -> Value {
        let Some(by) = by.as_number() else {
            return self.result(name, &[a, by]);
        };
        let by = by.min(u64::from(bits)) as u32;
        if let Some(a) = a.as_number() {
            let number = match name {
                "shl" => a.checked_shl(by).unwrap_or(0),
                "shr.s" => (signed(a, bits) >> by.min(63)) as u64,
                _ => (a & ones(bits)).checked_shr(by).unwrap_or(0),
            };
            return Value::of(number & ones(bits));
        }
        if !self.is_sum(a.from) && by.is_multiple_of(8) && name != "shr.s" {
            let (count, by) = ((bits / 8) as usize, (by / 8) as usize);
            let bytes = self.bytes(a, count);
            let zeros = vec![Value::of(0); by];
            let moved: Vec<Value> = match name {
                "shl" => [&zeros, &bytes[..count - by]].concat(),
                _ => [&bytes[by..], &zeros].concat(),
            };
            return self.value(&moved);
        }
        if name == "shl" {
            return self.plus(Value::of(0), a, 1u64.checked_shl(by).unwrap_or(0)).cut(bits);
        }
        let sum = self.as_sum(a);
        if self.low_zeros(sum.from) >= by {
            let number = (signed(sum.number, bits) >> by.min(63)) as u64;
            let terms =
                self.terms(sum.from).iter().map(|(atom, times)| (*atom, ((*times as i64) >> by) as u64));
            let terms = terms.collect();
            return Value { from: self.of(Kind::Sum(terms)), number }.cut(bits);
        }
        self.result(name, &[sum, Value::of(by.into())])
    }

    /// A product: that of each part of one with each of the other, so that a sum is the same in whichever order it was made.
    pub(crate) fn times(&mut self, a: Value, b: Value) -> Value {
        match (a.as_number(), b.as_number()) {
            (_, Some(by)) => self.plus(Value::of(0), a, by),
            (Some(by), _) => self.plus(Value::of(0), b, by),
            _ => {
                let (a, b) = (self.as_sum(a), self.as_sum(b));
                let [open_a, open_b] = [a, b].map(|one| Value { number: 0, ..one });
                let open = self.times_open(open_a, open_b);
                let with = self.plus(open, open_a, b.number);
                self.plus(with, Value { number: b.number, ..b }, a.number)
            }
        }
    }

    fn times_open(&mut self, a: Value, b: Value) -> Value {
        let key = (a.from, b.from);
        if let Some(from) = self.products.get(&key) {
            return Value { from: *from, number: 0 };
        }
        let [of_a, of_b] = [a, b].map(|one| self.terms(one.from).to_vec());
        let mut all = Value::of(0);
        if of_a.len() * of_b.len() > PARTS_MAX {
            all = self.result("mul", &[a.min(b), a.max(b)]);
        } else {
            for (one, by_one) in &of_a {
                for (other, by_other) in &of_b {
                    let product = self.product_of([*one, *other]);
                    all = self.plus(all, product, by_one.wrapping_mul(*by_other));
                }
            }
        }
        self.products.insert(key, all.from);
        all
    }

    /// The product of two atoms: of all their factors.
    fn product_of(&mut self, atoms: [u32; 2]) -> Value {
        let mut of = Vec::new();
        for atom in atoms {
            match &self.atoms[atom as usize] {
                Atom::Result("mul", factors) => of.extend_from_slice(factors),
                _ => of.push(Value { from: self.of(Kind::Sum([(atom, 1)].into())), number: 0 }),
            }
        }
        of.sort_unstable();
        // What is left of three without one of them has a name, too.
        if let [a, b, c] = of[..] {
            for pair in [[a, b], [a, c], [b, c]] {
                self.result("mul", &pair);
            }
        }
        self.result("mul", &of)
    }

    /// A value of some bits in more of them, with its sign or without. What is not known is taken to fit.
    pub(crate) fn widened(&mut self, value: Value, bits: u32, is_signed: bool) -> Value {
        if !self.is_sum(value.from) {
            let bytes = self.bytes(value, (bits / 8) as usize);
            return match is_signed {
                true => self.derived("cvt", &[value]),
                false => self.value(&[bytes, vec![Value::of(0); 8 - (bits / 8) as usize]].concat()),
            };
        }
        let number = match is_signed || value.from != NUMBER {
            true => signed(value.number, bits) as u64,
            false => value.number & ones(bits),
        };
        Value { number, ..value }
    }

    /// The bytes of a value.
    pub(crate) fn bytes(&mut self, value: Value, count: usize) -> Vec<Value> {
        let mut all = Vec::with_capacity(count);
        self.add_bytes(value, count, &mut all);
        all
    }

    /// Adds the bytes of a value to others.
    pub(crate) fn add_bytes(&mut self, value: Value, count: usize, all: &mut Vec<Value>) {
        let each = 0..count as u64;
        match self.kind(value.from) {
            Kind::Number => {
                all.extend(
                    each.map(|at| Value::of(value.number.checked_shr(8 * at as u32).unwrap_or(0) & 255)),
                );
            }
            Kind::Unset => all.extend(each.map(|_| value)),
            Kind::Mixed(bytes) => {
                let first = value.number as usize;
                all.extend((first..first + count).map(|at| bytes.get(at).copied().unwrap_or_default()));
            }
            Kind::Sum(_) => {
                let from = self.of(Kind::Held(value));
                all.extend(each.map(|number| Value { from, number }));
            }
            _ => all.extend(each.map(|at| Value { number: value.number.wrapping_add(at), ..value })),
        }
    }

    /// Bytes as a value.
    pub(crate) fn value(&mut self, bytes: &[Value]) -> Value {
        let Some(first) = bytes.first().copied() else { return Value::default() };
        let mut all = (0u64..).zip(bytes);
        match self.kind(first.from) {
            Kind::Number => {
                if bytes.iter().all(|byte| byte.from == NUMBER) {
                    return Value::of(bytes.iter().rev().fold(0, |all, byte| all << 8 | byte.number));
                }
            }
            Kind::Unset => {
                if bytes.iter().all(|byte| byte.from == UNSET) {
                    return first;
                }
            }
            kind => {
                let held = match kind {
                    Kind::Held(value) if first.number == 0 => Some(*value),
                    _ => None,
                };
                if all
                    .all(|(at, byte)| (byte.from, byte.number) == (first.from, first.number.wrapping_add(at)))
                {
                    return held.unwrap_or(first);
                }
            }
        }
        // Zeros above bytes are the same without them.
        Value { from: self.of(Kind::Mixed(bytes.into())), number: 0 }
    }

    /// Bytes without the zeros above them.
    fn without_zeros(&mut self, value: Value) -> Value {
        match self.kind(value.from) {
            Kind::Mixed(bytes) if value.number == 0 => {
                let count = bytes.iter().rposition(|byte| *byte != Value::of(0)).map_or(0, |last| last + 1);
                let bytes = bytes[..count].to_vec();
                self.value(&bytes)
            }
            _ => value,
        }
    }

    /// The element behind bytes that were computed from one: where it came from.
    pub fn origin(&self, mut value: Value) -> Value {
        while let Kind::Derived(of) = self.kind(value.from) {
            value = *of;
        }
        value
    }

    /// What was computed from elements: of the only one that a product made, or of the only one.
    pub(crate) fn derived(&mut self, name: &'a str, of: &[Value]) -> Value {
        let of: &[Value] = &of.iter().map(|one| self.without_zeros(*one)).collect::<Vec<_>>();
        let is_of = |value: &&Value, is_one: fn(&Kind) -> bool| is_one(self.kind(self.origin(**value).from));
        let products: Vec<_> =
            of.iter().filter(|one| is_of(one, |kind| matches!(kind, Kind::Product(_)))).collect();
        let loaded = |kind: &Kind| matches!(kind, Kind::Memory(_) | Kind::Mixed(_));
        let elements: Vec<_> = of.iter().filter(|one| is_of(one, loaded)).collect();
        match (products.as_slice(), elements.as_slice()) {
            ([one], _) | ([], [one]) => {
                let from = self.of(Kind::Derived(**one));
                Value { from, number: 0 }
            }
            _ => self.result(name, of),
        }
    }

    /// The array in global memory that bytes are of, and the address; none for other bytes.
    pub fn address(&self, byte: Value) -> Option<Value> {
        match self.kind(byte.from) {
            Kind::Memory(from) => Some(Value { from: *from, number: byte.number }),
            _ => None,
        }
    }

    /// The product that made a result, and the number of the result's first byte.
    pub fn product(&self, byte: Value) -> Option<(u32, u64)> {
        match self.kind(byte.from) {
            Kind::Product(product) => Some((*product, byte.number)),
            _ => None,
        }
    }
}
