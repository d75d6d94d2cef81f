//! Trips over one plan.

use swizzle_tmem::plan::Cell;

use super::shown;
use crate::blackwell::{Facts, Trip};

/// The same row in all stations, whichever link opens them.
#[test]
fn trips_tell_one_story() {
    let plan = shown("#/tensor-memory");
    let factor = plan.on_trip(Trip::Scale);
    assert_eq!(factor.link(), "#/scale?kind=mxf4nvf4&blocks=16&column=256&row=44");
    // The plan that it came from is still there.
    assert_eq!(factor.tensor.plan, plan.tensor.plan);
    let moved = factor.with_factor((37, 5)).on_trip(Trip::Cell);
    assert_eq!(moved.link(), "#/tensor-memory?lane=37");
    assert_eq!(moved.on_trip(Trip::Scale).link(), "#/scale?kind=mxf4nvf4&blocks=16&column=256");
    assert_eq!(plan.on_trip(Trip::Fragment).link(), "#/memory/lanes?tab=registers");
    // A stage by itself has a D that leaves it room.
    let alone = shown("#/scale");
    assert_eq!(alone.tensor.cell, Cell { cta: 0, lane: 37, column: 12 });
    assert!(Facts::of(&alone).laid.overlaps().is_empty());
    assert!(Facts::of(&shown("#/scale?operand=B&rows=200&row=100")).laid.overlaps().is_empty());
    // What has no factors leads to the stage that was looked at.
    assert_eq!(shown("#/tensor-memory?kind=f16&regions=d").on_trip(Trip::Scale).link(), "#/scale");
}
