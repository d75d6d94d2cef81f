//! The program `swizzle`, run as scripts run it.

mod build;
mod cases;
mod check_command;
mod check_shapes;
mod chips;
mod docs;
mod draw;
mod gdb;
mod golden;
mod header;
mod help;
mod hopper;
mod lint;
mod manners;
mod options;
mod pastes;
mod program;
mod rules;
mod said;
mod sarif;
mod schema;
mod tile;
mod validator;
mod vectors;
