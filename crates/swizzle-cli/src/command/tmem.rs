//! `swizzle tmem`: the place of every row's element in tensor memory, or the element of its place, as a filter from CSV to
//! CSV.

use super::*;
use swizzle_core::hardware::CtaFormFault;
use swizzle_lints::tensor_memory::issue::{Issue, findings_from_issue};
use swizzle_tmem::ask::Fault as Answerless;
use swizzle_tmem::{
    Point,
    ask::{Asked, Field, Map, What},
    moves::Multicast,
};

/// Fill in where elements are in Blackwell's tensor memory, for CSV rows from standard input
///
/// The header must name what: d (accumulator), a (matrix A), sfa, sfb (scale factors), metadata (of a sparse A), ld, st
/// (registers of a load or store) or cp (source of a copy). It may name, in any order, what that depends on; other columns
/// pass through. Filled in are cta, lane (copies joined by |), column and bit (of the column's 32-bit word); with
/// --from-lane these are read, and row and col, or thread and register, are filled in. Lanes and columns count from the
/// address of what is asked about; of ld and st, from that of warp 0. tcgen05 was not run on hardware: PTX ISA, CuTe and
/// Triton are the sources.
///
/// A row without an answer passes through with these columns empty, a message on standard error names its line and
/// column, and the exit code is 2. A warning names a row on which sources disagree (with the place that the other source
/// gives), whose answer depends on something unknown, or whose move does not fit.
#[derive(clap::Args)]
#[command(after_help = "Columns; an empty or missing one is unspecified:
  kind       f16, tf32, f8f6f4, i8, mxf8f6f4, mxf4 or mxf4nvf4; a and metadata need it
  cta_group  1 (if not said) or 2; then m and n are those of the pair
  m, n       of the instruction; d and a need m, d needs n where its columns depend on it; for
             metadata, sfa and sfb, m is 128 for each CTA if not said, with a warning where it matters
  ws         0 (if not said) or 1: weight stationary
  sparsity   dense (if not said) or sparse; for d
  vec        16 or 32, elements of K for each scale factor; is checked against kind, changes no place
  shape      ld, st: 32x32b, 16x64b, 16x128b, 16x256b, 16x32bx2;
             if m is given too, a load that does not fit the lanes of D is reported;
             cp: 128x256b, 4x256b, 128x128b, 64x128b, 32x128b
  multicast  none, 02_13, 01_23 or warpx4; if not said, the only one that the shape has
  num        repetitions of ld, st: 1 (if not said) to 128
  pack       0 (if not said) or 1: .pack::16b, .unpack::16b; column is that of the low half
  split      columns between the halves of 16x32bx2: num, or 2 * num if packed, unless said
  rows       rows of sfa, sfb; m or n if not said; padded to 128 but for 32 and 64
  blocks     scale factors of each row; a col is checked against it if given
  alignment  0 (if not said) or 16: which half of the lanes, where half are filled (m = 64)
  major      K (if not said) or MN; for a
  reading    ptx or cute: which one to use where these sources disagree;
             if not said, cute for sfb, ptx for d
  row, col   d: m, n; a, metadata: m, k; sfa, sfb: row, scale factor along K; cp: row, byte of it
  thread     of the warpgroup, 0 to 127
  register   of the thread, in the order of the instruction

Example:
  swizzle tmem < rows.csv > answers.csv
  swizzle tmem --from-lane < answers.csv

where rows.csv contains
  what,m,n,rows,blocks,shape,num,row,col,thread,register
  d,64,128,,,,,37,5,,
  sfa,,,128,8,,,37,5,,
  ld,,,,,16x256b,4,,,18,6")]
pub(crate) struct Args {
    /// Read cta, lane, column and bit, and fill in the element: row and col, or thread and register
    #[arg(long)]
    from_lane: bool,
}

/// What names an element.
const ELEMENT: [Field; 4] = [Field::Row, Field::Col, Field::Thread, Field::Register];

/// What names a place.
const PLACE: [Field; 4] = [Field::Cta, Field::Lane, Field::Column, Field::Bit];

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let fills = if args.from_lane { ELEMENT } else { PLACE };
    let is_read = |field: &&Field| !fills.contains(field);
    let fields = Field::ALL.iter().filter(is_read);
    let optional: Vec<_> = fields.map(|field| (field.name(), &[][..])).collect();
    let filter = Filter { required: &["what"], optional: &optional, answers: &fills.map(Field::name) };
    filter.run(out, |values| {
        let row = Row { values };
        if args.from_lane { row.element() } else { row.place() }
    })
}

/// A row, by the fields of a question.
struct Row<'a> {
    values: &'a Values<'a>,
}

impl Row<'_> {
    fn place(&self) -> Result<Vec<String>, Fault> {
        let map = self.map()?;
        let [first, second] = map.asked.what.fields();
        let at = [self.needed(first)?, self.needed(second)?];
        let place = map.place(at).map_err(|fault| self.fault(fault))?;
        self.warn(&map, at)?;
        Ok(vec![
            joined(&place.ctas, "|"),
            joined(place.lanes(), "|"),
            place.column.to_string(),
            place.bit.to_string(),
        ])
    }

    fn element(&self) -> Result<Vec<String>, Fault> {
        let map = self.map()?;
        let ctas = self.numbers(Field::Cta)?.unwrap_or_else(|| vec![0]);
        let lanes = self.numbers(Field::Lane)?;
        let lanes = lanes.ok_or_else(|| self.missing(Field::Lane))?;
        let column = self.needed(Field::Column)?;
        let bit = self.number(Field::Bit)?.unwrap_or(0);
        let cells = ctas.iter().flat_map(|cta| {
            lanes.iter().map(|lane| Point { cta: *cta, lane: *lane, column, bit, ..Point::default() })
        });
        let mut all = Vec::new();
        for cell in cells {
            let found = map.element(cell).map_err(|fault| self.fault(fault))?;
            match all.last() {
                Some(before) if *before != found => {
                    return Err(self.said(Field::Lane, "the places hold different elements".into()));
                }
                _ => all = vec![found],
            }
        }
        let found = all.pop().unwrap_or_default();
        if let [at, ..] = found[..] {
            self.warn(&map, at)?;
        }
        let [first, second] = [0, 1].map(|which| joined(found.iter().map(|at: &[u32; 2]| at[which]), "|"));
        Ok(match map.asked.what.fields() {
            [Field::Thread, _] => vec![String::new(), String::new(), first, second],
            _ => vec![first, second, String::new(), String::new()],
        })
    }

    /// Says what is not settled about an element's place, and what is wrong with how it is moved.
    fn warn(&self, map: &Map, at: [u32; 2]) -> Result<(), Fault> {
        let asked = &map.asked;
        let issue = Issue {
            kind: asked.kind,
            sparsity: asked.sparsity,
            n: asked.n,
            a_major: self.choice(Field::Major)?.filter(|_| asked.what == What::A),
            load: asked.load,
            reading: asked.reading,
            ..Issue::new(asked.form, asked.m)
        };
        let findings = findings_from_issue(&issue).into_iter();
        let findings = findings.filter(|finding| finding.severity != Severity::Note);
        let findings = findings.map(|finding| format!("{}: {}", finding.title, finding.text));
        for warning in map.doubts(at).into_iter().chain(findings) {
            // A warning that cannot be written does not stop the filter.
            let _ = writeln!(io::stderr(), "line {}: warning: {warning}", self.values.line());
        }
        Ok(())
    }

    fn map(&self) -> Result<Map, Fault> {
        let mut asked = Asked::new(self.values.needed_choice("what")?);
        asked.kind = self.choice(Field::Kind)?;
        let is_ws = self.flag(Field::Ws)?;
        let group = self.number(Field::CtaGroup)?.unwrap_or(1);
        asked.form = CtaForm::of_group(group, is_ws).map_err(|why| {
            let field = match why {
                CtaFormFault::PairOfWs => Field::Ws,
                CtaFormFault::Group(_) => Field::CtaGroup,
            };
            self.said(field, why.to_string())
        })?;
        asked.sparsity = self.choice(Field::Sparsity)?.unwrap_or(Sparsity::Dense);
        (asked.m, asked.n) = (self.number(Field::M)?, self.number(Field::N)?);
        asked.vec = self.number(Field::Vec)?;
        match asked.what {
            What::Ld | What::St => asked.load = self.choice(Field::Shape)?,
            What::Cp => asked.copy = self.choice(Field::Shape)?,
            What::D | What::A | What::Sfa | What::Sfb | What::Metadata => (),
        }
        asked.multicast = self.multicast()?;
        asked.num = self.number(Field::Num)?;
        asked.is_packed = self.flag(Field::Pack)?;
        asked.split = self.number(Field::Split)?;
        (asked.rows, asked.blocks) = (self.number(Field::Rows)?, self.number(Field::Blocks)?);
        asked.alignment = self.choice(Field::Alignment)?.unwrap_or_default();
        asked.reading = self.choice(Field::Reading)?;
        Map::new(&asked).map_err(|fault| self.fault(fault))
    }

    fn number(&self, field: Field) -> Result<Option<u32>, Fault> {
        self.values.number(field.name())
    }

    fn needed(&self, field: Field) -> Result<u32, Fault> {
        self.number(field)?.ok_or_else(|| self.missing(field))
    }

    /// Numbers joined by `|`.
    fn numbers(&self, field: Field) -> Result<Option<Vec<u32>>, Fault> {
        let number = |part: &str| swizzle_code::number_from_text(part.trim());
        let numbers = |text: &str| text.split('|').map(number).collect();
        self.values.read(field.name(), numbers)
    }

    fn flag(&self, field: Field) -> Result<bool, Fault> {
        match self.number(field)? {
            None | Some(0) => Ok(false),
            Some(1) => Ok(true),
            Some(other) => Err(self.said(field, format!("{field} {other} is unknown: one of 0, 1"))),
        }
    }

    fn choice<T: swizzle_core::Named>(&self, field: Field) -> Result<Option<T>, Fault> {
        self.values.choice(field.name())
    }

    /// A multicast, by itself or as PTX writes it: `02_13`, `warpx2::02_13`.
    fn multicast(&self) -> Result<Option<Multicast>, Fault> {
        self.values.read(Field::Multicast.name(), Multicast::from_ptx)
    }

    fn missing(&self, field: Field) -> Fault {
        self.said(field, format!("{field} is missing"))
    }

    fn said(&self, field: Field, why: String) -> Fault {
        self.values.fault(field.name(), why)
    }

    fn fault(&self, fault: Answerless) -> Fault {
        self.said(fault.field, fault.why)
    }
}
