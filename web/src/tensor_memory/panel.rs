//! The panel: the instruction, its regions, and the load that reads back.

use swizzle_core::hardware::{CopyShape, CtaForm, Kind};
use swizzle_core::{Named as _, Sparsity};
use swizzle_draw::scene::LoadPicture;
use swizzle_tmem::moves::{LoadShape, Multicast};
use swizzle_tmem::plan::{Cell, Mma, Plan, ReadBack, Witness};
use swizzle_tmem::tensor_memory::{COLUMNS, WARP_LANES};
use swizzle_view::link::{TensorMemoryShown, copies, copy_name};
use yew::prelude::*;

use super::regions::regions;
use crate::element::{Element, el, fragment};
use crate::page::Look;
use crate::page::field::{NumberField, One, list, row, segments};

/// The whole panel.
pub(super) fn panel(
    shown: &TensorMemoryShown,
    picture: &LoadPicture,
    (region, hovered, look): (Option<usize>, Option<usize>, Look),
    on_shown: &Callback<TensorMemoryShown>,
    on_region: &Callback<Option<usize>>,
) -> Element {
    fragment()
        .child(instruction(shown, picture, on_shown))
        .child(regions(
            shown,
            picture,
            (region, hovered, look),
            on_shown,
            on_region,
        ))
        .child(read_back(shown, picture, on_shown))
        .child(copy_in(shown, on_shown))
}

/// The copy from shared memory that is looked at.
fn copy_in(shown: &TensorMemoryShown, on_shown: &Callback<TensorMemoryShown>) -> Element {
    let one = |copy: Option<(CopyShape, Multicast)>| {
        let words = copy.map_or("none".into(), copy_name);
        let change = TensorMemoryShown {
            copy,
            ..shown.clone()
        };
        One::new(words, shown.copy == copy, change)
    };
    let all = std::iter::once(None).chain(copies().into_iter().map(Some));
    el("section").child(el("h2").child("Copy in")).child(row(
        "tcgen05.cp",
        list("tcgen05.cp", all.map(one).collect(), on_shown),
    ))
}

fn number(label: &'static str, value: u32, step: u32, on_value: Callback<u32>) -> Element {
    let on_value = Callback::from(move |value: Option<u32>| {
        if let Some(value) = value {
            on_value.emit(value);
        }
    });
    let most = 65_536;
    row(
        label,
        fragment().child(html! { <NumberField {label} {value} {step} {most} {on_value} /> }),
    )
}

fn instruction(
    shown: &TensorMemoryShown,
    picture: &LoadPicture,
    on_shown: &Callback<TensorMemoryShown>,
) -> Element {
    let mma = shown.plan.mma;
    let sparsity = picture.laid.sparsity;
    let kinds = Kind::ALL.iter().map(|kind| {
        let change = shown.with_kind(*kind);
        One::new(kind.name(), *kind == mma.kind, change)
    });
    let form = |words: &'static str, form: CtaForm, is_chosen: bool| {
        One::new(words, is_chosen, shown.with_form(form))
    };
    let is_pair = mma.form == CtaForm::Two;
    let is_ws = mma.form == CtaForm::WeightStationary;
    let groups = vec![
        form("1", if is_ws { mma.form } else { CtaForm::One }, !is_pair),
        form("2", CtaForm::Two, is_pair),
    ];
    let of_ws = vec![
        form("no", if is_pair { mma.form } else { CtaForm::One }, !is_ws),
        One {
            is_off: mma.kind.is_block_scaled() || is_pair,
            ..form("yes", CtaForm::WeightStationary, is_ws)
        },
    ];
    let with = |change: &dyn Fn(&mut Plan)| {
        let mut shown = shown.clone();
        change(&mut shown.plan);
        shown
    };
    let rows = mma.kind.m_extents(mma.form, sparsity).single;
    let rows = rows
        .iter()
        .map(|m| One::new(m.to_string(), *m == mma.m, with(&|plan| plan.mma.m = *m)));
    let rows: Vec<_> = rows.collect();
    let only_m = (rows.len() == 1).then(|| {
        el("p")
            .class("hint")
            .child("The only M of this kind and cta_group")
    });
    let vec = (mma.kind == Kind::Mxf4nvf4).then(|| {
        let block = |block: u32| {
            let change = with(&|plan| plan.mma.block = block);
            One::new(block.to_string(), mma.known_block() == block, change)
        };
        let all = vec![block(16), block(32)];
        row(
            "k per factor",
            segments("Elements of K per scale factor", all, on_shown),
        )
    });
    let is_contested = picture.laid.regions().any(|one| one.is_contested);
    let reading = is_contested.then(|| {
        let contested: Vec<Witness> = (picture.laid.regions())
            .filter(|region| region.is_contested)
            .map(|region| shown.plan.reading_of(region.what))
            .collect();
        let one = |words: &'static str, witness: Witness| {
            let change = with(&|plan| plan.witness = Some(witness));
            let is_shown = contested.iter().all(|shown| *shown == witness);
            One::new(words, is_shown, change)
        };
        let all = vec![one("PTX", Witness::Ptx), one("CuTe", Witness::Cute)];
        row("Reading", segments("Reading", all, on_shown))
    });
    let n_step = n_step(&mma, sparsity);
    let on_n = crate::page::part_of(shown, on_shown, |shown, n| shown.plan.mma.n = n);
    let on_k = crate::page::part_of(shown, on_shown, |shown, k| shown.plan.mma.k = k);
    el("section")
        .child(el("h2").child("Instruction"))
        .child(row("kind", list("kind", kinds.collect(), on_shown)))
        .child(row("cta_group", segments("cta_group", groups, on_shown)))
        .child(row("M", segments("M", rows, on_shown)))
        .child(only_m)
        .child(number("N", mma.n, n_step, on_n))
        .child(number("K", mma.k, mma.kind.k(sparsity), on_k))
        .child(vec)
        .child(row(".ws", segments(".ws", of_ws, on_shown)))
        .child(reading)
}

/// Step from one N to the next.
fn n_step(mma: &Mma, sparsity: Sparsity) -> u32 {
    match mma.kind.n_extents(mma.form, sparsity, false).step {
        0 => 64,
        step => step,
    }
}

fn read_back(
    shown: &TensorMemoryShown,
    picture: &LoadPicture,
    on_shown: &Callback<TensorMemoryShown>,
) -> Element {
    let with = |change: &dyn Fn(&mut TensorMemoryShown)| {
        let mut shown = shown.clone();
        change(&mut shown);
        shown
    };
    let cell = picture.read.cell;
    let shapes = LoadShape::ALL.iter().map(|shape| {
        let change = with(&|shown| {
            shown.shape = *shape;
            shown.num = shown.num.filter(|num| *num <= shape.most_repeats());
        });
        One::new(shape.name(), *shape == shown.shape, change)
    });
    let usual = ReadBack::usual_num(shown.shape);
    let auto = One::new(
        format!("x{usual}, auto"),
        shown.num.is_none(),
        with(&|shown| shown.num = None),
    );
    let nums = (0..=7_u32).map(|power| 1 << power);
    let nums = nums.filter(|num| *num <= shown.shape.most_repeats());
    let nums = nums.filter(|num| num * shown.shape.registers() <= COLUMNS);
    let nums = nums.map(|num| {
        let change = with(&|shown| shown.num = Some(num));
        One::new(format!("x{num}"), shown.num == Some(num), change)
    });
    let nums: Vec<One<TensorMemoryShown>> = std::iter::once(auto).chain(nums).collect();
    let at_lane = |lane: u32| {
        with(&|shown| {
            shown.cell = Cell { lane, ..cell };
        })
    };
    let warps = (0..4).map(|warp| {
        let lane = warp * WARP_LANES + cell.lane % WARP_LANES;
        One::new(
            warp.to_string(),
            warp == cell.lane / WARP_LANES,
            at_lane(lane),
        )
    });
    let half = (shown.shape.lanes() < WARP_LANES).then(|| {
        let half = |words: &'static str, first: u32| {
            let lane = cell.lane / WARP_LANES * WARP_LANES + first + cell.lane % 16;
            One::new(
                words,
                cell.lane % WARP_LANES / 16 * 16 == first,
                at_lane(lane),
            )
        };
        let all = vec![half("0–15", 0), half("16–31", 16)];
        row("Lanes", segments("Lanes of the warp", all, on_shown))
    });
    let ctas = (shown.plan.mma.ctas() == 2).then(|| {
        let one = |cta: u32| {
            let change = with(&|shown| shown.cell = Cell { cta, ..cell });
            One::new(cta.to_string(), cell.cta == cta, change)
        };
        row("CTA", segments("CTA", vec![one(0), one(1)], on_shown))
    });
    el("section")
        .child(el("h2").child("Read back"))
        .child(segments("tcgen05.ld shape", shapes.collect(), on_shown).class("tensor-shapes"))
        .child(row("Repeat", list("Repeat", nums, on_shown)))
        .child(row("Warp", segments("Warp", warps.collect(), on_shown)))
        .child(half)
        .child(ctas)
}
