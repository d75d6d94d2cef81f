//! Which bytes of shared memory does the tensor core read for this matrix descriptor, why those, and are they the ones
//! that were meant?
//!
//! This crate holds what is known of the shared-memory layouts of NVIDIA's `wgmma` (Hopper) and `tcgen05` (Blackwell):
//! the address of every element, the 64-bit matrix descriptor, what is wrong with either, and pictures of both. It is
//! `no_std`, forbids unsafe code and has no dependency; a GPU project in Rust can use it as it is.
//!
//! Every rule stands once, with its source beside it: a section of the PTX ISA, CuTe's code, or a measurement on an
//! H200. tcgen05 was not run on hardware.
//!
//! # From a tile to its descriptors
//!
//! What somebody knows is [`Said`]: of the [`Tile`] in shared memory, of the [`Reader`] that takes it, and perhaps a
//! descriptor. [`Spec`] works out the rest; what was said stands.
//!
//! ```
//! use swizzle_code::build::{sequence, spec_for_building};
//! use swizzle_core::{Coord, Element, Said, SaidTile, Swizzle};
//! use swizzle_infer::spec_from_said;
//!
//! let tile = SaidTile {
//!     element: Some(Element::F16),
//!     swizzle: Some(Swizzle::B128),
//!     mn: Some(128),
//!     k: Some(64),
//!     ..SaidTile::default()
//! };
//! let said = Said { tile, ..Said::default() };
//! let spec = spec_from_said(&said)?;
//! assert_eq!((spec.blocks(), spec.steps()), (2, 4));
//! let second = spec.descriptor(1)?;
//! assert_eq!(second.to_string(), "0x4000004000010042"); // 32 bytes further: 2 units
//! assert_eq!(spec.layout().byte_from_element(Coord { mn: 1, k: 0 }).byte, 0x400 + 9 * 16);
//!
//! // The whole sequence, with the rows of one instruction chosen so that they divide the tile.
//! for read in sequence(&spec_for_building(&said)?) {
//!     println!("0x{:x}: {}", read.start_bytes, read.descriptor?);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # From a descriptor to what it reads
//!
//! Decoding never fails; what is wrong is in the findings.
//!
//! ```
//! use swizzle_core::{Arch, Coord, Descriptor, Said};
//! use swizzle_lints::findings_from_spec;
//! use swizzle_infer::spec_from_said;
//!
//! let descriptor = Descriptor::new(Arch::Wgmma, 0xc000_0008_0008_0000);
//! let spec = spec_from_said(&Said::default().with_given(descriptor))?;
//! let read = spec.read(0);
//! assert_eq!(read.byte_from_element(Coord { mn: 8, k: 0 }).byte, 0x90); // SBO is 128, half an atom: phase 1
//! assert_eq!(findings_from_spec(&spec)[0].rule, "overlap");
//! # Ok::<(), swizzle_core::SpecError>(())
//! ```
//!
//! # From several descriptors to their sequence
//!
//! A loop, or a column that was printed, is held against every block, step and stage of one tile.
//!
//! ```
//! use swizzle_text::{sequence_row_text, sequence_text};
//! use swizzle_core::reader::Sequence;
//! use swizzle_core::{Arch, Descriptor, Said, SaidTile};
//! use swizzle_infer::spec_from_said;
//!
//! let tile = SaidTile { start_bytes: Some(0x400), mn: Some(64), k: Some(64), ..SaidTile::default() };
//! let given = [0x40, 0x42, 0x44, 0x46].map(|low| Descriptor::new(Arch::Wgmma, 0x4000_0040_0001_0000 | low));
//! let said = Said { tile, ..Said::default() }.with_all_given(&given, 0);
//! let spec = spec_from_said(&said)?;
//! let sequence = Sequence::of(&spec);
//! assert_eq!(sequence_text(&spec, &sequence), "All 4 are right: the whole sequence.");
//! let row = &sequence.rows[1]; // its place, start, what is added, its descriptor, and which of the given is there
//! assert_eq!(sequence_row_text(&spec, &sequence, row), "step 1 of 4: 0x420, + 2 units, 0x4000004000010042: right");
//! let opened = said.opening(row.given.unwrap()); // shows that one; the others stay beside it
//! assert_eq!(opened.given, row.descriptor.ok());
//! # Ok::<(), swizzle_core::SpecError>(())
//! ```
//!
//! One's own increment is [`said_with_increment`](solve::said_with_increment); the texts to copy are
//! [`code_text`](code::code_text) and [`sequence_code`](code::sequence_code).
//!
//! # From a figure to a picture and a link
//!
//! ```
//! use swizzle_view::{figure, link_from_shown};
//! use swizzle_draw::{scene, text_from_scene};
//!
//! let shown = figure(163).unwrap().shown;
//! let spec = shown.spec()?;
//! let all = scene::Window::all(scene::matrix_size(&spec, &shown.view));
//! println!("{}", text_from_scene(&scene::matrix_scene(&spec, &shown.view, &all)));
//! assert_eq!(link_from_shown(&shown), "#/figure/163");
//! # Ok::<(), swizzle_core::SpecError>(())
//! ```
//!
//! # Words
//!
//! A *unit* is 16 bytes, the coloured cell of the ISA's figures, and holds `T` elements. An *atom* is the block that a
//! swizzle mode repeats. A *tile* is a whole matrix in shared memory; a *read* is what one instruction takes of it
//! through one descriptor; a *step* is one read of the sequence that walks a tile along K. *Absolute* addresses are
//! those before the XOR, with the start added.
//!
//! # Modules
//!
//! - [`hardware`]: families, element types, operands, memory.
//! - [`law`]: the address law, which byte an element lies at.
//! - [`descriptor`]: the bit fields of matrix and instruction descriptors.
//! - [`tile`]: what a producer put into shared memory.
//! - [`reader`]: what an instruction reads of it, through which descriptors.
//! - [`solve`]: the tile behind a descriptor, and what a wrong one was meant to be.
//! - [`access`]: how a warp's threads reach shared memory, and bank conflicts.
//! - [`dump`]: the layout in a dump of shared memory.
//! - [`tma`]: tensor maps, and where their boxes land.
//! - [`words`]: sentences and numbers as they are shown.
//! - [`rules`]: what is wrong, and how to mend it.
//! - [`build`]: the instructions that take a tile, in order.
//! - [`picture`]: pictures as data, as SVG and as text.
//! - [`code`]: source code and numbers as people write them.
//! - [`state`]: what is said and how it is looked at; the ISA's figures.
//! - [`link`]: the page's links.
//! - [`paste`]: anything that can be pasted, read.
//! - [`export`]: a view as a file.
//!
//! # Features
//!
//! None are on by default. `cli` builds the program `swizzle` and brings its dependencies; the library is the same without.

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

pub use descriptor::{Descriptor, DescriptorFields, Field, FieldId, NoSwizzleCode};
pub use hardware::{Arch, Element, LboMode, Major, Named, Operand, Sparsity};
pub use law::{Coord, Extent, Layout, LayoutParams, Stride, Swizzle};
pub use reader::{
    Place, ReadAgainstTile, Reader, Said, SaidPlace, SaidReader, Spec, SpecError, Tally, step_at,
    trace_from_element,
};
pub use tile::{Order, SaidTile, Tile};

/// The readme's code is tried as the documentation's is.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
