//! Everything that follows from the tile and what was specified of its instruction: instruction, verdict, reads, code.

use super::*;
use swizzle_core::Read;

/// Reads that are listed; the code has all of them.
pub const LISTED: usize = 64;

/// What follows from the state.
#[derive(Debug, Clone)]
pub struct Facts {
    /// Tile and reader, with every value known.
    pub spec: Spec,
    /// The instruction, with every value known.
    pub built: Instruction,
    /// The title.
    pub line: VerdictLine,
    /// The layouts of the tile's type that its chip reads.
    pub row: SupportRow,
    /// The recommended mode.
    pub best: BestSwizzle,
}

impl Facts {
    /// Works it out.
    ///
    /// # Errors
    /// [`SpecError`] for values without a tile.
    pub fn of(desk: &Desk) -> Result<Self, SpecError> {
        let said = desk.instruction;
        let spec = spec_for_building(&desk.shown.said, said.form)?;
        let built = Instruction::of(&spec, &said);
        let unread = match unread_of(&desk.shown.said, &desk.unread) {
            // What was not read is of the table.
            _ if desk.part.is_some() => Unread::Nothing,
            // The instruction is of the link, too.
            Unread::All if said != SaidInstruction::default() => Unread::Part,
            unread => unread,
        };
        let (reader, tile) = (spec.reader(), spec.tile());
        Ok(Self {
            line: verdict_of_build(&spec, &built).as_far_as_read(unread),
            row: support_row(reader.chip, reader.operand, reader.sparsity, tile.element),
            best: best_swizzle(&spec),
            built,
            spec,
        })
    }

    /// Whether there are reads to list and code to write: not where no instruction supports the layout.
    pub fn is_built(&self) -> bool {
        self.line.kind != VerdictKind::Wrong
    }

    /// The layout that is used.
    pub fn place(&self) -> Place {
        let tile = self.spec.tile();
        (tile.element, tile.major, tile.swizzle)
    }

    /// A stage that there is.
    pub fn stage(&self, stage: u32) -> u32 {
        stage.min(self.spec.tile().stages - 1)
    }

    /// The reads of a stage that are listed, and whether there are more.
    pub fn reads(&self, stage: u32) -> (Vec<Read>, bool) {
        let of_stage = self.spec.reads().filter(|read| read.place.stage == stage);
        let mut reads: Vec<Read> = of_stage.take(LISTED + 1).collect();
        let has_more = reads.len() > LISTED;
        reads.truncate(LISTED);
        (reads, has_more)
    }

    /// Base offset of a read's descriptor, and units that it takes from beyond the tile.
    pub fn beside(&self, read: &Read) -> (u8, u32) {
        let base = self.spec.derived_read(read.place).params().base_offset;
        (base, units_outside(&self.spec, read.place))
    }

    /// The family that reads a layout that this one does not.
    pub fn elsewhere(&self, (element, major, mode): Place) -> Option<SupportCell> {
        let reader = self.spec.reader();
        let other = reader.arch.others().next()?;
        let row = support_row(other.first_chip(), reader.operand, reader.sparsity, element);
        let cell = row.cell(major, mode)?;
        (cell.support != Support::Illegal).then(|| cell.clone())
    }

    /// Why there is no code.
    pub fn refusals(&self) -> Vec<String> {
        let errors = findings_of_build(&self.spec).into_iter();
        let errors = errors.filter(|finding| finding.severity == Severity::Error);
        let why = (self.best.swizzle != self.spec.tile().swizzle).then(|| self.best.why.clone());
        errors.map(|finding| finding.text).chain(why).collect()
    }

    /// The codes of the swizzle field, where the layout's mode has none.
    pub fn codes(&self) -> Option<(Arch, Vec<(u8, Swizzle)>)> {
        let (arch, swizzle) = (self.spec.reader().chip.arch()?, self.spec.tile().swizzle);
        if code_from_swizzle(arch, swizzle).is_some() {
            return None;
        }
        let mode = |code| Some((code, swizzle_from_code(arch, code).ok()?));
        Some((arch, (0..=u8::MAX).map_while(mode).collect()))
    }
}

/// The code of a tile, or why there is none.
///
/// # Errors
/// What the language has no form of.
pub fn code_of(shown: &Shown, said: &SaidInstruction, language: Language) -> Result<String, String> {
    let spec = spec_for_building(&shown.said, said.form).map_err(|error| error.to_string())?;
    let instruction = Instruction::of(&spec, said);
    let layout = Shown::from(shown.said);
    // The link includes the instruction where any of it was specified.
    let link = if *said == SaidInstruction::default() {
        link_from_shown(&layout)
    } else {
        link_from_build(&BuildShown { layout, instruction: *said, language, idesc: None })
    };
    let sourced = Sourced {
        spec: &spec,
        instruction: &instruction,
        name: match spec.reader().operand {
            Operand::A => "tile_a",
            Operand::B => "tile_b",
        },
        link: &browser::address_with(&link),
    };
    source_code(language, &sourced)
}

/// The layout of a cell.
pub const fn place_of(cell: &SupportCell) -> Place {
    (cell.element, cell.major, cell.swizzle)
}

/// Name of a layout.
pub fn name((element, major, mode): Place) -> String {
    format!("{}, {}-major, {}", element.name(), major.name(), mode.name())
}
