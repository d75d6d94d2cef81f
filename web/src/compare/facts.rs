//! Facts about the two layouts: those that both share, and those of only one.

use swizzle_core::Named as _;
use swizzle_draw::Shows;
use swizzle_draw::scene::tile_words;
use swizzle_view::state::figure_of_said;

use crate::view::Picture;

/// Figure, size, element type, major-ness, swizzle, operand, instruction, read.
type Facts = [Option<String>; 8];

/// Facts that both share, for the title, and those that only one has.
pub(super) fn facts(pictures: [&Picture; 2]) -> (String, [String; 2]) {
    let both = pictures.map(facts_of);
    let is_shared = |at: usize| both[0][at] == both[1][at];
    let of = |side: usize, shared: bool| {
        let facts = both[side].iter().enumerate();
        let facts = facts.map(|(at, fact)| fact.as_deref().filter(|_| is_shared(at) == shared));
        said(&facts.collect::<Vec<_>>())
    };
    (of(0, true), [of(0, false), of(1, false)])
}

/// All that a layout is.
pub(super) fn all_facts(picture: &Picture) -> String {
    said(&facts_of(picture).each_ref().map(Option::as_deref))
}

fn facts_of(picture: &Picture) -> Facts {
    let spec = &picture.spec;
    let figure = figure_of_said(spec.said());
    let [size, element, major, swizzle] = tile_words(spec);
    let reader = spec.reader();
    [
        figure.map(|figure| format!("Figure {}", figure.number)),
        Some(size),
        Some(element),
        Some(major),
        Some(swizzle),
        Some(format!("operand {}", reader.operand.name())),
        Some(reader.arch.name().into()),
        (picture.view.shows == Shows::Read).then(|| read(picture)),
    ]
}

/// Description of the read that is drawn.
fn read(picture: &Picture) -> String {
    let spec = &picture.looked_at;
    let (place, first) = (spec.place(), spec.first_element(spec.place()));
    format!(
        "read {} of {}: K {}–{}",
        place.step,
        spec.steps(),
        first.k,
        first.k + spec.read_extent().k - 1
    )
}

/// Facts in a row; the type follows its size, the instruction its operand.
fn said(facts: &[Option<&str>]) -> String {
    let mut words = String::new();
    for (at, fact) in facts.iter().enumerate() {
        let Some(fact) = fact else { continue };
        let follows = at > 0 && facts[at - 1].is_some();
        words.push_str(match at {
            _ if words.is_empty() => "",
            2 if follows => " ",
            6 if follows => " of ",
            _ => ", ",
        });
        words.push_str(fact);
    }
    words
}
