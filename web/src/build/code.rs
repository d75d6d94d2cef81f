//! The tile as source code, in one of the languages.

use swizzle_code::build::{Instruction, SaidInstruction, spec_for_building};
use swizzle_code::{Language, Sourced, source_code};
use swizzle_core::Operand;
use swizzle_view::link::{BuildShown, link_from_build};
use swizzle_view::{Shown, link_from_shown, shown_from_link};
use yew::prelude::*;

use crate::browser;
use crate::control::{Button, button, copy_button};
use crate::element::{Attr, el, fragment};
use crate::page::listing;

/// Properties of [`Code`].
#[derive(Properties, PartialEq)]
pub(super) struct CodeProps {
    /// The layout's link.
    pub link: String,
    /// Values specified for the instruction.
    pub said: SaidInstruction,
    /// Language that is shown.
    pub language: Language,
    /// Called with another one.
    pub on_language: Callback<Language>,
}

/// Label of a tab.
const fn words(language: Language) -> &'static str {
    match language {
        Language::Cuda => "CUDA C++",
        Language::Cute => "CuTe C++",
        Language::CuteDsl => "CUTLASS Python",
        Language::Rust => "Rust",
    }
}

/// Tabs, and the code of the chosen one.
#[component]
pub(super) fn Code(props: &CodeProps) -> Html {
    let (language, on_language) = (props.language, &props.on_language);
    let text = use_memo(
        (props.link.clone(), props.said, language),
        |(link, said, language)| text(link, said, *language),
    );
    let tab = |one: &Language| {
        let one = *one;
        button(Button {
            words: words(one),
            is_pressed: Some(one == language),
            on_click: on_language.reform(move |_| one),
            ..Button::default()
        })
    };
    let tabs = [
        Language::Cuda,
        Language::Cute,
        Language::CuteDsl,
        Language::Rust,
    ];
    let content = match &*text {
        Ok(text) => {
            let (notes, code) = text.split_at(head_end(text));
            let lines = notes.trim_end().lines().count();
            let notes = (lines > 0).then(|| {
                el("details")
                    .class("build-notes")
                    .child(
                        el("summary")
                            .child(format!("How to call it, and includes ({lines} lines)")),
                    )
                    .child(listing::code("How to call it, and includes", notes))
            });
            fragment()
                .child(notes)
                .child(listing::code("Code", code).class("build-code"))
        }
        Err(why) => el("p").attr(Attr::Role, "status").child(why),
    };
    let copy = text
        .as_ref()
        .as_ref()
        .ok()
        .map(|text| copy_button(text.clone(), "the code"));
    el("section")
        .class("build-source")
        .child(el("h2").child("Code"))
        .child(
            el("div")
                .class("build-tabs")
                .child(
                    el("div")
                        .class("segments")
                        .attr(Attr::Role, "group")
                        .attr(Attr::AriaLabel, "Language")
                        .children(tabs.iter().map(tab)),
                )
                .child(copy),
        )
        .child(content)
        .into()
}

/// Prefixes of the first line of a file that specifies a value.
const FIRST: [&str; 7] = [
    "constexpr ",
    "using Element",
    "ELEMENT",
    "M, K, ",
    "N, K, ",
    "///",
    "pub const ",
];

/// Returns the end of a file's head, which holds its name and its includes: the constants come next.
fn head_end(text: &str) -> usize {
    text.split_inclusive('\n')
        .take_while(|line| !FIRST.iter().any(|first| line.starts_with(first)))
        .map(str::len)
        .sum()
}

/// The code, or why there is none.
fn text(link: &str, said: &SaidInstruction, language: Language) -> Result<String, String> {
    let opened = shown_from_link(link).shown.said;
    let spec = spec_for_building(&opened, said.form).map_err(|error| error.to_string())?;
    let instruction = Instruction::of(&spec, said);
    let layout = Shown {
        said: opened,
        ..Shown::default()
    };
    // The link includes the instruction where any of it was specified.
    let link = match *said == SaidInstruction::default() {
        true => link_from_shown(&layout),
        false => link_from_build(&BuildShown {
            layout,
            instruction: *said,
            language,
            idesc: None,
        }),
    };
    let sourced = Sourced {
        spec: &spec,
        instruction: &instruction,
        name: match spec.reader().operand {
            Operand::A => "tile_a",
            Operand::B => "tile_b",
        },
        link: &browser::address_with(&link),
    };
    source_code(language, &sourced).map_err(|error| error.to_string())
}
