//! The link of the builder: that of a layout, and what was chosen of its instruction, as in
//! `#/build/wgmma?mn=128&n=256&d=f16&other_major=MN`.

use super::parameter::Held;
use super::*;
use crate::link::build_address;
use swizzle_code::Language;
use swizzle_code::build::{Instruction, Pack, SaidInstruction};
use swizzle_core::hardware::{Accumulator, wgmma_accumulators};
use swizzle_infer::spec_from_said;
use swizzle_tmem::plan::Mma;

contents! {
    /// Contents of the builder.
    BuildShown {
        /// The layout.
        layout: Shown,
        /// Specified values of the instruction.
        instruction: SaidInstruction,
        /// Language of the code.
        language: Language = Language::Cuda,
        /// An instruction descriptor of tcgen05 that was typed or flipped in the place of the built one.
        idesc: Option<u32>,
    }
}

/// Rows of the other operand that one instruction takes at the most.
pub const OTHER_MAX: u32 = 256;

/// A tile with its instruction, with every value known.
#[derive(Debug, Clone)]
pub struct Building {
    /// Tile and reader.
    pub spec: Spec,
    /// The instruction.
    pub built: Instruction,
}

impl Building {
    /// Whether the instruction has a descriptor of its own.
    fn has_word(&self) -> bool {
        self.spec.reader().arch.has_instruction_descriptor()
    }

    /// Rows of the other operand, where it is this one's tile that is read beside them.
    fn extent(&self, beside: Operand) -> Values {
        let operand = self.spec.reader().operand;
        let is_asked = operand == beside && (operand == Operand::A || self.has_word());
        let values = Values::Number {
            range: (1, OTHER_MAX),
            step: 8,
            is_hex: false,
            unit: "",
            presets: &[8, 64, 128, 256],
        };
        values.when(is_asked)
    }

    fn kinds(&self) -> Values {
        let kinds: Vec<Kind> = Kind::of_element(self.spec.tile().element).collect();
        Values::of(&kinds, Kind::name).when(self.has_word() && kinds.len() > 1)
    }

    fn accumulators(&self) -> Values {
        let all = match self.built.kind {
            Some(kind) => kind.accumulators(),
            None => wgmma_accumulators(self.built.a),
        };
        Values::of(all, Accumulator::name).when(all.len() > 1)
    }

    /// How a `tcgen05.mma` can be issued, by the CTAs of its group.
    fn forms(&self) -> Values {
        let sparsity = self.built.sparsity;
        let has = |kind: Kind, form| !kind.m_extents(form, sparsity).single.is_empty();
        let all = CtaForm::ALL.iter().copied();
        let all = all.filter(|form| self.built.kind.is_some_and(|kind| has(kind, *form)));
        let all: Vec<CtaForm> = all.collect();
        let text = |form| match form {
            CtaForm::One => "1",
            CtaForm::Two => "2",
            CtaForm::WeightStationary => "1, .ws",
        };
        Values::of(&all, text).when(self.has_word())
    }
}

/// The parameters beside those of the layout.
pub const BUILD: Table<BuildShown, Building> = &[(
    "Instruction",
    rows! {
        "kind" "Kind" "kind of the instruction" = instruction.kind or built.kind,
            values: |_, of| of.kinds();
        "d" "Type of D" "accumulator" = instruction.accumulator or built.d,
            values: |_, of| of.accumulators();
        "n" "Instruction N" "columns of B in one instruction",
            read: |shown, text| other_extent(shown, Operand::A, text),
            write: |shown| other_text(shown, Operand::A),
            values: |_, of| of.extent(Operand::A),
            auto: Some(|of| of.built.n.to_string());
        "m" "Instruction M" "rows of A in one instruction",
            read: |shown, text| other_extent(shown, Operand::B, text),
            write: |shown| other_text(shown, Operand::B),
            values: |_, of| of.extent(Operand::B),
            auto: Some(|of| of.built.m.to_string());
        "other_element" = instruction.other_element;
        "other_major" "Major of {other}" "contiguous dimension of the other operand" = instruction.other_major,
            auto: Some(|of| match of.spec.reader().operand {
                Operand::A => of.built.b_major.to_string(),
                Operand::B => of.built.a_major.to_string(),
            });
        "a_from" "A from" "source of A" = instruction.source_of_a or built.source_of_a
            when |_, of| of.spec.reader().operand == Operand::B && !of.has_word();
        "form" "cta_group" "CTAs that multiply together" = instruction.form or built.form,
            values: |_, of| of.forms();
        "vec" "K per scale factor" "elements of K that share a factor" = instruction.vec or built.vec
            when |_, of| of.built.kind == Some(Kind::Mxf4nvf4);
        "load" "Load of D" "shape of tcgen05.ld" = instruction.load or built.load
            when |_, of| of.has_word();
        "language" = language;
        "idesc",
            read: |shown, text| {
                let raw = u32::try_from(raw_from_hex(text)?).map_err(|_| "has more than 32 bits")?;
                shown.idesc = Some(raw);
                Ok(())
            },
            write: |shown| shown.idesc.map_or_else(String::new, |raw| format!("0x{raw:08x}"));
        // A specified value stays within reach where it no longer fits.
        "pack" "Packing of the load" "16-bit elements in a register" = instruction.pack or built.pack
            when |_, of| of.has_word() && (of.built.d == Accumulator::F16 || of.built.pack != Pack::None);
        "d_column" "Column of D" "first column, from the allocated ones on" = instruction.d_column [0..=COLUMNS - 1],
            values: |_, of| Values::number(0, COLUMNS - 1, 32).when(of.has_word()),
            auto: Some(|of| of.built.d_column.to_string());
        "d_lane" "First lane of D" "where D fills 16 of each 32 lanes" = instruction.d_lane or built.d_lane
            when |_, of| of.has_word() && (of.built.has_half_the_lanes() || of.built.d_lane != Alignment::Zero);
    },
)];

/// The operand that the layout is of.
fn operand(shown: &BuildShown) -> Operand {
    let said = &shown.layout.said;
    spec_from_said(said).map_or(said.reader.operand.unwrap_or(Operand::A), |spec| spec.reader().operand)
}

fn other_extent(shown: &mut BuildShown, beside: Operand, value: &str) -> Result<(), String> {
    if operand(shown) != beside {
        let mn = beside.mn_letter();
        return Err(format!("the layout itself has {mn} here: it is “mn”"));
    }
    Held::parse(value, 1..=OTHER_MAX).map(|rows| shown.instruction.other_mn = rows)
}

fn other_text(shown: &BuildShown, beside: Operand) -> String {
    let rows = shown.instruction.other_mn.filter(|_| operand(shown) == beside);
    rows.map(|rows| rows.to_string()).unwrap_or_default()
}

/// Opens a link of the builder, as far as it goes.
///
/// ```
/// use swizzle_view::link::{build_from_link, link_from_build};
/// let link = "#/build/tcgen05?mn=128&d=f16&n=256&other_major=MN";
/// let opened = build_from_link(link);
/// assert_eq!(opened.notices, []);
/// assert_eq!(opened.shown.layout.said.tile.mn, Some(128));
/// assert_eq!(opened.shown.instruction.other_mn, Some(256));
/// assert_eq!(link_from_build(&opened.shown), link);
/// ```
pub fn build_from_link(link: &str) -> OpenedForm<BuildShown> {
    let link = link.trim();
    let rest = link.strip_prefix("#/build").unwrap_or(link);
    let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
    let is_own = |part: &&str| {
        let name = part.split('=').next();
        keys(BUILD).any(|key| Some(key.key) == name)
    };
    let (own, layout): (Vec<&str>, Vec<&str>) = query.split('&').partition(is_own);
    let opened = shown_from_link(&format!("#/{}?{}", path.trim_start_matches('/'), layout.join("&")));
    let mut notices = opened.notices;
    let shown = BuildShown { layout: opened.shown, ..BuildShown::default() };
    let shown = read_pairs(shown, BUILD, &own.join("&"), &mut notices);
    OpenedForm { shown, notices }
}

/// The link of the builder, from `#` on.
pub fn link_from_build(shown: &BuildShown) -> String {
    let link = build_address(&link_from_shown(&shown.layout));
    match written(shown, &BuildShown::default(), BUILD) {
        own if own.is_empty() => link,
        own if link.contains('?') => format!("{link}&{own}"),
        own => format!("{link}?{own}"),
    }
}

/// The link of the builder for what two CTAs multiply: A's tile of one of them, and the instruction of both. None of one CTA.
///
/// ```
/// use swizzle_core::hardware::{CtaForm, Kind};
/// use swizzle_tmem::plan::Mma;
/// use swizzle_view::link::link_of_pair;
/// let mma = Mma { kind: Kind::F16, form: CtaForm::Two, m: 256, n: 256, k: 64, block: 16 };
/// let link = link_of_pair(&mma).unwrap();
/// assert_eq!(link, "#/build/tcgen05?element=bf16&mn=128&k=64&rows=128&kind=f16&form=cta-group-2&n=256");
/// ```
pub fn link_of_pair(mma: &Mma) -> Option<String> {
    if mma.form != CtaForm::Two {
        return None;
    }
    let element = match mma.kind {
        Kind::F16 => Element::Bf16,
        kind => *kind.elements().first()?,
    };
    let vec = match mma.kind {
        Kind::Mxf4nvf4 => format!("&vec={}", mma.known_block()),
        _ => String::new(),
    };
    let (rows, kind) = (mma.m / 2, mma.kind.name());
    Some(format!(
        "#/build/tcgen05?element={}&mn={rows}&k={}&rows={rows}&kind={kind}&form={}&n={}{vec}",
        element.name(),
        mma.k,
        mma.form.name(),
        mma.n
    ))
}
