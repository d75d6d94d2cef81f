//! What can be changed on Build, as rows of the kit: parameters of the tile, and those of its instruction in [`BUILD`]. The
//! sentence and the drawer are views of such rows.

use super::*;
use crate::check::table as tile;

/// What a row changes: a parameter of the tile, or of its instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    /// Of the tile.
    Tile(ParamId),
    /// Of the instruction, by its key.
    Of(&'static str),
}

impl Key {
    /// The value of a key.
    pub fn of(key: &'static str) -> Self {
        tile::id_of(key).map_or(Self::Of(key), Self::Tile)
    }
}

/// The sentence. `(mn)` and `(other)` are of the other operand.
pub const SENTENCE: &str = "A {mn} × {k} {element} tile for {arch} operand {operand}, with (mn) {n}{m} and (other) {other_major|-major}, {stages| stages}, at {start}";

/// The drawer, in its sections; the first has the parameters of the instruction, too.
const DRAWER: &str = "Instruction: arch operand sparsity
Layout: element major swizzle
Tile: mn k order stages
Address: start lbo_mode";

/// The rows of the drawer that matter for what is built, in their sections.
pub fn sections(facts: &Facts, shown: &BuildShown) -> impl Iterator<Item = (&'static str, Vec<(Key, Row)>)> {
    let own = BUILD.iter().flat_map(|(_, all)| *all);
    let own: Vec<Key> = own.filter(|one| !one.label.is_empty()).map(|one| Key::Of(one.key)).collect();
    tile::sections(DRAWER).enumerate().map(move |(at, (name, ids))| {
        let own = own.iter().copied().filter(|_| at == 0);
        let keys = ids.into_iter().map(Key::Tile).chain(own);
        let rows = keys.filter_map(|key| Some((key, row(facts, shown, key)?)));
        (name, rows.collect())
    })
}

/// The row of a value; none where it does not matter for what is built.
pub fn row(facts: &Facts, shown: &BuildShown, key: Key) -> Option<Row> {
    match key {
        Key::Tile(id) => of_tile(facts, id),
        Key::Of(key) => {
            let building = Building { spec: facts.spec.clone(), built: facts.built };
            let row = parameter(BUILD, key)?.row(shown, &building)?;
            let (name, _) = other(facts.spec.reader().operand);
            Some(Row { label: row.label.replace("{other}", name), ..row })
        }
    }
}

/// The row of a parameter of the tile, in steps that make sense for code.
fn of_tile(facts: &Facts, id: ParamId) -> Option<Row> {
    let spec = &facts.spec;
    if id == ParamId::LboMode && !spec.reader().arch.has_absolute_lbo() {
        return None;
    }
    let mut row = tile::row_of(spec, spec.place(), id);
    if let Values::Number { step, .. } = &mut row.values {
        *step = match id {
            ParamId::Mn => 64,
            ParamId::K => spec.read_k(),
            _ => *step,
        };
    }
    Some(row)
}
