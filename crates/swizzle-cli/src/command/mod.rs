//! The commands, a file each.

pub(crate) mod access;
pub(crate) mod addresses;
pub(crate) mod build;
pub(crate) mod check;
pub(crate) mod code;
pub(crate) mod decode;
pub(crate) mod draw;
pub(crate) mod dump;
pub(crate) mod gdb;
pub(crate) mod header;
pub(crate) mod idesc;
pub(crate) mod lint;
pub(crate) mod scale;
pub(crate) mod shell;
pub(crate) mod support;
pub(crate) mod tile;
pub(crate) mod tma;
pub(crate) mod tmem;
pub(crate) mod vectors;
