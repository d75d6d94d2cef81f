//! The accesses of a tile in every arrangement of its rows.

use super::*;
use swizzle_warp::{Arranged, Arrangements};

/// Arrangements as JSON.
pub fn json_from_arrangements(found: &Arrangements) -> Value {
    let arranged = |one: &Arranged| {
        let served = one.served.as_ref();
        json!({
            "arrangement": one.arrangement.text(),
            "added_bytes": one.added_bytes,
            "wavefronts": served.map(|all| all.iter().map(|one| one.wavefronts).collect::<Vec<_>>()).ok(),
            "why": served.err(),
        })
    };
    let least = found.all[0].served.iter().flatten().map(|one| one.least);
    json!({
        "accesses": found.accesses.iter().map(|one| &one.name).collect::<Vec<_>>(),
        "least": least.collect::<Vec<_>>(),
        "arrangements": found.all.iter().map(arranged).collect::<Vec<_>>(),
        "best": found.best().map(|best| best.arrangement.text()),
        "recommendation": found.recommendation(),
    })
}
