//! Options of what is built for a tile: its instruction, besides the tile's own options.

use super::*;
use clap::Args;
use swizzle_code::build::{Pack, SaidInstruction, ScaleVec, SourceOfA};
use swizzle_core::hardware::Accumulator;
use swizzle_tmem::{moves::LoadShape, tensor_memory::Alignment};

/// A tile and its instruction.
#[derive(Args)]
#[command(next_help_heading = "Instruction")]
pub(crate) struct BuildArgs {
    #[command(flatten)]
    pub(crate) tile: SaidArgs,
    /// Kind of a tcgen05.mma [default: the plain kind of the type]
    #[arg(long, value_parser = choice::<Kind>())]
    kind: Option<Kind>,
    /// Type of D [default: f32; s32 for integers]
    #[arg(long, value_parser = choice::<Accumulator>())]
    accumulator: Option<Accumulator>,
    /// N if the tile is operand A, M if it is operand B [default: 64, or the smallest M]
    #[arg(long, value_parser = crate::options::number, value_name = "ELEMENTS")]
    other_mn: Option<u32>,
    /// Type of the other operand [default: the tile's]
    #[arg(long, value_parser = choice::<Element>())]
    other_element: Option<Element>,
    /// Contiguous dimension of the other operand [default: K]
    #[arg(long, value_parser = choice::<Major>())]
    other_major: Option<Major>,
    /// Source of A if the tile is operand B of wgmma [default: shared]
    #[arg(long, value_parser = choice::<SourceOfA>())]
    a_from: Option<SourceOfA>,
    /// How a tcgen05.mma is issued; the tile of a pair is that of one CTA, M and N are those of both [default: cta-group-1]
    #[arg(long, value_parser = choice::<CtaForm>())]
    form: Option<CtaForm>,
    /// How many elements of K share a scale factor of mxf4nvf4 [default: 16]
    #[arg(long, value_parser = choice::<ScaleVec>())]
    vec: Option<ScaleVec>,
    /// Shape of the tcgen05.ld with which D is read [default: 32x32b]
    #[arg(long, value_parser = choice::<LoadShape>())]
    load: Option<LoadShape>,
    /// Packing of that load, for a 16-bit D: 16b puts two columns in a register [default: none]
    #[arg(long, value_parser = choice::<Pack>())]
    pack: Option<Pack>,
    /// First column of D, from the allocated ones on [default: 0]
    #[arg(long, value_parser = crate::options::number, value_name = "COLUMN")]
    d_column: Option<u32>,
    /// First lane of D, 0 or 16, where it fills 16 of each 32 lanes [default: 0]
    #[arg(long, value_parser = choice::<Alignment>())]
    d_lane: Option<Alignment>,
}

impl BuildArgs {
    /// The specified tile and its instruction.
    pub(crate) fn spec(&self) -> Result<(Spec, Instruction), Failure> {
        let mut said = self.tile.over(defaults());
        let rows = spec_for_building(&said, self.form)?.reader().rows;
        said.reader.rows = Some(rows);
        let said = self.tile.over_with_fields(said);
        let spec = spec_from_said(&said)?;
        let wanted = SaidInstruction {
            kind: self.kind,
            accumulator: self.accumulator,
            other_mn: self.other_mn,
            other_element: self.other_element,
            other_major: self.other_major,
            source_of_a: self.a_from,
            form: self.form,
            vec: self.vec,
            load: self.load,
            pack: self.pack,
            d_column: self.d_column,
            d_lane: self.d_lane,
        };
        let instruction = Instruction::of(&spec, &wanted);
        Ok((spec, instruction))
    }
}
