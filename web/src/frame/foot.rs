//! The foot: the descriptor that reads what is in view, in hex and bit by bit, and its steps along K.

use super::*;
use crate::check::state::Act;
use crate::check::{Bits, BitsProps, Hex, use_facts};
use swizzle_core::Place;

/// Properties of [`Foot`].
#[derive(Properties, PartialEq)]
pub struct FootProps {
    /// The tile, and the descriptor that was typed, if there is one.
    pub shown: Shown,
    /// Takes another descriptor, or none.
    pub on: Callback<Option<Descriptor>>,
}

/// The descriptor, and its fields with their editors.
#[component]
pub fn Foot(props: &FootProps) -> Html {
    let (look, on_look) = use_value(Look::default);
    let facts = use_facts(Some(props.shown));
    let close = on_look.reform(move |()| look.closed());
    use_outside(look.open.is_some(), ".field-place, .pop", close);
    let on = {
        let (shown, on) = (props.shown, props.on.clone());
        Callback::from(move |act: Act| match act {
            Act::Open(name) => on_look.emit(look.with_open(name)),
            Act::Of(Action::Edit(edit)) => on.emit(after(shown, edit)),
            _ => {}
        })
    };
    let Some(facts) = facts else {
        return Html::default();
    };
    let bits = BitsProps {
        facts,
        open: look.open,
        against: None,
        over: Html::default(),
        on,
        on_point: Callback::noop(),
    };
    html! { <><Hex ..bits.clone() /><Bits ..bits /></> }
}

/// The descriptor after an edit of one of its fields, or of the family that it is for.
fn after(shown: Shown, edit: Edit) -> Option<Descriptor> {
    if edit == Edit::Descriptor(None) {
        return None;
    }
    let next = State::of(shown).tried(edit);
    next.said.given.or_else(|| {
        let spec = next.spec().ok()?;
        spec.descriptor(spec.place()).ok()
    })
}

/// Steps that have a button each.
const STEPS: u32 = 8;
/// Milliseconds between two steps that are played.
const STEP: u32 = 900;

/// Steps one after another, for as long as they are played: so many, and the one that is here.
#[hook]
pub fn use_steps(at: (u32, u32), on: Callback<u32>) -> (bool, Callback<()>) {
    let (is_playing, on_playing) = use_value(|| false);
    let next = (at.1 + 1) % at.0.max(1);
    use_timeout(at, is_playing.then_some(STEP), move || on.emit(next));
    (is_playing, on_playing.reform(move |()| !is_playing))
}

/// What plays the steps, or pauses them.
pub fn play(is_playing: bool, on: &Callback<()>) -> Html {
    let (label, sign) =
        if is_playing { ("Pause the steps", icon::PAUSE) } else { ("Play the steps", icon::PLAY) };
    press("steps-play", icon(sign), sends(on, ())).with("aria-label", label).with("aria-pressed", is_playing)
}

/// Properties of [`Steps`].
#[derive(Properties, PartialEq)]
pub struct StepsProps {
    /// The tile.
    pub shown: Shown,
    /// The descriptor that was typed, if there is one.
    pub typed: Option<Descriptor>,
    /// Takes that of a step.
    pub on: Callback<Option<Descriptor>>,
}

/// The steps along K of the tile's first rows, of which that of the typed descriptor is pressed.
#[component]
pub fn Steps(props: &StepsProps) -> Html {
    let StepsProps { shown, typed, on } = props;
    let (shown, typed) = (*shown, *typed);
    let spec = shown.spec().ok();
    let (k, all) = spec.map_or((0, 0), |spec| (spec.read_k(), spec.steps()));
    let of = move |step: u32| {
        let place = Place { step, ..Place::default() };
        shown.spec().ok()?.derived_descriptor(place).ok()
    };
    let is_here = |step: &u32| typed.is_some() && of(*step) == typed;
    let here = (0..all.min(STEPS)).find(is_here).unwrap_or(0);
    let (is_playing, on_play) = use_steps((all, here), on.reform(of));
    if !(2..=STEPS).contains(&all) {
        return Html::default();
    }
    let here = typed.map(|_| here).filter(is_here);
    let buttons = step_buttons(k, 0..all, here, None, &on.reform(of));
    group("steps", "Steps along K", (buttons, play(is_playing, &on_play)))
}

/// Buttons of some steps along K, of so many elements each.
pub fn step_buttons(
    k: u32,
    steps: Range<u32>,
    here: Option<u32>,
    class: Option<&'static str>,
    on: &Callback<u32>,
) -> Html {
    let first = steps.start;
    let one = |step: u32| {
        let words = format!("{}–{}", step * k, (step + 1) * k - 1);
        let axis = if step == first { "K " } else { "" };
        press(class, (axis, words.clone()), sends(on, step))
            .with("aria-label", format!("Step {step}: K {words}"))
            .with("aria-pressed", here == Some(step))
    };
    steps.map(one).collect()
}

#[cfg(test)]
mod tests {
    use swizzle_core::FieldId;
    use swizzle_view::shown_from_link;
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn a_bit_of_a_computed_descriptor_makes_it_typed() {
        let shown = shown_from_link("#/?mn=64&k=64").shown;
        let raw = |edit| after(shown, edit).map(Descriptor::raw);
        assert_eq!(raw(Edit::Flip(0)), Some(0x4000_0040_0001_0041));
        assert_eq!(raw(Edit::Field(FieldId::Sbo, 8)), Some(0x4000_0008_0001_0040));
        assert_eq!(raw(Edit::Descriptor(None)), None);
    }
}
