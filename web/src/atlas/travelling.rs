//! Loads the part that shows cells on their way: nothing waits for it, and a failure to load is not reported.

use yew::platform::spawn_local;
use yew::prelude::*;

use crate::browser::late_style;
use crate::hooks::use_value;
use crate::page::load::split_point;
use crate::view::{Travel, TravelProps, Traveller};

/// Its style.
const STYLE: &str = style!("travel.css");

split_point! {
    travel: fn load() -> Traveller {
        late_style::add(STYLE);
        Traveller(|props| html! { <Travel ..props /> })
    }
}

/// Cells on their way, once what shows them has come.
#[component]
pub fn Travelling(props: &TravelProps) -> Html {
    let (traveller, on_traveller) = use_value(|| None::<Traveller>);
    use_effect_with((), move |()| {
        spawn_local(async move {
            if let Ok(traveller) = load().await {
                on_traveller.emit(Some(traveller));
            }
        });
    });
    traveller.map_or_else(Html::default, |Traveller(travel)| travel(props.clone()))
}
