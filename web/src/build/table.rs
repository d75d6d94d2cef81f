//! The one table of what can be changed on Build, as rows of the kit: parameters of the tile, and choices of its instruction. The
//! sentence and the drawer are views of such rows.

use swizzle_code::build::{Pack, SaidInstruction, ScaleVec, SourceOfA};
use swizzle_core::hardware::{Accumulator, CtaForm, Kind, wgmma_accumulators};
use swizzle_core::{Major, Named, Operand};
use swizzle_params::{ParamId, Scalar};
use swizzle_tmem::moves::LoadShape;
use swizzle_tmem::tensor_memory::{Alignment, COLUMNS};
use swizzle_view::link::OTHER_MAX;

use super::facts::Facts;
use crate::check::table as tile;
use crate::kit::{Choice, Row, Values};

/// What a row changes: a parameter of the tile, or a value of `SaidInstruction`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    Param(ParamId),
    Kind,
    Accumulator,
    Extent,
    Major,
    Source,
    Form,
    Vec,
    Load,
    Pack,
    Column,
    Lane,
}

/// A part of the sentence: words, or a value and what follows it within the word.
#[derive(Debug, Clone, Copy)]
pub enum Part {
    /// Words; those that begin with the other operand's letter or name are completed with it.
    Text(&'static str),
    /// A value.
    Value(Key, &'static str),
}

const fn value(id: ParamId) -> Part {
    Part::Value(Key::Param(id), "")
}

/// The sentence. `{mn}` and `{other}` are of the other operand.
pub const SENTENCE: &[Part] = &[
    Part::Text("A "),
    value(ParamId::Mn),
    Part::Text(" × "),
    value(ParamId::K),
    Part::Text(" "),
    value(ParamId::Element),
    Part::Text(" tile for "),
    value(ParamId::Arch),
    Part::Text(" operand "),
    value(ParamId::Operand),
    Part::Text(", with {mn} "),
    Part::Value(Key::Extent, ""),
    Part::Text(" and {other} "),
    Part::Value(Key::Major, "-major"),
    Part::Text(", "),
    Part::Value(Key::Param(ParamId::Stages), " stages"),
    Part::Text(", at "),
    value(ParamId::Start),
];

/// The drawer, in its sections.
pub const DRAWER: &[(&str, &[Key])] = &[
    (
        "Instruction",
        &[
            Key::Param(ParamId::Arch),
            Key::Param(ParamId::Operand),
            Key::Param(ParamId::Sparsity),
            Key::Kind,
            Key::Accumulator,
            Key::Extent,
            Key::Major,
            Key::Source,
            Key::Form,
            Key::Vec,
            Key::Load,
            Key::Pack,
            Key::Column,
            Key::Lane,
        ],
    ),
    (
        "Layout",
        &[
            Key::Param(ParamId::Element),
            Key::Param(ParamId::Major),
            Key::Param(ParamId::Swizzle),
        ],
    ),
    (
        "Tile",
        &[
            Key::Param(ParamId::Mn),
            Key::Param(ParamId::K),
            Key::Param(ParamId::Order),
            Key::Param(ParamId::Stages),
        ],
    ),
    (
        "Address",
        &[Key::Param(ParamId::Start), Key::Param(ParamId::LboMode)],
    ),
];

/// Whether a value matters for what is built.
pub fn is_offered(facts: &Facts, key: Key) -> bool {
    let (built, reader) = (&facts.built, facts.spec.reader());
    let has_word = reader.arch.has_instruction_descriptor();
    match key {
        Key::Param(ParamId::LboMode) => reader.arch.has_absolute_lbo(),
        Key::Param(_) | Key::Major => true,
        Key::Kind => has_word && kinds(facts).len() > 1,
        Key::Accumulator => accumulators(facts).len() > 1,
        Key::Extent => reader.operand == Operand::A || has_word,
        Key::Source => reader.operand == Operand::B && !has_word,
        Key::Form | Key::Load | Key::Column => has_word,
        Key::Vec => built.kind == Some(Kind::Mxf4nvf4),
        // A specified value stays within reach where it no longer fits.
        Key::Pack => has_word && (built.d == Accumulator::F16 || built.pack != Pack::None),
        Key::Lane => has_word && (built.has_half_the_lanes() || built.d_lane != Alignment::Zero),
    }
}

fn kinds(facts: &Facts) -> Vec<Kind> {
    Kind::of_element(facts.spec.tile().element).collect()
}

fn accumulators(facts: &Facts) -> &'static [Accumulator] {
    match facts.built.kind {
        Some(kind) => kind.accumulators(),
        None => wgmma_accumulators(facts.built.a),
    }
}

/// How a `tcgen05.mma` can be issued.
fn forms(facts: &Facts) -> Vec<CtaForm> {
    let has = |form: &CtaForm| {
        let kind = facts.built.kind;
        kind.is_some_and(|kind| {
            !kind
                .m_extents(*form, facts.built.sparsity)
                .single
                .is_empty()
        })
    };
    CtaForm::ALL.iter().copied().filter(has).collect()
}

/// The row of a value.
pub fn row(facts: &Facts, key: Key) -> Row {
    let (spec, built, said) = (&facts.spec, &facts.built, &facts.said);
    let is_a = spec.reader().operand == Operand::A;
    let (label, beside, (values, value), is_said) = match key {
        Key::Param(id) => return of_tile(facts, id),
        Key::Kind => (
            "Kind",
            "kind of the instruction",
            list(&kinds(facts), built.kind.unwrap_or(Kind::F16)),
            said.kind.is_some(),
        ),
        Key::Accumulator => (
            "Type of D",
            "accumulator",
            list(accumulators(facts), built.d),
            said.accumulator.is_some(),
        ),
        Key::Extent => (
            if is_a {
                "Instruction N"
            } else {
                "Instruction M"
            },
            if is_a {
                "columns of B in one instruction"
            } else {
                "rows of A in one instruction"
            },
            number(
                if is_a { built.n } else { built.m },
                (1, OTHER_MAX),
                8,
                &[8, 64, 128, 256],
            ),
            said.other_mn.is_some(),
        ),
        Key::Major => (
            if is_a { "Major of B" } else { "Major of A" },
            "contiguous dimension of the other operand",
            list(Major::ALL, if is_a { built.b_major } else { built.a_major }),
            said.other_major.is_some(),
        ),
        Key::Source => (
            "A from",
            "source of A",
            list(SourceOfA::ALL, built.source_of_a),
            said.source_of_a.is_some(),
        ),
        Key::Form => (
            "cta_group",
            "CTAs that multiply together",
            list_as(&forms(facts), built.form, group_text),
            said.form.is_some(),
        ),
        Key::Vec => (
            "K per scale factor",
            "elements of K that share a factor",
            list(ScaleVec::ALL, built.vec),
            said.vec.is_some(),
        ),
        Key::Load => (
            "Load of D",
            "shape of tcgen05.ld",
            list(LoadShape::ALL, built.load),
            said.load.is_some(),
        ),
        Key::Pack => (
            "Packing of the load",
            "16-bit elements in a register",
            list(Pack::ALL, built.pack),
            said.pack.is_some(),
        ),
        Key::Column => (
            "Column of D",
            "first column, from the allocated ones on",
            number(built.d_column, (0, COLUMNS - 1), 32, &[]),
            said.d_column.is_some(),
        ),
        Key::Lane => (
            "First lane of D",
            "where D fills 16 of each 32 lanes",
            list(Alignment::ALL, built.d_lane),
            said.d_lane.is_some(),
        ),
    };
    Row {
        label: label.into(),
        beside: beside.into(),
        about: String::new(),
        values,
        value,
        is_auto: !is_said,
        is_kept: true,
        is_free: false,
    }
}

/// The row of a parameter of the tile, in steps that make sense for code.
fn of_tile(facts: &Facts, id: ParamId) -> Row {
    let mut row = tile::row_of(&facts.spec, facts.spec.place(), id);
    if let Values::Number { step, .. } = &mut row.values {
        *step = match id {
            ParamId::Mn => 64,
            ParamId::K => facts.spec.read_k(),
            _ => *step,
        };
    }
    row
}

/// A form by the CTAs of its group.
const fn group_text(form: CtaForm) -> &'static str {
    match form {
        CtaForm::One => "1",
        CtaForm::Two => "2",
        CtaForm::WeightStationary => "1, .ws",
    }
}

fn list<T: Named>(all: &[T], value: T) -> (Values, Scalar) {
    list_as(all, value, T::name)
}

fn list_as<T: Named>(all: &[T], value: T, text: fn(T) -> &'static str) -> (Values, Scalar) {
    let choice = |one: &T| Choice {
        text: text(*one),
        ..Choice::named(one.name())
    };
    let values = Values::Choice(all.iter().map(choice).collect());
    (values, Scalar::Choice(value.name()))
}

const fn number(
    value: u32,
    range: (u32, u32),
    step: u32,
    presets: &'static [u32],
) -> (Values, Scalar) {
    let values = Values::Number {
        range,
        step,
        is_hex: false,
        unit: "",
        presets,
    };
    (values, Scalar::Number(value))
}

/// The specified values after a change of one of the instruction.
pub fn with_value(said: SaidInstruction, key: Key, value: Option<Scalar>) -> SaidInstruction {
    fn named<T: Named>(value: Option<Scalar>) -> Option<T> {
        match value? {
            Scalar::Choice(name) => T::from_name(name).ok(),
            Scalar::Number(_) => None,
        }
    }
    let mut next = said;
    match key {
        Key::Param(_) => {}
        Key::Kind => next.kind = named(value),
        Key::Accumulator => next.accumulator = named(value),
        Key::Extent => next.other_mn = value.and_then(Scalar::number),
        Key::Major => next.other_major = named(value),
        Key::Source => next.source_of_a = named(value),
        Key::Form => next.form = named(value),
        Key::Vec => next.vec = named(value),
        Key::Load => next.load = named(value),
        Key::Pack => next.pack = named(value),
        Key::Column => next.d_column = value.and_then(Scalar::number),
        Key::Lane => next.d_lane = named(value),
    }
    next
}
