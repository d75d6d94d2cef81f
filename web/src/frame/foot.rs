//! The foot: the descriptor that reads what is in view, in hex and bit by bit, and its steps along K.

use swizzle_core::{Descriptor, Place};
use swizzle_view::Shown;
use yew::prelude::*;

use crate::check::facts::Facts;
use crate::check::state::{Act, Open};
use crate::check::{Bits, BitsProps, Hex};
use crate::kit::{Shared, sends, use_outside};
use crate::state::{Action, Edit, State};

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
    let open = use_state_eq(Open::default);
    let facts = use_memo(props.shown, |shown| Facts::of(shown).ok().map(Shared::new));
    {
        let set = open.setter();
        let close = Callback::from(move |()| set.set(Open::Nothing));
        use_outside(*open != Open::Nothing, ".field-place, .pop", close);
    }
    let on = {
        let (shown, on, opened) = (props.shown, props.on.clone(), open.clone());
        Callback::from(move |act: Act| match act {
            Act::Open(next) if next == *opened => opened.set(Open::Nothing),
            Act::Open(next) => opened.set(next),
            Act::Of(Action::Edit(edit)) => on.emit(after(shown, edit)),
            _ => {}
        })
    };
    let Some(facts) = (*facts).clone() else {
        return Html::default();
    };
    let bits = BitsProps {
        facts,
        open: *open,
        against: None,
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

/// The steps along K of the tile's first rows, of which that of the typed descriptor is pressed.
pub fn steps(shown: &Shown, typed: Option<Descriptor>, on: &Callback<Option<Descriptor>>) -> Html {
    let Ok(spec) = shown.spec() else {
        return Html::default();
    };
    let (k, all) = (spec.read_k(), spec.steps());
    if !(2..=STEPS).contains(&all) {
        return Html::default();
    }
    let step = |step: u32| {
        let place = Place {
            step,
            ..Place::default()
        };
        let descriptor = spec.derived_descriptor(place).ok();
        let is_here = typed.is_some() && descriptor == typed;
        let words = format!("{}–{}", step * k, (step + 1) * k - 1);
        let name = format!("Step {step}: K {words}");
        let words = if step == 0 {
            format!("K {words}")
        } else {
            words
        };
        html! { <button type="button" aria-label={name} aria-pressed={is_here.to_string()} onclick={sends(on, descriptor)}>{ words }</button> }
    };
    html! { <div class="steps" role="group" aria-label="Steps along K">{ for (0..all).map(step) }</div> }
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
        assert_eq!(
            raw(Edit::Field(FieldId::Sbo, 8)),
            Some(0x4000_0008_0001_0040)
        );
        assert_eq!(raw(Edit::Descriptor(None)), None);
    }
}
