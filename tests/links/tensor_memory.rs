//! Links of tensor memory: frozen ones, every state and its link, and what cannot be opened.

use proptest::prelude::*;
use swizzle_code::build::{Instruction, pair_of_ctas, spec_for_building};
use swizzle_core::hardware::{CopyShape, CtaForm, Kind};
use swizzle_core::{Named as _, Sparsity};
use swizzle_lints::tensor_memory::{ReadPlan, findings_from_read_plan};
use swizzle_lints::verdict_of_plan;
use swizzle_tests::seed;
use swizzle_tmem::moves::{LoadShape, Multicast};
use swizzle_tmem::plan::{Cell, Mma, Place, Plan, What, Witness};
use swizzle_tmem::tensor_memory::Alignment;
use swizzle_view::link::{
    COPIES, TensorMemoryShown, build_from_link, form_from_link, link_from_form, link_of_pair,
};

use crate::any::choice;
use crate::links::forms::{refused, survives};
use crate::links::frozen_forms::form;

prop_compose! {
    fn place()(
        what in choice::<What>(),
        column in prop::option::of(0_u32..700),
        alignment in choice::<Alignment>(),
    ) -> Place {
        Place { what, column, alignment }
    }
}

prop_compose! {
    fn shown()(
        (kind, form, witness, shape) in
            (choice::<Kind>(), choice::<CtaForm>(), prop::option::of(choice::<Witness>()), choice::<LoadShape>()),
        (m, n, k) in (0_u32..1024, 0_u32..1024, 0_u32..8192),
        block in prop::sample::select(vec![16_u32, 32]),
        places in prop::collection::vec(place(), 0..16),
        allocated in prop::option::of(0_u32..1024),
        num in prop::option::of(prop::sample::select(vec![1_u32, 2, 4, 8, 16, 32, 64, 128])),
        (cta, lane, column) in (0_u32..2, 0_u32..128, 0_u32..512),
        selected in prop::option::of(0_usize..16),
        copy in prop::option::of(prop::sample::select(COPIES.map(|(_, shape, multicast)| (shape, multicast)).to_vec())),
        id in prop::option::of(0_u32..4),
    ) -> TensorMemoryShown {
        let mma = Mma { kind, form, m, n, k, block };
        let plan = Plan { mma, witness, places, allocated };
        TensorMemoryShown { plan, shape, num, cell: Cell { cta, lane, column }, selected, copy, id }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, rng_seed: seed(), ..ProptestConfig::default() })]

    #[test]
    fn a_plan_survives_its_link(shown in shown()) {
        survives(&shown)?;
        // Any plan is drawn without a panic.
        let laid = shown.plan.laid();
        for held in laid.at(shown.cell) {
            prop_assert!(!held.text().is_empty());
        }
                let found = findings_from_read_plan(&ReadPlan { plan: shown.plan.clone(), load: shown.shape });
        let _ = (laid.overlaps(), laid.allocation(), verdict_of_plan(&laid, &found));
    }

    #[test]
    fn no_query_breaks_a_plan(query in "[a-z_&=?#%,@+0-9]{0,60}") {
        let link = format!("#/tensor-memory?{query}");
        let shown = form_from_link::<TensorMemoryShown>(&link).shown;
        prop_assert_eq!(&form_from_link::<TensorMemoryShown>(&link_from_form(&shown)).shown, &shown);
    }
}

#[test]
fn frozen_links_of_tensor_memory_open_what_they_always_did() {
    let silent = TensorMemoryShown {
        plan: Plan {
            mma: Mma { kind: Kind::Mxf4nvf4, form: CtaForm::One, m: 128, n: 256, k: 256, block: 16 },
            witness: None,
            places: [What::D, What::Sfa, What::Sfb, What::A].map(Place::packed).into(),
            allocated: None,
        },
        shape: LoadShape::S16x256b,
        num: None,
        cell: Cell { cta: 0, lane: 44, column: 12 },
        selected: None,
        copy: None,
        id: None,
    };
    assert_eq!(form::<TensorMemoryShown>("#/tensor-memory"), silent);
    assert_eq!(form::<TensorMemoryShown>("#/tensor-memory?cta_group=1&ws=0&kind=mxf4nvf4"), silent);
    let all = TensorMemoryShown {
        plan: Plan {
            mma: Mma { kind: Kind::F16, form: CtaForm::Two, m: 128, n: 64, k: 96, block: 32 },
            witness: Some(Witness::Cute),
            places: vec![
                Place { what: What::D, column: Some(0), alignment: Alignment::Sixteen },
                Place::packed(What::Metadata),
                Place { column: Some(264), ..Place::packed(What::Sfb) },
            ],
            allocated: Some(48),
        },
        shape: LoadShape::S32x32b,
        num: Some(64),
        cell: Cell { cta: 1, lane: 70, column: 33 },
        selected: Some(2),
        copy: None,
        id: None,
    };
    let link = "#/tensor-memory?kind=f16&cta_group=2&m=128&n=64&k=96&vec=32&reading=cute&regions=d16@0,metadata,sfb@264&allocated=48&shape=32x32b&num=64&cta=1&lane=70&column=33&selected=2";
    assert_eq!(form::<TensorMemoryShown>(link), all);
    assert_eq!(link_from_form(&all), link);
    let later = "#/tensor-memory?lane=0&column=4&cp=64x128b.02_13&id=2";
    let shown = form::<TensorMemoryShown>(later);
    assert_eq!(shown.copy, Some((CopyShape::R64x128b, Multicast::W02x13)));
    assert_eq!((shown.id, link_from_form(&shown)), (Some(2), later.into()));
    // What a kind and a form bring along.
    let of = |link: &str| {
        let Plan { mma, places, .. } = form::<TensorMemoryShown>(link).plan;
        let whats: Vec<What> = places.iter().map(|place| place.what).collect();
        (mma.form, mma.m, mma.n, whats)
    };
    assert_eq!(of("#/tensor-memory?kind=f16&ws=1"), (CtaForm::WeightStationary, 64, 256, vec![What::D]));
    assert_eq!(of("#/tensor-memory?kind=tf32&cta_group=2"), (CtaForm::Two, 256, 256, vec![What::D, What::A]));
    assert_eq!(of("#/tensor-memory?cta_group=2").3, [What::D, What::Sfa, What::Sfb, What::A]);
}

#[test]
fn what_a_plan_cannot_open_is_named_and_the_rest_is_kept() {
    for (link, why) in [
        ("regions=d,sfc", "d, a, sfa, sfb, metadata"),
        ("regions=d@x", "must be 0 to"),
        ("cta_group=3", "must be 1 or 2"),
        ("ws=yes", "must be 0 or 1"),
        ("vec=64", "must be 16 or 32"),
        ("num=3", "a power of two"),
        ("lane=128", "must be 0 to 127"),
        ("column=512", "must be 0 to 511"),
        ("selected=16", "must be 0 to 15"),
        ("cp=64x128b", "64x128b.02_13"),
        ("id=4", "must be 0 to 3"),
        ("shape=16x512b", "32x32b"),
    ] {
        let link = format!("#/tensor-memory?n=64&{link}");
        let (shown, notice) = refused::<TensorMemoryShown>(&link);
        assert_eq!(shown.plan.mma.n, 64, "{link}");
        assert!(notice[1].contains(why), "{link}: {}", notice[1]);
    }
}

/// What two CTAs multiply opens in the builder as the same M, N and K, for every kind and every M of a pair.
#[test]
fn a_pair_opens_in_the_builder_as_it_is() {
    for kind in Kind::ALL.iter().copied() {
        for m in kind.m_extents(CtaForm::Two, Sparsity::Dense).single {
            let mma =
                Mma { kind, form: CtaForm::Two, m: *m, n: 192, k: 4 * kind.k(Sparsity::Dense), block: 16 };
            let link = link_of_pair(&mma).unwrap();
            let opened = build_from_link(&link);
            assert_eq!(opened.notices, [], "{link}");
            let said = opened.shown.instruction;
            let spec = spec_for_building(&opened.shown.layout.said, said.form).unwrap();
            let instruction = Instruction::of(&spec, &said);
            let pair = pair_of_ctas(&spec, &instruction).expect(&link);
            assert_eq!(instruction.kind, Some(kind), "{link}");
            assert_eq!((pair.m, pair.n, pair.k), (mma.m, mma.n, mma.k), "{link}");
            assert!(pair.idesc.is_some(), "{link}");
        }
    }
    assert_eq!(link_of_pair(&Mma::default()), None);
}
