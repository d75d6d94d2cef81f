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
//! [`Params`] are plain values, right or wrong, many of them automatic. [`Spec`] works them out.
//!
//! ```
//! use swizzle_core::{Coord, Element, Params, Spec, Swizzle};
//!
//! let spec = Spec::new(&Params { mn: 128, k: 64, element: Element::F16, swizzle: Swizzle::B128, ..Params::default() })?;
//! assert_eq!(spec.steps(), 4);
//! let descriptors: Vec<String> = (0..spec.steps())
//!     .map(|step| spec.descriptor(step).map(|descriptor| descriptor.to_string()))
//!     .collect::<Result<_, _>>()?;
//! assert_eq!(descriptors[1], "0x4000004000010042"); // 32 bytes further: 2 units
//! assert_eq!(spec.tile().byte_from_element(Coord { mn: 1, k: 0 }).byte, 0x400 + 9 * 16);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # From a descriptor to what it reads
//!
//! Decoding never fails; what is wrong is in the findings.
//!
//! ```
//! use swizzle_core::{Arch, Coord, Descriptor, Params, Spec, findings_from_spec, params_from_descriptor};
//!
//! let descriptor = Descriptor::new(Arch::Wgmma, 0xc000_0008_0008_0000);
//! let spec = Spec::new(&params_from_descriptor(descriptor, &Params::default())?)?;
//! let read = spec.read(0);
//! assert_eq!(read.byte_from_element(Coord { mn: 8, k: 0 }).byte, 0x90); // SBO is 128, half an atom: phase 1
//! assert_eq!(findings_from_spec(&spec)[0].rule, "overlap");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # From a figure to a picture and a link
//!
//! ```
//! use swizzle_core::{LinkState, Spec, figure, link_from_state, scene, text_from_scene};
//!
//! let figure = figure(163).unwrap();
//! let spec = Spec::new(&figure.params)?;
//! let all = scene::Window::all(scene::matrix_size(&spec, &figure.view));
//! println!("{}", text_from_scene(&scene::matrix_scene(&spec, &figure.view, &all)));
//! let state = LinkState { params: figure.params, view: figure.view, pinned: None };
//! assert_eq!(link_from_state(&state), "#/figure/163");
//! # Ok::<(), swizzle_core::ParamsError>(())
//! ```
//!
//! # Words
//!
//! A *unit* is 16 bytes, the coloured cell of the ISA's figures, and holds `T` elements. An *atom* is the block that a
//! swizzle mode repeats. A *tile* is a whole matrix in shared memory; a *read* is what one instruction takes of it
//! through one descriptor; a *step* is one read of the sequence that walks a tile along K. *Absolute* addresses are
//! those before the XOR, with the start added.

#![no_std]

extern crate alloc;
#[cfg(any(test, feature = "cli"))]
extern crate std;

pub mod code;
pub mod descriptor;
pub mod export;
pub mod hardware;
pub mod law;
pub mod link;
pub mod paste;
pub mod picture;
pub mod reader;
pub mod rules;
pub mod solve;
pub mod state;
pub mod tile;
pub mod words;

pub use code::{descriptor_from_hex, number_from_text};
pub use descriptor::{Descriptor, DescriptorFields, Field, FieldId, NoSwizzleCode, SwizzleCode};
pub use export::{Export, ExportError, Format, export_from_shown};
pub use hardware::{Arch, Element, LboMode, Major, Named, Operand, Sparsity, UnknownName};
pub use law::{BitAddress, Coord, Extent, Layout, LayoutParams, Stride, Swizzle};
pub use link::{Notice, Opened, Route, link_from_shown, shown_from_link};
pub use paste::{PasteChoice, PasteError, Pasted, shown_from_paste};
pub use picture::{Palette, Shows, Theme, View, scene, svg_from_scene, text_from_scene};
pub use reader::{
    Place, ReadAgainstTile, Reader, Said, SaidPlace, SaidReader, Spec, SpecError, Tally, Trace,
    step_at, trace_from_element,
};
pub use rules::{Finding, Repair, Severity, findings_from_spec};
pub use state::{Shown, figure};
pub use tile::{Order, SaidTile, Tile};
