//! `swizzle draw`: a tile, a read of it or a figure of the PTX ISA as a file.

use super::*;
use swizzle_draw::{Cells, Colour, Number, Palette, Shows, Theme};
use swizzle_view::{Export, ExportError, Format, export_from_shown, figure, state::figures};

/// Draw a tile, or a figure of the PTX ISA, as text, SVG, CSV or JSON
///
/// With a figure, the other options change it: --figure 157 --element tf32.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  swizzle draw --figure 157
  swizzle draw --element f16 --major MN --swizzle 64B --mn 64 --k 16 --view memory
  swizzle draw --mn 16 --k 64 --colour step --palette safe --svg > tile.svg
  swizzle draw --descriptor 0x4000004000010040 --show read")]
pub(crate) struct Args {
    /// A figure of PTX ISA 9.1, by its number there
    #[arg(long, value_name = "NUMBER", value_parser = figure_number, allow_hyphen_values = true)]
    figure: Option<u16>,
    /// A descriptor to compare with the tile, in any form that `decode` accepts
    #[arg(long, value_name = "TEXT", conflicts_with = "figure")]
    descriptor: Option<String>,
    /// Text, the default
    #[arg(long, conflicts_with = "svg")]
    text: bool,
    /// SVG
    #[arg(long)]
    svg: bool,
    /// The addresses as CSV, a row for each cell of the matrix
    #[arg(long, conflicts_with_all = ["svg", "text"])]
    csv: bool,
    /// The same as JSON, with layout, descriptor and link
    #[arg(long, conflicts_with_all = ["svg", "text", "csv"])]
    json: bool,
    /// View: the matrix as the ISA draws it, or memory in lines of 128 bytes [default: matrix]
    #[arg(long, value_parser = choice::<PaneKind>(), help_heading = "Look")]
    view: Option<PaneKind>,
    /// The whole tile, or the read of one descriptor compared with the tile [default: tile]
    #[arg(long, value_parser = choice::<Shows>(), help_heading = "Look")]
    show: Option<Shows>,
    /// Size of a cell [default: units, or as in the figure]
    #[arg(long, value_parser = choice::<Cells>(), help_heading = "Look")]
    cells: Option<Cells>,
    /// Number in a cell [default: memory]
    #[arg(long, value_parser = choice::<Number>(), help_heading = "Look")]
    number: Option<Number>,
    /// Colour of a cell, in SVG [default: memory]
    #[arg(long, value_parser = choice::<Colour>(), help_heading = "Look")]
    colour: Option<Colour>,
    /// Palette, in SVG; safe is suitable for colour-blind readers [default: isa]
    #[arg(long, value_parser = choice::<Palette>(), help_heading = "Look")]
    palette: Option<Palette>,
    /// SVG for a dark page
    #[arg(long, help_heading = "Look")]
    dark: bool,
    /// Address of the page: SVG and JSON then contain the link that opens this picture
    #[arg(long, value_name = "BASE", help_heading = "Look")]
    link: Option<String>,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    tile: SaidArgs,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let mut shown = match &args.descriptor {
        Some(text) => given(text, &args.tile, &args.reading)?,
        None => base(args.figure)?,
    };
    shown.said = match &args.descriptor {
        Some(_) => args.tile.over(shown.said),
        None => args.tile.over_with_fields(shown.said),
    };
    let view = shown.view;
    shown.view = View {
        shows: args.show.unwrap_or(view.shows),
        cells: args.cells.unwrap_or(view.cells),
        number: args.number.unwrap_or(view.number),
        colour: args.colour.unwrap_or(view.colour),
    };
    let spec = shown.spec()?;
    let base = args.link.as_deref().map(|base| base.trim_end_matches('#'));
    let export = Export {
        kind: args.view.unwrap_or(PaneKind::Matrix),
        format: args.format(),
        palette: args.palette.unwrap_or(Palette::Isa),
        theme: if args.dark { Theme::Dark } else { Theme::Light },
        base: base.map(Into::into),
    };
    let file = export_from_shown(&shown, &export).map_err(failure)?;
    tell_errors(&spec);
    Ok(out.write_all(file.as_bytes())?)
}

impl Args {
    fn format(&self) -> Format {
        match (self.svg, self.csv, self.json) {
            (true, ..) => Format::Svg,
            (_, true, _) => Format::Csv,
            (_, _, true) => Format::Json,
            _ => Format::Text,
        }
    }
}

fn failure(error: ExportError) -> Failure {
    Failure::Input(match error {
        ExportError::TooManyCells(_) => format!("{error} (--mn, --k, --cells units)"),
        other => other.to_string(),
    })
}

/// A descriptor, with nothing else specified.
fn given(text: &str, options: &SaidArgs, reading: &ReadingArgs) -> Result<Shown, Failure> {
    let (_, pasted) = reading.read(text, options.arch(), &Shown::default())?;
    Ok(Shown { view: View::default(), ..pasted.shown })
}

/// The numbers of the figures.
fn known_figures() -> String {
    joined(figures().map(|known| known.number), ", ") + " (numbers of PTX ISA 9.1)"
}

/// Parses the number of a figure.
fn figure_number(text: &str) -> Result<u16, String> {
    text.parse().map_err(|_| {
        let known = known_figures();
        format!("“{}” is not a figure number; known figures: {known}", quoted(text))
    })
}

/// The base that the options change.
fn base(number: Option<u16>) -> Result<Shown, Failure> {
    let Some(number) = number else {
        return Ok(Shown::from(defaults()));
    };
    match figure(number) {
        Some(figure) => Ok(figure.shown),
        None => Err(Failure::Input(format!("unknown figure {number}; known figures: {}", known_figures()))),
    }
}

/// Reports errors of the instruction or the read on standard error, outside the picture.
fn tell_errors(spec: &Spec) {
    let findings = findings_from_spec(spec);
    for error in findings.iter().filter(|finding| finding.severity == Severity::Error) {
        // The picture is written even if standard error is closed.
        let _ = writeln!(io::stderr(), "note: drawn despite an error: {}", error.title);
    }
}
