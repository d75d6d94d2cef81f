//! A stop whose figure is of tensor memory.

use yew::prelude::*;

use super::part_stop::PartStop;
use super::stop_page::{StopPageProps, page};
use crate::element::el;
use crate::page::load::{missing, use_loaded};
use crate::tensor_memory::load_figure;

/// The stop, once what draws its figure is there.
#[component]
pub(super) fn TensorStop(props: &StopPageProps) -> Html {
    let (loaded, again) = use_loaded(load_figure);
    match loaded {
        Some(Ok(part)) => html! { <PartStop {part} place={*props} /> },
        Some(Err(why)) => page(props, Err(missing(why, "The figure", &again))),
        None => page(props, Err(el("p").child("Loading the figure…"))),
    }
}
