//! The link of an access: `#/memory/lanes?preset=epilogue-stmatrix&rows=128&layout=128B`.

use crate::link::form::{Form, FormKey, choice, named, typed};
use swizzle_core::hardware::{Element, Major, Named as _};
use swizzle_core::law::Swizzle;
use swizzle_core::named;
use swizzle_warp::{Access, Form as Rows, Fragment, Preset, Wires};

/// Tab of the page of lanes and banks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LanesTab {
    /// Lanes that conflict, and the number of wavefronts that this costs.
    Conflicts,
    /// Thread and register that hold each element.
    Registers,
    /// Measured costs.
    Costs,
}

named!(
    LanesTab,
    "tab",
    Conflicts => "conflicts",
    Registers => "registers",
    Costs => "costs",
);

/// Contents of the page of lanes and banks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LanesShown {
    /// Its selected tab.
    pub tab: LanesTab,
    /// The access that was chosen; instruction and formula may have been changed since.
    pub preset: Preset,
    /// Instruction.
    pub access: Access,
    /// Formula from a lane to its row and column, as it was typed.
    pub formula: String,
    /// Element type.
    pub element: Element,
    /// Contiguous dimension.
    pub major: Major,
    /// Rows of the matrix, as they were typed.
    pub rows: String,
    /// Columns of the matrix in elements, as they were typed.
    pub columns: String,
    /// How the rows that are looked at are laid out.
    pub layout: Rows,
    /// The fragment in registers that is looked at.
    pub fragment: Fragment,
    /// Bits of an element of it.
    pub fragment_bits: u32,
    /// Wires of the XOR that are closed in the picture of three wires.
    pub wires: Wires,
}

impl LanesShown {
    /// The same page with another access, whose instruction and formula come with it.
    ///
    /// ```
    /// use swizzle_warp::{Access, Preset};
    /// use swizzle_view::link::{LanesShown, link_from_form};
    /// let shown = LanesShown::default().with_preset(Preset::EpilogueStore);
    /// assert_eq!(shown.access, Access::Store4);
    /// assert_eq!(link_from_form(&shown), "#/memory/lanes?preset=epilogue-st");
    /// ```
    #[must_use]
    pub fn with_preset(&self, preset: Preset) -> Self {
        Self {
            preset,
            access: preset.access(),
            formula: preset.formula_text().into(),
            ..self.clone()
        }
    }
}

/// Frozen: what a link means by silence.
impl Default for LanesShown {
    fn default() -> Self {
        Self {
            tab: LanesTab::Conflicts,
            preset: Preset::ColumnByColumn,
            access: Access::Load16,
            formula: "(lane, 0)".into(),
            element: Element::Bf16,
            major: Major::K,
            rows: "64".into(),
            columns: "64".into(),
            layout: Rows::Plain,
            fragment: Fragment::Accumulator,
            fragment_bits: 32,
            wires: Wires::OPEN,
        }
    }
}

/// The key of the wires.
pub(super) const WIRES: &str = "wires";

/// Bits of an element in the fragments that are shown.
const BITS: [u32; 3] = [8, 16, 32];

impl Form for LanesShown {
    const PATH: &'static str = "#/memory/lanes";
    const KEYS: &'static [FormKey<Self>] = &[
        choice!("tab", tab),
        FormKey {
            name: "preset",
            read: |shown, value| named(value).map(|preset| *shown = shown.with_preset(preset)),
            write: |shown| shown.preset.name().into(),
        },
        FormKey {
            name: "op",
            read: |shown, value| access(value).map(|access| shown.access = access),
            write: |shown| shown.access.name().into(),
        },
        typed!("formula", formula),
        choice!("element", element),
        choice!("major", major),
        typed!("rows", rows),
        typed!("columns", columns),
        FormKey {
            name: "layout",
            read: |shown, value| rows(value).map(|rows| shown.layout = rows),
            write: |shown| rows_name(shown.layout).into(),
        },
        choice!("fragment", fragment),
        FormKey {
            name: "fragment_bits",
            read: |shown, value| {
                let bits = value.parse().ok().filter(|bits| BITS.contains(bits));
                shown.fragment_bits = bits.ok_or("an element has 8, 16 or 32 bits here")?;
                Ok(())
            },
            write: |shown| format!("{}", shown.fragment_bits),
        },
        FormKey {
            name: WIRES,
            read: |shown, value| wires(value).map(|wires| shown.wires = wires),
            write: |shown| wires_name(shown.wires),
        },
    ];

    fn base(&self) -> Self {
        let fresh = Self::default();
        let with_preset = fresh.with_preset(self.preset);
        Self {
            preset: fresh.preset,
            ..with_preset
        }
    }
}

/// An instruction by its name, or as PTX spells it, with or without its type.
fn access(value: &str) -> Result<Access, String> {
    let is_ptx = |access: &&Access| {
        let rest = access.ptx().strip_prefix(value);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(".b32"))
    };
    match Access::ALL.iter().find(is_ptx) {
        Some(access) => Ok(*access),
        None => named(value),
    }
}

/// Returns the name of a form of rows in a link.
const fn rows_name(rows: Rows) -> &'static str {
    match rows {
        Rows::Plain => "plain",
        Rows::Padded => "padded",
        Rows::Canonical(Swizzle::None) => "none",
        Rows::Canonical(Swizzle::B32) => "32B",
        Rows::Canonical(Swizzle::B64) => "64B",
        Rows::Canonical(Swizzle::B128) => "128B",
        Rows::Canonical(Swizzle::B128Atom32) => "128B-32B-atom",
    }
}

fn rows(value: &str) -> Result<Rows, String> {
    let is_it = |rows: &&Rows| rows_name(**rows).eq_ignore_ascii_case(value);
    let known = Rows::ALL.iter().find(is_it).copied();
    known.ok_or_else(|| {
        let value = swizzle_core::hardware::quoted(value);
        let names = Rows::ALL.map(rows_name).join(", ");
        format!("layout “{value}” is unknown: one of {names}")
    })
}

/// Returns the name of wires in a link: how many are closed if they are a mode's, otherwise the digits of bits 9, 8 and 7.
pub(super) fn wires_name(wires: Wires) -> String {
    match wires.mode() {
        Some(_) => wires.closed().to_string(),
        None => format!("{:03b}", wires.mask()),
    }
}

/// Reads the wires of a link.
pub(super) fn wires(value: &str) -> Result<Wires, String> {
    let is_it =
        |wires: &Wires| wires_name(*wires) == value || format!("{:03b}", wires.mask()) == value;
    Wires::all().find(is_it).ok_or_else(|| {
        "must be 0 to 3 wires, the lowest first, or a digit each for bits 9, 8 and 7, such as 101".into()
    })
}
