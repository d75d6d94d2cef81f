//! The options of a tile and its reader: what is given is said, the rest is assumed.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use swizzle_code::build::best_swizzle;
use swizzle_code::number_from_text;
use swizzle_core::descriptor::{Descriptor, DescriptorFields, FieldId};
use swizzle_core::hardware::{Chip, CopyShape, Use};
use swizzle_core::law::RowXor;
use swizzle_core::tile::{PatternOf, pattern_from_base_offset};
use swizzle_core::{
    Arch, Element, LboMode, Major, Named, Operand, Order, Said, SaidTile, Sparsity, Spec, Stride,
    Swizzle,
};
use swizzle_infer::said_with;
use swizzle_infer::spec_from_said;
use swizzle_parse::number_from_expression;

/// Parses a choice by its name, and lists the names in the help.
pub(crate) fn choice<T: Named + Send + Sync>() -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(T::ALL.iter().map(|choice| choice.name()))
        .try_map(|name| T::from_name(&name))
}

/// Parses a chip that reads matrix descriptors.
fn chip() -> impl TypedValueParser<Value = Chip> {
    let has_descriptors = |chip: &&Chip| chip.arch().is_some();
    let all = Chip::ALL.iter().filter(has_descriptors);
    PossibleValuesParser::new(all.map(|chip| chip.name())).try_map(|name| Chip::from_name(&name))
}

/// A number as people write it, or an expression that comes to one: `0x400`, `1 KiB`, `8*128`.
pub(crate) fn number(text: &str) -> Result<u32, String> {
    number_from_text(text).or_else(|error| {
        let value = number_from_expression(text).ok();
        value.and_then(|value| value.try_into().ok()).ok_or(error)
    })
}

/// A mode, or whichever is best.
#[derive(Clone, Copy, PartialEq)]
enum SwizzleChoice {
    Best,
    Mode(Swizzle),
}

fn swizzle_choice() -> impl TypedValueParser<Value = SwizzleChoice> {
    const BEST: &str = "best";
    let modes = Swizzle::ALL.iter();
    let modes = modes.map(|mode| PossibleValue::new(mode.name()));
    // Not a mode: the help says it in words.
    PossibleValuesParser::new(modes.chain([PossibleValue::new(BEST).hide(true)])).try_map(|name| {
        if name.eq_ignore_ascii_case(BEST) {
            Ok(SwizzleChoice::Best)
        } else {
            Swizzle::from_name(&name).map(SwizzleChoice::Mode)
        }
    })
}

/// Everything that can be said of a tile and the instruction that reads it.
#[derive(Args)]
#[command(next_help_heading = "Tile")]
pub(crate) struct SaidArgs {
    /// Instruction family [default: wgmma; of a descriptor, tcgen05 where bit 46 is set]
    #[arg(long, value_parser = choice::<Arch>(), ignore_case = true)]
    arch: Option<Arch>,
    /// Chip, which says the family too; what it lacks is an error [default: the family's first]
    #[arg(long, value_parser = chip(), ignore_case = true, conflicts_with = "arch")]
    chip: Option<Chip>,
    /// Element type; e2m3, e3m2 and e2m1 are the padded forms [default: bf16]
    #[arg(long, value_parser = choice::<Element>(), ignore_case = true)]
    element: Option<Element>,
    /// Contiguous dimension [default: K]
    #[arg(long, value_parser = choice::<Major>(), ignore_case = true)]
    major: Option<Major>,
    /// Swizzle mode that the tile is written with; best is the widest that divides it and is legal [default: 128B, or the
    /// descriptor's]
    #[arg(long, value_parser = swizzle_choice(), ignore_case = true)]
    swizzle: Option<SwizzleChoice>,
    /// Extent along M or N in elements [default: 64]
    #[arg(long, value_parser = number, value_name = "ELEMENTS", allow_hyphen_values = true)]
    mn: Option<u32>,
    /// Extent along K in elements [default: 64]
    #[arg(long, value_parser = number, value_name = "ELEMENTS", allow_hyphen_values = true)]
    k: Option<u32>,
    /// In which direction the atoms follow each other in memory [default: mn, or what fits the descriptor]
    #[arg(long, value_parser = choice::<Order>(), ignore_case = true)]
    order: Option<Order>,
    /// Address of the first element, before the XOR [default: 0, or where the descriptor starts]
    #[arg(long, value_parser = number, value_name = "ADDRESS", allow_hyphen_values = true)]
    start: Option<u32>,
    /// Operand [default: A]
    #[arg(long, value_parser = choice::<Operand>(), ignore_case = true)]
    operand: Option<Operand>,
    /// The sparse form of the instruction
    #[arg(long)]
    sparse: bool,
    /// Rows (M or N) of one instruction [default: as many as it can have; built, as many as divide the tile]
    #[arg(long, value_parser = number, value_name = "ELEMENTS", allow_hyphen_values = true)]
    rows: Option<u32>,
    /// What the descriptor is for: an MMA, or a copy into tensor memory [default: mma]
    #[arg(long = "for", value_parser = choice::<Use>(), ignore_case = true)]
    used_for: Option<Use>,
    /// The shape of that copy [default: 128x256b]
    #[arg(long, value_parser = choice::<CopyShape>(), ignore_case = true)]
    shape: Option<CopyShape>,
    /// Which step along K the descriptor is for [default: 0, or where it is found]
    #[arg(long, value_parser = number, value_name = "NUMBER", allow_hyphen_values = true)]
    step: Option<u32>,
    /// Which block along M or N, each the rows of one instruction
    #[arg(long, value_parser = number, value_name = "NUMBER", allow_hyphen_values = true)]
    block: Option<u32>,
    /// Which copy of the buffer
    #[arg(long, value_parser = number, value_name = "NUMBER", allow_hyphen_values = true)]
    stage: Option<u32>,
    /// Extent along M or N of the buffer that the tile is a window of
    #[arg(long, value_parser = number, value_name = "ELEMENTS", allow_hyphen_values = true, help_heading = "Buffer")]
    buffer_mn: Option<u32>,
    /// Extent along K of that buffer
    #[arg(long, value_parser = number, value_name = "ELEMENTS", allow_hyphen_values = true, help_heading = "Buffer")]
    buffer_k: Option<u32>,
    /// Where in the buffer the tile begins along M or N
    #[arg(long, value_parser = number, value_name = "ELEMENT", allow_hyphen_values = true, help_heading = "Buffer")]
    at_mn: Option<u32>,
    /// Where in the buffer the tile begins along K
    #[arg(long, value_parser = number, value_name = "ELEMENT", allow_hyphen_values = true, help_heading = "Buffer")]
    at_k: Option<u32>,
    /// Copies of the buffer, as in a ring
    #[arg(long, value_parser = number, value_name = "NUMBER", allow_hyphen_values = true, help_heading = "Buffer")]
    stages: Option<u32>,
    /// Bytes from one copy to the next
    #[arg(long, value_parser = number, value_name = "BYTES", allow_hyphen_values = true, help_heading = "Buffer")]
    stage_bytes: Option<u32>,
    /// Leading dimension byte offset [default: packed, or 16 where it has no effect]
    #[arg(long, visible_alias = "lbo", value_parser = number, value_name = "BYTES", allow_hyphen_values = true, help_heading = "By hand")]
    lbo_bytes: Option<u32>,
    /// Stride dimension byte offset [default: packed]
    #[arg(long, visible_alias = "sbo", value_parser = number, value_name = "BYTES", allow_hyphen_values = true, help_heading = "By hand")]
    sbo_bytes: Option<u32>,
    /// Distance between the columns of K of the tile, swizzled K-major only [default: packed]
    #[arg(long, value_parser = number, value_name = "BYTES", allow_hyphen_values = true, help_heading = "By hand")]
    column_bytes: Option<u32>,
    /// Bytes from one row to the next, where rows are written plainly
    #[arg(long, value_parser = number, value_name = "BYTES", allow_hyphen_values = true, help_heading = "By hand")]
    row_bytes: Option<u32>,
    /// How the 16-byte units of such rows are exchanged [default: not]
    #[arg(long, value_parser = choice::<RowXor>(), value_name = "XOR", help_heading = "By hand")]
    row_xor: Option<RowXor>,
    /// Where the repeating pattern of the swizzle starts, or each-stage: anew with each copy [default: an aligned boundary]
    #[arg(long, value_parser = pattern_from_text, value_name = "ADDRESS", allow_hyphen_values = true, help_heading = "By hand")]
    pattern: Option<Pattern>,
    /// Matrix base offset, 0 to 7 [default: from where the pattern starts]
    #[arg(long, value_parser = clap::value_parser!(u8).range(0..=7), value_name = "NUMBER", allow_hyphen_values = true, help_heading = "By hand")]
    base_offset: Option<u8>,
    /// LBO is an address, and 48 bytes of K are read (tcgen05)
    #[arg(long, help_heading = "By hand")]
    absolute_lbo: bool,
}

/// Where the pattern of the swizzle starts.
#[derive(Debug, Clone, Copy)]
enum Pattern {
    At(u32),
    EachStage,
}

fn pattern_from_text(text: &str) -> Result<Pattern, String> {
    if text.eq_ignore_ascii_case(PatternOf::EachStage.name()) {
        return Ok(Pattern::EachStage);
    }
    number(text)
        .map(Pattern::At)
        .map_err(|error| format!("{error}, or each-stage"))
}

/// What is said where nothing is: a tile at address 0, since a script knows no page.
pub(crate) fn defaults() -> Said {
    Said {
        tile: SaidTile {
            start_bytes: Some(0),
            ..SaidTile::default()
        },
        ..Said::default()
    }
}

impl SaidArgs {
    /// The instruction family that the options say.
    pub(crate) fn arch(&self) -> Option<Arch> {
        self.arch.or(self.chip.and_then(Chip::arch))
    }

    /// What was said before, with what the options say in its place. A descriptor keeps its bits.
    pub(crate) fn over(&self, said: Said) -> Said {
        let (mut said, tile) = (said, said.tile);
        said.tile = SaidTile {
            element: self.element.or(tile.element),
            major: self.major.or(tile.major),
            swizzle: match self.swizzle {
                Some(SwizzleChoice::Mode(mode)) => Some(mode),
                Some(SwizzleChoice::Best) | None => tile.swizzle,
            },
            mn: self.mn.or(tile.mn),
            k: self.k.or(tile.k),
            buffer_mn: self.buffer_mn.or(tile.buffer_mn),
            buffer_k: self.buffer_k.or(tile.buffer_k),
            at_mn: self.at_mn.or(tile.at_mn),
            at_k: self.at_k.or(tile.at_k),
            order: self.order.or(tile.order),
            lbo_bytes: self.column_bytes.or(tile.lbo_bytes),
            sbo_bytes: self.sbo_bytes.or(tile.sbo_bytes),
            row_bytes: self.row_bytes.or(tile.row_bytes),
            row_xor: self.row_xor.or(tile.row_xor),
            start_bytes: self.start.or(tile.start_bytes),
            pattern_bytes: match self.pattern {
                Some(Pattern::At(address)) => Some(address),
                Some(Pattern::EachStage) => None,
                None => tile.pattern_bytes,
            },
            pattern_of: match self.pattern {
                Some(Pattern::EachStage) => Some(PatternOf::EachStage),
                Some(Pattern::At(_)) => None,
                None => tile.pattern_of,
            },
            stages: self.stages.or(tile.stages),
            stage_bytes: self.stage_bytes.or(tile.stage_bytes),
        };
        said.reader.operand = self.operand.or(said.reader.operand);
        if self.sparse {
            said.reader.sparsity = Some(Sparsity::Sparse);
        }
        said.reader.rows = self.rows.or(said.reader.rows);
        said.reader.used_for = self.used_for.or(said.reader.used_for);
        said.reader.shape = self.shape.or(said.reader.shape);
        if let Some(chip) = self.chip {
            said = said.with_chip(chip);
        }
        if said.given.is_none() {
            said.reader.arch = self.arch.or(said.reader.arch);
            if self.absolute_lbo {
                said.reader.lbo_mode = Some(LboMode::Absolute);
            }
        }
        said.place.step = self.step.or(said.place.step);
        said.place.block = self.block.or(said.place.block);
        said.place.stage = self.stage.or(said.place.stage);
        if self.swizzle == Some(SwizzleChoice::Best)
            && let Ok(spec) = spec_from_said(&said)
        {
            said.tile.swizzle = Some(best_swizzle(&spec).swizzle);
        }
        self.over_lbo(said)
    }

    /// LBO is the tile's, but where no read of it takes the field.
    fn over_lbo(&self, mut said: Said) -> Said {
        let is_field = spec_from_said(&said).is_ok_and(|spec| is_only_a_field(&spec));
        if !is_field && self.column_bytes.is_none() {
            said.tile.lbo_bytes = self.lbo_bytes.or(said.tile.lbo_bytes);
        }
        said
    }

    /// The same where the options describe a descriptor besides: fields that the tile alone does not decide.
    pub(crate) fn over_with_fields(&self, said: Said) -> Said {
        let said = self.over(said);
        let Ok(spec) = spec_from_said(&said) else {
            return said;
        };
        if self.base_offset.is_none() && !(self.lbo_bytes.is_some() && is_only_a_field(&spec)) {
            return said;
        }
        // Who says a base offset says where the pattern starts.
        let pattern = self.base_offset.map(pattern_from_base_offset);
        let mut said = said_with(&spec, |fields| self.set_fields(&spec, fields)).unwrap_or(said);
        if said.tile.pattern_of.is_none() {
            said.tile.pattern_bytes = said.tile.pattern_bytes.or(pattern);
        }
        said
    }

    fn set_fields(&self, spec: &Spec, fields: &mut DescriptorFields) {
        if let Some(bytes) = self.lbo_bytes.filter(|_| is_only_a_field(spec)) {
            fields.lbo_field = spec.space().field_from_bytes(bytes);
        }
        fields.base_offset = self.base_offset.unwrap_or(fields.base_offset);
    }

    /// A step's descriptor with these fields.
    pub(crate) fn described(&self, spec: &Spec, descriptor: Descriptor) -> Descriptor {
        let mut fields = descriptor.decode();
        self.set_fields(spec, &mut fields);
        descriptor
            .with(FieldId::Lbo, fields.lbo_field.into())
            .with(FieldId::BaseOffset, fields.base_offset.into())
    }
}

/// Whether LBO is a field that no read of the tile takes.
fn is_only_a_field(spec: &Spec) -> bool {
    spec.has_column_stride()
        && spec.reader().lbo_mode == LboMode::Relative
        && !spec.is_read_by_instruction(Stride::Lbo)
}
