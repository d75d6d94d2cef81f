//! The one table of what can be changed on the page of Blackwell: a row for each key of the links of its three trips, and a few
//! that stand for several keys. The page's sentence and its list of all parameters are views of it.

use swizzle_code::number_from_text;
use swizzle_core::Named as _;
use swizzle_core::Operand;
use swizzle_core::hardware::{CtaForm, Kind};
use swizzle_lints::order_text;
use swizzle_params::Scalar;
use swizzle_tmem::moves::LoadShape;
use swizzle_tmem::plan::{MOST_REGIONS, ReadBack, What, Witness};
use swizzle_tmem::scale::Order;
use swizzle_tmem::tensor_memory::{Allocation, COLUMNS, LANES, WARP_LANES};
use swizzle_warp::Fragment;

use super::facts::Facts;
use super::shown::{Shown, Trip};
use crate::link::{BLOCKS_MAX, Form, FormKey, ROWS_MAX, ScaleShown};

/// A choice of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// Its lasting name.
    pub name: &'static str,
    /// The page's word for it.
    pub text: &'static str,
    /// Whether it cannot be chosen here.
    pub is_off: bool,
}

impl Choice {
    const fn named(name: &'static str) -> Self {
        Self {
            name,
            text: name,
            is_off: false,
        }
    }
}

/// The values that a parameter can have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Values {
    /// A number.
    Number {
        /// The least and the largest.
        range: (u32, u32),
        /// From one to the next.
        step: u32,
        /// Whether it is an address.
        is_hex: bool,
    },
    /// One of some choices.
    Choice(Vec<Choice>),
}

/// A parameter of what is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// What it changes.
    pub key: Key,
    /// Its name.
    pub label: String,
    /// What it is, in a few words.
    pub beside: &'static str,
    /// What its value means, where that does not say it.
    pub about: String,
    /// Its possible values.
    pub values: Values,
    /// Its value.
    pub value: Scalar,
    /// Whether it is computed where the link has none; otherwise it is always the link's.
    pub is_computed: bool,
    /// Whether it is computed now.
    pub is_auto: bool,
}

/// What a parameter changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    /// A key of the link of the trip in view, or a name of one of these for several keys.
    Of(&'static str),
    /// The same of the plan, on another trip.
    Plan(&'static str),
    /// The first column of a region.
    Column(usize),
    /// The half of the lanes of each warp that a region fills.
    Half(usize),
}

/// A row of the table.
struct Param {
    /// The trip that has it.
    trip: Trip,
    /// Its section of the drawer.
    section: &'static str,
    /// Its key.
    key: &'static str,
    label: &'static str,
    beside: &'static str,
    /// Its values; no choice where it does not matter.
    values: fn(&Facts) -> Values,
}

const fn param(
    trip: Trip,
    section: &'static str,
    [key, label, beside]: [&'static str; 3],
    values: fn(&Facts) -> Values,
) -> Param {
    Param {
        trip,
        section,
        key,
        label,
        beside,
        values,
    }
}

const MMA: &str = "Instruction";
const BACK: &str = "Read back";
const FACTORS: &str = "Scale factors";
const ORDER: &str = "Order of 512-byte blocks";
const PLACE: &str = "Address";
const AT: &str = "Selected";
/// The section that lists the regions.
pub const REGIONS: &str = "Regions";

/// Both orders of blocks, and the scalings, as they are called here.
const ORDERS: [(Order, &str); 2] = [
    (Order::Stage, "rows first"),
    (Order::Tensor, "K blocks first"),
];
pub(super) const SCALINGS: [&str; 4] = [
    "mxf8f6f4",
    "mxf4",
    "mxf4nvf4, block 16",
    "mxf4nvf4, block 32",
];
/// The copies as links name them.
const COPIES: [&str; 6] = [
    "128x256b",
    "4x256b",
    "128x128b",
    "64x128b.02_13",
    "64x128b.01_23",
    "32x128b",
];
pub(super) const HALVES: [&str; 2] = ["0–15", "16–31"];
pub(super) const FORMS: [(CtaForm, &str); 3] = [
    (CtaForm::One, "one CTA"),
    (CtaForm::Two, "a pair of CTAs"),
    (CtaForm::WeightStationary, "one CTA, .ws"),
];
pub(super) const PLACES_OF_A: [&str; 2] = ["tensor memory", "shared memory"];

/// The fragments, bits of an element, columns in view, and what they are called.
pub(super) const FRAGMENTS: [(Fragment, u32, u32, &str); 8] = [
    (Fragment::Accumulator, 32, 16, "accumulator of wgmma, f32"),
    (
        Fragment::OperandA,
        16,
        16,
        "operand A of wgmma from registers, 16 bits",
    ),
    (Fragment::OperandA, 8, 32, "operand A of wgmma, 8 bits"),
    (
        Fragment::Matrices,
        16,
        8,
        "ldmatrix and stmatrix, one of the matrices",
    ),
    (
        Fragment::MatricesTransposed,
        16,
        8,
        "ldmatrix and stmatrix with .trans",
    ),
    (
        Fragment::Metadata,
        16,
        8,
        "metadata of sparse wgmma, 16 bits",
    ),
    (Fragment::Metadata, 32, 8, "metadata, tf32"),
    (Fragment::Metadata, 8, 16, "metadata, 8 bits"),
];

/// The fragment in view; where none has so many bits, the first of its kind.
pub(super) fn fragment(shown: &Shown) -> (Fragment, u32, u32, &'static str) {
    let (fragment, bits) = (shown.lanes.fragment, shown.lanes.fragment_bits);
    let known = FRAGMENTS
        .iter()
        .find(|one| (one.0, one.1) == (fragment, bits));
    let known = known.or_else(|| FRAGMENTS.iter().find(|one| one.0 == fragment));
    *known.unwrap_or(&FRAGMENTS[0])
}

/// Every parameter.
#[rustfmt::skip]
static PARAMS: &[Param] = &[
    param(Trip::Cell, MMA, ["kind", "Kind", "kind of tcgen05.mma"], |_| named(Kind::NAMES)),
    param(Trip::Cell, MMA, ["form", "CTAs", "CTAs that issue it"], |facts| {
        let is_off = |form| form == CtaForm::WeightStationary && facts.shown.tensor.plan.mma.kind.is_block_scaled();
        Values::Choice(FORMS.map(|(form, name)| Choice { is_off: is_off(form), ..Choice::named(name) }).into())
    }),
    param(Trip::Cell, MMA, ["m", "M", "rows of D"], |facts| {
        let mma = facts.shown.tensor.plan.mma;
        let all = mma.kind.m_extents(mma.form, facts.laid.sparsity).single;
        named(&all.iter().filter_map(|m| size_name(*m)).collect::<Vec<_>>())
    }),
    param(Trip::Cell, MMA, ["n", "N", "columns of D"], |facts| {
        let mma = facts.shown.tensor.plan.mma;
        let step = mma.kind.n_extents(mma.form, facts.laid.sparsity, false).step;
        number(65_536, if step == 0 { 64 } else { step })
    }),
    param(Trip::Cell, MMA, ["k", "K", "elements of K"], |facts| {
        number(65_536, facts.shown.tensor.plan.mma.kind.k(facts.laid.sparsity))
    }),
    param(Trip::Cell, MMA, ["vec", "k per factor", "elements of K that share a scale factor"], |facts| {
        named(if facts.shown.tensor.plan.mma.kind == Kind::Mxf4nvf4 { &["16", "32"] } else { &[] })
    }),
    param(Trip::Cell, MMA, ["a", "A", "where A is"], |facts| {
        named(if facts.shown.tensor.plan.mma.form == CtaForm::WeightStationary { &[] } else { &PLACES_OF_A })
    }),
    param(Trip::Cell, MMA, ["reading", "Reading", "source whose placement is drawn"], |facts| {
        named(if facts.laid.regions().any(|one| one.is_contested) { Witness::NAMES } else { &[] })
    }),
    param(Trip::Cell, REGIONS, ["add", "Add", "a region of the plan"], |facts| {
        let is_full = facts.shown.tensor.plan.places.len() >= MOST_REGIONS;
        let choice = |what: &What| Choice { text: what.text(), is_off: is_full, ..Choice::named(what.name()) };
        Values::Choice(std::iter::once(Choice::named("a region…")).chain(What::ALL.iter().map(choice)).collect())
    }),
    param(Trip::Cell, REGIONS, ["allocated", "tcgen05.alloc", "columns that are allocated"], |_| {
        named(&Allocation::SIZES.iter().filter_map(|size| size_name(*size)).collect::<Vec<_>>())
    }),
    param(Trip::Cell, BACK, ["shape", "tcgen05.ld", "shape of the load"], |_| named(LoadShape::NAMES)),
    param(Trip::Cell, BACK, ["num", "Repeat", "repetition of the load"], |facts| {
        let shape = facts.shown.tensor.shape;
        let all = (0..=7).map(|power| 1 << power).filter(|num| *num <= shape.most_repeats() && num * shape.registers() <= COLUMNS);
        named(&all.filter_map(size_name).collect::<Vec<_>>())
    }),
    param(Trip::Cell, BACK, ["warp", "Warp", "warp that reads"], |_| named(&["0", "1", "2", "3"])),
    param(Trip::Cell, BACK, ["half", "Lanes", "lanes of the warp"], |facts| {
        named(if facts.shown.tensor.shape.lanes() < WARP_LANES { &HALVES } else { &[] })
    }),
    param(Trip::Cell, BACK, ["cta", "CTA", "CTA of the pair"], |facts| {
        named(if facts.shown.tensor.plan.mma.ctas() == 2 { &["0", "1"] } else { &[] })
    }),
    param(Trip::Cell, BACK, ["lane", "Lane", "lane of the cell"], |_| number(LANES - 1, 1)),
    param(Trip::Cell, BACK, ["column", "Column", "column of the cell"], |_| number(COLUMNS - 1, 1)),
    param(Trip::Cell, "Copy in", ["cp", "tcgen05.cp", "copy that writes these columns"], |_| {
        Values::Choice(std::iter::once("none").chain(COPIES).map(Choice::named).collect())
    }),
    param(Trip::Scale, FACTORS, ["kind", "Kind", "kind, and elements of K per factor"], |_| named(&SCALINGS)),
    param(Trip::Scale, FACTORS, ["operand", "Operand", "operand that the factors belong to"], |_| {
        let texts = [(Operand::A, "SFA"), (Operand::B, "SFB")];
        Values::Choice(texts.map(|(operand, text)| Choice { text, ..Choice::named(operand.name()) }).into())
    }),
    param(Trip::Scale, FACTORS, ["rows", "Rows", "rows of the operand"], |_| from_one(ROWS_MAX)),
    param(Trip::Scale, FACTORS, ["blocks", "K blocks", "factors of each row"], |_| from_one(BLOCKS_MAX)),
    param(Trip::Scale, FACTORS, ["cta_group", "cta_group", "CTAs that issue it"], |_| {
        let texts = [("1", "one CTA"), ("2", "a pair of CTAs")];
        Values::Choice(texts.map(|(name, text)| Choice { text, ..Choice::named(name) }).into())
    }),
    param(Trip::Scale, FACTORS, ["m", "M of the pair", "M of the pair"], |facts| {
        named(if facts.shown.scale.form == CtaForm::Two { &["128", "256"] } else { &[] })
    }),
    param(Trip::Scale, FACTORS, ["step", "K of a step", "K of one instruction"], |facts| {
        named(if facts.shown.scale.kind == Kind::Mxf8f6f4 { &[] } else { &["64", "96"] })
    }),
    param(Trip::Scale, ORDER, ["written", "Written", "order in which the stage is written"], |_| orders()),
    param(Trip::Scale, ORDER, ["read", "Read", "order in which the copies read it"], |_| orders()),
    param(Trip::Scale, PLACE, ["start", "Stage at", "first byte in shared memory"], |_| Values::Number {
        range: (0, 0x3_fff0), step: 16, is_hex: true,
    }),
    param(Trip::Scale, PLACE, ["column", "Column", "first column in tensor memory"], |_| number(COLUMNS - 1, 4)),
    param(Trip::Scale, AT, ["row", "Row", "row of the factor"], |facts| number(facts.shown.scale.rows.saturating_sub(1), 1)),
    param(Trip::Scale, AT, ["block", "K block", "number of the factor in its row"], |facts| {
        number(facts.shown.scale.blocks.saturating_sub(1), 1)
    }),
    param(Trip::Fragment, "Fragment", ["fragment", "Fragment", "what the registers hold"], |_| {
        named(&FRAGMENTS.map(|(.., name)| name))
    }),
];

/// A part of a sentence.
pub enum Part {
    /// Words.
    Text(&'static str),
    /// Words and the value that follows them; neither where it does not matter.
    Value(&'static str, &'static str),
    /// The element that is looked for.
    Element,
}

/// The sentence of a trip, and the line on what is followed. On the way of a plan's factor, the sentence is the plan's.
#[rustfmt::skip]
#[must_use]
pub const fn sentences(trip: Trip) -> [&'static [Part]; 2] {
    use Part::{Element, Text, Value};
    match trip {
        Trip::Scale => [
            &[
                Value("", "kind"), Value(": ", "operand"), Value(" of ", "rows"), Value(" rows and ", "blocks"),
                Value(" K blocks, ", "cta_group"), Value(", from ", "start"), Value(" to column ", "column"),
            ],
            &[Value("of row ", "row"), Value(", block ", "block"), Text(", from shared memory to the multiply")],
        ],
        Trip::Cell => [
            &[
                Value("", "kind"), Value(" with M ", "m"), Value(", N ", "n"), Value(", K ", "k"),
                Value(", a factor for each ", "vec"), Value(", ", "form"), Value(", A in ", "a"), Value(", read by ", "shape"),
            ],
            &[Element, Text(", from tensor memory to a register")],
        ],
        Trip::Fragment => [
            &[Value("Registers: ", "fragment")],
            &[Text("Point at a cell or at a register to see where it is in both")],
        ],
    }
}

pub(super) fn named(names: &[&'static str]) -> Values {
    Values::Choice(names.iter().map(|name| Choice::named(name)).collect())
}

pub(super) const fn number(most: u32, step: u32) -> Values {
    Values::Number {
        range: (0, most),
        step,
        is_hex: false,
    }
}

const fn from_one(most: u32) -> Values {
    Values::Number {
        range: (1, most),
        step: 1,
        is_hex: false,
    }
}

fn orders() -> Values {
    let choice = |(order, text): (Order, &'static str)| Choice {
        text,
        ..Choice::named(order.name())
    };
    Values::Choice(ORDERS.map(choice).into())
}

const fn size_name(size: u32) -> Option<&'static str> {
    Some(match size {
        1 => "1",
        2 => "2",
        4 => "4",
        8 => "8",
        16 => "16",
        32 => "32",
        64 => "64",
        128 => "128",
        256 => "256",
        512 => "512",
        _ => return None,
    })
}

/// The sections of the parameters of a trip, each with its keys.
#[must_use]
pub fn sections(trip: Trip) -> Vec<(&'static str, Vec<&'static str>)> {
    let mut all: Vec<(&'static str, Vec<&'static str>)> = Vec::new();
    for param in PARAMS.iter().filter(|param| param.trip == trip) {
        match all.last_mut().filter(|last| last.0 == param.section) {
            Some(last) => last.1.push(param.key),
            None => all.push((param.section, vec![param.key])),
        }
    }
    all
}

/// A parameter of a trip; none where it does not matter.
#[must_use]
pub fn field(facts: &Facts, trip: Trip, key: &'static str) -> Option<Field> {
    let shown = &facts.shown;
    let mut all = PARAMS.iter().filter(|param| param.trip == trip);
    let param = all.find(|param| param.key == key)?;
    let values = (param.values)(facts);
    let text = text_of(shown, trip, key);
    let is_auto = text.is_empty();
    let text = if is_auto { auto(facts, key) } else { text };
    let value = match &values {
        Values::Choice(all) => {
            let found = all.iter().find(|choice| choice.name == text);
            Scalar::Choice(found.or(all.first())?.name)
        }
        Values::Number { .. } => Scalar::Number(number_from_text(&text).unwrap_or(0)),
    };
    let is_computed = is_computed(key);
    Some(Field {
        key: if trip == shown.trip {
            Key::Of(key)
        } else {
            Key::Plan(key)
        },
        label: param.label.into(),
        beside: param.beside,
        about: about(facts, key),
        values,
        value,
        is_computed,
        is_auto: is_auto && is_computed,
    })
}

/// Whether a value is computed where the link has none.
fn is_computed(key: &str) -> bool {
    matches!(key, "num" | "allocated" | "reading")
}

/// The computed value.
fn auto(facts: &Facts, key: &str) -> String {
    let tensor = &facts.shown.tensor;
    match key {
        "num" => ReadBack::usual_num(tensor.shape).to_string(),
        "allocated" => {
            let needed = facts.laid.allocation().ok();
            needed.map_or_else(String::new, |one| one.columns().to_string())
        }
        "reading" => {
            let mut contested = facts.laid.regions().filter(|one| one.is_contested);
            let what = contested.next().map_or(What::D, |one| one.what);
            tensor.plan.reading_of(what).name().into()
        }
        _ => String::new(),
    }
}

/// What a value means, where its name does not say it.
fn about(facts: &Facts, key: &str) -> String {
    let (shown, scale) = (&facts.shown, &facts.shown.scale);
    match (shown.trip, key) {
        (Trip::Scale, "rows") => facts.rows_text(),
        (Trip::Scale, "blocks") => {
            let (k, vec) = (scale.blocks * scale.vec, scale.vec);
            format!("K = {k}: {vec} elements for each factor.")
        }
        (Trip::Scale, "written" | "read") if scale.written != scale.read => format!(
            "written {}, read {}",
            order_text(scale.written),
            order_text(scale.read)
        ),
        _ => String::new(),
    }
}

fn written<T>(keys: &[FormKey<T>], shown: &T, key: &str) -> String {
    let key = keys.iter().find(|one| one.name == key);
    key.map_or_else(String::new, |key| (key.write)(shown))
}

/// A value as text; empty where it is computed.
fn text_of(shown: &Shown, trip: Trip, key: &'static str) -> String {
    let (tensor, scale) = (&shown.tensor, &shown.scale);
    let lane = tensor.cell.lane;
    let own = |at: bool| HALVES[usize::from(at)].to_owned();
    match (trip, key) {
        (Trip::Scale, "kind") => {
            let mut all = ScaleShown::SCALINGS.iter().zip(SCALINGS);
            let found = all.find(|(of, _)| **of == (scale.kind, scale.vec));
            found.map_or_else(String::new, |(_, name)| name.into())
        }
        (Trip::Scale, key) => written(ScaleShown::KEYS, scale, key),
        (Trip::Fragment, _) => fragment(shown).3.into(),
        (Trip::Cell, "form") => {
            let found = FORMS.iter().find(|(form, _)| *form == tensor.plan.mma.form);
            found.map_or_else(String::new, |(_, name)| (*name).into())
        }
        (Trip::Cell, "a") => {
            let is_there = tensor.plan.places.iter().any(|place| place.what == What::A);
            PLACES_OF_A[usize::from(!is_there)].into()
        }
        (Trip::Cell, "vec") => tensor.plan.mma.known_block().to_string(),
        (Trip::Cell, "warp") => (lane / WARP_LANES).to_string(),
        (Trip::Cell, "half") => own(lane % WARP_LANES >= 16),
        (Trip::Cell, key) => written(Form::KEYS, tensor, key),
    }
}
