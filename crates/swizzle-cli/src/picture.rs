//! The picture of a tile in a terminal.

use std::env;
use std::io::{self, IsTerminal as _, Write};

use clap::ColorChoice;
use swizzle_draw::scene::{Drawing, PaneKind, Window};
use swizzle_draw::{Colour, Depth, View, coloured_text_from_drawing, text_from_scene};
use swizzle_view::Shown;

/// Columns of a terminal that does not tell its width.
const WIDTH: usize = 80;
/// Rows of a picture in numbers.
const ROWS_MAX: u32 = 64;

/// When a picture is drawn.
#[derive(clap::Args)]
pub(crate) struct PictureArgs {
    /// Draw the tile: matrix and memory in colours, at the terminal's width; auto is on a terminal
    #[arg(long, value_name = "WHEN", default_value_t = ColorChoice::Auto, value_enum)]
    picture: ColorChoice,
}

impl PictureArgs {
    pub(crate) fn is_drawn(&self) -> bool {
        match self.picture {
            ColorChoice::Auto => io::stdout().is_terminal(),
            ColorChoice::Always => true,
            ColorChoice::Never => false,
        }
    }

    /// Writes the picture, in numbers where there are no colours; nothing if it is not drawn.
    pub(crate) fn write(&self, shown: &Shown, out: &mut impl Write) -> io::Result<()> {
        let Ok(spec) = shown.spec() else {
            return Ok(());
        };
        if !self.is_drawn() {
            return Ok(());
        }
        if crate::is_coloured() {
            let colour = Colour::Logical;
            let drawing = Drawing::of(
                &spec,
                View {
                    colour,
                    ..shown.view
                },
            );
            let text = coloured_text_from_drawing(&drawing, depth(), width());
            return writeln!(out, "{text}");
        }
        let drawing = Drawing::of(&spec, shown.view);
        let mut window = Window::all(drawing.size(PaneKind::Matrix));
        window.rows.end = window.rows.end.min(ROWS_MAX);
        let scene = drawing.scene(PaneKind::Matrix, &window);
        writeln!(out, "{}", text_from_scene(&scene))
    }
}

/// The colours of the terminal, as terminals tell it by convention.
fn depth() -> Depth {
    match env::var("COLORTERM").as_deref() {
        Ok("truecolor" | "24bit") => Depth::TrueColour,
        _ => Depth::Sixteen,
    }
}

/// The width of the terminal, or what COLUMNS says.
fn width() -> usize {
    let columns = env::var("COLUMNS").ok().and_then(|text| text.parse().ok());
    let size = || Some(usize::from(terminal_size::terminal_size()?.0.0));
    columns.or_else(size).unwrap_or(WIDTH)
}
