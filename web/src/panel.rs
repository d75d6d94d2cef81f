//! The parameters.

use swizzle_core::{
    Arch, Element, LboMode, Major, Named, Operand, Order, Sparsity, Spec, Stride, Swizzle,
    field_from_bytes, repeat_extent, repeats_from_extent, stride_meaning,
};
use yew::prelude::*;

use crate::control::{ChoiceProps, Number, choice, number, pick};
use crate::picture::{Picture, Shared};
use crate::state::{Action, Dispatch, Edit};

/// Properties of [`Panel`].
#[derive(Properties, PartialEq)]
pub struct PanelProps {
    /// What the parameters give.
    pub picture: Shared<Picture>,
}

/// All controls of tile and descriptor.
#[component]
pub fn Panel(props: &PanelProps) -> Html {
    let by_repeats = use_state(|| false);
    let Some(dispatch) = use_context::<Dispatch>() else {
        return html! {};
    };
    let edits = Edits(dispatch);
    let spec = &props.picture.spec;
    let toggle = {
        let by_repeats = by_repeats.clone();
        Callback::from(move |_: MouseEvent| by_repeats.set(!*by_repeats))
    };
    html! {
        <form class="panel" aria-label="Parameters" onsubmit={|event: SubmitEvent| event.prevent_default()}>
            <section>
                <h2>{ "Instruction" }</h2>
                { instruction(spec, &edits) }
            </section>
            <section>
                <h2>{ "Layout" }</h2>
                { layout(spec, &edits) }
            </section>
            <section>
                <h2>
                    { "Tile" }
                    <button type="button" class="link-button" aria-pressed={by_repeats.to_string()} onclick={toggle}>
                        { if *by_repeats { "in repeats m, k" } else { "in elements" } }
                    </button>
                </h2>
                { extents(spec, &edits, *by_repeats) }
            </section>
            <section>
                <h2>{ "Strides" }</h2>
                { strides(spec, &edits) }
            </section>
            <section>
                <h2>{ "Address" }</h2>
                { address(spec, &edits) }
            </section>
        </form>
    }
}

/// Turns values of controls into actions.
struct Edits(Dispatch);

impl Edits {
    /// An edit that is a step of Undo until its control is left.
    fn on<T: 'static>(&self, edit: fn(T) -> Edit) -> Callback<T> {
        let dispatch = self.0.clone();
        Callback::from(move |value| dispatch.dispatch(Action::Edit(edit(value))))
    }

    /// An edit that is whole in itself.
    fn once<T: 'static>(&self, edit: fn(T) -> Edit) -> Callback<T> {
        let dispatch = self.0.clone();
        Callback::from(move |value| {
            dispatch.dispatch(Action::Edit(edit(value)));
            dispatch.dispatch(Action::Settle);
        })
    }

    /// Back to automatic, where a value was given by hand.
    fn reset(&self, is_by_hand: bool, edit: Edit) -> Option<Callback<()>> {
        let dispatch = self.0.clone();
        is_by_hand.then(|| {
            Callback::from(move |()| {
                dispatch.dispatch(Action::Edit(edit));
                dispatch.dispatch(Action::Settle);
            })
        })
    }
}

fn instruction(spec: &Spec, edits: &Edits) -> Html {
    let params = spec.params();
    let arch_hint = if params.arch.is_measured() {
        format!("{}: addresses measured on an H200", params.arch.family())
    } else {
        format!(
            "{}: from the PTX ISA and CuTe, not run on hardware",
            params.arch.family()
        )
    };
    let element_hint = format!(
        "T = {} elements in a unit of 16 bytes{}",
        params.element.per_unit(),
        if params.element.is_padded() {
            ", the rest of it padding"
        } else {
            ""
        }
    );
    let form_hint = format!(
        "One read takes {} elements of K: {} bytes",
        spec.read_k(),
        spec.read_k() / params.element.per_unit() * 16
    );
    html! {
        <>
            { choice(&ChoiceProps {
                label: "Architecture",
                value: params.arch,
                words: |arch: Arch| arch.name().into(),
                on_change: edits.once(Edit::Arch),
                hint: arch_hint,
            }) }
            { choice(&ChoiceProps {
                label: "Operand",
                value: params.operand,
                words: |operand: Operand| format!("{} ({} × K)", operand.name(), operand.mn_letter()),
                on_change: edits.once(Edit::Operand),
                hint: String::new(),
            }) }
            { pick(&ChoiceProps {
                label: "Element",
                value: params.element,
                words: element_words,
                on_change: edits.once(Edit::Element),
                hint: element_hint,
            }) }
            { choice(&ChoiceProps {
                label: "Form",
                value: params.sparsity,
                words: |form: Sparsity| form.name().into(),
                on_change: edits.once(Edit::Sparsity),
                hint: form_hint,
            }) }
        </>
    }
}

fn element_words(element: Element) -> String {
    let bits = element.pitch_bits();
    match element {
        Element::E2m1Packed => "e2m1 packed, 4 bits".into(),
        _ if element.is_padded() => format!("{}, {bits} bits padded", element.name()),
        _ if bits == 1 => "b1, 1 bit".into(),
        _ => format!("{}, {bits} bits", element.name()),
    }
}

fn layout(spec: &Spec, edits: &Edits) -> Html {
    let params = spec.params();
    let major = params.major;
    let bit = major.transpose_bit();
    let switch = match (params.arch, params.operand) {
        (Arch::Wgmma, Operand::A) => format!("imm-trans-a = {bit}"),
        (Arch::Wgmma, Operand::B) => format!("imm-trans-b = {bit}"),
        (Arch::Tcgen05, Operand::A) => format!("bit 15 of the instruction descriptor = {bit}"),
        (Arch::Tcgen05, Operand::B) => format!("bit 16 of the instruction descriptor = {bit}"),
    };
    let major_hint = format!(
        "{}: {switch}; {} in BLAS",
        major.operand_name(params.operand),
        major.blas()
    );
    let atom = params.swizzle.atom(major);
    let (mn, k) = atom.sides(major);
    let swizzle_hint = format!(
        "Atom {mn} × {k} units, {} bytes{}",
        atom.bytes(),
        if params.swizzle == Swizzle::None {
            "; also called interleaved"
        } else {
            ""
        }
    );
    html! {
        <>
            { choice(&ChoiceProps {
                label: "Major",
                value: major,
                words: |major: Major| major.name().into(),
                on_change: edits.once(Edit::Major),
                hint: major_hint,
            }) }
            { choice(&ChoiceProps {
                label: "Swizzle",
                value: params.swizzle,
                words: |swizzle: Swizzle| match swizzle {
                    Swizzle::B128Atom32 => "128B, 32B atoms".into(),
                    _ => swizzle.name().into(),
                },
                on_change: edits.once(Edit::Swizzle),
                hint: swizzle_hint,
            }) }
        </>
    }
}

fn extents(spec: &Spec, edits: &Edits, by_repeats: bool) -> Html {
    let params = spec.params();
    let letter = params.operand.mn_letter();
    let repeats = repeats_from_extent(spec.tile(), spec.extent());
    let one = repeat_extent(spec.tile());
    let fields = if by_repeats {
        let (mn, k) = (edits.on(Edit::Mn), edits.on(Edit::K));
        html! {
            <>
                { number(Number { label: "m", value: repeats.m, min: 1, max: Some(swizzle_core::EXTENT_MAX / one.mn), on_change: mn.reform(move |m: u32| m * one.mn), hint: format!("{letter} = {} in repeats of {}", params.mn, one.mn), ..Number::default() }) }
                { number(Number { label: "k", value: repeats.k, min: 1, max: Some(swizzle_core::EXTENT_MAX / one.k), on_change: k.reform(move |k: u32| k * one.k), hint: format!("K = {} in repeats of {}", params.k, one.k), ..Number::default() }) }
            </>
        }
    } else {
        html! {
            <>
                { number(Number { label: letter, value: params.mn, min: 1, max: Some(swizzle_core::EXTENT_MAX), step: 8, on_change: edits.on(Edit::Mn), hint: format!("m = {} repeats of {}", repeats.m, one.mn), ..Number::default() }) }
                { number(Number { label: "K", value: params.k, min: 1, max: Some(swizzle_core::EXTENT_MAX), step: params.element.per_unit(), on_change: edits.on(Edit::K), hint: format!("k = {} repeats of {}; {} reads of {}", repeats.k, one.k, spec.steps(), spec.read_k()), ..Number::default() }) }
            </>
        }
    };
    html! {
        <>
            { fields }
            { choice(&ChoiceProps {
                label: "Atoms follow",
                value: params.order,
                words: |order: Order| match order {
                    Order::Mn => "MN first".into(),
                    Order::K => "K first".into(),
                },
                on_change: edits.once(Edit::Order),
                hint: String::new(),
            }) }
            { number(Number { label: "Step", value: params.step, max: Some(spec.steps() - 1), slider: spec.steps() > 1, unit: format!("of {}", spec.steps()), on_change: edits.on(Edit::Step), hint: "The read along K that the descriptor is for".into(), ..Number::default() }) }
        </>
    }
}

fn strides(spec: &Spec, edits: &Edits) -> Html {
    let params = spec.params();
    let read = spec.read(params.step).params();
    let meaning = |stride| {
        stride_meaning(
            stride,
            params.arch,
            params.element,
            params.major,
            params.swizzle,
            params.lbo_mode,
        )
        .span
    };
    let stride_hint = |stride, bytes: u32| {
        let effect = if spec.is_read_by_instruction(stride) {
            ""
        } else {
            " No effect on this read."
        };
        format!(
            "{}. ({bytes} & 0x3FFFF) >> 4 = {}.{effect}",
            meaning(stride),
            field_from_bytes(bytes)
        )
    };
    let lbo = params.lbo_bytes.unwrap_or(read.lbo_bytes);
    let sbo = params.sbo_bytes.unwrap_or(read.sbo_bytes);
    html! {
        <>
            { number(Number { label: "LBO", value: lbo, unit: "B".into(), step: 16, hex: params.lbo_mode == LboMode::Absolute, is_idle: !spec.is_read_by_instruction(Stride::Lbo), is_automatic: params.lbo_bytes.is_none(), on_reset: edits.reset(params.lbo_bytes.is_some(), Edit::Lbo(None)), on_change: edits.on(|bytes| Edit::Lbo(Some(bytes))), hint: stride_hint(Stride::Lbo, lbo), ..Number::default() }) }
            { number(Number { label: "SBO", value: sbo, unit: "B".into(), step: 16, is_idle: !spec.is_read_by_instruction(Stride::Sbo), is_automatic: params.sbo_bytes.is_none(), on_reset: edits.reset(params.sbo_bytes.is_some(), Edit::Sbo(None)), on_change: edits.on(|bytes| Edit::Sbo(Some(bytes))), hint: stride_hint(Stride::Sbo, sbo), ..Number::default() }) }
            if spec.has_column_stride() {
                { number(Number { label: "Column stride", value: params.column_bytes.unwrap_or(spec.tile().column_bytes()), unit: "B".into(), step: 16, is_idle: !spec.is_read_by_tile(Stride::Lbo), is_automatic: params.column_bytes.is_none(), on_reset: edits.reset(params.column_bytes.is_some(), Edit::Column(None)), on_change: edits.on(|bytes| Edit::Column(Some(bytes))), hint: format!("Of the tile, not of the descriptor: {}-byte column of K to the next", params.swizzle.row_bytes()), ..Number::default() }) }
            }
            if params.arch == Arch::Tcgen05 {
                { choice(&ChoiceProps {
                    label: "LBO mode",
                    value: params.lbo_mode,
                    words: |mode: LboMode| mode.name().into(),
                    on_change: edits.once(Edit::LboMode),
                    hint: "Bit 52. Absolute: LBO is the address of a second chunk, for a K of 48 bytes".into(),
                }) }
            }
        </>
    }
}

fn address(spec: &Spec, edits: &Edits) -> Html {
    let params = spec.params();
    let tile = spec.tile().params();
    let boundary = params.swizzle.pattern_bytes();
    let pattern = params
        .pattern_bytes
        .unwrap_or(params.start_bytes / boundary * boundary);
    let has_swizzle = params.swizzle != Swizzle::None;
    html! {
        <>
            { number(Number { label: "Start", value: params.start_bytes, hex: true, step: 16, on_change: edits.on(Edit::Start), hint: format!("({} & 0x3FFFF) >> 4 = {}", params.start_bytes, field_from_bytes(params.start_bytes)), ..Number::default() }) }
            if has_swizzle {
                { number(Number { label: "Pattern starts", value: pattern, hex: true, step: 128, is_automatic: params.pattern_bytes.is_none(), on_reset: edits.reset(params.pattern_bytes.is_some(), Edit::Pattern(None)), on_change: edits.on(|bytes| Edit::Pattern(Some(bytes))), hint: format!("Automatic: on a {boundary}-byte boundary, as TMA writes"), ..Number::default() }) }
            }
            { number(Number { label: "Base offset", value: u32::from(tile.base_offset), max: Some(7), slider: has_swizzle, is_idle: !has_swizzle, is_automatic: params.base_offset.is_none(), on_reset: edits.reset(params.base_offset.is_some(), Edit::BaseOffset(None)), on_change: edits.on(|base_offset: u32| Edit::BaseOffset(Some(base_offset as u8))), hint: if has_swizzle {
                    "Automatic: from where the pattern starts".into()
                } else {
                    "No effect without swizzle".into()
                }, ..Number::default() }) }
        </>
    }
}
