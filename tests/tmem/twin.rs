//! The tables of tensor memory a second time, as formulas with their numbers written out.

use swizzle_core::hardware::{CopyShape, CtaForm, Kind};
use swizzle_tmem::ask::{Asked, What};
use swizzle_tmem::moves::{LoadShape, Multicast};
use swizzle_tmem::plan::Witness;
use swizzle_tmem::tensor_memory::{Alignment, DataPath, readings};

/// CTAs, lanes, column and bit of an element of what is asked about.
pub(crate) fn place(asked: &Asked, row: u32, col: u32) -> (Vec<u32>, Vec<u32>, u32, u32) {
    let is_16 = asked.alignment == Alignment::Sixteen;
    let said = |number: Option<u32>| number.expect("it is said");
    match asked.what {
        What::D => {
            let paths = readings(asked.form, asked.sparsity, said(asked.m)).expect("a data path");
            let path = match asked.reading {
                Some(Witness::Cute) => paths[paths.len() - 1].path,
                _ => paths[0].path,
            };
            let [cta, lane, column] = accumulator(path, said(asked.n), row, col);
            let half = if is_16 && path.is_half_the_lanes() { 16 } else { 0 };
            (vec![cta], vec![lane + half], column, 0)
        }
        What::A => {
            let bits = match said_kind(asked) {
                Kind::Tf32 => 32,
                Kind::F16 => 16,
                _ => 8,
            };
            let (cta, lanes) = operand_a(asked.form, said(asked.m), is_16, row);
            (vec![cta], lanes, col * bits / 32, col * bits % 32)
        }
        What::Metadata => {
            let [lane, column, bit] = metadata(said_kind(asked), row % 128, col);
            (vec![row / 128], vec![lane], column, bit)
        }
        What::Sfa | What::Sfb => {
            let rows = asked.rows.or(asked.n).or(asked.m);
            let padded = match asked.rows {
                Some(rows @ (32 | 64)) => rows,
                _ => said(rows).next_multiple_of(128),
            };
            let (ctas, copies, padded, row) = match (asked.form, asked.what) {
                (CtaForm::Two, What::Sfa) => (vec![row / 128], 4, 128, row % 128),
                (CtaForm::Two, _) if asked.m == Some(128) && asked.reading != Some(Witness::Ptx) => {
                    (vec![0, 1], 2, padded, row)
                }
                (CtaForm::Two, _) => (vec![0, 1], 4, padded, row),
                _ => (vec![0], 4, padded, row),
            };
            let (lanes, column, byte) = scale_cells(copies, padded, row, col);
            (ctas, lanes, column, 8 * byte)
        }
        What::Ld | What::St => {
            let split = asked.split.or(asked.num);
            let [lane, column] = load(asked.load.expect("a shape"), said(split), row % 32, col);
            let wide = 1 + u32::from(asked.is_packed);
            (vec![0], vec![lane + row / 32 * 32], column * wide, 0)
        }
        What::Cp => {
            let lanes = copy_lanes(asked.copy.expect("a shape"), asked.multicast.expect("said"), row);
            ((0..asked.ctas()).collect(), lanes, col / 4, col % 4 * 8)
        }
    }
}

fn said_kind(asked: &Asked) -> Kind {
    asked.kind.expect("a kind")
}

/// CTA, lane and column of D (m, n).
fn accumulator(path: DataPath, n_all: u32, m: u32, n: u32) -> [u32; 3] {
    let spread = |row: u32| row / 16 * 32 + row % 16;
    match path {
        DataPath::A => [u32::from(m >= 128), m % 128, n],
        DataPath::B if n < n_all / 2 => [u32::from(m >= 64), m % 64, n],
        DataPath::B => [u32::from(m >= 64), m % 64 + 64, n - n_all / 2],
        DataPath::C => [u32::from(m >= 64), spread(m % 64), n],
        DataPath::D => [0, m, n],
        DataPath::E if n < n_all / 2 => [0, m, n],
        DataPath::E => [0, m + 64, n - n_all / 2],
        DataPath::F => [0, spread(m), n],
        DataPath::G => {
            let (mut lane, mut column) = (m, n);
            while column >= n_all / 4 {
                column -= n_all / 4;
                lane += 32;
            }
            [0, lane, column]
        }
    }
}

/// Lanes, column and byte of a scale factor in tensor memory.
pub(crate) fn scale_cells(copies: u32, rows: u32, row: u32, factor: u32) -> (Vec<u32>, u32, u32) {
    let lane = row % 32;
    match copies {
        4 => {
            let lanes = vec![lane, lane + 32, lane + 64, lane + 96];
            (lanes, factor / 4 * (rows / 32) + row / 32, factor % 4)
        }
        _ => {
            let first = if row < rows / 2 { lane } else { lane + 64 };
            let column = factor / 4 * (rows / 64) + row % (rows / 2) / 32;
            (vec![first, first + 32], column, factor % 4)
        }
    }
}

/// Lane and column of a thread's register, of one warp.
pub(crate) fn load(shape: LoadShape, split: u32, t: u32, r: u32) -> [u32; 2] {
    match shape {
        LoadShape::S32x32b => [t, r],
        LoadShape::S16x64b => [t / 4 + 8 * (t % 2), 2 * r + t / 2 % 2],
        LoadShape::S16x128b => [t / 4 + 8 * (r % 2), t % 4 + 4 * (r / 2)],
        LoadShape::S16x256b => [t / 4 + 8 * (r / 2 % 2), 2 * (t % 4) + r % 2 + 8 * (r / 4)],
        LoadShape::S16x32bx2 => [t % 16, r + t / 16 * split],
    }
}

/// Lanes that a row of a copy goes to.
fn copy_lanes(shape: CopyShape, multicast: Multicast, r: u32) -> Vec<u32> {
    match (shape, multicast) {
        (CopyShape::R4x256b, _) => vec![32 * r],
        (_, Multicast::None) => vec![r],
        (_, Multicast::W02x13) => vec![r, r + 64],
        (_, Multicast::W01x23) => {
            let lane = r % 32 + 64 * (r / 32);
            vec![lane, lane + 32]
        }
        (_, Multicast::Warpx4) => vec![r, r + 32, r + 64, r + 96],
    }
}

/// CTA and lanes of a row of A.
fn operand_a(form: CtaForm, m_all: u32, is_16: bool, m: u32) -> (u32, Vec<u32>) {
    match (form, m_all) {
        (CtaForm::One, 64) => (0, vec![m / 16 * 32 + m % 16 + if is_16 { 16 } else { 0 }]),
        (CtaForm::One, _) => (0, vec![m]),
        (_, 128) => (m / 64, vec![m % 64, m % 64 + 64]),
        (_, _) => (m / 128, vec![m % 128]),
    }
}

/// Lane, column and bit of the metadata of an element of A.
fn metadata(kind: Kind, m: u32, k: u32) -> [u32; 3] {
    let (lane, column, byte, first_of_byte, half) = match kind {
        Kind::Tf32 => {
            let lane = m / 16 * 16 + m % 8 + k % 16 / 8 * 8;
            (lane, k / 16, m / 8 % 2 * 2 + k % 8 / 4, k % 4, 2)
        }
        Kind::F16 => {
            let lane = m / 16 * 16 + m % 8 + k % 32 / 16 * 8;
            (lane, k / 32, m / 8 % 2 * 2 + k % 16 / 8, k % 8, 4)
        }
        Kind::Mxf4 | Kind::Mxf4nvf4 => (m, k / 64, k % 64 / 16, k % 16, 8),
        Kind::F8f6f4 | Kind::I8 | Kind::Mxf8f6f4 => (m, k / 32, k % 32 / 8, k % 8, 4),
    };
    [lane, column, byte * 8 + if first_of_byte < half { 0 } else { 4 }]
}
