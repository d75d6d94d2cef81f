//! The program `swizzle`, run as scripts run it.

mod addresses;
mod check;
mod decode;
mod draw;
mod help;
mod idesc;
mod program;
mod tile;
