//! The link of a scale factor: `#/scale?rows=256&written=tensor&row=200&block=2`.

use super::*;
use swizzle_lints::order_text;
use swizzle_tmem::Refusal;
use swizzle_tmem::scale::{Order, ScaleStage, Scaling, StageShape};

/// The K of instructions whose scale factors no source places.
const UNKNOWN_K: u32 = 96;

/// Numbers that the page takes.
pub const ROWS_MAX: u32 = 256;
/// Factors of each row.
pub const BLOCKS_MAX: u32 = 32;
/// Last first byte of a stage.
const START_MAX: u32 = 0x3_fff0;

contents! {
    /// Contents of the page of scale factors.
    #[derive(Copy)]
    ScaleShown {
        /// Kind of the instruction.
        kind: Kind = Kind::Mxf8f6f4,
        /// Elements of K that share a factor: 16 or 32.
        vec: u32 = 32,
        /// Operand that the factors belong to.
        operand: Operand = Operand::A,
        /// Rows, without padding.
        rows: u32 = 128,
        /// Factors of each row.
        blocks: u32 = 8,
        /// How the instruction is issued.
        form: CtaForm = CtaForm::One,
        /// M of the pair, for two CTAs.
        m: u32 = 256,
        /// The order in which the stage is written.
        written: Order = Order::Stage,
        /// The order in which the copies read it.
        read: Order = Order::Stage,
        /// First byte of the stage.
        start: u32 = 0x8000,
        /// First column in tensor memory.
        column: u32,
        /// Whether the instruction's K is 96, which only sm_103a supports.
        is_k96: bool,
        /// Row of the factor that is followed.
        row: u32 = 37,
        /// Its number in the row.
        block: u32 = 5,
    }
}

impl ScaleShown {
    /// The kinds with scale factors, and how many elements of K share one.
    pub const SCALINGS: [(Kind, u32); 4] =
        [(Kind::Mxf8f6f4, 32), (Kind::Mxf4, 32), (Kind::Mxf4nvf4, 16), (Kind::Mxf4nvf4, 32)];

    /// The same with another kind, whose usual scaling comes with it.
    ///
    /// ```
    /// use swizzle_core::hardware::Kind;
    /// use swizzle_view::link::{ScaleShown, link_from_form};
    /// let shown = ScaleShown::default().with_kind(Kind::Mxf4nvf4);
    /// assert_eq!(shown.vec, 16);
    /// assert_eq!(link_from_form(&shown), "#/scale?kind=mxf4nvf4");
    /// ```
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
    pub fn with_scaling(self, kind: Kind, vec: u32) -> Self {
        let blocks = |of: u32| (of * self.vec).div_ceil(vec);
        Self { vec, blocks: blocks(self.blocks).min(BLOCKS_MAX), ..self.with_kind(kind) }.within()
    }

    /// The same with the followed factor inside of its rows and blocks.
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
            step_k: if self.is_k96 { UNKNOWN_K } else { self.kind.k(Sparsity::Dense) },
        })?;
        stage.follow(self.row, self.block)?;
        Ok(stage)
    }
}

/// What each scaling is called.
const NAMES: [&str; 4] = ["mxf8f6f4", "mxf4", "mxf4nvf4, block 16", "mxf4nvf4, block 32"];

/// The orders of blocks that a copy brings to tensor memory, and the layouts without such blocks.
const ORDERS: [Order; 4] = [Order::Stage, Order::Tensor, Order::Linear, Order::Rows8];

impl Form for ScaleShown {
    const PATH: &'static str = "#/scale";
    const TABLE: Table<Self> = &[
        (
            "Scale factors",
            rows! {
                "kind" = kind,
                    read: |shown, text| {
                        let kind = named(text)?;
                        if !Self::SCALINGS.iter().any(|(of, _)| *of == kind) {
                            return Err(format!("{kind} has no scale factors"));
                        }
                        *shown = shown.with_kind(kind);
                        Ok(())
                    };
                "vec" = vec [16..=32],
                    read: |shown, text| {
                        let vec = within(text, 16..=32)?;
                        if !Self::SCALINGS.contains(&(shown.kind, vec)) {
                            return Err(format!("{} has no factor for each {vec} elements of K", shown.kind));
                        }
                        shown.vec = vec;
                        Ok(())
                    };
                "scaling" "Kind" "kind, and elements of K per factor",
                    is_linked: false,
                    read: |shown, text| {
                        let mut all = Self::SCALINGS.iter().zip(NAMES);
                        if let Some(((kind, vec), _)) = all.find(|(_, name)| *name == text) {
                            *shown = shown.with_scaling(*kind, *vec);
                        }
                        Ok(())
                    },
                    write: |shown| {
                        let mut all = Self::SCALINGS.iter().zip(NAMES);
                        let found = all.find(|(of, _)| **of == (shown.kind, shown.vec));
                        found.map_or_else(String::new, |(_, name)| name.into())
                    },
                    values: |_, _| Values::names(&NAMES);
                "operand" "Operand" "operand that the factors belong to" = operand,
                    values: |_, _| {
                    Values::of(Operand::ALL, |operand| match operand {
                        Operand::A => "SFA",
                        Operand::B => "SFB",
                    })
                };
                "rows" "Rows" "rows of the operand" = rows [1..=ROWS_MAX];
                "blocks" "K blocks" "factors of each row" = blocks [1..=BLOCKS_MAX];
                "cta_group" "cta_group" "CTAs that issue it",
                    read: |shown, text| group(text).map(|form| shown.form = form),
                    write: |shown| shown.form.ctas().to_string(),
                    values: |_, _| Values::Choice([("1", "one CTA"), ("2", "a pair of CTAs")].map(|(name, text)| Choice::called(name, text)).into());
                "m" "M of the pair" "M of the pair" = m [[128, 256]]
                    when |shown, _| shown.form == CtaForm::Two;
                "step" "K of a step" "K of one instruction",
                    read: |shown, text| {
                        let usual = shown.kind.k(Sparsity::Dense);
                        shown.is_k96 = match within(text, 1..=u32::MAX)? {
                            UNKNOWN_K if shown.kind != Kind::Mxf8f6f4 => true,
                            step if step == usual => false,
                            step => return Err(format!("{} has no K of {step}", shown.kind)),
                        };
                        Ok(())
                    },
                    write: |shown| if shown.is_k96 { UNKNOWN_K.to_string() } else { String::new() },
                    values: |shown, _| Values::names(&["64", "96"]).when(shown.kind != Kind::Mxf8f6f4);
            },
        ),
        (
            "Layout in shared memory",
            rows! {
                "written" "Written" "layout in which the stage is written" = written,
                    values: |_, _| Values::of(&ORDERS, order_text);
                "read" "Read" "order in which the copies read it" = read by (|text| match named::<Order>(text)? {
                        order if order.is_copied() => Ok(order),
                        other => Err(format!("a tcgen05.cp reads blocks of 128 × 4, not {}", other.title())),
                    }),
                    values: |_, _| Values::of(&ORDERS[..2], order_text);
            },
        ),
        (
            "Address",
            rows! {
                "start" "Stage at" "first byte in shared memory",
                    read: |shown, text| within(text, 0..=START_MAX).map(|start| shown.start = start),
                    write: |shown| format!("{:#x}", shown.start),
                    values: |_, _| Values::Number { range: (0, START_MAX), step: 16, is_hex: true, unit: "", presets: &[] };
                "column" "Column" "first column in tensor memory" = column [0..=COLUMNS - 1],
                    values: |_, _| Values::number(0, COLUMNS - 1, 4);
            },
        ),
        (
            "Selected",
            rows! {
                "row" "Row" "row of the factor" = row [0..=ROWS_MAX - 1],
                    values: |shown, _| Values::number(0, shown.rows.saturating_sub(1), 1);
                "block" "K block" "number of the factor in its row" = block [0..=BLOCKS_MAX - 1],
                    values: |shown, _| Values::number(0, shown.blocks.saturating_sub(1), 1);
            },
        ),
    ];

    /// The followed factor stays inside of its rows and blocks.
    fn edited(self, _: &Self) -> Self {
        self.within()
    }

    fn base(&self) -> Self {
        let fresh = Self::default();
        Self { kind: fresh.kind, ..fresh.with_kind(self.kind) }
    }
}
