//! What moves by itself, what keys do, and how the squares were looked at before a reload.

use super::*;
use swizzle_view::state::Mend;

/// Milliseconds between two frames of a fix.
const FRAME: u32 = 75;
/// Key under which the browser keeps the last link with the rows that were in view.
const KEPT: &str = "check-rows";

/// Reload and Back return to the rows that were in view.
#[hook]
pub fn use_kept_look(look: Look, link: &str, on: &Callback<Act>) {
    use_effect_with((), {
        let (link, on) = (link.to_owned(), on.clone());
        move |()| {
            let kept = browser::kept(KEPT);
            let rows = kept.as_deref().and_then(|kept| kept.strip_prefix(&link));
            let back = rows.and_then(|rows| look.with_rows(rows));
            back.into_iter().for_each(|look| on.emit(Act::Look(look)));
        }
    });
    use_effect_with((look, link.to_owned()), |(look, link)| {
        browser::hand_over_later(KEPT, format!("{link}{}", look.rows_text()));
    });
}

/// A fix that counts its field up, and then is taken: each frame is what that descriptor reads.
#[hook]
pub fn use_heal(facts: Option<Shared<Facts>>, on: &Callback<Act>) -> Callback<Said> {
    let (now, on_now) = use_value(|| None::<(Said, Rc<[Descriptor]>, usize)>);
    {
        let (on_now, on) = (on_now.clone(), on.clone());
        use_timeout(now.clone(), now.as_ref().map(|_| FRAME), move || {
            let Some((said, frames, at)) = now else {
                return;
            };
            let is_last = at + 1 == frames.len();
            on.emit(if is_last {
                Act::fix(said)
            } else {
                Act::Try(Some(Edit::Descriptor(Some(frames[at]))))
            });
            on_now.emit((!is_last).then_some((said, frames, at + 1)));
        });
    }
    let on = on.clone();
    Callback::from(move |said: Said| {
        let mend = facts.as_ref().and_then(|facts| {
            let is_own = facts.spec.place() == facts.place();
            Some(Mend {
                spec: facts.spec.clone(),
                given: facts.descriptor.filter(|_| is_own)?,
                expected: said.given?,
            })
        });
        let frames = mend.map_or_else(Vec::new, |mend| mend.frames());
        if frames.len() > 2 && !browser::prefers_stillness() {
            on_now.emit(Some((said, frames.into(), 1)))
        } else {
            on.emit(Act::fix(said))
        }
    })
}

/// Steps one after another, for as long as they are played.
#[hook]
pub fn use_play(facts: Option<&Shared<Facts>>, on: &Callback<Act>) -> (bool, Callback<()>) {
    let at = facts.map_or((1, 0), |facts| (facts.spec.steps(), facts.place().step));
    use_steps(at, on.reform(Act::step))
}

/// What a key of the page does, if it is one.
pub fn act_of_key(key: &str, look: Look, rows: u32, picture: Shows) -> Option<Act> {
    Some(match key {
        "p" => Act::edit(Edit::Shows(picture)),
        "b" => Act::Open("findings"),
        "c" => {
            browser::click(".verdict-row a.button");
            return None;
        }
        "1" | "2" | "3" | "4" => Act::step(key.parse::<u32>().ok()? - 1),
        "Escape" if look.open.is_none() => Act::pin(None),
        key => Act::Look(look.after_key(key, rows)?),
    })
}

/// All keys, for the one who asks.
pub const KEYS: &str = "/: the box
arrows: walk over the units of a square
Enter: pin the unit
Escape: close, unpin
1 to 4, Space: a step; play the steps
− +: more or fewer rows
p: the tile as an image
e: all parameters
c: compare
b: findings
Ctrl Z, Ctrl Shift Z: undo, redo";
