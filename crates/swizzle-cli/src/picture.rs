//! The picture of a tile in a terminal.

use std::io::IsTerminal as _;

use super::*;
use clap::ColorChoice;
use swizzle_draw::{
    Colour, Depth, coloured_text_from_drawing,
    scene::{Drawing, Window},
    text_from_scene,
};

/// Columns and lines of a terminal that does not tell its size.
const SIZE: [usize; 2] = [80, 64];
/// Lines that are left for the text below a picture.
const TEXT_LINES: usize = 12;
/// Columns without which a picture says nothing.
const WIDTH_MIN: usize = 24;

/// Characters of a number in the text without colours.
const NUMBER_WIDTH: usize = 5;

/// When a picture is drawn.
#[derive(clap::Args)]
pub(crate) struct PictureArgs {
    /// Draw the tile: matrix and memory in colours, at most as large as the terminal; auto is on a terminal, always has up to 128 rows
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
        let [width, height] = size();
        let lines = match self.picture {
            ColorChoice::Always => SIZE[1],
            _ => height.saturating_sub(TEXT_LINES).max(TEXT_LINES),
        };
        if crate::is_coloured() && is_utf8() && width >= WIDTH_MIN {
            let colour = Colour::Logical;
            let drawing = Drawing::of(&spec, View { colour, ..shown.view });
            let text = coloured_text_from_drawing(&drawing, depth(), [width, lines]);
            return writeln!(out, "{text}");
        }
        let drawing = Drawing::of(&spec, shown.view);
        let mut window = Window::all(drawing.size(PaneKind::Matrix));
        window.rows.end = window.rows.end.min(lines as u32);
        window.columns.end = window.columns.end.min((width / NUMBER_WIDTH).max(1) as u32);
        let scene = drawing.scene(PaneKind::Matrix, &window);
        writeln!(out, "{}", text_from_scene(&scene))?;
        let left = scene.size.rows - window.rows.end;
        if left > 0 {
            writeln!(out, "… {left} more rows\n")?;
        }
        Ok(())
    }
}

/// The colours of the terminal, as terminals tell it by convention.
fn depth() -> Depth {
    match env::var("COLORTERM").as_deref() {
        Ok("truecolor" | "24bit") => Depth::TrueColour,
        _ => Depth::Sixteen,
    }
}

/// Whether the terminal shows more than ASCII, as its locale tells; one that tells nothing does.
fn is_utf8() -> bool {
    let told = ["LC_ALL", "LC_CTYPE", "LANG"].map(|name| env::var(name).unwrap_or_default());
    let locale = told.into_iter().find(|locale| !locale.is_empty());
    locale.is_none_or(|locale| locale.to_ascii_lowercase().replace('-', "").contains("utf8"))
}

/// Columns and lines of the terminal; COLUMNS counts before what it tells.
fn size() -> [usize; 2] {
    let columns = env::var("COLUMNS").ok().and_then(|text| text.parse().ok());
    let told = terminal_size::terminal_size().map(|(width, height)| [width.0.into(), height.0.into()]);
    let [width, height] = told.unwrap_or(SIZE);
    [columns.filter(|columns| *columns > 0).unwrap_or(width), height]
}
