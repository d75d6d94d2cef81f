//! The figures of the manual: all of them small, and one of them large, in the matrix or in memory.

use super::figure::{ROWS, use_picture, use_views};
use super::*;
use swizzle_draw::Cells;
use swizzle_learn::Figure as Lesson;
use swizzle_view::state::{Figure, figures};

/// The figure that is large at first.
const FIRST: u16 = 157;
/// Rows of the largest figure in small.
const ALL_ROWS: u32 = 64;

/// Properties of [`Figures`].
#[derive(Properties, PartialEq)]
pub struct FiguresProps {
    /// Theme and colours.
    pub look: Look,
    /// Width of the large one's place.
    pub width: f64,
}

/// The page.
#[component]
pub fn Figures(props: &FiguresProps) -> Html {
    let all = use_memo((), |()| figures().collect::<Vec<Figure>>());
    let (number, on_number) = use_value(|| FIRST);
    let groups = [Arch::Wgmma, Arch::Tcgen05].map(|arch| {
        let figures = all.iter().filter(|figure| figure.shown.said.reader.arch == Some(arch));
        group(arch, &figures.collect::<Vec<_>>(), (number, &on_number), props.look)
    });
    let one = all.iter().find(|figure| figure.number == number);
    tag("main", "ends beside", (bare("h1", "Figures of the PTX ISA, live").with("tabindex", "-1"), div("", groups), tag("aside", "now", one.map(|figure| html! { <Large figure={figure.clone()} look={props.look} width={props.width} /> }))))
}

/// The figures of an instruction: one stop of the Tab key, with arrow keys inside. Enter opens one in Check.
fn group(arch: Arch, figures: &[&Figure], (here, on): (u16, &Callback<u16>), look: Look) -> Html {
    let numbers: Vec<u16> = figures.iter().map(|figure| figure.number).collect();
    let id = |number: u16| format!("figure-{number}");
    let all = numbers.clone();
    let onkeydown = sends_some(on, move |event: KeyboardEvent| {
        let at = all.iter().position(|one| *one == here);
        let next = match (event.key().as_str(), at) {
            ("Enter", Some(_)) => {
                browser::go_to(&figure_address(here));
                return None;
            }
            ("ArrowRight" | "ArrowDown", at) => at.map_or(0, |at| at + 1),
            ("ArrowLeft" | "ArrowUp", at) => at.unwrap_or(1).saturating_sub(1),
            ("Home", _) => 0,
            ("End", _) => all.len() - 1,
            _ => return None,
        };
        event.prevent_default();
        all.get(next).copied()
    });
    let option = |figure: &&Figure| {
        let number = figure.number;
        html! { <span role="option" id={id(number)} aria-selected={(number == here).to_string()} aria-label={format!("Figure {number}: {}", figure.name)} onclick={sends(on, number)}>{ thumbnail(&in_units(figure), PaneKind::Matrix, ALL_ROWS, "", look) }<b>{ number }</b></span> }
    };
    let active = numbers.contains(&here).then(|| id(here));
    in_turn((
        tag("h2", "q s", swizzle_core::Named::name(arch)),
        html! { <div class="figs" role="listbox" tabindex="0" aria-label={format!("Figures of {}", swizzle_core::Named::name(arch))} aria-activedescendant={active} {onkeydown}>{ for figures.iter().map(option) }</div> },
    ))
}

/// A figure by its units: elements one by one are too small to see.
fn in_units(figure: &Figure) -> Shown {
    let mut shown = figure.shown;
    shown.view.cells = Cells::Units;
    shown
}

/// Properties of [`Large`].
#[derive(Properties, PartialEq)]
struct LargeProps {
    figure: Figure,
    look: Look,
    width: f64,
}

/// A figure, large. In another view its cells fly to where they are there.
#[component]
fn Large(props: &LargeProps) -> Html {
    let LargeProps { figure, look, width } = props;
    let (side, choose) = use_value(|| 0_usize);
    let looked = use_looked();
    let picture = use_picture(&figure.shown);
    let views = use_views(&picture, &SIDES[side], false, None);
    let ink = use_ink(*look);
    let Some(picture) = picture else {
        return Html::default();
    };
    let live = Live {
        asked: None,
        figure: &SIDES[side],
        shown: &figure.shown,
        picture: &picture,
        views: &views,
        is_asking: false,
        rows: ROWS,
        is_loud: true,
        looked: &looked,
        pinned: figure.shown.pinned,
        ink,
        width: *width,
        on: &looked.on,
    };
    in_turn((
        div("row push", tabs("View", ["Matrix", "Memory"], side, &choose)),
        live.squares(),
        bare("h2", format!("Figure {}: {}", figure.number, figure.name)),
        p("", figure.caption),
        a("button is-main", figure_address(figure.number), "Open in Check"),
    ))
}

/// The views as figures of a lesson.
static SIDES: [Lesson; 2] = [view("figures:matrix", Show::Matrix), view("figures:memory", Show::Memory)];

const fn view(link: &'static str, show: Show) -> Lesson {
    Lesson { link, show, no_steps: true, ..Lesson::EMPTY }
}
