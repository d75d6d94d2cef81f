//! Links of the pages that are forms: every state survives its link, what cannot be opened is named, no text breaks the reader.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use swizzle_code::Language;
use swizzle_code::build::{Pack, SaidInstruction, ScaleVec, SourceOfA};
use swizzle_core::hardware::Chip;
use swizzle_core::hardware::{Accumulator, CtaForm, Kind};
use swizzle_core::{Coord, Element, Major, Named, Operand, Sparsity, Swizzle};
use swizzle_draw::journey::{JourneyRead, SBO_BYTES, SCENES, STEP};
use swizzle_params::Values;
use swizzle_tests::cases;
use swizzle_tmem::moves::LoadShape;
use swizzle_tmem::tensor_memory::Alignment;
use swizzle_view::link::{
    BuildShown, DumpShown, Form, JourneyShown, KernelShown, LanesShown, LanesTab, OpenedForm, ScaleShown,
    SupportShown, TensorMemoryShown, TmaShown, WhyScene, WhyShown, build_from_link, form_from_link,
    form_keys, link_from_build, link_from_form, link_from_why, why_from_link, with_text,
};
use swizzle_view::{Shown, shown_from_link};
use swizzle_warp::Wires;

use crate::any::{choice, said};

/// A layout's link, forms of `mma.sync` and an opcode, wires, numbers that few fields take.
const TYPED: [&str; 10] = [
    "#/tcgen05?mn=128&k=64&cell=3,8",
    "#/wgmma/4000004000000060?operand=A&mn=64&meant_start=0x400",
    "m16n8k16.f16",
    "m16n8k64.kind::mxf4.e2m1",
    "stmatrix.sync.aligned.m8n8.x2.shared.b16",
    "101",
    "1",
    "5",
    "96",
    "256",
];

/// Text that a user may type into a field.
fn typed() -> impl Strategy<Value = String> {
    prop_oneof![
        "[0-9]{1,4}(, [0-9]{1,4}){0,4}",
        "\\(lane[ %/*+&-]{1,3}[0-9], [a-z ]{0,8}\\)",
        "0x[0-9a-f]{0,16}",
        "[ ,+%&=?#]{0,6}",
        "[0-9a-f]{16}",
        ".{0,24}",
        prop::sample::select(&TYPED[..]).prop_map(str::to_owned),
    ]
}

/// Said or not.
fn maybe<T: Named + Debug>() -> impl Strategy<Value = Option<T>> {
    prop::option::of(choice())
}

/// An edit of a form: which parameter, which of its values, and a text where it takes any.
type Edit = (Index, Index, String);

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    prop::collection::vec((any::<Index>(), any::<Index>(), typed()), 0..32)
}

/// A form after edits, some of which it refuses.
fn drawn<T: Form>(edits: &[Edit]) -> T {
    let all: Vec<_> = T::TABLE.iter().flat_map(|(_, all)| *all).collect();
    edits.iter().fold(T::default(), |shown, (which, value, text)| {
        let parameter = which.get(&all);
        let text = match (parameter.values)(&shown, &shown) {
            Values::Choice(all) if !all.is_empty() => value.get(&all).name.to_owned(),
            Values::Number { range: (least, most), .. } => {
                (u64::from(least) + value.index((most - least) as usize + 1) as u64).to_string()
            }
            _ => text.clone(),
        };
        with_text(&shown, parameter.key, &text)
    })
}

/// Edits reach every field of a form, by its name in the record as it prints itself.
fn edits_reach_each_field<T: Form + Debug>() {
    let mut runner = TestRunner::deterministic();
    let mut seen = BTreeMap::<String, BTreeSet<String>>::new();
    let fields = |shown: &T| -> Vec<(String, String)> {
        let text = format!("{shown:?}");
        let pairs = text
            .split(", ")
            .filter_map(|field| field.rsplit_once("{ ").map_or(field, |(_, rest)| rest).split_once(": "));
        pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    };
    for _ in 0..300 {
        let edits = edits().new_tree(&mut runner).expect("edits").current();
        for (name, value) in fields(&drawn::<T>(&edits)) {
            seen.entry(name).or_default().insert(value);
        }
    }
    for (name, _) in fields(&T::default()) {
        assert!(seen[&name].len() > 1, "{} {name}: {:?}", T::PATH, seen[&name]);
    }
}

#[test]
fn every_field_of_a_form_is_a_parameter() {
    edits_reach_each_field::<DumpShown>();
    edits_reach_each_field::<TmaShown>();
    edits_reach_each_field::<LanesShown>();
    edits_reach_each_field::<ScaleShown>();
    edits_reach_each_field::<JourneyShown>();
    edits_reach_each_field::<KernelShown>();
    edits_reach_each_field::<SupportShown>();
}

prop_compose! {
    fn build()(
        said in said(),
        (kind, accumulator) in (maybe::<Kind>(), maybe::<Accumulator>()),
        (other_element, other_major) in (maybe::<Element>(), maybe::<Major>()),
        other_mn in prop::option::of(1_u32..=256),
        source_of_a in maybe::<SourceOfA>(),
        (form, vec, load) in (maybe::<CtaForm>(), maybe::<ScaleVec>(), maybe::<LoadShape>()),
        (pack, d_column, d_lane) in (maybe::<Pack>(), prop::option::of(0_u32..512), maybe::<Alignment>()),
        language in choice::<Language>(),
        idesc in prop::option::of(any::<u32>()),
    ) -> BuildShown {
        BuildShown {
            layout: Shown { said, ..Shown::default() },
            instruction: SaidInstruction {
                kind, accumulator, other_mn, other_element, other_major, source_of_a, form, vec, load,
                pack, d_column, d_lane,
            },
            language,
            idesc,
        }
    }
}

pub(crate) fn survives<T: Form + Debug>(shown: &T) -> Result<(), TestCaseError> {
    let link = link_from_form(shown);
    let opened = form_from_link::<T>(&link);
    prop_assert_eq!(&opened.notices, &vec![], "{}", link);
    prop_assert_eq!(&opened.shown, shown, "{}", link);
    // No browser writes it in another way.
    let is_plain = |c: char| c.is_ascii_graphic() && !"\"<>`#".contains(c);
    prop_assert!(link.chars().skip(1).all(is_plain), "{link}");
    Ok(())
}

proptest! {
    #![proptest_config(cases(700, 8000))]

    #[test]
    fn every_form_survives_its_link(edits in edits()) {
        survives(&drawn::<DumpShown>(&edits))?;
        survives(&drawn::<TmaShown>(&edits))?;
        survives(&drawn::<LanesShown>(&edits))?;
        survives(&drawn::<JourneyShown>(&edits))?;
        survives(&drawn::<KernelShown>(&edits))?;
        survives(&drawn::<SupportShown>(&edits))?;
        let shown = drawn::<ScaleShown>(&edits);
        survives(&shown)?;
        // No state breaks what follows from it.
        if let Ok(stage) = shown.stage() {
            prop_assert!(stage.wrong_factors() <= shown.rows * shown.blocks);
        }
    }

    /// A scene keeps its wires, an access what was chosen of it.
    #[test]
    fn the_page_why_survives_its_link(
        edits in edits(),
        scene in choice::<WhyScene>(),
        xor in (0_u32..8).prop_map(Wires::from_mask),
    ) {
        let shown = drawn::<LanesShown>(&edits);
        let wires = shown.wires;
        let (lanes, xor) = match scene {
            WhyScene::Access => (LanesShown { tab: LanesTab::Conflicts, wires: Wires::OPEN, ..shown }, Wires::ALL),
            _ => (LanesShown { wires, ..LanesShown::default() }, xor),
        };
        let shown = WhyShown { scene, lanes, xor };
        let opened = why_from_link(&link_from_why(&shown));
        prop_assert_eq!(opened, OpenedForm { shown, notices: Vec::new() });
    }

    #[test]
    fn what_is_built_survives_its_link(shown in build()) {
        let link = link_from_build(&shown);
        let opened = build_from_link(&link);
        prop_assert_eq!(&opened.notices, &vec![], "{}", link);
        prop_assert_eq!(&opened.shown, &shown, "{}", link);
        prop_assert_eq!(link_from_build(&opened.shown), link);
    }
}

#[test]
fn every_part_of_the_support_matrix_survives_its_link() {
    let shown = Chip::ALL.iter().copied().filter(|chip| SupportShown::is_shown(*chip));
    for chip in shown {
        for operand in Operand::ALL {
            for sparsity in Sparsity::ALL {
                let (operand, sparsity) = (*operand, *sparsity);
                let shown = SupportShown { operand, sparsity, ..SupportShown::default() };
                let shown = shown.with_chip(chip);
                assert_eq!((shown.chip(), shown.has_table()), (chip, chip.arch().is_some()));
                let shown = shown.with_cell((Element::Tf32, Major::Mn, Swizzle::B128Atom32));
                let opened = form_from_link::<SupportShown>(&link_from_form(&shown));
                assert_eq!((opened.shown, opened.notices), (shown, vec![]));
            }
        }
    }
}

#[test]
fn keys_of_forms_are_words_without_escapes() {
    let keys = form_keys::<DumpShown>()
        .chain(form_keys::<TmaShown>())
        .chain(form_keys::<LanesShown>())
        .chain(form_keys::<SupportShown>())
        .chain(form_keys::<KernelShown>())
        .chain(form_keys::<ScaleShown>())
        .chain(form_keys::<JourneyShown>())
        .chain(form_keys::<TensorMemoryShown>());
    for key in keys {
        assert!(key.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_'), "{key}");
    }
}

/// The descriptor that the builder lost on reload: N, kind, type of D and the other major are in the link.
#[test]
fn an_instruction_descriptor_survives_a_reload() {
    use swizzle_code::build::{Instruction, spec_for_building};
    let idesc = |link: &str| {
        let shown = build_from_link(link).shown;
        let spec = spec_for_building(&shown.layout.said, None).expect("a tile");
        let built = Instruction::of(&spec, &shown.instruction);
        built.idesc().expect("tcgen05 has one").expect("a code").raw()
    };
    let layout = "#/build/tcgen05?operand=A&element=f16&major=K&swizzle=128B&mn=128&k=64";
    assert_eq!(idesc(layout), 0x0810_0010);
    let mut shown = build_from_link(layout).shown;
    shown.instruction.other_mn = Some(256);
    let link = link_from_build(&shown);
    assert_eq!(link.strip_prefix(layout), Some("&n=256"));
    assert_eq!(idesc(&link), 0x0840_0010);
    // D as f16, and an MN-major B: bits 4 and 16.
    shown.instruction.accumulator = Some(Accumulator::F16);
    shown.instruction.other_major = Some(Major::Mn);
    let link = link_from_build(&shown);
    assert_eq!(link.strip_prefix(layout), Some("&d=f16&n=256&other_major=MN"));
    assert_eq!(idesc(&link), 0x0841_0000);
}

/// Each scene of the journey opens pages of its own tile: element (3, 40) is at 0x5e0; the read that is broken is broken there, too.
#[test]
fn every_scene_of_the_journey_opens_a_page_in_its_state() {
    let right = JourneyRead::of(SBO_BYTES, 0);
    let read = JourneyRead::of(128, 1);
    let doors: Vec<_> = (0..SCENES).map(|scene| JourneyShown::doors(scene, &read, &right)).collect();
    let opened = |link: &str| shown_from_link(link).shown;
    let mut tiles = 0;
    for (words, link) in doors.iter().flatten().filter(|(words, _)| *words == "Open in Check") {
        let spec = opened(link).spec().expect(words);
        assert_eq!((spec.window().mn, spec.window().k), (64, 64), "{link}");
        assert_eq!(spec.layout().byte_from_element(Coord { mn: 3, k: 40 }).byte, 0x5e0, "{link}");
        tiles += 1;
    }
    assert_eq!(tiles, 7);
    let map = form_from_link::<TmaShown>(&doors[1][0].1);
    assert_eq!((map.notices.len(), &*map.shown.map.box_elements), (0, "64, 64"));
    assert_eq!(opened(&doors[5][0].1).said.given, Some(read.descriptor(STEP)));
    let lanes = form_from_link::<LanesShown>(&doors[6][0].1);
    assert_eq!((lanes.notices.len(), lanes.shown.tab), (0, LanesTab::Registers));
}
