//! Home: a picture that the tensor core tears, what mends it, the box, three doors, and the figures of the manual.

mod figures;
mod pictures;

use crate::page::Bar;
use crate::page::places::{HOME, last_link};
use crate::prelude::*;
use figures::Figures;
pub use figures::keep_figures;
use pictures::Pictures;
use swizzle_view::state::Mend;

/// The faces whose tile is the same memory, in the order in which they are shown.
const BUGS: [usize; 4] = [0, 2, 3, 4];
/// How long a frame of the repair is seen, in milliseconds.
const FRAME_MS: u32 = 75;

/// The bug that is shown, and how far it is mended: the frame of the repair, and whether that has begun.
#[derive(Clone, Copy, PartialEq)]
struct Shown {
    bug: usize,
    frame: usize,
    heals: bool,
}

impl Shown {
    const FIRST: Self = Self { bug: 0, frame: 0, heals: false };

    /// The next bug, torn.
    const fn next(self) -> Self {
        Self { bug: (self.bug + 1) % BUGS.len(), ..Self::FIRST }
    }
}

/// The page.
#[component]
pub fn Home(props: &PageProps) -> Html {
    let (shown, on_shown) = use_value(|| Shown::FIRST);
    use_effect_with((), |()| browser::document().set_title("Swizzle Atlas"));
    let mend = use_derived(shown.bug, |bug| Mend::of(&FACES[BUGS[*bug]]));
    let Some(mend) = mend else {
        return Html::default();
    };
    let frames = mend.frames();
    let last = frames.len() - 1;
    let is_fixed = shown.frame == last;
    let is_under_way = shown.heals && !is_fixed;
    let (on_next, frame) = (on_shown.clone(), shown.frame + 1);
    use_timeout(shown, is_under_way.then_some(FRAME_MS), move || {
        on_next.emit(Shown { frame, ..shown });
    });
    use_effect_with(shown.heals && is_fixed, |is_over| {
        if *is_over {
            browser::focus(".lens a");
        }
    });
    let on_fix = on_shown.reform(move |_: MouseEvent| Shown {
        // Whoever wants nothing to move sees the end at once; so does whoever has only two frames.
        frame: if browser::prefers_stillness() { last } else { 1 },
        heals: true,
        ..shown
    });
    let title = match (is_fixed, shown.bug, &props.named) {
        (true, ..) => mend.said(),
        (false, 0, Some(lost)) => format!("There is no page at “#/{lost}”"),
        (false, 0, None) => "Your tensor core reads the wrong bytes. See which.".into(),
        (false, ..) => "Same memory, another wrong field.".into(),
    };
    let descriptor = frames.get(shown.frame).copied().unwrap_or(mend.expected);
    let act = if is_fixed {
        in_turn((
            a("go", Word::Why.way(""), "Why it tore →"),
            press("go", "Next bug →", on_shown.reform(move |_| shown.next())),
        ))
    } else {
        text_button("is-main", "Fix it", on_fix)
    };
    let tone = if is_fixed { "is-good" } else { "is-wrong" };
    div(
        "app",
        (
            html! { <Bar here={HOME} link={last_link()} look={props.look} on_look={&props.on_look} /> },
            tag(
                "main",
                "home",
                (
                    div(
                        "hero",
                        (
                            bare("h1", title).with("aria-live", "polite"),
                            html! { <Pictures spec={mend.read_by(descriptor)} /> },
                            div(
                                "row gap-4 turns lens",
                                (
                                    span("quiet not-phone", "Descriptor"),
                                    tag("code", classes!("digits", tone), digits(descriptor, &mend)),
                                    span("row gap-4", act),
                                ),
                            ),
                            div("ask", html! { <Anything /> }),
                            tag(
                                "nav",
                                "row turns is-lined doors",
                                (
                                    door(Word::Why.way(""), "Why swizzle?", "1 min"),
                                    door("#/journey".into(), "Follow one byte", "3 min"),
                                    door("#/learn".into(), "Take the course", "2 h"),
                                ),
                            )
                            .with("aria-label", "Start"),
                        ),
                    ),
                    tag(
                        "section",
                        "figures",
                        (bare("h2", "Figures of the PTX ISA, live"), html! { <Figures /> }),
                    ),
                    p(
                        "whom",
                        "For anyone who writes, debugs or reviews wgmma and tcgen05 kernels. Nothing leaves your browser.",
                    ),
                ),
            ),
        ),
    )
}

fn door(to: String, words: &'static str, time: &'static str) -> Html {
    a("", to, (words, bare("small", time)))
}

/// The digits of a descriptor; those that are wrong in the first one, in its tone.
fn digits(descriptor: Descriptor, mend: &Mend) -> Html {
    let run = |(digits, is_wrong): (String, bool)| {
        if is_wrong {
            bare("b", digits)
        } else {
            html! { { digits } }
        }
    };
    several(mend.digits(descriptor).into_iter().map(run))
}
