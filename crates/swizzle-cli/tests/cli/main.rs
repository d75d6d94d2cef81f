//! The program `swizzle`, run as scripts run it.

mod access;
mod addresses;
mod build;
mod check;
mod check_assumed;
mod check_command;
mod check_shapes;
mod check_text;
mod chips;
mod code;
mod decode;
mod draw;
mod dump;
mod gdb;
mod header;
mod help;
mod hopper;
mod idesc;
mod lint;
mod pastes;
mod pastes_said;
mod program;
mod sarif;
mod tile;
mod tma;
mod vectors;
