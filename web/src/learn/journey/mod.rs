//! The journey of one byte, from the matrix in global memory to a thread's register: seven scenes on Check's squares, wires and
//! steps. The byte is orange in each of them.
//!
//! `link → Shown → JourneyRead → Facts → scenes → cells`; words and numbers are those of `swizzle_draw::journey`.

mod scenes;

use super::set_done;
use crate::check::facts::Facts;
use crate::check::traced;
use crate::page::Look;
use crate::page::places::Place;
use crate::prelude::*;
use swizzle_draw::journey::{
    BOX, Cell as TableCell, ELEMENT, JourneyRead, NAMES, SBO_BYTES, SCENES, STEP, Table, Tone, WIDTH,
    broken_words, sentences, tables, title, trail, where_now,
};

/// How it is kept in the address.
static FORMAT: Format<JourneyShown> = Format::of_form(|route| matches!(route, Route::Journey));

/// The scene with the descriptor that can be broken, and what its SBO is before a reader sets one: that of no swizzle.
const BROKEN: usize = 5;
const BROKEN_SBO: u32 = 128;
/// Width of the column at the right.
const ASIDE: f64 = 304.0;

/// Properties of [`Journey`].
#[derive(Properties, PartialEq)]
pub struct JourneyProps {
    /// Theme and colours.
    pub look: Look,
}

/// The page: one scene, on paper all of them.
#[component]
pub fn Journey(props: &JourneyProps) -> Html {
    let (opened, on_shown) = use_linked(&FORMAT);
    let shown = opened.shown;
    use_key_acts(shown, &on_shown, move |event| {
        let scene = match event.key().as_str() {
            "ArrowLeft" if !is_in_cells() => shown.scene.checked_sub(1),
            "ArrowRight" if !is_in_cells() => Some(shown.scene + 1),
            key => key.parse::<usize>().ok()?.checked_sub(1),
        };
        let scene = scene.filter(|scene| *scene < SCENES)?;
        Some(JourneyShown { scene, ..shown })
    });
    let name = Place::of(&Route::Journey.address()).map_or("", |place| place.name);
    use_title(format!("{name}: {}", title(shown.scene)));
    use_effect_with(shown.scene, |scene| {
        if *scene + 1 == SCENES {
            set_done(&Route::Journey.address());
        }
    });
    let window = use_window();
    let is_printing = use_printing();
    let ink = use_ink(props.look);
    let scene = |scene: usize| html! { <Scene key={scene} shown={JourneyShown { scene, ..shown }} ink={&ink} {window} on={&on_shown} /> };
    let right = JourneyRead::of(SBO_BYTES, 0);
    tag(
        "main",
        classes!("journey", (window.0 < NARROW).then_some("is-narrow")),
        (
            noticed(&opened.notices, None),
            if is_printing { (0..SCENES).map(scene).collect::<Html>() } else { scene(shown.scene) },
            way(&shown, &right),
        ),
    )
}

/// Whether the arrow keys lead from cell to cell.
fn is_in_cells() -> bool {
    browser::is_there("[role=application]:focus")
}

/// The way through the scenes: a stop each, with what is known of the byte so far.
fn way(shown: &JourneyShown, right: &JourneyRead) -> Html {
    let trail = trail(right);
    let stop = |(at, name): (usize, &&str)| {
        let place = trail.iter().find(|station| station.scene == at && at <= shown.scene);
        let class = (at < shown.scene).then_some("is-done");
        let to = link_from_form(&JourneyShown { scene: at, ..*shown });
        a(class, to, (span("", *name), tag("small", "m", place.map(|station| &*station.place))))
            .with("aria-current", (at == shown.scene).then_some("step"))
    };
    tag("nav", "way stops", NAMES.iter().enumerate().map(stop)).with("aria-label", "Scenes")
}

/// Properties of [`Scene`].
#[derive(Properties, PartialEq)]
struct SceneProps {
    shown: JourneyShown,
    ink: Shared<Ink>,
    window: (f64, f64),
    on: Callback<JourneyShown>,
}

/// A scene: title, sentence, the way on; squares, and a column that explains.
#[component]
fn Scene(props: &SceneProps) -> Html {
    let JourneyShown { scene, sbo_bytes, base_offset } = props.shown;
    // The other scenes have the descriptor that the tile needs.
    let fields = match scene {
        BROKEN => (sbo_bytes.unwrap_or(BROKEN_SBO), base_offset),
        _ => (SBO_BYTES, 0),
    };
    let reads = use_memo(fields, |(sbo, base)| [JourneyRead::of(*sbo, *base), JourneyRead::of(SBO_BYTES, 0)]);
    let [read, right] = &*reads;
    let facts = use_memo((fields, scene), |(_, scene)| {
        let step = if *scene < 4 { 0 } else { STEP };
        Facts::of(&Shown::from(read.said(step))).ok().map(Shared::new)
    });
    let pair = use_memo((fields, scene, facts.is_some()), |(_, scene, _)| {
        let facts = (*facts).as_ref()?;
        Some(scenes::of(*scene, facts).map(Shared::new))
    });
    let looked = use_looked();
    // On a phone one square is in view: where the byte comes to.
    let shown_side = use_state_eq(|| usize::from(scene > 0));
    let (Some(facts), Some(pair)) = (&*facts, &*pair) else {
        return Html::default();
    };
    let is_wrong = read.wrong_units() > 0;
    let text = match scene {
        BROKEN => broken(props, [read, right], is_wrong),
        _ => html! { sentences(scene, right) },
    };
    let verdict = (scene == BROKEN).then_some(if is_wrong { "wrong" } else { "right" });
    let (onward, to) = match NAMES.get(scene + 1) {
        Some(name) => {
            (format!("Next: {name} →"), link_from_form(&JourneyShown { scene: scene + 1, ..props.shown }))
        }
        None => ("Learn it: lesson 1 →".into(), stop_address(0, 0)),
    };
    let you = scenes::you(scene, facts);
    let unit = looked.cell().or(Some(you));
    let got = unit.and_then(|unit| scenes::got(scene, facts, unit));
    let side = 8.0 * cell_side(props.window);
    let rows = if scene == BROKEN { 16 } else { 8 };
    let whole = GUTTER + 2.0 * side + GAP + 16.0;
    let both = PairProps {
        standing: 1,
        scenes: pair.clone(),
        size: (side, side),
        rows,
        first: [0; 2],
        gap: GAP,
        unit,
        got,
        is_loud: false,
        ink: props.ink.clone(),
        on: looked.on,
    };
    let squares = if props.window.0 < NARROW {
        let choose = shown_side.setter().to_callback();
        let names = both.scenes.each_ref().map(|scene| scene.name);
        in_turn((tabs("View", names, *shown_side, &choose), both.alone(*shown_side, 52.0, None)))
    } else {
        div("pair", html! { <Pair ..both /> })
            .with("style", format!("width:{whole}px;height:{}px", TOP + side))
    };
    section(
        "journey-scene",
        format!("Scene {} of {SCENES}: {}", scene + 1, where_now(scene, read)),
        (
            tag(
                "header",
                "say",
                (
                    div(
                        "journey-text",
                        (
                            div("", bare("h1", title(scene)).with("tabindex", "-1"))
                                .with("data-verdict", verdict),
                            p("", text).with("aria-live", "polite"),
                        ),
                    ),
                    a("button is-main journey-next", to, onward),
                ),
            ),
            div(
                "work",
                (
                    div("scroller", squares),
                    tag("aside", "aside journey-aside", explained(scene, facts, [read, right], ASIDE))
                        .with("aria-label", "Explanation"),
                ),
            ),
        ),
    )
}

/// The sentence of the sixth scene, whose two fields are words that can be changed, and its repairs.
fn broken(props: &SceneProps, [read, right]: [&JourneyRead; 2], is_wrong: bool) -> Html {
    let JourneyShown { sbo_bytes, base_offset, .. } = props.shown;
    let sbo = sbo_bytes.unwrap_or(BROKEN_SBO);
    let [of_sbo, of_base] = broken_words(read, right);
    let shown = props.shown;
    let field = |label: &'static str,
                 value: u32,
                 (least, most, step): (u32, u32, u32),
                 unit: &'static str,
                 to: fn(JourneyShown, u32) -> JourneyShown| {
        let values = Values::Number { range: (least, most), step, is_hex: false, unit, presets: &[] };
        let on = props.on.clone();
        let on = Callback::from(move |change| match change {
            Change::To(Some(Scalar::Number(value))) if value.is_multiple_of(step) => {
                on.emit(to(shown, value))
            }
            _ => {}
        });
        html! { <OwnWord row={Row::free(label, values, value.into())} text={format!("{value}{unit}")} {on} /> }
    };
    let of_sbo_word = field("SBO", sbo, JourneyShown::SBO, " B", |shown, sbo| JourneyShown {
        sbo_bytes: Some(sbo),
        ..shown
    });
    let of_base_word = field("Base offset", base_offset.into(), (0, 7, 1), "", |shown, base| JourneyShown {
        base_offset: base as u8,
        ..shown
    });
    let repair = |label: &'static str, next: JourneyShown| text_button("", label, sends(&props.on, next));
    let base = (base_offset != 0)
        .then(|| repair("Set base offset to 0", JourneyShown { base_offset: 0, ..props.shown }));
    let sbo = (sbo != SBO_BYTES)
        .then(|| repair("Set SBO to 1,024 B", JourneyShown { sbo_bytes: Some(SBO_BYTES), ..props.shown }));
    let tone = if is_wrong { "bad b" } else { "ok b" };
    html! {
        <>
            { "With SBO at " }{ of_sbo_word }{ " and base offset " }{ of_base_word }{ ", " }{ span(tone, where_now(BROKEN, read)) }{ format!(": {of_sbo} For the base offset, {of_base} ") }
            { maybe(base) }{ " " }{ maybe(sbo) }
        </>
    }
}

/// The column of a scene.
fn explained(scene: usize, facts: &Shared<Facts>, [read, right]: [&JourneyRead; 2], width: f64) -> Html {
    let trace = (scene == 2 || scene == 3).then(|| traced(facts, Some(facts.unit(ELEMENT)), width, 0));
    let door = |(words, to): (&'static str, String)| a("plain s", to, words);
    in_turn((
        (scene == 0).then(|| to_scale(width)),
        tables(scene, read, right).iter().map(table),
        trace,
        p("cluster gap-3 journey-doors", JourneyShown::doors(scene, read, right).into_iter().map(door)),
    ))
}

/// The matrix to scale, with the box of the tile in its corner.
fn to_scale(width: f64) -> Html {
    let side = width * f64::from(BOX) / f64::from(WIDTH);
    tag(
        "svg",
        "journey-matrix",
        (path("", format!("M0 0H{width}V{width}H0z")), path("is-box", format!("M0 0H{side}V{side}H0z"))),
    )
    .with("width", width)
    .with("height", width)
    .with("aria-hidden", "true")
}

fn table(table: &Table) -> Html {
    let cell = |(words, tone): &TableCell| {
        let class = match tone {
            Tone::Plain => "",
            Tone::Followed => "is-followed",
            Tone::Wrong => "bad",
        };
        tag("td", class, words)
    };
    let row = |row: &Vec<TableCell>| bare("tr", row.iter().map(cell));
    let is_dense = table.rows.iter().any(|row| row.len() > 3);
    in_turn((
        bare("h2", &table.title),
        p("q s", &table.about),
        tag(
            "table",
            classes!("sums", "m", is_dense.then_some("is-dense")),
            bare("tbody", table.rows.iter().map(row)),
        ),
    ))
}
