//! `swizzle scale plan`: the scale factors of a stage, from its blocks to the instructions that use them, as JSON.

use std::io::{self, Write};

use serde::Serialize;
use swizzle_core::descriptor::{InstructionDescriptor, InstructionFieldId};
use swizzle_core::hardware::{CtaForm, Kind};
use swizzle_core::{Arch, Descriptor, Named as _, Operand, Sparsity};
use swizzle_lints::Severity;
use swizzle_lints::tensor_memory::issue::{Issue, IssueFinding, Scales, findings_from_issue};
use swizzle_lints::tensor_memory::{RequiredBy, required_by};
use swizzle_parse::{instruction_from_text, number_from_expression};
use swizzle_tmem::scale::{
    BLOCK_FACTORS, BLOCK_ROWS, Order, ScaleStage, ScaleSteps, Scaling, StageShape,
};
use swizzle_tmem::tensor_memory::{Address, ScaleAddress};

use crate::failure::Failure;
use crate::options::{choice, number};

/// Print the scale factors of a stage as JSON: blocks, copies, columns, and the id of every step along K
///
/// Keys: `schema` (1); `kind`, `vec` (elements of K for each factor), `scale_vec` (as PTX writes it), `operand`,
/// `cta_group`, `m`, `rows`, `padded_rows`, `k`, `blocks` (factors of each row), `order` (in which the stage is written),
/// `bytes` (of the stage). `copies`: for each 512-byte block, in the order of columns, its `rows` and `blocks` (first and
/// last), `byte` in shared memory, `instruction`, `descriptor`, and `column` in tensor memory. `readings`: where sources
/// have the factors in tensor memory, each with `copies` of every factor, `column`, `columns`, `columns_of_word` (of four
/// factors of all rows), `source` and `mark` (docs, code, two-witnesses, inferred: nothing was measured). `steps`: for
/// each instruction along K its first and last `k` and `blocks`, `column`, `id`, `address` of the operand, `address_with_id`
/// (as CuTe holds it, the id in bits 30 and 31), `idesc_a` and `idesc_b` (the id in the bits of SFA and of SFB), and `idesc`
/// (with --idesc: that descriptor with the ids of the step); null where no source that can be read has it.
/// `unknown`: what is not known. `findings`: `rule`, `severity`, `title`, `text`, `source`, `confidence`, `required_by`
/// (hardware or library; null for what asks for nothing), `repair`. The exit code is 1 if one of them is an error, 2 if
/// there is no such stage.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  swizzle scale plan --kind mxf4nvf4 --mn 256 --k 256
  swizzle scale plan --kind mxf8f6f4 --mn 128 --k 256 --start 0x8000 --column 256
  swizzle scale plan --kind mxf4 --mn 256 --k 256 --idesc 0x08a00480
  swizzle scale plan --kind mxf4nvf4 --operand B --mn 192 --k 256 --cta-group 2 --m 256")]
pub(crate) struct Args {
    /// Kind of the instruction: mxf8f6f4, mxf4 or mxf4nvf4
    #[arg(long, value_parser = choice::<Kind>(), ignore_case = true)]
    kind: Kind,
    /// Rows of one CTA's stage: those of A that it has, or all N
    #[arg(long, value_parser = number, value_name = "ROWS")]
    mn: u32,
    /// Elements of K of the stage
    #[arg(long, value_parser = number, value_name = "ELEMENTS")]
    k: u32,
    /// Elements of K for each factor, 16 or 32 [default: 16 for mxf4nvf4, else 32]
    #[arg(long, value_parser = number, value_name = "ELEMENTS")]
    vec: Option<u32>,
    /// Whose factors
    #[arg(long, value_parser = choice::<Operand>(), ignore_case = true, default_value = "A")]
    operand: Operand,
    /// CTAs of the instruction: 1 or 2
    #[arg(long, value_parser = number, value_name = "CTAS", default_value = "1")]
    cta_group: u32,
    /// M of the instruction, of the pair for two CTAs [default: 128, or 256 for two CTAs]
    #[arg(long, value_parser = number)]
    m: Option<u32>,
    /// Whether A is sparse: then each factor covers twice as many elements of K
    #[arg(long, value_parser = choice::<Sparsity>(), ignore_case = true, default_value = "dense")]
    sparsity: Sparsity,
    /// K of an instruction [default: that of the kind]; of 96, where its factors are is not known
    #[arg(long, value_parser = number, value_name = "ELEMENTS")]
    step_k: Option<u32>,
    /// Order of blocks in which the stage is written; the copies read it rows first, as a stage
    #[arg(long, value_parser = choice::<Order>(), ignore_case = true, default_value = "stage")]
    written: Order,
    /// Byte of shared memory at which the stage begins
    #[arg(long, value_parser = number, value_name = "BYTE", default_value = "0")]
    start: u32,
    /// Column of tensor memory at which the factors begin
    #[arg(long, value_parser = number, default_value = "0")]
    column: u32,
    /// Instruction descriptor that gets the ids of each step, as `swizzle idesc` reads it
    #[arg(long, value_name = "WORD")]
    idesc: Option<String>,
    /// Ids that a kernel gives its steps, to be checked: 0,1,2,3
    #[arg(long, value_parser = number, value_delimiter = ',', value_name = "IDS")]
    ids: Vec<u32>,
    /// Descriptors of a kernel's copies, to be checked, in the order of their columns
    #[arg(long, value_name = "DESCRIPTOR")]
    copy: Vec<String>,
    /// Bytes of shared memory from one stage to the next, to be checked
    #[arg(long, value_parser = number, value_name = "BYTES")]
    stage_bytes: Option<u32>,
}

#[derive(Serialize)]
struct Json {
    schema: u32,
    kind: &'static str,
    vec: u32,
    scale_vec: &'static str,
    operand: &'static str,
    cta_group: u32,
    m: u32,
    rows: u32,
    padded_rows: u32,
    k: u32,
    blocks: u32,
    order: &'static str,
    bytes: u32,
    copies: Vec<CopyJson>,
    readings: Vec<ReadingJson>,
    steps: Option<Vec<StepJson>>,
    unknown: Vec<String>,
    findings: Vec<FindingJson>,
}

#[derive(Serialize)]
struct FindingJson {
    rule: &'static str,
    severity: &'static str,
    title: String,
    text: String,
    source: &'static str,
    confidence: &'static str,
    required_by: Option<&'static str>,
    repair: Option<String>,
}

#[derive(Serialize)]
struct CopyJson {
    rows: [u32; 2],
    blocks: [u32; 2],
    byte: u32,
    instruction: String,
    descriptor: String,
    column: u32,
}

#[derive(Serialize)]
struct ReadingJson {
    copies: &'static str,
    column: u32,
    columns: u32,
    columns_of_word: u32,
    source: &'static str,
    mark: &'static str,
}

#[derive(Serialize)]
struct StepJson {
    step: u32,
    k: [u32; 2],
    blocks: [u32; 2],
    column: u32,
    id: u32,
    address: Option<String>,
    address_with_id: Option<String>,
    idesc_a: String,
    idesc_b: String,
    idesc: Option<String>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let stage = args.stage()?;
    let idesc = args.idesc()?;
    let findings = findings_from_issue(&args.issue(&stage, idesc)?);
    let is_wrong = findings
        .iter()
        .any(|finding| finding.severity == Severity::Error);
    let json = Json {
        findings: findings.into_iter().map(finding_json).collect(),
        ..args.json(&stage, idesc)
    };
    serde_json::to_writer_pretty(&mut *out, &json).map_err(io::Error::from)?;
    writeln!(out)?;
    match is_wrong {
        true => Err(Failure::Check(1)),
        false => Ok(()),
    }
}

fn finding_json(finding: IssueFinding) -> FindingJson {
    FindingJson {
        rule: finding.lint,
        severity: finding.severity.name(),
        title: finding.title,
        text: finding.text,
        source: finding.source,
        confidence: finding.confidence.name(),
        required_by: required_by(finding.lint).map(RequiredBy::name),
        repair: finding.repairs.into_iter().next().map(|one| one.label),
    }
}

fn refused(refusal: impl ToString) -> Failure {
    Failure::Input(refusal.to_string())
}

impl Args {
    fn form(&self) -> Result<CtaForm, Failure> {
        match self.cta_group {
            1 => Ok(CtaForm::One),
            2 => Ok(CtaForm::Two),
            other => Err(Failure::Input(format!(
                "--cta-group {other} is unknown: one of 1, 2"
            ))),
        }
    }

    fn m(&self) -> u32 {
        self.m.unwrap_or(BLOCK_ROWS * self.cta_group)
    }

    fn step_k(&self) -> u32 {
        self.step_k.unwrap_or(self.kind.k(self.sparsity))
    }

    fn stage(&self) -> Result<ScaleStage, Failure> {
        let form = self.form()?;
        let usual = match self.kind {
            Kind::Mxf4nvf4 => 16,
            Kind::F16 | Kind::Tf32 | Kind::F8f6f4 | Kind::I8 | Kind::Mxf8f6f4 | Kind::Mxf4 => 32,
        };
        let scaling = Scaling::new(self.kind, self.vec.unwrap_or(usual)).map_err(refused)?;
        let factors = scaling.factors(self.sparsity, self.k, self.step_k());
        let factors = factors.map_err(refused)?;
        ScaleStage::new(StageShape {
            scaling,
            sparsity: self.sparsity,
            operand: self.operand,
            form,
            m: self.m(),
            rows: self.mn,
            factors,
            written: self.written,
            read: Order::Stage,
            first_byte: self.start,
            first_column: self.column,
            step_k: self.step_k(),
        })
        .map_err(refused)
    }

    fn idesc(&self) -> Result<Option<InstructionDescriptor>, Failure> {
        let read = |text: &String| instruction_from_text(Some(self.kind), text);
        let read = self.idesc.as_ref().map(read).transpose();
        Ok(read.map_err(Failure::Input)?.map(|read| read.idesc))
    }

    /// What the kernel gives, as the lints judge it.
    fn issue(
        &self,
        stage: &ScaleStage,
        idesc: Option<InstructionDescriptor>,
    ) -> Result<Issue, Failure> {
        let copy = |text: &String| -> Result<Descriptor, Failure> {
            let raw = number_from_expression(text);
            let raw = raw.map_err(|why| Failure::Input(format!("--copy: {why}")))?;
            Ok(Descriptor::new(Arch::Tcgen05, raw))
        };
        Ok(Issue {
            kind: Some(self.kind),
            n: (self.operand == Operand::B).then_some(self.mn),
            idesc,
            scales: Some(Scales {
                shape: stage.shape,
                ids: self.ids.clone(),
                copies: self.copy.iter().map(copy).collect::<Result<_, _>>()?,
                stage_bytes: self.stage_bytes,
            }),
            ..Issue::new(self.form()?, self.m)
        })
    }

    fn json(&self, stage: &ScaleStage, idesc: Option<InstructionDescriptor>) -> Json {
        let shape = &stage.shape;
        let mut unknown: Vec<String> = Vec::new();
        if let Err(refusal) = &stage.steps {
            unknown.push(refusal.to_string());
        }
        if let Some(rows) = stage.rows_beyond() {
            unknown.push(format!(
                "whether rows {rows} to 127 of CuTe's fragment of SFA matter, of which each CTA has {rows}"
            ));
        }
        if stage.is_contested() {
            unknown.push(
                "which of the readings is right: sources disagree, and nobody measured it".into(),
            );
        }
        let steps = stage.steps.as_ref().ok();
        let reading = |one: &swizzle_tmem::scale::ScaleReading| ReadingJson {
            copies: one.columns.copies.name(),
            column: shape.first_column,
            columns: one.columns.columns(),
            columns_of_word: one.columns.columns_of_word(),
            source: one.held.source,
            mark: one.held.mark.name(),
        };
        Json {
            schema: 1,
            kind: self.kind.name(),
            vec: shape.scaling.elements(shape.sparsity),
            scale_vec: shape.scaling.name(),
            operand: self.operand.name(),
            cta_group: self.cta_group,
            m: shape.m,
            rows: shape.rows,
            padded_rows: stage.padded_rows(),
            k: self.k,
            blocks: shape.factors,
            order: shape.written.name(),
            bytes: stage.written.bytes(),
            copies: self.copies(stage),
            readings: stage.readings.iter().map(reading).collect(),
            steps: steps.map(|steps| self.steps(stage, steps, idesc)),
            unknown,
            findings: Vec::new(),
        }
    }

    fn copies(&self, stage: &ScaleStage) -> Vec<CopyJson> {
        let copies = stage.copies.iter();
        copies
            .map(|copy| CopyJson {
                rows: [copy.row, copy.row + BLOCK_ROWS - 1],
                blocks: [copy.factor, copy.factor + BLOCK_FACTORS - 1],
                byte: copy.byte,
                instruction: format!("tcgen05.cp.cta_group::{}.32x128b.warpx4", self.cta_group),
                descriptor: copy.descriptor.to_string(),
                column: stage.shape.first_column + copy.column,
            })
            .collect()
    }

    fn steps(
        &self,
        stage: &ScaleStage,
        steps: &ScaleSteps,
        idesc: Option<InstructionDescriptor>,
    ) -> Vec<StepJson> {
        use InstructionFieldId::{ScaleA, ScaleB};
        let all = (0..steps.steps).filter_map(|step| Some((step, steps.step(step).ok()?)));
        all.map(|(step, given)| {
            let column = stage.shape.first_column + given.column;
            let address = Address::new(0, column).ok();
            let with_id = address.map(|address| ScaleAddress {
                address,
                id: given.id,
            });
            let empty = InstructionDescriptor::new(self.kind, 0);
            let (k, blocks) = (stage.k_of_step(step), stage.factors_of_step(step));
            StepJson {
                step,
                k: [k.start, k.end - 1],
                blocks: [blocks.start, blocks.end - 1],
                column,
                id: given.id,
                address: address.map(|address| address.to_string()),
                address_with_id: with_id.map(|address| format!("0x{:08x}", address.word())),
                idesc_a: empty.with(ScaleA, given.id).to_string(),
                idesc_b: empty.with(ScaleB, given.id).to_string(),
                idesc: idesc.map(|idesc| {
                    let both = idesc.with(ScaleA, given.id).with(ScaleB, given.id);
                    both.to_string()
                }),
            }
        })
        .collect()
    }
}
