//! The options that make up [`Params`], shared by all commands that need a tile.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use swizzle_core::{
    Arch, Element, LboMode, Major, Named, Operand, Order, Params, Sparsity, Swizzle,
    number_from_text,
};

/// Parses a choice by its name, and lists the names in the help.
pub(crate) fn choice<T: Named + Send + Sync>() -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(T::ALL.iter().map(|choice| choice.name()))
        .try_map(|name| T::from_name(&name))
}

/// Everything that describes a tile and the descriptor that reads it.
#[derive(Args)]
pub(crate) struct TileArgs {
    /// Instruction family [default: wgmma]
    #[arg(long, value_parser = choice::<Arch>(), ignore_case = true, help_heading = "Tile")]
    arch: Option<Arch>,
    #[command(flatten)]
    context: ContextArgs,
    #[command(flatten)]
    described: DescribedArgs,
}

/// What a descriptor does not hold.
#[derive(Args)]
#[command(next_help_heading = "Tile")]
pub(crate) struct ContextArgs {
    /// Element type; e2m3, e3m2 and e2m1 are the padded forms [default: bf16]
    #[arg(long, value_parser = choice::<Element>(), ignore_case = true)]
    element: Option<Element>,
    /// Contiguous dimension [default: K]
    #[arg(long, value_parser = choice::<Major>(), ignore_case = true)]
    major: Option<Major>,
    /// Extent along M or N in elements [default: 64]
    #[arg(long, value_parser = number_from_text, value_name = "ELEMENTS")]
    mn: Option<u32>,
    /// Extent along K in elements [default: 64]
    #[arg(long, value_parser = number_from_text, value_name = "ELEMENTS")]
    k: Option<u32>,
    /// In which direction the atoms follow each other in memory [default: mn]
    #[arg(long, value_parser = choice::<Order>(), ignore_case = true)]
    order: Option<Order>,
    /// Operand [default: A]
    #[arg(long, value_parser = choice::<Operand>(), ignore_case = true)]
    operand: Option<Operand>,
    /// The sparse form of the instruction
    #[arg(long)]
    sparse: bool,
    /// Which read of the sequence along K the descriptor is for [default: 0]
    #[arg(long, value_parser = number_from_text, value_name = "NUMBER")]
    step: Option<u32>,
    /// Distance between the columns of K of the tile, swizzled K-major only [default: packed]
    #[arg(long, value_parser = number_from_text, value_name = "BYTES", help_heading = "By hand")]
    column_bytes: Option<u32>,
    /// Where the repeating pattern of the swizzle starts [default: an aligned boundary]
    #[arg(long, value_parser = number_from_text, value_name = "ADDRESS", help_heading = "By hand")]
    pattern: Option<u32>,
}

/// What a descriptor does hold.
#[derive(Args)]
#[command(next_help_heading = "Tile")]
pub(crate) struct DescribedArgs {
    /// Swizzle mode [default: 128B]
    #[arg(long, value_parser = choice::<Swizzle>(), ignore_case = true)]
    swizzle: Option<Swizzle>,
    /// Address of the tile's first element, before the XOR [default: 0]
    #[arg(long, value_parser = number_from_text, value_name = "ADDRESS")]
    start: Option<u32>,
    /// Leading dimension byte offset [default: packed, or 16 where it has no effect]
    #[arg(long, value_parser = number_from_text, value_name = "BYTES", help_heading = "By hand")]
    lbo_bytes: Option<u32>,
    /// Stride dimension byte offset [default: packed]
    #[arg(long, value_parser = number_from_text, value_name = "BYTES", help_heading = "By hand")]
    sbo_bytes: Option<u32>,
    /// Matrix base offset, 0 to 7 [default: from where the pattern starts]
    #[arg(long, value_parser = clap::value_parser!(u8).range(0..=7), value_name = "NUMBER", help_heading = "By hand")]
    base_offset: Option<u8>,
    /// LBO is an address, and 48 bytes of K are read (tcgen05)
    #[arg(long, help_heading = "By hand")]
    absolute_lbo: bool,
}

/// What an option left out means: as everywhere, but at address 0, since a script knows no page.
pub(crate) fn defaults() -> Params {
    Said {
        tile: SaidTile {
            start_bytes: Some(0),
            ..SaidTile::default()
        },
        ..Said::default()
    }
}

impl TileArgs {
    /// These parameters, with what the options say in their place.
    pub(crate) fn over(&self, params: Params) -> Params {
        let params = self.described.over(self.context.over(params));
        Said {
            reader: SaidReader {
                arch: Some(self.arch.unwrap_or(params.arch)),
                ..params.reader
            },
            ..params
        }
    }
}

impl ContextArgs {
    /// These parameters, with what the options say in their place.
    pub(crate) fn over(&self, params: Params) -> Params {
        Said {
            tile: SaidTile {
                element: Some(self.element.unwrap_or(params.element)),
                major: Some(self.major.unwrap_or(params.major)),
                mn: Some(self.mn.unwrap_or(params.mn)),
                k: Some(self.k.unwrap_or(params.k)),
                order: Some(self.order.unwrap_or(params.order)),
                lbo_bytes: self.column_bytes.or(params.column_bytes),
                pattern_bytes: self.pattern.or(params.pattern_bytes),
                ..params.tile
            },
            reader: SaidReader {
                operand: Some(self.operand.unwrap_or(params.operand)),
                sparsity: Some(if self.sparse {
                    Sparsity::Sparse
                } else {
                    params.sparsity
                }),
                ..params.reader
            },
            place: SaidPlace {
                step: Some(self.step.unwrap_or(params.step)),
                ..params.place
            },
            ..params
        }
    }
}

impl DescribedArgs {
    fn over(&self, params: Params) -> Params {
        Said {
            tile: SaidTile {
                swizzle: Some(self.swizzle.unwrap_or(params.swizzle)),
                start_bytes: Some(self.start.unwrap_or(params.start_bytes)),
                lbo_bytes: self.lbo_bytes.or(params.lbo_bytes),
                sbo_bytes: self.sbo_bytes.or(params.sbo_bytes),
                ..params.tile
            },
            reader: SaidReader {
                lbo_mode: Some(if self.absolute_lbo {
                    LboMode::Absolute
                } else {
                    params.lbo_mode
                }),
                ..params.reader
            },
            TODO_base_offset: self.base_offset.or(params.base_offset),
            ..params
        }
    }
}
