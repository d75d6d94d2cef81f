//! The road: the journey, the lessons by what they lead to, figures and glossary at its end; and the present stop, large.

use super::*;

/// Rows of a lesson's picture.
const ROWS: u32 = 8;
/// The picture of the journey: the tile in memory.
const JOURNEY: [Show; 2] = [Show::Matrix, Show::Memory];

/// The picture of the journey: matrix and memory, 8 units of 8 rows each, and the way of one unit from one to the other.
fn journey_picture(look: Look) -> Html {
    let square = |show| {
        let tile = Small { link: "#/wgmma?mn=8&number=logical&colour=logical", show, mark: "" };
        small(&tile, ROWS, look)
    };
    html! {
        <div class="learn-way">{ for JOURNEY.map(square) }
            <svg viewBox="0 0 17 8" aria-hidden="true"><path d="M6 3.5h9" /><path class="is-unit" d="M5 3h1v1h-1zM15 3h1v1h-1z" /></svg>
        </div>
    }
}

/// Properties of [`Course`].
#[derive(Properties, PartialEq)]
pub struct CourseProps {
    /// Theme and colours.
    pub look: Look,
    /// Sentence about what an address named that is not there.
    pub unknown: Option<String>,
}

/// The page.
#[component]
pub fn Course(props: &CourseProps) -> Html {
    let road = progress();
    // The lesson that is looked at.
    let (looked, on_looked) = use_value(|| None::<usize>);
    let here = road.next().filter(|_| road.is_begun()).map(|(lesson, _)| lesson);
    // Behind the road keys lead to the present stop again; on the road each lesson that Tab passes was looked at.
    let leave = on_looked.reform(|_: FocusEvent| None);
    let journey = Route::Journey.address();
    let class = match (road.has(&journey), road.is_begun()) {
        (true, _) => "is-done",
        (false, false) => "is-here",
        (false, true) => "",
    };
    let chapter = |one: &'static Chapter| {
        let lesson = |(place, lesson)| item(place, lesson, &road, here == Some(place), &on_looked);
        tag("section", "learn-chapter", (tag("h2", "q s", one.title), bare("ol", one.lessons().map(lesson))))
    };
    tag(
        "main",
        "ends beside learn-course",
        (
            bare("h1", "From one byte to your own descriptor").with("tabindex", "-1"),
            props.unknown.as_ref().map(|words| p("hint", words).with("role", "status")),
            div(
                "",
                (
                    div(
                        "road",
                        (
                            bare(
                                "ol",
                                tag(
                                    "li",
                                    class,
                                    (a("", journey, "Follow one byte"), span("push q s", "3 min")),
                                ),
                            ),
                            CHAPTERS.iter().map(chapter),
                        ),
                    ),
                    html! { <p class="cluster gap-4 also" onfocusin={leave}>{ a("go", "#/figures", "Figures of the PTX ISA") }{ a("go", Route::Glossary(None).address(), "Glossary") }</p> },
                ),
            ),
            tag("aside", "now", now(looked.or(here), &road, props.look))
                .with("aria-label", "The present stop"),
        ),
    )
}

/// A lesson on the road: a dot a stop.
fn item(
    place: usize,
    lesson: &'static Lesson,
    road: &Progress,
    is_here: bool,
    on_looked: &Callback<Option<usize>>,
) -> Html {
    let dot = |is_done: bool| tag("i", is_done.then_some("is-done"), ());
    let class =
        classes!(road.stops(place).all(|is_done| is_done).then_some("is-done"), is_here.then_some("is-here"));
    html! {
        <li {class} onpointerenter={sends(on_looked, Some(place))}>
            <a class="learn-open" href={stop_address(place, road.next_in(place))} onfocus={sends(on_looked, Some(place))}>{ lesson.title }</a>
            <span class="push dots" aria-hidden="true">{ for road.stops(place).map(dot) }</span><small class="visually-hidden">{ road.text(place) }</small>
        </li>
    }
}

/// The journey or a lesson, large, with the way there.
fn now(lesson: Option<usize>, road: &Progress, look: Look) -> Html {
    let card = |picture: Html, title: &'static str, about: Html, way: Html| {
        in_turn((picture, bare("h2", title), p("", about), p("learn-onward", way)))
    };
    let button = |to: String, words: String| a("button is-main", to, words);
    match lesson {
        Some(place) => {
            let lesson = &LESSONS[place];
            let stop = road.next_in(place);
            let verb = if road.is_begun() { "Continue" } else { "Begin" };
            let way = button(stop_address(place, stop), format!("{verb}: {}", stop_at((place, stop)).title));
            card(small(&lesson.picture, ROWS, look), lesson.title, words(lesson.summary), way)
        }
        None if road.is_begun() => card(
            journey_picture(look),
            "All questions are answered",
            html! { "Check your own descriptor." },
            button(Route::Atlas.address(), "Open Check".into()),
        ),
        None => {
            let about = format!(
                "7 scenes from global memory to a register. Then {} lessons, each a text, a figure and a question; answers stay in this browser. It takes about 2 hours.",
                LESSONS.len()
            );
            card(
                journey_picture(look),
                "Follow one byte",
                html! { about },
                button(Route::Journey.address(), "Start".into()),
            )
        }
    }
}
