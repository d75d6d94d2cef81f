//! How the pictures are read.

use swizzle_draw::Number;

/// Returns the name of what the label of a cell shows.
pub const fn number_words(number: Number) -> &'static str {
    match number {
        Number::Memory => "memory unit",
        Number::Logical => "place in matrix",
        Number::Bank => "banks",
        Number::None => "nothing",
    }
}
