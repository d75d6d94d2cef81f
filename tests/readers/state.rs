//! What must hold for everything that the page shows, independent of the reader it came from.

use swizzle_core::hardware::{ADDRESS_BYTES, bytes_from_field};
use swizzle_core::law::exact_text;
use swizzle_core::{Coord, Spec};
use swizzle_draw::scene::{
    Occupancy, PaneKind, Size, Window, matrix_scene, matrix_size, memory_scene, memory_size,
};
use swizzle_draw::{Palette, Theme, svg_from_scene, text_from_scene};
use swizzle_draw::{SvgStyle, cell_caption, thumbnail_svg};
use swizzle_infer::spec_from_said;
use swizzle_infer::trace::trace_from_element;
use swizzle_lints::{Finding, Repair, findings_from_spec};
use swizzle_params::{PARAMS, ParamId};
use swizzle_text::{column_note, readings_from_descriptor, step_caption};
use swizzle_view::{Shown, link_from_shown, shown_from_link};

use super::target::{Fault, ensure};

/// Cells of a picture, along each side: enough for more than one atom.
const SIDE: u32 = 9;

/// Repairs of one finding that may be needed: the strides of a tile are mended one after the other.
const REPAIRS: usize = 3;

/// Specified values are kept, and the given descriptor keeps its 64 bits and starts where it says.
pub(crate) fn stands_as_said(spec: &Spec) -> Result<(), Fault> {
    let (said, tile, place) = (spec.said(), spec.tile(), spec.place());
    for param in PARAMS {
        let (value, taken) = (param.get(said), param.taken(spec));
        // Only a copy has a shape, and a chip of another family does not count.
        let is_idle = matches!(param.id, ParamId::Shape | ParamId::Chip) && taken.is_none();
        ensure!(
            value.is_none() || value == taken || is_idle,
            "{} = {value:?} was said, and {taken:?} is taken of {said:?}",
            param.key
        );
    }
    ensure!(
        tile.row_bytes.is_some() == said.tile.has_rows() && tile.row_xor == said.tile.row_xor,
        "plain rows are what nobody said: {tile:?} of {said:?}"
    );
    if let Some(given) = said.given {
        let held = spec.descriptor(place);
        ensure!(held == Ok(given), "{given} was given, and {held:?} is held");
        let (start, wanted) = (spec.read(place).start_bytes(), bytes_from_field(given.decode().start_field));
        ensure!(start == wanted, "{given} is read from {start}");
    }
    Ok(())
}

/// What is shown is worth as much as its link.
pub(crate) fn survives_its_link(shown: &Shown) -> Result<(), Fault> {
    let link = link_from_shown(shown);
    let opened = shown_from_link(&link);
    ensure!(opened.notices.is_empty(), "its own link {link} is not understood: {:?}", opened.notices);
    ensure!(&opened.shown == shown, "its link {link} opens {:?} instead of {shown:?}", opened.shown);
    let again = link_from_shown(&opened.shown);
    ensure!(again == link, "the link of {link} is {again}");
    Ok(())
}

/// Each finding has a text, and its repairs, one after the other, lead to a tile without that finding.
pub(crate) fn has_sound_findings(spec: &Spec) -> Result<(), Fault> {
    for finding in findings_from_spec(spec) {
        ensure!(
            !finding.title.is_empty() && !finding.text.is_empty(),
            "a finding of {} says nothing",
            finding.id
        );
        is_repaired(finding)?;
    }
    Ok(())
}

/// Follows the repairs of a finding.
fn is_repaired(mut finding: Finding) -> Result<(), Fault> {
    for _ in 0..REPAIRS {
        let Some(Repair { label, change }) = finding.repairs.into_iter().next() else {
            return Ok(());
        };
        let (rule, title) = (finding.id, finding.title);
        let spec = spec_from_said(&change.said)
            .map_err(|why| format!("the repair “{label}” of {rule} leads to {why}"))?;
        // No stride makes room for a tile that is larger than the memory.
        if spec.span_bytes() > u64::from(ADDRESS_BYTES) {
            return Ok(());
        }
        let mut left = findings_from_spec(&spec).into_iter();
        match left.find(|left| (left.id, &left.title) == (rule, &title)) {
            None => return Ok(()),
            Some(left) => {
                ensure!(
                    !left.repairs.is_empty(),
                    "the repair “{label}” leaves “{title}”, and nothing more is offered"
                );
                finding = left;
            }
        }
    }
    Err(format!("{REPAIRS} repairs of {} leave “{}”", finding.id, finding.title))
}

/// The sum of an address adds up, and leads back to the element.
pub(crate) fn has_sound_trace(spec: &Spec, shown: &Shown, coord: Coord) -> Result<(), Fault> {
    let trace = trace_from_element(spec.layout(), coord);
    let sum = trace.terms.iter().fold(0_u32, |sum, term| sum.wrapping_add(term.bytes));
    ensure!(
        sum % ADDRESS_BYTES == trace.absolute_bytes % ADDRESS_BYTES,
        "the terms of {coord:?} add up to {sum}, not to {}",
        trace.absolute_bytes
    );
    ensure!(
        trace.address == spec.layout().byte_from_element(coord) && trace.address.byte < ADDRESS_BYTES,
        "the trace of {coord:?} ends at {:?}",
        trace.address
    );
    ensure!(!cell_caption(spec, &shown.view, coord).is_empty(), "the cell of {coord:?} has no caption");
    Ok(())
}

/// The words about the tile and its descriptor.
pub(crate) fn has_words(spec: &Spec) -> Result<(), Fault> {
    let texts = [step_caption(spec), exact_text(spec.layout(), spec.extent())];
    ensure!(texts.iter().all(|text| !text.is_empty()), "a caption is empty: {texts:?}");
    let _ = column_note(spec);
    if let Ok(descriptor) = spec.descriptor(spec.place()) {
        let readings = readings_from_descriptor(spec, descriptor);
        ensure!(!readings.is_empty(), "no field of {descriptor} is read");
    }
    Ok(())
}

/// Both pictures, around a corner that a number chooses.
pub(crate) fn has_pictures(spec: &Spec, shown: &Shown, corner: u64) -> Result<(), Fault> {
    let (view, occupancy) = (&shown.view, Occupancy::of_tile(spec));
    let style = SvgStyle {
        palette: Palette::Safe,
        theme: Theme::Dark,
        description: String::new(),
        verdict: None,
        link: Some(link_from_shown(shown)),
    };
    for kind in [PaneKind::Matrix, PaneKind::Memory] {
        let size = match kind {
            PaneKind::Matrix => matrix_size(spec, view),
            PaneKind::Memory => memory_size(spec, &occupancy, view),
        };
        let window = window(size, corner);
        let scene = match kind {
            PaneKind::Matrix => matrix_scene(spec, view, &window),
            PaneKind::Memory => memory_scene(spec, &occupancy, view, &window),
        };
        let cells = scene.window.columns.len() * scene.window.rows.len();
        ensure!(scene.cells.len() == cells, "{kind:?} has {} cells, not {cells}", scene.cells.len());
        let svg = svg_from_scene(&scene, view, &style);
        ensure!(
            svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"),
            "{kind:?} is no picture: {svg}"
        );
        let thumbnail = thumbnail_svg(&scene, Palette::Isa, Theme::Light);
        ensure!(thumbnail.contains("<svg"), "{kind:?} has no thumbnail");
        let text = text_from_scene(&scene);
        ensure!(text.lines().count() >= scene.window.rows.len(), "{kind:?} as text lacks rows:\n{text}");
    }
    Ok(())
}

/// A window in which something can be seen.
fn window(size: Size, corner: u64) -> Window {
    let side = |length: u32, at: u64| {
        let start = (at % u64::from(length.max(1))) as u32;
        start..length.min(start + SIDE)
    };
    Window { columns: side(size.columns, corner), rows: side(size.rows, corner >> 20) }
}
