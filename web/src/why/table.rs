//! The values of an access as rows of the kit.

use swizzle_code::number_from_text;
use swizzle_core::{Element, Major, Named, Swizzle};
use swizzle_params::Scalar;
use swizzle_view::link::LanesShown;
use swizzle_warp::{Access, Preset};

use super::state::Part;
use super::tried::{Tried, mode_of};
use crate::kit::{Choice, Row, Values};

/// The most rows or columns that are stepped to; links may have more.
const SIDE_MAX: u32 = 1 << 16;

/// The accesses that kernels make, as they are called here.
pub const PRESETS: [(Preset, &str); 6] = [
    (Preset::ColumnByColumn, "A column"),
    (Preset::RowByRow, "A row"),
    (Preset::FragmentOfA, "ldmatrix"),
    (Preset::EpilogueMatrix, "stmatrix"),
    (Preset::EpilogueStore, "mma.sync"),
    (Preset::Transpose, "Transpose"),
];

/// The row of a value.
pub fn row(typed: &LanesShown, tried: Option<&Tried>, part: Part) -> Row {
    let (label, beside, values, value) = match part {
        Part::Instruction => (
            "Instruction",
            "what each lane does",
            choices(Access::ALL, |one| (one.ptx(), format!("{} B", one.bytes()))),
            choice(typed.access),
        ),
        Part::Formula | Part::Rows => ("Rows", "rows of the matrix", side(), number(&typed.rows)),
        Part::Columns => (
            "Columns",
            "columns of the matrix",
            side(),
            number(&typed.columns),
        ),
        Part::Element => (
            "Element",
            "element type",
            choices(Element::ALL, |one| {
                (one.name(), format!("{} bits", one.slot_bits()))
            }),
            choice(typed.element),
        ),
        Part::Major => (
            "Major",
            "the dimension that is contiguous",
            choices(Major::ALL, |one| match one {
                Major::K => ("K-major", String::new()),
                Major::Mn => ("MN-major", String::new()),
            }),
            choice(typed.major),
        ),
        Part::Mode => {
            let by_mode = tried.map_or(&[][..], |tried| &tried.by_mode);
            let turns = |mode: Swizzle| {
                by_mode
                    .iter()
                    .find(|(of, _)| *of == mode)
                    .map(|(_, turns)| *turns)
            };
            let known = [Swizzle::None, Swizzle::B32, Swizzle::B64, Swizzle::B128];
            (
                "Swizzle",
                "swizzle mode",
                choices(&known, |mode| {
                    let text = match mode {
                        Swizzle::None => "no swizzle",
                        mode => mode.name(),
                    };
                    (
                        text,
                        turns(mode).map_or_else(String::new, |turns| format!("{turns} turns")),
                    )
                }),
                choice(mode_of(typed.layout)),
            )
        }
    };
    Row {
        label: label.into(),
        beside: beside.into(),
        about: String::new(),
        values,
        value,
        is_auto: false,
        is_kept: true,
        is_free: true,
    }
}

fn choice<T: Named>(value: T) -> Scalar {
    Scalar::Choice(value.name())
}

fn choices<T: Named>(all: &[T], words: impl Fn(T) -> (&'static str, String)) -> Values {
    let choice = |one: &T| {
        let (text, note) = words(*one);
        Choice {
            text,
            note,
            ..Choice::named(one.name())
        }
    };
    Values::Choice(all.iter().map(choice).collect())
}

fn number(text: &str) -> Scalar {
    Scalar::Number(number_from_text(text).unwrap_or(0))
}

fn side() -> Values {
    Values::Number {
        range: (1, SIDE_MAX),
        step: 8,
        is_hex: false,
        unit: "",
        presets: &[16, 32, 64, 128, 256],
    }
}
