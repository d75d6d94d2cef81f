//! One stop of a lesson, by the kind of its figure.

use swizzle_learn::FigureKind;
use yew::prelude::*;

use super::part_stop::PartStop;
use super::stop_page::StopPageProps;
use super::tensor_stop::TensorStop;
use super::tile_stop::TileStop;
use super::wires_figure;

/// The page of a stop.
#[component]
pub(super) fn StopPage(props: &StopPageProps) -> Html {
    let props = *props;
    match props.of().figure.kind() {
        FigureKind::Tile => html! { <TileStop ..props /> },
        FigureKind::TensorMemory => html! { <TensorStop ..props /> },
        FigureKind::Wires => html! { <PartStop part={wires_figure::PART} place={props} /> },
    }
}
