//! Shared-memory layouts and matrix descriptors of NVIDIA's tensor cores: `wgmma` (Hopper) and `tcgen05` (Blackwell).
//!
//! The crate answers which bytes of shared memory the tensor core reads for a descriptor, and which descriptors read a tile:
//! the swizzled address of every element, the 64-bit matrix descriptor, the 32-bit instruction descriptor, the sequence of
//! reads that walks a tile, and where a TMA box lands. It is `no_std` with `alloc`, forbids unsafe code and has no
//! dependencies.
//!
//! Every rule is written once, with its source beside it: a section of the PTX ISA, CuTe's code, or a measurement on an
//! H200. tcgen05 was not run on hardware.
//!
//! # Descriptors of a tile
//!
//! ```
//! use swizzle_core::{Arch, Coord, Element, Swizzle, Tile};
//!
//! let tile = Tile::k_major(Element::F16, 128, 64).swizzle(Swizzle::B128).at_byte(0x400);
//! let descriptors = tile.descriptors(Arch::Wgmma)?;
//! assert_eq!(descriptors[1].to_string(), "0x4000004000010042"); // 32 bytes further: 2 units
//! assert_eq!(tile.byte_from_element(Coord { mn: 1, k: 0 }).byte, 0x400 + 9 * 16);
//! # Ok::<(), swizzle_core::NoSwizzleCode>(())
//! ```
//!
//! # A logged descriptor against a tile
//!
//! ```
//! use swizzle_core::{Coord, Descriptor, Element, Swizzle, Tile};
//!
//! let tile = Tile::k_major(Element::Bf16, 64, 64).swizzle(Swizzle::B128).at_byte(0x400);
//! let logged: Descriptor = "0x4000000800010040".parse()?; // SBO is 128 bytes in place of 1024
//! let found = tile.compare(logged, 0); // as step 0
//! assert_eq!(found.tally().wrong, 112); // of 128 units
//! assert_eq!(found.first().map(|first| first.coord), Some(Coord { mn: 8, k: 0 }));
//! # Ok::<(), swizzle_core::DescriptorError>(())
//! ```
//!
//! # What a descriptor reads
//!
//! Decoding never fails: every 64 bits are some layout.
//!
//! ```
//! use swizzle_core::{Arch, Coord, Descriptor, Element, FieldId, Major};
//!
//! let descriptor = Descriptor::new(Arch::Wgmma, 0xc000_0008_0008_0000);
//! assert_eq!(descriptor.get(FieldId::Sbo), 8); // 128 bytes
//! let layout = descriptor.layout(Element::Bf16, Major::K);
//! assert_eq!(layout.byte_from_element(Coord { mn: 8, k: 0 }).byte, 0x90); // half an atom further: phase 1
//! ```
//!
//! # Names
//!
//! A *unit* is 16 bytes, the coloured cell of the PTX ISA's figures, and holds `T` elements. An *atom* is the block that a
//! swizzle mode repeats. A *tile* is a whole matrix in shared memory; a *read* is the part that one instruction reads
//! through one descriptor; a *step* is one read of the sequence that walks a tile along K. *Absolute* addresses are
//! those before the XOR, with the start added.
//!
//! # Modules
//!
//! - [`hardware`]: instruction families, element types, operands, memory.
//! - [`law`]: the address law, from an element to its byte and back.
//! - [`descriptor`]: the bit fields of matrix and instruction descriptors.
//! - [`tile`]: what a producer wrote to shared memory.
//! - [`reader`]: what an instruction reads of it, through which descriptors.
//! - [`tma`]: tensor maps, and where their boxes land.
//!
//! Inference for partly specified tiles, findings on descriptors, pictures, source code and links are separate crates of the
//! [same repository](https://docs.rs/crate/swizzle-core/latest/source/README.md), built on this one.

#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod descriptor;
pub mod hardware;
pub mod law;
pub mod reader;
pub mod tile;
pub mod tma;

pub use descriptor::{Descriptor, DescriptorError, DescriptorFields, Field, FieldId, NoSwizzleCode};
pub use hardware::{AddressSpace, Arch, Chip, Element, LboMode, Major, Named, Operand, Sparsity};
pub use law::{Coord, Extent, Layout, LayoutParams, Stride, Swizzle};
pub use reader::{Place, Read, ReadAgainstTile, Reader, Said, SaidPlace, SaidReader, Spec, Tally};
pub use tile::{Order, SaidTile, Tile};

/// The readme's code is tested like that of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
