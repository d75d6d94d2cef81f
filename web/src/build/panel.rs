//! The parameters of a build: the atlas' own controls, and what the builder chooses of the instruction.

use swizzle_code::build::{
    Instruction, Pack, SaidInstruction, ScaleVec, SourceOfA, alignment_bytes, best_swizzle,
    buffer_bytes, pair_text,
};
use swizzle_core::hardware::{Accumulator, CtaForm, Kind, wgmma_accumulators};
use swizzle_core::{Major, Named as _, Operand, Order, Spec, Swizzle};
use swizzle_params::ParamId;
use swizzle_text::{grouped, order_text, sparse_text};
use swizzle_tmem::moves::LoadShape;
use swizzle_tmem::tensor_memory::{Alignment, COLUMNS};
use swizzle_view::Route;
use swizzle_view::link::OTHER_MAX;
use yew::prelude::*;

use super::choice::{list, list_of};
use crate::control::{Choice, Edits, Number, number, pick, slot};
use crate::element::{Attr, Element, el, fragment};
use crate::panel::{element_words, layout};
use crate::state::Dispatch;

/// The panel.
pub(super) fn panel(
    spec: &Spec,
    built: &Instruction,
    said: SaidInstruction,
    on_said: &Callback<SaidInstruction>,
    dispatch: &Dispatch,
) -> Element {
    let edits = Edits::new(dispatch);
    let of_tile = match built.form {
        CtaForm::Two => "Tile of each CTA",
        _ => "Tile",
    };
    let section = |title: &'static str, controls: Vec<Html>| {
        el("section").child(el("h2").child(title)).child(controls)
    };
    el("form")
        .class("panel")
        .on_submit(Callback::from(|event: SubmitEvent| event.prevent_default()))
        .child(section(
            "Instruction",
            instruction(spec, built, said, on_said, &edits, dispatch),
        ))
        .child(section("Layout", of_layout(spec, &edits)))
        .child(section(of_tile, tile(spec, &edits)))
        .child(section("Address", address(spec, &edits)))
}

/// The instruction that reads the tile, with its choices.
fn instruction(
    spec: &Spec,
    built: &Instruction,
    said: SaidInstruction,
    on_said: &Callback<SaidInstruction>,
    edits: &Edits,
    dispatch: &Dispatch,
) -> Vec<Html> {
    let reader = spec.reader();
    let has_word = reader.arch.has_instruction_descriptor();
    let choice = |id| edits.choice(Choice::of_param(id, spec, &|_, name| name.into()));
    let kinds: Vec<Kind> = Kind::of_element(spec.tile().element).collect();
    let kind = built.kind.filter(|_| kinds.len() > 1).map(|kind| {
        list(
            "Kind",
            &kinds,
            kind,
            on_said.reform(move |kind| SaidInstruction {
                kind: Some(kind),
                ..said
            }),
        )
    });
    let accumulators: &[Accumulator] = match built.kind {
        Some(kind) => kind.accumulators(),
        None => wgmma_accumulators(built.a),
    };
    let accumulator = (accumulators.len() > 1).then(|| {
        list(
            "Type of D",
            accumulators,
            built.d,
            on_said.reform(move |d| SaidInstruction {
                accumulator: Some(d),
                ..said
            }),
        )
    });
    let (label, value, other_major) = match reader.operand {
        Operand::A => ("Instruction N", built.n, built.b_major),
        Operand::B => ("Instruction M", built.m, built.a_major),
    };
    let extent = (reader.operand == Operand::A || has_word).then(|| {
        let field = Number {
            label,
            value,
            step: 8,
            min: 1,
            max: OTHER_MAX,
            is_said: Some(said.other_mn.is_some()),
            ..Number::default()
        };
        let on_value = on_said.reform(move |other_mn| SaidInstruction { other_mn, ..said });
        number(field, on_value, dispatch)
    });
    let major = list(
        match reader.operand {
            Operand::A => "Major of B",
            Operand::B => "Major of A",
        },
        Major::ALL,
        other_major,
        on_said.reform(move |major| SaidInstruction {
            other_major: Some(major),
            ..said
        }),
    );
    let source = (reader.operand == Operand::B && !has_word).then(|| {
        list(
            "A from",
            SourceOfA::ALL,
            built.source_of_a,
            on_said.reform(move |source| SaidInstruction {
                source_of_a: Some(source),
                ..said
            }),
        )
    });
    let note = |text: String| el("p").class("build-note").child(text);
    let sparse = sparse_text(spec).map(note);
    let of_pair = pair_text(spec, built).map(note);
    vec![
        choice(ParamId::Arch),
        choice(ParamId::Operand),
        choice(ParamId::Sparsity),
        slot(sparse.map(Html::from)),
        slot(kind.map(Html::from)),
        slot(accumulator.map(Html::from)),
        slot(extent),
        major.into(),
        slot(source.map(Html::from)),
        slot(
            built
                .kind
                .map(|kind| of_tcgen05(kind, built, said, on_said, dispatch).into()),
        ),
        el("p")
            .class("build-name")
            .child(
                el("code").children(
                    built
                        .name()
                        .split_inclusive('.')
                        .map(|part| fragment().child(part.to_owned()).child(el("wbr"))),
                ),
            )
            .into(),
        slot(of_pair.map(Html::from)),
    ]
}

/// A form by the CTAs of its group.
const fn group_text(form: CtaForm) -> &'static str {
    match form {
        CtaForm::One => "1",
        CtaForm::Two => "2",
        CtaForm::WeightStationary => "1, .ws",
    }
}

/// How a `tcgen05.mma` is issued, what its scale factors are of, and how D is read.
fn of_tcgen05(
    kind: Kind,
    built: &Instruction,
    said: SaidInstruction,
    on_said: &Callback<SaidInstruction>,
    dispatch: &Dispatch,
) -> Element {
    let has = |form: &CtaForm| !kind.m_extents(*form, built.sparsity).single.is_empty();
    let forms: Vec<CtaForm> = CtaForm::ALL.iter().copied().filter(has).collect();
    let form = on_said.reform(move |form| SaidInstruction {
        form: Some(form),
        ..said
    });
    let vec = on_said.reform(move |vec| SaidInstruction {
        vec: Some(vec),
        ..said
    });
    let load = on_said.reform(move |load| SaidInstruction {
        load: Some(load),
        ..said
    });
    let pack = on_said.reform(move |pack| SaidInstruction {
        pack: Some(pack),
        ..said
    });
    let column = Number {
        label: "Column of D",
        value: built.d_column,
        step: 32,
        min: 0,
        max: COLUMNS - 1,
        is_said: Some(said.d_column.is_some()),
        ..Number::default()
    };
    let on_column = on_said.reform(move |d_column| SaidInstruction { d_column, ..said });
    let lane = on_said.reform(move |lane| SaidInstruction {
        d_lane: Some(lane),
        ..said
    });
    // A specified value stays within reach where it no longer fits.
    let is_16_bit = built.d == Accumulator::F16 || built.pack != Pack::None;
    let has_lanes = built.has_half_the_lanes() || built.d_lane != Alignment::Zero;
    fragment()
        .child(list_of("cta_group", &forms, built.form, group_text, form))
        .child(
            (kind == Kind::Mxf4nvf4)
                .then(|| list("K per scale factor", ScaleVec::ALL, built.vec, vec)),
        )
        .child(list("Load of D", LoadShape::ALL, built.load, load))
        .child(is_16_bit.then(|| list("Packing of the load", Pack::ALL, built.pack, pack)))
        .child(number(column, on_column, dispatch))
        .child(has_lanes.then(|| list("First lane of D", Alignment::ALL, built.d_lane, lane)))
}

/// The type and how it is laid out; which mode is recommended, where it is another.
fn of_layout(spec: &Spec, edits: &Edits) -> Vec<Html> {
    let element = Choice::of_param(ParamId::Element, spec, &|at, _| {
        element_words(swizzle_core::Element::ALL[at])
    });
    let best = best_swizzle(spec);
    let is_other = best.swizzle != spec.tile().swizzle;
    let title = match is_other {
        true if best.swizzle == Swizzle::None => "Recommended: no swizzle".to_owned(),
        true => format!("Recommended: {}", best.swizzle.name()),
        false => format!("Why {}", best.swizzle.name()),
    };
    let why = el("details")
        .class("panel-more")
        .child(el("summary").child(title))
        .child(el("p").class("build-note").child(best.why));
    let ways = el("p").class("build-note").child(
        el("a")
            .attr(Attr::Href, Route::Support.address())
            .child("Supported combinations"),
    );
    let mut controls = vec![pick(element, &edits.whole)];
    controls.extend(layout(spec, edits));
    controls.extend([why.into(), ways.into()]);
    controls
}

fn tile(spec: &Spec, edits: &Edits) -> Vec<Html> {
    let extent = |id, step| {
        edits.number(Number {
            step,
            ..Number::of_param(id, spec)
        })
    };
    let order = Choice::of_param(ParamId::Order, spec, &|at, _| {
        order_text(spec.reader().operand, Order::ALL[at])
    });
    vec![
        extent(ParamId::Mn, 64),
        extent(ParamId::K, spec.read_k()),
        edits.choice(order),
        extent(ParamId::Stages, 1),
    ]
}

/// Start address of the tile, and what the tile needs: alignment and buffer.
fn address(spec: &Spec, edits: &Edits) -> Vec<Html> {
    let row = |name: &'static str, value: String| {
        el("div")
            .child(el("dt").child(name))
            .child(el("dd").child(value))
    };
    let mode = spec.reader().arch.has_absolute_lbo().then(|| {
        let mode = Choice::of_param(ParamId::LboMode, spec, &|_, name| name.into());
        edits.choice(mode)
    });
    let buffer = buffer_bytes(spec);
    let buffer = u32::try_from(buffer).map_or_else(|_| buffer.to_string(), grouped);
    let facts = el("dl")
        .class("build-facts")
        .child(row(
            "Alignment",
            format!("{} B", grouped(alignment_bytes(spec))),
        ))
        .child(row("Buffer", format!("{buffer} B")));
    vec![
        edits.number(Number::of_param(ParamId::Start, spec)),
        slot(mode),
        facts.into(),
    ]
}
