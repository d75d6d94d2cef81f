//! The tile with the reads outlined: the first rows of two blocks, the lines of memory in which they begin, and a map of it all.

use swizzle_core::{Coord, Place};
use swizzle_draw::View;
use swizzle_draw::scene::{CellAt, Drawing, Excerpt, PaneKind, Scene, Window};
use swizzle_draw::{cell_caption, memory_legend};
use yew::prelude::*;

use crate::element::{el, fragment};
use crate::hooks::use_value;
use crate::page::Look;
use crate::view::{MapOf, Outlined, Shared, Sheet};

/// Properties of [`Picture`].
#[derive(Properties, PartialEq)]
pub(super) struct PictureProps {
    /// Drawing that is shown.
    pub drawing: Shared<Drawing>,
    /// The reads that are outlined, in their order.
    pub places: Vec<Place>,
    /// Index of the read that is looked at.
    pub at: usize,
    /// Called with another.
    pub on_at: Callback<usize>,
    /// Whether the reads are outlined: not where no instruction makes them.
    pub is_read: bool,
    /// Theme and colours.
    pub look: Look,
}

/// A part with its pictures to be passed on.
struct Part {
    excerpt: Excerpt,
    scenes: [Shared<Scene>; 2],
}

/// The picture.
#[component]
pub(super) fn Picture(props: &PictureProps) -> Html {
    let (hovered, on_hovered) = use_value(|| None::<Coord>);
    let drawing = &props.drawing;
    let places = match props.is_read {
        true => props.places.clone(),
        false => Vec::new(),
    };
    let place = props.places.get(props.at).copied().unwrap_or_default();
    let parts = use_memo(
        (drawing.clone(), place, places.clone()),
        |(drawing, place, places)| {
            let parts = Excerpt::of(drawing, *place, places);
            let part = |excerpt: Excerpt| {
                // The numbers of the reads replace those of the columns.
                let mut matrix = excerpt.matrix.clone();
                if !places.is_empty() {
                    matrix.across.heads.iter_mut().for_each(String::clear);
                }
                Part {
                    scenes: [Shared::new(matrix), Shared::new(excerpt.memory.clone())],
                    excerpt,
                }
            };
            parts.into_iter().map(part).collect::<Vec<Part>>()
        },
    );
    let whole = use_memo(drawing.clone(), |drawing| {
        let all = Window::all(drawing.size(PaneKind::Matrix));
        Shared::new(drawing.scene(PaneKind::Matrix, &all))
    });
    let look = (props.look.palette, props.look.theme);
    let sheet = |part: &Part, kind: PaneKind| {
        let of = kind as usize;
        let reads = part.excerpt.reads.iter().enumerate();
        let mut columns = Vec::new();
        // In memory, whose units the reads take in turn, only the read that is looked at is outlined.
        let outlined = reads.filter(|(number, runs)| {
            !runs[of].is_empty() && (kind == PaneKind::Matrix || *number == props.at)
        });
        let outlined = outlined.map(|(number, runs)| {
            let first = runs[of].first().map(|run| run.columns.clone());
            let is_new = kind == PaneKind::Matrix && !columns.contains(&first);
            columns.push(first);
            Outlined {
                runs: runs[of].clone(),
                number: is_new.then_some(number),
                is_chosen: number == props.at,
            }
        });
        let at = hovered.and_then(|coord| part.excerpt.cell_of(drawing, kind, coord));
        let element_at = {
            let (excerpt, drawing) = (part.excerpt.clone(), drawing.clone());
            move |at: CellAt| excerpt.element_at(&drawing, kind, at)
        };
        let on_at = {
            let element_at = element_at.clone();
            on_hovered.reform(move |at: Option<CellAt>| at.and_then(&element_at))
        };
        let spoken = {
            let drawing = drawing.clone();
            Callback::from(move |at: CellAt| match element_at(at) {
                Some(coord) => cell_caption(&drawing.drawn, &View::default(), coord),
                None => "empty".into(),
            })
        };
        let rows = part.scenes[of].size.rows;
        let cells = parts.iter().flat_map(|part| &part.scenes[of].cells);
        let longest = cells.map(|cell| cell.label.characters()).max().unwrap_or(0);
        html! {
            <Sheet
                scene={part.scenes[of].clone()} name={kind.spoken()} {look} {rows} spare={0}
                {at} {on_at} {spoken} {longest} is_loose={true} outlined={outlined.collect::<Vec<_>>()}
            />
        }
    };
    let pane = |kind: PaneKind, words: String| {
        let sheets = parts.iter().map(|part| sheet(part, kind));
        let legend = el("small").child(words);
        el("section")
            .class("view")
            .child(el("h2").child(kind.short_title()).child(legend))
            .children(sheets.collect::<Vec<Html>>().into_iter())
    };
    let mapped = places.iter().enumerate();
    let mapped = mapped.map(|(number, place)| (drawing.cells_of_read(*place), number));
    let rows = drawing.size(PaneKind::Matrix).rows;
    let map = el("section")
        .class("view")
        .child(el("h2").child("Tile"))
        .child(
            el("p")
                .class("parts-map-title")
                .child(format!("{rows} rows")),
        )
        .child(html! {
            <MapOf
                scene={(*whole).clone()} {look} parts={mapped.collect::<Vec<_>>()}
                chosen={Some(props.at)} on_choose={props.on_at.clone()}
            />
        });
    let start = drawing.drawn.layout().start_bytes();
    fragment()
        .child(pane(
            PaneKind::Matrix,
            format!("memory unit, from {start:#x}"),
        ))
        .child(map)
        .child(pane(PaneKind::Memory, memory_legend(drawing)))
        .into()
}
