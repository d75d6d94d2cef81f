//! The table of all parameters of tile, reader and place: [`PARAMS`]. Checks, reports, the keys of links, the names of the box,
//! the program's options, edits, the page's controls and generated tests follow from it. [`Row`] is what a control knows of a value
//! that can be changed, of this table or another.

mod check;
mod edit;
mod error;
mod row;
mod table;
mod values;

use std::fmt;
use std::ops::RangeInclusive;

use swizzle_core::hardware::{
    Arch, Chip, CopyShape, Element, LboMode, Major, Named, Operand, Sparsity, UnknownName, Use,
};
use swizzle_core::law::{RowXor, Swizzle};
use swizzle_core::tile::{Order, PatternOf};
use swizzle_core::{Said, Spec};

pub use check::check;
pub use edit::with_value;
pub use error::SpecError;
pub use row::{Change, Choice, Row, Values};
pub use table::{PARAMS, ParamId};
pub use values::{Value, reader_values, said_and_taken, taken, tile_values};

/// A value of some parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// A number: elements, bytes or a count, as the parameter's [`Unit`] says.
    Number(u32),
    /// A choice, by its lasting name.
    Choice(&'static str),
    /// An XOR of rows that is none of the choices.
    Xor(RowXor),
}

impl Scalar {
    /// The number, if it is one.
    pub const fn number(self) -> Option<u32> {
        match self {
            Self::Number(number) => Some(number),
            Self::Choice(_) | Self::Xor(_) => None,
        }
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Choice(name) => f.pad(name),
            Self::Xor(xor) => xor.fmt(f),
        }
    }
}

impl From<u32> for Scalar {
    fn from(number: u32) -> Self {
        Self::Number(number)
    }
}

/// Unit of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Elements of an extent.
    Elements,
    /// The number of one element along an extent.
    Element,
    /// Bytes.
    Bytes,
    /// A byte of shared memory; written in hex.
    Address,
    /// Copies, steps, blocks.
    Count,
}

/// The possible values of a parameter.
#[derive(Debug, Clone)]
pub enum Kind {
    /// A number.
    Number {
        /// Its least and its largest value.
        range: RangeInclusive<u32>,
        /// Amount by which one press of a button changes it.
        step: u32,
        /// Its unit.
        unit: Unit,
    },
    /// One of some named choices.
    Choice(Choices),
}

/// The choices of a type, by their lasting names.
#[derive(Debug, Clone, Copy)]
pub struct Choices {
    what: &'static str,
    names: &'static [&'static str],
}

impl Choices {
    /// The names, in the order in which they are shown.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        self.names.iter().copied()
    }

    /// Whether there are others than these: XORs of rows, which have any units and masks.
    pub fn has_others(self) -> bool {
        self.names == RowXor::NAMES
    }

    /// The choice of this name; upper and lower case are the same.
    ///
    /// # Errors
    /// [`UnknownName`], which lists the known names.
    pub fn named(self, name: &str) -> Result<Scalar, UnknownName> {
        let is_it = |known: &&str| known.eq_ignore_ascii_case(name);
        match self.names().find(is_it) {
            Some(name) => Ok(Scalar::Choice(name)),
            None if self.has_others() => name.parse().map(Scalar::Xor),
            None => Err(UnknownName::new(self.what, name, self.names())),
        }
    }
}

/// A group of parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// The part that is read: element type, form, extents, order and start.
    Window,
    /// The buffer around it.
    Buffer,
    /// The strides of the canonical layout.
    Strides,
    /// Plain rows, in none of the canonical forms.
    Rows,
    /// The start of the swizzle pattern.
    Pattern,
    /// Copies of the buffer.
    Ring,
    /// The instruction.
    Reader,
    /// The chip that runs it.
    Chip,
    /// The descriptor's place in the sequence of reads.
    Place,
}

impl Group {
    /// Whether its parameters are the tile's.
    pub const fn is_of_tile(self) -> bool {
        !matches!(self, Self::Reader | Self::Chip | Self::Place)
    }
}

/// How a link specifies a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Link {
    /// By its key.
    Key,
    /// By its key; beside a descriptor, which has a field of that name, by this key.
    Beside(&'static str),
    /// Always by this key.
    Only(&'static str),
    /// By its key; a descriptor specifies it itself.
    OfDescriptor,
    /// In the path.
    Path,
}

/// The page's name for a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Label {
    /// One name for both operands.
    Plain(&'static str),
    /// A name with the letter of the operand's rows: for A, and for B.
    OfOperand(&'static str, &'static str),
}

impl Label {
    /// The label beside an operand.
    pub const fn of(self, operand: Operand) -> &'static str {
        match (self, operand) {
            (Self::Plain(label), _) | (Self::OfOperand(label, _), Operand::A) => label,
            (Self::OfOperand(_, label), Operand::B) => label,
        }
    }
}

/// A parameter: everything about it that is used in more than one place.
///
/// ```
/// use swizzle_core::Said;
/// use swizzle_params::{ParamId, Scalar};
/// let stages = ParamId::Stages.param();
/// let mut said = Said::default();
/// assert!(stages.set(&mut said, Some(Scalar::Number(4))));
/// assert_eq!((said.tile.stages, stages.get(&said)), (Some(4), Some(Scalar::Number(4))));
/// // A choice is not a number of stages.
/// assert!(!stages.set(&mut said, Some(Scalar::Choice("128B"))));
/// ```
#[derive(Debug, Clone)]
pub struct Param {
    /// Its id.
    pub id: ParamId,
    /// Its lasting name: in links, in JSON, in the box, and, with dashes, as an option.
    pub key: &'static str,
    /// Its possible values.
    pub kind: Kind,
    /// Its group.
    pub group: Group,
    /// How a link specifies it.
    pub link: Link,
    /// The page's name for it.
    pub label: Label,
    /// A shorter name of the option.
    pub alias: Option<&'static str>,
    /// Whether it is reported even if it was not specified. A buffer around the tile, its stages and a copy exist only if they
    /// were specified.
    pub is_told: bool,
    /// Whether its key stands for it in a text with descriptors, in which other keys may be names of a kernel's counters.
    pub is_plain: bool,
}

/// The field that holds a specified value.
enum Held<'s> {
    Number(&'s mut Option<u32>),
    Choice(&'s mut dyn AnyChoice),
    Xor(&'s mut Option<RowXor>),
}

/// A choice that may be specified, of any type.
trait AnyChoice {
    fn name(&self) -> Option<&'static str>;
    fn set(&mut self, at: Option<usize>);
}

impl<T: Named> AnyChoice for Option<T> {
    fn name(&self) -> Option<&'static str> {
        self.map(T::name)
    }

    fn set(&mut self, at: Option<usize>) {
        *self = at.and_then(|at| T::ALL.get(at).copied());
    }
}

impl<'s> From<&'s mut Option<u32>> for Held<'s> {
    fn from(number: &'s mut Option<u32>) -> Self {
        Self::Number(number)
    }
}

impl<'s> From<&'s mut Option<RowXor>> for Held<'s> {
    fn from(xor: &'s mut Option<RowXor>) -> Self {
        Self::Xor(xor)
    }
}

/// Implemented one by one, because the compiler assumes that `u32` might implement the trait one day.
macro_rules! held_choices {
    ($($choice:ty),+) => {$(
        impl<'s> From<&'s mut Option<$choice>> for Held<'s> {
            fn from(choice: &'s mut Option<$choice>) -> Self {
                Self::Choice(choice)
            }
        }
    )+};
}

held_choices!(
    Arch, Chip, CopyShape, Element, LboMode, Major, Operand, Order, PatternOf, Sparsity, Swizzle, Use
);

impl Param {
    /// Its specified value.
    pub fn get(&self, said: &Said) -> Option<Scalar> {
        let mut said = *said;
        match self.id.held(&mut said) {
            Held::Number(number) => number.map(Scalar::Number),
            Held::Choice(choice) => choice.name().map(Scalar::Choice),
            Held::Xor(held) => held.map(|xor| match RowXor::ALL.iter().position(|known| *known == xor) {
                Some(at) => Scalar::Choice(RowXor::NAMES[at]),
                None => Scalar::Xor(xor),
            }),
        }
    }

    /// Specifies it, or leaves it to be inferred. Returns `false` and changes nothing if it cannot be that kind of value.
    pub fn set(&self, said: &mut Said, value: Option<Scalar>) -> bool {
        match (self.id.held(said), value, &self.kind) {
            (Held::Number(number), None, _) => *number = None,
            (Held::Number(number), Some(Scalar::Number(value)), _) => *number = Some(value),
            (Held::Choice(choice), None, _) => choice.set(None),
            (Held::Choice(choice), Some(Scalar::Choice(name)), Kind::Choice(choices)) => {
                match choices.names.iter().position(|known| *known == name) {
                    Some(at) => choice.set(Some(at)),
                    None => return false,
                }
            }
            (Held::Xor(held), None, _) => *held = None,
            (Held::Xor(held), Some(Scalar::Xor(xor)), _) => *held = Some(xor),
            (Held::Xor(held), Some(Scalar::Choice(name)), _) => match name.parse() {
                Ok(xor) => *held = Some(xor),
                Err(_) => return false,
            },
            _ => return false,
        }
        true
    }

    /// Its value once everything is known; `None` where it has none.
    pub fn taken(&self, spec: &Spec) -> Option<Scalar> {
        self.get(&taken(spec))
    }

    const fn new(key: &'static str, kind: Kind) -> Self {
        Self {
            // The table sets the actual id.
            id: ParamId::Element,
            key,
            kind,
            group: Group::Window,
            link: Link::Key,
            label: Label::Plain(""),
            alias: None,
            is_told: false,
            is_plain: false,
        }
    }

    const fn choice<T: Named>(key: &'static str) -> Self {
        let (what, names) = (T::WHAT, T::NAMES);
        Self::new(key, Kind::Choice(Choices { what, names }))
    }

    const fn xor(key: &'static str) -> Self {
        Self::new(key, Kind::Choice(Choices { what: "row XOR", names: RowXor::NAMES }))
    }

    const fn number(key: &'static str, unit: Unit, range: RangeInclusive<u32>, step: u32) -> Self {
        Self::new(key, Kind::Number { range, step, unit })
    }

    const fn group(self, group: Group) -> Self {
        Self { group, ..self }
    }

    const fn link(self, link: Link) -> Self {
        Self { link, ..self }
    }

    const fn label(self, label: &'static str) -> Self {
        Self { label: Label::Plain(label), ..self }
    }

    const fn label_of(self, a: &'static str, b: &'static str) -> Self {
        Self { label: Label::OfOperand(a, b), ..self }
    }

    const fn alias(self, alias: &'static str) -> Self {
        Self { alias: Some(alias), ..self }
    }

    const fn told(self) -> Self {
        Self { is_told: true, ..self }
    }

    const fn plain(self) -> Self {
        Self { is_plain: true, ..self }
    }
}

impl ParamId {
    /// Its row of the table.
    pub fn param(self) -> &'static Param {
        &PARAMS[self as usize]
    }
}

/// The parameter of this key.
pub fn param_of_key(key: &str) -> Option<&'static Param> {
    PARAMS.iter().find(|param| param.key == key)
}
