//! The link of the builder: that of a layout, and what was chosen of its instruction, as in
//! `#/build/wgmma?mn=128&n=256&d=f16&other_major=MN`.

use crate::link::form::{FormKey, OpenedForm, choice, pairs, read_pairs, said, within, written};
use crate::link::read::shown_from_link;
use crate::link::route::build_address;
use crate::link::write::link_from_shown;
use crate::state::Shown;
use swizzle_code::build::SaidInstruction;
use swizzle_code::{Language, number_from_text, raw_from_hex};
use swizzle_core::Element;
use swizzle_core::hardware::{CtaForm, Kind, Named as _, Operand};
use swizzle_infer::spec_from_said;
use swizzle_tmem::plan::Mma;
use swizzle_tmem::tensor_memory::COLUMNS;

/// Contents of the builder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuildShown {
    /// The layout.
    pub layout: Shown,
    /// Specified values of the instruction.
    pub instruction: SaidInstruction,
    /// Language of the code.
    pub language: Language,
    /// An instruction descriptor of tcgen05 that was typed or flipped in the place of the built one.
    pub idesc: Option<u32>,
}

/// Frozen: what a link means by silence.
impl Default for BuildShown {
    fn default() -> Self {
        Self {
            layout: Shown::default(),
            instruction: SaidInstruction::default(),
            language: Language::Cuda,
            idesc: None,
        }
    }
}

/// Rows of the other operand that one instruction takes at the most.
pub const OTHER_MAX: u32 = 256;

/// The keys beside those of the layout.
const KEYS: &[FormKey<BuildShown>] = &[
    said!("kind", instruction.kind),
    said!("d", instruction.accumulator),
    FormKey {
        name: "n",
        read: |shown, value| other_extent(shown, Operand::A, value),
        write: |shown| other_text(shown, Operand::A),
    },
    FormKey {
        name: "m",
        read: |shown, value| other_extent(shown, Operand::B, value),
        write: |shown| other_text(shown, Operand::B),
    },
    said!("other_element", instruction.other_element),
    said!("other_major", instruction.other_major),
    said!("a_from", instruction.source_of_a),
    said!("form", instruction.form),
    said!("vec", instruction.vec),
    said!("load", instruction.load),
    choice!("language", language),
    FormKey {
        name: "idesc",
        read: |shown, value| {
            let raw = raw_from_hex(value)?;
            let raw = u32::try_from(raw).map_err(|_| "has more than 32 bits".to_string())?;
            shown.idesc = Some(raw);
            Ok(())
        },
        write: |shown| {
            shown
                .idesc
                .map(|raw| format!("0x{raw:08x}"))
                .unwrap_or_default()
        },
    },
    said!("pack", instruction.pack),
    FormKey {
        name: "d_column",
        read: |shown, value| {
            shown.instruction.d_column = Some(within(value, 0..=COLUMNS - 1)?);
            Ok(())
        },
        write: |shown| {
            let column = shown.instruction.d_column;
            column.map(|column| column.to_string()).unwrap_or_default()
        },
    },
    said!("d_lane", instruction.d_lane),
];

/// The operand that the layout is of.
fn operand(shown: &BuildShown) -> Operand {
    let said = &shown.layout.said;
    spec_from_said(said).map_or(said.reader.operand.unwrap_or(Operand::A), |spec| {
        spec.reader().operand
    })
}

fn other_extent(shown: &mut BuildShown, beside: Operand, value: &str) -> Result<(), String> {
    if operand(shown) != beside {
        let mn = beside.mn_letter();
        return Err(format!("the layout itself has {mn} here: it is “mn”"));
    }
    match number_from_text(value)? {
        rows @ 1..=OTHER_MAX => {
            shown.instruction.other_mn = Some(rows);
            Ok(())
        }
        _ => Err(format!("must be 1 to {OTHER_MAX}")),
    }
}

fn other_text(shown: &BuildShown, beside: Operand) -> String {
    let rows = shown
        .instruction
        .other_mn
        .filter(|_| operand(shown) == beside);
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
#[must_use]
pub fn build_from_link(link: &str) -> OpenedForm<BuildShown> {
    let link = link.trim();
    let rest = link.strip_prefix("#/build").unwrap_or(link);
    let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
    let is_own = |part: &&str| {
        let name = part.split('=').next();
        KEYS.iter().any(|key| Some(key.name) == name)
    };
    let (own, layout): (Vec<&str>, Vec<&str>) = pairs(query).partition(is_own);
    let opened = shown_from_link(&format!(
        "#/{}?{}",
        path.trim_start_matches('/'),
        layout.join("&")
    ));
    let mut notices = opened.notices;
    let shown = BuildShown {
        layout: opened.shown,
        ..BuildShown::default()
    };
    let shown = read_pairs(shown, KEYS, own.into_iter(), &mut notices);
    OpenedForm { shown, notices }
}

/// The link of the builder, from `#` on.
#[must_use]
pub fn link_from_build(shown: &BuildShown) -> String {
    let link = build_address(&link_from_shown(&shown.layout));
    match written(shown, &BuildShown::default(), KEYS) {
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
#[must_use]
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
