//! Small parts of the columns and of what is below the foot.

use super::*;

/// A section under its title.
pub fn part(title: &'static str, content: Html) -> Html {
    html! { <section><h2>{ title }</h2>{ content }</section> }
}

/// Names and values, each with the class of both.
pub fn rows<N: Into<AttrValue>>(
    class: &'static str,
    all: impl IntoIterator<Item = (N, Html, &'static str)>,
) -> Html {
    let row = |(name, value, class): (N, Html, &'static str)| html! { <div {class}><dt class="toned">{ name.into() }</dt><dd>{ value }</dd></div> };
    html! { <dl class={classes!("facts", class)}>{ for all.into_iter().map(row) }</dl> }
}

/// Leads to what is below the foot.
pub fn to_below(words: &'static str) -> Html {
    let onclick = Callback::from(|_: MouseEvent| browser::scroll_to(".below"));
    p("s q last", plain("", format!("{words} ↓"), onclick))
}

/// A text in lines, with a button that copies it.
pub fn copies(name: &'static str, text: &str) -> Html {
    html! { <div class="stack gap-1"><pre class="code" tabindex="0" role="group" aria-label={name}>{ text }</pre><CopyButton text={text.to_owned()} what={name} /></div> }
}
