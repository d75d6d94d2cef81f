//! The scale factors of a stage, from its blocks to the instructions that use them, as JSON.

use super::*;
use swizzle_core::{
    Sparsity,
    descriptor::InstructionFieldId,
    hardware::{CtaForm, Kind},
};
use swizzle_lints::tensor_memory::{
    Constraint, constraints_of_scales,
    issue::{Scales, findings_from_issue},
};
use swizzle_tmem::{
    Refusal,
    scale::{
        BLOCK_FACTORS, BLOCK_ROWS, Order, Pair, ScaleReading, ScaleStage, ScaleSteps, Scaling, StageShape,
    },
    tensor_memory::{Address, ScaleAddress},
};

/// Two layouts of a buffer of scale factors as JSON; a place is its row and its factor.
pub fn json_from_pair(pair: &Pair) -> Value {
    json!({
        "written": pair.written.order.name(),
        "read": pair.read.order.name(),
        "rows": pair.read.rows,
        "blocks": pair.read.factors,
        "all": pair.all(),
        "wrong": pair.wrong,
        "right": pair.right,
        "first_wrong": pair.first_wrong,
        "gets": pair.first_wrong.and_then(|at| pair.got(at)),
        "text": pair.text(),
    })
}

/// A stage of scale factors, and what a kernel does with it.
#[derive(Debug, Clone)]
pub struct Asked {
    /// Kind of the instruction.
    pub kind: Kind,
    /// Rows of one CTA's stage: those of A that it has, or all N.
    pub rows: u32,
    /// Elements of K of the stage.
    pub k: u32,
    /// Elements of K for each factor; as the kind has them if `None`.
    pub vec: Option<u32>,
    /// Operand that the factors belong to.
    pub operand: Operand,
    /// How the instruction is issued.
    pub form: CtaForm,
    /// M of the instruction, of the pair for two CTAs; 128 for each CTA if `None`.
    pub m: Option<u32>,
    /// Whether A is sparse.
    pub sparsity: Sparsity,
    /// K of an instruction; that of the kind if `None`.
    pub step_k: Option<u32>,
    /// Order of blocks in which the stage is written.
    pub written: Order,
    /// Byte of shared memory at which the stage begins.
    pub first_byte: u32,
    /// Column of tensor memory at which the factors begin.
    pub first_column: u32,
    /// Instruction descriptor that gets the ids of each step.
    pub idesc: Option<InstructionDescriptor>,
    /// Ids that a kernel gives its steps, to be checked.
    pub ids: Vec<u32>,
    /// Descriptors of a kernel's copies, to be checked.
    pub copies: Vec<Descriptor>,
    /// Bytes of shared memory from one stage to the next, to be checked.
    pub stage_bytes: Option<u32>,
}

/// The answer of `scale plan`.
#[derive(Serialize)]
pub struct Plan {
    /// Whether a finding is an error.
    #[serde(skip)]
    pub is_wrong: bool,
    #[serde(flatten)]
    answer: Value,
}

fn constraint_json(constraint: Constraint) -> Value {
    json!({
        "what": constraint.what,
        "why": constraint.why,
        "required_by": constraint.by.name(),
        "source": constraint.source,
    })
}

impl Asked {
    /// The plan, with what is wrong with it.
    ///
    /// # Errors
    /// Why there is no such stage.
    pub fn plan(&self) -> Result<Plan, String> {
        let stage = self.stage().map_err(|refusal| refusal.to_string())?;
        let findings = findings_from_issue(&self.issue(&stage));
        Ok(self.json(&stage, findings))
    }

    const fn ctas(&self) -> u32 {
        self.form.ctas()
    }

    fn step_k(&self) -> u32 {
        self.step_k.unwrap_or(self.kind.k(self.sparsity))
    }

    fn stage(&self) -> Result<ScaleStage, Refusal> {
        let usual = match self.kind {
            Kind::Mxf4nvf4 => 16,
            Kind::F16 | Kind::Tf32 | Kind::F8f6f4 | Kind::I8 | Kind::Mxf8f6f4 | Kind::Mxf4 => 32,
        };
        let scaling = Scaling::new(self.kind, self.vec.unwrap_or(usual))?;
        let factors = scaling.factors(self.sparsity, self.k, self.step_k())?;
        ScaleStage::new(StageShape {
            scaling,
            sparsity: self.sparsity,
            operand: self.operand,
            form: self.form,
            m: self.m.unwrap_or(BLOCK_ROWS * self.ctas()),
            rows: self.rows,
            factors,
            written: self.written,
            read: Order::Stage,
            first_byte: self.first_byte,
            first_column: self.first_column,
            step_k: self.step_k(),
        })
    }

    /// Returns the values of the kernel, as the lints judge them.
    fn issue(&self, stage: &ScaleStage) -> Issue {
        Issue {
            kind: Some(self.kind),
            n: (self.operand == Operand::B).then_some(self.rows),
            idesc: self.idesc,
            scales: Some(Scales {
                shape: stage.shape,
                ids: self.ids.clone(),
                copies: self.copies.clone(),
                stage_bytes: self.stage_bytes,
            }),
            ..Issue::new(self.form, self.m)
        }
    }

    fn json(&self, stage: &ScaleStage, findings: Vec<Finding<Issue>>) -> Plan {
        let shape = &stage.shape;
        let mut unknown: Vec<String> = Vec::new();
        if let Err(refusal) = &stage.steps {
            unknown.push(refusal.to_string());
        }
        if let Some(rows) = stage.rows_beyond() {
            unknown.push(format!(
                "whether rows {rows} to 127 of CuTe's fragment of SFA matter: each CTA has {rows} rows"
            ));
        }
        if stage.is_contested() {
            unknown.push("which of the readings is right: sources disagree, and it was not measured".into());
        }
        let steps = stage.steps.as_ref().ok();
        let attested = stage.steps_attested();
        let reading = |one: &ScaleReading| {
            json!({
                "copies": one.columns.copies.name(),
                "column": shape.first_column,
                "columns": one.columns.law.columns(),
                "columns_of_word": one.columns.columns_of_word(),
                "source": one.held.source,
                "mark": one.held.mark.name(),
            })
        };
        Plan {
            is_wrong: findings.iter().any(|finding| finding.severity == Severity::Error),
            answer: json!({
                "kind": self.kind.name(),
                "vec": shape.scaling.elements(shape.sparsity),
                "scale_vec": shape.scaling.name(),
                "operand": self.operand.name(),
                "cta_group": self.ctas(),
                "m": shape.m,
                "rows": shape.rows,
                "padded_rows": stage.padded_rows(),
                "rows_of_mma": stage.rows_of_mma(),
                "rows_of_ctas": self.rows_of_ctas(stage),
                "k": self.k,
                "blocks": shape.factors,
                "order": shape.written.name(),
                "bytes": stage.written.bytes(),
                "copies": self.block_copies(stage),
                "readings": stage.readings.iter().map(reading).collect::<Vec<_>>(),
                "steps": steps.map(|steps| self.steps(stage, steps)),
                "steps_source": attested.map(|(_, source)| source),
                "steps_mark": attested.map(|(mark, _)| mark.name()),
                "unknown": unknown,
                "constraints": constraints_of_scales(stage)
                    .into_iter()
                    .map(constraint_json)
                    .collect::<Vec<_>>(),
                "findings": findings.iter().map(finding_json).collect::<Value>(),
            }),
        }
    }

    /// First and last row of one instruction whose factors each CTA has.
    fn rows_of_ctas(&self, stage: &ScaleStage) -> Vec<[u32; 2]> {
        let held = &stage.readings[0].held;
        let rows = held.own_rows.unwrap_or(held.rows);
        let first = (0..self.ctas()).map(|cta| held.first_row(cta));
        first.map(|first| [first, first + rows - 1]).collect()
    }

    fn block_copies(&self, stage: &ScaleStage) -> Vec<Value> {
        let copies = stage.copies.iter();
        copies
            .map(|copy| {
                json!({
                    "rows": [copy.row, copy.row + BLOCK_ROWS - 1],
                    "blocks": [copy.factor, copy.factor + BLOCK_FACTORS - 1],
                    "byte": copy.byte,
                    "instruction": format!("tcgen05.cp.cta_group::{}.32x128b.warpx4", self.ctas()),
                    "descriptor": copy.descriptor.to_string(),
                    "column": stage.shape.first_column + copy.column,
                })
            })
            .collect()
    }

    fn steps(&self, stage: &ScaleStage, steps: &ScaleSteps) -> Vec<Value> {
        use InstructionFieldId::{ScaleA, ScaleB};
        let all = (0..steps.steps).filter_map(|step| Some((step, steps.step(step).ok()?)));
        all.map(|(step, given)| {
            let column = stage.shape.first_column + given.column;
            let [address, address_with_id] = addresses(column, given.id);
            let empty = InstructionDescriptor::new(self.kind, 0);
            let (k, blocks) = (stage.k_of_step(step), stage.factors_of_step(step));
            json!({
                "step": step,
                "k": [k.start, k.end - 1],
                "blocks": [blocks.start, blocks.end - 1],
                "column": column,
                "id": given.id,
                "address": address,
                "address_with_id": address_with_id,
                "idesc_a": empty.with(ScaleA, given.id).to_string(),
                "idesc_b": empty.with(ScaleB, given.id).to_string(),
                "idesc": self.idesc.map(|idesc| {
                    let both = idesc.with(ScaleA, given.id).with(ScaleB, given.id);
                    both.to_string()
                }),
                "mmas": mmas(stage, step),
            })
        })
        .collect()
    }
}

/// The address of scale factors at a column, and the same as CuTe holds it, with the id.
fn addresses(column: u32, id: u32) -> [Option<String>; 2] {
    let address = Address::new(0, column).ok();
    let with_id = address.map(|address| ScaleAddress { address, id }.word());
    [address.map(|address| address.to_string()), with_id.map(|word| format!("0x{word:08x}"))]
}

/// Each instruction along M of a step, with the rows of the stage whose factors it reads.
fn mmas(stage: &ScaleStage, step: u32) -> Vec<Value> {
    let first_rows = (0..stage.mmas()).map(|mma| mma * stage.rows_of_mma());
    let mma = |row: u32| {
        let (given, columns) = stage.given(row, step).ok()?;
        let rows = stage.rows_beside(row);
        let [address, address_with_id] = addresses(given.column, given.id);
        Some(json!({
            "rows": [rows.start, rows.end - 1],
            "column": given.column,
            "columns": [columns.start, columns.end - 1],
            "address": address,
            "address_with_id": address_with_id,
        }))
    };
    first_rows.filter_map(mma).collect()
}
