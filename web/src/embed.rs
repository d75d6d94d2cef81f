//! The figure alone, embedded in a page of another site: live, with a link back.

use crate::cells::Event;
use crate::check::work::is_other_view;
use crate::check::{Dress, Facts, Picture, digits, matrix, memory, mended, use_facts};
use crate::page::Look;
use crate::prelude::*;

// In one file with the page of two layouts, which says why.
loaded_page!(pages, concat!(later_style!(), page_style!("embed.css")), |props| html! { <Embed ..props /> });

/// Narrower frames have one square, unless two were asked for; from the next width on there is room for all words.
const TWO: f64 = 440.0;
const WIDE: f64 = 700.0;
/// Pixels beside and over the squares.
const SIDES: f64 = 24.0 + 16.0 + 40.0;
const OVER: f64 = 112.0;

/// Options that the address contains behind its `?`.
struct Asked {
    /// Matrix, memory.
    squares: [bool; 2],
    /// Whether the memory was not asked for, and comes where there is room beside the matrix.
    has_more: bool,
    /// Whether the tile is to be an image; none where nothing in particular was asked for.
    is_image: Option<bool>,
    theme: Option<Theme>,
}

impl Asked {
    fn of(query: &str) -> Self {
        let asked = browser::value_in(query, "embed");
        let is_squares = matches!(asked, Some("matrix" | "memory" | "both"));
        let is_image = asked == Some("picture");
        Self {
            squares: [asked != Some("memory"), asked != Some("matrix")],
            has_more: !is_squares,
            is_image: (is_squares || is_image).then_some(is_image),
            theme: browser::value_in(query, "theme").and_then(|name| Theme::from_name(name).ok()),
        }
    }
}

/// How much of the link was not read, apart from the parameters of the frame, which may be in it.
fn unread(state: &State) -> Unread {
    let is_asked = |notice: &&Notice| notice.part.starts_with("embed=") || notice.part.starts_with("theme=");
    let notices = state.notices.iter().filter(|notice| !is_asked(notice));
    unread_of(&state.shown.said, &notices.cloned().collect::<Vec<_>>())
}

/// The link to be shown; without one, the image under a mistake.
fn address() -> String {
    match browser::hash() {
        hash if hash.trim_start_matches('#').is_empty() => {
            format!("{}&show=picture", FACES[0].link)
        }
        hash => hash,
    }
}

#[component]
fn Embed(props: &PageProps) -> Html {
    let (state, on_action) = use_store(|| State::from_address(&address()), State::after);
    let (system, on_system) = use_value(browser::system_theme);
    // The parameters of the frame may be before the `#` of the address, and after it.
    let query = format!("{}&{}", browser::query(), browser::query_of(&browser::hash()));
    let asked = Asked::of(&query);
    {
        use_window_events((), &["hashchange"], move |_| on_action.emit(Action::Address(address())));
        use_effect_with((), move |()| {
            let theme = browser::on_system_theme(move |theme| on_system.emit(theme));
            move || drop(theme)
        });
    }
    let mut shown = state.shown;
    shown.view.shows = match (asked.is_image, shown.view.shows) {
        (Some(true), _) => Shows::Picture,
        (Some(false), Shows::Picture) => Shows::Tile,
        (_, shows) => shows,
    };
    let facts = use_facts(Some(shown));
    let ink = use_ink(Look { theme: asked.theme.unwrap_or(system), ..props.look });
    let looked = use_looked();
    let window = use_window();
    let title = facts.as_ref().map(|facts| facts.verdict.headline.clone());
    use_effect_with(title, |title| {
        title.iter().for_each(|title| browser::set_title(title));
    });
    let Some(facts) = facts else {
        return Html::default();
    };
    let pinned = shown.showing(Shows::Tile).pinned.map(|at| facts.unit(at));
    let unit = looked.cell().or(pinned).filter(|unit| facts.has(*unit));
    let on = looked.on.reform(|(at, event)| match event {
        Event::Pin(unit) => (at, Event::Point(unit)),
        event => (at, event),
    });
    let frame = Frame { facts: &facts, window, ink: &ink, unit, first: looked.first, on: &on };
    let content = match shown.view.shows {
        Shows::Picture => frame.images(),
        _ => frame.squares(&asked, &shown),
    };
    // Repairs are one press away, in Check.
    let line = facts.verdict.clone().as_far_as_read(unread(&state));
    let words = match line.kind {
        VerdictKind::Wrong | VerdictKind::Warning => "Fix it in Check →",
        VerdictKind::Right | VerdictKind::Incomplete => "Open in Swizzle Atlas →",
    };
    let tone = tone(facts.has_wrong(), &line);
    let way = browser::address_with(&link_from_shown(&shown));
    tag(
        "main",
        "embed",
        (
            tag("header", "embed-head", headline(tone, in_groups(&line.headline), None))
                .with("data-verdict", line.kind.name()),
            content,
            tag(
                "footer",
                "split",
                (frame.words(), a("go s", way, words).with("target", "_blank").with("rel", "noopener")),
            ),
        ),
    )
}

/// What the parts are drawn from.
struct Frame<'f> {
    facts: &'f Shared<Facts>,
    window: (f64, f64),
    ink: &'f Shared<Ink>,
    unit: Option<u32>,
    first: [u32; 2],
    on: &'f Callback<(usize, Event)>,
}

impl Frame<'_> {
    /// The descriptor, whose wrong digits are red, and what is said of the tile, or of the unit in view.
    fn words(&self) -> Option<Html> {
        let facts = self.facts;
        let is_wide = self.window.0 >= WIDE;
        let held = facts.descriptor?;
        let fix = mended(facts);
        let needs = fix.map_or_else(Vec::new, |fix| needs_from_mended(&facts.looked_at, held, fix));
        let readings = readings_from_descriptor(&facts.looked_at, held);
        let fault = readings.iter().find_map(|reading| {
            let (_, need) = needs.iter().find(|(id, _)| *id == reading.field.id)?;
            Some(span("bad", format!("{}: {} {need}", reading.field.name, reading.value)))
        });
        let [size, element, major, swizzle] = tile_words(&facts.spec);
        let tile = if is_wide {
            format!("{size} {element}, {major}, {swizzle}, {}", facts.spec.reader().arch.name())
        } else {
            format!("{size} {element}")
        };
        let said = match self.unit {
            Some(unit) => {
                let byte = facts.read.get(unit as usize).copied().unwrap_or(0);
                let cell = cell_caption(&facts.spec, &View::default(), facts.element(unit));
                html! { format!("{cell}: byte {byte:#x}") }
            }
            None => in_turn((tile, fault.map(|fault| in_turn((" · ", fault))))),
        };
        Some(p("", (tag("code", "b", digits(held, fix)), " ", tag("small", "hint", said))))
    }

    /// In memory, and as it is read.
    fn images(&self) -> Html {
        let (width, height) = self.window;
        let side = ((width - 72.0) / 2.0).min(height - 132.0).max(64.0).floor();
        let image = |words: &'static str, is_read: bool| html! { <figure><figcaption class="s q">{ words }</figcaption><Picture facts={self.facts} {is_read} {side} /></figure> };
        let count = self.facts.whole.as_ref().map(whole_read_count);
        div(
            "embed-images",
            (
                image("In shared memory", false),
                image("What the tensor core reads", true),
                count.map(|count| tag("strong", "s", in_groups(&count))),
            ),
        )
    }

    fn squares(&self, asked: &Asked, shown: &Shown) -> Html {
        let facts = self.facts;
        let dress = Dress::of(facts, is_other_view(shown));
        let scenes = [matrix(facts, &dress), memory(facts, &dress, None)].map(|mut scene| {
            scene.arrows = Vec::new();
            Shared::new(scene)
        });
        let (width, height) = self.window;
        let is_both = asked.squares == [true; 2] && (width >= TWO || !asked.has_more);
        let gap = if width < WIDE { 60.0 } else { 76.0 };
        let side = if is_both { (width - SIDES - gap) / 2.0 } else { width - SIDES - 24.0 };
        let tall = (height - OVER - TOP).max(96.0);
        let side = side.min(tall * 1.1).floor();
        let size = (side, tall.min(side * 1.2).floor());
        let rows = if facts.has_wrong() { 16 } else { 8 };
        let got = self.unit.and_then(|unit| facts.source(unit));
        let (unit, ink, on) = (self.unit, self.ink.clone(), self.on.clone());
        let pair = PairProps {
            standing: 1,
            scenes,
            size,
            rows,
            first: self.first,
            gap,
            unit,
            got,
            is_loud: false,
            ink,
            on,
        };
        let squares = if is_both {
            html! { <Pair ..pair /> }
        } else {
            pair.one(usize::from(!asked.squares[0]), 56.0, true, None)
        };
        div("pair", squares).with("style", format!("height:{}px", TOP + size.1))
    }
}
