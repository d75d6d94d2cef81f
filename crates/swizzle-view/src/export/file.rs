//! A view as a file: what the page saves and `swizzle draw` writes.

use super::*;
use crate::export::table::{csv_from_spec, json_from_spec};
use crate::link::link_from_shown;
use crate::state::{Shown, figure_of_said};
use swizzle_core::hardware::Named;
use swizzle_core::named;
use swizzle_draw::scene::{Drawing, Fold, PaneKind, Scene, Size, Window};
use swizzle_draw::{Palette, SvgStyle, SvgVerdict, Theme, svg_from_scene, text_from_scene};
use swizzle_lints::{findings_from_spec, verdict_of_spec};
use swizzle_params::SpecError;
use swizzle_text::{fields_caption, step_caption};

/// The most cells of one drawing: an SVG of some megabytes, which every viewer still opens.
pub const DRAWN_CELLS_MAX: u64 = 1 << 16;

named! {
    /// Format of a file.
    pub enum Format "format" {
        /// A picture with title, description, legend and link.
        Svg => "svg",
        /// The addresses, a row for each cell of the matrix.
        Csv => "csv",
        /// The same with link, layout and descriptor.
        Json => "json",
        /// The picture's numbers in lines.
        Text => "text",
    }
}

impl Format {
    /// Returns the extension of its file names.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Text => "txt",
            other => other.name(),
        }
    }
}

/// Contents of a file, and how it is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Export {
    /// One of the two pictures; a table of addresses is the same for both.
    pub kind: PaneKind,
    /// Format of the file.
    pub format: Format,
    /// Cell colours.
    pub palette: Palette,
    /// Page behind them.
    pub theme: Theme,
    /// Address of the atlas, without `#`, which makes the link in the file complete. An SVG has no link without it.
    pub base: Option<String>,
}

/// A view that no file is made of.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExportError {
    /// These parameters have no picture.
    #[error(transparent)]
    Params(#[from] SpecError),
    /// More than [`DRAWN_CELLS_MAX`] cells.
    #[error(
        "{} × {} = {} cells are more than the {DRAWN_CELLS_MAX} that one picture can show: choose a smaller MN or K, or units as cells",
        .0.columns, .0.rows, cells(*.0)
    )]
    TooManyCells(Size),
    /// More rows than the [`TABLE_ROWS_MAX`] of a table.
    #[error(
        "{0} rows are more than the {TABLE_ROWS_MAX} of a table: choose a smaller MN or K, or units as cells"
    )]
    TableTooLong(u64),
}

fn cells(size: Size) -> u64 {
    u64::from(size.columns) * u64::from(size.rows)
}

/// The file of a view. A pinned cell is not part of it.
///
/// ```
/// use swizzle_draw::scene::PaneKind;
/// use swizzle_view::{Export, Format, Shown, export_from_shown};
/// use swizzle_draw::{Palette, Theme};
/// let export = Export {
///     kind: PaneKind::Matrix,
///     format: Format::Svg,
///     palette: Palette::Isa,
///     theme: Theme::Light,
///     base: Some("https://example.org/".into()),
/// };
/// let svg = export_from_shown(&Shown::default(), &export)?;
/// assert!(svg.contains("128B swizzle: 64 × 64 bf16</title>"));
/// assert!(svg.contains("<a href=\"https://example.org/#/?\">"));
/// let csv = export_from_shown(&Shown::default(), &Export { format: Format::Csv, ..export })?;
/// assert!(csv.starts_with("mn,k,byte,bit,absolute_bytes,line_bytes,unit_in_line,bank\n0,0,1024,0,1024,1024,0,0\n"));
/// # Ok::<(), swizzle_view::ExportError>(())
/// ```
///
/// # Errors
/// [`ExportError`] for a view that is too large, or for parameters that have no picture.
pub fn export_from_shown(state: &Shown, export: &Export) -> Result<String, ExportError> {
    let state = Shown { pinned: None, ..*state };
    let spec = state.looked_at(&state.spec()?);
    let drawing = Drawing::of(&spec, state.view);
    let hash = link_from_shown(&state);
    let link = export.base.as_ref().map(|base| format!("{base}{hash}"));
    Ok(match export.format {
        Format::Csv => csv_from_spec(&drawing.drawn, state.view.cells)?,
        Format::Json => {
            let descriptor = spec.descriptor(spec.place()).ok();
            json_from_spec(&drawing.drawn, state.view.cells, &link.unwrap_or(hash), descriptor)?
        }
        Format::Text => text_from_scene(&whole_scene(&drawing, export.kind)?),
        Format::Svg => {
            let scene = match (Fold::of(&drawing), export.kind) {
                (Some(fold), kind) if !kind.has_addresses() => fold.scene(&drawing),
                (_, kind) => whole_scene(&drawing, kind)?,
            };
            let style = SvgStyle {
                palette: export.palette,
                theme: export.theme,
                description: description(&spec),
                verdict: Some(verdict(&state.spec()?)),
                link,
            };
            svg_from_scene(&scene, &state.view, &style)
        }
    })
}

/// A name for the file of a view.
///
/// ```
/// use swizzle_draw::scene::PaneKind;
/// use swizzle_view::Shown;
/// use swizzle_view::export::export_stem;
/// let stem = export_stem(&Shown::default(), PaneKind::Memory);
/// assert_eq!(stem, "wgmma-4000004000010040-memory");
/// ```
pub fn export_stem(state: &Shown, kind: PaneKind) -> String {
    let kind = kind.name();
    if let Some(figure) = figure_of_said(&state.said) {
        return format!("figure-{}-{kind}", figure.number);
    }
    let spec = state.spec().map(|spec| state.looked_at(&spec));
    let descriptor = spec.ok().and_then(|spec| spec.descriptor(spec.place()).ok());
    match descriptor {
        Some(descriptor) => format!("{}-{:016x}-{kind}", descriptor.arch().name(), descriptor.raw()),
        None => format!("layout-{kind}"),
    }
}

/// A whole picture.
fn whole_scene(drawing: &Drawing, kind: PaneKind) -> Result<Scene, ExportError> {
    let size = drawing.size(kind);
    if cells(size) > DRAWN_CELLS_MAX {
        return Err(ExportError::TooManyCells(size));
    }
    let mut scene = drawing.scene(kind, &Window::all(size));
    if kind.has_addresses() {
        // Alone, it has to say whose memory that is.
        let none = Window::all(Size { columns: 0, rows: 0 });
        let matrix = drawing.scene(PaneKind::Matrix, &none).title;
        scene.title = format!("{}, {matrix}", scene.title);
    }
    Ok(scene)
}

/// The verdict on the descriptor at its own place, as the atlas shows it.
fn verdict(spec: &Spec) -> SvgVerdict {
    let line = verdict_of_spec(spec, &findings_from_spec(spec));
    SvgVerdict { kind: line.kind, is_good: line.is_good(), text: line.text() }
}

/// The descriptor with its fields, for those who do not see the picture.
fn description(spec: &Spec) -> String {
    let (arch, step) = (spec.reader().arch.name(), step_caption(spec));
    match spec.descriptor(spec.place()) {
        Ok(descriptor) => format!("{arch} descriptor {descriptor} of {step}: {}", fields_caption(spec)),
        Err(none) => format!("{arch}, {step}: {none}"),
    }
}
