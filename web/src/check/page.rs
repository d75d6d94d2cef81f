//! The page: one store, one set of facts, and where the parts stand.

use super::work::{Work, WorkProps, is_as_isa, rows_in_view};
use super::*;
use crate::page::{self, Bar};
use swizzle_core::Named;

/// The whole page.
#[component]
pub fn Check(props: &PageProps) -> Html {
    let (desk, on) = use_store(|| Desk::from_address(&browser::hash()), Desk::after);
    let on_action = use_callback(on.clone(), |action, on| on.emit(Act::Of(action)));
    let link = use_memo(desk.shown, link_from_shown);
    use_address(desk.origin, &link, desk.history.last().copied(), on_action.clone());
    use_keys(on_action.clone());
    use_kept_look(desk.look, &link, &on);
    let window = use_window();
    let facts = use_facts(Some(*desk.in_view()));
    let ink = use_ink(props.look);
    let heal = use_heal(facts.clone(), &on);
    let (is_playing, on_play) = use_play(facts.as_ref(), &on);
    let (field, on_point) = use_value(|| None::<FieldId>);
    let look = desk.look;
    use_outside(
        desk.look.open.is_some(),
        ".word-place, .field-place, .pop",
        on.reform(move |()| Act::Look(look.closed())),
    );
    let rows = facts.as_ref().map_or((8, 8), |facts| rows_in_view(&desk, facts, window.0));
    use_page_keys((look, rows.0, desk.picture(), is_playing), {
        let (on, picture, on_play) = (on.clone(), desk.picture(), on_play.clone());
        move |event| {
            if event.key() == " " && !browser::is_on_control(event) {
                on_play.emit(());
                return true;
            }
            let act = act_of_key(&event.key(), look, rows.0, picture);
            act.map(|act| on.emit(act)).is_some()
        }
    });
    let title = facts.as_ref().map_or_else(|| "Check".into(), |facts| page_title(&facts.spec));
    use_title(title);
    let Some(facts) = facts else {
        return bare("main", p("", "There is no picture of these parameters."));
    };
    let line = facts.verdict.clone();
    let line = line.as_far_as_read(unread_of(&desk.shown.said, &desk.notices));
    let is_narrow = window.0 < NARROW;
    let bits = BitsProps {
        facts: facts.clone(),
        open: look.open,
        on: on.clone(),
        against: None,
        over: Html::default(),
        on_point,
    };
    let work = WorkProps {
        desk: desk.clone(),
        facts: facts.clone(),
        ink,
        window,
        field: open_field(&facts, look.open).or(field),
        is_playing,
        on_play,
        on: on.clone(),
    };
    let unit = desk.pinned().map(|at| facts.unit(at));
    let asides = || [in_turn((bare("h2", "Findings"), list(&facts, &on))), traced(&facts, unit, 336.0, 0)];
    let hex = html! { <Hex ..bits.clone() /> };
    let frame = Frame {
        verdict: line.kind.name(),
        title: verdict(&facts, &line, [look.open == Some("findings"), desk.is_fixed], &heal, &on),
        compare: Some(pair_to_complete(&link)),
        options: eye(&desk, props, &on),
        rows: Some(rows),
        keys: KEYS,
        sentence: html! { <Sentence facts={&facts} open={look.open} on={&on} /> },
        is_wrong: facts.has_wrong(),
        work: html! { <Work ..work.clone() /> },
        asides: if is_narrow { asides() } else { Default::default() },
        drawer: html! { <Drawer facts={&facts} on={&on} /> },
        short: div("foot is-short", hex.clone()),
        faults: facts.faults(),
        foot: html! { <>if !is_narrow { { hex } }<Bits ..bits /></> },
        notices: desk.notices.clone(),
        on_ignore: Some(sends(&on, Act::Of(Action::DismissNotices))),
        bar: Some(page_bar(&desk, &link, props, &on_action)),
        is_whole: true,
        ..Frame::default()
    };
    frame.draw(props, &work.looked())
}

/// The bar, with a box that reads a text against what is shown.
fn page_bar(desk: &Desk, link: &str, props: &PageProps, on: &Callback<Action>) -> Html {
    let middle = html! { <Anything page={Some((desk.shown, on.clone()))} /> };
    html! {
        <Bar here={link.to_owned()} link={link.to_owned()} look={props.look} on_look={&props.on_look}
            undo={undo_tools(desk.history.can(), on)} middle={Some(middle)} />
    }
}

/// The field whose editor is open.
fn open_field(facts: &Facts, open: Option<&str>) -> Option<FieldId> {
    let mut fields = Descriptor::fields(facts.descriptor?.chip()).iter();
    fields.find(|field| open == Some(field.name)).map(|field| field.id)
}

fn page_title(spec: &Spec) -> String {
    let figure = figure_of_said(spec.said()).map(|figure| format!("Figure {}: ", figure.number));
    let (tile, reader) = (spec.tile(), spec.reader());
    format!(
        "{}{} {} {} {} – Check",
        figure.unwrap_or_default(),
        reader.arch.name(),
        tile.element.name(),
        tile.major.operand_name(reader.operand),
        tile.swizzle.name()
    )
}

/// The options of cells.
pub fn eye(desk: &Desk, page: &PageProps, on: &Callback<Act>) -> Html {
    let (look, view, is_isa) = (desk.look, desk.shown.view, is_as_isa(desk));
    let on_look = on.reform(Act::Look);
    let isa = [("matrix place", false), ("PTX ISA", true)].map(|(text, to)| {
        let dress = Some(to);
        (text, to == is_isa, Look { dress, ..look })
    });
    let on_edit = on.reform(Act::edit);
    let palettes = [("PTX ISA", Palette::Isa), ("colour-blind safe", Palette::Safe)]
        .map(|(name, palette)| (name, palette == page.look.palette, palette));
    let now = page.look;
    let on_palette = page.on_look.reform(move |palette: Palette| {
        browser::remember("palette", palette.name());
        page::Look { palette, ..now }
    });
    in_turn((
        option("Cells show", isa, &on_look),
        is_isa.then(|| {
            in_turn((
                option("Colour", all(view.colour, Edit::Colour), &on_edit),
                option("Label", all(view.number, Edit::Number), &on_edit),
                option("Cells are", all(view.cells, Edit::Cells), &on_edit),
            ))
        }),
        option("Palette", palettes, &on_palette),
    ))
}

/// All values, with whether each is the one in view.
fn all<T: Named>(now: T, to: fn(T) -> Edit) -> impl Iterator<Item = (&'static str, bool, Edit)> {
    T::ALL.iter().map(move |one| (one.name(), *one == now, to(*one)))
}
