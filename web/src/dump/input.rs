//! Where a dump is given: pasted, typed, chosen or dropped as files; and the page without one.

use super::*;
use web_sys::{File, HtmlTextAreaElement};

/// Takes a dump, and whether it was typed: then its field keeps the focus.
pub type OnGiven = Callback<(Given, bool)>;

/// The field, files, and what clears them.
pub fn zone(given: &Given, on: &OnGiven, fault: Option<&str>) -> Html {
    let own = given.clone();
    let oninput = on.reform(move |event: InputEvent| {
        let is_typed = browser::is_input(&event, "insertText");
        let field: HtmlTextAreaElement = event.target_unchecked_into();
        (own.with_held(Held::of_text(field.value())), is_typed)
    });
    let read = reads(given, on);
    let clear = (!given.is_empty())
        .then(|| text_button("is-plain", "Clear", sends(on, (given.with_held(Held::default()), false))));
    let fault = if given.is_elsewhere() {
        Some(
            "The dump of this link is not in this browser. Paste it here, or drop its files; the settings from the link are filled in.",
        )
    } else {
        fault
    };
    let files = given.held.files.iter().map(|(name, bytes)| format!("{name} ({} bytes)", bytes.len()));
    let files = files.collect::<Vec<_>>().join(", then ");
    html! {
        <div class="zone dump-zone stack" ondrop={file::dropped(&read)} ondragover={file::over()}>
            <textarea id="memory-dump" class="input m" spellcheck="false" autocomplete="off" aria-label="Dump of shared memory"
                aria-invalid={fault.map(|_| "true")} placeholder={PLACEHOLDER} value={given.held.text.clone()} {oninput} />
            { alert("is-wrong toned", fault.map(str::to_owned)) }
            <div class="row q">
                <span>{ "Paste or drop a dump: cuda-gdb, xxd, od, NumPy, bytes" }</span>{ span("s push", files) }{ maybe(clear) }
                <label class="button" title="Raw bytes, .npy or text; two files for the low and high bytes of 8-bit elements">{ "Choose files" }<input class="visually-hidden" type="file" multiple=true onchange={file::chosen(&read)} /></label>
            </div>
            { p("hint", "It stays in this browser: the link of this page contains the settings, not the bytes.") }
        </div>
    }
}

const PLACEHOLDER: &str = "0x400:  0x00010000  0x00030002  0x00050004 …";

/// Reads files, up to two, in the order in which they came; more begin anew.
fn reads(given: &Given, on: &OnGiven) -> Callback<Vec<File>> {
    let (given, on) = (given.clone(), on.clone());
    Callback::from(move |files: Vec<File>| {
        let (given, on) = (given.clone(), on.clone());
        spawn_local(async move {
            let mut all = given.held.files.clone();
            if files.len() + all.len() > 2 {
                all.clear();
            }
            for file in files.iter().take(2) {
                all.push((file.name(), Rc::new(file::bytes(file).await)));
            }
            on.emit((given.with_held(Held::of_files(all)), false));
        });
    })
}

/// The examples as buttons; where there is room, each with a picture of its first atom.
pub fn examples(given: &Given, on: &OnGiven, has_pictures: bool) -> Html {
    let one = |example: &Example| {
        let (example, own) = (*example, given.clone());
        let onclick = on.reform(move |_: MouseEvent| (own.with_example(example), false));
        let is_here = given.shown.example == Some(example);
        let class = if has_pictures { "example" } else { "item" };
        press(
            class,
            (
                has_pictures.then(|| atom(example)),
                span("b", example.title()),
                (!has_pictures).then(|| tag("small", "q", example.summary())),
            ),
            onclick,
        )
        .with("aria-label", example.title())
        .with("aria-pressed", is_here)
    };
    let class = if has_pictures { "examples" } else { "stack gap-1" };
    section(class, "Examples", Example::ALL.iter().map(one))
}

/// The first atom of an example: each unit by where its writer puts it, red where that is wrong.
fn atom(example: Example) -> Html {
    let unit = |(at, (unit, is_right)): (usize, &(u32, bool))| {
        let fill = if *is_right { format!("var(--cell-{unit})") } else { "var(--error-soft)".into() };
        rect("", Some(fill), [(at % 8) as f64, (at / 8) as f64, 1.0, 1.0])
    };
    let units = example.first_atom();
    html! { <svg class="mode" viewBox="0 0 8 8" aria-hidden="true">{ for units.as_flattened().iter().enumerate().map(unit) }</svg> }
}

/// What a dump gets, and the forms in which it is read.
const FORMS: [(&str, &str); 9] = [
    ("You get", "the layout and its descriptor: major-ness, swizzle, LBO, SBO, start and base offset"),
    ("or", "the bug in the writer: which cells are wrong, what was expected, and the line to change"),
    ("or", "every layout that matches, if the dump is too small to tell them apart"),
    ("cuda-gdb", "x/…wx, x/…hx, x/…gx, p/x"),
    ("Hex dump", "xxd, od"),
    ("Python", "list, NumPy array"),
    ("File", "raw bytes, .npy, text"),
    ("16, 32 bits", "one dump"),
    ("8 bits", "two: low and high byte"),
];

/// The page without a dump.
pub fn start(given: &Given, on: &OnGiven, fault: Option<&str>, form: &Form<'_, DumpShown>) -> Html {
    let shown = &given.shown;
    let values = shown.values.unwrap_or(Values::Index);
    let kernel = fill_code(shown.element_bits, values, shown.major);
    // The one line that matters; the kernel around it is folded.
    let line = kernel.split(") matrix").nth(1).and_then(|rest| rest.lines().next());
    let line = format!("matrix{}", line.unwrap_or_default());
    let step = |title: &'static str, content: Html| tag("section", "stack", (bare("h3", title), content));
    let form_row = |(name, text): &(&str, &str)| div("", (bare("dt", *name), bare("dd", *text)));
    div(
        "start",
        (
            zone(given, on, fault),
            examples(given, on, true),
            section(
                "how",
                "Get a dump",
                (
                    step(
                        "1 Fill the source matrix with the index of each cell",
                        html! { <>{ copies("line", &line) }<details><summary class="s q">{ format!("Whole kernel, {}-bit, {}-major", shown.element_bits, shown.major.name()) }</summary>{ copies("kernel", &kernel) }{ form.field("element_bits") }{ form.field("values") }{ form.field("major") }</details></> },
                    ),
                    step(
                        "2 Copy it to shared memory, and stop after the barrier",
                        in_turn((
                            copies("command", "x/2048wx (@shared int*)0x400"),
                            p(
                                "hint",
                                "Let your producer copy it: TMA, cp.async or stores. Then print the tile in cuda-gdb.",
                            ),
                        )),
                    ),
                    step("3 Paste the output, or stay in cuda-gdb", copies("file", "swizzle gdb > atlas.py")),
                ),
            ),
            bare(
                "details",
                (
                    tag("summary", "q", "What is read, and what you get"),
                    tag("dl", "facts", FORMS.iter().map(form_row)),
                ),
            ),
        ),
    )
}
