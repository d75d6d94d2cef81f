//! Where all parts of such a page are: title, sentence, squares, foot; the drawer beside them, or sheets over them.

use super::*;
use crate::page;

/// Properties of a page.
#[derive(Properties, PartialEq, Clone)]
pub struct PageProps {
    /// The address, for pages that do not read it themselves; of Home and of a dump, a part of it that is not known.
    #[prop_or_default]
    pub named: Option<String>,
    /// Theme and palette.
    pub look: page::Look,
    /// Takes others.
    pub on_look: Callback<page::Look>,
}

/// How such a page is looked at, and where.
#[derive(Clone, PartialEq)]
pub struct Desk {
    /// How it is looked at.
    pub look: Look,
    /// Takes another look.
    pub on: Callback<Look>,
    /// Size of the window.
    pub window: (f64, f64),
    /// The sheet's colours.
    pub ink: Shared<Ink>,
}

impl Desk {
    /// Opens a thing over the page, or closes it.
    pub fn opens(&self, name: &'static str) -> Callback<MouseEvent> {
        sends(&self.on, self.look.with_open(name))
    }

    /// Whether a thing is open.
    pub fn has_open(&self, name: &str) -> bool {
        self.look.open == Some(name)
    }

    /// Comparison, view options, and the keys, at the end of a row where `is_last`.
    pub fn tools(&self, compare: Option<String>, options: Html, all: &str, is_last: bool) -> Html {
        let (on_eye, on_keys) = (self.opens("eye"), self.opens("keys"));
        let compare = compare.map(|link| a("button is-plain compare", link, "Compare with…"));
        let keys = self.has_open("keys").then(|| over("is-over at-end", "Keys", on_keys.clone(), keys(all)));
        let eye = self.has_open("eye").then(|| {
            let options = in_turn((options, p("hint", plain("", "All keys", on_keys))));
            pop("menu-pop at-end", "View options", options)
        });
        div(
            classes!(is_last.then_some("push"), "word-place"),
            (
                keys,
                compare,
                press("button is-icon", icon(icon::VIEW), on_eye)
                    .with("aria-label", "View options")
                    .with("title", "View options")
                    .with("aria-haspopup", "dialog")
                    .with("aria-expanded", eye.is_some()),
                eye,
            ),
        )
    }

    /// A thing with its name, the button that pins it, and what is said of it.
    pub fn pinned(&self, name: String, unit: u32) -> Html {
        let next = sends(&self.on, self.look.with_pin(Some(unit)));
        titled(name, pin(self.look.pinned.is_some(), next))
    }
}

/// What is given folded to a chip that opens it.
pub fn chip(
    desk: &Desk,
    name: &'static str,
    class: &'static str,
    words: String,
    content: impl FnOnce() -> Html,
) -> Html {
    let opened = desk.has_open(name).then(|| pop(class, name, content()));
    let words = in_turn((words, icon(icon::EDIT)));
    opener("word-place", "paste-chip", None, words, opened, desk.opens(name))
}

/// How a page is looked at, from its start on. `on_key` takes the page's own keys first.
#[hook]
pub fn use_desk<T: PartialEq + 'static>(
    props: &PageProps,
    with: T,
    on_key: impl Fn(&str) -> bool + 'static,
) -> Desk {
    let (look, on) = use_value(Look::default);
    let (window, ink) = (use_window(), use_ink(props.look));
    use_outside(look.open.is_some(), ".word-place, .pop", on.reform(move |()| look.closed()));
    use_page_keys((look, with), {
        let on = on.clone();
        move |event| {
            let next = look.after_key(&event.key(), look.rows());
            on_key(&event.key()) || next.map(|look| on.emit(look)).is_some()
        }
    });
    Desk { look, on, window, ink }
}

/// Keys, and what they do.
const KEYS: &str = "arrows in a square: walk over its units
Enter: pin the unit
Escape: close, unpin
− +: more or fewer rows
e: all parameters
p: a dump as an image";

/// The parts of a page.
#[derive(Default)]
pub struct Frame {
    /// Parts of the link that were not read.
    pub notices: Vec<Notice>,
    /// The title: sign and text, and what it depends on.
    pub title: Html,
    /// How the verdict is called.
    pub verdict: &'static str,
    /// What is beside the title.
    pub buttons: Html,
    /// The comparison of what is in view, if there is one.
    pub compare: Option<String>,
    /// More view options.
    pub options: Html,
    /// Rows in view of squares that can be text, and the most that they can show.
    pub rows: Option<(u32, u32)>,
    /// Keys, and what they do; none are those of most such pages.
    pub keys: &'static str,
    /// The sentence, in small words where something is wrong.
    pub sentence: Html,
    /// Whether something is wrong.
    pub is_wrong: bool,
    /// The squares.
    pub work: Html,
    /// The column at rest, and for the unit that is pinned; on a narrow screen they are sheets.
    pub asides: [Html; 2],
    /// The drawer.
    pub drawer: Html,
    /// The foot.
    pub foot: Html,
    /// On a narrow screen, what of the foot stays in view.
    pub short: Html,
    /// Faults among the findings.
    pub faults: usize,
    /// Whether nothing longer is below the foot.
    pub is_whole: bool,
    /// What is longer, below.
    pub below: Html,
    /// Class of a page with a sheet of styles of its own.
    pub class: &'static str,
    /// The bar, where it is not that of most pages.
    pub bar: Option<Html>,
    /// Lets the notices go.
    pub on_ignore: Option<Callback<MouseEvent>>,
    /// Whether there is nothing to look at yet: then there are no tools.
    pub is_start: bool,
}

impl Frame {
    /// All of the page.
    pub fn draw(self, props: &PageProps, desk: &Desk) -> Html {
        let is_narrow = desk.window.0 < NARROW;
        let look = desk.look;
        let sheets = maybe(is_narrow.then(|| self.sheets(desk)));
        let (rows, most) = self.rows.unwrap_or((look.rows(), UNITS_MOST));
        let rows = look.options(rows, most, self.rows.is_some(), &desk.on);
        let options = in_turn((self.options, rows));
        let keys = if self.keys.is_empty() { KEYS } else { self.keys };
        let tools = desk.tools(self.compare, options, keys, true);
        let head = div("verdict-row", (self.title, self.buttons, (!self.is_start).then_some(tools)))
            .with("data-verdict", self.verdict);
        let toggled = look.with_drawer();
        let more =
            (!is_narrow && !self.is_start).then(|| all_parameters(look.has_drawer, sends(&desk.on, toggled)));
        let words = classes!("sentence", self.is_wrong.then_some("small-words"));
        let sentence = div(words, (self.sentence, more));
        let foot = if is_narrow { self.short } else { tag("footer", "foot", self.foot) };
        let parts = in_turn((noticed(&self.notices, self.on_ignore), head, sentence, self.work, foot));
        let drawer = (look.has_drawer && !is_narrow).then(|| drawer(sends(&desk.on, toggled), self.drawer));
        let main = if self.is_whole {
            tag("main", "sheet-page", (parts, sheets))
        } else {
            tag("main", "framed", (div("sheet-page", parts), div("below", self.below), sheets))
        };
        let bar = self.bar.unwrap_or_else(|| bar_or_way(props));
        let class = classes!("check", self.class);
        whole(class, is_narrow, bar, main, drawer)
    }

    /// The bar of sheets of a narrow screen, and the one that is open.
    fn sheets(&self, desk: &Desk) -> Html {
        let aside = |content: Html| div("aside", content);
        sheets(desk.look, self.faults, &desk.on, |sheet| {
            aside(match sheet {
                Sheet::Edit => div("drawer", (bare("h2", "All parameters"), self.drawer.clone())),
                Sheet::Bits => self.foot.clone(),
                Sheet::Findings => self.asides[0].clone(),
                Sheet::Trace => self.asides[1].clone(),
            })
        })
    }
}
