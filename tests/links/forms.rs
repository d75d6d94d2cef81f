//! Links of the pages that are forms: every state survives its link, what cannot be opened is named, no text breaks the reader.

use std::fmt::Debug;

use proptest::prelude::*;
use swizzle_code::Language;
use swizzle_code::build::{Pack, SaidInstruction, ScaleVec, SourceOfA};
use swizzle_core::hardware::Chip;
use swizzle_core::hardware::{Accumulator, CtaForm, Kind};
use swizzle_core::{Element, Major, Named, Operand, Sparsity, Swizzle};
use swizzle_dump::{Example, Values};
use swizzle_lints::tma::TypedMap;
use swizzle_tests::seed;
use swizzle_tmem::moves::LoadShape;
use swizzle_tmem::scale::Order;
use swizzle_tmem::tensor_memory::Alignment;
use swizzle_view::Shown;
use swizzle_view::link::{
    BuildShown, DumpShown, DumpShows, Form, JourneyShown, KernelShown, LanesShown, LanesTab, OpenedForm,
    ScaleShown, SupportShown, TensorMemoryShown, TmaShown, WhyScene, WhyShown, build_from_link,
    form_from_link, form_keys, link_from_build, link_from_form, link_from_why, why_from_link,
};
use swizzle_warp::{Access, Form as Rows, FragmentName, Preset, Wires, mma};

use crate::any::{choice, said};

/// Text that a user may type into a field.
fn typed() -> impl Strategy<Value = String> {
    prop_oneof![
        "[0-9]{1,4}(, [0-9]{1,4}){0,4}",
        "\\(lane[ %/*+&-]{1,3}[0-9], [a-z ]{0,8}\\)",
        "0x[0-9a-f]{0,16}",
        "[ ,+%&=?#]{0,6}",
        ".{0,24}",
    ]
}

/// Said or not.
fn maybe<T: Named + Debug>() -> impl Strategy<Value = Option<T>> {
    prop::option::of(choice())
}

/// Some widths of an element.
fn bits() -> impl Strategy<Value = u32> {
    prop::sample::select(vec![8_u32, 16, 32])
}

prop_compose! {
    fn dump()(
        (example, bytes, element_bits, values) in
            (maybe::<Example>(), prop::option::of(any::<u64>()), bits(), maybe::<Values>()),
        (mn, k, address, descriptor) in (typed(), typed(), typed(), typed()),
        (major, shows) in (choice::<Major>(), choice::<DumpShows>()),
        layout in 0_usize..9,
    ) -> DumpShown {
        DumpShown { example, bytes, element_bits, values, mn, k, address, descriptor, major, layout, shows }
    }
}

prop_compose! {
    fn map()(
        (data_type, swizzle, interleave) in (typed(), typed(), typed()),
        (extents, strides, box_elements, element_strides) in (typed(), typed(), typed(), typed()),
        (rank, global_address, l2_promotion, oob_fill) in (typed(), typed(), typed(), typed()),
        (channels, pixels, lower_corner, upper_corner) in (typed(), typed(), typed(), typed()),
    ) -> TypedMap {
        TypedMap {
            data_type, swizzle, interleave, extents, strides, box_elements, element_strides, rank,
            global_address, channels, pixels, lower_corner, upper_corner, l2_promotion, oob_fill,
        }
    }
}

prop_compose! {
    fn tma()(
        map in map(),
        target in prop::sample::select(Chip::with_tma().collect::<Vec<_>>()),
        (destination, descriptor, buffer) in (typed(), typed(), typed()),
        (element, major) in (choice::<Element>(), choice::<Major>()),
        tile in prop::sample::select(vec!["", "#/", "#/tcgen05?mn=128&k=64&cell=3,8"]),
    ) -> TmaShown {
        TmaShown {
            target, map, destination, buffer, descriptor, element, major, tile: tile.into(),
        }
    }
}

/// Nothing, a form, and an opcode.
fn mma_forms() -> Vec<String> {
    ["", "m16n8k16.f16", "m16n8k64.kind::mxf4.e2m1", "stmatrix.sync.aligned.m8n8.x2.shared.b16"]
        .map(String::from)
        .into()
}

prop_compose! {
    fn lanes()(
        (preset, access) in (choice::<Preset>(), choice::<Access>()),
        (formula, rows, columns) in (typed(), typed(), typed()),
        (element, major) in (choice::<Element>(), choice::<Major>()),
        layout in prop::sample::select(Rows::ALL.to_vec()),
        (fragment, fragment_bits) in (choice::<FragmentName>(), bits()),
        (mma, operand) in (prop::sample::select(mma_forms()), choice::<mma::Operand>()),
        tab in choice::<LanesTab>(),
        wires in (0_u32..8).prop_map(Wires::from_mask),
    ) -> LanesShown {
        LanesShown {
            tab, preset, access, formula, element, major, rows, columns, layout, fragment, fragment_bits, mma, operand, wires,
        }
    }
}

prop_compose! {
    fn scale()(
        (kind, vec) in prop::sample::select(ScaleShown::SCALINGS.to_vec()),
        (operand, written, read) in (choice::<Operand>(), choice::<Order>(), choice::<Order>().prop_filter("a copy reads blocks", |order| order.is_copied())),
        form in prop::sample::select(vec![CtaForm::One, CtaForm::Two]),
        m in prop::sample::select(vec![128_u32, 256]),
        (rows, blocks, row, block) in (1_u32..=256, 1_u32..=32, 0_u32..256, 0_u32..32),
        (start, column, is_k96) in (0_u32..=0x3_fff0, 0_u32..512, any::<bool>()),
    ) -> ScaleShown {
        ScaleShown {
            kind, vec, operand, rows, blocks, form, m, written, read, start, column,
            is_k96: is_k96 && kind != Kind::Mxf8f6f4, row, block,
        }
    }
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
    let is_plain = |c: char| c.is_ascii_graphic() && !"\"<>`".contains(c);
    prop_assert!(link.chars().all(is_plain), "{link}");
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, rng_seed: seed(), ..ProptestConfig::default() })]

    #[test]
    fn a_dump_survives_its_link(shown in dump()) {
        survives(&shown)?;
    }

    #[test]
    fn a_tensor_map_survives_its_link(shown in tma()) {
        survives(&shown)?;
    }

    #[test]
    fn an_access_survives_its_link(shown in lanes()) {
        survives(&shown)?;
    }

    /// A scene keeps its wires, an access what was chosen of it.
    #[test]
    fn the_page_why_survives_its_link(
        shown in lanes(),
        scene in choice::<WhyScene>(),
        xor in (0_u32..8).prop_map(Wires::from_mask),
    ) {
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
    fn a_journey_survives_its_link(
        (scene, base_offset) in (0_usize..7, 0_u8..8),
        sbo in prop::option::of(1_u32..=16),
    ) {
        survives(&JourneyShown { scene, sbo_bytes: sbo.map(|lines| lines * 128), base_offset })?;
    }

    #[test]
    fn scale_factors_survive_their_link(shown in scale()) {
        survives(&shown)?;
        // No state breaks what follows from it.
        if let Ok(stage) = shown.stage() {
            let wrong = stage.wrong_factors();
            prop_assert!(wrong <= shown.rows * shown.blocks);
        }
    }

    #[test]
    fn what_is_built_survives_its_link(shown in build()) {
        let link = link_from_build(&shown);
        let opened = build_from_link(&link);
        prop_assert_eq!(&opened.notices, &vec![], "{}", link);
        prop_assert_eq!(&opened.shown, &shown, "{}", link);
        prop_assert_eq!(link_from_build(&opened.shown), link);
    }

    #[test]
    fn no_query_breaks_a_form(query in "[a-z_&=?#%,+0-9]{0,60}") {
        let link = format!("#/memory/tma?{query}");
        let shown = form_from_link::<TmaShown>(&link).shown;
        prop_assert_eq!(&form_from_link::<TmaShown>(&link_from_form(&shown)).shown, &shown);
        let shown = form_from_link::<LanesShown>(&link.replace("tma", "lanes")).shown;
        prop_assert_eq!(&form_from_link::<LanesShown>(&link_from_form(&shown)).shown, &shown);
        let _ = build_from_link(&query);
    }
}

#[test]
fn every_part_of_a_kernel_survives_its_link() {
    let shown = KernelShown {
        example: String::new(),
        bytes: Some(0x0123_4567_89ab_cdef),
        kernel: 2,
        line: 753,
        operand: Operand::B,
        stage: 1,
        read: "#/wgmma/4000004000000060?operand=A&mn=64&meant_start=0x400".into(),
    };
    let link = link_from_form(&shown);
    assert!(!link[1..].contains('#'), "{link}");
    let opened = form_from_link::<KernelShown>(&link);
    assert_eq!((opened.shown, opened.notices), (shown, vec![]));
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
