//! What is behind the instructions and words of the page: copies, steps, loads, the parts of a cell, what each CTA holds.

use super::*;
use crate::link::link_of_pair;
use crate::{Shown as Atlas, link_from_shown};
use swizzle_core::hardware::{CopyShape, Use};
use swizzle_core::{Element, Major, Said, Sparsity, Swizzle};
use swizzle_draw::scene::{BlockWords, StepRow, step_rows};
use swizzle_lints::{copy_text, mma_text};
use swizzle_tmem::scale::{BLOCK_BYTES, BlockCopy};

/// A table of values.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Table {
    /// Its name.
    pub name: &'static str,
    /// Heads of the columns.
    pub heads: Vec<String>,
    /// Its rows, each with its head.
    pub rows: Vec<Vec<String>>,
    /// The row that is looked at.
    pub here: Option<usize>,
    /// The rows at fault.
    pub wrong: Vec<usize>,
    /// A link for each row, with its words; none where there are none.
    pub links: Vec<String>,
    /// What a press of a row's head is of: the factor that it leads to.
    pub steps: Vec<u32>,
}

/// What opens.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pop {
    /// An instruction.
    pub code: String,
    /// Sentences.
    pub lines: Vec<String>,
    /// A table.
    pub table: Option<Table>,
    /// Formulas and sources.
    pub sources: Vec<Source>,
    /// A link with its words.
    pub link: Option<(String, &'static str)>,
}

/// Rows of a copy's source, and bytes of each.
const SOURCE: (u32, u32) = (32, 16);

/// Check's link of a copy's descriptor: 32 rows of 16 bytes.
fn link_of_copy(copy: &BlockCopy) -> String {
    let mut said = Said::default().with_given(copy.descriptor);
    said.reader.used_for = Some(Use::Copy);
    said.reader.shape = Some(CopyShape::R32x128b);
    said.tile.element = Some(Element::U8);
    said.tile.major = Some(Major::K);
    said.tile.swizzle = Some(Swizzle::None);
    (said.tile.mn, said.tile.k) = (Some(SOURCE.0), Some(SOURCE.1));
    link_from_shown(&Atlas { said, ..Atlas::default() })
}

/// The copies that bring the blocks to tensor memory, each with its descriptor.
fn copies(stage: &ScaleStage, here: usize) -> Table {
    let (shape, blocks) = (&stage.shape, BlockWords::of(stage));
    let mut wrong = Vec::new();
    let row = |(number, copy): (usize, &BlockCopy)| {
        let block = (copy.byte - shape.first_byte) / BLOCK_BYTES;
        let there = blocks.get(block as usize);
        let mut contents = there.map_or_else(String::new, |one| one.actual.join(", "));
        if let Some(expected) = there.and_then(|one| one.expected.as_ref()) {
            wrong.push(number);
            contents += &format!("; expected {}", expected.join(", "));
        }
        vec![
            format!("block {block}"),
            copy.descriptor.to_string(),
            format!("{:#x}", copy.byte),
            (shape.first_column + copy.column).to_string(),
            contents,
        ]
    };
    let rows = stage.copies.iter().enumerate().map(row).collect();
    let descriptor = format!("descriptor: {}", copy_text(stage));
    Table {
        name: "Copies with their descriptors",
        heads: ["", &descriptor, "start", "column", "contents"].map(String::from).into(),
        rows,
        here: Some(here),
        wrong,
        links: stage.copies.iter().map(link_of_copy).collect(),
        ..Table::default()
    }
}

/// The instructions along K, with column and id of their factors; none where it is not known which they use.
pub fn steps(stage: &ScaleStage, (row, factor): (u32, u32)) -> Option<Table> {
    let per_step = stage.shape.scaling.per_step();
    let all = step_rows(stage, (row, factor));
    let here = all.iter().position(|one| one.step == factor / per_step);
    let cells = |one: &StepRow| {
        let k = format!("{}–{}", one.k.0, one.k.1);
        vec![one.step.to_string(), k, one.column.to_string(), one.id.to_string()]
    };
    (!all.is_empty()).then(|| Table {
        name: "Steps along K",
        heads: ["step", "K", "column", "id"].map(String::from).into(),
        rows: all.iter().map(cells).collect(),
        here,
        steps: all.iter().map(|one| one.step * per_step).collect(),
        ..Table::default()
    })
}

impl Facts {
    /// What is behind an instruction, given how it is called on the wire.
    pub fn operation(&self, at: &Shown, words: &str) -> Pop {
        let stage = self.stage().zip(self.followed(at));
        let mut pop = Pop::default();
        match (words.split([' ', ',']).next(), &self.copy, stage) {
            (Some("cp"), Some(picture), _) => {
                let ctas = self.shown.tensor.plan.mma.ctas();
                let (copy, first) = (&picture.copy, picture.first_column);
                pop.code = format!(
                    "tcgen05.cp.cta_group::{ctas}.{}{} [taddr + {first:#010x}], descriptor",
                    copy.shape,
                    copy.multicast.ptx()
                );
                pop.lines.push(self.copied(at));
                if ctas == 2 {
                    pop.lines.push("Both CTAs of the pair get it. PTX ISA 9.1 reads the source of one CTA, 9.3 that of each; not measured.".into());
                }
                pop.sources = self.sources(at);
            }
            (Some("cp"), None, Some((stage, followed))) => {
                let ctas = stage.shape.form.ctas();
                pop.code =
                    format!("tcgen05.cp.cta_group::{ctas}.32x128b.warpx4 [taddr + column], descriptor");
                pop.table = Some(copies(stage, followed.copy));
            }
            (Some("mma"), _, Some((stage, followed))) => {
                pop.table = steps(stage, (followed.row, followed.factor));
                pop.lines.extend(mma_text(stage, &followed));
                if pop.table.is_none() {
                    pop.lines.push("K = 96 (sm_103a): the ids count bytes, and factors may run across two words. The figures that place them could not be read, and no program was found that does.".into());
                }
            }
            (Some("ld"), ..) => {
                let load = self.load(at);
                pop.code = load.map_or_else(String::new, |load| load.read.line());
                pop.lines = self.loaded(at);
            }
            _ => {}
        }
        pop
    }

    /// What each CTA of a pair holds: rows and columns of D, rows of A, columns of B.
    pub fn of_pair(&self) -> Option<Pop> {
        let rows = self.pair()?;
        let is_sparse = self.laid.sparsity == Sparsity::Sparse;
        let a = if is_sparse { "A rows, stored" } else { "A rows" };
        let has_a = self.laid.regions().any(|one| one.what == What::A);
        let words = if has_a {
            "B in shared memory, A and D in tensor memory, A and B with all of K"
        } else {
            "A and B in shared memory, with all of K; D in tensor memory"
        };
        let link = link_of_pair(&self.shown.tensor.plan.mma);
        Some(Pop {
            lines: vec![words.into()],
            table: Some(Table {
                name: "What each CTA holds",
                heads: ["", "D rows", "D columns", a, "B columns"].map(String::from).into(),
                rows: rows.map(Vec::from).into(),
                ..Table::default()
            }),
            link: link.map(|link| (link, "Descriptors and instruction descriptor of each CTA, in Build")),
            ..Pop::default()
        })
    }

    /// What the cell holds, part by part.
    pub fn of_cell(&self, at: &Shown) -> Pop {
        let rows = self.parts(at).into_iter();
        Pop { lines: rows.map(|(place, words)| format!("{place}: {words}")).collect(), ..Pop::default() }
    }

    /// What the pictures rest on, in a line.
    pub fn rests_on(&self, at: &Shown) -> String {
        let sources = match at.trip {
            Trip::Fragment => self.asked.evidence,
            Trip::Scale | Trip::Cell => "PTX ISA, CUTLASS and Triton; not measured",
        };
        format!("From the {sources}")
    }

    /// Every formula with its evidence, and what the hardware requires.
    pub fn evidence(&self, at: &Shown) -> Pop {
        let mut sources = self.sources(at);
        sources.extend(self.constraints());
        Pop { lines: vec![self.rests_on(at)], sources, ..Pop::default() }
    }
}
