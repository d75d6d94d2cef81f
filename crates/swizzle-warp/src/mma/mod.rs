//! The fragments of the warp's own tensor-core instructions: A, B, C and D of every dense `mma.sync`, and the matrices that
//! `ldmatrix`, `stmatrix` and `movmatrix` move.
//!
//! Sources: PTX ISA, "Matrix multiply-accumulate operation using mma instruction". 66 forms of `mma`, 12 of `ldmatrix` and
//! `stmatrix`, and `movmatrix` were read back from an H200 (`tests/data/mma_sync/fragments_h200.csv.gz`); what only later chips have
//! was not measured.

mod forms;
mod matrices;
mod words;

use forms::Row;

use crate::fragment::{Digits, Fragment, OPEN, across_and_along, e, t};
pub use matrices::Matrices;

swizzle_core::named! {
    /// An operand of `mma`.
    pub enum Operand "operand" {
        /// M × K.
        A => "A",
        /// K × N.
        B => "B",
        /// The matrix that is added, M × N.
        C => "C",
        /// The result, M × N.
        D => "D",
    }
}

/// Which dimension of A or B an instruction takes as contiguous.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Order {
    /// `.row`.
    Row,
    /// `.col`.
    Col,
}

/// An element type of `mma`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Type {
    /// The name in PTX.
    pub name: &'static str,
    /// Bits of a value.
    pub bits: u32,
}

/// The scale factors of a block-scaled form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Scale {
    /// Factors along K: 1, 2 or 4.
    pub vectors: u32,
    /// Their type.
    pub ty: Type,
}

/// A form of `mma.sync`, dense.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Form {
    /// M, N and K.
    pub shape: [u32; 3],
    /// Element types of A, B, C and D.
    pub types: [Type; 4],
    /// Order of A and of B.
    pub orders: [Order; 2],
    /// `kind::`, without that word; for b1 `xor` or `and`; otherwise empty.
    pub kind: &'static str,
    /// Scale factors of a block-scaled form.
    pub scale: Option<Scale>,
    /// The PTX version that brought the form.
    pub ptx: &'static str,
    /// The first chip that has it. Those of 120 need `sm_120a`, `sm_120f` or the same of a later chip of the family.
    pub sm: u32,
    is_quad_pairs: bool,
}

impl Form {
    /// Whether the fragments were read back from hardware, an H200.
    pub const fn is_measured(&self) -> bool {
        self.sm <= 90
    }

    /// Bits that an element of an operand has in its register: a byte for each of the 4- and 6-bit types of `kind::f8f6f4` and
    /// `kind::mxf8f6f4`.
    pub const fn register_bits(&self, operand: Operand) -> u32 {
        let bits = self.types[operand as usize].bits;
        match self.shape[2] {
            32 if self.sm >= 120 && bits < 8 => 8,
            _ => bits,
        }
    }

    /// The fragment of an operand.
    pub const fn fragment(&self, operand: Operand) -> Fragment {
        let [m, n, k] = self.shape;
        let bits = self.register_bits(operand);
        if self.is_quad_pairs {
            return self.quad_pairs(operand);
        }
        let groups = if m > 8 { 1 } else { 0 };
        let run = if bits < 32 { (32 / bits).ilog2() } else { 0 };
        let ((m_across, k_along), (n_across, k_down), (m_down, n_along)) = (
            across_and_along(run, groups, OPEN),
            across_and_along(run, 0, OPEN),
            across_and_along(1, groups, OPEN),
        );
        match operand {
            Operand::A => Fragment::of_warp((m, k), bits, m_across, k_along),
            Operand::B => Fragment::of_warp((k, n), bits, k_down, n_across),
            Operand::C | Operand::D => Fragment::of_warp((m, n), bits, m_down, n_along),
        }
    }

    /// The fragments of m8n8k4 with f16: each of four products belongs to the threads 4p to 4p + 3 and 16 more.
    const fn quad_pairs(&self, operand: Operand) -> Fragment {
        let [m, n, k] = self.shape;
        let bits = self.register_bits(operand);
        // Four threads and four more hold a line each, or the four elements of both lines are those of a thread.
        let (by_thread, of_thread): (Digits, Digits) =
            ([t(0, 2), t(4, 1), e(0, 0)], [e(0, 2), e(0, 0), e(0, 0)]);
        let (by_element, of_four): (Digits, Digits) =
            ([e(0, 2), t(4, 1), e(0, 0)], [t(0, 2), e(0, 0), e(0, 0)]);
        let [a, b] = self.orders;
        let of_product = match (operand, a, b) {
            (Operand::A, Order::Row, _) => Fragment::of_warp((m, k), bits, by_thread, of_thread),
            (Operand::A, Order::Col, _) => Fragment::of_warp((m, k), bits, by_element, of_four),
            (Operand::B, _, Order::Col) => Fragment::of_warp((k, n), bits, of_thread, by_thread),
            (Operand::B, _, Order::Row) => Fragment::of_warp((k, n), bits, of_four, by_element),
            (Operand::C | Operand::D, ..) if bits == 16 => {
                Fragment::of_warp((m, n), bits, by_thread, [e(0, 3), e(0, 0), e(0, 0)])
            }
            (Operand::C | Operand::D, ..) => {
                Fragment::of_warp((m, n), bits, [t(0, 1), e(1, 1), t(4, 1)], [e(0, 1), t(1, 1), e(2, 1)])
            }
        };
        Fragment { matrix_name: "product", matrix: [t(2, 2), e(0, 0), e(0, 0)], ..of_product }
    }

    /// The scale factors of A (row of A, block along K) or of B (block along K, column of B), four bytes a register. The matrix of
    /// a slot is its selector: see [`Form::selector`]. `None` without block scales, and for C and D.
    ///
    /// Source: PTX ISA, "Block scaling for mma.sync"; CUTLASS `mma_traits_sm120.hpp` has the same lanes. Not measured.
    ///
    /// ```
    /// use swizzle_warp::mma::{Form, Operand};
    /// let form = Form::from_opcode("m16n8k32.kind::mxf8f6f4.e4m3").unwrap();
    /// let scales = form.scales(Operand::A).unwrap();
    /// let selector = form.selector(Operand::A, 2, 1).unwrap();
    /// let slot = scales.slot_in_matrix(selector, 9, 0);
    /// assert_eq!((slot.thread, slot.part), (7, 2)); // row 9: thread 4 · 1 + 1 of the upper pair, byte 2
    /// ```
    pub const fn scales(&self, operand: Operand) -> Option<Fragment> {
        let Some(Scale { vectors, ty }) = self.scale else { return None };
        let [m, n, _] = self.shape;
        let (run, rest) = (vectors.ilog2(), 2 - vectors.ilog2());
        let (block, byte) = ([e(0, run), e(0, 0), e(0, 0)], e(run, rest));
        Some(match operand {
            Operand::A => Fragment {
                matrix_name: "selector",
                matrix: [byte, t(1, 1), e(0, 0)],
                ..Fragment::of_warp((m, vectors), ty.bits, [t(2, 3), t(0, 1), e(0, 0)], block)
            },
            Operand::B => Fragment {
                matrix_name: "selector",
                matrix: [byte, t(0, 2), e(0, 0)],
                ..Fragment::of_warp((vectors, n), ty.bits, block, [t(2, 3), e(0, 0), e(0, 0)])
            },
            Operand::C | Operand::D => return None,
        })
    }

    /// The matrix of [`Form::scales`] that an instruction takes with this `byte-id` and `thread-id`.
    ///
    /// # Errors
    /// Says which values there are.
    pub fn selector(&self, operand: Operand, byte_id: u32, thread_id: u32) -> Result<u32, String> {
        let vectors = self.scale.map_or(1, |scale| scale.vectors);
        let threads = if operand == Operand::A { 2 } else { 4 };
        if byte_id >= 4 || !byte_id.is_multiple_of(vectors) {
            let known: Vec<String> = (0..4).step_by(vectors as usize).map(|byte| byte.to_string()).collect();
            return Err(format!(
                "byte-id is {byte_id}; with scale_vec::{vectors}X it is {}",
                known.join(", ")
            ));
        }
        if thread_id >= threads {
            return Err(format!("thread-id of {operand} is {thread_id}; it is 0 to {}", threads - 1));
        }
        Ok(byte_id / vectors + thread_id * (4 / vectors))
    }

    /// What one warp of a `wgmma` multiplies: 16 of its 64 rows. The types are those of A, B and D, each with its bits.
    ///
    /// ```
    /// use swizzle_warp::mma::{Form, Operand, Type};
    /// let [f16, f32] = [("f16", 16), ("f32", 32)].map(|(name, bits)| Type { name, bits });
    /// let form = Form::of_warpgroup(128, [f16, f16, f32]);
    /// assert_eq!([Operand::A, Operand::D].map(|of| form.fragment(of).registers()), [4, 64]);
    /// ```
    pub const fn of_warpgroup(n: u32, [a, b, d]: [Type; 3]) -> Self {
        Self {
            shape: [16, n, 256 / a.bits],
            types: [a, b, d, d],
            orders: [Order::Row, Order::Col],
            kind: "",
            scale: None,
            ptx: "8.0",
            sm: 90,
            is_quad_pairs: false,
        }
    }

    fn of(row: &Row, types: [Type; 4], orders: [Order; 2], scale: Option<Scale>) -> Self {
        let Row { ptx, sm, kind, .. } = *row;
        let (shape, is_quad_pairs) = (row.sizes(), row.is_quad_pairs());
        Self { shape, types, orders, kind, scale, ptx, sm, is_quad_pairs }
    }
}
