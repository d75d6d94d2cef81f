//! The page: one store, one set of facts, and where the parts stand.

use swizzle_core::{FieldId, Named as _, Spec};
use swizzle_view::link::{pair_to_complete, unread_of};
use swizzle_view::link_from_shown;
use swizzle_view::state::figure_of_said;
use yew::prelude::*;

use super::bits::{Bits, BitsProps, Hex};
use super::eye::eye;
use super::facts::Facts;
use super::findings::{Verdict, list};
use super::moves::{KEYS, act_of_key, use_heal, use_kept_look, use_play};
use super::parts::{Drawer, Sentence};
use super::state::{Act, Desk, Open};
use super::work::{Work, rows_in_view};
use crate::browser;
use crate::cells::use_ink;
use crate::frame::{NARROW, PageProps, Sheet, Tools, all_parameters, drawer, sheets, whole};
use crate::hooks::{use_address, use_keys, use_store};
use crate::kit::{Shared, keys, maybe, noticed, sends, use_outside, use_page_keys, use_window};
use crate::page::{Anything, Bar, undo_tools};
use crate::state::Action;

/// The whole page.
#[component]
pub fn Check(props: &PageProps) -> Html {
    let (desk, on) = use_store(|| Desk::from_address(&browser::hash()), Desk::after);
    let on_action = use_callback(on.clone(), |action, on| on.emit(Act::Of(action)));
    let link = use_memo(desk.shown, link_from_shown);
    use_address(desk.origin, &link, desk.left().copied(), on_action.clone());
    use_keys(on_action.clone());
    use_kept_look(desk.look, &link, &on);
    let window = use_window();
    let facts = use_memo(*desk.in_view(), |shown| {
        Facts::of(shown).ok().map(Shared::new)
    });
    let ink = use_ink(props.look);
    let facts = (*facts).clone();
    let heal = use_heal(facts.clone(), &on);
    let (is_playing, on_play) = use_play(facts.as_ref(), &on);
    let field = use_state_eq(|| None::<FieldId>);
    use_outside(
        desk.open != Open::Nothing,
        ".word-place, .field-place, .pop",
        on.reform(|()| Act::Open(Open::Nothing)),
    );
    let look = desk.look;
    let rows = facts
        .as_ref()
        .map_or(8, |facts| rows_in_view(&desk, facts, window.0));
    use_page_keys((look, rows, desk.picture(), is_playing, desk.open), {
        let (on, picture, open) = (on.clone(), desk.picture(), desk.open);
        let on_play = on_play.clone();
        move |event| {
            if event.key() == " " && !browser::is_on_control(event) {
                on_play.emit(());
                return true;
            }
            let act = act_of_key(&event.key(), look, rows, picture, open);
            act.map(|act| on.emit(act)).is_some()
        }
    });
    let title = facts.as_ref().map_or_else(
        || "Check – Swizzle Atlas".into(),
        |facts| page_title(&facts.spec),
    );
    use_effect_with(title, |title| browser::set_title(title));
    let (Some(facts), Some(ink)) = (facts, ink) else {
        return html! { <main><p>{ "There is no picture of these parameters." }</p></main> };
    };
    let unread = unread_of(&desk.shown.said, &desk.notices);
    let line = facts.verdict.clone().as_far_as_read(unread);
    let is_narrow = window.0 < NARROW;
    let place = Place {
        desk: &desk,
        facts: &facts,
        on: &on,
        props,
        width: window.0,
    };
    let bits = BitsProps {
        facts: facts.clone(),
        open: desk.open,
        on: on.clone(),
        against: None,
        over: Html::default(),
        on_point: field.setter().to_callback(),
    };
    let work = html! {
        <Work desk={desk.clone()} facts={facts.clone()} {ink} {window} field={open_field(&desk).or(*field)} {is_playing} {on_play} on={on.clone()} />
    };
    let head = html! {
        <div class="verdict-row" data-verdict={line.kind.name()}>
            <Verdict facts={facts.clone()} {line} is_open={desk.open == Open::Findings} is_fixed={desk.is_fixed} on_fix={heal} on={on.clone()} />{ place.tools(&link) }
        </div>
    };
    let drawer = place.drawer();
    let (foot, drawer) = match is_narrow {
        true => {
            let foot = html! { <><div class="foot is-short"><Hex ..bits.clone() /></div>{ place.sheets(&bits, drawer) }</> };
            (foot, None)
        }
        false => {
            let foot =
                html! { <footer class="foot"><Hex ..bits.clone() /><Bits ..bits /></footer> };
            (foot, look.has_drawer.then_some(drawer))
        }
    };
    let on_ignore = sends(&on, Act::Of(Action::DismissNotices));
    let notices = noticed(&desk.notices, Some(on_ignore));
    let main = html! { <main class="sheet-page">{ notices }{ head }{ place.sentence(is_narrow) }{ work }{ foot }</main> };
    let bar = page_bar(&desk, &link, props, &on_action);
    whole("check", is_narrow, bar, main, drawer)
}

/// The bar, with a box that reads a text against what is shown.
fn page_bar(desk: &Desk, link: &str, props: &PageProps, on: &Callback<Action>) -> Html {
    let middle = html! { <Anything page={Some((desk.shown, on.clone()))} /> };
    html! {
        <Bar here={link.to_owned()} link={link.to_owned()} look={props.look} on_look={props.on_look.clone()}
            undo={undo_tools([desk.can_undo(), desk.can_redo()], on)} middle={Some(middle)} />
    }
}

/// What the parts around the squares are drawn from.
struct Place<'p> {
    desk: &'p Desk,
    facts: &'p Shared<Facts>,
    on: &'p Callback<Act>,
    props: &'p PageProps,
    width: f64,
}

impl Place<'_> {
    /// The tile in words, and what opens the drawer.
    fn sentence(&self, is_narrow: bool) -> Html {
        let Self {
            desk, facts, on, ..
        } = *self;
        let look = desk.look;
        let class = classes!("sentence", facts.has_wrong().then_some("small-words"));
        let drawer = sends(on, Act::Look(look.with_drawer()));
        let more = (!is_narrow).then(|| all_parameters(look.has_drawer, drawer));
        html! { <div {class}><Sentence facts={facts.clone()} open={desk.open} is_fixed={desk.is_fixed} on={on.clone()} />{ maybe(more) }</div> }
    }

    /// At the end of the title: comparison, view options, and what opens over the page.
    fn tools(&self, link: &str) -> Html {
        let Self {
            desk, facts, on, ..
        } = self;
        let tools = Tools {
            compare: Some(pair_to_complete(link)),
            eye: (desk.open == Open::Eye).then(|| {
                let rows = rows_in_view(desk, facts, self.width);
                eye(desk, rows, self.props, on)
            }),
            on_eye: sends(on, Act::Open(Open::Eye)),
            keys: (desk.open == Open::Keys).then(|| keys(KEYS)),
            on_keys: sends(on, Act::Open(Open::Keys)),
        };
        tools.draw(true)
    }

    /// All parameters.
    fn drawer(&self) -> Html {
        let (look, on) = (self.desk.look, self.on.clone());
        let close = sends(&on, Act::Look(look.with_drawer()));
        drawer(close, html! { <Drawer facts={self.facts.clone()} {on} /> })
    }

    /// The bar of sheets of a narrow screen, and the one that is open.
    fn sheets(&self, bits: &BitsProps, drawer: Html) -> Html {
        let (look, on) = (self.desk.look, self.on);
        let on_look = on.reform(Act::Look);
        sheets(look, self.facts.faults(), &on_look, |sheet| match sheet {
            Sheet::Edit => drawer,
            Sheet::Bits => html! { <Bits ..bits.clone() /> },
            Sheet::Findings => html! { <><h2>{ "Findings" }</h2>{ list(self.facts, on) }</> },
            Sheet::Trace => {
                html! { <super::trace::Trace facts={self.facts.clone()} unit={self.desk.pinned().map(|at| self.facts.unit(at))} width={336.0} /> }
            }
        })
    }
}

/// The field whose editor is open.
fn open_field(desk: &Desk) -> Option<FieldId> {
    match desk.open {
        Open::Field(id) => Some(id),
        _ => None,
    }
}

fn page_title(spec: &Spec) -> String {
    let figure = figure_of_said(spec.said()).map(|figure| format!("Figure {}: ", figure.number));
    let (tile, reader) = (spec.tile(), spec.reader());
    format!(
        "{}{} {} {} {} – Check – Swizzle Atlas",
        figure.unwrap_or_default(),
        reader.arch.name(),
        tile.element.name(),
        tile.major.operand_name(reader.operand),
        tile.swizzle.name()
    )
}
