//! From dumps back to layouts.

mod golden;
mod layouts;
mod notation;
mod strides;
mod twin;
