//! The bits of one address above, those of its byte below, and the three wires between: each gate is a switch.

use std::fmt::Write as _;

use swizzle_core::hardware::{LINE_BYTES, UNIT_BYTES};
use swizzle_warp::Wires;
use web_sys::{KeyboardEvent, MouseEvent};
use yew::prelude::*;

use super::shares::Shares;
use crate::element::{Attr, Element, el, fragment};

/// Bits of the addresses that are drawn, from 0: the eight lines end below 2 KiB.
const BITS: u32 = 11;
const PITCH: u32 = 32;
const CHIP: (u32, u32) = (26, 22);
/// Tops of the two rows of bits, the first gate, and from one gate to the next.
const ADDRESS: u32 = 20;
const GATE: u32 = 60;
const STEP: u32 = 28;
const BYTE: u32 = 140;
const HEIGHT: u32 = 182;
/// The radius of a gate, how far before it its switch is hinged, between two lines of bits, and how far it opens, in degrees.
const RADIUS: u32 = 10;
const HINGE: u32 = 12;
const OPENS: f64 = 45.0;

/// Contents of the drawing.
pub(super) struct Gates<'a> {
    pub(super) wires: Wires,
    /// How far each wire is closed.
    pub(super) shares: Shares,
    /// The row and unit whose address it is.
    pub(super) at: (u32, u32),
    /// Whether there is no room beside the bits.
    pub(super) is_narrow: bool,
    pub(super) on_wires: &'a Callback<Wires>,
}

impl Gates<'_> {
    const fn left(&self) -> u32 {
        if self.is_narrow { 0 } else { 54 }
    }

    const fn x(&self, bit: u32) -> u32 {
        self.left() + (BITS - 1 - bit) * PITCH + PITCH / 2
    }

    fn y(wire: u32) -> u32 {
        GATE + (Wires::COUNT - 1 - wire) * STEP
    }

    const fn beside(&self) -> u32 {
        self.left() + BITS * PITCH + 12
    }

    /// The drawing.
    pub(super) fn draw(&self) -> Element {
        let (row, unit) = self.at;
        let absolute = Wires::ORIGIN_BYTES + row * LINE_BYTES + unit * UNIT_BYTES;
        let byte = self.wires.physical_from_absolute(absolute);
        let width = self.beside() + if self.is_narrow { 48 } else { 124 };
        let drawn = el("g")
            .attr(Attr::AriaHidden, "true")
            .child(self.falls(absolute, byte))
            .children((0..Wires::COUNT).map(|wire| self.wire(wire, absolute)))
            .child(self.bits(ADDRESS, absolute))
            .child(self.bits(BYTE, byte))
            .child(self.words(absolute, byte));
        el("svg")
            .class("wires-gates")
            .attr(Attr::ViewBox, format!("0 0 {width} {HEIGHT}"))
            .attr(Attr::Role, "group")
            .attr(Attr::AriaLabel, "Wires of the XOR")
            .child(drawn)
            .children((0..Wires::COUNT).rev().map(|wire| self.switch(wire)))
    }

    /// Draws the wires from each bit of the address to that of the byte.
    fn falls(&self, absolute: u32, byte: u32) -> Element {
        let mut by_value = [String::new(), String::new()];
        for bit in 0..BITS {
            let x = self.x(bit);
            let top = ADDRESS + CHIP.1;
            let gate = (0..Wires::COUNT).find(|wire| Wires::bits(*wire).1 == bit);
            let middle = gate.map_or(top, Self::y);
            let _ = write!(by_value[at(absolute, bit)], "M{x} {top}V{middle}");
            let _ = write!(by_value[at(byte, bit)], "M{x} {middle}V{BYTE}");
        }
        let [off, on] = by_value;
        fragment()
            .child(el("path").class("wires-fall").attr(Attr::D, off))
            .child(el("path").class("wires-fall is-on").attr(Attr::D, on))
    }

    /// A wire with its switch and its gate.
    fn wire(&self, wire: u32, absolute: u32) -> Element {
        let (from, to) = Wires::bits(wire);
        let (from_x, x, y) = (self.x(from), self.x(to), Self::y(wire));
        let (hinge, share) = (x - RADIUS - HINGE, self.shares.wire(wire));
        let is_set = at(absolute, from) == 1;
        let is_closed = self.wires.is_closed(wire);
        let moving = (is_set && share > 0.0 && share < 1.0).then(|| {
            let x = f64::from(from_x) + f64::from(x - from_x) * share;
            el("circle")
                .class("wires-pulse")
                .attr(Attr::Cx, format!("{x:.1}"))
                .attr(Attr::Cy, y)
                .attr(Attr::R, 5_u32)
        });
        el("g")
            .class("wires-wire")
            .class_if(is_closed, "is-closed")
            .class_if(is_set, "is-set")
            .child(
                el("path")
                    .class("wires-halo")
                    .attr(Attr::D, format!("M{} {y}H{}", from_x + 4, x - RADIUS)),
            )
            .child(
                el("path")
                    .class("wires-line")
                    .attr(Attr::D, format!("M{from_x} {y}H{hinge}")),
            )
            .child(
                el("path")
                    .class("wires-line")
                    .attr(Attr::D, format!("M{hinge} {y}h{HINGE}"))
                    .attr(
                        Attr::Transform,
                        format!("rotate({:.1} {hinge} {y})", (share - 1.0) * OPENS),
                    ),
            )
            .child(
                el("path")
                    .class("wires-dot")
                    .attr(Attr::D, format!("M{from_x} {y}h0M{hinge} {y}h0")),
            )
            .child(moving)
            .child(
                el("circle")
                    .class("wires-gate")
                    .attr(Attr::Cx, x)
                    .attr(Attr::Cy, y)
                    .attr(Attr::R, RADIUS),
            )
            .child(
                el("path")
                    .class("wires-cross")
                    .attr(Attr::D, format!("M{} {y}h12M{x} {}v12", x - 6, y - 6)),
            )
            .child(self.beside_wire(wire, absolute))
    }

    /// A wire's name, and what it makes of its bit.
    fn beside_wire(&self, wire: u32, absolute: u32) -> Element {
        let (from, to) = Wires::bits(wire);
        let y = Self::y(wire) + 4;
        let [from, to] = [from, to].map(|bit| at(absolute, bit));
        let told = match self.wires.is_closed(wire) {
            true => format!("{to} ⊕ {from} = {}", to ^ from),
            false => "open".into(),
        };
        fragment()
            .child(text("wires-name", self.beside(), y, Wires::wire_text(wire)))
            .child((!self.is_narrow).then(|| text("wires-told", self.beside() + 52, y, told)))
    }

    /// A row of bits.
    fn bits(&self, y: u32, address: u32) -> Element {
        let bit = |bit: u32| {
            let is_set = at(address, bit) == 1;
            let kind = match bit {
                4..7 => "is-unit",
                7..10 => "is-line",
                _ => "is-other",
            };
            el("g")
                .class("wires-bit")
                .class(kind)
                .class_if(is_set, "is-on")
                .child(
                    el("rect")
                        .attr(Attr::X, self.x(bit) - CHIP.0 / 2)
                        .attr(Attr::Y, y)
                        .attr(Attr::Width, CHIP.0)
                        .attr(Attr::Height, CHIP.1),
                )
                .child(text("", self.x(bit), y + 16, at(address, bit).to_string()))
        };
        fragment().children((0..BITS).rev().map(bit))
    }

    /// Draws the names of the rows.
    fn words(&self, absolute: u32, byte: u32) -> Element {
        let (row, unit) = self.at;
        let brace = |high: u32, low: u32, name: String| {
            let (left, right) = (self.x(high) - CHIP.0 / 2, self.x(low) + CHIP.0 / 2);
            let top = ADDRESS - 6;
            fragment()
                .child(
                    el("path")
                        .class("wires-brace")
                        .attr(Attr::D, format!("M{left} {}v-3H{right}v3", top + 3)),
                )
                .child(text(
                    "wires-over",
                    u32::midpoint(left, right),
                    top - 4,
                    name,
                ))
        };
        let names = [
            (ADDRESS + 15, "address"),
            (Self::y(1) + 4, "wires"),
            (BYTE + 15, "byte"),
            (HEIGHT - 5, "bit"),
        ];
        let names = names.map(|(y, name)| text("wires-told", 0, y, name.into()));
        let numbers = (0..BITS).map(|bit| {
            let class = if (4..10).contains(&bit) {
                "wires-over is-strong"
            } else {
                "wires-over"
            };
            text(class, self.x(bit), HEIGHT - 5, bit.to_string())
        });
        fragment()
            .child(brace(9, 7, format!("row {row}")))
            .child(brace(6, 4, format!("unit {unit}")))
            .children(names.into_iter().filter(|_| !self.is_narrow))
            .children(numbers)
            .child(text(
                "wires-name is-strong",
                self.beside(),
                ADDRESS + 15,
                format!("{absolute:#x}"),
            ))
            .child(text(
                "wires-name is-strong",
                self.beside(),
                BYTE + 15,
                format!("{byte:#x}"),
            ))
    }

    /// The button over a wire, its gate and its name.
    fn switch(&self, wire: u32) -> Element {
        let (from, to) = Wires::bits(wire);
        let flipped = self.wires.flipped(wire);
        let left = self.x(from) - 8;
        let right = if self.is_narrow {
            self.beside() + 44
        } else {
            self.x(to) + RADIUS + 6
        };
        let on_key = self.on_wires.clone();
        el("rect")
            .class("wires-switch")
            .attr(Attr::X, left)
            .attr(Attr::Y, Self::y(wire) - STEP / 2)
            .attr(Attr::Width, right - left)
            .attr(Attr::Height, STEP)
            .attr(Attr::Role, "button")
            .attr(Attr::Tabindex, "0")
            .attr(
                Attr::AriaPressed,
                if self.wires.is_closed(wire) {
                    "true"
                } else {
                    "false"
                },
            )
            .attr(
                Attr::AriaLabel,
                format!("Wire {}: bit {from} into bit {to}", Wires::wire_text(wire)),
            )
            .on_click(self.on_wires.reform(move |_: MouseEvent| flipped))
            .on_key(Callback::from(move |event: KeyboardEvent| {
                if matches!(event.key().as_str(), "Enter" | " ") {
                    event.prevent_default();
                    on_key.emit(flipped);
                }
            }))
    }
}

/// A bit of an address.
const fn at(address: u32, bit: u32) -> usize {
    (address >> bit & 1) as usize
}

/// A text of a picture.
pub(super) fn text(class: &'static str, x: u32, y: u32, words: String) -> Element {
    el("text")
        .class(class)
        .attr(Attr::X, x)
        .attr(Attr::Y, y)
        .child(words)
}
