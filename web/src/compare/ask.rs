//! In place of the second layout: a box that asks for it, and pairs worth comparing.

use super::*;
use crate::build::picture;
use crate::page::{Asked, Meant, Reader, load_reader};

/// Side of a small picture.
const SIDE: u32 = 80;

/// Properties of [`Ask`].
#[derive(Properties, PartialEq)]
pub struct AskProps {
    /// The first layout, against which a text is read.
    pub shown: Shown,
    /// Takes acts.
    pub on: Callback<Act>,
}

/// Form that asks for the second layout.
#[component]
pub fn Ask(props: &AskProps) -> Html {
    let AskProps { shown, on } = props;
    let ((fault, on_fault), node) = (use_value(|| None::<String>), use_node_ref());
    let (reader, _): (Arrival<Reader>, _) = use_loaded(load_reader);
    let reader = reader.and_then(Result::ok);
    let onsubmit = {
        let (shown, node, on) = (*shown, node.clone(), on.clone());
        move |event: SubmitEvent| {
            event.prevent_default();
            let text = node.cast::<HtmlInputElement>().map(|input| input.value());
            let text = text.filter(|text| !text.trim().is_empty());
            let Some((text, reader)) = text.zip(reader) else {
                return;
            };
            let found = (reader.find)(&Asked {
                text,
                choice: PasteChoice::default(),
                meant: Meant::Chosen,
                about: Some(shown),
            });
            match found.taken {
                (Some(shown), notices) if !found.is_wrong => {
                    for act in [Action::Paste(shown, notices), Action::Settle] {
                        on.emit(Act::Side(1, Of::Of(act)));
                    }
                }
                _ => on_fault.emit(Some(found.said)),
            }
        }
    };
    section(
        "stack gap-3 ask",
        "B",
        (
            tag("h2", "l b", "Paste the second layout"),
            p("q s", "A descriptor, a CuTe layout, or a link to a page of the atlas."),
            html! { <form class="row" {onsubmit}>
                <input ref={node} class="input m" autocomplete="off" spellcheck="false" aria-label="The second layout" aria-invalid={fault.is_some().then_some("true")} placeholder="0x4000000800010040" />
                <button type="submit" class="button is-main" disabled={reader.is_none()}>{ "Compare" }</button>
            </form> },
            alert("hint is-wrong", fault),
            p("", plain("s", "Copy A to B", sends(on, Act::Put([0, 0])))),
            bare("h3", "Pairs worth comparing"),
            tag("ul", "stack", PairToCompare::ALL.iter().filter_map(item)),
        ),
    )
}

/// A pair with pictures of its modes, and what its verdict says.
fn item(pair: &PairToCompare) -> Option<Html> {
    let link = pair.link();
    let shown = pair_to_open(&link)?.map(|link| shown_from_link(&link).shown);
    let both = Both::of(shown.each_ref(), [Unread::Nothing; 2], false)?;
    let drawn = both.facts.each_ref().map(|facts| {
        let tile = facts.spec.tile();
        thumbnail(SIDE, &picture(tile.swizzle, tile.major))
    });
    let held = both.facts.iter().filter_map(|facts| facts.descriptor);
    let held: Vec<String> = held.map(|held| held.to_string()).collect();
    Some(bare(
        "li",
        a(
            "item pair-worth",
            link,
            (
                drawn,
                span(
                    "",
                    (
                        bare("b", pair.title),
                        html! { <br /> },
                        span("", &both.line.headline),
                        html! { <br /> },
                        tag("code", "q", held.join(" ")),
                    ),
                ),
            ),
        ),
    ))
}
