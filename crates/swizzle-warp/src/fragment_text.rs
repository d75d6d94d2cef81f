//! A register fragment in words, and as a grid whose columns are the places of a thread.

use swizzle_core::hardware::Named as _;

use crate::fragment::{Digits, Fragment, FragmentName, Of, Shown, Slot};
use crate::mma::{Form, Matrices, Operand};

impl Fragment {
    /// The places of a thread: each register, part by part.
    pub const fn places(&self) -> u32 {
        self.registers() * self.parts
    }

    /// The first element of a column.
    pub const fn element(&self, column: u32) -> u32 {
        column * self.group
    }

    /// The slot in a place of a thread.
    pub const fn slot(&self, thread: u32, place: u32) -> Slot {
        Slot { thread, register: place / self.parts, part: place % self.parts }
    }

    /// The place of a cell over the registers: column and line.
    pub const fn register_place(&self, slot: Slot) -> (u32, u32) {
        (slot.register * self.parts + slot.part, slot.thread)
    }

    const fn is_metadata(&self) -> bool {
        self.group > 1
    }

    /// Describes the threads that hold the elements, in a sentence.
    ///
    /// ```
    /// use swizzle_warp::FragmentName;
    /// let fragment = FragmentName::Accumulator.of(32, 16);
    /// assert_eq!(fragment.text(), "128 threads hold 64 × 16 elements, each exactly once");
    /// let fragment = FragmentName::Metadata.of(16, 8);
    /// assert_eq!(fragment.text(), "64 threads hold 4 bits for each group of 4 elements of K, 64 × 8");
    /// ```
    pub fn text(&self) -> String {
        let (rows, columns) = (self.rows, self.columns);
        if self.is_metadata() {
            let threads = rows * columns / self.places();
            return format!(
                "{threads} threads hold 4 bits for each group of {} elements of K, {rows} × {columns}",
                self.group
            );
        }
        let matrices = match self.matrices() {
            1 => String::new(),
            matrices => format!("{matrices} × "),
        };
        format!("{} threads hold {matrices}{rows} × {columns} elements, each exactly once", self.threads)
    }

    /// Row and column as sums, and the matrix where there are several.
    ///
    /// ```
    /// use swizzle_warp::mma::{Form, Operand};
    /// let a = Form::from_opcode("m16n8k16.f16")?.fragment(Operand::A);
    /// assert_eq!(
    ///     a.formulas(),
    ///     ["row = lane / 4 + 8 × (register % 2)", "column = part + 2 × (lane % 4) + 8 × (register / 2)"]
    /// );
    /// # Ok::<(), String>(())
    /// ```
    pub fn formulas(&self) -> Vec<String> {
        let named = [("row", &self.row), ("column", &self.column), (self.matrix_name, &self.matrix)];
        let of_use = named.into_iter().take(if self.matrices() > 1 { 3 } else { 2 });
        of_use.map(|(name, digits)| format!("{name} = {}", self.sum(digits))).collect()
    }

    fn sum(&self, digits: &Digits) -> String {
        let (parts, registers) = (self.parts.ilog2(), self.registers().next_power_of_two().ilog2());
        let (mut terms, mut weight) = (Vec::new(), 1);
        let mut add = |name: &str, from: u32, bits: u32, size: u32| {
            let bits = bits.min(size.saturating_sub(from));
            if bits > 0 {
                let shifted = if from > 0 { format!("{name} / {}", 1 << from) } else { name.into() };
                let digit = if from + bits < size { format!("{shifted} % {}", 1 << bits) } else { shifted };
                terms.push(match weight {
                    1 => digit,
                    _ if digit.contains(' ') => format!("{weight} × ({digit})"),
                    _ => format!("{weight} × {digit}"),
                });
            }
            weight <<= bits;
        };
        for digit in digits {
            match digit.of {
                Of::Thread => add(self.who(), digit.from, digit.bits, self.threads.ilog2()),
                Of::Element => {
                    let of_part = digit.bits.min(parts.saturating_sub(digit.from));
                    add("part", digit.from, of_part, parts);
                    let from = (digit.from + of_part).saturating_sub(parts);
                    add("register", from, digit.bits - of_part, registers);
                }
            }
        }
        if terms.is_empty() { "0".into() } else { terms.join(" + ") }
    }

    /// What its threads are called.
    pub const fn who(&self) -> &'static str {
        if self.threads == 32 { "lane" } else { "thread" }
    }

    /// A slot and its cell in words.
    pub fn told(&self, slot: Slot) -> String {
        let Slot { thread, register, part } = slot;
        let (row, column) = self.cell_from_slot(slot);
        if self.is_metadata() {
            let (k, bit) = (self.element(column), 4 * part);
            let whose = match (self.slots_from_cell(row, column).len(), thread % 4) {
                (1, _) => "",
                (_, 0 | 1) => ", selector 0",
                _ => ", selector 1",
            };
            let (last, end) = (k + self.group - 1, bit + 3);
            return format!("Row {row}, K {k}–{last} is steered by thread {thread}, bits {bit}–{end}{whose}");
        }
        let part = match self.parts {
            1 => String::new(),
            _ => format!(", element {part}"),
        };
        let of_matrix = match self.matrices() {
            1 => String::new(),
            _ => format!(" of {} {}", self.matrix_name, self.matrix_from_slot(slot)),
        };
        format!("({row}, {column}){of_matrix} is in {} {thread}, register {register}{part}", self.who())
    }
}

/// A fragment as it is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskedFragment {
    /// What it is a fragment of.
    pub title: String,
    /// The fragment.
    pub fragment: Fragment,
    /// The PTX version that brought the instruction, and the first chip that has it; none where it is not one instruction's.
    pub since: Option<(&'static str, u32)>,
    /// How well the map is attested.
    pub evidence: &'static str,
}

const MEASURED: &str = "PTX ISA; read back from an H200";
const READ: &str = "PTX ISA and CUTLASS; not measured";

impl AskedFragment {
    /// One of those that are shown.
    pub fn of((name, bits, columns, title): &Shown) -> Self {
        Self { title: (*title).into(), fragment: name.of(*bits, *columns), since: None, evidence: MEASURED }
    }

    /// Reads the opcode or the short name of an instruction, or the name of a fragment of wgmma, and of mma the operand: A
    /// (left out), B, C, D, or SFA or SFB for scale factors.
    ///
    /// ```
    /// use swizzle_warp::AskedFragment;
    /// let asked = AskedFragment::from_text("m16n8k32.kind::mxf8f6f4.e4m3", "SFB")?;
    /// assert_eq!(asked.title, "SFB of mma.sync m16n8k32.kind::mxf8f6f4.e4m3");
    /// assert_eq!(AskedFragment::from_text("accumulator", "")?.fragment.threads, 128);
    /// # Ok::<(), String>(())
    /// ```
    ///
    /// # Errors
    /// Says what is unknown, and what there is instead.
    pub fn from_text(text: &str, operand: &str) -> Result<Self, String> {
        let text = text.trim();
        let attested = |is_measured| if is_measured { MEASURED } else { READ };
        let is_it = |shown: &&Shown| shown.0.name().eq_ignore_ascii_case(text) || shown.3 == text;
        if let Some(shown) = FragmentName::SHOWN.iter().find(is_it) {
            return Ok(Self::of(shown));
        }
        if text.contains("matrix") {
            let moved = Matrices::from_opcode(text)?;
            let (fragment, since) = (moved.fragment, Some((moved.ptx, moved.sm)));
            return Ok(Self { title: text.into(), fragment, since, evidence: attested(moved.is_measured()) });
        }
        let form = Form::from_opcode(text)?;
        let of = |operand: &str| match operand.to_ascii_uppercase().as_str() {
            "" => Ok(form.fragment(Operand::A)),
            name @ ("SFA" | "SFB") => {
                let of = if name == "SFA" { Operand::A } else { Operand::B };
                form.scales(of).ok_or_else(|| format!("{text} has no scale factors"))
            }
            name => Operand::from_name(name)
                .map(|of| form.fragment(of))
                .map_err(|unknown| format!("{unknown}, SFA, SFB")),
        };
        let fragment = of(operand)?;
        let operand = if operand.is_empty() { "A".into() } else { operand.to_ascii_uppercase() };
        let name = text.strip_prefix("mma.sync.aligned.").unwrap_or(text);
        let (title, since) = (format!("{operand} of mma.sync {name}"), Some((form.ptx, form.sm)));
        Ok(Self { title, fragment, since, evidence: attested(form.is_measured()) })
    }

    /// Its places in a lane, in a register and of a cell, as far as these are said.
    ///
    /// # Errors
    /// Names what the fragment does not have.
    pub fn slots(
        &self,
        lane: Option<u32>,
        register: Option<u32>,
        cell: Option<(u32, u32)>,
    ) -> Result<Vec<Slot>, String> {
        let held = &self.fragment;
        let said = [
            (held.who(), lane, held.threads),
            ("register", register, held.registers()),
            ("row", cell.map(|cell| cell.0), held.rows),
            ("column", cell.map(|cell| cell.1), held.columns),
        ];
        for (what, value, count) in said {
            if let Some(value) = value.filter(|value| *value >= count) {
                return Err(format!("{what} {value} is outside {}: 0 to {}", self.title, count - 1));
            }
        }
        let is_said = |slot: &Slot| {
            lane.is_none_or(|lane| lane == slot.thread)
                && register.is_none_or(|register| register == slot.register)
                && cell.is_none_or(|cell| cell == held.cell_from_slot(*slot))
        };
        Ok(held.slots().filter(is_said).collect())
    }

    /// From which PTX and chip, and how well that is attested.
    pub fn since_text(&self) -> String {
        match self.since {
            Some((ptx, sm)) => format!("From PTX {ptx}, sm_{sm}. {}", self.evidence),
            None => self.evidence.into(),
        }
    }
}
