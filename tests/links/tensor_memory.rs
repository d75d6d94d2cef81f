//! Links of tensor memory: every state and its link, and a pair in the builder.

use proptest::prelude::*;
use swizzle_code::build::{Instruction, pair_of_ctas, spec_for_building};
use swizzle_core::hardware::{CtaForm, Kind};
use swizzle_core::{Named as _, Sparsity};
use swizzle_lints::tensor_memory::{ReadPlan, findings_from_read_plan};
use swizzle_lints::verdict_of_plan;
use swizzle_tests::cases;
use swizzle_tmem::moves::LoadShape;
use swizzle_tmem::plan::{Cell, Mma, Place, Plan, What, Witness};
use swizzle_tmem::tensor_memory::Alignment;
use swizzle_view::link::{COPIES, TensorMemoryShown, build_from_link, link_of_pair};

use crate::any::choice;
use crate::links::forms::survives;

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
    #![proptest_config(cases(700, 8000))]

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
            assert_eq!((pair.both.m, pair.both.n, pair.k), (mma.m, mma.n, mma.k), "{link}");
            assert!(pair.both.idesc().is_some_and(|idesc| idesc.is_ok()), "{link}");
        }
    }
    assert_eq!(link_of_pair(&Mma::default()), None);
}
