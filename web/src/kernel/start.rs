//! The page without a kernel: where one is dropped or pasted, examples, and how to get one.

use super::*;
use web_sys::HtmlTextAreaElement;

/// Text that was dropped or pasted, or why it cannot be read.
pub type Given = Result<Held, String>;

/// Reads the first of some files.
pub fn reads_files(on_given: &Callback<Given>) -> Callback<Vec<web_sys::File>> {
    let on_given = on_given.clone();
    Callback::from(move |files: Vec<web_sys::File>| {
        let on_given = on_given.clone();
        spawn_local(async move {
            let Some(file) = files.first() else { return };
            let (name, bytes) = (file.name(), file::bytes(file).await);
            on_given.emit(if bytes.is_empty() {
                Err(format!("{name} is empty, or cannot be read."))
            } else {
                Held::of_file(&name, bytes)
            });
        });
    })
}

/// A file, or a text that is written here. A text is read as it comes while there is none, and then when it is left.
pub fn given_by(text: Option<&str>, on_given: &Callback<Given>) -> Html {
    let taken = |field: HtmlTextAreaElement| Ok(Held::of_text(field.value()));
    let oninput = on_given.reform(move |event: InputEvent| taken(event.target_unchecked_into()));
    let onchange = on_given.reform(move |event: Event| taken(event.target_unchecked_into()));
    let choose = file::chosen(&reads_files(on_given));
    let file = html! { <label class="button">{ "Choose a file" }<input class="visually-hidden" type="file" onchange={choose} /></label> };
    match text {
        None => in_turn((
            html! { <textarea id="kernel-paste" class="input m" spellcheck="false" autocomplete="off" aria-label="PTX of a kernel" placeholder="Paste PTX here" {oninput} /> },
            div(
                "row apart q",
                (
                    span("", "Paste or drop PTX, a cubin or a Triton trace. Nothing leaves this browser."),
                    file,
                ),
            ),
        )),
        Some(text) => {
            html! { <><textarea id="kernel-paste" class="input m" spellcheck="false" autocomplete="off" rows="16" aria-label="PTX of a kernel" value={text.to_owned()} {onchange} />{ file }</> }
        }
    }
}

/// All of the page.
pub fn start(
    shown: &KernelShown,
    fault: Option<&str>,
    on_given: &Callback<Given>,
    on_shown: &Callback<KernelShown>,
) -> Html {
    // A text that is in this browser and has no kernel is reported as a fault instead.
    let is_lost = shown.bytes.is_some() && fault.is_none();
    let lost = is_lost.then(|| {
        div("notice is-doubtful kernel-lost", (icon(icon::WARNING), span("", "The text of this link is not in this browser. Drop or paste it to open what the link points to."), (!shown.read.is_empty()).then(|| a("button", shown.read.clone(), "Open its descriptor in Check")))).with("role", "alert")
    });
    div("start", (lost, tag("section", "zone kernel-zone stack", (given_by(None, on_given), alert("is-wrong toned", fault.map(str::to_owned)))), section("examples", "Examples", Example::ALL.iter().map(|example| card(*example, on_shown))), section("how", "Get PTX", GET.map(|(from, text)| html! { <section class="stack"><h2>{ from }</h2>{ copies(from, text) }</section> })), limit()))
}

/// Where PTX comes from.
const GET: [(&str, &str); 3] = [
    ("nvcc", "nvcc -arch=sm_90a -ptx kernel.cu"),
    ("Triton", "~/.triton/cache/*/*.ptx"),
    ("On the command line", "swizzle lint kernel.ptx --sarif"),
];

fn card(example: Example, on_shown: &Callback<KernelShown>) -> Html {
    let shown = KernelShown { example: example.name().into(), ..KernelShown::default() };
    let (tone, drawing) = right_sign(example.is_right());
    press(
        classes!("example", tone),
        (
            picture(example),
            span("b row", (span("toned", icon(drawing)), example.title())),
            bare("small", example.summary()),
        ),
        sends(on_shown, shown),
    )
}

/// Limits of the check: what is judged, and what is not.
pub fn limit() -> Html {
    p(
        "q s",
        "This checks the PTX, not the machine code that ptxas makes of it. A cubin is read through the PTX in its debug section, .nv_debug_ptx_txt.",
    )
}

/// Pictures of the examples, a part a line: the example, how it is drawn, and where. Each has four steps along K of two blocks, and
/// what is wrong of them.
const PICTURES: &str = include_str!("examples.txt");

fn picture(example: Example) -> Html {
    let parts = PICTURES.lines().filter_map(|line| {
        let (style, d) = line.strip_prefix(example.name())?.trim_start().split_once(' ')?;
        Some(html! { <path {style} {d} /> })
    });
    html! { <svg viewBox="0 0 98 48" aria-hidden="true">{ for parts }</svg> }
}

#[cfg(test)]
mod tests {
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    /// Each example has a part for each step of both blocks, and each part is of one example.
    #[test]
    fn each_example_has_a_picture() {
        let of = |example: &Example| {
            let name = format!("{} ", example.name());
            PICTURES.lines().filter(|line| line.starts_with(&name)).count()
        };
        let counts: Vec<usize> = Example::ALL.iter().map(of).collect();
        assert_eq!(counts.iter().sum::<usize>(), PICTURES.lines().count());
        assert!(counts.iter().all(|count| (8..=9).contains(count)), "{counts:?}");
    }
}
