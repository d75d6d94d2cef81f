//! Instructions and their tiles.

use swizzle_code::build::{Instruction, Pack, SaidInstruction, ScaleVec, spec_for_building};
use swizzle_code::{Language, Sourced, source_code};
use swizzle_core::hardware::{Accumulator as TypeOfD, CtaForm, Kind};
use swizzle_core::{Arch, Operand, Said, Sparsity, Spec, Swizzle};
use swizzle_tests::{JsonLine, json_lines};
use swizzle_tmem::moves::LoadShape;
use swizzle_tmem::scale::{Copies, ScaleColumns, ScaleSteps, Scaling};
use swizzle_tmem::tensor_memory::{Accumulator, Alignment, Shape, readings};

/// Every shape of a load, as the tables of C++ number them.
pub(crate) const SHAPES: [LoadShape; 5] =
    [LoadShape::S32x32b, LoadShape::S16x64b, LoadShape::S16x128b, LoadShape::S16x256b, LoadShape::S16x32bx2];

/// One instruction and its tile.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Case {
    pub(crate) kind: Kind,
    pub(crate) vec: ScaleVec,
    pub(crate) form: CtaForm,
    pub(crate) sparsity: Sparsity,
    pub(crate) operand: Operand,
    pub(crate) m: u32,
    pub(crate) n: u32,
    pub(crate) k: u32,
    pub(crate) load: LoadShape,
    pub(crate) accumulator: Option<TypeOfD>,
    pub(crate) pack: Pack,
    pub(crate) d_column: u32,
    pub(crate) d_lane: Alignment,
    /// Blocks of the tile, of M or N each.
    pub(crate) blocks: u32,
    pub(crate) swizzle: Option<Swizzle>,
}

pub(crate) const PLAIN: Case = Case {
    kind: Kind::F16,
    vec: ScaleVec::V16,
    form: CtaForm::One,
    sparsity: Sparsity::Dense,
    operand: Operand::A,
    m: 128,
    n: 64,
    k: 64,
    load: LoadShape::S32x32b,
    accumulator: None,
    pack: Pack::None,
    d_column: 0,
    d_lane: Alignment::Zero,
    blocks: 1,
    swizzle: None,
};

impl Case {
    /// A case of words: what is not said is plain.
    pub(crate) fn read(words: &str) -> Self {
        let mut case = PLAIN;
        for word in words.split_whitespace() {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            let number = || value.parse().unwrap_or_else(|error| panic!("{word}: {error}"));
            match key {
                "kind" => case.kind = value.parse().expect(word),
                "vec" => case.vec = if number() == 32 { ScaleVec::V32 } else { ScaleVec::V16 },
                "form" if value == "2" => case.form = CtaForm::Two,
                "form" if value == "ws" => case.form = CtaForm::WeightStationary,
                "sparse" => case.sparsity = Sparsity::Sparse,
                "operand" => case.operand = value.parse().expect(word),
                "m" => case.m = number(),
                "n" => case.n = number(),
                "k" => case.k = number(),
                "load" => case.load = value.parse().expect(word),
                "d" => case.accumulator = Some(value.parse().expect(word)),
                "packed" => case.pack = Pack::Bits16,
                "column" => case.d_column = number(),
                "upper" => case.d_lane = Alignment::Sixteen,
                "blocks" => case.blocks = number(),
                "swizzle" => case.swizzle = Some(value.parse().expect(word)),
                _ => panic!("{words}: what is {word}?"),
            }
        }
        case
    }

    pub(crate) fn built(&self) -> (Spec, Instruction) {
        let mut said = Said::default();
        let (rows, other) = match self.operand {
            Operand::A => (self.m, self.n),
            Operand::B => (self.n, self.m),
        };
        let rows = rows / self.form.ctas();
        said.reader.arch = Some(Arch::Tcgen05);
        said.reader.operand = Some(self.operand);
        said.reader.sparsity = Some(self.sparsity);
        said.reader.rows = Some(rows);
        said.tile.element = Some(self.kind.elements()[0]);
        // A stores half of a sparse row.
        let is_stored = self.sparsity == Sparsity::Sparse && self.operand == Operand::A;
        let k = self.k / if is_stored { 2 } else { 1 };
        (said.tile.mn, said.tile.k) = (Some(self.blocks * rows), Some(k));
        said.tile.swizzle = self.swizzle;
        let spec = spec_for_building(&said, Some(self.form)).expect("a spec");
        let wanted = SaidInstruction {
            kind: Some(self.kind),
            other_mn: Some(other),
            form: Some(self.form),
            vec: Some(self.vec),
            load: Some(self.load),
            accumulator: self.accumulator,
            pack: Some(self.pack),
            d_column: Some(self.d_column),
            d_lane: Some(self.d_lane),
            ..SaidInstruction::default()
        };
        let instruction = Instruction::of(&spec, &wanted);
        (spec, instruction)
    }

    /// The file, or why there is none.
    pub(crate) fn try_code(&self, language: Language, name: &str) -> Result<String, String> {
        let (spec, instruction) = self.built();
        let sourced = Sourced { spec: &spec, instruction: &instruction, name, link: "#/" };
        source_code(language, &sourced).map_err(|error| error.to_string())
    }

    pub(crate) fn code(&self, language: Language, name: &str) -> String {
        let file = self.try_code(language, name);
        let file = file.unwrap_or_else(|error| panic!("{self:?}: {error}"));
        assert!(!file.contains('«'), "{file}");
        file
    }

    pub(crate) fn d(&self) -> Accumulator {
        let shape = Shape { form: self.form, sparsity: self.sparsity, m: self.m, n: self.n };
        let reading = readings(self.form, self.sparsity, self.m).expect("a data path")[0];
        Accumulator::as_read(shape, reading, self.d_lane).expect("an N")
    }

    /// Where so many rows of scale factors are, and the steps that use them.
    pub(crate) fn scales(&self, rows: u32) -> (Scaling, ScaleColumns, ScaleSteps) {
        let vec = if self.kind == Kind::Mxf4nvf4 { self.vec.elements() } else { 32 };
        let scaling = Scaling::new(self.kind, vec).expect("a scaling");
        let factors = self.k / scaling.elements(self.sparsity);
        let columns = ScaleColumns::new(Copies::Four, rows, factors).expect("they fit");
        let k = self.kind.k(self.sparsity);
        let steps = ScaleSteps::new(scaling, self.sparsity, k, &columns).expect("steps");
        (scaling, columns, steps)
    }

    pub(crate) fn is_packed(&self) -> bool {
        self.pack == Pack::Bits16
    }

    /// The lane of D's address.
    pub(crate) fn first_lane(&self) -> u32 {
        match self.d_lane {
            Alignment::Zero => 0,
            Alignment::Sixteen => 16,
        }
    }
}

/// Every D that CuTe printed, and some of types, forms and operands besides, by each load.
pub(crate) fn accumulators() -> Vec<Case> {
    let golden = golden_d().into_iter().map(|line| {
        let form = match (line.text("group"), line.number("cta_group")) {
            ("ws", _) => CtaForm::WeightStationary,
            (_, 2) => CtaForm::Two,
            (_, _) => CtaForm::One,
        };
        Case { form, m: line.number("m"), n: line.number("n"), ..PLAIN }
    });
    let others = OTHERS.map(Case::read);
    let shaped = |case: Case| SHAPES.map(|load| Case { load, ..case });
    golden.chain(others).flat_map(shaped).collect()
}

const OTHERS: [&str; 16] = [
    "operand=B form=2 m=256 n=192",
    "operand=B kind=tf32 n=24 k=32",
    "kind=i8 m=64 n=48 k=128",
    "kind=f8f6f4 sparse form=2 m=256 n=160 k=128",
    // D of 16 bits, packed and not, at columns of its own; and D in the other half of the lanes.
    "d=f16 m=128 n=64",
    "d=f16 m=64 n=32",
    "d=f16 form=2 m=256 n=32",
    "d=f16 form=2 m=128 n=64",
    "d=f16 form=ws m=32 n=64",
    "d=f16 m=128 n=64 packed column=96",
    "d=f16 m=64 n=32 packed column=96",
    "d=f16 form=2 m=256 n=32 packed column=96",
    "d=f16 form=2 m=128 n=64 packed column=96",
    "d=f16 form=ws m=32 n=64 packed column=96",
    "m=64 n=96 column=32 upper",
    "d=f16 packed m=64 n=96 column=32 upper",
];

pub(crate) fn golden_d() -> Vec<JsonLine> {
    let lines = json_lines("blackwell/tmem_d.jsonl").into_iter();
    let is_d = |line: &JsonLine| matches!(line.text("group"), "dense" | "ws") && line.number("bits") == 32;
    lines.filter(is_d).collect()
}

/// Instructions with scale factors, with as many factors of a row as CuTe printed, and others.
pub(crate) fn scaled() -> Vec<Case> {
    [
        "kind=mxf8f6f4 n=128 k=128",
        "kind=mxf8f6f4 n=256 k=256",
        "kind=mxf8f6f4 n=192 k=512 operand=B",
        "kind=mxf4 n=256 k=256",
        "kind=mxf4nvf4 n=256 k=256",
        "kind=mxf4nvf4 n=64 k=512 vec=32",
        "kind=mxf8f6f4 form=2 m=256 n=256 k=128",
        "kind=mxf4nvf4 form=2 m=256 n=256 k=256",
        "kind=mxf8f6f4 n=128 sparse k=512",
        "kind=mxf4nvf4 n=256 sparse form=2 m=256 k=512",
    ]
    .map(Case::read)
    .into()
}
