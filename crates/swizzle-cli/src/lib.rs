//! `swizzle`: the program for scripts, build systems and terminals.
//!
//! Each command is one small file: it reads options, calls a library function and writes text.
//!
//! ```text
//! swizzle decode 0x4000004000010040
//! swizzle check --start 0x400 --mn 64 --k 64 0x4000004000010042
//! swizzle draw --figure 157
//! swizzle tile --element tf32 --swizzle 64B --mn 128 --k 32
//! swizzle addresses < rows.csv
//! swizzle build --element bf16 --mn 128 --k 64
//! swizzle code --lang cuda --mn 128 --k 64
//! swizzle idesc a=bf16 m=128 n=256
//! swizzle chip sm_120
//! swizzle access < rows.csv
//! swizzle tmem < rows.csv
//! swizzle scale plan --kind mxf4nvf4 --mn 256 --k 256
//! swizzle lint gemm.ptx
//! swizzle dump tile.txt --element-bits 16
//! swizzle gdb
//! swizzle completions bash
//! swizzle man lint
//! ```

mod building;
mod columns;
mod command;
mod elsewhere;
mod failure;
mod given;
mod options;
mod picture;
mod reading;
mod rows;
mod standard_input;
mod tma_text;

use std::{
    borrow::Cow,
    collections::HashMap,
    env,
    ffi::OsString,
    io::{self, BufRead, BufReader, BufWriter, Write},
};

use anstream::{AutoStream, ColorChoice};
use clap::CommandFactory as _;
use clap::{
    Parser, Subcommand,
    builder::{Styles, TypedValueParser},
};
use command::Command;
use serde_json::{Value, json};
use swizzle_code::{
    build::{Instruction, best_swizzle, spec_for_building},
    number_from_text,
};
use swizzle_core::{
    Arch, Descriptor, Element, FieldId, LboMode, Major, Named, Operand, Said, Sparsity, Spec, Stride,
    Swizzle,
    hardware::{Chip, CtaForm, Kind, quoted, visible},
    reader::VerdictKind,
};
use swizzle_draw::{View, scene::PaneKind};
use swizzle_infer::spec_from_said;
use swizzle_lints::tma::{TYPED_FIELDS, TypedMap};
use swizzle_parse::{Destination, Pasted, given_from_text, number_from_expression};
use swizzle_report::{finding_json, write_json};
use swizzle_text::{joined, vocabulary::name_among};
use swizzle_view::{Notice, Shown, link::link_from_form};

pub use command::sarif_from_texts;
use {building::*, columns::*, failure::*, given::*, options::*, reading::*, rows::*, standard_input::*};

/// Swizzled shared-memory layouts and matrix descriptors of wgmma and tcgen05
#[derive(Parser)]
#[command(name = "swizzle", version, after_help = "Each command has an example: swizzle tile --help")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// Runs the program with its arguments, the first of which is its own name; returns the exit code.
pub fn run(args: &[OsString]) -> u8 {
    let command = match Cli::try_parse_from(args) {
        Ok(cli) => cli.command,
        Err(error) => return refused(error, args),
    };
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let result = command.run(&mut out);
    let flushed = out.flush().map_err(Failure::from);
    match result.and(flushed) {
        Ok(()) => 0,
        Err(failure) => {
            // Nothing can be reported if standard error is closed.
            let _ = failure.write(&mut io::stderr());
            failure.exit_code()
        }
    }
}

/// Whether standard output is a terminal that shows colours, and NO_COLOR does not ask for none.
fn is_coloured() -> bool {
    AutoStream::choice(&io::stdout()) != ColorChoice::Never
}

/// Writes what is wrong with the options. The message quotes the input, which may contain control characters or be long.
fn refused(error: clap::Error, args: &[OsString]) -> u8 {
    if !error.use_stderr() {
        let _ = error.print();
        return 0;
    }
    // Parsed again without colours: the only escapes are then those of the input.
    let plain = Cli::command().styles(Styles::plain());
    let error = plain.try_get_matches_from(args).err().unwrap_or(error);
    let visible = |c: char| if c == '\n' { c } else { visible(c) };
    // Rendered with all escapes: without colours, clap also drops the escapes that are quoted.
    let text = error.render().ansi().to_string();
    let text: String = text.chars().map(visible).collect();
    let mut err = io::stderr();
    for line in text.lines() {
        // Nothing can be reported if standard error is closed.
        let _ = writeln!(err, "{}", shortened(line, LINE_MAX));
    }
    2
}

/// Maximum characters of a line about options.
const LINE_MAX: usize = 300;

/// A line, cut if it is longer than so many characters.
fn shortened(line: &str, max: usize) -> String {
    let mut letters = line.chars();
    let start: String = letters.by_ref().take(max).collect();
    let end = if letters.next().is_some() { "…" } else { "" };
    start + end
}
