//! A view as a table of text.

use swizzle_draw::scene::{self, PaneKind, Scene, Window};
use web_sys::HtmlElement;
use yew::platform::spawn_local;
use yew::prelude::*;

use crate::browser::late_style;
use crate::control::{Button, button};
use crate::element::{Attr, Element, el, fragment};
use crate::hooks::{use_escape, use_value};
use crate::page::load::split_point;
use crate::view::{Picture, Shared};

/// Its style.
const STYLE: &str = style!("twin.css");

// In one file with what shows travels, which comes as late.
split_point! {
    travel: fn load() -> Twins {
        late_style::add(STYLE);
        Twins(|props| html! { <Twin ..props /> })
    }
}

/// Draws twins. It comes after the start.
#[derive(Clone, Copy)]
pub struct Twins(pub fn(TwinProps) -> Html);

/// One for the life of a page.
impl PartialEq for Twins {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// Rows that a twin shows at a time.
const TWIN_ROWS: u32 = 64;
/// And columns.
const TWIN_COLUMNS: u32 = 64;

/// Properties of [`Twin`].
#[derive(Clone, Properties, PartialEq)]
pub struct TwinProps {
    /// Picture that is drawn.
    pub(super) picture: Shared<Picture>,
    /// View that it is the twin of.
    pub(super) kind: PaneKind,
}

/// The twin of a view, once what draws it has come.
#[component]
pub fn ComingTwin(props: &TwinProps) -> Html {
    let (twins, on_twins) = use_value(|| None::<Twins>);
    use_effect_with((), move |()| {
        spawn_local(async move {
            if let Ok(twins) = load().await {
                on_twins.emit(Some(twins));
            }
        });
    });
    twins.map_or_else(Html::default, |Twins(twin)| twin(props.clone()))
}

/// A view as a table of text, made when it is asked for.
#[component]
fn Twin(props: &TwinProps) -> Html {
    let (is_open, on_open) = use_value(|| false);
    let (turned_to, on_turn) = use_value(|| 0_u32);
    {
        let on_open = on_open.clone();
        use_escape(is_open, move || on_open.emit(false));
    }
    let on_toggle = on_open.reform(|event: Event| {
        let details = event.target_unchecked_into::<HtmlElement>();
        details.has_attribute("open")
    });
    // Another tile may have fewer rows than the table was turned to.
    let rows = props.picture.drawing.size(props.kind).rows;
    let first = if turned_to < rows { turned_to } else { 0 };
    let table = is_open.then(|| {
        let window = Window {
            columns: 0..TWIN_COLUMNS,
            rows: first..first.saturating_add(TWIN_ROWS),
        };
        let scene = props.picture.drawing.scene(props.kind, &window);
        let turn = |rows: Option<u32>, words: &'static str| {
            let next = rows.unwrap_or(0);
            button(Button {
                words,
                is_off: rows.is_none(),
                on_click: on_turn.reform(move |_| next),
                ..Button::default()
            })
        };
        let before = (first > 0).then(|| first.saturating_sub(TWIN_ROWS));
        let after = Some(first + TWIN_ROWS).filter(|next| *next < scene.size.rows);
        let turns = (before.is_some() || after.is_some()).then(|| {
            el("p")
                .child(turn(before, "Rows before"))
                .child(turn(after, "Rows after"))
        });
        let columns = scene.size.columns;
        let rest = (columns > TWIN_COLUMNS)
            .then(|| format!("The first {TWIN_COLUMNS} of {columns} columns."));
        fragment()
            .child(text_table(&scene))
            .child(turns)
            .child(rest.map(|words| el("p").child(words)))
    });
    el("details")
        .class("twin")
        .attr(Attr::Open, is_open)
        .on_toggle(on_toggle)
        .child(
            el("summary")
                .attr(Attr::AriaLabel, "As a text table")
                .child("Table"),
        )
        .child(table)
        .into()
}

fn text_table(scene: &Scene) -> Element {
    let row = |(head, cells): (&str, &[scene::Cell])| {
        let cell = |cell: &scene::Cell| el("td").child(cell.label.to_string());
        el("tr")
            .child(el("th").attr(Attr::Scope, "row").child(head.to_owned()))
            .children(cells.iter().map(cell))
    };
    let head = |head| el("th").attr(Attr::Scope, "col").child(head);
    let heads = el("tr")
        .child(el("td"))
        .children(scene.across.heads.iter().map(head));
    let caption = format!("{}. {}", scene.title, scene.across.title);
    let table = el("table")
        .child(el("caption").child(caption))
        .child(el("thead").child(heads))
        .child(el("tbody").children(scene.rows().map(row)));
    el("div")
        .class("twin-scroller")
        .attr(Attr::Tabindex, "0")
        .attr(Attr::Role, "region")
        .attr(Attr::AriaLabel, format!("{} as a table", scene.title))
        .child(table)
}
