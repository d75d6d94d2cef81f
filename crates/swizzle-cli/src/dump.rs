//! `swizzle dump`: finds the layout in a dump of shared memory.

use std::fs;
use std::io::{Read as _, Write};

use serde::Serialize;
use swizzle_code::raw_from_hex;
use swizzle_core::reader::{Said, VerdictKind};
use swizzle_core::{Descriptor, Named as _};
use swizzle_dump::{
    Asked, Dump, Exchange, Form, Found, Values, dumps_from_files, read_of_dump, recognize,
};
use swizzle_lints::verdict_of_dump;
use swizzle_text::VerdictLine;
use swizzle_view::{Shown, link_from_shown};

use crate::failure::Failure;
use crate::options::choice;

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
    #[arg(long, value_parser = crate::options::number, value_name = "ELEMENTS")]
    mn: Option<u32>,
    /// Extent of the matrix along K, the K of the index mn·K + k
    #[arg(long, value_parser = crate::options::number, value_name = "ELEMENTS")]
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

#[derive(Serialize)]
struct Answer {
    /// Shared address of the dump's first byte, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<u32>,
    layouts: Vec<LayoutJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<VerdictJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    read: Option<ReadJson>,
}

#[derive(Serialize)]
struct VerdictJson {
    kind: &'static str,
    text: String,
}

#[derive(Serialize)]
struct LayoutJson {
    form: &'static str,
    major: &'static str,
    swizzle: String,
    lbo: Option<u32>,
    sbo: Option<u32>,
    start: i64,
    base_offset: u8,
    right: u32,
    of: u32,
    undetermined: Vec<&'static str>,
    /// If the dump has no address: the possible addresses of the start, modulo the pattern, and the pattern's bytes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    phases: Vec<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    modulo: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pitch: Option<u32>,
    /// The cell of the matrix at the start, and the extents of what was found: MN, K.
    origin: [u32; 2],
    shape: [u32; 2],
    /// If blocks of the matrix are in stages: how many, and bytes from one to the next.
    #[serde(skip_serializing_if = "Option::is_none")]
    stages: Option<[u32; 2]>,
}

#[derive(Serialize)]
struct ReadJson {
    right: u32,
    of: u32,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let files = args.files.iter().map(|file| bytes_of(file));
    let files = files.collect::<Result<Vec<Vec<u8>>, Failure>>()?;
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
    let found = recognize(&dumps, &asked).map_err(|why| Failure::Input(why.to_string()))?;
    let read = args.descriptor.zip(found.first()).and_then(|(raw, found)| {
        let typed = Descriptor::guessed(raw);
        Some((typed, read_of_dump(&dumps, &asked, found, typed)?))
    });
    let verdict = verdict_of_dump(
        &found,
        0,
        &asked,
        read.as_ref().map(|(typed, read)| (*typed, read)),
    );
    // A descriptor whose read is not in the dump reads none of it.
    let is_read = verdict.kind != VerdictKind::Wrong && read.is_some() == args.descriptor.is_some();
    let read = read.map(|(_, read)| read.right_of());
    if args.json {
        // Without `--address` a start is relative to the dump, even if the dump's own lines have an address.
        let base = match args.address {
            Some(_) => 0,
            None => address_of_dump(&dumps).unwrap_or(0),
        };
        let answer = Answer {
            address: args.address.or_else(|| address_of_dump(&dumps)),
            layouts: found.iter().map(|found| layout_json(found, base)).collect(),
            read: read.map(|(right, of)| ReadJson { right, of }),
            verdict: (!found.is_empty()).then(|| VerdictJson {
                kind: verdict.kind.name(),
                text: verdict.headline.clone(),
            }),
        };
        serde_json::to_writer(&mut *out, &answer).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        write_text(&found, read, &verdict, out)?;
    }
    if !is_read {
        return Err(Failure::Check(1));
    }
    Ok(())
}

fn bytes_of(file: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = match file {
        "-" => std::io::stdin().lock().read_to_end(&mut bytes).map(|_| ()),
        _ => fs::read(file).map(|read| bytes = read),
    };
    read.map_err(|why| Failure::Input(format!("{file}: {why}")))?;
    Ok(bytes)
}

/// The address of the first byte in the dump's own lines.
fn address_of_dump(dumps: &[Dump]) -> Option<u32> {
    dumps.iter().find_map(|dump| dump.address)
}

fn layout_json(found: &Found, base: u32) -> LayoutJson {
    let (form, swizzle, pitch) = match found.form {
        Form::Canonical(swizzle) => ("canonical", swizzle.name().to_owned(), None),
        Form::Rows {
            exchange: Exchange::None,
            pitch,
            ..
        } => ("rows", "none".into(), Some(pitch)),
        Form::Rows {
            exchange, pitch, ..
        } => ("xor", exchange.text(), Some(pitch)),
    };
    LayoutJson {
        form,
        major: found.major.name(),
        swizzle,
        lbo: found.strides.map(|(lbo, _)| lbo),
        sbo: found.strides.map(|(_, sbo)| sbo),
        start: found.start_bytes - i64::from(base),
        base_offset: found.base_offset,
        right: found.right,
        of: found.of,
        undetermined: found.undetermined.clone(),
        phases: found.phases.clone(),
        modulo: match found.form {
            Form::Canonical(swizzle) if !found.phases.is_empty() => Some(swizzle.pattern_bytes()),
            Form::Canonical(_) | Form::Rows { .. } => None,
        },
        pitch,
        origin: [found.origin.mn, found.origin.k],
        shape: [found.shape.mn, found.shape.k],
        stages: found.stages.map(|(count, bytes)| [count, bytes]),
    }
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
        let shown = Shown {
            said: Said {
                tile,
                ..Said::default()
            },
            ..Shown::default()
        };
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
