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

pub use code::{CodeForm, code_text};
pub use descriptor::{
    Descriptor, DescriptorFields, Field, FieldId, NoSwizzleCode, SwizzleCode, code_from_swizzle,
    swizzle_from_code,
};
pub use export::{
    DRAWN_CELLS_MAX, Export, ExportError, Format, TABLE_ROWS_MAX, TableTooLong, export_from_state,
    export_stem,
};
pub use hardware::{
    ADDRESS_BYTES, Arch, Element, FIELD_VALUES, LboMode, Major, Named, Operand, Sparsity,
    UNIT_BITS, UNIT_BYTES, UnknownName, bytes_as_encoded, bytes_from_field, field_from_bytes,
    read_k_bytes,
};
pub use law::{
    Atom, BitAddress, CANONICAL, CanonicalRow, Coord, Extent, Layout, LayoutParams, PHASE_BIT,
    Place, Repeats, Stride, StrideMeaning, Swizzle, Xor, canonical_row, exact_text,
    isa_ignores_lbo, measured_symbolic_text, repeat_extent, repeats_from_extent, stride_meaning,
    swizzle_text, symbolic_text,
};
pub use link::{
    LinkState, Notice, Opened, descriptor_from_hex, link_from_pair, link_from_state, link_keys,
    number_from_text, pair_from_link, pair_with_itself, set_by_key, state_from_link,
};
pub use paste::{Halves, PasteChoice, PasteError, Pasted, Radix, state_from_paste};
pub use picture::scene;
pub use picture::{
    Palette, READS_LEGEND, Rgb, SvgStyle, Theme, hex, legend, svg_from_scene, text_from_scene,
    thumbnail_svg,
};
pub use reader::{
    CONTRAST_LEGEND, Comparison, Contrast, ContrastRow, Counterpart, Difference, LBO_UNUSED_BYTES,
    MARKS_LEGEND, Spec, Strides, Tally, Term, Trace, WalkComparison, WalkStep,
    base_offset_from_pattern, bits_text, contrast_cell_text, contrast_rows, contrast_text,
    counterpart, difference_text, memory_unit, packed_strides, params_on_arch, rows_text,
    tally_brief, tally_text, trace_from_element, walk_step, walk_text,
};
pub use rules::{Confidence, Finding, RULES, Repair, Rule, Severity, findings_from_spec};
pub use solve::params_from_descriptor;
pub use state::{
    Cells, Colour, Figure, FigureGroup, Number, Shows, View, figure, figure_of_params, figures,
};
pub use tile::{EXTENT_MAX, Meant, MeantTile, Order, Params, ParamsError};
pub use words::{
    ADDRESS_BITS, AddressBit, BitRole, Effect, FieldReading, FixedReading, Quantity, QuantityError,
    Span, address_bits, cell_caption, column_note, field_of_term, fields_caption,
    fixed_from_descriptor, law_lines, phase_text, quantity, readings_from_descriptor,
    spans_from_exact, spans_from_symbolic, step_caption, swizzle_sentence, term_words,
    walk_caption, xor_on_address_text, xor_text,
};
