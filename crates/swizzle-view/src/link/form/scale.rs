//! The link of a scale factor: `#/scale?rows=256&written=tensor&row=200&block=2`.

use crate::link::form::{Form, FormKey, choice, named, number, within};
use swizzle_core::hardware::{CtaForm, Kind, Named as _};
use swizzle_core::{Operand, Sparsity};
use swizzle_tmem::Refusal;
use swizzle_tmem::scale::{Order, ScaleStage, Scaling, StageShape};
use swizzle_tmem::tensor_memory::COLUMNS;

/// The K of instructions whose scale factors no source places.
const UNKNOWN_K: u32 = 96;

/// Numbers that the page takes.
pub const ROWS_MAX: u32 = 256;
/// Factors of each row.
pub const BLOCKS_MAX: u32 = 32;

/// Contents of the page of scale factors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScaleShown {
    /// Kind of the instruction.
    pub kind: Kind,
    /// Elements of K that share a factor: 16 or 32.
    pub vec: u32,
    /// Operand that the factors belong to.
    pub operand: Operand,
    /// Rows, without padding.
    pub rows: u32,
    /// Factors of each row.
    pub blocks: u32,
    /// How the instruction is issued.
    pub form: CtaForm,
    /// M of the pair, for two CTAs.
    pub m: u32,
    /// The order in which the stage is written.
    pub written: Order,
    /// The order in which the copies read it.
    pub read: Order,
    /// First byte of the stage.
    pub start: u32,
    /// First column in tensor memory.
    pub column: u32,
    /// Whether the instruction's K is 96, which only sm_103a supports.
    pub is_k96: bool,
    /// Row of the factor that is followed.
    pub row: u32,
    /// Its number in the row.
    pub block: u32,
}

/// Frozen: what a link means by silence.
impl Default for ScaleShown {
    fn default() -> Self {
        Self {
            kind: Kind::Mxf8f6f4,
            vec: 32,
            operand: Operand::A,
            rows: 128,
            blocks: 8,
            form: CtaForm::One,
            m: 256,
            written: Order::Stage,
            read: Order::Stage,
            start: 0x8000,
            column: 0,
            is_k96: false,
            row: 37,
            block: 5,
        }
    }
}

impl ScaleShown {
    /// The kinds with scale factors, and how many elements of K share one.
    pub const SCALINGS: [(Kind, u32); 4] = [
        (Kind::Mxf8f6f4, 32),
        (Kind::Mxf4, 32),
        (Kind::Mxf4nvf4, 16),
        (Kind::Mxf4nvf4, 32),
    ];

    /// The same with another kind, whose usual scaling comes with it.
    ///
    /// ```
    /// use swizzle_core::hardware::Kind;
    /// use swizzle_view::link::{ScaleShown, link_from_form};
    /// let shown = ScaleShown::default().with_kind(Kind::Mxf4nvf4);
    /// assert_eq!(shown.vec, 16);
    /// assert_eq!(link_from_form(&shown), "#/scale?kind=mxf4nvf4");
    /// ```
    #[must_use]
    pub fn with_kind(self, kind: Kind) -> Self {
        let usual = Self::SCALINGS.iter().find(|(of, _)| *of == kind);
        Self {
            kind,
            vec: usual.map_or(self.vec, |(_, vec)| *vec),
            is_k96: self.is_k96 && kind != Kind::Mxf8f6f4,
            ..self
        }
    }

    /// The same with another kind and scaling, over as many elements of K as the page takes, at the same index where there is one.
    ///
    /// ```
    /// use swizzle_core::hardware::Kind;
    /// use swizzle_view::link::{ScaleShown, link_from_form};
    /// // 8 blocks of 32 are 16 of 16: K = 256.
    /// let shown = ScaleShown::default().with_scaling(Kind::Mxf4nvf4, 16);
    /// assert_eq!(link_from_form(&shown), "#/scale?kind=mxf4nvf4&blocks=16");
    /// assert_eq!(shown.with_scaling(Kind::Mxf8f6f4, 32), ScaleShown::default());
    /// ```
    #[must_use]
    pub fn with_scaling(self, kind: Kind, vec: u32) -> Self {
        let blocks = |of: u32| (of * self.vec).div_ceil(vec);
        Self {
            vec,
            blocks: blocks(self.blocks).min(BLOCKS_MAX),
            ..self.with_kind(kind)
        }
        .within()
    }

    /// The same with the followed factor inside of its rows and blocks.
    #[must_use]
    pub fn within(self) -> Self {
        Self {
            row: self.row.min(self.rows.saturating_sub(1)),
            block: self.block.min(self.blocks.saturating_sub(1)),
            ..self
        }
    }

    /// The stage that is shown.
    ///
    /// # Errors
    /// [`Refusal`] where there is none such, or it does not have the factor that is followed.
    pub fn stage(&self) -> Result<ScaleStage, Refusal> {
        let scaling = Scaling::new(self.kind, self.vec)?;
        let stage = ScaleStage::new(StageShape {
            scaling,
            sparsity: Sparsity::Dense,
            operand: self.operand,
            form: self.form,
            m: match self.form {
                CtaForm::Two => self.m,
                CtaForm::One | CtaForm::WeightStationary => 128,
            },
            rows: self.rows,
            factors: self.blocks,
            written: self.written,
            read: self.read,
            first_byte: self.start,
            first_column: self.column,
            step_k: match self.is_k96 {
                true => UNKNOWN_K,
                false => self.kind.k(Sparsity::Dense),
            },
        })?;
        stage.follow(self.row, self.block)?;
        Ok(stage)
    }
}

impl Form for ScaleShown {
    const PATH: &'static str = "#/scale";
    const KEYS: &'static [FormKey<Self>] = &[
        FormKey {
            name: "kind",
            read: |shown, value| {
                let kind = named(value)?;
                if !Self::SCALINGS.iter().any(|(of, _)| *of == kind) {
                    return Err(format!("{kind} has no scale factors"));
                }
                *shown = shown.with_kind(kind);
                Ok(())
            },
            write: |shown| shown.kind.name().into(),
        },
        FormKey {
            name: "vec",
            read: |shown, value| {
                let vec = within(value, 16..=32)?;
                if !Self::SCALINGS.contains(&(shown.kind, vec)) {
                    return Err(format!(
                        "{} has no factor for each {vec} elements of K",
                        shown.kind
                    ));
                }
                shown.vec = vec;
                Ok(())
            },
            write: |shown| shown.vec.to_string(),
        },
        choice!("operand", operand),
        number!("rows", rows, 1..=ROWS_MAX),
        number!("blocks", blocks, 1..=BLOCKS_MAX),
        FormKey {
            name: "cta_group",
            read: |shown, value| {
                shown.form = match value {
                    "1" => CtaForm::One,
                    "2" => CtaForm::Two,
                    _ => return Err("must be 1 or 2".into()),
                };
                Ok(())
            },
            write: |shown| match shown.form {
                CtaForm::One | CtaForm::WeightStationary => "1".into(),
                CtaForm::Two => "2".into(),
            },
        },
        FormKey {
            name: "m",
            read: |shown, value| {
                shown.m = match value {
                    "128" => 128,
                    "256" => 256,
                    _ => return Err("must be 128 or 256, M of the pair".into()),
                };
                Ok(())
            },
            write: |shown| shown.m.to_string(),
        },
        choice!("written", written),
        choice!("read", read),
        FormKey {
            name: "start",
            read: |shown, value| within(value, 0..=0x3_fff0).map(|start| shown.start = start),
            write: |shown| format!("{:#x}", shown.start),
        },
        number!("column", column, 0..=COLUMNS - 1),
        FormKey {
            name: "step",
            read: |shown, value| {
                let usual = shown.kind.k(Sparsity::Dense);
                shown.is_k96 = match within(value, 1..=u32::MAX)? {
                    UNKNOWN_K if shown.kind != Kind::Mxf8f6f4 => true,
                    step if step == usual => false,
                    step => return Err(format!("{} has no K of {step}", shown.kind)),
                };
                Ok(())
            },
            write: |shown| match shown.is_k96 {
                true => UNKNOWN_K.to_string(),
                false => String::new(),
            },
        },
        number!("row", row, 0..=ROWS_MAX - 1),
        number!("block", block, 0..=BLOCKS_MAX - 1),
    ];

    fn base(&self) -> Self {
        let fresh = Self::default();
        Self {
            kind: fresh.kind,
            ..fresh.with_kind(self.kind)
        }
    }
}
