//! `ldmatrix`, `stmatrix` and `movmatrix`: which lane gives the address of which row, and which register holds which element.

use swizzle_core::hardware::{UNIT_BITS, quoted};

use super::forms::rows;
use crate::fragment::{Fragment, across_and_along, e};

/// The matrices that one instruction moves. Rows and columns are those of shared memory, where a row is the 16 bytes at one
/// address; of `movmatrix`, those of the matrix that it reads.
///
/// ```
/// use swizzle_warp::mma::Matrices;
/// let moved = Matrices::from_opcode("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16").unwrap();
/// let slot = moved.fragment.slot_in_matrix(2, 3, 5);
/// assert_eq!((slot.thread, slot.register, slot.part), (21, 2, 1));
/// assert_eq!(moved.address_lane(2, 3), Some(19));
/// assert_eq!(
///     Matrices::from_opcode("ldmatrix.sync.aligned.m16n16.x1.shared.b8").unwrap_err(),
///     "ldmatrix.m16n16 of b8 needs .trans",
/// );
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Matrices {
    /// `ldmatrix`, `stmatrix` or `movmatrix`.
    pub name: &'static str,
    /// The registers. Of `movmatrix` those that it writes; those that it reads are [`Matrices::source`].
    pub fragment: Fragment,
    /// Bits of an element in shared memory. Sixteen of 4 or 6 bits are followed by padding up to 16 bytes, and each is in the low
    /// bits of a byte of a register; `mma` with `kind::f8f6f4` takes e2m1 two bits higher.
    pub memory_bits: u32,
    /// The PTX version that brought the form.
    pub ptx: &'static str,
    /// The first chip that has it. Those of 100 need `sm_100a`, `sm_100f`, `sm_120a` or their like.
    pub sm: u32,
}

const TABLE: &str = include_str!("matrices.txt");

impl Matrices {
    /// Reads an opcode, its qualifiers in any order. The number of matrices, left out, is 1.
    ///
    /// # Errors
    /// Says what of it is unknown, and what there is instead.
    pub fn from_opcode(opcode: &str) -> Result<Self, String> {
        let mut words = opcode.split('.');
        let name = words.next().unwrap_or_default();
        let (mut shape, mut format, mut count, mut is_transposed) = ("", String::new(), 1, false);
        for word in words {
            match word {
                "sync" | "aligned" | "shared" | "shared::cta" => {}
                "trans" => is_transposed = true,
                "x1" | "x2" | "x4" => count = if word == "x4" { 4 } else { u32::from(word == "x2") + 1 },
                _ if word.starts_with('m') => shape = word,
                _ if word.starts_with('b') && format.is_empty() => format = word.into(),
                _ if word.starts_with('b') => format = format!("{format}.{word}"),
                _ => return Err(format!("{} has no qualifier “.{}”", quoted(name), quoted(word))),
            }
        }
        let of_name: Vec<[&'static str; 12]> = rows(TABLE).filter(|row| row[0] == name).collect();
        if of_name.is_empty() {
            return Err(format!("“{}” is none of ldmatrix, stmatrix, movmatrix", quoted(name)));
        }
        let Some([name, shape, format, trans, numbers @ .., ptx, sm]) =
            of_name.iter().find(|row| row[1..3] == [shape, &format]).copied()
        else {
            let known: Vec<String> = of_name.iter().map(|row| format!("{} of {}", row[1], row[2])).collect();
            if shape.is_empty() || format.is_empty() {
                return Err(format!("{name} needs its shape and its format: one of {}", known.join(", ")));
            }
            let (shape, format) = (quoted(shape), quoted(&format));
            return Err(format!("{name} has no {shape} of {format}: one of {}", known.join(", ")));
        };
        match (trans, is_transposed) {
            ("needed", false) => return Err(format!("{name}.{shape} of {format} needs .trans")),
            ("none", true) => return Err(format!("{name}.{shape} of {format} has no .trans")),
            _ => {}
        }
        let number = |text: &str| text.parse().unwrap_or(0);
        let [rows, memory_bits, bits, run, groups, most] = numbers.map(number);
        if count > most {
            return Err(format!("{name}.{shape} moves at most {most} matrices, not {count}"));
        }
        let columns = if bits == 16 { UNIT_BITS / bits } else { 16 };
        let (across, along) = across_and_along(run, groups, 0);
        let (down, right) = if is_transposed { (along, across) } else { (across, along) };
        let held = (rows * columns / 32).ilog2();
        let matrix = [e(held, count.ilog2()), e(0, 0), e(0, 0)];
        let fragment = Fragment { matrix, ..Fragment::of_warp((rows, columns), bits, down, right) };
        Ok(Self { name, fragment, memory_bits, ptx, sm: number(sm) })
    }

    /// The lane that gives the address of a row of a matrix; `None` for `movmatrix`, which takes none.
    pub fn address_lane(&self, matrix: u32, row: u32) -> Option<u32> {
        self.source().is_none().then(|| matrix * self.fragment.rows + row)
    }

    /// The registers that `movmatrix` reads; `None` for the others.
    pub fn source(&self) -> Option<Fragment> {
        (self.name == "movmatrix").then(|| self.fragment.transposed())
    }

    /// Whether the map was read back from hardware, an H200.
    pub const fn is_measured(&self) -> bool {
        self.sm <= 90
    }
}
