//! The loom: the bits of a cell above, those of its address below, and the wires, the sum and the gates between.

mod brush;
mod buttons;
mod ink;
mod switches;
mod weave;

use std::fmt::Write as _;

use swizzle_core::hardware::{LINE_BYTES, LINE_UNITS, UNIT_BYTES};
use swizzle_core::{Coord, FieldId, Swizzle};
use swizzle_text::loom::{CoordBit, Crossing, Loom, Rung, Strand};
use swizzle_text::{base_name, bundle_text, exchange_text, gate_text};
use yew::prelude::*;

use self::brush::{Digits, Ink, Paths, circle, cross, rectangle};
use self::buttons::buttons;
use self::ink::{colour, is_fed, sum_ink};
use self::switches::switches;
pub use self::weave::LoomSize;
use self::weave::{Weave, is_term};
use crate::element::{Attr, Element, el};

/// How long the lever of a switch is.
const LEVER: u32 = 14;

/// The drawing of a loom. Each bit of the coordinate is a button, where something takes its cell; each gate is a switch, where
/// something takes the mode.
pub fn loom(
    loom: &Loom,
    size: LoomSize,
    on_turn: Option<&Callback<Coord>>,
    on_mode: Option<&Callback<Swizzle>>,
) -> Element {
    let weave = Weave::of(loom, size, on_mode.is_some());
    let mut drawing = Drawing {
        loom,
        weave: &weave,
        wires: Paths::new("loom-wire"),
        threads: Paths::new("loom-wire"),
        halo: String::new(),
        chips: Paths::new("loom-chip"),
        marks: Paths::new("loom-mark"),
        rings: String::new(),
        levers: String::new(),
        braces: Paths::new("loom-brace"),
        digits: Vec::new(),
        words: Vec::new(),
    };
    drawing.cell();
    if loom.is_wired {
        drawing.falling();
    } else {
        drawing.added_up();
    }
    drawing.sum();
    drawing.gates();
    drawing.address();
    let Drawing {
        wires,
        threads,
        halo,
        chips,
        marks,
        rings,
        levers,
        braces,
        digits,
        words,
        ..
    } = drawing;
    let path = |class: &'static str, d: String| el("path").class(class).attr(Attr::D, d);
    let drawn = el("g")
        .attr(Attr::AriaHidden, "true")
        .child(wires.finish())
        .child(path("loom-halo", halo))
        .child(threads.finish())
        .child(path("loom-ring", rings))
        .child(path("loom-lever", levers))
        .child(marks.finish())
        .child(chips.finish())
        .child(braces.finish())
        .children(digits.into_iter().map(Digits::finish))
        .children(words.into_iter());
    el("svg")
        .class("loom")
        .class_if(weave.is_large, "is-large")
        .class_if(weave.pitch < 16, "is-narrow")
        .attr(
            Attr::ViewBox,
            format!("0 0 {} {}", weave.width, weave.height),
        )
        .attr(Attr::Role, "group")
        .attr(Attr::AriaLabel, "Bits of the cell")
        .child(drawn)
        .child(buttons(loom, &weave, on_turn))
        .child(switches(&weave, on_mode))
}

/// The layers of the drawing.
struct Drawing<'a> {
    loom: &'a Loom,
    weave: &'a Weave,
    wires: Paths,
    threads: Paths,
    halo: String,
    chips: Paths,
    marks: Paths,
    rings: String,
    levers: String,
    braces: Paths,
    digits: Vec<Digits>,
    words: Vec<Element>,
}

impl Drawing<'_> {
    fn word(&mut self, class: &'static str, x: u32, y: u32, text: String) {
        let word = el("text")
            .class(class)
            .attr(Attr::X, x)
            .attr(Attr::Y, y)
            .child(text);
        self.words.push(word);
    }

    /// A name beside a row.
    fn beside(&mut self, y: u32, small: impl Into<String>, large: impl Into<String>) {
        self.beside_as("loom-beside", y, small, large);
    }

    /// The same of a kind that may have a colour.
    fn beside_as(
        &mut self,
        class: &'static str,
        y: u32,
        small: impl Into<String>,
        large: impl Into<String>,
    ) {
        let text = match self.weave.is_large {
            true => large.into(),
            false => small.into(),
        };
        self.word(class, 0, y, text);
    }

    /// A row of digits in boxes.
    fn row(&mut self, y: u32, bits: &[(i32, bool, Ink)]) {
        let mut digits = Digits::new("loom-digit", y + self.weave.chip.1 / 2);
        for (place, is_set, ink) in bits {
            let x = self.weave.x(*place);
            let d = self.chips.with(ink.if_set(*is_set));
            rectangle(d, x, y, self.weave.chip);
            digits.push(x, *is_set);
        }
        self.digits.push(digits);
    }

    /// A brace whose ticks reach this far down, and its name so far from it.
    fn brace(
        &mut self,
        (left, right): (u32, u32),
        y: u32,
        (tick, name): (i32, i32),
        ink: Ink,
        text: String,
    ) {
        let d = self.braces.with(ink);
        let _ = write!(d, "M{left} {}v{}H{right}v{tick}", y as i32 + tick, -tick);
        let y = (y as i32 + name) as u32;
        let name = el("text")
            .class("loom-name")
            .class(ink.class())
            .attr(Attr::X, u32::midpoint(left, right))
            .attr(Attr::Y, y)
            .child(text);
        self.words.push(name);
    }

    /// The bits of the coordinate, with what each bundle counts.
    fn cell(&mut self) {
        let (loom, weave) = (self.loom, self.weave);
        let mut bits = Vec::new();
        for (at, bundle) in loom.bundles.iter().enumerate() {
            let ink = Ink::of(colour(loom, bundle));
            let row = |bit: &CoordBit| (bit.place, bit.is_set, ink);
            bits.extend(bundle.bits.iter().map(row));
            if let Some((first, last)) = bundle.bits.first().zip(bundle.bits.last()) {
                let row = if weave.is_large { 20 } else { 13 };
                let y = weave.cell - if weave.is_large { 30 } else { 6 };
                let name = -5 - row * weave.name_rows[at] as i32;
                let text = bundle_text(bundle, weave.is_large);
                let span = weave.span(first.place, last.place);
                self.brace(span, y, (4, name), ink, text);
                if weave.name_rows[at] > 0 {
                    let (middle, end) = (u32::midpoint(span.0, span.1), name + 7);
                    let _ = write!(self.braces.with(ink), "M{middle} {y}v{end}");
                }
            }
            if weave.is_large {
                for bit in &bundle.bits {
                    let name = format!("{}{}", bit.letter, bit.number);
                    self.word("loom-number", weave.x(bit.place), weave.cell - 12, name);
                }
            }
        }
        self.row(weave.cell, &bits);
        self.beside(weave.cell + weave.chip.1 / 2, "cell", "cell");
    }

    /// Wires from each bit to its address bit, where the base is added and carried.
    fn falling(&mut self) {
        let (loom, weave) = (self.loom, self.weave);
        let top = weave.cell + weave.chip.1;
        let middle = u32::midpoint(top, weave.plus);
        for bundle in &loom.bundles {
            let ink = Ink::of(colour(loom, bundle));
            for bit in &bundle.bits {
                let Some(place) = bit.wire else { continue };
                let (from, to) = (weave.x(bit.place), weave.x(place));
                let d = self.wires.with(ink.if_set(bit.is_set));
                let _ = if from == to {
                    write!(d, "M{from} {top}V{}", weave.plus)
                } else {
                    write!(
                        d,
                        "M{from} {top}C{from} {} {to} {} {to} {}",
                        middle + 6,
                        middle - 6,
                        weave.plus
                    )
                };
            }
        }
        let base = Ink::Field(loom.base_field);
        for place in 0..loom.places.1 {
            let x = weave.x(place);
            if is_fed(loom, place) {
                let ink = sum_ink(loom, place).if_set(loom.sum_at(place));
                let _ = write!(self.wires.with(ink), "M{x} {}V{}", weave.plus, weave.sum);
            }
            if loom.base_bytes >> place & 1 == 1 {
                circle(self.marks.with(base), x, weave.plus, weave.radius);
                let d = self.marks.with(Ink::Plain);
                cross(d, x, weave.plus, weave.radius / 2);
            }
        }
        for place in &loom.carries {
            if *place > loom.places.0 && *place < loom.places.1 {
                let (from, to) = (weave.x(place - 1) - weave.radius, weave.x(*place) + 2);
                let y = weave.plus;
                let _ = write!(
                    self.threads.with(Ink::Plain),
                    "M{from} {y}H{to}m4 -3l-4 3l4 3"
                );
            }
        }
        let long = format!("+ {} 0x{:x}", base_name(loom), loom.base_bytes);
        // A start of zero adds nothing, and no wire has its colour.
        let (short, class) = match (loom.base_field, loom.base_bytes) {
            (_, 0) => ("start", "loom-beside"),
            (FieldId::Lbo, _) => ("2nd", "loom-beside tint-lbo"),
            _ => ("start", "loom-beside tint-start"),
        };
        self.beside_as(class, weave.plus, short, long);
    }

    /// The sum as digits: a line for what each part adds.
    fn added_up(&mut self) {
        let (loom, weave) = (self.loom, self.weave);
        let mut y = weave.terms + weave.line / 2;
        let base = u64::from(loom.base_bytes) * 8;
        let terms = loom.bundles.iter().filter(is_term).map(|bundle| {
            let name = match bundle.strand {
                Strand::Byte => "byte",
                Strand::Slot => "el",
                Strand::Unit => "unit",
                Strand::Row => "row",
                Strand::Column => "col",
                Strand::Group => "group",
            };
            let long = format!("+ {}", bundle_text(bundle, true));
            (bundle.adds_bits, name, long, Ink::of(colour(loom, bundle)))
        });
        let start = format!("{} 0x{:x}", base_name(loom), loom.base_bytes);
        let first = (base, "start", start, Ink::Field(loom.base_field));
        for (bits, name, long, ink) in std::iter::once(first).chain(terms) {
            let mut digits = Digits::new("loom-term", y);
            for place in loom.places.0..loom.places.1 {
                let is_set = bits >> (place + 3) & 1 == 1;
                if is_set {
                    let size = (weave.chip.0, weave.line - 2);
                    let d = self.chips.with(ink);
                    rectangle(d, weave.x(place), y - size.1 / 2, size);
                }
                digits.push(weave.x(place), is_set);
            }
            self.digits.push(digits);
            self.beside(y, name, long);
            y += weave.line;
        }
        let (left, right) = weave.span(loom.places.1 - 1, loom.places.0);
        let d = self.braces.with(Ink::Plain);
        let _ = write!(d, "M{left} {}H{right}", y - weave.line / 2 + 1);
    }

    fn sum(&mut self) {
        let (loom, weave) = (self.loom, self.weave);
        if !weave.rungs.is_empty() {
            let bit = |place: i32| (place, loom.sum_at(place), sum_ink(loom, place));
            let bits: Vec<_> = (loom.places.0..loom.places.1).rev().map(bit).collect();
            self.row(weave.sum, &bits);
            self.beside(weave.sum + weave.chip.1 / 2, "addr", "address");
        }
    }

    /// Draws the threads from the sum to the address: those that cross at the gates, and those that fall straight.
    fn gates(&mut self) {
        let (loom, weave) = (self.loom, self.weave);
        let Some(last) = weave.rungs.len().checked_sub(1) else {
            return;
        };
        let top = weave.sum + weave.chip.1;
        for place in loom.places.0..loom.places.1 {
            let crosses = |rung: &Rung| rung.is_closed && rung.gate.target as i32 == place;
            let x = weave.x(place);
            let ink = sum_ink(loom, place).if_set(loom.sum_at(place));
            let end = match weave.rungs.iter().position(crosses) {
                None => weave.byte,
                Some(at) => weave.gate_y(at),
            };
            let _ = write!(self.wires.with(ink), "M{x} {top}V{end}");
        }
        if let Some(y) = weave.less {
            self.less(y);
        }
        for (at, rung) in weave.rungs.iter().enumerate() {
            match rung.is_closed {
                true => self.gate(rung, weave.gate_y(at)),
                false => self.open_gate(rung, weave.gate_y(at)),
            }
        }
        if !weave.is_large {
            let class = match loom.gates() {
                [] => "loom-beside",
                _ => "loom-beside tint-swizzle",
            };
            let middle = weave.gate + last as u32 * weave.gate_step / 2;
            self.beside_as(class, middle, "XOR", "");
        }
    }

    fn gate(&mut self, rung: &Rung, y: u32) {
        let (loom, weave, gate) = (self.loom, self.weave, rung.gate);
        let target = gate.target as i32;
        let (x, r) = (weave.x(target), weave.radius);
        let from = weave.x(gate.control as i32);
        let swizzle = Ink::Field(FieldId::Swizzle);
        let phase = Ink::Field(FieldId::BaseOffset).if_set(gate.phase_is_set);
        let below = self.wires.with(swizzle.if_set(loom.address_at(target)));
        let _ = write!(below, "M{x} {y}V{}", weave.byte);
        let _ = write!(self.halo, "M{} {y}H{}", from + 3, x - r);
        let d = self.threads.with(phase);
        let _ = match weave.less {
            // The thread starts under the difference, beside the wire that continues down.
            Some(less) => {
                let beside = from + weave.chip.0 / 4;
                write!(d, "M{beside} {}V{y}H{}", less + weave.chip.1, x - r)
            }
            None => write!(d, "M{from} {y}H{}", x - r),
        };
        if weave.less.is_none() {
            let dot = if weave.is_large { 4 } else { 3 };
            circle(self.marks.with(phase), from, y, dot);
        }
        circle(&mut self.rings, x, y, r);
        cross(&mut self.rings, x, y, r);
        if weave.is_switched {
            circle(&mut self.levers, x - r - LEVER, y, 2);
        }
        if weave.is_large {
            self.word(
                "loom-beside",
                0,
                y,
                format!("XOR {}", gate_text(loom, &gate)),
            );
        }
    }

    /// A gate that the mode leaves open: its wire ends at a lever.
    fn open_gate(&mut self, rung: &Rung, y: u32) {
        let weave = self.weave;
        let [from, x] = [rung.gate.control, rung.gate.target].map(|bit| weave.x(bit as i32));
        let hinge = x - weave.radius - LEVER;
        let _ = write!(self.halo, "M{} {y}H{hinge}", from + 3);
        let _ = write!(self.levers, "M{from} {y}H{hinge}l{LEVER} -{}", LEVER / 2);
        circle(&mut self.levers, hinge, y, 2);
        circle(&mut self.levers, x, y, weave.radius);
    }

    /// The base offset is subtracted from the bits that the phase is read from.
    fn less(&mut self, y: u32) {
        let (loom, weave) = (self.loom, self.weave);
        let Crossing::Address { base_offset, .. } = loom.crossing else {
            return;
        };
        let ink = Ink::Field(FieldId::BaseOffset);
        let bits: Vec<_> = loom
            .gates()
            .iter()
            .map(|gate| (gate.control as i32, gate.phase_is_set, ink))
            .collect();
        self.row(y, &bits);
        let long = format!("phase: − base {base_offset}");
        let short = format!("− {base_offset}");
        self.beside(y + weave.chip.1 / 2, short, long);
    }

    /// The bits of the address, and what they say.
    fn address(&mut self) {
        let (loom, weave) = (self.loom, self.weave);
        let is_crossed = |place: i32| {
            let mut gates = loom.gates().iter();
            gates.any(|gate| gate.target as i32 == place)
        };
        let ink = |place: i32| match is_crossed(place) {
            true => Ink::Field(FieldId::Swizzle),
            false => sum_ink(loom, place),
        };
        let (low, high) = loom.places;
        let bits: Vec<_> = (low..high)
            .rev()
            .map(|place| (place, loom.address_at(place), ink(place)))
            .collect();
        self.row(weave.byte, &bits);
        let below = weave.byte + weave.chip.1;
        let (numbers, braces) = match weave.is_large {
            true => (below + 20, below + 34),
            false => (below + 13, below + 22),
        };
        for place in low..high {
            let name = match place {
                0.. => place.to_string(),
                _ => format!(".{}", place - low),
            };
            self.word("loom-number", weave.x(place), numbers, name);
        }
        let byte = loom.address.byte;
        let line = byte / LINE_BYTES * LINE_BYTES;
        let unit = byte / UNIT_BYTES % LINE_UNITS;
        let (of_line, of_unit) = (LINE_BYTES.trailing_zeros(), UNIT_BYTES.trailing_zeros());
        let (of_line, of_unit) = (of_line as i32, of_unit as i32);
        let mut brace = |high, low, ink, text| {
            self.brace(weave.span(high, low), braces, (-5, 15), ink, text);
        };
        brace(high - 1, of_line, Ink::Plain, format!("line 0x{line:x}"));
        let swizzle = Ink::Field(FieldId::Swizzle);
        brace(of_line - 1, of_unit, swizzle, format!("unit {unit}"));
        let bit = match loom.address.bit {
            0 => String::new(),
            bit => format!(", bit {bit}"),
        };
        let rest = format!("byte {}{bit}", byte % UNIT_BYTES);
        brace(of_unit - 1, low, Ink::Field(FieldId::Reserved), rest);
        self.beside(below - weave.chip.1 / 2, "byte", "byte");
        self.beside(numbers, "bit", "bit");
        if let Some(text) = exchange_text(loom) {
            let y = weave.terms.saturating_sub(2);
            self.word("loom-beside", 0, y, text);
        }
    }
}
