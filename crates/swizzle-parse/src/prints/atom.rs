//! An atom of CuTe by its name alone: `GMMA::Layout_K_SW128_Atom<bfloat16_t>`. One that is repeated to a shape is a builder's.

use super::*;

/// Reads an atom; none where a text names none.
pub(crate) fn read(text: &str, choice: &PasteChoice, context: &Shown) -> Option<Answer> {
    let (at, ..) = argument::atom(text)?;
    if !text[at..].contains("_Atom") {
        // `K_SW64` is a word of a tile in words, too.
        return None;
    }
    let mut parts = Parts { arch: arch_of_types(text), is_tile: true, ..Parts::default() };
    say(&mut parts, "atom", text, None, &[]);
    Some(parts::pasted(parts, "an atom of CuTe", choice, context))
}

/// The range of the atom.
pub(crate) fn taken(text: &str) -> Vec<Range<usize>> {
    let Some((at, ..)) = argument::atom(text) else {
        return Vec::new();
    };
    let rows = tree(text);
    let own = nodes(&rows).into_iter().find(|node| {
        matches!(node.kind, Part::Call(_) | Part::Name | Part::Member(_)) && node.range().contains(&at)
    });
    own.map(Node::range).into_iter().collect()
}
