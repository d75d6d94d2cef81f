//! Every dense form of `mma.sync` as data: a row for the types and sums that came together.
//!
//! Source: PTX ISA, `mma`; PTX version and first chip of each row as CUDA's assembler takes it.

use super::{Order, Type};

/// Forms of one shape that have PTX version and first chip in common.
pub(super) struct Row {
    pub shape: &'static str,
    /// Types of A and B: each of them with each.
    pub types: &'static str,
    /// Types of D and C, where they are the same; otherwise D+C. The last is the usual one.
    pub sums: &'static str,
    pub ptx: (u32, u32),
    pub sm: u32,
    /// `kind::`, or what is done with bits.
    pub kind: &'static str,
    /// Scale factors along K, and their type; 0 without.
    pub scales: (u32, &'static str),
}

const fn row(shape: &'static str, types: &'static str, sums: &'static str, ptx: (u32, u32), sm: u32) -> Row {
    Row { shape, types, sums, ptx, sm, kind: "", scales: (0, "") }
}

const fn kind(
    kind: &'static str,
    scales: (u32, &'static str),
    shape: &'static str,
    types: &'static str,
    sums: &'static str,
) -> Row {
    Row { kind, scales, ..row(shape, types, sums, (8, 7), 120) }
}

const fn bits(kind: &'static str, shape: &'static str, ptx: (u32, u32), sm: u32) -> Row {
    Row { kind, ..row(shape, "b1", "s32", ptx, sm) }
}

const F8F6F4: &str = "e4m3 e5m2 e3m2 e2m3 e2m1";

#[rustfmt::skip]
pub(super) const FORMS: &[Row] = &[
    row("m8n8k4", "f16", "f16 f32+f16 f32", (6, 4), 70),
    row("m8n8k4", "f64", "f64", (7, 0), 80),
    row("m8n8k16", "s8 u8", "s32", (6, 5), 75),
    row("m8n8k32", "s4 u4", "s32", (6, 5), 75),
    bits("xor", "m8n8k128", (7, 0), 75),
    bits("and", "m8n8k128", (7, 1), 80),
    row("m16n8k4", "tf32", "f32", (7, 0), 80),
    row("m16n8k4", "f64", "f64", (7, 8), 90),
    row("m16n8k8", "f16", "f16 f32", (6, 5), 75),
    row("m16n8k8", "bf16", "f32", (7, 0), 80),
    row("m16n8k8", "tf32", "f32", (7, 0), 80),
    row("m16n8k8", "f64", "f64", (7, 8), 90),
    row("m16n8k16", "f16", "f16 f32", (7, 0), 80),
    row("m16n8k16", "bf16", "f32", (7, 0), 80),
    row("m16n8k16", "s8 u8", "s32", (7, 0), 80),
    row("m16n8k16", "e4m3 e5m2", "f16 f32", (8, 7), 89),
    row("m16n8k16", "f64", "f64", (7, 8), 90),
    row("m16n8k32", "s8 u8", "s32", (7, 0), 80),
    row("m16n8k32", "s4 u4", "s32", (7, 0), 80),
    row("m16n8k32", "e4m3 e5m2", "f32", (8, 4), 89),
    row("m16n8k32", "e4m3 e5m2", "f16", (8, 7), 89),
    row("m16n8k64", "s4 u4", "s32", (7, 0), 80),
    bits("xor", "m16n8k128", (7, 0), 80),
    bits("and", "m16n8k128", (7, 1), 80),
    bits("xor", "m16n8k256", (7, 0), 80),
    bits("and", "m16n8k256", (7, 1), 80),
    kind("f8f6f4", (0, ""), "m16n8k32", F8F6F4, "f16 f32"),
    kind("mxf8f6f4", (1, "ue8m0"), "m16n8k32", F8F6F4, "f32"),
    kind("mxf4", (2, "ue8m0"), "m16n8k64", "e2m1", "f32"),
    kind("mxf4nvf4", (2, "ue8m0"), "m16n8k64", "e2m1", "f32"),
    kind("mxf4nvf4", (4, "ue4m3"), "m16n8k64", "e2m1", "f32"),
    Row { ptx: (9, 1), ..kind("mxf4nvf4", (4, "ue8m0"), "m16n8k64", "e2m1", "f32") },
];

const fn ty(name: &'static str, bits: u32) -> Type {
    Type { name, bits }
}

/// The types that a form names, with the bits of a value.
#[rustfmt::skip]
const TYPES: [Type; 18] = [
    ty("f16", 16), ty("bf16", 16), ty("tf32", 32), ty("f32", 32), ty("f64", 64), ty("s32", 32),
    ty("s8", 8), ty("u8", 8), ty("s4", 4), ty("u4", 4), ty("b1", 1),
    ty("e4m3", 8), ty("e5m2", 8), ty("e3m2", 6), ty("e2m3", 6), ty("e2m1", 4), ty("ue8m0", 8), ty("ue4m3", 8),
];

/// A type by its name in PTX.
pub(super) fn type_of(name: &str) -> Option<Type> {
    TYPES.into_iter().find(|ty| ty.name == name)
}

impl Row {
    /// M, N and K.
    pub(super) fn sizes(&self) -> [u32; 3] {
        let mut sizes = self.shape.split(['m', 'n', 'k']).filter_map(|size| size.parse().ok());
        [0; 3].map(|none| sizes.next().unwrap_or(none))
    }

    /// Whether A and B can have these types.
    pub(super) fn multiplies(&self, types: [Type; 2]) -> bool {
        types.iter().all(|ty| self.types.split(' ').any(|known| known == ty.name))
    }

    /// The types of D and C, in pairs.
    pub(super) fn sums(&self) -> impl DoubleEndedIterator<Item = (Type, Type)> {
        let pair = |sum: &'static str| {
            let (d, c) = sum.split_once('+').unwrap_or((sum, sum));
            type_of(d).zip(type_of(c))
        };
        self.sums.split(' ').filter_map(pair)
    }

    /// Whether the orders are free: otherwise A is `.row` and B is `.col`.
    pub(super) fn takes(&self, orders: [Order; 2]) -> bool {
        self.is_quad_pairs() || orders == [Order::Row, Order::Col]
    }

    /// Whether a warp computes four products at once, each by eight threads.
    pub(super) fn is_quad_pairs(&self) -> bool {
        (self.shape, self.types) == ("m8n8k4", "f16")
    }
}
