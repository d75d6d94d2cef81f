//! Blackwell's tensor memory: where an accumulator and scale factors are, and how `tcgen05.ld`, `st` and `cp` reach them.
//!
//! Tensor memory has 128 lanes × 512 columns of 32 bits for each CTA. Everything here is a [`Law`]: a list of terms that
//! lead from indices, such as m and n, to coordinates, such as lane and column. The law's inverse is read from the same
//! terms. A law says where it was read and how well that is attested ([`Mark`]).
//!
//! **tcgen05 was not run on hardware.** Sources: the text of PTX ISA 9.1, 9.7.16 (its figures could not be read); CuTe
//! (CUTLASS of August 2026), compiled for the host and run; Triton 3.9.0, run without a GPU. What none of them covers is a
//! [`Refusal`], not a guess.
//!
//! ```
//! use swizzle_core::Sparsity;
//! use swizzle_core::hardware::CtaForm;
//! use swizzle_tmem::tensor_memory::{Accumulator, Shape};
//!
//! let shape = Shape { form: CtaForm::One, sparsity: Sparsity::Dense, m: 64, n: 128 };
//! let d = Accumulator::new(shape)?;
//! let cell = d.law.points(&[37, 5])?[0];
//! assert_eq!((cell.lane, cell.column), (69, 5));
//! assert_eq!(d.law.element(cell), Some([37, 5]));
//! # Ok::<(), swizzle_tmem::Refusal>(())
//! ```
//!
//! # Modules
//!
//! - [`tensor_memory`]: addresses, allocations, the accumulator D, A and its metadata, pairs of CTAs.
//! - [`scale`]: scale factors in shared and tensor memory, and their ids along K.
//! - [`moves`]: `tcgen05.ld`, `tcgen05.st` and `tcgen05.cp`.
//! - [`plan`]: the regions of a kernel in tensor memory.
//! - [`ask`]: all of these by name: an element's place, or a place's element.

pub mod ask;
mod formula;
mod law;
mod mark;
pub mod moves;
pub mod plan;
mod refusal;
pub mod scale;
mod spread;
pub mod tensor_memory;

use std::{fmt, ops::Range};

use moves::{Load, LoadShape, Multicast};
use scale::{BLOCK_ROWS, ScaleColumns, Scaling, held};
use swizzle_core::{
    Named, Operand, Sparsity,
    hardware::{CopyShape, CtaForm, Element, Kind},
    named,
};
use tensor_memory::{
    Accumulator, Address, Alignment, COLUMNS, LANES, Shape, WARP_LANES, metadata, operand_a, readings,
};

use spread::*;
pub use {formula::*, law::*, mark::*, refusal::*};
