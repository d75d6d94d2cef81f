//! Text on the sparse form: which part of K is stored, and its metadata.

use super::*;
use swizzle_core::hardware::Sparsity;

/// K of the sparse form: the stored and the logical K.
///
/// ```
/// use swizzle_text::SparseK;
/// use swizzle_core::{Said, Sparsity};
/// use swizzle_infer::spec_from_said;
/// let mut said = Said::default();
/// said.reader.sparsity = Some(Sparsity::Sparse);
/// let k = SparseK::of(&spec_from_said(&said)?).unwrap();
/// assert_eq!((k.stored, k.logical, k.metadata_bits(64)), (64, 128, 64 * 128));
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SparseK {
    /// Elements of K that A stores.
    pub stored: u32,
    /// Elements of K that are multiplied, as B has them.
    pub logical: u32,
    /// Elements of the logical K that four bits of metadata cover; half of them are stored.
    pub group: u32,
}

impl SparseK {
    /// K of a tile in the sparse form; `None` in the dense form.
    ///
    /// Source: PTX ISA, wgmma.mma_async.sp and tcgen05.mma.sp, "Sparse matrix storage": 1 of 2 (tf32), 2 of 4, and in pairs 4 of 8
    /// (packed 4-bit) elements are stored.
    pub const fn of(spec: &Spec) -> Option<Self> {
        let (tile, reader) = (spec.tile(), spec.reader());
        let (stored, logical) = match (reader.sparsity, reader.operand) {
            (Sparsity::Dense, _) => return None,
            (Sparsity::Sparse, Operand::A) => (tile.k, tile.k.saturating_mul(2)),
            (Sparsity::Sparse, Operand::B) => (tile.k.div_ceil(2), tile.k),
        };
        let group = match tile.element {
            Element::Tf32 => 2,
            Element::E2m1Packed => 8,
            _ => 4,
        };
        Some(Self { stored, logical, group })
    }

    /// Elements of K that an element of the tile stands for.
    pub fn per_stored(spec: &Spec) -> u32 {
        Self::of(spec).map_or(1, |k| k.logical / spec.tile().k.max(1))
    }

    /// An example of the metadata of four groups: their bits, and which of the cells of a group are stored. A cell is an element,
    /// or a pair of them where eight are a group.
    ///
    /// Source: PTX ISA, "Sparse matrix storage": two indices of two bits; of tf32, 0b0100 is the first element and 0b1110 the second.
    ///
    /// ```
    /// use swizzle_text::SparseK;
    /// let k = SparseK { stored: 64, logical: 128, group: 4 };
    /// assert_eq!(k.example(), [(0x4, [0, 1]), (0x8, [0, 2]), (0xd, [1, 3]), (0xe, [2, 3])]);
    /// let tf32 = SparseK { group: 2, ..k };
    /// assert_eq!(tf32.example(), [(0x4, [0, 0]), (0xe, [1, 1]), (0xe, [1, 1]), (0x4, [0, 0])]);
    /// ```
    pub fn example(self) -> [(u32, [u32; 2]); 4] {
        let (bits, half) = match self.group {
            2 => ([0x4, 0xe, 0xe, 0x4], 2),
            _ => ([0x4, 0x8, 0xd, 0xe], 1),
        };
        bits.map(|bits| (bits, [bits & 3, bits >> 2].map(|at| at / half)))
    }

    /// How much metadata a tile of A has, and where it is.
    ///
    /// ```
    /// use swizzle_text::SparseK;
    /// use swizzle_core::{Said, Sparsity};
    /// use swizzle_infer::spec_from_said;
    /// let mut said = Said::default();
    /// said.reader.sparsity = Some(Sparsity::Sparse);
    /// let spec = spec_from_said(&said)?;
    /// assert_eq!(
    ///     SparseK::of(&spec).unwrap().metadata_text(&spec),
    ///     "1,024 bytes of metadata for 64 rows, in a register of each thread",
    /// );
    /// # Ok::<(), swizzle_params::SpecError>(())
    /// ```
    pub fn metadata_text(self, spec: &Spec) -> String {
        let rows = spec.tile().mn;
        let bytes = grouped(self.metadata_bits(rows).div_ceil(8) as u32);
        let place = match spec.reader().arch {
            Arch::Wgmma => "in a register of each thread",
            Arch::Tcgen05 => "in tensor memory",
        };
        format!("{bytes} bytes of metadata for {rows} rows, {place}")
    }

    /// Bits of metadata for a number of rows of A, four per group.
    pub const fn metadata_bits(self, rows: u32) -> u64 {
        rows as u64 * self.logical.div_ceil(self.group) as u64 * 4
    }
}

/// Stored and logical K, and the metadata that an instruction needs; `None` in the dense form.
///
/// ```
/// use swizzle_text::sparse_text;
/// use swizzle_core::{Said, Sparsity};
/// use swizzle_infer::spec_from_said;
/// let mut said = Said::default();
/// said.reader.sparsity = Some(Sparsity::Sparse);
/// assert_eq!(
///     sparse_text(&spec_from_said(&said)?).unwrap(),
///     "Sparse: stored K 64, logical K 128. A stores 2 of every 4 elements of K; metadata identifies them, 4 bits for every 4 (1024 bytes for 64 rows), 32 bits per thread in a register. B has all 128.",
/// );
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn sparse_text(spec: &Spec) -> Option<String> {
    let k = SparseK::of(spec)?;
    let (reader, tile) = (spec.reader(), spec.tile());
    let place = match reader.arch {
        Arch::Wgmma => "32 bits per thread in a register",
        Arch::Tcgen05 => "in tensor memory",
    };
    let size = match reader.operand {
        Operand::A => format!(" ({} bytes for {} rows)", k.metadata_bits(tile.mn).div_ceil(8), tile.mn),
        Operand::B => String::new(),
    };
    let pairs = if k.group == 8 { ", in pairs" } else { "" };
    let (SparseK { stored, logical, group }, of_group) = (k, k.group / 2);
    Some(format!(
        "Sparse: stored K {stored}, logical K {logical}. A stores {of_group} of every {group} elements of K{pairs}; metadata identifies them, 4 bits for every {group}{size}, {place}. B has all {logical}."
    ))
}

/// The sum that an instruction computes.
///
/// ```
/// use swizzle_text::sparse_product_text;
/// use swizzle_core::{Said, Sparsity};
/// use swizzle_infer::spec_from_said;
/// let mut said = Said::default();
/// said.reader.sparsity = Some(Sparsity::Sparse);
/// let text = sparse_product_text(&spec_from_said(&said)?);
/// assert!(text.starts_with("D(m, n) is the sum over the 128 logical k of A(m, k) * B(n, k)"));
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn sparse_product_text(spec: &Spec) -> String {
    match SparseK::of(spec) {
        None => "D(m, n) is the sum of A(m, k) * B(n, k)".into(),
        Some(SparseK { stored, logical, .. }) => format!(
            "D(m, n) is the sum over the {logical} logical k of A(m, k) * B(n, k), where A(m, k) is 0 except for the {stored} stored elements; element s of a stored row of A is the one that its metadata identifies, not A(m, s)"
        ),
    }
}
