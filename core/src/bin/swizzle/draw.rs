//! `swizzle draw`: a tile or a figure of the PTX ISA as text or SVG.

use std::io::{self, Write};

use swizzle_core::scene::{self, Occupancy, Scene, Size, Window};
use swizzle_core::{
    Cells, Colour, LinkState, Named, Number, Palette, Params, Severity, Spec, SvgStyle, Theme,
    View, csv_from_spec, figure, figures, findings_from_spec, json_from_spec, link_from_state,
    svg_from_scene, text_from_scene,
};

use crate::failure::Failure;
use crate::options::{TileArgs, choice, defaults};

/// The most cells of one drawing: an SVG of some megabytes, which every viewer still opens.
const CELLS_MAX: u64 = 1 << 16;

/// Draw a tile, or a figure of the PTX ISA, as text, SVG, CSV or JSON
///
/// With a figure, the other options change it: --figure 157 --element tf32.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  swizzle draw --figure 157
  swizzle draw --element f16 --major MN --swizzle 64B --mn 64 --k 16 --view memory
  swizzle draw --mn 16 --k 64 --colour step --palette safe --svg > tile.svg")]
pub(crate) struct Args {
    /// A figure of PTX ISA 9.1, by its number there
    #[arg(long, value_name = "NUMBER")]
    figure: Option<u16>,
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
    /// Which picture: the matrix as the ISA draws it, or memory in lines of 128 bytes [default: matrix]
    #[arg(long, value_parser = choice::<Picture>(), ignore_case = true, help_heading = "Look")]
    view: Option<Picture>,
    /// What a cell is [default: units, or as in the figure]
    #[arg(long, value_parser = choice::<Cells>(), ignore_case = true, help_heading = "Look")]
    cells: Option<Cells>,
    /// What the number in a cell says [default: memory]
    #[arg(long, value_parser = choice::<Number>(), ignore_case = true, help_heading = "Look")]
    number: Option<Number>,
    /// What the colour of a cell says, in SVG [default: memory]
    #[arg(long, value_parser = choice::<Colour>(), ignore_case = true, help_heading = "Look")]
    colour: Option<Colour>,
    /// The colours, in SVG; safe stays apart for colour-blind eyes [default: isa]
    #[arg(long, value_parser = choice::<Palette>(), ignore_case = true, help_heading = "Look")]
    palette: Option<Palette>,
    /// SVG for a dark page
    #[arg(long, help_heading = "Look")]
    dark: bool,
    /// Where the page is: the SVG gets the link that opens this picture there
    #[arg(long, value_name = "BASE", help_heading = "Look")]
    link: Option<String>,
    #[command(flatten)]
    tile: TileArgs,
}

/// Which of the two pictures.
#[derive(Clone, Copy, PartialEq)]
enum Picture {
    Matrix,
    Memory,
}

impl Named for Picture {
    const WHAT: &'static str = "view";
    const ALL: &'static [Self] = &[Self::Matrix, Self::Memory];

    fn name(self) -> &'static str {
        match self {
            Self::Matrix => "matrix",
            Self::Memory => "memory",
        }
    }
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let (params, view) = base(args.figure)?;
    let params = args.tile.over(params);
    let view = View {
        cells: args.cells.unwrap_or(view.cells),
        number: args.number.unwrap_or(view.number),
        colour: args.colour.unwrap_or(view.colour),
        ..view
    };
    let spec = Spec::new(&params)?;
    if args.csv || args.json {
        let table = match args.csv {
            true => csv_from_spec(&spec, view.cells),
            false => json_from_spec(&spec, view),
        };
        tell_errors(&spec);
        let table = table.map_err(|error| Failure::Input(error.to_string()))?;
        return Ok(out.write_all(table.as_bytes())?);
    }
    let scene = match args.view {
        None | Some(Picture::Matrix) => matrix(&spec, &view)?,
        Some(Picture::Memory) => memory(&spec, &view)?,
    };
    tell_errors(&spec);
    let text = if args.svg {
        let style = SvgStyle {
            palette: args.palette.unwrap_or(Palette::Isa),
            theme: if args.dark { Theme::Dark } else { Theme::Light },
            link: args.link.as_deref().map(|base| link(base, params, view)),
        };
        svg_from_scene(&scene, &view, &style)
    } else {
        text_from_scene(&scene)
    };
    out.write_all(text.as_bytes())?;
    Ok(())
}

/// What the options are laid over.
fn base(number: Option<u16>) -> Result<(Params, View), Failure> {
    let Some(number) = number else {
        return Ok((defaults(), View::default()));
    };
    match figure(number) {
        Some(figure) => Ok((figure.params, figure.view)),
        None => {
            let known: Vec<String> = figures().map(|known| known.number.to_string()).collect();
            Err(Failure::Input(format!(
                "there is no figure {number} here, but {} (numbers of PTX ISA 9.1)",
                known.join(", ")
            )))
        }
    }
}

fn matrix(spec: &Spec, view: &View) -> Result<Scene, Failure> {
    let size = scene::matrix_size(spec, view);
    check_size(size)?;
    Ok(scene::matrix_scene(spec, view, &Window::all(size)))
}

fn memory(spec: &Spec, view: &View) -> Result<Scene, Failure> {
    let occupancy = Occupancy::of_tile(spec);
    let size = scene::memory_size(spec, &occupancy, view);
    check_size(size)?;
    let window = Window::all(size);
    Ok(scene::memory_scene(spec, &occupancy, view, &window))
}

fn check_size(size: Size) -> Result<(), Failure> {
    let Size { columns, rows } = size;
    let cells = u64::from(columns) * u64::from(rows);
    if cells <= CELLS_MAX {
        return Ok(());
    }
    Err(Failure::Input(format!(
        "{columns} × {rows} = {cells} cells are more than the {CELLS_MAX} that one picture can show: choose a smaller --mn or --k, or --cells units"
    )))
}

/// What is drawn although the instruction or the read is wrong says so, where it does not get into the picture.
fn tell_errors(spec: &Spec) {
    let findings = findings_from_spec(spec);
    for error in findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error)
    {
        // The picture counts: it is drawn even where standard error is gone.
        let _ = writeln!(io::stderr(), "note: drawn all the same: {}", error.title);
    }
}

fn link(base: &str, params: Params, view: View) -> String {
    let state = LinkState {
        params,
        view,
        pinned: None,
    };
    format!("{}{}", base.trim_end_matches('#'), link_from_state(&state))
}
