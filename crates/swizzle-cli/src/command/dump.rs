//! `swizzle dump`: finds the layout in a dump of shared memory.

use std::io::Read as _;

use super::*;
use swizzle_code::raw_from_hex;
use swizzle_dump::{Asked, Found, Values, dumps_from_files, mode_of_unit_table};
use swizzle_report::{
    Answer,
    dump::{json_from_recognized, recognized},
};
use swizzle_text::VerdictLine;

/// Find the layout in a dump of shared memory
///
/// The producer must write a tile of known values: in each cell its index mn·K + k, as a raw integer or as a number of the
/// element's type. Any notation is accepted: cuda-gdb's x and p, xxd, od, words in hex, lists of Python and NumPy, .npy,
/// raw bytes. For 8-bit elements pass two files, the low bytes of the index and then the high bytes. The layouts that match
/// are printed, the best first. Without an address, the line of the swizzle pattern on which the tile starts is found with
/// the layout: phases are the possible starts, modulo the pattern. The exit code is 0 if a descriptor reads everything
/// that was found correctly, or, with --descriptor, if that one does; otherwise it is 1.
#[derive(clap::Args)]
#[command(after_help = "Example:
  swizzle dump tile.txt --element-bits 16 --mn 64 --k 64 --json")]
pub(crate) struct Args {
    /// The dump, - for standard input; two for the halves of 8-bit indices, or for mn and k
    #[arg(required = true, num_args = 1..=2, value_name = "FILE")]
    files: Vec<String>,
    /// Width of an element: 8, 16 or 32
    #[arg(long, value_name = "BITS")]
    element_bits: u32,
    /// Extent of the matrix along M or N
    #[arg(long, value_parser = crate::options::extent, value_name = "ELEMENTS")]
    mn: Option<u32>,
    /// Extent of the matrix along K, the K of the index mn·K + k
    #[arg(long, value_parser = crate::options::extent, value_name = "ELEMENTS")]
    k: Option<u32>,
    /// Shared address of the dump's first byte [default: the address in the dump]
    #[arg(long, value_parser = crate::options::number, value_name = "ADDRESS")]
    address: Option<u32>,
    /// Cell contents [default: detect]
    #[arg(long, value_parser = choice::<Values>())]
    values: Option<Values>,
    /// A descriptor: count the cells that it reads correctly
    #[arg(long, value_name = "HEX", value_parser = raw_from_hex)]
    descriptor: Option<u64>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let files = args.files.iter().map(|file| bytes_of(file));
    let files = files.collect::<Result<Vec<Vec<u8>>, Failure>>()?;
    if let [only] = &files[..]
        && let Some(mode) = std::str::from_utf8(only).ok().and_then(mode_of_unit_table)
    {
        let mode = mode.name();
        if args.json {
            write_line(out, &Answer::new(json!({ "swizzle": mode })))?;
        } else {
            writeln!(
                out,
                "a table of unit columns, no dump: each row exchanges its 16-byte units as the {mode} swizzle does"
            )?;
        }
        return Ok(());
    }
    let all: Vec<&[u8]> = files.iter().map(Vec::as_slice).collect();
    let dumps = dumps_from_files(&all, args.element_bits);
    let dumps = dumps.map_err(|(at, why)| Failure::Input(format!("{}: {why}", args.files[at])))?;
    let asked = Asked {
        element_bits: args.element_bits,
        mn: args.mn,
        k: args.k,
        address: args.address,
        values: args.values,
    };
    let recognized = recognized(&dumps, &asked, args.descriptor)?;
    if args.json {
        write_line(out, &Answer::new(json_from_recognized(&recognized, &dumps, &asked)))?;
    } else {
        write_text(&recognized.found, recognized.read, &recognized.verdict, out)?;
    }
    exit(u8::from(!recognized.is_read))
}

pub(super) fn bytes_of(file: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = match file {
        "-" => std::io::stdin().lock().read_to_end(&mut bytes).map(|_| ()),
        _ => fs::read(file).map(|read| bytes = read),
    };
    read.map_err(|why| Failure::Input(format!("{file}: {why}")))?;
    Ok(bytes)
}

fn write_text(
    found: &[Found],
    read: Option<(u32, u32)>,
    verdict: &VerdictLine<Descriptor>,
    out: &mut impl Write,
) -> std::io::Result<()> {
    let [first, rivals @ ..] = found else {
        return writeln!(out, "no known layout matches");
    };
    writeln!(out, "{}", first.text())?;
    writeln!(out, "{} of {} elements match", first.right, first.of)?;
    if let Some(tile) = first.said() {
        let shown = Shown::from(Said { tile, ..Said::default() });
        writeln!(out, "shown at {}", link_from_shown(&shown))?;
    }
    if let Some(open) = first.open_start_text() {
        writeln!(out, "{open}")?;
    }
    if let Some(mend) = first.mend() {
        writeln!(out, "{mend}")?;
    }
    if let Some(names) = first.undetermined_text() {
        writeln!(out, "not determined by this dump: {names}")?;
    }
    for rival in rivals {
        writeln!(out, "also matches: {}", rival.text())?;
    }
    if let Some((right, of)) = read {
        writeln!(out, "the descriptor reads {right} of {of} cells correctly")?;
    } else if verdict.kind == VerdictKind::Wrong {
        writeln!(out, "{}", verdict.headline)?;
    }
    Ok(())
}
