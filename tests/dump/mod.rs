//! From dumps back to layouts.

mod golden;
mod layouts;
mod notation;
mod phases;
mod strides;
mod twin;
mod whole;
