//! The page: one store, its address, and where the parts are.

use super::combinations::Combinations;
use super::facts::code_of;
use super::idesc::{Idesc, faults};
use super::pair::Pair;
use super::picker::{picker, recommended};
use super::reads::{InTile, reads, tools};
use super::table::{SENTENCE, row, sections};
use super::*;
use crate::check::table::{Part, parts, word_text};
use crate::page::edited_bar;

/// The whole page.
#[component]
pub fn Build(props: &PageProps) -> Html {
    let kept = || browser::kept("atlas");
    let first = || Desk::from_address(&browser::hash(), kept().as_deref());
    let (desk, on) = use_store(first, Desk::after);
    let on_action = use_callback(on.clone(), |action, on| on.emit(Act::Of(action)));
    use_address(&desk, &on);
    use_keys(on_action.clone());
    use_outside(
        desk.open != Open::Nothing,
        ".word-place, .field-place, .pop",
        on.reform(|()| Act::Open(Open::Nothing)),
    );
    let close = use_memo(desk.built(), swizzle_view::link::link_from_build);
    use_page_keys((desk.open, desk.part, close.clone()), {
        let (on, open, is_table) = (on.clone(), desk.open, desk.part.is_some());
        move |event| {
            on.emit(match event.key().as_str() {
                "Escape" if open != Open::Nothing => Act::Open(Open::Nothing),
                "Escape" if is_table => {
                    browser::go_to(&close);
                    return true;
                }
                "e" => Act::Drawer,
                _ => return false,
            });
            true
        }
    });
    let key = (desk.shown.said, desk.instruction, desk.unread.clone(), desk.part.is_some());
    let facts = use_derived(key, |_| Facts::of(&desk).map(Shared::new));
    let ink = use_ink(props.look);
    let title = if desk.part.is_some() { "Supported combinations" } else { "Build" };
    use_title(title);
    let window = use_window();
    let is_narrow = window.0 < NARROW;
    let undo = undo_tools(desk.history.can(), &on_action);
    let bar = edited_bar(props, None, undo);
    let notices = noticed(&desk.unread, None);
    let facts = match facts {
        Ok(facts) => facts,
        Err(error) => {
            let check = link_from_shown(&desk.shown);
            return div(
                "app",
                (
                    bar,
                    tag(
                        "main",
                        "build",
                        (
                            notices,
                            div("verdict-row", bare("h1", "Build")),
                            p("", error.to_string()).with("role", "alert"),
                            a("", check, "Check it →"),
                        ),
                    ),
                ),
            );
        }
    };
    let page = Place { desk: &desk, facts: &facts, on: &on };
    let main = html! {
            <main class="build sheet-page">
                { notices }
                { page.head() }
                { page.sentence() }
                <div class="build-top">
                    { div(is_narrow.then_some("scroller"), picker(&facts, &desk, &on)) }
                    <div class="stack gap-3 build-reads">if facts.is_built() { <section class="stack" aria-label="Reads">{ reads(&facts, desk.look, &on) }{ tools(&facts, desk.look, &on) }</section> }{ page.size() }</div>
                </div>
                { faults(&facts.built.findings(&facts.spec)) }
                if desk.look.has_tile && facts.is_built() { <InTile facts={&facts} look={desk.look} {window} ink={&ink} /> }
                <Idesc facts={&facts} own={desk.idesc} open={desk.open} on={&on} />
                { page.code() }
                if facts.is_built() { <Pair facts={&facts} {ink} /> }
                if let Some(part) = desk.part { <Combinations desk={desk.clone()} facts={&facts} {part} on={&on} /> }
            </main>
    };
    let drawer = desk.look.has_drawer.then(|| page.drawer());
    whole("app check", is_narrow, bar, main, drawer)
}

/// What the parts are drawn from.
struct Place<'p> {
    desk: &'p Desk,
    facts: &'p Shared<Facts>,
    on: &'p Callback<Act>,
}

impl Place<'_> {
    fn on(&self, key: Key) -> Callback<crate::kit::Change> {
        self.on.reform(move |change| Act::Row(key, change))
    }

    /// The title: the verdict and what helps; ways to other pages.
    fn head(&self) -> Html {
        let Self { desk, facts, on } = self;
        let on_fix = on.reform(|said| Act::Of(Action::Repair(said)));
        let (reader, tile) = (facts.spec.reader(), link_from_shown(&desk.shown));
        let part = SupportShown {
            operand: reader.operand,
            sparsity: reader.sparsity,
            ..SupportShown::default().with_chip(reader.chip)
        };
        let boxes = TmaShown::of_tile(&facts.spec, tile.clone())
            .map(|shown| a("button is-plain not-phone", link_from_form(&shown), "TMA boxes"));
        let tools = div(
            "push build-ways",
            (
                a("button is-plain", link_from_form(&part), "All combinations"),
                boxes,
                a("button is-plain", tile, "Check it →"),
            ),
        );
        verdict_row(&facts.line, fixes(&facts.line.repairs, &on_fix), tools)
    }

    /// The tile and its instruction as a sentence whose words are edited in place.
    fn sentence(&self) -> Html {
        let Self { desk, facts, on } = self;
        let (name, letter) = other(facts.spec.reader().operand);
        let shown = desk.built();
        let has_extent = ["n", "m"].iter().any(|key| row(facts, &shown, Key::Of(key)).is_some());
        let part = |part: Part| match part {
            Part::Text(", with (mn) ") if !has_extent => html! {},
            Part::Text(" and (other) ") if !has_extent => html! { format!(", {name} ") },
            Part::Text(text) => html! { text.replace("(mn)", letter).replace("(other)", name) },
            Part::Value(key, after) => {
                let key = Key::of(key);
                let Some(row) = row(facts, &shown, key) else {
                    return Html::default();
                };
                let after = match (key, row.value) {
                    (Key::Tile(ParamId::Stages), Scalar::Number(1)) => " stage",
                    _ => after,
                };
                let text = match key {
                    Key::Tile(id) => word_text(&row, id, after),
                    Key::Of(_) => row.text() + after,
                };
                word(&row, text, desk.open == Open::Value(key), &self.on(key))
            }
        };

        div(
            "sentence",
            (parts(SENTENCE).map(part), all_parameters(desk.look.has_drawer, sends(on, Act::Drawer))),
        )
    }

    /// What the tile needs, and what its mode costs.
    fn size(&self) -> Html {
        let Self { desk, facts, on } = self;
        let buffer = facts.spec.tile().buffer_bytes();
        let buffer = u32::try_from(buffer).map_or_else(|_| buffer.to_string(), grouped);
        p(
            "q s",
            (
                format!(
                    "Buffer {buffer} bytes, aligned to {}. Every mode is read at the same speed; the widest is filled fastest (128 × 64 bf16, one SM of an H200). ",
                    grouped(alignment_bytes(&facts.spec))
                ),
                recommended(facts, desk, on),
            ),
        )
    }

    /// The code, or why there is none.
    fn code(&self) -> Html {
        let Self { desk, facts, on } = self;
        if facts.is_built() {
            let is_main = facts.line.repairs.is_empty();
            return html! { <Code shown={desk.shown} said={desk.instruction} language={desk.language} {is_main} on={(*on).clone()} /> };
        }
        let codes = facts.codes().map(|(arch, codes)| {
            let code = |(code, mode): &(u8, swizzle_core::Swizzle)| {
                bare("li", (tag("code", "tint-swizzle tinted", format!("{code:02b}")), " ", mode.name()))
            };
            let missing = facts.spec.tile().swizzle.name();
            div(
                "stack gap-1",
                (
                    bare("h3", format!("Swizzle codes of a {} descriptor", arch.name())),
                    tag(
                        "ol",
                        "cluster gap-4",
                        (codes.iter().map(code), tag("li", "bad", format!("– {missing}: no code"))),
                    ),
                ),
            )
        });
        section(
            "code-box stack",
            "Code",
            (
                bare("h2", "No code for this combination."),
                facts.refusals().into_iter().map(|why| p("", why)),
                codes,
            ),
        )
    }

    /// All parameters.
    fn drawer(&self) -> Html {
        let Self { desk, facts, on } = self;
        let section = |(name, rows): (&'static str, Vec<(Key, Row)>)| {
            let rows = rows.into_iter().map(|(key, row)| field(row, &self.on(key)));
            drawer_section(name, rows.collect())
        };
        let notes = [sparse_text(&facts.spec), pair_text(&facts.spec, &facts.built)];
        let notes = notes.into_iter().flatten();
        let notes = notes.map(|note| p("hint", note));
        drawer(
            sends(on, Act::Drawer),
            in_turn((sections(facts, &desk.built()).map(section), p("hint m", facts.built.name()), notes)),
        )
    }
}

/// Keeps the address in step with the page, the page with the address, and the tile at hand for the other pages.
#[hook]
fn use_address(desk: &Desk, on: &Callback<Act>) {
    use_written(
        |hash| matches!(Route::of(hash), Route::Build(_) | Route::Support),
        desk.is_edited.then(|| desk.link()),
        on.reform(Act::Address),
    );
    let is_ours = desk.is_edited || desk.part.is_none();
    use_effect_with((link_from_shown(&desk.shown), is_ours), |(link, is_ours)| {
        if *is_ours {
            browser::hand_over("atlas", link);
        }
    });
    let part = desk.part.map(|part| link_from_form(&part));
    use_effect_with(part, |part| {
        part.iter().for_each(|link| browser::hand_over("#/support", link));
    });
}

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
            let notes = (!notes.is_empty()).then(|| {
                tag(
                    "details",
                    "build-notes push",
                    (
                        tag("summary", "s q", "Includes and usage"),
                        code_lines("Includes and usage", notes, mark),
                    ),
                )
            });
            (notes, div("build-code", code_lines("Code", code, mark)))
        }
        Err(why) => (None, p("", why).with("role", "status")),
    };
    section(
        "code-box",
        "Code",
        (
            div(
                "cluster",
                (segments("Language", tabs, on), notes, span("", text.as_ref().as_ref().ok().map(copy))),
            ),
            content,
        ),
    )
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
