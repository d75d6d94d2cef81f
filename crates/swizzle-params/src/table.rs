//! The table of parameters.
//!
//! A new parameter needs a field of [`SaidTile`](swizzle_core::SaidTile), [`SaidReader`](swizzle_core::SaidReader) or
//! [`SaidPlace`](swizzle_core::SaidPlace), its value once everything is known ([`taken`](crate::taken)), and a row here.

use swizzle_core::Said;
use swizzle_core::hardware::{Arch, Chip, CopyShape, Element, LboMode, Major, Operand, Sparsity, Use};
use swizzle_core::law::Swizzle;
use swizzle_core::tile::{EXTENT_MAX, Order, PatternOf, STAGES_MAX};

use crate::{Group, Held, Link, Param, Unit};

/// The ids and the rows of the parameters, in the same order, each with the field of [`Said`] that holds it.
macro_rules! params {
    ($($(#[$doc:meta])* $id:ident: $($said:ident).+, $row:expr; help: $help:literal;)+) => {
        /// Id of a parameter.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum ParamId { $($(#[$doc])* $id),+ }

        /// Every parameter: those of the tile, of the reader, and of the place.
        pub static PARAMS: &[Param] = &[$(Param { id: ParamId::$id, ..$row }),+];

        impl ParamId {
            /// The field that holds its specified value. One function for all, since the page downloads it.
            pub(crate) fn held(self, said: &mut Said) -> Held<'_> {
                match self { $(Self::$id => (&mut said.$($said).+).into()),+ }
            }

            /// Text in the program's help; empty if the program has another way to specify it. Separate from the row, since the
            /// page does not need it.
            pub const fn help(self) -> &'static str {
                match self { $(Self::$id => $help),+ }
            }
        }
    };
}

params! {
    /// Element type.
    Element: tile.element, Param::choice::<Element>("element").label("Element").told().plain();
        help: "Element type; e2m3, e3m2 and e2m1 are the padded forms [default: bf16]";

    /// Contiguous dimension.
    Major: tile.major, Param::choice::<Major>("major").label("Major").told().plain();
        help: "Contiguous dimension [default: K]";

    /// Swizzle mode that the tile was written with.
    Swizzle: tile.swizzle, Param::choice::<Swizzle>("swizzle").label("Swizzle").told().link(Link::Beside("meant_swizzle"));
        help: "";

    /// Extent of the window along M or N.
    Mn: tile.mn, Param::number("mn", Unit::Elements, 1..=EXTENT_MAX, 8)
        .label_of("M", "N").told().plain();
        help: "Extent along M or N in elements [default: 64]";

    /// Extent of the window along K.
    K: tile.k, Param::number("k", Unit::Elements, 1..=EXTENT_MAX, 8)
        .label("K").told().plain();
        help: "Extent along K in elements [default: 64]";

    /// Extent of the buffer along M or N.
    BufferMn: tile.buffer_mn, Param::number("buffer_mn", Unit::Elements, 1..=EXTENT_MAX, 8)
        .group(Group::Buffer).label_of("Buffer M", "Buffer N").plain();
        help: "Extent along M or N of the buffer that the tile is a window of";

    /// Extent of the buffer along K.
    BufferK: tile.buffer_k, Param::number("buffer_k", Unit::Elements, 1..=EXTENT_MAX, 8)
        .group(Group::Buffer).label("Buffer K").plain();
        help: "Extent along K of that buffer";

    /// Index in the buffer of the window's first element, along M or N.
    AtMn: tile.at_mn, Param::number("at_mn", Unit::Element, 0..=EXTENT_MAX, 8)
        .group(Group::Buffer).label_of("At M", "At N").plain();
        help: "Where in the buffer the tile begins along M or N";

    /// Index in the buffer of the window's first element, along K.
    AtK: tile.at_k, Param::number("at_k", Unit::Element, 0..=EXTENT_MAX, 8)
        .group(Group::Buffer).label("At K").plain();
        help: "Where in the buffer the tile begins along K";

    /// Order of the atoms.
    Order: tile.order, Param::choice::<Order>("order").label("Atom order").told().plain();
        help: "In which direction the atoms follow each other in memory [default: mn, or what fits the descriptor]";

    /// The tile's LBO; in swizzled K-major layouts the distance between the columns of K.
    Lbo: tile.lbo_bytes, Param::number("lbo_bytes", Unit::Bytes, 0..=u32::MAX, 16)
        .group(Group::Strides).label("LBO").told().link(Link::Beside("meant_lbo_bytes")).alias("lbo");
        help: "Leading dimension byte offset [default: packed, or 16 where it has no effect]";

    /// The tile's SBO.
    Sbo: tile.sbo_bytes, Param::number("sbo_bytes", Unit::Bytes, 0..=u32::MAX, 16)
        .group(Group::Strides).label("SBO").told().link(Link::Beside("meant_sbo_bytes")).alias("sbo");
        help: "Stride dimension byte offset [default: packed]";

    /// Bytes from one plain row to the next.
    RowBytes: tile.row_bytes, Param::number("row_bytes", Unit::Bytes, 0..=u32::MAX, 16)
        .group(Group::Rows).label("Row pitch").link(Link::Only("meant_row_bytes"));
        help: "Bytes from one row to the next, for plain rows";

    /// The XOR that exchanges the units of plain rows.
    RowXor: tile.row_xor, Param::xor("row_xor")
        .group(Group::Rows).label("Units of a row").link(Link::Only("meant_row_xor"));
        help: "How the units of plain rows are permuted: those of 16 bytes, of others as in row/2-and-15-4B, by CuTe's Swizzle of the element's index as in swizzle-3-3-3, or of the address as in swizzle-3-4-3-address [default: not permuted]";

    /// Bytes of the plain rows' elements between two pads.
    PadEvery: tile.pad_every_bytes, Param::number("pad_every_bytes", Unit::Bytes, 0..=u32::MAX, 16)
        .group(Group::Rows).label("Pad every").link(Link::Only("pad_every")).alias("pad-every");
        help: "Bytes of elements after which plain rows are padded: a part of a row, or whole rows";

    /// Bytes of a pad.
    PadBytes: tile.pad_bytes, Param::number("pad_bytes", Unit::Bytes, 0..=u32::MAX, 4)
        .group(Group::Rows).label("Pad").link(Link::Only("pad")).alias("pad");
        help: "Bytes of that padding";

    /// Address of the buffer's first element, before the XOR.
    Start: tile.start_bytes, Param::number("start", Unit::Address, 0..=u32::MAX, 16)
        .label("Start").told().link(Link::Beside("meant_start"));
        help: "Address of the first element, before the XOR [default: 0, or where the descriptor starts]";

    /// Address at which the repeating pattern of the swizzle starts.
    Pattern: tile.pattern_bytes, Param::number("pattern", Unit::Address, 0..=u32::MAX, 128)
        .group(Group::Pattern).label("Pattern origin").told();
        help: "Where the repeating pattern of the swizzle starts, or each-stage: anew with each copy [default: an aligned boundary]";

    /// Whether the pattern continues through all stages, or restarts with each.
    PatternOf: tile.pattern_of, Param::choice::<PatternOf>("pattern_of").group(Group::Pattern).label("Pattern of");
        help: "";

    /// Copies of the buffer.
    Stages: tile.stages, Param::number("stages", Unit::Count, 1..=STAGES_MAX, 1)
        .group(Group::Ring).label("Stages").plain();
        help: "Copies of the buffer, as in a ring";

    /// Bytes from one copy to the next.
    StageBytes: tile.stage_bytes, Param::number("stage_bytes", Unit::Bytes, 0..=u32::MAX, 128)
        .group(Group::Ring).label("Stage bytes");
        help: "Bytes from one copy to the next";

    /// Instruction family.
    Arch: reader.arch, Param::choice::<Arch>("arch").group(Group::Reader).label("Architecture").told().link(Link::Path);
        help: "Instruction family [default: wgmma; of a descriptor, tcgen05 where bit 46 is set]";

    /// The chip; it applies if it is of the specified family, and determines the family if none was specified.
    Chip: reader.chip, Param::choice::<Chip>("chip").group(Group::Chip).label("Chip");
        help: "Chip, which implies the family; using what it lacks is an error [default: the family's first]";

    /// Operand.
    Operand: reader.operand, Param::choice::<Operand>("operand").group(Group::Reader).label("Operand").told().plain();
        help: "Operand [default: A]";

    /// Dense or sparse form of the instruction.
    Sparsity: reader.sparsity, Param::choice::<Sparsity>("sparsity").group(Group::Reader).label("Sparsity").told().plain();
        help: "";

    /// How the LBO field is read.
    LboMode: reader.lbo_mode, Param::choice::<LboMode>("lbo_mode")
        .group(Group::Reader).label("LBO mode").told().link(Link::OfDescriptor);
        help: "";

    /// Rows (M or N) of one instruction.
    Rows: reader.rows, Param::number("rows", Unit::Elements, 1..=EXTENT_MAX, 8)
        .group(Group::Reader).label("Rows");
        help: "Rows (M or N) of one instruction [default: as many as it can have; built, as many as divide the tile]";

    /// Purpose of the descriptor.
    For: reader.used_for, Param::choice::<Use>("for").group(Group::Reader).label("Descriptor for");
        help: "What the descriptor is for: an MMA, or a copy into tensor memory [default: mma]";

    /// Shape of the copy that the descriptor is for.
    Shape: reader.shape, Param::choice::<CopyShape>("shape").group(Group::Reader).label("Shape of the copy");
        help: "The shape of that copy [default: the one that reads the whole tile, else 32x128b]";

    /// Step along K.
    Step: place.step, Param::number("step", Unit::Count, 0..=EXTENT_MAX - 1, 1)
        .group(Group::Place).label("Step");
        help: "Which step along K the descriptor is for [default: 0, or where it is found]";

    /// Block along M or N, each the rows of one instruction.
    Block: place.block, Param::number("block", Unit::Count, 0..=EXTENT_MAX - 1, 1)
        .group(Group::Place).label("Block");
        help: "Which block along M or N, each the rows of one instruction";

    /// Copy of the buffer.
    Stage: place.stage, Param::number("stage", Unit::Count, 0..=STAGES_MAX - 1, 1)
        .group(Group::Place).label("Stage");
        help: "Which copy of the buffer";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Kind, Scalar};

    /// Returns some value of a parameter.
    fn any_value(param: &Param) -> Scalar {
        match &param.kind {
            Kind::Number { range, .. } => Scalar::Number(*range.start().max(&1)),
            Kind::Choice(choices) => Scalar::Choice(choices.names().next().unwrap()),
        }
    }

    #[test]
    fn each_parameter_has_one_row_and_is_what_it_says() {
        for (i, param) in PARAMS.iter().enumerate() {
            assert_eq!(param.id as usize, i, "{}", param.key);
            assert_eq!(param.id.param().key, param.key);
            assert!(PARAMS[..i].iter().all(|before| before.key != param.key));
            assert_ne!(param.label, crate::Label::Plain(""), "{}", param.key);
            // Setting a parameter changes only its own value.
            let (mut said, value) = (Said::default(), any_value(param));
            assert!(param.set(&mut said, Some(value)), "{}", param.key);
            for other in PARAMS {
                let is = other.get(&said);
                assert_eq!(is, (other.id == param.id).then_some(value), "{}", param.key);
            }
            assert!(!param.set(&mut said, Some(Scalar::Choice("no name"))));
            assert!(param.set(&mut said, None));
            assert_eq!(said, Said::default());
        }
    }

    #[test]
    fn everything_that_can_be_said_has_a_row() {
        let mut said = Said::default();
        for param in PARAMS {
            param.set(&mut said, Some(any_value(param)));
        }
        let held = format!("{:?} {:?} {:?}", said.tile, said.reader, said.place);
        assert!(!held.contains("None,") && !held.contains(": None }"), "{held}");
        assert_eq!(held.matches("Some(").count(), PARAMS.len(), "{held}");
    }
}
