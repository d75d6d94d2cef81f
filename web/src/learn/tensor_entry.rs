//! An entry of the glossary whose figure is of tensor memory.

use yew::prelude::*;

use super::entry_form::{EntryProps, Form, beside, whole};
use super::part_figure::{LivePart, part_figure};
use super::small::of_word;
use super::text::{At, blocks};
use crate::element::el;
use crate::hooks::use_value;
use crate::page::load::{missing, use_loaded};
use crate::tensor_memory::load_figure;

/// The entry, once what draws its figure is there.
#[component]
pub(super) fn TensorEntry(props: &EntryProps) -> Html {
    let term = props.term;
    let (loaded, again) = use_loaded(load_figure);
    let (link, on_link) = use_value(|| None::<AttrValue>);
    let link = link.unwrap_or(AttrValue::Static(term.figure.link));
    let on_link = on_link.reform(|link: String| Some(AttrValue::from(link)));
    let part = match loaded {
        Some(Ok(part)) => part,
        Some(Err(why)) => return missing(why, "The entry", &again).into(),
        None => return el("p").child(term.sentence()).into(),
    };
    let Some(facts) = (part.subject.facts)(&link) else {
        return Html::default();
    };
    let words = blocks(
        term.blocks,
        &At {
            facts: &*facts,
            knob: &|key| (part.knob)(key, false, &term.figure, &link, &on_link),
        },
    );
    let figure = || {
        part_figure(&LivePart {
            figure: &term.figure,
            part,
            link: &link,
            is_asking: false,
            look: props.look,
            on_link: &on_link,
            on_pressed: &Callback::noop(),
        })
    };
    match props.form {
        Form::Beside => {
            let picture = term.picture.as_ref();
            beside(term, words, picture.map(|small| of_word(small, props.look)))
        }
        Form::Whole => whole(term, words, Some(figure())),
        Form::Words => whole(term, words, None),
    }
}
