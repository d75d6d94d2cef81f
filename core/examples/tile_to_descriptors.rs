//! From a 128 × 64 bf16 tile to the descriptor of every block and step.

use swizzle_core::build::{alignment_bytes, best_swizzle, sequence, spec_for_building};
use swizzle_core::{Element, Named, Said, SaidTile};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut said = Said {
        tile: SaidTile {
            element: Some(Element::Bf16),
            mn: Some(128),
            k: Some(64),
            start_bytes: Some(0),
            ..SaidTile::default()
        },
        ..Said::default()
    };
    let best = best_swizzle(&spec_for_building(&said)?);
    println!("swizzle {}: {}", best.swizzle.name(), best.why);
    said.tile.swizzle = Some(best.swizzle);
    let spec = spec_for_building(&said)?;
    println!("aligned to {} bytes", alignment_bytes(&spec));
    for read in sequence(&spec) {
        println!(
            "block {} step {}  {:+5} units  {}",
            read.place.block, read.place.step, read.delta_units, read.descriptor?
        );
    }
    Ok(())
}
