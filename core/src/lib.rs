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

mod address_table;
mod arch;
mod canonical;
mod caption;
mod code_text;
mod comparison;
mod contrast;
mod counterpart;
mod decode;
mod descriptor;
mod element;
mod encoding;
mod export;
mod figure_group;
mod figures;
mod fill;
mod finding;
mod layout;
mod layout_spans;
mod link;
mod link_pair;
mod major;
mod meant;
mod named;
mod operand;
mod palette;
mod params;
mod paste;
mod quantity;
mod reading;
mod rules;
pub mod scene;
mod spec;
mod stride;
mod svg;
mod swizzle;
mod text_grid;
mod thumbnail;
mod trace;
mod trace_text;
mod view;
mod walk;

pub use address_table::{TABLE_ROWS_MAX, TableTooLong};
pub use arch::Arch;
pub use canonical::{
    CANONICAL, CanonicalRow, Repeats, canonical_row, exact_text, measured_symbolic_text,
    repeat_extent, repeats_from_extent, swizzle_text, symbolic_text,
};
pub use caption::{cell_caption, column_note, fields_caption, step_caption, walk_caption};
pub use code_text::{CodeForm, code_text};
pub use comparison::{
    Comparison, Difference, MARKS_LEGEND, Tally, WalkComparison, difference_text, tally_brief,
    tally_text,
};
pub use contrast::{
    CONTRAST_LEGEND, Contrast, ContrastRow, contrast_cell_text, contrast_rows, contrast_text,
};
pub use counterpart::{Counterpart, bits_text, counterpart, params_on_arch};
pub use decode::params_from_descriptor;
pub use descriptor::{
    Descriptor, DescriptorFields, Field, FieldId, NoSwizzleCode, SwizzleCode, code_from_swizzle,
    swizzle_from_code,
};
pub use element::{Element, UNIT_BITS, UNIT_BYTES};
pub use encoding::{
    ADDRESS_BYTES, FIELD_VALUES, bytes_as_encoded, bytes_from_field, field_from_bytes,
};
pub use export::{DRAWN_CELLS_MAX, Export, ExportError, Format, export_from_state, export_stem};
pub use figure_group::FigureGroup;
pub use figures::{Figure, figure, figure_of_params, figures};
pub use finding::{Confidence, Finding, Repair, Rule, Severity, findings_from_spec};
pub use layout::{BitAddress, Coord, Extent, Layout, LayoutParams, Place};
pub use layout_spans::{Span, spans_from_exact, spans_from_symbolic, swizzle_sentence};
pub use link::{
    LinkState, Notice, Opened, descriptor_from_hex, link_from_state, link_keys, number_from_text,
    set_by_key, state_from_link,
};
pub use link_pair::{link_from_pair, pair_from_link, pair_with_itself};
pub use major::Major;
pub use meant::{Meant, MeantTile};
pub use named::{Named, UnknownName};
pub use operand::{LboMode, Operand, Sparsity, read_k_bytes};
pub use palette::{Palette, Rgb, Theme};
pub use params::{EXTENT_MAX, Order, Params, ParamsError};
pub use paste::{Halves, PasteChoice, PasteError, Pasted, Radix, state_from_paste};
pub use quantity::{Quantity, QuantityError, quantity};
pub use reading::{
    Effect, FieldReading, FixedReading, fixed_from_descriptor, readings_from_descriptor,
    xor_on_address_text,
};
pub use rules::RULES;
pub use spec::{LBO_UNUSED_BYTES, Spec, Strides, base_offset_from_pattern, packed_strides};
pub use stride::{Stride, StrideMeaning, isa_ignores_lbo, stride_meaning};
pub use svg::{READS_LEGEND, SvgStyle, hex, legend, svg_from_scene};
pub use swizzle::{Atom, PHASE_BIT, Swizzle, Xor};
pub use text_grid::text_from_scene;
pub use thumbnail::thumbnail_svg;
pub use trace::{Term, Trace, memory_unit, trace_from_element};
pub use trace_text::{
    ADDRESS_BITS, AddressBit, BitRole, address_bits, field_of_term, law_lines, phase_text,
    term_words, xor_text,
};
pub use view::{Cells, Colour, Number, Shows, View};
pub use walk::{WalkStep, rows_text, walk_step, walk_text};
