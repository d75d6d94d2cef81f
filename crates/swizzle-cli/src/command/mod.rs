//! The commands, a file each.

use std::fs;

use super::*;
use crate::picture::PictureArgs;
use check::write_finding;
use swizzle_code::build::support_cells;
use swizzle_core::{Coord, hardware::bytes_from_field, law::exact_text};
use swizzle_lints::{Finding, Severity, Tag, findings_from_spec};
use swizzle_parse::instruction_from_text;
use swizzle_report::{held::Line, write_line};
use swizzle_view::link_from_shown;
pub(crate) mod access;
pub(crate) mod addresses;
pub(crate) mod build;
pub(crate) mod check;
pub(crate) mod chip;
pub(crate) mod code;
pub(crate) mod conflicts;
pub(crate) mod decode;
pub(crate) mod draw;
pub(crate) mod dump;
pub(crate) mod fragment;
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
