//! The link of an access: `#/memory/lanes?preset=epilogue-stmatrix&rows=128&layout=128B`.

use super::parameter::Held;
use super::*;
use swizzle_core::named;
use swizzle_warp::mma::{Form as Mma, Operand};
use swizzle_warp::{Access, AskedFragment, Form as Rows, FragmentName, Preset};

named! {
    /// Tab of the page of lanes and banks.
    pub enum LanesTab "tab" {
        /// Lanes that conflict, and the number of wavefronts that this costs.
        Conflicts => "conflicts",
        /// Thread and register that hold each element.
        Registers => "registers",
        /// Measured costs.
        Costs => "costs",
    }
}

contents! {
    /// Contents of the page of lanes and banks.
    LanesShown {
        /// Its selected tab.
        tab: LanesTab = LanesTab::Conflicts,
        /// The access that was chosen; instruction and formula may have been changed since.
        preset: Preset = Preset::ColumnByColumn,
        /// Instruction.
        access: Access = Access::Load16,
        /// Formula from a lane to its row and column, as it was typed.
        formula: String = "(lane, 0)".into(),
        /// Element type.
        element: Element = Element::Bf16,
        /// Contiguous dimension.
        major: Major = Major::K,
        /// Rows of the matrix, as they were typed.
        rows: String = "64".into(),
        /// Columns of the matrix in elements, as they were typed.
        columns: String = "64".into(),
        /// How the rows that are looked at are laid out.
        layout: Rows = Rows::Plain,
        /// The fragment in registers that is looked at.
        fragment: FragmentName = FragmentName::Accumulator,
        /// Bits of an element of it.
        fragment_bits: u32 = 32,
        /// The instruction whose registers are looked at instead: a form of mma.sync, or the opcode of a matrix move.
        mma: String,
        /// Its operand.
        operand: Operand = Operand::A,
        /// Wires of the XOR that are closed in the picture of three wires.
        wires: Wires = Wires::OPEN,
    }
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
    pub fn with_preset(&self, preset: Preset) -> Self {
        Self { preset, access: preset.access(), formula: preset.formula_text().into(), ..self.clone() }
    }

    /// The swizzle of the third layout.
    pub const fn mode(&self) -> Swizzle {
        match self.layout {
            Rows::Canonical(mode) => mode,
            Rows::Plain | Rows::Padded => Swizzle::B128,
        }
    }

    /// The fragment in view; where none has so many bits, the first of its kind.
    pub fn shown_fragment(&self) -> AskedFragment {
        let operand = if Mma::from_opcode(&self.mma).is_ok() { self.operand.name() } else { "" };
        let of_mma = AskedFragment::from_text(&self.mma, operand);
        of_mma.unwrap_or_else(|_| {
            let mut all = FragmentName::SHOWN.iter().filter(|one| one.0 == self.fragment);
            let first = all.clone().next();
            let known = all.find(|one| one.1 == self.fragment_bits).or(first);
            AskedFragment::of(known.unwrap_or(&FragmentName::SHOWN[0]))
        })
    }

    /// The rows that the access goes down, with the wires that are closed; none where eight of them are too large for a picture.
    ///
    /// ```
    /// use swizzle_view::link::{LanesShown, form_from_link};
    /// let rows = |link| form_from_link::<LanesShown>(link).shown.rows_down().map(|rows| (rows.data_bytes, rows.pitch_bytes));
    /// assert_eq!(rows("#/memory/lanes?wires=1"), Some((128, 128)));
    /// assert_eq!(rows("#/memory/lanes?columns=32&layout=padded"), Some((64, 80)));
    /// assert_eq!(rows("#/memory/lanes?columns=4096"), None);
    /// ```
    pub fn rows_down(&self) -> Option<swizzle_warp::Rows> {
        let columns =
            number_from_text(&self.columns).ok().filter(|columns| (1..=ROW_MAX).contains(columns))?;
        let row_bytes = |rows: Rows| rows.tile(self.element, Major::K, 8, columns).row_bytes;
        let data_bytes = row_bytes(Rows::Plain)?;
        let pitch_bytes = row_bytes(self.layout).unwrap_or(data_bytes);
        Some(swizzle_warp::Rows { data_bytes, pitch_bytes, wires: self.wires })
    }
}

/// Elements of the longest row of which eight are drawn.
const ROW_MAX: u32 = 256;

/// Sizes: more rows or columns than are stepped to can be in links.
fn side(_: &LanesShown, _: &LanesShown) -> Values {
    Values::Number { range: (1, 1 << 16), step: 8, is_hex: false, unit: "", presets: &[16, 32, 64, 128, 256] }
}

impl Form for LanesShown {
    const PATH: &'static str = "#/memory/lanes";
    const TABLE: Table<Self> = &[
        (
            "Access",
            rows! {
                "tab" = tab;
                "preset" = preset,
                    read: |shown, text| named(text).map(|preset| *shown = shown.with_preset(preset));
                "op" "Instruction" "what each lane does" = access by access,
                    values: |_, _| Values::noted(|one: Access| (one.ptx(), format!("{} B", one.bytes())));
                "formula" "Formula" "(row, column) from lane, with width (elements of a lane), rows, columns and the operators of C" = formula;
                "element" "Element" "element type" = element,
                    values: |_, _| Values::noted(|one: Element| (one.name(), format!("{} bits", one.slot_bits())));
                "major" "Major" "the dimension that is contiguous" = major,
                    values: |_, _| Values::of(Major::ALL, major_text);
                "rows" "Rows" "rows of the matrix" = rows, values: side;
                "columns" "Columns" "columns of the matrix" = columns, values: side;
                "layout" = layout;
                "mode" "Swizzle" "swizzle mode",
                    is_linked: false,
                    read: |shown, text| named(text).map(|mode| shown.layout = Rows::Canonical(mode)),
                    write: |shown| shown.mode().name().into(),
                    values: |_, _| Values::of(
                        &[Swizzle::None, Swizzle::B32, Swizzle::B64, Swizzle::B128],
                        |mode| if mode == Swizzle::None { "no swizzle" } else { mode.name() },
                    );
            },
        ),
        (
            "Fragment",
            rows! {
                "fragment" = fragment;
                "fragment_bits" = fragment_bits [[8, 16, 32]];
                "mma" = mma by (|text| AskedFragment::from_text(text, "").map(|_| text.into()));
                "operand" "Operand" "operand of mma.sync" = operand when |shown, _| !shown.mma.is_empty();
                "registers" "Fragment" "what the registers hold",
                    is_linked: false,
                    read: |shown, text| {
                        shown.mma = if Mma::from_opcode(text).is_ok() { text.into() } else { String::new() };
                        if let Some(one) = FragmentName::SHOWN.iter().find(|one| one.3 == text) {
                            (shown.fragment, shown.fragment_bits) = (one.0, one.1);
                        }
                        Ok(())
                    },
                    write: |shown| if shown.mma.is_empty() { shown.shown_fragment().title } else { shown.mma.clone() },
                    values: |_, _| Values::names(&FragmentName::SHOWN.map(|(.., name)| name).into_iter().chain(Mma::names()).collect::<Vec<_>>());
                "wires" = wires;
            },
        ),
    ];

    fn base(&self) -> Self {
        let fresh = Self::default();
        let with_preset = fresh.with_preset(self.preset);
        Self { preset: fresh.preset, ..with_preset }
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
fn rows_name(rows: Rows) -> &'static str {
    match rows {
        Rows::Plain => "plain",
        Rows::Padded => "padded",
        Rows::Canonical(mode) => mode.name(),
    }
}

/// A form of rows by its name.
#[derive(Default)]
pub(super) struct NameOfRows;

impl Held<NameOfRows> for Rows {
    fn parse(text: &str, _: NameOfRows) -> Result<Self, String> {
        let is_it = |rows: &&Self| rows_name(**rows).eq_ignore_ascii_case(text);
        Self::ALL.iter().find(is_it).copied().ok_or_else(|| {
            let (value, names) = (swizzle_core::hardware::quoted(text), Self::ALL.map(rows_name).join(", "));
            format!("layout “{value}” is unknown: one of {names}")
        })
    }

    fn write(&self, _: NameOfRows) -> String {
        rows_name(*self).into()
    }
}

/// Wires by how many are closed if they are a mode's, otherwise by the digits of bits 9, 8 and 7.
#[derive(Default)]
pub(super) struct Digits;

impl Held<Digits> for Wires {
    fn parse(text: &str, _: Digits) -> Result<Self, String> {
        let is_it = |wires: &Self| wires.write(Digits) == text || format!("{:03b}", wires.mask()) == text;
        let expected =
            "must be 0 to 3 wires, the lowest first, or a digit each for bits 9, 8 and 7, such as 101";
        Self::all().find(is_it).ok_or_else(|| expected.into())
    }

    fn write(&self, _: Digits) -> String {
        match self.mode() {
            Some(_) => self.closed().to_string(),
            None => format!("{:03b}", self.mask()),
        }
    }
}
