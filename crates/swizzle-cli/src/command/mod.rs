//! The commands, a file each, with its options `Args` and its function `run`.

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

mod access;
mod addresses;
mod build;
mod check;
mod chip;
mod code;
mod completions;
mod conflicts;
mod decode;
mod draw;
mod dump;
mod fragment;
mod gdb;
mod header;
mod idesc;
mod lint;
mod man;
mod scale;
mod support;
mod tile;
mod tma;
mod tmem;
mod vectors;

pub use lint::sarif_from_texts;

/// Declares the commands, in the order of the help, each by its module.
macro_rules! commands {
    ($($name:ident $module:ident;)*) => {
        #[derive(Subcommand)]
        pub(crate) enum Command {
            $($name($module::Args),)*
        }

        impl Command {
            pub(crate) fn run(&self, out: &mut impl Write) -> Outcome {
                match self {
                    $(Self::$name(args) => $module::run(args, out),)*
                }
            }
        }
    };
}

commands! {
    Decode decode;
    Check check;
    Draw draw;
    Addresses addresses;
    Access access;
    Conflicts conflicts;
    Fragment fragment;
    Tile tile;
    Build build;
    Code code;
    Header header;
    Vectors vectors;
    Support support;
    Chip chip;
    Idesc idesc;
    Tma tma;
    Tmem tmem;
    Scale scale;
    Lint lint;
    Dump dump;
    Gdb gdb;
    Completions completions;
    Man man;
}
