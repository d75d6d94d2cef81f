//! The page of a stop: title and text, then the figure, then the question; and the ways on.

use super::parts::PartStop;
use super::*;

/// Properties of a stop's page.
#[derive(Properties, PartialEq, Clone, Copy)]
pub struct StopProps {
    /// The lesson, by its place.
    pub lesson: usize,
    /// Its stop, by its place.
    pub stop: usize,
    /// Theme and colours.
    pub look: Look,
    /// Width of its figure's place.
    pub width: f64,
    /// Whether it is below other stops on a page that has a heading.
    #[prop_or_default]
    pub is_part: bool,
}

impl StopProps {
    /// The stop.
    pub fn of(&self) -> &'static Stop {
        stop_at((self.lesson, self.stop))
    }

    /// Its address.
    pub fn address(&self) -> String {
        stop_address(self.lesson, self.stop)
    }

    /// Whether it opens answered. All stops of a lesson on one page are there to be answered on paper, too.
    pub fn was_done(&self) -> bool {
        !self.is_part && progress().has(&self.address())
    }

    /// The way on from it: its words and its address.
    pub fn next(&self) -> Option<(String, String)> {
        if self.is_part {
            return None;
        }
        Some(match next(self.lesson, self.stop) {
            Some(at) => (format!("Next: {} →", stop_at(at).title), stop_address(at.0, at.1)),
            None => ("This was the last lesson. Open Check".into(), Route::Atlas.address()),
        })
    }
}

/// Contents of a stop.
pub struct Shown<'a> {
    pub asked: &'a Asked,
    /// The question with its controls.
    pub question: Html,
    /// State that its words are about: the figure as it is now.
    pub at: At<'a>,
    pub figure: Html,
}

/// The page of a stop.
pub fn stop(props: StopProps) -> Html {
    html! { <PartStop key={props.address()} ..props /> }
}

/// Text, figure and question; the text's head alone, while nothing is known of the figure.
pub fn page(props: &StopProps, shown: Result<Shown<'_>, Html>) -> Html {
    let (lesson, stop) = (&LESSONS[props.lesson], props.of());
    let is_last = props.stop + 1 == lesson.stops.len();
    let asked = shown.as_ref().ok().map(|shown| shown.asked.clone());
    let is_open = asked.as_ref().is_some_and(Asked::is_open);
    let verdict = asked.and_then(|asked| {
        if asked.judged? {
            Some(VerdictKind::Right.name())
        } else {
            (!asked.is_told).then_some(VerdictKind::Wrong.name())
        }
    });
    let head = if props.is_part {
        bare("h2", stop.title)
    } else {
        in_turn((
            div(
                "row apart crumb",
                (
                    a(
                        "q",
                        Route::COURSE.address(),
                        format!("Lesson {} · {}", props.lesson + 1, lesson.title),
                    ),
                    a("q s learn-where stops", whole_address(props.lesson), "All stops"),
                ),
            ),
            div("", bare("h1", stop.title).with("tabindex", "-1")).with("data-verdict", verdict),
        ))
    };
    let (text, figure, question) = match shown {
        Ok(shown) => (blocks(stop.blocks, shown.at), shown.figure, shown.question),
        Err(instead) => (Html::default(), div("learn-figure", instead), Html::default()),
    };
    let learned = (is_last && is_open && !props.is_part).then(|| learned(props.lesson));
    let content = in_turn((
        tag("article", "learn-text", (head, text)),
        figure,
        div("learn-end stack gap-4", (question, learned)),
    ));
    if props.is_part {
        tag("section", "learn beside", content)
    } else {
        in_turn((
            tag("main", "lesson learn beside", content),
            html! { <Foot lesson={props.lesson} stop={props.stop} {is_open} /> },
        ))
    }
}

/// What a reader has learned at the end of a lesson.
pub fn learned(lesson: usize) -> Html {
    let item = |line: &swizzle_learn::Line| bare("li", words(*line));
    tag(
        "section",
        "learn-learned",
        (bare("h2", "Now you know"), bare("ul", LESSONS[lesson].learned.iter().map(item))),
    )
}

/// Properties of [`Foot`].
#[derive(Properties, PartialEq)]
struct FootProps {
    lesson: usize,
    stop: usize,
    is_open: bool,
}

/// The way on and back, and how far the lesson is. The arrow keys change the stop and H shows the hint, where nothing else takes
/// them.
#[component]
fn Foot(props: &FootProps) -> Html {
    let FootProps { lesson, stop, is_open } = *props;
    use_page_keys((lesson, stop), move |event| {
        let own = "summary, [role=application], [role=dialog], [role=menu], [role=listbox]";
        let at = browser::document().active_element();
        if at.is_some_and(|at| at.closest(own).is_ok_and(|at| at.is_some())) {
            return false;
        }
        let to = match event.key().as_str() {
            "ArrowRight" => next(lesson, stop),
            "ArrowLeft" => previous(lesson, stop),
            "h" | "H" => {
                browser::click(".learn-hint");
                return true;
            }
            _ => return false,
        };
        to.into_iter().for_each(|(lesson, stop)| browser::go_to(&stop_address(lesson, stop)));
        true
    });
    let progress = progress();
    let dot = |((at, one), is_done): ((usize, &Stop), bool)| {
        let address = stop_address(lesson, at);
        let done = if is_done { ", answered" } else { "" };
        let class = classes!("learn-dot", is_done.then_some("is-done"));
        let current = (at == stop).then_some("step");
        a(class, address, ())
            .with("aria-label", format!("Stop {}: {}{done}", at + 1, one.title))
            .with("aria-current", current)
    };
    let to_question = Callback::from(|_: MouseEvent| browser::scroll_to(".learn-ask"));
    tag(
        "nav",
        "learn-steps stops",
        (
            span(
                "cut",
                previous(lesson, stop)
                    .map(|to| a("plain", stop_address(to.0, to.1), format!("← {}", stop_at(to).title))),
            ),
            span(
                "row learn-dots",
                LESSONS[lesson].stops.iter().enumerate().zip(progress.stops(lesson)).map(dot),
            ),
            span(
                "learn-onward-of-stops",
                (
                    (!is_open).then(|| plain("only-phone learn-to-question", "Question ↓", to_question)),
                    next(lesson, stop)
                        .filter(|_| !is_open)
                        .map(|to| a("plain", stop_address(to.0, to.1), "Skip →")),
                ),
            ),
        ),
    )
    .with("aria-label", "Stops")
}

/// All stops of a lesson below each other: to read on, and to print.
pub fn whole(lesson: usize, look: Look, width: f64) -> Html {
    let stops = (0..LESSONS[lesson].stops.len())
        .map(|at| stop(StopProps { lesson, stop: at, look, width, is_part: true }));
    tag(
        "main",
        "lesson learn-whole",
        (bare("h1", LESSONS[lesson].title).with("tabindex", "-1"), stops, learned(lesson)),
    )
}
