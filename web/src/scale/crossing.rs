//! Blocks on their way to other places of the stage, once it is written in another order.

use std::mem;
use std::rc::Rc;

use gloo_timers::callback::Timeout;
use swizzle_draw::scene::BlockMap;
use yew::prelude::*;

use crate::browser;

/// How long they take, which the style sheet knows, too.
const CROSSING_MS: u32 = 400;

/// The blocks as they were before the stage was written in this order, while they cross; none where nothing is to move.
#[hook]
pub(super) fn use_crossing(map: &Rc<BlockMap>) -> Option<Rc<BlockMap>> {
    let draw = use_force_update();
    let known = use_mut_ref(|| (Rc::clone(map), None));
    if !have_same_order(&known.borrow().0, map) {
        let former = mem::replace(&mut *known.borrow_mut(), (Rc::clone(map), None)).0;
        let crosses = former.size == map.size && !browser::prefers_stillness();
        known.borrow_mut().1 = crosses.then_some(former);
    }
    let crossing = known.borrow().1.clone();
    let number = crossing.as_ref().map(Rc::as_ptr);
    use_effect_with(number, move |number| {
        let end = number.map(|_| {
            Timeout::new(CROSSING_MS, move || {
                known.borrow_mut().1 = None;
                draw.force_update();
            })
        });
        move || drop(end)
    });
    crossing
}

fn have_same_order(one: &BlockMap, other: &BlockMap) -> bool {
    let places =
        |map: &BlockMap| -> Vec<_> { map.blocks.iter().map(|block| block.place).collect() };
    one.size == other.size && places(one) == places(other)
}

/// How many places further down a block was; 0 for one that stays, and where nothing crosses.
pub(super) fn places_from(former: Option<&BlockMap>, map: &BlockMap, at: usize) -> i64 {
    let place = map.blocks[at].place;
    let before =
        former.and_then(|former| former.blocks.iter().position(|block| block.place == place));
    before.map_or(0, |before| before as i64 - at as i64)
}
