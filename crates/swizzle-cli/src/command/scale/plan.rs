//! `swizzle scale plan`: the scale factors of a stage, from its blocks to the instructions that use them, as JSON.

use super::*;
use swizzle_report::scale::Asked;

/// Print the scale factors of a stage as JSON: blocks, copies, columns, and the id of every step along K
///
/// Keys: `schema`, `version`; `kind`, `vec` (elements of K for each factor), `scale_vec` (as PTX writes it), `operand`,
/// `cta_group`, `m`, `rows`, `padded_rows`, `rows_of_mma` (rows of one CTA's stage whose factors one instruction reads, padding
/// included: 128 of A, all of N of B), `rows_of_ctas` (for each CTA, first and last row of an instruction's M, or column of its N,
/// whose factors it has), `k`, `blocks` (factors of each row), `order` (in which the stage is written),
/// `bytes` (of the stage). `copies`: for each 512-byte block, in the order of columns, its `rows` and `blocks` (first and
/// last), `byte` in shared memory, `instruction`, `descriptor`, and `column` in tensor memory. `readings`: where sources
/// have the factors in tensor memory, each with `copies` of every factor, `column`, `columns`, `columns_of_word` (of four
/// factors of all rows), `source` and `mark` (docs, code, two-witnesses, inferred: nothing was measured). `steps`: for
/// each instruction along K its first and last `k` and `blocks`, `column`, `id`, `address` of the operand, `address_with_id`
/// (as CuTe holds it, the id in bits 30 and 31), `idesc_a` and `idesc_b` (the id in the bits of SFA and of SFB), and `idesc`
/// (with --idesc: that descriptor with the ids of the step), and `mmas`: for each instruction along M, its `rows` of one CTA's
/// stage, `column`, `columns` that it reads (first and last), `address` and `address_with_id`. 256 rows of A are two instructions
/// along M, in each CTA of a pair as well; `column` and `address` of a step are those of the first. `steps` is null where no source
/// that can be read has them; `steps_source` and `steps_mark` are those of the steps.
/// `unknown`: what is not known. `constraints`: `what` is asked for, `why`, `required_by` (hardware or library), `source`. `findings`: `id`, `severity`, `message`, `text`, `evidence`, `confidence`, `required_by`
/// (hardware or library; null for what asks for nothing), `fix`. The exit code is 1 if one of them is an error, 2 if
/// there is no such stage.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  swizzle scale plan --kind mxf4nvf4 --mn 256 --k 256
  swizzle scale plan --kind mxf8f6f4 --mn 128 --k 256 --start 0x8000 --column 256
  swizzle scale plan --kind mxf4 --mn 256 --k 256 --idesc 0x08a00480
  swizzle scale plan --kind mxf4nvf4 --operand B --mn 192 --k 256 --cta-group 2 --m 256")]
pub(crate) struct Args {
    /// Kind of the instruction: mxf8f6f4, mxf4 or mxf4nvf4
    #[arg(long, value_parser = choice::<Kind>())]
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
    #[arg(long, value_parser = choice::<Operand>(), default_value = "A")]
    operand: Operand,
    /// CTAs of the instruction: 1 or 2
    #[arg(long, value_parser = number, value_name = "CTAS", default_value = "1")]
    cta_group: u32,
    /// M of the instruction, of the pair for two CTAs [default: 128, or 256 for two CTAs]
    #[arg(long, value_parser = number)]
    m: Option<u32>,
    /// Whether A is sparse: then each factor covers twice as many elements of K
    #[arg(long, value_parser = choice::<Sparsity>(), default_value = "dense")]
    sparsity: Sparsity,
    /// K of an instruction [default: that of the kind]; for 96, the place of its factors is unknown
    #[arg(long, value_parser = number, value_name = "ELEMENTS")]
    step_k: Option<u32>,
    /// Order of blocks in which the stage is written; the copies read it rows first, as a stage
    #[arg(long, value_parser = choice::<Order>(), default_value = "stage")]
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

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let plan = args.asked()?.plan()?;
    swizzle_report::write_json(out, &plan)?;
    exit(u8::from(plan.is_wrong))
}

impl Args {
    fn asked(&self) -> Result<Asked, Failure> {
        let idesc = |text: &String| instruction_from_text(Some(self.kind), text);
        let idesc = self.idesc.as_ref().map(idesc).transpose();
        let copy = |text: &String| -> Result<Descriptor, Failure> {
            let raw = number_from_expression(text);
            let raw = raw.map_err(|why| Failure::Input(format!("--copy: {why}")))?;
            Ok(Descriptor::new(Arch::Tcgen05, raw))
        };
        Ok(Asked {
            kind: self.kind,
            rows: self.mn,
            k: self.k,
            vec: self.vec,
            operand: self.operand,
            form: CtaForm::of_group(self.cta_group, false).map_err(|_| {
                let group = self.cta_group;
                Failure::Input(format!("--cta-group {group} is unknown: one of 1, 2"))
            })?,
            m: self.m,
            sparsity: self.sparsity,
            step_k: self.step_k,
            written: self.written,
            first_byte: self.start,
            first_column: self.column,
            idesc: idesc?.map(|read| read.idesc),
            ids: self.ids.clone(),
            copies: self.copy.iter().map(copy).collect::<Result<_, _>>()?,
            stage_bytes: self.stage_bytes,
        })
    }
}
