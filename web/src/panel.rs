//! The parameters.

use swizzle_core::{
    Arch, EXTENT_MAX, Element, LboMode, Named, Operand, Order, Sparsity, Spec, Stride, Swizzle,
    field_from_bytes, repeat_extent, repeats_from_extent, stride_meaning,
};
use yew::prelude::*;

use crate::button::{Button, button};
use crate::control::{Choice, Number, choice, number, pick};
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
    let by_repeats = use_state_eq(|| false);
    let Some(dispatch) = use_context::<Dispatch>() else {
        return Html::default();
    };
    let edits = Edits::new(&dispatch);
    let spec = &props.picture.spec;
    let unit_of_extents = button(Button {
        words: if *by_repeats {
            "in repeats m, k"
        } else {
            "in elements"
        },
        class: "link-button",
        is_pressed: Some(*by_repeats),
        on_click: {
            let by_repeats = by_repeats.clone();
            Callback::from(move |_| by_repeats.set(!*by_repeats))
        },
        ..Button::default()
    });
    let section = |title: &'static str, aside: Html, controls: Vec<Html>| {
        html! {
            <section>
                <h2>{ title }{ aside }</h2>
                { controls }
            </section>
        }
    };
    html! {
        <form class="panel" aria-label="Parameters" onsubmit={|event: SubmitEvent| event.prevent_default()}>
            { section("Instruction", Html::default(), instruction(spec, &edits)) }
            { section("Layout", Html::default(), layout(spec, &edits)) }
            { section("Tile", unit_of_extents, tile(spec, &edits, *by_repeats)) }
            { section("Strides", Html::default(), strides(spec, &edits)) }
            { section("Address", Html::default(), address(spec, &edits)) }
        </form>
    }
}

/// Where the controls send their edits.
struct Edits {
    /// Edits that go on until the control is left: what is typed or dragged.
    going_on: Callback<Edit>,
    /// Edits that are whole in themselves.
    whole: Callback<Edit>,
}

impl Edits {
    fn new(dispatch: &Dispatch) -> Self {
        Self {
            going_on: {
                let dispatch = dispatch.clone();
                Callback::from(move |edit| dispatch.dispatch(Action::Edit(edit)))
            },
            whole: whole_edits(dispatch),
        }
    }

    fn number(&self, field: Number) -> Html {
        number(field, &self.going_on, &self.whole)
    }

    fn choice(&self, options: Choice) -> Html {
        choice(options, &self.whole)
    }
}

/// Sends edits that are a step of Undo each.
pub fn whole_edits(dispatch: &Dispatch) -> Callback<Edit> {
    let dispatch = dispatch.clone();
    Callback::from(move |edit| {
        dispatch.dispatch(Action::Edit(edit));
        dispatch.dispatch(Action::Settle);
    })
}

fn instruction(spec: &Spec, edits: &Edits) -> Vec<Html> {
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
    vec![
        edits.choice(
            Choice::new(
                "Architecture",
                params.arch,
                |arch| arch.name().into(),
                Edit::Arch,
            )
            .hint(arch_hint),
        ),
        edits.choice(Choice::new(
            "Operand",
            params.operand,
            |operand| format!("{} ({} × K)", operand.name(), operand.mn_letter()),
            Edit::Operand,
        )),
        pick(
            Choice::new("Element", params.element, element_words, Edit::Element).hint(element_hint),
            &edits.whole,
        ),
        edits.choice(
            Choice::new(
                "Form",
                params.sparsity,
                |form: Sparsity| form.name().into(),
                Edit::Sparsity,
            )
            .hint(form_hint),
        ),
    ]
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

fn layout(spec: &Spec, edits: &Edits) -> Vec<Html> {
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
    vec![
        edits.choice(
            Choice::new("Major", major, |major| major.name().into(), Edit::Major).hint(major_hint),
        ),
        edits.choice(
            Choice::new("Swizzle", params.swizzle, swizzle_words, Edit::Swizzle).hint(swizzle_hint),
        ),
    ]
}

fn swizzle_words(swizzle: Swizzle) -> String {
    match swizzle {
        Swizzle::B128Atom32 => "128B, 32B atoms".into(),
        _ => swizzle.name().into(),
    }
}

fn tile(spec: &Spec, edits: &Edits, by_repeats: bool) -> Vec<Html> {
    let params = spec.params();
    let letter = params.operand.mn_letter();
    let repeats = repeats_from_extent(spec.tile(), spec.extent());
    let one = repeat_extent(spec.tile());
    let (mn, k) = if by_repeats {
        let mn = Number {
            label: "m",
            value: repeats.m,
            scale: one.mn,
            hint: format!("{letter} = {} in repeats of {}", params.mn, one.mn),
            ..Number::default()
        };
        let k = Number {
            label: "k",
            value: repeats.k,
            scale: one.k,
            hint: format!("K = {} in repeats of {}", params.k, one.k),
            ..Number::default()
        };
        (mn, k)
    } else {
        let mn = Number {
            label: letter,
            value: params.mn,
            step: 8,
            hint: format!("m = {}: repeats of {}", repeats.m, one.mn),
            ..Number::default()
        };
        let k = Number {
            label: "K",
            value: params.k,
            step: params.element.per_unit(),
            hint: format!(
                "k = {}: repeats of {}; {} of {} elements",
                repeats.k,
                one.k,
                match spec.steps() {
                    1 => "one read".into(),
                    steps => format!("{steps} reads"),
                },
                spec.read_k()
            ),
            ..Number::default()
        };
        (mn, k)
    };
    vec![
        edits.number(Number {
            min: 1,
            max: Some(EXTENT_MAX / mn.scale.max(1)),
            edit: Some(Edit::Mn),
            ..mn
        }),
        edits.number(Number {
            min: 1,
            max: Some(EXTENT_MAX / k.scale.max(1)),
            edit: Some(Edit::K),
            ..k
        }),
        edits.choice(Choice::new(
            "Atoms follow",
            params.order,
            |order| match order {
                Order::Mn => format!("{letter} first"),
                Order::K => "K first".into(),
            },
            Edit::Order,
        )),
        edits.number(Number {
            label: "Step",
            value: params.step,
            max: Some(spec.steps() - 1),
            slider: spec.steps() > 1,
            unit: format!("of {}", spec.steps()),
            edit: Some(Edit::Step),
            hint: "The read along K that the descriptor is for".into(),
            ..Number::default()
        }),
    ]
}

fn strides(spec: &Spec, edits: &Edits) -> Vec<Html> {
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
    let mut controls = vec![
        edits.number(Number {
            label: "LBO",
            value: lbo,
            unit: "B".into(),
            step: 16,
            hex: params.lbo_mode == LboMode::Absolute,
            is_idle: !spec.is_read_by_instruction(Stride::Lbo),
            automatic: Some((Edit::Lbo(None), params.lbo_bytes.is_none())),
            edit: Some(|bytes| Edit::Lbo(Some(bytes))),
            hint: stride_hint(Stride::Lbo, lbo),
            ..Number::default()
        }),
        edits.number(Number {
            label: "SBO",
            value: sbo,
            unit: "B".into(),
            step: 16,
            is_idle: !spec.is_read_by_instruction(Stride::Sbo),
            automatic: Some((Edit::Sbo(None), params.sbo_bytes.is_none())),
            edit: Some(|bytes| Edit::Sbo(Some(bytes))),
            hint: stride_hint(Stride::Sbo, sbo),
            ..Number::default()
        }),
    ];
    if spec.has_column_stride() {
        controls.push(edits.number(Number {
            label: "Column stride",
            value: params.column_bytes.unwrap_or(spec.tile().column_bytes()),
            unit: "B".into(),
            step: 16,
            is_idle: !spec.is_read_by_tile(Stride::Lbo),
            automatic: Some((Edit::Column(None), params.column_bytes.is_none())),
            edit: Some(|bytes| Edit::Column(Some(bytes))),
            hint: format!(
                "Of the tile, not of the descriptor: {}-byte column of K to the next",
                params.swizzle.row_bytes()
            ),
            ..Number::default()
        }));
    }
    if params.arch == Arch::Tcgen05 {
        controls.push(
            edits.choice(
                Choice::new(
                    "LBO mode",
                    params.lbo_mode,
                    |mode| mode.name().into(),
                    Edit::LboMode,
                )
                .hint(
                    "Bit 52. Absolute: LBO is the address of a second chunk, for a K of 48 bytes",
                ),
            ),
        );
    }
    controls
}

fn address(spec: &Spec, edits: &Edits) -> Vec<Html> {
    let params = spec.params();
    let tile = spec.tile().params();
    let boundary = params.swizzle.pattern_bytes();
    let pattern = params
        .pattern_bytes
        .unwrap_or(params.start_bytes / boundary * boundary);
    let has_swizzle = params.swizzle != Swizzle::None;
    let mut controls = vec![edits.number(Number {
        label: "Start",
        value: params.start_bytes,
        hex: true,
        step: 16,
        edit: Some(Edit::Start),
        hint: format!(
            "({} & 0x3FFFF) >> 4 = {}",
            params.start_bytes,
            field_from_bytes(params.start_bytes)
        ),
        ..Number::default()
    })];
    if has_swizzle {
        controls.push(edits.number(Number {
            label: "Pattern starts",
            value: pattern,
            hex: true,
            step: 128,
            automatic: Some((Edit::Pattern(None), params.pattern_bytes.is_none())),
            edit: Some(|bytes| Edit::Pattern(Some(bytes))),
            hint: format!("Automatic: on a {boundary}-byte boundary, as TMA writes"),
            ..Number::default()
        }));
    }
    controls.push(edits.number(Number {
        label: "Base offset",
        value: u32::from(tile.base_offset),
        max: Some(7),
        slider: has_swizzle,
        is_idle: !has_swizzle,
        automatic: Some((Edit::BaseOffset(None), params.base_offset.is_none())),
        edit: Some(|base_offset| Edit::BaseOffset(Some(base_offset as u8))),
        hint: if has_swizzle {
            "Automatic: from where the pattern starts".into()
        } else {
            "No effect without swizzle".into()
        },
        ..Number::default()
    }));
    controls
}
