//! The tile as source code, in one of the languages.

use super::facts::code_of;
use super::*;

/// Properties of [`Code`].
#[derive(Properties, PartialEq)]
pub struct CodeProps {
    /// The tile.
    pub shown: Shown,
    /// Values specified for the instruction.
    pub said: SaidInstruction,
    /// Language that is shown.
    pub language: Language,
    /// Whether the copy is what there is to do.
    pub is_main: bool,
    /// Takes acts.
    pub on: Callback<Act>,
}

/// The languages in the order of their tabs.
const LANGUAGES: [(Language, &str); 5] = [
    (Language::Cuda, "CUDA C++"),
    (Language::Cute, "CuTe C++"),
    (Language::CuteDsl, "CUTLASS Python"),
    (Language::Rust, "Rust"),
    (Language::Triton, "Triton"),
];

/// Tabs, and the code of the chosen one.
#[component]
pub fn Code(props: &CodeProps) -> Html {
    let CodeProps { shown, said, language, is_main, on } = props;
    let text =
        use_memo((*shown, *said, *language), |(shown, said, language)| code_of(shown, said, *language));
    let tabs = LANGUAGES.iter().map(|(one, words)| (*words, one == language, Act::Language(*one)));
    let copy = |text: &String| {
        let class = if *is_main { "button is-main build-copy" } else { "button build-copy" };
        html! { <CopyButton text={text.clone()} what="the code" {class} /> }
    };
    let mark = if matches!(language, Language::CuteDsl | Language::Triton) { "#" } else { "//" };
    let (notes, content) = match &*text {
        Ok(text) => {
            let (notes, code) = text.split_at(head_end(text));
            let notes = (!notes.is_empty()).then(|| html! { <details class="build-notes push"><summary class="s q">{ "Includes and usage" }</summary>{ code_lines("Includes and usage", notes, mark) }</details> });
            (notes, html! { <div class="build-code">{ code_lines("Code", code, mark) }</div> })
        }
        Err(why) => (None, html! { <p role="status">{ why }</p> }),
    };
    html! {
        <section class="code-box" aria-label="Code">
            <div class="cluster">{ segments("Language", tabs, on) }{ maybe(notes) }<span>{ maybe(text.as_ref().as_ref().ok().map(copy)) }</span></div>
            { content }
        </section>
    }
}

/// Prefixes of the first line of a file that specifies a value.
const FIRST: [&str; 7] = ["constexpr ", "using Element", "ELEMENT", "M, K, ", "N, K, ", "///", "pub const "];

/// Returns the end of a file's head, which holds its name and its includes: the constants come next.
fn head_end(text: &str) -> usize {
    text.split_inclusive('\n')
        .take_while(|line| !FIRST.iter().any(|first| line.starts_with(first)))
        .map(str::len)
        .sum()
}
